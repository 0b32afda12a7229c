/* minds.h - what goes on in the guards, as far as a spectator is told: the newest two minds of
 * each, since what is drawn lies behind what arrives, and the last changes of goal.
 * Owns: copies. Knows no map: whoever puts a mind in has checked it. No allocation after creation;
 * only clients that watch have one (about 170 KB). */
#ifndef DW_CLIENT_CORE_MINDS_H
#define DW_CLIENT_CORE_MINDS_H

#include "common/base/arena.h"
#include "protocol/guard_mind.h"

enum { DW_MIND_CHANGES_MAX = 12 };

/* A guard has another goal. */
typedef struct dw_mind_change {
    uint32_t tick; /* Since when. */
    uint8_t body;
    uint8_t cause; /* dw_mind_cause */
    uint32_t cause_id;
    char from[DW_MIND_WORD_MAX + 1];
    char to[DW_MIND_WORD_MAX + 1];
    char sentence[DW_MIND_SENTENCE_MAX + 1];
} dw_mind_change;

typedef struct dw_minds {
    dw_guard_mind newest[DW_GUARDS_MAX]; /* By body - 1; tick 0: none. */
    dw_guard_mind before[DW_GUARDS_MAX];
    uint32_t change_count;
    dw_mind_change changes[DW_MIND_CHANGES_MAX]; /* The oldest first. */
} dw_minds;

DW_MUST_USE dw_status dw_minds_create(dw_minds **out, dw_arena *arena);

/* Nothing is known any more: another round, or another connection. */
void dw_minds_reset(dw_minds *minds);

/* One that is not newer than what is held is dropped. */
void dw_minds_put(dw_minds *minds, const dw_guard_mind *mind);

/* The guard's mind as of `tick`: the newest one that is not later, else the oldest one held. NULL
 * when he is not known. */
const dw_guard_mind *dw_minds_at(const dw_minds *minds, uint8_t body, uint32_t tick);

#endif
