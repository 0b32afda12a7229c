/* What keys and the mouse do to a recorded round: which messages go to the server, and what is on
 * the screen. A real client that watches; the server's messages are handed in. */
#include "client/view/pages/play.h"
#include "client/view/tools/screenshot.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, LENGTH = 6000, SENT_MAX = 64 };

typedef struct stage {
    dw_view_fixture house;
    dw_arena arena;
    dw_client *client;
    dw_play play;
    dw_canvas canvas;
    dw_text_kit *text;
    uint64_t now_ns;
    uint32_t tick;
    dw_playback_state state;
    uint32_t sent_count;
    dw_steer sent[SENT_MAX]; /* Since the last look. */
} stage;

static stage on;

static void take(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                 size_t size)
{
    dw_message message;
    (void)context;
    (void)channel;
    (void)reliable;
    if (dw_message_decode_from_client(&message, bytes, size) == DW_OK &&
        message.type == DW_MESSAGE_STEER && on.sent_count < SENT_MAX) {
        on.sent[on.sent_count++] = message.as.steer;
    }
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    (void)context;
    (void)key;
    return on.house.map;
}

static void run(uint32_t milliseconds)
{
    dw_error error = {""};
    on.now_ns += milliseconds * UINT64_C(1000000);
    dw_client_update(on.client, (dw_intent){.direction = DW_STAND}, on.now_ns);
    assert_int_equal(dw_play_update(&on.play, on.client, (double)on.now_ns * 1e-9, &error), DW_OK);
}

static void hand_in(const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    dw_client_receive(on.client, dw_message_channel(message->type), bytes, size, on.now_ns);
    run(1);
}

static void tell_state(void)
{
    on.state.tick = on.tick;
    const dw_message message = {.type = DW_MESSAGE_PLAYBACK, .as.playback = on.state};
    hand_in(&message);
}

/* The bodies of the fixture, as a spectator sees them. */
static void show(void)
{
    const dw_map *map = on.house.map;
    dw_snapshot snapshot = {
        .tick = on.tick += 3, .doors = dw_map_doors_at_start(map), .own = {.slot = DW_SLOT_NONE}};
    for (uint32_t i = 0; i < 4; i++) {
        const bool guard = i < 2;
        const dw_vec at = guard ? map->spawns[i] : map->spawns[i + 2];
        snapshot.bodies[snapshot.body_count++] =
            (dw_snapshot_body){.id = (uint8_t)(i + 1),
                               .role = guard ? DW_ROLE_GUARD : DW_ROLE_INTRUDER,
                               .slot = guard ? 0 : (uint8_t)(i - 2),
                               .x = dw_snapshot_quantise(at.x, map->bounds.min.x),
                               .y = dw_snapshot_quantise(at.y, map->bounds.min.y)};
    }
    dw_snapshot sent;
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_snapshot_encode(&snapshot, NULL, map->door_count, NULL, bytes, sizeof bytes,
                                        &size, &sent),
                     DW_OK);
    dw_client_receive(on.client, DW_CHANNEL_SNAPSHOT, bytes, size, on.now_ns);
    run(50);
}

static dw_pen pen(void)
{
    return (dw_pen){&on.canvas, on.text, 1.0F};
}

static void draw(void)
{
    const dw_pen with = pen();
    const dw_play_frame frame = {.client = on.client,
                                 .now_ns = on.now_ns,
                                 .seconds = (double)on.now_ns * 1e-9,
                                 .step_s = 0.02,
                                 .fps = 60.0,
                                 .hud = true};
    assert_true(dw_play_draw(&on.play, &with, &frame));
}

static void press(dw_action action)
{
    on.sent_count = 0;
    dw_play_action(&on.play, action, true);
    dw_play_action(&on.play, action, false);
}

static void expect(uint32_t index, dw_steer_action action, int32_t value)
{
    assert_true(index < on.sent_count);
    assert_int_equal(on.sent[index].action, action);
    assert_int_equal(on.sent[index].value, value);
}

