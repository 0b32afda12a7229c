#include "protocol/public_map.h"

#include "common/base/check.h"
#include "common/world/light.h"
#include "common/world/state.h"
#include "protocol/reader.h"
#include "protocol/writer.h"

#include <sodium.h>
#include <string.h>

/* One flat array:
 *     [version, name, title, half of a wall, intruders max, locks,
 *      rooms, furniture, doors, spawns, items, lamps, switches, devices,  how many of each
 *      room ..., furniture ..., door ..., spawn ..., item ..., switch ..., lamp ..., device ...,
 *      exit]
 * A rectangle is x, y, width, height in units. Patrols, guards and what dw_map_build finds out
 * by itself (walls, index, which room something lies in) have no place in it. */
enum {
    FORMAT_VERSION = 5,
    RECT_ELEMENTS = 4,
    HEADER_ELEMENTS = 14,
    ROOM_ELEMENTS = RECT_ELEMENTS + 5,
    FURNITURE_ELEMENTS = RECT_ELEMENTS + 2,
    DOOR_ELEMENTS = 2 * RECT_ELEMENTS + 4,
    SPAWN_ELEMENTS = 2,
    ITEM_ELEMENTS = RECT_ELEMENTS + 4,
    SWITCH_ELEMENTS = RECT_ELEMENTS + 1,
    LAMP_ELEMENTS = 6,
    DEVICE_ELEMENTS = RECT_ELEMENTS + 2,
    ELEMENTS_MAX = HEADER_ELEMENTS + DW_ROOMS_MAX * ROOM_ELEMENTS +
                   DW_FURNITURE_MAX * FURNITURE_ELEMENTS + DW_DOORS_MAX * DOOR_ELEMENTS +
                   DW_SPAWNS_MAX * SPAWN_ELEMENTS + DW_ITEMS_MAX * ITEM_ELEMENTS +
                   DW_SWITCHES_MAX * SWITCH_ELEMENTS + DW_LAMPS_MAX * LAMP_ELEMENTS +
                   DW_DEVICES_MAX * DEVICE_ELEMENTS + RECT_ELEMENTS,
    TITLE_MAX = 2 * DW_NAME_SIZE - 1,
    NAME_MAX_BYTES = DW_NAME_SIZE - 1
};

static uint32_t count_elements(const dw_map *map)
{
    return HEADER_ELEMENTS + (uint32_t)map->room_count * ROOM_ELEMENTS +
           (uint32_t)map->furniture_count * FURNITURE_ELEMENTS +
           (uint32_t)map->door_count * DOOR_ELEMENTS + (uint32_t)map->spawn_count * SPAWN_ELEMENTS +
           (uint32_t)map->item_count * ITEM_ELEMENTS +
           (uint32_t)map->switch_count * SWITCH_ELEMENTS +
           (uint32_t)map->lamp_count * LAMP_ELEMENTS +
           (uint32_t)map->device_count * DEVICE_ELEMENTS + RECT_ELEMENTS;
}

/* --- encoding --- */

static void put_rect(dw_writer *writer, dw_rect rect)
{
    dw_writer_int(writer, rect.min.x);
    dw_writer_int(writer, rect.min.y);
    dw_writer_int(writer, (int64_t)rect.max.x - rect.min.x);
    dw_writer_int(writer, (int64_t)rect.max.y - rect.min.y);
}

static void put_rooms(dw_writer *writer, const dw_map *map)
{
    for (uint32_t i = 0; i < map->room_count; i++) {
        const dw_room *room = &map->rooms[i];
        put_rect(writer, room->area);
        dw_writer_text(writer, room->name, 1, NAME_MAX_BYTES);
        dw_writer_int(writer, room->kind);
        dw_writer_int(writer, room->floor);
        dw_writer_int(writer, room->light);
        dw_writer_int(writer, room->balcony);
    }
}

static void put_furniture(dw_writer *writer, const dw_map *map)
{
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        const dw_furniture *piece = &map->furniture[i];
        put_rect(writer, piece->area);
        dw_writer_int(writer, piece->height);
        dw_writer_int(writer, piece->kind);
    }
}

static void put_doors(dw_writer *writer, const dw_map *map)
{
    for (uint32_t i = 0; i < map->door_count; i++) {
        const dw_door *door = &map->doors[i];
        put_rect(writer, door->half[0].area);
        put_rect(writer, door->half[1].area);
        dw_writer_int(writer, door->leaf);
        dw_writer_int(writer, door->starts_open);
        dw_writer_int(writer, door->lock);
        dw_writer_text(writer, door->name, 1, NAME_MAX_BYTES);
    }
}

