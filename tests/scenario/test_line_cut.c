/* The connections of four players are cut in the middle of a round, in virtual time and with the
 * real match. A player that is back within 30 s has the same body, where it stood, and plays on.
 * The server's recording of all that replays to the same hashes. */
#include "tests/support/test.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "server/mind/brains/brains.h"
#include "server/session/replay_verify.h"
#include "tests/scenario/line_box.h"

#include <stdlib.h>
#include <string.h>

enum { CLIENTS = 4, ARENA_BYTES = 16 << 20 };

typedef struct tape {
    uint8_t bytes[1 << 20];
    size_t size;
    uint32_t whole, broken;
} tape;

static bool begin_tape(void *context, uint16_t match, uint32_t round)
{
    (void)match;
    (void)round;
    ((tape *)context)->size = 0;
    return true;
}

static bool write_tape(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    (void)match;
    tape *to = context;
    DW_CHECK(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void end_tape(void *context, uint16_t match, bool complete)
{
    (void)match;
    tape *to = context;
    to->whole += complete;
    to->broken += !complete;
}

typedef struct scene {
    tape tape;
    dw_venue *venue;
    dw_arena arena;
    dw_replay_recording recording;
    uint8_t *prefix;
    line_box *box;
} scene;

static scene stage; /* Too large for a stack. */

static void open_stage(const char *policy)
{
    memset(&stage, 0, sizeof stage);
    line_box_config config = {.rules = line_box_rules(),
                              .brain = dw_brain_find("reference"),
                              .clients = CLIENTS,
                              .policy = dw_policy_find(policy),
                              .faults = {.delay_ms = 40, .jitter_ms = 20, .loss = 0.05},
                              .seed = 8,
                              .snapshot_hz = 20,
                              .input_hz = 30};
    config.rules.catch_ticks = 36000; /* A player that stands still is not caught meanwhile. */
    stage.venue = dw_venue_shipped("reference");
    char path[DW_PATH_MAX];
    uint8_t *map = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_find_data("reference", "maps", ".tmj", path, NULL), DW_OK);
    assert_int_equal(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &map, &size, NULL), DW_OK);
    assert_int_equal(dw_replay_prefix_create(&stage.prefix, &stage.recording.prefix_size,
                                             "reference.tmj", map, size, &config.rules, NULL),
                     DW_OK);
    free(map);
    assert_int_equal(dw_arena_create(&stage.arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_replay_packer_create(&stage.recording.packer, &stage.arena), DW_OK);
    stage.recording.prefix = stage.prefix;
    stage.recording.output = (dw_replay_output){&stage.tape, begin_tape, write_tape, end_tape};
    config.venue = stage.venue;
    config.recording = &stage.recording;
    stage.box = line_box_create(&config);
}

static void close_stage(void)
{
    line_box_destroy(stage.box);
    dw_arena_destroy(&stage.arena);
    free(stage.prefix);
    dw_venue_destroy(stage.venue);
}

static void verify_replay(void)
{
    dw_match_abort(stage.box->match);
    assert_true(stage.tape.whole >= 1);
    assert_int_equal(stage.tape.broken, 0);
    dw_replay_report report;
    dw_error error = {""};
    const dw_status status =
        dw_replay_verify(stage.tape.bytes, stage.tape.size, NULL, &report, &error);
    if (status != DW_OK) {
        fail_msg("%s", error.text);
    }
    assert_true(report.ticks > 10 * DW_TICKS_PER_SECOND);
}

static const dw_client *client_of(uint32_t index)
{
    return stage.box->clients[index].client;
}

static uint8_t slot_of(uint32_t index)
{
    return dw_client_welcome(client_of(index))->slot;
}

static dw_vec body_of(uint8_t slot)
{
    return dw_intruder_actor(dw_sim_world(dw_match_sim(stage.box->match)), slot)->body.position;
}

static void expect_all(dw_client_state state)
{
    for (uint32_t c = 0; c < CLIENTS; c++) {
        assert_int_equal(dw_client_get_state(client_of(c)), state);
    }
}

/* Plays, is cut off for `milliseconds`, and is back: same slots, the bodies where they were left.
 */
static void cut_and_come_back(uint32_t milliseconds, bool dropped)
{
    line_box *box = stage.box;
    line_box_run(box, 15000);
    expect_all(DW_CLIENT_PLAYING);
    uint8_t slots[CLIENTS];
    dw_vec left[CLIENTS];
    box->cut = true;
    line_box_run(box, 2000); /* Intents under way, and the repeats of the last. */
    for (uint32_t c = 0; c < CLIENTS; c++) {
        slots[c] = slot_of(c);
        left[c] = body_of(slots[c]);
    }
    line_box_run(box, milliseconds - 2000 - 20);
    expect_all(DW_CLIENT_RECONNECTING);
    assert_int_equal(dw_match_count(box->match).dropped, dropped ? CLIENTS : 0);
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_vec now = body_of(slots[c]);
        assert_true(dw_vec_equal(now, left[c]));
    }
    line_box_run(box, 20);
    box->cut = false;
    line_box_run(box, 1000);
    expect_all(DW_CLIENT_PLAYING);
    assert_int_equal(dw_match_count(box->match).players, CLIENTS);
    assert_int_equal(dw_match_count(box->match).dropped, 0);
    /* No client acknowledges snapshots of its earlier connection. */
    assert_int_equal(dw_match_get_stats(box->match)->acks_unknown, 0);
    for (uint32_t c = 0; c < CLIENTS; c++) {
        assert_int_equal(slot_of(c), slots[c]);
        const dw_client_stats *stats = dw_client_get_stats(client_of(c));
        assert_int_equal(stats->connection_losses, 1);
        assert_int_equal(stats->resumes, 1);
        assert_int_equal(dw_client_latest(client_of(c))->own.state, DW_SLOT_ALIVE);
    }
}

