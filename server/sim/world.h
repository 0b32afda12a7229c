/* world.h - the state of the world as structs: bodies, doors, meters, items.
 * Each struct has one list of its fields (common/base/fields.h). The list makes the members, the
 * state hash, save and load. Owns no behaviour; the tick (sim.h) alone writes to it. */
#ifndef DW_SIM_WORLD_H
#define DW_SIM_WORLD_H

#include "common/world/intruder.h"
#include "server/sim/brain.h"

#define DW_GUARD_BODY_FIELDS(X, A, M)                                                              \
    X(vec, position)                                                                               \
    X(vec, step)              /* The movement of this tick. */                                     \
    X(guard_command, command) /* For the next tick. */                                             \
    X(u16, heading_bam)                                                                            \
    X(u16, room)                                                                                   \
    X(u16, holds)        /* The doorway that the guard holds, or DW_NONE. */                       \
    X(u16, wait_ticks)   /* For how long it has asked for a doorway in vain. */                    \
    X(u8, mood)          /* dw_mood */                                                             \
    X(u8, calling_ticks) /* For how long it is still seen talking into its radio. */               \
    X(flag, shortened)                                                                             \
    X(flag, touched_guard)                                                                         \
    X(flag, door_refused)
typedef struct dw_guard_body {
    DW_FIELDS_MEMBERS(DW_GUARD_BODY_FIELDS)
} dw_guard_body;
typedef dw_guard_body dw_field_guard_body;

/* dw_body (common/world/movement.h) and dw_door_rest (common/world/intruder.h). */
#define DW_BODY_FIELDS(X, A, M)                                                                    \
    X(vec, position)                                                                               \
    X(u16, heading_bam)                                                                            \
    X(flag, crouching)                                                                             \
    X(flag, sprinting)                                                                             \
    X(flag, moving)
typedef dw_body dw_field_body;
DW_FIELDS_AND(dw_body, DW_BODY_FIELDS, 0);

#define DW_DOOR_REST_FIELDS(X, A, M)                                                               \
    X(u16, door)                                                                                   \
    X(u16, ticks)
typedef dw_door_rest dw_field_door_rest;
DW_FIELDS_AND(dw_door_rest, DW_DOOR_REST_FIELDS, 0);

#define DW_INTRUDER_FIELDS(X, A, M)                                                                \
    X(u8, state)      /* dw_slot_state: ALIVE and DROPPED have a body in the world. */             \
    X(flag, use_held) /* The last intent had USE: only a new press counts. */                      \
    X(u8, held_ticks) /* Ticks in a row in this direction, up to 255; for the player's view. */    \
    X(door_rest, rest)                                                                             \
    X(u16, room)                                                                                   \
    X(u16, caught_ticks) /* Catch timer. */                                                        \
    X(u32, caught_tick)  /* When the intruder was caught; 0: it was not. */                        \
    X(body, body)
typedef struct dw_intruder_state {
    DW_FIELDS_MEMBERS(DW_INTRUDER_FIELDS)
} dw_intruder_state;
typedef dw_intruder_state dw_field_intruder;

#define DW_ITEM_FIELDS(X, A, M)                                                                    \
    X(u8, state)      /* dw_item_state */                                                          \
    X(u8, carrier)    /* Slot, with CARRIED or DELIVERED. */                                       \
    X(u16, furniture) /* What it lies on, or DW_NONE. */                                           \
    X(rect, area)     /* Where it lies; with CARRIED where it was taken. */
typedef struct dw_item {
    DW_FIELDS_MEMBERS(DW_ITEM_FIELDS)
} dw_item;
typedef dw_item dw_field_item;

/* The meters of one guard, by slot. */
typedef uint16_t dw_field_meter_row[DW_INTRUDERS_MAX];

#define DW_WORLD_FIELDS(X, A, M)                                                                   \
    X(u32, tick)   /* Of the round: 0 before the first step. */                                    \
    X(u8, outcome) /* dw_outcome */                                                                \
    X(u8, winner)  /* Slot, with WON. */                                                           \
    X(u8, guard_count)                                                                             \
    X(u8, item_count)                                                                              \
    A(item, items, DW_ITEMS_MAX, it->item_count) /* By index of the map. */                        \
    X(door_set, open)                                                                              \
    A(intruder, intruders, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX)                                     \
    A(guard_body, guards, DW_GUARDS_MAX, it->guard_count)                                          \
    A(meter_row, meters, DW_GUARDS_MAX, it->guard_count)
typedef struct dw_world {
    DW_FIELDS_MEMBERS(DW_WORLD_FIELDS)
} dw_world;
typedef dw_world dw_field_world;
DW_FIELDS_DECLARE(world);

/* Whether that slot has a body in the world. */
static inline bool dw_intruder_present(const dw_intruder_state *intruder)
{
    return intruder->state == DW_SLOT_ALIVE || intruder->state == DW_SLOT_DROPPED;
}

static inline bool dw_item_is_carried_by(const dw_item *item, uint32_t slot)
{
    return item->state == DW_ITEM_CARRIED && item->carrier == slot;
}

/* The item in the hands of an intruder, which carries at most one; DW_NONE without one. */
static inline uint16_t dw_world_item_of(const dw_world *world, uint32_t slot)
{
    for (uint16_t i = 0; i < world->item_count; i++) {
        if (dw_item_is_carried_by(&world->items[i], slot)) {
            return i;
        }
    }
    return DW_NONE;
}

#endif
