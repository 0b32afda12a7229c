#include "server/bench/bench_client.h"

#include "common/platform/child.h"
#include "common/platform/options.h"

#include <unistd.h>

int dw_bench_client_main(int argc, char **argv)
{
    char path[DW_PATH_MAX];
    dw_error error = {""};
    (void)argc;
    if (dw_child_find("bench_view", path, &error) != DW_OK) {
        dw_error_prefix(&error, "needs the client's benchmark, which a build with -DDW_CLIENT=ON "
                                "-DDW_TESTS=ON makes");
        return dw_options_fail("duskwatch-lab bench client", DW_EXIT_USAGE, error.text);
    }
    (void)execv(path, argv);
    return dw_options_fail("duskwatch-lab bench client", DW_EXIT_INTERNAL,
                           "bench_view cannot be started");
}
