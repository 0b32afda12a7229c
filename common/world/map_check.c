/* map_check.c - the parts of a map one by one and against each other, before anything is built. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/light.h"
#include "common/world/map_draft.h"
#include "common/world/movement.h"
#include "common/world/state.h"

#include <stdio.h>
#include <string.h>

dw_object_text dw_named_text(const char *kind, const char *name)
{
    dw_object_text object;
    (void)snprintf(object.text, sizeof(object.text), "%s \"%s\"", kind, name);
    return object;
}

/* By the class that it has in Tiled. */
dw_object_text dw_item_text(const dw_item_spot *item)
{
    return dw_named_text(item->kind == DW_ITEM_OBJECTIVE ? "objective" : "item", item->name);
}

dw_object_text dw_placed_text(const char *kind, uint32_t index, dw_vec place)
{
    dw_object_text object;
    (void)snprintf(object.text, sizeof(object.text), "%s %u at %d,%d", kind, index + 1,
                   place.x / DW_PIXEL_UNITS, place.y / DW_PIXEL_UNITS);
    return object;
}

static dw_status check_count(const char *kind, uint32_t count, uint32_t low, uint32_t high,
                             dw_error *error)
{
    if (count < low) {
        return dw_fail(error, DW_INVALID, "there is no %s", kind);
    }
    if (count > high) {
        return dw_fail(error, DW_FULL, "%u objects of class %s, at most %u are allowed", count,
                       kind, high);
    }
    return DW_OK;
}

static dw_status check_counts(const dw_map *parts, dw_error *error)
{
    const struct {
        const char *kind;
        uint32_t count, low, high;
    } counts[] = {{"room", parts->room_count, 1, DW_ROOMS_MAX},
                  {"door", parts->door_count, 0, DW_DOORS_MAX},
                  {"furniture", parts->furniture_count, 0, DW_FURNITURE_MAX},
                  {"spawn", parts->spawn_count, 1, DW_SPAWNS_MAX},
                  {"guard", parts->guard_count, 0, DW_GUARDS_MAX},
                  {"patrol", parts->patrol_count, 0, DW_GUARDS_MAX},
                  {"item", parts->item_count, 0, DW_ITEMS_MAX},
                  {"lamp", parts->lamp_count, 0, DW_LAMPS_MAX},
                  {"switch", parts->switch_count, 0, DW_SWITCHES_MAX},
                  {"device", parts->device_count, 0, DW_DEVICES_MAX},
                  {"area", parts->area_count, 0, DW_AREAS_MAX},
                  {"person", parts->person_count, 0, DW_PERSONS_MAX}};
    for (size_t i = 0; i < DW_COUNT_OF(counts); i++) {
        const dw_status status =
            check_count(counts[i].kind, counts[i].count, counts[i].low, counts[i].high, error);
        if (status != DW_OK) {
            return status;
        }
    }
    bool has_objective = false;
    for (uint32_t i = 0; i < parts->item_count; i++) {
        const dw_item_spot *item = &parts->items[i];
        has_objective = has_objective || item->kind == DW_ITEM_OBJECTIVE;
        if (item->name[0] == '\0' && (!item->hidden || item->kind == DW_ITEM_OBJECTIVE)) {
            return dw_fail(error, DW_INVALID, "item %u: it has no name", i + 1);
        }
    }
    if (!has_objective) {
        return dw_fail(error, DW_INVALID, "there is no objective");
    }
    if (parts->intruders_max < 1 || parts->intruders_max > parts->spawn_count) {
        return dw_fail(error, DW_RANGE, "intruders: %u is not in 1 .. %u, the number of spawns",
                       parts->intruders_max, parts->spawn_count);
    }
    if (parts->wall_half < DW_WALL_HALF_MIN || parts->wall_half > DW_WALL_HALF_MAX) {
        return dw_fail(error, DW_RANGE, "wall_half_mm: %d is not in %d .. %d",
                       parts->wall_half / DW_UNITS_PER_MM, DW_WALL_HALF_MIN / DW_UNITS_PER_MM,
                       DW_WALL_HALF_MAX / DW_UNITS_PER_MM);
    }
    return DW_OK;
}

