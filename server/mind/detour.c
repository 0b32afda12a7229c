#include "server/mind/detour.h"

#include "common/base/check.h"
#include "server/mind/door_manners.h"
#include "server/mind/places.h"

enum { SIDE_STEP_MM = 33, QUEUE_LEAST_MM = 60 };

static dw_nav_query query_with(const dw_think *think, const dw_traffic *traffic)
{
    return (dw_nav_query){.from = think->percepts->position,
                          .extra = traffic->bodies,
                          .extra_count = traffic->body_count,
                          .room = DW_NONE};
}

bool dw_detour_to_the_right(const dw_think *think, const dw_traffic *traffic, dw_vec direction,
                            bool on_the_move, dw_vec *place)
{
    static const int8_t quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int32_t strides_mm[] = {350, 250, 170, 100, SIDE_STEP_MM};
    static const int32_t onward_mm[] = {300, 0};
    const dw_percepts *percepts = think->percepts;
    const uint16_t heading_bam = direction.x != 0 || direction.y != 0
                                     ? dw_angle_bam(direction.x, direction.y)
                                     : percepts->heading_bam;
    const uint32_t quarter = ((uint32_t)heading_bam + DW_BAM_QUARTER / 2) / DW_BAM_QUARTER % 4;
    const int8_t *on = quarters[quarter];
    const int8_t *right = quarters[(quarter + 1) % 4];
    dw_nav_query query = query_with(think, traffic);
    for (size_t i = on_the_move ? 0 : 1; i < DW_COUNT_OF(strides_mm) * DW_COUNT_OF(onward_mm);
         i += on_the_move ? 1 : 2) {
        const int32_t aside = DW_MM(strides_mm[i / DW_COUNT_OF(onward_mm)]);
        const int32_t onward = DW_MM(onward_mm[i % DW_COUNT_OF(onward_mm)]);
        query.to = (dw_vec){percepts->position.x + right[0] * aside + on[0] * onward,
                            percepts->position.y + right[1] * aside + on[1] * onward};
        if (dw_nav_free(think->setup->nav, &query, query.to) &&
            dw_nav_straight(think->setup->nav, &query, NULL)) {
            *place = query.to;
            return true;
        }
    }
    return false;
}

bool dw_detour_unstuck(const dw_think *think, const dw_traffic *traffic, dw_rng *rng, dw_vec *place)
{
    const dw_rect area = dw_rect_around(think->percepts->position, 2 * dw_own_half(think->setup));
    dw_nav_query query = query_with(think, traffic);
    for (int i = 0; i < DW_DRAWS_A_TICK; i++) {
        if (dw_place_draw_in(think->setup, rng, area, &query, place)) {
            query.to = *place;
            if (dw_nav_straight(think->setup->nav, &query, NULL)) {
                return true;
            }
        }
    }
    return false;
}

bool dw_detour_out_of_doorway(const dw_think *think, const dw_traffic *traffic, dw_vec goal,
                              dw_vec *place)
{
    const dw_nav_query query = query_with(think, traffic);
    const dw_map *map = think->setup->map;
    const uint16_t room = think->percepts->room;
    const uint16_t held = think->percepts->door_held;
    const uint16_t goal_room = dw_map_room_at(map, goal);
    const bool far_first =
        goal_room != room || dw_door_other_room(&map->doors[held], room) == goal_room;
    return dw_door_leaving_place(think->setup, &query, (dw_door_side){held, room, far_first},
                                 place) ||
           dw_door_leaving_place(think->setup, &query, (dw_door_side){held, room, !far_first},
                                 place);
}

bool dw_detour_to_queue(const dw_think *think, const dw_traffic *traffic, uint16_t door,
                        dw_vec *place)
{
    const dw_nav_query query = query_with(think, traffic);
    if (!dw_door_waiting_place(think, &query, door, place)) {
        return false;
    }
    const dw_nav_query straight = {
        .from = think->percepts->position, .to = *place, .room = DW_NONE};
    return dw_nav_straight(think->setup->nav, &straight, NULL) &&
           !dw_within_mm(*place, think->percepts->position, QUEUE_LEAST_MM);
}
