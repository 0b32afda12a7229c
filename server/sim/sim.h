/* sim.h - the world of one match and its tick (ARCHITECTURE.md).
 * Owns: bodies, doors, meters, items, catch, outcome, events, the state hash. Knows no socket,
 * clock, file, log or thread, no player but as a slot, no guard's mind but as a brain.
 * The same map, ruleset, brains, seed and intents give the same hash at every tick, everywhere.
 * Cost: everything is taken from the arena at creation; a step allocates nothing. */
#ifndef DW_SIM_SIM_H
#define DW_SIM_SIM_H

#include "server/sim/mission_state.h"
#include "server/sim/noise.h"
#include "server/sim/question.h"
#include "server/sim/tools.h"
#include "server/sim/world.h"

typedef struct dw_sim dw_sim;

enum {
    DW_SIM_EVENTS_MAX = 256,
    DW_CALLING_TICKS = 60 /* For how long a guard is seen talking into its radio. */
};

typedef struct dw_sim_config {
    const dw_map *map;
    const dw_nav *nav;       /* For bodies of an intruder's size. */
    const dw_nav_set *sizes; /* For those of other sizes; NULL: no guard has one. */
    const dw_ruleset *rules; /* Copied. */
    const dw_brain_kind *brains[DW_GUARDS_MAX]; /* One for each guard of the map. */
    const dw_mission *mission; /* Of `map`, outlives the simulation; NULL: a heist. */
    uint64_t dormant_guards;   /* Bit g: guard g begins each round dormant, until dw_sim_wake. Those
                                  that a mission brings later do so in any case. */
    uint32_t searches;    /* Path searches that keep their scratch at once, for each size of guards;
                             0: few, which saves memory. The number changes no result. */
    bool without_hash;    /* A step does not keep dw_sim_hash, and saves reading the whole state. */
    bool without_outcome; /* A round never ends, even with no intruder in it: to watch patrols. */
} dw_sim_config;

/* Things that happened in the last step, in order. */
typedef enum dw_sim_event_kind {
    DW_SIM_SEEN,        /* guard, slot: the intruder comes into the guard's sight. */
    DW_SIM_DETECTED,    /* guard, slot: the meter became full. */
    DW_SIM_LOST,        /* guard, slot: no longer detected. */
    DW_SIM_TOUCHED,     /* guard, slot */
    DW_SIM_CAUGHT,      /* slot; guard: the first that held the intruder. */
    DW_SIM_TAKEN,       /* slot, item */
    DW_SIM_DROPPED,     /* slot, item */
    DW_SIM_HANDED,      /* slot, item; mate: the slot that has the item now. */
    DW_SIM_DOOR_OPENED, /* door; the slot or guard that did it, the other is DW_NONE. */
    DW_SIM_DOOR_CLOSED,
    DW_SIM_USE_NOTHING,   /* slot: the use key found nothing in reach. */
    DW_SIM_USE_BLOCKED,   /* slot, door: a body stands in the doorway. */
    DW_SIM_REPORTED,      /* guard, slot, room, agitation: into the radio, now. */
    DW_SIM_CLEARED,       /* guard, room, agitation: into the radio, now. */
    DW_SIM_TAKES,         /* guard, room; door, or DW_NONE to search the room: rule 4.82. */
    DW_SIM_HOLDS,         /* guard, room, task */
    DW_SIM_MISSED,        /* guard, room, agitation: into the radio, now. */
    DW_SIM_ENDED,         /* The outcome is decided. */
    DW_SIM_THROWN,        /* slot, tool; the belt says where it will land (dw_sim_tools). */
    DW_SIM_THROW_REFUSED, /* slot, tool */
    DW_SIM_LANDED,        /* slot, tool */
    DW_SIM_NOTICED,       /* guard, room: a device, into the radio, now. */
    DW_SIM_PART_DONE,     /* part; slot: who did the last of it, or DW_SLOT_NONE. */
    DW_SIM_PART_FAILED,   /* part */
    DW_SIM_SAID,          /* text, speaker: to the players. */
    DW_SIM_EVENT_KIND_COUNT
} dw_sim_event_kind;

#define DW_SIM_EVENT_FIELDS(X, A, M)                                                               \
    X(u8, kind)                                                                                    \
    X(u8, agitation)                                                                               \
    X(u8, item)                                                                                    \
    X(u8, task) /* dw_task */                                                                      \
    X(u8, mate)                                                                                    \
    X(u8, tool) /* dw_tool */                                                                      \
    X(u8, part)                                                                                    \
    X(u8, text)                                                                                    \
    X(u8, speaker) /* Of a text: 1 + the text with the name of the speaker, or 0. */               \
    X(u16, guard)                                                                                  \
    X(u16, slot)                                                                                   \
    X(u16, door)                                                                                   \
    X(u16, room)
typedef struct dw_sim_event {
    DW_FIELDS_MEMBERS(DW_SIM_EVENT_FIELDS)
} dw_sim_event;
typedef dw_sim_event dw_field_sim_event;

DW_MUST_USE dw_status dw_sim_create(dw_sim **out, dw_arena *arena, const dw_sim_config *config,
                                    dw_error *error);

/* A new round: everything at its start, brains reset with seeds derived from `seed`. Bit s of
 * `slots` puts an intruder at spawn s (at most map->intruders_max of them). */
void dw_sim_reset(dw_sim *sim, uint64_t seed, uint32_t slots);

