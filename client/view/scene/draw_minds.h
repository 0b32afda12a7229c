/* draw_minds.h - what goes on in the guards, drawn into the house: ways, believed places, lines of
 * sight and meters, goals, radio, search and sectors, as far as the spectator has switched them on.
 * What is drawn of whoever is followed is drawn in full; of the others then only their ways and
 * goals, and faintly. Knows nothing but what the server told (client/core/minds.h).
 * Cost: some hundred small shapes a frame. No allocation. */
#ifndef DW_VIEW_DRAW_MINDS_H
#define DW_VIEW_DRAW_MINDS_H

#include "client/core/client.h"
#include "client/view/hud/overlay.h"
#include "client/view/scene/camera.h"
#include "client/view/tools/text.h"

typedef struct dw_minds_view {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_minds *minds;
    const dw_overlay *overlay;
    const dw_drawn_world *world;
    const dw_round *round; /* For names; may be NULL. */
    const dw_camera *camera;
    double seconds;
    float ui;
    uint8_t followed_id; /* Body, 0 = none. */
} dw_minds_view;

/* Under the bodies: rooms, furniture, ways, believed places. */
void dw_draw_minds_below(dw_canvas *canvas, dw_text_kit *text, const dw_minds_view *view);

/* Over them: lines to whom they see, goals, words on their way. */
void dw_draw_minds_above(dw_canvas *canvas, dw_text_kit *text, const dw_minds_view *view);

/* Guards are told apart by these; the number that goes with it is the body's. */
dw_colour dw_guard_colour(uint8_t body);

/* A round plate with the guard's number. */
void dw_draw_guard_number(dw_canvas *canvas, dw_text_kit *text, float x, float y, float radius,
                          uint8_t body, float alpha);

/* His mind as of what is drawn; NULL when nothing is known of him. */
const dw_mind_view *dw_minds_view_mind(const dw_minds_view *view, uint8_t body);

#endif
