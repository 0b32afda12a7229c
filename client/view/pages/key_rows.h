/* key_rows.h - the list in which a person chooses keys and buttons: a row for each action, a column
 * for each binding. Owns: what is chosen, and whether a key is asked for. Borrows the bindings and
 * changes them. Pure: bindings and positions go in. */
#ifndef DW_VIEW_KEY_ROWS_H
#define DW_VIEW_KEY_ROWS_H

#include "client/view/model/bindings.h"
#include "client/view/tools/text.h"

enum { DW_KEY_ROWS_NOTE = 200 };

typedef struct dw_key_rows {
    dw_bindings *bindings; /* NULL: the page was never opened. */
    uint32_t row;          /* The chosen action, from 0, */
    uint32_t slot;         /* and the chosen dw_bind_slot. */
    uint32_t top;          /* The first row that is shown, */
    uint32_t shown;        /* and how many there were the last time. */
    bool captures;         /* A key is asked for. */
    dw_binding pending;    /* Pressed once, but another action has it. */
    char note[DW_KEY_ROWS_NOTE];
} dw_key_rows;

/* To the next row or the one before; false: the list ends there. */
bool dw_key_rows_step(dw_key_rows *rows, int by);
/* To the next column, round the edges. */
void dw_key_rows_side(dw_key_rows *rows, bool back);
/* Shows rows further down or up. */
void dw_key_rows_scroll(dw_key_rows *rows, int by);

/* Asks for a new key for what is chosen; or takes its key away; or all become the defaults. */
void dw_key_rows_begin(dw_key_rows *rows);
void dw_key_rows_clear(dw_key_rows *rows);
void dw_key_rows_reset(dw_key_rows *rows);

/* Something was pressed. False: no key is asked for, it has its usual meaning. What is fixed leaves
 * all as it is. A key that another action has must be pressed twice. */
bool dw_key_rows_capture(dw_key_rows *rows, dw_binding binding);

/* The mouse is in the box; pressed: asks for a key for what lies under it. */
void dw_key_rows_mouse(dw_key_rows *rows, const dw_pen *pen, dw_box box, float x, float y,
                       bool pressed);

void dw_key_rows_draw(dw_key_rows *rows, const dw_pen *pen, dw_box box, bool focused);

#endif
