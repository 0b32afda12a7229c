#include "server/lab/map_findings.h"

#include "common/world/ray_fan.h"
#include "common/world/sight.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
    SQUARE = 100 * DW_UNITS_PER_MM,
    SQUARES_A_M2 = 100,
    LEAST_SQUARES = 25 /* A body stands on that many. Less cannot hide one. */
};

typedef struct finder {
    const dw_map *map;
    const dw_ruleset *rules;
    dw_map_finding *found;
    void *context;
    dw_door_set open;
} finder;

static void tell(const finder *f, const char *format, ...) DW_PRINTF(2, 3);

static void tell(const finder *f, const char *format, ...)
{
    char text[320];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    f->found(f->context, text);
}

/* ---- lights ---- */

/* Lamps by their positions in pixels, as Tiled shows them. */
static void find_in_lights(const finder *f)
{
    const dw_map *map = f->map;
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        if (map->lamps[i].wall_switch == DW_NONE) {
            const dw_vec at = map->lamps[i].position;
            tell(f, "lamp %u at %d,%d: no switch works it", i + 1u, at.x / DW_PIXEL_UNITS,
                 at.y / DW_PIXEL_UNITS);
        }
    }
    for (uint16_t s = 0; s < map->switch_count; s++) {
        uint16_t i = 0;
        while (i < map->lamp_count && map->lamps[i].wall_switch != s) {
            i++;
        }
        if (i == map->lamp_count) {
            tell(f, "switch \"%s\": it works no lamp", map->switches[s].name);
        }
    }
}

/* ---- sectors of devices ---- */

/* What a sensor of a device could see if nothing stood in the way. */
typedef struct sector {
    const char *sensor;
    int32_t field_of_view_bam, range_mm; /* 0 mm: any distance. */
} sector;

enum { SECTORS_MAX = 3 };

static const dw_kind *kind_of(const finder *f, uint16_t guard)
{
    return &f->rules->kinds[f->map->guards[guard].kind];
}

/* A device hangs where it is; what has a body can go and look. */
static bool is_device(const finder *f, uint16_t guard)
{
    return kind_of(f, guard)->body.size_mm == 0;
}

static uint32_t list_sectors(const dw_kind *kind, sector out[SECTORS_MAX])
{
    uint32_t count = 0;
    if (kind->senses.eyes.meter_near > 0) {
        out[count++] =
            (sector){"eyes", kind->senses.eyes.field_of_view_bam, kind->senses.eyes.range_mm};
    }
    if (kind->senses.rays.count > 0) {
        out[count++] =
            (sector){"rays", kind->senses.rays.field_of_view_bam, kind->senses.rays.range_mm};
    }
    if (kind->senses.motion.range_mm > 0) {
        out[count++] =
            (sector){"motion", kind->senses.motion.field_of_view_bam, kind->senses.motion.range_mm};
    }
    return count;
}

static bool in_sector(const dw_guard_post *post, const sector *s, dw_vec p)
{
    const int64_t range = DW_MM((int64_t)s->range_mm);
    return (s->range_mm == 0 || dw_distance_squared(post->spawn, p) <= range * range) &&
           dw_in_field_of_view(post->spawn, post->heading_bam, s->field_of_view_bam, p);
}

/* The middles of the squares of a room's floor, one after the other. */
typedef struct floor_walk {
    const dw_map *map;
    uint16_t room;
    dw_vec at;
} floor_walk;

static floor_walk walk_floor(const dw_map *map, uint16_t room)
{
    const dw_rect inner = dw_rect_grown(map->rooms[room].area, -map->wall_half);
    return (floor_walk){map, room, {inner.min.x - SQUARE / 2, inner.min.y + SQUARE / 2}};
}

static bool is_under_furniture(const dw_map *map, uint16_t room, dw_vec p)
{
    for (uint16_t i = 0; i < map->furniture_count; i++) {
        if (map->furniture[i].room == room && dw_rect_holds(map->furniture[i].area, p)) {
            return true;
        }
    }
    return false;
}

static bool next_square(floor_walk *walk)
{
    const dw_rect inner = dw_rect_grown(walk->map->rooms[walk->room].area, -walk->map->wall_half);
    do {
        walk->at.x += SQUARE;
        if (walk->at.x >= inner.max.x) {
            walk->at.x = inner.min.x + SQUARE / 2;
            walk->at.y += SQUARE;
        }
        if (walk->at.y >= inner.max.y) {
            return false;
        }
    } while (is_under_furniture(walk->map, walk->room, walk->at));
    return true;
}

/* What a sector has of one room, in squares. */
typedef struct share {
    uint32_t floor, behind_walls, behind_furniture;
} share;

