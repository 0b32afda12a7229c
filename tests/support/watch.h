/* watch.h - watches guards with the brain `reference` through whole matches, and counts what must
 * not be (sections 5 and 6 of server/RULES.md): a change of goal without a cause that can be found
 * again in that tick's percepts, a goal that is left and comes back within half a second though
 * nothing new was seen or heard in that time, a substitute goal that lasts, a guard that is stuck.
 * Reads minds; changes nothing. */
#ifndef DW_TESTS_SUPPORT_WATCH_H
#define DW_TESTS_SUPPORT_WATCH_H

#include "server/mind/brains/reference_mind.h"
#include "server/sim/sim.h"

enum { DW_WATCH_STUCK_TICKS = 180, DW_WATCH_WAVER_TICKS = 30, DW_WATCH_SUBSTITUTE_TICKS = 60 };

/* Over any number of matches. */
typedef struct dw_watch_tally {
    uint64_t guard_ticks;
    uint32_t changes;       /* Of the goal or of its quarry. */
    uint32_t without_cause; /* ... that cannot be found in what the guard knew then. */
    uint32_t wavers;        /* A, B, and A again. */
    uint32_t stuck;         /* Wanted to get on for three seconds, and did not get 100 mm far. */
    uint32_t long_substitutes, substitutes;
    uint32_t still_max; /* Longest time for which a guard wanted to move and did not, in ticks. */
    uint32_t wait_max;  /* ... and waited for a doorway or behind somebody. */
    char first[160];    /* The first thing that is wrong, in words. */
} dw_watch_tally;

typedef struct dw_watch_guard {
    uint8_t goals[3], quarries[3]; /* The newest first. */
    uint32_t since, turned;        /* When the newest began, and the one before. */
    uint32_t change_tick;          /* When the guard last saw or heard something new. */
    uint32_t sensed;               /* Bits of sensed slots, those detected in the top. */
    uint32_t still_ticks, wait_ticks;
    bool substitute; /* Under way. */
    dw_vec still_at, wait_at;
} dw_watch_guard;

typedef struct dw_watch {
    uint64_t seed; /* Of the match, for words. */
    dw_watch_guard guards[DW_GUARDS_MAX];
    dw_watch_tally *tally;
} dw_watch;

void dw_watch_begin(dw_watch *watch, dw_watch_tally *tally, uint64_t seed);

/* After each step of the match. */
void dw_watch_tick(dw_watch *watch, const dw_sim *sim);

#endif
