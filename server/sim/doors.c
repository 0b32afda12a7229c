/* doors.c - phase 2 of the tick: the use key of intruders, then the doors that guards work. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

/* A leaf never closes on a body: any body in its way keeps it open. A device is no body. */
static bool leaf_is_blocked(const dw_sim *sim, uint16_t door)
{
    const dw_world *world = &sim->world;
    for (uint32_t i = 0; i < dw_actor_count(world); i++) {
        const dw_actor *actor = &world->actors[i];
        const int32_t half = dw_sim_half_of(sim, actor);
        if (dw_is_present(actor) && half > 0 &&
            dw_leaf_blocked_by(sim->map, door, actor->body.position, half)) {
            return true;
        }
    }
    return false;
}

/* Opens or closes; false when a body keeps the leaf from closing. */
static bool set_door(dw_sim *sim, uint16_t door, bool open, uint16_t guard, uint16_t slot)
{
    if (dw_door_set_has(&sim->world.open, door) == open) {
        return true;
    }
    if (!open && leaf_is_blocked(sim, door)) {
        return false;
    }
    dw_door_set_put(&sim->world.open, door, open);
    dw_sim_emit(sim, open ? DW_SIM_DOOR_OPENED : DW_SIM_DOOR_CLOSED, guard, slot, door);
    if (guard != DW_NONE || slot != DW_NONE) {
        dw_sim_hear_leaf(sim, door,
                         guard != DW_NONE ? dw_guard_actor(&sim->world, guard)
                                          : dw_intruder_actor(&sim->world, slot));
    }
    return true;
}

void dw_sim_set_door(dw_sim *sim, uint16_t door, bool open)
{
    (void)set_door(sim, door, open, DW_NONE, DW_NONE);
}

static void take_item(dw_sim *sim, uint8_t slot, uint16_t index)
{
    dw_item *item = &sim->world.items[index];
    item->state = DW_ITEM_CARRIED;
    item->carrier = slot;
    (void)dw_sim_emit_item(sim, DW_SIM_TAKEN, slot, (uint8_t)index);
}

/* A press at a door that rests for this player does nothing: it makes no event either, for each
 * would be a reliable message. */
static void use_door(dw_sim *sim, uint8_t slot, uint16_t door)
{
    dw_door_rest *rest = &sim->world.intruders[slot].rest;
    if (dw_door_rest_holds(rest, door)) {
        return;
    }
    if (!dw_door_set_has(&sim->world.open, door) && dw_sim_door_is_locked(sim, door) &&
        !dw_sim_press_lock(sim, slot, door)) {
        return;
    }
    if (set_door(sim, door, !dw_door_set_has(&sim->world.open, door), DW_NONE, slot)) {
        dw_door_rest_begin(rest, door, &sim->rules);
    } else {
        dw_sim_emit(sim, DW_SIM_USE_BLOCKED, DW_NONE, slot, door);
    }
}

/* What the intruder could take and use. */
static void list_usables(const dw_sim *sim, uint8_t slot, dw_usables *usables)
{
    const dw_world *world = &sim->world;
    const dw_item_set carried = dw_world_items_of(world, slot);
    *usables = (dw_usables){.devices = dw_sim_wanted_devices(sim, slot)};
    for (uint16_t i = 0; i < world->item_count; i++) {
        const dw_item *item = &world->items[i];
        if (dw_item_lies(item->state) && dw_hands_take(sim->map, carried, i)) {
            dw_usables_add_item(usables, i, item->area, item->furniture);
        }
    }
}

/* The slots that carry something. */
static uint32_t carriers(const dw_world *world)
{
    uint32_t slots = 0;
    for (uint32_t i = 0; i < world->item_count; i++) {
        slots |=
            world->items[i].state == DW_ITEM_CARRIED ? UINT32_C(1) << world->items[i].carrier : 0;
    }
    return slots;
}

/* The players that could take something of what the intruder carries. */
static void list_mates(const dw_sim *sim, uint8_t slot, dw_mates *mates)
{
    mates->count = 0;
    for (uint32_t left = dw_slots_present(&sim->world) & ~(UINT32_C(1) << slot); left != 0;
         left &= left - 1) {
        const uint8_t mate = (uint8_t)__builtin_ctz(left);
        if (dw_sim_item_for(sim, slot, mate) != DW_NONE) {
            dw_mates_add(mates, mate, dw_intruder_actor(&sim->world, mate)->body.position);
        }
    }
}

void dw_sim_work_switch(dw_sim *sim, uint16_t index)
{
    DW_CHECK(index < sim->map->switch_count);
    sim->world.worked ^= UINT32_C(1) << index;
}

/* `may_hand`: it has carried something since before this tick. What it was handed in this tick
 * stays with it, or two that press at once would pass a thing to and fro. */
