/* zone_duty.h - what a guard with a zone of its own (server/sim/zones.h) owes the others when it
 * follows an intruder out of it (rules 4.86 to 4.88 of server/RULES.md). It tells the guard of the
 * zone beyond, goes on until that guard has seen the intruder, and then keeps its own border.
 * Owns: which intruder the guard has followed out of its zone, since when, and whether another
 * guard has it now. No allocation. */
#ifndef DW_MIND_ZONE_DUTY_H
#define DW_MIND_ZONE_DUTY_H

#include "server/mind/team/team_radio.h"

#define DW_ZONE_DUTY_FIELDS(X, A, M)                                                               \
    X(u32, since)      /* Tick of the first step beyond the border; 0: all in order. */            \
    X(u8, slot)        /* Which intruder. */                                                       \
    X(u16, room)       /* Where it was last seen beyond the border. */                             \
    X(flag, is_handed) /* The guard of that zone has seen it. */

typedef struct dw_zone_duty {
    DW_FIELDS_MEMBERS(DW_ZONE_DUTY_FIELDS)
} dw_zone_duty;
typedef dw_zone_duty dw_field_zone_duty;

void dw_zone_duty_reset(dw_zone_duty *duty);

static inline bool dw_is_in_zone(const dw_brain_setup *setup, uint16_t room)
{
    return setup->zones->guards[room] == setup->guard;
}

/* In its own zone, and where its zone is a dead end in the one that this leads to. */
static inline bool dw_hunts_in(const dw_brain_setup *setup, uint16_t room)
{
    return dw_is_in_zone(setup, room) ||
           dw_zones_is_dead_end(setup->zones, setup->map, setup->guard, room);
}

/* The guard would chase this intruder: tells the next guard at the border. False: that guard has
 * the intruder, which is not near, so that this one lets it go. */
bool dw_zone_duty_chases(dw_zone_duty *duty, const dw_think *think, dw_team_radio *radio,
                         const dw_percept_intruder *target);

/* A report: whether it hands the intruder over. */
void dw_zone_duty_hear(dw_zone_duty *duty, const dw_brain_setup *setup,
                       const dw_radio_message *report);

/* The guard has been out of its zone for long enough. */
bool dw_zone_duty_is_late(const dw_zone_duty *duty, const dw_think *think);

bool dw_zone_duty_is_sound(const dw_zone_duty *duty, const dw_map *map);
DW_FIELDS_INLINE(zone_duty, DW_ZONE_DUTY_FIELDS);

#endif
