#include "client/view/model/input.h"

#include "common/base/check.h"

#include <math.h>
#include <string.h>

/* A stick at rest may stand this far off the middle. */
#define DEAD_ZONE      0.35F
#define TRIGGER_LEVEL  0.40F
#define EIGHTH_OF_TURN 0.78539816F

dw_action dw_input_key_action(SDL_Scancode key)
{
    static const struct {
        SDL_Scancode key;
        dw_action action;
    } keys[] = {{SDL_SCANCODE_W, DW_ACTION_UP},
                {SDL_SCANCODE_UP, DW_ACTION_UP},
                {SDL_SCANCODE_S, DW_ACTION_DOWN},
                {SDL_SCANCODE_DOWN, DW_ACTION_DOWN},
                {SDL_SCANCODE_A, DW_ACTION_LEFT},
                {SDL_SCANCODE_LEFT, DW_ACTION_LEFT},
                {SDL_SCANCODE_D, DW_ACTION_RIGHT},
                {SDL_SCANCODE_RIGHT, DW_ACTION_RIGHT},
                {SDL_SCANCODE_LSHIFT, DW_ACTION_SPRINT},
                {SDL_SCANCODE_RSHIFT, DW_ACTION_SPRINT},
                {SDL_SCANCODE_LCTRL, DW_ACTION_CROUCH},
                {SDL_SCANCODE_RCTRL, DW_ACTION_CROUCH},
                {SDL_SCANCODE_C, DW_ACTION_CROUCH_TOGGLE},
                {SDL_SCANCODE_E, DW_ACTION_USE},
                {SDL_SCANCODE_SPACE, DW_ACTION_USE},
                {SDL_SCANCODE_Z, DW_ACTION_THROW},
                {SDL_SCANCODE_T, DW_ACTION_CHAT},
                {SDL_SCANCODE_RETURN, DW_ACTION_CHAT},
                {SDL_SCANCODE_KP_ENTER, DW_ACTION_CHAT},
                {SDL_SCANCODE_H, DW_ACTION_HELP},
                {SDL_SCANCODE_F1, DW_ACTION_HELP},
                {SDL_SCANCODE_ESCAPE, DW_ACTION_MENU},
                {SDL_SCANCODE_TAB, DW_ACTION_NEXT},
                {SDL_SCANCODE_HOME, DW_ACTION_OVERVIEW},
                {SDL_SCANCODE_O, DW_ACTION_LAYERS},
                {SDL_SCANCODE_Q, DW_ACTION_SIGNS},
                {SDL_SCANCODE_X, DW_ACTION_PING}};
    for (size_t i = 0; i < DW_COUNT_OF(keys); i++) {
        if (keys[i].key == key) {
            return keys[i].action;
        }
    }
    for (uint32_t i = 0; i < DW_LAYER_COUNT && key >= SDL_SCANCODE_A && key <= SDL_SCANCODE_Z;
         i++) {
        if (dw_layer_key((dw_layer)i) == 'A' + (int)(key - SDL_SCANCODE_A)) {
            return (dw_action)(DW_ACTION_LAYER + i);
        }
    }
    return DW_ACTION_NONE;
}

dw_action dw_input_button_action(SDL_GameControllerButton button)
{
    static const uint8_t actions[SDL_CONTROLLER_BUTTON_MAX] = {
        [SDL_CONTROLLER_BUTTON_A] = DW_ACTION_USE,
        [SDL_CONTROLLER_BUTTON_X] = DW_ACTION_USE,
        [SDL_CONTROLLER_BUTTON_B] = DW_ACTION_CROUCH_TOGGLE,
        [SDL_CONTROLLER_BUTTON_LEFTSTICK] = DW_ACTION_CROUCH_TOGGLE,
        [SDL_CONTROLLER_BUTTON_LEFTSHOULDER] = DW_ACTION_CROUCH,
        [SDL_CONTROLLER_BUTTON_RIGHTSHOULDER] = DW_ACTION_SPRINT,
        [SDL_CONTROLLER_BUTTON_Y] = DW_ACTION_NEXT,
        [SDL_CONTROLLER_BUTTON_RIGHTSTICK] = DW_ACTION_OVERVIEW,
        [SDL_CONTROLLER_BUTTON_START] = DW_ACTION_MENU,
        [SDL_CONTROLLER_BUTTON_BACK] = DW_ACTION_HELP,
        [SDL_CONTROLLER_BUTTON_DPAD_UP] = DW_ACTION_UP,
        [SDL_CONTROLLER_BUTTON_DPAD_DOWN] = DW_ACTION_DOWN,
        [SDL_CONTROLLER_BUTTON_DPAD_LEFT] = DW_ACTION_LEFT,
        [SDL_CONTROLLER_BUTTON_DPAD_RIGHT] = DW_ACTION_RIGHT};
    const bool known = button >= 0 && button < SDL_CONTROLLER_BUTTON_MAX;
    return known ? (dw_action)actions[button] : DW_ACTION_NONE;
}