/* The first zero within `size`, or `size`. */
static size_t text_length(const char *text, size_t size)
{
    const char *end = memchr(text, 0, size);
    return end == NULL ? size : (size_t)(end - text);
}

/* `names` is the first of `count` names that lie `stride` bytes apart. `blanks`: it can be empty.
 */
static dw_status check_names(const char *kind, const void *names, uint32_t count, size_t stride,
                             bool blanks, dw_error *error)
{
    DW_CHECK(names != NULL || count == 0);
    for (uint32_t i = 0; i < count; i++) {
        const char *name = (const char *)names + i * stride;
        const size_t length = text_length(name, DW_NAME_SIZE);
        if (length == 0 && blanks) {
            continue;
        }
        if (length == DW_NAME_SIZE || !dw_text_is_clean(name, length) ||
            strchr(name, ',') != NULL) {
            return dw_fail(error, DW_INVALID,
                           "%s %u: its name must have 1 to %d bytes of text without a comma", kind,
                           i + 1, DW_NAME_SIZE - 1);
        }
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(name, (const char *)names + j * stride) == 0) {
                return dw_fail(error, DW_INVALID, "%s \"%s\": another %s has the same name", kind,
                               name, kind);
            }
        }
    }
    return DW_OK;
}

/* Guards leave reports at one board. */
static dw_status check_boards(const dw_map *parts, dw_error *error)
{
    const uint16_t first = dw_map_board(parts);
    for (uint32_t i = 0; i < parts->room_count; i++) {
        if (parts->rooms[i].board && i != first) {
            return dw_fail(error, DW_INVALID, "room \"%s\": room \"%s\" has the board already",
                           parts->rooms[i].name, parts->rooms[first].name);
        }
    }
    return DW_OK;
}

static dw_status check_all_names(const dw_map *parts, dw_error *error)
{
    const struct {
        const char *kind;
        const void *names;
        size_t stride;
        uint32_t count;
        bool blanks;
    } lists[] = {
        {"room", parts->rooms ? parts->rooms->name : NULL, sizeof(dw_room), parts->room_count,
         false},
        {"door", parts->doors ? parts->doors->name : NULL, sizeof(dw_door), parts->door_count,
         false},
        {"guard", parts->guards ? parts->guards->name : NULL, sizeof(dw_guard_post),
         parts->guard_count, false},
        {"patrol", parts->patrols ? parts->patrols->name : NULL, sizeof(dw_patrol),
         parts->patrol_count, false},
        {"switch", parts->switches ? parts->switches->name : NULL, sizeof(dw_wall_switch),
         parts->switch_count, false},
        {"device", parts->devices ? parts->devices->name : NULL, sizeof(dw_map_device),
         parts->device_count, false},
        {"area", parts->areas ? parts->areas->name : NULL, sizeof(dw_area), parts->area_count,
         false},
        {"person", parts->persons[0].name, sizeof(dw_person_spot), parts->person_count, false},
        {"item", parts->items[0].name, sizeof(dw_item_spot), parts->item_count, true}};
    for (size_t i = 0; i < DW_COUNT_OF(lists); i++) {
        const dw_status status = check_names(lists[i].kind, lists[i].names, lists[i].count,
                                             lists[i].stride, lists[i].blanks, error);
        if (status != DW_OK) {
            return status;
        }
    }
    const size_t title = text_length(parts->title, sizeof(parts->title));
    if (title == sizeof(parts->title) || (title > 0 && !dw_text_is_clean(parts->title, title))) {
        return dw_fail(error, DW_INVALID, "title: must have at most %zu bytes of text",
                       sizeof(parts->title) - 1);
    }
    return DW_OK;
}

/* A rectangle with an inside, where maps may be. */
bool dw_map_is_sound(dw_rect r)
{
    return r.min.x >= 0 && r.min.y >= 0 && r.max.x <= DW_MAP_SIDE_MAX &&
           r.max.y <= DW_MAP_SIDE_MAX && r.min.x < r.max.x && r.min.y < r.max.y;
}

