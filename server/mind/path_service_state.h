/* path_service_state.h - the inside of a planning lane, for path_service.c and the test of its
 * fields. */
#ifndef DW_MIND_PATH_SERVICE_STATE_H
#define DW_MIND_PATH_SERVICE_STATE_H

#include "server/mind/path_service.h"

/* The fields of dw_nav_point and dw_nav_path (common/nav/nav.h). */
#define DW_NAV_POINT_FIELDS(X, A, M)                                                               \
    X(vec, position)                                                                               \
    X(u16, door)
typedef dw_nav_point dw_field_nav_point;
DW_FIELDS_AND(dw_nav_point, DW_NAV_POINT_FIELDS, 0);

#define DW_NAV_PATH_FIELDS(X, A, M)                                                                \
    X(u32, count)                                                                                  \
    A(nav_point, points, DW_NAV_PATH_POINTS_MAX, it->count)                                        \
    X(real, length)                                                                                \
    X(flag, cut)                                                                                   \
    X(flag, from_moved)                                                                            \
    X(flag, to_moved)
typedef dw_nav_path dw_field_nav_path;
DW_FIELDS_AND(dw_nav_path, DW_NAV_PATH_FIELDS, 0);

/* The question counts while its search goes on, the path from its end until it is taken. A search
 * is not listed: it follows from the question and from how many expansions are done. */
#define DW_PATH_SERVICE_FIELDS(X, A, M)                                                            \
    X(path_handle, handle)                                                                         \
    X(u32, done) /* Expansions of the request so far. */                                           \
    X(u8, state) /* dw_path_state of `handle`. */                                                  \
    A(path_question, question, 1, it->state == DW_PATH_PENDING)                                    \
    A(nav_path, path, 1, it->state == DW_PATH_FOUND || it->state == DW_PATH_UNREACHABLE)

/* Taken at creation, of this tick alone, or counted. */
typedef struct dw_path_tools {
    const dw_nav *nav;
    dw_search_pool *searches;
    uint32_t holder; /* The number of this lane there. */
    uint32_t budget; /* Expansions a tick. */
    uint32_t left;   /* Of this tick. */
    uint32_t delay;  /* Ticks since the question. */
    dw_path_stats stats;
} dw_path_tools;

struct dw_path_service {
    dw_path_tools tools;
    DW_FIELDS_MEMBERS(DW_PATH_SERVICE_FIELDS)
};
DW_FIELDS_AND(dw_path_service, DW_PATH_SERVICE_FIELDS, sizeof(dw_path_tools));

#endif
