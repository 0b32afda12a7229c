/* Plans that nobody hears: what a guard of the record hears is what the simulation lets that guard
 * hear, a move that would be heard is not allowed, and plans under rules with hearing are silent.
 */
#include "tests/support/test.h"

#include "server/lab/lattice_layout.h"
#include "server/lab/solve.h"
#include "server/lab/unheard.h"
#include "server/sim/ear.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"

#include <stdlib.h>

enum { TICKS_MAX = 2400, STATES_MAX = 400000 };

static dw_lab_data reference_house(const char *brain)
{
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    (void)snprintf(data.brains.all, sizeof data.brains.all, "%s", brain);
    data.rules.hearing = 1;
    return data;
}

static dw_patrol_record *record_of(const dw_lab_data *data)
{
    dw_patrol_record *record = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_patrol_record_create(&record, data, TICKS_MAX, &error), DW_OK);
    return record;
}

/* Whether the record says that this step or a leaf of this tick is heard. */
static bool record_hears(dw_patrol_record *record, const dw_stage *stage, const dw_ruleset *rules,
                         dw_vec before, bool crouched, dw_intruder_gait gait)
{
    const dw_world *world = stage->world;
    const dw_map *map = stage->venue->map;
    const dw_actor *intruder = dw_intruder_actor(world, 0);
    uint32_t count;
    const dw_sim_event *events = dw_sim_events(stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if ((events[i].kind == DW_SIM_DOOR_OPENED || events[i].kind == DW_SIM_DOOR_CLOSED) &&
            events[i].slot == 0) {
            const dw_noise leaf =
                dw_noise_of_leaf(map, rules, events[i].door, dw_map_room_at(map, before), crouched);
            if (dw_patrol_record_hears(record, world->tick, &leaf, &world->open)) {
                return true;
            }
        }
    }
    const dw_floor floor = (dw_floor)map->rooms[intruder->room].floor;
    const dw_noise step = {.room = intruder->room,
                           .position = intruder->body.position,
                           .level_db10 = dw_intruder_footfall(gait, rules, floor).level_db10};
    return !dw_vec_equal(before, intruder->body.position) &&
           dw_patrol_record_hears(record, world->tick, &step, &world->open);
}

static bool guards_hear(const dw_stage *stage)
{
    for (uint16_t g = 0; g < stage->world->guard_count; g++) {
        const dw_percepts *percepts = dw_sim_percepts(stage->sim, g);
        for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
            if (!percepts->stimuli[i].from_own_side) {
                return true;
            }
        }
    }
    return false;
}

/* What an ear needs is the least level that it hears, asleep or not. */
static void ear_needs_the_least_level_that_it_hears(void **state)
{
    (void)state;
    for (int32_t percent = 1; percent <= 100; percent++) {
        for (int32_t threshold = 1; threshold <= 300; threshold += 13) {
            const dw_ear ear = {.threshold_db10 = threshold, .percent = percent};
            const int32_t needs = dw_ear_needs(&ear);
            assert_true(dw_ear_level(&ear, needs) >= threshold);
            assert_true(dw_ear_level(&ear, needs - 1) < threshold);
        }
    }
}

typedef struct tally {
    uint32_t compared, heard, said;
} tally;

/* The loudest gait that can be part of a step in tick `t`. `last`: one more than the tick in which
 * the body went in each. A crouched step takes 30 ticks, and before a rest is over it goes on. */
static dw_intruder_gait loudest_lately(const uint32_t last[DW_INTRUDER_GAIT_COUNT], uint32_t t,
                                       dw_intruder_gait now)
{
    const uint32_t since = t < 90 ? 0 : t - 90;
    if (now == DW_GAIT_SPRINTING || last[DW_GAIT_SPRINTING] > since) {
        return DW_GAIT_SPRINTING;
    }
    return now == DW_GAIT_WALKING || last[DW_GAIT_WALKING] > since ? DW_GAIT_WALKING
                                                                   : DW_GAIT_CROUCHING;
}

