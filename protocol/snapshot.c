#include "protocol/snapshot.h"

#include "common/base/check.h"
#include "protocol/message.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

#include <string.h>

/* [35, tick, age, input lead, changes, changed field ..., body entry ...]
 *
 * `age` is tick - base tick, 0 for a full snapshot, which is a delta against `blank`. The fields of
 * `changes` follow in the order of the bits below; the body entries take the rest of the array. */
enum {
    CHANGED_X = 1,
    CHANGED_Y = 2,
    CHANGED_HEADING = 4,
    CHANGED_CAUGHT = 8,
    CHANGED_INPUT = 16,
    CHANGED_DOORS = 32,
    CHANGED_FLAGS = 64, /* What changes often stands in the low 7 bits: one byte on the wire. */
    CHANGED_IDENTITY = 128,
    CHANGED_OBJECTIVE = 256,
    CHANGED_ALL = 511
};

/* A body entry begins with one number:
 *     gap * 32 + changes   a body of the base: 0 = gone, else what differs
 *     -1 - gap             a body that the base has not, whole
 * where `gap` is its id less the id of the entry before (0 at first), less 1. */
enum {
    BODY_X = 1,
    BODY_Y = 2,
    BODY_HEADING = 4,
    BODY_METER = 8,
    BODY_LOOK = 16, /* flags | mood << 4 */
    BODY_CHANGES = 32,
    LOOK_MOOD_SHIFT = 4,
    LOOK_MAX = (DW_MOOD_COUNT - 1) << LOOK_MOOD_SHIFT | DW_BODY_FLAGS_ALL,
    METER_MAX = 110,
    CAUGHT_MAX = 100,
    HEADING_MAX = 127,
    IDENTITY_STATES = 8, /* own: 0 = spectator, else 1 + slot * 8 + state */
    IDENTITY_MAX = DW_INTRUDERS_MAX * IDENTITY_STATES,
    DOOR_WORDS = DW_DOORS_MAX / 32,
    HEADER_ELEMENTS = 5,
    ELEMENTS_MAX = HEADER_ELEMENTS + 8 + 1 + DOOR_WORDS + 3 + 8 * DW_SNAPSHOT_BODIES_MAX
};

_Static_assert((int)DW_SLOT_STATE_COUNT <= (int)IDENTITY_STATES, "a state fits its place");
_Static_assert(DOOR_WORDS <= 16, "the mask of door words is one 16-bit number");

/* What a full snapshot is a delta against: a spectator of an empty house with its doors closed. */
static const dw_snapshot blank = {.own = {.slot = DW_SLOT_NONE}};

/* --- what may be in a snapshot --- */

static bool own_valid(const dw_snapshot_own *own, uint32_t tick)
{
    if (own->slot == DW_SLOT_NONE) {
        return own->state == 0 && own->flags == 0 && own->caught == 0 && own->heading_bam == 0 &&
               own->x == 0 && own->y == 0 && own->input_tick == 0;
    }
    return own->slot < DW_INTRUDERS_MAX && own->state < DW_SLOT_STATE_COUNT &&
           own->flags <= DW_BODY_FLAGS_ALL && own->caught <= CAUGHT_MAX &&
           own->x >= -DW_COORDINATE_MAX && own->x <= DW_COORDINATE_MAX &&
           own->y >= -DW_COORDINATE_MAX && own->y <= DW_COORDINATE_MAX && own->input_tick <= tick;
}

static bool objective_valid(const dw_snapshot *snapshot)
{
    const bool carried = snapshot->objective == DW_OBJECTIVE_CARRIED;
    const bool dropped = snapshot->objective == DW_OBJECTIVE_DROPPED;
    return snapshot->objective < DW_OBJECTIVE_STATE_COUNT &&
           snapshot->objective_carrier < (carried ? DW_INTRUDERS_MAX : 1) &&
           (dropped || (snapshot->objective_x == 0 && snapshot->objective_y == 0));
}

