/* mission_segments.c - the conversations of a mission file: lines by speaker, and the options of
 * the question at the end of a segment. Lines and what options lead to are actions of the mission.
 */
#include "common/base/check.h"
#include "common/world/mission_reader.h"

#include <stdio.h>
#include <string.h>

static dw_status name_segment(dw_mission_reader *r, const json_t *json)
{
    static const char *const keys[] = {"id", "lines", "options", "seconds", "default"};
    dw_mission *mission = &r->mission;
    dw_mission_segment *segment = &mission->segments[mission->segment_count];
    dw_status status;
    if ((status = dw_mission_check_keys(r, json, keys, DW_COUNT_OF(keys))) != DW_OK ||
        (status = dw_mission_read_text(r, "id", json_object_get(json, "id"), segment->id,
                                       sizeof segment->id)) != DW_OK) {
        return status;
    }
    for (uint32_t i = 0; i < mission->segment_count; i++) {
        if (strcmp(mission->segments[i].id, segment->id) == 0) {
            return dw_mission_refuse(r, "id: another segment is called \"%s\"", segment->id);
        }
    }
    mission->segment_count++;
    return DW_OK;
}

dw_status dw_mission_name_segments(dw_mission_reader *r, const json_t *list)
{
    dw_status status = dw_mission_check_list(r, "segments", list, 0, DW_SEGMENTS_MAX);
    size_t i;
    json_t *json;
    json_array_foreach((json_t *)list, i, json)
    {
        if (status == DW_OK) {
            (void)snprintf(r->at, sizeof r->at, "segment %zu", i + 1);
            status = name_segment(r, json);
        }
    }
    r->at[0] = status == DW_OK ? '\0' : r->at[0];
    return status;
}

/* [speaker, text] */
static dw_status read_line(dw_mission_reader *r, const json_t *json)
{
    dw_mission *mission = &r->mission;
    if (mission->action_count == DW_ACTIONS_MAX) {
        return dw_mission_refuse(r, "more than %d actions in all", DW_ACTIONS_MAX);
    }
    dw_mission_action *line = &mission->actions[mission->action_count];
    line->kind = DW_ACTION_TALK;
    if (json_array_size(json) != 2) {
        return dw_mission_refuse(r, "lines: a line is a list of a speaker and a text");
    }
    dw_status status;
    if ((status = dw_mission_read_named(r, "lines", DW_NAMES_SPEAKER, json_array_get(json, 0),
                                        &line->names)) != DW_OK ||
        (status = dw_mission_read_named(r, "lines", DW_NAMES_TEXT, json_array_get(json, 1),
                                        &line->names)) != DW_OK) {
        return status;
    }
    mission->action_count++;
    return DW_OK;
}

static dw_status read_lines(dw_mission_reader *r, const json_t *list, dw_mission_segment *segment)
{
    dw_status status = dw_mission_check_list(r, "lines", list, 1, DW_LINES_MAX);
    size_t i;
    json_t *json;
    segment->first_line = r->mission.action_count;
    json_array_foreach((json_t *)list, i, json)
    {
        status = status == DW_OK ? read_line(r, json) : status;
    }
    segment->line_count = (uint8_t)(r->mission.action_count - segment->first_line);
    return status;
}

static dw_status read_option(dw_mission_reader *r, const json_t *json, dw_mission_option *option)
{
    static const char *const keys[] = {"text", "do"};
    json_t *actions = json_object_get(json, "do");
    dw_status status;
    if ((status = dw_mission_check_keys(r, json, keys, DW_COUNT_OF(keys))) != DW_OK ||
        (status = dw_mission_read_text(r, "text", json_object_get(json, "text"), option->text,
                                       sizeof option->text)) != DW_OK) {
        return status;
    }
    return actions == NULL
               ? DW_OK
               : dw_mission_read_actions(r, actions, &option->first_action, &option->action_count);
}

/* "seconds" and "default", which say something about a question alone. */
static dw_status read_silence(dw_mission_reader *r, const json_t *json, dw_mission_segment *segment)
{
    const json_t *seconds_of = json_object_get(json, "seconds");
    const json_t *silence_of = json_object_get(json, "default");
    const bool asks = segment->option_count > 0;
    if (!asks && (seconds_of != NULL || silence_of != NULL)) {
        return dw_mission_refuse(r, "%s: there are no options",
                                 seconds_of != NULL ? "seconds" : "default");
    }
    int32_t seconds = asks ? DW_QUESTION_SECONDS : 0;
    int32_t silence = 1;
    dw_status status = DW_OK;
    if ((seconds_of != NULL &&
         (status = dw_mission_read_whole(r, "seconds", seconds_of, DW_QUESTION_SECONDS_MIN,
                                         DW_QUESTION_SECONDS_MAX, &seconds)) != DW_OK) ||
        (silence_of != NULL &&
         (status = dw_mission_read_whole(r, "default", silence_of, 1, segment->option_count,
                                         &silence)) != DW_OK)) {
        return status;
    }
    segment->ticks = (uint16_t)(seconds * DW_TICKS_PER_SECOND);
    segment->silence = (uint8_t)(silence - 1);
    return DW_OK;
}

static dw_status read_segment(dw_mission_reader *r, const json_t *json, uint8_t index)
{
    dw_mission_segment *segment = &r->mission.segments[index];
    const json_t *options = json_object_get(json, "options");
    (void)snprintf(r->at, sizeof r->at, "segment \"%s\"", segment->id);
    dw_status status;
    if ((status = read_lines(r, json_object_get(json, "lines"), segment)) != DW_OK ||
        (status = dw_mission_check_list(r, "options", options, 0, DW_OPTIONS_MAX)) != DW_OK) {
        return status;
    }
    if (options != NULL && json_array_size(options) < DW_OPTIONS_MIN) {
        return dw_mission_refuse(r, "options: fewer than %d", DW_OPTIONS_MIN);
    }
    size_t i;
    json_t *option;
    json_array_foreach((json_t *)options, i, option)
    {
        (void)snprintf(r->at, sizeof r->at, "segment \"%s\", option %zu", segment->id, i + 1);
        if ((status = read_option(r, option, &segment->options[i])) != DW_OK) {
            return status;
        }
        segment->option_count++;
    }
    (void)snprintf(r->at, sizeof r->at, "segment \"%s\"", segment->id);
    if (segment->option_count > 0) {
        const uint32_t last = (uint32_t)segment->first_line + segment->line_count - 1;
        r->mission.actions[last].asks = (uint8_t)(index + 1);
    }
    return read_silence(r, json, segment);
}

dw_status dw_mission_read_segments(dw_mission_reader *r, const json_t *list)
{
    size_t i;
    json_t *json;
    json_array_foreach((json_t *)list, i, json)
    {
        const dw_status status = read_segment(r, json, (uint8_t)i);
        if (status != DW_OK) {
            return status;
        }
    }
    r->at[0] = '\0';
    return DW_OK;
}
