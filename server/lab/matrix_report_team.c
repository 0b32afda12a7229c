#include "server/lab/matrix_report_team.h"

#include "server/lab/matrix_replays.h"
#include "server/lab/report_cells.h"
#include "server/lab/report_map.h"
#include "server/lab/report_page.h"

#include <inttypes.h>

static const dw_page_scale order_scale = {
    "order",
    (const char *const[]){"saw the intruder", "turned it back", "met it on the way",
                          "nobody came in 20 s", "another order came", "left off", "match over"},
    7};
static const dw_order_end order_parts[] = {DW_ORDER_SEEN,  DW_ORDER_TURNED,  DW_ORDER_MET,
                                           DW_ORDER_EMPTY, DW_ORDER_REAIMED, DW_ORDER_DROPPED,
                                           DW_ORDER_OVER};
enum { ORDER_PARTS = sizeof order_parts / sizeof order_parts[0] };

static const dw_page_scale search_scale = {
    "twice", (const char *const[]){"searched by one guard", "searched by a second guard"}, 2};

static uint64_t sum_of(const dw_matrix_cell *cell, size_t column_offset)
{
    return cell->sums[column_offset / sizeof(uint64_t)];
}
#define SUM(cell, column) sum_of(cell, offsetof(dw_match_row, column))

static void put_orders(FILE *out, const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_team_figures team = dw_matrix_team(dw_report_cell(results, key));
    const uint64_t given = team.ends[DW_ORDER_GIVEN];
    uint64_t parts[ORDER_PARTS];
    for (uint32_t i = 0; i < ORDER_PARTS; i++) {
        parts[i] = team.ends[order_parts[i]];
    }
    const dw_page_stack stack = {&order_scale, parts, NULL};
    char figures[DW_REPORT_FIGURES_SIZE];
    (void)snprintf(figures, sizeof figures,
                   given == 0 ? "no orders" : "%.1f %% worked, %.2f orders a match",
                   dw_percent(team.worked, given), (double)given / results->plan->seed_count);
    dw_report_begin_row(out, results->plan, key);
    dw_page_stacked_bar(out, &stack);
    dw_page_row_end(out, figures);
}

static void put_searches(FILE *out, const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_matrix_cell *cell = dw_report_cell(results, key);
    const uint64_t ticks = SUM(cell, search_ticks);
    const uint64_t again = SUM(cell, search_ticks_again);
    const uint64_t parts[] = {ticks - again, again};
    const dw_page_stack stack = {&search_scale, parts, NULL};
    char figures[DW_REPORT_FIGURES_SIZE];
    (void)snprintf(figures, sizeof figures,
                   ticks == 0 ? "no searches" : "%.1f %% of %.1f s, %.0f %% false alarms",
                   dw_percent(again, ticks),
                   (double)ticks / DW_TICKS_PER_SECOND / results->plan->seed_count,
                   dw_percent(SUM(cell, false_alarms), SUM(cell, searches)));
    dw_report_begin_row(out, results->plan, key);
    dw_page_stacked_bar(out, &stack);
    dw_page_row_end(out, figures);
}

static void put_message_row(FILE *out, const dw_matrix_results *results,
                            const dw_matrix_cell_key *key)
{
    const dw_matrix_plan *plan = results->plan;
    const dw_matrix_cell *cell = dw_report_cell(results, key);
    const dw_team_figures team = dw_matrix_team(cell);
    const double matches = plan->seed_count;
    const uint64_t said = SUM(cell, messages_said);
    (void)fputs("<tr><th class=\"name\">", out);
    dw_page_text(out, plan->guards[key->guards].name);
    (void)fputs(" <span class=\"versus\">against ", out);
    dw_page_text(out, plan->policies[key->policy]->name);
    (void)fprintf(out,
                  "</span></th><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%.1f</td>",
                  (double)said / matches, dw_percent(SUM(cell, messages_lost), said),
                  (double)SUM(cell, heard_report) / matches,
                  (double)team.ends[DW_ORDER_GIVEN] / matches, (double)team.worked / matches);
    dw_matrix_cell_key base = *key;
    base.guards = 0;
    const dw_pairs pairs = dw_matrix_pairs(results, dw_matrix_plan_cell(plan, key),
                                           dw_matrix_plan_cell(plan, &base), DW_MATRIX_GUARDS);
    (void)fprintf(out, "<td>%+.1f</td></tr>\n", 100 * dw_pairs_difference(&pairs));
}

static void put_messages(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    (void)fputs(
        "<h2>What the messages were worth</h2>\n<p>Messages, reports and orders are means of "
        "a match. Lost is what the radio dropped. Points are percent of the matches that "
        "these guards win more than ",
        out);
    dw_page_text(out, plan->guards[0].name);
    (void)fputs(" on the same seeds; the paired differences above have their intervals.</p>\n",
                out);
    for (uint32_t cell = 0; cell < plan->cell_count; cell++) {
        const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell);
        const bool first = key.guards == 0 && key.policy == 0;
        if (first) {
            dw_report_heading(out, plan, &key);
            (void)fputs("<div class=\"scroll\"><table>\n<tr><th>guards</th>"
                        "<th class=\"top\">messages</th><th class=\"top\">lost, %</th>"
                        "<th class=\"top\">reports</th><th class=\"top\">orders</th>"
                        "<th class=\"top\">worked</th><th class=\"top\">points</th></tr>\n",
                        out);
        }
        put_message_row(out, results, &key);
        if (key.guards + 1 == plan->guards_count && key.policy + 1 == plan->policy_count) {
            (void)fputs("</table></div>\n", out);
        }
    }
}

