/* replay_writer.h - records one round as the bytes of a .dwr file (REPLAY.md). Owns: the block that
 * is being filled. Does not know: files; bytes leave through an output that the host or the lab
 * gives. A replay stands alone: map, ruleset, brains, seed, players, every intent that was applied,
 * and a hash for each tick. With a key the seed is sealed until the end. Cost: about 7 bytes a
 * tick, packed each second (20 us) and written, so that a killed server loses no more; nothing is
 * allocated during a round. One packer serves all matches of a thread. */
#ifndef DW_SESSION_REPLAY_WRITER_H
#define DW_SESSION_REPLAY_WRITER_H

#include "common/base/arena.h"
#include "common/world/movement.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "protocol/protocol.h"
#include "protocol/replay/replay_format.h"
#include "protocol/replay/replay_seal.h"
#include "server/mind/data/data_brain.h"

typedef struct dw_replay_packer dw_replay_packer; /* The compressor and its scratch. */

/* Where the bytes go. `begin` or `write` may return false (the disk is full): the round is then not
 * recorded any further. `end` closes each file that began; with `complete` false it is not kept. */
typedef struct dw_replay_output {
    void *context;
    bool (*begin)(void *context, uint16_t match, uint32_t round);
    bool (*write)(void *context, uint16_t match, const uint8_t *bytes, size_t size);
    void (*end)(void *context, uint16_t match, bool complete);
} dw_replay_output;

/* What all recording matches share. */
typedef struct dw_replay_recording {
    dw_replay_output output;
    dw_replay_packer *packer;
    const uint8_t *prefix; /* Packed: map, ruleset and mission, the same in every round. */
    size_t prefix_size;
    /* Seals the seed until the round is over; NULL: it stands in the clear from the start. */
    const dw_replay_key *key;
    void (*random)(void *context, uint8_t *bytes, size_t size); /* For nonces, with a key. */
    void *random_context;
    uint32_t aborted_ticks_min; /* An aborted round of fewer ticks is not kept. */
} dw_replay_recording;

DW_MUST_USE dw_status dw_replay_packer_create(dw_replay_packer **out, dw_arena *arena);
size_t dw_replay_packer_bytes(void); /* Of arena that it needs. */

/* The file of a mission, and the name that it has, such as "museum-star". */
typedef struct dw_replay_mission {
    const char *name;
    const uint8_t *bytes;
    size_t size;
    bool asks; /* A conversation of it ends in a question. */
} dw_replay_mission;

/* The beginning of every file about this map file, ruleset and mission (NULL: a heist). From the
 * heap: the caller frees. */
DW_MUST_USE dw_status dw_replay_prefix_create(uint8_t **out, size_t *size, const char *map_name,
                                              const uint8_t *map_bytes, size_t map_size,
                                              const dw_ruleset *rules,
                                              const dw_replay_mission *mission);

/* What a round begins with. */
typedef struct dw_replay_start {
    uint16_t match;
    uint32_t round;
    uint64_t seed;
    uint32_t slots; /* Bit s: somebody stands at spawn s. */
    uint64_t hash;  /* Of the state before the first tick. */
    uint16_t guard_count;
    const char *brains[DW_GUARDS_MAX];
    const dw_brain_kind *kinds[DW_GUARDS_MAX]; /* NULL: a brain in C. */
    const char *names[DW_INTRUDERS_MAX];       /* Of the slots in `slots`. */
} dw_replay_start;

enum { DW_REPLAY_PROGRAMS_MAX = 16 }; /* Further ones are written again at each use. */

typedef struct dw_replay_writer {
    const dw_replay_recording *recording; /* NULL: nothing is recorded. */
    bool active;
    uint16_t match;
    uint32_t tick;
    uint64_t seed;  /* Written at the end. */
    uint64_t hash;  /* As of that tick. */
    uint64_t raw;   /* Unpacked bytes so far. */
    bool full;      /* No reader would take more: the rest of the round is left out. */
    uint64_t chain; /* Of all intents so far. */
    dw_intent last[DW_INTRUDERS_MAX];
    uint32_t program_count; /* Brains out of files that stand in the file already. */
    const dw_brain_kind *programs[DW_REPLAY_PROGRAMS_MAX];
    uint32_t used;
    uint8_t block[DW_REPLAY_BLOCK_BYTES];
} dw_replay_writer;

void dw_replay_writer_init(dw_replay_writer *writer, const dw_replay_recording *recording);

/* Each does nothing unless a round is being recorded. */
void dw_replay_writer_begin(dw_replay_writer *writer, const dw_replay_start *start);
void dw_replay_writer_tick(dw_replay_writer *writer, const dw_intent *intents, uint64_t hash);
void dw_replay_writer_slot(dw_replay_writer *writer, uint8_t slot, uint8_t state, const char *name);
void dw_replay_writer_brain(dw_replay_writer *writer, uint16_t guard, const dw_brain_kind *kind);
void dw_replay_writer_end(dw_replay_writer *writer, uint8_t outcome, uint8_t winner, uint64_t hash);

/* The chain that tells changed intents from a world that went another way. */
uint64_t dw_replay_chain(uint64_t chain, const dw_intent *intents);

#endif
