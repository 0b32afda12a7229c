#include "client/view/hud/hud_mission_result.h"

#include "client/view/model/mission_text.h"
#include "client/view/texts/say.h"

#include <stdio.h>
#include <string.h>

#define HEIGHT 50.0F

const dw_mission_result *dw_hud_mission_result(const dw_hud_view *view)
{
    const dw_client_mission *mission = view->mission;
    return mission != NULL && mission->result.round == view->round->round ? &mission->result : NULL;
}

float dw_hud_mission_result_height(const dw_hud_view *view)
{
    return dw_hud_mission_result(view) != NULL ? HEIGHT : 0.0F;
}

void dw_hud_draw_mission_result(const dw_pen *pen, const dw_hud_view *view, float cx, float y)
{
    const dw_mission_result *result = dw_hud_mission_result(view);
    if (result == NULL) {
        return;
    }
    char line[DW_HUD_TEXT];
    const dw_text_style points = dw_pen_bold(pen, 18.0F, DW_TINT_ACCENT);
    const dw_text_style toll = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    dw_say_into(line, sizeof line, DW_SAY_MISSION_POINTS, DW_N(result->points));
    (void)dw_text_draw(pen, cx, y, DW_ALIGN_CENTRE, &points, line);
    dw_mission_toll(line, result);
    (void)dw_text_draw(pen, cx, y + 26.0F * pen->ui, DW_ALIGN_CENTRE, &toll, line);
}

void dw_hud_add_points(char text[DW_HUD_TEXT], const dw_hud_view *view, uint8_t slot)
{
    const dw_mission_result *result = dw_hud_mission_result(view);
    const dw_result_row *row = result != NULL ? dw_mission_result_of(result, slot) : NULL;
    if (row == NULL) {
        return;
    }
    char points[DW_HUD_TEXT];
    const size_t length = strlen(text);
    dw_say_into(points, sizeof points, DW_SAY_MISSION_POINTS, DW_N(row->points));
    (void)snprintf(text + length, DW_HUD_TEXT - length, "%s%s", length > 0 ? "   \xc2\xb7   " : "",
                   points);
}
