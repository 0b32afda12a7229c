#include "server/lab/route_command.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "server/lab/lab_data.h"
#include "server/lab/route_oracle.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "duskwatch-lab map route";

enum { ARENA_BYTES = 64 << 20 };

typedef struct route_run {
    dw_lab_data data;
    dw_arena arena;
    dw_nav_search *search;
    dw_route_weights weights;
    dw_nav_path plain, path;
    dw_route_oracle oracle;
} route_run;

static dw_status find_room(const dw_map *map, const char *name, size_t length, uint16_t *room,
                           dw_error *error)
{
    for (uint16_t k = 0; k < map->room_count; k++) {
        if (strlen(map->rooms[k].name) == length && memcmp(map->rooms[k].name, name, length) == 0) {
            *room = k;
            return DW_OK;
        }
    }
    return dw_fail(error, DW_NOT_FOUND, "%s: no room \"%.*s\"", map->name, (int)length, name);
}

/* "Great hall=4,Kitchen=0.5". */
static dw_status read_dangers(route_run *run, const char *text, dw_error *error)
{
    const double least = (double)DW_ROUTE_FACTOR_MIN / DW_ROUTE_FACTOR_ONE;
    const double most = (double)DW_ROUTE_FACTOR_MAX / DW_ROUTE_FACTOR_ONE;
    dw_route_weights_reset(&run->weights);
    while (text != NULL && *text != '\0') {
        const size_t length = strcspn(text, "=,");
        char *end = NULL;
        const double factor = text[length] == '=' ? strtod(text + length + 1, &end) : 0;
        if (end == NULL || (*end != ',' && *end != '\0') || !(factor >= least && factor <= most)) {
            return dw_fail(error, DW_INVALID,
                           "--danger %s: must be ROOM=FACTOR,... with factors of %g to %g", text,
                           least, most);
        }
        uint16_t room = DW_NONE;
        const dw_status status = find_room(run->data.map, text, length, &room, error);
        if (status != DW_OK) {
            return status;
        }
        run->weights.rooms[room] = (uint16_t)(factor * DW_ROUTE_FACTOR_ONE + 0.5);
        text = *end == ',' ? end + 1 : end;
    }
    return DW_OK;
}

/* The rooms that a path goes through, in order. */
static json_t *rooms_of(const dw_map *map, const dw_nav_path *path)
{
    json_t *rooms = json_array();
    uint16_t last = DW_NONE;
    for (uint32_t k = 0; k < path->count; k++) {
        const dw_vec a = path->points[k == 0 ? 0 : k - 1].position;
        const dw_vec b = path->points[k].position;
        const int64_t steps = dw_distance(a, b) / DW_MM(50) + 1;
        for (int64_t step = 0; step <= steps; step++) {
            const dw_vec p = {(int32_t)(a.x + ((int64_t)b.x - a.x) * step / steps),
                              (int32_t)(a.y + ((int64_t)b.y - a.y) * step / steps)};
            const uint16_t room = dw_map_room_at(map, p);
            if (room != last) {
                const int status = json_array_append_new(rooms, json_string(map->rooms[room].name));
                DW_CHECK(status == 0);
                last = room;
            }
        }
    }
    return rooms;
}

static double to_metres(double units)
{
    return units / (1000.0 * DW_UNITS_PER_MM);
}

static void print_routes(const route_run *run, double cheapest)
{
    const dw_map *map = run->data.map;
    const double cost = dw_route_cost(map, &run->weights, &run->path);
    json_t *facts = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:o}", "length_m",
                              to_metres(run->path.length), "cost_m", to_metres(cost),
                              "cheapest_cost_m", to_metres(cheapest), "excess_percent",
                              cheapest > 0 ? 100 * (cost / cheapest - 1) : 0.0, "plain_length_m",
                              to_metres(run->plain.length), "plain_cost_m",
                              to_metres(dw_route_cost(map, &run->weights, &run->plain)), "rooms",
                              rooms_of(map, &run->path), "plain_rooms", rooms_of(map, &run->plain));
    DW_CHECK(facts != NULL);
    (void)json_dumpf(facts, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    (void)putchar('\n');
    json_decref(facts);
}

static dw_status measure(route_run *run, dw_vec from, dw_vec to, dw_error *error)
{
    const dw_nav *nav = run->data.nav;
    dw_nav_corridor corridor;
    dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    (void)dw_nav_find(nav, run->search, &query, &run->plain);
    dw_nav_choose_rooms(nav, run->search, &run->weights, &query, &corridor);
    (void)dw_nav_find(nav, run->search, &query, &run->path);
    const dw_vec ends[2] = {run->plain.points[0].position,
                            run->plain.points[run->plain.count - 1].position};
    double *costs = NULL;
    if (dw_route_oracle_create(&run->oracle, &run->arena, run->data.map, nav, ends, 2) == DW_OK) {
        costs = DW_ARENA_ARRAY(&run->arena, double, run->oracle.node_count);
    }
    if (costs == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_route_oracle_costs(&run->oracle, &run->weights, 0, costs);
    print_routes(run, costs[1]);
    return DW_OK;
}

static dw_status run_route(route_run *run, const char *const *operands, const char *dangers,
                           dw_error *error)
{
    dw_status status = dw_lab_data_read(&run->data, operands[0], NULL, true, error);
    if (status != DW_OK) {
        return status;
    }
    const dw_map *map = run->data.map;
    uint16_t rooms[2] = {DW_NONE, DW_NONE};
    status = read_dangers(run, dangers, error);
    for (uint32_t k = 0; k < 2 && status == DW_OK; k++) {
        status = find_room(map, operands[k + 1], strlen(operands[k + 1]), &rooms[k], error);
    }
    if (status == DW_OK &&
        (dw_arena_create(&run->arena, ARENA_BYTES) != DW_OK ||
         dw_nav_search_create(&run->search, &run->arena, run->data.nav) != DW_OK)) {
        status = dw_fail(error, DW_MEMORY, "out of memory");
    }
    if (status == DW_OK) {
        status = measure(run, dw_rect_centre(map->rooms[rooms[0]].area),
                         dw_rect_centre(map->rooms[rooms[1]].area), error);
    }
    dw_arena_destroy(&run->arena);
    dw_lab_data_destroy(&run->data);
    return status;
}

int dw_lab_map_route_main(int argc, char **argv)
{
    const char *dangers = NULL;
    const dw_option options[] = {
        {.name = "danger",
         .kind = DW_OPTION_TEXT,
         .out = &dangers,
         .value = "ROOM=FACTOR,...",
         .help = "a length in this room costs FACTOR times as much, 0.25 to 16"},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Prints the path between the middles of two rooms as one line of JSON: its "
                   "cost, the plain path, and the cheapest cost by brute force.",
        .operands = "NAME-or-FILE FROM-ROOM TO-ROOM",
        .operands_min = 3,
        .operands_max = 3,
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    static route_run run;
    dw_error error;
    if (run_route(&run, (const char *const *)&argv[first], dangers, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    return DW_EXIT_DONE;
}
