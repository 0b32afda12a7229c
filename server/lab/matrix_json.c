#include "server/lab/matrix_json.h"

#include "common/base/check.h"
#include "server/lab/matrix_replays.h"

#include <jansson.h>
#include <stdio.h>

enum { REAL_DIGITS = 9 };

static void put(json_t *object, const char *key, json_t *value)
{
    const int failed = json_object_set_new(object, key, value);
    DW_CHECK(failed == 0);
}

static void append(json_t *array, json_t *value)
{
    const int failed = json_array_append_new(array, value);
    DW_CHECK(failed == 0);
}

static json_t *integer(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static void put_interval(json_t *object, const dw_interval *interval)
{
    put(object, "low", json_real(interval->low));
    put(object, "high", json_real(interval->high));
}

/* Guards, policy, map and number of a cell. */
static void put_table(json_t *object, const dw_matrix_plan *plan, const dw_matrix_cell_key *key)
{
    put(object, "map", json_string(dw_matrix_plan_map(plan, key->map)));
    put(object, "count", integer(plan->counts[key->count]));
}

static json_t *setup_json(const dw_matrix_plan *plan)
{
    json_t *out = json_object();
    put(out, "ruleset", json_string(plan->ruleset));
    put(out, "ticks_max", integer(plan->ticks_max));
    put(out, "first_seed", integer(plan->first_seed));
    put(out, "last_seed", integer(plan->first_seed + plan->seed_count - 1));
    put(out, "matches", integer(plan->match_count));
    json_t *lists[] = {json_array(), json_array(), json_array(), json_array()};
    for (uint32_t m = 0; m < plan->map_count; m++) {
        append(lists[0], json_string(dw_matrix_plan_map(plan, m)));
    }
    for (uint32_t g = 0; g < plan->guards_count; g++) {
        append(lists[1], json_string(plan->guards[g].name));
    }
    for (uint32_t p = 0; p < plan->policy_count; p++) {
        append(lists[2], json_string(plan->policies[p]->name));
    }
    for (uint32_t c = 0; c < plan->count_count; c++) {
        append(lists[3], integer(plan->counts[c]));
    }
    static const char *const names[] = {"maps", "guards", "intruders", "counts"};
    for (uint32_t i = 0; i < DW_COUNT_OF(names); i++) {
        put(out, names[i], lists[i]);
    }
    return out;
}

#define BIN_NAME(seconds) "up_to_" #seconds "_s",
static const char *const detection_names[DW_DETECTION_BINS] = {
    DW_DETECTION_SECONDS(BIN_NAME) "later", "never"};
static const char *const chase_names[DW_MATCH_CHASE_BINS] = {DW_CHASE_SECONDS(BIN_NAME) "longer"};
#undef BIN_NAME

static json_t *bins_json(const uint64_t *counts, const char *const *names, uint32_t count)
{
    json_t *out = json_object();
    for (uint32_t bin = 0; bin < count; bin++) {
        put(out, names[bin], integer(counts[bin]));
    }
    return out;
}

/* Orders to intercept and to lie in wait by their ends, and the judged shares. */
static json_t *team_json(const dw_matrix_cell *cell, uint32_t matches)
{
    static const char *const names[DW_ORDER_END_COUNT] = {
        "orders", "arrived", "seen", "turned", "empty", "met", "reaimed", "dropped", "over"};
    const dw_team_figures team = dw_matrix_team(cell);
    json_t *out = bins_json(team.ends, names, DW_ORDER_END_COUNT);
    put(out, "orders_a_match", json_real((double)team.ends[DW_ORDER_GIVEN] / matches));
    put(out, "worked_percent", json_real(dw_percent(team.worked, team.ends[DW_ORDER_GIVEN])));
    put(out, "worked_percent_of_arrived",
        json_real(dw_percent(team.worked, team.ends[DW_ORDER_ARRIVED])));
    put(out, "search_again_percent",
        json_real(dw_percent(team.search_ticks_again, team.search_ticks)));
    return out;
}

static json_t *cell_json(const dw_matrix_results *results, uint32_t index)
{
    const dw_matrix_plan *plan = results->plan;
    const dw_matrix_cell *cell = &results->cells[index];
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, index);
    json_t *out = json_object();
    put_table(out, plan, &key);
    put(out, "guards", json_string(plan->guards[key.guards].name));
    put(out, "intruders", json_string(plan->policies[key.policy]->name));
    put(out, "matches", integer(plan->seed_count));
    put(out, "won", integer(cell->won));
    put(out, "lost", integer(cell->lost));
    put(out, "timeout", integer(cell->timeouts));
    json_t *share = json_object();
    const dw_interval interval = dw_wilson(cell->won, plan->seed_count);
    put(share, "share", json_real((double)cell->won / plan->seed_count));
    put_interval(share, &interval);
    put(out, "intruders_win", share);
    put(out, "first_detection", bins_json(cell->detections, detection_names, DW_DETECTION_BINS));
    put(out, "team", team_json(cell, plan->seed_count));
    put(out, "chases", bins_json(cell->chases, chase_names, DW_MATCH_CHASE_BINS));
    json_t *means = json_object();
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        if (dw_match_columns[i].kind == DW_MATCH_COLUMN_NUMBER) {
            put(means, dw_match_columns[i].name,
                json_real((double)cell->sums[i] / plan->seed_count));
        }
    }
    put(out, "means", means);
    return out;
}

