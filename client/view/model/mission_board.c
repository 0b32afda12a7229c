#include "client/view/model/mission_board.h"

#include <string.h>

/* Slow readers read 15 letters a second, after their eyes have found the line. */
#define LETTERS_A_SECOND 15.0
#define FIND_S           1.5
#define FADE_S           0.4

double dw_mission_reading_s(const char *text)
{
    return FIND_S + (double)strlen(text) / LETTERS_A_SECOND;
}

float dw_mission_line_strength(const dw_board_line *line, double seconds)
{
    const double age = seconds - line->born;
    const double left = line->lasts - age;
    if (age < 0.0 || left <= 0.0) {
        return 0.0F;
    }
    const double nearest = age < left ? age : left;
    return nearest >= FADE_S ? 1.0F : (float)(nearest / FADE_S);
}

float dw_mission_emphasis(const dw_mission_board *board, uint32_t number, double seconds)
{
    const double age = seconds - board->changed[number];
    return age < 0.0 || age >= DW_BOARD_EMPHASIS_S ? 0.0F
                                                   : (float)(1.0 - age / DW_BOARD_EMPHASIS_S);
}

/* When there is no room, the oldest line goes. */
static void show_line(dw_mission_board *board, const dw_mission_notice *said, double seconds)
{
    if (board->line_count == DW_BOARD_LINES) {
        memmove(&board->lines[0], &board->lines[1], (DW_BOARD_LINES - 1) * sizeof board->lines[0]);
        board->line_count--;
    }
    board->lines[board->line_count++] =
        (dw_board_line){*said, seconds, dw_mission_reading_s(said->text)};
}

static void drop_read_lines(dw_mission_board *board, double seconds)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < board->line_count; i++) {
        if (seconds - board->lines[i].born < board->lines[i].lasts) {
            board->lines[kept++] = board->lines[i];
        }
    }
    board->line_count = kept;
}

static void take_lines(dw_mission_board *board, const dw_client_mission *mission, double seconds)
{
    uint32_t fresh = board->known ? mission->notices_told - board->notices_told : 0;
    fresh = fresh < DW_CLIENT_NOTICES_MAX ? fresh : DW_CLIENT_NOTICES_MAX;
    while (fresh > 0) {
        const dw_mission_notice *said = dw_mission_notice_at(mission, --fresh);
        if (said != NULL) {
            show_line(board, said, seconds);
        }
    }
    board->notices_told = mission->notices_told;
}

static void take_parts(dw_mission_board *board, const dw_client_mission *mission, double seconds)
{
    for (uint32_t i = 0; i < DW_PARTS_MAX; i++) {
        const uint8_t state = i < mission->part_count ? mission->rows[i].state : DW_PART_HIDDEN;
        if (state != board->states[i]) {
            board->states[i] = state;
            board->changed[i] = board->known ? seconds : -DW_BOARD_EMPHASIS_S;
        }
    }
}

static void take_question(dw_mission_board *board, const dw_client_mission *mission, uint8_t phase,
                          double seconds)
{
    const dw_mission_question *question = &mission->question;
    const bool plays = phase == DW_PHASE_PLAY;
    if (plays && dw_mission_question_is_open(mission)) {
        /* The card of the briefing would hide it. */
        board->briefing = board->briefing && board->question == question->number;
        board->question = question->number;
        board->question_ends = 0.0;
    } else if (!plays || board->question != question->number) {
        board->question = 0;
    } else if (board->question_ends == 0.0) {
        board->question_ends = seconds + DW_BOARD_DECIDED_S;
    }
}

void dw_mission_board_update(dw_mission_board *board, const dw_client_mission *mission,
                             uint8_t phase, double seconds)
{
    if (mission == NULL || mission->notices_told < board->notices_told) {
        *board = (dw_mission_board){.folded = board->folded, .phase = board->phase};
    }
    if (mission == NULL) {
        return;
    }
    drop_read_lines(board, seconds);
    take_lines(board, mission, seconds);
    take_parts(board, mission, seconds);
    take_question(board, mission, phase, seconds);
    if (phase != board->phase) {
        board->briefing = phase == DW_PHASE_COUNTDOWN;
        board->phase = phase;
    }
    board->known = true;
}
