#include "server/sim/board.h"

#include "common/base/check.h"

void dw_board_write(dw_board *board, const dw_radio_message *report)
{
    DW_CHECK(report->kind == DW_RADIO_REPORT && report->slot < DW_INTRUDERS_MAX);
    dw_board_row *row = &board->rows[report->slot];
    const bool is_there = (board->written >> report->slot & 1) != 0;
    if (!is_there || row->tick <= report->sent) {
        *row = (dw_board_row){.tick = report->sent,
                              .room = report->room,
                              .writer = report->sender,
                              .agitation = report->agitation};
        board->written |= (uint16_t)(1u << report->slot);
    }
}

dw_radio_message dw_board_read(const dw_board *board, uint8_t slot)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX && (board->written >> slot & 1) != 0);
    const dw_board_row *row = &board->rows[slot];
    return (dw_radio_message){
        .sent = row->tick,
        .due = row->tick,
        .kind = DW_RADIO_REPORT,
        .sender = row->writer,
        .slot = slot,
        .agitation = row->agitation,
        .room = row->room,
        .from = DW_NONE,
    };
}

bool dw_board_is_sound(const dw_board *board, const dw_map *map)
{
    bool sound = true;
    for (uint32_t left = board->written; sound && left != 0; left &= left - 1) {
        const dw_board_row *row = &board->rows[__builtin_ctz(left)];
        sound =
            row->room < map->room_count && row->writer < map->guard_count && row->agitation <= 3;
    }
    return sound;
}

dw_status dw_board_check_map(const dw_strategy *strategy, const dw_map *map, dw_error *error)
{
    if (strategy->board != 0 && dw_map_board(map) == DW_NONE) {
        return dw_fail(error, DW_INVALID,
                       "strategy: board: map \"%s\" has no room with the property \"board\"",
                       map->name);
    }
    return DW_OK;
}

DW_FIELDS_IO(static, board_row, DW_BOARD_ROW_FIELDS);
DW_FIELDS_IO(extern, board, DW_BOARD_FIELDS);
