/* brain.h - the only door between the world and what goes on in a guard (ARCHITECTURE.md, invariant
 * 3). A brain gets percepts and its own memory and gives back a command, which the next tick
 * executes. It never sees the world: what is not in dw_percepts, it does not know. Implementations
 * live in server/mind. Memory comes from the match's arena; think() allocates nothing and is
 * deterministic. */
#ifndef DW_SIM_BRAIN_H
#define DW_SIM_BRAIN_H

#include "common/base/state_io.h"
#include "common/nav/search_pool.h"
#include "common/world/mind_view.h"
#include "common/world/movement.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "server/sim/radio.h"

/* An intruder whom the guard senses at this tick. Who is neither seen nor touched is not listed. */
typedef struct dw_percept_intruder {
    uint8_t slot;
    bool seen; /* In field of view with a clear line. */
    bool touched;
    bool detected; /* His meter against this one is full. */
    int32_t meter;
    dw_vec position;
    uint16_t room;
} dw_percept_intruder;

/* Another guard in the same room, in a doorway of it, or within two body lengths in plain view. */
typedef struct dw_percept_guard {
    uint8_t guard;
    bool waiting; /* He gives the sign that he waits for a doorway, or for one who does. */
    uint16_t heading_bam;
    dw_vec position;
    dw_vec step; /* How he moved in this tick. */
} dw_percept_guard;

/* What one guard knows of the present moment. */
typedef struct dw_percepts {
    uint32_t tick;
    dw_vec position; /* His own. */
    uint16_t heading_bam;
    uint16_t room;      /* DW_NONE never: bodies stay in rooms. */
    bool shortened;     /* His last move was cut short, by more than a slide. */
    bool touched_guard; /* ... because of another guard, or it ended in contact with one. */
    bool door_wanted;   /* Somebody waits for the doorway that he holds. */
    uint16_t door_held; /* The doorway that he holds, or DW_NONE. */
    bool door_refused;  /* The leaf that he wanted to close has a body in it. */
    uint16_t caught;    /* Bit s: he had slot s in sight, who is caught or gone since this tick. */
    uint8_t intruder_count;
    uint8_t guard_count;
    uint8_t heard_count;
    dw_percept_intruder intruders[DW_INTRUDERS_MAX]; /* Ascending slots. */
    dw_percept_guard guards[DW_GUARDS_MAX];          /* Ascending indices. */
    dw_radio_message heard[DW_RADIO_HEARD_MAX];      /* In order of sending; none of his own. */
} dw_percepts;

/* What he wants done in the next tick. */
typedef struct dw_guard_command {
    dw_vec step;          /* Of the next tick; not longer than the fastest speed of the ruleset. */
    uint16_t heading_bam; /* He faces there after the next move. */
    uint16_t open_door;   /* A door within reach to open, or DW_NONE. */
    uint16_t hold_door;   /* The doorway that he wants for himself, as long as he wants it, or
                             DW_NONE. One guard holds a doorway at a time, both halves at once; of
                             those who wait, the one who has waited longest is next. */
    bool waiting;         /* The sign that he waits, for others to see. */
    uint16_t close_door;  /* A door within reach to close, or DW_NONE. */
    uint8_t mood;         /* dw_mood: how he looks to others. */
    const dw_radio_message *says; /* Into his radio with this tick, or NULL; kind, slot, agitation,
                                     room, doors, bid and place are his to fill in. Copied. */
} dw_guard_command;

/* What a brain may rely on for a whole match. */
typedef struct dw_brain_setup {
    const dw_map *map;
    const dw_nav *nav;
    const dw_ruleset *rules;
    const dw_kind *kind;      /* Of the guard, in `rules`. */
    dw_search_pool *searches; /* Scratch that the guards of a match share; NULL: none to share. */
    uint16_t guard;           /* Index of his post in the map. */
} dw_brain_setup;

/* Bytes of brain memory to prefetch before think(): other matches have evicted them since the last
 * tick. With 500 matches in turn this saves 10 to 18 % of a guard's tick. */
enum { DW_BRAIN_HOT_BYTES = 1536 };

/* What paths and moves have cost, counted since creation. For measurements alone: no tick reads it,
 * and it is not part of the state. SUM adds up over guards, MAX takes the largest. */
#define DW_BRAIN_COUNTERS(SUM, MAX)                                                                \
    SUM(path_requests)                                                                             \
    SUM(paths_found)                                                                               \
    SUM(paths_unreachable)                                                                         \
    SUM(paths_replaced) /* By a newer request, before the answer. */                               \
    SUM(paths_cancelled)                                                                           \
    SUM(paths_direct) /* Found in a straight line, without a search. */                            \
    SUM(path_expansions)                                                                           \
    SUM(path_expansions_repeated) /* Since another guard had taken the scratch. */                 \
    MAX(path_expansions_max)      /* Of one request. */                                            \
    MAX(path_delay_ticks_max)     /* From the request to its answer. */                            \
    SUM(waits_aside)              /* Substitute goals, by kind. */                                 \
    SUM(side_steps)                                                                                \
    SUM(doorways_left)                                                                             \
    SUM(unstuck_moves)

#define DW_BRAIN_COUNTER(name) uint64_t name;
typedef struct dw_brain_counters {
    DW_BRAIN_COUNTERS(DW_BRAIN_COUNTER, DW_BRAIN_COUNTER)
} dw_brain_counters;
#undef DW_BRAIN_COUNTER

/* Joins the counters of two guards, or of two matches. */
static inline void dw_brain_counters_add(dw_brain_counters *sum, const dw_brain_counters *more)
{
#define DW_ADD(name)          sum->name += more->name;
#define DW_KEEP_LARGEST(name) sum->name = more->name > sum->name ? more->name : sum->name;
    DW_BRAIN_COUNTERS(DW_ADD, DW_KEEP_LARGEST)
#undef DW_ADD
#undef DW_KEEP_LARGEST
}

typedef struct dw_brain_kind {
    const char *name;
    /* Kinds with the same `create` use the same memory, one at a time: the match makes it once for
     * a guard who changes between them. */
    DW_MUST_USE dw_status (*create)(void **memory, dw_arena *arena, const dw_brain_setup *setup);
    void (*reset)(void *memory, uint64_t seed); /* A new round, or a brain anew, whatever was in it
                                                   before; the seed is this guard's own. */
    void (*think)(void *memory, const dw_percepts *percepts, dw_guard_command *command);
    /* Fills in all of `view` but its tick, body, meters and calls. */
    void (*explain)(const void *memory, dw_mind_view *view);
    uint64_t (*hash)(const void *memory, uint64_t hash); /* Of declared fields, in order. */
    /* Every field that steers a later think(), so that a loaded memory goes on as the saved one
     * would. `load` is given a memory of the same setup. It requires of each index and enum that
     * the setup has it, and leaves a memory that think() and reset() can use, even when the reader
     * failed. */
    void (*save)(const void *memory, dw_state_writer *writer);
    void (*load)(void *memory, dw_state_reader *reader);
    void (*count)(const void *memory, dw_brain_counters *out); /* NULL: it counts nothing. */
} dw_brain_kind;

#endif
