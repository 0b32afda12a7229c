#include "tests/support/scene.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/kind.h"
#include "common/world/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_WALL_HALF_MM = 100 };

struct dw_scene {
    dw_arena arena; /* Of the built maps. */
    dw_map parts;
    dw_room rooms[DW_ROOMS_MAX];
    dw_furniture furniture[DW_FURNITURE_MAX];
    dw_door doors[DW_DOORS_MAX];
    dw_lamp lamps[DW_LAMPS_MAX];
    dw_wall_switch switches[DW_SWITCHES_MAX];
    dw_map_device devices[DW_DEVICES_MAX];
    dw_area areas[DW_AREAS_MAX];
    dw_vec spawns[DW_SPAWNS_MAX];
    dw_guard_post guards[DW_GUARDS_MAX];
    dw_patrol patrols[DW_GUARDS_MAX];
    bool has_exit;
};

static dw_rect rect_mm(int32_t x, int32_t y, int32_t width, int32_t height)
{
    return (dw_rect){{DW_MM(x), DW_MM(y)}, {DW_MM(x + width), DW_MM(y + height)}};
}

static void set_name(char *out, const char *name)
{
    const dw_status status = dw_copy_text(out, DW_NAME_SIZE, name);
    DW_CHECK(status == DW_OK);
}

