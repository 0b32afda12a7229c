#include "server/lab/matrix_csv.h"

#include "common/base/hash.h"
#include "common/world/state.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *name, *meaning;
} key_columns[] = {
    {"map", "name of the map"},
    {"guards", "how the guards played: a name of --guards"},
    {"intruders", "how the intruders played: a name of --intruders"},
    {"count", "number of intruders"},
    {"seed", "seed of the match"},
};

enum { KEY_COLUMNS = sizeof key_columns / sizeof key_columns[0] };

void dw_matrix_csv_text(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        (void)fputs(text, out);
        return;
    }
    (void)fputc('"', out);
    for (; *text != '\0'; text++) {
        (void)fputs(*text == '"' ? "\"" : "", out);
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

static void put_key_names(FILE *out)
{
    for (uint32_t i = 0; i < KEY_COLUMNS; i++) {
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",", key_columns[i].name);
    }
}

static void put_key(FILE *out, const dw_matrix_plan *plan, uint32_t match)
{
    const dw_matrix_cell_key key = dw_matrix_plan_key(plan, match / plan->seed_count);
    dw_matrix_csv_text(out, dw_matrix_plan_map(plan, key.map));
    (void)fputc(',', out);
    dw_matrix_csv_text(out, plan->guards[key.guards].name);
    (void)fprintf(out, ",%s,%u,%" PRIu64, plan->policies[key.policy]->name, plan->counts[key.count],
                  plan->first_seed + match % plan->seed_count);
}

static void put_number(FILE *out, dw_match_column_kind kind, uint64_t number)
{
    char hash[DW_HASH_TEXT_SIZE];
    switch (kind) {
    case DW_MATCH_COLUMN_OUTCOME:
        (void)fprintf(out, ",%s", dw_outcome_word((dw_outcome)number));
        break;
    case DW_MATCH_COLUMN_HASH:
        dw_hash_text(number, hash);
        (void)fprintf(out, ",%s", hash);
        break;
    case DW_MATCH_COLUMN_NUMBER:
        (void)fprintf(out, ",%" PRIu64, number);
        break;
    }
}

void dw_matrix_csv_rows(FILE *out, const dw_matrix_results *results)
{
    put_key_names(out);
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        (void)fprintf(out, ",%s", dw_match_columns[i].name);
    }
    (void)fputc('\n', out);
    for (uint32_t match = 0; match < results->plan->match_count; match++) {
        const uint64_t *numbers = dw_match_row_numbers(&results->rows[match].match);
        put_key(out, results->plan, match);
        for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
            put_number(out, dw_match_columns[i].kind, numbers[i]);
        }
        (void)fputc('\n', out);
    }
}

void dw_matrix_csv_timing(FILE *out, const dw_matrix_results *results)
{
    put_key_names(out);
    (void)fputs(",processor_us,wall_us\n", out);
    for (uint32_t match = 0; match < results->plan->match_count; match++) {
        const dw_matrix_row *row = &results->rows[match];
        put_key(out, results->plan, match);
        (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 "\n", row->processor_us, row->wall_us);
    }
}

void dw_matrix_csv_columns(FILE *out)
{
    for (uint32_t i = 0; i < KEY_COLUMNS; i++) {
        (void)fprintf(out, "%-26s%s\n", key_columns[i].name, key_columns[i].meaning);
    }
    for (uint32_t i = 0; i < DW_MATCH_COLUMN_COUNT; i++) {
        (void)fprintf(out, "%-26s%s\n", dw_match_columns[i].name, dw_match_columns[i].meaning);
    }
}