static dw_status check_rooms(const dw_map *parts, dw_error *error)
{
    const int32_t side_min = 2 * parts->wall_half + DW_BODY_SIZE;
    for (uint32_t i = 0; i < parts->room_count; i++) {
        const dw_room *room = &parts->rooms[i];
        if (!dw_map_is_sound(room->area)) {
            return dw_fail(error, DW_RANGE, "room \"%s\": it is empty or outside of 0 .. %d pixels",
                           room->name, DW_MAP_SIDE_MAX / DW_PIXEL_UNITS);
        }
        if (room->area.max.x - room->area.min.x < side_min ||
            room->area.max.y - room->area.min.y < side_min) {
            return dw_fail(error, DW_INVALID,
                           "room \"%s\": no body fits between its walls; each side needs %d pixels",
                           room->name, (side_min + DW_PIXEL_UNITS - 1) / DW_PIXEL_UNITS);
        }
        if (room->kind >= DW_ROOM_KIND_COUNT || room->floor >= DW_FLOOR_COUNT) {
            return dw_fail(error, DW_RANGE, "room \"%s\": its kind or floor does not exist",
                           room->name);
        }
        if (room->light > DW_LIGHT_MAX) {
            return dw_fail(error, DW_RANGE, "room \"%s\": its light is not in 0 .. %d", room->name,
                           DW_LIGHT_MAX);
        }
        for (uint32_t j = 0; j < i; j++) {
            if (dw_rect_overlaps(room->area, parts->rooms[j].area)) {
                return dw_fail(error, DW_INVALID, "room \"%s\": it overlaps room \"%s\"",
                               room->name, parts->rooms[j].name);
            }
        }
    }
    return DW_OK;
}

dw_status dw_map_check_parts(const dw_map *parts, dw_error *error)
{
    dw_status status = check_counts(parts, error);
    if (status == DW_OK) {
        status = check_all_names(parts, error);
    }
    if (status == DW_OK) {
        status = check_rooms(parts, error);
    }
    if (status == DW_OK) {
        status = check_boards(parts, error);
    }
    return status;
}

uint16_t dw_map_room_around(const dw_map *map, dw_rect r)
{
    for (uint16_t i = 0; i < map->room_count; i++) {
        if (dw_rect_contains(map->rooms[i].area, r)) {
            return i;
        }
    }
    return DW_NONE;
}

/* A half seen along the way through it: `across` is the extent of the opening along the wall. */
typedef struct half_shape {
    int32_t low, high;               /* Along the way through. */
    int32_t across_low, across_high; /* Along the wall. */
    int32_t room_low, room_high;     /* The room, along the way through. */
    int32_t room_across_low, room_across_high;
} half_shape;

static half_shape shape_of(dw_rect half, dw_rect room, bool along_x)
{
    if (along_x) {
        return (half_shape){half.min.x, half.max.x, half.min.y, half.max.y,
                            room.min.x, room.max.x, room.min.y, room.max.y};
    }
    return (half_shape){half.min.y, half.max.y, half.min.x, half.max.x,
                        room.min.y, room.max.y, room.min.x, room.max.x};
}

/* What is wrong with two halves for a way that leads through `a` and then `b`; NULL: nothing. */
static const char *fault_of_halves(half_shape a, half_shape b, int32_t wall_half)
{
    if (a.high - a.low != wall_half || b.high - b.low != wall_half) {
        return "a half is not as deep as the wall strip of its room";
    }
    if (a.high != a.room_high || b.low != b.room_low) {
        return "a half does not lie in the wall strip at the edge that its rooms share";
    }
    if (a.across_high - a.across_low < DW_DOORWAY_WIDTH_MIN) {
        return "it is narrower than 60 pixels along the wall";
    }
    if (a.across_low < a.room_across_low + wall_half ||
        a.across_high > a.room_across_high - wall_half ||
        b.across_low < b.room_across_low + wall_half ||
        b.across_high > b.room_across_high - wall_half) {
        return "a half reaches into the wall at a corner of its room";
    }
    return NULL;
}

