#include "client/view/tools/panel.h"

#include "client/view/tools/palette.h"

void dw_panel_draw(dw_canvas *canvas, dw_box box, float radius, float alpha)
{
    dw_canvas_shadow(canvas, dw_box_moved(box, 0.0F, 4.0F), radius, 12.0F,
                     dw_colour_fade(0x90000000, alpha));
    dw_canvas_round_rect(canvas, box, radius, dw_colour_fade(dw_palette(DW_TINT_PANEL), alpha));
    dw_canvas_round_frame(canvas, dw_box_grown(box, -0.5F), radius, 1.0F,
                          dw_colour_fade(dw_palette(DW_TINT_PANEL_EDGE), alpha));
}

enum { HEADING_BYTES = 64 };

static dw_text_style heading_style(float size, dw_colour colour)
{
    return (dw_text_style){DW_FACE_BOLD, (int)size, colour, size * 0.18F};
}

static void capitalise(char out[HEADING_BYTES], const char *words)
{
    size_t n = 0;
    for (; words[n] != '\0' && n + 1 < HEADING_BYTES; n++) {
        const char c = words[n];
        out[n] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    out[n] = '\0';
}

float dw_panel_heading(dw_canvas *canvas, dw_text_kit *text, float x, float y, dw_align align,
                       float size, dw_colour colour, const char *words)
{
    const dw_text_style style = heading_style(size, colour);
    char capitals[HEADING_BYTES];
    capitalise(capitals, words);
    return dw_text_draw(text, canvas, x, y, align, &style, capitals);
}

float dw_panel_heading_width(dw_text_kit *text, float size, const char *words)
{
    const dw_text_style style = heading_style(size, dw_palette(DW_TINT_TEXT));
    char capitals[HEADING_BYTES];
    capitalise(capitals, words);
    return dw_text_width(text, &style, capitals);
}

void dw_panel_button(dw_canvas *canvas, dw_text_kit *text, dw_box box, float ui, dw_look look,
                     const char *label)
{
    const dw_colour accent = dw_palette(DW_TINT_ACCENT);
    const float radius = 8.0F * ui;
    const bool chosen = look == DW_LOOK_CHOSEN;
    if (look != DW_LOOK_PLAIN) {
        dw_canvas_shadow(canvas, box, radius, 12.0F * ui,
                         dw_colour_fade(accent, chosen ? 0.35F : 0.16F));
    }
    dw_canvas_round_rect(canvas, box, radius, chosen ? accent : 0xf0121d33);
    dw_canvas_round_frame(canvas, dw_box_grown(box, -0.5F), radius, 1.2F * ui,
                          look == DW_LOOK_PLAIN ? dw_palette(DW_TINT_PANEL_EDGE) : accent);
    const dw_text_style style = {DW_FACE_BOLD, (int)(15.0F * ui),
                                 chosen ? 0xff1c1204 : dw_palette(DW_TINT_TEXT), 0.6F * ui};
    const float high = dw_text_height(text, &style);
    (void)dw_text_draw(text, canvas, (box.x0 + box.x1) * 0.5F, (box.y0 + box.y1 - high) * 0.5F,
                       DW_ALIGN_CENTRE, &style, label);
}

void dw_panel_field(dw_canvas *canvas, dw_text_kit *text, dw_box box, float ui, dw_look look,
                    const char *label, const char *value, const char *hint, bool caret)
{
    const float radius = 6.0F * ui;
    dw_canvas_round_rect(canvas, box, radius, 0xf0070c18);
    dw_canvas_round_frame(canvas, dw_box_grown(box, -0.5F), radius, 1.2F * ui,
                          look == DW_LOOK_CHOSEN    ? dw_palette(DW_TINT_ACCENT)
                          : look == DW_LOOK_HOVERED ? dw_palette(DW_TINT_TEXT_FAINT)
                                                    : dw_palette(DW_TINT_PANEL_EDGE));
    const dw_text_style small = {DW_FACE_BOLD, (int)(10.0F * ui), dw_palette(DW_TINT_TEXT_FAINT),
                                 1.4F * ui};
    (void)dw_text_draw(text, canvas, box.x0 + 2.0F * ui, box.y0 - 17.0F * ui, DW_ALIGN_LEFT, &small,
                       label);
    const bool empty = value[0] == '\0';
    const dw_text_style style = {DW_FACE_REGULAR, (int)(15.0F * ui),
                                 dw_palette(empty ? DW_TINT_TEXT_FAINT : DW_TINT_TEXT), 0.0F};
    const float inset = 12.0F * ui;
    const float room = box.x1 - box.x0 - 2.0F * inset - 3.0F * ui;
    const float y = (box.y0 + box.y1 - dw_text_height(text, &style)) * 0.5F;
    /* A long text shows its end, where one types. */
    const char *shown = empty ? hint : value;
    while (!empty && dw_text_width(text, &style, shown) > room) {
        size_t length = 0;
        (void)dw_text_next(shown, &length);
        shown += length;
    }
    const float wide = dw_text_draw(text, canvas, box.x0 + inset, y, DW_ALIGN_LEFT, &style, shown);
    if (caret) {
        const float x = box.x0 + inset + (empty ? 0.0F : wide + 2.0F * ui);
        dw_canvas_rect(canvas, (dw_box){x, box.y0 + 9.0F * ui, x + 2.0F * ui, box.y1 - 9.0F * ui},
                       dw_palette(DW_TINT_ACCENT));
    }
}

float dw_panel_key(dw_canvas *canvas, dw_text_kit *text, float x, float y, float ui,
                   const char *key, const char *what)
{
    const dw_text_style cap = {DW_FACE_BOLD, (int)(11.0F * ui), dw_palette(DW_TINT_TEXT), 0.0F};
    const dw_text_style words = {DW_FACE_REGULAR, (int)(12.0F * ui), dw_palette(DW_TINT_TEXT_SOFT),
                                 0.0F};
    const float high = 20.0F * ui;
    float wide = dw_text_width(text, &cap, key) + 12.0F * ui;
    wide = wide < high ? high : wide;
    const dw_box box = dw_box_at(x, y, wide, high);
    dw_canvas_round_rect(canvas, dw_box_moved(box, 0.0F, 2.0F * ui), 4.0F * ui, 0xff04070e);
    dw_canvas_round_rect(canvas, box, 4.0F * ui, 0xff1d2b46);
    dw_canvas_round_frame(canvas, dw_box_grown(box, -0.5F), 4.0F * ui, 1.0F,
                          dw_palette(DW_TINT_INK_PALE));
    (void)dw_text_draw(text, canvas, x + wide * 0.5F,
                       y + (high - dw_text_height(text, &cap)) * 0.5F, DW_ALIGN_CENTRE, &cap, key);
    const float after =
        dw_text_draw(text, canvas, x + wide + 7.0F * ui,
                     y + (high - dw_text_height(text, &words)) * 0.5F, DW_ALIGN_LEFT, &words, what);
    return wide + 7.0F * ui + after;
}
