/* lab_match.c - drives a server's match with bots and no network. The match can't tell bots from
 * clients: they join, take snapshots and hand in intents through the same calls. */
#include "server/lab/lab_match.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "server/mind/brains/brains.h"
#include "server/session/match.h"
#include "server/sim/trace.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MATCH_ARENA_BYTES = 24 << 20,
    SNAPSHOT_HZ = 20,
    JOIN_TICK = 1, /* The first snapshots are then due before the first tick of play. */
    BOT_STREAM = 100,
    TOKEN_STREAM = 200
};

struct dw_lab_match {
    dw_lab_match_config config;
    dw_ruleset rules; /* Those of the data, without a lobby and a countdown. */
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_bot_ground *ground;
    dw_arena arena;   /* Bots, and then a match, which is made anew for each seed. */
    size_t bots_mark; /* Of the arena, with the bots in it. */
    dw_match *match;
    uint64_t seed;
    uint32_t tick;
    dw_rng tokens;
    dw_client_handle clients[DW_INTRUDERS_MAX];
    dw_bot *bots[DW_INTRUDERS_MAX];
    dw_snapshot snapshots[DW_INTRUDERS_MAX];
    dw_body_kinds kinds[DW_INTRUDERS_MAX]; /* What each bot was told. */
    dw_client_mission mission;             /* What all were told of it, */
    dw_found_items found;                  /* and of hidden items; */
    const dw_map *map;                     /* the map with these. */
    dw_intent intents[DW_INTRUDERS_MAX];
    dw_signals sent;  /* Not yet delivered: at most one of each kind a sender, for the rest between
                         two is longer than the delay. */
    dw_signals heard; /* By the whole team. */
};
_Static_assert((int)DW_LAB_SIGNAL_TICKS < (int)DW_SIGNAL_REST_TICKS, "none overtakes another");

void dw_lab_ignore_message(void *context, const uint32_t *tags, uint32_t count,
                           const dw_message *message)
{
    (void)context;
    (void)tags;
    (void)count;
    (void)message;
}

static void draw_token(void *context, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)dw_rng_next(context);
    }
}

/* Takes what bots are told out of the match. All are players, so all hear the same signals. */
static void take_message(void *context, const uint32_t *tags, uint32_t count,
                         const dw_message *message)
{
    dw_lab_match *lab = context;
    if (message->type == DW_MESSAGE_TEAM_SIGNAL) {
        DW_CHECK(count == lab->config.intruders);
        dw_signals_put(&lab->sent, &message->as.signal);
    } else if (message->type == DW_MESSAGE_BODY_KIND) {
        DW_CHECK(count == 1 && tags[0] < lab->config.intruders); /* The tag is the slot. */
        const bool taken = dw_body_kinds_put(&lab->kinds[tags[0]], &message->as.body_kind);
        DW_CHECK(taken);
    } else if (message->type == DW_MESSAGE_FOUND_ITEM) {
        const bool taken = dw_found_items_take(&lab->found, lab->map, &message->as.found_item);
        DW_CHECK(taken);
    } else if (dw_client_mission_is_about(message->type)) { /* All are told the same. */
        const bool taken = dw_client_mission_take(&lab->mission, message, lab->config.data->map);
        DW_CHECK(taken);
    }
}

static dw_status create_match(dw_lab_match *lab, dw_error *error)
{
    const dw_lab_data *data = lab->config.data;
    const dw_match_config config = {
        .number = 1,
        .snapshot_hz = SNAPSHOT_HZ,
        .map = data->map,
        .nav = data->nav,
        .sizes = &data->sizes,
        .rules = &lab->rules,
        .mission = data->has_mission ? &data->mission : NULL,
        .brains = lab->brains,
        .round_seed = &lab->seed,
        .send = take_message,
        .send_context = lab,
        .random = draw_token,
        .random_context = &lab->tokens,
        .recording = lab->config.recording,
    };
    dw_arena_reset(&lab->arena, lab->bots_mark);
    return dw_match_create(&lab->match, &lab->arena, &config, error);
}

