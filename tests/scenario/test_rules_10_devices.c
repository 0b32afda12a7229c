/* server/RULES.md 10.10 to 10.18: what cameras, motion detectors and microphones do, with the
 * figures of the shipped kinds. */
#include "server/mind/brains/brains.h"
#include "tests/support/decision.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* The device hangs in the middle of the hall and looks east, through the door. Ann, a puppet, hears
 * the radio.
 *
 *     0                 12000 12000    20000
 *     +-----------------------+----------+
 *     |            device >   D  store   |  8000     D = a door from 3500 to 4500
 *     | Ann                   |          |
 *     +-----------------------+----------+
 */
enum { HALL, STORE };
enum { DEVICE, ANN };
enum { DEVICE_X = 6000, DEVICE_Y = 4000 };
enum { NOTICE_TICKS = 60, REPEAT_TICKS = 300, SWEEP_TICKS = 240, SWEEP_BAM = 16384, KIND = 1 };

static dw_ruleset rules_with(const char *kind)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.kind_count = KIND + 1;
    rules.kinds[KIND] = dw_stage_shipped_kind(kind);
    return rules;
}

static dw_house open_with(const dw_ruleset *rules, const char *kind, dw_scene_leaf leaf)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 12000, 8000);
    dw_scene_room(scene, "store", 12000, 0, 8000, 8000);
    dw_scene_door(scene, "door", HALL, STORE, 3500, 1000, leaf);
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "device", DEVICE_X, DEVICE_Y, 0, "round");
    dw_scene_guard(scene, "ann", 1000, 7000, 0, "round");
    assert_int_equal(dw_scene_kind(scene, DEVICE, kind), KIND);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_spawn(scene, 1000, 2000);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, DEVICE, dw_brain_find("device"));
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    return house;
}

static dw_house open_house(const char *kind)
{
    const dw_ruleset rules = rules_with(kind);
    return open_with(&rules, kind, DW_SCENE_OPEN);
}

static void put(dw_house *it, int32_t x, int32_t y)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(x, y));
}

/* Clockwise from where the post looks. */
static int32_t heading_of(const dw_house *it)
{
    return (int16_t)dw_house_guard(it, DEVICE)->body.heading_bam;
}

static bool has_noticed(const dw_house *it)
{
    return dw_stage_events(it->stage, DW_SIM_NOTICED, DEVICE, DW_NONE) > 0;
}

/* The room of the notice that the device has sent in the last step. */
static uint16_t noticed_room(const dw_house *it)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it->stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_NOTICED) {
            return events[i].room;
        }
    }
    return DW_NONE;
}

/* Steps until the next notice; the steps that it took, or 0 when there was none in `ticks_max`. */
static uint32_t run_to_notice(dw_house *it, uint32_t ticks_max)
{
    for (uint32_t tick = 1; tick <= ticks_max; tick++) {
        dw_stage_step(it->stage);
        if (has_noticed(it)) {
            return tick;
        }
    }
    return 0;
}

static void a_device_stands_in_nobodys_way_and_catches_nobody(void **state)
{
    (void)state;
    static const char *const kinds[] = {"camera", "motion", "microphone"};
    for (size_t i = 0; i < 3; i++) {
        dw_ruleset rules = rules_with(kinds[i]);
        rules.catch_ticks = 90;
        rules.kinds[KIND].can.catch = 1; /* Whatever its file says. */
        dw_house it = open_with(&rules, kinds[i], DW_SCENE_OPEN);
        put(&it, DEVICE_X - 1000, DEVICE_Y);
        dw_stage_walk(it.stage, 0, DW_EAST, 0);
        dw_stage_run(it.stage, 60);
        assert_int_equal(dw_house_intruder(&it, 0).x,
                         DW_MM(DEVICE_X - 1000) + 60 * rules.walk_speed_mm_s);
        put(&it, DEVICE_X + 400, DEVICE_Y);
        dw_stage_walk(it.stage, 0, DW_STAND, 0);
        dw_stage_run(it.stage, 900);
        assert_int_equal(it.stage->world->intruders[0].caught_ticks, 0);
        assert_true(dw_vec_equal(dw_house_guard(&it, DEVICE)->body.position,
                                 dw_scene_mm(DEVICE_X, DEVICE_Y)));
        dw_house_close(&it);
    }
}

