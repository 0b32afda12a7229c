/* sim.h - the world of one match and its tick (ARCHITECTURE.md).
 * Owns: bodies, doors, meters, objective, catch, outcome, events, the state hash. Knows no socket,
 * clock, file, log or thread, no player but as a slot, no guard's mind but as a brain.
 * Same map, ruleset, brains, seed and intents give the same hash at every tick, everywhere.
 * Cost: everything is taken from the arena at creation; a step allocates nothing. */
#ifndef DW_SIM_SIM_H
#define DW_SIM_SIM_H

#include "common/world/intruder.h"
#include "server/sim/brain.h"

typedef struct dw_sim dw_sim;

enum {
    DW_SIM_EVENTS_MAX = 256,
    DW_CALLING_TICKS = 60 /* How long a guard is seen talking into his radio. */
};

typedef struct dw_sim_config {
    const dw_map *map;
    const dw_nav *nav;
    const dw_ruleset *rules;                    /* Copied. */
    const dw_brain_kind *brains[DW_GUARDS_MAX]; /* One for each guard of the map. */
    bool hash_on_demand; /* See dw_sim_hash. Reading the whole state at each tick is saved. */
} dw_sim_config;

typedef struct dw_guard_body {
    dw_vec position;
    uint16_t heading_bam;
    uint16_t room;
    uint8_t mood; /* dw_mood */
    bool shortened, touched_guard, door_refused;
    uint16_t holds;           /* The doorway that is his, or DW_NONE. */
    uint16_t wait_ticks;      /* How long he has asked for one in vain. */
    uint8_t calling_ticks;    /* So long he still talks into his radio, for all to see. */
    dw_vec step;              /* How he moved in this tick. */
    dw_guard_command command; /* For the next tick. */
} dw_guard_body;

typedef struct dw_intruder_state {
    uint8_t state; /* dw_slot_state: ALIVE and DROPPED have a body in the world. */
    bool use_held; /* The last intent had USE: only a new press counts. */
    dw_door_rest rest;
    /* For how many ticks in a row the body has gone in its direction, up to 255. For session's view
     * of the player; the tick does not read it, so that it is not hashed. */
    uint8_t held_ticks;
    uint16_t room;
    uint16_t caught_ticks; /* Catch timer. */
    uint32_t caught_tick;  /* When he was caught, 0 = was not. */
    dw_intruder_body body;
} dw_intruder_state;

typedef struct dw_objective_body {
    uint8_t state;      /* dw_objective_state */
    uint8_t carrier;    /* Slot, with CARRIED or DELIVERED. */
    uint16_t furniture; /* What it lies on, or DW_NONE. */
    dw_rect area;       /* Where it lies; with CARRIED where it was taken. */
} dw_objective_body;

/* The state of the world: read freely, written by the tick alone. */
typedef struct dw_world {
    uint32_t tick;   /* Of the round: 0 before the first step. */
    uint8_t outcome; /* dw_outcome */
    uint8_t winner;  /* Slot, with WON. */
    uint8_t guard_count;
    dw_objective_body objective;
    dw_door_set open;
    dw_intruder_state intruders[DW_INTRUDERS_MAX];
    dw_guard_body guards[DW_GUARDS_MAX];
    uint16_t meters[DW_GUARDS_MAX][DW_INTRUDERS_MAX];
} dw_world;

/* Things that happened in the last step, in order. */
typedef enum dw_sim_event_kind {
    DW_SIM_SEEN,        /* guard, slot: he comes into a guard's sight. */
    DW_SIM_DETECTED,    /* guard, slot: the meter became full. */
    DW_SIM_LOST,        /* guard, slot: no longer detected. */
    DW_SIM_TOUCHED,     /* guard, slot */
    DW_SIM_CAUGHT,      /* slot; guard = one who had him. */
    DW_SIM_TAKEN,       /* slot: the objective. */
    DW_SIM_DROPPED,     /* slot: the objective. */
    DW_SIM_DOOR_OPENED, /* door; slot or guard who did it, the other is DW_NONE. */
    DW_SIM_DOOR_CLOSED,
    DW_SIM_USE_NOTHING, /* slot: the use key found nothing in reach. */
    DW_SIM_USE_BLOCKED, /* slot, door: a body stands in the doorway. */
    DW_SIM_REPORTED,    /* guard, slot, room, agitation: into the radio, now. */
    DW_SIM_CLEARED,     /* guard, room, agitation: into the radio, now. */
    DW_SIM_ENDED        /* The outcome is decided. */
} dw_sim_event_kind;

typedef struct dw_sim_event {
    uint8_t kind;
    uint8_t agitation;
    uint16_t guard, slot, door, room;
} dw_sim_event;

DW_MUST_USE dw_status dw_sim_create(dw_sim **out, dw_arena *arena, const dw_sim_config *config,
                                    dw_error *error);

/* A new round: everything at its start, brains reset with seeds derived from `seed`. Bit s of
 * `slots` puts an intruder at spawn s (at most map->intruders_max of them). */
void dw_sim_reset(dw_sim *sim, uint64_t seed, uint32_t slots);

/* Between two steps: somebody dropped (his body stays, with neutral intents), came back, or is out
 * for good (his body goes; what he carries falls where he stood). What happens by it is listed with
 * the events of the next step, whose predecessors' are gone from here on. */
void dw_sim_set_slot_state(dw_sim *sim, uint8_t slot, dw_slot_state state);

/* Replaces the brain of one guard from the next step on; its memory starts anew, and what he asked
 * for with the old one is still carried out in that step. Memory is taken from the arena of the
 * match the first time that he has one of that kind, and never again, however often he changes.
 * DW_FULL when there is no room left for it; he goes on with the old one then. */
DW_MUST_USE dw_status dw_sim_set_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind);

const dw_brain_kind *dw_sim_brain(const dw_sim *sim, uint16_t guard);

/* One tick: `intents` has DW_INTRUDERS_MAX valid entries; those of slots without a living player
 * are ignored. After the outcome is decided a step changes nothing but the tick. */
void dw_sim_step(dw_sim *sim, const dw_intent *intents);

const dw_world *dw_sim_world(const dw_sim *sim);

/* After the last step or reset: of the state and of all that led there. On demand it is of the
 * state alone, worked out when asked for. */
uint64_t dw_sim_hash(const dw_sim *sim);
const dw_sim_event *dw_sim_events(const dw_sim *sim, uint32_t *count);
uint32_t
dw_sim_events_dropped(const dw_sim *sim); /* Since reset, beyond DW_SIM_EVENTS_MAX a step. */
const dw_map *dw_sim_map(const dw_sim *sim);
const dw_ruleset *dw_sim_rules(const dw_sim *sim);
void dw_sim_explain(const dw_sim *sim, uint16_t guard, dw_mind_view *view);

/* Adds what all minds of the match have counted since its creation. O(guards). */
void dw_sim_count(const dw_sim *sim, dw_brain_counters *sum);

const dw_percepts *dw_sim_percepts(const dw_sim *sim, uint16_t guard); /* Of the last step. */

/* How long the part of a match is that changes with the ticks, minds left out: bodies, doors,
 * meters, who is sensed. It lies in one piece. */
size_t dw_sim_hot_bytes(void);

/* Prefetches what the next step begins with: for a caller that steps many matches in turn. */
void dw_sim_prefetch(const dw_sim *sim, uint16_t guard_count);

/* Whether that slot has a body in the world. */
static inline bool dw_intruder_present(const dw_intruder_state *intruder)
{
    return intruder->state == DW_SLOT_ALIVE || intruder->state == DW_SLOT_DROPPED;
}

#endif
