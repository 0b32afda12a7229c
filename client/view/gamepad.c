#include "client/view/gamepad.h"

#include "client/view/model/actions.h"

#include <SDL.h>
#include <stdlib.h>

/* A trigger counts as pressed from the first level on, and as let go below the second. */
#define TRIGGER_DOWN        13107 /* 0.4 of the whole */
#define TRIGGER_UP          9830  /* 0.3 */
/* The same for a stick that steps through a menu. */
#define STICK_STEPS         19661 /* 0.6 */
#define STICK_RESTS         13107
#define STEP_AGAIN_FIRST_NS UINT64_C(400000000)
#define STEP_AGAIN_NS       UINT64_C(120000000)

void dw_gamepad_init(dw_gamepad *gamepad)
{
    *gamepad = (dw_gamepad){.step = SDL_CONTROLLER_BUTTON_INVALID};
}

void dw_gamepad_close(dw_gamepad *gamepad)
{
    if (gamepad->open != NULL) {
        SDL_GameControllerClose(gamepad->open);
    }
    dw_gamepad_init(gamepad);
}

bool dw_gamepad_plug(dw_gamepad *gamepad, int device)
{
    if (gamepad->open != NULL) {
        return false;
    }
    gamepad->open = SDL_GameControllerOpen(device);
    return gamepad->open != NULL;
}

bool dw_gamepad_unplug(dw_gamepad *gamepad, SDL_JoystickID id)
{
    if (gamepad->open == NULL ||
        SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(gamepad->open)) != id) {
        return false;
    }
    dw_gamepad_close(gamepad);
    for (int device = 0; device < SDL_NumJoysticks() && gamepad->open == NULL; device++) {
        if (SDL_IsGameController(device) && SDL_JoystickGetDeviceInstanceID(device) != id) {
            gamepad->open = SDL_GameControllerOpen(device);
        }
    }
    return true;
}

const char *dw_gamepad_name(const dw_gamepad *gamepad)
{
    const char *name = gamepad->open != NULL ? SDL_GameControllerName(gamepad->open) : NULL;
    return name != NULL ? name : "";
}

bool dw_gamepad_trigger(dw_gamepad *gamepad, const SDL_ControllerAxisEvent *event, uint32_t *code,
                        bool *down)
{
    const bool left = event->axis == SDL_CONTROLLER_AXIS_TRIGGERLEFT;
    if (!left && event->axis != SDL_CONTROLLER_AXIS_TRIGGERRIGHT) {
        return false;
    }
    bool *held = &gamepad->triggers[left ? 0 : 1];
    const bool was = *held;
    *held = event->value > (was ? TRIGGER_UP : TRIGGER_DOWN);
    *code = left ? DW_PAD_TRIGGER_LEFT : DW_PAD_TRIGGER_RIGHT;
    *down = *held;
    return *held != was;
}

/* The way of the stick if it is pushed far, or still far enough. */
static int stick_way(const dw_gamepad *gamepad)
{
    const int x = SDL_GameControllerGetAxis(gamepad->open, SDL_CONTROLLER_AXIS_LEFTX);
    const int y = SDL_GameControllerGetAxis(gamepad->open, SDL_CONTROLLER_AXIS_LEFTY);
    const int along_x = x > 0 ? SDL_CONTROLLER_BUTTON_DPAD_RIGHT : SDL_CONTROLLER_BUTTON_DPAD_LEFT;
    const int along_y = y > 0 ? SDL_CONTROLLER_BUTTON_DPAD_DOWN : SDL_CONTROLLER_BUTTON_DPAD_UP;
    const int way = abs(x) > abs(y) ? along_x : along_y;
    const int far = abs(x) > abs(y) ? abs(x) : abs(y);
    return far > (way == gamepad->step ? STICK_RESTS : STICK_STEPS) ? way
                                                                    : SDL_CONTROLLER_BUTTON_INVALID;
}

SDL_GameControllerButton dw_gamepad_menu_step(dw_gamepad *gamepad, uint64_t now_ns)
{
    int way = SDL_CONTROLLER_BUTTON_INVALID;
    if (gamepad->open != NULL) {
        way = stick_way(gamepad);
        for (int button = SDL_CONTROLLER_BUTTON_DPAD_UP; button <= SDL_CONTROLLER_BUTTON_DPAD_RIGHT;
             button++) {
            const bool down =
                SDL_GameControllerGetButton(gamepad->open, (SDL_GameControllerButton)button) != 0;
            way = down ? button : way;
        }
    }
    const bool again = way == gamepad->step && now_ns >= gamepad->step_again_ns;
    if (way != gamepad->step || again) {
        gamepad->step = way;
        gamepad->step_again_ns = now_ns + (again ? STEP_AGAIN_NS : STEP_AGAIN_FIRST_NS);
        return (SDL_GameControllerButton)way;
    }
    return SDL_CONTROLLER_BUTTON_INVALID;
}
