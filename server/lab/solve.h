/* solve.h - proves for a seed that the round can be won unseen, if a plan for that is found.
 * The search (unseen_search.h) plans against guards on calm patrols. A plan counts only when a real
 * match ends with it as won, and no guard has had the intruder in sight or touched it. Where guards
 * hear, no guard may have heard it either, not even a noise that leaves a guard calm. A plan that
 * fails there bans the move at which the match and the record of the patrols part, or puts the
 * theft off until no guard misses the objective any more. The search then begins anew.
 * Owns: lattice, record, search and the match of the proof. Cost: see unseen_search.h, and a match
 * for each plan. Not finding a plan proves nothing. */
#ifndef DW_LAB_SOLVE_H
#define DW_LAB_SOLVE_H

#include "server/lab/lab_match.h"
#include "server/lab/unseen_search.h"

typedef struct dw_solve dw_solve;

typedef struct dw_solve_config {
    const dw_lab_data *data; /* With its mesh. */
    uint32_t states_max;     /* For each seed. */
    uint32_t ticks_max;
    const dw_replay_recording *recording; /* Of the matches of proof; NULL: not recorded. */
    /* Called now and then; false ends the search. May be NULL. */
    bool (*go_on)(void *context, uint32_t states, uint32_t tick);
    void *context;
} dw_solve_config;

typedef struct dw_solve_result {
    bool found;
    bool stopped;              /* By go_on. */
    uint32_t states;           /* Of all searches of this seed. */
    uint32_t refuted;          /* Plans that failed in a match. */
    bool exhausted;            /* No state was left to go on from, before states_max. */
    dw_unseen_reach reach;     /* Of the last search: */
    uint16_t busiest;          /* the guard that was in its way most often, or DW_NONE. */
    uint16_t slow_room;        /* Where it begins no move of the lattice fits the floor; DW_NONE. */
    uint32_t ticks;            /* Length of the match that is won. */
    const uint16_t *rooms;     /* Where the intruder was after tick i + 1. Until the next run. */
    const dw_lab_script *plan; /* What it did. Until the next run. */
} dw_solve_result;

DW_MUST_USE dw_status dw_solve_create(dw_solve **out, const dw_solve_config *config,
                                      dw_error *error);
void dw_solve_destroy(dw_solve *solve);

void dw_solve_run(dw_solve *solve, uint64_t seed, dw_solve_result *result);

#endif
