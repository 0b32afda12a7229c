/* tell.h - runs to a guard and tells it of an intruder (server/RULES.md 10.30 to 10.33). Owns:
 * where it noticed each guard last, which intruders it has told of and when, and the one that it
 * has to tell of now. It knows which guard walks which patrol. No allocation. */
#ifndef DW_MIND_TELL_H
#define DW_MIND_TELL_H

#include "server/mind/mover.h"

#define DW_TELL_FIELDS(X, A, M)                                                                    \
    X(u8, quarry)       /* The intruder that it has to tell of, or DW_SLOT_NONE, */                \
    X(u8, meets)        /* The guard that it runs to, or DW_GUARDS_MAX: none that it knows of. */  \
    X(u8, guide)        /* The guard whose patrol it goes along when it knows of none. */          \
    X(u16, room)        /* the room in which it sensed that intruder last, or DW_NONE, */          \
    X(u16, stop)        /* How far along that patrol: stops that it has been sent to. */           \
    X(u16, guard_count) /* Of the map. */                                                          \
    X(u32, sensed_tick) /* When it sensed the quarry last, */                                      \
    X(vec, from)        /* and where. */                                                           \
    X(u64, known)       /* Bit g: places[g] counts. */                                             \
    A(vec, places, DW_GUARDS_MAX, it->guard_count)   /* Of guards, noticed last. */                \
    A(u32, told, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX) /* Tick in which it told of it; 0: never. */

typedef struct dw_tell {
    DW_FIELDS_MEMBERS(DW_TELL_FIELDS)
} dw_tell;
typedef dw_tell dw_field_tell;

void dw_tell_reset(dw_tell *tell, const dw_brain_setup *setup);

/* Once a tick: guards that it notices, and the nearest intruder that it has detected. While it
 * runs to tell of one (`telling`), another does not count. Returns whether there is an intruder
 * that it has not told of lately, or that it is telling of. */
bool dw_tell_perceive(dw_tell *tell, const dw_brain_setup *setup, const dw_percepts *percepts,
                      bool telling);

/* Sets out for the nearest guard that it knows of; for the next place at which a guard may be when
 * it knows of none. */
void dw_tell_begin(dw_tell *tell, const dw_think *think);

/* One tick at `think->speed`. DONE: it has told, and `said` is what it says in this tick. FAILED:
 * it knows of no guard, and of no patrol on which to find one. */
dw_skill_state dw_tell_step(dw_tell *tell, const dw_think *think, dw_radio_message *said);

bool dw_tell_is_sound(const dw_tell *tell, const dw_map *map);

DW_FIELDS_INLINE(tell, DW_TELL_FIELDS);
DW_FIELDS_PART(tell);

#endif
