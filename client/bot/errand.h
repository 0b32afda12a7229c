/* errand.h - what an intruder must do next. In a heist: take an objective where it lies, or be at
 * the exit once an intruder carries one. In a mission a policy chooses it (policy_errand.c). The
 * policies that play to win share it. Owns nothing; a value. */
#ifndef DW_BOT_ERRAND_H
#define DW_BOT_ERRAND_H

#include "client/bot/walk.h"

typedef enum dw_errand_kind {
    DW_ERRAND_NONE,
    DW_ERRAND_TAKE,
    DW_ERRAND_LEAVE,
    DW_ERRAND_USE, /* Hold the use key at a device; dw_errand_of never says it. */
    DW_ERRAND_GO   /* A position that the policy chose; dw_errand_of never says it. */
} dw_errand_kind;

typedef struct dw_errand {
    dw_errand_kind kind; /* NONE: an objective is delivered. */
    dw_vec target;       /* The centre of the objective or of the exit; with GO: where to be. */
    uint16_t index;      /* With TAKE and USE: of the item or device, */
    dw_rect thing;       /* its area, */
    uint16_t furniture;  /* and the furniture it lies on; DW_NONE on the floor. */
} dw_errand;

dw_errand dw_errand_of(const dw_bot_ground *ground, const dw_bot_view *view);

/* Where to stand for it. Cost with TAKE and USE: tests a few hundred positions. */
dw_vec dw_errand_position(const dw_errand *errand, const dw_bot_ground *ground,
                          const dw_bot_view *view);

/* Whether the use key would take that item, or find that device, from where the body is. In a heist
 * any objective will do. */
bool dw_errand_in_reach(const dw_errand *errand, const dw_bot_ground *ground,
                        const dw_bot_view *view);

/* The slot of the teammate that the use key would hand the carried item to; DW_SLOT_NONE when
 * it carries nothing, or would do something else. */
uint8_t dw_errand_mate_in_reach(const dw_bot_ground *ground, const dw_bot_view *view);

#endif
