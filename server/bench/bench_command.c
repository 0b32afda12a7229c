#include "server/bench/bench_command.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "server/bench/bench_nav.h"
#include "server/bench/bench_net.h"
#include "server/bench/bench_senses.h"
#include "server/bench/bench_sim.h"

#include <stdio.h>
#include <string.h>

typedef struct benchmark {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} benchmark;

static const benchmark benchmarks[] = {
    {"sim", dw_bench_sim_main, "ticks of the world, guards included"},
    {"nav", dw_bench_nav_main, "paths, routes, doors, lines of sight, visibility polygons"},
    {"senses", dw_bench_senses_main, "detection against distance for each sensor"},
    {"net", dw_bench_net_main, "a server with bots, compared with a bare loop of ENet"},
};

int dw_lab_bench_main(int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[1], "--help") == 0) {
        printf("Usage: duskwatch-lab bench NAME [options]\n"
               "Prints CSV rows, then one JSON line. Exit status 0 also when a budget is "
               "missed.\n\nBenchmarks:\n");
        for (size_t i = 0; i < DW_COUNT_OF(benchmarks); i++) {
            printf("  %-8s%s\n", benchmarks[i].name, benchmarks[i].help);
        }
        return DW_EXIT_DONE;
    }
    for (size_t i = 0; argc >= 2 && i < DW_COUNT_OF(benchmarks); i++) {
        if (strcmp(argv[1], benchmarks[i].name) == 0) {
            return benchmarks[i].run(argc - 1, argv + 1);
        }
    }
    return dw_options_fail("duskwatch-lab bench", DW_EXIT_USAGE,
                           "name of the benchmark missing (--help lists all)");
}
