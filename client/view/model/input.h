/* input.h - actions that are held, and the intent of a tick that they make. Which keys mean which
 * actions is bindings.h's.
 * Owns: which actions are held and by what, and a use that was pressed but not yet sent. Calls no
 * SDL function: tests press keys without a window. */
#ifndef DW_VIEW_INPUT_H
#define DW_VIEW_INPUT_H

#include "client/view/model/aim.h"
#include "client/view/model/bindings.h"
#include "common/base/status.h"
#include "common/world/movement.h"

/* Keys and buttons that are down at once; more do nothing. */
enum { DW_HELD_MAX = 16 };

/* An action that a key or button holds. */
typedef struct dw_held {
    dw_binding binding;
    uint8_t action; /* dw_action; NONE: a free row. */
} dw_held;

/* A little: crouching, as one sneaks; most of it: walking; to the end: sprinting. */
typedef enum dw_stick_gait { DW_STICK_WALK, DW_STICK_CROUCH, DW_STICK_SPRINT } dw_stick_gait;

typedef struct dw_controls {
    uint16_t held[DW_ACTION_COUNT]; /* By how many keys and buttons. */
    bool crouch_kept;
    bool stick_gaits;       /* How far the stick is pushed says the gait. */
    uint8_t stick_gait;     /* dw_stick_gait */
    uint8_t stick_steady;   /* For how many intents it has been that, up to a limit. */
    bool use_due;           /* Pressed since the last intent: counts even if it is up again. */
    float stick_x, stick_y; /* -1 .. 1 */
    dw_held by[DW_HELD_MAX];
    dw_aim aim;
    bool gamepad; /* What was touched last. */
} dw_controls;

/* Notes that a key or button went down for an action; false: too many are down. Lifting tells what
 * it was down for, whatever it means by now; NONE: for nothing. */
DW_MUST_USE bool dw_controls_note(dw_controls *controls, dw_binding binding, dw_action action);
dw_action dw_controls_lift(dw_controls *controls, dw_binding binding);

/* An action is held by one key or button more, or less (no repeats). */
void dw_controls_set(dw_controls *controls, dw_action action, bool down);
void dw_controls_axis(dw_controls *controls, SDL_GameControllerAxis axis, int16_t value);

/* Releases everything: the window lost its focus, or the person types. */
void dw_controls_release(dw_controls *controls);

/* The direction of a vector in eighths of a turn; inside of the dead zone: DW_STAND. */
dw_direction dw_input_direction(float x, float y);

/* The intent of the controls now. A press of use counts once. Crouch overrides sprint, and keys
 * override the stick. A body that sneaked by stick stays down when the stick is let go. */
dw_intent dw_controls_intent(dw_controls *controls);

/* Of a person whose hands are in a menu or at the chat: stands still, and stays down. */
dw_intent dw_controls_rest(const dw_controls *controls);

#endif
