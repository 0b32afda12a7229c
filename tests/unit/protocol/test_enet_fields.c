/* Which ENet a program accepts. The test's own answer takes the place of the library's. */
#include "protocol/transport/datagram_layer.h"
#include "protocol/transport/enet_fields.h"
#include "tests/support/test.h"

#include <enet/enet.h>

static ENetVersion linked = ENET_VERSION;

ENetVersion enet_linked_version(void)
{
    return linked;
}

static void the_enet_that_it_was_built_for_will_do_and_no_other(void **state)
{
    (void)state;
    dw_error error = {""};
    linked = ENET_VERSION;
    assert_int_equal(dw_enet_check_version(&error), DW_OK);
    assert_int_equal(dw_datagram_layer_check(&error), DW_OK);
    assert_string_equal(error.text, "");
    linked = ENET_VERSION_CREATE(1, 4, 2);
    assert_int_equal(dw_enet_check_version(&error), DW_IO);
    assert_int_equal(dw_datagram_layer_check(&error), DW_IO);
    assert_non_null(strstr(error.text, "built for ENet 1.3."));
    assert_non_null(strstr(error.text, "but this is 1.4.2"));
}

static void an_address_within_a_peer_tells_the_peer(void **state)
{
    (void)state;
    static ENetPeer peers[5];
    const ENetHost host = {.peers = peers, .peerCount = 4};
    for (uint16_t i = 0; i < 4; i++) {
        assert_int_equal(dw_enet_peer_at(&host, &peers[i].address), i);
    }
    assert_int_equal(dw_enet_peer_at(&host, &peers[4].address), 0xfff); /* Beyond the last one. */
    assert_int_equal(dw_enet_peer_at(&host, &peers[1].data), 0xfff);
    assert_int_equal(dw_enet_peer_at(&host, &host.address), 0xfff);
    assert_int_equal(dw_enet_peer_at(&host, NULL), 0xfff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_enet_that_it_was_built_for_will_do_and_no_other),
        cmocka_unit_test(an_address_within_a_peer_tells_the_peer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
