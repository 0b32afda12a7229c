/* The number by which a match tells connections of one address from others. */
#include "paced_net.h"
#include "server/host/net.h"
#include "tests/support/test.h"

enum { CLIENTS = 4 };

static void peers_of_one_address_have_one_origin_and_the_exempt_have_none(void **state)
{
    (void)state;
    static const char *const addresses[CLIENTS] = {"127.0.0.2", "127.0.0.2", "127.0.0.3",
                                                   "127.0.0.1"};
    raw_net line = {.turn_ms = 1};
    raw_net_open(&line, false, NULL);
    static raw_client clients[CLIENTS];
    uint64_t origins[CLIENTS];
    for (uint32_t i = 0; i < CLIENTS; i++) {
        raw_client_open(&clients[i], &(raw_client_config){.bind = addresses[i]});
        (void)paced_net_join(&line, &clients[i]);
        origins[i] = dw_net_origin(line.net, line.newest);
    }
    assert_true(origins[0] != 0);
    assert_true(origins[0] == origins[1]);
    assert_true(origins[2] != 0 && origins[2] != origins[0]);
    assert_true(origins[3] == 0);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        raw_client_close(&clients[i]);
    }
    raw_net_close(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peers_of_one_address_have_one_origin_and_the_exempt_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
