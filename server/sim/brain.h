/* brain.h - the only door between the world and a guard's mind (ARCHITECTURE.md, invariant 3).
 * A brain gets percepts and its own memory, and returns a command that the next tick executes. It
 * never sees the world: what is not in dw_percepts, the guard does not know. Implementations live
 * in server/mind. Memory comes from the match's arena; think() allocates nothing and is
 * deterministic. */
#ifndef DW_SIM_BRAIN_H
#define DW_SIM_BRAIN_H

#include "common/nav/nav_set.h"
#include "common/nav/search_pool.h"
#include "common/world/mind_view.h"
#include "common/world/movement.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "common/world/world_fields.h"
#include "server/sim/board.h"
#include "server/sim/radio.h"
#include "server/sim/stimulus.h"
#include "server/sim/zones.h"

/* An intruder that the guard senses in this tick. Intruders out of its senses are not listed. */
typedef struct dw_percept_intruder {
    uint8_t slot;
    bool seen; /* In the field of view, with a clear line of sight. */
    bool touched;
    bool detected; /* The guard's meter against this intruder is full. */
    int32_t meter;
    dw_vec position;
    uint16_t room;
} dw_percept_intruder;

/* The freshest point of a trail within reach of the nose (server/RULES.md 11.4 to 11.6). It says
 * neither which intruder left it nor where that intruder is. */
typedef struct dw_percept_smell {
    bool found;
    uint16_t room; /* Of `position`. */
    uint32_t age_ticks;
    dw_vec position;
} dw_percept_smell;

/* Another guard in the same room, in a doorway of it, or within two body lengths in plain view. A
 * device is not listed: it has no body. */
typedef struct dw_percept_guard {
    uint8_t guard;
    bool waiting; /* It gives the sign that it waits for a doorway, or for a guard that does. */
    uint16_t heading_bam;
    dw_vec position;
    dw_vec step;  /* Its movement in this tick. */
    int32_t half; /* Half the side of its square; 0: bodies pass through it. */
} dw_percept_guard;

/* What one ray of the guard's fan meets first. */
typedef enum dw_ray_sense {
    DW_SENSES_NOTHING, /* Within its range. */
    DW_SENSES_WALL,
    DW_SENSES_LEAF,
    DW_SENSES_FURNITURE,
    DW_SENSES_COLLEAGUE, /* A body with the guards' transponder. */
    DW_SENSES_SOMEBODY,  /* A body without it. */
    DW_SENSES_COUNT
} dw_ray_sense;

/* Where: dw_ray_fan_point with `rays_from` and `rays_heading_bam`. Its kind's `senses.rays.count`
 * of them, in order. */
typedef struct dw_percept_ray {
    uint16_t distance_mm; /* Rounded down; the range when the ray meets nothing. */
    uint8_t what;         /* dw_ray_sense */
} dw_percept_ray;

enum { DW_RAYS_MAX = 64 }; /* As many as a kind can have. */

/* What the guard's motion detector says. It never says what moves, nor where in its sector. */
typedef struct dw_percept_motion {
    bool moves;       /* Something does, or did within the last hold_ticks. */
    uint16_t age;     /* Ticks since it moved last; 0: now. */
    dw_vec centre;    /* Of the sector. */
    int32_t error_mm; /* How far from there it may be. */
} dw_percept_motion;

/* Food that the guard smells or sees: the nearest. */
typedef struct dw_percept_food {
    bool found;
    dw_vec position;
} dw_percept_food;

/* From which distance a body eats its food, and how far it reaches beside itself to topple. */
enum { DW_EAT_MM = 500, DW_TOPPLE_MM = 150 };

/* What a body does besides walking and working doors. It takes no time. */
typedef enum dw_deed {
    DW_DEED_NONE,
    DW_DEED_BARK,
    DW_DEED_TOPPLE, /* Something falls from furniture within its reach. */
    DW_DEED_EAT,    /* The food that it stands before. */
    DW_DEED_SWITCH, /* The nearest switch of its room within its reach. */
    DW_DEED_COUNT
} dw_deed;