static void use(dw_sim *sim, uint8_t slot, bool may_hand)
{
    dw_usables usables;
    list_usables(sim, slot, &usables);
    dw_mates mates = {.count = 0};
    if (may_hand) {
        list_mates(sim, slot, &mates);
    }
    const dw_use chosen = dw_intruder_choose_use_or_mate(
        sim->map, &sim->world.open, &sim->rules,
        dw_intruder_actor(&sim->world, slot)->body.position, &usables, &mates);
    switch (chosen.kind) {
    case DW_USE_ITEM:
        take_item(sim, slot, chosen.index);
        break;
    case DW_USE_DOOR:
        use_door(sim, slot, chosen.index);
        break;
    case DW_USE_SWITCH:
        dw_sim_work_switch(sim, chosen.index);
        break;
    case DW_USE_MATE:
        dw_sim_hand_item(sim, slot, (uint8_t)chosen.index);
        break;
    case DW_USE_DEVICE:
        dw_sim_use_device(sim, slot, chosen.index);
        break;
    case DW_USE_NOTHING:
        dw_sim_emit(sim, DW_SIM_USE_NOTHING, DW_NONE, slot, DW_NONE);
        break;
    }
}

/* A guard reaches as far as an intruder. */
static bool reaches(const dw_sim *sim, const dw_actor *guard, dw_rect thing)
{
    const dw_vec nearest = dw_rect_nearest(thing, guard->body.position);
    const int64_t reach = DW_MM((int64_t)sim->rules.reach_mm);
    return dw_distance_squared(guard->body.position, nearest) <= reach * reach;
}

/* Not through a wall: the door must be one of its room. */
static bool in_reach(const dw_sim *sim, uint16_t guard, uint16_t index)
{
    DW_CHECK(index < sim->map->door_count);
    const dw_actor *actor = dw_guard_actor(&sim->world, guard);
    const dw_door *door = &sim->map->doors[index];
    return (door->half[0].room == actor->room || door->half[1].room == actor->room) &&
           reaches(sim, actor, door->doorway);
}

static bool is_held(const dw_world *world, uint16_t door)
{
    for (uint8_t g = 0; g < world->guard_count; g++) {
        if (world->guards[g].holds == door) {
            return true;
        }
    }
    return false;
}

/* A guard lets a doorway go when it is out of it and no longer asks for it. */
static void release_doorways(dw_sim *sim)
{
    for (uint8_t g = 0; g < sim->world.guard_count; g++) {
        dw_guard_state *guard = &sim->world.guards[g];
        const dw_actor *actor = dw_guard_actor(&sim->world, g);
        if (guard->holds != DW_NONE && guard->holds != guard->command.hold_door &&
            !dw_rect_overlaps(sim->map->doors[guard->holds].doorway,
                              dw_rect_around(actor->body.position, dw_sim_half_of(sim, actor)))) {
            guard->holds = DW_NONE;
        }
    }
}

/* Each doorway goes to the guard that has asked for it longest (ties: the lower index). A guard
 * that still holds another one waits until it is out of that. */
static void grant_doorways(dw_sim *sim)
{
    dw_world *world = &sim->world;
    for (;;) {
        uint8_t next = DW_GUARDS_MAX;
        for (uint8_t g = 0; g < world->guard_count; g++) {
            const dw_guard_state *guard = &world->guards[g];
            if (guard->holds == DW_NONE && guard->command.hold_door != DW_NONE &&
                (next == DW_GUARDS_MAX || guard->wait_ticks > world->guards[next].wait_ticks) &&
                !is_held(world, guard->command.hold_door)) {
                next = g;
            }
        }
        if (next == DW_GUARDS_MAX) {
            break;
        }
        world->guards[next].holds = world->guards[next].command.hold_door;
    }
    for (uint8_t g = 0; g < world->guard_count; g++) {
        dw_guard_state *guard = &world->guards[g];
        const bool waits =
            guard->command.hold_door != DW_NONE && guard->holds != guard->command.hold_door;
        guard->wait_ticks = waits && guard->wait_ticks < UINT16_MAX
                                ? (uint16_t)(guard->wait_ticks + 1)
                                : (uint16_t)0;
    }
}

void dw_sim_work_doors(dw_sim *sim, const dw_intent *intents)
{
    const uint32_t carried = carriers(&sim->world);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        dw_intruder_state *intruder = &sim->world.intruders[s];
        dw_door_rest_pass(&intruder->rest);
        const bool plays = dw_intruder_actor(&sim->world, s)->controller == DW_CONTROLLER_PLAYER;
        const bool held = plays && (intents[s].buttons & DW_BUTTON_USE) != 0;
        if (sim->map->lock_count > 0) {
            dw_sim_pick_lock(sim, (uint8_t)s, held);
        }
        if (!plays) {
            continue;
        }
        if (held && !intruder->use_held) {
            use(sim, (uint8_t)s, (carried >> s & 1) != 0);
        }
        intruder->use_held = held;
    }
    release_doorways(sim);
    grant_doorways(sim);
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        dw_guard_state *guard = &sim->world.guards[g];
        const dw_guard_action *command = &guard->command;
        const dw_kind *kind = dw_sim_kind_of(sim, g);
        guard->door_refused = false;
        if (command->open_door != DW_NONE && kind->can.open_doors != 0 &&
            in_reach(sim, g, command->open_door) &&
            (!dw_sim_door_is_locked(sim, command->open_door) ||
             dw_sim_guard_has_key(sim, g, command->open_door))) {
            (void)set_door(sim, command->open_door, true, g, DW_NONE);
        }
        if (command->close_door != DW_NONE && kind->can.close_doors != 0 &&
            in_reach(sim, g, command->close_door)) {
            guard->door_refused = !set_door(sim, command->close_door, false, g, DW_NONE);
        }
    }
}
