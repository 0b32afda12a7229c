/* search_watch.h - which rooms guards search, in vain and twice.
 * A guard searches when it says so (goal "search") and is in the room at hand. Such a search counts
 * as one `again` when a different guard searched that room in the 30 s before, or still does. It is
 * `anew` as well when a guard has detected an intruder there since, which makes the older search
 * void (server/RULES.md 5.50). It is a false alarm, as signal detection theory has it (an answer
 * without a signal: Green and Swets, "Signal Detection Theory and Psychophysics", 1966), when no
 * intruder was in the room meanwhile. Searches on patrol follow no alarm and are left out. Reads
 * explanations and the world; touches nothing. No allocation. */
#ifndef DW_LAB_SEARCH_WATCH_H
#define DW_LAB_SEARCH_WATCH_H

#include "server/lab/match_row.h"
#include "server/sim/world.h"

/* What one guard is at. */
typedef struct dw_watched_search {
    uint16_t room; /* DW_NONE: it searches nothing. */
    bool again;
    bool anew; /* Again, and with reason. */
    bool met;  /* An intruder was in the room. */
} dw_watched_search;

/* The two guards that searched a room last, the latest first. */
typedef struct dw_watched_room {
    uint32_t ticks[2]; /* 0: nobody did. */
    uint16_t guards[2];
    uint32_t detected_tick; /* When a guard had detected an intruder there last. */
} dw_watched_room;

typedef struct dw_search_watch {
    dw_watched_search of[DW_GUARDS_MAX];
    dw_watched_room rooms[DW_ROOMS_MAX];
} dw_search_watch;

void dw_search_watch_reset(dw_search_watch *watch);

/* Every `look_ticks` ticks for each guard: counts this time as spent on what the guard says. */
void dw_search_watch_look(dw_search_watch *watch, dw_match_row *row, const dw_world *world,
                          const dw_mind_view *view, uint32_t look_ticks);

/* The match has ended. */
void dw_search_watch_finish(dw_search_watch *watch, dw_match_row *row);

#endif
