/* server/RULES.md 4.20, 5.7, 5.13, 5.18, 5.27, 5.28, 5.36, 5.47, 5.49, 5.52 and 5.53: how a guard
 * turns, where it stands, how a search goes and ends, and which of several reports it obeys. */
#include "common/world/sight.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* The closet is full: a body can walk through it and stand nowhere. Ann is in the great room, the
 * two guards that talk or stand in the way are in the study.
 *
 *     0            7000     12000
 *     +-------------+---------+
 *     |   great     D  study  |  6000
 *     +-E------+----+---------+
 *     | closet F vault |         9000
 *     +--------+-------+
 */
enum { GREAT, STUDY, CLOSET, VAULT };
enum { GREAT_STUDY, GREAT_CLOSET, CLOSET_VAULT };
enum { ANN, BOB, CEM };
enum { DELAY_TICKS = 30, WALK_TURN_BAM = 910, HURRY_TURN_BAM = 1820 };

/* A guard with the brain `speaker` says this in the next tick, once. */
static dw_radio_message words[DW_GUARDS_MAX];

typedef struct speaker_mind {
    uint16_t guard;
    dw_radio_message said;
} speaker_mind;

static dw_status speaker_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    speaker_mind *mind = DW_ARENA_NEW(arena, speaker_mind);
    *memory = mind;
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->guard = setup->guard;
    return DW_OK;
}

static void speaker_reset(void *memory, uint64_t seed)
{
    (void)seed;
    words[((const speaker_mind *)memory)->guard].kind = DW_RADIO_NONE;
}

static void speaker_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    (void)percepts;
    speaker_mind *mind = memory;
    if (words[mind->guard].kind != DW_RADIO_NONE) {
        mind->said = words[mind->guard];
        command->says = &mind->said;
        words[mind->guard].kind = DW_RADIO_NONE;
    }
}

static void speaker_explain(const void *memory, dw_mind_view *view)
{
    (void)memory;
    *view = (dw_mind_view){.goal = "speak", .room = DW_NONE, .door = DW_NONE};
}

static uint64_t speaker_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static const dw_brain_kind speaker = {
    .name = "speaker",
    .create = speaker_create,
    .reset = speaker_reset,
    .think = speaker_think,
    .explain = speaker_explain,
    .hash = speaker_hash,
};

static dw_house open_house_with(const char *rooms, const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "great", 0, 0, 7000, 6000);
    dw_scene_room(scene, "study", 7000, 0, 5000, 6000);
    dw_scene_room(scene, "closet", 0, 6000, 3000, 3000);
    dw_scene_room(scene, "vault", 3000, 6000, 4000, 3000);
    dw_scene_door(scene, "great-study", GREAT, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "great-closet", GREAT, CLOSET, 150, 900, DW_SCENE_CLOSED);
    dw_scene_door(scene, "closet-vault", CLOSET, VAULT, 6100, 900, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 100, 6600, 2800, 2300, 1000);
    dw_scene_furniture(scene, 3000, 2500, 1000, 1000, 500);
    dw_scene_patrol(scene, "round", rooms);
    dw_scene_guard(scene, "ann", 6000, 4500, 0, "round");
    dw_scene_guard(scene, "bob", 11500, 500, 0, "round");
    dw_scene_guard(scene, "cem", 11500, 5500, 0, "round");
    dw_scene_spawn(scene, 6500, 8500);
    dw_scene_objective(scene, 5000, 8500, 100, 100);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, BOB, &speaker);
    dw_house_set_brain(&house, CEM, &speaker);
    return house;
}

static dw_house open_house(const char *rooms)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    return open_house_with(rooms, &rules);
}

static dw_radio_message report_of(uint8_t slot, uint16_t room)
{
    return (dw_radio_message){.kind = DW_RADIO_REPORT, .agitation = 1, .slot = slot, .room = room};
}

/* Both say it in one tick, and Ann hears it. A kind of 0 is silence. */
static void hear(dw_house *house, dw_radio_message bob, dw_radio_message cem)
{
    words[BOB] = bob;
    words[CEM] = cem;
    dw_stage_run(house->stage, DELAY_TICKS + 1);
}

static const dw_radio_message silence = {.kind = DW_RADIO_NONE};

