/* radio_round.h - the radio round (server/RULES.md 5.88, 5.89): guards say in turn that all is
 * well, and notice a colleague that has ceased to. Owns: which guards were heard in this round of
 * play, when, and from which room they answered last. Knows nothing of why a guard is silent: it
 * may be out of reach. No allocation; cost: O(guards) a tick, and nothing without
 * `radio_round_ticks`. */
#ifndef DW_MIND_RADIO_ROUND_H
#define DW_MIND_RADIO_ROUND_H

#include "server/mind/team/team_radio.h"

#define DW_RADIO_ROUND_FIELDS(X, A, M)                                                             \
    X(u64, heard)  /* Bit g: guard g has answered; ticks[g] and rooms[g] count. */                 \
    X(u64, silent) /* Bit g: guard g does not answer any more. */                                  \
    A(u32, ticks, DW_GUARDS_MAX, DW_GUARDS_MAX) /* When it was heard last, whatever it said. */    \
    A(u16, rooms, DW_GUARDS_MAX, DW_GUARDS_MAX) /* Where it was when it answered last. */

typedef struct dw_radio_round {
    DW_FIELDS_MEMBERS(DW_RADIO_ROUND_FIELDS)
} dw_radio_round;
typedef dw_radio_round dw_field_radio_round;

static inline bool dw_radio_round_is_held(const dw_ruleset *rules)
{
    return rules->evidence != 0 && rules->radio_round_ticks > 0;
}

void dw_radio_round_reset(dw_radio_round *round);

/* Once a tick: hears the others, and answers when it is this guard's turn. */
void dw_radio_round_step(dw_radio_round *round, const dw_think *think, dw_team_radio *radio);

/* A guard that has answered before and is silent now, or DW_NONE. Each silence is told of once. */
uint16_t dw_radio_round_miss(dw_radio_round *round, const dw_think *think);

/* A loaded round names only what the map has. */
bool dw_radio_round_is_sound(const dw_radio_round *round, const dw_map *map);
DW_FIELDS_DECLARE(radio_round);

#endif
