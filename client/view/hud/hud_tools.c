#include "client/view/hud/hud_tools.h"

#include "client/view/scene/draw_tools.h"
#include "client/view/tools/palette.h"
#include "client/view/tools/panel.h"

#include <stdio.h>

/* One tool and how many of it are left; the chosen one stands on a plate. */
static void draw_one(const dw_pen *pen, dw_box cell, dw_tool tool, uint8_t left, bool chosen)
{
    const float ui = pen->ui;
    if (chosen) {
        dw_canvas_round_frame(pen->canvas, cell, 10.0F * ui, 1.4F * ui, dw_palette(DW_TINT_ACCENT));
    }
    const float cy = (cell.y0 + cell.y1) * 0.5F;
    dw_draw_tool(pen->canvas, tool, cell.x0 + 16.0F * ui, cy, 20.0F * ui, left > 0 ? 1.0F : 0.3F);
    char count[8];
    (void)snprintf(count, sizeof count, "%u", left);
    const dw_text_style style =
        dw_pen_bold(pen, 13.0F, left > 0 ? DW_TINT_TEXT : DW_TINT_TEXT_FAINT);
    (void)dw_text_draw(pen, cell.x0 + 32.0F * ui, cy - dw_text_height(pen->text, &style) * 0.5F,
                       DW_ALIGN_LEFT, &style, count);
}

void dw_hud_draw_tools(const dw_pen *pen, const dw_hud_view *view)
{
    if (view->tool == DW_TOOL_NONE) {
        return;
    }
    const float ui = pen->ui;
    const float bottom = (float)pen->canvas->height - 14.0F * ui;
    const float left = (float)pen->canvas->width * 0.5F + 125.0F * ui; /* Right of the gaits. */
    const float wide = 52.0F * ui;
    const dw_box box = {left, bottom - 30.0F * ui, left + 2.0F * wide + 8.0F * ui, bottom};
    dw_panel_draw(pen->canvas, box, 15.0F * ui, 0.88F);
    const dw_box coin = dw_box_at(box.x0 + 4.0F * ui, box.y0 + 4.0F * ui, wide, 22.0F * ui);
    draw_one(pen, coin, DW_TOOL_COIN, view->world->own_coins, view->tool == DW_TOOL_COIN);
    draw_one(pen, dw_box_moved(coin, wide, 0.0F), DW_TOOL_BAIT, view->world->own_baits,
             view->tool == DW_TOOL_BAIT);
}
