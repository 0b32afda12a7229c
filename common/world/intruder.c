/* intruder.c - one tick of an intruder, computed alike by the server and by its player's client. */
#include "common/world/intruder.h"

#include "common/base/check.h"
#include "common/world/sight.h"

dw_move_result dw_intruder_walk(dw_body *body, dw_intent intent, const dw_ruleset *rules,
                                const dw_map *map, const dw_door_set *open, const dw_rect *bodies,
                                uint32_t body_count)
{
    DW_CHECK(dw_intent_valid(intent));
    const dw_direction direction = (dw_direction)intent.direction;
    body->moving = direction != DW_STAND;
    body->crouching = (intent.buttons & DW_BUTTON_CROUCH) != 0;
    body->sprinting = body->moving && !body->crouching && (intent.buttons & DW_BUTTON_SPRINT) != 0;
    int32_t speed = rules->walk_speed_mm_s;
    if (body->crouching) {
        speed = rules->crouch_speed_mm_s;
    } else if (body->sprinting) {
        speed = rules->sprint_speed_mm_s;
    }
    if (map->slow_floors) {
        speed = dw_map_floor_speed(map, dw_map_room_at(map, body->position), speed);
    }
    if (body->moving) {
        body->heading_bam = dw_direction_heading(direction);
    }
    const dw_move_result result =
        dw_move(map, open, body->position, dw_direction_step(direction, speed), DW_BODY_HALF,
                bodies, body_count);
    body->position = result.position;
    return result;
}

dw_intruder_gait dw_intruder_gait_of(const dw_body *body)
{
    if (body->crouching) {
        return DW_GAIT_CROUCHING;
    }
    return body->sprinting ? DW_GAIT_SPRINTING : DW_GAIT_WALKING;
}

dw_footfall dw_intruder_footfall(dw_intruder_gait gait, const dw_ruleset *rules, dw_floor floor)
{
    const dw_footfall feet[DW_INTRUDER_GAIT_COUNT] = {
        [DW_GAIT_WALKING] = {rules->stride_walking_mm, rules->step_walking_db10},
        [DW_GAIT_CROUCHING] = {rules->stride_crouching_mm, rules->step_crouching_db10},
        [DW_GAIT_SPRINTING] = {rules->stride_sprinting_mm, rules->step_sprinting_db10},
    };
    dw_footfall foot = feet[gait];
    foot.level_db10 += dw_floor_loudness_db10(floor);
    return foot;
}

static dw_use nearest_item(const dw_map *map, const dw_door_set *open, int32_t reach,
                           dw_vec position, const dw_usables *items)
{
    const uint16_t room = dw_map_room_at(map, position);
    dw_use use = {DW_USE_NOTHING, DW_NONE};
    int64_t nearest = INT64_MAX;
    for (uint32_t i = 0; items != NULL && i < items->count; i++) {
        const dw_lying_item *item = &items->rows[i];
        const int64_t distance =
            dw_distance_squared(position, dw_rect_nearest(item->area, position));
        if (distance < nearest && dw_map_room_at(map, dw_rect_centre(item->area)) == room &&
            dw_within_reach(map, open, position, item->area, reach, item->furniture)) {
            nearest = distance;
            use = (dw_use){DW_USE_ITEM, item->index};
        }
    }
    return use;
}

/* The nearest door, switch or device of a room. */
typedef struct nearest_use {
    dw_use use;
    int64_t distance; /* Squared. */
} nearest_use;

static void offer(nearest_use *best, const dw_map *map, const dw_door_set *open,
                  const dw_ruleset *rules, dw_vec position, dw_rect thing, uint16_t furniture,
                  dw_use use)
{
    const int64_t distance = dw_distance_squared(position, dw_rect_nearest(thing, position));
    if (distance < best->distance &&
        dw_within_reach(map, open, position, thing, DW_MM(rules->reach_mm), furniture)) {
        *best = (nearest_use){use, distance};
    }
}

dw_use dw_intruder_choose_use(const dw_map *map, const dw_door_set *open, const dw_ruleset *rules,
                              dw_vec position, const dw_usables *usables)
{
    const uint16_t room_index = dw_map_room_at(map, position);
    if (room_index == DW_NONE) {
        return (dw_use){DW_USE_NOTHING, DW_NONE};
    }
    const dw_use item = nearest_item(map, open, DW_MM(rules->reach_mm), position, usables);
    if (item.kind == DW_USE_ITEM) {
        return item;
    }
    const dw_room *room = &map->rooms[room_index];
    nearest_use best = {{DW_USE_NOTHING, DW_NONE}, INT64_MAX};
    for (uint16_t i = 0; i < room->door_count; i++) {
        const uint16_t door = room->doors[i];
        offer(&best, map, open, rules, position, map->doors[door].doorway, DW_NONE,
              (dw_use){DW_USE_DOOR, door});
    }
    for (uint16_t i = 0; rules->light != 0 && i < map->switch_count; i++) {
        if (map->switches[i].room == room_index) {
            offer(&best, map, open, rules, position, map->switches[i].area, DW_NONE,
                  (dw_use){DW_USE_SWITCH, i});
        }
    }
    for (dw_device_set left = usables != NULL ? usables->devices : 0; left != 0; left &= left - 1) {
        const uint16_t i = (uint16_t)__builtin_ctz(left);
        const dw_map_device *device = &map->devices[i];
        if (device->room == room_index) {
            offer(&best, map, open, rules, position, device->area, device->furniture,
                  (dw_use){DW_USE_DEVICE, i});
        }
    }
    return best.use;
}

dw_use dw_intruder_choose_use_or_mate(const dw_map *map, const dw_door_set *open,
                                      const dw_ruleset *rules, dw_vec position,
                                      const dw_usables *usables, const dw_mates *mates)
{
    dw_use use = dw_intruder_choose_use(map, open, rules, position, usables);
    if (use.kind != DW_USE_NOTHING || rules->hand_over == 0) {
        return use;
    }
    const int32_t reach = DW_MM(rules->reach_mm);
    const uint16_t room = dw_map_room_at(map, position);
    int64_t nearest = INT64_MAX;
    for (uint32_t i = 0; i < mates->count; i++) {
        const dw_vec at = mates->rows[i].position;
        const uint8_t slot = mates->rows[i].slot;
        const dw_rect body = dw_rect_around(at, DW_BODY_HALF);
        const int64_t distance = dw_distance_squared(position, dw_rect_nearest(body, position));
        if ((distance < nearest || (distance == nearest && slot < use.index)) &&
            dw_map_room_at(map, at) == room &&
            dw_within_reach(map, open, position, body, reach, DW_NONE)) {
            nearest = distance;
            use = (dw_use){DW_USE_MATE, slot};
        }
    }
    return use;
}

void dw_door_rest_pass(dw_door_rest *rest)
{
    rest->ticks = rest->ticks > 0 ? (uint16_t)(rest->ticks - 1) : (uint16_t)0;
}

bool dw_door_rest_holds(const dw_door_rest *rest, uint16_t door)
{
    return rest->ticks > 0 && rest->door == door;
}

void dw_door_rest_begin(dw_door_rest *rest, uint16_t door, const dw_ruleset *rules)
{
    if (rules->door_rest_ticks > 0) {
        *rest = (dw_door_rest){.door = door, .ticks = (uint16_t)rules->door_rest_ticks};
    }
}
