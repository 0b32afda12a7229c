/* chase.h - whom to chase, and how (RULES.md section 5, chase). Owns: the one he is after, and the
 * place beside him to which he goes when a body does not fit where he is. No allocation. */
#ifndef DW_MIND_CHASE_H
#define DW_MIND_CHASE_H

#include "common/base/rng.h"
#include "server/mind/beliefs.h"
#include "server/mind/mover.h"

typedef struct dw_chase {
    uint8_t slot;         /* DW_SLOT_NONE: nobody. */
    uint16_t since_ticks; /* Since he chose him. */
    bool beside;          /* `place` counts. */
    dw_vec place;
    dw_rng places;
} dw_chase;

void dw_chase_reset(dw_chase *chase, uint64_t seed);

/* The one to chase now of those whom he has detected and senses; NULL when there is none. He stays
 * with one until another is much nearer, and leaves those to a colleague who is nearer to them. */
const dw_percept_intruder *dw_chase_choose(dw_chase *chase, const dw_ruleset *rules,
                                           const dw_percepts *percepts);

/* One tick after `target`. */
void dw_chase_step(dw_chase *chase, dw_mover *mover, const dw_brain_setup *setup,
                   const dw_percepts *percepts, const dw_percept_intruder *target,
                   dw_guard_command *command);

/* Fast while far, slower when near. */
int32_t dw_chase_speed(const dw_ruleset *rules, dw_vec from, dw_vec to);

uint64_t dw_chase_hash(const dw_chase *chase, uint64_t hash);

#endif