enum {
    DW_STIMULI_MAX = 8,     /* That one guard senses in a tick: the strongest. */
    DW_SHUT_DOORS_MAX = 16, /* Of a room; further ones it does not notice. */
    DW_SIGN_LEAVES_MAX = 16 /* Likewise. */
};

/* How leaves and lamps in view stand, for `evidence`; nothing in most ticks. */
typedef struct dw_percept_signs {
    uint8_t leaf_count;
    uint16_t open;                       /* Bit i: leaves[i] is open. */
    uint16_t leaves[DW_SIGN_LEAVES_MAX]; /* Doors of its room, ascending. */
    dw_switch_set switches;              /* Those with a lamp in view. */
    dw_switch_set worked; /* Of these, those that stand otherwise than at the start. */
} dw_percept_signs;

/* What one guard knows of the present moment; position, heading and room are its own. What it has
 * sensed of others is older by its kind's `reaction_ticks` (reactions.h). */
typedef struct dw_percepts {
    uint32_t tick;
    dw_vec position;
    uint16_t heading_bam;
    uint16_t room;      /* Never DW_NONE: bodies stay in rooms. */
    bool shortened;     /* The last move was cut short, by more than a slide. */
    bool touched_guard; /* ... because of another guard, or it ended in contact with one. */
    bool door_wanted;   /* Another guard waits for the doorway that this one holds. */
    uint16_t door_held; /* The doorway that the guard holds, or DW_NONE. */
    bool door_refused;  /* A body keeps the leaf open that the guard wanted to close. */
    uint16_t caught;    /* Bit s: slot s was in sight and is caught or gone since this tick. */
    uint8_t alarm;      /* 0 .. 3, of the house, which all guards are told. */
    uint8_t light;      /* At its place, by room and lamps; 0 for a kind without a torch. */
    uint8_t missing;    /* Bit i: item i is not at its place in view, or somebody in view has it.
                           0 unless strategy or `evidence` have guards notice it. */
    uint8_t intruder_count;
    uint8_t guard_count;
    uint8_t heard_count;
    uint8_t stimulus_count;
    uint8_t ray_count;                               /* 0: it has no rays. */
    dw_percept_motion motion;                        /* All 0 without a detector. */
    uint8_t shut_count;                              /* 0 for a kind that opens all doors. */
    dw_percept_intruder intruders[DW_INTRUDERS_MAX]; /* Ascending slots. */
    dw_percept_guard guards[DW_GUARDS_MAX];          /* Ascending indices. */
    dw_radio_message heard[DW_RADIO_HEARD_MAX];      /* In order of sending; none of its own. */
    dw_stimulus stimuli[DW_STIMULI_MAX];             /* Of this tick, strongest first. */
    dw_percept_ray rays[DW_RAYS_MAX];                /* By number of the ray. */
    dw_vec rays_from;                                /* Where the body was when they were cast, */
    uint16_t rays_heading_bam;                       /* and its heading. */
    /* Doors of its room that are shut and that it cannot open, ascending. */
    uint16_t shut[DW_SHUT_DOORS_MAX];
    dw_percept_signs signs;
    dw_percept_food food;
    dw_percept_smell smell; /* Of this tick; a kind without a nose: none. */
    const dw_board *board;  /* To read, in the guard room; else NULL. */
} dw_percepts;

/* What a guard does in the next tick: state of the match. `hold_door` stands as long as the guard
 * wants the doorway: one guard holds a doorway, both halves at once, and of those that wait the one
 * that has waited longest is next. */
