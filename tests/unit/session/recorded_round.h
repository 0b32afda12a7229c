/* recorded_round.h - a round on the reference map, recorded into memory: four players at random,
 * guards of three kinds after them, one that drops and comes back, one that leaves, one that joins
 * late, and brains that change. The match is there afterwards, to compare with. */
#ifndef DW_TESTS_SESSION_RECORDED_ROUND_H
#define DW_TESTS_SESSION_RECORDED_ROUND_H

#include "match_box.h"
#include "server/session/replay_writer.h"

enum { RECORDED_BRAIN_CHANGES = 4 };

typedef struct recorded_tape {
    uint8_t bytes[1 << 20];
    size_t size;
    uint32_t begun, whole, broken;
    size_t room; /* The disk is full behind this. */
} recorded_tape;

typedef struct recorded_round {
    recorded_tape tape;
    dw_match_box box;
    dw_replay_recording recording;
    uint8_t *prefix;
    const dw_brain_kind *home; /* Of guards that stay on their patrols; NULL: one in C. */
    const dw_replay_key *seal; /* What rounds are recorded with; NULL: seeds are in the clear. */
} recorded_round;

extern const dw_replay_key recorded_round_key;

/* An empty tape with all its room. */
void recorded_round_begin(recorded_round *made, const dw_replay_key *seal);

/* Plays for that many ticks; the round is still on. */
void recorded_round_play(recorded_round *made, uint32_t ticks);
void recorded_round_free(recorded_round *made);

#endif