/* How the halves face each other: 0 not at all, else the axis of the way, negative when half 1 lies
 * on the lower side. */
enum { FACE_X = 1, FACE_Y = 2 };
static int facing(dw_rect a, dw_rect b)
{
    if (a.min.y == b.min.y && a.max.y == b.max.y) {
        if (a.max.x == b.min.x) {
            return FACE_X;
        }
        if (b.max.x == a.min.x) {
            return -FACE_X;
        }
    }
    if (a.min.x == b.min.x && a.max.x == b.max.x) {
        if (a.max.y == b.min.y) {
            return FACE_Y;
        }
        if (b.max.y == a.min.y) {
            return -FACE_Y;
        }
    }
    return 0;
}

static dw_status place_door(dw_map_draft *draft, dw_door *door, dw_error *error)
{
    for (int side = 0; side < 2; side++) {
        dw_door_half *half = &door->half[side];
        if (!dw_map_is_sound(half->area) ||
            (half->room = dw_map_room_around(&draft->map, half->area)) == DW_NONE) {
            return dw_fail(error, DW_INVALID, "door \"%s\": a half lies in no room", door->name);
        }
        half->point = dw_rect_centre(half->area);
    }
    if (door->leaf > 1) {
        return dw_fail(error, DW_RANGE, "door \"%s\": exactly one half must have the leaf",
                       door->name);
    }
    const dw_rect a = door->half[0].area;
    const dw_rect b = door->half[1].area;
    const int way = facing(a, b);
    if (way == 0 || door->half[0].room == door->half[1].room) {
        return dw_fail(error, DW_INVALID,
                       "door \"%s\": its halves do not face each other across the edge of two "
                       "rooms",
                       door->name);
    }
    const bool along_x = way == FACE_X || way == -FACE_X;
    const half_shape first = shape_of(a, draft->rooms[door->half[0].room].area, along_x);
    const half_shape second = shape_of(b, draft->rooms[door->half[1].room].area, along_x);
    const char *fault = way > 0 ? fault_of_halves(first, second, draft->map.wall_half)
                                : fault_of_halves(second, first, draft->map.wall_half);
    if (fault != NULL) {
        return dw_fail(error, DW_INVALID, "door \"%s\": %s", door->name, fault);
    }
    door->passes_along_x = along_x;
    door->doorway = way > 0 ? (dw_rect){a.min, b.max} : (dw_rect){b.min, a.max};
    return DW_OK;
}

dw_status dw_map_place_doors(dw_map_draft *draft, dw_error *error)
{
    for (uint32_t i = 0; i < draft->map.door_count; i++) {
        const dw_status status = place_door(draft, &draft->doors[i], error);
        if (status != DW_OK) {
            return status;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (dw_rect_overlaps(draft->doors[i].doorway, draft->doors[j].doorway)) {
                return dw_fail(error, DW_INVALID, "door \"%s\": it overlaps door \"%s\"",
                               draft->doors[i].name, draft->doors[j].name);
            }
        }
    }
    return DW_OK;
}

const dw_door *dw_map_doorway_under(const dw_map *map, dw_rect r)
{
    for (uint32_t i = 0; i < map->door_count; i++) {
        if (dw_rect_overlaps(map->doors[i].doorway, r)) {
            return &map->doors[i];
        }
    }
    return NULL;
}

