/* equilibrium.c - labels are strategies: rows first, then columns. A tableau stands for each side:
 * in tableau ROWS the slack of a row is 0 where that row is a best reply, and the weights are those
 * of the columns; tableau COLUMNS is the same with the sides swapped. A label names one variable of
 * each. At an equilibrium every label is 0 in one of the two: the strategy is not played, or it is
 * a best reply. A path gives up one label, and follows the label that is 0 twice until the first
 * one is back. */
#include "server/lab/equilibrium.h"

#include "common/base/check.h"

#include <stdio.h>

enum {
    SIDE = DW_GAME_SIDE_MAX,
    LABELS = 2 * SIDE,
    ROWS = 0,   /* Equations of rows, weights of columns. */
    COLUMNS = 1 /* The other way round. */
};

typedef struct side_tableau {
    uint32_t height, width; /* Equations; labels. */
    uint32_t first_slack;   /* Label of the slack of the first equation. */
    dw_wide cells[SIDE][LABELS + 1];
    uint32_t basis[SIDE];
    dw_wide scale; /* All cells are the true ones times this: the pivot before. */
} side_tableau;

typedef struct pivoting {
    side_tableau sides[2];
} pivoting;

bool dw_game_is_nash(const dw_game *game, uint32_t row, uint32_t column)
{
    for (uint32_t r = 0; r < game->rows; r++) {
        if (game->row_payoffs[r][column] > game->row_payoffs[row][column]) {
            return false;
        }
    }
    for (uint32_t c = 0; c < game->columns; c++) {
        if (game->column_payoffs[row][c] > game->column_payoffs[row][column]) {
            return false;
        }
    }
    return true;
}

bool dw_game_is_pareto(const dw_game *game, uint32_t row, uint32_t column)
{
    const int32_t for_row = game->row_payoffs[row][column];
    const int32_t for_column = game->column_payoffs[row][column];
    for (uint32_t r = 0; r < game->rows; r++) {
        for (uint32_t c = 0; c < game->columns; c++) {
            const int32_t other_row = game->row_payoffs[r][c];
            const int32_t other_column = game->column_payoffs[r][c];
            if (other_row >= for_row && other_column >= for_column &&
                (other_row > for_row || other_column > for_column)) {
                return false;
            }
        }
    }
    return true;
}

bool dw_game_is_constant_sum(const dw_game *game)
{
    const int32_t sum = game->row_payoffs[0][0] + game->column_payoffs[0][0];
    for (uint32_t r = 0; r < game->rows; r++) {
        for (uint32_t c = 0; c < game->columns; c++) {
            if (game->row_payoffs[r][c] + game->column_payoffs[r][c] != sum) {
                return false;
            }
        }
    }
    return true;
}

/* Payoffs are moved to 1 and above, which changes no equilibrium and makes the polytopes bounded.
 */
static int32_t shift_of(const dw_game *game, int side)
{
    int32_t least = DW_GAME_PAYOFF_MAX;
    for (uint32_t r = 0; r < game->rows; r++) {
        for (uint32_t c = 0; c < game->columns; c++) {
            const int32_t payoff =
                side == ROWS ? game->row_payoffs[r][c] : game->column_payoffs[r][c];
            least = payoff < least ? payoff : least;
        }
    }
    return 1 - least;
}

static void begin_tableau(side_tableau *tableau, const dw_game *game, int side)
{
    const int32_t shift = shift_of(game, side);
    tableau->height = side == ROWS ? game->rows : game->columns;
    tableau->width = game->rows + game->columns;
    tableau->first_slack = side == ROWS ? 0 : game->rows;
    tableau->scale = dw_wide_of(1);
    const uint32_t first_weight = side == ROWS ? game->rows : 0;
    for (uint32_t i = 0; i < tableau->height; i++) {
        for (uint32_t label = 0; label < tableau->width; label++) {
            tableau->cells[i][label] = dw_wide_of(0);
        }
        for (uint32_t j = 0; j < tableau->width - tableau->height; j++) {
            const int32_t payoff =
                side == ROWS ? game->row_payoffs[i][j] : game->column_payoffs[j][i];
            tableau->cells[i][first_weight + j] = dw_wide_of(payoff + shift);
        }
        tableau->basis[i] = tableau->first_slack + i;
        tableau->cells[i][tableau->basis[i]] = dw_wide_of(1);
        tableau->cells[i][tableau->width] = dw_wide_of(1);
    }
}

/* Where the right side stands for k = 0, and then the slacks in their order. */
static uint32_t compared_column(const side_tableau *tableau, uint32_t k)
{
    return k == 0 ? tableau->width : tableau->first_slack + k - 1;
}

