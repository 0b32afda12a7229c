/* server/RULES.md 3.60 to 3.73: what gives off noises, how far they go, and what listeners make of
 * them. The guards are puppets, whose percepts the tests read. */
#include "common/base/check.h"
#include "common/base/decibel.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Three rooms in a row, with doors in the middle of their walls.
 *
 *     0        6000      12000      18000
 *     +---------+----------+----------+
 *     |  west   W  middle  E   east   |  4000    W, E: doors from 1500 to 2500
 *     +---------+----------+----------+
 */
enum { WEST, MIDDLE, EAST };
enum { ANN, BOB };
enum { W, E };
enum { BOTTLE_DB10 = 660, SAVE_MAX = 1 << 16 };

static dw_ruleset hearing_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    return rules;
}

static dw_scene *row_of_rooms(dw_scene_leaf leaf)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 6000, 4000);
    dw_scene_room(scene, "middle", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "east", 12000, 0, 6000, 4000);
    dw_scene_door(scene, "w", WEST, MIDDLE, 1500, 1000, leaf);
    dw_scene_door(scene, "e", MIDDLE, EAST, 1500, 1000, leaf);
    dw_scene_patrol(scene, "round", "west, middle, east");
    dw_scene_guard(scene, "ann", 1000, 2000, 0, "round");
    dw_scene_spawn(scene, 3000, 2000);
    dw_scene_spawn(scene, 3000, 1000);
    dw_scene_exit(scene, 17000, 3000, 500, 500);
    return scene;
}

static dw_house open_row(dw_scene *scene, const dw_ruleset *rules)
{
    dw_house it = {.scene = scene, .venue = dw_venue_of(dw_scene_build(scene))};
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, rules);
    dw_stage_step(it.stage);
    return it;
}

static dw_house open_loud(dw_scene_leaf leaf)
{
    const dw_ruleset rules = hearing_rules();
    return open_row(row_of_rooms(leaf), &rules);
}

static void put_ann(dw_house *it, int32_t x, int32_t y)
{
    dw_stage_put_guard(it->stage, ANN, dw_scene_mm(x, y), 0);
}

static void put_thief(dw_house *it, int32_t x, int32_t y)
{
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(x, y));
}

/* In the step that this makes. */
static void make_noise(dw_house *it, uint16_t room, int32_t x, int32_t y, int32_t level_db10)
{
    const dw_noise noise = {.kind = DW_NOISE_LEAF,
                            .room = room,
                            .position = dw_scene_mm(x, y),
                            .level_db10 = level_db10};
    dw_sim_make_noise(it->stage->sim, &noise);
    dw_stage_step(it->stage);
}

static const dw_percepts *ann_knows(const dw_house *it)
{
    return dw_sim_percepts(it->stage->sim, ANN);
}

/* How many noises the guard hears in these ticks, and the loudest of them. */
static uint32_t listen(dw_house *it, uint32_t ticks, dw_stimulus *loudest)
{
    uint32_t count = 0;
    *loudest = (dw_stimulus){.strength = -1};
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(it->stage);
        const dw_percepts *percepts = ann_knows(it);
        count += percepts->stimulus_count;
        if (percepts->stimulus_count > 0 && percepts->stimuli[0].strength > loudest->strength) {
            *loudest = percepts->stimuli[0];
        }
    }
    return count;
}

static uint32_t hear_walk(uint8_t buttons, uint32_t ticks, dw_stimulus *loudest)
{
    dw_house it = open_loud(DW_SCENE_OPEN);
    put_ann(&it, 1000, 1000);
    put_thief(&it, 1000, 3000);
    dw_stage_walk(it.stage, 0, DW_EAST, buttons);
    const uint32_t count = listen(&it, ticks, loudest);
    dw_house_close(&it);
    return count;
}

