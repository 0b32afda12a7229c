/* list_rows.h - a list of rows in columns, as the pages of servers and of replays show it: which
 * rows are in view, where each lies, and how a row looks. Heads of the columns stand above the
 * rows, details of the chosen row below them.
 * Owns: which row is on top, and which is under the mouse. Does not know what the rows are.
 * Calls no SDL function. */
#ifndef DW_VIEW_LIST_ROWS_H
#define DW_VIEW_LIST_ROWS_H

#include "client/view/texts/say.h"
#include "client/view/tools/text.h"

/* Before scaling: heads of the columns, a row, the space at the edges. */
enum { DW_LIST_HEAD = 26, DW_LIST_ROW = 34, DW_LIST_PAD = 12 };

typedef struct dw_list_rows {
    uint32_t top;    /* The first row that is shown. */
    int32_t hovered; /* Index of the row under the mouse, -1 = none. */
} dw_list_rows;

/* How many rows fit into the box, above `details` (before scaling). */
uint32_t dw_list_rows_shown(dw_box box, float ui, float details);

/* Moves the top so that row `chosen` of `count` is in view, and no room is left empty. */
void dw_list_rows_follow(dw_list_rows *rows, uint32_t chosen, uint32_t count, uint32_t shown);

/* The row at (x, y), which counts as hovered from now on; -1: none. */
int32_t dw_list_rows_at(dw_list_rows *rows, const dw_pen *pen, dw_box box, uint32_t shown,
                        uint32_t count, float x, float y);

/* Where row `index` lies. It must be in view. */
dw_box dw_list_row_box(const dw_list_rows *rows, dw_box box, float ui, uint32_t index);

/* The row's ground and frame. `focused`: keys go to the list. */
void dw_list_row_draw(const dw_list_rows *rows, const dw_pen *pen, dw_box row, uint32_t index,
                      bool chosen, bool focused);

/* Words in one line, cut with dots where they pass `width` pixels. */
void dw_list_write(const dw_pen *pen, const dw_text_style *style, float x, float y, float width,
                   const char *words);

/* The heads, one for each column; `columns` are their left edges before scaling. */
void dw_list_heads_draw(const dw_pen *pen, dw_box box, const float *columns, const dw_say_id *words,
                        uint32_t count);

/* The line above the details. Returns where their first line of text begins. */
float dw_list_details_draw(const dw_pen *pen, dw_box box, float details);

#endif
