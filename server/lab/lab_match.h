/* lab_match.h - one match without a network: a dw_match, as a server runs it, and the bots that
 * play in it. A bot joins as a player, is shown every third tick what the interest filter lets
 * through, as a client at 20 Hz is, and hands in an intent for each tick. Bots have no latency, but
 * their signs and pings reach the team DW_LAB_SIGNAL_TICKS late, as they would by a network.
 * Owns: the match and the bots. Knows no socket and no bytes of the wire: bots take the filtered
 * snapshots as values.
 * Same seed, same match, in any order and in any number of processes. The state hash, the outcome
 * and the replay are those of a server that plays the same seed and intents.
 * Cost: some 5 % over the simulation alone. Plays one match after the other; not thread-safe. */
#ifndef DW_LAB_LAB_MATCH_H
#define DW_LAB_LAB_MATCH_H

#include "client/bot/policy.h"
#include "protocol/message.h"
#include "server/lab/lab_data.h"
#include "server/session/replay_writer.h"
#include "server/sim/sim.h"

typedef struct dw_lab_match dw_lab_match;

enum { DW_LAB_SIGNAL_TICKS = 6 };

/* Called after each tick with its intents and the world that they led to. */
typedef struct dw_lab_watcher {
    void *context;
    void (*tick)(void *context, const dw_intent *intents, const dw_world *world);
} dw_lab_watcher;

/* What the first intruder does instead of what its bot decides: `intents[i]` is for tick i + 1. It
 * stands still afterwards. The owner may change it between two runs. */
typedef struct dw_lab_script {
    const dw_intent *intents;
    uint32_t count;
} dw_lab_script;

typedef struct dw_lab_match_config {
    const dw_lab_data *data;    /* With its mesh. */
    const dw_brain_kind *brain; /* Of all guards; NULL: as map and ruleset say. */
    const dw_policy *policy;
    uint8_t intruders;                    /* 1 .. map->intruders_max */
    uint32_t ticks_max;                   /* A longer match is cut off as a timeout. */
    const dw_replay_recording *recording; /* NULL: not recorded. */
    const dw_lab_watcher *watcher;        /* NULL: nobody watches. */
    const dw_lab_script *script;          /* NULL: all bots decide. */
} dw_lab_match_config;

typedef struct dw_lab_result {
    uint64_t seed;
    uint8_t outcome; /* WON, LOST or TIMEOUT. */
    uint32_t ticks;
    uint64_t hash;
    uint64_t trace;                /* server/sim/trace.h, of all ticks. */
    uint32_t first_detection_tick; /* 0 = nobody was detected. */
    uint32_t caught;
    uint32_t detections;
    uint32_t chase_ticks;       /* Ticks in which at least one guard chased. */
    uint32_t signals;           /* Signs and pings that the match took, */
    uint32_t signals_refused;   /* and those that it refused, most often as too early. */
    dw_brain_counters counters; /* Of all guards. */
} dw_lab_result;

DW_MUST_USE dw_status dw_lab_match_create(dw_lab_match **out, const dw_lab_match_config *config,
                                          dw_error *error);
void dw_lab_match_destroy(dw_lab_match *lab);

void dw_lab_match_run(dw_lab_match *lab, uint64_t seed, dw_lab_result *result);

/* The simulation inside, for watchers that need percepts and minds. Another one for each run. */
const dw_sim *dw_lab_match_sim(const dw_lab_match *lab);

/* The `send` of a match that nobody listens to: bots read no messages. */
void dw_lab_ignore_message(void *context, const uint32_t *tags, uint32_t count,
                           const dw_message *message);

#endif