dw_status dw_lab_match_create(dw_lab_match **out, const dw_lab_match_config *config,
                              dw_error *error)
{
    dw_lab_match *lab = calloc(1, sizeof *lab);
    if (lab == NULL || dw_arena_create(&lab->arena, MATCH_ARENA_BYTES) != DW_OK) {
        free(lab);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    lab->config = *config;
    lab->rules = config->data->rules;
    lab->rules.min_players = 1;
    lab->rules.lobby_ticks = 0;
    lab->rules.countdown_ticks = 0;
    dw_brains_choose(&config->data->library, lab->brains, config->brain, config->data->map,
                     &config->data->brains);
    dw_status status = dw_bot_ground_create(&lab->ground, config->data->map, error);
    for (uint8_t s = 0; s < config->intruders && status == DW_OK; s++) {
        status = dw_bot_create(&lab->bots[s], &lab->arena, config->policy);
    }
    lab->bots_mark = dw_arena_mark(&lab->arena);
    if (status == DW_OK) {
        status = create_match(lab, error); /* If one fits, all do. */
    }
    if (status != DW_OK) {
        dw_lab_match_destroy(lab);
        return status;
    }
    *out = lab;
    return DW_OK;
}

void dw_lab_match_destroy(dw_lab_match *lab)
{
    if (lab->ground != NULL) {
        dw_bot_ground_destroy(lab->ground);
    }
    dw_found_items_destroy(&lab->found);
    dw_arena_destroy(&lab->arena);
    free(lab);
}

static void join_bots(dw_lab_match *lab)
{
    const dw_lab_match_config *config = &lab->config;
    dw_rng_init(&lab->tokens, lab->seed, TOKEN_STREAM);
    for (uint8_t s = 0; s < config->intruders; s++) {
        dw_hello hello = {.version = DW_PROTOCOL_VERSION};
        (void)snprintf(hello.name, sizeof hello.name, "%s %u", config->policy->name, s + 1u);
        const dw_newcomer newcomer = {.tag = s};
        dw_welcome welcome;
        const dw_status joined =
            dw_match_join(lab->match, lab->tick, &hello, &newcomer, &lab->clients[s], &welcome);
        DW_CHECK(joined == DW_OK && welcome.slot == s);
        dw_bot_init(lab->bots[s], lab->ground, dw_mix64(lab->seed), BOT_STREAM + s, 1);
        dw_body_kinds_reset(&lab->kinds[s]);
        lab->intents[s] = (dw_intent){0};
    }
    dw_client_mission_reset(&lab->mission);
    lab->sent = (dw_signals){0};
    lab->heard = (dw_signals){0};
}

/* A new match, stepped to its countdown. The next tick is the first of the round, and the world
 * already stands as the round begins, so the bots can decide on it. */
static void start(dw_lab_match *lab, uint64_t seed)
{
    lab->seed = seed;
    lab->tick = JOIN_TICK;
    dw_error error;
    dw_found_items_reset(&lab->found);
    dw_status status = dw_found_items_begin(&lab->found, lab->config.data->map, &lab->map);
    DW_CHECK(status == DW_OK);
    status = create_match(lab, &error);
    DW_CHECK(status == DW_OK);
    join_bots(lab);
    dw_match_step(lab->match, ++lab->tick);
    DW_CHECK(dw_match_round_machine(lab->match)->phase == DW_PHASE_COUNTDOWN);
}

static void hand_in(dw_lab_match *lab, uint8_t slot)
{
    const dw_input input = {
        .newest_tick = lab->tick + 1, .count = 1, .intents = {lab->intents[slot]}};
    const bool taken = dw_match_input(lab->match, lab->clients[slot], &input);
    DW_CHECK(taken);
}

static void deliver_due(dw_lab_match *lab, dw_signal *signal)
{
    if (signal->tick != 0 && lab->tick - signal->tick >= DW_LAB_SIGNAL_TICKS) {
        dw_signals_put(&lab->heard, signal);
        signal->tick = 0;
    }
}

static void deliver_signals(dw_lab_match *lab)
{
    for (uint32_t s = 0; s < lab->config.intruders; s++) {
        deliver_due(lab, &lab->sent.signs[s]);
        deliver_due(lab, &lab->sent.pings[s]);
    }
}

static void send_signals(dw_lab_match *lab, uint8_t slot)
{
    dw_signal signals[2];
    const uint32_t count = dw_bot_signals(lab->bots[slot], signals);
    for (uint32_t i = 0; i < count; i++) {
        (void)dw_match_signal(lab->match, lab->clients[slot], &signals[i]);
    }
}

/* What the script has for the tick after `tick`. */
static dw_intent scripted(const dw_lab_script *script, uint32_t tick)
{
    return tick < script->count ? script->intents[tick] : (dw_intent){.direction = DW_STAND};
}

/* What each bot asks for in the next tick. */
static void decide(dw_lab_match *lab, const dw_world *world)
{
    const bool shown = dw_match_snapshot_due(lab->match, lab->tick);
    deliver_signals(lab);
    for (uint8_t s = 0; s < lab->config.intruders; s++) {
        const bool playing = dw_intruder_slot_state(world, s) == DW_SLOT_ALIVE;
        if (shown && playing) {
            const dw_status status =
                dw_match_snapshot(lab->match, lab->clients[s], &lab->snapshots[s]);
            DW_CHECK(status == DW_OK);
            dw_match_tell_kinds(lab->match, lab->clients[s], &lab->snapshots[s]);
        }
        const dw_bot_view view = {
            .tick = lab->tick, /* The snapshot's: without latency it has no age. */
            .rules = &lab->rules,
            .map = lab->map,
            .body = dw_intruder_actor(world, s)->body,
            .doors = lab->snapshots[s].doors,
            .snapshot = &lab->snapshots[s],
            .kinds = &lab->kinds[s],
            .signals = &lab->heard,
            .mission = lab->mission.on ? &lab->mission : NULL,
        };
        lab->intents[s] = dw_bot_decide(lab->bots[s], &view, playing);
        if (s == 0 && lab->config.script != NULL) {
            lab->intents[s] = scripted(lab->config.script, world->tick);
        }
        send_signals(lab, s);
        hand_in(lab, s);
    }
}

static void count_events(const dw_lab_match *lab, const dw_world *world, dw_lab_result *result)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(dw_match_sim(lab->match), &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_DETECTED) {
            result->detections++;
            if (result->first_detection_tick == 0) {
                result->first_detection_tick = world->tick;
            }
        } else if (events[i].kind == DW_SIM_CAUGHT) {
            result->caught++;
        }
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if (world->guards[g].command.mood == DW_MOOD_CHASING) {
            result->chase_ticks++;
            break;
        }
    }
}

