/* draw_minds.h - the guards' minds, drawn into the house: paths, believed positions, lines of sight
 * and meters, goals, radio, search and sectors, as the spectator has switched them on. A followed
 * guard is drawn in full; then the others show only faint paths and goals.
 * Knows only what the server sent (client/core/minds.h).
 * Cost: a few hundred small shapes a frame. No allocation. */
#ifndef DW_VIEW_DRAW_MINDS_H
#define DW_VIEW_DRAW_MINDS_H

#include "client/view/scene/minds_view.h"

/* Below the bodies: rooms, furniture, paths, believed positions. */
void dw_draw_minds_below(const dw_pen *pen, const dw_minds_view *view);

/* Above the bodies: lines of sight, meters, goals, radio messages. */
void dw_draw_minds_above(const dw_pen *pen, const dw_minds_view *view);

#endif
