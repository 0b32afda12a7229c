/* A client's identity counts only with its signature of this very connection, and a password only
 * with the seal that it is part of. Real clients, a real server, loopback; the transcript of the
 * seal is a fixed one. */
#include "client/core/link.h"
#include "common/platform/clock.h"
#include "server/host/guest.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#define TICK_NS UINT64_C(16666667)
#define WAIT_NS UINT64_C(10000000000)

/* What the client takes for the transcript of its connection; the last bit may be another one. */
static uint8_t signed_one[DW_SEAL_TRANSCRIPT_SIZE];
static bool another_connection, in_the_clear;

static const uint8_t *transcript_to_sign(void *send_context)
{
    const uint8_t *own = dw_link_own_transcript(send_context);
    assert_true((own == NULL) == in_the_clear);
    if (own != NULL) {
        memcpy(signed_one, own, sizeof signed_one);
    }
    signed_one[DW_SEAL_TRANSCRIPT_SIZE - 1] ^= another_connection ? 1 : 0;
    return signed_one;
}

typedef struct house {
    dw_server *server;
    dw_link *link;
    dw_client *client;
    dw_arena arena;
} house;

static void open_house(house *at, const char *password, bool sealed)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)strcpy(config.bind, "127.0.0.1");
    (void)strcpy(config.map, "training");
    (void)strcpy(config.password, password);
    config.port = 0;
    *at = (house){.server = NULL};
    config.seal = sealed ? 1 : 0;
    another_connection = false;
    in_the_clear = !sealed;
    assert_int_equal(dw_server_create(&at->server, &config, &error), DW_OK);
}

static bool is_settled(const dw_client *client)
{
    const dw_client_state state = dw_client_get_state(client);
    return state == DW_CLIENT_PLAYING || state == DW_CLIENT_ENDED;
}

static void join(house *at, const dw_client_identity *identity, const char *password)
{
    dw_error error = {""};
    assert_int_equal(dw_arena_create(&at->arena, DW_CLIENT_ARENA_BYTES), DW_OK);
    const dw_link_config link = {.host = "127.0.0.1",
                                 .port = dw_server_port(at->server),
                                 .connections = 1,
                                 .unsealed = in_the_clear,
                                 .password = password};
    assert_int_equal(dw_link_create(&at->link, &link, &error), DW_OK);
    const dw_client_config client = {.name = "ann",
                                     .identity = identity,
                                     .transcript = transcript_to_sign,
                                     .send = dw_link_send,
                                     .send_context = dw_link_context(at->link, 0),
                                     .input_hz = 30};
    assert_int_equal(dw_client_create(&at->client, &at->arena, &client), DW_OK);
    dw_link_connect(at->link, at->client);
    const uint64_t until = dw_clock_ns() + WAIT_NS;
    for (uint64_t now = dw_clock_ns(); !is_settled(at->client); now = dw_clock_ns()) {
        assert_true(now < until);
        dw_server_service(at->server, now);
        dw_server_tick(at->server, now, 0);
        dw_server_flush(at->server);
        dw_link_service(at->link);
        dw_client_update(at->client, (dw_intent){.direction = DW_STAND}, now);
        dw_clock_sleep_until(now + 2000000);
    }
}

static void close_house(house *at)
{
    dw_link_destroy(at->link);
    dw_client_destroy(at->client);
    dw_arena_destroy(&at->arena);
    dw_server_destroy(at->server);
}

static const dw_guest *only_guest(const dw_server *server)
{
    const dw_guest *found = NULL;
    for (uint32_t i = 0; i < dw_net_peers_max(server->net); i++) {
        if (server->guests[i].state == DW_GUEST_IN) {
            assert_null(found);
            found = &server->guests[i];
        }
    }
    return found;
}

static void expect_refused(house *at, dw_reason reason)
{
    assert_int_equal(dw_client_get_end(at->client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(at->client), reason);
    assert_int_equal(dw_server_get_stats(at->server)->refused[reason], 1);
    assert_int_equal(dw_server_get_stats(at->server)->joined, 0);
}

static void identity_that_signs_this_connection_is_kept(void **state)
{
    (void)state;
    house at;
    dw_client_identity identity;
    dw_client_identity_derive(&identity, 1, 1);
    open_house(&at, "", true);
    join(&at, &identity, NULL);
    assert_int_equal(dw_client_get_state(at.client), DW_CLIENT_PLAYING);
    const dw_guest *guest = only_guest(at.server);
    assert_non_null(guest);
    assert_true(guest->has_identity);
    assert_memory_equal(guest->identity, identity.public_key, sizeof guest->identity);
    assert_int_equal(dw_server_get_stats(at.server)->malformed, 0);
    close_house(&at);
}

static void identity_of_somebody_else_is_refused_as_malformed(void **state)
{
    (void)state;
    house at;
    dw_client_identity identity;
    dw_client_identity other;
    dw_client_identity_derive(&identity, 1, 1);
    dw_client_identity_derive(&other, 1, 2);
    memcpy(identity.public_key, other.public_key, sizeof identity.public_key);
    open_house(&at, "", true);
    join(&at, &identity, NULL);
    expect_refused(&at, DW_REASON_MALFORMED);
    assert_int_equal(dw_server_get_stats(at.server)->malformed, 1);
    close_house(&at);
}

/* As a server would pass on what was signed for it. */
static void signature_of_another_connection_is_refused_as_malformed(void **state)
{
    (void)state;
    house at;
    dw_client_identity identity;
    dw_client_identity_derive(&identity, 1, 1);
    open_house(&at, "", true);
    another_connection = true;
    join(&at, &identity, NULL);
    expect_refused(&at, DW_REASON_MALFORMED);
    close_house(&at);
}

static void identity_in_the_clear_is_refused_as_malformed(void **state)
{
    (void)state;
    house at;
    dw_client_identity identity;
    dw_client_identity_derive(&identity, 1, 1);
    open_house(&at, "", false);
    join(&at, &identity, NULL);
    expect_refused(&at, DW_REASON_MALFORMED);
    close_house(&at);
}

static void without_an_identity_everything_is_as_it_was(void **state)
{
    (void)state;
    house at;
    open_house(&at, "", true);
    join(&at, NULL, NULL);
    assert_int_equal(dw_client_get_state(at.client), DW_CLIENT_PLAYING);
    assert_false(only_guest(at.server)->has_identity);
    close_house(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identity_that_signs_this_connection_is_kept),
        cmocka_unit_test(identity_of_somebody_else_is_refused_as_malformed),
        cmocka_unit_test(signature_of_another_connection_is_refused_as_malformed),
        cmocka_unit_test(identity_in_the_clear_is_refused_as_malformed),
        cmocka_unit_test(without_an_identity_everything_is_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
