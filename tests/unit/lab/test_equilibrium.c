/* Games whose equilibria are known, and random ones whose equilibria are checked in fractions. */
#include "common/base/rng.h"
#include "server/lab/equilibrium.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static dw_game zero_sum(uint32_t rows, uint32_t columns, const int32_t *payoffs)
{
    dw_game game = {.rows = rows, .columns = columns};
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            game.row_payoffs[r][c] = payoffs[r * columns + c];
            game.column_payoffs[r][c] = -payoffs[r * columns + c];
        }
    }
    return game;
}

static dw_game two_sided(uint32_t rows, uint32_t columns, const int32_t *row, const int32_t *column)
{
    dw_game game = zero_sum(rows, columns, row);
    for (uint32_t r = 0; r < rows; r++) {
        memcpy(game.column_payoffs[r], column + (size_t)r * columns, columns * sizeof *column);
    }
    return game;
}

static dw_equilibrium solved(const dw_game *game)
{
    dw_equilibrium found;
    assert_int_equal(dw_game_solve(game, &found), DW_OK);
    return found;
}

static bool reads(dw_fraction fraction, const char *wanted)
{
    char text[DW_FRACTION_TEXT_SIZE];
    dw_fraction_text(fraction, text);
    return strcmp(text, wanted) == 0;
}

static uint32_t nash_cells(const dw_game *game)
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < game->rows; r++) {
        for (uint32_t c = 0; c < game->columns; c++) {
            count += dw_game_is_nash(game, r, c);
        }
    }
    return count;
}

static void rock_paper_scissors_is_played_by_thirds(void **state)
{
    (void)state;
    const int32_t payoffs[] = {0, -1, 1, 1, 0, -1, -1, 1, 0};
    const dw_game game = zero_sum(3, 3, payoffs);
    const dw_equilibrium found = solved(&game);
    for (int i = 0; i < 3; i++) {
        assert_true(reads(found.row_shares[i], "1/3"));
        assert_true(reads(found.column_shares[i], "1/3"));
    }
    assert_true(reads(found.row_value, "0") && reads(found.column_value, "0"));
    assert_int_equal(nash_cells(&game), 0);
    assert_true(dw_game_is_constant_sum(&game) && dw_game_is_pareto(&game, 1, 2));
}

static void matching_pennies_are_tossed(void **state)
{
    (void)state;
    const int32_t payoffs[] = {1, -1, -1, 1};
    const dw_game game = zero_sum(2, 2, payoffs);
    const dw_equilibrium found = solved(&game);
    assert_true(reads(found.row_shares[0], "1/2") && reads(found.row_shares[1], "1/2"));
    assert_true(reads(found.column_shares[0], "1/2") && reads(found.column_shares[1], "1/2"));
    assert_true(reads(found.row_value, "0"));
    assert_int_equal(nash_cells(&game), 0);
}

/* Row 0 and column 0 swerve. */
static void in_chicken_one_swerves_or_both_dare_one_time_in_ten(void **state)
{
    (void)state;
    const int32_t row[] = {0, -1, 1, -10};
    const int32_t column[] = {0, 1, -1, -10};
    const dw_game game = two_sided(2, 2, row, column);
    assert_false(dw_game_is_constant_sum(&game));
    assert_int_equal(nash_cells(&game), 2);
    assert_true(dw_game_is_nash(&game, 0, 1) && dw_game_is_nash(&game, 1, 0));
    assert_true(dw_game_is_pareto(&game, 0, 0) && dw_game_is_pareto(&game, 0, 1));
    assert_true(dw_game_is_pareto(&game, 1, 0) && !dw_game_is_pareto(&game, 1, 1));
    const dw_equilibrium found = solved(&game);
    assert_true(reads(found.row_shares[0], "9/10") && reads(found.row_shares[1], "1/10"));
    assert_true(reads(found.column_shares[0], "9/10") && reads(found.column_shares[1], "1/10"));
    assert_true(reads(found.row_value, "-1/10") && reads(found.column_value, "-1/10"));
}

/* B. von Stengel, "Equilibrium computation for two-player games in strategic and extensive form",
 * in "Algorithmic game theory" (2007), example (3.3): three equilibria, of which one is pure. */
