/* duskwatch-lab: matches without a network, maps, paths, replays, benchmarks. Each command has its
 * own file; this one only finds it. */
#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/signal.h"
#include "common/platform/subcommands.h"
#include "server/bench/bench_command.h"
#include "server/lab/brain_command.h"
#include "server/lab/map_command.h"
#include "server/lab/matrix_command.h"
#include "server/lab/path_command.h"
#include "server/lab/play_command.h"
#include "server/lab/replay_command.h"
#include "server/lab/results_command.h"
#include "server/lab/solve_command.h"
#include "server/lab/sweep_command.h"

#include <stdio.h>

static const dw_subcommand commands[] = {
    {"play", dw_lab_play_main, "plays matches without a network, one JSON line each"},
    {"matrix", dw_lab_matrix_main,
     "plays every way of guards against every policy of intruders: table, CSV, JSON, report"},
    {"sweep", dw_lab_sweep_main,
     "plays matrices with other values of ruleset fields until the intruders' win rate is in a "
     "band"},
    {"solve", dw_lab_solve_main,
     "looks for a plan with which no guard ever sees the intruder, and plays it in a match"},
    {"map", dw_lab_map_main, "checks a map, draws it, or measures routes in it"},
    {"brain", dw_lab_brain_main,
     "lists facts and skills of brains out of files, checks a brain, or compares brains"},
    {"path", dw_lab_path_main,
     "solves MovingAI scenarios and checks each length against its optimum"},
    {"replay", dw_lab_replay_main,
     "plays a recorded round again: compares it, or tells it as text"},
    {"results", dw_lab_results_main,
     "tells what was played on a server: win rates, days, players; CSV; forgets a player"},
    {"bench", dw_lab_bench_main, "measures costs and compares them with their budgets"},
};

/* The lab reads and computes; only a warning is worth a line. */
static void print_warning(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    (void)fprintf(stderr, "%s\n", line);
}

int main(int argc, char **argv)
{
    dw_signal_open();
    dw_log_open(print_warning, NULL, DW_LOG_TEXT, DW_LOG_WARNING);
    const dw_subcommands all = {.program = "duskwatch-lab",
                                .purpose = "Measures Duskwatch without a screen.",
                                .commands = commands,
                                .count = DW_COUNT_OF(commands)};
    return dw_subcommands_run(&all, argc, argv);
}
