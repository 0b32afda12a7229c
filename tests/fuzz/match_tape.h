/* match_tape.h - records the rounds of a match in the house and plays the first one that was
 * recorded whole again: it costs ten times a script. What does not play again to the same hashes
 * ends the program. Owns: the bytes of one replay, the packer, the prefix. */
#ifndef DW_TESTS_FUZZ_MATCH_TAPE_H
#define DW_TESTS_FUZZ_MATCH_TAPE_H

#include "server/session/match.h"

enum { DW_MATCH_TAPE_BYTES = 1 << 20 };

typedef struct dw_match_tape {
    const dw_match *match; /* Set by the owner once there is one. */
    bool played;
    size_t disk_bytes; /* Behind this the disk is full. */
    dw_arena packer_arena;
    dw_replay_recording recording;
    size_t used;
    uint8_t bytes[DW_MATCH_TAPE_BYTES];
} dw_match_tape;

/* An empty tape; zeroed memory or one that was opened before. `mission`: the rounds are about that
 * of the house. */
void dw_match_tape_open(dw_match_tape *tape, const dw_ruleset *rules, bool mission,
                        size_t disk_bytes);

const dw_replay_recording *dw_match_tape_recording(const dw_match_tape *tape);

#endif
