/* mission_load.c - a mission file to a dw_mission: names become indices of the map.
 * mission_triggers.c reads its triggers, mission_segments.c its conversations. What the parts mean
 * together is checked by mission_check.c. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/world/kind_load.h"
#include "common/world/mission_check.h"
#include "common/world/mission_reader.h"
#include "common/world/movement.h"

#include <stdio.h>
#include <string.h>

/* --- parts --- */

static const char *const part_keys[] = {"id", "do",      "text",     "item",  "device",
                                        "to", "seconds", "optional", "after", "person"};

/* What the part's kind names must be there, and nothing else. */
static dw_status read_part_names(dw_mission_reader *r, const json_t *json, dw_part *part)
{
    static const struct {
        const char *key;
        uint32_t what;
    } keys[] = {{"item", DW_NAMES_ITEM},
                {"device", DW_NAMES_DEVICE},
                {"to", DW_NAMES_PLACE},
                {"person", DW_NAMES_PERSON},
                {"seconds", DW_NAMES_SECONDS}};
    const uint32_t names = dw_part_words[part->kind].names;
    for (size_t i = 0; i < DW_COUNT_OF(keys); i++) {
        const json_t *value = json_object_get(json, keys[i].key);
        const bool wanted = (names & keys[i].what) != 0;
        if (wanted != (value != NULL)) {
            return dw_mission_refuse(
                r, wanted ? "%s: is missing, and \"%s\" needs it" : "%s: \"%s\" does not need it",
                keys[i].key, dw_part_words[part->kind].word);
        }
        const dw_status status =
            wanted ? dw_mission_read_named(r, keys[i].key, keys[i].what, value, &part->names)
                   : DW_OK;
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

static dw_status read_part(dw_mission_reader *r, const json_t *json)
{
    dw_part *part = &r->mission.parts[r->mission.part_count];
    dw_status status;
    if ((status = dw_mission_check_keys(r, json, part_keys, DW_COUNT_OF(part_keys))) != DW_OK ||
        (status = dw_mission_read_text(r, "id", json_object_get(json, "id"), part->id,
                                       sizeof part->id)) != DW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < r->mission.part_count; i++) {
        if (strcmp(r->mission.parts[i].id, part->id) == 0) {
            return dw_mission_refuse(r, "id: another part is called \"%s\"", part->id);
        }
    }
    (void)snprintf(r->at, sizeof r->at, "part \"%s\"", part->id);
    if ((status = dw_mission_read_kind(r, "kind of part (do)", json_object_get(json, "do"),
                                       dw_part_words, DW_PART_KIND_COUNT, &part->kind)) != DW_OK ||
        (status = dw_mission_read_text(r, "text", json_object_get(json, "text"), part->text,
                                       sizeof part->text)) != DW_OK ||
        (status = dw_mission_read_flag(r, json, "optional", &part->optional)) != DW_OK ||
        (status = read_part_names(r, json, part)) != DW_OK) {
        return status;
    }
    r->mission.part_count++;
    return DW_OK;
}

/* After all parts are known, as `after` may name a later one. */
static dw_status read_after(dw_mission_reader *r, const json_t *json, dw_part *part)
{
    const json_t *list = json_object_get(json, "after");
    dw_status status = dw_mission_check_list(r, "after", list, 0, DW_PARTS_MAX);
    size_t i;
    json_t *value;
    json_array_foreach((json_t *)list, i, value)
    {
        dw_mission_names named = {.part = 0};
        if (status != DW_OK ||
            (status = dw_mission_read_named(r, "after", DW_NAMES_PART, value, &named)) != DW_OK) {
            return status;
        }
        part->after |= UINT32_C(1) << named.part;
    }
    return status;
}

static dw_status read_parts(dw_mission_reader *r, json_t *list)
{
    dw_status status = dw_mission_check_list(r, "parts", list, 1, DW_PARTS_MAX);
    if (status != DW_OK) {
        return status;
    }
    size_t i;
    json_t *json;
    json_array_foreach(list, i, json)
    {
        (void)snprintf(r->at, sizeof r->at, "part %zu", i + 1);
        if ((status = read_part(r, json)) != DW_OK) {
            return status;
        }
    }
    json_array_foreach(list, i, json)
    {
        (void)snprintf(r->at, sizeof r->at, "part \"%s\"", r->mission.parts[i].id);
        if ((status = read_after(r, json, &r->mission.parts[i])) != DW_OK) {
            return status;
        }
    }
    r->at[0] = '\0';
    return DW_OK;
}

/* --- the file --- */

static dw_status read_players(dw_mission_reader *r, const json_t *list)
{
    dw_mission *mission = &r->mission;
    int32_t low = 1;
    int32_t high = r->map->intruders_max;
    if (list != NULL && (!json_is_array(list) || json_array_size(list) != 2)) {
        return dw_mission_refuse(r, "players: must be a list of two numbers, such as [1, 4]");
    }
    dw_status status = DW_OK;
    if (list != NULL && ((status = dw_mission_read_whole(r, "players", json_array_get(list, 0), 1,
                                                         high, &low)) != DW_OK ||
                         (status = dw_mission_read_whole(r, "players", json_array_get(list, 1), low,
                                                         high, &high)) != DW_OK)) {
        return status;
    }
    mission->players_min = (uint16_t)low;
    mission->players_max = (uint16_t)high;
    return DW_OK;
}

/* Places in the room or area at which players begin, 800 mm apart. */
static dw_status read_start(dw_mission_reader *r, const json_t *value)
{
    enum { STEP = 800 * DW_UNITS_PER_MM };
    dw_mission *mission = &r->mission;
    const dw_door_set closed = {{0}};
    dw_mission_names named = {.item = 0};
    dw_status status =
        value == NULL ? DW_OK : dw_mission_read_named(r, "start", DW_NAMES_PLACE, value, &named);
    if (value == NULL || status != DW_OK) {
        return status;
    }
    const dw_rect place = named.place;
    for (int32_t y = place.min.y + STEP / 2; y < place.max.y; y += STEP) {
        for (int32_t x = place.min.x + STEP / 2;
             x < place.max.x && mission->spawn_count < mission->players_max; x += STEP) {
            const dw_vec at = {x, y};
            if (dw_map_room_at(r->map, at) != DW_NONE &&
                dw_place_free(r->map, &closed, at, DW_BODY_HALF)) {
                mission->spawns[mission->spawn_count++] = at;
            }
        }
    }
    return mission->spawn_count == mission->players_max
               ? DW_OK
               : dw_mission_refuse(r, "start: it has room for %u of %u players",
                                   mission->spawn_count, mission->players_max);
}

static dw_status read_briefing(dw_mission_reader *r, json_t *list)
{
    dw_status status = dw_mission_check_list(r, "briefing", list, 0, DW_BRIEFING_MAX);
    if (status != DW_OK) {
        return status;
    }
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
    {
        uint16_t ignored = 0;
        (void)snprintf(r->at, sizeof r->at, "briefing, line %zu", i + 1);
        if ((status = dw_mission_add_text(r, value, &ignored)) != DW_OK) {
            return status;
        }
        r->mission.briefing_count++;
    }
    r->at[0] = '\0';
    return DW_OK;
}

static dw_status read_score(dw_mission_reader *r, const json_t *json)
{
    static const dw_tunable fields[] = {
#define FIELD(name, initial, low, high, text)                                                      \
    {#name, offsetof(dw_mission_score, name), (initial), (low), (high), (text)},
        DW_MISSION_SCORE_FIELDS(FIELD)
#undef FIELD
    };
    const char *known[DW_COUNT_OF(fields)];
    dw_status status = DW_OK;
    for (size_t i = 0; i < DW_COUNT_OF(fields); i++) {
        known[i] = fields[i].name;
        status = dw_tunable_set(&fields[i], &r->mission.score, fields[i].initial);
        DW_CHECK(status == DW_OK);
    }
    (void)snprintf(r->at, sizeof r->at, "score");
    if (json != NULL) {
        status = dw_mission_check_keys(r, json, known, DW_COUNT_OF(known));
    }
    for (size_t i = 0; i < DW_COUNT_OF(fields) && status == DW_OK; i++) {
        const json_t *value = json_object_get(json, fields[i].name);
        status = value != NULL ? dw_tunable_read(&fields[i], &r->mission.score, fields[i].name,
                                                 value, r->error)
                               : DW_OK;
    }
    r->at[0] = '\0';
    return status;
}

static dw_status read_head(dw_mission_reader *r, const json_t *root)
{
    static const char *const keys[] = {"title",    "map",   "players",  "time_limit_s", "start",
                                       "briefing", "parts", "segments", "triggers",     "score"};
    dw_mission *mission = &r->mission;
    int32_t seconds = 0;
    dw_status status;
    if ((status = dw_mission_check_keys(r, root, keys, DW_COUNT_OF(keys))) != DW_OK ||
        (status = dw_mission_read_text(r, "title", json_object_get(root, "title"), mission->title,
                                       sizeof mission->title)) != DW_OK ||
        (status = dw_mission_read_text(r, "map", json_object_get(root, "map"), mission->map,
                                       sizeof mission->map)) != DW_OK ||
        (status = dw_mission_read_whole(r, "time_limit_s", json_object_get(root, "time_limit_s"),
                                        10, DW_MISSION_SECONDS_MAX, &seconds)) != DW_OK ||
        (status = read_players(r, json_object_get(root, "players"))) != DW_OK) {
        return status;
    }
    if (strcmp(mission->map, r->map->name) != 0) {
        return dw_mission_refuse(r, "map: it is for map \"%s\", not \"%s\"", mission->map,
                                 r->map->name);
    }
    mission->time_limit_ticks = (uint32_t)seconds * DW_TICKS_PER_SECOND;
    return DW_OK;
}

static dw_status read_mission(dw_mission_reader *r, const json_t *root)
{
    dw_status status;
    if ((status = read_head(r, root)) != DW_OK ||
        (status = read_start(r, json_object_get(root, "start"))) != DW_OK ||
        (status = read_briefing(r, json_object_get(root, "briefing"))) != DW_OK ||
        (status = read_parts(r, json_object_get(root, "parts"))) != DW_OK ||
        (status = dw_mission_name_segments(r, json_object_get(root, "segments"))) != DW_OK ||
        (status = dw_mission_read_triggers(r, json_object_get(root, "triggers"))) != DW_OK ||
        (status = dw_mission_read_segments(r, json_object_get(root, "segments"))) != DW_OK ||
        (status = read_score(r, json_object_get(root, "score"))) != DW_OK) {
        return status;
    }
    return dw_mission_check(&r->mission, r->map, r->error);
}

/* "maps/missions/museum-star.json" gives "museum-star". */
static void name_mission(dw_mission *mission, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const size_t length = strcspn(base, ".");
    memcpy(mission->name, base, length < DW_NAME_SIZE ? length : DW_NAME_SIZE - 1);
    dw_text_mend(mission->name);
}

dw_status dw_mission_load(dw_mission *out, const char *name, const dw_map *map,
                          const uint8_t *bytes, size_t size, dw_error *error)
{
    json_t *root = NULL;
    dw_status status = dw_json_open(&root, name, bytes, size, error);
    if (status != DW_OK) {
        return status;
    }
    dw_mission_reader r = {.map = map, .error = error};
    name_mission(&r.mission, name);
    status = read_mission(&r, root);
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
        return status;
    }
    *out = r.mission;
    return DW_OK;
}

dw_status dw_mission_read_head(char map[DW_NAME_SIZE], char title[2 * DW_NAME_SIZE],
                               const char *name, const uint8_t *bytes, size_t size, dw_error *error)
{
    json_t *root = NULL;
    dw_status status = dw_json_open(&root, name, bytes, size, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_mission_reader r = {.error = error};
    status = dw_mission_read_text(&r, "map", json_object_get(root, "map"), map, DW_NAME_SIZE);
    if (status == DW_OK && title != NULL) {
        status = dw_mission_read_text(&r, "title", json_object_get(root, "title"), title,
                                      2 * (size_t)DW_NAME_SIZE);
    }
    json_decref(root);
    if (status != DW_OK) {
        dw_error_prefix(error, name);
    }
    return status;
}
