/* map_load.c - Tiled JSON to the parts of a map. What Tiled allows and the game cannot mean is
 * refused with the name of the object; what parts mean together is checked by map_build.c. */
#include "common/world/map_load.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/state.h"
#include "common/world/tiled_door.h"
#include "common/world/tiled_guard.h"
#include "common/world/tiled_lock.h"
#include "common/world/tiled_thing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LAYER_DEPTH_MAX = 8, WALL_HALF_DEFAULT_MM = 100, READER_BYTES = 1 << 20 };

/* Texts that name things which may stand further down in the file: looked up at the end. */
typedef struct reader {
    dw_error *error;
    dw_map parts;
    dw_room *rooms;
    dw_furniture *furniture;
    dw_door *doors;
    dw_vec *spawns;
    dw_guard_post *guards;
    dw_patrol *patrols;
    dw_lamp *lamps;
    dw_wall_switch *switches;
    dw_map_device *devices;
    dw_area *areas;
    const char *lamp_switches[DW_LAMPS_MAX]; /* NULL: it has none. */
    const char *guard_patrols[DW_GUARDS_MAX];
    const char *patrol_rooms[DW_GUARDS_MAX];
    dw_tiled_locks locks;
    uint32_t exit_count, objective_count;
} reader;

static dw_status check_space(const dw_tiled_object *o, uint32_t count, uint32_t most)
{
    return count < most ? DW_OK
                        : dw_tiled_refuse(o, DW_FULL, "at most %u of this class is allowed", most);
}

static dw_status read_room(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.room_count;
    dw_status status = check_space(o, index, DW_ROOMS_MAX);
    if (status == DW_OK && (status = dw_tiled_read_room(o, &r->rooms[index])) == DW_OK) {
        r->parts.room_count++;
    }
    return status;
}

static dw_status read_half(reader *r, const dw_tiled_object *o)
{
    dw_tiled_half half;
    dw_status status = dw_tiled_read_half(o, &half);
    if (status == DW_OK) {
        status = dw_tiled_add_half(r->doors, &r->parts.door_count, &half, r->error);
    }
    return status == DW_OK
               ? dw_tiled_note_lock(&r->locks, r->doors, r->parts.door_count, &half, r->error)
               : status;
}

static dw_status read_furniture(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.furniture_count;
    dw_status status = check_space(o, index, DW_FURNITURE_MAX);
    if (status == DW_OK && (status = dw_tiled_read_furniture(o, &r->furniture[index])) == DW_OK) {
        r->parts.furniture_count++;
    }
    return status;
}

static dw_status read_lamp(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.lamp_count;
    dw_status status = check_space(o, index, DW_LAMPS_MAX);
    if (status == DW_OK &&
        (status = dw_tiled_read_lamp(o, &r->lamps[index], &r->lamp_switches[index])) == DW_OK) {
        r->parts.lamp_count++;
    }
    return status;
}

static dw_status read_switch(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.switch_count;
    dw_status status = check_space(o, index, DW_SWITCHES_MAX);
    if (status == DW_OK && (status = dw_tiled_read_switch(o, &r->switches[index])) == DW_OK) {
        r->parts.switch_count++;
    }
    return status;
}

static dw_status read_spawn(reader *r, const dw_tiled_object *o)
{
    dw_status status = check_space(o, r->parts.spawn_count, DW_SPAWNS_MAX);
    if (status == DW_OK) {
        status = dw_tiled_read_place(o, &r->spawns[r->parts.spawn_count]);
    }
    if (status == DW_OK) {
        r->parts.spawn_count++;
    }
    return status;
}

static dw_status read_item(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.item_count;
    dw_status status = check_space(o, index, DW_ITEMS_MAX);
    if (status == DW_OK && (status = dw_tiled_read_item(o, &r->parts.items[index])) == DW_OK &&
        (status = dw_tiled_read_text(o, "opens", false, &r->locks.of_items[index])) == DW_OK) {
        r->parts.item_count++;
    }
    return status;
}

static dw_status read_objective(reader *r, const dw_tiled_object *o)
{
    dw_status status = check_space(o, r->objective_count, 1);
    if (status == DW_OK && (status = read_item(r, o)) == DW_OK) {
        r->parts.items[r->parts.item_count - 1].kind = DW_ITEM_OBJECTIVE;
        r->parts.items[r->parts.item_count - 1].hidden = false;
        r->objective_count++;
    }
    return status;
}

static dw_status read_device(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.device_count;
    dw_status status = check_space(o, index, DW_DEVICES_MAX);
    if (status == DW_OK && (status = dw_tiled_read_device(o, &r->devices[index])) == DW_OK) {
        r->parts.device_count++;
    }
    return status;
}

