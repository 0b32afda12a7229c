/* server/RULES.md 3.18 to 3.23, guards do not cheat, channel by channel: random streams, search
 * quota, bodies counted as solid, draws of places, and a message that is still under way. In each
 * scene two matches differ in something that the guard Ann has not sensed and not been told. It is
 * placed where that channel would leak it. While Ann's percepts are the same, its commands, its
 * messages and its whole mind must be the same. */
#include "common/base/check.h"
#include "tests/support/caller.h"
#include "tests/support/decision.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

enum { ANN, BOB };

typedef struct pair {
    dw_house one, two;
} pair;

static void close_pair(pair *it)
{
    dw_house_close(&it->one);
    dw_house_close(&it->two);
}

static void reset_pair(pair *it, uint64_t seed, uint32_t slots_one, uint32_t slots_two)
{
    dw_stage_reset(it->one.stage, seed, slots_one);
    dw_stage_reset(it->two.stage, seed, slots_two);
}

/* Steps both matches until the guard's knowledge differs. Returns for how many ticks it did not. */
static uint32_t compare_guard(pair *it, uint16_t guard, uint32_t ticks_max)
{
    for (uint32_t tick = 0; tick < ticks_max; tick++) {
        dw_stage_step(it->one.stage);
        dw_stage_step(it->two.stage);
        if (!dw_decision_knows_same(it->one.stage, it->two.stage, guard)) {
            return tick;
        }
        if (!dw_decision_is_same(it->one.stage, it->two.stage, guard)) {
            fail_msg("tick %u: guard %u knows the same and decides another thing",
                     it->one.stage->world->tick, guard);
        }
    }
    return ticks_max;
}

static uint32_t compare(pair *it, uint32_t ticks_max)
{
    return compare_guard(it, ANN, ticks_max);
}

/* Words go astray: what Bob finds Ann never hears. */
static dw_ruleset silent_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.radio_delay_ticks = 36000;
    return rules;
}

/* Two wings and a passage between them, which nobody uses and no search leads through; a vault at
 * the end. Ann has the left one, Bob the right one.
 *
 *     +-----+-----+---+-----+-----+------+
 *     | a1  | a2  |   | b1  | b2  |vault |
 *     +-----+-----+-+-+-----+-----+------+
 *                 |s|
 */
enum { A1, A2, PASSAGE, B1, B2, VAULT, STORE };

static dw_house open_wings_with(const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "a1", 0, 0, 5000, 5000);
    dw_scene_room(scene, "a2", 5000, 0, 5000, 5000);
    dw_scene_corridor(scene, "passage", 10000, 0, 2000, 5000);
    dw_scene_room(scene, "b1", 12000, 0, 5000, 5000);
    dw_scene_room(scene, "b2", 17000, 0, 5000, 5000);
    dw_scene_room(scene, "vault", 22000, 0, 2000, 5000);
    dw_scene_room(scene, "store", 10000, 5000, 2000, 2000);
    for (uint16_t room = A1; room < VAULT; room++) {
        char name[8];
        (void)snprintf(name, sizeof name, "d%u", room);
        dw_scene_door(scene, name, room, (uint16_t)(room + 1), 1500, 1000, DW_SCENE_CLOSED);
    }
    dw_scene_door(scene, "store", PASSAGE, STORE, 10500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 2200, 2200, 600, 600, 500);
    dw_scene_furniture(scene, 14200, 2200, 600, 600, 500);
    dw_scene_patrol(scene, "left", "a1, a2");
    dw_scene_patrol(scene, "right", "b1, b2");
    dw_scene_guard(scene, "ann", 1000, 1000, 0, "left");
    dw_scene_guard(scene, "bob", 13000, 1000, 0, "right");
    dw_scene_spawn(scene, 23000, 4500);
    dw_scene_spawn(scene, 23000, 3500);
    return dw_house_open_with(scene, rules);
}

static dw_house open_wings(void)
{
    const dw_ruleset rules = silent_rules();
    return open_wings_with(&rules);
}

