/* Plans to win unseen: found where one exists by construction, none where a guard stares at the
 * only way in, as early as a brute-force search, and unseen in a simulation that knows no plan. */
#include "tests/support/test.h"

#include "server/lab/lattice_layout.h"
#include "server/lab/patrol_record.h"
#include "server/lab/solve.h"
#include "server/lab/unseen_search.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"

#include <stdlib.h>

enum { STATES_MAX = 200000, TICKS_MAX = 3600 };

/* A scene as the lab reads a map. */
typedef struct ground {
    dw_scene *scene;
    dw_venue *venue;
    dw_lab_data data;
} ground;

static ground *open_ground(dw_scene *scene, const char *brain)
{
    ground *it = calloc(1, sizeof *it);
    assert_non_null(it);
    it->scene = scene;
    it->venue = dw_venue_of(dw_scene_build(scene));
    it->data.map = it->venue->map;
    it->data.nav = it->venue->nav;
    it->data.rules = dw_ruleset_reference();
    (void)snprintf(it->data.brains.all, sizeof it->data.brains.all, "%s", brain);
    return it;
}

static void close_ground(ground *it)
{
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
    free(it);
}

static dw_solve_result solve_ground(const ground *it, dw_solve **solve)
{
    const dw_solve_config config = {
        .data = &it->data, .states_max = STATES_MAX, .ticks_max = TICKS_MAX};
    dw_error error = {{0}};
    dw_solve_result result;
    assert_int_equal(dw_solve_create(solve, &config, &error), DW_OK);
    dw_solve_run(*solve, 1, &result);
    return result;
}

/* A hall with the exit, and a vault with the objective. One closed door joins them, and a guard
 * stands in the far corner of the vault. */
static ground *open_vault(int32_t guard_looks_at)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 5000, 4000);
    const uint16_t vault = dw_scene_room(scene, "vault", 5000, 0, 5000, 4000);
    dw_scene_door(scene, "hall-vault", hall, vault, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(scene, 800, 3200);
    dw_scene_exit(scene, 200, 2600, 1200, 1200);
    dw_scene_objective(scene, 7000, 800, 200, 200);
    dw_scene_patrol(scene, "post", "vault");
    dw_scene_guard(scene, "ann", 9600, 2000, guard_looks_at, "post");
    return open_ground(scene, "null");
}

static void guard_that_stares_at_the_only_way_in_leaves_no_plan(void **state)
{
    (void)state;
    ground *it = open_vault(180);
    dw_solve *solve = NULL;
    const dw_solve_result result = solve_ground(it, &solve);
    assert_false(result.found || result.stopped);
    assert_in_range(result.states, 1000, STATES_MAX - 1); /* All that there is was tried. */
    assert_int_equal(result.refuted, 0);
    /* It tells why: Ann sees whatever comes in by the door. */
    assert_true(result.exhausted && result.reach.starts && !result.reach.carries);
    assert_int_equal(result.reach.room, 0);
    assert_true(result.reach.seen > 0 && result.reach.heard == 0 && result.busiest == 0);
    assert_int_equal(result.slow_room, DW_NONE);
    dw_solve_destroy(solve);
    close_ground(it);
}

/* The same house, and the guard looks at the wall. */
static void guard_that_looks_away_is_robbed(void **state)
{
    (void)state;
    ground *it = open_vault(0);
    dw_solve *solve = NULL;
    const dw_solve_result result = solve_ground(it, &solve);
    assert_true(result.found);
    /* It must sprint the 7 m there and back, less the reach of a hand, and never stands still. */
    assert_in_range(result.ticks, 180, 400);
    uint32_t entries = 0;
    for (uint32_t i = 1; i < result.ticks; i++) {
        entries += result.rooms[i] == 1 && result.rooms[i - 1] == 0;
    }
    assert_int_equal(entries, 1);
    dw_solve_destroy(solve);
    close_ground(it);
}

/* The same with a yard behind the vault, between which a guard goes back and forth. */
static ground *open_yard(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 5000, 4000);
    const uint16_t vault = dw_scene_room(scene, "vault", 5000, 0, 5000, 4000);
    const uint16_t yard = dw_scene_room(scene, "yard", 10000, 0, 5000, 4000);
    dw_scene_door(scene, "hall-vault", hall, vault, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "vault-yard", vault, yard, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_spawn(scene, 800, 3200);
    dw_scene_exit(scene, 200, 2600, 1200, 1200);
    dw_scene_objective(scene, 7000, 800, 200, 200);
    dw_scene_patrol(scene, "round", "yard, vault");
    dw_scene_guard(scene, "ann", 9000, 2000, 0, "round");
    return open_ground(scene, "patrol-only");
}

