/* animal.h - the needs of the brain `dog`, and its memory: sleep, flight, food, what lies behind
 * doors that it cannot open. dog.c decides between goals; this file reaches those that are needs.
 * Private to server/mind/brains. */
#ifndef DW_MIND_ANIMAL_H
#define DW_MIND_ANIMAL_H

#include "server/mind/fright.h"
#include "server/mind/skills/chase.h"
#include "server/mind/skills/flee.h"
#include "server/mind/skills/patrol.h"

typedef enum dw_animal_goal {
    DW_ANIMAL_CALM,       /* With its handler, or on its patrol. */
    DW_ANIMAL_SLEEP,      /* Tired. */
    DW_ANIMAL_LOOK,       /* Looks round: a trail, a noise or a chase ended here. */
    DW_ANIMAL_NOISE,      /* To where a noise came from. */
    DW_ANIMAL_LAST_KNOWN, /* To where it lost an intruder. */
    DW_ANIMAL_TRAIL,      /* From point to point of a trail. */
    DW_ANIMAL_CHASE,
    DW_ANIMAL_FOOD, /* Hungry, and there is food. */
    DW_ANIMAL_FLEE, /* Frightened. */
    DW_ANIMAL_GOAL_COUNT
} dw_animal_goal;

#define DW_ANIMAL_FIELDS(X, A, M)                                                                  \
    X(u8, goal)        /* dw_animal_goal, */                                                       \
    X(u8, cause)       /* its dw_cause, */                                                         \
    X(u32, since)      /* and since when. */                                                       \
    X(vec, place)      /* What the goal is about: a trail point, a noise, food, a position. */     \
    X(u16, left)       /* Ticks: of a meal, or until a trail is given up. */                       \
    X(u16, quiet)      /* Ticks until it may bark again. */                                        \
    X(u32, woken_tick) /* When it woke last. */                                                    \
    X(u32, trail_tick) /* When the point was left that it has come to. Older ones do not count. */ \
    X(flag, handler_known) /* `handler_place` is where it noticed its handler last, */             \
    X(flag, returns)       /* and it goes there. */                                                \
    X(vec, handler_place)                                                                          \
    X(door_set, shut) /* Doors that it noticed to be shut. */                                      \
    X(needs, needs)                                                                                \
    X(fright, fright)                                                                              \
    X(look_round, look)                                                                            \
    X(chase, chase)                                                                                \
    X(flee, flee)                                                                                  \
    X(patrol, patrol)                                                                              \
    X(mover, mover)

/* What is fixed for a match. */
typedef struct dw_animal_setup {
    dw_brain_setup setup;
    uint16_t handler; /* A guard, or DW_NONE. */
} dw_animal_setup;

typedef struct dw_animal_mind {
    dw_animal_setup fixed;
    DW_FIELDS_MEMBERS(DW_ANIMAL_FIELDS)
} dw_animal_mind;
typedef dw_animal_mind dw_field_animal_mind;
DW_FIELDS_AND(dw_animal_mind, DW_ANIMAL_FIELDS, sizeof(dw_animal_setup));

/* The calls of dw_brain_kind. */
dw_status dw_animal_create(void **memory, dw_arena *arena, const dw_brain_setup *setup);
void dw_animal_reset(dw_animal_mind *mind, uint64_t seed);
uint64_t dw_animal_hash(const void *memory, uint64_t hash);
void dw_animal_save(const void *memory, dw_state_writer *writer);
void dw_animal_load(void *memory, dw_state_reader *reader);
void dw_animal_count(const void *memory, dw_brain_counters *out);
void dw_animal_get_needs(const void *memory, dw_brain_needs *out);
void dw_animal_set_needs(void *memory, const dw_brain_needs *needs);
void dw_animal_explain(const void *memory, dw_mind_view *view);

/* Another goal, from this tick on. The mover forgets what it was about. */
void dw_animal_set_goal(dw_animal_mind *mind, dw_animal_goal goal, dw_cause cause, uint32_t tick);

/* What this tick brings, before the brain decides: needs, doors, frights. */
void dw_animal_perceive(dw_animal_mind *mind, const dw_percepts *percepts);

/* Takes up or ends flight, food and sleep, which come before or after what the brain decides:
 * flight and food before everything, sleep after it, from a calm goal alone. */
void dw_animal_heed_needs(dw_animal_mind *mind, const dw_think *think);

/* One tick of FLEE, FOOD or SLEEP. */
void dw_animal_step_need(dw_animal_mind *mind, const dw_think *think);

/* Does the deed unless it did one a short while ago. */
void dw_animal_do(dw_animal_mind *mind, const dw_think *think, dw_deed deed);

/* Goes to `place` and stands there: RUNNING until it is there or finds no path. */
dw_skill_state dw_animal_go(const dw_think *think);

#endif