dw_scene *dw_scene_create(void)
{
    dw_scene *scene = calloc(1, sizeof(*scene));
    DW_CHECK(scene != NULL);
    const dw_status status = dw_arena_create(&scene->arena, DW_MAP_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
    scene->parts.rooms = scene->rooms;
    scene->parts.furniture = scene->furniture;
    scene->parts.doors = scene->doors;
    scene->parts.lamps = scene->lamps;
    scene->parts.switches = scene->switches;
    scene->parts.devices = scene->devices;
    scene->parts.areas = scene->areas;
    scene->parts.spawns = scene->spawns;
    scene->parts.guards = scene->guards;
    scene->parts.patrols = scene->patrols;
    scene->parts.wall_half = DW_MM(SCENE_WALL_HALF_MM);
    set_name(scene->parts.name, "scene");
    return scene;
}

void dw_scene_destroy(dw_scene *scene)
{
    dw_arena_destroy(&scene->arena);
    free(scene);
}

void dw_scene_set_wall_half(dw_scene *scene, int32_t millimetres)
{
    DW_CHECK(scene->parts.door_count == 0);
    scene->parts.wall_half = DW_MM(millimetres);
}

uint16_t dw_scene_room(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                       int32_t height)
{
    DW_CHECK(scene->parts.room_count < DW_ROOMS_MAX);
    dw_room *room = &scene->rooms[scene->parts.room_count];
    room->area = rect_mm(x, y, width, height);
    room->light = 100;
    set_name(room->name, name);
    return scene->parts.room_count++;
}

uint16_t dw_scene_corridor(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                           int32_t height)
{
    const uint16_t room = dw_scene_room(scene, name, x, y, width, height);
    scene->rooms[room].kind = DW_ROOM_CORRIDOR;
    return room;
}

uint16_t dw_scene_switch(dw_scene *scene, const char *name, int32_t x, int32_t y)
{
    DW_CHECK(scene->parts.switch_count < DW_SWITCHES_MAX);
    dw_wall_switch *it = &scene->switches[scene->parts.switch_count];
    it->area = rect_mm(x, y, 200, 100);
    set_name(it->name, name);
    return scene->parts.switch_count++;
}

uint16_t dw_scene_lamp(dw_scene *scene, int32_t x, int32_t y, int32_t range_mm, uint8_t level,
                       uint16_t wall_switch)
{
    DW_CHECK(scene->parts.lamp_count < DW_LAMPS_MAX);
    scene->lamps[scene->parts.lamp_count] = (dw_lamp){.position = {DW_MM(x), DW_MM(y)},
                                                      .range = DW_MM(range_mm),
                                                      .wall_switch = wall_switch,
                                                      .level = level,
                                                      .starts_on = true};
    return scene->parts.lamp_count++;
}

void dw_scene_set_lamp_off(dw_scene *scene, uint16_t lamp)
{
    DW_CHECK(lamp < scene->parts.lamp_count);
    scene->lamps[lamp].starts_on = false;
}

void dw_scene_set_light(dw_scene *scene, uint16_t room, uint8_t light)
{
    DW_CHECK(room < scene->parts.room_count);
    scene->rooms[room].light = light;
}

void dw_scene_set_floor(dw_scene *scene, uint16_t room, dw_floor floor)
{
    DW_CHECK(room < scene->parts.room_count);
    scene->rooms[room].floor = (uint8_t)floor;
}

uint16_t dw_scene_door(dw_scene *scene, const char *name, uint16_t a, uint16_t b, int32_t at,
                       int32_t width, dw_scene_leaf leaf)
{
    DW_CHECK(scene->parts.door_count < DW_DOORS_MAX);
    DW_CHECK(a < scene->parts.room_count && b < scene->parts.room_count);
    const dw_rect first = scene->rooms[a].area;
    const dw_rect second = scene->rooms[b].area;
    const int32_t depth = scene->parts.wall_half;
    const int32_t low = DW_MM(at);
    const int32_t high = DW_MM(at + width);
    dw_door *door = &scene->doors[scene->parts.door_count];
    dw_rect *half_a = &door->half[0].area;
    dw_rect *half_b = &door->half[1].area;
    if (first.max.x == second.min.x) {
        *half_a = (dw_rect){{first.max.x - depth, low}, {first.max.x, high}};
        *half_b = (dw_rect){{first.max.x, low}, {first.max.x + depth, high}};
    } else if (second.max.x == first.min.x) {
        *half_a = (dw_rect){{first.min.x, low}, {first.min.x + depth, high}};
        *half_b = (dw_rect){{first.min.x - depth, low}, {first.min.x, high}};
    } else if (first.max.y == second.min.y) {
        *half_a = (dw_rect){{low, first.max.y - depth}, {high, first.max.y}};
        *half_b = (dw_rect){{low, first.max.y}, {high, first.max.y + depth}};
    } else {
        DW_CHECK(second.max.y == first.min.y);
        *half_a = (dw_rect){{low, first.min.y}, {high, first.min.y + depth}};
        *half_b = (dw_rect){{low, first.min.y - depth}, {high, first.min.y}};
    }
    door->leaf = 0;
    door->starts_open = leaf == DW_SCENE_OPEN;
    set_name(door->name, name);
    return scene->parts.door_count++;
}

void dw_scene_lock(dw_scene *scene, uint16_t door, uint8_t lock)
{
    DW_CHECK(door < scene->parts.door_count && lock >= 1 && lock <= DW_LOCKS_MAX);
    scene->doors[door].lock = lock;
    scene->parts.lock_count = lock > scene->parts.lock_count ? lock : scene->parts.lock_count;
}

uint16_t dw_scene_furniture(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t depth,
                            uint16_t height)
{
    DW_CHECK(scene->parts.furniture_count < DW_FURNITURE_MAX);
    scene->furniture[scene->parts.furniture_count] =
        (dw_furniture){.area = rect_mm(x, y, width, depth), .height = height};
    return scene->parts.furniture_count++;
}

void dw_scene_spawn(dw_scene *scene, int32_t x, int32_t y)
{
    DW_CHECK(scene->parts.spawn_count < DW_SPAWNS_MAX);
    scene->spawns[scene->parts.spawn_count++] = (dw_vec){DW_MM(x), DW_MM(y)};
}

void dw_scene_objective(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t height)
{
    scene->parts.items[0].area = rect_mm(x, y, width, height);
    scene->parts.item_count = scene->parts.item_count > 1 ? scene->parts.item_count : 1;
}

uint16_t dw_scene_item(dw_scene *scene, const char *name, int32_t x, int32_t y)
{
    DW_CHECK(scene->parts.item_count >= 1 && scene->parts.item_count < DW_ITEMS_MAX);
    dw_item_spot *item = &scene->parts.items[scene->parts.item_count];
    set_name(item->name, name);
    item->kind = DW_ITEM_OBJECTIVE;
    item->area = rect_mm(x, y, 200, 200);
    return scene->parts.item_count++;
}

uint16_t dw_scene_document(dw_scene *scene, const char *name, int32_t x, int32_t y)
{
    const uint16_t index = dw_scene_item(scene, name, x, y);
    scene->parts.items[index].kind = DW_ITEM_DOCUMENT;
    scene->parts.items[index].area = rect_mm(x, y, 100, 100);
    return index;
}

uint16_t dw_scene_key(dw_scene *scene, const char *name, int32_t x, int32_t y, uint8_t lock)
{
    const uint16_t index = dw_scene_document(scene, name, x, y);
    scene->parts.items[index].kind = DW_ITEM_KEY;
    scene->parts.items[index].opens = lock;
    return index;
}

uint16_t dw_scene_device(dw_scene *scene, const char *name, int32_t x, int32_t y)
{
    DW_CHECK(scene->parts.device_count < DW_DEVICES_MAX);
    dw_map_device *device = &scene->devices[scene->parts.device_count];
    device->area = rect_mm(x, y, 200, 200);
    set_name(device->name, name);
    return scene->parts.device_count++;
}

uint16_t dw_scene_area(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                       int32_t height)
{
    DW_CHECK(scene->parts.area_count < DW_AREAS_MAX);
    dw_area *area = &scene->areas[scene->parts.area_count];
    area->area = rect_mm(x, y, width, height);
    set_name(area->name, name);
    return scene->parts.area_count++;
}

void dw_scene_person(dw_scene *scene, const char *name, int32_t x, int32_t y)
{
    DW_CHECK(scene->parts.person_count < DW_PERSONS_MAX);
    dw_person_spot *person = &scene->parts.persons[scene->parts.person_count++];
    person->spawn = (dw_vec){DW_MM(x), DW_MM(y)};
    set_name(person->name, name);
}

void dw_scene_exit(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t height)
{
    scene->parts.exit = rect_mm(x, y, width, height);
    scene->has_exit = true;
}

static uint16_t find_room(const dw_scene *scene, const char *name, size_t length)
{
    uint16_t room = 0;
    while (room < scene->parts.room_count && (strlen(scene->rooms[room].name) != length ||
                                              memcmp(scene->rooms[room].name, name, length) != 0)) {
        room++;
    }
    DW_CHECK(room < scene->parts.room_count);
    return room;
}

uint16_t dw_scene_patrol(dw_scene *scene, const char *name, const char *rooms)
{
    DW_CHECK(scene->parts.patrol_count < DW_GUARDS_MAX);
    dw_patrol *patrol = &scene->patrols[scene->parts.patrol_count];
    set_name(patrol->name, name);
    for (const char *at = rooms; *at != 0;) {
        const size_t length = strcspn(at, ",");
        DW_CHECK(patrol->stop_count < DW_PATROL_STOPS_MAX);
        patrol->stops[patrol->stop_count++] = find_room(scene, at, length);
        at += length + strspn(at + length, ", ");
    }
    return scene->parts.patrol_count++;
}

uint16_t dw_scene_guard(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t degrees,
                        const char *patrol)
{
    DW_CHECK(scene->parts.guard_count < DW_GUARDS_MAX);
    dw_guard_post *guard = &scene->guards[scene->parts.guard_count];
    set_name(guard->name, name);
    guard->spawn = (dw_vec){DW_MM(x), DW_MM(y)};
    guard->heading_bam = (uint16_t)((degrees * DW_BAM_TURN + 180) / 360);
    guard->patrol = 0;
    while (guard->patrol < scene->parts.patrol_count &&
           strcmp(scene->patrols[guard->patrol].name, patrol) != 0) {
        guard->patrol++;
    }
    DW_CHECK(guard->patrol < scene->parts.patrol_count);
    return scene->parts.guard_count++;
}

uint8_t dw_scene_kind(dw_scene *scene, uint16_t guard, const char *kind)
{
    dw_map *parts = &scene->parts;
    DW_CHECK(guard < parts->guard_count);
    if (parts->kind_count == 0) {
        set_name(parts->kinds[parts->kind_count++].name, "guard");
    }
    uint8_t at = 0;
    while (at < parts->kind_count && strcmp(parts->kinds[at].name, kind) != 0) {
        at++;
    }
    if (at == parts->kind_count) {
        DW_CHECK(at < DW_KINDS_MAX);
        set_name(parts->kinds[parts->kind_count++].name, kind);
    }
    scene->guards[guard].kind = at;
    return at;
}

void dw_scene_handler(dw_scene *scene, uint16_t guard, const char *handler)
{
    DW_CHECK(guard < scene->parts.guard_count);
    set_name(scene->guards[guard].handler, handler);
}

dw_map *dw_scene_parts(dw_scene *scene)
{
    return &scene->parts;
}

dw_door *dw_scene_door_parts(dw_scene *scene, uint16_t door)
{
    return &scene->doors[door];
}

dw_status dw_scene_try(dw_scene *scene, const dw_map **out, dw_error *error)
{
    dw_map parts = scene->parts;
    dw_vec spawn;
    if (parts.room_count > 0) {
        const dw_rect room = scene->rooms[0].area;
        spawn = dw_rect_centre(room);
        if (parts.spawn_count == 0) {
            parts.spawns = &spawn;
            parts.spawn_count = 1;
        }
        if (parts.item_count == 0) {
            parts.items[0].area = dw_rect_around(dw_rect_centre(room), DW_MM(100));
        }
        if (!scene->has_exit) {
            parts.exit = room;
        }
    }
    parts.item_count = parts.item_count > 0 ? parts.item_count : 1;
    if (parts.items[0].name[0] == 0) {
        set_name(parts.items[0].name, "documents");
    }
    if (parts.intruders_max == 0) {
        parts.intruders_max = parts.spawn_count;
    }
    return dw_map_build(out, &scene->arena, &parts, error);
}

const dw_map *dw_scene_build(dw_scene *scene)
{
    const dw_map *map = NULL;
    dw_error error = {{0}};
    const dw_status status = dw_scene_try(scene, &map, &error);
    if (status != DW_OK) {
        (void)fprintf(stderr, "scene: %s\n", error.text);
    }
    DW_CHECK(status == DW_OK);
    return map;
}

/* Lattice lines at random distances, whole centimetres. */
static void draw_lines(dw_rng *rng, int32_t *lines, uint32_t count)
{
    lines[0] = 0;
    for (uint32_t i = 1; i <= count; i++) {
        lines[i] = lines[i - 1] + 10 * dw_rng_between(rng, 300, 600);
    }
}

static void draw_door(dw_scene *scene, dw_rng *rng, uint16_t a, uint16_t b, bool level_edge)
{
    const int32_t wall = scene->parts.wall_half / DW_UNITS_PER_MM;
    const dw_rect room = scene->rooms[a].area;
    const int32_t low = (level_edge ? room.min.x : room.min.y) / DW_UNITS_PER_MM + wall;
    const int32_t high = (level_edge ? room.max.x : room.max.y) / DW_UNITS_PER_MM - wall;
    const int32_t width = 10 * dw_rng_between(rng, 60, 120);
    const int32_t at = low + 10 * dw_rng_between(rng, 0, (high - low - width) / 10);
    char name[DW_NAME_SIZE];
    (void)snprintf(name, sizeof(name), "d%u", scene->parts.door_count);
    dw_scene_door(scene, name, a, b, at, width,
                  dw_rng_below(rng, 2) == 0 ? DW_SCENE_CLOSED : DW_SCENE_OPEN);
}

static uint16_t group_of(const uint16_t *group, uint16_t room)
{
    while (group[room] != room) {
        room = group[room];
    }
    return room;
}

/* Doors along a random tree (Kruskal over shuffled edges) and one in five of the other edges. */
static void draw_doors(dw_scene *scene, dw_rng *rng, uint32_t columns, uint32_t rows)
{
    uint32_t edges[2 * DW_ROOMS_MAX]; /* 2 * room, + 1 for the edge below it. */
    uint16_t group[DW_ROOMS_MAX];
    uint32_t count = 0;
    for (uint32_t room = 0; room < columns * rows; room++) {
        group[room] = (uint16_t)room;
        if (room % columns + 1 < columns) {
            edges[count++] = 2 * room;
        }
        if (room / columns + 1 < rows) {
            edges[count++] = 2 * room + 1;
        }
    }
    for (uint32_t left = count; left > 0; left--) {
        const uint32_t drawn = dw_rng_below(rng, left);
        const uint32_t edge = edges[drawn];
        edges[drawn] = edges[left - 1];
        const uint16_t a = (uint16_t)(edge / 2);
        const uint16_t b = (uint16_t)(a + (edge % 2 == 0 ? 1 : columns));
        const uint16_t group_a = group_of(group, a);
        const uint16_t group_b = group_of(group, b);
        if (group_a != group_b || dw_rng_below(rng, 5) == 0) {
            group[group_a] = group_b;
            draw_door(scene, rng, a, b, edge % 2 == 1);
        }
    }
}

/* A piece in a room; every third one touches the piece before it, at a corner or along a side. */
static void draw_furniture(dw_scene *scene, dw_rng *rng, dw_rect room)
{
    static const uint16_t heights[] = {100, 300, 500, 700, 701, 1000};
    const int32_t unit = DW_PIXEL_UNITS;
    const dw_vec size = {unit * dw_rng_between(rng, 10, 120), unit * dw_rng_between(rng, 10, 120)};
    dw_vec at = {room.min.x + unit * dw_rng_between(rng, 0, 500),
                 room.min.y + unit * dw_rng_between(rng, 0, 500)};
    if (scene->parts.furniture_count > 0 && dw_rng_below(rng, 3) == 0) {
        const dw_rect other = scene->furniture[scene->parts.furniture_count - 1].area;
        at.x = dw_rng_below(rng, 2) == 0 ? other.max.x : other.min.x;
        at.y = dw_rng_below(rng, 2) == 0 ? other.max.y : other.min.y - size.y;
    }
    const dw_rect area = {at, dw_vec_add(at, size)};
    const dw_rect spawn = dw_rect_around(dw_rect_centre(scene->rooms[0].area), DW_BODY_HALF);
    bool fits = dw_rect_contains(room, area) && !dw_rect_overlaps(area, spawn);
    for (uint32_t i = 0; i < scene->parts.door_count; i++) {
        fits = fits && !dw_rect_overlaps(area, scene->doors[i].half[0].area) &&
               !dw_rect_overlaps(area, scene->doors[i].half[1].area);
    }
    if (fits) {
        scene->furniture[scene->parts.furniture_count++] = (dw_furniture){
            .area = area, .height = heights[dw_rng_below(rng, (uint32_t)DW_COUNT_OF(heights))]};
    }
}

const dw_map *dw_scene_random(dw_scene *scene, dw_rng *rng, uint32_t columns, uint32_t rows)
{
    int32_t x[DW_ROOMS_MAX + 1];
    int32_t y[DW_ROOMS_MAX + 1];
    DW_CHECK(columns > 0 && rows > 0);
    DW_CHECK(columns * rows <= DW_ROOMS_MAX && scene->parts.room_count == 0);
    draw_lines(rng, x, columns);
    draw_lines(rng, y, rows);
    for (uint32_t i = 0; i < columns * rows; i++) {
        char name[DW_NAME_SIZE];
        (void)snprintf(name, sizeof(name), "r%u", i);
        const uint32_t column = i % columns;
        const uint32_t row = i / columns;
        dw_scene_room(scene, name, x[column], y[row], x[column + 1] - x[column],
                      y[row + 1] - y[row]);
    }
    draw_doors(scene, rng, columns, rows);
    for (uint32_t i = 0; i < columns * rows; i++) {
        const uint32_t tries = dw_rng_below(rng, 10);
        for (uint32_t j = 0; j < tries && scene->parts.furniture_count < DW_FURNITURE_MAX; j++) {
            draw_furniture(scene, rng, scene->rooms[i].area);
        }
    }
    /* Furniture may shut a room off: the last pieces go until it does not. */
    const dw_map *map = NULL;
    while (dw_scene_try(scene, &map, NULL) != DW_OK) {
        DW_CHECK(scene->parts.furniture_count > 0);
        scene->parts.furniture_count--;
    }
    return map;
}