static void the_three_by_two_game_of_the_textbook_has_its_mixed_equilibrium(void **state)
{
    (void)state;
    const int32_t row[] = {3, 3, 2, 5, 0, 6};
    const int32_t column[] = {3, 2, 2, 6, 3, 1};
    const dw_game game = two_sided(3, 2, row, column);
    assert_int_equal(nash_cells(&game), 1);
    assert_true(dw_game_is_nash(&game, 0, 0));
    const dw_equilibrium found = solved(&game);
    const bool upper = reads(found.row_shares[0], "4/5") && reads(found.row_shares[1], "1/5") &&
                       reads(found.column_shares[0], "2/3");
    const bool lower = reads(found.row_shares[1], "1/3") && reads(found.row_shares[2], "2/3") &&
                       reads(found.column_shares[0], "1/3");
    assert_true(upper || lower);
}

static void a_dominant_pair_is_the_pure_equilibrium(void **state)
{
    (void)state;
    const int32_t row[] = {-1, -9, 0, -6}; /* The prisoners' dilemma. */
    const int32_t column[] = {-1, 0, -9, -6};
    const dw_game game = two_sided(2, 2, row, column);
    assert_int_equal(nash_cells(&game), 1);
    assert_true(dw_game_is_nash(&game, 1, 1) && !dw_game_is_pareto(&game, 1, 1));
    const dw_equilibrium found = solved(&game);
    assert_true(reads(found.row_shares[1], "1") && reads(found.column_shares[1], "1"));
    assert_true(reads(found.row_value, "-6") && reads(found.column_value, "-6"));
}

static void a_cell_is_no_pareto_cell_when_one_side_can_gain_for_nothing(void **state)
{
    (void)state;
    const int32_t row[] = {5, 5, 4, 6};
    const int32_t column[] = {1, 2, 2, 2};
    const dw_game game = two_sided(2, 2, row, column);
    assert_false(dw_game_is_pareto(&game, 0, 0)); /* The column gains in (0, 1). */
    assert_false(dw_game_is_pareto(&game, 0, 1)); /* The row gains in (1, 1). */
    assert_false(dw_game_is_pareto(&game, 1, 0));
    assert_true(dw_game_is_pareto(&game, 1, 1));
    const int32_t flat[] = {3, 3, 3, 3};
    const dw_game column_alone = two_sided(2, 2, flat, column);
    assert_false(dw_game_is_pareto(&column_alone, 0, 0));
    assert_true(dw_game_is_pareto(&column_alone, 1, 0));
}

static dw_game drawn(dw_rng *rng, uint32_t sides, int32_t most, bool constant_sum)
{
    dw_game game = {.rows = 1 + dw_rng_below(rng, sides), .columns = 1 + dw_rng_below(rng, sides)};
    for (uint32_t r = 0; r < game.rows; r++) {
        for (uint32_t c = 0; c < game.columns; c++) {
            game.row_payoffs[r][c] = dw_rng_between(rng, -most, most);
            game.column_payoffs[r][c] =
                constant_sum ? -game.row_payoffs[r][c] : dw_rng_between(rng, -most, most);
        }
    }
    return game;
}

__extension__ typedef __int128 exact;

typedef struct share {
    exact above, below;
} share;

static share number(dw_fraction fraction)
{
    char text[DW_FRACTION_TEXT_SIZE];
    dw_fraction_text(fraction, text);
    char *end = NULL;
    const long long above = strtoll(text, &end, 10);
    return (share){above, *end == '/' ? strtoll(end + 1, NULL, 10) : 1};
}

/* Brings all over their least common denominator, so that sums are whole. */
static exact to_one_denominator(share *shares, uint32_t count)
{
    exact common = 1;
    for (uint32_t i = 0; i < count; i++) {
        exact a = common;
        exact b = shares[i].below;
        while (b != 0) {
            const exact rest = a % b;
            a = b;
            b = rest;
        }
        common = a > 0 ? common / a * shares[i].below : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (shares[i].below == 0) {
            return 0;
        }
        shares[i].above *= common / shares[i].below;
        shares[i].below = common;
    }
    return common;
}

