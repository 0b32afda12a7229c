/* put_right.h - a guard looks round, goes to a leaf or a switch, and shuts the leaf or lights the
 * lamp (server/RULES.md 5.84). Owns nothing but how far it has come. No allocation. */
#ifndef DW_MIND_PUT_RIGHT_H
#define DW_MIND_PUT_RIGHT_H

#include "server/mind/evidence.h"
#include "server/mind/mover.h"
#include "server/mind/skills/look_round.h"

typedef enum dw_put_right_phase {
    DW_PUT_RIGHT_LOOKING,
    DW_PUT_RIGHT_GOING,
    DW_PUT_RIGHT_PHASE_COUNT
} dw_put_right_phase;

#define DW_PUT_RIGHT_FIELDS(X, A, M)                                                               \
    X(u8, phase) /* dw_put_right_phase */                                                          \
    X(look_round, look)

typedef struct dw_put_right {
    DW_FIELDS_MEMBERS(DW_PUT_RIGHT_FIELDS)
} dw_put_right;
typedef dw_put_right dw_field_put_right;

/* Where the guard is, it stops and looks round. */
void dw_put_right_begin(dw_put_right *task, const dw_think *think);

/* Sets out for what `evidence` names now, without another look round. */
void dw_put_right_go_on(dw_put_right *task, const dw_think *think);

/* One tick at `think->speed`. DONE: it has put the thing right, or found that it was. FAILED: it
 * cannot, or has not the hands for it. */
dw_skill_state dw_put_right_step(dw_put_right *task, const dw_think *think, dw_evidence *evidence);

void dw_put_right_explain(const dw_evidence *evidence, const dw_brain_setup *setup,
                          dw_mind_view *view);
bool dw_put_right_is_sound(const dw_put_right *task);
DW_FIELDS_DECLARE(put_right);

#endif
