/* errand.h - what a guard is to do next, and why: goals that percepts, messages and the end of the
 * last goal ask for. The brain `reference` begins an errand at once. A brain that is data keeps it
 * until its own rules begin it (server/mind/data).
 * Owns: the list of goals, and the struct. Knows nothing of who decides. */
#ifndef DW_MIND_ERRAND_H
#define DW_MIND_ERRAND_H

#include "server/mind/skills/intercept.h"

/* The main goals of server/RULES.md 5.2; the substitute goals are the mover's. */
typedef enum dw_goal {
    DW_GOAL_PATROL,
    DW_GOAL_CHASE,
    DW_GOAL_INTERCEPT,
    DW_GOAL_LIE_IN_WAIT,
    DW_GOAL_LAST_KNOWN,
    DW_GOAL_SEARCH,
    DW_GOAL_HOLD,
    DW_GOAL_BOARD,
    DW_GOAL_INVESTIGATE,
    DW_GOAL_PUT_RIGHT,
    DW_GOAL_COUNT
} dw_goal;

/* How an errand differs from others of its goal. */
typedef enum dw_errand_form {
    DW_ERRAND_PLAIN,
    DW_ERRAND_ONE_ROOM, /* SEARCH: `room` alone. */
    DW_ERRAND_KEEPS,    /* LIE_IN_WAIT: keeps `door`, which leads to another guard's zone. */
    DW_ERRAND_FORM_COUNT
} dw_errand_form;

#define DW_ERRAND_FIELDS(X, A, M)                                                                  \
    X(u16, accepts) /* Goals that the brain has use for, as bits; the others' errands end here. */ \
    X(flag, fresh)  /* Not begun yet. */                                                           \
    X(u8, goal)     /* dw_goal */                                                                  \
    X(u8, form)     /* dw_errand_form */                                                           \
    X(u8, cause)    /* dw_cause, */                                                                \
    X(u32, cause_id)                                                                               \
    X(u32, made)              /* and the tick. */                                                  \
    X(u8, quarry)             /* The intruder that it is about, or DW_SLOT_NONE. */                \
    X(u8, task)               /* HOLD: dw_task. */                                                 \
    X(u16, room)              /* SEARCH and HOLD; else DW_NONE. */                                 \
    X(u16, door)              /* KEEPS; else DW_NONE. */                                           \
    X(vec, middle)            /* HOLD: of what is held. */                                         \
    X(intercept_order, order) /* INTERCEPT, LIE_IN_WAIT and BOARD. */

typedef struct dw_errand {
    DW_FIELDS_MEMBERS(DW_ERRAND_FIELDS)
} dw_errand;
typedef dw_errand dw_field_errand;

/* A loaded errand names only what the map has. */
bool dw_errand_is_sound(const dw_errand *errand, const dw_map *map);

DW_FIELDS_DECLARE(errand);
DW_FIELDS_PART(errand);

#endif
