#include "client/view/scene/draw_bubble.h"

#include "client/view/tools/palette.h"

#include <math.h>

static float scale_of(const dw_pen *pen, const dw_bubble_look *look)
{
    return pen->ui * (0.6F + 0.4F * fminf((float)look->age_s * 9.0F, 1.0F));
}

static dw_text_style style_of(const dw_pen *pen, const dw_bubble_look *look)
{
    return dw_pen_style(pen, DW_FACE_BOLD, 15.0F,
                        dw_colour_fade(dw_palette(DW_TINT_ON_PAPER), look->strength));
}

dw_box dw_bubble_box(const dw_pen *pen, const dw_bubble_look *look)
{
    const float ui = scale_of(pen, look);
    const dw_text_style style = style_of(pen, look);
    const float wide = dw_text_width(pen->text, &style, look->words) + 18.0F * ui;
    const float high = dw_text_height(pen->text, &style) + 8.0F * ui;
    const float most = (float)pen->canvas->width - wide - 2.0F;
    return dw_box_at(fmaxf(fminf(look->x - wide * 0.5F, most), 2.0F),
                     fmaxf(look->y - look->lift - 12.0F * ui - high, 2.0F), wide, high);
}

void dw_draw_bubble(const dw_pen *pen, const dw_bubble_look *look)
{
    const float ui = scale_of(pen, look);
    const dw_text_style style = style_of(pen, look);
    const dw_box box = dw_bubble_box(pen, look);
    const dw_colour paper = dw_colour_fade(look->paper, look->strength);
    dw_canvas_shadow(pen->canvas, dw_box_moved(box, 0.0F, 3.0F), 9.0F * ui, 8.0F * ui,
                     dw_colour_fade(dw_palette_shadow(0xa0), look->strength));
    const float tail[6] = {look->x - 6.0F * ui, box.y1 - 1.0F, look->x + 6.0F * ui,
                           box.y1 - 1.0F,       look->x,       look->y};
    dw_canvas_convex(pen->canvas, tail, 3, paper);
    dw_canvas_round_rect(pen->canvas, box, 9.0F * ui, paper);
    (void)dw_text_draw(pen, (box.x0 + box.x1) * 0.5F, box.y0 + 4.0F * ui, DW_ALIGN_CENTRE, &style,
                       look->words);
}
