#include "common/world/mission_check.h"

#include "common/world/mission_reach.h"

/* Bit q: part q comes before part p, directly or not. Parts that wait for each other come before
 * themselves. */
static void find_earlier(const dw_mission *mission, uint32_t earlier[DW_PARTS_MAX])
{
    for (uint32_t p = 0; p < mission->part_count; p++) {
        earlier[p] = mission->parts[p].after;
    }
    for (uint32_t q = 0; q < mission->part_count; q++) {
        for (uint32_t p = 0; p < mission->part_count; p++) {
            earlier[p] |= (earlier[p] >> q & 1) != 0 ? earlier[q] : 0;
        }
    }
}

static dw_status refuse(const dw_mission *mission, uint32_t part, dw_error *error, const char *why,
                        const char *what)
{
    return dw_fail(error, DW_INVALID, "part \"%s\": %s \"%s\"", mission->parts[part].id, why, what);
}

static bool wants_item(const dw_part *part, uint16_t item)
{
    return (dw_part_words[part->kind].names & DW_NAMES_ITEM) != 0 && part->names.item == item;
}

/* What was planted stays there, so that every other part that wants it comes before. */
static dw_status check_planted(const dw_mission *mission, const uint32_t earlier[DW_PARTS_MAX],
                               uint32_t plant, const dw_map *map, dw_error *error)
{
    const uint16_t item = mission->parts[plant].names.item;
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if (p != plant && wants_item(&mission->parts[p], item) && (earlier[plant] >> p & 1) == 0) {
            return refuse(mission, p, error, "it may come too late: another part plants",
                          map->items[item].name);
        }
    }
    return DW_OK;
}

static bool opens(const dw_mission *mission, uint32_t part)
{
    for (uint32_t a = 0; a < mission->action_count; a++) {
        const dw_mission_action *action = &mission->actions[a];
        const bool helps = action->kind == DW_ACTION_PART || action->kind == DW_ACTION_COMPLETE;
        if (helps && action->names.part == part) {
            return true;
        }
    }
    return false;
}

/* Bit s: one of these actions begins segment s. */
static uint32_t begun_by(const dw_mission *mission, uint32_t first, uint32_t count)
{
    uint32_t begun = 0;
    for (uint32_t a = first; a < first + count; a++) {
        const dw_mission_action *action = &mission->actions[a];
        begun |= action->kind == DW_ACTION_CONVERSE ? UINT32_C(1) << action->names.segment : 0;
    }
    return begun;
}

static uint32_t begun_by_options(const dw_mission *mission, const dw_mission_segment *segment)
{
    uint32_t begun = 0;
    for (uint32_t i = 0; i < segment->option_count; i++) {
        begun |=
            begun_by(mission, segment->options[i].first_action, segment->options[i].action_count);
    }
    return begun;
}

/* Whether an option leads to nothing but segments that end. */
static bool can_end(const dw_mission *mission, const dw_mission_segment *segment, uint32_t ending)
{
    bool ends = segment->option_count == 0;
    for (uint32_t i = 0; i < segment->option_count; i++) {
        const dw_mission_option *option = &segment->options[i];
        ends =
            ends || (begun_by(mission, option->first_action, option->action_count) & ~ending) == 0;
    }
    return ends;
}

/* A conversation may come back to a question, as long as players can get out of it. */
static dw_status check_segments(const dw_mission *mission, dw_error *error)
{
    uint32_t begun = 0;
    uint32_t ending = 0;
    for (uint32_t t = 0; t < mission->trigger_count; t++) {
        begun |=
            begun_by(mission, mission->triggers[t].first_action, mission->triggers[t].action_count);
    }
    for (uint32_t pass = 0; pass < mission->segment_count; pass++) {
        for (uint32_t s = 0; s < mission->segment_count; s++) {
            const dw_mission_segment *segment = &mission->segments[s];
            ending |= can_end(mission, segment, ending) ? UINT32_C(1) << s : 0;
            begun |= (begun >> s & 1) != 0 ? begun_by_options(mission, segment) : 0;
        }
    }
    for (uint32_t s = 0; s < mission->segment_count; s++) {
        if ((begun >> s & 1) == 0) {
            return dw_fail(error, DW_INVALID, "segment \"%s\": no \"converse\" leads to it",
                           mission->segments[s].id);
        }
        if ((ending >> s & 1) == 0) {
            return dw_fail(error, DW_INVALID,
                           "segment \"%s\": each of its options leads back to a question without "
                           "an end",
                           mission->segments[s].id);
        }
    }
    return DW_OK;
}

dw_status dw_mission_check(const dw_mission *mission, const dw_map *map, dw_error *error)
{
    uint32_t earlier[DW_PARTS_MAX];
    bool any = false;
    find_earlier(mission, earlier);
    for (uint32_t p = 0; p < mission->part_count; p++) {
        const dw_part *part = &mission->parts[p];
        any = any || !part->optional;
        if ((earlier[p] >> p & 1) != 0 && !opens(mission, p)) {
            return refuse(mission, p, error, "its \"after\" leads back to part", part->id);
        }
        dw_status status = DW_OK;
        if (part->kind == DW_PART_PLANT &&
            (status = check_planted(mission, earlier, p, map, error)) != DW_OK) {
            return status;
        }
    }
    if (!any) {
        return dw_fail(error, DW_INVALID, "parts: all of them are optional");
    }
    const dw_status status = check_segments(mission, error);
    return status == DW_OK ? dw_mission_check_reach(mission, map, error) : status;
}
