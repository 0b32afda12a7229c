/* path_service.h - the planning of one guard: requests in, exactly one answer each, a bounded piece
 * of search a tick. Owns: the search in progress. Each guard has its own lane: a lane lends its
 * unused budget to no other. The scratch that lanes share (search_pool.h) changes neither an answer
 * nor its tick, so that one guard's search tells another nothing (server/RULES.md 3.20). The budget
 * counts expansions, never time, which keeps replays equal. All memory is taken at creation. */
#ifndef DW_MIND_PATH_SERVICE_H
#define DW_MIND_PATH_SERVICE_H

#include "common/nav/search_pool.h"
#include "common/world/world_fields.h"

typedef struct dw_path_service dw_path_service;
typedef dw_path_service *dw_field_path_lane;

/* A request: the guard and its sequence number; 0 = none. */
#define DW_PATH_HANDLE_FIELDS(X, A, M)                                                             \
    X(u16, guard)                                                                                  \
    X(u32, sequence)

typedef struct dw_path_handle {
    DW_FIELDS_MEMBERS(DW_PATH_HANDLE_FIELDS)
} dw_path_handle;
typedef dw_path_handle dw_field_path_handle;

typedef enum dw_path_state {
    DW_PATH_NONE,    /* No such request: never asked, replaced, cancelled, or answered before. */
    DW_PATH_PENDING, /* Goes on in the next tick. */
    DW_PATH_FOUND,
    DW_PATH_UNREACHABLE /* There is no path; the answer leads as near as one can get. */
} dw_path_state;

/* Of common/nav/nav.h. */
#define DW_NAV_CORRIDOR_FIELDS(X, A, M)                                                            \
    A(u64, rooms, DW_ROOMS_MAX / 64, DW_ROOMS_MAX / 64)                                            \
    X(door_set, doors)
typedef dw_nav_corridor dw_field_nav_corridor;
DW_FIELDS_AND(dw_nav_corridor, DW_NAV_CORRIDOR_FIELDS, 0);

/* `corridor` is the service's to fill in. */
#define DW_PATH_QUESTION_FIELDS(X, A, M)                                                           \
    X(vec, from)                                                                                   \
    X(vec, to)                                                                                     \
    X(door_set, excluded) /* Doors that must not be walked through. */                             \
    X(u32, extra_count)   /* Bodies in the way; the eight nearest to `from` count. */              \
    A(rect, extra, DW_NAV_EXTRA_MAX, it->extra_count)                                              \
    X(u16, room)     /* Stay inside, or DW_NONE. */                                                \
    X(flag, limited) /* By what rooms and doors cost. */                                           \
    A(nav_corridor, corridor, 1, it->limited)

typedef struct dw_path_question {
    DW_FIELDS_MEMBERS(DW_PATH_QUESTION_FIELDS)
} dw_path_question;
typedef dw_path_question dw_field_path_question;

/* Since creation. */
typedef struct dw_path_stats {
    uint64_t asked, found, unreachable, replaced, cancelled;
    uint64_t straight; /* Answered by the swept test, without a search. */
    uint64_t expansions;
    uint64_t repeated;       /* Expansions made again since the scratch had been given away. */
    uint32_t expansions_max; /* Of one request. */
    uint32_t delay_max;      /* Ticks from the question to its answer. */
    uint64_t delay;          /* The same, summed up. */
    uint64_t replans;        /* Requests to the goal of the request before. */
} dw_path_stats;

/* `expansions_per_tick` at least 1; `searches`: the match's, or NULL for one of its own. DW_MEMORY
 * when the arena is full. */
DW_MUST_USE dw_status dw_path_service_create(dw_path_service **out, dw_arena *arena,
                                             const dw_nav *nav, dw_search_pool *searches,
                                             uint16_t guard, uint32_t expansions_per_tick);

/* Forgets everything but the memory: a new round. */
void dw_path_service_reset(dw_path_service *service);

/* A new request; the one before it, if it is not answered yet, never will be. The question is
 * copied. The path is the shortest through the rooms that are cheapest by `weights` as they are
 * now; NULL: the shortest of all. Bodies that block these rooms make it UNREACHABLE. What this
 * tick's budget allows is done at once; the choice of rooms comes on top of it. */
dw_path_handle dw_path_service_ask(dw_path_service *service, const dw_path_question *question,
                                   const dw_route_weights *weights);

void dw_path_service_cancel(dw_path_service *service);

/* Once a tick, before the guard thinks: the tick's budget for the request that is under way. */
void dw_path_service_update(dw_path_service *service);

/* The state of a request. FOUND and UNREACHABLE are told once, with the path in `path`. */
dw_path_state dw_path_service_take(dw_path_service *service, dw_path_handle handle,
                                   dw_nav_path *path);

DW_FIELDS_INLINE(path_handle, DW_PATH_HANDLE_FIELDS);
void dw_digest_path_lane(dw_digest *digest, dw_path_service *const *service);
void dw_save_path_lane(dw_state_writer *writer, dw_path_service *const *service);
void dw_load_path_lane(dw_state_reader *reader, dw_path_service **service);
const dw_path_stats *dw_path_service_get_stats(const dw_path_service *service);

#endif