/* The room that Ann searches, on patrol or not, or DW_NONE. */
static uint16_t searched_room(const dw_house *house)
{
    const dw_mind_view mind = dw_house_explain(house, ANN);
    return mind.room_count > 0 ? mind.rooms[0] : (uint16_t)DW_NONE;
}

static void of_two_reports_in_a_tick_a_guard_obeys_that_of_its_share(void **state)
{
    (void)state;
    for (uint32_t swapped = 0; swapped < 2; swapped++) {
        dw_house house = open_house("great");
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(5000, 4500), 0);
        hear(&house, report_of(1, swapped != 0 ? VAULT : STUDY),
             report_of(0, swapped != 0 ? STUDY : VAULT));
        assert_true(dw_house_wants(&house, ANN, "lie in wait"));
        assert_int_equal(dw_house_explain(&house, ANN).room, swapped != 0 ? STUDY : VAULT);
        dw_house_close(&house);
    }
}

/* Ann's share is an intruder that was reported before, and that one's room is clear by now. */
static void of_two_other_reports_it_obeys_that_of_the_nearer_room(void **state)
{
    (void)state;
    static const int32_t places_mm[2][2] = {{6500, 3000}, {1500, 5500}};
    for (uint32_t i = 0; i < 2; i++) {
        dw_house house = open_house("great");
        const dw_radio_message clear = {.kind = DW_RADIO_CLEAR, .room = STUDY};
        hear(&house, report_of(0, STUDY), silence);
        hear(&house, clear, silence);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        words[BOB] = report_of(1, VAULT);
        words[CEM] = report_of(2, STUDY);
        dw_stage_run(house.stage, DELAY_TICKS);
        dw_stage_put_guard(house.stage, ANN, dw_scene_mm(places_mm[i][0], places_mm[i][1]), 0);
        dw_stage_step(house.stage);
        assert_true(dw_house_wants(&house, ANN, "lie in wait"));
        assert_int_equal(dw_house_explain(&house, ANN).room, i == 0 ? STUDY : VAULT);
        dw_house_close(&house);
    }
}

static void a_guard_turns_by_910_a_tick_on_a_calm_patrol_and_by_1820_else(void **state)
{
    (void)state;
    dw_house house = open_house("great, closet, vault");
    int32_t calm_most = 0;
    int32_t most = 0;
    for (uint32_t tick = 0; tick < 9000; tick++) {
        if (tick == 6000) {
            hear(&house, report_of(0, STUDY), silence);
        }
        dw_stage_step(house.stage);
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
        const int32_t turn =
            abs(dw_turn_bam(ann->body.heading_bam, ann_state->command.heading_bam));
        if (ann_state->command.mood == DW_MOOD_CALM) {
            calm_most = turn > calm_most ? turn : calm_most;
        }
        most = turn > most ? turn : most;
    }
    assert_int_equal(calm_most, WALK_TURN_BAM);
    assert_int_equal(most, HURRY_TURN_BAM);
    dw_house_close(&house);
}

static void a_patrol_on_the_alert_searches_again_and_never_says_clear(void **state)
{
    (void)state;
    dw_house house = open_house("great, study");
    const dw_radio_message caught = {.kind = DW_RADIO_CAUGHT};
    hear(&house, report_of(0, VAULT), silence);
    hear(&house, caught, silence);
    uint32_t begun = 0;
    uint16_t before = DW_NONE;
    for (uint32_t tick = 0; tick < 1700; tick++) { /* Less than 30 s. */
        dw_stage_step(house.stage);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
        assert_int_equal(dw_stage_events(house.stage, DW_SIM_CLEARED, ANN, DW_NONE), 0);
        begun += searched_room(&house) == GREAT && before != GREAT ? 1 : 0;
        before = searched_room(&house);
    }
    assert_true(begun >= 2);
    dw_house_close(&house);
}

