/* walk_watch.h - how bodies get on: distance walked, distance between team mates, paths of guards
 * against the shortest ones, and time in which a guard is stuck.
 * A leg is the path of a guard to one goal; it counts once the guard arrives there. A leg is
 * compared with the shortest path between its ends with all doors open and no other body in the
 * way. A guard is stuck while it wants to step and has come less than 100 mm far in a second
 * (RULES.md 6.13). Reads bodies and explanations; touches nothing. Cost: a path search for each
 * leg. No allocation. */
#ifndef DW_LAB_WALK_WATCH_H
#define DW_LAB_WALK_WATCH_H

#include "common/nav/nav.h"
#include "server/lab/match_row.h"
#include "server/sim/world.h"

/* What legs are measured with; both NULL: none are. */
typedef struct dw_leg_measure {
    const dw_nav *nav;
    dw_nav_search *search; /* Scratch. */
} dw_leg_measure;

/* Guard or intruder, after the tick before. */
typedef struct dw_watched_body {
    dw_vec position;
    bool present;
    double path; /* Units. */
} dw_watched_body;

typedef struct dw_watched_team {
    double apart;   /* Sum of the sampled distances between two of them, units. */
    uint64_t pairs; /* How many were sampled. */
} dw_watched_team;

typedef struct dw_watched_guard {
    bool under_way;
    dw_vec target, from; /* Of the leg. */
    double path_before;  /* Of the body, when the leg began. */
    uint32_t anchor_tick;
    dw_vec anchor; /* Where the guard was when it last got on, or wanted nothing. */
} dw_watched_guard;

typedef struct dw_walk_watch {
    dw_watched_body bodies[DW_ACTORS_MAX]; /* As in dw_world.actors. */
    dw_watched_guard guards[DW_GUARDS_MAX];
    dw_watched_team guard_team, intruder_team;
    double legs_path, legs_shortest; /* Units. */
} dw_walk_watch;

/* After each tick. */
void dw_walk_watch_tick(dw_walk_watch *watch, const dw_world *world);

/* Every `look_ticks` ticks for each guard. */
void dw_walk_watch_look(dw_walk_watch *watch, dw_match_row *row, const dw_world *world,
                        const dw_mind_view *view, uint32_t look_ticks);
void dw_walk_watch_legs(dw_walk_watch *watch, dw_match_row *row, const dw_leg_measure *measure,
                        const dw_mind_view *view);

/* The match has ended. */
void dw_walk_watch_finish(const dw_walk_watch *watch, const dw_world *world, dw_match_row *row);

#endif
