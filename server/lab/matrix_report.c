#include "server/lab/matrix_report.h"

#include "common/base/check.h"
#include "server/lab/matrix_report_team.h"
#include "server/lab/report_cells.h"
#include "server/lab/report_page.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_SIZE = 200, EXACT_LENGTH_MAX = 24 };

static const dw_page_scale outcome_scale = {
    "outcome", (const char *const[]){"intruders win", "all intruders caught", "time-out"}, 3};

#define BIN_NAME(seconds) "up to " #seconds " s",
static const dw_page_scale detection_scale = {
    "time", (const char *const[]){DW_DETECTION_SECONDS(BIN_NAME) "later", "never"},
    DW_DETECTION_BINS};

static const dw_page_scale chase_scale = {
    "time", (const char *const[]){DW_CHASE_SECONDS(BIN_NAME) "longer"}, DW_MATCH_CHASE_BINS};
#undef BIN_NAME

/* The interval of 95 % of a difference, as points of a hundred. */
static void put_points(char figures[DW_REPORT_FIGURES_SIZE], const dw_pairs *pairs,
                       const dw_interval *interval)
{
    const double p = dw_mcnemar(pairs);
    char likely[32];
    (void)snprintf(likely, sizeof likely, p < 0.0001 ? "p < 0.0001" : "p = %.4f", p);
    (void)snprintf(figures, DW_REPORT_FIGURES_SIZE, "%+.1f points (%+.1f to %+.1f), %s, %u to %u",
                   100 * dw_pairs_difference(pairs), 100 * interval->low, 100 * interval->high,
                   likely, pairs->first_only, pairs->second_only);
}

static void put_rate(FILE *out, const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_matrix_cell *cell = dw_report_cell(results, key);
    const uint32_t matches = results->plan->seed_count;
    const dw_interval interval = dw_wilson(cell->won, matches);
    const uint64_t parts[] = {cell->won, cell->lost, cell->timeouts};
    const dw_page_stack stack = {&outcome_scale, parts, &interval};
    char figures[DW_REPORT_FIGURES_SIZE];
    (void)snprintf(figures, sizeof figures, "%.1f %% (%.1f to %.1f), %u time-outs",
                   100.0 * cell->won / matches, 100 * interval.low, 100 * interval.high,
                   cell->timeouts);
    dw_report_begin_row(out, results->plan, key);
    dw_page_stacked_bar(out, &stack);
    dw_page_row_end(out, figures);
}

static void put_difference(FILE *out, const dw_matrix_results *results,
                           const dw_matrix_cell_key *key, const dw_matrix_cell_key *base,
                           dw_matrix_side side)
{
    const dw_matrix_plan *plan = results->plan;
    const dw_pairs pairs = dw_matrix_pairs(results, dw_matrix_plan_cell(plan, key),
                                           dw_matrix_plan_cell(plan, base), side);
    const dw_interval interval = dw_pairs_interval(&pairs);
    char versus[NAME_SIZE];
    char figures[DW_REPORT_FIGURES_SIZE];
    const bool guards = side == DW_MATRIX_GUARDS;
    (void)snprintf(versus, sizeof versus, "instead of %s, against %s",
                   guards ? plan->guards[0].name : plan->policies[0]->name,
                   guards ? plan->policies[key->policy]->name : plan->guards[key->guards].name);
    put_points(figures, &pairs, &interval);
    dw_page_row_begin(
        out, guards ? plan->guards[key->guards].name : plan->policies[key->policy]->name, versus);
    dw_page_difference_bar(out, dw_pairs_difference(&pairs), &interval);
    dw_page_row_end(out, figures);
}

static void put_guards_difference(FILE *out, const dw_matrix_results *results,
                                  const dw_matrix_cell_key *key)
{
    dw_matrix_cell_key base = *key;
    base.guards = 0;
    if (key->guards > 0) {
        put_difference(out, results, key, &base, DW_MATRIX_GUARDS);
    }
}

static void put_intruders_difference(FILE *out, const dw_matrix_results *results,
                                     const dw_matrix_cell_key *key)
{
    dw_matrix_cell_key base = *key;
    base.policy = 0;
    if (key->policy > 0) {
        put_difference(out, results, key, &base, DW_MATRIX_INTRUDERS);
    }
}

