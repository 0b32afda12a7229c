/* app_input.h - from events of SDL to what the person wants: each key, button and click goes to the
 * menu, to the chat or, as an action (bindings.h), to the match.
 * Owns: the gamepad that is in use, and the keyboard on the screen for it. */
#ifndef DW_VIEW_APP_INPUT_H
#define DW_VIEW_APP_INPUT_H

#include "client/view/gamepad.h"
#include "client/view/pages/menu.h"
#include "client/view/pages/pad_keys.h"
#include "client/view/pages/play.h"
#include "client/view/tools/window.h"

#include <SDL_events.h>

typedef struct dw_app_input {
    dw_gamepad gamepad;
    dw_pad_keys keys; /* For typing with it. */
} dw_app_input;

/* What the events are for. */
typedef struct dw_app_target {
    dw_window *window;
    dw_menu *menu;
    dw_play *play;
    dw_client *client; /* NULL: no connection. */
    const dw_bindings *bindings;
    dw_pen pen;
} dw_app_target;

/* What is left for the program to do. */
typedef struct dw_app_wish {
    dw_choice choice;
    dw_action action; /* Of the window or of the sound. */
    bool quit;
} dw_app_wish;

dw_app_wish dw_app_input_event(dw_app_input *input, const dw_app_target *to,
                               const SDL_Event *event);

/* Once a frame: cross and stick of the gamepad step through a menu or the keyboard on the screen
 * while they are held. */
dw_choice dw_app_input_step(dw_app_input *input, const dw_app_target *to, uint64_t now_ns);

/* An action that a button of the menu stands for. */
void dw_app_input_action(dw_app_input *input, const dw_app_target *to, dw_action action);

/* Whether the keyboard on the screen is open, and draws it then. */
bool dw_app_input_has_keys(const dw_app_input *input, const dw_app_target *to);
void dw_app_input_draw(const dw_app_input *input, const dw_app_target *to);

void dw_app_input_close(dw_app_input *input);

#endif
