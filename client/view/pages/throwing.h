/* throwing.h - from the aim of a person to the throw of an intent, and to the arc that is drawn.
 * Both come from one computation, so that what the arc shows is what will be thrown.
 * Owns nothing. */
#ifndef DW_VIEW_THROWING_H
#define DW_VIEW_THROWING_H

#include "client/view/model/aim.h"
#include "client/view/scene/draw_tools.h"

typedef struct dw_throwing {
    const dw_aim *aim;
    const dw_ruleset *rules;
    const dw_drawn_world *world; /* With the own body. */
    const dw_camera *camera;     /* Under which the mouse points. */
    const dw_flights *flights;
} dw_throwing;

/* Why the server would refuse a throw of the chosen tool now, for a person; NULL: it would not. */
const char *dw_throwing_refusal(const dw_throwing *from, double now);

/* `intent` with the throw that is aimed. */
dw_intent dw_throwing_intent(const dw_throwing *from, dw_intent intent);

/* False while the person does not aim. */
bool dw_throwing_line(const dw_throwing *from, const dw_map *map, dw_aim_line *line);

#endif