static bool body_valid(const dw_snapshot_body *body)
{
    const bool guard = body->kind == DW_BODY_GUARD;
    return body->id >= 1 && body->kind < DW_BODY_KIND_COUNT &&
           body->slot < (guard ? 1 : DW_INTRUDERS_MAX) && body->flags <= DW_BODY_FLAGS_ALL &&
           body->mood < (guard ? DW_MOOD_COUNT : 1) && body->meter <= (guard ? METER_MAX : 0) &&
           body->heading <= HEADING_MAX;
}

/* The doors beyond the map's last one are closed. */
static bool doors_valid(const dw_door_set *doors, uint16_t doors_count)
{
    for (uint32_t i = 0; i < DW_COUNT_OF(doors->bits); i++) {
        const uint32_t inside = doors_count > 64 * i ? doors_count - 64 * i : 0;
        const uint64_t allowed = inside >= 64 ? UINT64_MAX : (UINT64_C(1) << inside) - 1;
        if ((doors->bits[i] & ~allowed) != 0) {
            return false;
        }
    }
    return true;
}

static bool snapshot_valid(const dw_snapshot *snapshot, uint16_t doors_count)
{
    if (snapshot->tick == 0 || !own_valid(&snapshot->own, snapshot->tick) ||
        !objective_valid(snapshot) || !doors_valid(&snapshot->doors, doors_count) ||
        snapshot->body_count > DW_SNAPSHOT_BODIES_MAX) {
        return false;
    }
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *body = &snapshot->bodies[i];
        if (!body_valid(body) || (i > 0 && body->id <= body[-1].id)) {
            return false;
        }
    }
    return true;
}

static bool same_identity(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->kind == b->kind && a->slot == b->slot;
}

/* --- single quantities --- */

/* The eight directions of a player's heading are multiples of 8192; turned by 7 bits they, and all
 * 128ths of a turn, become numbers of one byte. */
static uint16_t pack_heading(uint16_t heading_bam)
{
    return (uint16_t)(heading_bam << 7 | heading_bam >> 9);
}

static uint16_t unpack_heading(uint16_t packed)
{
    return (uint16_t)(packed >> 7 | packed << 9);
}

static uint32_t door_word(const dw_door_set *doors, uint32_t word)
{
    return (uint32_t)(doors->bits[word / 2] >> (word % 2 * 32));
}

static uint8_t pack_identity(const dw_snapshot_own *own)
{
    return own->slot == DW_SLOT_NONE ? 0 : (uint8_t)(1 + own->slot * IDENTITY_STATES + own->state);
}

static uint8_t pack_look(const dw_snapshot_body *body)
{
    return (uint8_t)(body->flags | body->mood << LOOK_MOOD_SHIFT);
}

/* The newest applied input as an age: 0 = none yet, and "as of this very tick" is not sent. */
static bool input_is_current(const dw_snapshot_own *own, uint32_t tick)
{
    return own->input_tick == (own->slot == DW_SLOT_NONE ? 0 : tick);
}

uint16_t dw_snapshot_quantise(int32_t units, int32_t origin)
{
    const int64_t from_origin = (int64_t)units - origin;
    const int64_t steps = from_origin < 0 ? 0 : from_origin / DW_SNAPSHOT_STEP_UNITS;
    return (uint16_t)(steps < UINT16_MAX ? steps : UINT16_MAX);
}

int32_t dw_snapshot_restore(uint16_t steps, int32_t origin)
{
    return origin + steps * DW_SNAPSHOT_STEP_UNITS + DW_SNAPSHOT_STEP_UNITS / 2;
}

/* --- encoding --- */

/* The numbers of one array before they are packed: the header says how many there are. */
typedef struct number_list {
    uint32_t count;
    int64_t values[ELEMENTS_MAX];
} number_list;

static void put(number_list *numbers, int64_t value)
{
    DW_DCHECK(numbers->count < ELEMENTS_MAX);
    numbers->values[numbers->count++] = value;
}

static void put_doors(number_list *numbers, const dw_door_set *doors, const dw_door_set *before)
{
    const uint32_t mask_at = numbers->count;
    put(numbers, 0);
    for (uint32_t i = 0; i < DOOR_WORDS; i++) {
        const uint32_t toggled = door_word(doors, i) ^ door_word(before, i);
        if (toggled != 0) {
            numbers->values[mask_at] |= INT64_C(1) << i;
            put(numbers, toggled);
        }
    }
}

