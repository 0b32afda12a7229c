/* The play screen while the match changes its map: the old house goes when the change comes, and
 * the other one is drawn with the first snapshot on it. A real client; messages are handed in. */
#include "client/view/pages/play.h"
#include "common/base/check.h"
#include "tests/support/test.h"
#include "view_scene.h"

#include <string.h>

enum { HERE, THERE, UNKNOWN, SLOT = 3, WIDTH = 640, HEIGHT = 360 };

typedef struct stage {
    dw_view_fixture houses[2];
    dw_arena arena;
    dw_client *client;
    dw_play play;
    dw_canvas canvas;
    dw_text_kit *text;
    uint64_t now_ns;
} stage;

static stage on;

static void take(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                 size_t size)
{
    (void)context;
    (void)channel;
    (void)reliable;
    (void)bytes;
    (void)size;
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    (void)context;
    return key->hash.bytes[0] < UNKNOWN ? on.houses[key->hash.bytes[0]].map : NULL;
}

static void run(void)
{
    dw_error error = {""};
    on.now_ns += UINT64_C(20000000);
    dw_client_update(on.client, (dw_intent){.direction = DW_STAND}, on.now_ns);
    assert_int_equal(dw_play_update(&on.play, on.client, (double)on.now_ns * 1e-9, &error), DW_OK);
}

static void hand_in(const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    dw_client_receive(on.client, dw_message_channel(message->type), bytes, size, on.now_ns);
    run();
}

static void show(uint8_t house, uint32_t tick)
{
    const dw_map *map = on.houses[house].map;
    dw_snapshot snapshot = {.tick = tick,
                            .doors = dw_map_doors_at_start(map),
                            .own = {.slot = SLOT,
                                    .state = DW_SLOT_ALIVE,
                                    .x = map->spawns[SLOT].x,
                                    .y = map->spawns[SLOT].y}};
    dw_snapshot sent;
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_snapshot_encode(&snapshot, NULL, map->door_count, NULL, bytes, sizeof bytes,
                                        &size, &sent),
                     DW_OK);
    dw_client_receive(on.client, DW_CHANNEL_SNAPSHOT, bytes, size, on.now_ns);
    run();
}

static bool draws(void)
{
    const dw_pen pen = {&on.canvas, on.text, 0.625F};
    const dw_play_frame frame = {.client = on.client,
                                 .now_ns = on.now_ns,
                                 .seconds = (double)on.now_ns * 1e-9,
                                 .step_s = 0.02,
                                 .fps = 60.0,
                                 .hud = true};
    return dw_play_draw(&on.play, &pen, &frame);
}

static void change_to(uint8_t house, uint32_t change, uint32_t tick)
{
    dw_message message = {.type = DW_MESSAGE_MAP_CHANGE,
                          .as.map_change = {.change = change,
                                            .tick = tick,
                                            .intruders_max = 8,
                                            .map_hash = {{house}},
                                            .map_size = 1000,
                                            .map_name = "other"}};
    hand_in(&message);
}

static int open_stage(void **state)
{
    (void)state;
    dw_error error = {""};
    memset(&on, 0, sizeof on);
    on.now_ns = 1;
    const dw_client_config config = {
        .name = "Self", .send = take, .maps = {.share = share}, .input_hz = 30};
    if (!dw_view_fixture_open(&on.houses[HERE], "training", true) ||
        !dw_view_fixture_open(&on.houses[THERE], "museum", true) ||
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
                                               .slot = SLOT,
                                               .tick = 1000,
                                               .snapshot_hz = 20,
                                               .intruders_max = 8,
                                               .map_size = 1000,
                                               .rules = on.houses[HERE].rules,
                                               .map_name = "training"}};
    hand_in(&welcome);
    show(HERE, 1003);
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
    dw_view_fixture_close(&on.houses[HERE]);
    dw_view_fixture_close(&on.houses[THERE]);
    return 0;
}

static void other_house_is_drawn_with_its_first_snapshot(void **state)
{
    (void)state;
    assert_true(draws());
    assert_ptr_equal(on.play.map, on.houses[HERE].map);
    change_to(THERE, 1, 1003);
    assert_ptr_equal(on.play.map, on.houses[THERE].map);
    assert_false(draws());
    show(THERE, 1006);
    assert_true(draws());
    assert_true(on.play.world.has_own);
    const dw_vec spawn = on.houses[THERE].map->spawns[SLOT];
    assert_in_range((uint64_t)(int64_t)(on.play.world.own_x - (double)spawn.x + 1.0), 0, 2);
}

static void old_house_goes_while_the_client_loads(void **state)
{
    (void)state;
    assert_true(draws());
    change_to(UNKNOWN, 1, 1003);
    assert_int_equal(dw_client_get_state(on.client), DW_CLIENT_MAP);
    assert_null(on.play.scene);
    assert_null(on.play.map);
    assert_false(draws());
    change_to(HERE, 2, 1003); /* Back, before it has loaded. */
    show(HERE, 1006);
    assert_true(draws());
    assert_ptr_equal(on.play.map, on.houses[HERE].map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(other_house_is_drawn_with_its_first_snapshot, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(old_house_goes_while_the_client_loads, open_stage,
                                        close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
