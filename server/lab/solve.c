#include "server/lab/solve.h"

#include "common/base/check.h"
#include "server/lab/lattice_layout.h"
#include "server/lab/match_watch.h"
#include "server/lab/unseen_search.h"

#include <stdlib.h>

/* Where guards hear, most moves are slower than the lattice promises, so that the order of A* goes
 * over nearly all of the house first. On the museum a greed of 3 needs a ninth of the states. */
enum { HEARING_GREED = 3 };

struct dw_solve {
    dw_solve_config config;
    dw_lattice lattice;
    dw_patrol_record *record;
    dw_unheard *unheard; /* NULL without `hearing`. */
    dw_unseen_search *search;
    dw_unseen_task task;
    dw_unseen_plan plan;
    dw_lab_script script;
    dw_lab_watcher watcher;
    dw_lab_match *match;
    uint32_t states_before; /* Of the searches of this seed that are over. */
    /* Of the last match: */
    dw_match_watch watch;
    uint32_t parted_tick; /* The first at which a guard does not do what the record says, or 0. */
    uint32_t heard_tick;  /* The first in which a guard hears the intruder, or 0. */
    uint32_t missed_tick; /* The first in which a guard notices that the objective is gone, or 0. */
    uint16_t *rooms;
};

static bool misses_objective(const dw_solve *solve, const dw_world *world)
{
    const dw_sim *sim = dw_lab_match_sim(solve->match);
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        if (dw_sim_percepts(sim, (uint16_t)__builtin_ctzll(left))->missing != 0) {
            return true;
        }
    }
    return false;
}

static void watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    dw_solve *solve = context;
    dw_match_watch_tick(&solve->watch, intents, world);
    solve->rooms[world->tick - 1] = dw_intruder_actor(world, 0)->room;
    if (solve->parted_tick == 0 && !dw_patrol_record_agrees(solve->record, world)) {
        solve->parted_tick = world->tick;
    }
    if (solve->unheard != NULL && solve->heard_tick == 0 &&
        dw_patrol_record_heard_more(solve->record, dw_lab_match_sim(solve->match))) {
        solve->heard_tick = world->tick;
    }
    if (solve->missed_tick == 0 && misses_objective(solve, world)) {
        solve->missed_tick = world->tick;
    }
}

static bool go_on(void *context, uint32_t states, uint32_t tick)
{
    const dw_solve *solve = context;
    return solve->config.go_on == NULL ||
           solve->config.go_on(solve->config.context, solve->states_before + states, tick);
}

static uint32_t ticks_max_of(const dw_solve_config *config)
{
    const int32_t limit = config->data->rules.time_limit_ticks;
    return limit > 0 && (uint32_t)limit < config->ticks_max ? (uint32_t)limit : config->ticks_max;
}