static void put_objective(number_list *numbers, const dw_snapshot *snapshot)
{
    put(numbers, snapshot->objective);
    if (snapshot->objective == DW_OBJECTIVE_CARRIED) {
        put(numbers, snapshot->objective_carrier);
    } else if (snapshot->objective == DW_OBJECTIVE_DROPPED) {
        put(numbers, snapshot->objective_x);
        put(numbers, snapshot->objective_y);
    }
}

static bool same_objective(const dw_snapshot *a, const dw_snapshot *b)
{
    return a->objective == b->objective && a->objective_carrier == b->objective_carrier &&
           a->objective_x == b->objective_x && a->objective_y == b->objective_y;
}

static uint32_t find_changes(const dw_snapshot *snapshot, const dw_snapshot *base)
{
    const dw_snapshot_own *own = &snapshot->own;
    const dw_snapshot_own *before = &base->own;
    uint32_t changes = 0;
    changes |= own->x != before->x ? CHANGED_X : 0;
    changes |= own->y != before->y ? CHANGED_Y : 0;
    changes |= own->heading_bam != before->heading_bam ? CHANGED_HEADING : 0;
    changes |= own->caught != before->caught ? CHANGED_CAUGHT : 0;
    changes |= !input_is_current(own, snapshot->tick) ? CHANGED_INPUT : 0;
    changes |= memcmp(&snapshot->doors, &base->doors, sizeof(base->doors)) != 0 ? CHANGED_DOORS : 0;
    changes |= own->flags != before->flags ? CHANGED_FLAGS : 0;
    changes |= pack_identity(own) != pack_identity(before) ? CHANGED_IDENTITY : 0;
    changes |= !same_objective(snapshot, base) ? CHANGED_OBJECTIVE : 0;
    return changes;
}

static void put_fixed_part(number_list *numbers, const dw_snapshot *snapshot,
                           const dw_snapshot *base)
{
    const dw_snapshot_own *own = &snapshot->own;
    const uint32_t changes = find_changes(snapshot, base);
    put(numbers, DW_MESSAGE_SNAPSHOT);
    put(numbers, snapshot->tick);
    put(numbers, base->tick == 0 ? 0 : (int64_t)snapshot->tick - base->tick);
    put(numbers, snapshot->input_lead);
    put(numbers, changes);
    if (changes & CHANGED_X) {
        put(numbers, (int64_t)own->x - base->own.x);
    }
    if (changes & CHANGED_Y) {
        put(numbers, (int64_t)own->y - base->own.y);
    }
    if (changes & CHANGED_HEADING) {
        put(numbers, pack_heading(own->heading_bam));
    }
    if (changes & CHANGED_CAUGHT) {
        put(numbers, own->caught);
    }
    if (changes & CHANGED_INPUT) {
        put(numbers, own->input_tick == 0 ? 0 : (int64_t)snapshot->tick - own->input_tick);
    }
    if (changes & CHANGED_DOORS) {
        put_doors(numbers, &snapshot->doors, &base->doors);
    }
    if (changes & CHANGED_FLAGS) {
        put(numbers, own->flags);
    }
    if (changes & CHANGED_IDENTITY) {
        put(numbers, pack_identity(own));
    }
    if (changes & CHANGED_OBJECTIVE) {
        put_objective(numbers, snapshot);
    }
}

/* The first number of a body entry without its gap, which it adds. */
static int64_t enter_body(uint8_t id, uint8_t *previous)
{
    const int64_t gap = id - *previous - 1;
    *previous = id;
    return gap;
}

static void put_new_body(number_list *numbers, const dw_snapshot_body *body, uint8_t *previous)
{
    const bool guard = body->kind == DW_BODY_GUARD;
    put(numbers, -1 - enter_body(body->id, previous));
    put(numbers, guard ? 0 : 1 + body->slot);
    put(numbers, pack_look(body));
    if (guard) {
        put(numbers, body->meter);
    }
    put(numbers, body->heading);
    put(numbers, body->x);
    put(numbers, body->y);
}

