/* Bytes as a snapshot: the mirror of snapshot_encode.c, with every number checked. */
#include "common/base/check.h"
#include "protocol/reader.h"
#include "protocol/snapshot_wire.h"

#include <string.h>

typedef struct snapshot_header {
    uint32_t tick, age, changes;
    int8_t input_lead;
} snapshot_header;

static void take_header(dw_reader *reader, snapshot_header *header)
{
    (void)dw_reader_array(reader, HEADER_ELEMENTS, ELEMENTS_MAX);
    (void)dw_reader_int(reader, DW_MESSAGE_SNAPSHOT, DW_MESSAGE_SNAPSHOT);
    header->tick = (uint32_t)dw_reader_int(reader, 1, UINT32_MAX);
    header->age = (uint32_t)dw_reader_int(reader, 0, (int64_t)header->tick - 1);
    header->input_lead = (int8_t)dw_reader_int(reader, INT8_MIN, INT8_MAX);
    header->changes = (uint32_t)dw_reader_int(reader, 0, CHANGED_ALL);
}

dw_status dw_snapshot_base_tick(const uint8_t *bytes, size_t size, uint32_t *tick,
                                uint32_t *base_tick)
{
    dw_reader reader;
    snapshot_header header;
    dw_reader_init(&reader, bytes, size);
    take_header(&reader, &header);
    if (reader.failed) {
        return DW_INVALID;
    }
    *tick = header.tick;
    *base_tick = header.age == 0 ? 0 : header.tick - header.age;
    return DW_OK;
}

/* A changed field within 0 .. high. What is said to change must change: there is one way to say a
 * thing. */
static uint16_t take_changed(dw_reader *reader, uint16_t before, uint16_t high)
{
    const uint16_t value = dw_reader_u16(reader, high);
    if (value == before) {
        dw_reader_fail(reader);
    }
    return value;
}

/* A changed quantity that travels as the difference. */
static int32_t take_moved(dw_reader *reader, int32_t before, int32_t low, int32_t high)
{
    const int64_t by = dw_reader_int(reader, (int64_t)low - before, (int64_t)high - before);
    if (by == 0) {
        dw_reader_fail(reader);
    }
    return (int32_t)(before + by);
}

static void take_doors(dw_reader *reader, dw_door_set *doors, uint16_t doors_count)
{
    const uint32_t words = (uint32_t)dw_reader_int(reader, 1, UINT16_MAX);
    for (uint32_t i = 0; i < DOOR_WORDS; i++) {
        if ((words >> i & 1) != 0) {
            const uint64_t toggled = (uint64_t)dw_reader_int(reader, 1, UINT32_MAX);
            doors->bits[i / 2] ^= toggled << (i % 2 * 32);
        }
    }
    if (!dw_snapshot_doors_valid(doors, doors_count)) {
        dw_reader_fail(reader);
    }
}

static void take_identity(dw_reader *reader, dw_snapshot_own *own)
{
    const uint8_t packed = (uint8_t)take_changed(reader, pack_identity(own), IDENTITY_MAX);
    own->slot = packed == 0 ? DW_SLOT_NONE : (uint8_t)((packed - 1) / IDENTITY_STATES);
    own->state = packed == 0 ? 0 : (uint8_t)((packed - 1) % IDENTITY_STATES);
}

static void take_items(dw_reader *reader, dw_snapshot_item *items)
{
    for (uint32_t left = (uint32_t)dw_reader_int(reader, 1, ITEMS_ALL); left != 0;
         left &= left - 1) {
        dw_snapshot_item *item = &items[__builtin_ctz(left)];
        const dw_snapshot_item before = *item;
        item->state = dw_reader_u8(reader, DW_ITEM_STATE_COUNT - 1);
        const bool dropped = item->state == DW_ITEM_DROPPED;
        item->carrier =
            item->state == DW_ITEM_CARRIED ? dw_reader_u8(reader, DW_INTRUDERS_MAX - 1) : 0;
        item->x = dropped ? dw_reader_u16(reader, UINT16_MAX) : 0;
        item->y = dropped ? dw_reader_u16(reader, UINT16_MAX) : 0;
        if (same_item(item, &before)) {
            dw_reader_fail(reader);
        }
    }
}

