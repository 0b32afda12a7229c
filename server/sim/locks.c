/* locks.c - locks of doors in phase 2 of the tick, and who has their keys (server/RULES.md 1.70 to
 * 1.76). What an intruder does at a lock is common/world/lock.h, as its player's client predicts
 * it.
 */
#include "common/base/check.h"
#include "server/sim/sim_state.h"

DW_FIELDS_STATE(static, pick, DW_PICK_FIELDS);
DW_FIELDS_STATE(extern, locks, DW_LOCKS_FIELDS);

enum { PICK_NOISE_TICKS = 30 };

void dw_sim_turn_lock(dw_sim *sim, uint16_t door, bool locked)
{
    if (dw_sim_door_is_locked(sim, door) != locked) {
        sim->locks[0].turned ^= dw_door_lock(sim->map, door);
    }
}

bool dw_sim_press_lock(dw_sim *sim, uint8_t slot, uint16_t door)
{
    switch (dw_lock_ask(sim->map, &sim->rules, door, dw_world_items_of(&sim->world, slot))) {
    case DW_LOCK_OPENS:
        dw_sim_turn_lock(sim, door, false);
        return true;
    case DW_LOCK_PICKED:
        sim->locks[0].picks[slot] = (dw_pick){.door = door, .ticks = 1};
        return false;
    case DW_LOCK_REFUSES:
        break;
    }
    return false;
}

static void scratch(dw_sim *sim, uint8_t slot, const dw_pick *pick)
{
    const dw_actor *actor = dw_intruder_actor(&sim->world, slot);
    const dw_door *door = &sim->map->doors[pick->door];
    const dw_vec at = door->half[door->half[0].room == actor->room ? 0 : 1].point;
    dw_sim_make_noise_of(sim, actor, DW_NOISE_LEAF, at, sim->rules.pick_db10);
}

void dw_sim_pick_lock(dw_sim *sim, uint8_t slot, bool held)
{
    dw_pick *pick = &sim->locks[0].picks[slot];
    if (pick->ticks == 0) {
        return;
    }
    if (!held) {
        *pick = (dw_pick){.ticks = 0};
        return;
    }
    if (pick->ticks % PICK_NOISE_TICKS == 1) {
        scratch(sim, slot, pick);
    }
    if (dw_pick_pass(pick, sim->map, &sim->world.open, sim->locks[0].turned, &sim->rules,
                     dw_intruder_actor(&sim->world, slot)->body.position)) {
        dw_sim_turn_lock(sim, pick->door, false);
    }
}

bool dw_sim_guard_has_key(const dw_sim *sim, uint16_t guard, uint16_t door)
{
    const dw_door *of_map = &sim->map->doors[door];
    return of_map->lock == 0 ||
           (!of_map->sealed && sim->rules.kinds[sim->map->guards[guard].kind].can.unlock != 0);
}

/* The rooms to which the guard gets with its keys. A kind that opens no doors has rules of its own
 * (server/RULES.md 11.17). */
static void flood_rooms(const dw_sim *sim, uint16_t guard, bool rooms[DW_ROOMS_MAX])
{
    const dw_map *map = sim->map;
    rooms[dw_map_room_at(map, map->guards[guard].spawn)] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint16_t d = 0; d < map->door_count; d++) {
            bool *a = &rooms[map->doors[d].half[0].room];
            bool *b = &rooms[map->doors[d].half[1].room];
            if (*a != *b && dw_sim_guard_has_key(sim, guard, d)) {
                *a = *b = true;
                grown = true;
            }
        }
    }
}

dw_status dw_sim_check_keys(const dw_sim *sim, dw_error *error)
{
    const dw_map *map = sim->map;
    for (uint16_t g = 0; map->lock_count > 0 && g < map->guard_count; g++) {
        bool rooms[DW_ROOMS_MAX] = {false};
        flood_rooms(sim, g, rooms);
        const dw_patrol *patrol = &map->patrols[map->guards[g].patrol];
        for (uint16_t i = 0; i < patrol->stop_count; i++) {
            if (!rooms[patrol->stops[i]]) {
                return dw_fail(
                    error, DW_INVALID,
                    "%s: guard \"%s\": its patrol leads to room \"%s\", and it has no key "
                    "of a door on the way",
                    map->name, map->guards[g].name, map->rooms[patrol->stops[i]].name);
            }
        }
    }
    return DW_OK;
}

const dw_door_set *dw_sim_keyless_doors(dw_sim *sim, uint16_t guard, dw_status *status)
{
    dw_door_set set = {{0}};
    bool any = false;
    for (uint16_t d = 0; d < sim->map->door_count; d++) {
        const bool keyless = !dw_sim_guard_has_key(sim, guard, d);
        dw_door_set_put(&set, d, keyless);
        any = any || keyless;
    }
    *status = DW_OK;
    if (!any) {
        return NULL;
    }
    dw_door_set *kept = DW_ARENA_NEW(sim->arena, dw_door_set);
    if (kept == NULL) {
        *status = DW_MEMORY;
        return NULL;
    }
    *kept = set;
    return kept;
}

dw_lock_set dw_sim_locks_turned(const dw_sim *sim)
{
    return sim->locks[0].turned;
}

dw_pick dw_sim_pick(const dw_sim *sim, uint8_t slot)
{
    return sim->locks[0].picks[slot];
}
