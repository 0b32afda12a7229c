/* nav.h - exact free space of a square body and shortest any-angle paths in it.
 * Owns: the mesh (convex cells with portals) of one map and one body size. A dw_nav is built once,
 * lies in one arena, and is read-only from then on: any number of searches and threads share it.
 * Does not know: where bodies are, or why they move. What changes (doors, bodies) comes with a
 * query. Free space: where the body's centre may be, that is, outside of the open solids grown by
 * half the body, so that a body enters a gap exactly as wide as it is. Search: Polyanya over the
 * cells (Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", 2017),
 * optimal.
 */
#ifndef DW_NAV_NAV_H
#define DW_NAV_NAV_H

#include "common/nav/sound.h"

typedef struct dw_nav dw_nav;
typedef struct dw_nav_search dw_nav_search; /* The scratch of one search, owned by the caller. */

enum { DW_NAV_PATH_POINTS_MAX = 256, DW_NAV_EXTRA_MAX = 32 };

/* What a mesh is made from. Everything is copied. */
typedef struct dw_nav_config {
    dw_rect bounds; /* The body stays inside; touching is free. */
    int32_t half;   /* Half the side of the body; 0: a point. */
    bool squeeze; /* True: solids are open sets, so that a body walks through a gap exactly as wide
                     as it is and past the point where two grown solids touch. False: solids that
                     touch leave no gap, not even for a point (walls made of flush blocks). */
    const dw_rect *solids; /* As they are, not grown. Those without an area do not count. */
    uint32_t solid_count;
    const dw_rect *doorways; /* Cells of their own: shutting one takes away exactly the centres at
                                which a body overlaps it. No body may fit into
                                two doorways at once. At most DW_DOORS_MAX. */
    uint32_t doorway_count;
    const dw_rect *rooms; /* For dw_nav_query.room; may be NULL. A doorway belongs to the first two
                             rooms that it overlaps. At most DW_ROOMS_MAX. */
    uint32_t room_count;
    const uint16_t *room_factors; /* What a length counts in each room, as in dw_route_weights;
                                     NULL: what it is. */
} dw_nav_config;

/* DW_INVALID: bounds too small for the body, or two doorways that a body can be in at once.
 * DW_RANGE: a limit. DW_MEMORY: the arena is too small. Takes memory from the heap while it runs
 * (about ten bytes for each pair of different x and y coordinates) and gives it back. */
DW_MUST_USE dw_status dw_nav_build(const dw_nav **out, dw_arena *arena, const dw_nav_config *config,
                                   dw_error *error);

/* The mesh of a map for squares of half side `half` (0: a point, for which walls that touch leave
 * no gap). Walls and all furniture are solid, and so is what lies in no room. Leaves are no solids
 * here: a query says which doors are shut. */
DW_MUST_USE dw_status dw_nav_build_map(const dw_nav **out, dw_arena *arena, const dw_map *map,
                                       int32_t half, dw_error *error);

/* How sounds spread in the map of the mesh; NULL for a mesh that was not made from a map. */
const dw_sound *dw_nav_sound(const dw_nav *nav);

/* Takes room for whatever a query may need: some 140 bytes an edge of the mesh, and 140 kB for
 * extra solids. */
DW_MUST_USE dw_status dw_nav_search_create(dw_nav_search **out, dw_arena *arena, const dw_nav *nav);

/* The same with little memory, where there are many searches: queries have at most `extra_max`
 * extra solids, not much larger than bodies, and the mesh is that of a building. Finds the same
 * paths unless it runs out of memory, which on the shipped maps has been seen only in searches for
 * a place that bodies shut off: then paths may be longer, and what does not fit of an extra solid
 * makes the cells that it meets solid. */
DW_MUST_USE dw_status dw_nav_search_create_small(dw_nav_search **out, dw_arena *arena,
                                                 const dw_nav *nav, uint32_t extra_max);

/* The rooms and doors that a path may use; what lies in no room it may always use. */
typedef struct dw_nav_corridor {
    uint64_t rooms[DW_ROOMS_MAX / 64];
    dw_door_set doors;
} dw_nav_corridor;

typedef struct dw_nav_query {
    dw_vec from, to;             /* Centres. Either may lie in a solid: the nearest free point of
                                    its room is taken, and the path says so. */
    const dw_door_set *excluded; /* Doors that must not be walked through; NULL for none. */
    const dw_rect *extra; /* More solids for this query alone, as they are (not grown): bodies
                             that stand in the way. At most DW_NAV_EXTRA_MAX, or what the search
                             was created for. */
    uint32_t extra_count;
    uint16_t room; /* Stay inside this room and its doorways; DW_NONE: anywhere. */
    const dw_nav_corridor *corridor; /* Stay inside of it; NULL: anywhere. */
} dw_nav_query;