static void list_events(void)
{
    static const dw_playback_event rows[] = {
        {600, DW_PLAYBACK_EVENT_REPORT, 2, 0, 1},   {1200, DW_PLAYBACK_EVENT_SIGHTING, 1, 0, 0},
        {1260, DW_PLAYBACK_EVENT_ORDER, 1, 2, 0},   {1290, DW_PLAYBACK_EVENT_LOST, 1, 0, 0},
        {2400, DW_PLAYBACK_EVENT_TAKEN, 0, 0, 0},   {3000, DW_PLAYBACK_EVENT_SIGHTING, 2, 1, 1},
        {3060, DW_PLAYBACK_EVENT_CAUGHT, 2, 1, 0},  {4200, DW_PLAYBACK_EVENT_DROPPED, 0, 0, 0},
        {5400, DW_PLAYBACK_EVENT_SIGHTING, 1, 0, 0}};
    dw_message message = {.type = DW_MESSAGE_PLAYBACK_EVENTS};
    message.as.playback_events.count = sizeof rows / sizeof rows[0];
    memcpy(message.as.playback_events.rows, rows, sizeof rows);
    hand_in(&message);
}

static int open_stage(void **state)
{
    (void)state;
    dw_error error = {""};
    memset(&on, 0, sizeof on);
    on.now_ns = 1;
    on.tick = 1000;
    on.state = (dw_playback_state){.shown = 2000,
                                   .length = LENGTH,
                                   .speed = DW_PLAYBACK_SPEED_NORMAL,
                                   .flags = DW_PLAYBACK_PAUSED | DW_PLAYBACK_MAY_STEER,
                                   .epoch = 1,
                                   .ready = LENGTH};
    const dw_client_config config = {
        .name = "Self", .spectate = true, .send = take, .maps = {.share = share}, .input_hz = 30};
    if (!dw_view_fixture_open(&on.house, "reference", false) ||
        dw_arena_create(&on.arena, DW_CLIENT_ARENA_BYTES) != DW_OK ||
        dw_client_create(&on.client, &on.arena, &config) != DW_OK ||
        dw_text_create(&on.text, &error) != DW_OK ||
        dw_canvas_resize(&on.canvas, WIDTH, HEIGHT) != DW_OK) {
        return 1;
    }
    dw_play_init(&on.play);
    dw_client_connected(on.client, on.now_ns);
    const dw_message welcome = {.type = DW_MESSAGE_WELCOME,
                                .as.welcome = {.version = DW_PROTOCOL_VERSION,
                                               .match = 1,
                                               .code = "K7QD",
                                               .slot = DW_SLOT_NONE,
                                               .tick = 1000,
                                               .snapshot_hz = 20,
                                               .intruders_max = 8,
                                               .map_size = 1000,
                                               .rules = on.house.rules,
                                               .map_name = "reference"}};
    hand_in(&welcome);
    dw_message round = {.type = DW_MESSAGE_ROUND};
    round.as.round = on.house.round;
    hand_in(&round);
    show();
    return 0;
}

static int close_stage(void **state)
{
    (void)state;
    dw_play_reset(&on.play);
    dw_client_destroy(on.client);
    dw_arena_destroy(&on.arena);
    dw_canvas_destroy(&on.canvas);
    dw_text_destroy(on.text);
    dw_view_fixture_close(&on.house);
    return 0;
}

static int open_replay(void **state)
{
    const int opened = open_stage(state);
    if (opened == 0) {
        tell_state();
        list_events();
        for (int i = 0; i < 6; i++) {
            show();
        }
        draw();
    }
    return opened;
}

static void a_live_match_has_no_time_line_and_sends_nothing(void **state)
{
    (void)state;
    draw();
    assert_int_equal(dw_play_where(&on.play) & DW_IN_REPLAY, 0);
    const dw_pen with = pen();
    assert_int_equal(dw_play_canvas(&on.play, &with).height, HEIGHT);
    press(DW_ACTION_REPLAY_PAUSE);
    assert_int_equal(on.sent_count, 0);
}

