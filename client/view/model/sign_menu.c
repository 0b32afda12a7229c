#include "client/view/model/sign_menu.h"

#include "common/base/check.h"

#define CELL_WIDE 150.0F
#define CELL_HIGH 26.0F
#define INSET     10.0F
#define HEAD      30.0F /* Above the cells. */

_Static_assert(DW_SIGN_COUNT == 1 + DW_SIGN_MENU_SIDE * DW_SIGN_MENU_SIDE, "the menu is full");

static dw_sign sign_of(uint32_t column, uint32_t row)
{
    return (dw_sign)(1 + (column - 1) * DW_SIGN_MENU_SIDE + (row - 1));
}

void dw_sign_menu_toggle(dw_sign_menu *menu)
{
    *menu = (dw_sign_menu){.open = !menu->open};
}

dw_sign dw_sign_menu_digit(dw_sign_menu *menu, uint32_t digit)
{
    DW_CHECK(digit >= 1 && digit <= DW_SIGN_MENU_SIDE);
    if (!menu->open || menu->column == 0) {
        menu->column = (uint8_t)digit;
        return DW_SIGN_NONE;
    }
    const dw_sign sign = sign_of(menu->column, digit);
    *menu = (dw_sign_menu){.open = false};
    return sign;
}

void dw_sign_menu_move(dw_sign_menu *menu, int columns, int rows)
{
    const int side = DW_SIGN_MENU_SIDE;
    if (menu->marked == DW_SIGN_NONE) {
        menu->marked = DW_SIGN_NONE + 1;
        return;
    }
    const int column = (int)dw_sign_menu_column((dw_sign)menu->marked) - 1 + columns + side;
    const int row = (int)dw_sign_menu_row((dw_sign)menu->marked) - 1 + rows + side;
    menu->marked = (uint8_t)sign_of((uint32_t)(column % side) + 1, (uint32_t)(row % side) + 1);
}

dw_sign dw_sign_menu_take(dw_sign_menu *menu)
{
    const dw_sign sign = (dw_sign)menu->marked;
    if (sign != DW_SIGN_NONE) {
        *menu = (dw_sign_menu){.open = false};
    }
    return sign;
}

dw_box dw_sign_menu_box(int width, int height, float ui)
{
    /* At the right: the chat keeps the left. Above the corner with the figures. */
    const float wide = (CELL_WIDE * DW_SIGN_MENU_SIDE + 2.0F * INSET) * ui;
    const float high = (CELL_HIGH * DW_SIGN_MENU_SIDE + HEAD + INSET) * ui;
    return dw_box_at((float)width - 14.0F * ui - wide, (float)height - 58.0F * ui - high, wide,
                     high);
}

dw_box dw_sign_menu_cell(dw_box menu, float ui, dw_sign sign)
{
    const float column = (float)(dw_sign_menu_column(sign) - 1);
    const float row = (float)(dw_sign_menu_row(sign) - 1);
    return dw_box_at(menu.x0 + (INSET + CELL_WIDE * column) * ui,
                     menu.y0 + (HEAD + CELL_HIGH * row) * ui, CELL_WIDE * ui, CELL_HIGH * ui);
}

dw_sign dw_sign_menu_at(dw_box menu, float ui, float x, float y)
{
    for (int sign = DW_SIGN_NONE + 1; sign < DW_SIGN_COUNT; sign++) {
        const dw_box cell = dw_sign_menu_cell(menu, ui, (dw_sign)sign);
        if (x >= cell.x0 && x < cell.x1 && y >= cell.y0 && y < cell.y1) {
            return (dw_sign)sign;
        }
    }
    return DW_SIGN_NONE;
}

bool dw_sign_menu_action(dw_sign_menu *menu, dw_action action, uint8_t *asked)
{
    if (!menu->open) {
        return false;
    }
    switch (action) {
    case DW_ACTION_UP:
    case DW_ACTION_DOWN:
        dw_sign_menu_move(menu, 0, action == DW_ACTION_UP ? -1 : 1);
        return true;
    case DW_ACTION_LEFT:
    case DW_ACTION_RIGHT:
        dw_sign_menu_move(menu, action == DW_ACTION_LEFT ? -1 : 1, 0);
        return true;
    case DW_ACTION_USE:
        *asked = (uint8_t)dw_sign_menu_take(menu);
        return true;
    default:
        return false;
    }
}