static void take_pick(dw_reader *reader, uint32_t tick, uint16_t doors_count, dw_snapshot_own *own)
{
    const uint16_t door = dw_reader_u16(reader, doors_count);
    const int64_t age = dw_reader_int(reader, door == 0 ? 0 : 1, door == 0 ? 0 : UINT16_MAX);
    const uint16_t since = door == 0 ? 0 : (uint16_t)(tick - (uint32_t)age);
    if (door == own->pick && since == own->pick_since) {
        dw_reader_fail(reader);
    }
    own->pick = door;
    own->pick_since = since;
}

/* `out` comes as the base and leaves as the new state, bodies aside. */
static void take_fixed_part(dw_reader *reader, const snapshot_header *header, uint16_t doors_count,
                            dw_snapshot *out)
{
    const uint32_t changes = header->changes;
    dw_snapshot_own *own = &out->own;
    out->tick = header->tick;
    out->input_lead = header->input_lead;
    if (changes & CHANGED_X) {
        own->x = take_moved(reader, own->x, -DW_COORDINATE_MAX, DW_COORDINATE_MAX);
    }
    if (changes & CHANGED_Y) {
        own->y = take_moved(reader, own->y, -DW_COORDINATE_MAX, DW_COORDINATE_MAX);
    }
    if (changes & CHANGED_HEADING) {
        const uint16_t before = pack_heading(own->heading_bam);
        own->heading_bam = unpack_heading(take_changed(reader, before, UINT16_MAX));
    }
    if (changes & CHANGED_CAUGHT) {
        own->caught = (uint8_t)take_changed(reader, own->caught, CAUGHT_MAX);
    }
    uint32_t input_age = 0;
    if (changes & CHANGED_INPUT) {
        input_age = (uint32_t)dw_reader_int(reader, 0, (int64_t)header->tick - 1);
    }
    if (changes & CHANGED_DOORS) {
        take_doors(reader, &out->doors, doors_count);
    }
    if (changes & CHANGED_FLAGS) {
        own->flags = (uint8_t)take_changed(reader, own->flags, DW_BODY_OWN_FLAGS_ALL);
    }
    if (changes & CHANGED_IDENTITY) {
        take_identity(reader, own);
    }
    if (changes & CHANGED_ITEMS) {
        take_items(reader, out->items);
    }
    if (changes & CHANGED_TOOLS) {
        const uint16_t packed = take_changed(reader, pack_tools(own), TOOLS_ALL);
        own->coins = packed % TOOLS_OF_A_KIND;
        own->baits = (uint8_t)(packed / TOOLS_OF_A_KIND);
    }
    if (changes & CHANGED_SWITCHES) {
        out->worked ^= (dw_switch_set)dw_reader_int(reader, 1, UINT32_MAX);
    }
    if (changes & CHANGED_LOCKS) {
        out->turned ^= (dw_lock_set)dw_reader_int(reader, 1, UINT32_MAX);
    }
    if (changes & CHANGED_PICK) {
        take_pick(reader, header->tick, doors_count, own);
    }
    if (changes & CHANGED_INPUT) {
        own->input_tick = input_age == 0 ? 0 : header->tick - input_age;
    } else {
        own->input_tick = own->slot == DW_SLOT_NONE ? 0 : header->tick;
    }
    if (!dw_snapshot_own_valid(own, out->tick) ||
        ((changes & CHANGED_INPUT) != 0 && input_is_current(own, out->tick))) {
        dw_reader_fail(reader);
    }
}

static void take_new_body(dw_reader *reader, dw_snapshot_body *body)
{
    const uint8_t who = dw_reader_u8(reader, DW_INTRUDERS_MAX);
    const uint8_t look = dw_reader_u8(reader, LOOK_MAX);
    body->role = who == 0 ? DW_ROLE_GUARD : DW_ROLE_INTRUDER;
    body->slot = who == 0 ? 0 : (uint8_t)(who - 1);
    unpack_look(look, body);
    body->meter = who == 0 ? dw_reader_u8(reader, METER_MAX) : 0;
    body->heading = dw_reader_u8(reader, HEADING_MAX);
    body->x = dw_reader_u16(reader, UINT16_MAX);
    body->y = dw_reader_u16(reader, UINT16_MAX);
}