static void a_step_is_heard_at_each_stride(void **state)
{
    (void)state;
    dw_stimulus loudest;
    assert_int_equal(hear_walk(0, 60, &loudest), 2); /* 1800 mm at 700 mm a step. */
    assert_in_range(loudest.strength, 400 - 75, 400 - 60);
    assert_int_equal(hear_walk(DW_BUTTON_SPRINT, 60, &loudest), 3); /* 3300 mm at 1000 mm. */
    assert_in_range(loudest.strength, 550 - 90, 550 - 60);
    assert_false(loudest.from_own_side);
    dw_ruleset rules = hearing_rules(); /* 26 dB are 20 dB at 2 m: not a step further. */
    dw_house it = open_row(row_of_rooms(DW_SCENE_OPEN), &rules);
    put_ann(&it, 1000, 2000);
    put_thief(&it, 1000, 3000);
    dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_CROUCH);
    assert_int_equal(listen(&it, 60, &loudest), 2); /* 900 mm at 450 mm a step. */
    assert_in_range(loudest.strength, 260 - 15, 260);
    dw_house_close(&it);
}

/* An intruder that sprints half of a step and crouches the rest is heard as at a sprint, unless it
 * has stood for 60 ticks. */
static void a_step_is_as_loud_as_its_loudest_gait(void **state)
{
    (void)state;
    static const uint32_t stands[] = {0, 1, 59, 60};
    for (size_t i = 0; i < DW_COUNT_OF(stands); i++) {
        const bool rests = stands[i] == 60;
        dw_house it = open_loud(DW_SCENE_OPEN);
        put_ann(&it, 1000, 2000);
        put_thief(&it, 1000, 3000);
        dw_stimulus loudest = {0};
        dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_SPRINT);
        assert_int_equal(listen(&it, 10, &loudest), 0); /* 550 of 1000 mm. */
        dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
        assert_int_equal(listen(&it, stands[i], &loudest), 0);
        dw_stage_walk(it.stage, 0, DW_EAST, DW_BUTTON_CROUCH);
        assert_int_equal(listen(&it, 13, &loudest), 0); /* 195 of 450 mm. */
        assert_int_equal(listen(&it, 1, &loudest), rests ? 0 : 1);
        assert_true(rests || (loudest.strength > 550 - 40 && loudest.strength <= 550));
        assert_true(listen(&it, 31, &loudest) == 0 || loudest.strength <= 260);
        dw_house_close(&it);
    }
}

static void a_quiet_part_of_a_step_does_not_hush_it(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    put_ann(&it, 1000, 2000);
    put_thief(&it, 1000, 3000);
    dw_stimulus loudest = {0};
    uint32_t steps = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_walk(it.stage, 0, DW_EAST, tick % 6 == 5 ? DW_BUTTON_CROUCH : DW_BUTTON_SPRINT);
        if (listen(&it, 1, &loudest) > 0) {
            assert_true(loudest.strength > 400);
            steps++;
        }
    }
    assert_int_equal(steps, 3); /* 2750 mm of sprint and 150 crouched. */
    dw_house_close(&it);
}

static void a_body_that_does_not_get_on_makes_no_steps(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    dw_stimulus loudest;
    put_ann(&it, 1000, 1000);
    put_thief(&it, 350, 3000); /* At the wall. */
    dw_stage_walk(it.stage, 0, DW_WEST, DW_BUTTON_SPRINT);
    assert_int_equal(listen(&it, 120, &loudest), 0);
    dw_house_close(&it);
}

static void floors_add_to_steps(void **state)
{
    (void)state;
    dw_stimulus wood;
    dw_stimulus carpet;
    (void)hear_walk(0, 60, &wood);
    dw_scene *scene = row_of_rooms(DW_SCENE_OPEN);
    dw_scene_set_floor(scene, WEST, DW_FLOOR_CARPET);
    const dw_ruleset rules = hearing_rules();
    dw_house it = open_row(scene, &rules);
    put_ann(&it, 1000, 1000);
    put_thief(&it, 1000, 3000);
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    assert_int_equal(listen(&it, 60, &carpet), 2);
    assert_int_equal(carpet.strength, wood.strength - 100);
    dw_house_close(&it);
}

