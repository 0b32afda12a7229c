#include "random_mission.h"

#include "random_pick.h"

enum { TICKS_MAX = DW_MISSION_SECONDS_MAX * DW_TICKS_PER_SECOND };

static void fill_brief(dw_rng *rng, dw_mission_brief *brief)
{
    dw_test_fill_text(rng, brief->name, 1, DW_NAME_SIZE - 1);
    dw_test_fill_text(rng, brief->title, 1, 2 * DW_NAME_SIZE - 1);
    brief->players_min = dw_test_pick_u8(rng, 1, DW_INTRUDERS_MAX);
    brief->players_max = dw_test_pick_u8(rng, brief->players_min, DW_INTRUDERS_MAX);
    brief->time_limit_s = (uint32_t)dw_test_pick(rng, 1, DW_MISSION_SECONDS_MAX);
    brief->briefing_count = dw_test_pick_u8(rng, 0, DW_BRIEFING_MAX);
    for (uint32_t i = 0; i < brief->briefing_count; i++) {
        dw_test_fill_text(rng, brief->briefing[i], 1, DW_MISSION_TEXT_SIZE - 1);
    }
}

static int32_t pick_coordinate(dw_rng *rng)
{
    return (int32_t)dw_test_pick(rng, 0, 2 * DW_COORDINATE_MAX - 1) - DW_COORDINATE_MAX;
}

static void fill_part(dw_rng *rng, dw_mission_part *part)
{
    part->number = dw_test_pick_u8(rng, 0, DW_PARTS_MAX - 1);
    part->kind = dw_test_pick_u8(rng, 0, DW_PART_KIND_COUNT - 1);
    part->optional = dw_rng_below(rng, 2) != 0;
    part->after = (uint16_t)(dw_test_pick_u16(rng, 0, UINT16_MAX) & ((1U << part->number) - 1));
    const uint32_t names = dw_part_words[part->kind].names;
    if ((names & DW_NAMES_ITEM) != 0) {
        part->item = dw_test_pick_u8(rng, 1, DW_ITEMS_MAX);
    }
    if ((names & DW_NAMES_DEVICE) != 0) {
        part->device = dw_test_pick_u8(rng, 1, DW_DEVICES_MAX);
    }
    if ((names & DW_NAMES_PLACE) != 0) {
        dw_rect *place = &part->place;
        place->min = (dw_vec){pick_coordinate(rng), pick_coordinate(rng)};
        place->max.x = place->min.x +
                       (int32_t)dw_test_pick(rng, 1, (uint64_t)(DW_COORDINATE_MAX - place->min.x));
        place->max.y = place->min.y +
                       (int32_t)dw_test_pick(rng, 1, (uint64_t)(DW_COORDINATE_MAX - place->min.y));
    }
    if (part->kind == DW_PART_SCAN || part->kind == DW_PART_PLANT ||
        part->kind == DW_PART_SURVIVE) {
        part->ticks = (uint32_t)dw_test_pick(rng, 1, TICKS_MAX);
    }
    dw_test_fill_text(rng, part->id, 1, DW_NAME_SIZE - 1);
    dw_test_fill_text(rng, part->text, 1, DW_MISSION_TEXT_SIZE - 1);
}

static void fill_state(dw_rng *rng, dw_parts_told *told)
{
    told->devices = dw_test_pick_u32(rng);
    told->tick = (uint32_t)dw_test_pick(rng, 1, DW_TICK_MAX);
    told->count = dw_test_pick_u8(rng, 0, DW_PARTS_MAX);
    for (uint32_t i = 0; i < told->count; i++) {
        dw_part_row *row = &told->rows[i];
        row->state = dw_test_pick_u8(rng, DW_PART_OPEN, DW_PART_STATE_COUNT - 1);
        row->slot = dw_test_pick_slot(rng);
        if (row->state == DW_PART_OPEN) {
            row->held = (uint32_t)dw_test_pick(rng, 0, TICKS_MAX);
        } else {
            row->at = (uint32_t)dw_test_pick(rng, 1, DW_TICK_MAX);
        }
    }
}

static int32_t pick_points(dw_rng *rng)
{
    return (int32_t)dw_test_pick_u32(rng);
}