static void positions_of_a_patrol_are_500_mm_off_the_doorways(void **state)
{
    (void)state;
    dw_house house = open_house("great");
    const dw_door *doors = house.venue->map->doors;
    uint32_t positions = 0;
    dw_vec last = {0, 0};
    for (uint32_t tick = 0; positions < 60; tick++) {
        assert_true(tick < 60000);
        dw_stage_step(house.stage);
        const dw_vec target = dw_house_explain(&house, ANN).target;
        if (dw_vec_equal(target, last)) {
            continue;
        }
        last = target;
        positions++;
        const dw_rect near = dw_rect_around(target, DW_BODY_HALF + DW_MM(500));
        assert_false(dw_rect_overlaps(near, doors[GREAT_STUDY].doorway));
        assert_false(dw_rect_overlaps(near, doors[GREAT_CLOSET].doorway));
    }
    dw_house_close(&house);
}

/* An intruder goes to and fro in front of Ann. */
static void a_chaser_faces_the_intruder_and_plans_to_where_the_intruder_is(void **state)
{
    (void)state;
    dw_house house = open_house("great");
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(800, 800), 0);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(5500, 800));
    assert_true(dw_house_run_until(&house, ANN, "chase", 300));
    uint32_t faced = 0;
    for (uint32_t tick = 0; tick < 300; tick++) {
        dw_stage_walk(house.stage, 0, tick / 60 % 2 == 0 ? DW_SOUTH : DW_NORTH, 0);
        dw_stage_step(house.stage);
        if (!dw_house_wants(&house, ANN, "chase")) {
            break;
        }
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
        const dw_vec there = dw_house_intruder(&house, 0);
        const dw_vec way = dw_vec_sub(there, ann->body.position);
        const int32_t off =
            abs(dw_turn_bam(ann_state->command.heading_bam, dw_angle_bam(way.x, way.y)));
        faced += off == 0 ? 1 : 0;
        const dw_mind_view mind = dw_house_explain(&house, ANN);
        const int64_t stop = DW_MM(700);
        if (dw_dot(way, way) > stop * stop && mind.doing[0] == '\0') {
            assert_true(dw_distance(mind.target, there) <= DW_MM(300));
        }
    }
    assert_true(faced > 100);
    dw_house_close(&house);
}

static void a_guard_that_finds_no_position_stays_where_it_is(void **state)
{
    (void)state;
    dw_house house = open_house("great");
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(5000, 4500), 0);
    hear(&house, report_of(0, VAULT), silence);
    assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    dw_stage_run(house.stage, 15); /* A hundred draws. */
    const dw_vec here = dw_house_guard(&house, ANN)->body.position;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step(house.stage);
        assert_true(dw_vec_equal(here, dw_house_guard(&house, ANN)->body.position));
        assert_true(dw_house_wants(&house, ANN, "lie in wait"));
    }
    dw_house_close(&house);
}

static void a_room_is_given_up_in_the_end_without_a_word(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.search_room_ticks_max = 60;
    dw_house house = open_house_with("great", &rules);
    hear(&house, report_of(0, GREAT), silence);
    assert_true(dw_house_wants(&house, ANN, "search"));
    uint32_t ticks = 0;
    while (searched_room(&house) == GREAT) {
        dw_stage_step(house.stage);
        assert_int_equal(dw_stage_events(house.stage, DW_SIM_CLEARED, ANN, DW_NONE), 0);
        assert_true(ticks++ <= 60);
    }
    assert_true(ticks >= 58);
    assert_true(dw_house_wants(&house, ANN, "search"));
    assert_int_equal(searched_room(&house), STUDY);
    dw_house_close(&house);
}

/* Bob stands in the doorway of the study for good. */
static void a_room_that_a_guard_cannot_enter_is_given_up(void **state)
{
    (void)state;
    dw_house house = open_house("great");
    hear(&house, report_of(0, GREAT), silence);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(7000, 3000), 0);
    uint32_t ticks = 0;
    for (uint32_t tick = 0; ticks == 0 || searched_room(&house) == STUDY; tick++) {
        assert_true(tick < 6000);
        const bool tries = searched_room(&house) == STUDY;
        ticks += tries ? 1 : 0;
        dw_stage_step(house.stage);
        assert_int_not_equal(dw_house_guard(&house, ANN)->room, STUDY);
        assert_true(ticks < 2 || !tries ||
                    dw_stage_events(house.stage, DW_SIM_CLEARED, ANN, DW_NONE) == 0);
    }
    assert_in_range(ticks, 1700, 1800);
    dw_house_close(&house);
}