static void leaves_are_heard_and_less_from_an_intruder_that_crouches(void **state)
{
    (void)state;
    for (uint32_t crouches = 0; crouches < 2; crouches++) {
        dw_house it = open_loud(DW_SCENE_OPEN);
        put_ann(&it, 3000, 2000);
        put_thief(&it, 5300, 2000);
        if (crouches == 1) {
            dw_stage_walk(it.stage, 0, DW_STAND, DW_BUTTON_CROUCH);
            dw_stage_step(it.stage);
        }
        it.stage->intents[0].buttons |= DW_BUTTON_USE;
        dw_stage_step(it.stage);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_DOOR_CLOSED, DW_NONE, 0), 1);
        const dw_percepts *percepts = ann_knows(&it);
        assert_int_equal(percepts->stimulus_count, 1);
        const int32_t loss = dw_distance_loss_db10(2950); /* To the middle of the half. */
        assert_int_equal(percepts->stimuli[0].strength, (crouches == 1 ? 320 : 450) - loss);
        dw_house_close(&it);
    }
}

static void crouched_on_carpet_behind_a_closed_door_is_not_heard_at_1_m(void **state)
{
    (void)state;
    dw_scene *scene = row_of_rooms(DW_SCENE_CLOSED);
    dw_scene_set_floor(scene, MIDDLE, DW_FLOOR_CARPET);
    const dw_ruleset rules = hearing_rules();
    dw_house it = open_row(scene, &rules);
    dw_stimulus loudest;
    put_ann(&it, 5500, 2000);
    put_thief(&it, 6500, 1700);
    dw_stage_walk(it.stage, 0, DW_SOUTH, DW_BUTTON_CROUCH);
    assert_int_equal(listen(&it, 60, &loudest), 0);
    dw_house_close(&it);
}

static void a_bottle_at_10_m_through_two_open_doors_is_heard(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    put_ann(&it, 4000, 2000);
    make_noise(&it, EAST, 14000, 2000, BOTTLE_DB10);
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    assert_int_equal(ann_knows(&it)->stimuli[0].strength, BOTTLE_DB10 - 200 - 60);
    dw_house_close(&it);
}

static void a_closed_leaf_takes_more(void **state)
{
    (void)state;
    int32_t levels[2];
    for (uint32_t open = 0; open < 2; open++) {
        dw_house it = open_loud(open == 1 ? DW_SCENE_OPEN : DW_SCENE_CLOSED);
        put_ann(&it, 4000, 2000);
        make_noise(&it, MIDDLE, 8000, 2000, BOTTLE_DB10);
        assert_int_equal(ann_knows(&it)->stimulus_count, 1);
        levels[open] = ann_knows(&it)->stimuli[0].strength;
        dw_house_close(&it);
    }
    assert_int_equal(levels[1] - levels[0], 140);
}

static void a_noise_is_heard_from_the_threshold_on_and_a_runner_hears_less(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    const int32_t fast = it.stage->sim->rules.kinds[DW_KIND_GUARD].gaits.far.speed_mm_s;
    put_ann(&it, 1000, 1000);
    make_noise(&it, WEST, 1000, 1500, 200);
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    make_noise(&it, WEST, 1000, 1500, 199);
    assert_int_equal(ann_knows(&it)->stimulus_count, 0);
    dw_stage_puppet(it.stage, ANN)->step = (dw_vec){fast, 0};
    dw_stage_step(it.stage);
    make_noise(&it, WEST, 1000, 1500, 279);
    assert_int_equal(ann_knows(&it)->stimulus_count, 0);
    make_noise(&it, WEST, 1000, 1500, 280);
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    dw_house_close(&it);
}

static void without_ears_or_hearing_nothing_is_heard(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        dw_ruleset rules = hearing_rules();
        rules.hearing = k == 0 ? 1 : 0;
        rules.kinds[DW_KIND_GUARD].senses.ears.threshold_db10 = k == 0 ? 0 : 200;
        dw_house it = open_row(row_of_rooms(DW_SCENE_OPEN), &rules);
        make_noise(&it, WEST, 1000, 1500, 1000);
        assert_int_equal(ann_knows(&it)->stimulus_count, 0);
        dw_house_close(&it);
    }
}