/* How many states these searches look at, and how long their plans take, was checked once: a search
 * that looks at more has become worse, and is slower in large houses first. */
static void search_is_as_good_as_it_was(void **state)
{
    (void)state;
    static const struct {
        int32_t guard_looks_at; /* -1: the house with the yard. */
        int32_t hearing, evidence;
        uint32_t states, ticks; /* 0 ticks: no plan. */
    } known[] = {
        {180, 0, 0, 13607, 0}, {180, 1, 0, 8980, 0}, {0, 0, 0, 553, 266},  {0, 1, 0, 1224, 808},
        {90, 1, 0, 1194, 808}, {-1, 0, 1, 553, 266}, {-1, 1, 0, 378, 444}, {-1, 1, 1, 4189, 1318},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ground *it =
            known[i].guard_looks_at < 0 ? open_yard() : open_vault(known[i].guard_looks_at);
        it->data.rules.hearing = known[i].hearing;
        it->data.rules.evidence = known[i].evidence;
        dw_solve *solve = NULL;
        const dw_solve_result result = solve_ground(it, &solve);
        const uint32_t ticks = result.found ? result.ticks : 0;
        if (result.states != known[i].states || ticks != known[i].ticks) {
            fail_msg("house %u: %u states, %u ticks", (unsigned)i, result.states, ticks);
        }
        dw_solve_destroy(solve);
        close_ground(it);
    }
}

static void search_keeps_to_its_limits(void **state)
{
    (void)state;
    ground *it = open_vault(180);
    dw_error error = {{0}};
    dw_solve *solve = NULL;
    const dw_solve_config few = {.data = &it->data, .states_max = 500, .ticks_max = TICKS_MAX};
    dw_solve_result result;
    assert_int_equal(dw_solve_create(&solve, &few, &error), DW_OK);
    dw_solve_run(solve, 1, &result);
    assert_false(result.found);
    assert_int_equal(result.states, 500);
    dw_solve_destroy(solve);
    close_ground(it);
    it = open_vault(0);
    const dw_solve_config brief = {.data = &it->data, .states_max = STATES_MAX, .ticks_max = 150};
    assert_int_equal(dw_solve_create(&solve, &brief, &error), DW_OK);
    dw_solve_run(solve, 1, &result);
    assert_false(result.found);
    dw_solve_destroy(solve);
    close_ground(it);
}

static bool stop_at_once(void *context, uint32_t states, uint32_t tick)
{
    (void)tick;
    *(uint32_t *)context = states;
    return false;
}

static void search_stops_when_asked(void **state)
{
    (void)state;
    ground *it = open_vault(180);
    uint32_t states = 0;
    const dw_solve_config config = {.data = &it->data,
                                    .states_max = STATES_MAX,
                                    .ticks_max = TICKS_MAX,
                                    .go_on = stop_at_once,
                                    .context = &states};
    dw_error error = {{0}};
    dw_solve *solve = NULL;
    dw_solve_result result;
    assert_int_equal(dw_solve_create(&solve, &config, &error), DW_OK);
    dw_solve_run(solve, 1, &result);
    assert_true(result.stopped && !result.found);
    assert_int_equal(result.states, states);
    dw_solve_destroy(solve);
    close_ground(it);
}

/* Each edge, walked by the rules of movement, ends exactly where the lattice says. */
static void moves_of_a_lattice_end_on_its_positions(void **state)
{
    (void)state;
    const char *const names[] = {"training", "reference", "museum"};
    for (size_t m = 0; m < sizeof names / sizeof names[0]; m++) {
        dw_venue *venue = dw_venue_shipped(names[m]);
        const dw_map *map = venue->map;
        const dw_ruleset rules = dw_ruleset_reference();
        dw_lattice lattice;
        dw_error error = {{0}};
        assert_int_equal(dw_lattice_layout_create(&lattice, map, &rules, &error), DW_OK);
        assert_true(lattice.nodes[0].ticks_to_win != DW_LATTICE_FAR);
        uint32_t doors = 0;
        bool crossed[DW_DOORS_MAX] = {false};
        for (uint32_t n = 0; n < lattice.node_count; n++) {
            const dw_lattice_node *node = &lattice.nodes[n];
            for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
                const dw_lattice_edge *edge = &lattice.edges[e];
                const dw_lattice_move *move = &lattice.moves[edge->move];
                dw_body body = {.position = node->position};
                dw_door_set open = {{0}};
                if (edge->door != DW_NONE) {
                    dw_door_set_put(&open, edge->door, true);
                    doors += crossed[edge->door] ? 0 : 1;
                    crossed[edge->door] = true;
                }
                for (uint32_t i = 0; i < move->count; i++) {
                    const dw_lattice_step *step = &lattice.steps[move->first + i];
                    (void)dw_intruder_walk(&body, step->intent, &rules, map, &open, NULL, 0);
                    assert_true(
                        dw_vec_equal(body.position, dw_vec_add(node->position, step->offset)));
                }
                assert_true(dw_vec_equal(body.position, lattice.nodes[edge->to].position));
            }
        }
        print_message("%s: %u positions, %u moves, %u of %u doors\n", names[m], lattice.node_count,
                      lattice.edge_count, doors, map->door_count);
        assert_int_equal(doors, map->door_count);
        dw_lattice_destroy(&lattice);
        dw_venue_destroy(venue);
    }
}