/* Shares are 0 or more and make 1; what is played pays the value; nothing pays more. */
static void assert_equilibrium(const dw_game *game, const dw_equilibrium *found)
{
    share rows[DW_GAME_SIDE_MAX];
    share columns[DW_GAME_SIDE_MAX];
    exact rows_sum = 0;
    exact columns_sum = 0;
    for (uint32_t r = 0; r < game->rows; r++) {
        rows[r] = number(found->row_shares[r]);
    }
    for (uint32_t c = 0; c < game->columns; c++) {
        columns[c] = number(found->column_shares[c]);
    }
    const exact rows_one = to_one_denominator(rows, game->rows);
    const exact columns_one = to_one_denominator(columns, game->columns);
    const share row_value = number(found->row_value);
    const share column_value = number(found->column_value);
    for (uint32_t r = 0; r < game->rows; r++) {
        exact pays = 0;
        for (uint32_t c = 0; c < game->columns; c++) {
            pays += game->row_payoffs[r][c] * columns[c].above;
        }
        const exact gain = pays * row_value.below - row_value.above * columns_one;
        assert_true(gain <= 0 && rows[r].above >= 0);
        assert_true(gain == 0 || rows[r].above == 0);
        rows_sum += rows[r].above;
    }
    for (uint32_t c = 0; c < game->columns; c++) {
        exact pays = 0;
        for (uint32_t r = 0; r < game->rows; r++) {
            pays += game->column_payoffs[r][c] * rows[r].above;
        }
        const exact gain = pays * column_value.below - column_value.above * rows_one;
        assert_true(gain <= 0 && columns[c].above >= 0);
        assert_true(gain == 0 || columns[c].above == 0);
        columns_sum += columns[c].above;
    }
    assert_true(rows_one > 0 && rows_sum == rows_one);
    assert_true(columns_one > 0 && columns_sum == columns_one);
}

static void random_games_are_in_equilibrium_exactly(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (int i = 0; i < 1500; i++) {
        /* Few different payoffs make many ties: these games are degenerate. */
        const int32_t most = i % 3 == 0 ? 1 : i % 3 == 1 ? 3 : 60;
        const dw_game game = drawn(&rng, 5, most, i % 2 == 0);
        const dw_equilibrium found = solved(&game);
        assert_equilibrium(&game, &found);
    }
}

static void degenerate_games_are_solved(void **state)
{
    (void)state;
    const int32_t nothing[12] = {0};
    const dw_game flat = two_sided(3, 4, nothing, nothing);
    dw_equilibrium found = solved(&flat);
    assert_equilibrium(&flat, &found);
    assert_int_equal(nash_cells(&flat), 12);
    /* The textbook's game with column payoffs 3 and 3 in row 0: one pure reply, two best replies.
     */
    const int32_t row[] = {3, 3, 2, 5, 0, 6};
    const int32_t column[] = {3, 3, 2, 6, 3, 1};
    const dw_game textbook = two_sided(3, 2, row, column);
    found = solved(&textbook);
    assert_equilibrium(&textbook, &found);
    const int32_t twins[] = {1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, -1};
    const dw_game pennies = zero_sum(3, 4, twins);
    found = solved(&pennies);
    assert_equilibrium(&pennies, &found);
    assert_true(reads(found.row_value, "0"));
}

/* Without the lexicographic rule one game in about 50 of these is never left, or left wrongly. */
static void ties_lead_no_path_into_a_circle(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 6, 1);
    for (int i = 0; i < 150; i++) {
        dw_game game = {.rows = 4 + dw_rng_below(&rng, 3), .columns = 4 + dw_rng_below(&rng, 3)};
        for (uint32_t r = 0; r < game.rows; r++) {
            for (uint32_t c = 0; c < game.columns; c++) {
                game.row_payoffs[r][c] = dw_rng_between(&rng, 0, 1);
                game.column_payoffs[r][c] = dw_rng_between(&rng, 0, 1);
            }
        }
        const dw_equilibrium found = solved(&game);
        assert_equilibrium(&game, &found);
    }
}