static void guards_pay_no_heed_to_steps_of_guards(void **state)
{
    (void)state;
    dw_scene *scene = row_of_rooms(DW_SCENE_OPEN);
    dw_scene_guard(scene, "bob", 1000, 3000, 0, "round");
    const dw_ruleset rules = hearing_rules();
    dw_house it = open_row(scene, &rules);
    dw_stimulus loudest;
    dw_stage_puppet(it.stage, BOB)->step = (dw_vec){3200, 0};
    uint32_t heard_by_player = 0;
    for (uint32_t tick = 0; tick < 60; tick++) {
        assert_int_equal(listen(&it, 1, &loudest), 0);
        uint32_t count = 0;
        (void)dw_sim_heard(it.stage->sim, 0, &count);
        heard_by_player += count;
    }
    assert_int_equal(heard_by_player, 3); /* 3200 mm at 1000 mm a step. */
    dw_house_close(&it);
}

static void a_noise_in_the_room_seems_to_be_where_it_is(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    make_noise(&it, WEST, 4000, 3000, 400);
    const dw_stimulus *heard = &ann_knows(&it)->stimuli[0];
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    assert_true(dw_vec_equal(heard->position, dw_scene_mm(4000, 3000)));
    assert_int_equal(heard->room, WEST);
    assert_int_equal(heard->error_mm, 0);
    dw_house_close(&it);
}

/* Wherever in the east room it is: the guard in the west hears it behind the western door. */
static void a_noise_elsewhere_seems_to_be_beyond_the_last_doorway(void **state)
{
    (void)state;
    int32_t widest = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        dw_house it = open_loud(DW_SCENE_OPEN);
        dw_stage_reset(it.stage, seed, 1);
        dw_stage_step(it.stage);
        make_noise(&it, EAST, 14000, 2000, 560);
        const dw_stimulus *heard = &ann_knows(&it)->stimuli[0];
        const int32_t level = 560 - dw_distance_loss_db10(13000) - 60;
        assert_int_equal(ann_knows(&it)->stimulus_count, 1);
        assert_int_equal(heard->strength, level);
        assert_int_equal(heard->room, MIDDLE);
        assert_int_equal(heard->error_mm, 2000 * (300 - (level - 200)) / 300);
        const dw_vec beyond = it.venue->map->doors[W].half[1].point;
        const dw_vec off = dw_vec_sub(heard->position, beyond);
        assert_true(off.x >= 0 && off.x <= DW_MM(heard->error_mm) + DW_MM(350));
        assert_true(off.y <= DW_MM(heard->error_mm) && off.y >= -DW_MM(heard->error_mm));
        widest = off.y > widest ? off.y : widest;
        dw_house_close(&it);
    }
    assert_true(widest > DW_MM(500));
}

/* Too loud for an error: as near behind the far half of the doorway as a body can stand, which is
 * 300 mm from its middle; from the west as from the east. */
static void the_loudest_noise_elsewhere_seems_to_be_in_the_doorway_from_both_sides(void **state)
{
    (void)state;
    static const struct {
        int32_t ann_x, noise_x, into_mm;
        uint16_t room, door;
        uint8_t half;
    } cases[] = {{1000, 14000, 300, EAST, W, 1}, {17000, 4000, -300, WEST, E, 0}};
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        dw_house it = open_loud(DW_SCENE_OPEN);
        put_ann(&it, cases[i].ann_x, 2000);
        make_noise(&it, cases[i].room, cases[i].noise_x, 2000, 900);
        const dw_stimulus *heard = &ann_knows(&it)->stimuli[0];
        const dw_vec beyond = it.venue->map->doors[cases[i].door].half[cases[i].half].point;
        assert_int_equal(ann_knows(&it)->stimulus_count, 1);
        assert_int_equal(heard->room, MIDDLE);
        assert_int_equal(heard->error_mm, 0);
        assert_int_equal(heard->position.x, beyond.x + DW_MM(cases[i].into_mm));
        assert_int_equal(heard->position.y, beyond.y);
        dw_house_close(&it);
    }
}

