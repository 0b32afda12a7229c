/* hud_mission.h - what the HUD shows of a mission: the list of its parts, the card of the briefing,
 * its lines, and the progress while the person holds the use key. Owns nothing. */
#ifndef DW_VIEW_HUD_MISSION_H
#define DW_VIEW_HUD_MISSION_H

#include "client/view/hud/hud_view.h"

/* In a heist it draws nothing but the ring while a lock is picked. */
void dw_hud_draw_mission(const dw_pen *pen, const dw_hud_view *view);

/* The width of the briefing beside the card of the lobby, before scaling; 0 without a mission. */
float dw_hud_briefing_width(const dw_hud_view *view);

#endif