/* Of a hidden one nothing but that it is there: clients learn the rest when it is found. */
static void put_items(dw_writer *writer, const dw_map *map)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot blank = {.kind = DW_ITEM_DOCUMENT};
        const bool hidden = map->items[i].hidden;
        const dw_item_spot *item = hidden ? &blank : &map->items[i];
        put_rect(writer, item->area);
        dw_writer_text(writer, item->name, hidden ? 0 : 1, NAME_MAX_BYTES);
        dw_writer_int(writer, item->kind);
        dw_writer_int(writer, item->large);
        dw_writer_int(writer, item->opens);
    }
}

/* A lamp names its switch by its index and 1; 0 stands for a lamp without a switch. */
static void put_lights(dw_writer *writer, const dw_map *map)
{
    for (uint32_t i = 0; i < map->switch_count; i++) {
        put_rect(writer, map->switches[i].area);
        dw_writer_text(writer, map->switches[i].name, 1, NAME_MAX_BYTES);
    }
    for (uint32_t i = 0; i < map->lamp_count; i++) {
        const dw_lamp *lamp = &map->lamps[i];
        dw_writer_int(writer, lamp->position.x);
        dw_writer_int(writer, lamp->position.y);
        dw_writer_int(writer, lamp->range);
        dw_writer_int(writer, lamp->level);
        dw_writer_int(writer, lamp->starts_on);
        dw_writer_int(writer, lamp->wall_switch == DW_NONE ? 0 : lamp->wall_switch + 1);
    }
}

dw_status dw_public_map_encode(const dw_map *map, uint8_t *bytes, size_t capacity, size_t *size)
{
    dw_writer writer;
    dw_writer_init(&writer, bytes, capacity < DW_MAP_BYTES_MAX ? capacity : DW_MAP_BYTES_MAX);
    dw_writer_array(&writer, count_elements(map));
    dw_writer_int(&writer, FORMAT_VERSION);
    dw_writer_text(&writer, map->name, 1, NAME_MAX_BYTES);
    dw_writer_text(&writer, map->title, 1, TITLE_MAX);
    dw_writer_int(&writer, map->wall_half);
    dw_writer_int(&writer, map->intruders_max);
    dw_writer_int(&writer, map->lock_count);
    dw_writer_int(&writer, map->room_count);
    dw_writer_int(&writer, map->furniture_count);
    dw_writer_int(&writer, map->door_count);
    dw_writer_int(&writer, map->spawn_count);
    dw_writer_int(&writer, map->item_count);
    dw_writer_int(&writer, map->lamp_count);
    dw_writer_int(&writer, map->switch_count);
    dw_writer_int(&writer, map->device_count);
    put_rooms(&writer, map);
    put_furniture(&writer, map);
    put_doors(&writer, map);
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        dw_writer_int(&writer, map->spawns[i].x);
        dw_writer_int(&writer, map->spawns[i].y);
    }
    put_items(&writer, map);
    put_lights(&writer, map);
    for (uint32_t i = 0; i < map->device_count; i++) {
        put_rect(&writer, map->devices[i].area);
        dw_writer_text(&writer, map->devices[i].name, 1, NAME_MAX_BYTES);
        dw_writer_int(&writer, map->devices[i].kind);
    }
    put_rect(&writer, map->exit);
    return dw_writer_finish(&writer, size);
}

dw_map_hash dw_public_map_hash(const uint8_t *bytes, size_t size)
{
    dw_map_hash hash;
    const int done = crypto_generichash(hash.bytes, sizeof hash.bytes, bytes, size, NULL, 0);
    DW_CHECK(done == 0);
    return hash;
}