/* Guards that never react, and an intruder that does what it likes all over the house. */
static tally compare_with_simulation(const dw_lab_data *data, bool every_step)
{
    dw_patrol_record *record = record_of(data);
    dw_venue *venue = dw_venue_shipped("reference");
    dw_stage *stage = dw_stage_create(venue, "patrol-only", &data->rules);
    tally sum = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 1);
        dw_patrol_record_begin(record, seed);
        dw_stage_reset(stage, seed, 1);
        uint32_t last[DW_INTRUDER_GAIT_COUNT] = {0};
        for (uint32_t t = 0; t < TICKS_MAX; t++) {
            if (t % 30 == 0) {
                dw_stage_scatter_one(stage, 0, &rng);
            }
            const dw_body before = dw_intruder_actor(stage->world, 0)->body;
            stage->intents[0] = dw_stage_whim(seed, t, 0);
            dw_stage_step(stage);
            if (!dw_patrol_record_agrees(record, stage->world)) {
                break; /* It stood in a guard's way. */
            }
            const int32_t moved =
                dw_distance(before.position, dw_intruder_actor(stage->world, 0)->body.position);
            if (moved > 0) {
                last[dw_intruder_gait_of(&dw_intruder_actor(stage->world, 0)->body)] = t + 1;
            }
            if (moved > 0 && moved < DW_MM(2)) {
                continue; /* At a wall: less than a step of any stride. */
            }
            const bool heard = guards_hear(stage);
            const dw_intruder_gait now =
                dw_intruder_gait_of(&dw_intruder_actor(stage->world, 0)->body);
            const dw_intruder_gait loudest = loudest_lately(last, t, now);
            const bool said = record_hears(record, stage, &data->rules, before.position,
                                           before.crouching, loudest);
            assert_true(heard == said || (said && (loudest != now || !every_step)));
            assert_true(heard == dw_patrol_record_heard_more(record, stage->sim));
            sum.compared++;
            sum.heard += heard;
            sum.said += said;
        }
    }
    print_message("%u ticks, %u heard, %u said to be\n", sum.compared, sum.heard, sum.said);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_patrol_record_destroy(record);
    return sum;
}

/* With strides of a millimetre each tick of walking is a step. */
static void record_says_what_guards_hear(void **state)
{
    (void)state;
    dw_lab_data data = reference_house("patrol-only");
    data.rules.stride_crouching_mm = 1;
    data.rules.stride_walking_mm = 1;
    data.rules.stride_sprinting_mm = 1;
    const tally sum = compare_with_simulation(&data, true);
    assert_true(sum.heard > 1000 && sum.compared - sum.heard > 1000);
    dw_lab_data_destroy(&data);
}

static void no_step_is_heard_that_the_record_denies(void **state)
{
    (void)state;
    dw_lab_data data = reference_house("patrol-only");
    const tally sum = compare_with_simulation(&data, false);
    assert_true(sum.heard > 100 && sum.said > sum.heard);
    dw_lab_data_destroy(&data);
}

/* The same answer from the noise of each tick, one after the other. */
/* A step of that body, as it is, which comes down in that tick. */
static bool is_silent(dw_patrol_record *record, const dw_lattice *lattice, const dw_body *body,
                      uint32_t tick, const dw_door_set *open)
{
    const uint16_t room = dw_map_room_at(lattice->map, body->position);
    const dw_footfall foot = dw_intruder_footfall(dw_intruder_gait_of(body), &lattice->rules,
                                                  (dw_floor)lattice->map->rooms[room].floor);
    const dw_noise step = {.room = room, .position = body->position, .level_db10 = foot.level_db10};
    return !dw_patrol_record_hears(record, tick, &step, open);
}

