/* Snapshots in full and as deltas: properties over random pairs, and a second decoder, written from
 * PROTOCOL.md over msgpack-c, that must come to the same. */
#include "common/base/check.h"
#include "message_text.h"
#include "protocol/snapshot.h"
#include "protocol/snapshot_wire.h"
#include "random_message.h"
#include "random_snapshot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <msgpack.h>

enum { BYTES_MAX = 4096, DOORS = 75 };

/* Everything equal, the rows that count and no others. */
static void expect_equal(const dw_snapshot *got, const dw_snapshot *expected)
{
    char got_text[DW_TEST_TEXT_SIZE];
    char expected_text[DW_TEST_TEXT_SIZE];
    dw_test_snapshot_text(got, DW_DOORS_MAX, got_text);
    dw_test_snapshot_text(expected, DW_DOORS_MAX, expected_text);
    assert_string_equal(got_text, expected_text);
}

static size_t encode(const dw_snapshot *snapshot, const dw_snapshot *base, uint8_t bytes[BYTES_MAX])
{
    size_t size = 0;
    dw_snapshot sent;
    assert_int_equal(
        dw_snapshot_encode(snapshot, base, DOORS, NULL, bytes, BYTES_MAX, &size, &sent), DW_OK);
    expect_equal(&sent, snapshot);
    return size;
}

/* A pair as they come: unrelated, or one after the other; the base NULL now and then. */
static const dw_snapshot *random_pair(dw_rng *rng, dw_snapshot *base, dw_snapshot *next)
{
    const uint32_t kind = dw_rng_below(rng, 4);
    dw_test_random_snapshot(rng, 1 + dw_rng_below(rng, 100000), DOORS, DW_SNAPSHOT_BODIES_MAX,
                            base);
    if (kind < 2) {
        dw_test_random_successor(rng, base, DOORS, next);
    } else {
        const uint32_t tick = base->tick + 1 + (dw_rng_next(rng) >> dw_rng_below(rng, 32)) / 2;
        dw_test_random_snapshot(rng, tick, DOORS, DW_SNAPSHOT_BODIES_MAX, next);
    }
    return kind == 3 ? NULL : base;
}

static void each_snapshot_comes_back_as_it_was(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 21, 0);
    for (uint32_t round = 0; round < 1500; round++) {
        dw_snapshot base;
        dw_snapshot next;
        dw_snapshot back;
        uint8_t bytes[BYTES_MAX];
        uint8_t again[BYTES_MAX];
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        const size_t size = encode(&next, against, bytes);
        assert_int_equal(dw_snapshot_decode(&back, against, DOORS, bytes, size), DW_OK);
        expect_equal(&back, &next);
        assert_int_equal(encode(&back, against, again), size);
        assert_memory_equal(again, bytes, size);

        uint32_t tick = 0;
        uint32_t base_tick = 0;
        assert_int_equal(dw_snapshot_base_tick(bytes, size, &tick, &base_tick), DW_OK);
        assert_int_equal(tick, next.tick);
        assert_int_equal(base_tick, against == NULL ? 0 : base.tick);
    }
}

/* A client that decodes a chain of snapshots, each against the one before, never drifts. */
static void a_chain_of_deltas_ends_where_the_server_is(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 22, 0);
    dw_snapshot truth;
    dw_snapshot seen = {0};
    dw_test_random_snapshot(&rng, 5, DOORS, 20, &truth);
    for (uint32_t round = 0; round < 1000; round++) {
        dw_snapshot next;
        uint8_t bytes[BYTES_MAX];
        dw_test_random_successor(&rng, &truth, DOORS, &next);
        const size_t size = encode(&next, round == 0 ? NULL : &truth, bytes);
        assert_int_equal(dw_snapshot_decode(&seen, round == 0 ? NULL : &seen, DOORS, bytes, size),
                         DW_OK);
        expect_equal(&seen, &next);
        truth = next;
    }
}

/* --- a second decoder --- */

typedef struct cursor {
    const msgpack_object_array *array;
    uint32_t at;
} cursor;

