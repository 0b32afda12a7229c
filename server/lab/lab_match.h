/* lab_match.h - one match without a network: the world, its guards, and bots that are shown what
 * the interest filter lets through, every third tick, as a client at 20 Hz is. Bots have no
 * latency. Owns: the simulation and the bots. Same seed, same match, in any order and any number of
 * processes. */
#ifndef DW_LAB_LAB_MATCH_H
#define DW_LAB_LAB_MATCH_H

#include "client/bot/policy.h"
#include "server/lab/lab_data.h"
#include "server/session/replay_writer.h"
#include "server/sim/sim.h"

typedef struct dw_lab_match dw_lab_match;

/* Is told of each tick: the intents that it was made with, and the world after it. */
typedef struct dw_lab_watcher {
    void *context;
    void (*tick)(void *context, const dw_intent *intents, const dw_world *world);
} dw_lab_watcher;

typedef struct dw_lab_match_config {
    const dw_lab_data *data;    /* With its mesh. */
    const dw_brain_kind *brain; /* Of all guards; NULL: as map and ruleset say. */
    const dw_policy *policy;
    uint8_t intruders;                    /* 1 .. map->intruders_max */
    uint32_t ticks_max;                   /* The match is a timeout after that. */
    const dw_replay_recording *recording; /* NULL: not recorded. */
    const dw_lab_watcher *watcher;        /* NULL: none. */
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
    uint32_t chase_ticks; /* In which at least one guard chased. */
} dw_lab_result;

DW_MUST_USE dw_status dw_lab_match_create(dw_lab_match **out, const dw_lab_match_config *config,
                                          dw_error *error);
void dw_lab_match_destroy(dw_lab_match *match);

void dw_lab_match_run(dw_lab_match *match, uint64_t seed, dw_lab_result *result);

/* What the match is made of, for watchers who want more than the world: percepts and minds. */
const dw_sim *dw_lab_match_sim(const dw_lab_match *match);

#endif
