/* mission_names.c - single values of a mission file: numbers, texts, and the names of what the map
 * and the mission have. */
#include "common/world/mission_reader.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_MAX = 1000000 };

dw_status dw_mission_refuse(const dw_mission_reader *r, const char *format, ...)
{
    char text[DW_ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments); /* NOLINT(clang-analyzer-valist*) */
    va_end(arguments);
    return dw_fail(r->error, DW_INVALID, "%s%s%.200s", r->at, r->at[0] != '\0' ? ": " : "", text);
}

/* Of what errors list: names of a map, and all words of a table. */
enum { KNOWN_TEXT = 80, KIND_WORDS_TEXT = 160 };

/* Text from the file as it may stand in an error. */
static const char *shown(const char *text)
{
    const size_t length = strlen(text);
    return length < 64 && dw_text_is_clean(text, length) ? text : "(unprintable)";
}

dw_status dw_mission_read_text(const dw_mission_reader *r, const char *key, const json_t *value,
                               char *out, size_t size)
{
    const char *text = json_string_value(value);
    if (text == NULL || !dw_text_is_clean(text, strlen(text)) ||
        dw_copy_text(out, size, text) != DW_OK) {
        return dw_mission_refuse(r, "%s: must be text of 1 to %zu bytes", key, size - 1);
    }
    return DW_OK;
}

dw_status dw_mission_read_whole(const dw_mission_reader *r, const char *key, const json_t *value,
                                int64_t low, int64_t high, int32_t *out)
{
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high) {
        return dw_mission_refuse(r, "%s: must be a whole number from %" PRId64 " to %" PRId64, key,
                                 low, high);
    }
    *out = (int32_t)json_integer_value(value);
    return DW_OK;
}

/* Left as it is when there is no such key. */
dw_status dw_mission_read_flag(const dw_mission_reader *r, const json_t *json, const char *key,
                               bool *out)
{
    const json_t *value = json_object_get(json, key);
    if (value == NULL) {
        return DW_OK;
    }
    *out = json_is_true(value);
    return json_is_boolean(value) ? DW_OK : dw_mission_refuse(r, "%s: must be true or false", key);
}

dw_status dw_mission_check_keys(const dw_mission_reader *r, const json_t *json,
                                const char *const *known, size_t count)
{
    if (!json_is_object(json)) {
        return dw_mission_refuse(r, "must be an object of keys and values");
    }
    for (void *at = json_object_iter((json_t *)json); at != NULL;
         at = json_object_iter_next((json_t *)json, at)) {
        const char *key = json_object_iter_key(at);
        size_t i = 0;
        while (i < count && strcmp(known[i], key) != 0) {
            i++;
        }
        if (i == count && strcmp(key, "note") != 0) {
            return dw_mission_refuse(r, "there is no key \"%s\"", shown(key));
        }
    }
    return DW_OK;
}

/* Names that lie `stride` bytes apart, for errors. */
typedef struct name_list {
    const void *names;
    size_t count, stride;
} name_list;

static const char *name_at(const name_list *list, size_t i)
{
    return (const char *)list->names + i * list->stride;
}

static dw_status refuse_name(const dw_mission_reader *r, const char *what, const char *name,
                             const name_list *lists, size_t list_count)
{
    char known[KNOWN_TEXT] = "";
    size_t length = 0;
    for (size_t l = 0; l < list_count; l++) {
        for (size_t i = 0; i < lists[l].count && length < sizeof known; i++) {
            const int wrote = snprintf(known + length, sizeof known - length, "%s%s",
                                       length > 0 ? ", " : "", name_at(&lists[l], i));
            length += wrote > 0 ? (size_t)wrote : 0;
        }
    }
    return dw_mission_refuse(r, "there is no %s \"%s\" (known: %s%s)", what, shown(name),
                             length > 0 ? known : "none", length < sizeof known ? "" : " ...");
}

/* The index of `name` among `count` names that lie `stride` bytes apart. */
static dw_status find_name(const dw_mission_reader *r, const char *what, const char *name,
                           const void *names, size_t count, size_t stride, uint16_t *out)
{
    const name_list list = {names, count, stride};
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name_at(&list, i), name) == 0) {
            *out = (uint16_t)i;
            return DW_OK;
        }
    }
    return refuse_name(r, what, name, &list, 1);
}

