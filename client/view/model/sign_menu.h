/* sign_menu.h - the menu of signs: four columns of four, chosen by two digits (column, row), by the
 * mouse, or by the cross of a gamepad. Pure: keys and clicks go in; hud_signs.c draws it. The
 * player walks on while it is open. */
#ifndef DW_VIEW_SIGN_MENU_H
#define DW_VIEW_SIGN_MENU_H

#include "client/view/model/input.h"
#include "client/view/tools/canvas.h"
#include "common/world/sign.h"

enum { DW_SIGN_MENU_SIDE = 4 }; /* Columns, and rows. */

typedef struct dw_sign_menu {
    bool open;
    uint8_t column; /* By the first digit, 1 .. 4; 0: none yet. */
    uint8_t marked; /* dw_sign under the mouse or the gamepad's mark; NONE: no mark. */
} dw_sign_menu;

/* Opens it, or closes it. */
void dw_sign_menu_toggle(dw_sign_menu *menu);

/* A digit, 1 .. 4. The second one chooses: returns the sign and closes the menu. Else NONE. */
dw_sign dw_sign_menu_digit(dw_sign_menu *menu, uint32_t digit);

/* Moves the mark by whole columns and rows, round the edges. */
void dw_sign_menu_move(dw_sign_menu *menu, int columns, int rows);

/* Chooses the marked sign and closes the menu; NONE when no sign is marked. */
dw_sign dw_sign_menu_take(dw_sign_menu *menu);

/* Where the menu lies on a screen of that size, and where a sign lies in it. */
dw_box dw_sign_menu_box(int width, int height, float ui);
dw_box dw_sign_menu_cell(dw_box menu, float ui, dw_sign sign);

/* The sign at a point; NONE beside them. */
dw_sign dw_sign_menu_at(dw_box menu, float ui, float x, float y);

/* The digits of a sign, from 1. */
static inline uint32_t dw_sign_menu_column(dw_sign sign)
{
    return ((uint32_t)sign - 1) / DW_SIGN_MENU_SIDE + 1;
}

static inline uint32_t dw_sign_menu_row(dw_sign sign)
{
    return ((uint32_t)sign - 1) % DW_SIGN_MENU_SIDE + 1;
}

/* With a gamepad the cross and A are the menu's while it is open; the stick walks on. True when the
 * action was for the menu; A also writes the marked sign (dw_sign) into `asked`. */
bool dw_sign_menu_action(dw_sign_menu *menu, dw_action action, uint8_t *asked);

#endif
