/* replay_format.h - the numbers of a replay file; REPLAY.md is the standard. Private to the writer,
 * the reader and their tests. */
#ifndef DW_SESSION_REPLAY_FORMAT_H
#define DW_SESSION_REPLAY_FORMAT_H

#include <stdint.h>

#define DW_REPLAY_MAGIC "DWREPLAY"

enum {
    DW_REPLAY_MAGIC_SIZE = 8,
    DW_REPLAY_VERSION = 2,
    DW_REPLAY_BLOCK_BYTES = 8 * 1024,   /* Raw bytes that become one frame. */
    DW_REPLAY_RAW_BYTES_MAX = 64 << 20, /* A day and a half of playing. */
    DW_REPLAY_WRITTEN_BYTES_MAX = DW_REPLAY_RAW_BYTES_MAX - (64 << 10), /* Readers want a margin. */
    DW_REPLAY_FILE_BYTES_MAX = 64 << 20,
    DW_REPLAY_WINDOW_LOG_MAX = 23
};

/* How the start tells the seed. */
enum {
    DW_REPLAY_SEED_CLEAR = 0, /* u64 seed. */
    DW_REPLAY_SEED_SEALED = 1 /* DW_REPLAY_SEALED_SIZE bytes; the end has the seed. */
};

/* First byte of a record after the header. */
enum {
    DW_REPLAY_TICK_SAME = 1, /* u32 hash, u16 chain: everybody goes on as before. */
    DW_REPLAY_TICK = 2,      /* u16 slots, u8 intent for each, u32 hash, u16 chain. */
    DW_REPLAY_SLOT = 3,      /* u8 slot, u8 state, text name. */
    DW_REPLAY_BRAIN = 4,     /* u8 guard, text name. */
    DW_REPLAY_END = 5        /* u8 outcome, u8 winner, u32 ticks, u64 hash, u64 seed. */
};

#endif