bool dw_map_hash_equal(const dw_map_hash *a, const dw_map_hash *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

void dw_map_hash_text(const dw_map_hash *hash, char text[DW_MAP_HASH_TEXT_SIZE])
{
    (void)sodium_bin2hex(text, DW_MAP_HASH_TEXT_SIZE, hash->bytes, sizeof hash->bytes);
}

/* --- decoding --- */

/* The arrays of dw_map are read-only; these are the same ones while they are filled. */
typedef struct map_parts {
    dw_map map;
    dw_room *rooms;
    dw_furniture *furniture;
    dw_door *doors;
    dw_vec *spawns;
    dw_lamp *lamps;
    dw_wall_switch *switches;
    dw_map_device *devices;
} map_parts;

static int32_t take_coordinate(dw_reader *reader)
{
    return (int32_t)dw_reader_int(reader, -DW_COORDINATE_MAX, DW_COORDINATE_MAX);
}

static dw_rect take_rect(dw_reader *reader)
{
    dw_rect rect;
    rect.min.x = take_coordinate(reader);
    rect.min.y = take_coordinate(reader);
    rect.max.x = rect.min.x + (int32_t)dw_reader_int(reader, 0, DW_COORDINATE_MAX - rect.min.x);
    rect.max.y = rect.min.y + (int32_t)dw_reader_int(reader, 0, DW_COORDINATE_MAX - rect.min.y);
    return rect;
}

static void take_header(dw_reader *reader, dw_map *map)
{
    (void)dw_reader_array(reader, HEADER_ELEMENTS, ELEMENTS_MAX);
    (void)dw_reader_int(reader, FORMAT_VERSION, FORMAT_VERSION);
    dw_reader_text(reader, map->name, 1, NAME_MAX_BYTES);
    dw_reader_text(reader, map->title, 1, TITLE_MAX);
    map->wall_half = (int32_t)dw_reader_int(reader, 0, DW_COORDINATE_MAX);
    map->intruders_max = dw_reader_u16(reader, DW_INTRUDERS_MAX);
    map->lock_count = dw_reader_u16(reader, DW_LOCKS_MAX);
    map->room_count = dw_reader_u16(reader, DW_ROOMS_MAX);
    map->furniture_count = dw_reader_u16(reader, DW_FURNITURE_MAX);
    map->door_count = dw_reader_u16(reader, DW_DOORS_MAX);
    map->spawn_count = dw_reader_u16(reader, DW_SPAWNS_MAX);
    map->item_count = dw_reader_u16(reader, DW_ITEMS_MAX);
    map->lamp_count = dw_reader_u16(reader, DW_LAMPS_MAX);
    map->switch_count = dw_reader_u16(reader, DW_SWITCHES_MAX);
    map->device_count = dw_reader_u16(reader, DW_DEVICES_MAX);
    if (reader->left != count_elements(map) - HEADER_ELEMENTS) {
        dw_reader_fail(reader);
    }
}

static void take_rooms(dw_reader *reader, const map_parts *parts)
{
    for (uint32_t i = 0; i < parts->map.room_count; i++) {
        dw_room *room = &parts->rooms[i];
        room->area = take_rect(reader);
        dw_reader_text(reader, room->name, 1, NAME_MAX_BYTES);
        room->kind = dw_reader_u8(reader, DW_ROOM_KIND_COUNT - 1);
        room->floor = dw_reader_u8(reader, DW_FLOOR_COUNT - 1);
        room->light = dw_reader_u8(reader, DW_LIGHT_MAX);
        room->balcony = dw_reader_bool(reader);
    }
}

static void take_furniture(dw_reader *reader, const map_parts *parts)
{
    for (uint32_t i = 0; i < parts->map.furniture_count; i++) {
        dw_furniture *piece = &parts->furniture[i];
        piece->area = take_rect(reader);
        piece->height = dw_reader_u16(reader, 1000);
        piece->kind = dw_reader_u8(reader, DW_FURNITURE_KIND_COUNT - 1);
    }
}

static void take_doors(dw_reader *reader, const map_parts *parts)
{
    for (uint32_t i = 0; i < parts->map.door_count; i++) {
        dw_door *door = &parts->doors[i];
        door->half[0].area = take_rect(reader);
        door->half[1].area = take_rect(reader);
        door->leaf = dw_reader_u8(reader, 1);
        door->starts_open = dw_reader_bool(reader);
        door->lock = dw_reader_u8(reader, (uint8_t)parts->map.lock_count);
        dw_reader_text(reader, door->name, 1, NAME_MAX_BYTES);
    }
}

static void take_lights(dw_reader *reader, map_parts *parts)
{
    for (uint32_t i = 0; i < parts->map.switch_count; i++) {
        parts->switches[i].area = take_rect(reader);
        dw_reader_text(reader, parts->switches[i].name, 1, NAME_MAX_BYTES);
    }
    for (uint32_t i = 0; i < parts->map.lamp_count; i++) {
        dw_lamp *lamp = &parts->lamps[i];
        lamp->position.x = take_coordinate(reader);
        lamp->position.y = take_coordinate(reader);
        lamp->range = (int32_t)dw_reader_int(reader, 1, DW_LAMP_RANGE_MAX);
        lamp->level = dw_reader_u8(reader, DW_LIGHT_MAX);
        lamp->starts_on = dw_reader_bool(reader);
        const uint16_t number = dw_reader_u16(reader, parts->map.switch_count);
        lamp->wall_switch = number == 0 ? (uint16_t)DW_NONE : (uint16_t)(number - 1);
    }
}

/* Other bytes than a blank or an item would make another map than they say. */
static bool item_valid(const dw_item_spot *item)
{
    const dw_rect none = {{0, 0}, {0, 0}};
    const bool empty = item->kind == DW_ITEM_DOCUMENT && !item->large && item->opens == 0 &&
                       memcmp(&item->area, &none, sizeof none) == 0;
    return item->hidden ? empty : item->kind != DW_ITEM_OBJECTIVE || item->large;
}

static void take_items(dw_reader *reader, dw_map *map)
{
    for (uint32_t i = 0; i < map->item_count; i++) {
        dw_item_spot *item = &map->items[i];
        item->area = take_rect(reader);
        dw_reader_text(reader, item->name, 0, NAME_MAX_BYTES);
        item->kind = dw_reader_u8(reader, DW_ITEM_KIND_COUNT - 1);
        item->large = dw_reader_bool(reader);
        item->opens = dw_reader_u8(reader, (uint8_t)map->lock_count);
        item->hidden = item->name[0] == '\0';
        if (!item_valid(item)) {
            dw_reader_fail(reader);
        }
    }
}

static void take_rest(dw_reader *reader, map_parts *parts)
{
    dw_map *map = &parts->map;
    for (uint32_t i = 0; i < map->spawn_count; i++) {
        parts->spawns[i].x = take_coordinate(reader);
        parts->spawns[i].y = take_coordinate(reader);
    }
    take_items(reader, map);
    take_lights(reader, parts);
    for (uint32_t i = 0; i < map->device_count; i++) {
        parts->devices[i].area = take_rect(reader);
        dw_reader_text(reader, parts->devices[i].name, 1, NAME_MAX_BYTES);
        parts->devices[i].kind = dw_reader_u8(reader, DW_DEVICE_KIND_COUNT - 1);
    }
    map->exit = take_rect(reader);
}

static bool take_memory(map_parts *parts, dw_arena *arena)
{
    dw_map *map = &parts->map;
    map->rooms = parts->rooms = DW_ARENA_ARRAY(arena, dw_room, map->room_count);
    map->furniture = parts->furniture = DW_ARENA_ARRAY(arena, dw_furniture, map->furniture_count);
    map->doors = parts->doors = DW_ARENA_ARRAY(arena, dw_door, map->door_count);
    map->spawns = parts->spawns = DW_ARENA_ARRAY(arena, dw_vec, map->spawn_count);
    map->lamps = parts->lamps = DW_ARENA_ARRAY(arena, dw_lamp, map->lamp_count);
    map->switches = parts->switches = DW_ARENA_ARRAY(arena, dw_wall_switch, map->switch_count);
    map->devices = parts->devices = DW_ARENA_ARRAY(arena, dw_map_device, map->device_count);
    return map->rooms != NULL && map->furniture != NULL && map->doors != NULL &&
           map->spawns != NULL && map->lamps != NULL && map->switches != NULL &&
           map->devices != NULL;
}

dw_status dw_public_map_decode(const dw_map **out, dw_arena *arena, const uint8_t *bytes,
                               size_t size, dw_error *error)
{
    map_parts parts = {.rooms = NULL};
    dw_reader reader;
    dw_reader_init(&reader, bytes, size);
    take_header(&reader, &parts.map);
    if (reader.failed || size > DW_MAP_BYTES_MAX) {
        return dw_fail(error, DW_INVALID, "map from the server: its head is not valid");
    }
    /* The parts stay in the arena beside the finished map: at most 150 KB, and nothing on the heap
     * or the stack depends on what a server says. */
    const size_t mark = dw_arena_mark(arena);
    if (!take_memory(&parts, arena)) {
        dw_arena_reset(arena, mark);
        return dw_fail(error, DW_MEMORY, "map from the server: no memory for it");
    }
    take_rooms(&reader, &parts);
    take_furniture(&reader, &parts);
    take_doors(&reader, &parts);
    take_rest(&reader, &parts);
    dw_status status = dw_reader_finish(&reader);
    if (status != DW_OK) {
        dw_arena_reset(arena, mark);
        return dw_fail(error, status, "map from the server: cut short or out of bounds");
    }
    status = dw_map_build(out, arena, &parts.map, error);
    if (status != DW_OK) {
        dw_arena_reset(arena, mark);
        dw_error_prefix(error, "map from the server");
    }
    return status;
}