static void keys_steer_the_round(void **state)
{
    (void)state;
    const dw_pen with = pen();
    assert_int_equal(dw_play_where(&on.play), DW_IN_WATCH | DW_IN_REPLAY);
    assert_true(dw_play_canvas(&on.play, &with).height < HEIGHT - 50);
    press(DW_ACTION_REPLAY_PAUSE);
    expect(0, DW_STEER_PAUSE, 0);
    press(DW_ACTION_REPLAY_STEP);
    expect(0, DW_STEER_STEP, 1);
    press(DW_ACTION_REPLAY_STEP_BACK);
    expect(0, DW_STEER_STEP, -1);
    press(DW_ACTION_REPLAY_FASTER);
    expect(0, DW_STEER_SPEED, 16);
    run(1000);
    press(DW_ACTION_REPLAY_SLOWER);
    expect(0, DW_STEER_SPEED, 4);
    press(DW_ACTION_REPLAY_FORWARD);
    expect(0, DW_STEER_SEEK, 2600);
    run(1000);
    press(DW_ACTION_REPLAY_BACK);
    expect(0, DW_STEER_SEEK, 1400);
    run(1000);
    press(DW_ACTION_REPLAY_EVENT);
    expect(0, DW_STEER_SEEK, 2400);
    run(1000);
    press(DW_ACTION_REPLAY_EVENT_BACK);
    expect(0, DW_STEER_SEEK, 1200);
}

/* What the desk takes means nothing else to the window; without a recorded round it takes nothing.
 */
static void the_desk_takes_all_keys_of_a_replay_and_no_other(void **state)
{
    (void)state;
    const dw_replay_look look = {&on.play.world, 0, 1.0};
    dw_replay_desk none;
    dw_replay_desk_init(&none);
    for (uint32_t i = 1; i < DW_ACTION_COUNT; i++) {
        const dw_action action = (dw_action)i;
        const bool of_replay = dw_action_row_of(action)->where == DW_IN_REPLAY;
        assert_int_equal(dw_replay_desk_action(&on.play.desk, action, &look), of_replay);
        assert_false(dw_replay_desk_action(&none, action, &look));
    }
}

static void keys_that_are_faster_than_the_server_add_up(void **state)
{
    (void)state;
    press(DW_ACTION_REPLAY_FASTER);
    press(DW_ACTION_REPLAY_FASTER);
    expect(0, DW_STEER_SPEED, 32);
    press(DW_ACTION_REPLAY_FORWARD);
    press(DW_ACTION_REPLAY_FORWARD);
    expect(0, DW_STEER_SEEK, 3200);
    press(DW_ACTION_REPLAY_EVENT);
    press(DW_ACTION_REPLAY_EVENT);
    expect(0, DW_STEER_SEEK, LENGTH - 600); /* Past 3060, which a jump to 3200 has left. */
}

static void at_its_end_the_round_begins_anew(void **state)
{
    (void)state;
    on.state.shown = LENGTH;
    tell_state();
    press(DW_ACTION_REPLAY_PAUSE);
    assert_int_equal(on.sent_count, 2);
    expect(0, DW_STEER_SEEK, 0);
    expect(1, DW_STEER_PAUSE, 0);
}

static dw_time_line line(void)
{
    return dw_time_line_place(WIDTH, HEIGHT, 1.0F, LENGTH);
}

