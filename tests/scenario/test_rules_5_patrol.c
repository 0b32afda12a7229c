/* server/RULES.md 5.8 to 5.20, patrol, looking round and positions, under the brain reference. */
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/look.h"
#include "tests/support/test.h"

#include <math.h>

/* A great and a small room on both ends of a passage, and a closet that is too full
 * for a body. The guard that talks is behind the closet, with the bodies that are not needed.
 *
 *     +--------+---------+-------+
 *     | great  0 passage 1 small |
 *     +-2------+---------+-3-----+
 *     | closet 4 back            |
 *     +--------+-----------------+
 */
enum { GREAT, PASSAGE, SMALL, CLOSET, BACK };
enum { ANN, TELLER };
enum { CALM_SPEED = 1200, ALERT_SPEED = 1700, TURN_BAM = 182 };

static dw_house open_house_with(const char *rooms, const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "great", 0, 0, 7000, 6000);
    dw_scene_corridor(scene, "passage", 7000, 0, 4000, 1500);
    dw_scene_room(scene, "small", 11000, 0, 2500, 6000);
    dw_scene_room(scene, "closet", 0, 6000, 3000, 3000);
    dw_scene_room(scene, "back", 3000, 6000, 10500, 3000);
    dw_scene_door(scene, "great-passage", GREAT, PASSAGE, 250, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "passage-small", PASSAGE, SMALL, 250, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "great-closet", GREAT, CLOSET, 150, 900, DW_SCENE_CLOSED);
    dw_scene_door(scene, "small-back", SMALL, BACK, 12000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "closet-back", CLOSET, BACK, 6150, 900, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 3000, 2500, 1000, 1000, 500);
    /* It leaves a way as wide as a body along the wall, and nothing to stand on that is wider. */
    dw_scene_furniture(scene, 100, 6600, 2800, 2300, 1000);
    dw_scene_patrol(scene, "round", rooms);
    dw_scene_patrol(scene, "back", "back");
    dw_scene_guard(scene, "ann", 1000, 1000, 0, "round");
    dw_scene_guard(scene, "teller", 8000, 8500, 90, "back");
    dw_scene_spawn(scene, 5000, 8500);
    dw_scene_objective(scene, 6000, 8300, 100, 100);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, TELLER, &dw_brain_caller);
    return house;
}

static dw_house open_house(const char *rooms)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    return open_house_with(rooms, &rules);
}

static const dw_patrol_state *patrol_of(const dw_house *house)
{
    return &dw_house_mind(house, ANN)->patrol;
}

/* Steps until Ann begins to look round; the last step is the first one of looking round. */
static void run_until_looking_round(dw_house *house)
{
    bool looked = true;
    for (uint32_t tick = 0;; tick++) {
        assert_true(tick < 6000);
        const bool looks = patrol_of(house)->phase == DW_PATROL_LOOKING;
        if (looks && !looked) {
            return;
        }
        looked = looks;
        dw_stage_step(house->stage);
    }
}

static void a_guard_looks_round_for_as_long_as_the_formula_says(void **state)
{
    (void)state;
    dw_house house = open_house("great, small");
    double shortest = 480;
    double longest = 120;
    for (uint32_t stop = 0; stop < 24; stop++) {
        run_until_looking_round(&house);
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const dw_vec here = ann->body.position;
        const double wanted = real_look_ticks(&house.venue->map->rooms[ann->room], here);
        uint32_t ticks = 0;
        while (patrol_of(&house)->phase == DW_PATROL_LOOKING) {
            dw_stage_step(house.stage);
            ticks++;
        }
        assert_true(dw_vec_equal(here, dw_house_guard(&house, ANN)->body.position));
        assert_true(fabs(ticks - wanted) <= 2); /* It works in whole millimetres. */
        shortest = wanted < shortest ? wanted : shortest;
        longest = wanted > longest ? wanted : longest;
    }
    assert_true(shortest < 220 && longest > 350);
    dw_house_close(&house);
}

