/* A spectator of a recorded round that jumps back and forth in it:
 *     steersman PORT FILE SEEKS
 * Plays FILE by itself first. After each jump it compares what the server shows with what it has
 * seen there. Prints one line: how many jumps, and how long from the question to the first
 * snapshot. */
#include "client/core/client.h"
#include "client/core/link.h"
#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "server/session/interest.h"
#include "server/session/replay_verify.h"
#include "tests/support/same_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_MS = 2, WAIT_MS = 8000, SEEKS_MAX = 4096, TICKS_MAX = 200000 };

static dw_link *connection;
static dw_client *client;
static dw_arena arena;

static _Noreturn void give_up(const char *text)
{
    (void)fprintf(stderr, "steersman: %s\n", text);
    exit(1);
}

/* What a spectator is shown at each tick of the round. */
static struct {
    uint32_t length;
    dw_interest_scene scene;
    const dw_sim *sim;
    dw_snapshot *shown;
} known;

static void note(void)
{
    dw_snapshot *now = &known.shown[known.length];
    memset(now, 0, sizeof *now);
    dw_interest_scene_begin(&known.scene, dw_sim_world(known.sim));
    known.scene.tools = dw_sim_tools(known.sim);
    known.scene.torches = dw_sim_torches(known.sim);
    known.scene.listening = dw_sim_listening(known.sim);
    dw_interest_all(&known.scene, now);
}

static void begin(void *context, const dw_replay_header *header, const dw_sim *sim)
{
    (void)context;
    known.sim = sim;
    dw_interest_scene_init(&known.scene, header->map, &header->rules);
    note();
}

static void record(void *context, const dw_replay_record *record)
{
    (void)context;
    if (record->type == DW_REPLAY_TICK) {
        if (++known.length == TICKS_MAX) {
            give_up("the recording is too long for this");
        }
        note();
    }
}

