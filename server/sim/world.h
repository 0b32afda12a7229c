/* world.h - the state of the world as structs: actors, doors, meters, items.
 * Each struct has one list of its fields (common/base/fields.h). The list makes the members, the
 * state hash, save and load. Owns no behaviour; the tick (sim.h) alone writes to it. */
#ifndef DW_SIM_WORLD_H
#define DW_SIM_WORLD_H

#include "common/world/hands.h"
#include "common/world/intruder.h"
#include "common/world/lock.h"
#include "server/sim/brain.h"

/* Whether an actor has a body in the world. */
typedef enum dw_presence {
    DW_PRESENCE_DORMANT, /* It may appear later. Until then nothing meets, senses or names it. */
    DW_PRESENCE_PRESENT,
    DW_PRESENCE_GONE, /* Until the end of the round. */
    DW_PRESENCE_COUNT
} dw_presence;

/* What decides how the body moves. */
typedef enum dw_controller {
    DW_CONTROLLER_NOBODY, /* It stands still. */
    DW_CONTROLLER_BRAIN,
    DW_CONTROLLER_PLAYER,
    DW_CONTROLLER_COUNT
} dw_controller;

/* dw_body (common/world/movement.h). */
#define DW_BODY_FIELDS(X, A, M)                                                                    \
    X(vec, position)                                                                               \
    X(u16, heading_bam)                                                                            \
    X(flag, crouching)                                                                             \
    X(flag, sprinting)                                                                             \
    X(flag, moving)
typedef dw_body dw_field_body;
DW_FIELDS_AND(dw_body, DW_BODY_FIELDS, 0);

/* What guards and intruders have in common. Room, controller and body of a dormant actor mean
 * nothing. */
#define DW_ACTOR_FIELDS(X, A, M)                                                                   \
    X(body, body)                                                                                  \
    X(u16, room)                                                                                   \
    X(u8, role)       /* dw_role */                                                                \
    X(u8, kind)       /* Of a guard: index in the ruleset's kinds. Of an intruder: 0. */           \
    X(u8, controller) /* dw_controller */                                                          \
    X(u8, presence)   /* dw_presence */
typedef struct dw_actor {
    DW_FIELDS_MEMBERS(DW_ACTOR_FIELDS)
} dw_actor;
typedef dw_actor dw_field_actor;

/* What a guard has besides. */
#define DW_GUARD_FIELDS(X, A, M)                                                                   \
    X(vec, step)             /* The movement of this tick. */                                      \
    X(guard_action, command) /* For the next tick. */                                              \
    X(u16, holds)            /* The doorway that the guard holds, or DW_NONE. */                   \
    X(u16, wait_ticks)       /* For how long it has asked for a doorway in vain. */                \
    X(u8, calling_ticks)     /* For how long it is still seen talking into its radio. */           \
    X(flag, shortened)                                                                             \
    X(flag, touched_guard)                                                                         \
    X(flag, door_refused)
typedef struct dw_guard_state {
    DW_FIELDS_MEMBERS(DW_GUARD_FIELDS)
} dw_guard_state;
typedef dw_guard_state dw_field_guard;

/* dw_door_rest (common/world/intruder.h). */
#define DW_DOOR_REST_FIELDS(X, A, M)                                                               \
    X(u16, door)                                                                                   \
    X(u16, ticks)
typedef dw_door_rest dw_field_door_rest;
DW_FIELDS_AND(dw_door_rest, DW_DOOR_REST_FIELDS, 0);

/* dw_pick (common/world/lock.h). */
#define DW_PICK_FIELDS(X, A, M)                                                                    \
    X(u16, door)                                                                                   \
    X(u16, ticks)
typedef dw_pick dw_field_pick;
DW_FIELDS_AND(dw_pick, DW_PICK_FIELDS, 0);

/* Locks, and who picks one. Outside of the hot state. */
#define DW_LOCKS_FIELDS(X, A, M)                                                                   \
    X(u32, turned) /* dw_lock_set: locks that stand otherwise than at the start. */                \
    A(pick, picks, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX) /* By slot. */
typedef struct dw_locks {
    DW_FIELDS_MEMBERS(DW_LOCKS_FIELDS)
} dw_locks;
typedef dw_locks dw_field_locks;
DW_FIELDS_DECLARE(locks);

