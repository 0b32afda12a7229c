#include "server/lab/results_report.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/world/movement.h"
#include "server/host/results_schema.h"
#include "server/lab/matrix_csv.h"
#include "server/lab/statistics.h"

#include <string.h>

#define IN_SPAN             "rounds.ended_at >= ?1 AND rounds.ended_at < ?2"
#define UTC(column)         "strftime('%Y-%m-%dT%H:%M:%SZ', rounds." column ", 'unixepoch') AS " column
#define FIGURE_COLUMN(name) ", " #name

static const char rounds_sql[] = "SELECT id, " UTC("began_at") ", " UTC(
    "ended_at") ", server_version, match, round, map, "
                "map_hash, ruleset, strategy, brain, outcome, ticks, guards, "
                "players" DW_ROUND_FIGURES(
                    FIGURE_COLUMN) ", mission, points FROM rounds WHERE " IN_SPAN " ORDER BY id";

static const char participations_sql[] =
    "SELECT round_id, " UTC("ended_at") ", map, slot, lower(hex(key)) AS key, name, role, "
                                        "participations.outcome AS outcome, left_tick FROM rounds "
                                        "JOIN participations ON round_id = rounds.id LEFT JOIN "
                                        "players ON players.id = player_id "
                                        "WHERE " IN_SPAN " ORDER BY round_id, slot";

static const char total_sql[] =
    "SELECT count(*), date(min(ended_at), 'unixepoch'), date(max(ended_at), 'unixepoch'), "
    "coalesce(sum(players), 0) FROM rounds WHERE " IN_SPAN;

static const char persons_sql[] =
    "SELECT count(DISTINCT player_id) FROM rounds JOIN participations ON round_id = rounds.id "
    "WHERE " IN_SPAN;

/* Texts, then: all rounds, aborted ones, won ones, ticks of those that were not aborted. */
#define GAMES                                                                                      \
    "count(*), sum(outcome = 'aborted'), sum(outcome = 'won'), "                                   \
    "coalesce(sum(CASE WHEN outcome <> 'aborted' THEN ticks END), 0)"

static const char kinds_sql[] =
    "SELECT CASE mission WHEN '' THEN map ELSE mission END AS what, ruleset, strategy, " GAMES
    " FROM rounds WHERE " IN_SPAN
    " GROUP BY what, ruleset, strategy ORDER BY count(*) DESC, 1, 2, 3";

static const char days_sql[] = "SELECT date(ended_at, 'unixepoch'), '', '', " GAMES
                               " FROM rounds WHERE " IN_SPAN " GROUP BY 1 ORDER BY 1";

static const char players_sql[] =
    "SELECT lower(hex(substr(key, 1, 8))), count(*), sum(participations.outcome = 'escaped'), "
    "sum(participations.outcome = 'caught'), player_id FROM rounds "
    "JOIN participations ON round_id = rounds.id JOIN players ON players.id = player_id "
    "WHERE " IN_SPAN " GROUP BY player_id ORDER BY 2 DESC, 1 LIMIT 10";

static const char names_sql[] =
    "SELECT name FROM rounds JOIN participations ON round_id = rounds.id "
    "WHERE " IN_SPAN " AND player_id = ?3 GROUP BY name ORDER BY max(round_id) DESC LIMIT 3";

/* A query over the rounds of a span. */
typedef struct query {
    FILE *out;
    sqlite3 *sql;
    const char *path;
    const dw_results_span *span;
    sqlite3_stmt *row;
    bool failed;
} query;

static void begin(query *of, const char *sql)
{
    of->failed = of->failed || sqlite3_prepare_v2(of->sql, sql, -1, &of->row, NULL) != SQLITE_OK;
    if (!of->failed) {
        (void)sqlite3_bind_int64(of->row, 1, of->span->since_s);
        (void)sqlite3_bind_int64(of->row, 2, of->span->until_s);
    }
}

static bool next(query *of)
{
    const int result = of->failed ? SQLITE_DONE : sqlite3_step(of->row);
    of->failed = of->failed || (result != SQLITE_ROW && result != SQLITE_DONE);
    return result == SQLITE_ROW;
}

static void end(query *of)
{
    if (!of->failed) {
        (void)sqlite3_finalize(of->row);
        of->row = NULL;
    }
}

static dw_status close_query(query *of, dw_error *error)
{
    const dw_status status = of->failed ? dw_results_sql_fail(of->sql, of->path, error) : DW_OK;
    (void)sqlite3_finalize(of->row);
    if (status == DW_OK && (fflush(of->out) != 0 || ferror(of->out))) {
        return dw_fail(error, DW_IO, "what was asked for cannot be written: the disk is full?");
    }
    return status;
}

static const char *text_at(const query *of, int column)
{
    const unsigned char *text = sqlite3_column_text(of->row, column);
    return text != NULL ? (const char *)text : "";
}

static uint32_t number_at(const query *of, int column)
{
    return (uint32_t)sqlite3_column_int64(of->row, column);
}

