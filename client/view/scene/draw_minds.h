/* draw_minds.h - what goes on in the guards, drawn into the house: ways, believed places, lines of
 * sight and meters, goals, radio, search and sectors, as far as the spectator has switched them on.
 * What is drawn of whoever is followed is drawn in full; of the others then only their ways and
 * goals, and faintly. Knows nothing but what the server told (client/core/minds.h).
 * Cost: some hundred small shapes a frame. No allocation. */
#ifndef DW_VIEW_DRAW_MINDS_H
#define DW_VIEW_DRAW_MINDS_H

#include "client/view/scene/minds_view.h"

/* Under the bodies: rooms, furniture, ways, believed places. */
void dw_draw_minds_below(const dw_pen *pen, const dw_minds_view *view);

/* Over them: lines to whom they see, goals, words on their way. */
void dw_draw_minds_above(const dw_pen *pen, const dw_minds_view *view);

#endif
