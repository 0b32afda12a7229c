/* match_watch.h - fills in the row of a match while it is played.
 * Looks at events, percepts and bodies after each tick; touches nothing, so a watched match is the
 * match that nobody watches. Cost: some 5 % of a match in the museum. No allocation. */
#ifndef DW_LAB_MATCH_WATCH_H
#define DW_LAB_MATCH_WATCH_H

#include "server/lab/lab_match.h"
#include "server/lab/match_row.h"

/* What is known of one intruder. */
typedef struct dw_watched_intruder {
    uint64_t detecting;  /* Bit g: guard g has it detected. */
    uint32_t chase_tick; /* Since when at least one has. */
    uint32_t lost_tick;  /* When the last chase was lost; 0: no chase was lost yet. */
} dw_watched_intruder;

/* Guard or intruder, after the tick before. */
typedef struct dw_watched_body {
    dw_vec position;
    bool present;
} dw_watched_body;

typedef struct dw_watched_team {
    double path;    /* Of all of its bodies, units. */
    double apart;   /* Sum of the sampled distances between two of them, units. */
    uint64_t pairs; /* How many were sampled. */
} dw_watched_team;

typedef struct dw_match_watch {
    const dw_lab_match *match; /* Set by the owner once the match exists. */
    dw_match_row row;
    dw_watched_intruder intruders[DW_INTRUDERS_MAX];
    dw_watched_body bodies[DW_ACTORS_MAX]; /* As in dw_world.actors. */
    dw_watched_team guard_team, intruder_team;
} dw_match_watch;

/* Made for dw_lab_watcher: `context` is the watch. The first tick of a match makes it new. */
void dw_match_watch_tick(void *context, const dw_intent *intents, const dw_world *world);

/* The match has ended: completes watch->row. */
void dw_match_watch_finish(dw_match_watch *watch, const dw_lab_result *result);

#endif