/* Guards that never react patrol the same with an intruder in the house. What they see of it is
 * what the record says they would. */
static void record_says_what_guards_see(void **state)
{
    (void)state;
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    (void)snprintf(data.brains.all, sizeof data.brains.all, "patrol-only");
    dw_patrol_record *record = NULL;
    assert_int_equal(dw_patrol_record_create(&record, &data, 2000, &error), DW_OK);
    dw_venue *venue = dw_venue_shipped("reference");
    dw_stage *stage = dw_stage_create(venue, "patrol-only", NULL);
    uint32_t seen = 0;
    uint32_t compared = 0;
    uint32_t same_doors = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        dw_rng rng;
        dw_rng_init(&rng, seed, 1);
        dw_patrol_record_begin(record, seed);
        dw_stage_reset(stage, seed, 1);
        for (uint32_t t = 0; t < 2000; t++) {
            if (t % 20 == 0) {
                dw_stage_scatter_one(stage, 0, &rng);
            }
            stage->intents[0] = dw_stage_whim(seed, t, 0);
            dw_stage_step(stage);
            const dw_world *world = stage->world;
            if (!dw_patrol_record_agrees(record, world)) {
                break; /* It stood in a guard's way. */
            }
            const dw_actor *intruder = dw_intruder_actor(world, 0);
            bool met = false;
            bool near = false;
            for (uint16_t g = 0; g < world->guard_count; g++) {
                met = met || dw_stage_sees(stage, g, 0);
                near = near || dw_distance(dw_guard_actor(world, g)->body.position,
                                           intruder->body.position) < 2 * DW_BODY_SIZE;
            }
            const bool meets = dw_patrol_record_meets(record, world->tick, &intruder->body,
                                                      intruder->room, &world->open);
            assert_true(meets == met || (meets && near));
            const dw_door_set *doors = dw_patrol_record_doors(record, world->tick);
            if (memcmp(doors, &world->open, sizeof *doors) == 0) {
                assert_true(meets == dw_patrol_record_meets(record, world->tick, &intruder->body,
                                                            intruder->room, NULL));
                same_doors++;
            }
            seen += met;
            compared++;
        }
    }
    print_message("%u ticks, %u seen, %u with the doors of the record\n", compared, seen,
                  same_doors);
    assert_true(compared > 5000 && seen > 500 && compared - seen > 500 && same_doors > 500);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    dw_patrol_record_destroy(record);
    dw_lab_data_destroy(&data);
}

/* A room with furniture of all heights, in which a guard walks about and looks round. */
static ground *open_gallery(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "gallery", 0, 0, 9000, 6000);
    dw_scene_furniture(scene, 2000, 1500, 300, 3000, 1000);
    dw_scene_furniture(scene, 4200, 600, 300, 2400, 500);
    dw_scene_furniture(scene, 4200, 4000, 1600, 300, 900);
    dw_scene_furniture(scene, 6800, 2000, 300, 2500, 800);
    dw_scene_spawn(scene, 700, 3000);
    dw_scene_exit(scene, 200, 2500, 1000, 1000);
    dw_scene_objective(scene, 7600, 3000, 200, 200);
    dw_scene_patrol(scene, "stroll", "gallery");
    dw_scene_guard(scene, "ann", 5500, 5500, 0, "stroll");
    return open_ground(scene, "reference");
}