static void take_changed_body(dw_reader *reader, uint32_t changes, dw_snapshot_body *body)
{
    if (changes & BODY_X) {
        body->x = (uint16_t)take_moved(reader, body->x, 0, UINT16_MAX);
    }
    if (changes & BODY_Y) {
        body->y = (uint16_t)take_moved(reader, body->y, 0, UINT16_MAX);
    }
    if (changes & BODY_HEADING) {
        body->heading = (uint8_t)take_changed(reader, body->heading, HEADING_MAX);
    }
    if (changes & BODY_METER) {
        body->meter = (uint8_t)take_changed(reader, body->meter, METER_MAX);
    }
    if (changes & BODY_LOOK) {
        const uint8_t look = (uint8_t)take_changed(reader, pack_look(body), LOOK_MAX);
        unpack_look(look, body);
    }
}

static void append_body(dw_reader *reader, dw_snapshot *out, const dw_snapshot_body *body)
{
    if (out->body_count == DW_SNAPSHOT_BODIES_MAX || !dw_snapshot_body_valid(body)) {
        dw_reader_fail(reader);
        return;
    }
    out->bodies[out->body_count++] = *body;
}

/* The mirror of put_bodies: rows of the base that no entry names stay as they are. */
static void take_bodies(dw_reader *reader, const dw_snapshot *base, dw_snapshot *out)
{
    uint32_t old = 0;
    int64_t previous = 0;
    out->body_count = 0;
    while (reader->left > 0) {
        const int64_t code = dw_reader_int(reader, -UINT8_MAX, UINT8_MAX * BODY_CHANGES);
        const uint32_t changes = code < 0 ? 0 : (uint32_t)(code % BODY_CHANGES);
        const int64_t id = previous + 1 + (code < 0 ? -1 - code : code / BODY_CHANGES);
        if (reader->failed || id > UINT8_MAX) {
            dw_reader_fail(reader);
            return;
        }
        while (old < base->body_count && base->bodies[old].id < id) {
            append_body(reader, out, &base->bodies[old++]);
        }
        const bool in_base = old < base->body_count && base->bodies[old].id == id;
        const dw_snapshot_body *before = in_base ? &base->bodies[old++] : NULL;
        dw_snapshot_body body = in_base ? *before : (dw_snapshot_body){.id = (uint8_t)id};
        if (code < 0) {
            take_new_body(reader, &body);
            if (in_base && same_identity(&body, before)) {
                dw_reader_fail(reader);
            }
            append_body(reader, out, &body);
        } else if (!in_base) {
            dw_reader_fail(reader);
        } else if (changes != 0) {
            take_changed_body(reader, changes, &body);
            append_body(reader, out, &body);
        }
        previous = id;
    }
    while (old < base->body_count) {
        append_body(reader, out, &base->bodies[old++]);
    }
}

dw_status dw_snapshot_decode(dw_snapshot *out, const dw_snapshot *base, uint16_t doors_count,
                             const uint8_t *bytes, size_t size)
{
    DW_CHECK(doors_count <= DW_DOORS_MAX);
    dw_reader reader;
    snapshot_header header;
    dw_reader_init(&reader, bytes, size);
    take_header(&reader, &header);
    const uint32_t base_tick = base == NULL ? 0 : base->tick;
    if (reader.failed || base_tick != (header.age == 0 ? 0 : header.tick - header.age)) {
        return DW_INVALID;
    }
    const dw_snapshot *against = base == NULL ? &dw_snapshot_blank : base;
    dw_snapshot result = *against;
    memset(result.bodies, 0, sizeof(result.bodies));
    take_fixed_part(&reader, &header, doors_count, &result);
    take_bodies(&reader, against, &result);
    const dw_status status = dw_reader_finish(&reader);
    if (status == DW_OK) {
        *out = result;
    }
    return status;
}
