#include "server/lab/routes_command.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "server/lab/lab_data.h"
#include "server/lab/route_excess.h"

#include <jansson.h>
#include <stdio.h>

static const char PROGRAM[] = "duskwatch-lab map routes";

enum { ARENA_BYTES = 64 << 20, STREAM = 21 };

typedef struct routes_wish {
    int64_t draws, seed, least_percent, most_percent;
} routes_wish;

static void print_excess(const char *map, const dw_route_excess *sum)
{
    json_t *facts = json_pack(
        "{s:s, s:i, s:f, s:f, s:f, s:f}", "map", map, "pairs", (int)sum->pairs, "excess_percent",
        100 * sum->sum / sum->pairs, "worst_percent", 100 * sum->worst, "pairs_above_3_percent",
        100.0 * sum->above / sum->pairs, "plain_excess_percent", 100 * sum->plain / sum->pairs);
    DW_CHECK(facts != NULL);
    (void)json_dumpf(facts, stdout, JSON_COMPACT | JSON_REAL_PRECISION(4));
    (void)putchar('\n');
    json_decref(facts);
}

static dw_status measure(const dw_lab_data *data, dw_arena *arena, const routes_wish *wish)
{
    dw_route_excess sum = {0};
    dw_route_excess_order order = {.map = data->map,
                                   .nav = data->nav,
                                   .arena = arena,
                                   .low = (double)wish->least_percent / 100,
                                   .high = (double)wish->most_percent / 100};
    dw_status status = dw_nav_search_create(&order.search, arena, data->nav);
    dw_rng rng;
    dw_rng_init(&rng, (uint64_t)wish->seed, STREAM);
    for (int64_t k = 0; k < wish->draws && status == DW_OK; k++) {
        status = dw_route_excess_add(&order, &rng, &sum);
    }
    if (status == DW_OK && sum.pairs > 0) { /* A map of one room has none. */
        print_excess(data->map->name, &sum);
    }
    return status;
}

static dw_status run(const char *name, const routes_wish *wish, dw_error *error)
{
    dw_lab_data data;
    dw_status status = dw_lab_data_read(&data, name, NULL, true, error);
    if (status != DW_OK) {
        return status;
    }
    dw_arena arena = {0};
    status = dw_arena_create(&arena, ARENA_BYTES);
    if (status == DW_OK) {
        status = measure(&data, &arena, wish);
    }
    if (status != DW_OK) {
        status = dw_fail(error, status, "%s: out of memory", name);
    }
    dw_arena_destroy(&arena);
    dw_lab_data_destroy(&data);
    return status;
}

int dw_lab_map_routes_main(int argc, char **argv)
{
    const int64_t low = 100 * DW_ROUTE_FACTOR_MIN / DW_ROUTE_FACTOR_ONE;
    const int64_t high = 100 * DW_ROUTE_FACTOR_MAX / DW_ROUTE_FACTOR_ONE;
    routes_wish wish = {.draws = 2, .seed = 1, .least_percent = 100, .most_percent = 400};
    const dw_option options[] = {
        {"draws", DW_OPTION_INT, &wish.draws, "N", "how often costs are drawn", 1, 1000, NULL},
        {"seed", DW_OPTION_INT, &wish.seed, "N", "of the draws", 0, UINT32_MAX, NULL},
        {"least", DW_OPTION_INT, &wish.least_percent, "PERCENT",
         "of its length costs a path in the cheapest room", low, high, NULL},
        {"most", DW_OPTION_INT, &wish.most_percent, "PERCENT", "the same in the dearest room", low,
         high, NULL},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Draws what rooms and doors cost, and prints as one line of JSON how much more "
                   "than the cheapest paths by brute force the paths of guards cost, over all "
                   "pairs of rooms.",
        .operands = "NAME-or-FILE",
        .operands_min = 1,
        .operands_max = 1,
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (wish.least_percent > wish.most_percent) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, "--least is above --most");
    }
    dw_error error;
    if (run(argv[first], &wish, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    return DW_EXIT_DONE;
}