static void first_quarter_to_the_middle_second_left_the_rest_right_at_182_a_tick(void **state)
{
    (void)state;
    dw_house house = open_house("great, small");
    for (uint32_t stop = 0; stop < 12; stop++) {
        run_until_looking_round(&house);
        const uint32_t all = patrol_of(&house)->look.ticks;
        for (uint32_t done = 0; done < all; done++) {
            dw_stage_step(house.stage);
            const dw_actor *ann = dw_house_guard(&house, ANN);
            const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
            const int32_t turn = dw_turn_bam(ann->body.heading_bam, ann_state->command.heading_bam);
            if (done * 4 < all) {
                const dw_rect room = house.venue->map->rooms[ann->room].area;
                const dw_vec way = dw_vec_sub(dw_rect_centre(room), ann->body.position);
                const int32_t off = dw_turn_bam(ann->body.heading_bam, dw_angle_bam(way.x, way.y));
                const int32_t most = off > 0 ? TURN_BAM : -TURN_BAM;
                assert_int_equal(turn, off > TURN_BAM || off < -TURN_BAM ? most : off);
            } else {
                assert_int_equal(turn, done * 2 < all ? -TURN_BAM : TURN_BAM);
            }
        }
        assert_true(patrol_of(&house)->phase != DW_PATROL_LOOKING);
    }
    dw_house_close(&house);
}

static void a_guard_does_not_look_round_in_corridors(void **state)
{
    (void)state;
    dw_house house = open_house("great, passage, small");
    uint32_t still = 0;
    uint32_t passages = 0;
    uint16_t before = GREAT;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        dw_stage_step(house.stage);
        const dw_actor *ann = dw_house_guard(&house, ANN);
        const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
        assert_true(patrol_of(&house)->phase != DW_PATROL_LOOKING || ann->room != PASSAGE);
        passages += ann->room == PASSAGE && before != PASSAGE ? 1 : 0;
        before = ann->room;
        still += ann->room == PASSAGE && ann_state->step.x == 0 && ann_state->step.y == 0 ? 1 : 0;
    }
    assert_true(passages >= 8);
    assert_true(still <= 6 * passages); /* To think, and at the doors. */
    dw_house_close(&house);
}

/* One position in each room, in the order of the guard's cycle, anywhere with space. */
static void a_calm_guard_goes_to_one_position_in_each_room_of_its_cycle(void **state)
{
    (void)state;
    dw_house house = open_house("great, small, great");
    static const uint16_t cycle[] = {GREAT, SMALL, GREAT};
    run_until_looking_round(&house);
    uint32_t at = patrol_of(&house)->stop;
    dw_rect reached = dw_rect_around(dw_scene_mm(3500, 3000), 0);
    dw_vec last = {0, 0};
    for (uint32_t stop = 0; stop < 40; stop++) {
        const dw_actor *ann = dw_house_guard(&house, ANN);
        assert_int_equal(ann->room, cycle[at]);
        assert_int_equal(patrol_of(&house)->stop, at);
        assert_false(dw_vec_equal(ann->body.position, last));
        last = ann->body.position;
        if (ann->room == GREAT) {
            reached.min.x = last.x < reached.min.x ? last.x : reached.min.x;
            reached.min.y = last.y < reached.min.y ? last.y : reached.min.y;
            reached.max.x = last.x > reached.max.x ? last.x : reached.max.x;
            reached.max.y = last.y > reached.max.y ? last.y : reached.max.y;
        }
        at = (at + 1) % 3;
        run_until_looking_round(&house);
    }
    assert_true(reached.max.x - reached.min.x > DW_MM(5000));
    assert_true(reached.max.y - reached.min.y > DW_MM(4000));
    dw_house_close(&house);
}

/* How many of Ann's steps in `ticks` ticks were full ones at `speed`; no step is longer. */
static uint32_t full_steps(dw_house *house, uint32_t ticks, int32_t speed)
{
    uint32_t full = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(house->stage);
        const dw_vec step = dw_house_guard_state(house, ANN)->command.step;
        const double length = sqrt((double)dw_dot(step, step));
        assert_true(length < speed + 1);
        full += length > speed - 1 ? 1 : 0;
    }
    return full;
}

