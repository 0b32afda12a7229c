/* hud_captions.h - sounds as lines at the right side of the screen. */
#ifndef DW_VIEW_HUD_CAPTIONS_H
#define DW_VIEW_HUD_CAPTIONS_H

#include "client/view/hud/hud_view.h"

/* Nothing without captions. The newest line is the lowest. */
void dw_hud_draw_captions(const dw_pen *pen, const dw_hud_view *view);

#endif