void dw_controls_set(dw_controls *controls, dw_action action, bool down)
{
    DW_CHECK(action < DW_ACTION_COUNT);
    uint16_t *held = &controls->held[action];
    if (action == DW_ACTION_THROW) {
        dw_aim_hold(&controls->aim, down);
    }
    if (!down) {
        *held = (uint16_t)(*held > 0 ? *held - 1 : 0);
        return;
    }
    (*held)++;
    if (action == DW_ACTION_USE) {
        controls->use_due = true;
    } else if (action == DW_ACTION_CROUCH_TOGGLE) {
        controls->crouch_kept = !controls->crouch_kept;
    } else if (action == DW_ACTION_SPRINT) {
        controls->crouch_kept = false;
    }
}

void dw_controls_axis(dw_controls *controls, SDL_GameControllerAxis axis, int16_t value)
{
    const float part = fmaxf((float)value / 32767.0F, -1.0F);
    switch (axis) {
    case SDL_CONTROLLER_AXIS_LEFTX:
        controls->stick_x = part;
        break;
    case SDL_CONTROLLER_AXIS_LEFTY:
        controls->stick_y = part;
        break;
    case SDL_CONTROLLER_AXIS_RIGHTX:
        dw_aim_stick(&controls->aim, true, part);
        break;
    case SDL_CONTROLLER_AXIS_RIGHTY:
        dw_aim_stick(&controls->aim, false, part);
        break;
    case SDL_CONTROLLER_AXIS_TRIGGERLEFT:
        controls->triggers[0] = part;
        break;
    case SDL_CONTROLLER_AXIS_TRIGGERRIGHT:
        controls->triggers[1] = part;
        break;
    default:
        break;
    }
}

void dw_controls_release(dw_controls *controls)
{
    const bool kept = controls->crouch_kept;
    const bool gamepad = controls->gamepad;
    dw_aim aim = controls->aim;
    dw_aim_cancel(&aim);
    memset(controls, 0, sizeof *controls);
    controls->aim = aim;
    controls->crouch_kept = kept;
    controls->gamepad = gamepad;
}

dw_direction dw_input_direction(float x, float y)
{
    if (x * x + y * y < DEAD_ZONE * DEAD_ZONE) {
        return DW_STAND;
    }
    const int eighth = (int)lroundf(atan2f(y, x) / EIGHTH_OF_TURN);
    return (dw_direction)(DW_EAST + (eighth + 8) % 8);
}

dw_intent dw_controls_intent(dw_controls *controls)
{
    const uint16_t *held = controls->held;
    const int x = (held[DW_ACTION_RIGHT] > 0 ? 1 : 0) - (held[DW_ACTION_LEFT] > 0 ? 1 : 0);
    const int y = (held[DW_ACTION_DOWN] > 0 ? 1 : 0) - (held[DW_ACTION_UP] > 0 ? 1 : 0);
    dw_intent intent = {
        .direction =
            (uint8_t)(x != 0 || y != 0 ? dw_input_direction((float)x, (float)y)
                                       : dw_input_direction(controls->stick_x, controls->stick_y))};
    const bool crouch = held[DW_ACTION_CROUCH] > 0 || controls->crouch_kept ||
                        controls->triggers[0] > TRIGGER_LEVEL;
    const bool sprint = held[DW_ACTION_SPRINT] > 0 || controls->triggers[1] > TRIGGER_LEVEL;
    if (crouch) {
        intent.buttons |= DW_BUTTON_CROUCH;
    } else if (sprint) {
        intent.buttons |= DW_BUTTON_SPRINT;
    }
    if (controls->use_due || held[DW_ACTION_USE] > 0) {
        intent.buttons |= DW_BUTTON_USE;
    }
    controls->use_due = false;
    return intent;
}