static dw_status read_named_area(reader *r, const dw_tiled_object *o)
{
    dw_area *area = &r->areas[r->parts.area_count];
    dw_status status;
    if ((status = check_space(o, r->parts.area_count, DW_AREAS_MAX)) != DW_OK ||
        (status = dw_tiled_read_name(o, area->name)) != DW_OK ||
        (status = dw_tiled_read_area(o, &area->area)) != DW_OK) {
        return status;
    }
    r->parts.area_count++;
    return DW_OK;
}

static dw_status read_person(reader *r, const dw_tiled_object *o)
{
    dw_person_spot *person = &r->parts.persons[r->parts.person_count];
    dw_status status;
    if ((status = check_space(o, r->parts.person_count, DW_PERSONS_MAX)) != DW_OK ||
        (status = dw_tiled_read_name(o, person->name)) != DW_OK ||
        (status = dw_tiled_read_place(o, &person->spawn)) != DW_OK) {
        return status;
    }
    r->parts.person_count++;
    return DW_OK;
}

static dw_status read_exit(reader *r, const dw_tiled_object *o)
{
    dw_status status = check_space(o, r->exit_count, 1);
    if (status == DW_OK) {
        status = dw_tiled_read_area(o, &r->parts.exit);
    }
    r->exit_count += status == DW_OK;
    return status;
}

static dw_status read_guard(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.guard_count;
    dw_status status = check_space(o, index, DW_GUARDS_MAX);
    if (status == DW_OK && (status = dw_tiled_read_guard(o, &r->parts, &r->guards[index],
                                                         &r->guard_patrols[index])) == DW_OK) {
        r->parts.guard_count++;
    }
    return status;
}

static dw_status read_patrol(reader *r, const dw_tiled_object *o)
{
    const uint32_t index = r->parts.patrol_count;
    dw_status status;
    if ((status = check_space(o, index, DW_GUARDS_MAX)) != DW_OK ||
        (status = dw_tiled_read_name(o, r->patrols[index].name)) != DW_OK ||
        (status = dw_tiled_read_text(o, "rooms", true, &r->patrol_rooms[index])) != DW_OK) {
        return status;
    }
    r->parts.patrol_count++;
    return DW_OK;
}

typedef struct object_class {
    const char *name;
    const char *properties;
    dw_status (*read)(reader *r, const dw_tiled_object *o);
    bool (*knows)(const char *property); /* Of more properties; NULL: there are none. */
} object_class;

static const object_class classes[] = {
    {"room", "kind floor light balcony jams board", read_room, NULL},
    {"door_half", "door leaf starts_open lock sealed", read_half, NULL},
    {"furniture", "height kind", read_furniture, NULL},
    {"lamp", "range_mm level starts_on switch", read_lamp, NULL},
    {"switch", "", read_switch, NULL},
    {"spawn", "", read_spawn, NULL},
    {"objective", "", read_objective, NULL},
    {"item", "size opens known", read_item, NULL},
    {"device", "kind", read_device, NULL},
    {"area", "", read_named_area, NULL},
    {"person", "", read_person, NULL},
    {"exit", "", read_exit, NULL},
    {"guard", DW_TILED_GUARD_PROPERTIES, read_guard, dw_tiled_is_kind_field},
    {"patrol", "rooms", read_patrol, NULL}};

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

static dw_status read_object(reader *r, json_t *json)
{
    dw_tiled_object o = {.error = r->error, .json = json, .name = text_of(json, "name")};
    o.id = json_integer_value(json_object_get(json, "id"));
    const char *class_name = text_of(json, "class");
    if (class_name[0] == 0) {
        class_name = text_of(json, "type");
    }
    if (class_name[0] == 0 && json_object_get(json, "text") != NULL) {
        return DW_OK; /* A note for people. */
    }
    /* `%.40s` may cut a character in two, which dw_tiled_shown() keeps from happening. */
    if (o.name[0] != 0) {
        (void)snprintf(o.text, sizeof(o.text), "%.20s \"%.64s\"", dw_tiled_shown(class_name),
                       dw_tiled_shown(o.name));
    } else {
        (void)snprintf(o.text, sizeof(o.text), "%.20s (object %" JSON_INTEGER_FORMAT ")",
                       class_name[0] == 0 ? "object" : dw_tiled_shown(class_name), o.id);
    }
    if (class_name[0] == 0) {
        return dw_tiled_refuse(&o, DW_INVALID, "it has no class");
    }
    for (size_t i = 0; i < DW_COUNT_OF(classes); i++) {
        if (strcmp(classes[i].name, class_name) == 0) {
            const dw_status status =
                dw_tiled_check_properties(&o, classes[i].properties, classes[i].knows);
            return status == DW_OK ? classes[i].read(r, &o) : status;
        }
    }
    return dw_tiled_refuse(&o, DW_INVALID, "there is no class \"%s\"", dw_tiled_shown(class_name));
}