static int64_t take(cursor *from)
{
    assert_true(from->at < from->array->size);
    const msgpack_object *object = &from->array->ptr[from->at++];
    assert_true(object->type == MSGPACK_OBJECT_POSITIVE_INTEGER ||
                object->type == MSGPACK_OBJECT_NEGATIVE_INTEGER);
    return object->via.i64;
}

static void oracle_fixed_part(cursor *from, dw_snapshot *s)
{
    s->input_lead = (int8_t)take(from);
    const int64_t changes = take(from);
    s->own.x += (int32_t)(changes & 1 ? take(from) : 0);
    s->own.y += (int32_t)(changes & 2 ? take(from) : 0);
    if (changes & 4) {
        const int64_t turned = take(from);
        s->own.heading_bam = (uint16_t)(turned % 128 * 512 + turned / 128);
    }
    s->own.caught = (uint8_t)(changes & 8 ? take(from) : s->own.caught);
    const int64_t age = changes & 16 ? take(from) : -1;
    if (changes & 32) {
        const int64_t words = take(from);
        for (uint32_t word = 0; word < 16; word++) {
            const int64_t toggled = words >> word & 1 ? take(from) : 0;
            for (uint32_t bit = 0; bit < 32; bit++) {
                const uint32_t door = 32 * word + bit;
                const bool open = dw_door_set_has(&s->doors, door);
                dw_door_set_put(&s->doors, door, open != ((toggled >> bit & 1) != 0));
            }
        }
    }
    s->own.flags = (uint8_t)(changes & 64 ? take(from) : s->own.flags);
    if (changes & 128) {
        const int64_t identity = take(from);
        s->own.slot = identity == 0 ? 255 : (uint8_t)((identity - 1) / 8);
        s->own.state = identity == 0 ? 0 : (uint8_t)((identity - 1) % 8);
    }
    if (changes & 256) {
        const int64_t named = take(from);
        for (uint32_t i = 0; i < 8; i++) {
            if ((named >> i & 1) != 0) {
                dw_snapshot_item *item = &s->items[i];
                item->state = (uint8_t)take(from);
                item->carrier = (uint8_t)(item->state == 1 ? take(from) : 0);
                item->x = (uint16_t)(item->state == 2 ? take(from) : 0);
                item->y = (uint16_t)(item->state == 2 ? take(from) : 0);
            }
        }
    }
    if (changes & 512) {
        const int64_t tools = take(from);
        s->own.coins = (uint8_t)(tools % 32);
        s->own.baits = (uint8_t)(tools / 32);
    }
    if (changes & 1024) {
        s->worked ^= (uint32_t)take(from);
    }
    if (changes & 2048) {
        s->turned ^= (uint32_t)take(from);
    }
    if (changes & 4096) {
        s->own.pick = (uint16_t)take(from);
        const uint32_t pick_age = (uint32_t)take(from);
        s->own.pick_since = (uint16_t)(s->own.pick == 0 ? 0 : s->tick - pick_age);
    }
    const uint32_t expected = s->own.slot == 255 ? 0 : s->tick;
    s->own.input_tick = age < 0 ? expected : age == 0 ? 0 : s->tick - (uint32_t)age;
}

/* Bodies by id, so that nothing of the merge is repeated here. */
static void oracle_bodies(cursor *from, dw_snapshot *s)
{
    dw_snapshot_body by_id[256] = {{0}};
    for (uint32_t i = 0; i < s->body_count; i++) {
        by_id[s->bodies[i].id] = s->bodies[i];
    }
    int64_t id = 0;
    while (from->at < from->array->size) {
        const int64_t code = take(from);
        id += 1 + (code < 0 ? -1 - code : code / 32);
        assert_in_range(id, 1, 255);
        dw_snapshot_body *body = &by_id[id];
        if (code < 0) {
            *body = (dw_snapshot_body){.id = (uint8_t)id};
            const int64_t who = take(from);
            const int64_t look = take(from);
            body->role = who == 0 ? DW_ROLE_GUARD : DW_ROLE_INTRUDER;
            body->slot = (uint8_t)(who == 0 ? 0 : who - 1);
            body->flags = (uint8_t)(look % 16 + look / 64 * 16);
            body->mood = (uint8_t)(look / 16 % 4);
            body->meter = (uint8_t)(who == 0 ? take(from) : 0);
            body->heading = (uint8_t)take(from);
            body->x = (uint16_t)take(from);
            body->y = (uint16_t)take(from);
            continue;
        }
        assert_int_equal(body->id, id);
        if (code % 32 == 0) {
            body->id = 0;
        }
        body->x = (uint16_t)(body->x + (code & 1 ? take(from) : 0));
        body->y = (uint16_t)(body->y + (code & 2 ? take(from) : 0));
        body->heading = (uint8_t)(code & 4 ? take(from) : body->heading);
        body->meter = (uint8_t)(code & 8 ? take(from) : body->meter);
        if (code & 16) {
            const int64_t look = take(from);
            body->flags = (uint8_t)(look % 16 + look / 64 * 16);
            body->mood = (uint8_t)(look / 16 % 4);
        }
    }
    s->body_count = 0;
    for (uint32_t i = 1; i < 256; i++) {
        if (by_id[i].id != 0) {
            s->bodies[s->body_count++] = by_id[i];
        }
    }
}