/* Four pieces close a square in which a body would have room. */
static void spots_that_a_guard_cannot_reach_are_left_out(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.search_room_ticks_max = 36000;
    dw_house house = open_house_with("great", &rules);
    dw_scene *scene = house.scene;
    dw_scene_furniture(scene, 1000, 1000, 1300, 200, 1000);
    dw_scene_furniture(scene, 1000, 2100, 1300, 200, 1000);
    dw_scene_furniture(scene, 1000, 1200, 200, 900, 1000);
    dw_scene_furniture(scene, 2100, 1200, 200, 900, 1000);
    dw_stage_destroy(house.stage);
    dw_venue_destroy(house.venue);
    house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, BOB, &speaker);
    hear(&house, report_of(0, GREAT), silence);
    assert_int_equal(searched_room(&house), GREAT);
    for (uint32_t tick = 0; searched_room(&house) == GREAT; tick++) {
        assert_true(tick < 6000);
        dw_stage_step(house.stage);
    }
    assert_int_equal(dw_stage_events(house.stage, DW_SIM_CLEARED, ANN, DW_NONE), 0);
    dw_stage_step(house.stage);
    assert_int_equal(dw_stage_events(house.stage, DW_SIM_CLEARED, ANN, DW_NONE), 1);
    dw_house_close(&house);
}

static void a_searching_guard_stops_and_stares_and_then_goes_on(void **state)
{
    (void)state;
    dw_house house = open_house("great");
    hear(&house, report_of(0, GREAT), silence);
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6000, 800), DW_BAM_QUARTER);
    for (uint32_t tick = 0; ann_state->command.step.x == 0 && ann_state->command.step.y == 0;
         tick++) {
        assert_true(tick < 300);
        dw_stage_step(house.stage);
    }
    const dw_vec hidden = dw_house_intruder(&house, 0);
    static const int32_t corners_mm[4][2] = {{500, 500}, {6500, 500}, {500, 5500}, {6500, 5500}};
    for (uint32_t i = 0; i < 4 && !dw_stage_sees(house.stage, ANN, 0); i++) {
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(corners_mm[i][0], corners_mm[i][1]));
        dw_stage_step(house.stage);
    }
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    const dw_vec here = ann->body.position;
    int32_t before = DW_BAM_HALF;
    for (uint32_t tick = 0; tick < 8; tick++) {
        dw_stage_step(house.stage);
        assert_true(dw_stage_sees(house.stage, ANN, 0));
        assert_true(dw_stage_meter(house.stage, ANN, 0) < 12000);
        assert_true(dw_vec_equal(here, ann->body.position));
        assert_true(dw_house_wants(&house, ANN, "search"));
        const dw_vec way = dw_vec_sub(dw_house_intruder(&house, 0), ann->body.position);
        const int32_t off = abs(dw_turn_bam(ann->body.heading_bam, dw_angle_bam(way.x, way.y)));
        assert_true(off < before || off == 0);
        before = off;
    }
    dw_stage_put_intruder(house.stage, 0, hidden);
    for (uint32_t tick = 0; dw_vec_equal(here, ann->body.position); tick++) {
        assert_true(tick < 300);
        assert_true(dw_house_wants(&house, ANN, "search"));
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_reports_in_a_tick_a_guard_obeys_that_of_its_share),
        cmocka_unit_test(of_two_other_reports_it_obeys_that_of_the_nearer_room),
        cmocka_unit_test(a_guard_turns_by_910_a_tick_on_a_calm_patrol_and_by_1820_else),
        cmocka_unit_test(a_patrol_on_the_alert_searches_again_and_never_says_clear),
        cmocka_unit_test(positions_of_a_patrol_are_500_mm_off_the_doorways),
        cmocka_unit_test(a_chaser_faces_the_intruder_and_plans_to_where_the_intruder_is),
        cmocka_unit_test(a_guard_that_finds_no_position_stays_where_it_is),
        cmocka_unit_test(a_room_is_given_up_in_the_end_without_a_word),
        cmocka_unit_test(a_room_that_a_guard_cannot_enter_is_given_up),
        cmocka_unit_test(spots_that_a_guard_cannot_reach_are_left_out),
        cmocka_unit_test(a_searching_guard_stops_and_stares_and_then_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
