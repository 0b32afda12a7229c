/* Any bytes as a script of spectators that steer through a recorded round: they come and go, ask
 * for anything at any time, acknowledge anything, while the index has come far or not. Whatever
 * they do, a world that stands at a tick of the round is the very one that straight play comes by,
 * and nobody is told of the playback without having asked. An operation is a byte, its low half
 * which one, its high half who, and the bytes of its arguments. What is missing at the end is 0. */
#include "common/base/check.h"
#include "fuzz.h"
#include "house.h"
#include "match_tape.h"
#include "server/mind/brains/brains.h"
#include "server/session/playback/played_round.h"

#include <string.h>

enum {
    LENGTH = 400,
    OPERATIONS_MAX = 120,
    TICKS_MAX = 400, /* Of the stream, in one script. */
    VIEWERS = 3,
    ARENA_BYTES = 64 << 20,
    STREAM = 1000
};

/* Of the round, made once. */
static dw_match_tape tape;
static dw_replay *replay;
static uint64_t hashes[LENGTH + 1];
static uint32_t length;

typedef struct viewer {
    dw_client_handle client;
    bool watches;
    uint32_t epoch;
    uint32_t events;
} viewer;

typedef struct theatre {
    dw_arena arena;
    dw_played_round *round;
    dw_playback_index *index; /* NULL once it has ended. */
    dw_match *match;
    uint32_t tick;
    viewer viewers[VIEWERS];
} theatre;

static void ignore(void *context, const uint32_t *tags, uint32_t count, const dw_message *message)
{
    (void)context;
    (void)tags;
    (void)count;
    (void)message;
}

static void no_bytes(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    memset(bytes, 7, size);
}

static dw_match_config config_of(const dw_ruleset *rules, dw_match_send *send, void *context)
{
    const dw_house *house = dw_house_get();
    return (dw_match_config){.number = 1,
                             .code = "FUZZ",
                             .snapshot_hz = 20,
                             .map = house->map,
                             .nav = house->nav,
                             .rules = rules,
                             .brain = dw_brain_find("reference"),
                             .map_size = 1,
                             .spectators_max = VIEWERS,
                             .minds_always = true,
                             .send = send,
                             .send_context = context,
                             .random = no_bytes};
}

/* Two intruders that walk about in front of the guards. */
static void record_round(void)
{
    static dw_ruleset rules;
    dw_arena arena;
    dw_match *match = NULL;
    rules = dw_ruleset_reference();
    rules.vision = 1;
    rules.lobby_ticks = 0;
    rules.countdown_ticks = 1;
    rules.catch_ticks = 36000;
    DW_CHECK(dw_arena_create(&arena, ARENA_BYTES) == DW_OK);
    dw_match_tape_open(&tape, &rules, false, sizeof tape.bytes);
    dw_match_config config = config_of(&rules, ignore, NULL);
    config.recording = dw_match_tape_recording(&tape);
    DW_CHECK(dw_match_create(&match, &arena, &config, NULL) == DW_OK);
    tape.match = match;
    dw_client_handle players[2];
    for (uint32_t i = 0; i < 2; i++) {
        const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "player"};
        dw_welcome welcome;
        DW_CHECK(dw_match_join(match, 0, &hello, &(dw_newcomer){.tag = i}, &players[i], &welcome) ==
                 DW_OK);
    }
    uint32_t tick = 0;
    while (dw_sim_world(dw_match_sim(match))->tick < LENGTH &&
           dw_match_round(match).phase != DW_PHASE_RESULT) {
        for (uint32_t i = 0; i < 2; i++) {
            dw_input input = {.newest_tick = tick + 1, .count = 1};
            input.intents[0].direction = (uint8_t)((tick / 30 + 3 * i) % DW_DIRECTION_COUNT);
            (void)dw_match_input(match, players[i], &input);
        }
        dw_match_step(match, ++tick);
    }
    dw_match_abort(match);
    dw_arena_destroy(&arena);
}