static void put_replay_link(FILE *out, const dw_matrix_results *results, uint32_t cell,
                            uint32_t seed)
{
    const dw_matrix_plan *plan = results->plan;
    const uint32_t match = cell * plan->seed_count + seed;
    const dw_match_row *row = &results->rows[match].match;
    char name[DW_MATRIX_REPLAY_NAME_SIZE];
    dw_matrix_replay_name(plan, match, name);
    (void)fprintf(out, "<a href=\"%s\">%s after %.1f s</a>", name,
                  row->outcome == DW_OUTCOME_WON    ? "intruders win"
                  : row->outcome == DW_OUTCOME_LOST ? "all caught"
                                                    : "time-out",
                  (double)row->ticks / DW_TICKS_PER_SECOND);
}

/* The seeds that tell a way of guards from the first one. */
static void put_replays(FILE *out, const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_matrix_plan *plan = results->plan;
    dw_matrix_cell_key base = *key;
    base.guards = 0;
    uint32_t seeds[DW_MATRIX_REPLAYS_MAX];
    const uint32_t count = dw_matrix_telling(results, dw_matrix_plan_cell(plan, key), seeds);
    if (key->guards > 0 && count == 0) {
        (void)fputs("<p class=\"replays\">", out);
        dw_page_text(out, plan->guards[key->guards].name);
        (void)fputs(" <span class=\"versus\">against ", out);
        dw_page_text(out, plan->policies[key->policy]->name);
        (void)fputs(": each seed has the same winner</span></p>\n", out);
    }
    for (uint32_t i = 0; i < count; i++) {
        (void)fputs("<p class=\"replays\">", out);
        dw_page_text(out, plan->guards[key->guards].name);
        (void)fputs(" <span class=\"versus\">against ", out);
        dw_page_text(out, plan->policies[key->policy]->name);
        (void)fprintf(out, ", seed %" PRIu64 ":</span> ", plan->first_seed + seeds[i]);
        put_replay_link(out, results, dw_matrix_plan_cell(plan, key), seeds[i]);
        (void)fputs(" <span class=\"versus\">instead of</span> ", out);
        put_replay_link(out, results, dw_matrix_plan_cell(plan, &base), seeds[i]);
        (void)fputs("</p>\n", out);
    }
}

static void put_all_replays(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    if (results->replays == 0 || plan->guards_count < 2) {
        return;
    }
    (void)fputs("<h2>The most telling matches</h2>\n<p>Seeds that these guards win and ", out);
    dw_page_text(out, plan->guards[0].name);
    (void)fprintf(out,
                  " loses, or the other way round: at most %u for each row of guards against "
                  "intruders, the longest match and the shortest in turn. Each link is a replay; "
                  "the second one is that of ",
                  results->replays);
    dw_page_text(out, plan->guards[0].name);
    (void)fputs(". The files lie beside this page in the folder replays.</p>\n", out);
    dw_report_for_each_cell(out, results, put_replays);
}

/* One row of pictures for each way of guards on each map. */
static void put_maps(FILE *out, const dw_matrix_results *results)
{
    static const char *const captions[DW_HEAT_LAYER_COUNT] = {
        "Sightings", "Catches", "Intruders each half second", "Guards each half second"};
    const dw_matrix_plan *plan = results->plan;
    (void)fputs(
        "<h2>Where it happens</h2>\n<p>All matches of these guards on a map, whatever the "
        "intruders. A sighting is marked where the intruder was when it came into a "
        "guard's sight. Yellow or brown squares are those with few, purple or pink ones those "
        "with most; the colour goes with the square root of the number. The exit is green, an "
        "objective blue. A square has sides of 0.5 m, on a larger map of 1 m or "
        "more.</p>\n",
        out);
    for (uint32_t m = 0; m < plan->map_count; m++) {
        const dw_map *map = plan->maps[m].map;
        dw_report_map_define(out, map, m);
        for (uint32_t g = 0; g < plan->guards_count; g++) {
            const dw_heat *heat = &results->heats[m * plan->guards_count + g];
            (void)fputs("<h3>Map ", out);
            dw_page_text(out, dw_matrix_plan_map(plan, m));
            (void)fputs(", guards ", out);
            dw_page_text(out, plan->guards[g].name);
            (void)fputs("</h3>\n<div class=\"maps\">\n", out);
            for (uint32_t layer = 0; layer < DW_HEAT_LAYER_COUNT; layer++) {
                const dw_status status =
                    dw_report_map_figure(out, map, m, heat->counts[layer], captions[layer]);
                if (status != DW_OK) {
                    (void)fputs("<p>No memory for this picture.</p>\n", out);
                }
            }
            (void)fputs("</div>\n", out);
        }
    }
}

void dw_report_team_write(FILE *out, const dw_matrix_results *results)
{
    (void)fputs(
        "<h2>What orders come to</h2>\n<p>An order is what a guard elsewhere takes on when it "
        "hears a report: here, to intercept at a door or to lie in wait. It worked if, "
        "within 20 s after the guard arrived, that guard saw the intruder of the report, or "
        "the intruder turned back into the room from which it came.</p>\n",
        out);
    dw_page_legend(out, &order_scale);
    dw_report_for_each_cell(out, results, put_orders);
    (void)fputs("<h2>Rooms searched twice</h2>\n<p>The share of the search time of a match in "
                "rooms that another guard had searched within the 30 s before. A false alarm is a "
                "search of a room in which no "
                "intruder was meanwhile.</p>\n",
                out);
    dw_page_legend(out, &search_scale);
    dw_report_for_each_cell(out, results, put_searches);
    put_messages(out, results);
    put_all_replays(out, results);
    if (results->heats != NULL) {
        put_maps(out, results);
    }
}
