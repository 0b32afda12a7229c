/* stage_fault.c - what must be true of the world at every tick of every match. */
#include "common/base/check.h"
#include "server/sim/sim_state.h"
#include "tests/support/stage.h"

static const char *body_fault(const dw_stage *stage, const dw_actor *actor)
{
    const dw_vec position = actor->body.position;
    const uint16_t room = actor->room;
    const int32_t half = dw_sim_half_of(stage->sim, actor);
    const dw_map *map = stage->venue->map;
    const dw_door_set *open = &stage->world->open;
    if (!dw_place_free(map, open, position, half)) {
        return "a body is inside a solid";
    }
    if (room >= map->room_count || dw_map_room_at(map, position) != room) {
        return "a body is listed in a room that it is not in";
    }
    for (uint16_t d = 0; d < map->rooms[room].door_count; d++) {
        const uint16_t door = map->rooms[room].doors[d];
        if (half > 0 && !dw_door_set_has(open, door) &&
            dw_leaf_blocked_by(map, door, position, half)) {
            return "a closed leaf is inside a body";
        }
    }
    return NULL;
}

/* Of the actors `first` .. `end` - 1 one that the solid body of actor `self` overlaps. */
static const dw_actor *overlapped(const dw_stage *stage, uint32_t self, uint32_t first,
                                  uint32_t end)
{
    const dw_world *world = stage->world;
    const int32_t own = dw_sim_solid_half_of(stage->sim, &world->actors[self]);
    const dw_rect body = dw_rect_around(world->actors[self].body.position, own);
    for (uint32_t i = first; i < end; i++) {
        const dw_actor *other = &world->actors[i];
        const int32_t half = dw_sim_solid_half_of(stage->sim, other);
        if (dw_is_present(other) && own > 0 && half > 0 &&
            dw_rect_overlaps(body, dw_rect_around(other->body.position, half))) {
            return other;
        }
    }
    return NULL;
}

/* Guards overlap nobody: not each other, and no intruder. */
static const char *overlap_fault(const dw_stage *stage, uint32_t guard)
{
    const dw_actor *other = overlapped(stage, guard, guard + 1, dw_actor_count(stage->world));
    if (other == NULL) {
        return NULL;
    }
    return other->role == DW_ROLE_GUARD ? "a guard overlaps a guard"
                                        : "a guard overlaps an intruder";
}

static const char *crowd_fault(const dw_stage *stage, uint32_t slot)
{
    const uint32_t self = dw_intruder_index(stage->world, slot);
    return overlapped(stage, self, stage->world->guard_count, self) != NULL
               ? "an intruder overlaps an intruder"
               : NULL;
}

static const char *intruder_fault(const dw_stage *stage, uint8_t slot)
{
    const dw_intruder_state *intruder = &stage->world->intruders[slot];
    const dw_ruleset *rules = dw_sim_rules(stage->sim);
    if (intruder->caught_ticks > rules->catch_ticks) {
        return "a catch timer is past its end";
    }
    const dw_actor *actor = dw_intruder_actor(stage->world, slot);
    if (actor->presence != DW_PRESENCE_GONE && intruder->caught_tick != 0) {
        return "a tick of capture does not go with the state";
    }
    for (uint32_t g = 0; g < stage->world->guard_count; g++) {
        if (stage->world->meters[g][slot] > rules->kinds[DW_KIND_GUARD].senses.eyes.meter_cap) {
            return "a meter is above its cap";
        }
    }
    if (!dw_is_present(actor)) {
        return NULL;
    }
    const char *fault = body_fault(stage, actor);
    if (fault == NULL && rules->intruders_collide != 0) {
        fault = crowd_fault(stage, slot);
    }
    return fault;
}

static const char *item_fault(const dw_sim *sim, const dw_world *world)
{
    const dw_map *map = dw_sim_map(sim);
    bool delivered = false;
    for (uint32_t i = 0; i < world->item_count; i++) {
        const dw_item *item = &world->items[i];
        delivered = delivered || item->state == DW_ITEM_DELIVERED;
        if (item->state != DW_ITEM_CARRIED) {
            continue;
        }
        if (!dw_is_present(dw_intruder_actor(world, item->carrier))) {
            return "nobody carries the item that is carried";
        }
        if (!dw_hands_hold(map, dw_world_items_of(world, item->carrier))) {
            return "an intruder carries more than hands hold";
        }
    }
    return dw_sim_mission(sim) == NULL && delivered != (world->outcome == DW_OUTCOME_WON)
               ? "delivered and won do not go together"
               : NULL;
}

const char *dw_stage_fault(const dw_stage *stage)
{
    const dw_world *world = stage->world;
    const char *fault = item_fault(stage->sim, world);
    for (uint8_t s = 0; s < DW_INTRUDERS_MAX && fault == NULL; s++) {
        fault = intruder_fault(stage, s);
    }
    for (uint64_t left = dw_guards_present(world); left != 0 && fault == NULL; left &= left - 1) {
        const uint32_t g = (uint32_t)__builtin_ctzll(left);
        fault = body_fault(stage, dw_guard_actor(world, g));
        if (fault == NULL) {
            fault = overlap_fault(stage, g);
        }
    }
    return fault;
}