/* The seeds of a cell that are kept as replays. */
static void append_replays(json_t *out, const dw_matrix_results *results, uint32_t cell)
{
    const dw_matrix_plan *plan = results->plan;
    uint32_t seeds[DW_MATRIX_REPLAYS_MAX];
    const uint32_t count = dw_matrix_telling(results, cell, seeds);
    dw_matrix_cell_key base = dw_matrix_plan_key(plan, cell);
    base.guards = 0;
    for (uint32_t i = 0; i < count; i++) {
        char name[DW_MATRIX_REPLAY_NAME_SIZE];
        char other[DW_MATRIX_REPLAY_NAME_SIZE];
        dw_matrix_replay_name(plan, cell * plan->seed_count + seeds[i], name);
        dw_matrix_replay_name(plan, dw_matrix_plan_cell(plan, &base) * plan->seed_count + seeds[i],
                              other);
        const uint64_t seed = plan->first_seed + seeds[i];
        append(out, json_pack("{s: o, s: o, s: s, s: s}", "cell", integer(cell), "seed",
                              integer(seed), "file", name, "first_guards_file", other));
    }
}

/* `first` and `second` differ in what `side` chooses, and in nothing else. */
static json_t *pair_json(const dw_matrix_results *results, const dw_matrix_cell_key *first,
                         const dw_matrix_cell_key *second, dw_matrix_side side)
{
    const dw_matrix_plan *plan = results->plan;
    const dw_pairs pairs = dw_matrix_pairs(results, dw_matrix_plan_cell(plan, first),
                                           dw_matrix_plan_cell(plan, second), side);
    const dw_interval interval = dw_pairs_interval(&pairs);
    json_t *out = json_object();
    put_table(out, plan, first);
    const bool guards = side == DW_MATRIX_GUARDS;
    put(out, "side", json_string(guards ? "guards" : "intruders"));
    put(out, "first",
        json_string(guards ? plan->guards[first->guards].name
                           : plan->policies[first->policy]->name));
    put(out, "second",
        json_string(guards ? plan->guards[second->guards].name
                           : plan->policies[second->policy]->name));
    put(out, "against",
        json_string(guards ? plan->policies[first->policy]->name
                           : plan->guards[first->guards].name));
    put(out, "pairs", integer(pairs.total));
    put(out, "first_only", integer(pairs.first_only));
    put(out, "second_only", integer(pairs.second_only));
    put(out, "difference", json_real(dw_pairs_difference(&pairs)));
    put_interval(out, &interval);
    put(out, "mcnemar_p", json_real(dw_mcnemar(&pairs)));
    return out;
}

