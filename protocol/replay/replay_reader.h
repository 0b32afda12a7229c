/* replay_reader.h - a .dwr file back into records (REPLAY.md). The bytes are hostile: sizes, ranges
 * and order are checked, at most DW_REPLAY_RAW_BYTES_MAX are unpacked, trailing bytes are refused.
 * Owns: the unpacked bytes and the map, from the heap; not for use in a tick. */
#ifndef DW_PROTOCOL_REPLAY_READER_H
#define DW_PROTOCOL_REPLAY_READER_H

#include "common/world/map.h"
#include "common/world/mission.h"
#include "common/world/movement.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "protocol/protocol.h"
#include "protocol/replay/replay_format.h"
#include "protocol/replay/replay_seal.h"

typedef struct dw_replay dw_replay;

typedef struct dw_replay_header {
    char product[64];
    uint16_t match;
    uint32_t round;
    uint64_t seed;
    bool sealed; /* The start hides the seed; it was found in the end, or by the key. */
    bool cut;    /* The end is missing: the server stopped within the round. */
    uint32_t slots;
    uint64_t hash;
    uint16_t guard_count;
    char brains[DW_GUARDS_MAX][DW_REPLAY_NAME_SIZE];
    char names[DW_INTRUDERS_MAX][DW_PLAYER_NAME_MAX + 1];
    dw_ruleset rules;
    const dw_map *map;         /* Lives as long as the replay, */
    const dw_mission *mission; /* and so does this; NULL: a heist. */
} dw_replay_header;

/* `key` opens the seed of a file that was cut off before its end; NULL: such a file is refused,
 * with DW_DENIED. Files that are whole need none. The error says what is wrong, without the file's
 * name.
 */
DW_MUST_USE dw_status dw_replay_open(dw_replay **out, const uint8_t *bytes, size_t size,
                                     const dw_replay_key *key, dw_error *error);
void dw_replay_close(dw_replay *replay);
const dw_replay_header *dw_replay_get_header(const dw_replay *replay);

/* The next record; DW_NOT_FOUND behind the last, DW_INVALID when the bytes are no record. */
DW_MUST_USE dw_status dw_replay_next(dw_replay *replay, dw_replay_record *record, dw_error *error);

/* A place between two records, to come back to. */
typedef struct dw_replay_mark {
    const uint8_t *at;
    uint32_t ticks;
    bool ended;
    dw_intent intents[DW_INTRUDERS_MAX];
} dw_replay_mark;

dw_replay_mark dw_replay_mark_here(const dw_replay *replay);

/* The mark is of this replay, or of one over the same bytes (dw_replay_again). */
void dw_replay_return(dw_replay *replay, const dw_replay_mark *mark);

/* Another reader over the bytes of `first`, from the first record on: for another thread, or to
 * look ahead. `first` outlives it. */
DW_MUST_USE dw_status dw_replay_again(dw_replay **out, const dw_replay *first);

#endif