static bool each_tick_is_silent(dw_patrol_record *record, const dw_lattice *lattice,
                                const dw_unheard_move *move)
{
    const dw_lattice_node *from = &lattice->nodes[move->from];
    const dw_lattice_edge *edge = &lattice->edges[move->edge];
    const dw_lattice_move *steps = &lattice->moves[edge->move];
    dw_body body = {.position = from->position, .crouching = move->crouching};
    bool door_open = !edge->opens;
    dw_body earlier = {.crouching = (move->before.buttons & DW_BUTTON_CROUCH) != 0};
    earlier.sprinting = !earlier.crouching && (move->before.buttons & DW_BUTTON_SPRINT) != 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        const dw_lattice_step *step = &lattice->steps[steps->first + i];
        const uint32_t tick = move->departure + 1 + i;
        const bool presses = (step->intent.buttons & DW_BUTTON_USE) != 0;
        dw_door_set open = *dw_patrol_record_doors(record, tick);
        door_open = door_open != presses;
        if (edge->opens) {
            dw_door_set_put(&open, edge->door, door_open);
        }
        if (presses) {
            const dw_noise leaf =
                dw_noise_of_leaf(lattice->map, &lattice->rules, edge->door,
                                 dw_map_room_at(lattice->map, body.position), body.crouching);
            if (dw_patrol_record_hears(record, tick, &leaf, &open)) {
                return false;
            }
        }
        const dw_body before = body;
        (void)dw_intruder_walk(&body, step->intent, &lattice->rules, lattice->map,
                               edge->door != DW_NONE ? &open : dw_patrol_record_doors(record, tick),
                               NULL, 0);
        if (dw_vec_equal(before.position, body.position)) {
            continue;
        }
        earlier.position = body.position;
        if (!is_silent(record, lattice, &body, tick, &open) ||
            (move->before.direction != DW_STAND &&
             !is_silent(record, lattice, &earlier, tick, &open))) {
            return false;
        }
    }
    return true;
}

static void move_is_allowed_when_each_of_its_ticks_is_silent(void **state)
{
    (void)state;
    dw_lab_data data = reference_house("patrol-only");
    dw_patrol_record *record = record_of(&data);
    dw_error error = {{0}};
    dw_lattice lattice;
    dw_unheard *unheard = NULL;
    assert_int_equal(dw_lattice_layout_create(&lattice, data.map, &data.rules, &error), DW_OK);
    assert_int_equal(dw_unheard_create(&unheard, &lattice, record, TICKS_MAX, &error), DW_OK);
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    static const dw_intent intents[] = {
        {.direction = DW_STAND},
        {.direction = DW_EAST},
        {.direction = DW_EAST, .buttons = DW_BUTTON_CROUCH},
        {.direction = DW_EAST, .buttons = DW_BUTTON_SPRINT},
    };
    uint32_t allowed[2] = {0}; /* With and without a door that is worked. */
    uint32_t refused[2] = {0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        dw_patrol_record_begin(record, seed);
        dw_unheard_begin(unheard);
        for (uint32_t n = 0; n < lattice.node_count; n++) {
            const dw_lattice_node *node = &lattice.nodes[n];
            for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
                const dw_unheard_move move = {
                    .from = n,
                    .edge = e,
                    .departure = (uint32_t)dw_rng_between(&rng, 0, TICKS_MAX - 200),
                    .crouching = dw_rng_between(&rng, 0, 1) != 0,
                    .before = intents[dw_rng_below(&rng, sizeof intents / sizeof *intents)]};
                const dw_lattice_edge *edge = &lattice.edges[e];
                /* Through an open door it must stand open. */
                if (edge->door != DW_NONE &&
                    !dw_patrol_record_door_stays(record, edge->door, !edge->opens, move.departure,
                                                 move.departure +
                                                     lattice.moves[edge->move].count)) {
                    continue;
                }
                const bool allows = dw_unheard_allows(unheard, &move);
                assert_true(allows == each_tick_is_silent(record, &lattice, &move));
                (allows ? allowed : refused)[edge->opens ? 0 : 1]++;
            }
        }
    }
    print_message("moves %u allowed, %u not; with a door %u and %u\n", allowed[1], refused[1],
                  allowed[0], refused[0]);
    assert_true(allowed[0] > 50 && refused[0] > 50 && allowed[1] > 2000 && refused[1] > 2000);
    dw_unheard_destroy(unheard);
    dw_lattice_destroy(&lattice);
    dw_patrol_record_destroy(record);
    dw_lab_data_destroy(&data);
}