static void dragging_seeks_and_does_not_flood_the_server(void **state)
{
    (void)state;
    const dw_pen with = pen();
    const dw_time_line at = line();
    const float y = at.bar.y1 + 2.0F; /* Below the lanes, so that no symbol is meant. */
    on.sent_count = 0;
    assert_true(dw_play_click(&on.play, &with, dw_time_line_x(&at, 1000), y));
    expect(0, DW_STEER_SEEK, (int32_t)dw_time_line_tick(&at, dw_time_line_x(&at, 1000)));
    for (int i = 0; i < 50; i++) { /* 0.5 s of moves, 10 ms apart. */
        dw_play_hover(&on.play, &with, dw_time_line_x(&at, 1000 + 80 * i), y);
        run(10);
    }
    assert_in_range(on.sent_count, 5, 9);
    dw_play_release(&on.play, &with, dw_time_line_x(&at, 5500), y - 300.0F);
    const int32_t last = (int32_t)dw_time_line_tick(&at, dw_time_line_x(&at, 5500));
    expect(on.sent_count - 1, DW_STEER_SEEK, last);
    const uint32_t count = on.sent_count;
    dw_play_hover(&on.play, &with, dw_time_line_x(&at, 100), y);
    run(100);
    assert_int_equal(on.sent_count, count); /* Let go. */
}

static void a_press_above_the_time_line_is_for_the_picture(void **state)
{
    (void)state;
    const dw_pen with = pen();
    const dw_time_line at = line();
    on.sent_count = 0;
    (void)dw_play_click(&on.play, &with, dw_time_line_x(&at, 1000), at.panel.y0 - 60.0F);
    assert_int_equal(on.sent_count, 0);
}

static void answer_why(uint16_t event, uint32_t tick, uint8_t guard, uint8_t slot)
{
    const dw_message message = {.type = DW_MESSAGE_SIGHTING,
                                .as.sighting = {.event = event,
                                                .tick = tick,
                                                .glimpse_ticks = 48,
                                                .guard = guard,
                                                .slot = slot,
                                                .distance_cm = 310,
                                                .glimpse_distance_cm = 520,
                                                .angle = 5,
                                                .light = 35,
                                                .posture = DW_SIGHTING_MOVING,
                                                .goal = "search",
                                                .cause = DW_CAUSE_NOISE,
                                                .cause_ticks = 300,
                                                .sample_count = 6,
                                                .samples = {0, 4, 20, 50, 90, 100}}};
    hand_in(&message);
}

static void why_goes_to_the_cause_pauses_and_opens_the_card(void **state)
{
    (void)state;
    press(DW_ACTION_REPLAY_WHY);
    expect(0, DW_STEER_WHY, 1); /* The last sighting before tick 2000. */
    assert_false(on.play.desk.why_open);
    answer_why(1, 1200, 1, 0);
    assert_true(on.play.desk.why_open);
    expect(1, DW_STEER_SEEK, 1200 - 48 - 180);
    expect(2, DW_STEER_PAUSE, 1);
    on.play.spectator.followed_id = 2;
    const double before = on.play.camera.scale;
    draw();
    assert_true(on.play.camera.scale == before); /* Not there yet. */
    on.state.shown = 1200 - 48 - 180;
    on.state.epoch++;
    on.state.epoch_tick = on.tick;
    tell_state();
    for (int i = 0; i < 6; i++) {
        show();
    }
    draw();
    assert_int_equal(on.play.spectator.followed_id, 0); /* Both are in the picture. */
    assert_true(on.play.camera.scale > before);
    draw();
    const char *folder = getenv("PICTURES"); /* For people that want to look. */
    if (folder != NULL) {
        char path[300];
        dw_error error = {""};
        const dw_pen with = pen();
        const dw_time_line at = line();
        dw_play_hover(&on.play, &with, dw_time_line_x(&at, 1200),
                      dw_time_line_lane_y(&at, DW_LANE_SEEN) + 5.0F);
        draw();
        (void)snprintf(path, sizeof path, "%s/replay-desk.png", folder);
        assert_int_equal(dw_screenshot_save(&on.canvas, path, &error), DW_OK);
    }
    assert_true(dw_replay_desk_close(&on.play.desk));
    assert_false(dw_replay_desk_close(&on.play.desk));
}