/* Each two names of a side against each name of the other, the later name first. */
static void append_pairs(json_t *out, const dw_matrix_results *results, uint32_t cell)
{
    const dw_matrix_cell_key key = dw_matrix_plan_key(results->plan, cell);
    dw_matrix_cell_key other = key;
    for (other.guards = 0; other.guards < key.guards; other.guards++) {
        append(out, pair_json(results, &key, &other, DW_MATRIX_GUARDS));
    }
    other = key;
    for (other.policy = 0; other.policy < key.policy; other.policy++) {
        append(out, pair_json(results, &key, &other, DW_MATRIX_INTRUDERS));
    }
}

static json_t *fraction_json(dw_fraction fraction)
{
    char text[DW_FRACTION_TEXT_SIZE];
    dw_fraction_text(fraction, text);
    return json_string(text);
}

static json_t *cells_where(const dw_game *game, const dw_matrix_plan *plan,
                           bool (*holds)(const dw_game *game, uint32_t row, uint32_t column))
{
    json_t *out = json_array();
    for (uint32_t g = 0; g < game->rows; g++) {
        for (uint32_t p = 0; p < game->columns; p++) {
            if (holds(game, g, p)) {
                append(out, json_pack("[s, s]", plan->guards[g].name, plan->policies[p]->name));
            }
        }
    }
    return out;
}

/* Payoffs are matches won; the value of the equilibrium is a number of matches too. */
static json_t *game_json(const dw_matrix_results *results, const dw_matrix_cell_key *key)
{
    const dw_matrix_plan *plan = results->plan;
    const dw_game game = dw_matrix_game(results, key->map, key->count);
    dw_equilibrium equilibrium;
    const dw_status solved = dw_game_solve(&game, &equilibrium);
    DW_CHECK(solved == DW_OK); /* The limits of the plan are those of a game. */
    json_t *out = json_object();
    put_table(out, plan, key);
    json_t *payoffs = json_array();
    json_t *guards = json_object();
    for (uint32_t g = 0; g < game.rows; g++) {
        json_t *row = json_array();
        for (uint32_t p = 0; p < game.columns; p++) {
            append(row, json_integer(game.column_payoffs[g][p]));
        }
        append(payoffs, row);
        put(guards, plan->guards[g].name, fraction_json(equilibrium.row_shares[g]));
    }
    json_t *intruders = json_object();
    for (uint32_t p = 0; p < game.columns; p++) {
        put(intruders, plan->policies[p]->name, fraction_json(equilibrium.column_shares[p]));
    }
    put(out, "intruders_won", payoffs);
    put(out, "nash_cells", cells_where(&game, plan, dw_game_is_nash));
    put(out, "pareto_cells", cells_where(&game, plan, dw_game_is_pareto));
    json_t *mixed = json_object();
    put(mixed, "guards", guards);
    put(mixed, "intruders", intruders);
    put(mixed, "intruders_won", fraction_json(equilibrium.column_value));
    put(mixed, "intruders_share",
        json_real(dw_fraction_double(equilibrium.column_value) / plan->seed_count));
    put(out, "equilibrium", mixed);
    return out;
}

void dw_matrix_json_write(FILE *out, const dw_matrix_results *results)
{
    const dw_matrix_plan *plan = results->plan;
    json_t *cells = json_array();
    json_t *pairs = json_array();
    json_t *games = json_array();
    json_t *replays = json_array();
    for (uint32_t cell = 0; cell < plan->cell_count; cell++) {
        append(cells, cell_json(results, cell));
        append_pairs(pairs, results, cell);
        append_replays(replays, results, cell);
        const dw_matrix_cell_key key = dw_matrix_plan_key(plan, cell);
        if (key.guards == 0 && key.policy == 0) {
            append(games, game_json(results, &key));
        }
    }
    json_t *all = json_object();
    put(all, "setup", setup_json(plan));
    put(all, "cells", cells);
    put(all, "pairs", pairs);
    put(all, "games", games);
    put(all, "replays", replays);
    const int failed = json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(REAL_DIGITS));
    DW_CHECK(failed == 0 || ferror(out)); /* The caller asks the stream. */
    (void)fputc('\n', out);
    json_decref(all);
}
