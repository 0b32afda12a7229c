/* flight.h - how an intruder runs from guards that chase it. It sprints faster than they run, so it
 * looks for the position on which its lead is widest when it arrives: rings of rooms and furniture
 * make such positions, rooms with one way out do not. It turns to its errand as soon as the path
 * there is out of sight and no guard can cut it off. Cornered, it runs past the guard: a catch
 * takes longer than that.
 * Owns nothing. Knows what a dw_sneak believes. Cost: up to four searches of the roadmap a call. No
 * allocation. */
#ifndef DW_BOT_FLIGHT_H
#define DW_BOT_FLIGHT_H

#include "client/bot/sneak.h"

/* What a policy adds to a node's worth as the end of a run, in millimetres of lead. */
typedef int64_t (*dw_flight_worth)(void *context, const dw_danger_plan *danger, uint16_t node);

typedef struct dw_flight_wish {
    dw_flight_worth worth; /* NULL: only lead, cover and ways out count. */
    void *context;
    bool runs_first; /* Does not turn to the errand yet. */
} dw_flight_wish;

void dw_flight_plan(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                    dw_flight_wish wish);

/* Straight to the goal, seen or not: only guards' bodies and arms are avoided. */
void dw_flight_plan_dash(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view);
dw_gait dw_flight_sprint(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view);

/* The own body carries an objective, and the exit is near. From there it can run home past a guard:
 * it is out of the guard's arms before a catch is over. */
bool dw_flight_is_near_home(const dw_bot *bot, const dw_bot_view *view);

/* The path to the errand, or to a position to wait, by what guards may see alone. */
void dw_flight_go_or_hide(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view, bool hides);

/* The whole decision of a tick of a bot that runs away when noticed: it shuts no door that its next
 * steps lead through, and walks straight to the goal from the tenth minute on. */
dw_bot_decision dw_flight_decide(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                                 void (*plan)(dw_bot *bot, dw_sneak *sneak,
                                              const dw_bot_view *view));

/* The guard in view that is nearest to the body; NULL when no guard is in view. */
const dw_danger_guard *dw_flight_nearest_guard(const dw_sneak *sneak, const dw_bot_view *view);

#endif
