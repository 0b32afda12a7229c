/* Cells, pairs and games of a matrix whose rows are made up, against counting by hand. */
#include "common/base/fixed.h"
#include "common/base/rng.h"
#include "common/world/state.h"
#include "server/lab/matrix_replays.h"
#include "server/lab/matrix_results.h"
#include "tests/support/test.h"

#include <string.h>

enum { SEEDS = 40, GUARDS = 3, POLICIES = 2, COUNTS = 2, MAPS = 2 };
enum { CELLS = MAPS * COUNTS * GUARDS * POLICIES, MATCHES = CELLS * SEEDS };

static dw_matrix_plan plan;
static dw_matrix_row rows[MATCHES];

static int set_up(void **state)
{
    (void)state;
    plan = (dw_matrix_plan){
        .map_count = MAPS,
        .count_count = COUNTS,
        .guards_count = GUARDS,
        .policy_count = POLICIES,
        .seed_count = SEEDS,
        .cell_count = CELLS,
        .match_count = MATCHES,
    };
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (uint32_t match = 0; match < MATCHES; match++) {
        dw_match_row *row = &rows[match].match;
        rows[match].done = true;
        row->outcome = DW_OUTCOME_WON + dw_rng_below(&rng, 3);
        row->first_detection_tick =
            dw_rng_below(&rng, 3) == 0 ? 0 : 1 + dw_rng_below(&rng, 250 * DW_TICKS_PER_SECOND);
        row->first_detection_tick =
            match == 0 ? 20 * DW_TICKS_PER_SECOND : row->first_detection_tick;
        row->ticks = dw_rng_below(&rng, 10000);
        dw_match_row_add_chase(row, dw_rng_below(&rng, 5000));
    }
    return 0;
}

static dw_matrix_results made(void)
{
    dw_matrix_results results;
    assert_int_equal(dw_matrix_results_create(&results, &plan, rows), DW_OK);
    return results;
}

/* Orders to go do not count, and an order that arrived has no end by that. */
static void orders_work_by_a_sighting_or_a_turn_after_the_arrival(void **state)
{
    (void)state;
    dw_match_row row = {.orders_intercept = 10,
                        .orders_intercept_arrived = 7,
                        .orders_intercept_seen = 2,
                        .orders_intercept_turned = 1,
                        .orders_intercept_met = 3,
                        .orders_wait = 4,
                        .orders_wait_seen = 1,
                        .orders_go = 100,
                        .orders_go_seen = 50,
                        .search_ticks = 600,
                        .search_ticks_again = 30};
    dw_matrix_cell cell;
    memcpy(cell.sums, &row, sizeof row);
    const dw_team_figures team = dw_matrix_team(&cell);
    assert_int_equal(team.ends[DW_ORDER_GIVEN], 14);
    assert_int_equal(team.ends[DW_ORDER_ARRIVED], 7);
    assert_int_equal(team.ends[DW_ORDER_MET], 3);
    assert_int_equal(team.worked, 4);
    assert_true(dw_percent(team.search_ticks_again, team.search_ticks) == 5);
    assert_true(dw_percent(0, 0) == 0);
}

/* Cell 2 has the second guards; cell 0 the first ones on the same seeds. */
static void the_longest_and_the_shortest_matches_that_differ_tell_most(void **state)
{
    (void)state;
    enum { CELL = POLICIES, TOLD = 5 };
    static dw_matrix_row own[MATCHES];
    for (uint32_t match = 0; match < MATCHES; match++) {
        own[match].done = true;
        own[match].match.outcome = DW_OUTCOME_LOST;
        own[match].match.ticks = 500;
    }
    static const uint32_t ticks[TOLD] = {300, 700, 100, 700, 200};
    for (uint32_t i = 0; i < TOLD; i++) {
        dw_match_row *row = &own[CELL * SEEDS + 3 * i].match;
        row->ticks = ticks[i];
        own[(i % 2 == 0 ? CELL * SEEDS : 0u) + 3 * i].match.outcome = DW_OUTCOME_WON;
    }
    own[CELL * SEEDS + 1].match.outcome = DW_OUTCOME_TIMEOUT; /* Counts for the guards too. */
    own[CELL * SEEDS + 1].match.ticks = 9000;
    dw_matrix_results results;
    assert_int_equal(dw_matrix_results_create(&results, &plan, own), DW_OK);
    uint32_t seeds[DW_MATRIX_REPLAYS_MAX];
    assert_int_equal(dw_matrix_telling(&results, CELL, seeds), 0);
    results.replays = 3;
    static const uint32_t wanted[TOLD] = {3, 6, 9, 12, 0}; /* Of two that are equal the first. */
    assert_int_equal(dw_matrix_telling(&results, CELL, seeds), 3);
    assert_memory_equal(seeds, wanted, 3 * sizeof seeds[0]);
    results.replays = 20;
    assert_int_equal(dw_matrix_telling(&results, CELL, seeds), TOLD);
    assert_memory_equal(seeds, wanted, sizeof wanted);
    assert_int_equal(dw_matrix_telling(&results, 0, seeds), 0); /* Nothing to compare with. */
    dw_matrix_results_destroy(&results);
}