/* Every position and every tick, in the order of time, one tick after the other. 0: no win. */
static uint32_t earliest_win(const dw_lattice *lattice, dw_patrol_record *record)
{
    const uint32_t size = 2 * lattice->node_count; /* With and without the objective. */
    bool *reached = calloc((size_t)(TICKS_MAX + 1) * size, sizeof *reached);
    assert_non_null(reached);
    reached[0] = true;
    uint32_t win = 0;
    for (uint32_t tick = 0; tick <= TICKS_MAX && win == 0; tick++) {
        for (uint32_t s = 0; s < size; s++) {
            const bool carries = s >= lattice->node_count;
            const uint32_t n = carries ? s - lattice->node_count : s;
            const dw_lattice_node *node = &lattice->nodes[n];
            if (!reached[(size_t)tick * size + s]) {
                continue;
            }
            if (carries && node->exit) {
                win = tick;
                break;
            }
            dw_body body = {.position = node->position, .crouching = true};
            if (tick < TICKS_MAX &&
                !dw_patrol_record_meets(record, tick + 1, &body, node->room, NULL)) {
                reached[(size_t)(tick + 1) * size + s] = true;
                if (!carries && node->takes && tick + 2 <= TICKS_MAX &&
                    !dw_patrol_record_meets(record, tick + 2, &body, node->room, NULL)) {
                    reached[(size_t)(tick + 2) * size + lattice->node_count + n] = true;
                }
            }
            for (uint32_t e = node->edge_first; e < node->edge_first + node->edge_count; e++) {
                const dw_lattice_edge *edge = &lattice->edges[e];
                const dw_lattice_move *move = &lattice->moves[edge->move];
                bool unseen = tick + move->count <= TICKS_MAX;
                for (uint32_t i = 0; i < move->count && unseen; i++) {
                    const dw_lattice_step *step = &lattice->steps[move->first + i];
                    body.position = dw_vec_add(node->position, step->offset);
                    body.crouching = (step->intent.buttons & DW_BUTTON_CROUCH) != 0;
                    unseen = !dw_patrol_record_meets(record, tick + 1 + i, &body, 0, NULL);
                }
                if (unseen) {
                    reached[(size_t)(tick + move->count) * size + edge->to +
                            (carries ? lattice->node_count : 0)] = true;
                }
            }
        }
    }
    free(reached);
    return win;
}

/* The search tries every third departure only, so that it may be a little later. */
static void search_finds_what_brute_force_finds(void **state)
{
    (void)state;
    ground *it = open_gallery();
    dw_error error = {{0}};
    dw_lattice lattice;
    dw_patrol_record *record = NULL;
    dw_unseen_search *search = NULL;
    assert_int_equal(dw_lattice_layout_create(&lattice, it->data.map, &it->data.rules, &error),
                     DW_OK);
    assert_int_equal(dw_patrol_record_create(&record, &it->data, TICKS_MAX, &error), DW_OK);
    assert_int_equal(dw_unseen_search_create(&search, STATES_MAX, TICKS_MAX, &error), DW_OK);
    dw_intent intents[TICKS_MAX];
    uint32_t found = 0;
    uint32_t waits = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        dw_patrol_record_begin(record, seed);
        const dw_unseen_task task = {.lattice = &lattice,
                                     .record = record,
                                     .states_max = STATES_MAX,
                                     .ticks_max = TICKS_MAX};
        dw_unseen_plan plan = {.intents = intents};
        const dw_unseen_result result = dw_unseen_search_run(search, &task, &plan);
        const uint32_t earliest = earliest_win(&lattice, record);
        print_message("seed %u: brute force %u, search %u\n", (unsigned)seed, earliest,
                      result == DW_UNSEEN_FOUND ? plan.count : 0);
        assert_true(result == (earliest != 0 ? DW_UNSEEN_FOUND : DW_UNSEEN_EXHAUSTED));
        if (earliest != 0) {
            assert_in_range(plan.count, earliest, earliest + 60);
            found++;
            waits += earliest > lattice.nodes[0].ticks_to_win + 60;
        }
    }
    assert_true(found > 0 && waits > 0); /* Some must wait for the guard to turn. */
    dw_unseen_search_destroy(search);
    dw_patrol_record_destroy(record);
    dw_lattice_destroy(&lattice);
    close_ground(it);
}

