/* ghosts.h: where earlier players are drawn between two messages, before the first, behind the
 * last, and which messages are kept. */
#include "client/core/ghosts.h"
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

enum { SLOT = 2, TRIES = 5, STEP = 3, QUARTER = DW_GHOSTS_LEAP / 4 };

static const dw_vec origin = {10000, 20000};
static dw_ghost_store store;
static dw_drawn_world world;

static int begin(void **state)
{
    (void)state;
    memset(&store, 0, sizeof store);
    memset(&world, 0, sizeof world);
    return 0;
}

static dw_ghost ghost_at(int32_t x, int32_t y, uint8_t heading)
{
    return (dw_ghost){.slot = SLOT,
                      .tries = TRIES,
                      .heading = heading,
                      .x = dw_snapshot_quantise(origin.x + x, origin.x),
                      .y = dw_snapshot_quantise(origin.y + y, origin.y)};
}

static dw_ghosts message_of(uint32_t tick, dw_ghost ghost)
{
    return (dw_ghosts){.tick = tick, .count = 1, .rows = {ghost}};
}

static void put(uint32_t tick, dw_ghost ghost)
{
    const dw_ghosts message = message_of(tick, ghost);
    assert_true(dw_ghost_store_put(&store, &message));
}

static const dw_drawn_ghost *draw(double tick)
{
    dw_ghost_store_draw(&store, tick, origin, &world);
    return world.ghost_count == 1 ? &world.ghosts[0] : NULL;
}

static void expect_at(double tick, int32_t x, int32_t y)
{
    const dw_drawn_ghost *ghost = draw(tick);
    assert_non_null(ghost);
    assert_int_equal(ghost->slot, SLOT);
    assert_int_equal(ghost->tries, TRIES);
    assert_true(fabs(ghost->x - (origin.x + x)) <= DW_SNAPSHOT_STEP_UNITS); /* Rounded. */
    assert_true(fabs(ghost->y - (origin.y + y)) <= DW_SNAPSHOT_STEP_UNITS);
}

static void without_messages_nothing_is_drawn(void **state)
{
    (void)state;
    world.ghost_count = 3;
    assert_null(draw(100.0));
    assert_int_equal(world.ghost_count, 0);
    assert_null(dw_ghost_store_newest(&store));
}

static void one_message_is_drawn_whatever_the_tick(void **state)
{
    (void)state;
    put(100, ghost_at(QUARTER * 2, 2 * QUARTER, 10));
    expect_at(90.0, QUARTER * 2, 2 * QUARTER);
    expect_at(100.0, QUARTER * 2, 2 * QUARTER);
    expect_at(200.0, QUARTER * 2, 2 * QUARTER);
}

static void between_messages_a_ghost_walks_in_x_and_in_y(void **state)
{
    (void)state;
    put(100, ghost_at(0, 2 * QUARTER, 0));
    put(110, ghost_at(QUARTER * 2, 0, 0));
    put(120, ghost_at(QUARTER * 2, QUARTER * 2, 0));
    expect_at(99.0, 0, 2 * QUARTER);
    expect_at(105.0, QUARTER, QUARTER);
    expect_at(107.5, QUARTER + QUARTER / 2, QUARTER / 2);
    expect_at(110.0, QUARTER * 2, 0);
    expect_at(115.0, QUARTER * 2, QUARTER);
    expect_at(500.0, QUARTER * 2, QUARTER * 2);
}

static void a_ghost_turns_the_short_way(void **state)
{
    (void)state;
    put(100, ghost_at(0, 0, 120));
    put(110, ghost_at(0, 0, 8)); /* Of 128: by an eighth, through 0. */
    const dw_drawn_ghost *ghost = draw(105.0);
    assert_non_null(ghost);
    assert_true(fabsf(ghost->heading - roundf(ghost->heading)) < 0.001F);
}

static void a_leap_is_not_walked(void **state)
{
    (void)state;
    const int32_t far = 5 * QUARTER;
    put(100, ghost_at(0, 0, 0));
    put(110, ghost_at(far, 0, 0));
    expect_at(109.0, 0, 0);
    expect_at(110.0, far, 0);
    put(120, ghost_at(far, 3 * QUARTER, 0)); /* As far as it may. */
    expect_at(115.0, far, QUARTER + QUARTER / 2);
}

/* Another try of the same player is another ghost, and so is another player. */
static void a_ghost_that_ends_stays_until_the_next_message(void **state)
{
    (void)state;
    put(100, ghost_at(0, 0, 0));
    dw_ghost next = ghost_at(QUARTER * 2, 0, 0);
    next.tries = TRIES + 1;
    put(110, next);
    expect_at(109.0, 0, 0);
    next.tries = TRIES;
    next.slot = SLOT + 1;
    put(120, next);
    const dw_drawn_ghost *ghost = draw(115.0);
    assert_int_equal(ghost->tries, TRIES + 1);
    ghost = draw(120.0);
    assert_int_equal(ghost->slot, SLOT + 1);
}

static void ticks_ascend_and_the_oldest_message_goes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < DW_GHOSTS_KEPT + 4; i++) {
        const uint32_t tick = 100 + STEP * i;
        put(tick, ghost_at((int32_t)(2 * DW_SNAPSHOT_STEP_UNITS * i), 0, 0));
        const dw_ghosts again = message_of(tick, ghost_at(0, 0, 0));
        assert_false(dw_ghost_store_put(&store, &again));
        assert_int_equal(dw_ghost_store_newest(&store)->tick, tick);
        assert_int_equal(store.count, i < DW_GHOSTS_KEPT ? i + 1 : DW_GHOSTS_KEPT);
    }
    expect_at(100.0, 8 * DW_SNAPSHOT_STEP_UNITS, 0); /* The oldest that is kept. */
    expect_at(100.0 + STEP * 20, 40 * DW_SNAPSHOT_STEP_UNITS, 0);
    dw_ghost_store_reset(&store);
    assert_null(draw(100.0));
    put(1, ghost_at(0, 0, 0));
}

#define TEST(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(without_messages_nothing_is_drawn),
        TEST(one_message_is_drawn_whatever_the_tick),
        TEST(between_messages_a_ghost_walks_in_x_and_in_y),
        TEST(a_ghost_turns_the_short_way),
        TEST(a_leap_is_not_walked),
        TEST(a_ghost_that_ends_stays_until_the_next_message),
        TEST(ticks_ascend_and_the_oldest_message_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
