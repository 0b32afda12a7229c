/* mind_watch.h - how guards' minds behave over matches: how soon they chase what they detect, how
 * often they change what they do, and whether each change has a cause that can be found again.
 * Looks at percepts, commands and explanations after each tick; touches nothing, so a watched match
 * is the match that nobody watches. Knows no brain: the same figures for all forms of mind.
 * Cost: one explanation for each guard and tick. No allocation.
 *
 * A stimulus is a tick in which a guard's percepts say something new: an intruder comes into its
 * senses, leaves them, is detected or no longer, or touches it; a message, a noise, a catch, a
 * trail that is new, or a leaf, lamp or item in view that stands otherwise than before. */
#ifndef DW_LAB_MIND_WATCH_H
#define DW_LAB_MIND_WATCH_H

#include "server/lab/lab_match.h"
#include "server/mind/goal_watch.h"

enum {
    DW_MIND_FRESH_TICKS = 120,       /* A cause may be this old. */
    DW_MIND_REACTION_TICKS_MAX = 240 /* Later reactions count as this. */
};

/* Over any number of matches. */
typedef struct dw_mind_tally {
    uint64_t guard_ticks;
    uint32_t changes;    /* Of what a guard does. */
    uint32_t unprompted; /* ... with no stimulus in the ticks before. */
    uint32_t explained;  /* ... whose cause can be found again. */
    /* Ticks from a detection by a guard that did not chase until it chased. */
    uint32_t reactions[DW_MIND_REACTION_TICKS_MAX + 1];
    char unexplained[160]; /* The first, in words. */
} dw_mind_tally;

/* What one guard was told by its senses, and when last. */
typedef struct dw_mind_senses {
    uint32_t intruders; /* Bit s: sensed; bit 16 + s: detected. */
    uint16_t touched;
    uint32_t trail_tick; /* When the freshest point was left. */
    uint16_t open;
    dw_switch_set worked;
    uint8_t missing;
    uint32_t sighted_tick, lost_tick, caught_tick, message_tick, noise_tick, smell_tick, sign_tick,
        any_tick;
} dw_mind_senses;

typedef struct dw_mind_watch {
    const dw_lab_match *match; /* Set by the owner once the match exists, */
    uint64_t seed;             /* and of this one. */
    dw_mind_tally *tally;
    dw_goal_watch goals;
    dw_mind_senses senses[DW_GUARDS_MAX];
    uint32_t detected_tick[DW_GUARDS_MAX]; /* 0: it waits for no reaction. */
} dw_mind_watch;

/* Made for dw_lab_watcher: `context` is the watch. The first tick of a match makes it new. */
void dw_mind_watch_tick(void *context, const dw_intent *intents, const dw_world *world);

void dw_mind_tally_add(dw_mind_tally *sum, const dw_mind_tally *more);

/* The least number of ticks within which `percent` of the detected intruders were chased. */
uint32_t dw_mind_tally_reaction(const dw_mind_tally *tally, uint32_t percent);

#endif
