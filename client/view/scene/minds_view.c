#include "client/view/scene/minds_view.h"

#include "client/view/tools/palette.h"
#include "common/base/check.h"

#include <stdio.h>

dw_colour dw_guard_colour(uint8_t body)
{
    /* Six that stay apart, in the order of the numbers; then again. */
    static const dw_colour colours[] = {0xff6fc3ff, 0xffffb454, 0xffb9ef6c,
                                        0xffe59bff, 0xff5fe6d3, 0xffff8f8f};
    return colours[(body + DW_COUNT_OF(colours) - 1) % DW_COUNT_OF(colours)];
}

void dw_draw_guard_number(dw_canvas *canvas, dw_text_kit *text, float x, float y, float radius,
                          uint8_t body, float alpha)
{
    char number[8];
    (void)snprintf(number, sizeof number, "%u", body);
    dw_canvas_disc(canvas, x, y, radius + 1.5F, dw_colour_fade(0xe0050810, alpha));
    dw_canvas_disc(canvas, x, y, radius, dw_colour_fade(dw_guard_colour(body), alpha));
    const dw_text_style style = {DW_FACE_BOLD, (int)(radius * 1.45F),
                                 dw_colour_fade(0xff0a0d16, alpha), 0.0F};
    (void)dw_text_draw(text, canvas, x, y - dw_text_height(text, &style) * 0.5F, DW_ALIGN_CENTRE,
                       &style, number);
}

const dw_mind_view *dw_minds_view_mind(const dw_minds_view *view, uint8_t body)
{
    return view->minds != NULL ? dw_minds_at(view->minds, body, view->world->tick) : NULL;
}
