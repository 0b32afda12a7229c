/* placing.h - where a sound comes from and how loud it is for the person: from a level and a
 * direction, or from a position in the house.
 * Owns: that arithmetic. Knows no effect and no sound device. Pure. Levels are decibels.
 * A player hears from the own body. A person that watches hears what is in the picture, as from
 * above its middle: nearer to it when the picture is zoomed in. */
#ifndef DW_VIEW_PLACING_H
#define DW_VIEW_PLACING_H

#include "client/core/drawn_world.h"
#include "client/view/scene/camera.h"

/* Towards which side of the screen: it does not turn with the body. */
typedef enum dw_side {
    DW_SIDE_NONE, /* Everywhere, or at the own body. */
    DW_SIDE_LEFT,
    DW_SIDE_RIGHT,
    DW_SIDE_ABOVE,
    DW_SIDE_BELOW,
    DW_SIDE_COUNT
} dw_side;

typedef struct dw_placing {
    float gain;   /* 0 .. 1; 0: it is not heard. */
    float pan;    /* -1 left .. 1 right. */
    uint8_t side; /* dw_side */
} dw_placing;

/* The loudest sound is this much above what is just heard. */
#define DW_PLACING_RANGE_DB 45.0F

/* Of a sound that is `over_db` decibels above what is just heard; below 0 it is 0. */
float dw_placing_gain(float over_db);

/* `turns`, 0 .. 1, clockwise from +x: to where it comes from. */
dw_placing dw_placing_towards(float turns, float over_db);

/* Of a sound of that level at 1 m, tenths of a decibel, at (x, y) in units. */
dw_placing dw_placing_at(const dw_drawn_world *world, const dw_camera *camera,
                         const dw_ruleset *rules, double x, double y, int32_t level_db10);

/* Turns from the own body to (x, y), 0 .. 1. */
float dw_placing_turns(const dw_drawn_world *world, double x, double y);

/* The smaller angle between two directions, in turns: 0 .. 0.5. */
float dw_placing_apart(float a, float b);

#endif
