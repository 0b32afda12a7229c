/* Noises as the client has them: what a player may be told, in order, and what it ignores. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "fake_server.h"

#include <string.h>

static const dw_client_config watching = {.input_hz = 30, .spectate = true};

static fake_server *join(const dw_client_config *config, int32_t hearing)
{
    fake_server *server = fake_server_create(config);
    server->rules.hearing = hearing;
    fake_server_join(server);
    return server;
}

static void tell(fake_server *server, uint32_t tick, const dw_sound_heard *heard, uint32_t count)
{
    dw_message message = {.type = DW_MESSAGE_SOUNDS, .as.sounds.tick = tick};
    for (uint32_t i = 0; i < count; i++) {
        dw_sounds_keep(&message.as.sounds, heard[i]);
    }
    fake_server_send(server, &message);
    fake_server_run(server, 50);
}

static void a_player_has_each_noise_once_and_in_order(void **state)
{
    (void)state;
    static const dw_sound_heard heard[] = {{DW_NOISE_BARK, 96, 40}, {DW_NOISE_STEP, 3, 12}};
    fake_server *server = join(NULL, 1);
    const uint32_t tick = server->tick;
    tell(server, tick, heard, 2);
    tell(server, tick + 3, &heard[1], 1);
    static const uint8_t order[] = {0, 1, 1};
    dw_client_sound sound;
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(dw_client_pop_sound(server->client, &sound));
        assert_memory_equal(&sound.heard, &heard[order[i]], sizeof sound.heard);
        assert_int_equal(sound.tick, i < 2 ? tick : tick + 3);
    }
    assert_false(dw_client_pop_sound(server->client, &sound));
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void the_newest_noises_stay_when_nobody_takes_them(void **state)
{
    (void)state;
    fake_server *server = join(NULL, 1);
    enum { TOLD = DW_CLIENT_SOUNDS_MAX + 5 };
    for (uint32_t i = 0; i < TOLD; i++) {
        const dw_sound_heard heard = {DW_NOISE_STEP, (uint8_t)i, 1};
        tell(server, server->tick, &heard, 1);
    }
    dw_client_sound sound;
    for (uint32_t i = TOLD - DW_CLIENT_SOUNDS_MAX; i < TOLD; i++) {
        assert_true(dw_client_pop_sound(server->client, &sound));
        assert_int_equal(sound.heard.direction, i);
    }
    assert_false(dw_client_pop_sound(server->client, &sound));
    fake_server_destroy(server);
}

static const dw_sound_heard coin = {DW_NOISE_COIN, 64, 20};

static bool has_noise(fake_server *server)
{
    dw_client_sound sound;
    return dw_client_pop_sound(server->client, &sound);
}

static void noises_that_nobody_can_have_heard_break_the_protocol(void **state)
{
    (void)state;
    fake_server *server = join(NULL, 0);
    tell(server, server->tick, &coin, 1);
    assert_string_equal(
        dw_client_end_text(server->client),
        "the server broke the protocol: it sends noises in a match without hearing");
    assert_false(has_noise(server));
    fake_server_destroy(server);
    server = join(&watching, 1);
    tell(server, server->tick, &coin, 1);
    assert_string_equal(dw_client_end_text(server->client),
                        "the server broke the protocol: it sends a spectator what players hear");
    assert_false(has_noise(server));
    fake_server_destroy(server);
}

/* They are unreliable, and can overtake what is reliable. */
static void noises_before_the_map_the_seat_or_the_new_map_are_ignored(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    server->rules.hearing = 1;
    server->holds_chunks = true;
    fake_server_connect(server);
    fake_server_run(server, 100);
    tell(server, 1, &coin, 1);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_MAP);
    assert_false(has_noise(server));
    fake_server_destroy(server);

    server = fake_server_create(NULL);
    server->rules.hearing = 1;
    server->full = true;
    fake_server_join(server);
    tell(server, server->tick, &coin, 1);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_false(has_noise(server));
    fake_server_destroy(server);

    server = join(NULL, 1);
    const uint32_t before = server->tick;
    fake_server_build_other_house(server);
    fake_server_change_map(server);
    fake_server_run(server, 1000);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    tell(server, before, &coin, 1);
    assert_false(has_noise(server));
    tell(server, server->tick, &coin, 1);
    assert_true(has_noise(server));
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_has_each_noise_once_and_in_order),
        cmocka_unit_test(the_newest_noises_stay_when_nobody_takes_them),
        cmocka_unit_test(noises_that_nobody_can_have_heard_break_the_protocol),
        cmocka_unit_test(noises_before_the_map_the_seat_or_the_new_map_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