static void put_gone_body(number_list *numbers, uint8_t id, uint8_t *previous)
{
    put(numbers, enter_body(id, previous) * BODY_CHANGES);
}

static void put_changed_body(number_list *numbers, const dw_snapshot_body *body,
                             const dw_snapshot_body *before, uint8_t *previous)
{
    uint32_t changes = 0;
    changes |= body->x != before->x ? BODY_X : 0;
    changes |= body->y != before->y ? BODY_Y : 0;
    changes |= body->heading != before->heading ? BODY_HEADING : 0;
    changes |= body->meter != before->meter ? BODY_METER : 0;
    changes |= pack_look(body) != pack_look(before) ? BODY_LOOK : 0;
    if (changes == 0) {
        return;
    }
    put(numbers, enter_body(body->id, previous) * BODY_CHANGES + changes);
    if (changes & BODY_X) {
        put(numbers, body->x - before->x);
    }
    if (changes & BODY_Y) {
        put(numbers, body->y - before->y);
    }
    if (changes & BODY_HEADING) {
        put(numbers, body->heading);
    }
    if (changes & BODY_METER) {
        put(numbers, body->meter);
    }
    if (changes & BODY_LOOK) {
        put(numbers, pack_look(body));
    }
}

/* Which rows of the snapshot go out: those whose place in the order of importance is below `kept`.
 */
typedef struct row_selection {
    uint8_t places[DW_SNAPSHOT_BODIES_MAX];
    uint32_t kept;
} row_selection;

/* Merges both lists of rows by id, writes the entries, and gives the receiver's rows in `sent`. A
 * row that is not kept stays as the base has it, or stays unknown. What is gone is always said. */
static void put_bodies(number_list *numbers, const dw_snapshot *snapshot, const dw_snapshot *base,
                       const row_selection *selection, dw_snapshot *sent)
{
    uint8_t previous = 0;
    uint32_t old = 0;
    sent->body_count = 0;
    for (uint32_t i = 0; i <= snapshot->body_count; i++) {
        const bool end = i == snapshot->body_count;
        const dw_snapshot_body *body = end ? NULL : &snapshot->bodies[i];
        while (old < base->body_count && (end || base->bodies[old].id < body->id)) {
            put_gone_body(numbers, base->bodies[old++].id, &previous);
        }
        if (end) {
            break;
        }
        const bool kept = selection->places[i] < selection->kept;
        const bool in_base = old < base->body_count && base->bodies[old].id == body->id;
        const dw_snapshot_body *before = in_base ? &base->bodies[old++] : NULL;
        const bool replaced = in_base && !same_identity(body, before);
        if (kept && (before == NULL || replaced)) {
            put_new_body(numbers, body, &previous);
        } else if (kept) {
            put_changed_body(numbers, body, before, &previous);
        } else if (replaced) {
            put_gone_body(numbers, body->id, &previous);
        }
        if (kept || (in_base && !replaced)) {
            sent->bodies[sent->body_count++] = kept ? *body : *before;
        }
    }
}

static dw_status pack(const number_list *numbers, uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_writer writer;
    dw_writer_init(&writer, bytes, capacity);
    dw_writer_array(&writer, numbers->count);
    for (uint32_t i = 0; i < numbers->count && !writer.full; i++) {
        dw_writer_int(&writer, numbers->values[i]);
    }
    return dw_writer_finish(&writer, size);
}

static void find_places(row_selection *selection, const uint8_t *order, uint32_t count)
{
    memset(selection->places, UINT8_MAX, sizeof(selection->places));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t row = order == NULL ? i : order[i];
        DW_CHECK(row < count && selection->places[row] == UINT8_MAX);
        selection->places[row] = (uint8_t)i;
    }
}

