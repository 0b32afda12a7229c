#include "server/lab/compare_cell.h"

#include "common/base/check.h"
#include "common/platform/clock.h"
#include "common/platform/signal.h"

#include <stdlib.h>
#include <string.h>

enum { SIM_BYTES = 16 << 20 };

/* Notes the intents of a match, so that it can be timed without its bots. */
typedef struct script {
    uint8_t intruders;
    bool wanted;
    bool failed; /* Out of memory. */
    uint32_t ticks, capacity;
    dw_intent *intents; /* `intruders` for each tick. */
} script;

typedef struct run {
    dw_mind_watch minds;
    script script;
} run;

static void note_intents(script *it, const dw_intent *intents)
{
    if (it->ticks == it->capacity) {
        const uint32_t capacity = 2 * it->capacity + 1024;
        dw_intent *grown = realloc(it->intents, (size_t)capacity * it->intruders * sizeof *grown);
        if (grown == NULL) {
            it->failed = true;
            return;
        }
        it->intents = grown;
        it->capacity = capacity;
    }
    memcpy(it->intents + (size_t)it->ticks * it->intruders, intents,
           it->intruders * sizeof *intents);
    it->ticks++;
}

static void watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    run *it = context;
    dw_mind_watch_tick(&it->minds, intents, world);
    if (it->script.wanted && !it->script.failed) {
        note_intents(&it->script, intents);
    }
}

/* The same match again, without bots and watchers. */
static void time_match(dw_compare_cell *cell, const script *it, dw_sim *sim, uint64_t seed)
{
    dw_intent intents[DW_INTRUDERS_MAX] = {{0}};
    dw_sim_reset(sim, seed, (UINT32_C(1) << it->intruders) - 1);
    const uint64_t start = dw_clock_thread_ns();
    for (uint32_t tick = 0; tick < it->ticks; tick++) {
        memcpy(intents, it->intents + (size_t)tick * it->intruders,
               it->intruders * sizeof *intents);
        dw_sim_step(sim, intents);
    }
    cell->timed_ns += dw_clock_thread_ns() - start;
    cell->timed_guard_ticks += (uint64_t)it->ticks * dw_sim_world(sim)->guard_count;
}

static dw_status create_sim(dw_sim **out, dw_arena *arena, const dw_compare_cell *cell,
                            const dw_compare_plan *plan, dw_error *error)
{
    if (dw_arena_create(arena, SIM_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_sim_config config = {.map = plan->data->map,
                            .nav = plan->data->nav,
                            .sizes = &plan->data->sizes,
                            .rules = &plan->data->rules,
                            .without_hash = true};
    dw_brains_choose(&plan->data->library, config.brains, cell->brain, plan->data->map,
                     &plan->data->brains); /* As in the match that it times. */
    return dw_sim_create(out, arena, &config, error);
}

static dw_status play_seeds(dw_compare_cell *cell, const dw_compare_plan *plan, dw_lab_match *match,
                            run *watched, dw_sim *sim, dw_error *error)
{
    for (uint32_t k = 0; k < plan->seeds && !dw_signal_stop_asked(); k++) {
        dw_lab_result result;
        watched->minds.seed = plan->first_seed + k;
        watched->script.wanted = k < plan->timed;
        watched->script.ticks = 0;
        dw_lab_match_run(match, watched->minds.seed, &result);
        cell->wins[k] = result.outcome == DW_OUTCOME_WON;
        cell->won += cell->wins[k] ? 1 : 0;
        cell->seeds = k + 1;
        if (watched->script.failed) {
            return dw_fail(error, DW_MEMORY, "out of memory");
        }
        if (watched->script.wanted) {
            time_match(cell, &watched->script, sim, watched->minds.seed);
        }
    }
    return DW_OK;
}

dw_status dw_compare_cell_play(dw_compare_cell *cell, const dw_compare_plan *plan,
                               const dw_brain_kind *brain, const dw_policy *policy, dw_error *error)
{
    *cell = (dw_compare_cell){
        .brain = brain, .policy = policy, .wins = calloc(plan->seeds, sizeof(bool))};
    if (cell->wins == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    run watched = {.minds = {.tally = &cell->tally}, .script = {.intruders = plan->intruders}};
    const dw_lab_watcher watcher = {&watched, watch_tick};
    const dw_lab_match_config config = {.data = plan->data,
                                        .brain = brain,
                                        .policy = policy,
                                        .intruders = plan->intruders,
                                        .ticks_max = plan->ticks_max,
                                        .watcher = &watcher};
    dw_arena arena = {0};
    dw_sim *sim = NULL;
    dw_lab_match *match = NULL;
    dw_status status = create_sim(&sim, &arena, cell, plan, error);
    if (status == DW_OK) {
        status = dw_lab_match_create(&match, &config, error);
    }
    if (status == DW_OK) {
        watched.minds.match = match;
        status = play_seeds(cell, plan, match, &watched, sim, error);
        dw_lab_match_destroy(match);
    }
    dw_arena_destroy(&arena);
    free(watched.script.intents);
    return status;
}

void dw_compare_cell_destroy(dw_compare_cell *cell)
{
    free(cell->wins);
}
