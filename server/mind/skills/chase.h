/* chase.h - whom to chase, and how (server/RULES.md 5.21 to 5.29). Owns: the one he is after, and
 * the place beside him to which he goes when a body does not fit where he is. No allocation. */
#ifndef DW_MIND_CHASE_H
#define DW_MIND_CHASE_H

#include "common/base/rng.h"
#include "server/mind/beliefs.h"
#include "server/mind/mover.h"

#define DW_CHASE_FIELDS(X, A, M)                                                                   \
    X(u8, slot)         /* Of the intruder that is chased, or DW_SLOT_NONE. */                     \
    X(u16, since_ticks) /* How long it has been the one. */                                        \
    X(flag, beside)     /* `place` counts. */                                                      \
    X(vec, place)                                                                                  \
    X(rng, places)

typedef struct dw_chase {
    DW_FIELDS_MEMBERS(DW_CHASE_FIELDS)
} dw_chase;
typedef dw_chase dw_field_chase;

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

void dw_digest_chase(dw_digest *digest, const dw_chase *chase);

#endif