static dw_status write_csv(FILE *out, dw_results_db *db, const char *path,
                           const dw_results_span *span, const char *sql, dw_error *error)
{
    query of = {.out = out, .sql = dw_results_db_handle(db), .path = path, .span = span};
    begin(&of, sql);
    const int columns = of.failed ? 0 : sqlite3_column_count(of.row);
    for (int i = 0; i < columns; i++) {
        (void)fprintf(out, "%s%s", sqlite3_column_name(of.row, i), i + 1 < columns ? "," : "\n");
    }
    while (next(&of)) {
        for (int i = 0; i < columns; i++) {
            dw_matrix_csv_text(out, text_at(&of, i));
            (void)fputs(i + 1 < columns ? "," : "\n", out);
        }
    }
    return close_query(&of, error);
}

dw_status dw_results_rounds_csv(FILE *out, dw_results_db *db, const char *path,
                                const dw_results_span *span, dw_error *error)
{
    return write_csv(out, db, path, span, rounds_sql, error);
}

dw_status dw_results_players_csv(FILE *out, dw_results_db *db, const char *path,
                                 const dw_results_span *span, dw_error *error)
{
    return write_csv(out, db, path, span, participations_sql, error);
}

/* Rounds that were played to an end: the intruders' win rate and the mean length. */
static void print_games(const query *of, int first)
{
    const uint32_t rounds = number_at(of, first);
    const uint32_t aborted = number_at(of, first + 1);
    const uint32_t won = number_at(of, first + 2);
    const uint32_t played = rounds - aborted;
    (void)fprintf(of->out, "%7u %8u", (unsigned)rounds, (unsigned)aborted);
    if (played == 0) {
        (void)fprintf(of->out, "        -                -         -\n");
        return;
    }
    const dw_interval interval = dw_wilson(won, played);
    const double seconds =
        (double)sqlite3_column_int64(of->row, first + 3) / played / DW_TICKS_PER_SECOND;
    (void)fprintf(of->out, " %6.1f %%  %5.1f to %5.1f %%  %6.0f s\n", 100.0 * won / played,
                  100 * interval.low, 100 * interval.high, seconds);
}

static const char games_head[] = " rounds  aborted       won  95 % interval      length\n";

static void print_kinds(query *of)
{
    (void)fprintf(of->out, "\n%-16s %-12s %-12s", "map", "ruleset", "strategy");
    (void)fputs(games_head, of->out);
    begin(of, kinds_sql);
    while (next(of)) {
        (void)fprintf(of->out, "%-16s %-12s %-12s", text_at(of, 0), text_at(of, 1), text_at(of, 2));
        print_games(of, 3);
    }
    end(of);
}

static void print_days(query *of)
{
    (void)fprintf(of->out, "\n%-10s", "day (UTC)");
    (void)fputs(games_head, of->out);
    begin(of, days_sql);
    while (next(of)) {
        (void)fprintf(of->out, "%-10s", text_at(of, 0));
        print_games(of, 3);
    }
    end(of);
}

/* The newest names first. Names are of players' making, and the file may be of anybody's. */
static void print_names(const query *players, int64_t player)
{
    query of = *players;
    of.row = NULL;
    begin(&of, names_sql);
    if (!of.failed) {
        (void)sqlite3_bind_int64(of.row, 3, player);
    }
    for (uint32_t i = 0; next(&of); i++) {
        (void)fprintf(of.out, "%s%s", i > 0 ? ", " : "", dw_log_quote(text_at(&of, 0)).text);
    }
    (void)fputc('\n', of.out);
    (void)sqlite3_finalize(of.row);
}

static void print_players(query *of)
{
    (void)fprintf(of->out, "\n%-16s  rounds  escaped  caught  names, the newest first\n", "key");
    begin(of, players_sql);
    while (next(of)) {
        (void)fprintf(of->out, "%-16s %7u %8u %7u  ", text_at(of, 0), (unsigned)number_at(of, 1),
                      (unsigned)number_at(of, 2), (unsigned)number_at(of, 3));
        print_names(of, sqlite3_column_int64(of->row, 4));
    }
    end(of);
}

/* Gives back the number of rounds. */
static uint32_t print_head(query *of)
{
    uint32_t rounds = 0;
    uint32_t parts = 0;
    begin(of, total_sql);
    if (next(of)) {
        rounds = number_at(of, 0);
        parts = number_at(of, 3);
    }
    if (rounds > 0) {
        (void)fprintf(of->out, "%s: rounds %u, from %s to %s", of->path, (unsigned)rounds,
                      text_at(of, 1), text_at(of, 2));
    }
    end(of);
    begin(of, persons_sql);
    if (next(of) && rounds > 0) {
        (void)fprintf(of->out, "; players with a key %u, bodies in all rounds %u\n",
                      (unsigned)number_at(of, 0), (unsigned)parts);
    }
    end(of);
    return rounds;
}

dw_status dw_results_report(FILE *out, dw_results_db *db, const char *path,
                            const dw_results_span *span, dw_error *error)
{
    query of = {.out = out, .sql = dw_results_db_handle(db), .path = path, .span = span};
    if (print_head(&of) > 0) {
        print_kinds(&of);
        print_days(&of);
        print_players(&of);
    } else if (!of.failed) {
        (void)fprintf(out, "%s: no rounds in this time\n", path);
    }
    return close_query(&of, error);
}
