/* curiosity.h - how much a guard wants to know what it has heard (server/RULES.md 5.60 to 5.66).
 * Owns: points of curiosity, the hint that they are about, the places at which hints have come to
 * nothing, and until when hints count for more. Knows nothing of goals and moves: the brain asks
 * for points and place. Whole numbers alone; no allocation.
 * Source: habituation and sensitisation of reflexes, Groves and Thompson, "Habituation: a
 * dual-process theory", 1970. */
#ifndef DW_MIND_CURIOSITY_H
#define DW_MIND_CURIOSITY_H

#include "server/mind/think.h"

enum {
    DW_CURIOSITY_POINTS_MAX = 1000,
    DW_HABITS_MAX = 4 /* Places; a further one takes the place of the oldest. */
};

/* Something may be there. */
typedef struct dw_hint {
    dw_vec position;
    uint16_t room; /* Of `position`. */
    int32_t points;
    int32_t error_mm; /* It may be as far as this from `position`. */
} dw_hint;

/* A place at which the guard has found nothing. */
#define DW_HABIT_FIELDS(X, A, M)                                                                   \
    X(vec, place)                                                                                  \
    X(u32, tick) /* Of the last time. */                                                           \
    X(u8, count)
typedef struct dw_habit {
    DW_FIELDS_MEMBERS(DW_HABIT_FIELDS)
} dw_habit;
typedef dw_habit dw_field_habit;

#define DW_CURIOSITY_FIELDS(X, A, M)                                                               \
    X(u16, points)          /* 0 to DW_CURIOSITY_POINTS_MAX. */                                    \
    X(u16, strength)        /* Of the hint, less what it has lost since. */                        \
    X(u16, room)            /* Of the hint; DW_NONE: without one.    */                            \
    X(u16, error_mm)        /* Of the hint. */                                                     \
    X(vec, place)           /* Of the hint. */                                                     \
    X(u32, sensitive_until) /* Tick. */                                                            \
    X(u8, habit_count)                                                                             \
    A(habit, habits, DW_HABITS_MAX, it->habit_count)
typedef struct dw_curiosity {
    DW_FIELDS_MEMBERS(DW_CURIOSITY_FIELDS)
} dw_curiosity;
typedef dw_curiosity dw_field_curiosity;

void dw_curiosity_reset(dw_curiosity *curiosity);

/* Once a tick: points fade, and noises of this tick add to them. */
void dw_curiosity_step(dw_curiosity *curiosity, const dw_think *think);

/* Adds the points of a hint, by what is usual at its place, and makes it the one that counts when
 * it is no weaker than the last one is by now. */
void dw_curiosity_heed(dw_curiosity *curiosity, const dw_think *think, const dw_hint *hint);

/* The hint that counts. There is one. */
static inline dw_hint dw_curiosity_hint(const dw_curiosity *curiosity)
{
    return (dw_hint){.position = curiosity->place,
                     .room = curiosity->room,
                     .points = curiosity->strength,
                     .error_mm = curiosity->error_mm};
}

/* Somebody is there for certain: nothing is usual any longer, and hints count for more. */
void dw_curiosity_sensitise(dw_curiosity *curiosity, const dw_think *think);

/* The hint is forgotten; found to be nothing, its place is more usual from now on. */
void dw_curiosity_drop(dw_curiosity *curiosity);
void dw_curiosity_find_nothing(dw_curiosity *curiosity, const dw_think *think);

bool dw_curiosity_is_sound(const dw_curiosity *curiosity, const dw_map *map);

DW_FIELDS_INNER(habit, DW_HABIT_FIELDS);
DW_FIELDS_INLINE(curiosity, DW_CURIOSITY_FIELDS);

#endif
