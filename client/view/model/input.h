/* input.h - keys and gamepad buttons as actions, and actions as the intent of a tick.
 * Owns: which actions are held, and a use that was pressed but not yet sent. Knows SDL's key codes
 * (SDL_scancode.h, so that W A S D are positions, not letters) but calls no SDL function: tests
 * press keys without a window. */
#ifndef DW_VIEW_INPUT_H
#define DW_VIEW_INPUT_H

#include "client/view/model/aim.h"
#include "client/view/model/overlay.h"
#include "common/world/movement.h"

#include <SDL_gamecontroller.h>
#include <SDL_scancode.h>

typedef enum dw_action {
    DW_ACTION_NONE,
    DW_ACTION_UP,
    DW_ACTION_DOWN,
    DW_ACTION_LEFT,
    DW_ACTION_RIGHT,
    DW_ACTION_SPRINT,
    DW_ACTION_CROUCH,
    DW_ACTION_CROUCH_TOGGLE,
    DW_ACTION_USE,
    DW_ACTION_THROW, /* Held: aims. Let go: throws. */
    DW_ACTION_CHAT,
    DW_ACTION_HELP,
    DW_ACTION_MENU,
    DW_ACTION_NEXT,
    DW_ACTION_OVERVIEW,
    DW_ACTION_SIGNS,  /* Opens or closes the menu of signs. */
    DW_ACTION_PING,   /* Where the mouse points. */
    DW_ACTION_LAYERS, /* All the layers of a spectator, or none. */
    DW_ACTION_LAYER,  /* The first of DW_LAYER_COUNT: one layer on or off. */
    DW_ACTION_LAYER_LAST = DW_ACTION_LAYER + DW_LAYER_COUNT - 1,
    DW_ACTION_COUNT
} dw_action;

typedef struct dw_controls {
    uint16_t held[DW_ACTION_COUNT]; /* By how many keys and buttons. */
    bool crouch_kept;
    bool use_due;           /* Pressed since the last intent: counts even if it is up again. */
    float stick_x, stick_y; /* -1 .. 1 */
    float triggers[2];      /* 0 .. 1, left and right. */
    dw_aim aim;
    bool gamepad; /* What was touched last. */
} dw_controls;

dw_action dw_input_key_action(SDL_Scancode key);
dw_action dw_input_button_action(SDL_GameControllerButton button);

/* A key or button went down or up (no repeats). */
void dw_controls_set(dw_controls *controls, dw_action action, bool down);
void dw_controls_axis(dw_controls *controls, SDL_GameControllerAxis axis, int16_t value);

/* Releases everything: the window lost its focus, or the person types. */
void dw_controls_release(dw_controls *controls);

/* The direction of a vector in eighths of a turn; inside of the dead zone: DW_STAND. */
dw_direction dw_input_direction(float x, float y);

/* The intent of the controls now. A press of use counts once. Crouch overrides sprint. */
dw_intent dw_controls_intent(dw_controls *controls);

#endif