/* Between two steps: a player dropped (the body stays, with neutral intents), came back, or is out
 * for good (the body goes; what it carried falls where it stood). The events of this call are
 * listed with those of the next step, and the events before them are gone. */
void dw_sim_set_slot_state(dw_sim *sim, uint8_t slot, dw_slot_state state);

/* Between two steps: a dormant guard appears at that position, as if its round began there. It
 * senses, thinks and counts in the order of moves from the next step on. DW_DENIED leaves all as it
 * was: the guard is not dormant, or the position is in no room, in a solid or in another body. */
DW_MUST_USE dw_status dw_sim_wake(dw_sim *sim, uint16_t guard, dw_vec position,
                                  uint16_t heading_bam);

/* Replaces the brain of one guard from the next step on. The new memory starts anew; what the guard
 * wanted with the old brain is still carried out in that step. The first brain of a kind takes
 * memory from the arena of the match, later ones take none. DW_FULL when there is no room left; the
 * guard keeps the old brain then. */
DW_MUST_USE dw_status dw_sim_set_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind);

const dw_brain_kind *dw_sim_brain(const dw_sim *sim, uint16_t guard);

/* One tick: `intents` has DW_INTRUDERS_MAX valid entries; those of slots without a living player
 * are ignored. After the outcome is decided a step changes nothing but the tick. */
void dw_sim_step(dw_sim *sim, const dw_intent *intents);

const dw_world *dw_sim_world(const dw_sim *sim);

/* How far the round has come with its mission; NULL without one. */
const dw_mission *dw_sim_mission(const dw_sim *sim);
const dw_mission_state *dw_sim_mission_state(const dw_sim *sim);
/* The newest question of its conversations; NULL when the mission asks nothing. */
const dw_question *dw_sim_question(const dw_sim *sim);

/* What intruders throw, and what lies about; NULL without `tools` in the ruleset. */
const dw_tools *dw_sim_tools(const dw_sim *sim);

/* Locks that stand otherwise than at the start, and the lock that the intruder in a slot picks. */
dw_lock_set dw_sim_locks_turned(const dw_sim *sim);
dw_pick dw_sim_pick(const dw_sim *sim, uint8_t slot);

/* Bit g: the torch of guard g is lit. */
uint64_t dw_sim_torches(const dw_sim *sim);

/* How light it is at the body in that slot, torches included, 0 .. 100. For a ruleset with `light`.
 */
int32_t dw_sim_light_on(const dw_sim *sim, uint8_t slot);

/* Bit g: guard g listens to a noise or goes to see what made it, as bodies that see it can tell. No
 * later tick depends on it. */
uint64_t dw_sim_listening(const dw_sim *sim);

/* The hash of the match: of the state after the last step or reset, and of all that led there.
 * Not for a simulation without_hash. */
uint64_t dw_sim_hash(const dw_sim *sim);

/* The hash of the state alone, worked out by this call. */
uint64_t dw_sim_state_hash(const dw_sim *sim);

/* Writes what the match consists of between two steps. Percepts, commands to the radio and searches
 * under way are not written: the next step makes them anew, with the same result. */
void dw_sim_save(const dw_sim *sim, dw_state_writer *writer);

/* Finds a brain by its name; NULL: there is no such brain. */
typedef struct dw_brain_finder {
    const dw_brain_kind *(*find)(const void *context, const char *name);
    const void *context;
} dw_brain_finder;

/* Puts back a saved match into a simulation of the same map and ruleset. From here on both play
 * alike, hashes included. DW_INVALID when the bytes are not a match on this map: every index and
 * enum is checked, and the state hash must be the saved one. The simulation is then as after
 * dw_sim_reset(sim, 0, 0). */
DW_MUST_USE dw_status dw_sim_load(dw_sim *sim, dw_state_reader *reader, dw_brain_finder finder,
                                  dw_error *error);

const dw_sim_event *dw_sim_events(const dw_sim *sim, uint32_t *count);
/* What the body in a slot heard in the last step, loudest first. */
const dw_heard *dw_sim_heard(const dw_sim *sim, uint8_t slot, uint32_t *count);
/* What was said in this round: to read. */
const dw_radio *dw_sim_radio(const dw_sim *sim);
/* Since reset, beyond DW_SIM_EVENTS_MAX a step. */
uint32_t dw_sim_events_dropped(const dw_sim *sim);

/* Messages that guards sent since reset, and hearers that they reached or not. A message under way
 * has reached nobody yet. */
typedef struct dw_radio_counts {
    uint32_t sent, delivered, lost;
} dw_radio_counts;
dw_radio_counts dw_sim_radio_counts(const dw_sim *sim);

const dw_map *dw_sim_map(const dw_sim *sim);
const dw_ruleset *dw_sim_rules(const dw_sim *sim);
void dw_sim_explain(const dw_sim *sim, uint16_t guard, dw_mind_view *view);

/* Adds what all minds of the match have counted since its creation. O(guards). */
void dw_sim_count(const dw_sim *sim, dw_brain_counters *sum);

const dw_percepts *dw_sim_percepts(const dw_sim *sim, uint16_t guard); /* Of the last step. */

/* Bytes of a match that each tick touches, minds left out: bodies, doors, meters, sight. They lie
 * in one piece. */
size_t dw_sim_hot_bytes(void);

/* Prefetches what the next step begins with: for a caller that steps many matches in turn. */
void dw_sim_prefetch(const dw_sim *sim, uint16_t guard_count);

#endif
