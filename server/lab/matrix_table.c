#include "server/lab/matrix_table.h"

#include "common/base/check.h"

static void put_cells(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    (void)fprintf(out, "%-16s %5s %-12s %-12s %7s %5s %5s %8s   %s\n", "map", "count", "guards",
                  "intruders", "matches", "won", "lost", "timeout", "intruders win, % (95 %)");
    for (uint32_t i = 0; i < plan->cell_count; i++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(plan, i);
        const dw_matrix_cell *cell = &results->cells[i];
        const dw_interval interval = dw_wilson(cell->won, plan->seed_count);
        (void)fprintf(out, "%-16s %5u %-12s %-12s %7u %5u %5u %8u   %5.1f (%.1f to %.1f)\n",
                      dw_matrix_plan_map(plan, key.map), plan->counts[key.count],
                      plan->guards[key.guards].name, plan->policies[key.policy]->name,
                      plan->seed_count, cell->won, cell->lost, cell->timeouts,
                      100.0 * cell->won / plan->seed_count, 100 * interval.low,
                      100 * interval.high);
    }
}

/* Each way of guards against the first one. */
static void put_pairs(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    if (plan->guards_count < 2) {
        return;
    }
    (void)fprintf(out, "\nGuards instead of %s, same seeds: points that the guards' share gains\n",
                  plan->guards[0].name);
    (void)fprintf(out, "%-16s %5s %-12s %-12s %26s %9s\n", "map", "count", "guards", "intruders",
                  "points (95 %)", "p");
    for (uint32_t i = 0; i < plan->cell_count; i++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(plan, i);
        if (key.guards == 0) {
            continue;
        }
        dw_matrix_cell_key base = key;
        base.guards = 0;
        const dw_pairs pairs =
            dw_matrix_pairs(results, i, dw_matrix_plan_cell(plan, &base), DW_MATRIX_GUARDS);
        const dw_interval interval = dw_pairs_interval(&pairs);
        char points[64];
        (void)snprintf(points, sizeof points, "%+.1f (%+.1f to %+.1f)",
                       100 * dw_pairs_difference(&pairs), 100 * interval.low, 100 * interval.high);
        (void)fprintf(out, "%-16s %5u %-12s %-12s %26s %9.4f\n", dw_matrix_plan_map(plan, key.map),
                      plan->counts[key.count], plan->guards[key.guards].name,
                      plan->policies[key.policy]->name, points, dw_mcnemar(&pairs));
    }
}

/* Orders to intercept and to lie in wait, and searches. */
static void put_team(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    (void)fputs(
        "\nOrders to intercept or lie in wait. Worked: within 20 s after the arrival the guard "
        "saw the intruder,\nor it turned back; of all orders, and of those that arrived. "
        "Met: seen before the arrival.\nAnew: another order came. Over: the match ended. "
        "Twice: search time in rooms that another guard\nsearched within the 30 s before.\n",
        out);
    (void)fprintf(out, "%-16s %5s %-12s %-12s %8s %8s %8s %8s %8s %8s %8s\n", "map", "count",
                  "guards", "intruders", "a match", "worked,%", "of arr.", "met,%", "anew,%",
                  "over,%", "twice,%");
    for (uint32_t i = 0; i < plan->cell_count; i++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(plan, i);
        const dw_team_figures team = dw_matrix_team(&results->cells[i]);
        const uint64_t given = team.ends[DW_ORDER_GIVEN];
        (void)fprintf(out, "%-16s %5u %-12s %-12s %8.2f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f\n",
                      dw_matrix_plan_map(plan, key.map), plan->counts[key.count],
                      plan->guards[key.guards].name, plan->policies[key.policy]->name,
                      (double)given / plan->seed_count, dw_percent(team.worked, given),
                      dw_percent(team.worked, team.ends[DW_ORDER_ARRIVED]),
                      dw_percent(team.ends[DW_ORDER_MET], given),
                      dw_percent(team.ends[DW_ORDER_REAIMED], given),
                      dw_percent(team.ends[DW_ORDER_OVER], given),
                      dw_percent(team.search_ticks_again, team.search_ticks));
    }
}

static void put_share(FILE *out, const char *name, dw_fraction share)
{
    if (dw_wide_sign(share.above) != 0) {
        (void)fprintf(out, " %s %.1f %%", name, 100 * dw_fraction_double(share));
    }
}

static void put_games(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    (void)fputs("\nEquilibrium of guards' share against intruders' share\n", out);
    for (uint32_t m = 0; m < plan->map_count; m++) {
        for (uint32_t c = 0; c < plan->count_count; c++) {
            const dw_game game = dw_matrix_game(results, m, c);
            dw_equilibrium equilibrium;
            const dw_status solved = dw_game_solve(&game, &equilibrium);
            DW_CHECK(solved == DW_OK);
            (void)fprintf(out, "%s, count %u: the intruders win %.1f %%; guards play",
                          dw_matrix_plan_map(plan, m), plan->counts[c],
                          100 * dw_fraction_double(equilibrium.column_value) / plan->seed_count);
            for (uint32_t g = 0; g < plan->guards_count; g++) {
                put_share(out, plan->guards[g].name, equilibrium.row_shares[g]);
            }
            (void)fputs("; intruders", out);
            for (uint32_t p = 0; p < plan->policy_count; p++) {
                put_share(out, plan->policies[p]->name, equilibrium.column_shares[p]);
            }
            (void)fputc('\n', out);
        }
    }
}

void dw_matrix_table_write(FILE *out, const dw_matrix_results *results)
{
    put_cells(out, results);
    put_pairs(out, results);
    put_team(out, results);
    put_games(out, results);
}
