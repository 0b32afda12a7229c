/* How far the server's ticks have come is nothing that anybody notices: the same players on the
 * same bad lines, cut off for twenty seconds, do the same at the start of a server, when
 * its ticks pass 2^31 (after 1.13 years of play) and in the last minute before 2^32 (the host ends
 * two days before). Spectators likewise, on the match alone. */
#include "tests/support/test.h"

#include "common/base/hash.h"
#include "protocol/message.h"
#include "server/mind/brains/brains.h"
#include "tests/scenario/line_box.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum {
    CLIENTS = 3,
    SECONDS = 60,
    CUT_AT_S = 20,
    CUT_S = 20,       /* The server gives them up after 12. */
    CYCLE = 512 * 60, /* Whole turns of all rings and rates. */
    SNAPSHOT_TICKS = 3
};

/* In all of them a tick is five bytes on the wire. */
#define EARLY  (UINT32_C(4) * CYCLE)
#define MIDDLE (UINT32_C(69905) * CYCLE)  /* 2048 ticks before 2^31: in the middle of the cut. */
#define LATE   (UINT32_C(139810) * CYCLE) /* 4096 ticks before 2^32. */

/* One play, second by second. */
typedef struct trace {
    uint64_t drawn; /* All frames of all clients so far. */
    uint64_t seconds[SECONDS][2 + CLIENTS];
    uint64_t predictions, misses, resumes;
} trace;

static uint64_t hash_place(uint64_t hash, double x, double y)
{
    return dw_hash_bytes(dw_hash_bytes(hash, &x, sizeof x), &y, sizeof y);
}

static void look(void *context, line_box *box, uint32_t client, const dw_drawn_world *world)
{
    trace *of = context;
    (void)box;
    uint64_t hash = dw_hash_pair(of->drawn, (int32_t)client, world->own_state);
    hash = world->has_own ? hash_place(hash, world->own_x, world->own_y) : hash;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        hash = hash_place(dw_hash_u64(hash, body->id), body->x, body->y);
    }
    of->drawn = dw_hash_bytes(hash, &world->doors, sizeof world->doors);
}

static void note_second(trace *of, const line_box *box, uint32_t second)
{
    of->seconds[second][0] = dw_sim_hash(dw_match_sim(box->match));
    of->seconds[second][1] = of->drawn;
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client_stats *stats = dw_client_get_stats(box->clients[c].client);
        uint64_t hash = dw_hash_u64(DW_HASH_START, stats->snapshots);
        hash = dw_hash_u64(hash, stats->snapshots_full);
        hash = dw_hash_u64(hash, stats->snapshots_expected);
        hash = dw_hash_u64(hash, stats->predictions);
        hash = dw_hash_u64(hash, stats->prediction_misses);
        of->seconds[second][2 + c] = dw_hash_u64(hash, stats->connection_losses);
    }
}

static void play(trace *of, const dw_venue *venue, uint32_t first_tick)
{
    memset(of, 0, sizeof *of);
    line_box_config config = {
        .venue = venue,
        .rules = line_box_rules(),
        .brain = dw_brain_find("reference"),
        .clients = CLIENTS,
        .policy = dw_policy_find("random"),
        .faults = {.delay_ms = 40, .jitter_ms = 20, .loss = 0.05, .duplicate = 0.05},
        .seed = 11,
        .snapshot_hz = 20,
        .input_hz = 30,
        .frame = look,
        .context = of};
    config.rules.catch_ticks = 36000; /* A player that is cut off is not caught meanwhile. */
    line_box *box = line_box_create(&config);
    box->tick = first_tick;
    for (uint32_t s = 0; s < SECONDS; s++) {
        box->cut = s >= CUT_AT_S && s < CUT_AT_S + CUT_S;
        line_box_run(box, 1000);
        note_second(of, box, s);
    }
    assert_int_equal(box->tick, first_tick + SECONDS * DW_TICKS_PER_SECOND);
    for (uint32_t c = 0; c < CLIENTS; c++) {
        const dw_client *client = box->clients[c].client;
        const dw_client_stats *stats = dw_client_get_stats(client);
        assert_int_equal(dw_client_get_state(client), DW_CLIENT_PLAYING);
        of->predictions += stats->predictions;
        of->misses += stats->prediction_misses;
        of->resumes += stats->resumes;
    }
    line_box_destroy(box);
}

static void expect_same_play(const dw_venue *venue, const trace *early, uint32_t first_tick)
{
    static trace other;
    play(&other, venue, first_tick);
    for (uint32_t s = 0; s < SECONDS; s++) {
        for (uint32_t i = 0; i < 2 + CLIENTS; i++) {
            if (early->seconds[s][i] != other.seconds[s][i]) {
                fail_msg("from tick %u on, second %u: %s differs", (unsigned)first_tick,
                         (unsigned)s,
                         i == 0   ? "the world"
                         : i == 1 ? "what is drawn"
                                  : "what a client counts");
            }
        }
    }
}

static void players_do_the_same_however_far_the_ticks_have_come(void **state)
{
    (void)state;
    static trace early;
    dw_venue *venue = dw_venue_shipped("reference");
    play(&early, venue, EARLY);
    assert_int_equal(early.resumes, CLIENTS);
    assert_true(early.predictions > CLIENTS * 500);
    assert_true(early.misses * 8 < early.predictions);
    assert_true(MIDDLE + CUT_AT_S * DW_TICKS_PER_SECOND < UINT32_C(1) << 31);
    assert_true(MIDDLE + (CUT_AT_S + CUT_S) * DW_TICKS_PER_SECOND > UINT32_C(1) << 31);
    expect_same_play(venue, &early, MIDDLE);
    expect_same_play(venue, &early, LATE);
    dw_venue_destroy(venue);
}

