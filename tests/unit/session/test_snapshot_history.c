/* The ring of sent snapshots against a plain list of all that were ever put: find, has and before
 * for every tick, at even and uneven pace, before the ring is full and over its wrap. */
#include "common/base/rng.h"
#include "server/session/snapshot_history.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    ARENA_BYTES = 1 << 20,
    BODIES_MAX = 5,
    PUTS = 60,
    TICKS_MAX = 1024,
    MARGIN_TICKS = 40, /* Asked for beyond the newest. */
    BYTES_AMPLE = 1 << 18
};

/* The oracle: everything in order; of that the ring holds the last `capacity`. */
typedef struct list {
    dw_snapshot rows[PUTS];
    uint32_t count, capacity;
} list;

static dw_arena arena;

static int make_arena(void **state)
{
    (void)state;
    return dw_arena_create(&arena, ARENA_BYTES) == DW_OK ? 0 : -1;
}

static int free_arena(void **state)
{
    (void)state;
    dw_arena_destroy(&arena);
    return 0;
}

static uint32_t oldest(const list *all)
{
    return all->count > all->capacity ? all->count - all->capacity : 0;
}

static const dw_snapshot *list_find(const list *all, uint32_t tick)
{
    for (uint32_t i = oldest(all); i < all->count; i++) {
        if (all->rows[i].tick == tick) {
            return &all->rows[i];
        }
    }
    return NULL;
}

static const dw_snapshot *list_before(const list *all, uint32_t tick)
{
    const dw_snapshot *found = NULL;
    for (uint32_t i = oldest(all); i < all->count; i++) {
        found = all->rows[i].tick <= tick ? &all->rows[i] : found;
    }
    return found;
}

/* Each differs from all others in its own part and in each of its bodies. */
static dw_snapshot make_snapshot(uint32_t tick)
{
    dw_snapshot snapshot = {.tick = tick, .own = {.x = (int32_t)(tick * 7)}};
    snapshot.body_count = (uint8_t)(tick % (BODIES_MAX + 1));
    for (uint8_t b = 0; b < snapshot.body_count; b++) {
        snapshot.bodies[b] =
            (dw_snapshot_body){.id = (uint8_t)(b + 1), .x = (uint16_t)(tick * 3 + b)};
    }
    return snapshot;
}

static bool same(const dw_snapshot *a, const dw_snapshot *b)
{
    return a->tick == b->tick && a->own.x == b->own.x && a->body_count == b->body_count &&
           memcmp(a->bodies, b->bodies, a->body_count * sizeof a->bodies[0]) == 0;
}

static void expect_same(const dw_snapshot_history *ring, const list *all, uint32_t newest)
{
    for (uint32_t tick = 0; tick <= newest + MARGIN_TICKS; tick++) {
        const dw_snapshot *wanted = list_find(all, tick);
        const dw_snapshot *got = dw_snapshot_history_find(ring, tick);
        if ((wanted != NULL) != (got != NULL)) {
            fail_msg("%u snapshots, capacity %u: tick %u is %s", (unsigned)all->count,
                     (unsigned)all->capacity, (unsigned)tick,
                     got != NULL ? "held, though it was pushed out or never put" : "missing");
        }
        assert_true(wanted == NULL || same(wanted, got));
        assert_int_equal(dw_snapshot_history_has(ring, tick), wanted != NULL);
        dw_snapshot out = {.tick = 0};
        wanted = list_before(all, tick);
        assert_int_equal(dw_snapshot_history_before(ring, tick, &out), wanted != NULL);
        assert_true(wanted == NULL || same(wanted, &out));
        dw_snapshot_history_prefetch(ring, tick); /* Changes nothing. */
    }
}

static void open_ring(dw_snapshot_history *ring, list *all, uint32_t rows)
{
    dw_arena_reset(&arena, 0);
    assert_int_equal(dw_snapshot_history_create(ring, &arena, rows, BODIES_MAX, BYTES_AMPLE),
                     DW_OK);
    assert_int_equal(ring->capacity, rows);
    memset(all, 0, sizeof *all);
    all->capacity = rows;
}

