/* person.h - people that intruders lead through a house: each follows a player within sight, by the
 * way that the player has walked, and waits when it has lost that player (server/RULES.md 12.16 to
 * 12.19). Owns: the player that a person follows, and the way. To guards and players it is an
 * intruder: it has the last slots of the match and a body, and is seen and caught alike. No
 * allocation. */
#ifndef DW_SIM_PERSON_H
#define DW_SIM_PERSON_H

#include "common/world/mission.h"
#include "common/world/world_fields.h"

enum { DW_CRUMBS_MAX = 32 };

#define DW_PERSON_FIELDS(X, A, M)                                                                  \
    X(u8, leader)                            /* Slot, or DW_SLOT_NONE: it waits. */                \
    X(u8, count)                             /* Of crumbs. */                                      \
    X(u16, still_ticks)                      /* For how long it has come to no crumb. */           \
    A(vec, crumbs, DW_CRUMBS_MAX, it->count) /* Where the leader was, oldest first. */
typedef struct dw_person {
    DW_FIELDS_MEMBERS(DW_PERSON_FIELDS)
} dw_person;
typedef dw_person dw_field_person;
DW_FIELDS_DECLARE(person);

/* The slot of the person of that index. */
static inline uint8_t dw_person_slot(uint32_t person)
{
    return (uint8_t)(DW_INTRUDERS_MAX - 1 - person);
}

/* Bit s: slot s is that of a person of the mission; 0 without a mission (NULL). */
static inline uint32_t dw_person_slots(const dw_mission *mission)
{
    uint32_t slots = 0;
    for (uint32_t p = 0; mission != NULL && p < DW_PERSONS_MAX; p++) {
        slots |= (mission->persons >> p & 1) != 0 ? UINT32_C(1) << dw_person_slot(p) : 0;
    }
    return slots;
}

static inline bool dw_person_is_sound(const dw_person *person, const dw_map *map)
{
    bool sound = person->leader < map->intruders_max || person->leader == DW_SLOT_NONE;
    for (uint8_t i = 0; i < person->count && sound; i++) {
        sound = dw_rect_holds_closed(map->bounds, person->crumbs[i]);
    }
    return sound;
}

#endif
