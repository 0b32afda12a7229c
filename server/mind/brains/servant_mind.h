/* servant_mind.h - the inside of the brain `servant`. Private to server/mind. */
#ifndef DW_MIND_SERVANT_MIND_H
#define DW_MIND_SERVANT_MIND_H

#include "server/mind/skills/flee.h"
#include "server/mind/skills/patrol.h"

#define DW_SERVANT_FIELDS(X, A, M)                                                                 \
    X(u8, goal)         /* servant_goal of servant.c */                                            \
    X(u8, cause)        /* dw_cause of the goal, */                                                \
    X(u8, quarry)       /* The intruder that it has to tell of, or DW_SLOT_NONE, */                \
    X(u8, meets)        /* The guard that it runs to, or DW_GUARDS_MAX: none that it knows of. */  \
    X(u8, guide)        /* The guard whose patrol it goes along when it knows of none. */          \
    X(u16, room)        /* the room in which it sensed that intruder last, or DW_NONE, */          \
    X(u16, stop)        /* How far along that patrol: stops that it has been sent to. */           \
    X(u32, since)       /* and since when: explained, not used. */                                 \
    X(u32, sensed_tick) /* When it sensed the quarry last, */                                      \
    X(vec, from)        /* and where. */                                                           \
    X(u64, known)       /* Bit g: places[g] counts. */                                             \
    A(vec, places, DW_GUARDS_MAX, it->setup.map->guard_count) /* Of guards, noticed last. */       \
    A(u32, told, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX) /* Tick in which it told of it; 0: never. */  \
    X(flee, flee)                                                                                  \
    X(patrol, patrol)                                                                              \
    X(mover, mover)

typedef struct dw_servant_mind {
    dw_brain_setup setup;
    dw_radio_message said; /* In this tick; the simulation copies it. */
    DW_FIELDS_MEMBERS(DW_SERVANT_FIELDS)
} dw_servant_mind;
typedef dw_servant_mind dw_field_servant_mind;
DW_FIELDS_AND(dw_servant_mind, DW_SERVANT_FIELDS,
              sizeof(dw_brain_setup) + sizeof(dw_radio_message));

#endif