dw_status dw_map_place_furniture(dw_map_draft *draft, dw_error *error)
{
    for (uint32_t i = 0; i < draft->map.furniture_count; i++) {
        dw_furniture *piece = &draft->furniture[i];
        const dw_object_text object = dw_placed_text("furniture", i, piece->area.min);
        if (!dw_map_is_sound(piece->area)) {
            return dw_fail(error, DW_RANGE, "%s: it is empty or outside of 0 .. %d pixels",
                           object.text, DW_MAP_SIDE_MAX / DW_PIXEL_UNITS);
        }
        if (piece->height > 1000 || piece->kind >= DW_FURNITURE_KIND_COUNT) {
            return dw_fail(error, DW_RANGE, "%s: its height or kind does not exist", object.text);
        }
        piece->room = dw_map_room_around(&draft->map, piece->area);
        if (piece->room == DW_NONE) {
            return dw_fail(error, DW_INVALID, "%s: it does not lie inside of one room",
                           object.text);
        }
        const dw_door *door = dw_map_doorway_under(&draft->map, piece->area);
        if (door != NULL) {
            return dw_fail(error, DW_INVALID, "%s: it stands in door \"%s\"", object.text,
                           door->name);
        }
    }
    return DW_OK;
}

/* A body can start here: in a room, in nothing solid, not in a doorway. */
static dw_status check_start(const dw_map *map, dw_object_text object, dw_vec spawn,
                             dw_error *error)
{
    if (dw_map_room_at(map, spawn) == DW_NONE) {
        return dw_fail(error, DW_INVALID, "%s: it is outside of all rooms", object.text);
    }
    const dw_door *door = dw_map_doorway_under(map, dw_rect_around(spawn, DW_BODY_HALF));
    if (door != NULL) {
        return dw_fail(error, DW_INVALID, "%s: it stands in door \"%s\"", object.text, door->name);
    }
    const dw_door_set closed = {{0}};
    if (!dw_place_free(map, &closed, spawn, DW_BODY_HALF)) {
        return dw_fail(error, DW_INVALID, "%s: it stands in something solid", object.text);
    }
    return DW_OK;
}

/* The handler that a guard names is another guard. */
static bool handler_is_there(const dw_map *map, uint32_t guard)
{
    const char *handler = map->guards[guard].handler;
    bool there = handler[0] == '\0';
    for (uint32_t i = 0; i < map->guard_count; i++) {
        there = there || (i != guard && strcmp(map->guards[i].name, handler) == 0);
    }
    return there;
}

static dw_status check_starts(const dw_map *map, dw_error *error)
{
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        const dw_status status =
            check_start(map, dw_placed_text("spawn", i, map->spawns[i]), map->spawns[i], error);
        if (status != DW_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < map->guard_count; i++) {
        const dw_guard_post *guard = &map->guards[i];
        const dw_status status =
            check_start(map, dw_named_text("guard", guard->name), guard->spawn, error);
        if (status != DW_OK) {
            return status;
        }
        if (guard->kind >= map->kind_count) {
            return dw_fail(error, DW_INVALID, "guard \"%s\": its kind does not exist", guard->name);
        }
        if (guard->patrol >= map->patrol_count) {
            return dw_fail(error, DW_INVALID, "guard \"%s\": its patrol does not exist",
                           guard->name);
        }
        if (!handler_is_there(map, i)) {
            return dw_fail(error, DW_INVALID, "guard \"%s\": there is no other guard \"%s\"",
                           guard->name, guard->handler);
        }
    }
    return DW_OK;
}

static dw_status check_patrols(const dw_map *map, dw_error *error)
{
    for (uint32_t i = 0; i < map->patrol_count; i++) {
        const dw_patrol *patrol = &map->patrols[i];
        if (patrol->stop_count == 0) {
            return dw_fail(error, DW_INVALID, "patrol \"%s\": it names no room", patrol->name);
        }
        if (patrol->stop_count > DW_PATROL_STOPS_MAX) {
            return dw_fail(error, DW_FULL, "patrol \"%s\": more than %d rooms", patrol->name,
                           DW_PATROL_STOPS_MAX);
        }
        for (uint32_t j = 0; j < patrol->stop_count; j++) {
            if (patrol->stops[j] >= map->room_count) {
                return dw_fail(error, DW_INVALID, "patrol \"%s\": room %u of it does not exist",
                               patrol->name, j + 1);
            }
        }
    }
    return DW_OK;
}

dw_status dw_map_check_bodies(const dw_map *map, dw_error *error)
{
    const dw_status status = check_starts(map, error);
    return status == DW_OK ? check_patrols(map, error) : status;
}
