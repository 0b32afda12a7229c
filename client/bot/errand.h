/* errand.h - what an intruder has to do next in a heist, from what he is sent: take the thing where
 * it lies, or be at the exit once somebody has it. Shared by the policies that play to win. Owns
 * nothing; a plain value. */
#ifndef DW_BOT_ERRAND_H
#define DW_BOT_ERRAND_H

#include "client/bot/walk.h"

typedef enum dw_errand_kind { DW_ERRAND_NONE, DW_ERRAND_TAKE, DW_ERRAND_LEAVE } dw_errand_kind;

typedef struct dw_errand {
    dw_errand_kind kind; /* NONE: it is delivered. */
    dw_vec target;       /* The middle of the thing or of the exit. */
    dw_rect thing;       /* With TAKE: where it lies, */
    uint16_t furniture;  /* and on what; DW_NONE on the floor. */
} dw_errand;

dw_errand dw_errand_of(const dw_bot_ground *ground, const dw_bot_view *view);

/* Where to stand for it. Cost: some hundred tests of places with TAKE. */
dw_vec dw_errand_place(const dw_errand *errand, const dw_bot_ground *ground,
                       const dw_bot_view *view);

/* The use key would take the thing from where the body is. */
bool dw_errand_in_reach(const dw_errand *errand, const dw_bot_ground *ground,
                        const dw_bot_view *view);

#endif