static void a_camera_sweeps_90_degrees_in_4_seconds_to_and_fro(void **state)
{
    (void)state;
    dw_house it = open_house("camera");
    int32_t before = heading_of(&it);
    assert_int_equal(before, 0);
    uint32_t ends[4];
    uint32_t count = 0;
    int32_t direction = 1;
    for (uint32_t tick = 1; count < 4; tick++) {
        dw_stage_step(it.stage);
        const int32_t now = heading_of(&it);
        const int32_t turn = (now - before) * direction;
        if (turn < 0) { /* It has been at an end one tick ago. */
            assert_int_equal(before, direction * SWEEP_BAM / 2);
            ends[count++] = tick - 1;
            direction = -direction;
        }
        assert_true(tick == 1 || (now != before && abs(now - before) <= 69));
        before = now;
    }
    /* What a guard decides in a tick it does in the next one. */
    assert_int_equal(ends[0], SWEEP_TICKS / 2 + 1);
    for (uint32_t i = 1; i < 4; i++) {
        assert_int_equal(ends[i] - ends[i - 1], SWEEP_TICKS);
    }
    dw_house_close(&it);
}

static void a_box_on_the_wall_does_not_turn(void **state)
{
    (void)state;
    dw_house it = open_house("motion");
    for (uint32_t tick = 0; tick < 600; tick++) {
        put(&it, 8000, 4000 + (tick % 2 == 0 ? 100 : -100));
        dw_stage_step(it.stage);
        assert_int_equal(heading_of(&it), 0);
    }
    dw_house_close(&it);
}

static void a_camera_turns_to_whom_it_sees_within_its_sweep_and_sweeps_on_from_there(void **state)
{
    (void)state;
    dw_house it = open_house("camera");
    const int32_t rate = rules_with("camera").kinds[KIND].turn_rates.hurried_bam;
    put(&it, DEVICE_X + 3000, DEVICE_Y + 1000);
    const int32_t wanted = dw_angle_bam(3000, 1000);
    int32_t before = heading_of(&it);
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_step(it.stage);
        assert_true(abs(heading_of(&it) - before) <= rate);
        before = heading_of(&it);
    }
    assert_int_equal(before, wanted);
    /* 68 degrees: beyond the end of the sweep, and still in sight from there. */
    for (int32_t y = 1000; y <= 2500; y += 10) {
        put(&it, DEVICE_X + 1000, DEVICE_Y + y);
        dw_stage_step(it.stage);
        assert_true(dw_stage_sees(it.stage, DEVICE, 0));
    }
    dw_stage_run(it.stage, 60);
    assert_int_equal(heading_of(&it), SWEEP_BAM / 2);
    put(&it, DEVICE_X + 3000, DEVICE_Y + 1000);
    dw_stage_run(it.stage, 60);
    assert_int_equal(heading_of(&it), wanted);
    put(&it, 1000, 1000);
    dw_stage_run(it.stage, 2);
    before = heading_of(&it);
    assert_true(abs(before - wanted) <= 3 * 69);
    dw_stage_run(it.stage, 10);
    assert_true(abs(heading_of(&it) - before) >= 10 * 68 && abs(heading_of(&it) - before) <= 690);
    dw_house_close(&it);
}

