/* line_relay PORT FAULTS: a bad line to a server on 127.0.0.1, for programs that have none of their
 * own. FAULTS as of the bots' --net. Prints `ready port=N`; ends when it is told to. */
#include "common/base/parse.h"
#include "common/platform/clock.h"
#include "common/platform/signal.h"
#include "tests/support/net_relay.h"

#include <stdio.h>

#define STEP_NS UINT64_C(1000000)

int main(int argc, char **argv)
{
    dw_net_faults faults;
    dw_net_relay *relay = NULL;
    dw_error error = {""};
    int64_t port = 0;
    if (argc != 3 || dw_parse_int(argv[1], 1, 65535, &port) != DW_OK ||
        dw_net_faults_parse(&faults, argv[2], &error) != DW_OK ||
        dw_net_relay_create(&relay, &faults, "127.0.0.1", (uint16_t)port, 1, &error) != DW_OK) {
        (void)fprintf(stderr, "line_relay PORT FAULTS: %s\n", error.text);
        return 2;
    }
    dw_signal_open();
    printf("ready port=%u\n", dw_net_relay_port(relay));
    (void)fflush(stdout);
    uint64_t next_ns = dw_clock_ns();
    while (!dw_signal_stop_asked()) {
        next_ns += STEP_NS;
        dw_clock_sleep_until(next_ns);
        dw_net_relay_service(relay, dw_clock_ns());
    }
    dw_net_relay_destroy(relay);
    return 0;
}
