/* text.h - text on a canvas: fonts, a cache of glyphs, widths, cutting and wrapping.
 * Owns: the open fonts (SDL2_ttf; DejaVu, package fonts-dejavu-core) and the glyphs that were
 * drawn. Texts are UTF-8; an invalid byte is shown as a replacement character. Cost: a glyph is
 * rasterised once a face and size; the cache is emptied when it is full. */
#ifndef DW_VIEW_TEXT_H
#define DW_VIEW_TEXT_H

#include "client/view/tools/palette.h"

typedef struct dw_text_kit dw_text_kit;

typedef enum dw_face { DW_FACE_REGULAR, DW_FACE_BOLD, DW_FACE_COUNT } dw_face;

/* How a text looks. `spacing` is extra room between letters in pixels. */
typedef struct dw_text_style {
    dw_face face;
    int size; /* Pixels of the em, 6 .. 160. */
    dw_colour colour;
    float spacing;
} dw_text_style;

typedef enum dw_align { DW_ALIGN_LEFT, DW_ALIGN_CENTRE, DW_ALIGN_RIGHT } dw_align;

/* What HUD and pages draw with. */
typedef struct dw_pen {
    dw_canvas *canvas;
    dw_text_kit *text;
    float ui; /* Scale of the interface: 1 = as designed for 720 lines. */
} dw_pen;

/* A style whose size and spacing grow with the interface. */
static inline dw_text_style dw_pen_style(const dw_pen *pen, dw_face face, float size,
                                         dw_colour colour)
{
    return (dw_text_style){face, (int)(size * pen->ui), colour, 0.0F};
}

/* The two usual ones: in a colour of the palette, regular or bold. */
static inline dw_text_style dw_pen_plain(const dw_pen *pen, float size, dw_tint tint)
{
    return dw_pen_style(pen, DW_FACE_REGULAR, size, dw_palette(tint));
}

static inline dw_text_style dw_pen_bold(const dw_pen *pen, float size, dw_tint tint)
{
    return dw_pen_style(pen, DW_FACE_BOLD, size, dw_palette(tint));
}

/* The error names the font file and the package that holds it. */
DW_MUST_USE dw_status dw_text_create(dw_text_kit **out, dw_error *error);
void dw_text_destroy(dw_text_kit *kit);

/* Draws one line; `y` is the top of the line. Gives back its width. */
float dw_text_draw(const dw_pen *pen, float x, float y, dw_align align, const dw_text_style *style,
                   const char *text);

/* The same with a dark edge, for text over the map. */
float dw_text_draw_edged(const dw_pen *pen, float x, float y, dw_align align,
                         const dw_text_style *style, const char *text);

float dw_text_width(dw_text_kit *kit, const dw_text_style *style, const char *text);
float dw_text_height(dw_text_kit *kit, const dw_text_style *style); /* Line to line. */

/* Copies as much of `text` as fits into `width`, with an ellipsis when it was cut; never cuts
 * inside a character. `out_size` at least 8. */
void dw_text_cut(dw_text_kit *kit, const dw_text_style *style, const char *text, float width,
                 char *out, size_t out_size);

/* Where to break: the number of bytes of `text` that make the next line (at least one character),
 * at a space when there is one; spaces at the break belong to the line. */
size_t dw_text_break(dw_text_kit *kit, const dw_text_style *style, const char *text, float width);

/* Where a text of several lines stands, in pixels. */
typedef struct dw_text_block {
    float x, y;         /* `y` is the top of the first line. */
    float width;        /* The text is broken into lines of this width. */
    float step;         /* From one line to the next. */
    uint32_t lines_max; /* Lines beyond are left off; 0: all are drawn. */
} dw_text_block;

/* Into how many lines a text is broken. */
uint32_t dw_text_count_lines(dw_text_kit *kit, const dw_text_style *style, const char *text,
                             float width);

/* Draws the lines of a text. Returns how many it drew. */
uint32_t dw_text_draw_lines(const dw_pen *pen, dw_text_block block, dw_align align,
                            const dw_text_style *style, const char *text);

/* The text in capitals, of Latin letters with and without accents; what does not fit is left off.
 */
void dw_text_capitals(const char *text, char *out, size_t out_size);

/* Whether the font has that character. */
bool dw_text_has(dw_text_kit *kit, dw_face face, uint32_t code);

/* The next character of UTF-8, and how many bytes it takes; 0xfffd for an invalid one. The end of
 * the text gives 0 and length 0. */
uint32_t dw_text_next(const char *text, size_t *length);

#endif
