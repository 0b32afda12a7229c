/* menu.h - pages of buttons, fields and options: the start screen, the list of servers, hosting,
 * settings, the menu of a game, waiting, the end.
 * Owns: the typed text, the options and the chosen item. Keyboard, mouse and gamepad move the same
 * choice. Calls no SDL function: scancodes and positions go in, a decision comes out. */
#ifndef DW_VIEW_MENU_H
#define DW_VIEW_MENU_H

#include "client/view/model/input.h"
#include "client/view/pages/key_rows.h"
#include "client/view/pages/menu_pages.h"
#include "client/view/pages/replay_rows.h"
#include "client/view/pages/server_rows.h"
#include "client/view/tools/field.h"
#include "client/view/tools/text.h"

typedef struct dw_menu {
    dw_page page;
    uint32_t chosen; /* Item. */
    int32_t hovered; /* Item under the mouse, -1 = none. */
    dw_field fields[DW_FIELD_COUNT];
    dw_menu_options options;
    dw_server_rows servers;
    dw_key_rows keys;
    dw_replay_rows replays;
    char message[480]; /* Shown on the page: why it ended, or the progress. */
} dw_menu;

void dw_menu_init(dw_menu *menu, const char *address, const char *name);
/* How large the window is, for what the settings say of the size of texts. */
void dw_menu_fit(dw_menu *menu, int width, int height);
void dw_menu_open(dw_menu *menu, dw_page page, const char *message);

/* True while a field is chosen: then keys are letters. */
bool dw_menu_types(const dw_menu *menu);
void dw_menu_text(dw_menu *menu, const char *text);
/* The field that is chosen, and its label; NULL: none is. */
dw_field *dw_menu_typed_field(dw_menu *menu);
const dw_menu_item *dw_menu_typed_item(const dw_menu *menu);
/* Of the button that gave DW_CHOICE_ACTION. */
dw_action dw_menu_item_action(const dw_menu *menu);

/* Keys that mean the same in any menu: arrows, Enter, Escape, Tab, Space, Backspace. */
dw_choice dw_menu_key(dw_menu *menu, SDL_Scancode key, bool shift);
/* An action that counts in a menu (DW_IN_MENU). */
dw_choice dw_menu_action(const dw_menu *menu, dw_action action);
dw_choice dw_menu_button(dw_menu *menu, SDL_GameControllerButton button);

/* While a key is asked for, whatever is pressed is for that. True: it was. */
bool dw_menu_capture(dw_menu *menu, dw_binding binding);
/* Turns a list by rows: of keys what is shown, of servers and replays the chosen one. */
void dw_menu_wheel(dw_menu *menu, int rows);

/* The mouse at (x, y) on the pen's canvas. `pressed`: its left button just went down. */
dw_choice dw_menu_mouse(dw_menu *menu, const dw_pen *pen, float x, float y, bool pressed);

void dw_menu_draw(dw_menu *menu, const dw_pen *pen, double seconds);

#endif
