/* eye.h - whether a guard sees an intruder (server/RULES.md 3.1 to 3.3), how a leaf stands (5.80),
 * or that a thing is gone (4.46). Owns: the one test that the tick applies, and whatever else must
 * tell what a guard would see. Knows no meter and no mind. Pure; no allocation. Cost: that of
 * dw_sight_clear_between, once the target is within range and field. */
#ifndef DW_SIM_EYE_H
#define DW_SIM_EYE_H

#include "common/world/kind.h"
#include "common/world/movement.h"
#include "common/world/sight.h"

/* Where a guard is and looks in one tick. */
typedef struct dw_eye {
    dw_field_of_view field;
    int64_t range_squared; /* In units squared; 0 = any distance; below 0 it has no eyes. */
    uint16_t room;
} dw_eye;

static inline dw_eye dw_eye_of(const dw_kind_eyes *eyes, const dw_body *guard, uint16_t room)
{
    const int64_t range = DW_MM((int64_t)eyes->range_mm);
    return (dw_eye){
        .field =
            dw_field_of_view_from(guard->position, guard->heading_bam, eyes->field_of_view_bam),
        .range_squared = eyes->meter_near > 0 ? range * range : -1,
        .room = room,
    };
}

/* Within range and field of view; what stands between is another question. */
static inline bool dw_eye_looks_at(const dw_eye *eye, dw_vec target)
{
    return (eye->range_squared == 0 ||
            dw_distance_squared(eye->field.from, target) <= eye->range_squared) &&
           dw_field_of_view_has(&eye->field, target);
}

/* `room` is that of the intruder. */
static inline bool dw_eye_sees(const dw_eye *eye, const dw_map *map, const dw_door_set *open,
                               const dw_body *intruder, uint16_t room)
{
    return dw_eye_looks_at(eye, intruder->position) &&
           dw_sight_clear_between(map, open, eye->field.from, eye->room, intruder->position, room,
                                  intruder->crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

/* A point as high as a body that stands. */
static inline bool dw_eye_sees_point(const dw_eye *eye, const dw_map *map, const dw_door_set *open,
                                     dw_vec point)
{
    return dw_eye_looks_at(eye, point) &&
           dw_sight_clear(map, open, eye->field.from, point, DW_SIGHT_OVER_MIDDLE);
}

/* The middle of one of the two faces of a leaf: the sides through which one passes. */
static inline bool dw_eye_sees_leaf(const dw_eye *eye, const dw_map *map, const dw_door_set *open,
                                    const dw_door *door)
{
    const dw_rect leaf = door->half[door->leaf].area;
    const dw_vec middle = dw_rect_centre(leaf);
    const dw_vec low =
        door->passes_along_x ? (dw_vec){leaf.min.x, middle.y} : (dw_vec){middle.x, leaf.min.y};
    const dw_vec high =
        door->passes_along_x ? (dw_vec){leaf.max.x, middle.y} : (dw_vec){middle.x, leaf.max.y};
    return dw_eye_sees_point(eye, map, open, low) || dw_eye_sees_point(eye, map, open, high);
}

/* The place where an item lies at the start. */
static inline bool dw_eye_sees_spot(const dw_eye *eye, const dw_map *map, const dw_door_set *open,
                                    const dw_item_spot *spot)
{
    const dw_vec place = dw_rect_centre(spot->area);
    return dw_eye_looks_at(eye, place) &&
           dw_sight_clear_past(map, open, eye->field.from, place, spot->furniture);
}

#endif
