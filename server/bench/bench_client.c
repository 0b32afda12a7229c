#include "server/bench/bench_client.h"

#include "common/platform/child.h"
#include "server/bench/bench_client_options.h"

#include <unistd.h>

int dw_bench_client_main(int argc, char **argv)
{
    char path[DW_PATH_MAX];
    dw_error error = {""};
    dw_bench_client_options ignored; /* The program that measures reads them again. */
    const dw_options_result parsed = dw_bench_client_parse(&ignored, argc, argv);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (dw_child_find("bench_view", path, &error) != DW_OK) {
        dw_error_prefix(&error, "needs the client's benchmark, which a build with -DDW_CLIENT=ON "
                                "-DDW_TESTS=ON makes");
        return dw_options_fail("duskwatch-lab bench client", DW_EXIT_USAGE, error.text);
    }
    (void)execv(path, argv);
    return dw_options_fail("duskwatch-lab bench client", DW_EXIT_INTERNAL,
                           "bench_view cannot be started");
}