/* One room. A guard faces the wall, between the intruder and what it came for. */
static bool room_is_robbed(bool hearing, dw_solve_result *result)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "gallery", 0, 0, 9000, 5000);
    dw_scene_spawn(scene, 700, 2500);
    dw_scene_exit(scene, 200, 2000, 1000, 1000);
    dw_scene_objective(scene, 8400, 2400, 200, 200);
    dw_scene_patrol(scene, "post", "gallery");
    dw_scene_guard(scene, "ann", 4500, 400, 270, "post");
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    dw_lab_data data = {.map = venue->map, .nav = venue->nav, .rules = dw_ruleset_reference()};
    (void)snprintf(data.brains.all, sizeof data.brains.all, "null");
    data.rules.hearing = hearing;
    const dw_solve_config config = {
        .data = &data, .states_max = STATES_MAX, .ticks_max = TICKS_MAX};
    dw_solve *solve = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_solve_create(&solve, &config, &error), DW_OK);
    dw_solve_run(solve, 1, result);
    bool sprints = false;
    for (uint32_t i = 0; result->found && i < result->plan->count; i++) {
        sprints = sprints || (result->plan->intents[i].buttons & DW_BUTTON_SPRINT) != 0;
    }
    dw_solve_destroy(solve);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
    return sprints;
}

static void nobody_sprints_behind_a_guard_with_ears(void **state)
{
    (void)state;
    dw_solve_result deaf;
    dw_solve_result hearing;
    assert_true(room_is_robbed(false, &deaf));
    assert_false(room_is_robbed(true, &hearing));
    assert_true(deaf.found && hearing.found);
    assert_int_equal(hearing.refuted, 0);
    assert_true(hearing.ticks > deaf.ticks * 3 / 2);
}

/* A simulation that is given nothing but the intents: nobody sees or hears, and the round is won in
 * that tick. */
static void play_silently(dw_stage *stage, uint64_t seed, const dw_solve_result *result)
{
    dw_stage_reset(stage, seed, 1);
    for (uint32_t i = 0; i < result->ticks; i++) {
        assert_int_equal(stage->world->outcome, DW_OUTCOME_NONE);
        stage->intents[0] = result->plan->intents[i];
        dw_stage_step(stage);
        assert_int_equal(dw_stage_events(stage, DW_SIM_SEEN, DW_NONE, DW_NONE), 0);
        assert_int_equal(dw_stage_events(stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE), 0);
        assert_int_equal(dw_stage_events(stage, DW_SIM_MISSED, DW_NONE, DW_NONE), 0);
        assert_false(guards_hear(stage));
    }
    assert_int_equal(stage->world->outcome, DW_OUTCOME_WON);
}

static void plans_win_unheard_in_a_bare_simulation(void **state)
{
    (void)state;
    static const struct {
        const char *map;
        uint64_t first, last;
    } cases[] = {{"reference", 1, 6}, {"museum", 11, 11}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        dw_lab_data data;
        dw_error error = {{0}};
        const dw_rules_choice rules = {.ruleset = "night"};
        assert_int_equal(dw_lab_data_read(&data, cases[c].map, &rules, true, &error), DW_OK);
        const dw_solve_config config = {.data = &data, .states_max = 2000000, .ticks_max = 36000};
        dw_solve *solve = NULL;
        assert_int_equal(dw_solve_create(&solve, &config, &error), DW_OK);
        dw_venue *venue = dw_venue_shipped(cases[c].map);
        dw_stage *stage = dw_stage_create(venue, "reference", &data.rules);
        for (uint64_t seed = cases[c].first; seed <= cases[c].last; seed++) {
            dw_solve_result result;
            dw_solve_run(solve, seed, &result);
            assert_true(result.found);
            play_silently(stage, seed, &result);
        }
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
        dw_solve_destroy(solve);
        dw_lab_data_destroy(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ear_needs_the_least_level_that_it_hears),
        cmocka_unit_test(record_says_what_guards_hear),
        cmocka_unit_test(no_step_is_heard_that_the_record_denies),
        cmocka_unit_test(move_is_allowed_when_each_of_its_ticks_is_silent),
        cmocka_unit_test(nobody_sprints_behind_a_guard_with_ears),
        cmocka_unit_test(plans_win_unheard_in_a_bare_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
