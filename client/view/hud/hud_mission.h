/* hud_mission.h - what the HUD shows of a mission: the list of its parts, the card of the briefing,
 * what is said, and how far the person is who holds the use key. Owns nothing. */
#ifndef DW_VIEW_HUD_MISSION_H
#define DW_VIEW_HUD_MISSION_H

#include "client/view/hud/hud_view.h"

/* In a heist it draws nothing but the ring while a lock is picked. */
void dw_hud_draw_mission(const dw_pen *pen, const dw_hud_view *view);

/* The card of the briefing beside that of the lobby: how wide it is, before scaling; 0 without a
 * mission. */
float dw_hud_briefing_width(const dw_hud_view *view);

#endif
