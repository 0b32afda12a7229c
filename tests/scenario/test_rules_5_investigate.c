/* server/RULES.md 3.80 and 5.60 to 5.72: guards that listen to noises and go to see. */
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* Ann is in the west, Bob in the east; the intruder stands behind a closed leaf in the shed.
 *
 *     0        6000      12000      18000    22000
 *     +---------+----------+----------+--------+
 *     |  west   W  middle  E   east   S  shed  |  4000    W, E: doors from 1500 to 2500
 *     +---------+----------+----------+--------+
 */
enum { WEST, MIDDLE, EAST, SHED };
enum { ANN, BOB };
enum { BOTTLE_DB10 = 660, SOFT_DB10 = 300, LISTEN_TICKS = 60 };

static dw_ruleset curious_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.investigate = 1;
    return rules;
}

static dw_house open_row(const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 6000, 4000);
    dw_scene_room(scene, "middle", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "east", 12000, 0, 6000, 4000);
    dw_scene_room(scene, "shed", 18000, 0, 4000, 4000);
    dw_scene_door(scene, "w", WEST, MIDDLE, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "e", MIDDLE, EAST, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "s", EAST, SHED, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "left", "west");
    dw_scene_patrol(scene, "right", "east");
    dw_scene_guard(scene, "ann", 1000, 2000, 0, "left");
    dw_scene_guard(scene, "bob", 17000, 2000, 180, "right");
    dw_scene_spawn(scene, 20000, 3500);
    dw_scene_exit(scene, 21000, 3000, 500, 500);
    dw_house house = dw_house_open_with(scene, rules);
    dw_stage_step(house.stage);
    return house;
}

static dw_house open_curious(void)
{
    const dw_ruleset rules = curious_rules();
    return open_row(&rules);
}

static void put(dw_house *house, uint16_t guard, int32_t x, int32_t y)
{
    dw_stage_put_guard(house->stage, guard, dw_scene_mm(x, y), 0);
}

/* A noise in the step that this makes, of an intruder or of a guard. */
static void make(dw_house *house, dw_noise_kind kind, bool from_guards, uint16_t room, int32_t x,
                 int32_t y, int32_t level_db10)
{
    const dw_noise noise = {.kind = (uint8_t)kind,
                            .from_own_side = from_guards,
                            .room = room,
                            .position = dw_scene_mm(x, y),
                            .level_db10 = level_db10};
    dw_sim_make_noise(house->stage->sim, &noise);
    dw_stage_step(house->stage);
}

static void make_noise(dw_house *house, uint16_t room, int32_t x, int32_t y, int32_t level_db10)
{
    make(house, DW_NOISE_COIN, false, room, x, y, level_db10);
}

static bool investigates(const dw_house *house, uint16_t guard)
{
    return dw_house_wants(house, guard, "investigate");
}

static bool goes(const dw_house *house, uint16_t guard)
{
    return investigates(house, guard) &&
           dw_house_mind(house, guard)->investigate->phase >= DW_INVESTIGATE_GOES;
}

/* Ticks until the guard goes to see, or `ticks_max`. */
static uint32_t until_it_goes(dw_house *house, uint16_t guard, uint32_t ticks_max)
{
    uint32_t tick = 0;
    for (; tick < ticks_max && !goes(house, guard); tick++) {
        dw_stage_step(house->stage);
    }
    return tick;
}

