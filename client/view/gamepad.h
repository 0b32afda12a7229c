/* gamepad.h - the gamepad that is in use: comes and goes while the program runs, its triggers as
 * buttons, and its cross and left stick as steps through a menu.
 * Owns: the open device of SDL. Only one is in use at once: the first one that is there. */
#ifndef DW_VIEW_GAMEPAD_H
#define DW_VIEW_GAMEPAD_H

#include <SDL_events.h>
#include <SDL_gamecontroller.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct dw_gamepad {
    SDL_GameController *open; /* NULL: none. */
    bool triggers[2];         /* Left and right: are down. */
    int step;                 /* SDL_GameControllerButton of the cross that is held in a menu, */
    uint64_t step_again_ns;   /* and when it counts the next time. */
} dw_gamepad;

void dw_gamepad_init(dw_gamepad *gamepad);
void dw_gamepad_close(dw_gamepad *gamepad);

/* One was plugged in; `device` as in SDL's event. True when it is the one in use now. */
bool dw_gamepad_plug(dw_gamepad *gamepad, int device);

/* One was unplugged. True when it was the one in use; another one that is there takes over. */
bool dw_gamepad_unplug(dw_gamepad *gamepad, SDL_JoystickID id);

/* What it calls itself; "" without one. */
const char *dw_gamepad_name(const dw_gamepad *gamepad);

/* A trigger moved: true when it went down or up with that, as the button `code` (bindings.h). */
bool dw_gamepad_trigger(dw_gamepad *gamepad, const SDL_ControllerAxisEvent *event, uint32_t *code,
                        bool *down);

/* Once a frame while a menu is open: a button of the cross when cross or stick step that way, at
 * once and then again and again while they are held; SDL_CONTROLLER_BUTTON_INVALID: no step. */
SDL_GameControllerButton dw_gamepad_menu_step(dw_gamepad *gamepad, uint64_t now_ns);

#endif
