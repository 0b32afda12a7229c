/* What bots learn of a camera that turns to and fro, and what they make of it. */
#include "tests/support/test.h"

#include "client/bot/camera_sweep.h"
#include "tests/support/bot_house.h"
#include "tests/support/scene.h"

#include <stdlib.h>

enum {
    LOW = 5000,
    SPAN = DW_BAM_TURN / 4,
    HALF_TICKS = 240,
    SNAPSHOT_TICKS = 3,
    CROSSING_TICKS_MAX = 9000,
    DEGREES_3 = DW_BAM_TURN / 120
};

static uint16_t heading_at(uint32_t tick)
{
    const uint32_t phase = tick % (2 * HALF_TICKS);
    const uint32_t at = phase < HALF_TICKS ? phase : 2 * HALF_TICKS - phase;
    return (uint16_t)(LOW + SPAN * at / HALF_TICKS);
}

static void watch(dw_camera_sweep *sweep, uint32_t from, uint32_t to)
{
    for (uint32_t tick = from; tick < to; tick += SNAPSHOT_TICKS) {
        dw_camera_sweep_watch(sweep, (uint8_t)(heading_at(tick) >> 9), tick, true);
    }
}

static void assert_foretells(const dw_camera_sweep *sweep, uint32_t from)
{
    for (uint32_t tick = from; tick < from + 3 * HALF_TICKS; tick++) {
        uint16_t heading;
        assert_true(dw_camera_sweep_foretell(sweep, tick, &heading));
        assert_true(abs(dw_turn_bam(heading_at(tick), heading)) < DEGREES_3);
    }
}

/* From wherever the watch begins. */
static void a_sweep_is_known_when_both_ends_were_seen(void **state)
{
    (void)state;
    for (uint32_t begin = 1000; begin < 1000 + 2 * HALF_TICKS; begin += 17) {
        dw_camera_sweep sweep = {0};
        const uint32_t first_end = (begin / HALF_TICKS + 1) * HALF_TICKS;
        watch(&sweep, begin, first_end + HALF_TICKS - 20);
        uint16_t heading;
        assert_false(dw_camera_sweep_foretell(&sweep, first_end + HALF_TICKS, &heading));
        assert_false(dw_camera_sweep_learned(&sweep));
        assert_true(dw_camera_sweep_unfinished(&sweep, first_end));
        assert_false(dw_camera_sweep_unfinished(&sweep, begin + 1900));
        sweep = (dw_camera_sweep){0};
        watch(&sweep, begin, first_end + 2 * HALF_TICKS + 30);
        assert_true(dw_camera_sweep_learned(&sweep));
        assert_in_range(sweep.half_ticks, HALF_TICKS - 3, HALF_TICKS + 3);
        assert_true(abs(dw_turn_bam(LOW + SPAN / 2, dw_camera_sweep_middle(&sweep))) < DEGREES_3);
        assert_foretells(&sweep, first_end + 2 * HALF_TICKS + 30);
    }
}

static void a_camera_that_stands_still_is_never_known(void **state)
{
    (void)state;
    dw_camera_sweep sweep = {0};
    for (uint32_t tick = 100; tick < 3000; tick += SNAPSHOT_TICKS) {
        dw_camera_sweep_watch(&sweep, 77, tick, true);
    }
    uint16_t heading;
    assert_false(dw_camera_sweep_learned(&sweep) || dw_camera_sweep_unfinished(&sweep, 150));
    assert_false(dw_camera_sweep_foretell(&sweep, 3000, &heading));
}

/* The ends stay known. Where it is shows with its next step, and is forgotten in 40 s. */
static void a_camera_that_was_drawn_off_is_found_again(void **state)
{
    (void)state;
    dw_camera_sweep sweep = {0};
    uint16_t heading;
    watch(&sweep, 999, 2001);
    dw_camera_sweep_watch(&sweep, 3, 2001, false);
    assert_true(dw_camera_sweep_learned(&sweep));
    assert_false(dw_camera_sweep_foretell(&sweep, 2010, &heading));
    watch(&sweep, 2400, 2430);
    assert_foretells(&sweep, 2430);
    assert_true(dw_camera_sweep_foretell(&sweep, 2430 + 2350, &heading));
    assert_false(dw_camera_sweep_foretell(&sweep, 2430 + 2450, &heading));
    /* Half of a sweep out of view says nothing about its length. */
    sweep = (dw_camera_sweep){0};
    watch(&sweep, 970, 1400);
    watch(&sweep, 1650, 1900);
    assert_false(dw_camera_sweep_learned(&sweep));
}

