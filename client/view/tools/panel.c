#include "client/view/tools/panel.h"

#include "client/view/tools/palette.h"

void dw_panel_draw(dw_canvas *canvas, dw_box box, float radius, float alpha)
{
    dw_canvas_shadow(canvas, dw_box_moved(box, 0.0F, 4.0F), radius, 12.0F,
                     dw_colour_fade(dw_palette(DW_TINT_PANEL_SHADOW), alpha));
    dw_canvas_round_rect(canvas, box, radius, dw_colour_fade(dw_palette(DW_TINT_PANEL), alpha));
    dw_canvas_round_frame(canvas, dw_box_grown(box, -0.5F), radius, 1.0F,
                          dw_colour_fade(dw_palette(DW_TINT_PANEL_EDGE), alpha));
}

enum { HEADING_BYTES = 64 };

static dw_text_style heading_style(const dw_pen *pen, float size, dw_colour colour)
{
    const float scaled = size * pen->ui;
    return (dw_text_style){DW_FACE_BOLD, (int)scaled, colour, scaled * 0.18F};
}

float dw_panel_heading(const dw_pen *pen, float x, float y, dw_heading heading, const char *words)
{
    const dw_text_style style = heading_style(pen, heading.size, heading.colour);
    char capitals[HEADING_BYTES];
    dw_text_capitals(words, capitals, sizeof capitals);
    return dw_text_draw(pen, x, y, heading.align, &style, capitals);
}

float dw_panel_heading_width(const dw_pen *pen, float size, const char *words)
{
    const dw_text_style style = heading_style(pen, size, dw_palette(DW_TINT_TEXT));
    char capitals[HEADING_BYTES];
    dw_text_capitals(words, capitals, sizeof capitals);
    return dw_text_width(pen->text, &style, capitals);
}

void dw_panel_button(const dw_pen *pen, dw_box box, dw_look look, const char *label)
{
    const float ui = pen->ui;
    const dw_colour accent = dw_palette(DW_TINT_ACCENT);
    const float radius = 8.0F * ui;
    const bool chosen = look == DW_LOOK_CHOSEN;
    if (look != DW_LOOK_PLAIN) {
        dw_canvas_shadow(pen->canvas, box, radius, 12.0F * ui,
                         dw_colour_fade(accent, chosen ? 0.35F : 0.16F));
    }
    dw_canvas_round_rect(pen->canvas, box, radius, chosen ? accent : dw_palette(DW_TINT_BUTTON));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), radius, 1.2F * ui,
                          look == DW_LOOK_PLAIN ? dw_palette(DW_TINT_PANEL_EDGE) : accent);
    const dw_text_style style = {DW_FACE_BOLD, (int)(15.0F * ui),
                                 dw_palette(chosen ? DW_TINT_ON_ACCENT : DW_TINT_TEXT), 0.6F * ui};
    const float high = dw_text_height(pen->text, &style);
    (void)dw_text_draw(pen, (box.x0 + box.x1) * 0.5F, (box.y0 + box.y1 - high) * 0.5F,
                       DW_ALIGN_CENTRE, &style, label);
}

void dw_panel_field(const dw_pen *pen, dw_box box, const dw_panel_entry *entry)
{
    const float ui = pen->ui;
    const float radius = 6.0F * ui;
    dw_canvas_round_rect(pen->canvas, box, radius, dw_palette(DW_TINT_FIELD));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), radius, 1.2F * ui,
                          dw_palette(entry->look == DW_LOOK_CHOSEN    ? DW_TINT_ACCENT
                                     : entry->look == DW_LOOK_HOVERED ? DW_TINT_TEXT_FAINT
                                                                      : DW_TINT_PANEL_EDGE));
    const dw_text_style small = {DW_FACE_BOLD, (int)(10.0F * ui), dw_palette(DW_TINT_TEXT_FAINT),
                                 1.4F * ui};
    (void)dw_text_draw(pen, box.x0 + 2.0F * ui, box.y0 - 17.0F * ui, DW_ALIGN_LEFT, &small,
                       entry->label);
    const bool empty = entry->value[0] == '\0';
    const dw_text_style style = dw_pen_plain(pen, 15.0F, empty ? DW_TINT_TEXT_FAINT : DW_TINT_TEXT);
    const float inset = 12.0F * ui;
    const float room = box.x1 - box.x0 - 2.0F * inset - 3.0F * ui;
    const float y = (box.y0 + box.y1 - dw_text_height(pen->text, &style)) * 0.5F;
    /* A long text shows its end, where typing continues. */
    const char *shown = empty ? entry->hint : entry->value;
    while (!empty && dw_text_width(pen->text, &style, shown) > room) {
        size_t length = 0;
        (void)dw_text_next(shown, &length);
        shown += length;
    }
    const float wide = dw_text_draw(pen, box.x0 + inset, y, DW_ALIGN_LEFT, &style, shown);
    if (entry->caret) {
        const float x = box.x0 + inset + (empty ? 0.0F : wide + 2.0F * ui);
        dw_canvas_rect(pen->canvas,
                       (dw_box){x, box.y0 + 9.0F * ui, x + 2.0F * ui, box.y1 - 9.0F * ui},
                       dw_palette(DW_TINT_ACCENT));
    }
}

float dw_panel_key(const dw_pen *pen, float x, float y, const char *key, const char *what)
{
    const float ui = pen->ui;
    const dw_text_style cap = dw_pen_bold(pen, 11.0F, DW_TINT_TEXT);
    const dw_text_style words = dw_pen_plain(pen, 12.0F, DW_TINT_TEXT_SOFT);
    const float high = 20.0F * ui;
    float wide = dw_text_width(pen->text, &cap, key) + 12.0F * ui;
    wide = wide < high ? high : wide;
    const dw_box box = dw_box_at(x, y, wide, high);
    dw_canvas_round_rect(pen->canvas, dw_box_moved(box, 0.0F, 2.0F * ui), 4.0F * ui,
                         dw_palette(DW_TINT_DIM));
    dw_canvas_round_rect(pen->canvas, box, 4.0F * ui, dw_palette(DW_TINT_KEY));
    dw_canvas_round_frame(pen->canvas, dw_box_grown(box, -0.5F), 4.0F * ui, 1.0F,
                          dw_palette(DW_TINT_INK_PALE));
    (void)dw_text_draw(pen, x + wide * 0.5F, y + (high - dw_text_height(pen->text, &cap)) * 0.5F,
                       DW_ALIGN_CENTRE, &cap, key);
    const float after = dw_text_draw(pen, x + wide + 7.0F * ui,
                                     y + (high - dw_text_height(pen->text, &words)) * 0.5F,
                                     DW_ALIGN_LEFT, &words, what);
    return wide + 7.0F * ui + after;
}