static void numbers_that_another_guard_draws_change_nothing_for_a_guard(void **state)
{
    (void)state;
    pair it = {open_wings(), open_wings()};
    reset_pair(&it, 3, 1, 1);
    /* In front of Bob, which chases, loses, searches, and draws a position each time. */
    dw_stage_put_intruder(it.one.stage, 0, dw_scene_mm(16000, 1000));
    uint32_t draws = 0;
    uint32_t searched = 0;
    uint64_t drawn = dw_house_mind(&it.one, ANN)->patrol.places.state;
    for (uint32_t part = 0; part < 120; part++) {
        assert_int_equal(compare(&it, 60), 60);
        const uint64_t now = dw_house_mind(&it.one, ANN)->patrol.places.state;
        draws += now != drawn ? 1 : 0;
        drawn = now;
        searched += dw_house_wants(&it.one, BOB, "search") ? 1 : 0;
        if (part == 6) {
            dw_stage_put_intruder(it.one.stage, 0, dw_scene_mm(23000, 4500));
        }
    }
    assert_true(draws >= 8);
    assert_true(searched > 0);
    assert_false(dw_decision_is_same(it.one.stage, it.two.stage, BOB));
    close_pair(&it);
}

static void how_many_intruders_there_are_changes_no_stream(void **state)
{
    (void)state;
    pair it = {open_wings(), open_wings()};
    reset_pair(&it, 4, 1, 3);
    assert_int_equal(compare(&it, 1000), 1000);
    /* And one goes home. */
    dw_sim_set_slot_state(it.two.stage->sim, 0, DW_SLOT_OUT);
    assert_int_equal(compare(&it, 3000), 3000);
    close_pair(&it);
}

/* Two halls full of low pillars, in which a path takes more than one tick's quota to find. Fay
 * patrols one of them, four other guards the other. */
enum { PILLARS = 17, PITCH_MM = 1150, PILLAR_MM = 420, SIDE_MM = 20000, RIGHT_MM = 22000 };
enum { OTHERS = 4, FAY = OTHERS }; /* Fay thinks last, and would get what they leave. */

static void add_pillars(dw_scene *scene, int32_t left_mm)
{
    for (int32_t row = 0; row < PILLARS; row++) {
        for (int32_t column = 0; column < PILLARS; column++) {
            const int32_t shift = row % 2 * (PITCH_MM / 2);
            dw_scene_furniture(scene, left_mm + 400 + shift + column * PITCH_MM,
                               400 + row * PITCH_MM, PILLAR_MM, PILLAR_MM, 100);
        }
    }
}

static dw_house open_pillars(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "left", 0, 0, SIDE_MM, SIDE_MM);
    dw_scene_room(scene, "right", RIGHT_MM, 0, SIDE_MM, SIDE_MM);
    dw_scene_corridor(scene, "passage", SIDE_MM, 0, RIGHT_MM - SIDE_MM, SIDE_MM);
    dw_scene_room(scene, "store", SIDE_MM, SIDE_MM, RIGHT_MM - SIDE_MM, 2000);
    dw_scene_room(scene, "vault", RIGHT_MM + SIDE_MM, 0, 2000, 2000);
    dw_scene_room(scene, "annex", 0, SIDE_MM, 2000, 2000); /* So that Fay does not only peep in. */
    dw_scene_door(scene, "annex", 0, 5, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "d0", 0, 2, 19000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "d1", 2, 1, 19000, 800, DW_SCENE_CLOSED);
    dw_scene_door(scene, "d2", 2, 3, SIDE_MM + 500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "d3", 1, 4, 500, 1000, DW_SCENE_CLOSED);
    add_pillars(scene, 0);
    add_pillars(scene, RIGHT_MM);
    dw_scene_patrol(scene, "left", "left");
    dw_scene_patrol(scene, "right", "right");
    static const char *const others[] = {"bob", "cem", "dan", "eve"};
    for (int32_t g = 0; g < OTHERS; g++) {
        dw_scene_guard(scene, others[g], RIGHT_MM + 1000 + 2000 * g, 19600, 270, "right");
    }
    dw_scene_guard(scene, "fay", 1000, 19600, 0, "left");
    dw_scene_spawn(scene, RIGHT_MM + SIDE_MM + 1000, 1000);
    dw_ruleset rules = silent_rules();
    rules.look_ticks_min = 4; /* Fay plans paths and hardly looks round. */
    rules.look_ticks_max = 4;
    rules.kinds[DW_KIND_GUARD].gaits.calm.speed_mm_s = 3200;
    return dw_house_open_with(scene, &rules);
}