/* From here on prediction is as good as it ever was, and the bodies get somewhere. The prediction
 * of a chased player is wrong more often than the others. */
static void expect_play(void)
{
    uint64_t predictions[CLIENTS];
    uint64_t misses[CLIENTS];
    dw_vec from[CLIENTS];
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client_stats *stats = dw_client_get_stats(client_of(c));
        predictions[c] = stats->predictions;
        misses[c] = stats->prediction_misses;
        from[c] = body_of(slot_of(c));
    }
    line_box_run(stage.box, 10000);
    uint32_t moved = 0;
    uint64_t all = 0;
    uint64_t missed = 0;
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client_stats *stats = dw_client_get_stats(client_of(c));
        assert_true(stats->predictions - predictions[c] > 150);
        all += stats->predictions - predictions[c];
        missed += stats->prediction_misses - misses[c];
        moved +=
            dw_distance_squared(from[c], body_of(slot_of(c))) > (int64_t)DW_MM(500) * DW_MM(500);
    }
    assert_true(missed * 8 < all);
    assert_true(moved >= CLIENTS / 2);
}

static void ten_seconds_cost_ten_seconds(void **state)
{
    (void)state;
    open_stage("random");
    cut_and_come_back(10000, false);
    expect_play();
    verify_replay();
    close_stage();
}

static void body_that_the_server_had_given_up_is_taken_back(void **state)
{
    (void)state;
    open_stage("random");
    cut_and_come_back(20000, true);
    expect_play();
    verify_replay();
    close_stage();
}

static void a_player_that_is_away_for_forty_seconds_is_out(void **state)
{
    (void)state;
    open_stage("random");
    line_box *box = stage.box;
    line_box_run(box, 15000);
    box->cut = true;
    line_box_run(box, 29800);
    expect_all(DW_CLIENT_RECONNECTING);
    line_box_run(box, 10200);
    expect_all(DW_CLIENT_ENDED);
    box->cut = false;
    line_box_run(box, 5000); /* The server noticed after 12 s, and waited for 30 more. */
    for (uint32_t c = 0; c < CLIENTS; c++) {
        assert_int_equal(dw_client_get_end(client_of(c)), DW_CLIENT_END_LOST);
        assert_non_null(strstr(dw_client_end_text(client_of(c)), "30 s"));
    }
    assert_int_equal(dw_match_count(box->match).players, 0);
    assert_int_equal(dw_match_count(box->match).dropped, 0);
    verify_replay();
    close_stage();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_seconds_cost_ten_seconds),
        cmocka_unit_test(body_that_the_server_had_given_up_is_taken_back),
        cmocka_unit_test(a_player_that_is_away_for_forty_seconds_is_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