static dw_status find_place(const dw_mission_reader *r, const char *name, dw_rect *out)
{
    const dw_map *map = r->map;
    if (strcmp(name, "exit") == 0) {
        *out = map->exit;
        return DW_OK;
    }
    for (uint32_t i = 0; i < map->area_count; i++) {
        if (strcmp(map->areas[i].name, name) == 0) {
            *out = map->areas[i].area;
            return DW_OK;
        }
    }
    for (uint32_t i = 0; i < map->room_count; i++) {
        if (strcmp(map->rooms[i].name, name) == 0) {
            *out = map->rooms[i].area;
            return DW_OK;
        }
    }
    const name_list lists[2] = {
        {map->area_count > 0 ? map->areas->name : NULL, map->area_count, sizeof *map->areas},
        {map->rooms->name, map->room_count, sizeof *map->rooms}};
    return refuse_name(r, "room or area", name, lists, DW_COUNT_OF(lists));
}

/* Among the guards that come later; a new one is added. */
static dw_status find_arrival(dw_mission_reader *r, const char *name, uint16_t *out)
{
    dw_mission *mission = &r->mission;
    const dw_map *map = r->map;
    uint16_t guard = 0;
    const dw_status status =
        find_name(r, "guard", name, map->guard_count > 0 ? map->guards->name : NULL,
                  map->guard_count, sizeof *map->guards, &guard);
    if (status != DW_OK) {
        return status;
    }
    uint16_t at = 0;
    while (at < mission->arrival_count && mission->arrivals[at] != guard) {
        at++;
    }
    if (at == DW_ARRIVALS_MAX) {
        return dw_mission_refuse(r, "more than %d guards come later", DW_ARRIVALS_MAX);
    }
    mission->arrivals[at] = (uint8_t)guard;
    mission->arrival_count =
        at == mission->arrival_count ? (uint8_t)(at + 1) : mission->arrival_count;
    *out = at;
    return DW_OK;
}

dw_status dw_mission_add_text(dw_mission_reader *r, const json_t *value, uint16_t *out)
{
    dw_mission *mission = &r->mission;
    if (mission->text_count == DW_MISSION_TEXTS_MAX) {
        return dw_mission_refuse(r, "more than %d texts", DW_MISSION_TEXTS_MAX);
    }
    *out = mission->text_count;
    const dw_status status =
        dw_mission_read_text(r, "text", value, mission->texts[*out], DW_MISSION_TEXT_SIZE);
    mission->text_count = (uint8_t)(mission->text_count + (status == DW_OK ? 1 : 0));
    return status;
}

/* A speaker has a name as things of a map do; each once among the texts. */
static dw_status add_speaker(dw_mission_reader *r, const json_t *value, uint16_t *out)
{
    const char *name = json_string_value(value);
    char ignored[DW_NAME_SIZE];
    const dw_status status = dw_mission_read_text(r, "speaker", value, ignored, sizeof ignored);
    for (uint16_t i = r->mission.briefing_count; status == DW_OK && i < r->mission.text_count;
         i++) {
        if (strcmp(r->mission.texts[i], name) == 0) {
            *out = i;
            return DW_OK;
        }
    }
    return status == DW_OK ? dw_mission_add_text(r, value, out) : status;
}

static dw_status find_part(const dw_mission_reader *r, const char *name, uint16_t *out)
{
    return find_name(r, "part", name, r->mission.parts->id, r->mission.part_count,
                     sizeof *r->mission.parts, out);
}

static dw_status find_segment(const dw_mission_reader *r, const char *name, uint16_t *out)
{
    return find_name(r, "segment", name, r->mission.segments->id, r->mission.segment_count,
                     sizeof *r->mission.segments, out);
}