static const dw_path_stats *plans_of(const dw_house *house, uint16_t guard)
{
    return dw_path_service_get_stats(dw_house_mind(house, guard)->mover.route.paths);
}

static void what_other_guards_plan_takes_nothing_of_a_guards_search_quota(void **state)
{
    (void)state;
    pair it = {open_pillars(), open_pillars()};
    reset_pair(&it, 5, 1, 1);
    /* All four chase the intruder, round the pillars. */
    dw_stage_put_intruder(it.one.stage, 0, dw_scene_mm(RIGHT_MM + 10000, 375));
    for (uint32_t part = 0; part < 60; part++) {
        assert_int_equal(compare_guard(&it, FAY, 60), 60);
        dw_stage_walk(it.one.stage, 0, part % 2 == 0 ? DW_WEST : DW_EAST, 0);
    }
    const dw_path_stats *fay = plans_of(&it.one, FAY);
    uint64_t with = 0;
    uint64_t without = 0;
    for (uint16_t g = 0; g < OTHERS; g++) {
        with += plans_of(&it.one, g)->expansions;
        without += plans_of(&it.two, g)->expansions;
    }
    assert_true(fay->asked >= 15);
    assert_true(fay->delay_max >= 1); /* More than one tick's quota. */
    assert_true(with > 2 * without);
    close_pair(&it);
}

/* Two doors lead from the hall to the study: one on the way, and one at the far end.
 *
 *     +-------+--------+
 *     | hall  0 study  |
 *     |       |        |
 *     |       1        |
 *     +-------+--------+
 */
enum { HALL, STUDY };
enum { NEAR_DOOR, FAR_DOOR };

static dw_house open_two_doors(uint32_t spawns)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 5000, 8000);
    dw_scene_room(scene, "study", 5000, 0, 3000, 8000);
    dw_scene_room(scene, "vault", 8000, 0, 3000, 8000);
    dw_scene_door(scene, "near", HALL, STUDY, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "far", HALL, STUDY, 6500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "vault", STUDY, 2, 6500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "study, hall");
    dw_scene_guard(scene, "ann", 1000, 1500, 0, "round");
    for (uint32_t s = 0; s < spawns; s++) {
        dw_scene_spawn(scene, 10000, 500 + 700 * (int32_t)s);
    }
    return dw_house_open(scene);
}

static void a_body_behind_a_closed_door_is_not_solid_for_a_plan(void **state)
{
    (void)state;
    uint32_t came_near = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        pair it = {open_two_doors(1), open_two_doors(1)};
        reset_pair(&it, seed, 1, 1);
        /* The intruder fills the half of the doorway behind the leaf: no path leads past it. */
        dw_stage_put_intruder(it.one.stage, 0, dw_scene_mm(5260, 1500));
        const uint32_t same = compare(&it, 2000);
        assert_true(same < 2000); /* In the end Ann opens, and sees the intruder. */
        const dw_vec at = dw_house_guard(&it.one, ANN)->body.position;
        came_near += at.x > DW_MM(4000) && at.y < DW_MM(2500) ? 1 : 0;
        close_pair(&it);
    }
    assert_true(came_near >= 5); /* By the near door. */
}