/* What an intruder has besides. */
#define DW_INTRUDER_FIELDS(X, A, M)                                                                \
    X(flag, use_held) /* The last intent had USE: only a new press counts. */                      \
    X(u8, held_ticks) /* Ticks in a row in this direction, up to 255; for the player's view. */    \
    X(door_rest, rest)                                                                             \
    X(u16, caught_ticks) /* Catch timer. */                                                        \
    X(u32, caught_tick)  /* When the intruder was caught; 0: it was not. */
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

enum { DW_ACTORS_MAX = DW_GUARDS_MAX + DW_INTRUDERS_MAX };

/* Actors: the guards in the order of the map, then the intruders by slot. */
#define DW_WORLD_FIELDS(X, A, M)                                                                   \
    X(u32, tick)   /* Of the round: 0 before the first step. */                                    \
    X(u8, outcome) /* dw_outcome */                                                                \
    X(u8, winner)  /* Slot, with WON. */                                                           \
    X(u8, guard_count)                                                                             \
    X(u8, item_count)                                                                              \
    A(item, items, DW_ITEMS_MAX, it->item_count) /* By index of the map. */                        \
    X(door_set, open)                                                                              \
    X(u32, worked) /* dw_switch_set: switches that stand otherwise than at the start. */           \
    A(actor, actors, DW_ACTORS_MAX, dw_actor_count(it))                                            \
    A(guard, guards, DW_GUARDS_MAX, it->guard_count)                                               \
    M(intruder, intruders, DW_INTRUDERS_MAX, dw_slots_taken(it))                                   \
    A(meter_row, meters, DW_GUARDS_MAX, it->guard_count)
typedef struct dw_world {
    DW_FIELDS_MEMBERS(DW_WORLD_FIELDS)
} dw_world;
typedef dw_world dw_field_world;
DW_FIELDS_DECLARE(world);

static inline uint32_t dw_actor_count(const dw_world *world)
{
    return (uint32_t)world->guard_count + DW_INTRUDERS_MAX;
}

static inline bool dw_item_is_carried_by(const dw_item *item, uint32_t slot)
{
    return item->state == DW_ITEM_CARRIED && item->carrier == slot;
}

/* The items in the hands of an intruder; 0 without one. */
static inline dw_item_set dw_world_items_of(const dw_world *world, uint32_t slot)
{
    uint32_t items = 0;
    for (uint32_t i = 0; i < world->item_count; i++) {
        items |= dw_item_is_carried_by(&world->items[i], slot) ? 1u << i : 0;
    }
    return (dw_item_set)items;
}

/* Index in `actors` of the intruder in a slot; that of a guard is its number. */
static inline uint32_t dw_intruder_index(const dw_world *world, uint32_t slot)
{
    return world->guard_count + slot;
}

static inline const dw_actor *dw_guard_actor(const dw_world *world, uint32_t guard)
{
    return &world->actors[guard];
}

static inline const dw_actor *dw_intruder_actor(const dw_world *world, uint32_t slot)
{
    return &world->actors[dw_intruder_index(world, slot)];
}

/* Whether the actor has a body in the world. */
static inline bool dw_is_present(const dw_actor *actor)
{
    return actor->presence == DW_PRESENCE_PRESENT;
}

/* Bit g: guard g has a body in the world. */
static inline uint64_t dw_guards_present(const dw_world *world)
{
    uint64_t present = 0;
    for (uint32_t g = 0; g < world->guard_count; g++) {
        present |= dw_is_present(dw_guard_actor(world, g)) ? UINT64_C(1) << g : 0;
    }
    return present;
}

/* Bit s: slot s has a body in the world. */
static inline uint32_t dw_slots_present(const dw_world *world)
{
    uint32_t present = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        present |= dw_is_present(dw_intruder_actor(world, s)) ? UINT32_C(1) << s : 0;
    }
    return present;
}

/* Bit s: slot s has or had a body in this round. */
static inline uint32_t dw_slots_taken(const dw_world *world)
{
    if (world->guard_count > DW_GUARDS_MAX) {
        return 0; /* Under a load, from bytes that are not a match. */
    }
    uint32_t taken = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const bool dormant = dw_intruder_actor(world, s)->presence == DW_PRESENCE_DORMANT;
        taken |= dormant ? 0 : UINT32_C(1) << s;
    }
    return taken;
}

/* What has become of the player in a slot: EMPTY, ALIVE, DROPPED, CAUGHT or OUT. */
dw_slot_state dw_intruder_slot_state(const dw_world *world, uint32_t slot);
/* Presence, controller and catch that make this state; CAUGHT is caught in this tick. */
void dw_intruder_set_slot_state(dw_world *world, uint32_t slot, dw_slot_state state);

#endif