static void play_straight(void)
{
    dw_arena arena;
    dw_nav_set sizes;
    dw_sim *sim = NULL;
    dw_replay *again = NULL;
    dw_replay_player player;
    DW_CHECK(dw_arena_create(&arena, ARENA_BYTES) == DW_OK);
    DW_CHECK(dw_replay_again(&again, replay) == DW_OK);
    DW_CHECK(dw_replay_make_sim(dw_replay_get_header(replay), NULL, &arena, &sizes, &sim, NULL) ==
             DW_OK);
    DW_CHECK(dw_replay_player_begin(&player, again, NULL, sim, NULL) == DW_OK);
    while (!player.ended) {
        dw_replay_record record;
        hashes[player.ticks] = dw_sim_hash(sim);
        DW_CHECK(dw_replay_player_next(&player, &record, NULL) == DW_OK);
    }
    length = player.ticks;
    dw_replay_close(again);
    dw_arena_destroy(&arena);
}

static void make_round(void)
{
    if (replay == NULL) {
        record_round();
        DW_CHECK(dw_replay_open(&replay, tape.bytes, tape.used, NULL, NULL) == DW_OK);
        play_straight();
        DW_CHECK(length > LENGTH / 4);
    }
}

static void take(viewer *to, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    DW_CHECK(dw_message_encode(message, bytes, sizeof bytes, &size) == DW_OK);
    const bool of_playback =
        (message->type >= DW_MESSAGE_PLAYBACK && message->type <= DW_MESSAGE_SIGHTING) ||
        message->type == DW_MESSAGE_GHOSTS;
    DW_CHECK(!of_playback || to->watches);
    if (message->type == DW_MESSAGE_PLAYBACK) {
        DW_CHECK(message->as.playback.epoch >= to->epoch);
        to->epoch = message->as.playback.epoch;
    } else if (message->type == DW_MESSAGE_PLAYBACK_EVENTS) {
        DW_CHECK(message->as.playback_events.first == to->events);
        to->events += message->as.playback_events.count;
    }
}

static void hear(void *context, const uint32_t *tags, uint32_t count, const dw_message *message)
{
    theatre *at = context;
    for (uint32_t i = 0; i < count; i++) {
        take(&at->viewers[tags[i]], message);
    }
}

static void open_theatre(theatre *at)
{
    memset(at, 0, sizeof *at);
    const dw_replay_header *header = dw_replay_get_header(replay);
    dw_replay *again = NULL;
    static const dw_brain_kind *brains[DW_GUARDS_MAX];
    DW_CHECK(dw_arena_create(&at->arena, ARENA_BYTES) == DW_OK);
    DW_CHECK(dw_replay_again(&again, replay) == DW_OK);
    DW_CHECK(dw_played_round_create(&at->round, again, VIEWERS, NULL) == DW_OK);
    DW_CHECK(dw_playback_index_create(&at->index, replay, &at->round->brains, length, NULL) ==
             DW_OK);
    DW_CHECK(dw_replay_brains(header, NULL, brains, NULL) == DW_OK);
    dw_match_config config = config_of(&header->rules, hear, at);
    config.map = header->map;
    config.brains = brains;
    config.playback = at->round;
    DW_CHECK(dw_nav_build_map(&config.nav, &at->arena, header->map, DW_BODY_HALF, NULL) == DW_OK);
    DW_CHECK(dw_match_create(&at->match, &at->arena, &config, NULL) == DW_OK);
    at->tick = STREAM;
}

static void close_theatre(theatre *at)
{
    dw_replay *again = at->round->replay;
    dw_playback_index_destroy(at->index);
    dw_played_round_destroy(at->round);
    dw_replay_close(again);
    dw_arena_destroy(&at->arena);
}