static dw_status create_parts(dw_solve *solve, dw_error *error)
{
    const dw_solve_config *config = &solve->config;
    const dw_lab_data *data = config->data;
    const uint32_t ticks_max = ticks_max_of(config);
    solve->plan.intents = calloc(ticks_max, sizeof *solve->plan.intents);
    solve->rooms = calloc(ticks_max, sizeof *solve->rooms);
    if (solve->plan.intents == NULL || solve->rooms == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    solve->watcher = (dw_lab_watcher){solve, watch_tick};
    solve->task.ticks_max = ticks_max;
    dw_status status = dw_lattice_layout_create(&solve->lattice, data->map, &data->rules, error);
    if (status == DW_OK) {
        status = dw_patrol_record_create(&solve->record, data, ticks_max, error);
    }
    if (status == DW_OK && data->rules.hearing != 0) {
        status =
            dw_unheard_create(&solve->unheard, &solve->lattice, solve->record, ticks_max, error);
    }
    if (status == DW_OK) {
        status = dw_unseen_search_create(&solve->search, config->states_max, ticks_max, error);
    }
    if (status == DW_OK) {
        const dw_lab_match_config match = {
            .data = data,
            .policy = &dw_policy_idle,
            .intruders = 1,
            .ticks_max = ticks_max,
            .recording = config->recording,
            .watcher = &solve->watcher,
            .script = &solve->script,
        };
        status = dw_lab_match_create(&solve->match, &match, error);
    }
    solve->watch.match = solve->match;
    return status;
}

dw_status dw_solve_create(dw_solve **out, const dw_solve_config *config, dw_error *error)
{
    dw_solve *solve = calloc(1, sizeof *solve);
    if (solve == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    solve->config = *config;
    const dw_status status = create_parts(solve, error);
    if (status != DW_OK) {
        dw_solve_destroy(solve);
        return status;
    }
    *out = solve;
    return DW_OK;
}

void dw_solve_destroy(dw_solve *solve)
{
    dw_lattice_destroy(&solve->lattice);
    if (solve->record != NULL) {
        dw_patrol_record_destroy(solve->record);
    }
    if (solve->unheard != NULL) {
        dw_unheard_destroy(solve->unheard);
    }
    if (solve->search != NULL) {
        dw_unseen_search_destroy(solve->search);
    }
    if (solve->match != NULL) {
        dw_lab_match_destroy(solve->match);
    }
    free(solve->plan.intents);
    free(solve->rooms);
    free(solve);
}

/* Plays the plan in a match as a server plays it. */
static bool prove(dw_solve *solve, uint64_t seed, dw_solve_result *result)
{
    solve->script = (dw_lab_script){solve->plan.intents, solve->plan.count};
    solve->parted_tick = 0;
    solve->heard_tick = 0;
    solve->missed_tick = 0;
    dw_lab_result match;
    dw_lab_match_run(solve->match, seed, &match);
    dw_match_watch_finish(&solve->watch, &match);
    const dw_match_row *row = &solve->watch.row;
    result->ticks = match.ticks;
    result->rooms = solve->rooms;
    result->plan = &solve->script;
    return match.outcome == DW_OUTCOME_WON && row->first_seen_tick == 0 && row->seen_ticks == 0 &&
           row->touches == 0 && solve->heard_tick == 0;
}

/* A guard that looks where the objective was would miss it after any earlier theft: the next plan
 * waits until that guard has passed. Otherwise it bans the move that was under way, or was the last
 * one, when the match and the record parted. */
static bool learn(dw_solve *solve)
{
    if (solve->missed_tick != 0) {
        solve->task.take_tick = solve->missed_tick;
        return true;
    }
    const uint32_t seen = (uint32_t)solve->watch.row.first_seen_tick;
    const uint32_t signs[] = {seen, solve->parted_tick, solve->heard_tick};
    uint32_t tick = solve->plan.count;
    for (size_t i = 0; i < DW_COUNT_OF(signs); i++) {
        tick = signs[i] != 0 && signs[i] < tick ? signs[i] : tick;
    }
    return solve->task.ban_count < DW_UNSEEN_BANS_MAX &&
           dw_unseen_search_move_at(solve->search, tick,
                                    &solve->task.bans[solve->task.ban_count++]);
}

/* The lattice has steps of full length, which bodies do not make on every floor. */
static uint16_t slow_room(const dw_lattice *lattice)
{
    const uint16_t room = dw_map_room_at(lattice->map, lattice->map->spawns[0]);
    const dw_floor floor = (dw_floor)lattice->map->rooms[room].floor;
    return dw_floor_speed_percent(floor) < 100 ? room : (uint16_t)DW_NONE;
}

void dw_solve_run(dw_solve *solve, uint64_t seed, dw_solve_result *result)
{
    *result = (dw_solve_result){0};
    dw_patrol_record_begin(solve->record, seed);
    solve->states_before = 0;
    solve->task.unheard = solve->unheard;
    solve->task.greed = solve->unheard != NULL ? HEARING_GREED : 1;
    if (solve->unheard != NULL) {
        dw_unheard_begin(solve->unheard);
    }
    solve->task.lattice = &solve->lattice;
    solve->task.record = solve->record;
    solve->task.ban_count = 0;
    solve->task.take_tick = 0;
    solve->task.go_on = go_on;
    solve->task.context = solve;
    for (bool again = true; again;) {
        solve->task.states_max = solve->config.states_max - solve->states_before;
        const dw_unseen_result outcome =
            dw_unseen_search_run(solve->search, &solve->task, &solve->plan);
        solve->states_before += dw_unseen_search_states(solve->search);
        result->stopped = outcome == DW_UNSEEN_STOPPED;
        result->exhausted = outcome == DW_UNSEEN_EXHAUSTED;
        result->found = outcome == DW_UNSEEN_FOUND && prove(solve, seed, result);
        again = false;
        if (outcome == DW_UNSEEN_FOUND && !result->found) {
            result->refuted++;
            again = learn(solve);
        }
    }
    result->states = solve->states_before;
    result->reach = dw_unseen_search_reach(solve->search);
    result->busiest = dw_patrol_record_busiest(solve->record);
    result->slow_room = slow_room(&solve->lattice);
}
