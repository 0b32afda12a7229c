/* match_watch.h - fills in the row of a match while it is played.
 * Looks at events, percepts and bodies after each tick; touches nothing, so a watched match is the
 * match that nobody watches. Cost: some 5 % of a match in the museum. No allocation. */
#ifndef DW_LAB_MATCH_WATCH_H
#define DW_LAB_MATCH_WATCH_H

#include "server/lab/heat.h"
#include "server/lab/lab_match.h"
#include "server/lab/match_row.h"
#include "server/lab/order_watch.h"
#include "server/lab/search_watch.h"
#include "server/lab/walk_watch.h"
#include "server/session/round_tally.h"

typedef struct dw_match_watch {
    const dw_lab_match *match; /* Set by the owner once the match exists. */
    dw_leg_measure measure;    /* Set by the owner, or left empty. */
    dw_match_row row;
    dw_round_tally tally;
    uint16_t suspected[DW_GUARDS_MAX]; /* Bit s: its meter has risen to suspicion since it was 0, */
    uint16_t detected[DW_GUARDS_MAX];  /* and to full. */
    dw_order_watch orders;
    dw_search_watch searches;
    dw_walk_watch walks;
    dw_heat_grid grid;
    dw_heat heat;
} dw_match_watch;

/* Made for dw_lab_watcher: `context` is the watch. The first tick of a match makes it new. */
void dw_match_watch_tick(void *context, const dw_intent *intents, const dw_world *world);

/* The match has ended: completes watch->row. */
void dw_match_watch_finish(dw_match_watch *watch, const dw_lab_result *result);

#endif
