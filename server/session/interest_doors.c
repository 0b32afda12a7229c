/* interest_doors.c - which doors the intruders see or feel, and their locks. */
#include "common/base/check.h"
#include "common/world/lock.h"
#include "server/session/interest_parts.h"
#include "server/session/occluders.h"

/* The leaf's corners and mid-sides. */
static bool leaf_seen_from(const dw_interest_scene *scene, dw_vec eye, dw_rect leaf)
{
    const dw_vec middle = dw_rect_centre(leaf);
    const dw_vec points[8] = {
        leaf.min,
        {leaf.max.x, leaf.min.y},
        leaf.max,
        {leaf.min.x, leaf.max.y},
        {middle.x, leaf.min.y},
        {leaf.max.x, middle.y},
        {middle.x, leaf.max.y},
        {leaf.min.x, middle.y},
    };
    dw_occluders known = {.count = 0};
    if (dw_occluders_clear(&known, scene->map, &scene->world->open, eye, points[0],
                           DW_SIGHT_OVER_MIDDLE)) {
        return true;
    }
    const bool hidden = dw_occluders_hide(&known, eye, leaf);
    for (uint32_t p = 1; !hidden && p < DW_COUNT_OF(points); p++) {
        if (dw_occluders_clear(&known, scene->map, &scene->world->open, eye, points[p],
                               DW_SIGHT_OVER_MIDDLE)) {
            return true;
        }
    }
    return false;
}

static bool intruder_knows_door(const dw_interest_scene *scene, uint32_t slot, uint16_t index)
{
    const dw_actor *intruder = dw_intruder_actor(scene->world, slot);
    const dw_door *door = &scene->map->doors[index];
    const dw_vec eye = intruder->body.position;
    const int64_t near = DW_MM((int64_t)DW_INTEREST_DOOR_NEAR_MM) + DW_BODY_HALF;
    const dw_vec nearest = dw_rect_nearest(door->doorway, eye);
    const dw_vec off = dw_vec_sub(nearest, eye);
    if (off.x <= near && off.x >= -near && off.y <= near && off.y >= -near &&
        (door->half[0].room == intruder->room || door->half[1].room == intruder->room)) {
        return true;
    }
    const uint16_t area = scene->areas[intruder->room];
    if (scene->areas[door->half[0].room] != area && scene->areas[door->half[1].room] != area) {
        return false;
    }
    return leaf_seen_from(scene, eye, door->half[door->leaf].area);
}

bool dw_interest_sees_door(dw_interest_scene *scene, uint32_t eyes, uint16_t door)
{
    if (scene->rules->vision == 0) {
        return true;
    }
    for (uint32_t left = eyes; left != 0; left &= left - 1) {
        if (intruder_knows_door(scene, (uint32_t)__builtin_ctz(left), door)) {
            return true;
        }
    }
    return false;
}

/* Looks only at doors that differ from what the client knows: the others stay as they are either
 * way. */
void dw_interest_update_doors(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    const dw_door_set *open = &scene->world->open;
    for (uint32_t word = 0; word * 64 < scene->map->door_count; word++) {
        uint64_t differ = interest->doors.bits[word] ^ open->bits[word];
        while (differ != 0) {
            const uint32_t door = word * 64 + (uint32_t)__builtin_ctzll(differ);
            differ &= differ - 1;
            if (dw_interest_sees_door(scene, eyes, (uint16_t)door)) {
                dw_door_set_put(&interest->doors, door, dw_door_set_has(open, door));
            }
        }
    }
}

void dw_interest_update_locks(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    const dw_map *map = scene->map;
    for (uint16_t d = 0; interest->turned != scene->turned && d < map->door_count; d++) {
        const dw_lock_set lock = dw_door_lock(map, d) & (interest->turned ^ scene->turned);
        if (lock != 0 && dw_interest_sees_door(scene, eyes, d)) {
            interest->turned ^= lock;
        }
    }
}
