/* draw_bodies.h - guards and intruders as tokens that show at a glance which body it is, where it
 * looks, its mood and what it does.
 * What a guard looks like says its kind (draw_guards, draw_animals, draw_devices). Each is as large
 * as its body, shows the colour of its mood, a sign above when it is not calm, listens or sleeps,
 * and its detection meter around it. An intruder has a hood and the colour of its slot. It is small
 * when it crouches, leaves streaks when it sprints, and carries a glowing page with the objective.
 * A person that players lead has no hood, and a broken ring in a colour that no player has.
 * Cost: a few thousand pixels a body. */
#ifndef DW_VIEW_DRAW_BODIES_H
#define DW_VIEW_DRAW_BODIES_H

#include "client/core/client.h"
#include "client/view/scene/camera.h"
#include "client/view/scene/token.h"
#include "client/view/tools/text.h"

typedef struct dw_bodies_view {
    const dw_drawn_world *world;
    const dw_ruleset *rules;
    const dw_map *map;
    const dw_round *round;            /* For names; may be NULL. */
    const dw_client_mission *mission; /* Likewise, of persons. */
    const dw_camera *camera;
    double seconds;
    uint8_t followed_id; /* Body with a marker around it, 0 = none. */
    bool plain;          /* No meters round the guards. */
    bool crouch_held;    /* The own stance is drawn as it is asked for, without waiting. */
} dw_bodies_view;

void dw_draw_bodies(const dw_pen *pen, const dw_bodies_view *view);

/* An intruder on its own, also for the roster. */
void dw_draw_intruder_token(dw_canvas *canvas, const dw_token *token, dw_colour colour,
                            uint8_t flags);

#endif
