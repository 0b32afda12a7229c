/* replay_show.h - a recorded round as text: what it was, then a line for each event, radio message
 * and change of a guard's goal, with tick and time.
 * Plays the round twice: the first time says how it ends. Knows no file. */
#ifndef DW_LAB_REPLAY_SHOW_H
#define DW_LAB_REPLAY_SHOW_H

#include "server/session/replay_verify.h"

#include <stdio.h>

typedef struct dw_replay_choice {
    uint32_t from, to; /* Ticks of the round, both included. */
    bool events;       /* What happens to bodies, doors and items. */
    bool orders;       /* Radio messages, and goals with their causes. */
} dw_replay_choice;

/* As dw_replay_verify. With DW_DIFFERS the text ends at the tick that differs; with any other
 * failure nothing is written. */
DW_MUST_USE dw_status dw_replay_show(FILE *out, const dw_replay_choice *choice,
                                     const uint8_t *bytes, size_t size, const dw_replay_key *key,
                                     dw_error *error);

#endif
