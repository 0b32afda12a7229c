/* message_mission.c - what the intruders of a match have to do, how far they have come, and how it
 * ended. Hidden parts have no place in it. */
#include "protocol/message_fields.h"

/* [56, name, title, fewest players, most players, seconds, line, ...] */

#define MISSION_FIELDS(X)                                                                          \
    X(TEXT, ->name, 1, DW_NAME_SIZE - 1)                                                           \
    X(TEXT, ->title, 1, 2 * DW_NAME_SIZE - 1)                                                      \
    X(NUMBER, ->players_min, 1, DW_INTRUDERS_MAX)                                                  \
    X(NUMBER, ->players_max, 1, DW_INTRUDERS_MAX)                                                  \
    X(NUMBER, ->time_limit_s, 1, DW_MISSION_SECONDS_MAX)

/* Lengths of texts take two bytes, numbers up to five, head and type four. */
_Static_assert((int)DW_BRIEFING_MAX *((int)DW_MISSION_TEXT_SIZE + 1) + 3 * (int)DW_NAME_SIZE + 20 <=
                   (int)DW_MESSAGE_MAX,
               "the longest briefing fits");

static void encode_mission(dw_writer *writer, const dw_message *message)
{
    const dw_mission_brief *row = &message->as.mission;
    DW_CHECK(row->players_min <= row->players_max && row->briefing_count <= DW_BRIEFING_MAX);
    dw_writer_array(writer, DW_MISSION_ELEMENTS + (uint32_t)row->briefing_count);
    dw_writer_int(writer, DW_MESSAGE_MISSION);
    MISSION_FIELDS(DW_FIELD_PUT)
    for (uint32_t i = 0; i < row->briefing_count; i++) {
        dw_writer_text(writer, row->briefing[i], 1, DW_MISSION_TEXT_SIZE - 1);
    }
}

static void decode_mission(dw_reader *reader, dw_message *message)
{
    dw_mission_brief *row = &message->as.mission;
    MISSION_FIELDS(DW_FIELD_GET)
    while (reader->left > 0 && row->briefing_count < DW_BRIEFING_MAX) {
        dw_reader_text(reader, row->briefing[row->briefing_count++], 1, DW_MISSION_TEXT_SIZE - 1);
    }
    if (row->players_min > row->players_max) {
        dw_reader_fail(reader);
    }
}

/* [57, number, kind, optional, after, item, device, x, y, width, height, ticks, id, text] */

static int32_t width_of(dw_rect rect)
{
    return rect.max.x - rect.min.x;
}

static int32_t height_of(dw_rect rect)
{
    return rect.max.y - rect.min.y;
}

/* A part names what its kind does, and nothing else. */
static bool part_valid(const dw_mission_part *part)
{
    const uint32_t names = part->kind < DW_PART_KIND_COUNT ? dw_part_words[part->kind].names : 0;
    const bool takes_time =
        part->kind == DW_PART_SCAN || part->kind == DW_PART_PLANT || part->kind == DW_PART_SURVIVE;
    const bool has_place = width_of(part->place) > 0 && height_of(part->place) > 0;
    const bool no_place = width_of(part->place) == 0 && height_of(part->place) == 0 &&
                          part->place.min.x == 0 && part->place.min.y == 0;
    return part->kind < DW_PART_KIND_COUNT && part->after >> part->number == 0 &&
           (part->item != 0) == ((names & DW_NAMES_ITEM) != 0) &&
           (part->device != 0) == ((names & DW_NAMES_DEVICE) != 0) &&
           ((names & DW_NAMES_PLACE) != 0 ? has_place : no_place) &&
           (part->ticks != 0) == takes_time;
}

static void encode_part(dw_writer *writer, const dw_message *message)
{
    const dw_mission_part *part = &message->as.mission_part;
    DW_CHECK(part->number < DW_PARTS_MAX && part_valid(part));
    dw_writer_array(writer, DW_MISSION_PART_ELEMENTS);
    dw_writer_int(writer, DW_MESSAGE_MISSION_PART);
    dw_writer_int(writer, part->number);
    dw_writer_int(writer, part->kind);
    dw_writer_int(writer, part->optional);
    dw_writer_int(writer, part->after);
    dw_writer_int(writer, part->item);
    dw_writer_int(writer, part->device);
    dw_writer_int(writer, part->place.min.x);
    dw_writer_int(writer, part->place.min.y);
    dw_writer_int(writer, width_of(part->place));
    dw_writer_int(writer, height_of(part->place));
    dw_writer_int(writer, part->ticks);
    dw_writer_text(writer, part->id, 1, DW_NAME_SIZE - 1);
    dw_writer_text(writer, part->text, 1, DW_MISSION_TEXT_SIZE - 1);
}

static int32_t take_coordinate(dw_reader *reader)
{
    return (int32_t)dw_reader_int(reader, -DW_COORDINATE_MAX, DW_COORDINATE_MAX);
}