static void put_detections(FILE *out, const dw_matrix_results *results,
                           const dw_matrix_cell_key *key)
{
    const dw_matrix_cell *cell = dw_report_cell(results, key);
    const uint64_t never = cell->detections[DW_DETECTION_BINS - 1];
    const dw_page_stack stack = {&detection_scale, cell->detections, NULL};
    char figures[DW_REPORT_FIGURES_SIZE];
    (void)snprintf(figures, sizeof figures, "%.1f %% never detected",
                   100.0 * (double)never / results->plan->seed_count);
    dw_report_begin_row(out, results->plan, key);
    dw_page_stacked_bar(out, &stack);
    dw_page_row_end(out, figures);
}

static void put_chases(FILE *out, const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_matrix_cell *cell = dw_report_cell(results, key);
    uint64_t count = 0;
    for (uint32_t bin = 0; bin < DW_MATCH_CHASE_BINS; bin++) {
        count += cell->chases[bin];
    }
    const dw_page_stack stack = {&chase_scale, cell->chases, NULL};
    char figures[DW_REPORT_FIGURES_SIZE];
    (void)snprintf(figures, sizeof figures, "%" PRIu64 " chases, %.2f a match", count,
                   (double)count / results->plan->seed_count);
    dw_report_begin_row(out, results->plan, key);
    dw_page_stacked_bar(out, &stack);
    dw_page_row_end(out, figures);
}

/* "3/14 of the matches", unless it is too long to read. */
static void put_exact(FILE *out, dw_fraction share)
{
    char text[DW_FRACTION_TEXT_SIZE];
    dw_fraction_text(share, text);
    if (strchr(text, '/') != NULL && strlen(text) <= EXACT_LENGTH_MAX) {
        (void)fprintf(out, " (exactly %s)", text);
    }
}

static void put_percent(FILE *out, dw_fraction share)
{
    (void)fprintf(out, "%.1f", 100 * dw_fraction_double(share));
}

/* Policies down, guards across: the table stays narrow with a few guards and many policies. */
static void put_payoffs(FILE *out, const dw_matrix_plan *plan, const dw_game *game,
                        const dw_equilibrium *equilibrium)
{
    (void)fputs("<div class=\"scroll\"><table>\n<tr><th>win of intruders, %</th>", out);
    for (uint32_t g = 0; g < game->rows; g++) {
        (void)fputs("<th class=\"top\">", out);
        dw_page_text(out, plan->guards[g].name);
        (void)fputs("</th>", out);
    }
    (void)fputs("<th class=\"top share\">played, %</th></tr>\n", out);
    for (uint32_t p = 0; p < game->columns; p++) {
        (void)fputs("<tr><th>", out);
        dw_page_text(out, plan->policies[p]->name);
        (void)fputs("</th>", out);
        for (uint32_t g = 0; g < game->rows; g++) {
            const double share = (double)game->column_payoffs[g][p] / plan->seed_count;
            (void)fprintf(out, "<td%s style=\"background:rgba(var(--heat),%.2f)\">%.1f</td>",
                          dw_game_is_nash(game, g, p) ? " class=\"nash\"" : "", 0.55 * share,
                          100 * share);
        }
        (void)fputs("<td class=\"share\">", out);
        put_percent(out, equilibrium->column_shares[p]);
        (void)fputs("</td></tr>\n", out);
    }
    (void)fputs("<tr><th class=\"share\">played, %</th>", out);
    for (uint32_t g = 0; g < game->rows; g++) {
        (void)fputs("<td class=\"share\">", out);
        put_percent(out, equilibrium->row_shares[g]);
        (void)fputs("</td>", out);
    }
    (void)fputs("<td></td></tr></table></div>\n", out);
}

static void put_games(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    for (uint32_t m = 0; m < plan->map_count; m++) {
        for (uint32_t c = 0; c < plan->count_count; c++) {
            const dw_matrix_cell_key key = {.map = m, .count = c};
            const dw_game game = dw_matrix_game(results, m, c);
            dw_equilibrium equilibrium;
            const dw_status solved = dw_game_solve(&game, &equilibrium);
            DW_CHECK(solved == DW_OK); /* The limits of the plan are those of a game. */
            dw_report_heading(out, plan, &key);
            put_payoffs(out, plan, &game, &equilibrium);
            const dw_fraction won = equilibrium.column_value;
            (void)fprintf(out, "<p>At the equilibrium the intruders win %.1f %% of the matches",
                          100 * dw_fraction_double(won) / plan->seed_count);
            (void)fprintf(out, ", %.2f of %u", dw_fraction_double(won), plan->seed_count);
            put_exact(out, won);
            (void)fputs(".</p>\n", out);
        }
    }
}

