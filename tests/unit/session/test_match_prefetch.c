/* Prefetching changes nothing: a match that is prefetched before and after each step, for the right
 * ticks and for others, plays as one that never is, and its players are sent the same bytes. */
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "server/session/match_prefetch.h"
#include "tests/support/test.h"

enum { PLAYERS = 4, TICKS = 1500, WATCHER_TAG = 9 };

static dw_match_box box;

typedef struct trace {
    uint64_t state, sent; /* Chained: the world, and what went to the clients. */
} trace;

static trace plain[TICKS], prefetched[TICKS];

/* At times at which the server asks, and at others; as the one at hand and as those to come. */
static void prefetch_all(dw_rng *rng)
{
    dw_match *const matches[] = {box.match, box.match, box.match};
    const uint32_t tick = dw_rng_below(rng, 8) == 0 ? dw_rng_next(rng) : box.tick + 1;
    for (uint32_t i = 0; i < 3; i++) {
        dw_match_prefetch(matches, 3, i, tick);
    }
}

static void take_snapshot(dw_client_handle client, uint32_t tag, trace *at)
{
    uint8_t bytes[1172];
    size_t size = 0;
    if (dw_match_encode_snapshot(box.match, client, bytes, sizeof bytes, &size) == DW_OK) {
        at->sent = dw_hash_bytes(dw_hash_u64(at->sent, tag), bytes, size);
        const dw_input ack = {.ack_tick = box.tick, .newest_tick = box.tick + 1, .count = 1};
        (void)dw_match_input(box.match, client, &ack);
    }
}

static void note_messages(trace *at)
{
    for (uint32_t i = 0; i < box.message_count; i++) {
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        assert_int_equal(dw_message_encode(&box.messages[i].message, bytes, sizeof bytes, &size),
                         DW_OK);
        at->sent = dw_hash_bytes(dw_hash_u64(at->sent, box.messages[i].tag), bytes, size);
    }
    box.message_count = 0;
}

static void ask_whims(dw_rng *rng, const dw_client_handle *clients, uint32_t t)
{
    for (uint32_t i = 0; i < PLAYERS; i++) {
        if (t % 3 == 0) {
            dw_match_box_ask(&box, clients[i], (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT),
                             (uint8_t)dw_rng_below(rng, DW_BUTTONS_ALL + 1), 3);
        }
    }
}

static void play(trace rows[TICKS], bool prefetches)
{
    dw_match_box_init_file(&box, "reference");
    box.config.brain = dw_brain_find("chaser");
    dw_match_box_open(&box);
    dw_client_handle clients[PLAYERS + 1] = {0};
    dw_welcome welcome;
    dw_rng whims;
    dw_rng chance; /* Of prefetching alone. */
    dw_rng_init(&whims, 5, 1);
    dw_rng_init(&chance, 6, 1);
    trace now = {DW_HASH_START, DW_HASH_START};
    for (uint32_t t = 0; t < TICKS; t++) {
        if (prefetches) {
            prefetch_all(&chance);
        }
        if (t % 20 == 10 && t / 20 < PLAYERS) {
            clients[t / 20] = dw_match_box_join(&box, t / 20, "player", &welcome);
        } else if (t == 100) {
            clients[PLAYERS] = dw_match_box_watch(&box, WATCHER_TAG);
        } else if (t == 1200) {
            dw_match_drop(box.match, clients[2]);
        }
        ask_whims(&whims, clients, t);
        dw_match_box_run(&box, 1);
        if (prefetches) {
            prefetch_all(&chance);
        }
        for (uint32_t i = 0; t % 3 == 0 && i <= PLAYERS; i++) {
            take_snapshot(clients[i], i, &now);
        }
        note_messages(&now);
        now.state = dw_hash_u64(now.state, dw_sim_hash(dw_match_sim(box.match)));
        rows[t] = now;
    }
    assert_true(dw_match_get_stats(box.match)->snapshots > TICKS);
    dw_match_box_close(&box);
}

static void a_match_that_is_prefetched_plays_and_tells_the_same(void **state)
{
    (void)state;
    play(plain, false);
    play(prefetched, true);
    for (uint32_t t = 0; t < TICKS; t++) {
        if (plain[t].state != prefetched[t].state || plain[t].sent != prefetched[t].sent) {
            fail_msg("tick %u: %s differs", (unsigned)t + 1,
                     plain[t].state != prefetched[t].state ? "the world" : "what was sent");
        }
    }
    assert_true(plain[TICKS - 1].sent != plain[TICKS - 2].sent ||
                plain[TICKS - 1].sent != plain[TICKS - 4].sent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_that_is_prefetched_plays_and_tells_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