#define DW_GUARD_COMMAND_FIELDS(X, A, M)                                                           \
    X(vec, step)        /* Not longer than the fastest speed of the ruleset. */                    \
    X(u16, heading_bam) /* The guard faces there after the move. */                                \
    X(u16, open_door)   /* A door within reach to open, or DW_NONE. */                             \
    X(u16, close_door)  /* A door within reach to close, or DW_NONE. */                            \
    X(u16, hold_door)   /* The doorway that the guard wants for itself, or DW_NONE. */             \
    X(flag, waiting)    /* The sign that the guard waits, for others to see. */                    \
    X(u8, mood)         /* dw_mood: how the guard looks to others. */                              \
    X(u8, deed)         /* dw_deed */                                                              \
    X(flag, asleep)     /* It lies with its eyes shut, and hears less. */

typedef struct dw_guard_action {
    DW_FIELDS_MEMBERS(DW_GUARD_COMMAND_FIELDS)
} dw_guard_action;
typedef dw_guard_action dw_field_guard_action;

/* What a brain returns: the action, and words and a torch that count at once. `says`: into the
 * radio with this tick, or NULL. Kind, slot, agitation, room, doors, bid and place are the brain's
 * to fill in. `writes`: a report for the board, with its tick and sender, or NULL; out of the guard
 * room it is lost. The simulation copies both. `torch`: its torch is lit, if its kind has one.
 * `listens`: it listens to a noise or goes to see what made it, as bodies that see it can tell. */
typedef struct dw_guard_command {
    DW_FIELDS_MEMBERS(DW_GUARD_COMMAND_FIELDS)
    const dw_radio_message *says;
    const dw_radio_message *writes;
    bool torch;
    bool listens;
} dw_guard_command;

/* What a body wants for itself: it keeps that when it gets another brain. */
enum { DW_BRAIN_NEEDS = 3 };
typedef struct dw_brain_needs {
    uint16_t points[DW_BRAIN_NEEDS], ticks[DW_BRAIN_NEEDS];
    bool presses[DW_BRAIN_NEEDS];
} dw_brain_needs;

/* What a brain may rely on for a whole match. */
typedef struct dw_brain_setup {
    const dw_map *map;
    const dw_nav *nav; /* For bodies of the guard's size. */
    const dw_ruleset *rules;
    const dw_kind *kind;      /* Of the guard, in `rules`. */
    dw_search_pool *searches; /* Scratch that the guards of a match share; NULL: none to share. */
    const dw_route_weights *patrol_weights; /* Of paths on patrol; NULL: their length alone. */
    const dw_zones *zones;                  /* NULL: the strategy has none. */
    const dw_door_set *keyless; /* Doors that it has no key for; NULL: there are none. */
    uint16_t guard;             /* Index of the guard in the map. */
    bool has_notices;           /* Devices with a radio, or guards that find evidence. */
} dw_brain_setup;

/* Bytes of brain memory to prefetch before think(): other matches have evicted them since the last
 * tick. With 500 matches in turn this saves 2 to 15 % of a guard's tick. */
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
    SUM(path_delay_ticks)                                                                          \
    SUM(path_replans) /* Requests to the goal of the request before. */                            \
    SUM(waits_aside)  /* Substitute goals, by kind. */                                             \
    SUM(side_steps)                                                                                \
    SUM(doorways_left)                                                                             \
    SUM(unstuck_moves)                                                                             \
    SUM(steps_refused) /* Of conversations: illegal, late, or to an old message. */                \
    SUM(waits_timed_out)

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
    /* Kinds with the same `create` share one memory: the match makes it once for a guard that
     * changes between them. */
    DW_MUST_USE dw_status (*create)(void **memory, dw_arena *arena, const dw_brain_setup *setup);
    /* A new round, or a brain that begins: forgets everything. The seed is this guard's own. */
    void (*reset)(void *memory, uint64_t seed);
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
    /* For kinds that share a memory but not what it stands for: from now on, the memory is
     * `kind`'s. A reset follows. NULL: nothing to do. */
    void (*assign)(void *memory, const struct dw_brain_kind *kind);
    /* The needs of the body, and to go on with those of another brain. NULL: it knows none. */
    void (*get_needs)(const void *memory, dw_brain_needs *out);
    void (*set_needs)(void *memory, const dw_brain_needs *needs);
} dw_brain_kind;

#endif
