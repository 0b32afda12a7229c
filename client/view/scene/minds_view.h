/* minds_view.h - what the drawings of the guards' minds share: the view that they draw from, and
 * how a guard is marked by its number and colour. Owns nothing. */
#ifndef DW_VIEW_MINDS_VIEW_H
#define DW_VIEW_MINDS_VIEW_H

#include "client/core/client.h"
#include "client/view/model/intruder_name.h"
#include "client/view/model/overlay.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

typedef struct dw_minds_view {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_minds *minds;
    const dw_overlay *overlay;
    const dw_drawn_world *world;
    const dw_round *round;            /* For names; may be NULL, */
    const dw_client_mission *mission; /* and likewise. */
    const dw_camera *camera;
    double seconds;
    uint32_t history_skip; /* Newest decisions of the followed guard that are scrolled past. */
    uint8_t followed_id;   /* Body, 0 = none. */
} dw_minds_view;

/* A round plate with the guard's number. */
void dw_draw_guard_number(const dw_pen *pen, float x, float y, float radius, uint8_t body,
                          float alpha);

static inline dw_intruder_names dw_minds_view_names(const dw_minds_view *view)
{
    return (dw_intruder_names){view->map, view->round, view->mission};
}

/* The guard that is followed; NULL when no guard is. */
const dw_drawn_body *dw_minds_view_followed(const dw_minds_view *view);

uint32_t dw_minds_view_guards(const dw_minds_view *view); /* How many are drawn. */

/* The guard's mind at the drawn tick; NULL when it is unknown. */
const dw_mind_view *dw_minds_view_mind(const dw_minds_view *view, uint8_t body);

/* The next guard whose mind is known, and its mind, from the body of index `*at` on, which moves
 * behind it. NULL when there are no more. */
const dw_mind_view *dw_minds_view_next(const dw_minds_view *view, uint32_t *at,
                                       const dw_drawn_body **guard);
/* Likewise, but while a guard is followed that one alone. */
const dw_mind_view *dw_minds_view_next_watched(const dw_minds_view *view, uint32_t *at,
                                               const dw_drawn_body **guard);

#endif