static void a_noise_behind_a_wall_seems_to_be_behind_the_wall(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_CLOSED);
    put_ann(&it, 5500, 3500);
    make_noise(&it, MIDDLE, 6500, 3500, 560); /* By the door 17 dB and 6 dB for the detour. */
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    assert_int_equal(ann_knows(&it)->stimuli[0].room, MIDDLE);
    dw_house_close(&it);
    dw_ruleset rules = hearing_rules();
    rules.sound_leaf_db10 = 1000;
    it = open_row(row_of_rooms(DW_SCENE_CLOSED), &rules);
    put_ann(&it, 5500, 3500);
    make_noise(&it, MIDDLE, 6500, 3500, 660);
    assert_int_equal(ann_knows(&it)->stimulus_count, 1);
    assert_int_equal(ann_knows(&it)->stimuli[0].strength, 660 - 300);
    assert_int_equal(ann_knows(&it)->stimuli[0].room, MIDDLE);
    dw_house_close(&it);
}

/* Two matches with different noises out of earshot, and with the same one in it: the guard draws
 * the same position. */
static void what_a_guard_does_not_hear_changes_no_draw(void **state)
{
    (void)state;
    dw_stimulus heard[2];
    for (uint32_t k = 0; k < 2; k++) {
        dw_house it = open_loud(DW_SCENE_CLOSED);
        const dw_noise quiet = {.kind = DW_NOISE_LEAF,
                                .room = EAST,
                                .position = dw_scene_mm(14000, 2000),
                                .level_db10 = 300};
        for (uint32_t n = 0; n < 20 * k; n++) {
            dw_sim_make_noise(it.stage->sim, &quiet);
        }
        make_noise(&it, MIDDLE, 8000, 2000, BOTTLE_DB10);
        assert_int_equal(ann_knows(&it)->stimulus_count, 1);
        heard[k] = ann_knows(&it)->stimuli[0];
        dw_house_close(&it);
    }
    assert_true(dw_vec_equal(heard[0].position, heard[1].position));
    assert_int_equal(heard[0].strength, heard[1].strength);
}

static void a_guard_hears_the_loudest_and_only_in_their_tick(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    for (int32_t i = 0; i < DW_STIMULI_MAX + 4; i++) {
        const dw_noise noise = {.kind = DW_NOISE_LEAF,
                                .room = WEST,
                                .position = dw_scene_mm(1000, 1500),
                                .level_db10 = 300 + 10 * i};
        dw_sim_make_noise(it.stage->sim, &noise);
    }
    dw_stage_step(it.stage);
    assert_int_equal(ann_knows(&it)->stimulus_count, DW_STIMULI_MAX);
    for (int32_t i = 0; i < DW_STIMULI_MAX; i++) {
        assert_int_equal(ann_knows(&it)->stimuli[i].strength, 300 + 10 * (DW_STIMULI_MAX + 3 - i));
    }
    dw_stage_step(it.stage);
    assert_int_equal(ann_knows(&it)->stimulus_count, 0);
    dw_house_close(&it);
}

static void a_player_hears_level_and_direction(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    put_thief(&it, 4000, 2000);
    make_noise(&it, WEST, 2000, 2000, 400);
    uint32_t count = 0;
    const dw_heard *heard = dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 1);
    assert_int_equal(heard[0].direction_bam, DW_BAM_HALF);
    assert_int_equal(heard[0].level_db10, 400 - 60);
    make_noise(&it, EAST, 14000, 3900, BOTTLE_DB10); /* Out of the doorway at its right. */
    heard = dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 1);
    assert_int_equal(heard[0].direction_bam, 0);
    make_noise(&it, WEST, 4000, 1500, 150);
    (void)dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 1);
    make_noise(&it, WEST, 4000, 1500, 149);
    (void)dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 0);
    dw_house_close(&it);
}

