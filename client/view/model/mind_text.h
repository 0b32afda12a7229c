/* mind_text.h - the guards' minds in words, apart from their drawing, so that tests can read them.
 * Pure. */
#ifndef DW_VIEW_MIND_TEXT_H
#define DW_VIEW_MIND_TEXT_H

#include "client/core/client.h"
#include "client/view/model/contracts.h"
#include "client/view/model/intruder_name.h"
#include "client/view/texts/say.h"

enum { DW_MIND_TEXT = 160 };

/* The name of a goal, or of what a guard does meanwhile, in the language that is on; one that is
 * not known stays as the server has it. */
const char *dw_mind_goal(const char *goal);

/* The guard's sentence with the intruder's name in place of "intruder 2". */
void dw_mind_sentence(char out[DW_MIND_TEXT], const char *sentence, const dw_intruder_names *names);

/* Under a guard's goal: "Waits for a doorway. Chases Ada in Hall."; without what delays the guard,
 * its sentence alone. */
void dw_mind_row(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_intruder_names *names);

/* "Lost sight of somebody, 4 s ago", "Was told by guard 2, 1 s ago". */
void dw_mind_because(char out[DW_MIND_TEXT], const dw_mind_view *mind, uint32_t tick);

/* "seen 3 s ago, North corridor", "told by guard 2 8 s ago, Study", "in sight, Hall". */
void dw_mind_belief(char out[DW_MIND_TEXT], const dw_mind_intruder *row, const dw_map *map,
                    uint32_t tick);

/* "now", "3 s", "2 min": the time since `then`. */
void dw_mind_age(char out[DW_MIND_TEXT], uint32_t then, uint32_t tick);

/* "bot-0001 in Great hall!" "Study is clear" "I cover door Hall / Study" "I search Study"
 * "got bot-0001" "who goes to Study?"; `names` have a map. */
void dw_mind_call_text(char out[DW_MIND_TEXT], const dw_mind_call *call,
                       const dw_intruder_names *names);

/* "0:42  search: Lost sight of somebody". `began` is the tick at which the round began. */
void dw_mind_decision(char out[DW_MIND_TEXT], const dw_goal_change *change, uint32_t began);

/* "Strategy: team" */
void dw_mind_strategy(char out[DW_MIND_TEXT], const dw_mind_view *mind);

/* "door Hall / Study: guard 2" */
void dw_mind_contract(char out[DW_MIND_TEXT], const dw_contract *contract, const dw_map *map);

/* An offer, a bid or a refusal: every guard gives one to the same call. */
bool dw_mind_call_is_bid(const dw_mind_call *call);

/* "noise of 42 dB, 3 s": how loud it was at the guard's ears, and since when. */
void dw_mind_noise_text(char out[DW_MIND_TEXT], const dw_mind_noise *noise, uint32_t tick);

/* "Study 5 of 8, then Library, Hall"; "" while nothing is searched. */
void dw_mind_search_text(char out[DW_MIND_TEXT], const dw_mind_view *mind, const dw_map *map);

/* Pieces of furniture in the searched room that the guard has checked. */
uint32_t dw_mind_pieces_done(const dw_mind_view *mind);

#endif
