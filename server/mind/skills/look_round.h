/* look_round.h - a guard stands and looks round (server/RULES.md 5.14 to 5.16). Turns the guard;
 * its steps are the mover's. No allocation. */
#ifndef DW_MIND_LOOK_ROUND_H
#define DW_MIND_LOOK_ROUND_H

#include "common/world/world_fields.h"
#include "server/mind/think.h"

#define DW_LOOK_ROUND_FIELDS(X, A, M)                                                              \
    X(u16, ticks) /* Of the whole look, */                                                         \
    X(u16, left)  /* and of the rest. */

typedef struct dw_look_round {
    DW_FIELDS_MEMBERS(DW_LOOK_ROUND_FIELDS)
} dw_look_round;
typedef dw_look_round dw_field_look_round;

void dw_look_round_begin(dw_look_round *look, const dw_think *think);

/* One tick, after the mover's. */
dw_skill_state dw_look_round_step(dw_look_round *look, const dw_think *think);

DW_FIELDS_INLINE(look_round, DW_LOOK_ROUND_FIELDS);

/* How long to look round at `place` in `room`: with the reference rules clamp(120 + 12 * area in
 * square metres * (1 - d / half the diagonal), 120, 480) ticks, d = distance to the middle. */
uint16_t dw_look_ticks(const dw_ruleset *rules, const dw_room *room, dw_vec place);

/* The next tick's heading of a guard at `place`: in the first quarter of the look towards the
 * middle of the room, in the second to the left, then to the right. */
uint16_t dw_look_heading(const dw_room *room, dw_vec place, uint16_t heading_bam,
                         dw_look_round look, int32_t turn_bam);

#endif
