/* A player who works a door faster than it may be worked, over a line: client and server refuse the
 * same presses, so that the predicted body and the real one never part. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "tests/scenario/line_box.h"
#include "tests/support/scene.h"

enum { PLAY_MS = 20000, WEST_MM = 5300, EAST_MM = 6700 };

/*      0        6000 6000     12000
 *     +------------+-------------+
 *     | hall       D  study      |  4000     D = a door 1000 wide, closed at the start
 *     |      spawn |             |
 *     +------------+-------------+
 */
typedef struct flicker {
    uint8_t direction;    /* East or west: to and fro through the doorway. */
    uint32_t press_ticks; /* From one press to the next. */
    uint32_t presses;
    uint32_t turns;
} flicker;

static dw_intent work_the_door(void *context, const dw_client *client, uint32_t tick)
{
    flicker *play = context;
    dw_body body;
    dw_door_set doors;
    if (!dw_client_moves_in(client, tick) || !dw_client_predicted(client, &body, &doors)) {
        return (dw_intent){.direction = DW_STAND};
    }
    const bool turns = play->direction == DW_EAST ? body.position.x >= DW_MM(EAST_MM)
                                                  : body.position.x <= DW_MM(WEST_MM);
    if (turns) {
        play->direction = play->direction == DW_EAST ? DW_WEST : DW_EAST;
        play->turns++;
    }
    const bool press = tick % play->press_ticks == 0;
    play->presses += press ? 1 : 0;
    return (dw_intent){.direction = play->direction,
                       .buttons = (uint8_t)(press ? DW_BUTTON_USE : 0)};
}

/* How often the prediction of the own body was wrong. */
static uint64_t misses_of(flicker *play, const dw_net_faults *faults)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 6000, 4000);
    (void)dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_patrol(scene, "round", "study");
    (void)dw_scene_guard(scene, "ann", 11000, 3500, 0, "round");
    dw_scene_spawn(scene, 5400, 2000);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    line_box_config config = {.venue = venue,
                              .rules = dw_stage_shipped_rules("standard"),
                              .brain = &dw_brain_puppet,
                              .clients = 1,
                              .source = work_the_door,
                              .faults = *faults,
                              .seed = 5,
                              .snapshot_hz = 20,
                              .input_hz = 30,
                              .context = play};
    config.rules.catch_ticks = 36000;
    line_box *box = line_box_create(&config);
    line_box_run(box, PLAY_MS);
    const dw_client_stats *stats = dw_client_get_stats(box->clients[0].client);
    const uint64_t misses = stats->prediction_misses;
    print_message("%u presses %u ticks apart, %u turns, %.0f ms, loss %.2f: %u of %u missed\n",
                  play->presses, play->press_ticks, play->turns, faults->delay_ms, faults->loss,
                  (unsigned)misses, (unsigned)stats->predictions);
    assert_true(play->turns >= 4); /* The doorway was passed, and the leaf was in the way. */
    assert_true(stats->predictions > 200);
    assert_true(play->presses > 50);
    line_box_destroy(box);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
    return misses;
}

static void a_door_that_rests_is_predicted_to_the_tick(void **state)
{
    (void)state;
    for (uint32_t press_ticks = 2; press_ticks <= 14; press_ticks += 3) {
        for (uint32_t delay_ms = 5; delay_ms <= 125; delay_ms += 60) {
            flicker play = {.direction = DW_EAST, .press_ticks = press_ticks};
            const dw_net_faults faults = {.delay_ms = delay_ms};
            assert_int_equal(misses_of(&play, &faults), 0);
        }
    }
}

/* Inputs are told again and again, so that a lost one alone changes nothing. */
static void lost_datagrams_do_not_confuse_the_rest_of_a_door(void **state)
{
    (void)state;
    flicker play = {.direction = DW_EAST, .press_ticks = 4};
    const dw_net_faults faults = {.delay_ms = 40, .loss = 0.1, .duplicate = 0.1};
    assert_true(misses_of(&play, &faults) <= 2);
}

/*      0        6000 6000     12000
 *     +------------+-------------+
 *     | hall       L  study      |  4000     L = a locked door; the key lies at k
 *     |    k  spawn|             |
 *     +------------+-------------+
 * The player leans against the door, and holds the use key down for a while and lets it go, again
 * and again: without the key it picks. */
