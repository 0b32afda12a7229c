/* mission_triggers.c - the triggers of a mission file, and lists of actions. */
#include "common/base/check.h"
#include "common/world/mission_reader.h"

#include <stdio.h>

/* By bit. */
static const char *const named_words[] = {
    "an item",  "a device",  "a place",  "a part",  "a door",    "a room", "a guard",
    "a person", "a segment", "a number", "seconds", "a speaker", "a text", "\"won\" or \"lost\""};
_Static_assert(DW_NAMES_SEGMENT == 1 << 8 && DW_NAMES_OUTCOME == 1 << 13, "in that order");

/* Says what the kind names, in its order. */
static dw_status refuse_count(const dw_mission_reader *r, const dw_mission_word *kind)
{
    char text[96] = "nothing";
    size_t length = 0;
    for (uint32_t left = kind->names; left != 0; left &= left - 1) {
        const int wrote = snprintf(text + length, sizeof text - length, "%s%s",
                                   length > 0 ? ", " : "", named_words[__builtin_ctz(left)]);
        length += wrote > 0 ? (size_t)wrote : 0;
    }
    return dw_mission_refuse(r, "\"%s\" takes: %s", kind->word, text);
}

/* [word, what its kind names ...] */
static dw_status read_call(dw_mission_reader *r, const char *what, const json_t *json,
                           const dw_mission_word *words, uint32_t count, uint8_t *kind,
                           dw_mission_names *named)
{
    if (!json_is_array(json)) {
        return dw_mission_refuse(r, "%s: must be a list such as [\"%s\", ...]", what,
                                 words[0].word);
    }
    dw_status status = dw_mission_read_kind(r, what, json_array_get(json, 0), words, count, kind);
    size_t at = 1;
    for (uint32_t left = status == DW_OK ? words[*kind].names : 0; status == DW_OK && left != 0;
         left &= left - 1) {
        const json_t *value = json_array_get(json, at++);
        status = value == NULL
                     ? refuse_count(r, &words[*kind])
                     : dw_mission_read_named(r, words[*kind].word, left & -left, value, named);
    }
    if (status == DW_OK && json_array_size(json) > at) {
        return refuse_count(r, &words[*kind]);
    }
    return status;
}

/* Numbers that mean something only within a range. */
static dw_status check_number(const dw_mission_reader *r, const char *word, int32_t number,
                              int32_t low, int32_t high)
{
    return number >= low && number <= high
               ? DW_OK
               : dw_mission_refuse(r, "\"%s\": must be from %d to %d", word, low, high);
}

/* Locks turn at doors that have one, and bells ring. */
static dw_status check_thing(const dw_mission_reader *r, const dw_mission_action *action)
{
    const char *word = dw_action_words[action->kind].word;
    const bool turns = action->kind == DW_ACTION_LOCK || action->kind == DW_ACTION_UNLOCK;
    if (turns && r->map->doors[action->names.door].lock == 0) {
        return dw_mission_refuse(r, "\"%s\": door \"%s\" has no lock", word,
                                 r->map->doors[action->names.door].name);
    }
    if (action->kind == DW_ACTION_BELL &&
        r->map->devices[action->names.device].kind != DW_DEVICE_BELL) {
        return dw_mission_refuse(r, "\"%s\": device \"%s\" is no bell", word,
                                 r->map->devices[action->names.device].name);
    }
    return DW_OK;
}

static dw_status read_action(dw_mission_reader *r, const json_t *json)
{
    dw_mission *mission = &r->mission;
    if (mission->action_count == DW_ACTIONS_MAX) {
        return dw_mission_refuse(r, "more than %d actions in all", DW_ACTIONS_MAX);
    }
    dw_mission_action *action = &mission->actions[mission->action_count];
    dw_status status = read_call(r, "action (do)", json, dw_action_words, DW_ACTION_KIND_COUNT,
                                 &action->kind, &action->names);
    if (status == DW_OK && action->kind == DW_ACTION_ALARM) {
        status = check_number(r, "alarm", action->names.number, 1, DW_ALARM_MAX);
    } else if (status == DW_OK && action->kind == DW_ACTION_LIGHT) {
        status = check_number(r, "light", action->names.number, 0, 100);
    } else if (status == DW_OK) {
        status = check_thing(r, action);
    }
    mission->action_count = (uint8_t)(mission->action_count + (status == DW_OK ? 1 : 0));
    return status;
}

dw_status dw_mission_read_actions(dw_mission_reader *r, json_t *list, uint8_t *first,
                                  uint8_t *count)
{
    *first = r->mission.action_count;
    dw_status status = dw_mission_check_list(r, "do", list, 1, DW_ACTIONS_MAX);
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
    {
        if (status != DW_OK || (status = read_action(r, value)) != DW_OK) {
            return status;
        }
    }
    *count = (uint8_t)(r->mission.action_count - *first);
    return status;
}

static dw_status check_trigger(const dw_mission_reader *r, const dw_trigger *trigger)
{
    switch ((dw_trigger_kind)trigger->kind) {
    case DW_TRIGGER_ALARM:
        return check_number(r, "alarm", trigger->names.number, 1, DW_ALARM_MAX);
    case DW_TRIGGER_CAUGHT:
        return check_number(r, "caught", trigger->names.number, 1, DW_INTRUDERS_MAX);
    case DW_TRIGGER_COUNT:
        return check_number(r, "count", trigger->names.number, 1, r->mission.part_count);
    default:
        return DW_OK;
    }
}

static dw_status read_trigger(dw_mission_reader *r, const json_t *json)
{
    static const char *const keys[] = {"on", "once", "do"};
    dw_mission *mission = &r->mission;
    dw_trigger *trigger = &mission->triggers[mission->trigger_count];
    trigger->once = true;
    dw_status status;
    if ((status = dw_mission_check_keys(r, json, keys, DW_COUNT_OF(keys))) != DW_OK ||
        (status = read_call(r, "trigger (on)", json_object_get(json, "on"), dw_trigger_words,
                            DW_TRIGGER_KIND_COUNT, &trigger->kind, &trigger->names)) != DW_OK ||
        (status = check_trigger(r, trigger)) != DW_OK ||
        (status = dw_mission_read_flag(r, json, "once", &trigger->once)) != DW_OK) {
        return status;
    }
    status = dw_mission_read_actions(r, json_object_get(json, "do"), &trigger->first_action,
                                     &trigger->action_count);
    mission->trigger_count = (uint8_t)(mission->trigger_count + (status == DW_OK ? 1 : 0));
    return status;
}

dw_status dw_mission_read_triggers(dw_mission_reader *r, json_t *list)
{
    dw_status status = dw_mission_check_list(r, "triggers", list, 0, DW_TRIGGERS_MAX);
    if (status != DW_OK) {
        return status;
    }
    size_t i;
    json_t *json;
    json_array_foreach(list, i, json)
    {
        (void)snprintf(r->at, sizeof r->at, "trigger %zu", i + 1);
        if ((status = read_trigger(r, json)) != DW_OK) {
            return status;
        }
    }
    r->at[0] = '\0';
    return DW_OK;
}