static void banned_move_is_not_made_again(void **state)
{
    (void)state;
    ground *it = open_vault(0);
    dw_error error = {{0}};
    dw_lattice lattice;
    dw_patrol_record *record = NULL;
    dw_unseen_search *search = NULL;
    assert_int_equal(dw_lattice_layout_create(&lattice, it->data.map, &it->data.rules, &error),
                     DW_OK);
    assert_int_equal(dw_patrol_record_create(&record, &it->data, TICKS_MAX, &error), DW_OK);
    assert_int_equal(dw_unseen_search_create(&search, STATES_MAX, TICKS_MAX, &error), DW_OK);
    dw_patrol_record_begin(record, 1);
    dw_unseen_task task = {
        .lattice = &lattice, .record = record, .states_max = STATES_MAX, .ticks_max = TICKS_MAX};
    dw_intent intents[TICKS_MAX];
    dw_unseen_plan plan = {.intents = intents};
    assert_int_equal(dw_unseen_search_run(search, &task, &plan), DW_UNSEEN_FOUND);
    const uint32_t first = plan.count;
    /* The one doorway stays shut until no departure through it is banned any more. */
    dw_unseen_ban door = {0};
    for (uint32_t tick = 1; door.departure_tick == 0 && tick < first; tick++) {
        dw_unseen_ban move;
        if (dw_unseen_search_move_at(search, tick, &move) &&
            lattice.edges[move.edge].door != DW_NONE) {
            door = move;
        }
    }
    assert_true(door.departure_tick > 0);
    task.bans[task.ban_count++] = door;
    assert_int_equal(dw_unseen_search_run(search, &task, &plan), DW_UNSEEN_FOUND);
    assert_in_range(plan.count, first + DW_UNSEEN_BAN_TICKS - 6, first + 2 * DW_UNSEEN_BAN_TICKS);
    for (uint32_t tick = 1; tick < plan.count; tick++) {
        dw_unseen_ban move;
        assert_false(dw_unseen_search_move_at(search, tick, &move) && move.edge == door.edge &&
                     move.departure_tick < door.departure_tick + DW_UNSEEN_BAN_TICKS);
    }
    dw_unseen_search_destroy(search);
    dw_patrol_record_destroy(record);
    dw_lattice_destroy(&lattice);
    close_ground(it);
}

/* A simulation that is given nothing but the intents: nobody sees, touches or reports, the round is
 * won in that tick, and each door that the intruder opened it has closed again. */
static void play_plan(dw_stage *stage, uint64_t seed, const dw_solve_result *result)
{
    dw_stage_reset(stage, seed, 1);
    uint32_t opened = 0;
    uint32_t closed = 0;
    for (uint32_t i = 0; i < result->ticks; i++) {
        assert_int_equal(stage->world->outcome, DW_OUTCOME_NONE);
        stage->intents[0] = result->plan->intents[i];
        dw_stage_step(stage);
        assert_int_equal(dw_stage_events(stage, DW_SIM_SEEN, DW_NONE, DW_NONE), 0);
        assert_int_equal(dw_stage_events(stage, DW_SIM_TOUCHED, DW_NONE, DW_NONE), 0);
        for (uint16_t g = 0; g < stage->world->guard_count; g++) {
            assert_false(dw_stage_sees(stage, g, 0));
            assert_int_equal(dw_stage_meter(stage, g, 0), 0);
        }
        opened += dw_stage_events(stage, DW_SIM_DOOR_OPENED, DW_NONE, 0);
        closed += dw_stage_events(stage, DW_SIM_DOOR_CLOSED, DW_NONE, 0);
        assert_int_equal(result->rooms[i], dw_intruder_actor(stage->world, 0)->room);
    }
    assert_int_equal(stage->world->outcome, DW_OUTCOME_WON);
    assert_int_equal(opened, closed);
}

static void plans_win_unseen_in_a_bare_simulation(void **state)
{
    (void)state;
    static const struct {
        const char *map, *ruleset, *strategy;
        uint64_t first, last;
        bool refutes; /* A plan fails first: a guard would miss the objective. */
    } cases[] = {
        {"reference", "reference", "mute", 1, 6, false},
        {"reference", "standard", NULL, 1, 6, false},
        {"museum", "standard", NULL, 11, 11, false},
        {"museum", "reference", "hold", 18, 18, true},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        dw_lab_data data;
        dw_error error = {{0}};
        const dw_rules_choice rules = {.ruleset = cases[c].ruleset, .strategy = cases[c].strategy};
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
            assert_true((result.refuted > 0) == cases[c].refutes);
            play_plan(stage, seed, &result);
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
        cmocka_unit_test(guard_that_stares_at_the_only_way_in_leaves_no_plan),
        cmocka_unit_test(guard_that_looks_away_is_robbed),
        cmocka_unit_test(search_is_as_good_as_it_was),
        cmocka_unit_test(search_keeps_to_its_limits),
        cmocka_unit_test(search_stops_when_asked),
        cmocka_unit_test(moves_of_a_lattice_end_on_its_positions),
        cmocka_unit_test(record_says_what_guards_see),
        cmocka_unit_test(search_finds_what_brute_force_finds),
        cmocka_unit_test(banned_move_is_not_made_again),
        cmocka_unit_test(plans_win_unseen_in_a_bare_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