static dw_status read_objects(reader *r, json_t *layer)
{
    const json_t *objects = json_object_get(layer, "objects");
    if (!json_is_array(objects)) {
        return dw_fail(r->error, DW_INVALID, "layer \"%s\": it has no list of objects",
                       dw_tiled_shown(text_of(layer, "name")));
    }
    size_t i;
    json_t *json;
    json_array_foreach(objects, i, json)
    {
        const dw_status status = read_object(r, json);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

/* Tiled knows offsets of whole layers, which would move things, and a reader of the file would not
 * see it. */
static bool is_moved(const json_t *layer)
{
    return json_number_value(json_object_get(layer, "offsetx")) != 0.0 ||
           json_number_value(json_object_get(layer, "offsety")) != 0.0;
}

/* All layers of a list, those of groups too: with a stack, as groups may hold groups. */
static dw_status read_layers(reader *r, json_t *root)
{
    struct {
        json_t *layers;
        size_t next;
    } stack[LAYER_DEPTH_MAX];
    size_t depth = 1;
    stack[0].layers = json_object_get(root, "layers");
    stack[0].next = 0;
    while (depth > 0) {
        json_t *layer = json_array_get(stack[depth - 1].layers, stack[depth - 1].next++);
        if (layer == NULL) {
            depth--;
            continue;
        }
        const char *type = text_of(layer, "type");
        const bool is_group = strcmp(type, "group") == 0;
        const bool has_objects = strcmp(type, "objectgroup") == 0;
        if ((is_group || has_objects) && is_moved(layer)) {
            return dw_fail(r->error, DW_INVALID, "layer \"%s\": it has an offset",
                           dw_tiled_shown(text_of(layer, "name")));
        }
        if (is_group) {
            if (depth == LAYER_DEPTH_MAX) {
                return dw_fail(r->error, DW_FULL, "layer \"%s\": groups more than %d deep",
                               dw_tiled_shown(text_of(layer, "name")), LAYER_DEPTH_MAX);
            }
            stack[depth].layers = json_object_get(layer, "layers");
            stack[depth++].next = 0;
        }
        const dw_status status = has_objects ? read_objects(r, layer) : DW_OK;
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

static const char *skip_spaces(const char *at)
{
    while (*at == ' ') {
        at++;
    }
    return at;
}

/* "hall, library, hall" into indices. */
static dw_status find_stops(reader *r, dw_patrol *patrol, const char *list)
{
    const char *at = skip_spaces(list);
    while (*at != 0) {
        const size_t part = strcspn(at, ",");
        size_t length = part;
        while (length > 0 && at[length - 1] == ' ') {
            length--;
        }
        uint16_t room = 0;
        while (room < r->parts.room_count && (strlen(r->rooms[room].name) != length ||
                                              memcmp(r->rooms[room].name, at, length) != 0)) {
            room++;
        }
        if (room == r->parts.room_count) {
            char name[DW_NAME_SIZE * 2] = "";
            (void)snprintf(name, sizeof(name), "%.*s", (int)(length < 63 ? length : 63), at);
            return dw_fail(r->error, DW_INVALID, "patrol \"%s\": there is no room \"%s\"",
                           patrol->name, dw_tiled_shown(name));
        }
        if (patrol->stop_count == DW_PATROL_STOPS_MAX) {
            return dw_fail(r->error, DW_FULL, "patrol \"%s\": more than %d rooms", patrol->name,
                           DW_PATROL_STOPS_MAX);
        }
        patrol->stops[patrol->stop_count++] = room;
        at = skip_spaces(at + part + (at[part] == ','));
    }
    return DW_OK;
}

static dw_status find_patrols(reader *r)
{
    for (uint32_t i = 0; i < r->parts.patrol_count; i++) {
        const dw_status status = find_stops(r, &r->patrols[i], r->patrol_rooms[i]);
        if (status != DW_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < r->parts.guard_count; i++) {
        uint16_t patrol = 0;
        if (r->guard_patrols[i] == NULL) {
            const dw_status status =
                dw_tiled_stay_in_room(&r->parts, &r->guards[i], r->patrols, r->error);
            if (status != DW_OK) {
                return status;
            }
            continue;
        }
        while (patrol < r->parts.patrol_count &&
               strcmp(r->patrols[patrol].name, r->guard_patrols[i]) != 0) {
            patrol++;
        }
        if (patrol == r->parts.patrol_count) {
            return dw_fail(r->error, DW_INVALID, "guard \"%s\": there is no patrol \"%s\"",
                           r->guards[i].name, dw_tiled_shown(r->guard_patrols[i]));
        }
        r->guards[i].patrol = patrol;
    }
    return DW_OK;
}

static dw_status find_switches(reader *r)
{
    for (uint32_t i = 0; i < r->parts.lamp_count; i++) {
        const char *name = r->lamp_switches[i];
        uint16_t at = 0;
        while (name != NULL && at < r->parts.switch_count &&
               strcmp(r->switches[at].name, name) != 0) {
            at++;
        }
        if (name != NULL && at == r->parts.switch_count) {
            return dw_fail(r->error, DW_INVALID, "lamp %u: there is no switch \"%s\"", i + 1,
                           dw_tiled_shown(name));
        }
        r->lamps[i].wall_switch = name != NULL ? at : (uint16_t)DW_NONE;
    }
    return DW_OK;
}

/* The box around the spawns and their bodies, less the walls of the room that they are in. */
static dw_status default_exit(reader *r)
{
    const dw_room *room = NULL;
    dw_rect box = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};
    for (uint32_t i = 0; i < r->parts.spawn_count; i++) {
        const dw_rect body = dw_rect_around(r->spawns[i], DW_BODY_HALF);
        box.min.x = body.min.x < box.min.x ? body.min.x : box.min.x;
        box.min.y = body.min.y < box.min.y ? body.min.y : box.min.y;
        box.max.x = body.max.x > box.max.x ? body.max.x : box.max.x;
        box.max.y = body.max.y > box.max.y ? body.max.y : box.max.y;
        const dw_room *mine = NULL;
        for (uint32_t j = 0; j < r->parts.room_count && mine == NULL; j++) {
            mine = dw_rect_holds(r->rooms[j].area, r->spawns[i]) ? &r->rooms[j] : NULL;
        }
        if (mine == NULL) {
            return DW_OK; /* dw_map_build refuses this spawn. */
        }
        if (room != NULL && mine != room) {
            return dw_fail(r->error, DW_INVALID,
                           "exit: draw one, as there are spawns in room \"%s\" and in room \"%s\"",
                           room->name, mine->name);
        }
        room = mine;
    }
    if (room == NULL) {
        return DW_OK; /* No spawns, which dw_map_build refuses. */
    }
    const dw_rect inside = dw_rect_grown(room->area, -r->parts.wall_half);
    r->parts.exit = (dw_rect){dw_rect_nearest(inside, box.min), dw_rect_nearest(inside, box.max)};
    return DW_OK;
}

static dw_status read_map_properties(reader *r, json_t *root)
{
    dw_tiled_object o = {.json = root, .error = r->error, .name = "", .text = "map"};
    const char *title = NULL;
    int32_t wall_half_mm = WALL_HALF_DEFAULT_MM;
    int32_t intruders = 0;
    dw_status status;
    if ((status = dw_tiled_check_properties(&o, "title wall_half_mm intruders", NULL)) != DW_OK ||
        (status = dw_tiled_read_text(&o, "title", false, &title)) != DW_OK ||
        (status = dw_tiled_read_number(&o, "wall_half_mm", 10, 500, &wall_half_mm)) != DW_OK ||
        (status = dw_tiled_read_number(&o, "intruders", 1, DW_INTRUDERS_MAX, &intruders)) !=
            DW_OK) {
        return status;
    }
    if (wall_half_mm % 10 != 0) {
        return dw_tiled_refuse(&o, DW_INVALID, "property \"wall_half_mm\" is no multiple of 10");
    }
    if (title != NULL && (!dw_text_is_clean(title, strlen(title)) ||
                          dw_copy_text(r->parts.title, sizeof(r->parts.title), title) != DW_OK)) {
        return dw_tiled_refuse(&o, DW_INVALID,
                               "property \"title\" must have 1 to %zu bytes of text",
                               sizeof(r->parts.title) - 1);
    }
    r->parts.wall_half = DW_MM(wall_half_mm);
    r->parts.intruders_max = (uint16_t)intruders;
    return DW_OK;
}

static dw_status read_map(reader *r, json_t *root)
{
    if (!json_is_object(root) || strcmp(text_of(root, "orientation"), "orthogonal") != 0 ||
        !json_is_array(json_object_get(root, "layers"))) {
        return dw_fail(r->error, DW_INVALID, "it is not an orthogonal Tiled map");
    }
    if (json_is_true(json_object_get(root, "infinite"))) {
        return dw_fail(r->error, DW_INVALID, "it is an infinite map; give it a size");
    }
    dw_status status;
    if ((status = read_map_properties(r, root)) != DW_OK ||
        (status = read_layers(r, root)) != DW_OK ||
        (status = dw_tiled_check_doors(r->doors, r->parts.door_count, r->error)) != DW_OK ||
        (status = dw_tiled_number_locks(&r->locks, &r->parts, r->doors, r->error)) != DW_OK ||
        (status = find_patrols(r)) != DW_OK || (status = find_switches(r)) != DW_OK) {
        return status;
    }
    if (r->parts.intruders_max == 0) {
        r->parts.intruders_max = r->parts.spawn_count;
    }
    return r->exit_count == 0 ? default_exit(r) : DW_OK;
}

static bool take_lists(reader *r, dw_arena *scratch)
{
    r->rooms = DW_ARENA_ARRAY(scratch, dw_room, DW_ROOMS_MAX);
    r->furniture = DW_ARENA_ARRAY(scratch, dw_furniture, DW_FURNITURE_MAX);
    r->doors = DW_ARENA_ARRAY(scratch, dw_door, DW_DOORS_MAX);
    r->spawns = DW_ARENA_ARRAY(scratch, dw_vec, DW_SPAWNS_MAX);
    r->guards = DW_ARENA_ARRAY(scratch, dw_guard_post, DW_GUARDS_MAX);
    r->patrols = DW_ARENA_ARRAY(scratch, dw_patrol, DW_GUARDS_MAX);
    r->lamps = DW_ARENA_ARRAY(scratch, dw_lamp, DW_LAMPS_MAX);
    r->switches = DW_ARENA_ARRAY(scratch, dw_wall_switch, DW_SWITCHES_MAX);
    r->devices = DW_ARENA_ARRAY(scratch, dw_map_device, DW_DEVICES_MAX);
    r->areas = DW_ARENA_ARRAY(scratch, dw_area, DW_AREAS_MAX);
    r->parts.rooms = r->rooms;
    r->parts.furniture = r->furniture;
    r->parts.doors = r->doors;
    r->parts.lamps = r->lamps;
    r->parts.switches = r->switches;
    r->parts.devices = r->devices;
    r->parts.areas = r->areas;
    r->parts.spawns = r->spawns;
    r->parts.guards = r->guards;
    r->parts.patrols = r->patrols;
    return r->areas != NULL;
}

/* "maps/museum.tmj" gives "museum". */
static void name_map(dw_map *map, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t length = strcspn(base, ".");
    length = length < DW_NAME_SIZE ? length : DW_NAME_SIZE - 1;
    memcpy(map->name, base, length);
    while (length > 0 && !dw_text_is_clean(map->name, length)) {
        map->name[--length] = 0; /* Cut inside of a character. */
    }
}

static dw_status load(const dw_map **out, dw_arena *arena, const char *name, json_t *root,
                      dw_error *error)
{
    dw_arena scratch;
    dw_status status = dw_arena_create(&scratch, READER_BYTES);
    if (status != DW_OK) {
        return dw_fail(error, status, "no memory to read it");
    }
    reader *r = DW_ARENA_NEW(&scratch, reader);
    DW_CHECK(r != NULL && take_lists(r, &scratch));
    r->error = error;
    r->parts.kind_count = 1;
    memcpy(r->parts.kinds[0].name, "guard", sizeof "guard");
    name_map(&r->parts, name);
    status = read_map(r, root);
    if (status == DW_OK) {
        status = dw_map_build(out, arena, &r->parts, error);
    }
    dw_arena_destroy(&scratch);
    return status;
}

dw_status dw_map_load(const dw_map **out, dw_arena *arena, const char *name, const uint8_t *bytes,
                      size_t size, dw_error *error)
{
    dw_status status;
    json_error_t json_error;
    json_t *root = NULL;
    if (size > DW_MAP_FILE_BYTES_MAX) {
        status = dw_fail(error, DW_FULL, "larger than %d MiB", DW_MAP_FILE_BYTES_MAX >> 20);
    } else if ((root = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES,
                                  &json_error)) == NULL) {
        status = dw_fail(error, DW_INVALID, "line %d: %s", json_error.line, json_error.text);
    } else {
        status = load(out, arena, name, root, error);
    }
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
    }
    return status;
}
