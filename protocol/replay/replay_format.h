/* replay_format.h - the numbers and fields of a replay file; REPLAY.md is the standard. The lists
 * of fields below make the writer and the reader, so that the two cannot differ. Private to the
 * replay files and their tests. */
#ifndef DW_PROTOCOL_REPLAY_FORMAT_H
#define DW_PROTOCOL_REPLAY_FORMAT_H

#include "common/world/movement.h"

#define DW_REPLAY_MAGIC "DWREPLAY"

enum {
    DW_REPLAY_MAGIC_SIZE = 8,
    DW_REPLAY_VERSION = 2,              /* Of a heist. */
    DW_REPLAY_VERSION_MISSION = 3,      /* The mission stands behind the ruleset. */
    DW_REPLAY_VERSION_QUESTIONS = 4,    /* Likewise, and intents may answer its questions. */
    DW_REPLAY_BLOCK_BYTES = 8 * 1024,   /* Most raw bytes of one frame. */
    DW_REPLAY_RAW_BYTES_MAX = 64 << 20, /* A day and a half of playing. */
    DW_REPLAY_WRITTEN_BYTES_MAX = DW_REPLAY_RAW_BYTES_MAX - (64 << 10), /* Readers want a margin. */
    DW_REPLAY_FILE_BYTES_MAX = 64 << 20,
    DW_REPLAY_WINDOW_LOG_MAX = 23,
    DW_REPLAY_PROGRAM_BYTES_MAX = 64 << 10,
    DW_REPLAY_NAME_SIZE = 32,        /* Of a brain or a player, with the zero; */
    DW_REPLAY_MISSION_NAME_SIZE = 40 /* and of the file of a mission. */
};

/* How the start tells the seed. */
enum {
    DW_REPLAY_SEED_CLEAR = 0, /* u64 seed. */
    DW_REPLAY_SEED_SEALED = 1 /* DW_REPLAY_SEALED_SIZE bytes; the end has the seed. */
};

/* First byte of a record after the header. */
enum {
    DW_REPLAY_TICK_SAME = 1, /* The intents are those of the tick before. */
    DW_REPLAY_TICK = 2,      /* u16 slots and an intent for each stand before its fields. */
    DW_REPLAY_SLOT = 3,
    DW_REPLAY_BRAIN = 4,
    DW_REPLAY_END = 5,
    DW_REPLAY_PROGRAM = 6 /* u32 size and the bytes follow its fields. */
};

/* In the first byte of an intent: u8 tool | answer << 4 follows; with a tool also u8 heading and u8
 * distance. */
enum { DW_REPLAY_DOES = 128, DW_REPLAY_ANSWER_SHIFT = 4 };

/* X(kind, field, bytes). A NUMBER is little-endian, a TEXT a byte with its length and its bytes, a
 * SEED stands in the clear or sealed. The start: names of brains and players follow it. */
#define DW_REPLAY_START_FIELDS(X)                                                                  \
    X(NUMBER, match, 2)                                                                            \
    X(NUMBER, round, 4)                                                                            \
    X(SEED, seed, 8)                                                                               \
    X(NUMBER, slots, 2)                                                                            \
    X(NUMBER, hash, 8)                                                                             \
    X(NUMBER, guard_count, 1)

/* Of dw_replay_record, by type. */
#define DW_REPLAY_TICK_FIELDS(X)                                                                   \
    X(NUMBER, hash, 4)                                                                             \
    X(NUMBER, chain, 2)

#define DW_REPLAY_SLOT_FIELDS(X)                                                                   \
    X(NUMBER, slot, 1)                                                                             \
    X(NUMBER, state, 1)                                                                            \
    X(TEXT, name, DW_REPLAY_NAME_SIZE)

#define DW_REPLAY_BRAIN_FIELDS(X)                                                                  \
    X(NUMBER, guard, 1)                                                                            \
    X(TEXT, name, DW_REPLAY_NAME_SIZE)

#define DW_REPLAY_PROGRAM_FIELDS(X) X(TEXT, name, DW_REPLAY_NAME_SIZE)

#define DW_REPLAY_END_FIELDS(X)                                                                    \
    X(NUMBER, outcome, 1)                                                                          \
    X(NUMBER, winner, 1)                                                                           \
    X(NUMBER, ticks, 4)                                                                            \
    X(NUMBER, hash_end, 8)                                                                         \
    X(NUMBER, seed, 8)

typedef struct dw_replay_record {
    uint8_t type;        /* DW_REPLAY_TICK, _SLOT, _BRAIN, _PROGRAM or _END. */
    uint8_t slot, state; /* Slot records. */
    uint8_t guard;       /* Brain records. */
    char name[DW_REPLAY_NAME_SIZE];
    const uint8_t *program; /* The file of a brain, within the unpacked bytes. */
    uint32_t program_size;
    dw_intent intents[DW_INTRUDERS_MAX]; /* Ticks: of all slots. */
    uint32_t hash;
    uint16_t chain;
    uint8_t outcome, winner; /* The end. */
    uint32_t ticks;
    uint64_t hash_end;
    uint64_t seed;
} dw_replay_record;

#endif