static void play_file(const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    dw_replay_report report;
    const dw_replay_watcher watcher = {NULL, begin, record};
    known.shown = malloc(TICKS_MAX * sizeof *known.shown);
    if (known.shown == NULL ||
        dw_file_read(path, DW_REPLAY_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK ||
        dw_replay_watch(bytes, size, NULL, &watcher, &report, &error) != DW_OK) {
        give_up(error.text);
    }
    free(bytes);
}

static void step(void)
{
    dw_link_service(connection);
    dw_client_update(client, (dw_intent){0}, dw_clock_ns());
    dw_link_wait(connection, STEP_MS);
    if (dw_client_get_state(client) == DW_CLIENT_ENDED) {
        give_up(dw_client_end_text(client));
    }
}

typedef bool condition(uint32_t value);

static void wait_until(condition *holds, uint32_t value, const char *what)
{
    const uint64_t end_ns = dw_clock_ns() + WAIT_MS * UINT64_C(1000000);
    while (!holds(value)) {
        if (dw_clock_ns() > end_ns) {
            give_up(what);
        }
        step();
    }
}

static const dw_playback_state *state(void)
{
    return &dw_client_playback(client)->now;
}

static bool may_steer(uint32_t value)
{
    (void)value;
    return dw_client_playback(client) != NULL && (state()->flags & DW_PLAYBACK_MAY_STEER) != 0;
}

static bool is_listed(uint32_t value)
{
    (void)value;
    return state()->ready == state()->length &&
           dw_client_playback(client)->event_count == state()->events;
}

static bool shows(uint32_t tick)
{
    const dw_snapshot *latest = dw_client_latest(client);
    return state()->shown == tick && (state()->flags & DW_PLAYBACK_SEEKING) == 0 &&
           latest != NULL && latest->tick > state()->epoch_tick;
}

static bool is_beyond(uint32_t tick)
{
    return state()->shown > tick;
}

static bool has_sighting(uint32_t event)
{
    const dw_playback *playback = dw_client_playback(client);
    return playback->has_sighting && playback->sighting.event == event;
}

static void join(uint16_t port)
{
    dw_error error = {""};
    dw_client_config config = {.send = dw_link_send, .spectate = true, .input_hz = 20};
    if (dw_arena_create(&arena, DW_CLIENT_ARENA_BYTES) != DW_OK ||
        dw_link_create(&connection,
                       &(dw_link_config){.host = "127.0.0.1", .port = port, .connections = 1},
                       &error) != DW_OK) {
        give_up(error.text);
    }
    config.send_context = dw_link_context(connection, 0);
    (void)snprintf(config.name, sizeof config.name, "steersman");
    if (dw_client_create(&client, &arena, &config) != DW_OK) {
        give_up("no memory for a client");
    }
    dw_link_connect(connection, client);
    wait_until(may_steer, 0, "the server does not let this client steer");
}

static void compare(uint32_t tick)
{
    const dw_snapshot *seen = dw_client_latest(client);
    const dw_snapshot *right = &known.shown[tick];
    if (!dw_same_rows(seen, right) || memcmp(seen->items, right->items, sizeof seen->items) != 0) {
        (void)fprintf(stderr, "steersman: tick %u is not what straight play shows\n",
                      (unsigned)tick);
        exit(1);
    }
}

static int by_size(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;
    return left < right ? -1 : left > right ? 1 : 0;
}

static void jump(uint32_t seeks)
{
    static uint64_t taken_ns[SEEKS_MAX];
    dw_rng rng;
    dw_rng_init(&rng, 17, 0);
    for (uint32_t i = 0; i < seeks; i++) {
        const uint32_t length = known.length;
        const uint32_t tick = i == 0   ? length
                              : i == 1 ? 0
                              : i == 2 ? 1
                                       : dw_rng_below(&rng, length + 1);
        const uint64_t began_ns = dw_clock_ns();
        dw_client_steer(client, DW_STEER_SEEK, (int32_t)tick);
        wait_until(shows, tick, "a jump does not arrive");
        taken_ns[i] = dw_clock_ns() - began_ns;
        compare(tick);
        while (dw_clock_ns() < began_ns + UINT64_C(40000000)) {
            step(); /* No faster than a hand; the server takes 30 a second. */
        }
    }
    qsort(taken_ns, seeks, sizeof taken_ns[0], by_size);
    printf("jumps %u ms p50 %.1f p99 %.1f max %.1f\n", (unsigned)seeks,
           (double)taken_ns[seeks / 2] / 1e6, (double)taken_ns[seeks - 1 - seeks / 100] / 1e6,
           (double)taken_ns[seeks - 1] / 1e6);
}

/* Single steps, both ways, and the speeds. */
static void walk(void)
{
    const uint32_t middle = known.length / 2;
    dw_client_steer(client, DW_STEER_SEEK, (int32_t)middle);
    wait_until(shows, middle, "the middle is not reached");
    for (uint32_t i = 1; i <= 3; i++) {
        dw_client_steer(client, DW_STEER_STEP, 1);
        wait_until(shows, middle + i, "a step does not arrive");
        compare(middle + i);
    }
    dw_client_steer(client, DW_STEER_STEP, -7);
    wait_until(shows, middle - 4, "a step back does not arrive");
    compare(middle - 4);
    const uint64_t began_ns = dw_clock_ns();
    dw_client_steer(client, DW_STEER_SPEED, DW_PLAYBACK_SPEED_MAX);
    dw_client_steer(client, DW_STEER_PAUSE, 0);
    wait_until(is_beyond, middle + 960, "16 times as fast is too slow");
    printf("960 ticks at 16 x in %.0f ms\n", (double)(dw_clock_ns() - began_ns) / 1e6);
    dw_client_steer(client, DW_STEER_PAUSE, 1);
}

static void ask_why(void)
{
    const dw_playback *playback = dw_client_playback(client);
    wait_until(is_listed, 0, "the list of events does not come");
    uint32_t sightings = 0;
    uint32_t parts = 0; /* Of the mission that were done. */
    for (uint32_t i = 0; i < playback->event_count; i++) {
        parts += playback->events[i].kind == DW_PLAYBACK_EVENT_PART && playback->events[i].b == 0;
        if (playback->events[i].kind != DW_PLAYBACK_EVENT_SIGHTING || ++sightings > 5) {
            continue;
        }
        dw_client_steer(client, DW_STEER_WHY, (int32_t)i);
        wait_until(has_sighting, i, "no reason comes");
        const dw_playback_sighting *why = &playback->sighting;
        printf("tick %u: guard %u saw slot %u for %u ticks, %u cm, goal %s (%s), meter %u to %u\n",
               (unsigned)why->tick, why->guard, why->slot, (unsigned)why->glimpse_ticks,
               (unsigned)why->distance_cm, why->goal, dw_cause_word((dw_cause)why->cause),
               why->samples[0], why->samples[why->sample_count - 1]);
    }
    printf("events %u sightings %u parts %u\n", (unsigned)playback->event_count,
           (unsigned)sightings, (unsigned)parts);
}

int main(int argc, char **argv)
{
    const unsigned long seeks = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (seeks < 3 || seeks > SEEKS_MAX) {
        give_up("usage: steersman PORT FILE SEEKS (3 or more)");
    }
    play_file(argv[2]);
    join((uint16_t)strtoul(argv[1], NULL, 10));
    if (state()->length != known.length) {
        give_up("the server plays another length");
    }
    dw_client_steer(client, DW_STEER_PAUSE, 1);
    jump((uint32_t)seeks);
    walk();
    ask_why();
    dw_client_quit(client);
    for (uint32_t i = 0; i < 25 && dw_link_busy(connection); i++) {
        dw_link_service(connection);
        dw_link_wait(connection, STEP_MS);
    }
    dw_link_destroy(connection);
    dw_client_destroy(client);
    dw_arena_destroy(&arena);
    free(known.shown);
    return 0;
}