static void without_investigate_noises_move_nobody(void **state)
{
    (void)state;
    dw_ruleset rules = curious_rules();
    rules.investigate = 0;
    dw_house house = open_row(&rules);
    make_noise(&house, WEST, 3000, 2000, 900);
    assert_true(dw_sim_percepts(house.stage->sim, ANN)->stimulus_count == 1);
    for (uint32_t tick = 0; tick < 300; tick++) {
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

static void guards_heed_barks_and_shouts_of_their_side_alone(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 1000, 2000);
    make(&house, DW_NOISE_LEAF, true, WEST, 3000, 2000, BOTTLE_DB10);
    assert_true(dw_sim_percepts(house.stage->sim, ANN)->stimulus_count == 1);
    assert_false(investigates(&house, ANN));
    make(&house, DW_NOISE_BARK, true, WEST, 3000, 2000, BOTTLE_DB10);
    assert_true(investigates(&house, ANN));
    dw_house_close(&house);
    house = open_curious();
    put(&house, ANN, 1000, 2000);
    make(&house, DW_NOISE_SHOUT, true, WEST, 3000, 2000, BOTTLE_DB10);
    assert_true(investigates(&house, ANN));
    dw_house_close(&house);
}

static void a_curious_guard_stands_and_listens_and_then_goes_on(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 3000, 2000);
    make_noise(&house, WEST, 3000, 3000, SOFT_DB10);
    assert_true(investigates(&house, ANN));
    assert_int_equal(dw_house_guard_state(&house, ANN)->command.mood, DW_MOOD_SUSPICIOUS);
    dw_stage_step(house.stage); /* The step of before, thought of at the noise. */
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_vec here = ann->body.position;
    for (uint32_t tick = 2; tick < LISTEN_TICKS; tick++) {
        assert_true(investigates(&house, ANN));
        assert_true(dw_vec_equal(here, ann->body.position));
        dw_stage_step(house.stage);
    }
    const dw_vec way = dw_vec_sub(dw_scene_mm(3000, 3000), here);
    assert_true(abs(dw_turn_bam(ann->body.heading_bam, dw_angle_bam(way.x, way.y))) < 200);
    dw_stage_run(house.stage, 3);
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    for (uint32_t tick = 0; dw_vec_equal(here, ann->body.position); tick++) {
        assert_true(tick < 600);
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

static void a_listening_guard_turns_to_a_noise_that_counts_for_more(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 3000, 2000);
    make_noise(&house, WEST, 3000, 3000, SOFT_DB10);
    dw_stage_run(house.stage, 10);
    make_noise(&house, WEST, 3000, 1000, SOFT_DB10);
    dw_stage_run(house.stage, 40);
    assert_true(investigates(&house, ANN));
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_vec way = dw_vec_sub(dw_scene_mm(3000, 1000), ann->body.position);
    assert_true(abs(dw_turn_bam(ann->body.heading_bam, dw_angle_bam(way.x, way.y))) < 200);
    dw_house_close(&house);
}

static void noises_that_come_to_nothing_count_less_each_time(void **state)
{
    (void)state;
    dw_house house = open_curious();
    const dw_curiosity *curiosity = dw_house_mind(&house, ANN)->curiosity;
    static const int32_t points[] = {350, 280, 224, 179}; /* 179 are not worth a stop. */
    for (uint32_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        put(&house, ANN, 3000, 2000);
        make_noise(&house, WEST, 3000, 2990, SOFT_DB10);
        assert_int_equal(curiosity->points, points[i]);
        assert_int_equal(investigates(&house, ANN), points[i] >= 200);
        dw_stage_run(house.stage, 200);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
    }
    dw_house_close(&house);
}

static void a_loud_noise_is_gone_to_and_looked_at(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 4000, 2000);
    make_noise(&house, MIDDLE, 8000, 2000, BOTTLE_DB10);
    assert_true(investigates(&house, ANN));
    assert_in_range(until_it_goes(&house, ANN, 300), 15 + 20, 15 + 50); /* 4 m, off by its error. */
    const dw_investigate *it = dw_house_mind(&house, ANN)->investigate;
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_vec from = ann->body.position;
    dw_stage_run(house.stage, 30);
    const int32_t walked = dw_distance(from, ann->body.position) / DW_UNITS_PER_MM;
    const int32_t alert_mm_s = dw_sim_kind_of(house.stage->sim, ANN)->gaits.alert.speed_mm_s;
    assert_in_range(walked, alert_mm_s * 25 / 60, alert_mm_s * 30 / 60);
    for (uint32_t tick = 0; it->phase != DW_INVESTIGATE_LOOKS; tick++) {
        assert_true(tick < 600);
        dw_stage_step(house.stage);
    }
    assert_true(dw_within_mm(ann->body.position, it->place, 300));
    uint32_t looked = 0;
    for (; investigates(&house, ANN); looked++) {
        dw_stage_step(house.stage);
    }
    assert_in_range(looked, 120, 480);
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    assert_int_equal(dw_house_mind(&house, ANN)->curiosity->habit_count, 1);
    dw_house_close(&house);
}

static void the_nearest_goes_and_the_others_stay(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 1000, 2000);
    put(&house, BOB, 12600, 2000);
    make_noise(&house, MIDDLE, 9000, 2000, 800);
    assert_true(investigates(&house, ANN));
    assert_true(investigates(&house, BOB));
    assert_true(until_it_goes(&house, BOB, 100) < 100);
    for (uint32_t tick = 0; tick < 400; tick++) {
        assert_false(goes(&house, ANN));
        dw_stage_step(house.stage);
    }
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    dw_house_close(&house);
}

