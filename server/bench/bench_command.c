#include "server/bench/bench_command.h"

#include "common/base/check.h"
#include "common/platform/subcommands.h"
#include "server/bench/bench_client.h"
#include "server/bench/bench_nav.h"
#include "server/bench/bench_net.h"
#include "server/bench/bench_senses.h"
#include "server/bench/bench_sim.h"

static const dw_subcommand benchmarks[] = {
    {"sim", dw_bench_sim_main, "ticks of the world, guards included"},
    {"nav", dw_bench_nav_main, "paths, routes, doors, lines of sight, visibility polygons"},
    {"senses", dw_bench_senses_main, "detection against distance for each sensor"},
    {"client", dw_bench_client_main, "frames of the client, with and without a graphics card"},
    {"net", dw_bench_net_main, "a server with bots, compared with a bare loop of ENet"},
};

int dw_lab_bench_main(int argc, char **argv)
{
    const dw_subcommands all = {
        .program = "duskwatch-lab bench",
        .purpose =
            "Prints CSV rows, then one JSON line. Exit status 0 also when a budget is missed.",
        .commands = benchmarks,
        .count = DW_COUNT_OF(benchmarks)};
    return dw_subcommands_run(&all, argc, argv);
}