static void fill_result(dw_rng *rng, dw_mission_result *result)
{
    result->round = (uint32_t)dw_test_pick(rng, 1, UINT32_MAX);
    result->outcome = dw_test_pick_u8(rng, DW_OUTCOME_NONE + 1, DW_OUTCOME_COUNT - 1);
    result->ticks = (uint32_t)dw_test_pick(rng, 0, DW_TICK_MAX);
    result->parts = dw_test_pick_u8(rng, 0, DW_PARTS_MAX);
    result->optional = dw_test_pick_u8(rng, 0, (uint8_t)(DW_PARTS_MAX - result->parts));
    result->sightings = dw_test_pick_u16(rng, 0, UINT16_MAX);
    result->alarms = dw_test_pick_u16(rng, 0, UINT16_MAX);
    result->alarm = dw_test_pick_u8(rng, 0, DW_ALARM_MAX);
    result->points = pick_points(rng);
    for (uint32_t left = dw_test_pick_u16(rng, 0, UINT16_MAX); left != 0; left &= left - 1) {
        result->rows[result->count++] =
            (dw_result_row){.slot = (uint8_t)__builtin_ctz(left),
                            .parts = dw_test_pick_u8(rng, 0, DW_PARTS_MAX),
                            .sightings = dw_test_pick_u16(rng, 0, UINT16_MAX),
                            .caught = dw_rng_below(rng, 2) != 0,
                            .points = pick_points(rng)};
    }
}

static void fill_question(dw_rng *rng, dw_mission_question *question)
{
    question->number = dw_test_pick_u16(rng, 0, UINT16_MAX);
    if (question->number == 0) {
        return;
    }
    question->count = dw_test_pick_u8(rng, DW_OPTIONS_MIN, DW_OPTIONS_MAX);
    question->chosen = dw_test_pick_u8(rng, 0, question->count);
    question->end_tick =
        question->chosen == 0 ? (uint32_t)dw_test_pick(rng, 1, DW_TICK_MAX) : UINT32_C(0);
    dw_test_fill_text(rng, question->speaker, 1, DW_NAME_SIZE - 1);
    dw_test_fill_text(rng, question->text, 1, DW_MISSION_TEXT_SIZE - 1);
    uint16_t left = UINT16_MAX;
    for (uint32_t i = 0; i < question->count; i++) {
        question->rows[i].slots = dw_test_pick_u16(rng, 0, UINT16_MAX) & left;
        left = (uint16_t)(left & ~question->rows[i].slots);
        dw_test_fill_text(rng, question->rows[i].text, 1, DW_OPTION_TEXT_SIZE - 1);
    }
}

void dw_test_fill_mission(dw_rng *rng, dw_message *out)
{
    dw_mission_notice *notice = &out->as.mission_notice;
    switch (out->type) {
    case DW_MESSAGE_MISSION:
        fill_brief(rng, &out->as.mission);
        break;
    case DW_MESSAGE_MISSION_PART:
        fill_part(rng, &out->as.mission_part);
        break;
    case DW_MESSAGE_MISSION_STATE:
        fill_state(rng, &out->as.mission_state);
        break;
    case DW_MESSAGE_MISSION_NOTICE:
        notice->tick = (uint32_t)dw_test_pick(rng, 1, DW_TICK_MAX);
        dw_test_fill_text(rng, notice->speaker, 0, DW_NAME_SIZE - 1);
        dw_test_fill_text(rng, notice->text, 1, DW_MISSION_TEXT_SIZE - 1);
        break;
    case DW_MESSAGE_MISSION_PERSON:
        out->as.mission_person.slot =
            dw_test_pick_u8(rng, DW_INTRUDERS_MAX - DW_PERSONS_MAX, DW_INTRUDERS_MAX - 1);
        dw_test_fill_text(rng, out->as.mission_person.name, 1, DW_NAME_SIZE - 1);
        break;
    case DW_MESSAGE_MISSION_QUESTION:
        fill_question(rng, &out->as.mission_question);
        break;
    default:
        fill_result(rng, &out->as.mission_result);
        break;
    }
}