static void a_decoder_made_of_msgpack_and_the_standard_comes_to_the_same(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 23, 0);
    for (uint32_t round = 0; round < 1000; round++) {
        dw_snapshot base;
        dw_snapshot next;
        uint8_t bytes[BYTES_MAX];
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        const size_t size = encode(&next, against, bytes);

        msgpack_unpacked unpacked;
        msgpack_unpacked_init(&unpacked);
        size_t end = 0;
        assert_int_equal(msgpack_unpack_next(&unpacked, (const char *)bytes, size, &end),
                         MSGPACK_UNPACK_SUCCESS);
        assert_int_equal(end, size);
        assert_int_equal(unpacked.data.type, MSGPACK_OBJECT_ARRAY);
        cursor from = {&unpacked.data.via.array, 0};
        dw_snapshot result = {.own = {.slot = DW_SLOT_NONE}};
        if (against != NULL) {
            result = *against;
        }
        assert_int_equal(take(&from), 35);
        result.tick = (uint32_t)take(&from);
        assert_int_equal(take(&from), against == NULL ? 0 : next.tick - base.tick);
        oracle_fixed_part(&from, &result);
        oracle_bodies(&from, &result);
        expect_equal(&result, &next);
        msgpack_unpacked_destroy(&unpacked);
    }
}

/* --- hostile bytes --- */

static void each_truncation_and_each_trailing_byte_is_refused(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 24, 0);
    for (uint32_t round = 0; round < 100; round++) {
        dw_snapshot base;
        dw_snapshot next;
        dw_snapshot back;
        uint8_t bytes[BYTES_MAX];
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        const size_t size = encode(&next, against, bytes);
        for (size_t cut = 0; cut < size; cut++) {
            assert_int_equal(dw_snapshot_decode(&back, against, DOORS, bytes, cut), DW_INVALID);
        }
        bytes[size] = 0;
        assert_int_equal(dw_snapshot_decode(&back, against, DOORS, bytes, size + 1), DW_INVALID);
    }
}

static void each_changed_byte_is_refused_or_comes_back_as_it_is(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 25, 0);
    uint32_t taken = 0;
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 20; round++) {
        dw_snapshot base;
        dw_snapshot next;
        uint8_t bytes[BYTES_MAX];
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        const size_t size = encode(&next, against, bytes);
        for (size_t at = 0; at < size && at < 150; at++) {
            const uint8_t before = bytes[at];
            for (uint32_t change = 1; change < 256; change++) {
                dw_snapshot back;
                bytes[at] = (uint8_t)(before ^ change);
                if (dw_snapshot_decode(&back, against, DOORS, bytes, size) == DW_OK) {
                    uint8_t again[BYTES_MAX];
                    size_t again_size = 0;
                    assert_int_equal(dw_snapshot_encode(&back, against, DOORS, NULL, again,
                                                        BYTES_MAX, &again_size, NULL),
                                     DW_OK);
                    assert_int_equal(again_size, size);
                    assert_memory_equal(again, bytes, size);
                    taken++;
                } else {
                    refused++;
                }
            }
            bytes[at] = before;
        }
    }
    assert_true(taken > 10000 && refused > 10000);
}

