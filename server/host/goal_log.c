#include "server/host/goal_log.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "server/mind/goal_watch.h"

#include <stdlib.h>

struct dw_goal_log {
    uint32_t matches;
    dw_goal_watch watches[];
};

dw_status dw_goal_log_create(dw_goal_log **out, uint32_t matches)
{
    dw_goal_log *log = calloc(1, sizeof *log + matches * sizeof log->watches[0]);
    if (log == NULL) {
        return DW_MEMORY;
    }
    log->matches = matches;
    *out = log;
    return DW_OK;
}

void dw_goal_log_destroy(dw_goal_log *log)
{
    free(log);
}

void dw_goal_log_look(dw_goal_log *log, uint32_t index, const dw_match *match, dw_log_gate *gate,
                      uint64_t now_ns)
{
    DW_CHECK(index < log->matches);
    const dw_round_machine *rounds = dw_match_round_machine(match);
    if (rounds->phase != DW_PHASE_PLAY) {
        return;
    }
    const dw_sim *sim = dw_match_sim(match);
    const dw_world *world = dw_sim_world(sim);
    dw_goal_watch *watch = &log->watches[index];
    if (world->tick <= 1) {
        dw_goal_watch_reset(watch);
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        dw_goal_change change;
        if (dw_goal_watch_look(watch, sim, g, &change) && dw_log_gate_pass(gate, now_ns)) {
            dw_log(DW_LOG_INFO, "goal_changed",
                   "match=%u round=%u tick=%u guard=%u name=%s from=%s to=%s cause=%s cause_id=%u "
                   "sentence=%s",
                   index + 1, rounds->round, change.tick, g + 1u,
                   dw_log_quote(dw_sim_map(sim)->guards[g].name).text,
                   dw_log_quote(change.from).text, dw_log_quote(change.to).text,
                   dw_cause_word((dw_cause)change.cause), change.cause_id,
                   dw_log_quote(change.sentence).text);
        }
    }
}
