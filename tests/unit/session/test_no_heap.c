/* Invariant 2: no heap in the tick. malloc and its family are wrapped at link time (--wrap), so
 * that every call out of the tree's own code is counted. */
#include "common/base/rng.h"
#include "match_company.h"
#include "server/mind/brains/brains.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdlib.h>

static uint64_t calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    calls++;
    return __real_realloc(old, size);
}

static bool begin(void *context, uint16_t match, uint32_t round)
{
    (void)context;
    (void)match;
    (void)round;
    return true;
}

static bool swallow(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    (void)match;
    (void)bytes;
    *(uint64_t *)context += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    (void)context;
    (void)match;
    (void)complete;
}

static void note_begun(void *context, uint16_t match)
{
    (void)match;
    (void)context;
}

static void note_ended(void *context, const dw_round_report *report)
{
    *(uint32_t *)context += report->player_count;
}

static dw_match_box box;
static uint64_t recorded_bytes;
static uint32_t reported_players;
static const dw_round_output rounds = {&reported_players, note_begun, note_ended};

static void play_a_minute(bool recorded)
{
    dw_match_box_init_file(&box, "reference");
    box.config.brain = dw_brain_find("chaser");
    const uint8_t prefix[4] = {0};
    dw_replay_recording recording = {
        .output = {&recorded_bytes, begin, swallow, end}, .prefix = prefix, .prefix_size = 4};
    assert_int_equal(dw_replay_packer_create(&recording.packer, &box.arena), DW_OK);
    box.config.recording = recorded ? &recording : NULL;
    box.config.rounds = recorded ? &rounds : NULL;
    dw_match_box_open(&box);
    assert_true(calls > 0); /* The counter counts. */
    calls = 0;
    dw_client_handle clients[4];
    dw_welcome welcome;
    for (uint32_t i = 0; i < 4; i++) {
        clients[i] = dw_match_box_join(&box, i, "player", &welcome);
    }
    const dw_client_handle watcher = dw_match_box_watch(&box, 9);
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    for (uint32_t t = 0; t < 3600; t++) {
        for (uint32_t i = 0; i < 4; i++) {
            dw_match_box_ask(&box, clients[i], (uint8_t)dw_rng_below(&rng, DW_DIRECTION_COUNT),
                             (uint8_t)dw_rng_below(&rng, DW_BUTTONS_ALL + 1), 3);
        }
        dw_match_box_run(&box, 1);
        uint8_t bytes[1172];
        size_t size = 0;
        for (uint32_t i = 0; i < 4; i++) {
            if (dw_match_encode_snapshot(box.match, clients[i], bytes, sizeof bytes, &size) ==
                DW_OK) {
                const dw_input ack = {
                    .ack_tick = box.tick, .newest_tick = box.tick + 1, .count = 1};
                (void)dw_match_input(box.match, clients[i], &ack);
            }
        }
        if (dw_match_encode_snapshot(box.match, watcher, bytes, sizeof bytes, &size) == DW_OK) {
            assert_true(size > 0);
        }
        if (t % 150 == 75) { /* All kinds in turn, each of them more than once. */
            const dw_brain_kind *kind = dw_brain_find(dw_brain_names()[t / 150 % 4]);
            assert_int_equal(dw_match_set_brain(box.match, (uint16_t)(t / 600 % 3), kind), DW_OK);
        }
        if (t == 1800) {
            dw_match_drop(box.match, clients[3]);
            (void)dw_match_chat(box.match, clients[0], "still here");
        }
    }
    dw_match_abort(box.match);
    assert_int_equal(calls, 0);
    dw_match_box_close(&box);
}

static void a_minute_of_play_takes_nothing_from_the_heap(void **state)
{
    (void)state;
    play_a_minute(false);
}

static void nor_do_recording_and_reporting_it(void **state)
{
    (void)state;
    play_a_minute(true);
    assert_in_range(reported_players, 4, UINT32_MAX); /* Of one round or more. */
    assert_true(recorded_bytes > 10000);
}

/* To the museum and back: each map takes as much as at first, and nothing from the heap. */
static void nor_do_a_thousand_changes_of_its_map(void **state)
{
    (void)state;
    dw_venue *museum = dw_venue_shipped("museum");
    dw_venue *reference = dw_venue_shipped("reference");
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        brains[g] = dw_brain_default();
    }
    const dw_match_map maps[2] = {{.map = museum->map,
                                   .nav = museum->nav,
                                   .rules = &box.rules,
                                   .brains = brains,
                                   .hash = {{1}},
                                   .size = 1},
                                  {.map = reference->map,
                                   .nav = reference->nav,
                                   .rules = &box.rules,
                                   .brains = brains,
                                   .hash = {{2}},
                                   .size = 2}};
    dw_match_box_init_file(&box, "reference");
    box.config.brain = dw_brain_default();
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle client = dw_match_box_join(&box, 0, "player", &welcome);
    (void)dw_match_box_watch(&box, 1);
    size_t used[2] = {0, box.arena.used};
    calls = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        dw_match_change_map(box.match, &maps[i % 2]);
        dw_match_map_ready(box.match, client, i + 1);
        dw_match_box_run(&box, 3);
        used[0] = i == 0 ? box.arena.used : used[0];
        assert_int_equal(box.arena.used, used[i % 2]);
        assert_ptr_equal(dw_sim_map(dw_match_sim(box.match)), maps[i % 2].map);
    }
    assert_int_equal(calls, 0);
    assert_true(used[0] > used[1]);
    dw_match_box_close(&box);
    dw_venue_destroy(museum);
    dw_venue_destroy(reference);
}

static void nor_do_saving_and_loading(void **state)
{
    (void)state;
    static dw_company one, two;
    static uint8_t saved[DW_COMPANY_SAVE_MAX];
    dw_company_open(&one, "reference", "reference");
    dw_company_open(&two, "reference", "null");
    dw_company_join(&one);
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_company_step(&one);
    }
    calls = 0;
    const size_t size = dw_company_save(&one, saved);
    assert_int_equal(dw_company_load(&two, saved, size, NULL), DW_OK);
    assert_true(dw_company_resume(&two, 0, one.tokens[0]));
    dw_company_step(&two);
    assert_int_equal(calls, 0);
    dw_match_box_close(&one.box);
    dw_match_box_close(&two.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_minute_of_play_takes_nothing_from_the_heap),
        cmocka_unit_test(nor_do_recording_and_reporting_it),
        cmocka_unit_test(nor_do_a_thousand_changes_of_its_map),
        cmocka_unit_test(nor_do_saving_and_loading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
