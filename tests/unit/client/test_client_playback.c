/* A recorded round on the spectator's side: asked for, kept, steered; and forgotten where it jumps.
 */
#include "client/core/client_state.h"
#include "fake_server.h"
#include "tests/support/test.h"

#include <math.h>

static const dw_client_config watching = {.input_hz = 30, .spectate = true};

static fake_server *watch(void)
{
    fake_server *server = fake_server_create(&watching);
    server->guard_count = 1;
    server->guards[0] = (fake_guard){.id = 1, .seen = true};
    server->guards[0].position = server->map->rooms[0].area.min;
    server->guards[0].position.x += 1000 * DW_UNITS_PER_MM;
    server->guards[0].position.y += 1000 * DW_UNITS_PER_MM;
    fake_server_join(server);
    return server;
}

static void send(fake_server *server, const dw_message *message)
{
    fake_server_send(server, message);
    fake_server_run(server, 50);
}

static dw_message state_at(const fake_server *server, uint32_t shown, uint8_t flags)
{
    return (dw_message){.type = DW_MESSAGE_PLAYBACK,
                        .as.playback = {.tick = server->tick,
                                        .shown = shown,
                                        .length = 6000,
                                        .speed = DW_PLAYBACK_SPEED_NORMAL,
                                        .flags = flags,
                                        .epoch = 1,
                                        .epoch_tick = 0}};
}

static dw_message events_at(uint16_t first, uint32_t tick, uint8_t kind, uint16_t c)
{
    dw_message message = {.type = DW_MESSAGE_PLAYBACK_EVENTS};
    message.as.playback_events =
        (dw_playback_events){.first = first, .count = 1, .rows = {{tick, kind, 1, 0, c}}};
    return message;
}

static void a_spectator_asks_for_the_recording_once(void **state)
{
    (void)state;
    fake_server *server = watch();
    fake_server_run(server, 50);
    assert_int_equal(server->steers, 1);
    assert_int_equal(server->last_steer.action, DW_STEER_WATCH);
    assert_null(dw_client_playback(server->client)); /* A live match says nothing. */
    dw_client_steer(server->client, DW_STEER_PAUSE, 1);
    fake_server_run(server, 100);
    assert_int_equal(server->steers, 1);
    fake_server_destroy(server);
}

