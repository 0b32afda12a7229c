/* device_mind.h - the inside of the brain `device`. Private to server/mind. */
#ifndef DW_MIND_DEVICE_MIND_H
#define DW_MIND_DEVICE_MIND_H

#include "server/sim/brain.h"

/* What the device senses, from the least urgent to the most. */
typedef enum dw_device_goal {
    DW_DEVICE_WATCH, /* Nothing: it sweeps, or looks ahead. */
    DW_DEVICE_HEAR,  /* It has noticed a noise, and sends no other notice yet. */
    DW_DEVICE_MOTION,
    DW_DEVICE_TRACK, /* It sees an intruder. */
    DW_DEVICE_GOAL_COUNT
} dw_device_goal;

#define DW_DEVICE_FIELDS(X, A, M)                                                                  \
    X(u8, goal)         /* dw_device_goal, */                                                      \
    X(u8, cause)        /* its dw_cause, */                                                        \
    X(u32, since)       /* since when, */                                                          \
    X(u16, room)        /* and where: a room, or DW_NONE with WATCH. */                            \
    X(u32, at)          /* Ticks of the sweep from its end at the left. */                         \
    X(flag, turns_back) /* The sweep goes to the left. */                                          \
    X(u16, quiet)       /* Ticks until it may send another notice. */                              \
    X(u16, seen)        /* Bit s: slot s was in sight in the last tick, */                         \
    M(u16, seen_ticks, DW_INTRUDERS_MAX, it->seen) /* and for how many ticks on end. */

typedef struct dw_device_mind {
    dw_brain_setup setup;
    dw_radio_message said; /* In this tick; the simulation copies it. */
    DW_FIELDS_MEMBERS(DW_DEVICE_FIELDS)
} dw_device_mind;
typedef dw_device_mind dw_field_device_mind;
DW_FIELDS_AND(dw_device_mind, DW_DEVICE_FIELDS, sizeof(dw_brain_setup) + sizeof(dw_radio_message));

#endif
