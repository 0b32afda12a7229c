/* sight.h - exact lines of sight over walls, closed leaves and furniture by height.
 * A line from `from` to `to` is blocked when the open segment meets the interior of a blocker or a
 * point where two blockers touch (server/RULES.md 1.35). Bodies never block. Symmetric: swapping
 * the ends gives the same answer. Cost: what room_view.h cannot answer, the cells of the index that
 * the segment crosses; no allocation; any number of threads. */
#ifndef DW_WORLD_SIGHT_H
#define DW_WORLD_SIGHT_H

#include "common/world/map.h"

/* Which furniture counts as a blocker beside walls and closed leaves. */
typedef enum dw_sight_level {
    DW_SIGHT_OVER_MIDDLE, /* Blocked above 0.7: seeing a body that stands, or looking around. */
    DW_SIGHT_CROUCHED,    /* Blocked from 0.3: seeing a body that crouches. */
    DW_SIGHT_WALLS,       /* Walls and leaves alone. */
    DW_SIGHT_REACH        /* All furniture of any height: can a hand reach it. */
} dw_sight_level;

bool dw_sight_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                    dw_sight_level level);

/* The same where the rooms of the ends (dw_map_room_at) are known. Cheap within a room and where
 * the doors between two rooms are shut. */
bool dw_sight_clear_between(const dw_map *map, const dw_door_set *open, dw_vec from,
                            uint16_t from_room, dw_vec to, uint16_t to_room, dw_sight_level level);

/* As dw_sight_clear at DW_SIGHT_OVER_MIDDLE, but the piece `ignored` (an index or DW_NONE) is
 * looked through: for what lies on it. */
bool dw_sight_clear_past(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                         uint16_t ignored);

/* As dw_sight_clear, and when the line meets the inside of a blocker, that one's area: lines near
 * by are likely to meet it too, which dw_segment_enters tells for less. When nothing blocks but
 * where two blockers touch, `blocker` becomes a flat rectangle, which no line enters. */
bool dw_sight_clear_or(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                       dw_sight_level level, dw_rect *blocker);

/* As above at DW_SIGHT_REACH, but the piece `ignored` (an index or DW_NONE) is looked through. */
bool dw_reach_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                    uint16_t ignored);

/* A hand at `from` gets at `thing`: at most `reach` units from the nearest point of the rectangle,
 * and the line to it clear as above. */
bool dw_within_reach(const dw_map *map, const dw_door_set *open, dw_vec from, dw_rect thing,
                     int32_t reach, uint16_t ignored);

/* True when the angle between `heading` and (`to` - `from`) is strictly inside half of `fov_bam`
 * (0 < fov_bam <= 65536; 32768 is 180 degrees: dot product > 0). `to` == `from` is inside. */
bool dw_in_field_of_view(dw_vec from, uint16_t heading_bam, int32_t fov_bam, dw_vec to);

/* The same for many ends: the edges of the field, worked out once. */
typedef struct dw_field_of_view {
    dw_vec from, low, high; /* Directions of the edges; of half a turn, `high` is the heading. */
    uint8_t kind;
} dw_field_of_view;

dw_field_of_view dw_field_of_view_from(dw_vec from, uint16_t heading_bam, int32_t fov_bam);
bool dw_field_of_view_has(const dw_field_of_view *field, dw_vec to);

#endif