/* Both set out before either can have heard the other. */
static void of_two_on_their_way_the_further_turns_back(void **state)
{
    (void)state;
    dw_ruleset rules = curious_rules();
    rules.hearing_error_mm = 0;
    dw_house house = open_row(&rules);
    put(&house, ANN, 5000, 2000);
    put(&house, BOB, 12600, 2000);
    make_noise(&house, MIDDLE, 9000, 2000, 800);
    bool both = false;
    for (uint32_t tick = 0; tick < 120; tick++) {
        dw_stage_step(house.stage);
        both = both || (goes(&house, ANN) && goes(&house, BOB));
    }
    assert_true(both);
    assert_int_equal(goes(&house, ANN) + goes(&house, BOB), 1);
    dw_house_close(&house);
}

static void with_zones_a_guard_goes_to_see_in_its_own_alone(void **state)
{
    (void)state;
    dw_ruleset rules = curious_rules();
    rules.strategy = dw_stage_shipped_strategy("zones");
    dw_house house = open_row(&rules);
    put(&house, ANN, 11000, 2000);
    make_noise(&house, EAST, 13500, 2000, 900);
    assert_true(investigates(&house, ANN));
    assert_int_equal(dw_house_mind(&house, ANN)->curiosity->points, DW_CURIOSITY_POINTS_MAX);
    for (uint32_t tick = 0; tick < 300; tick++) {
        assert_false(goes(&house, ANN));
        dw_stage_step(house.stage);
    }
    put(&house, ANN, 5000, 2000);
    make_noise(&house, WEST, 1000, 2000, BOTTLE_DB10);
    assert_true(until_it_goes(&house, ANN, 200) < 200);
    dw_house_close(&house);
}

/* While it lets nearer guards go first, a louder noise comes from another zone. */
static void with_zones_a_later_noise_of_another_zone_moves_nobody(void **state)
{
    (void)state;
    dw_ruleset rules = curious_rules();
    rules.strategy = dw_stage_shipped_strategy("zones");
    dw_house house = open_row(&rules);
    dw_house_set_brain(&house, BOB, &dw_brain_caller); /* It claims no room. */
    put(&house, ANN, 11000, 2000);
    make_noise(&house, WEST, 1000, 2000, 800);
    dw_stage_step(house.stage);
    const dw_investigate *it = dw_house_mind(&house, ANN)->investigate;
    assert_int_equal(it->phase, DW_INVESTIGATE_LETS_NEARER);
    make_noise(&house, EAST, 13500, 2000, 900);
    for (uint32_t tick = 0; tick < 300; tick++) {
        assert_false(goes(&house, ANN) && it->room == EAST);
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

/* Ann has somebody in sight for a moment, stares, and goes on to where it heard something. */
static void after_a_stare_a_guard_goes_on_to_the_noise(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 4000, 2000);
    make_noise(&house, MIDDLE, 10500, 2000, 900);
    (void)until_it_goes(&house, ANN, 200);
    const dw_investigate *it = dw_house_mind(&house, ANN)->investigate;
    const dw_vec place = it->place;
    dw_stage_run(house.stage, 20);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(10500, 2000));
    dw_stage_run(house.stage, 3);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_int_equal(it->phase, DW_INVESTIGATE_GOES);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(20000, 3500));
    for (uint32_t tick = 0; it->phase == DW_INVESTIGATE_GOES; tick++) {
        assert_true(tick < 600 && investigates(&house, ANN));
        dw_stage_step(house.stage);
    }
    assert_true(dw_within_mm(dw_house_guard(&house, ANN)->body.position, place, 300));
    dw_house_close(&house);
}

static void on_its_way_a_guard_changes_to_a_new_noise_elsewhere(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 3000, 2000);
    make_noise(&house, MIDDLE, 7000, 2000, BOTTLE_DB10);
    (void)until_it_goes(&house, ANN, 200);
    assert_true(goes(&house, ANN));
    assert_int_equal(dw_house_mind(&house, ANN)->investigate->room, MIDDLE);
    dw_stage_run(house.stage, 60);
    make_noise(&house, WEST, 600, 600, 600);
    assert_true(goes(&house, ANN));
    assert_int_equal(dw_house_mind(&house, ANN)->investigate->room, WEST);
    assert_true(dw_house_run_until(&house, ANN, "patrol", 1500));
    assert_true(
        dw_within_mm(dw_house_guard(&house, ANN)->body.position, dw_scene_mm(600, 600), 600));
    dw_house_close(&house);
}

