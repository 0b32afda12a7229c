#include "client/view/model/input.h"

#include "common/base/check.h"

#include <math.h>
#include <string.h>

/* A stick at rest may stand this far off the middle. */
#define DEAD_ZONE      0.35F
#define EIGHTH_OF_TURN 0.78539816F

bool dw_controls_note(dw_controls *controls, dw_binding binding, dw_action action)
{
    for (size_t i = 0; i < DW_HELD_MAX; i++) {
        if (controls->by[i].action == DW_ACTION_NONE) {
            controls->by[i] = (dw_held){binding, (uint8_t)action};
            return true;
        }
    }
    return false;
}

dw_action dw_controls_lift(dw_controls *controls, dw_binding binding)
{
    for (size_t i = 0; i < DW_HELD_MAX; i++) {
        dw_held *held = &controls->by[i];
        if (held->action != DW_ACTION_NONE && dw_binding_same(held->binding, binding)) {
            const dw_action action = (dw_action)held->action;
            *held = (dw_held){{0, 0}, DW_ACTION_NONE};
            return action;
        }
    }
    return DW_ACTION_NONE;
}

void dw_controls_set(dw_controls *controls, dw_action action, bool down)
{
    DW_CHECK(action < DW_ACTION_COUNT);
    uint16_t *held = &controls->held[action];
    if (action == DW_ACTION_THROW && down && controls->gamepad) {
        dw_aim_press(&controls->aim);
    } else if (action == DW_ACTION_THROW) {
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
    const bool crouch = held[DW_ACTION_CROUCH] > 0 || controls->crouch_kept;
    const bool sprint = held[DW_ACTION_SPRINT] > 0;
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