static void a_camera_turns_to_whom_it_has_seen_for_the_longest_time(void **state)
{
    (void)state;
    for (uint8_t first = 0; first <= 1; first++) {
        dw_house it = open_house("camera");
        dw_stage_reset(it.stage, 1, 3);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1000, 1000));
        dw_stage_put_intruder(it.stage, 1, dw_scene_mm(1000, 2000));
        const int32_t y[] = {3400, 4600};
        dw_stage_put_intruder(it.stage, first, dw_scene_mm(9000, y[first]));
        dw_stage_step(it.stage);
        dw_stage_put_intruder(it.stage, !first, dw_scene_mm(9000, y[!first]));
        dw_stage_run(it.stage, 100);
        assert_true(dw_stage_sees(it.stage, DEVICE, 0) && dw_stage_sees(it.stage, DEVICE, 1));
        assert_int_equal(heading_of(&it), (int16_t)dw_angle_bam(3000, y[first] - DEVICE_Y));
        dw_house_close(&it);
    }
}

static void a_camera_notices_after_60_ticks_in_sight_and_not_sooner(void **state)
{
    (void)state;
    dw_ruleset rules = rules_with("camera");
    rules.kinds[KIND].senses.eyes.meter_near = 1; /* The meter is never full in this time. */
    dw_house it = open_with(&rules, "camera", DW_SCENE_OPEN);
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, NOTICE_TICKS + 10), NOTICE_TICKS);
    /* A look away in between, and it begins to count anew. */
    dw_stage_reset(it.stage, 1, 1);
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, NOTICE_TICKS - 1), 0);
    assert_int_equal(dw_house_guard_state(&it, DEVICE)->command.mood, DW_MOOD_SUSPICIOUS);
    put(&it, 1000, 1000);
    dw_stage_step(it.stage);
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, NOTICE_TICKS + 10), NOTICE_TICKS);
    assert_int_equal(dw_house_guard_state(&it, DEVICE)->command.mood, DW_MOOD_ALERT);
    put(&it, 1000, 1000);
    dw_stage_step(it.stage);
    assert_int_equal(dw_house_guard_state(&it, DEVICE)->command.mood, DW_MOOD_CALM);
    dw_house_close(&it);
}

static void a_camera_notices_whom_it_has_detected(void **state)
{
    (void)state;
    dw_ruleset rules = rules_with("camera");
    rules.kinds[KIND].device.notice_ticks = 36000;
    rules.kinds[KIND].senses.eyes.meter_near = 1200;
    dw_house it = open_with(&rules, "camera", DW_SCENE_OPEN);
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, 100), 10);
    /* Detected, but out of sight. */
    put(&it, 1000, 1000);
    assert_int_equal(run_to_notice(&it, 2 * REPEAT_TICKS), 0);
    dw_house_close(&it);
}

static void a_device_repeats_its_notice_while_it_lasts(void **state)
{
    (void)state;
    dw_house it = open_house("camera");
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, 100), NOTICE_TICKS);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(run_to_notice(&it, 2 * REPEAT_TICKS), REPEAT_TICKS);
    }
    /* It has gone, and comes again too soon. */
    put(&it, 1000, 1000);
    dw_stage_run(it.stage, 100);
    put(&it, DEVICE_X + 3000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, 2 * REPEAT_TICKS), REPEAT_TICKS - 100);
    put(&it, 1000, 1000);
    assert_int_equal(run_to_notice(&it, 3 * REPEAT_TICKS), 0);
    dw_house_close(&it);
}

/* The message names the room and no intruder. */
static void the_guards_hear_in_which_room_it_is(void **state)
{
    (void)state;
    for (int room = HALL; room <= STORE; room++) {
        dw_house it = open_house("camera");
        put(&it, room == HALL ? 9000 : 13000, DEVICE_Y);
        assert_int_equal(run_to_notice(&it, 100), NOTICE_TICKS);
        assert_int_equal(noticed_room(&it), room);
        const dw_percepts *ann = dw_sim_percepts(it.stage->sim, ANN);
        uint32_t heard = 0;
        for (int32_t tick = 0; tick < 40; tick++) {
            dw_stage_step(it.stage);
            for (uint8_t i = 0; i < ann->heard_count; i++) {
                heard++;
                assert_int_equal(ann->heard[i].kind, DW_RADIO_NOTICE);
                assert_int_equal(ann->heard[i].sender, DEVICE);
                assert_int_equal(ann->heard[i].room, room);
                assert_int_equal(ann->heard[i].slot, 0);
                assert_int_equal(ann->heard[i].door_count, 0);
            }
        }
        assert_int_equal(heard, 1);
        dw_house_close(&it);
    }
}

