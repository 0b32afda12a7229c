#include "server/sim/question.h"

#include "common/base/check.h"
#include "common/world/movement.h"

DW_FIELDS_STATE(extern, question, DW_QUESTION_FIELDS);

_Static_assert((int)DW_ANSWERS_MAX == (int)DW_OPTIONS_MAX, "each option can be the answer");

static const dw_mission_segment *segment_of(const dw_question *question, const dw_mission *mission)
{
    return &mission->segments[question->segment];
}

uint8_t dw_question_options(const dw_question *question, const dw_mission *mission)
{
    return dw_question_is_open(question) ? segment_of(question, mission)->option_count : (uint8_t)0;
}

void dw_question_open(dw_question *question, const dw_mission *mission, uint8_t segment)
{
    DW_CHECK(!dw_question_is_open(question) && mission->segments[segment].option_count > 0);
    const uint16_t before = question->number;
    *question = (dw_question){
        .number = (uint16_t)(before < UINT16_MAX ? before + 1 : 1), /* Another than before. */
        .segment = segment,
        .ticks = mission->segments[segment].ticks,
    };
}

bool dw_question_answer(dw_question *question, const dw_mission *mission, uint8_t slot,
                        uint8_t answer)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    if (answer == 0 || answer > dw_question_options(question, mission)) {
        return false;
    }
    question->answers[slot] = answer;
    return true;
}

/* The option that is decided by now, or -1. */
static int32_t decide(const dw_question *question, const dw_mission_segment *segment,
                      uint32_t voters)
{
    const uint32_t present = (uint32_t)__builtin_popcount(voters);
    uint32_t counts[DW_OPTIONS_MAX] = {0};
    uint32_t answered = 0;
    for (uint32_t left = voters; left != 0; left &= left - 1) {
        const uint8_t answer = question->answers[__builtin_ctz(left)];
        if (answer != 0) {
            counts[answer - 1]++;
            answered++;
        }
    }
    int32_t most = 0;
    for (int32_t option = 1; option < segment->option_count; option++) {
        most = counts[option] > counts[most] ? option : most;
    }
    const bool over = question->ticks == 0;
    if (answered == 0) {
        return over ? segment->silence : -1;
    }
    return over || answered == present || 2 * counts[most] > present ? most : -1;
}

const dw_mission_option *dw_question_pass(dw_question *question, const dw_mission *mission,
                                          uint32_t voters)
{
    if (!dw_question_is_open(question)) {
        return NULL;
    }
    const dw_mission_segment *segment = segment_of(question, mission);
    question->ticks--;
    const int32_t option = decide(question, segment, voters);
    if (option < 0) {
        return NULL;
    }
    question->chosen = (uint8_t)(option + 1);
    question->ticks = 0;
    return &segment->options[option];
}

bool dw_question_is_sound(const dw_question *question, const dw_mission *mission)
{
    if (question->number == 0) {
        bool empty = question->segment == 0 && question->chosen == 0 && question->ticks == 0;
        for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
            empty = empty && question->answers[s] == 0;
        }
        return empty;
    }
    if (question->segment >= mission->segment_count) {
        return false;
    }
    const dw_mission_segment *segment = segment_of(question, mission);
    bool sound = segment->option_count > 0 && question->chosen <= segment->option_count &&
                 question->ticks <= segment->ticks &&
                 (question->chosen == 0) == (question->ticks != 0);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sound = sound && question->answers[s] <= segment->option_count;
    }
    return sound;
}
