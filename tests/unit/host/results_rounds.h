/* results_rounds.h - rounds to keep, and a file to keep them in, for the tests of the results. */
#ifndef DW_TESTS_HOST_RESULTS_ROUNDS_H
#define DW_TESTS_HOST_RESULTS_ROUNDS_H

#include "server/host/results_db.h"
#include "tests/support/test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two players with a key, one without. */
static inline dw_results_round results_round(uint32_t number, int64_t ended_s)
{
    dw_results_round round = {.began_s = ended_s - 60,
                              .ended_s = ended_s,
                              .map = "museum",
                              .map_hash = {{0xab, 0xcd}},
                              .ruleset = "standard",
                              .strategy = "cutoff"};
    dw_round_report *report = &round.report;
    *report = (dw_round_report){.match = 3,
                                .guards = 5,
                                .round = number,
                                .ticks = 3600,
                                .outcome = DW_OUTCOME_WON,
                                .brains = "dog+reference",
                                .player_count = 3};
    for (uint32_t i = 0; i < DW_ROUND_FIGURE_COUNT; i++) {
        ((uint32_t *)(void *)&report->figures)[i] = 100 + i;
    }
    static const char *const names[] = {"Ada Lovelace", "Bob Unwanted", "Eve Nokey"};
    for (uint8_t i = 0; i < 3; i++) {
        dw_round_player *player = &report->players[i];
        *player = (dw_round_player){.slot = i, .fate = i, .has_identity = i < 2};
        memset(player->identity, i < 2 ? 0xa1 + i : 0, sizeof player->identity);
        (void)strcpy(player->name, names[i]);
    }
    report->players[1].gone = true;
    report->players[1].gone_tick = 77;
    return round;
}

static char results_folder[64];
static char results_path[128];

static inline int results_make_folder(void **state)
{
    (void)state;
    (void)snprintf(results_folder, sizeof results_folder, "results-test-XXXXXX");
    if (mkdtemp(results_folder) == NULL) {
        return -1;
    }
    (void)snprintf(results_path, sizeof results_path, "%s/results.sqlite", results_folder);
    return 0;
}

static inline int results_remove_folder(void **state)
{
    (void)state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", results_folder);
    return system(command);
}

/* By a connection of its own, as another program would. */
static inline sqlite3 *results_other(void)
{
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(results_path, &other), SQLITE_OK);
    (void)sqlite3_busy_timeout(other, 2000);
    return other;
}

/* The columns of the first row of a query, with a bar between two. */
static inline void results_ask(const char *sql, char *out, size_t size)
{
    sqlite3 *other = results_other();
    sqlite3_stmt *row = NULL;
    size_t used = 0;
    out[0] = '\0';
    if (sqlite3_prepare_v2(other, sql, -1, &row, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(other));
    }
    const int result = sqlite3_step(row);
    for (int i = 0; result == SQLITE_ROW && i < sqlite3_column_count(row); i++) {
        const unsigned char *text = sqlite3_column_text(row, i);
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? "|" : "",
                                 text != NULL ? (const char *)text : "null");
        assert_in_range(used, 0, size - 1);
    }
    (void)sqlite3_finalize(row);
    (void)sqlite3_close(other);
}

static inline void results_expect(const char *sql, const char *expected)
{
    char answer[1024];
    results_ask(sql, answer, sizeof answer);
    assert_string_equal(answer, expected);
}

#endif
