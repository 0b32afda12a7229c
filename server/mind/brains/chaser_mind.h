/* chaser_mind.h - the inside of the brains `chaser` and `patrol-only`. Private to server/mind. */
#ifndef DW_MIND_CHASER_MIND_H
#define DW_MIND_CHASER_MIND_H

#include "server/mind/skills/chase.h"
#include "server/mind/skills/last_known.h"
#include "server/mind/skills/patrol.h"

#define DW_CHASER_FIELDS(X, A, M)                                                                  \
    X(u8, goal)                                                                                    \
    X(u8, cause)    /* dw_cause of the goal, */                                                    \
    X(flag, chases) /* False for `patrol-only`. */                                                 \
    X(flag, alert)  /* For the rest of the round, since the first detection. */                    \
    X(u8, target_slot)                                                                             \
    X(u16, last_room)                                                                              \
    X(u32, since) /* and since when the guard has it: explained, not used. */                      \
    X(vec, last_known)                                                                             \
    X(look_round, look)                                                                            \
    X(patrol, patrol)                                                                              \
    X(mover, mover)

typedef struct dw_chaser_mind {
    dw_brain_setup setup;
    DW_FIELDS_MEMBERS(DW_CHASER_FIELDS)
} dw_chaser_mind;
typedef dw_chaser_mind dw_field_chaser_mind;
DW_FIELDS_AND(dw_chaser_mind, DW_CHASER_FIELDS, sizeof(dw_brain_setup));

#endif
