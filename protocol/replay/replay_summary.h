/* replay_summary.h - what a list of replays shows of a file: map, players, length, outcome. Read by
 * replay_reader.h, so that what it takes can be played. Owns: nothing; a value that is copied. Some
 * milliseconds and a few MiB of heap a file; nothing of it stays. */
#ifndef DW_PROTOCOL_REPLAY_SUMMARY_H
#define DW_PROTOCOL_REPLAY_SUMMARY_H

#include "common/world/map.h"
#include "common/world/state.h"
#include "protocol/protocol.h"

typedef struct dw_replay_summary {
    char map[DW_NAME_SIZE];
    uint16_t match;
    uint32_t round;
    uint32_t slots; /* Bit s: a player was in slot s. */
    char names[DW_INTRUDERS_MAX][DW_PLAYER_NAME_MAX + 1];
    uint32_t ticks;
    uint8_t outcome; /* dw_outcome; NONE: the end is missing. */
    uint8_t winner;  /* Slot, DW_SLOT_NONE for nobody. */
} dw_replay_summary;

/* DW_OTHER_VERSION for a file of another version, DW_DENIED for one that was cut off while its seed
 * was sealed; the error does not name the file. */
DW_MUST_USE dw_status dw_replay_summary_read(dw_replay_summary *out, const uint8_t *bytes,
                                             size_t size, dw_error *error);

#endif