/* Whether equation `a` bounds the entering variable before equation `b`. The right side decides,
 * and between equals the columns of the slacks, which no two equations share: a degenerate game is
 * solved as one whose right sides differ by a very little. */
static bool bounds_before(const side_tableau *tableau, uint32_t entering, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k <= tableau->height; k++) {
        const uint32_t column = compared_column(tableau, k);
        const int order = dw_wide_compare(
            dw_wide_multiply(tableau->cells[a][column], tableau->cells[b][entering]),
            dw_wide_multiply(tableau->cells[b][column], tableau->cells[a][entering]));
        if (order != 0) {
            return order < 0;
        }
    }
    return false;
}

/* Brings `entering` into the basis and gives back the label that leaves it. */
static uint32_t pivot(side_tableau *tableau, uint32_t entering)
{
    uint32_t row = tableau->height;
    for (uint32_t i = 0; i < tableau->height; i++) {
        if (dw_wide_sign(tableau->cells[i][entering]) > 0 &&
            (row == tableau->height || bounds_before(tableau, entering, i, row))) {
            row = i;
        }
    }
    DW_CHECK(row < tableau->height); /* The polytope is bounded. */
    const dw_wide by = tableau->cells[row][entering];
    for (uint32_t i = 0; i < tableau->height; i++) {
        const dw_wide factor = tableau->cells[i][entering];
        for (uint32_t label = 0; label <= tableau->width && i != row; label++) {
            const dw_wide raised = dw_wide_multiply(by, tableau->cells[i][label]);
            const dw_wide taken = dw_wide_multiply(factor, tableau->cells[row][label]);
            tableau->cells[i][label] =
                dw_wide_divide_exactly(dw_wide_subtract(raised, taken), tableau->scale);
        }
    }
    tableau->scale = by;
    const uint32_t leaving = tableau->basis[row];
    tableau->basis[row] = entering;
    return leaving;
}

static bool in_basis(const side_tableau *tableau, uint32_t label)
{
    for (uint32_t i = 0; i < tableau->height; i++) {
        if (tableau->basis[i] == label) {
            return true;
        }
    }
    return false;
}

/* From one equilibrium to another along the path without `label`. */
static void follow(pivoting *state, uint32_t label)
{
    int side = in_basis(&state->sides[ROWS], label) ? COLUMNS : ROWS;
    uint32_t entering = label;
    for (;;) {
        entering = pivot(&state->sides[side], entering);
        if (entering == label) {
            return;
        }
        side = 1 - side;
    }
}

static dw_fraction reduced(dw_wide above, dw_wide below)
{
    const int sign = dw_wide_sign(above);
    const dw_wide size = sign < 0 ? dw_wide_subtract(dw_wide_of(0), above) : above;
    const dw_wide common = dw_wide_gcd(size, below);
    return (dw_fraction){dw_wide_divide_exactly(above, common),
                         dw_wide_divide_exactly(below, common)};
}

/* The weights that a tableau ends with, and their sum, without a common divisor. False when all are
 * 0: the start of the first path, which is no equilibrium. */
static bool take_weights(const side_tableau *tableau, uint32_t first_weight, dw_wide weights[SIDE],
                         dw_wide *total)
{
    const uint32_t count = tableau->width - tableau->height;
    for (uint32_t j = 0; j < count; j++) {
        weights[j] = dw_wide_of(0);
    }
    *total = dw_wide_of(0);
    dw_wide common = dw_wide_of(0);
    for (uint32_t i = 0; i < tableau->height; i++) {
        const uint32_t j = tableau->basis[i] - first_weight;
        if (tableau->basis[i] >= first_weight && j < count) {
            weights[j] = tableau->cells[i][tableau->width];
            *total = dw_wide_add(*total, weights[j]);
            common = dw_wide_gcd(common, weights[j]);
        }
    }
    if (dw_wide_sign(*total) == 0) {
        return false;
    }
    for (uint32_t j = 0; j < count; j++) {
        weights[j] = dw_wide_divide_exactly(weights[j], common);
    }
    *total = dw_wide_divide_exactly(*total, common);
    return true;
}

/* What strategy `own` of a side gets against the weights of the other, times their sum. */
static dw_wide reply(const dw_game *game, int side, uint32_t own, const dw_wide *weights)
{
    dw_wide sum = dw_wide_of(0);
    const uint32_t others = side == ROWS ? game->columns : game->rows;
    for (uint32_t j = 0; j < others; j++) {
        const int32_t payoff =
            side == ROWS ? game->row_payoffs[own][j] : game->column_payoffs[j][own];
        sum = dw_wide_add(sum, dw_wide_multiply(dw_wide_of(payoff), weights[j]));
    }
    return sum;
}

