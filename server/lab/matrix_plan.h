/* matrix_plan.h - which matches a matrix consists of, and what they are played on.
 * Owns: the maps with their meshes, rulesets, missions and names. A cell is a map or a mission, a
 * number of intruders, a way of guards and a policy of intruders. Every cell plays the same seeds,
 * so that two cells can be compared seed by seed. Cells and matches are numbered: seeds fastest,
 * then policies, guards, numbers of intruders, maps. Everything is checked before the first match.
 */
#ifndef DW_LAB_MATRIX_PLAN_H
#define DW_LAB_MATRIX_PLAN_H

#include "client/bot/policy.h"
#include "server/lab/equilibrium.h"
#include "server/lab/lab_data.h"
#include "server/sim/brain.h"

enum {
    DW_MATRIX_NAMES_MAX = DW_GAME_SIDE_MAX, /* Of each list. */
    DW_MATRIX_SEEDS_MAX = DW_GAME_PAYOFF_MAX,
    DW_MATRIX_MATCHES_MAX = 1000000
};

/* What guards are told to do by one name: that of a strategy (all guards then have the default
 * brain, which follows it), else that of a brain. */
typedef struct dw_matrix_guards {
    char name[DW_NAME_SIZE]; /* A file's without folder and suffix. */
    const dw_brain_kind *brain;
    bool has_strategy; /* Else that of the ruleset. */
    dw_strategy strategy;
} dw_matrix_guards;

/* As on the command line: lists with commas. */
typedef struct dw_matrix_request {
    const char *maps;     /* NULL: `reference`, or none beside missions. */
    const char *missions; /* NULL: none. They stand behind the maps in the plan's list. */
    const char *guards, *intruders, *counts, *seeds;
    const char *ruleset; /* NULL: the kinds as their files say. */
    int64_t ticks_max;
} dw_matrix_request;

typedef struct dw_matrix_plan {
    uint32_t map_count, count_count, guards_count, policy_count;
    dw_brain_library library; /* Brains of `guards`. */
    dw_lab_data maps[DW_MATRIX_NAMES_MAX];
    uint8_t counts[DW_MATRIX_NAMES_MAX]; /* Intruders in a match. */
    dw_matrix_guards guards[DW_MATRIX_NAMES_MAX];
    const dw_policy *policies[DW_MATRIX_NAMES_MAX];
    const char *ruleset; /* As the request names it, or "reference". */
    uint64_t first_seed;
    uint32_t seed_count;
    uint32_t ticks_max;
    uint32_t cell_count, match_count;
} dw_matrix_plan;

typedef struct dw_matrix_cell_key {
    uint32_t map, count, guards, policy; /* Indices in the lists of the plan. */
} dw_matrix_cell_key;

/* On failure nothing is held and the error is complete. The plan points to the request's texts. */
DW_MUST_USE dw_status dw_matrix_plan_create(dw_matrix_plan *plan, const dw_matrix_request *request,
                                            dw_error *error);
void dw_matrix_plan_destroy(dw_matrix_plan *plan);

dw_matrix_cell_key dw_matrix_plan_key(const dw_matrix_plan *plan, uint32_t cell);
uint32_t dw_matrix_plan_cell(const dw_matrix_plan *plan, const dw_matrix_cell_key *key);

/* The map of a cell, with the rules as its guards play by them. A view: the plan owns what is in
 * it, and it is not to be destroyed. */
dw_lab_data dw_matrix_plan_data(const dw_matrix_plan *plan, const dw_matrix_cell_key *key);

/* Heat is kept for each map and way of guards: how many there are, and which one a match adds to.
 */
uint32_t dw_matrix_plan_heats(const dw_matrix_plan *plan);
uint32_t dw_matrix_plan_heat(const dw_matrix_plan *plan, uint32_t match);

/* The name of a map or mission, a file's without its folder. */
const char *dw_matrix_plan_map(const dw_matrix_plan *plan, uint32_t map);

/* Equal when two plans play the same matches under the same numbers: covers maps and rulesets by
 * content, and the bytes of this program. DW_IO: the program cannot be read. */
DW_MUST_USE dw_status dw_matrix_plan_hash(const dw_matrix_plan *plan, uint64_t *hash,
                                          dw_error *error);

#endif