static void a_player_asks_for_nothing(void **state)
{
    (void)state;
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    assert_int_equal(server->steers, 0);
    const dw_message message = state_at(server, 10, 0);
    send(server, &message);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void the_shown_tick_follows_speed_and_pause(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    message.as.playback.speed = 2 * DW_PLAYBACK_SPEED_NORMAL;
    send(server, &message);
    const dw_playback *playback = dw_client_playback(server->client);
    assert_non_null(playback);
    const uint32_t tick = message.as.playback.tick;
    assert_true(fabs(dw_playback_shown_at(playback, tick + 30) - 660.0) < 0.001);
    assert_true(fabs(dw_playback_shown_at(playback, tick + 100000) - 6000.0) < 0.001);
    fake_server_run(server, 100);
    message = state_at(server, 612, DW_PLAYBACK_PAUSED);
    send(server, &message);
    const uint32_t paused = message.as.playback.tick;
    assert_true(fabs(dw_playback_shown_at(playback, paused + 30) - 612.0) < 0.001);
    /* What is drawn has not come to the pause yet, and does not run past it. */
    assert_true(dw_playback_shown_at(playback, paused - 2.0) <= 612.0);
    assert_true(dw_playback_shown_at(playback, paused - 2.0) > 600.0);
    dw_client_steer(server->client, DW_STEER_SEEK, 77);
    fake_server_run(server, 100);
    assert_int_equal(server->last_steer.action, DW_STEER_SEEK);
    assert_int_equal(server->last_steer.value, 77);
    fake_server_destroy(server);
}

static void a_state_that_goes_back_in_time_ends_the_connection(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    message.as.playback.tick--;
    send(server, &message);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void a_jump_keeps_the_picture_until_the_new_one_comes(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_drawn_world world;
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    fake_server_run(server, 300);
    const uint32_t tick = server->tick;
    message.as.playback.tick = tick;
    message.as.playback.epoch = 2;
    message.as.playback.epoch_tick = tick;
    server->guards[0].position.x += 1500 * DW_UNITS_PER_MM;
    server->ack_floor = tick;
    send(server, &message);
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_int_equal(world.body_count, 1);
    fake_server_run(server, 200);
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_int_equal(world.body_count, 1);
    /* Nothing is drawn between the old and the new position. */
    assert_true(fabs(world.bodies[0].x - server->guards[0].position.x) < 20 * DW_UNITS_PER_MM);
    assert_true(dw_client_latest(server->client)->tick > tick);
    assert_null(dw_snapshot_store_find(&server->client->store, tick - 3));
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    fake_server_destroy(server);
}

static void minds_of_before_a_jump_are_forgotten(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    dw_mind_view mind = {.tick = 5, .body = 1};
    dw_minds_put(server->client->minds, &mind);
    mind.tick = server->tick + 10;
    mind.body = 2;
    dw_minds_put(server->client->minds, &mind);
    message.as.playback.epoch = 2;
    message.as.playback.epoch_tick = server->tick;
    message.as.playback.tick = server->tick;
    send(server, &message);
    assert_null(dw_minds_at(dw_client_minds(server->client), 1, 100000));
    assert_non_null(dw_minds_at(dw_client_minds(server->client), 2, 100000)); /* It came early. */
    fake_server_destroy(server);
}

static void another_view_shows_only_minds_that_come_after_it(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    const dw_mind_view mind = {.tick = 5, .body = 1};
    dw_minds_put(server->client->minds, &mind);
    send(server, &message);
    assert_non_null(dw_minds_at(dw_client_minds(server->client), 1, 100000));
    message.as.playback.view = DW_PLAYBACK_VIEW_SLOTS + 1;
    send(server, &message);
    assert_null(dw_minds_at(dw_client_minds(server->client), 1, 100000));
    fake_server_destroy(server);
}

static void events_are_listed_in_order_and_found_by_tick(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    message = events_at(0, 50, DW_PLAYBACK_EVENT_SIGHTING, 0);
    send(server, &message);
    message = events_at(1, 70, DW_PLAYBACK_EVENT_CAUGHT, 0);
    send(server, &message);
    const dw_playback *playback = dw_client_playback(server->client);
    assert_int_equal(playback->event_count, 2);
    assert_int_equal(dw_playback_find(playback, 50), 0);
    assert_int_equal(dw_playback_find(playback, 51), 1);
    assert_int_equal(dw_playback_find(playback, 71), 2);
    message = events_at(1, 80, DW_PLAYBACK_EVENT_CAUGHT, 0); /* Number 1 again. */
    send(server, &message);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static void an_event_names_only_what_the_map_has(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {DW_PLAYBACK_EVENT_REPORT, DW_PLAYBACK_EVENT_CLEAR,
                                    DW_PLAYBACK_EVENT_MISSING, DW_PLAYBACK_EVENT_NOTICE,
                                    DW_PLAYBACK_EVENT_TASK};
    for (uint32_t i = 0; i < sizeof kinds; i++) {
        fake_server *server = watch();
        const uint16_t c =
            kinds[i] == DW_PLAYBACK_EVENT_TASK ? server->map->door_count : server->map->room_count;
        dw_message message = events_at(0, 50, kinds[i], c);
        send(server, &message);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
        fake_server_destroy(server);
    }
}

static void the_cause_of_a_sighting_is_kept_if_the_sighting_is_listed(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    message = events_at(0, 50, DW_PLAYBACK_EVENT_SIGHTING, 0);
    send(server, &message);
    dw_message why = {.type = DW_MESSAGE_SIGHTING,
                      .as.sighting = {.event = 0,
                                      .tick = 50,
                                      .glimpse_ticks = 20,
                                      .guard = 1,
                                      .light = DW_PLAYBACK_NO_LIGHT,
                                      .goal = "patrol",
                                      .sample_count = 2}};
    send(server, &why);
    const dw_playback *playback = dw_client_playback(server->client);
    assert_true(playback->has_sighting);
    assert_string_equal(playback->sighting.goal, "patrol");
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_NONE);
    why.as.sighting.event = 1;
    send(server, &why);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    fake_server_destroy(server);
}

static dw_message ghosts_at(uint32_t tick, uint16_t x)
{
    return (dw_message){.type = DW_MESSAGE_GHOSTS,
                        .as.ghosts = {.tick = tick,
                                      .tries = 2,
                                      .count = 1,
                                      .rows = {{.slot = 1, .tries = 2, .x = x, .heading = 120}}}};
}

static void ghosts_are_drawn_between_two_messages_and_forgotten_at_a_jump(void **state)
{
    (void)state;
    fake_server *server = watch();
    dw_message message = state_at(server, 600, 0);
    send(server, &message);
    dw_client_show_ghosts(server->client, true);
    fake_server_run(server, 50);
    assert_int_equal(server->last_steer.action, DW_STEER_GHOSTS);
    assert_int_equal(server->last_steer.value, 1);
    assert_null(dw_client_ghosts(server->client));
    const uint32_t tick = server->tick;
    message = ghosts_at(tick - 40, 100);
    send(server, &message);
    message = ghosts_at(tick + 60, 200);
    message.as.ghosts.rows[0].heading = 8; /* On the short way. */
    send(server, &message);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    assert_int_equal(world.ghost_count, 1);
    const double part = (world.tick - (tick - 40.0)) / 100.0;
    const int32_t from = dw_snapshot_restore(100, server->map->bounds.min.x);
    const int32_t to = dw_snapshot_restore(200, server->map->bounds.min.x);
    assert_true(part > 0.0 && part < 1.0);
    assert_true(fabs(world.ghosts[0].x - (from + part * (to - from))) < (to - from) / 60.0);
    assert_true(world.ghosts[0].heading > 0.93F && world.ghosts[0].heading < 1.07F);
    message = state_at(server, 900, 0);
    message.as.playback.epoch = 2;
    message.as.playback.epoch_tick = server->tick - 1;
    send(server, &message);
    assert_null(dw_client_ghosts(server->client));
    dw_client_show_ghosts(server->client, false);
    message = ghosts_at(server->tick, 100); /* Still on its way: nobody minds. */
    send(server, &message);
    assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
    assert_null(dw_client_ghosts(server->client));
    fake_server_destroy(server);
}

static void ghosts_out_of_order_or_in_a_live_match_end_the_connection(void **state)
{
    (void)state;
    for (int live = 0; live < 2; live++) {
        fake_server *server = watch();
        dw_message message = state_at(server, 600, 0);
        if (live == 0) {
            send(server, &message);
            dw_client_show_ghosts(server->client, true);
            message = ghosts_at(server->tick, 1);
            send(server, &message);
            assert_int_equal(dw_client_get_state(server->client), DW_CLIENT_PLAYING);
        }
        message = ghosts_at(server->tick - 10, 1);
        send(server, &message);
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
        fake_server_destroy(server);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spectator_asks_for_the_recording_once),
        cmocka_unit_test(a_player_asks_for_nothing),
        cmocka_unit_test(the_shown_tick_follows_speed_and_pause),
        cmocka_unit_test(a_state_that_goes_back_in_time_ends_the_connection),
        cmocka_unit_test(a_jump_keeps_the_picture_until_the_new_one_comes),
        cmocka_unit_test(minds_of_before_a_jump_are_forgotten),
        cmocka_unit_test(another_view_shows_only_minds_that_come_after_it),
        cmocka_unit_test(events_are_listed_in_order_and_found_by_tick),
        cmocka_unit_test(an_event_names_only_what_the_map_has),
        cmocka_unit_test(the_cause_of_a_sighting_is_kept_if_the_sighting_is_listed),
        cmocka_unit_test(ghosts_are_drawn_between_two_messages_and_forgotten_at_a_jump),
        cmocka_unit_test(ghosts_out_of_order_or_in_a_live_match_end_the_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