static void a_refused_snapshot_leaves_the_output_untouched(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x96, 0x23, 0x09, 0x00, 0x00, 0x01, 0xc0};
    dw_snapshot out;
    dw_snapshot before;
    memset(&out, 0x5a, sizeof(out));
    memset(&before, 0x5a, sizeof(before));
    assert_int_equal(dw_snapshot_decode(&out, NULL, DOORS, bytes, sizeof(bytes)), DW_INVALID);
    assert_memory_equal(&out, &before, sizeof(out));
}

static void a_delta_is_refused_without_its_base_and_on_another(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 26, 0);
    dw_snapshot base;
    dw_snapshot next;
    dw_snapshot back;
    uint8_t bytes[BYTES_MAX];
    dw_test_random_snapshot(&rng, 50, DOORS, 4, &base);
    dw_test_random_successor(&rng, &base, DOORS, &next);
    const size_t size = encode(&next, &base, bytes);
    assert_int_equal(dw_snapshot_decode(&back, NULL, DOORS, bytes, size), DW_INVALID);
    base.tick--;
    assert_int_equal(dw_snapshot_decode(&back, &base, DOORS, bytes, size), DW_INVALID);
    const size_t full_size = encode(&next, NULL, bytes);
    assert_int_equal(dw_snapshot_decode(&back, &base, DOORS, bytes, full_size), DW_INVALID);
}

/* Each state of the last item with each carrier and position. */
static void an_item_has_a_carrier_or_a_position_as_its_state_says(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind <= DW_ITEM_STATE_COUNT; kind++) {
        for (uint32_t carrier = 0; carrier <= DW_INTRUDERS_MAX; carrier++) {
            for (uint32_t places = 0; places < 4; places++) {
                const dw_snapshot snapshot = {
                    .tick = 1,
                    .own = {.slot = DW_SLOT_NONE},
                    .items = {[DW_ITEMS_MAX - 1] = {.state = (uint8_t)kind,
                                                    .carrier = (uint8_t)carrier,
                                                    .x = (uint16_t)(places & 1),
                                                    .y = (uint16_t)(places >> 1)}}};
                const bool carried = kind == DW_ITEM_CARRIED;
                const bool fits = kind != DW_ITEM_STATE_COUNT &&
                                  (carrier == 0 || (carried && carrier < DW_INTRUDERS_MAX)) &&
                                  (places == 0 || kind == DW_ITEM_DROPPED);
                assert_int_equal(dw_snapshot_valid(&snapshot, 0), fits);
            }
        }
    }
}

static void a_door_that_the_map_has_not_is_refused(void **state)
{
    (void)state;
    dw_snapshot snapshot = {.tick = 9, .own = {.slot = DW_SLOT_NONE}};
    dw_snapshot back;
    uint8_t bytes[BYTES_MAX];
    dw_door_set_put(&snapshot.doors, DOORS - 1, true);
    const size_t size = encode(&snapshot, NULL, bytes);
    assert_int_equal(dw_snapshot_decode(&back, NULL, DOORS, bytes, size), DW_OK);
    assert_int_equal(dw_snapshot_decode(&back, NULL, DOORS - 1, bytes, size), DW_INVALID);
    assert_int_equal(dw_snapshot_decode(&back, NULL, 0, bytes, size), DW_INVALID);
}

/* 81 new bodies, one more than there may be. */
/* The first body is compared with no other, whatever lies before it. */
static void the_first_body_may_have_any_number(void **state)
{
    (void)state;
    dw_snapshot snapshot = {.tick = 1, .own = {.slot = DW_SLOT_NONE}, .body_count = 1};
    memset(&snapshot.doors, 0xff, sizeof snapshot.doors);
    for (uint32_t id = 1; id <= 255; id += 127) {
        snapshot.bodies[0] = (dw_snapshot_body){.id = (uint8_t)id, .role = DW_ROLE_GUARD};
        assert_true(dw_snapshot_valid(&snapshot, 64 * DW_COUNT_OF(snapshot.doors.bits)));
    }
    snapshot.bodies[1] = snapshot.bodies[0];
    snapshot.body_count = 2;
    assert_false(dw_snapshot_valid(&snapshot, 64 * DW_COUNT_OF(snapshot.doors.bits)));
}

