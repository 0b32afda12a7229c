#include "common/world/throw.h"

#include "common/base/check.h"
#include "common/world/sight.h"

enum { BAM_PER_HEADING = DW_BAM_TURN / DW_THROW_HEADINGS };

static int32_t aimed_distance(dw_intent intent)
{
    return DW_MM(intent.throw_distance * DW_THROW_STEP_MM);
}

/* The point at `distance` units along the aim, rounded towards `from`. */
static dw_vec point_at(dw_vec from, uint8_t heading, int32_t distance)
{
    const uint16_t angle = (uint16_t)(heading * BAM_PER_HEADING);
    const int64_t x = (int64_t)distance * dw_cosine_bam(angle) / DW_SINE_ONE;
    const int64_t y = (int64_t)distance * dw_sine_bam(angle) / DW_SINE_ONE;
    return dw_vec_add(from, (dw_vec){(int32_t)x, (int32_t)y});
}

static bool is_free(const dw_map *map, const dw_door_set *open, dw_vec from, uint16_t room,
                    uint8_t heading, int32_t distance)
{
    const dw_vec to = point_at(from, heading, distance);
    const uint16_t to_room = dw_map_room_at(map, to);
    return dw_vec_equal(from, to) ||
           (to_room != DW_NONE &&
            dw_sight_clear_between(map, open, from, room, to, to_room, DW_SIGHT_OVER_MIDDLE));
}

/* The greatest free distance: what is free as far as one point is free as far as all before it. */
static int32_t free_distance(const dw_map *map, const dw_door_set *open, dw_vec from, uint16_t room,
                             dw_intent intent)
{
    int32_t low = 0;
    int32_t high = aimed_distance(intent);
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (is_free(map, open, from, room, intent.throw_heading, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

dw_throw dw_throw_fly(const dw_map *map, const dw_door_set *open, const dw_ruleset *rules,
                      dw_vec from, dw_intent intent)
{
    const uint16_t room = dw_map_room_at(map, from);
    DW_CHECK(room != DW_NONE);
    int32_t distance = aimed_distance(intent);
    const bool cut = !is_free(map, open, from, room, intent.throw_heading, distance);
    if (cut) {
        distance = free_distance(map, open, from, room, intent) - DW_MM(DW_THROW_SHORT_MM);
        distance = distance > 0 ? distance : 0;
        while (!is_free(map, open, from, room, intent.throw_heading, distance)) {
            distance /= 2; /* Along a wall a unit decides, and each distance is rounded anew. */
        }
    }
    const dw_vec landing = point_at(from, intent.throw_heading, distance);
    /* A speed in mm/s is as many units in a tick. */
    const int32_t ticks = (distance + rules->throw_speed_mm_s - 1) / rules->throw_speed_mm_s;
    DW_CHECK(ticks <= UINT8_MAX);
    const uint16_t landing_room = dw_map_room_at(map, landing);
    return (dw_throw){.landing = landing_room != DW_NONE ? landing : from,
                      .room = landing_room != DW_NONE ? landing_room : room,
                      .flight_ticks = (uint8_t)(ticks > 0 ? ticks : 1),
                      .cut = cut};
}

bool dw_throw_in_range(const dw_ruleset *rules, dw_intent intent)
{
    return intent.throw_distance * DW_THROW_STEP_MM <= rules->throw_mm_max;
}

dw_intent dw_throw_aim(dw_intent intent, dw_tool tool, const dw_ruleset *rules, dw_vec from,
                       dw_vec at)
{
    DW_CHECK(tool == DW_TOOL_COIN || tool == DW_TOOL_BAIT);
    const int32_t step = DW_MM(DW_THROW_STEP_MM);
    const int32_t steps = (dw_distance(from, at) + step / 2) / step;
    const int32_t steps_max = rules->throw_mm_max / DW_THROW_STEP_MM;
    const dw_vec offset = dw_vec_sub(at, from);
    const uint32_t angle = dw_angle_bam(offset.x, offset.y);
    intent.buttons = (uint8_t)(dw_intent_held(intent).buttons |
                               (tool == DW_TOOL_COIN ? DW_BUTTON_COIN : DW_BUTTON_BAIT));
    intent.throw_heading =
        (uint8_t)((angle + BAM_PER_HEADING / 2) / BAM_PER_HEADING % DW_THROW_HEADINGS);
    intent.throw_distance = (uint8_t)(steps < steps_max ? steps : steps_max);
    return intent;
}