/* One thing of those that a kind names; `key` is what errors call it. */
dw_status dw_mission_read_named(dw_mission_reader *r, const char *key, uint32_t what,
                                const json_t *value, dw_mission_names *out)
{
    const dw_map *map = r->map;
    const char *name = json_string_value(value);
    int32_t seconds = 0;
    dw_status status = DW_OK;
    if (what < DW_NAMES_NUMBER && name == NULL) {
        return dw_mission_refuse(r, "%s: must be a name", key);
    }
    switch (what) {
    case DW_NAMES_ITEM:
        return find_name(r, "item", name, map->items->name, map->item_count, sizeof *map->items,
                         &out->item);
    case DW_NAMES_DEVICE:
        return find_name(r, "device", name, map->device_count > 0 ? map->devices->name : NULL,
                         map->device_count, sizeof *map->devices, &out->device);
    case DW_NAMES_PLACE:
        return find_place(r, name, &out->place);
    case DW_NAMES_PART:
        return find_part(r, name, &out->part);
    case DW_NAMES_DOOR:
        return find_name(r, "door", name, map->door_count > 0 ? map->doors->name : NULL,
                         map->door_count, sizeof *map->doors, &out->door);
    case DW_NAMES_ROOM:
        return find_name(r, "room", name, map->rooms->name, map->room_count, sizeof *map->rooms,
                         &out->room);
    case DW_NAMES_GUARD:
        return find_arrival(r, name, &out->arrival);
    case DW_NAMES_PERSON:
        status = find_name(r, "person", name, map->persons->name, map->person_count,
                           sizeof *map->persons, &out->person);
        if (status == DW_OK) {
            r->mission.persons = (uint8_t)(r->mission.persons | 1U << out->person);
        }
        return status;
    case DW_NAMES_SEGMENT:
        return find_segment(r, name, &out->segment);
    case DW_NAMES_SPEAKER:
        return add_speaker(r, value, &out->speaker);
    case DW_NAMES_NUMBER:
        return dw_mission_read_whole(r, key, value, -NUMBER_MAX, NUMBER_MAX, &out->number);
    case DW_NAMES_SECONDS:
        status = dw_mission_read_whole(r, key, value, 1, DW_MISSION_SECONDS_MAX, &seconds);
        out->ticks = (uint32_t)seconds * DW_TICKS_PER_SECOND;
        return status;
    case DW_NAMES_TEXT:
        return dw_mission_add_text(r, value, &out->text);
    default:
        out->won = name != NULL && strcmp(name, "won") == 0;
        return out->won || (name != NULL && strcmp(name, "lost") == 0)
                   ? DW_OK
                   : dw_mission_refuse(r, "%s: must be \"won\" or \"lost\"", key);
    }
}

dw_status dw_mission_read_kind(const dw_mission_reader *r, const char *what, const json_t *value,
                               const dw_mission_word *words, uint32_t count, uint8_t *out)
{
    const char *word = json_string_value(value);
    uint32_t i = 0;
    while (i < count && (word == NULL || strcmp(words[i].word, word) != 0)) {
        i++;
    }
    if (i == count) {
        char known[KIND_WORDS_TEXT] = "";
        size_t length = 0;
        for (i = 0; i < count && length < sizeof known; i++) {
            const int wrote = snprintf(known + length, sizeof known - length, "%s%s",
                                       i > 0 ? ", " : "", words[i].word);
            length += wrote > 0 ? (size_t)wrote : 0;
        }
        return dw_mission_refuse(r, "there is no %s \"%s\" (known: %s)", what,
                                 word == NULL ? "" : shown(word), known);
    }
    *out = (uint8_t)i;
    return DW_OK;
}

/* A list of `least` to `most` members; with `least` 0 there may be no list at all. */
dw_status dw_mission_check_list(const dw_mission_reader *r, const char *key, const json_t *list,
                                size_t least, size_t most)
{
    if (!json_is_array(list) && (list != NULL || least > 0)) {
        return dw_mission_refuse(r, "%s: must be a list", key);
    }
    if (json_array_size(list) < least) {
        return dw_mission_refuse(r, "%s: the list is empty", key);
    }
    return json_array_size(list) <= most ? DW_OK
                                         : dw_mission_refuse(r, "%s: more than %zu", key, most);
}