static share share_of(const finder *f, const dw_guard_post *post, const sector *s, uint16_t room)
{
    share out = {0};
    const uint16_t from_room = dw_map_room_at(f->map, post->spawn);
    floor_walk walk = walk_floor(f->map, room);
    while (next_square(&walk)) {
        if (!in_sector(post, s, walk.at)) {
            continue;
        }
        out.floor++;
        if (!dw_sight_clear_between(f->map, &f->open, post->spawn, from_room, walk.at, room,
                                    DW_SIGHT_WALLS)) {
            out.behind_walls++;
        } else if (!dw_sight_clear_between(f->map, &f->open, post->spawn, from_room, walk.at, room,
                                           DW_SIGHT_OVER_MIDDLE)) {
            out.behind_furniture++;
        }
    }
    return out;
}

/* A line for each room with floor behind furniture, and one for all that is behind walls. */
static void find_in_sector(const finder *f, const dw_guard_post *post, const sector *s)
{
    share all = {0};
    for (uint16_t room = 0; room < f->map->room_count; room++) {
        const share part = share_of(f, post, s, room);
        all.floor += part.floor;
        all.behind_walls += part.behind_walls;
        if (part.behind_furniture >= LEAST_SQUARES) {
            tell(f, "%s of \"%s\": furniture hides %.1f of %.1f m2 of room \"%s\" in the sector",
                 s->sensor, post->name, (double)part.behind_furniture / SQUARES_A_M2,
                 (double)part.floor / SQUARES_A_M2, f->map->rooms[room].name);
        }
    }
    if (all.behind_walls >= LEAST_SQUARES) {
        tell(f, "%s of \"%s\": walls and shut doors hide %.1f of %.1f m2 of the sector", s->sensor,
             post->name, (double)all.behind_walls / SQUARES_A_M2, (double)all.floor / SQUARES_A_M2);
    }
}

static void find_in_sectors(const finder *f)
{
    for (uint16_t g = 0; g < f->map->guard_count; g++) {
        sector sectors[SECTORS_MAX];
        const uint32_t count = is_device(f, g) ? list_sectors(kind_of(f, g), sectors) : 0;
        for (uint32_t i = 0; i < count; i++) {
            find_in_sector(f, &f->map->guards[g], &sectors[i]);
        }
    }
}

/* ---- rooms ---- */

/* Somebody walks there, or stands there. */
static bool is_guarded(const finder *f, uint16_t room)
{
    for (uint16_t g = 0; g < f->map->guard_count; g++) {
        const dw_patrol *patrol = &f->map->patrols[f->map->guards[g].patrol];
        for (uint16_t i = 0; !is_device(f, g) && i < patrol->stop_count; i++) {
            if (patrol->stops[i] == room) {
                return true;
            }
        }
    }
    return false;
}

static bool device_sees(const finder *f, dw_vec p, uint16_t room)
{
    for (uint16_t g = 0; g < f->map->guard_count; g++) {
        const dw_guard_post *post = &f->map->guards[g];
        sector sectors[SECTORS_MAX];
        const uint32_t count = is_device(f, g) ? list_sectors(kind_of(f, g), sectors) : 0;
        for (uint32_t i = 0; i < count; i++) {
            if (in_sector(post, &sectors[i], p) &&
                dw_sight_clear_between(f->map, &f->open, post->spawn,
                                       dw_map_room_at(f->map, post->spawn), p, room,
                                       DW_SIGHT_OVER_MIDDLE)) {
                return true;
            }
        }
    }
    return false;
}

static void find_in_rooms(const finder *f)
{
    for (uint16_t room = 0; room < f->map->room_count; room++) {
        if (is_guarded(f, room)) {
            continue;
        }
        uint32_t floor = 0;
        uint32_t seen = 0;
        floor_walk walk = walk_floor(f->map, room);
        while (next_square(&walk)) {
            floor++;
            seen += device_sees(f, walk.at, room) ? 1 : 0;
        }
        if (floor - seen >= LEAST_SQUARES) {
            tell(f,
                 "room \"%s\": no guard has it on its patrol, and devices see %" PRIu32
                 " %% of its floor",
                 f->map->rooms[room].name, 100 * seen / floor);
        }
    }
}

/* ---- rays ---- */

static void find_in_rays(const finder *f)
{
    for (uint32_t k = 0; k < (uint32_t)f->rules->kind_count; k++) {
        const dw_kind_rays *rays = &f->rules->kinds[k].senses.rays;
        const int32_t smallest = rays->count > 0 ? dw_ray_fan_smallest_mm(rays) : 0;
        if (smallest > 0) {
            tell(f,
                 "kind \"%s\": the smallest target that its rays always hit at %" PRId32
                 " mm has %" PRId32 " mm",
                 f->rules->kind_names[k], rays->range_mm, smallest);
        }
    }
}

void dw_map_find(const dw_map *map, const dw_ruleset *rules, dw_map_finding *found, void *context)
{
    const finder f = {map, rules, found, context, dw_map_doors_at_start(map)};
    find_in_lights(&f);
    find_in_sectors(&f);
    if (map->guard_count > 0) { /* Else nothing is meant to be watched. */
        find_in_rooms(&f);
    }
    find_in_rays(&f);
}