static void more_bodies_than_a_match_has_are_refused(void **state)
{
    (void)state;
    for (uint32_t bodies = DW_SNAPSHOT_BODIES_MAX; bodies <= DW_SNAPSHOT_BODIES_MAX + 1; bodies++) {
        const uint32_t elements = 5 + 7 * bodies;
        uint8_t bytes[BYTES_MAX] = {0xdc, (uint8_t)(elements >> 8), (uint8_t)elements, 35, 9};
        size_t size = 3 + 5;
        for (uint32_t i = 0; i < bodies; i++) {
            bytes[size] = 0xff; /* New, no gap; then seven zeros less one: a guard at 0, 0. */
            size += 7;
        }
        dw_snapshot back;
        assert_int_equal(dw_snapshot_decode(&back, NULL, DOORS, bytes, size),
                         bodies == DW_SNAPSHOT_BODIES_MAX ? DW_OK : DW_INVALID);
    }
}

/* --- budgets --- */

static void what_does_not_fit_is_left_out_from_the_end_of_the_order(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 27, 0);
    uint32_t cut_short = 0;
    uint32_t full = 0;
    for (uint32_t round = 0; round < 1500; round++) {
        dw_snapshot base;
        dw_snapshot next;
        dw_snapshot sent;
        dw_snapshot back;
        uint8_t bytes[BYTES_MAX];
        uint8_t order[DW_SNAPSHOT_BODIES_MAX];
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        for (uint32_t i = 0; i < next.body_count; i++) {
            const uint32_t other = dw_rng_below(&rng, i + 1);
            order[i] = order[other];
            order[other] = (uint8_t)i;
        }
        const size_t capacity = 20 + dw_rng_below(&rng, 500);
        size_t size = 0;
        const dw_status status =
            dw_snapshot_encode(&next, against, DOORS, order, bytes, capacity, &size, &sent);
        if (status == DW_FULL) {
            full++;
            continue;
        }
        assert_int_equal(status, DW_OK);
        assert_true(size <= capacity);
        assert_int_equal(dw_snapshot_decode(&back, against, DOORS, bytes, size), DW_OK);
        expect_equal(&back, &sent);
        /* From some place in the order on, no row is as the server has it but by being as the base
         * has it; before, each is. */
        bool left_out = false;
        for (uint32_t place = 0; place < next.body_count; place++) {
            const dw_snapshot_body *row = &next.bodies[order[place]];
            const dw_snapshot_body *got = NULL;
            const dw_snapshot_body *old = NULL;
            for (uint32_t i = 0; i < sent.body_count; i++) {
                got = sent.bodies[i].id == row->id ? &sent.bodies[i] : got;
            }
            for (uint32_t i = 0; against != NULL && i < base.body_count; i++) {
                old = base.bodies[i].id == row->id ? &base.bodies[i] : old;
            }
            const bool as_sent = got != NULL && dw_test_same_body(got, row);
            const bool as_base = got != NULL && old != NULL && dw_test_same_body(got, old);
            const bool unknown =
                got == NULL && (old == NULL || old->role != row->role || old->slot != row->slot);
            assert_true(as_sent || as_base || unknown);
            assert_true(!left_out || as_base || unknown);
            left_out = left_out || !as_sent;
        }
        cut_short += left_out ? 1 : 0;
    }
    assert_true(cut_short > 100 && full > 10);
}

/* As many are sent as fit: one byte less of room loses a body only if there was none to spare. */
static void the_most_bodies_that_fit_are_sent(void **state)
{
    (void)state;
    dw_snapshot snapshot = {.tick = 9, .own = {.slot = DW_SLOT_NONE}, .body_count = 3};
    for (uint8_t i = 0; i < 3; i++) {
        snapshot.bodies[i] = (dw_snapshot_body){.id = (uint8_t)(i + 1), .x = 300, .y = 300};
    }
    enum { EMPTY = 1 + 5, BODY = 5 + 3 + 3 };
    const size_t sizes[] = {EMPTY, EMPTY + BODY, EMPTY + 2 + 2 * BODY, EMPTY + 2 + 3 * BODY};
    for (size_t capacity = 0; capacity < sizes[3] + 5; capacity++) {
        dw_snapshot sent;
        uint8_t bytes[BYTES_MAX];
        size_t size = 0;
        const dw_status status =
            dw_snapshot_encode(&snapshot, NULL, DOORS, NULL, bytes, capacity, &size, &sent);
        assert_int_equal(status, capacity < sizes[0] ? DW_FULL : DW_OK);
        if (status == DW_OK) {
            uint8_t fitting = 0;
            while (fitting < 3 && sizes[fitting + 1] <= capacity) {
                fitting++;
            }
            assert_int_equal(sent.body_count, fitting);
            assert_int_equal(size, sizes[fitting]);
        }
    }
}

