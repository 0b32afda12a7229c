/* mind_text.h - what goes on in guards in words, apart from its drawing, so that tests can read it.
 * Pure. */
#ifndef DW_VIEW_MIND_TEXT_H
#define DW_VIEW_MIND_TEXT_H

#include "client/core/client.h"

enum { DW_MIND_TEXT = 160 };

/* The guard's sentence with the player's name where he says "intruder 2". */
void dw_mind_sentence(char out[DW_MIND_TEXT], const char *sentence, const dw_round *round);

/* "Lost sight of somebody, 4 s ago", "Was told by guard 2, 1 s ago". */
void dw_mind_because(char out[DW_MIND_TEXT], const dw_mind_view *mind, uint32_t tick);

/* "saw him 3 s ago, North corridor", "told by guard 2 8 s ago, Study", "sees him, Hall". */
void dw_mind_belief(char out[DW_MIND_TEXT], const dw_mind_intruder *row, const dw_map *map,
                    uint32_t tick);

/* "now", "3 s", "2 min": how old news is. */
void dw_mind_age(char out[DW_MIND_TEXT], uint32_t then, uint32_t tick);

/* "Great hall: bot-0001!" "Study is clear." "I come through Hall" "I search Study" "got
 * bot-0001" */
void dw_mind_call_text(char out[DW_MIND_TEXT], const dw_mind_call *call, const dw_map *map,
                       const dw_round *round);

/* "Study 5 of 8, then Library, Hall"; "" while nothing is searched. */
void dw_mind_search_text(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_map *map);

/* Pieces of the room at hand that he has looked behind. */
uint32_t dw_mind_pieces_done(const dw_mind_view *mind);

#endif
