/* duskwatch-lab: matches without a network, maps, paths, replays, benchmarks. Each command has its
 * own file; this one only finds it. */
#include "common/base/log.h"
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/bench/bench_command.h"
#include "server/lab/map_command.h"
#include "server/lab/matrix_command.h"
#include "server/lab/path_command.h"
#include "server/lab/play_command.h"
#include "server/lab/replay_command.h"
#include "server/lab/results_command.h"
#include "server/lab/solve_command.h"
#include "server/lab/sweep_command.h"

#include <stdio.h>
#include <string.h>

typedef struct lab_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} lab_command;

static const lab_command commands[] = {
    {"play", dw_lab_play_main, "plays matches without a network, one JSON line each"},
    {"matrix", dw_lab_matrix_main,
     "plays every way of guards against every policy of intruders: table, CSV, JSON, report"},
    {"sweep", dw_lab_sweep_main,
     "plays matrices with other values of ruleset fields until the intruders' win rate is in a "
     "band"},
    {"solve", dw_lab_solve_main,
     "looks for a plan with which no guard ever sees the intruder, and plays it in a match"},
    {"map", dw_lab_map_main,
     "checks a map (check FILE), draws it (render FILE OUT.png) or measures a route (route FILE "
     "FROM TO)"},
    {"path", dw_lab_path_main,
     "solves MovingAI scenarios and checks each length against its optimum"},
    {"replay", dw_lab_replay_main,
     "plays a recorded round again: compares it (verify FILE) or tells it as text (show FILE)"},
    {"results", dw_lab_results_main,
     "tells what was played on a server: win rates, days, players; CSV; forgets a player"},
    {"bench", dw_lab_bench_main, "measures costs and compares them with their budgets"},
};

static void print_help(void)
{
    printf("Usage: duskwatch-lab COMMAND [options]\n"
           "Measures Duskwatch without a screen.\n\nCommands:\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        printf("  %-8s%s\n", commands[i].name, commands[i].help);
    }
    printf("\n`duskwatch-lab COMMAND --help` shows the flags of a command.\n");
}

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
    if (argc < 2) {
        return dw_options_fail("duskwatch-lab", DW_EXIT_USAGE,
                               "command missing (--help lists all)");
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_help();
        return DW_EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("duskwatch-lab %s\n", DW_PRODUCT_VERSION);
        return DW_EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    (void)fprintf(stderr, "duskwatch-lab: unknown command \"%s\" (--help lists all)\n", argv[1]);
    return DW_EXIT_USAGE;
}