static void put(dw_snapshot_history *ring, list *all, uint32_t tick)
{
    assert_true(all->count < PUTS && tick < TICKS_MAX);
    all->rows[all->count] = make_snapshot(tick);
    dw_snapshot_history_put(ring, &all->rows[all->count]);
    all->count++;
    expect_same(ring, all, tick);
}

static list all;

static void an_even_pace_is_held_over_the_wrap(void **state)
{
    (void)state;
    for (uint32_t rows = 2; rows <= 9; rows++) {
        for (uint32_t pace = 1; pace <= 6; pace++) {
            dw_snapshot_history ring;
            open_ring(&ring, &all, rows);
            expect_same(&ring, &all, 10);
            for (uint32_t i = 0; i < 3 * rows + 1; i++) {
                put(&ring, &all, 10 + i * pace);
            }
        }
    }
}

static void an_uneven_pace_is_held_over_the_wrap(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    for (uint32_t run = 0; run < 40; run++) {
        dw_snapshot_history ring;
        open_ring(&ring, &all, 2 + dw_rng_below(&rng, 8));
        uint32_t tick = 1;
        for (uint32_t i = 0; i < PUTS / 2; i++) {
            put(&ring, &all, tick);
            tick += 1 + dw_rng_below(&rng, 9);
        }
    }
}

/* Turns left out, and a pace that changes for good: runs of even steps of all lengths. */
static void a_pace_that_changes_is_held(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 8, 1);
    for (uint32_t run = 0; run < 40; run++) {
        dw_snapshot_history ring;
        open_ring(&ring, &all, 2 + dw_rng_below(&rng, 8));
        uint32_t tick = 1 + dw_rng_below(&rng, 50);
        uint32_t pace = 3;
        for (uint32_t i = 0; i < PUTS / 2; i++) {
            put(&ring, &all, tick);
            pace = dw_rng_below(&rng, 6) == 0 ? 1 + dw_rng_below(&rng, 6) : pace;
            tick += pace;
        }
    }
}

static void a_reset_forgets_everything(void **state)
{
    (void)state;
    dw_snapshot_history ring;
    open_ring(&ring, &all, 4);
    for (uint32_t i = 0; i < 7; i++) {
        put(&ring, &all, 10 + 3 * i);
    }
    dw_snapshot_history_reset(&ring);
    all.count = 0;
    expect_same(&ring, &all, 40);
    for (uint32_t i = 0; i < 7; i++) {
        put(&ring, &all, 5 + 3 * i); /* Earlier than before: a new round of another match. */
    }
}

static void bytes_limit_the_rows_and_two_are_always_there(void **state)
{
    (void)state;
    dw_snapshot_history ring;
    open_ring(&ring, &all, 8);
    const size_t row = ring.row_size;
    assert_true(row <= sizeof(dw_snapshot));
    assert_int_equal(dw_snapshot_history_create(&ring, &arena, 8, BODIES_MAX, 3 * row + 1), DW_OK);
    assert_int_equal(ring.capacity, 3);
    assert_int_equal(dw_snapshot_history_create(&ring, &arena, 8, BODIES_MAX, 0), DW_OK);
    assert_int_equal(ring.capacity, 2);
    dw_arena small;
    assert_int_equal(dw_arena_create(&small, 64), DW_OK);
    assert_int_equal(dw_snapshot_history_create(&ring, &small, 8, BODIES_MAX, BYTES_AMPLE),
                     DW_MEMORY);
    dw_arena_destroy(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_pace_is_held_over_the_wrap),
        cmocka_unit_test(an_uneven_pace_is_held_over_the_wrap),
        cmocka_unit_test(a_pace_that_changes_is_held),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(bytes_limit_the_rows_and_two_are_always_there),
    };
    return cmocka_run_group_tests(tests, make_arena, free_arena);
}
