/* robot_mind.h - the inside of the brain `robot`. Private to server/mind. */
#ifndef DW_MIND_ROBOT_MIND_H
#define DW_MIND_ROBOT_MIND_H

#include "server/mind/skills/patrol.h"

#define DW_ROBOT_FIELDS(X, A, M)                                                                   \
    X(u8, goal)   /* robot_goal of robot.c */                                                      \
    X(u8, cause)  /* dw_cause of the goal, */                                                      \
    X(u16, quiet) /* Ticks until it may bark again. */                                             \
    X(u32, since) /* and since when: explained, not used. */                                       \
    X(vec, place) /* Where its rays met somebody last. */                                          \
    X(door_set, shut)                                                                              \
    X(patrol, patrol)                                                                              \
    X(mover, mover)

typedef struct dw_robot_mind {
    dw_brain_setup setup;
    DW_FIELDS_MEMBERS(DW_ROBOT_FIELDS)
} dw_robot_mind;
typedef dw_robot_mind dw_field_robot_mind;
DW_FIELDS_AND(dw_robot_mind, DW_ROBOT_FIELDS, sizeof(dw_brain_setup));

#endif