static void a_guard_walks_at_1200_when_calm_and_at_1700_on_the_alert(void **state)
{
    (void)state;
    dw_house house = open_house("great, small");
    assert_true(full_steps(&house, 3000, CALM_SPEED) > 500);
    assert_int_equal(dw_house_guard_state(&house, ANN)->command.mood, DW_MOOD_CALM);
    /* Somebody was in the back and has been caught: the alert stays. */
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = BACK};
    const dw_radio_message caught = {.kind = DW_RADIO_CAUGHT};
    dw_house_say(&house, &report);
    dw_house_say(&house, &caught);
    dw_stage_run(house.stage, 31);
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    assert_true(full_steps(&house, 10000, ALERT_SPEED) > 800);
    assert_int_equal(dw_house_guard_state(&house, ANN)->command.mood, DW_MOOD_ALERT);
    dw_house_close(&house);
}

static void positions_take_100_draws_at_most_10_a_tick_and_without_one_a_guard_stays(void **state)
{
    (void)state;
    dw_house house = open_house("great, closet");
    uint32_t tries = 0;
    for (uint32_t tick = 0; tick < 6000; tick++) {
        const uint32_t before = patrol_of(&house)->draws;
        const dw_vec here = dw_house_guard(&house, ANN)->body.position;
        dw_stage_step(house.stage);
        if (patrol_of(&house)->stop == 1 && patrol_of(&house)->draws > before) {
            assert_int_equal(patrol_of(&house)->draws, before + 10);
            assert_true(patrol_of(&house)->draws <= 100);
            assert_true(dw_vec_equal(here, dw_house_guard(&house, ANN)->body.position));
        }
        tries += patrol_of(&house)->stop == 0 && before == 90 ? 1 : 0;
    }
    assert_true(tries >= 5); /* And then the next room. */
    dw_house_close(&house);
}

/* Somebody stands before Ann on patrol. How far Ann walks between suspicion and detection, and
 * by how much Ann looks away in the end. */
static int64_t walks_with_somebody_in_sight(int32_t stares, int32_t *off_bam)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.patrol_stares = stares;
    dw_house house = open_house_with("great, small", &rules);
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_guard_state *state = dw_house_guard_state(&house, ANN);
    for (uint32_t tick = 0; state->command.step.x == 0 && state->command.step.y == 0; tick++) {
        assert_true(tick < 300);
        dw_stage_step(house.stage);
    }
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(6500, 5500));
    dw_vec from = ann->body.position;
    bool suspects = false;
    for (uint32_t tick = 0; dw_stage_events(house.stage, DW_SIM_DETECTED, ANN, 0) == 0; tick++) {
        assert_true(tick < 600);
        dw_stage_step(house.stage);
        if (!suspects && state->command.mood == DW_MOOD_SUSPICIOUS) {
            suspects = true;
            dw_stage_step(house.stage); /* The command of before is carried out. */
            from = ann->body.position;
        }
    }
    assert_true(suspects);
    const dw_vec way = dw_vec_sub(dw_house_intruder(&house, 0), ann->body.position);
    *off_bam = abs(dw_turn_bam(ann->body.heading_bam, dw_angle_bam(way.x, way.y)));
    const int64_t walked = dw_distance(from, ann->body.position);
    dw_house_close(&house);
    return walked;
}

static void
with_patrol_stares_a_guard_on_patrol_stops_and_looks_at_somebody_suspicious(void **state)
{
    (void)state;
    int32_t off_bam;
    assert_true(walks_with_somebody_in_sight(0, &off_bam) > 0);
    assert_int_equal(walks_with_somebody_in_sight(1, &off_bam), 0);
    assert_true(off_bam < 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_looks_round_for_as_long_as_the_formula_says),
        cmocka_unit_test(first_quarter_to_the_middle_second_left_the_rest_right_at_182_a_tick),
        cmocka_unit_test(a_guard_does_not_look_round_in_corridors),
        cmocka_unit_test(a_calm_guard_goes_to_one_position_in_each_room_of_its_cycle),
        cmocka_unit_test(a_guard_walks_at_1200_when_calm_and_at_1700_on_the_alert),
        cmocka_unit_test(positions_take_100_draws_at_most_10_a_tick_and_without_one_a_guard_stays),
        cmocka_unit_test(
            with_patrol_stares_a_guard_on_patrol_stops_and_looks_at_somebody_suspicious),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
