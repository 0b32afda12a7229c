/* route.h - a path among others: which questions a guard asks the planner, and which answer it
 * walks. First it asks for the path with nobody in it. With others near it asks again for a path
 * round them on the right, then for one on either side, unless that is much longer.
 * Owns: the walked path, the guard's lane of the planner. Decides from percepts alone. */
#ifndef DW_MIND_ROUTE_H
#define DW_MIND_ROUTE_H

#include "server/mind/path_service.h"
#include "server/mind/think.h"
#include "server/mind/traffic.h"
#include "server/mind/walker.h"

/* The question that is open. */
typedef enum dw_route_asking {
    DW_ROUTE_ASKS_NOTHING,
    DW_ROUTE_ASKS_PLAIN, /* With nobody in the way: which path, and how long it is. */
    DW_ROUTE_ASKS_RIGHT, /* Round others, on the right of oncoming ones. */
    DW_ROUTE_ASKS_ANY    /* Round others, on either side. */
} dw_route_asking;

typedef enum dw_route_result {
    DW_ROUTE_PENDING, /* No new answer. */
    DW_ROUTE_FOUND,
    DW_ROUTE_GOAL_TAKEN, /* The path ends beside the goal, near the guard: a body stands on it. */
    DW_ROUTE_BLOCKED,    /* No path past the others, or one that is much longer. */
    DW_ROUTE_NONE        /* No path at all, with nobody in the way. */
} dw_route_result;

#define DW_ROUTE_FIELDS(X, A, M)                                                                   \
    X(u8, asking)       /* dw_route_asking */                                                      \
    X(u8, near)         /* Bodies that counted in the last plan. */                                \
    X(u16, age)         /* Ticks since the last question. */                                       \
    X(u16, blocked)     /* Plans in a row without a path. */                                       \
    X(u16, short_falls) /* Paths in a row that ended beside the goal. */                           \
    X(path_handle, handle)                                                                         \
    X(path_lane, paths)                                                                            \
    X(walker, walker)                                                                              \
    X(i64, plain_length) /* Of the path with nobody in it, in units, */                            \
    X(walker, plain)     /* and that path, until the others are planned round. */

typedef struct dw_route {
    uint64_t plans; /* Questions that were asked, for tests and statistics. */
    DW_FIELDS_MEMBERS(DW_ROUTE_FIELDS)
} dw_route;
typedef dw_route dw_field_route;
DW_FIELDS_AND(dw_route, DW_ROUTE_FIELDS, sizeof(uint64_t));

/* Where to, and what the traffic looked like. */
typedef struct dw_route_wish {
    dw_vec to;
    uint16_t avoided; /* A door that the path must not use, or DW_NONE. */
    dw_traffic_view view;
} dw_route_wish;

DW_MUST_USE dw_status dw_route_create(dw_route *route, dw_arena *arena,
                                      const dw_brain_setup *setup);
void dw_route_reset(dw_route *route);

/* No path, no open question. */
void dw_route_forget(dw_route *route);

/* Too old, too much has changed, or there is no path. */
bool dw_route_is_due(const dw_route *route, const dw_percepts *percepts, const dw_traffic *traffic);

/* Asks for the plain path. */
void dw_route_ask(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                  const dw_route_wish *wish);

/* Takes the answer, and asks the next question as long as that is answered in this tick. `traffic`
 * may be looked at anew, for either side. */
dw_route_result dw_route_take(dw_route *route, const dw_think *think, dw_traffic *traffic,
                              const dw_route_wish *wish);

/* After GOAL_TAKEN or BLOCKED: no path for now. */
void dw_route_drop_path(dw_route *route);

/* After BLOCKED: the plain path all the same, for things may change until the guard is there. */
void dw_route_go_plain(dw_route *route);

/* The direction of the path some steps ahead; 0 without a path. */
dw_vec dw_route_ahead(const dw_route *route, dw_vec position);

/* The position of the next tick. A bend is walked round within the tick, unless that would cut the
 * corner: then the guard goes up to it. */
dw_vec dw_route_advance(dw_route *route, const dw_think *think, const dw_traffic *traffic,
                        int32_t speed);

/* At the end of the path, and there in fact: when the last step was cut short, there is no path any
 * more. */
bool dw_route_has_arrived(dw_route *route, dw_vec position);

/* The rest of the path. */
void dw_route_explain(const dw_route *route, dw_mind_view *view);

DW_FIELDS_INLINE(route, DW_ROUTE_FIELDS);

#endif
