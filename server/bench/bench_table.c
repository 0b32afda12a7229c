#include "server/bench/bench_table.h"

#include "common/base/check.h"
#include "common/base/hash.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

enum { JSON_DIGITS = 7 };

static double ratio_of(const dw_bench_figure *figure)
{
    const double over = figure->at_least ? figure->budget : figure->value;
    const double under = figure->at_least ? figure->value : figure->budget;
    return under > 0 ? over / under : 0;
}

void dw_bench_begin(dw_bench_table *table, const char *name)
{
    *table = (dw_bench_table){.name = name};
    (void)printf("what,count,value,budget,ratio,met,work\n");
    (void)fflush(stdout);
}

void dw_bench_add(dw_bench_table *table, dw_bench_figure figure)
{
    DW_CHECK(table->count < DW_BENCH_FIGURES_MAX);
    char *name = table->names[table->count];
    (void)snprintf(name, sizeof table->names[0], "%s", figure.what);
    figure.what = name;
    table->figures[table->count++] = figure;
    char work[DW_HASH_TEXT_SIZE];
    dw_hash_text(figure.work, work);
    (void)printf("%s,%" PRIu64 ",%.6g,", figure.what, figure.count, figure.value);
    if (figure.budget > 0) {
        const double ratio = ratio_of(&figure);
        (void)printf("%.6g,%.3f,%s,%s\n", figure.budget, ratio, ratio <= 1 ? "yes" : "no", work);
    } else {
        (void)printf(",,,%s\n", work);
    }
    (void)fflush(stdout);
}

void dw_bench_end(const dw_bench_table *table)
{
    json_t *line = json_object();
    json_t *ratios = json_object();
    int failed = json_object_set_new(line, "bench", json_string(table->name));
    json_int_t over = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        const dw_bench_figure *figure = &table->figures[i];
        failed |= json_object_set_new(line, figure->what, json_real(figure->value));
        if (figure->budget > 0) {
            const double ratio = ratio_of(figure);
            failed |= json_object_set_new(ratios, figure->what, json_real(ratio));
            over += ratio > 1;
        }
    }
    failed |= json_object_set_new(line, "ratios", ratios);
    failed |= json_object_set_new(line, "over_budget", json_integer(over));
    DW_CHECK(failed == 0);
    (void)json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(JSON_DIGITS));
    (void)putchar('\n');
    json_decref(line);
}
