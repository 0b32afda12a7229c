/* A message to several clients leaves the match once, for all of them, so that its bytes are made
 * once. Barks, and the results of one player's own actions, are sent to each client alone. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

#include <string.h>

enum { PLAYERS = 4, WATCHERS = 3, WATCHER_TAG = 100, DELAY_TICKS = 60, TICKS = 3600 };

static dw_match_box box;

typedef struct packed {
    uint32_t tag, send;
    bool door;
    size_t size;
    uint8_t bytes[DW_MESSAGE_MAX];
} packed;

static packed told[512];

/* How many were for several. */
typedef struct tally {
    uint32_t for_players, for_watchers, doors;
} tally;

static bool is_of_one_alone(const dw_message *message)
{
    const uint8_t kind = message->as.event.kind;
    return message->type == DW_MESSAGE_EVENT &&
           (kind == DW_CLIENT_EVENT_BARK || kind == DW_CLIENT_EVENT_DETECTED ||
            kind == DW_CLIENT_EVENT_USE_FAILED);
}

static uint32_t pack_all(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < box.message_count; i++) {
        const dw_box_message *row = &box.messages[i];
        if (!is_of_one_alone(&row->message)) {
            assert_true(count < DW_COUNT_OF(told));
            packed *to = &told[count++];
            to->tag = row->tag;
            to->send = row->send;
            to->door = row->message.type == DW_MESSAGE_EVENT &&
                       row->message.as.event.kind == DW_CLIENT_EVENT_DOOR;
            assert_int_equal(
                dw_message_encode(&row->message, to->bytes, sizeof to->bytes, &to->size), DW_OK);
        }
    }
    return count;
}

/* To players, or to spectators. */
static bool same_words(const packed *a, const packed *b)
{
    const bool same_side = (a->tag < WATCHER_TAG) == (b->tag < WATCHER_TAG);
    return same_side && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* As many messages equal to `first` left the match as the client with the most of them received. */
static void check_group(uint32_t first, uint32_t count, tally *sum)
{
    uint32_t sends = 0;
    uint32_t most = 0;
    uint32_t ears = 0;
    for (uint32_t i = first; i < count; i++) {
        if (!same_words(&told[i], &told[first])) {
            continue;
        }
        uint32_t of_tag = 0;
        bool send_counted = false;
        for (uint32_t j = first; j <= i; j++) {
            const bool alike = same_words(&told[j], &told[first]);
            of_tag += alike && told[j].tag == told[i].tag ? 1 : 0;
            send_counted = send_counted || (alike && j < i && told[j].send == told[i].send);
        }
        sends += send_counted ? 0 : 1;
        ears += of_tag == 1 ? 1 : 0;
        most = of_tag > most ? of_tag : most;
    }
    assert_int_equal(sends, most);
    const bool watchers = told[first].tag >= WATCHER_TAG;
    sum->for_watchers += watchers && ears > 1 ? 1 : 0;
    sum->for_players += !watchers && ears > 1 ? 1 : 0;
    sum->doors += !watchers && ears > 1 && told[first].door ? 1 : 0;
}

static void check_tick(tally *sum)
{
    const uint32_t count = pack_all();
    for (uint32_t i = 0; i < count; i++) {
        bool known = false;
        for (uint32_t j = 0; j < i; j++) {
            known = known || same_words(&told[j], &told[i]);
        }
        if (!known) {
            check_group(i, count, sum);
        }
    }
    box.message_count = 0;
}

static void what_several_are_told_alike_leaves_the_match_once(void **state)
{
    (void)state;
    tally sum = {0};
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    dw_match_box_init_file(&box, "reference");
    box.rules.time_limit_ticks = 900;
    box.config.brain = dw_brain_default();
    box.config.spectators_max = WATCHERS;
    box.config.spectator_delay_ticks = DELAY_TICKS;
    dw_match_box_open(&box);
    dw_client_handle players[PLAYERS];
    uint8_t ways[PLAYERS] = {0};
    dw_welcome welcome;
    for (uint32_t p = 0; p < PLAYERS; p++) {
        players[p] = dw_match_box_join(&box, p, "player", &welcome);
    }
    for (uint32_t w = 0; w < WATCHERS; w++) {
        (void)dw_match_box_watch(&box, WATCHER_TAG + w);
    }
    for (uint32_t t = 0; t < TICKS; t++) {
        for (uint32_t p = 0; p < PLAYERS; p++) {
            ways[p] = t % 40 == 0 ? (uint8_t)dw_rng_below(&rng, DW_DIRECTION_COUNT) : ways[p];
            dw_match_box_ask(&box, players[p], ways[p], t % 7 == p ? DW_BUTTON_USE : 0, 3);
        }
        if (t % 500 == 100) {
            assert_true(dw_match_chat(box.match, players[t / 500 % PLAYERS], "here"));
        }
        dw_match_box_run(&box, 1);
        check_tick(&sum);
    }
    print_message("for several players: %u, of doors %u; for several who watch: %u\n",
                  sum.for_players, sum.doors, sum.for_watchers);
    assert_true(sum.for_players > 40 && sum.doors > 5 && sum.for_watchers > 200);
    dw_match_box_close(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_several_are_told_alike_leaves_the_match_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