dw_status dw_snapshot_encode(const dw_snapshot *snapshot, const dw_snapshot *base,
                             uint16_t doors_count, const uint8_t *order, uint8_t *bytes,
                             size_t capacity, size_t *size, dw_snapshot *sent)
{
    DW_CHECK(snapshot_valid(snapshot, doors_count));
    DW_CHECK(base == NULL || (base->tick != 0 && base->tick < snapshot->tick));
    const dw_snapshot *against = base == NULL ? &blank : base;
    row_selection selection = {.kept = snapshot->body_count};
    find_places(&selection, order, snapshot->body_count);

    number_list numbers = {.count = 0};
    put_fixed_part(&numbers, snapshot, against);
    const uint32_t fixed_count = numbers.count;
    dw_snapshot received = *snapshot;
    put_bodies(&numbers, snapshot, against, &selection, &received);
    dw_status status = pack(&numbers, bytes, capacity, size);

    /* The least important row goes first. A receiver's budget is hardly ever this short. */
    while (status == DW_FULL && selection.kept > 0) {
        selection.kept--;
        numbers.count = fixed_count;
        put_bodies(&numbers, snapshot, against, &selection, &received);
        status = pack(&numbers, bytes, capacity, size);
    }
    if (status == DW_OK && sent != NULL) {
        *sent = received;
    }
    return status;
}

/* --- decoding --- */

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
    if (!doors_valid(doors, doors_count)) {
        dw_reader_fail(reader);
    }
}

static void take_identity(dw_reader *reader, dw_snapshot_own *own)
{
    const uint8_t packed = (uint8_t)take_changed(reader, pack_identity(own), IDENTITY_MAX);
    own->slot = packed == 0 ? DW_SLOT_NONE : (uint8_t)((packed - 1) / IDENTITY_STATES);
    own->state = packed == 0 ? 0 : (uint8_t)((packed - 1) % IDENTITY_STATES);
}

static void take_objective(dw_reader *reader, dw_snapshot *out)
{
    const dw_snapshot before = *out;
    out->objective = dw_reader_u8(reader, DW_OBJECTIVE_STATE_COUNT - 1);
    const bool dropped = out->objective == DW_OBJECTIVE_DROPPED;
    out->objective_carrier =
        out->objective == DW_OBJECTIVE_CARRIED ? dw_reader_u8(reader, DW_INTRUDERS_MAX - 1) : 0;
    out->objective_x = dropped ? dw_reader_u16(reader, UINT16_MAX) : 0;
    out->objective_y = dropped ? dw_reader_u16(reader, UINT16_MAX) : 0;
    if (same_objective(out, &before)) {
        dw_reader_fail(reader);
    }
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
        own->flags = (uint8_t)take_changed(reader, own->flags, DW_BODY_FLAGS_ALL);
    }
    if (changes & CHANGED_IDENTITY) {
        take_identity(reader, own);
    }
    if (changes & CHANGED_OBJECTIVE) {
        take_objective(reader, out);
    }
    if (changes & CHANGED_INPUT) {
        own->input_tick = input_age == 0 ? 0 : header->tick - input_age;
    } else {
        own->input_tick = own->slot == DW_SLOT_NONE ? 0 : header->tick;
    }
    if (!own_valid(own, out->tick) ||
        ((changes & CHANGED_INPUT) != 0 && input_is_current(own, out->tick))) {
        dw_reader_fail(reader);
    }
}

static void take_new_body(dw_reader *reader, dw_snapshot_body *body)
{
    const uint8_t who = dw_reader_u8(reader, DW_INTRUDERS_MAX);
    const uint8_t look = dw_reader_u8(reader, LOOK_MAX);
    body->kind = who == 0 ? DW_BODY_GUARD : DW_BODY_INTRUDER;
    body->slot = who == 0 ? 0 : (uint8_t)(who - 1);
    body->flags = look & DW_BODY_FLAGS_ALL;
    body->mood = look >> LOOK_MOOD_SHIFT;
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
        body->flags = look & DW_BODY_FLAGS_ALL;
        body->mood = look >> LOOK_MOOD_SHIFT;
    }
}

static void append_body(dw_reader *reader, dw_snapshot *out, const dw_snapshot_body *body)
{
    if (out->body_count == DW_SNAPSHOT_BODIES_MAX || !body_valid(body)) {
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
    const dw_snapshot *against = base == NULL ? &blank : base;
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