static void decode_part(dw_reader *reader, dw_message *message)
{
    dw_mission_part *part = &message->as.mission_part;
    dw_rect *place = &part->place;
    part->number = dw_reader_u8(reader, DW_PARTS_MAX - 1);
    part->kind = dw_reader_u8(reader, DW_PART_KIND_COUNT - 1);
    part->optional = dw_reader_bool(reader);
    part->after = dw_reader_u16(reader, UINT16_MAX);
    part->item = dw_reader_u8(reader, DW_ITEMS_MAX);
    part->device = dw_reader_u8(reader, DW_DEVICES_MAX);
    place->min.x = take_coordinate(reader);
    place->min.y = take_coordinate(reader);
    place->max.x =
        place->min.x + (int32_t)dw_reader_int(reader, 0, DW_COORDINATE_MAX - place->min.x);
    place->max.y =
        place->min.y + (int32_t)dw_reader_int(reader, 0, DW_COORDINATE_MAX - place->min.y);
    part->ticks = (uint32_t)dw_reader_int(reader, 0, DW_MISSION_SECONDS_MAX * DW_TICKS_PER_SECOND);
    dw_reader_text(reader, part->id, 1, DW_NAME_SIZE - 1);
    dw_reader_text(reader, part->text, 1, DW_MISSION_TEXT_SIZE - 1);
    if (!reader->failed && !part_valid(part)) {
        dw_reader_fail(reader);
    }
}

/* [58, tick, devices, state, slot, at, held, ...] */

#define STATE_FIELDS(X)                                                                            \
    X(NUMBER, ->tick, 1, DW_TICK_MAX)                                                              \
    X(NUMBER, ->devices, 0, UINT32_MAX)

#define PART_ROW_FIELDS(X)                                                                         \
    X(NUMBER, ->state, DW_PART_OPEN, DW_PART_STATE_COUNT - 1)                                      \
    X(SLOT, ->slot, 0, 0)                                                                          \
    X(NUMBER, ->at, 0, DW_TICK_MAX)                                                                \
    X(NUMBER, ->held, 0, DW_MISSION_SECONDS_MAX *DW_TICKS_PER_SECOND)

static bool state_valid(const dw_parts_told *told)
{
    bool valid = true;
    for (uint32_t i = 0; i < told->count && valid; i++) {
        const dw_part_row *row = &told->rows[i];
        valid = (row->state == DW_PART_OPEN) == (row->at == 0) &&
                (row->state == DW_PART_OPEN || row->held == 0);
    }
    return valid;
}

DW_LIST_FUNCTIONS(static void encode_state, static void decode_state, mission_state,
                  DW_MESSAGE_MISSION_STATE, STATE_FIELDS, rows, count, PART_ROW_FIELDS, state_valid)

/* [59, tick, speaker, text] */

#define NOTICE_FIELDS(X)                                                                           \
    X(NUMBER, ->tick, 1, DW_TICK_MAX)                                                              \
    X(TEXT, ->speaker, 0, DW_NAME_SIZE - 1)                                                        \
    X(TEXT, ->text, 1, DW_MISSION_TEXT_SIZE - 1)
DW_MESSAGE_FUNCTIONS(mission_notice, DW_MESSAGE_MISSION_NOTICE, NOTICE_FIELDS, DW_ALWAYS_VALID)

/* [64, slot, name] */

#define PERSON_FIELDS(X)                                                                           \
    X(NUMBER, ->slot, DW_INTRUDERS_MAX - DW_PERSONS_MAX, DW_INTRUDERS_MAX - 1)                     \
    X(TEXT, ->name, 1, DW_NAME_SIZE - 1)
DW_MESSAGE_FUNCTIONS(mission_person, DW_MESSAGE_MISSION_PERSON, PERSON_FIELDS, DW_ALWAYS_VALID)

/* [62, number, chosen, end tick, speaker, text, slots, option, ...] */

#define QUESTION_FIELDS(X)                                                                         \
    X(NUMBER, ->number, 0, UINT16_MAX)                                                             \
    X(NUMBER, ->chosen, 0, DW_OPTIONS_MAX)                                                         \
    X(NUMBER, ->end_tick, 0, DW_TICK_MAX)                                                          \
    X(TEXT, ->speaker, 0, DW_NAME_SIZE - 1)                                                        \
    X(TEXT, ->text, 0, DW_MISSION_TEXT_SIZE - 1)

#define QUESTION_ROW_FIELDS(X)                                                                     \
    X(NUMBER, ->slots, 0, UINT16_MAX)                                                              \
    X(TEXT, ->text, 1, DW_OPTION_TEXT_SIZE - 1)

