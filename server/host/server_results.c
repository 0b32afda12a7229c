#include "server/host/server_results.h"

#include "common/base/log.h"
#include "common/platform/clock.h"
#include "server/host/server_state.h"
#include "server/host/state_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RETRY_MS = 1000 };

#define SECOND_NS UINT64_C(1000000000)

struct dw_server_results {
    dw_results *file;
    dw_round_output output;
    dw_results_round round; /* The one that is handed over. */
    uint64_t began_ns[];    /* One for each match, by the monotonic clock. */
};

static void begun(void *context, uint16_t match)
{
    const dw_server *server = context;
    server->results->began_ns[match - 1] = dw_clock_ns();
}

static void ended(void *context, const dw_round_report *report)
{
    const dw_server *server = context;
    dw_server_results *results = server->results;
    const dw_loaded_map *map = dw_server_map_of(server, report->match - 1U);
    dw_results_round *round = &results->round;
    /* The calendar may have been set during the round, so its start is told from its end. */
    const uint64_t lasted_ns = dw_clock_ns() - results->began_ns[report->match - 1];
    round->ended_s = (int64_t)dw_clock_wall_s();
    round->began_s = round->ended_s - (int64_t)(lasted_ns / SECOND_NS);
    memcpy(round->map, map->match.map->name, sizeof round->map);
    (void)snprintf(round->mission, sizeof round->mission, "%s",
                   map->mission != NULL ? map->mission->name : "");
    round->map_hash = map->file_hash;
    dw_file_own_name(server->config.ruleset, round->ruleset, sizeof round->ruleset);
    (void)snprintf(round->strategy, sizeof round->strategy, "%s",
                   map->strategy[0] != '\0' ? map->strategy : DW_CONFIG_AUTO);
    round->report = *report;
    dw_results_add(results->file, round);
}

static dw_status choose_path(const dw_server_config *config, char path[DW_PATH_MAX],
                             dw_error *error)
{
    if (strcmp(config->results, DW_CONFIG_ON) != 0) {
        (void)snprintf(path, DW_PATH_MAX, "%s", config->results);
        return DW_OK;
    }
    char folder[DW_PATH_MAX];
    const dw_status status = dw_state_folder_open(config->state, folder, error);
    if (status != DW_OK) {
        return status;
    }
    return snprintf(path, DW_PATH_MAX, "%s/%s", folder, DW_STATE_RESULTS) < DW_PATH_MAX
               ? DW_OK
               : dw_fail(error, DW_RANGE, "results: the path of the state folder is too long");
}

dw_status dw_server_results_open(dw_server *server, dw_error *error)
{
    const dw_server_config *config = &server->config;
    char path[DW_PATH_MAX];
    if (strcmp(config->results, DW_CONFIG_OFF) == 0) {
        return DW_OK;
    }
    dw_status status = choose_path(config, path, error);
    if (status != DW_OK) {
        return status;
    }
    dw_server_results *results =
        calloc(1, sizeof *results + server->match_count * sizeof results->began_ns[0]);
    if (results == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_results_config file = {.path = path,
                                    .keep_days = (uint32_t)config->results_keep_days,
                                    .keep_rounds = (uint32_t)config->results_keep,
                                    .retry_ms = RETRY_MS};
    status = dw_results_create(&results->file, &file, error);
    if (status != DW_OK) {
        free(results);
        return status;
    }
    results->output = (dw_round_output){server, begun, ended};
    server->results = results;
    dw_log(DW_LOG_INFO, "results_kept", "file=%s rounds=%llu", dw_log_quote(path).text,
           (unsigned long long)dw_results_get_stats(results->file).size.rounds);
    return DW_OK;
}

void dw_server_results_close(dw_server_results *results)
{
    if (results != NULL) {
        dw_results_destroy(results->file);
        free(results);
    }
}

const dw_round_output *dw_server_results_output(const dw_server *server)
{
    return server->results != NULL ? &server->results->output : NULL;
}

dw_results *dw_server_results_file(const dw_server *server)
{
    return server->results != NULL ? server->results->file : NULL;
}
