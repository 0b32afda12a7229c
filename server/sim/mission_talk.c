/* mission_talk.c - what is said in a mission, line after line at reading speed, while the round
 * goes on (server/RULES.md 12.20). */
#include "server/sim/sim_state.h"

#include <string.h>

enum {
    LINE_TICKS = 60, /* Of any line, */
    LETTER_TICKS = 3 /* and of each byte: some 20 letters a second. */
};

_Static_assert(LINE_TICKS + LETTER_TICKS * DW_MISSION_TEXT_SIZE <= DW_TALK_TICKS_MAX, "lines end");

void dw_sim_queue_line(dw_sim *sim, uint32_t action)
{
    dw_mission_state *state = sim->mission_state;
    if (state->talk_count < DW_TALK_MAX) { /* Further lines are dropped. */
        state->talk[state->talk_count++] = (uint8_t)action;
    }
}

void dw_sim_say_lines(dw_sim *sim)
{
    dw_mission_state *state = sim->mission_state;
    state->talk_ticks = state->talk_ticks > 0 ? (uint16_t)(state->talk_ticks - 1) : (uint16_t)0;
    if (state->talk_ticks > 0 || state->talk_count == 0) {
        return;
    }
    const dw_mission_names *names = &sim->mission->actions[state->talk[0]].names;
    dw_sim_event *event = dw_sim_emit(sim, DW_SIM_SAID, DW_NONE, DW_NONE, DW_NONE);
    if (event != NULL) {
        event->text = (uint8_t)names->text;
        event->speaker = (uint8_t)(names->speaker + 1);
    }
    const size_t length = strlen(sim->mission->texts[names->text]);
    state->talk_ticks = (uint16_t)(LINE_TICKS + LETTER_TICKS * (uint32_t)length);
    state->talk_count--;
    memmove(state->talk, state->talk + 1, state->talk_count);
}
