/* menu.h - pages of buttons and fields: the start screen, the menu of a game, waiting, the end.
 * Owns: the typed text and the chosen item. Keyboard, mouse and gamepad move the same choice. Calls
 * no SDL function: scancodes and positions go in, a decision comes out. */
#ifndef DW_VIEW_MENU_H
#define DW_VIEW_MENU_H

#include "client/view/model/input.h"
#include "client/view/tools/field.h"
#include "client/view/tools/text.h"

typedef enum dw_page {
    DW_PAGE_NONE, /* Nothing is shown. */
    DW_PAGE_START,
    DW_PAGE_PAUSE,
    DW_PAGE_WAIT, /* Connecting, downloading. */
    DW_PAGE_END,  /* Refused or lost. */
    DW_PAGE_COUNT
} dw_page;

typedef enum dw_choice {
    DW_CHOICE_NONE,
    DW_CHOICE_PLAY,
    DW_CHOICE_WATCH,
    DW_CHOICE_RESUME,
    DW_CHOICE_HELP,
    DW_CHOICE_RETRY,
    DW_CHOICE_LEAVE, /* Back to the start screen. */
    DW_CHOICE_QUIT
} dw_choice;

typedef struct dw_menu {
    dw_page page;
    uint32_t chosen; /* Item. */
    int32_t hovered; /* Item under the mouse, -1 = none. */
    dw_field address, name, password;
    char message[320]; /* Shown on the page: why it ended, or the progress. */
} dw_menu;

void dw_menu_init(dw_menu *menu, const char *address, const char *name);
void dw_menu_open(dw_menu *menu, dw_page page, const char *message);

/* True while a field is chosen: then keys are letters. */
bool dw_menu_types(const dw_menu *menu);
void dw_menu_text(dw_menu *menu, const char *text);

dw_choice dw_menu_key(dw_menu *menu, SDL_Scancode key, bool shift);
dw_choice dw_menu_button(dw_menu *menu, SDL_GameControllerButton button);

/* The mouse at (x, y) on the pen's canvas. `pressed`: its left button just went down. */
dw_choice dw_menu_mouse(dw_menu *menu, const dw_pen *pen, float x, float y, bool pressed);

void dw_menu_draw(const dw_menu *menu, const dw_pen *pen, double seconds);

/* "HOST[:PORT]" apart. DW_INVALID names what is wrong with it. */
DW_MUST_USE dw_status dw_menu_parse_address(const char *address, char *host, size_t host_size,
                                            uint16_t *port, dw_error *error);

#endif