static void look_on(theatre *at)
{
    if (at->index != NULL) {
        dw_playback_segment *segment = NULL;
        DW_CHECK(dw_playback_index_run(at->index, &segment) == DW_OK);
        const bool ended = segment->ended;
        dw_played_round_take(at->round, segment);
        if (ended) {
            dw_playback_index_destroy(at->index);
            at->index = NULL;
        }
    }
}

static void run(theatre *at, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks && !dw_match_idle(at->match); i++) {
        dw_match_step(at->match, ++at->tick);
        const uint32_t shown = dw_sim_world(dw_match_sim(at->match))->tick;
        DW_CHECK(shown <= length && dw_sim_hash(dw_match_sim(at->match)) == hashes[shown]);
        DW_CHECK(at->round->clock.seeking || shown == at->round->clock.shown);
        for (uint32_t v = 0; v < VIEWERS && dw_match_snapshot_due(at->match, at->tick); v++) {
            uint8_t bytes[DW_MESSAGE_MAX];
            size_t size = 0;
            (void)!dw_match_encode_snapshot(at->match, at->viewers[v].client, bytes, sizeof bytes,
                                            &size);
        }
    }
}

static void come_or_go(theatre *at, viewer *who, uint32_t tag)
{
    if (who->client != 0) {
        dw_match_leave(at->match, who->client);
        who->client = 0;
        return;
    }
    const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "watcher"};
    dw_welcome welcome;
    *who = (viewer){.client = 0};
    DW_CHECK(dw_match_join(at->match, at->tick, &hello, &(dw_newcomer){.tag = tag}, &who->client,
                           &welcome) == DW_OK);
    DW_CHECK(welcome.slot == DW_SLOT_NONE);
}

static void steer(theatre *at, viewer *who, uint8_t action, uint32_t value)
{
    static const struct {
        int32_t low, high;
    } limits[DW_STEER_COUNT] = {
#define LIMITS(name, low, high) {low, high},
        DW_STEERS(LIMITS)
#undef LIMITS
    };
    dw_steer asked = {.action = action % DW_STEER_COUNT};
    const uint32_t span = (uint32_t)(limits[asked.action].high - limits[asked.action].low) + 1;
    asked.value = limits[asked.action].low + (int32_t)(value % span);
    if (asked.action == DW_STEER_STEP && asked.value == 0) {
        asked.value = 1;
    }
    const bool taken = dw_match_steer(at->match, who->client, &asked);
    DW_CHECK(who->client != 0 || !taken);
    who->watches = who->watches || (taken && asked.action == DW_STEER_WATCH);
    DW_CHECK(!taken || who->watches);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static theatre at;
    make_round();
    open_theatre(&at);
    size_t from = 0;
#define NEXT() (from < size ? data[from++] : (uint8_t)0)
    for (uint32_t i = 0; i < OPERATIONS_MAX && from < size && at.tick < STREAM + TICKS_MAX; i++) {
        const uint8_t operation = NEXT();
        viewer *who = &at.viewers[(operation >> 4) % VIEWERS];
        const uint8_t a = NEXT();
        const uint8_t b = NEXT();
        switch (operation & 7) {
        case 0:
            come_or_go(&at, who, (operation >> 4) % VIEWERS);
            break;
        case 1:
        case 2:
            steer(&at, who, a, b);
            break;
        case 3: /* Within the round, or beyond. */
            steer(&at, who, DW_STEER_SEEK, (uint32_t)a * 2 + b / 128 * LENGTH);
            break;
        case 4:
            dw_match_let_steer(at.match, who->client, (a & 1) != 0);
            break;
        case 5:
            at.round->slice = 1 + b % 64u;
            look_on(&at);
            break;
        case 6: {
            const dw_input ack = {.ack_tick = at.tick + 20 - a, .newest_tick = 1, .count = 1};
            (void)dw_match_input(at.match, who->client, &ack);
            break;
        }
        default:
            run(&at, 1 + a % 32u);
            break;
        }
    }
#undef NEXT
    run(&at, 4);
    close_theatre(&at);
    return 0;
}