static bool question_valid(const dw_mission_question *question)
{
    const bool says = question->speaker[0] != '\0' && question->text[0] != '\0';
    const bool silent = question->speaker[0] == '\0' && question->text[0] == '\0';
    if (question->number == 0) {
        return silent && question->chosen == 0 && question->end_tick == 0 && question->count == 0;
    }
    uint32_t answered = 0;
    bool once = true; /* Each player has one answer. */
    for (uint32_t i = 0; i < question->count; i++) {
        once = once && (answered & question->rows[i].slots) == 0;
        answered |= question->rows[i].slots;
    }
    return once && says && question->count >= DW_OPTIONS_MIN &&
           question->chosen <= question->count &&
           (question->chosen == 0) == (question->end_tick != 0);
}

DW_LIST_FUNCTIONS(static void encode_question, static void decode_question, mission_question,
                  DW_MESSAGE_MISSION_QUESTION, QUESTION_FIELDS, rows, count, QUESTION_ROW_FIELDS,
                  question_valid)

/* [60, round, outcome, ticks, parts, optional, sightings, alarms, alarm, points,
 *  slot, parts, sightings, caught, points, ...] */

#define RESULT_FIELDS(X)                                                                           \
    X(NUMBER, ->round, 1, UINT32_MAX)                                                              \
    X(NUMBER, ->outcome, DW_OUTCOME_NONE + 1, DW_OUTCOME_COUNT - 1)                                \
    X(NUMBER, ->ticks, 0, DW_TICK_MAX)                                                             \
    X(NUMBER, ->parts, 0, DW_PARTS_MAX)                                                            \
    X(NUMBER, ->optional, 0, DW_PARTS_MAX)                                                         \
    X(NUMBER, ->sightings, 0, UINT16_MAX)                                                          \
    X(NUMBER, ->alarms, 0, UINT16_MAX)                                                             \
    X(NUMBER, ->alarm, 0, DW_ALARM_MAX)                                                            \
    X(NUMBER, ->points, INT32_MIN, INT32_MAX)

#define RESULT_ROW_FIELDS(X)                                                                       \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(NUMBER, ->parts, 0, DW_PARTS_MAX)                                                            \
    X(NUMBER, ->sightings, 0, UINT16_MAX)                                                          \
    X(NUMBER, ->caught, 0, 1)                                                                      \
    X(NUMBER, ->points, INT32_MIN, INT32_MAX)

static bool result_valid(const dw_mission_result *result)
{
    bool valid = result->parts + result->optional <= DW_PARTS_MAX;
    for (uint32_t i = 1; i < result->count && valid; i++) {
        valid = result->rows[i].slot > result->rows[i - 1].slot;
    }
    return valid;
}

DW_LIST_FUNCTIONS(static void encode_result, static void decode_result, mission_result,
                  DW_MESSAGE_MISSION_RESULT, RESULT_FIELDS, rows, count, RESULT_ROW_FIELDS,
                  result_valid)

const dw_codec *dw_codec_of_mission(int type)
{
    static const dw_codec codecs[] = {
        {DW_MESSAGE_MISSION, DW_CHANNEL_CONTROL, false, DW_MISSION_ELEMENTS,
         DW_MISSION_ELEMENTS + DW_BRIEFING_MAX, encode_mission, decode_mission},
        {DW_MESSAGE_MISSION_PART, DW_CHANNEL_CONTROL, false, DW_MISSION_PART_ELEMENTS,
         DW_MISSION_PART_ELEMENTS, encode_part, decode_part},
        {DW_MESSAGE_MISSION_STATE, DW_CHANNEL_CONTROL, false, 3,
         3 + DW_PARTS_TOLD_ROW_ELEMENTS * DW_PARTS_MAX, encode_state, decode_state},
        {DW_MESSAGE_MISSION_NOTICE, DW_CHANNEL_CONTROL, false, DW_MISSION_NOTICE_ELEMENTS,
         DW_MISSION_NOTICE_ELEMENTS, encode_mission_notice, decode_mission_notice},
        {DW_MESSAGE_MISSION_RESULT, DW_CHANNEL_CONTROL, false, DW_MISSION_RESULT_ELEMENTS,
         DW_MISSION_RESULT_ELEMENTS + DW_MISSION_RESULT_ROW_ELEMENTS * DW_INTRUDERS_MAX,
         encode_result, decode_result},
        {DW_MESSAGE_MISSION_QUESTION, DW_CHANNEL_CONTROL, false, DW_MISSION_QUESTION_ELEMENTS,
         DW_MISSION_QUESTION_ELEMENTS + DW_QUESTION_ROW_ELEMENTS * DW_OPTIONS_MAX, encode_question,
         decode_question},
        {DW_MESSAGE_MISSION_PERSON, DW_CHANNEL_CONTROL, false, DW_MISSION_PERSON_ELEMENTS,
         DW_MISSION_PERSON_ELEMENTS, encode_mission_person, decode_mission_person},
    };
    for (size_t i = 0; i < DW_COUNT_OF(codecs); i++) {
        if ((int)codecs[i].type == type) {
            return &codecs[i];
        }
    }
    return NULL;
}
