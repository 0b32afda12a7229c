#include "client/view/model/question_card.h"

#include "common/base/check.h"

static const dw_action keys[DW_OPTIONS_MAX] = {DW_ACTION_NUMBER_1, DW_ACTION_NUMBER_2,
                                               DW_ACTION_NUMBER_3, DW_ACTION_NUMBER_4};
static const dw_action cross[DW_OPTIONS_MAX] = {DW_ACTION_UP, DW_ACTION_RIGHT, DW_ACTION_DOWN,
                                                DW_ACTION_LEFT};

dw_action dw_question_action(uint32_t option, bool gamepad)
{
    DW_CHECK(option >= 1 && option <= DW_OPTIONS_MAX);
    return gamepad ? cross[option - 1] : keys[option - 1];
}

uint8_t dw_question_option(dw_action action, bool gamepad)
{
    for (uint32_t option = 1; option <= DW_OPTIONS_MAX; option++) {
        if (dw_question_action(option, false) == action ||
            (gamepad && dw_question_action(option, true) == action)) {
            return (uint8_t)option;
        }
    }
    return 0;
}

bool dw_question_can_answer(const dw_client_mission *mission, const dw_drawn_world *world)
{
    return mission != NULL && dw_mission_question_is_open(mission) && world->has_own &&
           world->own_state == DW_SLOT_ALIVE;
}

uint32_t dw_question_answers(const dw_mission_question *question)
{
    uint32_t answers = 0;
    for (uint32_t i = 0; i < question->count; i++) {
        answers += (uint32_t)__builtin_popcount(question->rows[i].slots);
    }
    return answers;
}