static void a_call_is_heard_in_the_next_tick(void **state)
{
    (void)state;
    dw_house it = open_loud(DW_SCENE_OPEN);
    const dw_radio_message clear = {.kind = DW_RADIO_CLEAR, .room = WEST};
    dw_house_set_brain(&it, ANN, &dw_brain_caller);
    dw_stage_step(it.stage);
    dw_house_say(&it, &clear);
    uint32_t count = 0;
    (void)dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 0);
    dw_stage_step(it.stage);
    const dw_heard *heard = dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 1);
    assert_int_equal(heard[0].level_db10, 600 - dw_distance_loss_db10(2000));
    dw_stage_step(it.stage);
    (void)dw_sim_heard(it.stage->sim, 0, &count);
    assert_int_equal(count, 0);
    dw_house_close(&it);
}

/* A saved match goes on with the same strides. */
static void strides_are_saved(void **state)
{
    (void)state;
    static uint8_t bytes[SAVE_MAX];
    dw_house it = open_loud(DW_SCENE_OPEN);
    dw_house_set_brain(&it, ANN, dw_brain_find("null"));
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 10);
    dw_state_writer writer;
    size_t size = 0;
    dw_state_writer_init(&writer, bytes, SAVE_MAX);
    dw_sim_save(it.stage->sim, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    uint16_t *walked = &it.stage->sim->walked[dw_intruder_index(it.stage->world, 0)];
    assert_int_equal(*walked, 10 * (30 * 65536 / 700 + 1)); /* 300 mm of 700. */
    const uint64_t before = dw_sim_state_hash(it.stage->sim);
    *walked = 1;
    assert_true(before != dw_sim_state_hash(it.stage->sim));
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    assert_int_equal(dw_sim_load(it.stage->sim, &reader, dw_brain_library_finder(NULL), NULL),
                     DW_OK);
    assert_int_equal(*walked, 10 * (30 * 65536 / 700 + 1));
    assert_true(before == dw_sim_state_hash(it.stage->sim));
    dw_house_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_heard_at_each_stride),
        cmocka_unit_test(a_step_is_as_loud_as_its_loudest_gait),
        cmocka_unit_test(a_quiet_part_of_a_step_does_not_hush_it),
        cmocka_unit_test(a_body_that_does_not_get_on_makes_no_steps),
        cmocka_unit_test(floors_add_to_steps),
        cmocka_unit_test(leaves_are_heard_and_less_from_an_intruder_that_crouches),
        cmocka_unit_test(crouched_on_carpet_behind_a_closed_door_is_not_heard_at_1_m),
        cmocka_unit_test(a_bottle_at_10_m_through_two_open_doors_is_heard),
        cmocka_unit_test(a_closed_leaf_takes_more),
        cmocka_unit_test(a_noise_is_heard_from_the_threshold_on_and_a_runner_hears_less),
        cmocka_unit_test(without_ears_or_hearing_nothing_is_heard),
        cmocka_unit_test(guards_pay_no_heed_to_steps_of_guards),
        cmocka_unit_test(a_noise_in_the_room_seems_to_be_where_it_is),
        cmocka_unit_test(a_noise_elsewhere_seems_to_be_beyond_the_last_doorway),
        cmocka_unit_test(the_loudest_noise_elsewhere_seems_to_be_in_the_doorway_from_both_sides),
        cmocka_unit_test(a_noise_behind_a_wall_seems_to_be_behind_the_wall),
        cmocka_unit_test(what_a_guard_does_not_hear_changes_no_draw),
        cmocka_unit_test(a_guard_hears_the_loudest_and_only_in_their_tick),
        cmocka_unit_test(a_player_hears_level_and_direction),
        cmocka_unit_test(a_call_is_heard_in_the_next_tick),
        cmocka_unit_test(strides_are_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
