/* duskwatch-lab: matches without a network, maps, paths, replays, benchmarks. Each command has a
 * file of its own; this one finds it. */
#include "common/platform/options.h"
#include "common/platform/signal.h"
#include "server/bench/bench_command.h"
#include "server/lab/map_command.h"
#include "server/lab/path_command.h"
#include "server/lab/play_command.h"
#include "server/lab/replay_command.h"

#include <stdio.h>
#include <string.h>

typedef struct lab_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} lab_command;

static const lab_command commands[] = {
    {"play", dw_lab_play_main, "plays matches without a network, one JSON line each"},
    {"map", dw_lab_map_main, "check FILE, or render FILE OUT.png"},
    {"path", dw_lab_path_main, "runs MovingAI scenarios and checks them against their optima"},
    {"replay", dw_lab_replay_main, "verify FILE: plays a recorded round again"},
    {"bench", dw_lab_bench_main, "measures against the budgets"},
};

static void print_help(void)
{
    printf("Usage: duskwatch-lab COMMAND [options]\n"
           "Measures Duskwatch without a screen.\n\nCommands:\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        printf("  %-8s%s\n", commands[i].name, commands[i].help);
    }
    printf("\n`duskwatch-lab COMMAND --help` shows the flags of one.\n");
}

int main(int argc, char **argv)
{
    dw_signal_open();
    if (argc < 2) {
        return dw_options_fail("duskwatch-lab", DW_EXIT_USAGE,
                               "say what to do (--help shows all commands)");
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
    (void)fprintf(stderr, "duskwatch-lab: %s: no such command (--help shows all)\n", argv[1]);
    return DW_EXIT_USAGE;
}