static void the_fullest_snapshot_fits_a_datagram(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 28, 0);
    size_t largest = 0;
    for (uint32_t round = 0; round < 300; round++) {
        dw_snapshot base;
        dw_snapshot next;
        dw_snapshot sent;
        uint8_t bytes[DW_DATAGRAM_MAX];
        size_t size = 0;
        const dw_snapshot *against = random_pair(&rng, &base, &next);
        assert_int_equal(
            dw_snapshot_encode(&next, against, DOORS, NULL, bytes, sizeof(bytes), &size, &sent),
            DW_OK);
        largest = size > largest ? size : largest;
    }
    assert_true(largest > 400 && largest <= DW_DATAGRAM_MAX);
}

/* ARCHITECTURE.md, budgets: four intruders and three guards, all of them seen and walking, against
 * a base of 100 ms ago, stay under 60 bytes. */
static void a_busy_moment_of_seven_bodies_stays_under_sixty_bytes(void **state)
{
    (void)state;
    dw_snapshot base = {.tick = 216000, .input_lead = 3, .body_count = 6};
    base.own = (dw_snapshot_own){.slot = 1,
                                 .state = DW_SLOT_ALIVE,
                                 .heading_bam = 8192,
                                 .x = 400000,
                                 .y = 300000,
                                 .input_tick = 216000};
    for (uint8_t i = 0; i < 6; i++) {
        base.bodies[i] = (dw_snapshot_body){.id = (uint8_t)(i + 1),
                                            .role = i < 3 ? DW_ROLE_GUARD : DW_ROLE_INTRUDER,
                                            .slot = i < 3 ? 0 : i,
                                            .x = (uint16_t)(100 * i),
                                            .y = 400};
    }
    dw_snapshot next = base;
    next.tick += 6;
    next.own.input_tick += 6;
    next.own.x += 6 * 1272;
    next.own.y -= 6 * 1272;
    next.own.heading_bam = 57344;
    for (uint8_t i = 0; i < 6; i++) {
        next.bodies[i].x = (uint16_t)(next.bodies[i].x + 8);
        next.bodies[i].y = (uint16_t)(next.bodies[i].y - 8);
        next.bodies[i].heading = 112;
        next.bodies[i].meter = i < 3 ? 60 : 0;
    }
    uint8_t bytes[BYTES_MAX];
    const size_t size = encode(&next, &base, bytes);
    assert_in_range(size, 30, 59);
}

static void a_moment_in_which_nothing_happens_is_ten_bytes(void **state)
{
    (void)state;
    dw_snapshot base = {.tick = 216000, .input_lead = 3};
    base.own = (dw_snapshot_own){.slot = 1, .state = DW_SLOT_ALIVE, .input_tick = 216000};
    dw_snapshot next = base;
    next.tick += 3;
    next.own.input_tick += 3;
    uint8_t bytes[BYTES_MAX];
    assert_int_equal(encode(&next, &base, bytes), 10);
}

/* What items add to a moment in which nothing else happens. Two bytes go to `changes`. */
static size_t bytes_of_items(const dw_snapshot *base, const dw_snapshot *next)
{
    uint8_t bytes[BYTES_MAX];
    dw_snapshot quiet = *next;
    memcpy(quiet.items, base->items, sizeof quiet.items);
    const size_t before = encode(&quiet, base, bytes);
    const size_t size = encode(next, base, bytes);
    dw_snapshot back;
    assert_int_equal(dw_snapshot_decode(&back, base, DOORS, bytes, size), DW_OK);
    expect_equal(&back, next);
    return size - before - 2;
}