/* The best reply of a side. Checks that each strategy that it plays is as good. */
static dw_wide best_reply(const dw_game *game, int side, const dw_wide *own, const dw_wide *other)
{
    const uint32_t count = side == ROWS ? game->rows : game->columns;
    dw_wide best = reply(game, side, 0, other);
    for (uint32_t i = 1; i < count; i++) {
        const dw_wide value = reply(game, side, i, other);
        best = dw_wide_compare(value, best) > 0 ? value : best;
    }
    for (uint32_t i = 0; i < count; i++) {
        DW_CHECK(dw_wide_sign(own[i]) >= 0);
        DW_CHECK(dw_wide_sign(own[i]) == 0 ||
                 dw_wide_compare(reply(game, side, i, other), best) == 0);
    }
    return best;
}

/* False at the start of the first path. */
static bool take_equilibrium(const pivoting *state, const dw_game *game, dw_equilibrium *out,
                             bool *mixed)
{
    dw_wide row_weights[SIDE];
    dw_wide column_weights[SIDE];
    dw_wide row_total;
    dw_wide column_total;
    if (!take_weights(&state->sides[COLUMNS], 0, row_weights, &row_total) ||
        !take_weights(&state->sides[ROWS], game->rows, column_weights, &column_total)) {
        return false;
    }
    *mixed = false;
    for (uint32_t r = 0; r < game->rows; r++) {
        out->row_shares[r] = reduced(row_weights[r], row_total);
        *mixed = *mixed || (dw_wide_sign(row_weights[r]) != 0 &&
                            dw_wide_compare(row_weights[r], row_total) != 0);
    }
    for (uint32_t c = 0; c < game->columns; c++) {
        out->column_shares[c] = reduced(column_weights[c], column_total);
        *mixed = *mixed || (dw_wide_sign(column_weights[c]) != 0 &&
                            dw_wide_compare(column_weights[c], column_total) != 0);
    }
    out->row_value = reduced(best_reply(game, ROWS, row_weights, column_weights), column_total);
    out->column_value = reduced(best_reply(game, COLUMNS, column_weights, row_weights), row_total);
    return true;
}

static bool in_range(const dw_game *game)
{
    if (game->rows < 1 || game->rows > SIDE || game->columns < 1 || game->columns > SIDE) {
        return false;
    }
    for (uint32_t r = 0; r < game->rows; r++) {
        for (uint32_t c = 0; c < game->columns; c++) {
            const int32_t payoffs[] = {game->row_payoffs[r][c], game->column_payoffs[r][c]};
            for (int side = 0; side < 2; side++) {
                if (payoffs[side] < -DW_GAME_PAYOFF_MAX || payoffs[side] > DW_GAME_PAYOFF_MAX) {
                    return false;
                }
            }
        }
    }
    return true;
}

dw_status dw_game_solve(const dw_game *game, dw_equilibrium *out)
{
    if (!in_range(game)) {
        return DW_RANGE;
    }
    const bool any_will_do = dw_game_is_constant_sum(game);
    const uint32_t labels = game->rows + game->columns;
    pivoting state;
    bool mixed = false;
    for (uint32_t first = 0; first < labels; first++) {
        begin_tableau(&state.sides[ROWS], game, ROWS);
        begin_tableau(&state.sides[COLUMNS], game, COLUMNS);
        follow(&state, first);
        const bool reached = take_equilibrium(&state, game, out, &mixed);
        DW_CHECK(reached);
        if (mixed || any_will_do) {
            return DW_OK;
        }
        for (uint32_t second = 0; second < labels; second++) {
            dw_equilibrium found;
            pivoting further = state;
            follow(&further, second);
            if (take_equilibrium(&further, game, &found, &mixed) && mixed) {
                *out = found;
                return DW_OK;
            }
        }
    }
    return DW_OK;
}

double dw_fraction_double(dw_fraction fraction)
{
    return dw_wide_double(fraction.above) / dw_wide_double(fraction.below);
}

void dw_fraction_text(dw_fraction fraction, char text[DW_FRACTION_TEXT_SIZE])
{
    char above[DW_WIDE_TEXT_SIZE];
    char below[DW_WIDE_TEXT_SIZE];
    dw_wide_text(fraction.above, above);
    dw_wide_text(fraction.below, below);
    const bool whole = dw_wide_compare(fraction.below, dw_wide_of(1)) == 0;
    (void)snprintf(text, DW_FRACTION_TEXT_SIZE, "%s%s%s", above, whole ? "" : "/",
                   whole ? "" : below);
}
