#include "server/mind/team/board_duty.h"

#include "common/base/check.h"

enum { FRESH_TICKS = 1800 /* A guard that reads an older row goes nowhere because of it. */ };

void dw_board_duty_reset(dw_board_duty *duty)
{
    *duty = (dw_board_duty){.owed = 0};
}

void dw_board_duty_hear(dw_board_duty *duty, const dw_think *think)
{
    const dw_brain_setup *setup = think->setup;
    const dw_vec there = dw_rect_centre(setup->map->rooms[dw_map_board(setup->map)].area);
    const int32_t length = dw_nav_route_length(setup->nav, think->percepts->position, there);
    /* Speeds in mm a second are units a tick. */
    const int64_t reach =
        (int64_t)setup->kind->gaits.intercept.speed_mm_s * setup->rules->claim_ticks;
    duty->called |= length <= reach;
}

void dw_board_duty_write(dw_board_duty *duty, const dw_think *think, dw_team_radio *radio,
                         const dw_beliefs *beliefs)
{
    DW_DCHECK(think->percepts->board != NULL);
    if (duty->owed == 0) {
        return;
    }
    DW_DCHECK((duty->owed & ~beliefs->known) == 0);
    const uint8_t slot = (uint8_t)__builtin_ctz(duty->owed);
    const dw_belief *belief = &beliefs->of[slot];
    duty->owed &= (uint16_t) ~(1u << slot);
    duty->row = (dw_radio_message){
        .kind = DW_RADIO_REPORT,
        .sent = belief->tick,
        .sender = (uint8_t)think->setup->guard,
        .slot = slot,
        .agitation = beliefs->agitation,
        .room = belief->room,
    };
    think->command->writes = &duty->row;
    if (duty->owed == 0) {
        dw_team_radio_say_board(radio, think->percepts->room);
    }
}

bool dw_board_duty_read(dw_board_duty *duty, const dw_think *think, dw_beliefs *beliefs,
                        dw_radio_message *latest)
{
    const dw_board *board = think->percepts->board;
    bool found = false;
    DW_DCHECK(board != NULL);
    duty->called = false;
    for (uint32_t left = board->written; left != 0; left &= left - 1) {
        const dw_radio_message row = dw_board_read(board, (uint8_t)__builtin_ctz(left));
        const dw_belief *belief = &beliefs->of[row.slot];
        const bool is_new = belief->source == DW_BELIEF_NONE || belief->tick < row.sent;
        if (row.sender == think->setup->guard || !is_new) {
            continue;
        }
        dw_beliefs_hear(beliefs, think->setup, &row);
        if (think->percepts->tick - row.sent < FRESH_TICKS && (!found || row.sent > latest->sent)) {
            *latest = row;
            found = true;
        }
    }
    return found;
}

DW_FIELDS_IO(extern, board_duty, DW_BOARD_DUTY_FIELDS);