static void a_motion_detector_notices_at_once_what_moves_fast_enough(void **state)
{
    (void)state;
    dw_house it = open_house("motion");
    put(&it, 8000, 2500);
    assert_int_equal(run_to_notice(&it, 60), 0);
    dw_stage_walk(it.stage, 0, DW_SOUTH, DW_BUTTON_CROUCH);
    assert_int_equal(run_to_notice(&it, 60), 0);
    dw_stage_walk(it.stage, 0, DW_SOUTH, 0);
    assert_int_equal(run_to_notice(&it, 60), 1);
    assert_int_equal(noticed_room(&it), HALL);
    assert_true(dw_house_wants(&it, DEVICE, "motion"));
    /* The movement is held for a second, which is not long enough for another notice. */
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    assert_int_equal(run_to_notice(&it, 2 * REPEAT_TICKS), 0);
    assert_true(dw_house_wants(&it, DEVICE, "watch"));
    dw_house_close(&it);
}

static void a_microphone_tells_where_a_noise_seems_to_be(void **state)
{
    (void)state;
    for (int room = HALL; room <= STORE; room++) {
        dw_house it = open_house("microphone");
        put(&it, room == HALL ? 3000 : 14000, 4000);
        assert_int_equal(run_to_notice(&it, 60), 0);
        dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
        assert_true(run_to_notice(&it, 60) > 0);
        assert_int_equal(noticed_room(&it), room);
        dw_house_close(&it);
    }
}

static void a_device_that_sends_a_notice_is_seen_calling_and_not_heard(void **state)
{
    (void)state;
    dw_house it = open_house("camera");
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(DEVICE_X - 1000, DEVICE_Y), 0);
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    assert_int_equal(run_to_notice(&it, 100), NOTICE_TICKS);
    assert_int_equal(dw_house_guard_state(&it, DEVICE)->calling_ticks, 60);
    for (uint32_t tick = 0; tick < 5; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->stimulus_count, 0);
    }
    assert_true(dw_house_guard_state(&it, DEVICE)->calling_ticks > 0);
    dw_house_close(&it);
}

static void a_microphone_heeds_no_noise_of_its_own_side(void **state)
{
    (void)state;
    const dw_ruleset rules = rules_with("microphone");
    for (uint32_t by_guard = 0; by_guard <= 1; by_guard++) {
        dw_house it = open_with(&rules, "microphone", DW_SCENE_CLOSED);
        dw_stage_put_guard(it.stage, ANN, dw_scene_mm(11200, 4800), 0);
        put(&it, 11200, by_guard != 0 ? 1000 : 3600);
        dw_stage_run(it.stage, 2);
        if (by_guard != 0) {
            dw_stage_puppet(it.stage, ANN)->open_door = 0;
        } else {
            dw_stage_press_use(it.stage, 0);
        }
        uint32_t heard = 0;
        uint32_t notices = 0;
        for (uint32_t tick = 0; tick < 5; tick++) {
            heard += dw_sim_percepts(it.stage->sim, DEVICE)->stimulus_count;
            notices += has_noticed(&it) ? 1 : 0;
            dw_stage_step(it.stage);
        }
        assert_int_equal(heard, 1);
        assert_int_equal(notices, 1 - by_guard);
        dw_house_close(&it);
    }
}

static void expect_sentence(const dw_house *it, const char *sentence)
{
    const dw_mind_view view = dw_house_explain(it, DEVICE);
    assert_string_equal(view.sentence, sentence);
}

