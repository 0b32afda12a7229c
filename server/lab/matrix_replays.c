#include "server/lab/matrix_replays.h"

#include "common/platform/file.h"
#include "common/platform/signal.h"
#include "server/lab/lab_match.h"
#include "server/lab/lab_recording.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const dw_match_row *row_at(const dw_matrix_results *results, uint32_t match)
{
    return &results->rows[match].match;
}

static uint32_t base_of(const dw_matrix_plan *plan, uint32_t cell)
{
    dw_matrix_cell_key base = dw_matrix_plan_key(plan, cell);
    base.guards = 0;
    return dw_matrix_plan_cell(plan, &base);
}

static bool differs(const dw_matrix_results *results, uint32_t cell, uint32_t base, uint32_t seed)
{
    const uint32_t seeds = results->plan->seed_count;
    return (row_at(results, cell * seeds + seed)->outcome == DW_OUTCOME_WON) !=
           (row_at(results, base * seeds + seed)->outcome == DW_OUTCOME_WON);
}

static bool has(const uint32_t *seeds, uint32_t count, uint32_t seed)
{
    for (uint32_t i = 0; i < count; i++) {
        if (seeds[i] == seed) {
            return true;
        }
    }
    return false;
}

uint32_t dw_matrix_telling(const dw_matrix_results *results, uint32_t cell,
                           uint32_t seeds[DW_MATRIX_REPLAYS_MAX])
{
    const dw_matrix_plan *plan = results->plan;
    const uint32_t base = base_of(plan, cell);
    uint32_t count = 0;
    for (bool found = base != cell; found && count < results->replays;) {
        const bool longest = count % 2 == 0;
        uint64_t best_ticks = 0;
        found = false;
        for (uint32_t seed = 0; seed < plan->seed_count; seed++) {
            const uint64_t ticks = row_at(results, cell * plan->seed_count + seed)->ticks;
            const bool better = longest ? ticks > best_ticks : ticks < best_ticks;
            if (differs(results, cell, base, seed) && !has(seeds, count, seed) &&
                (!found || better)) {
                found = true;
                best_ticks = ticks;
                seeds[count] = seed; /* The lowest of equal ones. */
            }
        }
        count += found ? 1 : 0;
    }
    return count;
}

void dw_matrix_replay_name(const dw_matrix_plan *plan, uint32_t match,
                           char name[DW_MATRIX_REPLAY_NAME_SIZE])
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    const uint32_t cell = match / plan->seed_count;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell);
    const int folder = snprintf(name, DW_MATRIX_REPLAY_NAME_SIZE, "replays/");
    (void)snprintf(name + folder, DW_MATRIX_REPLAY_NAME_SIZE - (size_t)folder,
                   "%" PRIu32 "-%s-%u-%s-%s-%" PRIu64 ".dwr", cell,
                   dw_matrix_plan_map(plan, key.map), plan->counts[key.count],
                   plan->guards[key.guards].name, plan->policies[key.policy]->name,
                   plan->first_seed + match % plan->seed_count);
    for (char *c = name + folder; *c != '\0'; c++) {
        *c = strchr(safe, *c) != NULL ? *c : '_';
    }
}

/* Both matches of each telling seed, as flags by match. */
static void choose(const dw_matrix_results *results, bool *chosen)
{
    const dw_matrix_plan *plan = results->plan;
    for (uint32_t cell = 0; cell < plan->cell_count; cell++) {
        uint32_t seeds[DW_MATRIX_REPLAYS_MAX];
        const uint32_t count = dw_matrix_telling(results, cell, seeds);
        for (uint32_t i = 0; i < count; i++) {
            chosen[cell * plan->seed_count + seeds[i]] = true;
            chosen[base_of(plan, cell) * plan->seed_count + seeds[i]] = true;
        }
    }
}

/* Those of one cell: a flag for each seed. */
typedef struct cell_task {
    const dw_matrix_results *results;
    const char *folder;
    const bool *chosen;
    bool keep;
    uint32_t cell;
    uint32_t *played;
} cell_task;

static dw_status record(const cell_task *task, dw_lab_match *lab, const dw_lab_recording *recording,
                        uint32_t match, dw_error *error)
{
    const dw_matrix_plan *plan = task->results->plan;
    char name[DW_MATRIX_REPLAY_NAME_SIZE];
    char path[DW_PATH_MAX];
    dw_matrix_replay_name(plan, match, name);
    if (snprintf(path, sizeof path, "%s/%s", task->folder, name) >= (int)sizeof path) {
        return dw_fail(error, DW_RANGE, "%s: the path is too long", task->folder);
    }
    if (task->keep && access(path, F_OK) == 0) {
        return DW_OK;
    }
    if (dw_signal_stop_asked()) {
        return dw_fail(error, DW_LOST, "stopped before all replays were written");
    }
    dw_lab_result result;
    dw_lab_match_run(lab, plan->first_seed + match % plan->seed_count, &result);
    ++*task->played;
    return result.trace == row_at(task->results, match)->trace
               ? dw_lab_recording_save(recording, path, error)
               : dw_fail(error, DW_DIFFERS, "%s: another match than its row says", name);
}

static dw_status record_cell(const cell_task *task, dw_error *error)
{
    const dw_matrix_plan *plan = task->results->plan;
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, task->cell);
    const dw_lab_data data = dw_matrix_plan_data(plan, &key);
    dw_lab_recording recording;
    dw_status status = dw_lab_recording_create(&recording, &data, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_lab_match_config config = {
        .data = &data,
        .brain = plan->guards[key.guards].brain,
        .policy = plan->policies[key.policy],
        .intruders = plan->counts[key.count],
        .ticks_max = plan->ticks_max,
        .recording = &recording.recording,
    };
    dw_lab_match *lab = NULL;
    status = dw_lab_match_create(&lab, &config, error);
    for (uint32_t seed = 0; status == DW_OK && seed < plan->seed_count; seed++) {
        if (task->chosen[seed]) {
            const uint32_t match = task->cell * plan->seed_count + seed;
            status = record(task, lab, &recording, match, error);
        }
    }
    if (lab != NULL) {
        dw_lab_match_destroy(lab);
    }
    dw_lab_recording_destroy(&recording);
    return status;
}

dw_status dw_matrix_replays_write(const dw_matrix_results *results, const char *folder, bool keep,
                                  uint32_t *played, dw_error *error)
{
    const dw_matrix_plan *plan = results->plan;
    char path[DW_PATH_MAX];
    *played = 0;
    bool *chosen = calloc(plan->match_count, sizeof *chosen);
    if (chosen == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory to choose replays");
    }
    choose(results, chosen);
    dw_status status = DW_OK;
    if (memchr(chosen, true, plan->match_count) != NULL) {
        status = snprintf(path, sizeof path, "%s/replays", folder) < (int)sizeof path
                     ? dw_file_make_folder(path, error)
                     : dw_fail(error, DW_RANGE, "%s: the path is too long", folder);
    }
    for (uint32_t cell = 0; cell < plan->cell_count && status == DW_OK; cell++) {
        const bool *seeds = chosen + cell * plan->seed_count;
        if (memchr(seeds, true, plan->seed_count) != NULL) {
            status = record_cell(&(cell_task){results, folder, seeds, keep, cell, played}, error);
        }
    }
    free(chosen);
    return status;
}
