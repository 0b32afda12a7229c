/* aim.h - how a person aims a throw: which tool, where to, and when it leaves the hand.
 * With a key or the right mouse button: hold to aim at the mouse, let go to throw. With a gamepad:
 * the right stick aims, as far as it is pushed, and a press on it throws.
 * Owns: the tool that is chosen, what is held, a throw that is due. Knows no world: play.c says
 * where the body stands and what can be thrown. Calls no SDL function. */
#ifndef DW_VIEW_AIM_H
#define DW_VIEW_AIM_H

#include "common/world/movement.h"

typedef struct dw_aim {
    bool held;     /* The key is down, */
    float x, y;    /* and the mouse is there: pixels of the canvas. */
    float stick_x; /* Of the right stick, -1 .. 1. */
    float stick_y;
    bool throws_due; /* Asked for since the last intent. */
    uint8_t tool;    /* dw_tool; NONE: coins, the default. */
} dw_aim;

/* The key went down or up. */
void dw_aim_hold(dw_aim *aim, bool down);
void dw_aim_point(dw_aim *aim, float x, float y);
void dw_aim_stick(dw_aim *aim, bool along_x, float part);
/* The right stick was pressed: throws when it is pushed anywhere. */
void dw_aim_press(dw_aim *aim);
/* Nothing is thrown: the window lost its focus, or the person thinks better of it. */
void dw_aim_cancel(dw_aim *aim);

/* The chosen one of two tools, and the other. */
dw_tool dw_aim_tool(const dw_aim *aim);
void dw_aim_choose(dw_aim *aim, dw_tool tool);

bool dw_aim_is_on(const dw_aim *aim);
/* The stick aims, and not the mouse. */
bool dw_aim_by_stick(const dw_aim *aim);

/* Once for each throw that was asked for. */
bool dw_aim_take(dw_aim *aim);

#endif
