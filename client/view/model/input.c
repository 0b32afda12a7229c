#include "client/view/model/input.h"

#include "common/base/check.h"

#include <math.h>

/* A stick at rest may stand this far off the middle. */
#define DEAD_ZONE      0.25F
#define EIGHTH_OF_TURN 0.78539816F

/* From where on the stick walks and sprints, and how far it goes back before it does so no more. */
#define STICK_WALKS   0.55F
#define STICK_SPRINTS 0.90F
#define STICK_SLACK   0.05F
/* A stick that is let go passes the part that crouches: less than this many intents are no wish. */
enum { STEADY = 8 };

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

static float stick_length(const dw_controls *controls)
{
    return sqrtf(controls->stick_x * controls->stick_x + controls->stick_y * controls->stick_y);
}

/* It sneaked by stick before the stick was let go. */
static bool rests_crouched(const dw_controls *controls)
{
    return controls->stick_gaits && controls->stick_gait == DW_STICK_CROUCH &&
           controls->stick_steady >= STEADY && stick_length(controls) < DEAD_ZONE;
}

/* Once for each intent. */
static dw_stick_gait step_stick(dw_controls *controls)
{
    const float length = stick_length(controls);
    const dw_stick_gait before = (dw_stick_gait)controls->stick_gait;
    if (length < DEAD_ZONE) { /* At rest the body is as it was, */
        return rests_crouched(controls) ? DW_STICK_CROUCH : DW_STICK_WALK;
    }
    const float walks = before == DW_STICK_CROUCH ? STICK_WALKS : STICK_WALKS - STICK_SLACK;
    const float sprints = before == DW_STICK_SPRINT ? STICK_SPRINTS - STICK_SLACK : STICK_SPRINTS;
    const dw_stick_gait gait = length >= sprints ? DW_STICK_SPRINT
                               : length >= walks ? DW_STICK_WALK
                                                 : DW_STICK_CROUCH;
    if (gait != before) { /* and it counts how long the stick has said so. */
        controls->stick_steady = 0;
    } else if (controls->stick_steady < STEADY) {
        controls->stick_steady++;
    }
    controls->stick_gait = (uint8_t)gait;
    return gait;
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
        const bool down_by_stick = rests_crouched(controls);
        controls->crouch_kept = !controls->crouch_kept && !down_by_stick;
        controls->stick_gait = DW_STICK_WALK;
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
    dw_aim aim = controls->aim;
    dw_aim_cancel(&aim);
    controls->stick_x = 0.0F;
    controls->stick_y = 0.0F;
    *controls = (dw_controls){.aim = aim,
                              .crouch_kept = controls->crouch_kept || rests_crouched(controls),
                              .stick_gaits = controls->stick_gaits,
                              .gamepad = controls->gamepad};
}

dw_intent dw_controls_rest(const dw_controls *controls)
{
    return (dw_intent){.buttons = controls->crouch_kept ? DW_BUTTON_CROUCH : 0};
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
    const dw_stick_gait gait =
        controls->stick_gaits && x == 0 && y == 0 ? step_stick(controls) : DW_STICK_WALK;
    const bool crouches = held[DW_ACTION_CROUCH] > 0 || controls->crouch_kept;
    const bool sprints = held[DW_ACTION_SPRINT] > 0 || gait == DW_STICK_SPRINT;
    if (crouches || (gait == DW_STICK_CROUCH && !sprints)) {
        intent.buttons |= DW_BUTTON_CROUCH;
    } else if (sprints) {
        intent.buttons |= DW_BUTTON_SPRINT;
    }
    if (controls->use_due || held[DW_ACTION_USE] > 0) {
        intent.buttons |= DW_BUTTON_USE;
    }
    controls->use_due = false;
    return intent;
}