typedef struct lock_play {
    bool has_key;
    uint32_t hold_ticks, gap_ticks, opened;
    bool was_open;
} lock_play;

static dw_intent work_the_lock(void *context, const dw_client *client, uint32_t tick)
{
    lock_play *play = context;
    dw_body body;
    dw_door_set doors;
    if (!dw_client_moves_in(client, tick) || !dw_client_predicted(client, &body, &doors)) {
        return (dw_intent){.direction = DW_STAND};
    }
    const bool open = dw_door_set_has(&doors, 0);
    play->opened += open && !play->was_open ? 1 : 0;
    play->was_open = open;
    const bool holds = tick % (play->hold_ticks + play->gap_ticks) >= play->gap_ticks;
    const bool fetches = play->has_key && client->prediction.carried[0] == 0;
    if (fetches) { /* Down to the key, with presses. */
        return (dw_intent){.direction = body.position.y < DW_MM(2600) ? DW_SOUTH : DW_STAND,
                           .buttons = (uint8_t)(tick % 8 == 0 ? DW_BUTTON_USE : 0)};
    }
    const bool at_door = body.position.y <= DW_MM(2000);
    return (dw_intent){.direction = at_door ? DW_EAST : DW_NORTH,
                       .buttons = (uint8_t)(holds && at_door ? DW_BUTTON_USE : 0)};
}

static void play_lock(lock_play *play, const dw_net_faults *faults)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 6000, 4000);
    const uint16_t door =
        dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_lock(scene, door, 1);
    (void)dw_scene_patrol(scene, "round", "study");
    (void)dw_scene_guard(scene, "ann", 11000, 3500, 0, "round");
    dw_scene_spawn(scene, 5400, 2000);
    dw_scene_objective(scene, 300, 300, 200, 200);
    (void)dw_scene_key(scene, "key", 5400, 3100, 1);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    line_box_config config = {.venue = venue,
                              .rules = dw_stage_shipped_rules("standard"),
                              .brain = &dw_brain_puppet,
                              .clients = 1,
                              .source = work_the_lock,
                              .faults = *faults,
                              .seed = 5,
                              .snapshot_hz = 20,
                              .input_hz = 30,
                              .context = play};
    config.rules.catch_ticks = 36000;
    config.rules.pick_ticks = 90;
    line_box *box = line_box_create(&config);
    line_box_run(box, PLAY_MS);
    const dw_client *client = box->clients[0].client;
    const dw_client_stats *stats = dw_client_get_stats(client);
    print_message("%s, %u ticks held, %.0f ms: opened %u times, %u of %u missed\n",
                  play->has_key ? "key" : "pick", play->hold_ticks, faults->delay_ms, play->opened,
                  (unsigned)stats->prediction_misses, (unsigned)stats->predictions);
    assert_true(stats->predictions > 200);
    assert_int_equal(stats->prediction_misses, 0);
    line_box_destroy(box);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

/* The body leans against the leaf: a tick in which the leaf opens too early or too late shows. */
static void a_lock_is_predicted_to_the_tick(void **state)
{
    (void)state;
    for (uint32_t delay_ms = 5; delay_ms <= 125; delay_ms += 60) {
        const dw_net_faults faults = {.delay_ms = delay_ms};
        lock_play short_holds = {.hold_ticks = 60, .gap_ticks = 7};
        play_lock(&short_holds, &faults);
        assert_int_equal(short_holds.opened, 0); /* Never long enough. */
        lock_play long_holds = {.hold_ticks = 97, .gap_ticks = 11};
        play_lock(&long_holds, &faults);
        assert_true(long_holds.opened > 0);
        lock_play with_key = {.has_key = true, .hold_ticks = 5, .gap_ticks = 40};
        play_lock(&with_key, &faults);
        assert_true(with_key.opened > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_door_that_rests_is_predicted_to_the_tick),
        cmocka_unit_test(lost_datagrams_do_not_confuse_the_rest_of_a_door),
        cmocka_unit_test(a_lock_is_predicted_to_the_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
