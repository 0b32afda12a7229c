#include "protocol/replay/replay_summary.h"

#include "protocol/replay/replay_reader.h"

#include <string.h>

/* All records are read, since the end stands behind them. Nobody joins a round that is on. */
static dw_status read_records(dw_replay_summary *summary, dw_replay *replay, dw_error *error)
{
    dw_replay_record record;
    dw_status status = dw_replay_next(replay, &record, error);
    for (; status == DW_OK; status = dw_replay_next(replay, &record, error)) {
        if (record.type == DW_REPLAY_TICK) {
            summary->ticks++;
        } else if (record.type == DW_REPLAY_END) {
            summary->outcome = record.outcome;
            summary->winner = record.winner;
        }
    }
    return status == DW_NOT_FOUND ? DW_OK : status;
}

dw_status dw_replay_summary_read(dw_replay_summary *out, const uint8_t *bytes, size_t size,
                                 dw_error *error)
{
    dw_replay *replay = NULL;
    dw_status status = dw_replay_open(&replay, bytes, size, NULL, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_replay_header *header = dw_replay_get_header(replay);
    dw_replay_summary summary = {.match = header->match,
                                 .round = header->round,
                                 .slots = header->slots,
                                 .winner = DW_SLOT_NONE};
    memcpy(summary.map, header->map->name, sizeof summary.map);
    memcpy(summary.names, header->names, sizeof summary.names);
    status = read_records(&summary, replay, error);
    dw_replay_close(replay);
    if (status == DW_OK) {
        *out = summary;
    }
    return status;
}
