/* results_report.h - what a server's file of results says, as text for its host: games by map,
 * ruleset and strategy with win rates, games by day, and the most active players.
 * A round that was aborted has no winner: it is counted, and is no part of a rate or a length. A
 * timeout counts for the guards. Reads only. */
#ifndef DW_LAB_RESULTS_REPORT_H
#define DW_LAB_RESULTS_REPORT_H

#include "server/host/results_db.h"

#include <stdio.h>

/* Rounds that ended within since_s <= end < until_s (seconds since 1970). */
typedef struct dw_results_span {
    int64_t since_s, until_s;
} dw_results_span;

DW_MUST_USE dw_status dw_results_report(FILE *out, dw_results_db *db, const char *path,
                                        const dw_results_span *span, dw_error *error);

/* The same rounds as CSV with a line of names: a row a round, or a row for each player of each
 * round. Times are in UTC as 2026-11-22T20:00:00Z. */
DW_MUST_USE dw_status dw_results_rounds_csv(FILE *out, dw_results_db *db, const char *path,
                                            const dw_results_span *span, dw_error *error);
DW_MUST_USE dw_status dw_results_players_csv(FILE *out, dw_results_db *db, const char *path,
                                             const dw_results_span *span, dw_error *error);

#endif