static void a_device_explains_itself(void **state)
{
    (void)state;
    dw_house it = open_house("camera");
    dw_stage_step(it.stage);
    expect_sentence(&it, "Sweeps.");
    put(&it, DEVICE_X + 4000, DEVICE_Y);
    dw_stage_step(it.stage);
    expect_sentence(&it, "Sees somebody in hall.");
    dw_house_close(&it);
    it = open_house("motion");
    dw_stage_step(it.stage);
    expect_sentence(&it, "Watches.");
    put(&it, 8000, 4000);
    dw_stage_walk(it.stage, 0, DW_SOUTH, 0);
    dw_stage_step(it.stage);
    expect_sentence(&it, "Something moves in hall.");
    dw_house_close(&it);
    it = open_house("microphone");
    put(&it, 5000, 4000);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
    assert_true(run_to_notice(&it, 60) > 0);
    expect_sentence(&it, "Heard something in hall.");
    dw_stage_walk(it.stage, 0, DW_STAND, 0);
    dw_stage_run(it.stage, REPEAT_TICKS);
    expect_sentence(&it, "Watches.");
    dw_house_close(&it);
}

/* Two matches differ in an intruder that the device does not sense: it decides the same. */
static void a_device_decides_the_same_whatever_it_does_not_sense(void **state)
{
    (void)state;
    static const char *const kinds[] = {"camera", "motion", "microphone"};
    for (size_t i = 0; i < 3; i++) {
        dw_house one = open_house(kinds[i]);
        dw_house two = open_house(kinds[i]);
        dw_stage_walk(two.stage, 0, DW_SOUTH, DW_BUTTON_CROUCH);
        for (uint32_t tick = 0; tick < 300; tick++) {
            dw_stage_step(one.stage);
            dw_stage_step(two.stage);
            assert_true(dw_decision_knows_same(one.stage, two.stage, DEVICE));
            assert_true(dw_decision_is_same(one.stage, two.stage, DEVICE));
        }
        assert_false(dw_vec_equal(dw_house_intruder(&one, 0), dw_house_intruder(&two, 0)));
        /* In sight, ahead, and loud: now it does not. */
        put(&two, 9000, 3000);
        dw_stage_walk(two.stage, 0, DW_SOUTH, DW_BUTTON_SPRINT);
        bool same = true;
        for (uint32_t tick = 0; tick < 60 && same; tick++) {
            dw_stage_step(one.stage);
            dw_stage_step(two.stage);
            same = dw_decision_is_same(one.stage, two.stage, DEVICE);
        }
        assert_false(same);
        dw_house_close(&one);
        dw_house_close(&two);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_stands_in_nobodys_way_and_catches_nobody),
        cmocka_unit_test(a_camera_sweeps_90_degrees_in_4_seconds_to_and_fro),
        cmocka_unit_test(a_box_on_the_wall_does_not_turn),
        cmocka_unit_test(a_camera_turns_to_whom_it_sees_within_its_sweep_and_sweeps_on_from_there),
        cmocka_unit_test(a_camera_turns_to_whom_it_has_seen_for_the_longest_time),
        cmocka_unit_test(a_camera_notices_after_60_ticks_in_sight_and_not_sooner),
        cmocka_unit_test(a_camera_notices_whom_it_has_detected),
        cmocka_unit_test(a_device_repeats_its_notice_while_it_lasts),
        cmocka_unit_test(the_guards_hear_in_which_room_it_is),
        cmocka_unit_test(a_motion_detector_notices_at_once_what_moves_fast_enough),
        cmocka_unit_test(a_microphone_tells_where_a_noise_seems_to_be),
        cmocka_unit_test(a_device_that_sends_a_notice_is_seen_calling_and_not_heard),
        cmocka_unit_test(a_microphone_heeds_no_noise_of_its_own_side),
        cmocka_unit_test(a_device_explains_itself),
        cmocka_unit_test(a_device_decides_the_same_whatever_it_does_not_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