void dw_lab_match_run(dw_lab_match *lab, uint64_t seed, dw_lab_result *result)
{
    start(lab, seed);
    *result = (dw_lab_result){.seed = seed, .outcome = DW_OUTCOME_TIMEOUT, .trace = DW_HASH_START};
    const dw_sim *sim = dw_match_sim(lab->match);
    const dw_world *world = dw_sim_world(sim);
    while (world->outcome == DW_OUTCOME_NONE && world->tick < lab->config.ticks_max) {
        decide(lab, world);
        dw_match_step(lab->match, ++lab->tick);
        result->trace = dw_trace_tick(result->trace, world, lab->config.data->map);
        count_events(lab, world, result);
        if (lab->config.watcher != NULL) {
            lab->config.watcher->tick(lab->config.watcher->context, lab->intents, world);
        }
    }
    if (world->outcome != DW_OUTCOME_NONE) {
        result->outcome = world->outcome;
    }
    result->ticks = world->tick;
    result->hash = dw_sim_hash(sim);
    dw_sim_count(sim, &result->counters);
    result->signals = (uint32_t)dw_match_get_stats(lab->match)->signals;
    result->signals_refused = (uint32_t)dw_match_get_stats(lab->match)->signals_refused;
    dw_match_abort(lab->match); /* Marks a match that was cut off as broken off. */
}

const dw_sim *dw_lab_match_sim(const dw_lab_match *lab)
{
    return dw_match_sim(lab->match);
}
