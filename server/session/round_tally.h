/* round_tally.h - the figures of one round, counted from the events of its ticks. A host keeps them
 * as a row (round_report.h), and the lab has the same columns in its rows of matches.
 * Owns: the list of the figures and the chases that are on. server/lab/match_row.h says what each
 * figure means. A chase is one of the team: it begins when a first guard detects an intruder and
 * ends when no guard has it detected any more, when it is caught, or with the round.
 * Pure. Cost: a few instructions an event; 0.3 KB. */
#ifndef DW_SESSION_ROUND_TALLY_H
#define DW_SESSION_ROUND_TALLY_H

#include "server/sim/sim.h"

#define DW_ROUND_FIGURES(X)                                                                        \
    X(first_detection_tick)                                                                        \
    X(first_taken_tick)                                                                            \
    X(first_caught_tick)                                                                           \
    X(delivered)                                                                                   \
    X(sightings)                                                                                   \
    X(detections)                                                                                  \
    X(touches)                                                                                     \
    X(chases)                                                                                      \
    X(chase_ticks_longest)                                                                         \
    X(detected_ticks)                                                                              \
    X(losses)                                                                                      \
    X(regained)                                                                                    \
    X(caught)                                                                                      \
    X(taken)                                                                                       \
    X(dropped)                                                                                     \
    X(handed)                                                                                      \
    X(doors_by_guards)                                                                             \
    X(doors_by_intruders)                                                                          \
    X(messages_said)                                                                               \
    X(messages_lost)                                                                               \
    X(hearers_missed)                                                                              \
    X(events_dropped)

#define DW_ROUND_FIGURE_MEMBER(name) uint32_t name;
typedef struct dw_round_figures {
    DW_ROUND_FIGURES(DW_ROUND_FIGURE_MEMBER)
} dw_round_figures;
#undef DW_ROUND_FIGURE_MEMBER

enum { DW_ROUND_FIGURE_COUNT = sizeof(dw_round_figures) / sizeof(uint32_t) };

/* What is known of one intruder. */
typedef struct dw_tallied_intruder {
    uint64_t detecting;  /* Bit g: guard g has it detected. */
    uint32_t chase_tick; /* Since when at least one has. */
    uint32_t lost_tick;  /* When the last chase was lost; 0: no chase was lost yet. */
} dw_tallied_intruder;

/* Begins as zeros. */
typedef struct dw_round_tally {
    dw_round_figures figures;
    uint32_t ended_chase_ticks; /* Length of the chase that ended last. */
    dw_tallied_intruder intruders[DW_INTRUDERS_MAX];
} dw_round_tally;

/* Counts an event of that tick of the round. True when it has ended a chase, whose length is then
 * `ended_chase_ticks`. */
bool dw_round_tally_take(dw_round_tally *tally, const dw_sim_event *event, uint32_t tick);

/* The round is over. True when a chase of that intruder was on and ends with it. */
bool dw_round_tally_end_chase(dw_round_tally *tally, uint32_t slot, uint32_t tick);

/* Ends all chases, and takes what the simulation has counted by itself: items and radio. */
void dw_round_tally_finish(dw_round_tally *tally, const dw_sim *sim);

/* The figures in the order of the list, and their names. */
const uint32_t *dw_round_figures_numbers(const dw_round_figures *figures);
const char *dw_round_figure_name(uint32_t index);

#endif