static dw_radio_message report_of(uint16_t room)
{
    return (dw_radio_message){.kind = DW_RADIO_REPORT, .slot = 0, .agitation = 1, .room = room};
}

static void a_guard_that_searches_pays_no_heed_to_noises(void **state)
{
    (void)state;
    dw_ruleset rules = curious_rules();
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 300; /* It finds nobody. */
    dw_house house = open_row(&rules);
    dw_house_set_brain(&house, BOB, &dw_brain_caller);
    const dw_radio_message report = report_of(WEST);
    dw_house_say(&house, &report);
    assert_true(dw_house_run_until(&house, ANN, "search", 120));
    put(&house, ANN, 3000, 2000);
    make_noise(&house, WEST, 3000, 3000, 900);
    for (uint32_t tick = 0; tick < 60; tick++) {
        assert_true(dw_house_wants(&house, ANN, "search"));
        dw_stage_step(house.stage);
    }
    /* Nor does it come back to them afterwards. */
    for (uint32_t tick = 0; dw_house_wants(&house, ANN, "search"); tick++) {
        assert_true(tick < 3000);
        make_noise(&house, WEST, 3000, 3000, 900);
    }
    for (uint32_t tick = 0; tick < 60; tick++) {
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

static void a_report_ends_it_and_sets_on_edge(void **state)
{
    (void)state;
    dw_house house = open_curious();
    dw_house_set_brain(&house, BOB, &dw_brain_caller);
    dw_stage_step(house.stage);
    put(&house, ANN, 3000, 2000);
    make_noise(&house, WEST, 1000, 1000, BOTTLE_DB10);
    assert_true(investigates(&house, ANN));
    assert_int_equal(dw_house_mind(&house, ANN)->curiosity->sensitive_until, 0);
    const dw_radio_message report = report_of(WEST);
    dw_house_say(&house, &report);
    assert_true(dw_house_run_until(&house, ANN, "search", 60));
    assert_true(dw_house_mind(&house, ANN)->curiosity->sensitive_until >
                house.stage->world->tick + 3500);
    dw_house_close(&house);
}

static void who_is_seen_on_the_way_is_stared_at_and_chased(void **state)
{
    (void)state;
    dw_house house = open_curious();
    put(&house, ANN, 4000, 2000);
    make_noise(&house, MIDDLE, 8000, 2000, BOTTLE_DB10);
    (void)until_it_goes(&house, ANN, 200);
    dw_stage_run(house.stage, 20);
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_vec here = ann->body.position;
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(10500, 2000));
    dw_stage_run(house.stage, 2);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_true(investigates(&house, ANN));
    dw_stage_run(house.stage, 2);
    assert_true(dw_within_mm(here, ann->body.position, 100)); /* It stands and stares. */
    assert_true(dw_house_run_until(&house, ANN, "chase", 600));
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_investigate_noises_move_nobody),
        cmocka_unit_test(guards_heed_barks_and_shouts_of_their_side_alone),
        cmocka_unit_test(a_curious_guard_stands_and_listens_and_then_goes_on),
        cmocka_unit_test(a_listening_guard_turns_to_a_noise_that_counts_for_more),
        cmocka_unit_test(noises_that_come_to_nothing_count_less_each_time),
        cmocka_unit_test(a_loud_noise_is_gone_to_and_looked_at),
        cmocka_unit_test(the_nearest_goes_and_the_others_stay),
        cmocka_unit_test(of_two_on_their_way_the_further_turns_back),
        cmocka_unit_test(with_zones_a_guard_goes_to_see_in_its_own_alone),
        cmocka_unit_test(with_zones_a_later_noise_of_another_zone_moves_nobody),
        cmocka_unit_test(after_a_stare_a_guard_goes_on_to_the_noise),
        cmocka_unit_test(on_its_way_a_guard_changes_to_a_new_noise_elsewhere),
        cmocka_unit_test(a_guard_that_searches_pays_no_heed_to_noises),
        cmocka_unit_test(a_report_ends_it_and_sets_on_edge),
        cmocka_unit_test(who_is_seen_on_the_way_is_stared_at_and_chased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
