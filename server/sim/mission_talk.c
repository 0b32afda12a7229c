/* mission_talk.c - what is said in a mission, line after line at reading speed, while the round
 * goes on (server/RULES.md 12.20); and the questions that conversations come to (12.22 to 12.26).
 */
#include "server/sim/sim_state.h"

#include <string.h>

enum {
    LINE_TICKS = 60, /* Of any line, */
    LETTER_TICKS = 3 /* and of each byte: some 20 letters a second. */
};

_Static_assert((int)DW_LINES_MAX <= (int)DW_TALK_MAX, "any segment can wait to be said");
_Static_assert(LINE_TICKS + LETTER_TICKS * DW_MISSION_TEXT_SIZE <= DW_TALK_TICKS_MAX, "lines end");

void dw_sim_queue_line(dw_sim *sim, uint32_t action)
{
    dw_mission_state *state = sim->mission_state;
    if (state->talk_count < DW_TALK_MAX) { /* Further lines are dropped. */
        state->talk[state->talk_count++] = (uint8_t)action;
    }
}

void dw_sim_begin_segment(dw_sim *sim, uint16_t index)
{
    const dw_mission_segment *segment = &sim->mission->segments[index];
    if (sim->mission_state->talk_count + segment->line_count > DW_TALK_MAX) {
        return; /* As a whole or not at all: lines lead up to the question. */
    }
    for (uint32_t i = 0; i < segment->line_count; i++) {
        dw_sim_queue_line(sim, segment->first_line + i);
    }
}

/* Players whose connection is lost have a body, and no voice. */
static uint32_t list_voters(const dw_sim *sim)
{
    uint32_t voters = 0;
    for (uint32_t left = dw_sim_players_present(sim); left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        const bool plays = dw_intruder_actor(&sim->world, s)->controller == DW_CONTROLLER_PLAYER;
        voters |= plays ? UINT32_C(1) << s : 0;
    }
    return voters;
}

void dw_sim_take_answers(dw_sim *sim, const dw_intent *intents)
{
    if (!dw_question_is_open(sim->question)) {
        return;
    }
    for (uint32_t left = list_voters(sim); left != 0; left &= left - 1) {
        const uint8_t s = (uint8_t)__builtin_ctz(left);
        (void)dw_question_answer(sim->question, sim->mission, s, intents[s].answer);
    }
}

const dw_mission_option *dw_sim_decide_question(dw_sim *sim)
{
    if (!dw_question_is_open(sim->question)) {
        return NULL;
    }
    const dw_mission_option *option =
        dw_question_pass(sim->question, sim->mission, list_voters(sim));
    uint16_t *ticks = &sim->mission_state->talk_ticks;
    if (option != NULL && *ticks <= DW_ANSWERED_TICKS) {
        *ticks = DW_ANSWERED_TICKS + 1; /* Lines that are said in this tick count it already. */
    }
    return option;
}

void dw_sim_say_lines(dw_sim *sim)
{
    dw_mission_state *state = sim->mission_state;
    state->talk_ticks = state->talk_ticks > 0 ? (uint16_t)(state->talk_ticks - 1) : (uint16_t)0;
    if (state->talk_ticks > 0 || state->talk_count == 0) {
        return;
    }
    const dw_mission_action *line = &sim->mission->actions[state->talk[0]];
    if (line->asks != 0 && dw_question_is_open(sim->question)) {
        return; /* One question after the other. */
    }
    const dw_mission_names *names = &line->names;
    dw_sim_event *event = dw_sim_emit(sim, DW_SIM_SAID, DW_NONE, DW_NONE, DW_NONE);
    if (event != NULL) {
        event->text = (uint8_t)names->text;
        event->speaker = (uint8_t)(names->speaker + 1);
    }
    const size_t length = strlen(sim->mission->texts[names->text]);
    state->talk_ticks = (uint16_t)(LINE_TICKS + LETTER_TICKS * (uint32_t)length);
    state->talk_count--;
    memmove(state->talk, state->talk + 1, state->talk_count);
    if (line->asks != 0) {
        dw_question_open(sim->question, sim->mission, (uint8_t)(line->asks - 1));
    }
}