/* A mask of 1 byte up to 127, and of the rows that change 2 bytes for a carrier, 5 for a position
 * beyond 255 and one below 128, 1 for an item in its place. */
static void a_delta_says_the_changed_items_alone(void **state)
{
    (void)state;
    dw_snapshot base = {.tick = 216000, .own = {.slot = DW_SLOT_NONE}};
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        base.items[i] = (dw_snapshot_item){.state = DW_ITEM_CARRIED, .carrier = (uint8_t)i};
    }
    dw_snapshot next = base;
    next.tick += 3;
    next.items[2].carrier = 9;
    assert_int_equal(bytes_of_items(&base, &next), 1 + 2);
    next.items[7] = (dw_snapshot_item){.state = DW_ITEM_DROPPED, .x = 300, .y = 20};
    assert_int_equal(bytes_of_items(&base, &next), 2 + 2 + 5);
    next.items[2] = base.items[2];
    next.items[7] = (dw_snapshot_item){0};
    assert_int_equal(bytes_of_items(&base, &next), 2 + 1);
}

/* --- quantities --- */

static void a_restored_position_is_within_half_a_step_of_the_true_one(void **state)
{
    (void)state;
    for (int32_t origin = -70000; origin <= 70000; origin += 23333) {
        for (int32_t units = 0; units < 10 * DW_SNAPSHOT_STEP_UNITS; units++) {
            const uint16_t steps = dw_snapshot_quantise(origin + units, origin);
            const int32_t error = dw_snapshot_restore(steps, origin) - (origin + units);
            assert_true(error <= DW_SNAPSHOT_STEP_UNITS / 2 &&
                        error >= -DW_SNAPSHOT_STEP_UNITS / 2);
            assert_int_equal(dw_snapshot_quantise(dw_snapshot_restore(steps, origin), origin),
                             steps);
        }
    }
}

static void what_lies_outside_is_cut_to_the_first_and_last_step(void **state)
{
    (void)state;
    assert_int_equal(dw_snapshot_quantise(-1, 0), 0);
    assert_int_equal(dw_snapshot_quantise(-DW_COORDINATE_MAX, DW_COORDINATE_MAX), 0);
    assert_int_equal(dw_snapshot_quantise(DW_COORDINATE_MAX, -DW_COORDINATE_MAX), UINT16_MAX);
    assert_true(DW_MAP_SIDE_MAX / DW_SNAPSHOT_STEP_UNITS < UINT16_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_snapshot_comes_back_as_it_was),
        cmocka_unit_test(a_chain_of_deltas_ends_where_the_server_is),
        cmocka_unit_test(a_decoder_made_of_msgpack_and_the_standard_comes_to_the_same),
        cmocka_unit_test(each_truncation_and_each_trailing_byte_is_refused),
        cmocka_unit_test(each_changed_byte_is_refused_or_comes_back_as_it_is),
        cmocka_unit_test(a_refused_snapshot_leaves_the_output_untouched),
        cmocka_unit_test(a_delta_is_refused_without_its_base_and_on_another),
        cmocka_unit_test(an_item_has_a_carrier_or_a_position_as_its_state_says),
        cmocka_unit_test(a_door_that_the_map_has_not_is_refused),
        cmocka_unit_test(the_first_body_may_have_any_number),
        cmocka_unit_test(more_bodies_than_a_match_has_are_refused),
        cmocka_unit_test(what_does_not_fit_is_left_out_from_the_end_of_the_order),
        cmocka_unit_test(the_most_bodies_that_fit_are_sent),
        cmocka_unit_test(the_fullest_snapshot_fits_a_datagram),
        cmocka_unit_test(a_busy_moment_of_seven_bodies_stays_under_sixty_bytes),
        cmocka_unit_test(a_moment_in_which_nothing_happens_is_ten_bytes),
        cmocka_unit_test(a_delta_says_the_changed_items_alone),
        cmocka_unit_test(a_restored_position_is_within_half_a_step_of_the_true_one),
        cmocka_unit_test(what_lies_outside_is_cut_to_the_first_and_last_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