/* What a watcher and a player are sent, tick by tick, with the server's first tick taken off. */
typedef struct audience {
    dw_match_box box;
    dw_client_handle player, watcher;
    dw_snapshot had[2]; /* By client: what it acknowledged. */
} audience;

enum { PLAYER_TAG = 1, WATCHER_TAG = 2, WATCH_SECONDS = 50, DELAY_TICKS = 5 * 60 };

static void open_audience(audience *at, uint32_t first_tick)
{
    memset(at, 0, sizeof *at);
    dw_match_box_init(&at->box);
    at->box.config.brain = dw_brain_find("reference");
    at->box.config.spectator_delay_ticks = DELAY_TICKS;
    at->box.config.minds_always = true;
    dw_match_box_open(&at->box);
    at->box.tick = first_tick;
    dw_welcome welcome;
    at->player = dw_match_box_join(&at->box, PLAYER_TAG, "Ada", &welcome);
    assert_int_equal(welcome.tick, first_tick);
    at->watcher = dw_match_box_watch(&at->box, WATCHER_TAG);
}

/* The snapshot of this tick, if there is one, with what its base adds; it is acknowledged. */
static bool take_snapshot(audience *at, dw_client_handle client, uint32_t index, dw_snapshot *out,
                          size_t *size)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    if (dw_match_encode_snapshot(at->box.match, client, bytes, sizeof bytes, size) != DW_OK) {
        return false;
    }
    uint32_t tick = 0;
    uint32_t base_tick = 0;
    assert_int_equal(dw_snapshot_base_tick(bytes, *size, &tick, &base_tick), DW_OK);
    assert_true(base_tick == 0 || base_tick == at->had[index].tick);
    assert_int_equal(dw_snapshot_decode(out, base_tick == 0 ? NULL : &at->had[index],
                                        at->box.map->door_count, bytes, *size),
                     DW_OK);
    at->had[index] = *out;
    const dw_input input = {.ack_tick = out->tick,
                            .newest_tick = at->box.tick + 2,
                            .count = 2,
                            .intents = {{DW_EAST, 0}, {DW_EAST, 0}}};
    assert_true(dw_match_input(at->box.match, client, &input));
    return true;
}

static void expect_same_snapshots(audience *early, audience *other, uint32_t shift)
{
    const dw_client_handle clients[2][2] = {{early->player, other->player},
                                            {early->watcher, other->watcher}};
    for (uint32_t i = 0; i < 2; i++) {
        dw_snapshot a;
        dw_snapshot b;
        size_t size_a = 0;
        size_t size_b = 0;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        const bool sent = take_snapshot(early, clients[i][0], i, &a, &size_a);
        assert_int_equal(take_snapshot(other, clients[i][1], i, &b, &size_b), sent);
        assert_int_equal(size_a, size_b);
        if (sent) {
            assert_int_equal(b.tick - a.tick, shift);
            b.tick = a.tick;
            b.own.input_tick -= b.own.input_tick != 0 ? shift : 0;
            assert_memory_equal(&a, &b, sizeof a);
        }
    }
}

/* The same messages to the same clients, as long on the wire. */
static void expect_same_messages(const audience *early, const audience *other)
{
    assert_int_equal(early->box.message_count, other->box.message_count);
    for (uint32_t i = 0; i < early->box.message_count; i++) {
        const dw_box_message *a = &early->box.messages[i];
        const dw_box_message *b = &other->box.messages[i];
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size_a = 0;
        size_t size_b = 0;
        assert_int_equal(dw_message_encode(&a->message, bytes, sizeof bytes, &size_a), DW_OK);
        assert_int_equal(dw_message_encode(&b->message, bytes, sizeof bytes, &size_b), DW_OK);
        assert_int_equal(a->tag, b->tag);
        assert_int_equal(a->message.type, b->message.type);
        assert_int_equal(size_a, size_b);
    }
}

static void expect_same_show(uint32_t first_tick)
{
    static audience early;
    static audience other;
    open_audience(&early, EARLY);
    open_audience(&other, first_tick);
    for (uint32_t t = 0; t < WATCH_SECONDS * DW_TICKS_PER_SECOND; t++) {
        dw_match_box_run(&early.box, 1);
        dw_match_box_run(&other.box, 1);
        if (t % SNAPSHOT_TICKS == 0) {
            expect_same_snapshots(&early, &other, first_tick - EARLY);
        }
    }
    expect_same_messages(&early, &other);
    assert_true(dw_match_box_count(&other.box, 0, WATCHER_TAG, DW_MESSAGE_MIND) > 20);
    assert_true(other.had[1].tick + DELAY_TICKS + SNAPSHOT_TICKS >= other.box.tick);
    dw_match_box_close(&early.box);
    dw_match_box_close(&other.box);
}

static void watchers_are_shown_the_same_however_far_the_ticks_have_come(void **state)
{
    (void)state;
    expect_same_show(MIDDLE);
    expect_same_show(LATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_do_the_same_however_far_the_ticks_have_come),
        cmocka_unit_test(watchers_are_shown_the_same_however_far_the_ticks_have_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