static void put_names(FILE *out, const char *label, const char *const *names, uint32_t count)
{
    (void)fprintf(out, "<li>%s: ", label);
    for (uint32_t i = 0; i < count; i++) {
        (void)fputs(i == 0 ? "" : ", ", out);
        dw_page_text(out, names[i]);
    }
    (void)fputs("</li>\n", out);
}

static void put_setup(FILE *out, const dw_matrix_plan *plan)
{
    const char *names[DW_MATRIX_NAMES_MAX];
    (void)fprintf(out,
                  "<p>%u matches: each way of guards against each policy of intruders, on the same "
                  "seeds.</p>\n<ul>\n",
                  plan->match_count);
    for (uint32_t m = 0; m < plan->map_count; m++) {
        names[m] = dw_matrix_plan_map(plan, m);
    }
    put_names(out, "Maps", names, plan->map_count);
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        names[g] = plan->guards[g].name;
    }
    put_names(out, "Guards", names, plan->guards_count);
    for (uint32_t p = 0; p < plan->policy_count; p++) {
        names[p] = plan->policies[p]->name;
    }
    put_names(out, "Intruders", names, plan->policy_count);
    put_names(out, "Ruleset", &plan->ruleset, 1);
    (void)fprintf(out,
                  "<li>Seeds %" PRIu64 " to %" PRIu64 " in each cell, at most %u ticks a match "
                  "(60 a second). A time-out counts for the guards.</li>\n</ul>\n",
                  plan->first_seed, plan->first_seed + plan->seed_count - 1, plan->ticks_max);
}

static void put_differences(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    if (plan->guards_count > 1 || plan->policy_count > 1) {
        (void)fputs(
            "<h2>How to read the paired differences</h2>\n<p>The same seeds are played with one "
            "side changed. Points are percent of the matches that this side wins more or less, "
            "with the interval of 95 % (Agresti and Min) and the two-sided p of McNemar's test. "
            "\"7 to 3\" means: 7 seeds won by the new choice alone, 3 by the old one alone. The "
            "line in the middle of a bar is 0, its ends are 100 points. The p values are not "
            "corrected for their number.</p>\n",
            out);
    }
    if (plan->guards_count > 1) {
        (void)fputs("<h2>What guards gain by another choice</h2>\n", out);
        dw_report_for_each_cell(out, results, put_guards_difference);
    }
    if (plan->policy_count > 1) {
        (void)fputs("<h2>What intruders gain by another choice</h2>\n", out);
        dw_report_for_each_cell(out, results, put_intruders_difference);
    }
}

void dw_matrix_report_write(FILE *out, const dw_matrix_results *results)
{
    dw_page_begin(out, "Duskwatch: guards against intruders");
    put_setup(out, results->plan);
    (void)fputs("<h2>How often the intruders win</h2>\n<p>Share of the matches of a cell that the "
                "intruders win. The thin line is the interval of 95 % (Wilson).</p>\n",
                out);
    dw_page_legend(out, &outcome_scale);
    dw_report_for_each_cell(out, results, put_rate);
    (void)fputs("<h2>Payoffs and equilibrium</h2>\n<p>Percent of the matches that the intruders "
                "win, policies down and guards across; the guards win the others, so that the sum "
                "is constant and every cell is a "
                "Pareto cell. A framed cell is a pure Nash equilibrium: neither side gains by "
                "another choice alone. \"Played\" is one equilibrium in mixed strategies, exact "
                "for these counts.</p>\n",
                out);
    put_games(out, results);
    put_differences(out, results);
    (void)fputs("<h2>When the first intruder is detected</h2>\n<p>Matches by the time from the "
                "start to the first detection.</p>\n",
                out);
    dw_page_legend(out, &detection_scale);
    dw_report_for_each_cell(out, results, put_detections);
    (void)fputs("<h2>How long chases last</h2>\n<p>A chase begins when a first guard detects an "
                "intruder. It ends when no guard has the intruder detected any more, with a catch, "
                "or with the match.</p>\n",
                out);
    dw_page_legend(out, &chase_scale);
    dw_report_for_each_cell(out, results, put_chases);
    dw_report_team_write(out, results);
    dw_page_end(out);
}