typedef enum dw_nav_result {
    DW_NAV_FOUND,       /* The shortest path. */
    DW_NAV_UNREACHABLE, /* No path: this one leads as near as a body can get. */
    DW_NAV_RUNNING      /* The budget is used up; call dw_nav_advance again. */
} dw_nav_result;

typedef struct dw_nav_point {
    dw_vec position;
    uint16_t
        door; /* The door whose doorway the leg to this point goes through first, else DW_NONE. */
} dw_nav_point;

/* The first point is where the body starts; equal ends give one point and length 0. */
typedef struct dw_nav_path {
    dw_nav_point points[DW_NAV_PATH_POINTS_MAX];
    uint32_t count;
    double length;             /* In units. */
    bool cut;                  /* Longer than fits: the first part of it. */
    bool from_moved, to_moved; /* An end was not free. */
} dw_nav_path;

/* A whole search in one call. */
dw_nav_result dw_nav_find(const dw_nav *nav, dw_nav_search *search, const dw_nav_query *query,
                          dw_nav_path *path);

/* The same in slices: what the query points to must stay as it is until the search ends. Each
 * advance makes at most `expansions` more; `path` is written in full on FOUND and UNREACHABLE, and
 * with the best partial path on RUNNING. Sliced and unsliced give the same path. */
void dw_nav_begin(const dw_nav *nav, dw_nav_search *search, const dw_nav_query *query);
dw_nav_result dw_nav_advance(const dw_nav *nav, dw_nav_search *search, uint32_t expansions,
                             dw_nav_path *path);
uint32_t dw_nav_expansions(const dw_nav_search *search); /* That the search has made. */

/* The body can walk straight from `a` to `b`: a swept test, no search. Fills `first_door` (may be
 * NULL) with the first door that it goes through, or DW_NONE. */
bool dw_nav_straight(const dw_nav *nav, const dw_nav_query *query, uint16_t *first_door);

/* The centre may be at `p`, the query's extra solids and excluded doors counted. */
bool dw_nav_free(const dw_nav *nav, const dw_nav_query *query, dw_vec p);

/* Further than anything; two of them and a distance can be added. */
enum { DW_NAV_NO_ROUTE = 1 << 29 };

/* How far it is to walk, in units, with every door open: for choices, such as the nearest guard,
 * where a path itself is not needed. On floors that slow a body a length counts as what the body
 * walks on other floors in that time. Between rooms it goes by the middles of doorways and straight
 * from and to these: on the shipped maps within 2 % of a path on average. Inside of a room, or
 * outside of all, it is the straight distance. DW_NAV_NO_ROUTE when no chain of doors leads there.
 * A fraction of a microsecond; no search. */
int32_t dw_nav_route_length(const dw_nav *nav, dw_vec from, dw_vec to);

/* A length in a room is multiplied by the room's factor / DW_ROUTE_FACTOR_ONE. */
enum { DW_ROUTE_FACTOR_MIN = 64, DW_ROUTE_FACTOR_ONE = 256, DW_ROUTE_FACTOR_MAX = 4096 };

/* What paths cost one walker beside their length. */
typedef struct dw_route_weights {
    uint16_t rooms[DW_ROOMS_MAX]; /* Factors. */
    int32_t doors[DW_DOORS_MAX];  /* Added for each door, in units, 0 or more; DW_NAV_NO_ROUTE: the
                                     door must not be used. */
} dw_route_weights;

/* All factors DW_ROUTE_FACTOR_ONE, nothing added. */
void dw_route_weights_reset(dw_route_weights *weights);

/* What the floors of the map make of lengths; NULL: they slow nobody. Lives as long as the mesh. */
const dw_route_weights *dw_nav_floor_weights(const dw_nav *nav);

/* Limits a query to the cheapest chain of rooms and doors between its ends: fills in `corridor` and
 * points `query->corridor` at it. The search after that finds the shortest path in there. Where no
 * chain leads to the target, only doors that must not be used are shut. Leaves the query as it is,
 * so that the search is the plain one, without weights (NULL), with weights that change nothing, or
 * when it stays inside of one room already. Bodies (`extra`) do not count.
 * Cost: nothing without weights; else a search inside of a room for each door of the rooms at both
 * ends, in `search`, which must not be under way, and the square of the number of doors. */
void dw_nav_choose_rooms(const dw_nav *nav, dw_nav_search *search, const dw_route_weights *weights,
                         dw_nav_query *query, dw_nav_corridor *corridor);

#endif
