/* hud_mission_result.h - what a mission adds to the card of the result: parts, sightings, reports,
 * and points of the team and of each player. Owns nothing. */
#ifndef DW_VIEW_HUD_MISSION_RESULT_H
#define DW_VIEW_HUD_MISSION_RESULT_H

#include "client/view/hud/hud_view.h"
#include "client/view/model/hud_text.h"

/* The result of the round that is shown; NULL in a heist, and before the first result. */
const dw_mission_result *dw_hud_mission_result(const dw_hud_view *view);

/* Two lines, centred at `cx`, from `y` on; how high they are before scaling, or 0. */
void dw_hud_draw_mission_result(const dw_pen *pen, const dw_hud_view *view, float cx, float y);
float dw_hud_mission_result_height(const dw_hud_view *view);

/* Adds the player's points to what the card says of it. */
void dw_hud_add_points(char text[DW_HUD_TEXT], const dw_hud_view *view, uint8_t slot);

#endif
