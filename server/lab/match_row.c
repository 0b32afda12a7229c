#include "server/lab/match_row.h"

#include "common/base/fixed.h"
#include "common/world/state.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char counter_meaning[] = "cost of the guards' paths and moves (server/sim/brain.h)";

#define OUTCOME_ROW(name, text) {#name, text, DW_MATCH_COLUMN_OUTCOME},
#define HASH_ROW(name, text)    {#name, text, DW_MATCH_COLUMN_HASH},
#define NUMBER_ROW(name, text)  {#name, text, DW_MATCH_COLUMN_NUMBER},
#define COUNTER_ROW(name)       {#name, counter_meaning, DW_MATCH_COLUMN_NUMBER},
const dw_match_column dw_match_columns[DW_MATCH_COLUMN_COUNT] = {DW_MATCH_COLUMNS(
    OUTCOME_ROW, HASH_ROW, NUMBER_ROW) DW_BRAIN_COUNTERS(COUNTER_ROW, COUNTER_ROW)};
#undef OUTCOME_ROW
#undef HASH_ROW
#undef NUMBER_ROW
#undef COUNTER_ROW

#define BIN_TICKS(seconds) (seconds) * DW_TICKS_PER_SECOND,
static const uint32_t chase_ticks[] = {DW_CHASE_SECONDS(BIN_TICKS)};
#undef BIN_TICKS

/* The columns of the bins stand side by side. */
enum { FIRST_BIN = offsetof(dw_match_row, chases_up_to_2_s) / sizeof(uint64_t) };
_Static_assert(FIRST_BIN + DW_MATCH_CHASE_BINS - 1 ==
                       offsetof(dw_match_row, chases_longer) / sizeof(uint64_t) &&
                   sizeof chase_ticks / sizeof chase_ticks[0] == DW_MATCH_CHASE_BINS - 1,
               "one column a bin");

void dw_match_row_add_chase(dw_match_row *row, uint32_t ticks)
{
    uint32_t bin = 0;
    while (bin < DW_MATCH_CHASE_BINS - 1 && ticks > chase_ticks[bin]) {
        bin++;
    }
    ((uint64_t *)(void *)row)[FIRST_BIN + bin]++;
}

enum { FIRST_ORDER = offsetof(dw_match_row, orders_intercept) / sizeof(uint64_t) };
_Static_assert(FIRST_ORDER + DW_ORDER_KIND_COUNT * DW_ORDER_END_COUNT - 1 ==
                   offsetof(dw_match_row, orders_go_over) / sizeof(uint64_t),
               "one column an end of each kind");

void dw_match_row_add_order(dw_match_row *row, dw_order_kind kind, dw_order_end end)
{
    const uint32_t at = (uint32_t)kind * DW_ORDER_END_COUNT + (uint32_t)end;
    ((uint64_t *)(void *)row)[FIRST_ORDER + at]++;
}

const uint64_t *dw_match_row_chases(const dw_match_row *row)
{
    return dw_match_row_numbers(row) + FIRST_BIN;
}

/* All members are of one type, so they lie as in an array. */
const uint64_t *dw_match_row_numbers(const dw_match_row *row)
{
    return (const uint64_t *)(const void *)row;
}

void dw_match_row_text(const dw_match_row *row, char text[DW_MATCH_ROW_TEXT_SIZE])
{
    const uint64_t *numbers = dw_match_row_numbers(row);
    size_t used = 0;
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        used += (size_t)snprintf(text + used, DW_MATCH_ROW_TEXT_SIZE - used, "%s%" PRIu64,
                                 i == 0 ? "" : " ", numbers[i]);
    }
}

const char *dw_match_row_parse(dw_match_row *row, const char *text)
{
    uint64_t numbers[DW_MATCH_COLUMN_COUNT];
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        if (i > 0 && *text++ != ' ') {
            return NULL;
        }
        char *end = NULL;
        if (*text < '0' || *text > '9') {
            return NULL;
        }
        numbers[i] = strtoull(text, &end, 10);
        text = end;
    }
    if (numbers[0] != DW_OUTCOME_WON && numbers[0] != DW_OUTCOME_LOST &&
        numbers[0] != DW_OUTCOME_TIMEOUT) {
        return NULL;
    }
    memcpy(row, numbers, sizeof numbers);
    return text;
}
