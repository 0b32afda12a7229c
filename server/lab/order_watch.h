/* order_watch.h - what becomes of orders: of what guards take on when they hear a report.
 *
 *   given --> on the way --> arrived --> 20 s
 *                |              |          |
 *     met, re-aimed, dropped    |        empty
 *                          seen, turned, re-aimed
 *
 * An order is a goal "intercept" or "lie in wait" as the guard explains it; one to intercept
 * without a door is one to go to the room. It is about the intruder of the report. Each order ends
 * once (dw_order_end). An intruder turns back when it enters the room in which it was before its
 * last. Reads percepts, explanations and the world; touches nothing. No allocation. */
#ifndef DW_LAB_ORDER_WATCH_H
#define DW_LAB_ORDER_WATCH_H

#include "server/lab/match_row.h"
#include "server/sim/world.h"

enum { DW_WATCHED_REPORTS = 64 /* The latest, by number. */ };

typedef struct dw_watched_order {
    bool open;    /* Given, and without an end. */
    bool set_out; /* The guard has had a path. */
    bool arrived;
    uint8_t kind; /* dw_order_kind */
    uint8_t slot; /* The intruder, or DW_SLOT_NONE. */
    uint16_t room, door;
    uint32_t since;
    uint32_t arrival_tick;
    dw_vec target; /* Where the guard is to stand. */
} dw_watched_order;

typedef struct dw_order_watch {
    dw_watched_order of[DW_GUARDS_MAX]; /* The last of each guard. */
    struct {
        uint32_t id;
        uint8_t slot;
    } reports[DW_WATCHED_REPORTS];
    struct {
        uint16_t now, before; /* Rooms, or DW_NONE. */
        bool turned;          /* Back into `now`, in this tick. */
    } paths[DW_INTRUDERS_MAX];
} dw_order_watch;

void dw_order_watch_reset(dw_order_watch *watch);

/* After each tick, in this order: the rooms of intruders; then what each guard sensed and heard;
 * then, not necessarily each tick, what it says of its goal. */
void dw_order_watch_rooms(dw_order_watch *watch, const dw_world *world);
void dw_order_watch_sense(dw_order_watch *watch, dw_match_row *row, const dw_world *world,
                          uint16_t guard, const dw_percepts *percepts);
void dw_order_watch_look(dw_order_watch *watch, dw_match_row *row, const dw_world *world,
                         const dw_mind_view *view);

/* The match has ended. */
void dw_order_watch_finish(dw_order_watch *watch, dw_match_row *row);

#endif
