#include "server/lab/matrix_results.h"

#include "common/base/check.h"
#include "common/base/fixed.h"
#include "common/world/state.h"

#include <stddef.h>
#include <stdlib.h>

#define BIN_TICKS(seconds) (seconds) * DW_TICKS_PER_SECOND,
static const uint32_t detection_ticks[] = {DW_DETECTION_SECONDS(BIN_TICKS)};
#undef BIN_TICKS

enum { LATER = sizeof detection_ticks / sizeof detection_ticks[0], NEVER };
_Static_assert(NEVER + 1 == DW_DETECTION_BINS,
               "a bin for each second of the list, later and never");

static uint32_t detection_bin(uint64_t first_tick)
{
    if (first_tick == 0) {
        return NEVER;
    }
    uint32_t bin = 0;
    while (bin < LATER && first_tick > detection_ticks[bin]) {
        bin++;
    }
    return bin;
}

static void add_row(dw_matrix_cell *cell, const dw_match_row *row)
{
    cell->won += row->outcome == DW_OUTCOME_WON;
    cell->lost += row->outcome == DW_OUTCOME_LOST;
    cell->timeouts += row->outcome == DW_OUTCOME_TIMEOUT;
    cell->detections[detection_bin(row->first_detection_tick)]++;
    const uint64_t *chases = dw_match_row_chases(row);
    for (uint32_t bin = 0; bin < DW_MATCH_CHASE_BINS; bin++) {
        cell->chases[bin] += chases[bin];
    }
    const uint64_t *numbers = dw_match_row_numbers(row);
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        cell->sums[i] += dw_match_columns[i].kind == DW_MATCH_COLUMN_NUMBER ? numbers[i] : 0;
    }
}

dw_status dw_matrix_results_create(dw_matrix_results *results, const dw_matrix_plan *plan,
                                   const dw_matrix_row *rows)
{
    dw_matrix_cell *cells = calloc(plan->cell_count, sizeof *cells);
    if (cells == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t match = 0; match < plan->match_count; match++) {
        DW_CHECK(rows[match].done);
        add_row(&cells[match / plan->seed_count], &rows[match].match);
    }
    *results = (dw_matrix_results){.plan = plan, .rows = rows, .cells = cells};
    return DW_OK;
}

void dw_matrix_results_destroy(dw_matrix_results *results)
{
    free(results->cells);
    results->cells = NULL;
}

double dw_percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

dw_team_figures dw_matrix_team(const dw_matrix_cell *cell)
{
#define AT(column) (offsetof(dw_match_row, column) / sizeof(uint64_t))
    dw_team_figures team = {
        .search_ticks = cell->sums[AT(search_ticks)],
        .search_ticks_again = cell->sums[AT(search_ticks_again)],
    };
    for (uint32_t end = 0; end < DW_ORDER_END_COUNT; end++) {
        team.ends[end] = cell->sums[AT(orders_intercept) + end] + cell->sums[AT(orders_wait) + end];
    }
#undef AT
    team.worked = team.ends[DW_ORDER_SEEN] + team.ends[DW_ORDER_TURNED];
    return team;
}

static bool wins(const dw_matrix_row *row, dw_matrix_side side)
{
    return (row->match.outcome == DW_OUTCOME_WON) == (side == DW_MATRIX_INTRUDERS);
}

dw_pairs dw_matrix_pairs(const dw_matrix_results *results, uint32_t first, uint32_t second,
                         dw_matrix_side side)
{
    const uint32_t seeds = results->plan->seed_count;
    dw_pairs pairs = {.total = seeds};
    for (uint32_t seed = 0; seed < seeds; seed++) {
        const bool one = wins(&results->rows[first * seeds + seed], side);
        const bool other = wins(&results->rows[second * seeds + seed], side);
        pairs.first_only += one && !other;
        pairs.second_only += other && !one;
    }
    return pairs;
}

dw_game dw_matrix_game(const dw_matrix_results *results, uint32_t map, uint32_t count)
{
    const dw_matrix_plan *plan = results->plan;
    dw_game game = {.rows = plan->guards_count, .columns = plan->policy_count};
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        for (uint32_t p = 0; p < plan->policy_count; p++) {
            const dw_matrix_cell_key key = {map, count, g, p};
            const uint32_t won = results->cells[dw_matrix_plan_cell(plan, &key)].won;
            game.column_payoffs[g][p] = (int32_t)won;
            game.row_payoffs[g][p] = (int32_t)(plan->seed_count - won);
        }
    }
    return game;
}
