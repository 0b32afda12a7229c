/* question_card.h - how a person answers a question of the mission: which keys and buttons mean
 * which option, and who may. Owns nothing. Pure. */
#ifndef DW_VIEW_QUESTION_CARD_H
#define DW_VIEW_QUESTION_CARD_H

#include "client/core/drawn_world.h"
#include "client/core/mission.h"
#include "client/view/model/actions.h"

/* The action that chooses an option, from 1, while a question is open. A gamepad has no digits: its
 * cross chooses, up and then clockwise, and the stick walks on. */
dw_action dw_question_action(uint32_t option, bool gamepad);

/* The option that the action chooses; 0: none. */
uint8_t dw_question_option(dw_action action, bool gamepad);

/* A question is open, and the player has a body in the round. `mission` may be NULL. */
bool dw_question_can_answer(const dw_client_mission *mission, const dw_drawn_world *world);

/* How many players have answered. */
uint32_t dw_question_answers(const dw_mission_question *question);

#endif