static void a_press_on_a_sighting_asks_why_and_on_another_symbol_goes_there(void **state)
{
    (void)state;
    const dw_pen with = pen();
    const dw_time_line at = line();
    const float seen = dw_time_line_lane_y(&at, DW_LANE_SEEN) + 5.0F;
    const float loot = dw_time_line_lane_y(&at, DW_LANE_LOOT) + 5.0F;
    on.sent_count = 0;
    assert_true(dw_play_click(&on.play, &with, dw_time_line_x(&at, 3000), seen));
    expect(0, DW_STEER_WHY, 5);
    dw_play_release(&on.play, &with, 0.0F, 0.0F);
    on.sent_count = 0;
    assert_true(dw_play_click(&on.play, &with, dw_time_line_x(&at, 4200), loot));
    expect(0, DW_STEER_SEEK, 4200 - 60);
}

static void the_view_is_that_of_the_followed_body_or_the_first_player(void **state)
{
    (void)state;
    dw_drawn_world own;
    press(DW_ACTION_REPLAY_VIEW);
    expect(0, DW_STEER_VIEW, DW_PLAYBACK_VIEW_SLOTS);
    assert_false(dw_replay_desk_eyes(&on.play.desk, &on.play.world, &own));
    on.state.view = DW_PLAYBACK_VIEW_SLOTS;
    tell_state();
    assert_int_equal(on.play.spectator.followed_id, 3);
    assert_true(dw_replay_desk_eyes(&on.play.desk, &on.play.world, &own));
    assert_true(own.has_own);
    assert_int_equal(own.own_slot, 0);
    assert_int_equal(own.body_count, on.play.world.body_count - 1);
    assert_null(dw_drawn_body_find(&own, 3));
    draw();
    press(DW_ACTION_REPLAY_VIEW);
    expect(0, DW_STEER_VIEW, DW_PLAYBACK_VIEW_ALL);
    on.play.spectator.followed_id = 2;
    press(DW_ACTION_REPLAY_VIEW);
    expect(0, DW_STEER_VIEW, DW_PLAYBACK_VIEW_GUARDS + 1);
    on.state.view = DW_PLAYBACK_VIEW_GUARDS + 1;
    tell_state();
    press(DW_ACTION_REPLAY_VIEW);
    expect(0, DW_STEER_VIEW, DW_PLAYBACK_VIEW_ALL);
}

static void nobody_seen_is_said(void **state)
{
    (void)state;
    tell_state();
    press(DW_ACTION_REPLAY_WHY);
    assert_int_equal(on.sent_count, 0);
    assert_string_not_equal(on.play.desk.note, "");
    run(5000);
    assert_string_equal(on.play.desk.note, "");
}

static void a_jump_forgets_what_was_said_before(void **state)
{
    (void)state;
    dw_feed_notice(&on.play.feed, DW_TONE_PLAIN, 0.0, "before");
    assert_string_equal(on.play.feed.notice, "before");
    on.state.epoch++;
    on.state.epoch_tick = on.tick;
    tell_state();
    assert_string_equal(on.play.feed.notice, "");
    draw(); /* The picture stays. */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_live_match_has_no_time_line_and_sends_nothing, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(nobody_seen_is_said, open_stage, close_stage),
#define REPLAY(name) cmocka_unit_test_setup_teardown(name, open_replay, close_stage)
        REPLAY(keys_steer_the_round),
        REPLAY(the_desk_takes_all_keys_of_a_replay_and_no_other),
        REPLAY(keys_that_are_faster_than_the_server_add_up),
        REPLAY(at_its_end_the_round_begins_anew),
        REPLAY(dragging_seeks_and_does_not_flood_the_server),
        REPLAY(a_press_above_the_time_line_is_for_the_picture),
        REPLAY(why_goes_to_the_cause_pauses_and_opens_the_card),
        REPLAY(a_press_on_a_sighting_asks_why_and_on_another_symbol_goes_there),
        REPLAY(the_view_is_that_of_the_followed_body_or_the_first_player),
        REPLAY(a_jump_forgets_what_was_said_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