/* The guaranteed share of the row player of a 2 x N game, on a grid that holds the exact answer:
 * the lower envelope of lines has its peak at an end or where two of them cross. */
static void the_value_of_two_rows_is_the_peak_of_the_lower_envelope(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 4, 1);
    for (int i = 0; i < 300; i++) {
        dw_game game = drawn(&rng, 6, 30, true);
        game.rows = 2;
        for (uint32_t c = 0; c < game.columns; c++) {
            game.row_payoffs[1][c] = dw_rng_between(&rng, -30, 30);
            game.column_payoffs[1][c] = -game.row_payoffs[1][c];
        }
        double best = -1000;
        for (int32_t below = 1; below <= 120; below++) { /* A crossing is at k / (a - b - c + d). */
            for (int32_t above = 0; above <= below; above++) {
                double least = 1000;
                for (uint32_t c = 0; c < game.columns; c++) {
                    const int32_t pays =
                        above * game.row_payoffs[0][c] + (below - above) * game.row_payoffs[1][c];
                    least = pays / (double)below < least ? pays / (double)below : least;
                }
                best = least > best ? least : best;
            }
        }
        const dw_equilibrium found = solved(&game);
        const double off = dw_fraction_double(found.row_value) - best;
        assert_true(off > -1e-12 && off < 1e-12);
    }
}

static void the_largest_games_are_proved_inside(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 5, 1);
    for (int i = 0; i < 6; i++) {
        dw_game game = {.rows = DW_GAME_SIDE_MAX, .columns = DW_GAME_SIDE_MAX};
        for (uint32_t r = 0; r < game.rows; r++) {
            for (uint32_t c = 0; c < game.columns; c++) {
                game.row_payoffs[r][c] =
                    i == 0 ? (r == c ? DW_GAME_PAYOFF_MAX : -DW_GAME_PAYOFF_MAX)
                           : dw_rng_between(&rng, -DW_GAME_PAYOFF_MAX, DW_GAME_PAYOFF_MAX);
                game.column_payoffs[r][c] = -game.row_payoffs[r][c];
            }
        }
        const dw_equilibrium found = solved(&game);
        double rows = 0;
        for (uint32_t r = 0; r < game.rows; r++) {
            rows += dw_fraction_double(found.row_shares[r]);
        }
        assert_true(rows > 1 - 1e-12 && rows < 1 + 1e-12);
        assert_true(i != 0 || reads(found.row_shares[7], "1/12"));
        assert_true(i != 0 || reads(found.row_value, "-125000/3"));
    }
}

static void what_is_out_of_range_is_refused(void **state)
{
    (void)state;
    dw_equilibrium found;
    dw_game game = {.rows = 2, .columns = 2};
    game.column_payoffs[1][0] = DW_GAME_PAYOFF_MAX + 1;
    assert_int_equal(dw_game_solve(&game, &found), DW_RANGE);
    game.column_payoffs[1][0] = DW_GAME_PAYOFF_MAX;
    assert_int_equal(dw_game_solve(&game, &found), DW_OK);
    game.rows = 0;
    assert_int_equal(dw_game_solve(&game, &found), DW_RANGE);
    game.rows = DW_GAME_SIDE_MAX + 1;
    assert_int_equal(dw_game_solve(&game, &found), DW_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rock_paper_scissors_is_played_by_thirds),
        cmocka_unit_test(matching_pennies_are_tossed),
        cmocka_unit_test(in_chicken_one_swerves_or_both_dare_one_time_in_ten),
        cmocka_unit_test(the_three_by_two_game_of_the_textbook_has_its_mixed_equilibrium),
        cmocka_unit_test(a_dominant_pair_is_the_pure_equilibrium),
        cmocka_unit_test(a_cell_is_no_pareto_cell_when_one_side_can_gain_for_nothing),
        cmocka_unit_test(random_games_are_in_equilibrium_exactly),
        cmocka_unit_test(degenerate_games_are_solved),
        cmocka_unit_test(ties_lead_no_path_into_a_circle),
        cmocka_unit_test(the_value_of_two_rows_is_the_peak_of_the_lower_envelope),
        cmocka_unit_test(the_largest_games_are_proved_inside),
        cmocka_unit_test(what_is_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
