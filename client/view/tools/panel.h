/* panel.h - the furniture of the interface: panels, buttons, key caps, fields, headings. Each is
 * drawn from its box; what happens on a click is the caller's. */
#ifndef DW_VIEW_PANEL_H
#define DW_VIEW_PANEL_H

#include "client/view/tools/text.h"

typedef enum dw_look { DW_LOOK_PLAIN, DW_LOOK_HOVERED, DW_LOOK_CHOSEN } dw_look;

void dw_panel_draw(dw_canvas *canvas, dw_box box, float radius, float alpha);

void dw_panel_button(dw_canvas *canvas, dw_text_kit *text, dw_box box, float ui, dw_look look,
                     const char *label);

/* A field with its label above; `caret` shows where typing goes on. */
void dw_panel_field(dw_canvas *canvas, dw_text_kit *text, dw_box box, float ui, dw_look look,
                    const char *label, const char *value, const char *hint, bool caret);

/* A key as on a keyboard with what it does beside it; gives back the width of both. */
float dw_panel_key(dw_canvas *canvas, dw_text_kit *text, float x, float y, float ui,
                   const char *key, const char *what);

/* Letterspaced capitals, the voice of Duskwatch. `y` is the top of the line. */
float dw_panel_heading(dw_canvas *canvas, dw_text_kit *text, float x, float y, dw_align align,
                       float size, dw_colour colour, const char *words);
float dw_panel_heading_width(dw_text_kit *text, float size, const char *words);

static inline bool dw_box_holds(dw_box box, float x, float y)
{
    return x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
}

#endif
