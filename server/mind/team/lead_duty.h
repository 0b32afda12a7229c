/* lead_duty.h - what a captain does besides (server/RULES.md 10.35 to 10.39): it sends others into
 * the room of a report, and leaves a chase to those that are nearer. Owns: where it noticed or
 * heard each guard last, and which room of each intruder it has sent somebody to. Speaks through
 * the radio of its guard. Nothing of it happens in a guard whose kind leads nobody. No allocation.
 */
#ifndef DW_MIND_LEAD_DUTY_H
#define DW_MIND_LEAD_DUTY_H

#include "server/mind/team/team_radio.h"

#define DW_LEAD_DUTY_FIELDS(X, A, M)                                                               \
    X(flag, leads)                               /* Its brain is a captain's. */                   \
    X(u16, ordered)                              /* Bit s: rooms[s] and ticks[s] count. */         \
    M(u16, rooms, DW_INTRUDERS_MAX, it->ordered) /* Where it has sent guards after slot s, */      \
    M(u32, ticks, DW_INTRUDERS_MAX, it->ordered) /* and when. */                                   \
    A(vec, places, DW_GUARDS_MAX, DW_GUARDS_MAX) /* At first their posts. */

typedef struct dw_lead_duty {
    DW_FIELDS_MEMBERS(DW_LEAD_DUTY_FIELDS)
} dw_lead_duty;
typedef dw_lead_duty dw_field_lead_duty;

void dw_lead_duty_reset(dw_lead_duty *duty, const dw_brain_setup *setup, bool leads);

/* Once a tick, after the reports: learns where guards are, and calls out who goes to a room that
 * was reported since. The words follow one a tick. */
void dw_lead_duty_step(dw_lead_duty *duty, const dw_think *think, dw_team_radio *radio);

/* Another guard that it notices, and that catches, has less far to the target. */
bool dw_lead_duty_stands_back(const dw_lead_duty *duty, const dw_think *think,
                              const dw_percept_intruder *target);

/* A loaded duty names only positions of the map. Its rooms are compared and never looked up. */
bool dw_lead_duty_is_sound(const dw_lead_duty *duty, const dw_brain_setup *setup);

DW_FIELDS_INLINE(lead_duty, DW_LEAD_DUTY_FIELDS);
DW_FIELDS_PART(lead_duty);

#endif
