/* panel.h - the furniture of the interface: panels, buttons, key caps, fields, headings. Each is
 * drawn from its box. What happens on a click is the caller's business. */
#ifndef DW_VIEW_PANEL_H
#define DW_VIEW_PANEL_H

#include "client/view/tools/text.h"

typedef enum dw_look { DW_LOOK_PLAIN, DW_LOOK_HOVERED, DW_LOOK_CHOSEN } dw_look;

void dw_panel_draw(dw_canvas *canvas, dw_box box, float radius, float alpha);

void dw_panel_button(const dw_pen *pen, dw_box box, dw_look look, const char *label);

typedef struct dw_panel_entry {
    dw_look look;
    const char *label; /* Above the field. */
    const char *value;
    const char *hint; /* Shown while the value is empty. */
    bool caret;       /* Shows where typing continues. */
} dw_panel_entry;

/* A field to type in. */
void dw_panel_field(const dw_pen *pen, dw_box box, const dw_panel_entry *entry);

/* A key as on a keyboard, and beside it what it does. Returns the width of both. */
float dw_panel_key(const dw_pen *pen, float x, float y, const char *key, const char *what);

typedef struct dw_heading {
    float size; /* Before scaling. */
    dw_colour colour;
    dw_align align;
} dw_heading;

/* Letterspaced capitals. `y` is the top of the line. Returns the width. */
float dw_panel_heading(const dw_pen *pen, float x, float y, dw_heading heading, const char *words);
float dw_panel_heading_width(const dw_pen *pen, float size, const char *words);

static inline bool dw_box_holds(dw_box box, float x, float y)
{
    return x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
}

#endif