static void an_unseen_body_changes_no_choice_of_a_position(void **state)
{
    (void)state;
    uint32_t into_the_crowd = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        pair it = {open_two_doors(8), open_two_doors(8)};
        reset_pair(&it, seed, 0xff, 0xff);
        /* Eight of them fill the study so that hardly a place is free of them. */
        for (uint8_t s = 0; s < 8; s++) {
            dw_stage_put_intruder(it.one.stage, s,
                                  dw_scene_mm(5900 + s % 2 * 1100, 700 + s / 2 * 2000));
        }
        (void)compare(&it, 2000);
        /* A position is no worse a goal because an unseen body stands there. */
        const dw_vec wanted = dw_house_mind(&it.two, ANN)->mover.goal;
        for (uint8_t s = 0; s < 8; s++) {
            const dw_vec there = dw_house_intruder(&it.one, s);
            into_the_crowd += dw_rect_overlaps(dw_rect_around(wanted, DW_BODY_HALF),
                                               dw_rect_around(there, DW_BODY_HALF))
                                  ? 1
                                  : 0;
        }
        close_pair(&it);
    }
    assert_true(into_the_crowd >= 5);
}

static pair open_told_wings(const dw_ruleset *rules)
{
    pair it = {open_wings_with(rules), open_wings_with(rules)};
    dw_house_set_brain(&it.one, BOB, &dw_brain_caller);
    dw_house_set_brain(&it.two, BOB, &dw_brain_caller);
    return it;
}

/* Told of a room, Ann draws a position behind its door and positions in it. These draws differ from
 * those of the patrol, and the rooms are full of people that Ann does not see. */
static void draws_of_a_search_are_the_same_wherever_they_hide(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_stage_endless_rules();
    pair it = open_told_wings(&rules);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = B1};
    uint32_t acted = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 1);
        reset_pair(&it, seed, 3, 3);
        for (uint8_t s = 0; s < 2; s++) {
            dw_stage_put_intruder(
                it.one.stage, s,
                dw_scene_mm(dw_rng_between(&rng, 10400, 14600), dw_rng_between(&rng, 3400, 4600)));
        }
        dw_house_say(&it.one, &report);
        dw_house_say(&it.two, &report);
        (void)compare(&it, 1200);
        acted += dw_house_wants(&it.two, ANN, "intercept") || dw_house_wants(&it.two, ANN, "search")
                     ? 1
                     : 0;
    }
    assert_true(acted >= 8);
    close_pair(&it);
}

/* Bob says it in only one of the matches: Ann may not know it a tick before it is due. */
static void a_message_under_way_changes_nothing_before_it_is_delivered(void **state)
{
    (void)state;
    static const int32_t delays[] = {1, 30, 120, 600};
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = B1};
    for (size_t i = 0; i < DW_COUNT_OF(delays); i++) {
        dw_ruleset rules = dw_stage_endless_rules();
        rules.radio_delay_ticks = delays[i];
        pair it = open_told_wings(&rules);
        reset_pair(&it, 6, 1, 1);
        assert_int_equal(compare(&it, 100), 100);
        dw_house_say(&it.one, &report);
        dw_stage_step(it.two.stage);
        assert_true(dw_decision_is_same(it.one.stage, it.two.stage, ANN));
        assert_int_equal(compare(&it, 1000), (uint32_t)delays[i] - 1);
        assert_false(dw_decision_is_same(it.one.stage, it.two.stage, ANN));
        close_pair(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_another_guard_draws_change_nothing_for_a_guard),
        cmocka_unit_test(how_many_intruders_there_are_changes_no_stream),
        cmocka_unit_test(what_other_guards_plan_takes_nothing_of_a_guards_search_quota),
        cmocka_unit_test(a_body_behind_a_closed_door_is_not_solid_for_a_plan),
        cmocka_unit_test(an_unseen_body_changes_no_choice_of_a_position),
        cmocka_unit_test(draws_of_a_search_are_the_same_wherever_they_hide),
        cmocka_unit_test(a_message_under_way_changes_nothing_before_it_is_delivered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