static dw_kind make_camera(void)
{
    dw_kind kind = dw_kind_guard();
    kind.look = DW_KIND_LOOK_CAMERA;
    kind.body.size_mm = 0;
    kind.body.solid = 0;
    kind.senses.eyes.meter_near = 200;
    kind.senses.eyes.meter_far_loss = 0;
    kind.senses.eyes.field_of_view_bam = DW_BAM_TURN / 12;
    kind.senses.eyes.range_mm = 8000;
    return kind;
}

typedef struct crossing {
    uint32_t ticks, seen_ticks, seen_most; /* In a row. */
} crossing;

/* A camera on the north wall sweeps a hall that the bot has to cross, from a side room. */
static crossing cross(const char *policy, bool sweeps, bool tells, uint32_t phase)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t side = dw_scene_room(h.scene, "side", 0, 0, 5000, 8000);
    const uint16_t hall = dw_scene_room(h.scene, "hall", 5000, 0, 12000, 8000);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 17000, 0, 4000, 8000);
    dw_scene_door(h.scene, "in", side, hall, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_door(h.scene, "out", hall, vault, 6000, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h.scene, 20000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 1000, 6500);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find(policy), 1, 1);
    if (tells) {
        const dw_body_kind told = {.body = 1, .kind = make_camera()};
        assert_true(dw_body_kinds_put(&h.kinds, &told));
    }
    h.tick = phase;
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){.position = dw_scene_mm(11000, 300),
                                 .heading_bam = DW_BAM_TURN / 4,
                                 .sweep_ticks = sweeps ? HALF_TICKS : 0,
                                 .sweep_bam = DW_BAM_TURN / 3,
                                 .sweep_from_bam = DW_BAM_TURN / 12};
    crossing it = {0};
    uint32_t seen_now = 0;
    for (; it.ticks < CROSSING_TICKS_MAX && !dw_bot_house_taken(&h); it.ticks++) {
        dw_bot_house_step(&h);
        seen_now = dw_bot_house_seen_by(&h, 0) ? seen_now + 1 : 0;
        it.seen_most = it.seen_most > seen_now ? it.seen_most : seen_now;
    }
    it.seen_ticks = h.seen_ticks;
    dw_bot_house_finish(&h);
    return it;
}

/* A camera notices in 60 ticks. Bots that did not wait to learn it would be seen for 1 to 3 s. */
static void a_hall_is_crossed_when_the_camera_looks_away(void **state)
{
    (void)state;
    static const char *const sneaks[] = {"careful", "shadow", "patient", "split"};
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        for (uint32_t phase = 1; phase < 2 * HALF_TICKS; phase += 97) {
            const crossing it = cross(sneaks[i], true, true, phase);
            assert_true(it.ticks < CROSSING_TICKS_MAX);
            assert_true(it.seen_most < 30);
        }
    }
}

/* As kind `guard` it looks half round and as far as there is light: nobody ever passes. */
static void a_camera_that_a_bot_was_not_told_of_is_taken_for_a_guard(void **state)
{
    (void)state;
    assert_int_equal(cross("patient", true, false, 1).ticks, CROSSING_TICKS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_is_known_when_both_ends_were_seen),
        cmocka_unit_test(a_camera_that_stands_still_is_never_known),
        cmocka_unit_test(a_camera_that_was_drawn_off_is_found_again),
        cmocka_unit_test(a_hall_is_crossed_when_the_camera_looks_away),
        cmocka_unit_test(a_camera_that_a_bot_was_not_told_of_is_taken_for_a_guard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
