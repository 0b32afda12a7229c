/* beliefs.h - what a guard believes of each intruder: where it is, how the guard knows, since when,
 * and how sure it is (server/RULES.md 3.13 to 3.15, 4.12). Only percepts and messages change a
 * belief; while an intruder is not sensed, its believed position stays. Owns: the guard's
 * agitation. No allocation. */
#ifndef DW_MIND_BELIEFS_H
#define DW_MIND_BELIEFS_H

#include "common/world/world_fields.h"
#include "server/sim/brain.h"

#define DW_BELIEF_FIELDS(X, A, M)                                                                  \
    X(u8, source)     /* dw_belief_source */                                                       \
    X(u8, told_by)    /* Guard, with TOLD. */                                                      \
    X(flag, detected) /* The meter is full, as far as the guard can tell. */                       \
    X(flag, sensed)   /* In this tick. */                                                          \
    X(u16, room)                                                                                   \
    X(i32, meter)                                                                                  \
    X(u32, tick)  /* Of the latest sighting or report. */                                          \
    X(vec, place) /* With TOLD the middle of the room. */                                          \
    X(vec, step)  /* How the intruder moved when it was sensed last. */

typedef struct dw_belief {
    DW_FIELDS_MEMBERS(DW_BELIEF_FIELDS)
} dw_belief;
typedef dw_belief dw_field_belief;

/* Sets of slots: bit s stands for slot s. A belief in neither `metered` nor `known` is as reset. */
#define DW_BELIEFS_FIELDS(X, A, M)                                                                 \
    X(u8, agitation)     /* 0 .. 3 */                                                              \
    X(u16, suspects)     /* The guard senses this intruder and its meter is high. */               \
    X(u16, metered)      /* The meter is not 0. */                                                 \
    X(u16, known)        /* The guard believes something of this intruder. */                      \
    X(u16, sensed)       /* Sensed in this tick, and detected. */                                  \
    X(u16, detected)     /* Detected; */                                                           \
    X(u16, detected_now) /* ... since this tick. */                                                \
    M(belief, of, DW_INTRUDERS_MAX, it->metered | (uint32_t)it->known)

typedef struct dw_beliefs {
    DW_FIELDS_MEMBERS(DW_BELIEFS_FIELDS)
} dw_beliefs;
typedef dw_beliefs dw_field_beliefs;

enum { DW_AGITATION_MAX = 3 };

void dw_beliefs_reset(dw_beliefs *beliefs);
void dw_beliefs_perceive(dw_beliefs *beliefs, const dw_brain_setup *setup,
                         const dw_percepts *percepts);

/* The meter of an intruder is high enough that the guard stops and looks. */
bool dw_belief_is_suspicion(const dw_kind_eyes *eyes, int32_t meter);

/* The agitation rises to `least` if it is lower. */
void dw_beliefs_agitate(dw_beliefs *beliefs, uint8_t least);

/* A report. The higher agitation of the guard and the caller holds; a newer belief of the guard's
 * own stays. */
void dw_beliefs_hear(dw_beliefs *beliefs, const dw_brain_setup *setup,
                     const dw_radio_message *report);

/* The intruder is caught or gone. */
void dw_beliefs_forget(dw_beliefs *beliefs, uint32_t slot);

/* 100 while sensed, then less with age; 0 when the guard knows nothing of the intruder. */
uint8_t dw_belief_confidence(const dw_belief *belief, uint32_t tick);

/* Loaded beliefs name only rooms of the map. */
bool dw_beliefs_are_sound(const dw_beliefs *beliefs, const dw_map *map);

DW_FIELDS_INNER(belief, DW_BELIEF_FIELDS);
DW_FIELDS_INLINE(beliefs, DW_BELIEFS_FIELDS);

#endif