static void numbers_of_cells_and_their_parts_are_each_others_inverse(void **state)
{
    (void)state;
    uint32_t cell = 0;
    for (uint32_t m = 0; m < MAPS; m++) {
        for (uint32_t c = 0; c < COUNTS; c++) {
            for (uint32_t g = 0; g < GUARDS; g++) {
                for (uint32_t p = 0; p < POLICIES; p++, cell++) {
                    const dw_matrix_cell_key key = {m, c, g, p};
                    assert_int_equal(dw_matrix_plan_cell(&plan, &key), cell);
                    const dw_matrix_cell_key same = dw_matrix_plan_key(&plan, cell);
                    assert_memory_equal(&same, &key, sizeof key);
                }
            }
        }
    }
}

static void a_cell_sums_up_its_own_matches(void **state)
{
    (void)state;
    dw_matrix_results results = made();
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        const dw_matrix_cell *it = &results.cells[cell];
        uint32_t won = 0;
        uint32_t timeouts = 0;
        uint32_t never = 0;
        uint32_t within_20_s = 0;
        uint64_t ticks = 0;
        for (uint32_t match = cell * SEEDS; match < (cell + 1) * SEEDS; match++) {
            const dw_match_row *row = &rows[match].match;
            won += row->outcome == DW_OUTCOME_WON;
            timeouts += row->outcome == DW_OUTCOME_TIMEOUT;
            never += row->first_detection_tick == 0;
            within_20_s += row->first_detection_tick > 0 && row->first_detection_tick <= 1200;
            ticks += row->ticks;
        }
        assert_int_equal(it->won, won);
        assert_int_equal(it->timeouts, timeouts);
        assert_int_equal(it->won + it->lost + it->timeouts, SEEDS);
        assert_int_equal(it->detections[DW_DETECTION_BINS - 1], never);
        assert_int_equal(it->detections[0] + it->detections[1] + it->detections[2], within_20_s);
        uint64_t detections = 0;
        uint64_t chases = 0;
        for (uint32_t bin = 0; bin < DW_DETECTION_BINS; bin++) {
            detections += it->detections[bin];
        }
        for (uint32_t bin = 0; bin < DW_MATCH_CHASE_BINS; bin++) {
            chases += it->chases[bin];
        }
        assert_int_equal(detections, SEEDS);
        assert_int_equal(chases, SEEDS);
        for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
            if (dw_match_row_numbers(&rows[0].match) + i == &rows[0].match.ticks) {
                assert_int_equal(it->sums[i], ticks);
            }
        }
    }
    dw_matrix_results_destroy(&results);
}

static void a_time_out_counts_for_the_guards_in_pairs_and_games(void **state)
{
    (void)state;
    dw_matrix_results results = made();
    for (uint32_t first = 0; first < CELLS; first++) {
        for (uint32_t second = 0; second < CELLS; second++) {
            uint32_t only_first = 0;
            uint32_t only_second = 0;
            for (uint32_t seed = 0; seed < SEEDS; seed++) {
                const bool one = rows[first * SEEDS + seed].match.outcome == DW_OUTCOME_WON;
                const bool other = rows[second * SEEDS + seed].match.outcome == DW_OUTCOME_WON;
                only_first += one && !other;
                only_second += other && !one;
            }
            const dw_pairs intruders =
                dw_matrix_pairs(&results, first, second, DW_MATRIX_INTRUDERS);
            const dw_pairs guards = dw_matrix_pairs(&results, first, second, DW_MATRIX_GUARDS);
            assert_int_equal(intruders.total, SEEDS);
            assert_int_equal(intruders.first_only, only_first);
            assert_int_equal(intruders.second_only, only_second);
            /* What intruders win alone in one cell, guards win alone in the other. */
            assert_int_equal(guards.first_only, only_second);
            assert_int_equal(guards.second_only, only_first);
        }
    }
    for (uint32_t m = 0; m < MAPS; m++) {
        for (uint32_t c = 0; c < COUNTS; c++) {
            const dw_game game = dw_matrix_game(&results, m, c);
            assert_true(game.rows == GUARDS && game.columns == POLICIES);
            assert_true(dw_game_is_constant_sum(&game));
            for (uint32_t g = 0; g < GUARDS; g++) {
                for (uint32_t p = 0; p < POLICIES; p++) {
                    const dw_matrix_cell_key key = {m, c, g, p};
                    const dw_matrix_cell *cell = &results.cells[dw_matrix_plan_cell(&plan, &key)];
                    assert_int_equal(game.column_payoffs[g][p], cell->won);
                    assert_int_equal(game.row_payoffs[g][p], cell->lost + cell->timeouts);
                }
            }
        }
    }
    dw_matrix_results_destroy(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_and_the_shortest_matches_that_differ_tell_most),
        cmocka_unit_test(orders_work_by_a_sighting_or_a_turn_after_the_arrival),
        cmocka_unit_test(numbers_of_cells_and_their_parts_are_each_others_inverse),
        cmocka_unit_test(a_cell_sums_up_its_own_matches),
        cmocka_unit_test(a_time_out_counts_for_the_guards_in_pairs_and_games),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
