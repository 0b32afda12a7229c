/* equilibrium.h - two-player games in normal form: Nash and Pareto cells, and one equilibrium in
 * exact fractions.
 * Owns: nothing. Knows no match: a payoff is a whole number, such as the count of won matches.
 * Method: complementary pivoting (C. E. Lemke and J. T. Howson, "Equilibrium points of bimatrix
 * games", 1964) on whole numbers, with a lexicographic rule against cycles in degenerate games
 * (B. von Stengel, "Equilibrium computation for two-player games", 2007).
 * Every entry of a tableau is a minor of at most 12 x 12 of numbers up to 100001, so by Hadamard's
 * bound it has less than 222 bits. Products of two fit into dw_wide, and nothing overflows.
 * Cost: some milliseconds for 9 x 9. No allocation. */
#ifndef DW_LAB_EQUILIBRIUM_H
#define DW_LAB_EQUILIBRIUM_H

#include "common/base/status.h"
#include "server/lab/wide.h"

#include <stdint.h>

enum { DW_GAME_SIDE_MAX = 12, DW_GAME_PAYOFF_MAX = 50000 };

typedef struct dw_game {
    uint32_t rows, columns; /* 1 .. DW_GAME_SIDE_MAX */
    int32_t row_payoffs[DW_GAME_SIDE_MAX][DW_GAME_SIDE_MAX];
    int32_t column_payoffs[DW_GAME_SIDE_MAX][DW_GAME_SIDE_MAX];
} dw_game;

/* In lowest terms; `below` is positive. */
typedef struct dw_fraction {
    dw_wide above, below;
} dw_fraction;

double dw_fraction_double(dw_fraction fraction);

/* "3/8"; whole numbers without a denominator. */
enum { DW_FRACTION_TEXT_SIZE = 2 * DW_WIDE_TEXT_SIZE };
void dw_fraction_text(dw_fraction fraction, char text[DW_FRACTION_TEXT_SIZE]);

typedef struct dw_equilibrium {
    dw_fraction row_shares[DW_GAME_SIDE_MAX]; /* How often each row is played. */
    dw_fraction column_shares[DW_GAME_SIDE_MAX];
    dw_fraction row_value, column_value; /* What each side gets on average. */
} dw_equilibrium;

/* A cell that neither side alone can leave with a gain. */
bool dw_game_is_nash(const dw_game *game, uint32_t row, uint32_t column);

/* No other cell gives one side more and neither side less. With a constant sum every cell is one.
 */
bool dw_game_is_pareto(const dw_game *game, uint32_t row, uint32_t column);

bool dw_game_is_constant_sum(const dw_game *game);

/* One equilibrium, which is proved before it is handed out. Of a game whose sum is not constant it
 * is a mixed one when a path of pivots leads there. DW_RANGE: too many strategies, or a payoff
 * beyond +-DW_GAME_PAYOFF_MAX. */
DW_MUST_USE dw_status dw_game_solve(const dw_game *game, dw_equilibrium *out);

#endif
