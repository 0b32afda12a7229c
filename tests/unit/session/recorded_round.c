#include "recorded_round.h"

#include "common/base/check.h"
#include "common/base/rng.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

const dw_replay_key recorded_round_key = {{1, 2, 3, 4, 5, 6, 7, 8}};

static bool begin(void *context, uint16_t match, uint32_t round)
{
    (void)match;
    (void)round;
    recorded_tape *to = context;
    to->begun++;
    to->size = 0;
    return true;
}

static bool write_bytes(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    (void)match;
    recorded_tape *to = context;
    if (to->size + size > to->room) {
        return false;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    (void)match;
    recorded_tape *to = context;
    to->whole += complete ? 1 : 0;
    to->broken += complete ? 0 : 1;
}

static void count_down(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    static uint8_t next;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = --next;
    }
}

/* Guard 1 stops thinking, gets its mind back, and becomes a chaser; guard 0 goes home. */
static void change_brains(dw_match_box *box, const dw_brain_kind *home, uint32_t quarter)
{
    static const char *const of_one[] = {"null", "reference", "chaser"};
    assert_int_equal(dw_match_set_brain(box->match, 1, dw_brain_find(of_one[quarter - 1])), DW_OK);
    if (quarter == 3) {
        assert_int_equal(dw_match_set_brain(box->match, 0, home), DW_OK);
    }
}

/* And answers a question, which nobody has asked: that is no part of the round. */
static void throw_something(dw_match_box *box, dw_client_handle client, uint8_t direction,
                            uint32_t tick)
{
    dw_input input = {.newest_tick = box->tick + 1, .count = 1};
    input.intents[0] = (dw_intent){.direction = direction,
                                   .buttons = tick % 3 == 0 ? DW_BUTTON_BAIT : DW_BUTTON_COIN,
                                   .throw_heading = (uint8_t)(tick * 11),
                                   .throw_distance = (uint8_t)(tick % 130),
                                   .answer = (uint8_t)(1 + tick % DW_ANSWERS_MAX)};
    (void)dw_match_input(box->match, client, &input); /* One of them leaves. */
}

void recorded_round_play(recorded_round *made, uint32_t ticks)
{
    dw_match_box *box = &made->box;
    dw_replay_recording *recording = &made->recording;
    const dw_replay_key *seal = made->seal;
    dw_match_box_init_file(box, "reference");
    const dw_brain_kind *home = made->home != NULL ? made->home : dw_brain_find("patrol-only");
    const dw_brain_kind *brains[DW_GUARDS_MAX] = {dw_brain_find("reference"),
                                                  dw_brain_find("chaser"), home};
    assert_int_equal(box->map->guard_count, 3);
    box->config.brains = brains;
    box->rules.tools = 1;
    box->rules.catch_ticks = 36000; /* The round goes on, whatever guards become able to do. */
    dw_kind *guard = &box->rules.kinds[DW_KIND_GUARD];
    guard->gaits.calm.speed_mm_s = 1300; /* Not what a reader takes without being told. */
    guard->turn_rates.calm_bam = 900;
    guard->senses.eyes.meter_near = 700;
    char path[DW_PATH_MAX];
    uint8_t *map = NULL;
    size_t map_size = 0;
    assert_int_equal(dw_file_find_data("reference", "maps", ".tmj", path, NULL), DW_OK);
    assert_int_equal(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &map, &map_size, NULL), DW_OK);
    memset(recording, 0, sizeof *recording);
    assert_int_equal(dw_replay_prefix_create(&made->prefix, &recording->prefix_size,
                                             "reference.tmj", map, map_size, &box->rules, NULL),
                     DW_OK);
    free(map);
    recording->prefix = made->prefix;
    recording->key = seal;
    recording->random = count_down;
    recording->output = (dw_replay_output){&made->tape, begin, write_bytes, end};
    assert_int_equal(dw_replay_packer_create(&recording->packer, &box->arena), DW_OK);
    box->config.recording = recording;
    dw_match_box_open(box);

    dw_welcome welcome[4];
    dw_client_handle clients[4];
    for (uint32_t i = 0; i < 4; i++) {
        clients[i] = dw_match_box_join(box, i, "player", &welcome[i]);
    }
    dw_match_box_run_until(box, DW_PHASE_PLAY);
    dw_rng rng;
    dw_rng_init(&rng, 99, 1);
    uint8_t directions[4] = {0};
    for (uint32_t t = 0; t < ticks; t++) {
        for (uint32_t i = 0; i < 4; i++) {
            if (dw_rng_below(&rng, 30) == 0) {
                directions[i] = (uint8_t)dw_rng_below(&rng, DW_DIRECTION_COUNT);
            }
            const uint8_t buttons = (uint8_t)dw_rng_below(&rng, DW_BUTTONS_ALL + 1);
            if ((t + 10 * i) % 100 == 7) {
                throw_something(box, clients[i], directions[i], t);
            } else {
                dw_match_box_ask(box, clients[i], directions[i], buttons, 1);
            }
        }
        if (t == ticks / 4) {
            dw_match_drop(box->match, clients[1]);
            dw_match_leave(box->match, clients[2]);
            (void)dw_match_box_join(box, 7, "late", &welcome[2]);
        }
        if (t > 0 && t < ticks && t % (ticks / 4) == 0) {
            change_brains(box, home, t / (ticks / 4));
        }
        if (t == ticks / 2) {
            dw_hello hello = {.version = 1, .name = "player", .has_token = true};
            memcpy(hello.token, welcome[1].token, sizeof hello.token);
            assert_int_equal(dw_match_join(box->match, box->tick, &hello, &(dw_newcomer){.tag = 1},
                                           &clients[1], &welcome[1]),
                             DW_OK);
        }
        dw_match_box_run(box, 1);
    }
    const dw_match_stats *stats = dw_match_get_stats(box->match);
    assert_true(ticks < 1000 || (stats->throws > 5 && stats->throws_refused > 5));
}

void recorded_round_begin(recorded_round *made, const dw_replay_key *seal)
{
    memset(&made->tape, 0, sizeof made->tape);
    made->tape.room = sizeof made->tape.bytes;
    made->seal = seal;
}

void recorded_round_free(recorded_round *made)
{
    free(made->prefix);
    dw_match_box_close(&made->box);
}
