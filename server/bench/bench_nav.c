#include "server/bench/bench_nav.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "common/platform/options.h"
#include "common/world/light.h"
#include "common/world/visibility.h"
#include "server/bench/bench_house.h"
#include "server/bench/bench_paths.h"
#include "server/lab/lab_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "duskwatch-lab bench nav";

enum {
    QUESTIONS = 4096,
    BATCHES = 16,
    POLYGON_QUESTIONS = QUESTIONS / 8,
    LISTENERS = 64,
    NOISES = QUESTIONS / LISTENERS,
    REACH_DB10 = 510, /* A bottle, 66 dB, for ears of 15 dB. */
    LAMPS = 8,
    LAMP_RANGE_MM = 20000
};

/* The budgets. */
static const double SIGHT_BUDGET_NS = 80, POLYGON_BUDGET_US = 3, SOUND_BUDGET_US = 10;
static const double LIGHT_BUDGET_NS = 200;
static const double ROOMS_MEAN_BUDGET_US = 40, ARENA_P99_BUDGET_US = 70;

/* Queries on one shipped map. */
typedef struct map_run {
    dw_lab_data data;
    dw_door_set open;
    dw_vec from[QUESTIONS], to[QUESTIONS];
    uint16_t rooms[QUESTIONS]; /* Of `to`. */
    dw_map lit_map;            /* The map in the dark, with LAMPS lamps that can light all rooms. */
    dw_room lit_rooms[DW_ROOMS_MAX];
    dw_lamp lamps[LAMPS];
} map_run;

static dw_vec free_place(const map_run *run, dw_rng *rng)
{
    const dw_nav_query query = {.room = DW_NONE};
    const dw_rect b = run->data.map->bounds;
    dw_vec p;
    do {
        p.x = dw_rng_between(rng, b.min.x, b.max.x);
        p.y = dw_rng_between(rng, b.min.y, b.max.y);
    } while (!dw_nav_free(run->data.nav, &query, p));
    return p;
}

static uint64_t look(const map_run *run)
{
    uint64_t clear = 0;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        clear += dw_sight_clear(run->data.map, &run->open, run->from[i], run->to[i],
                                DW_SIGHT_OVER_MIDDLE);
    }
    return clear;
}

static uint64_t outline(const map_run *run)
{
    static dw_vec points[DW_VISIBILITY_POINTS_MAX];
    uint64_t hash = DW_HASH_START;
    for (uint32_t i = 0; i < POLYGON_QUESTIONS; i++) {
        const dw_visibility seen = {.map = run->data.map,
                                    .open = &run->open,
                                    .eye = run->from[i],
                                    .range = DW_MAP_SIDE_MAX,
                                    .fov_bam = DW_BAM_TURN,
                                    .level = DW_SIGHT_OVER_MIDDLE};
        hash = dw_hash_u64(hash, dw_visibility_polygon(&seen, points, DW_VISIBILITY_POINTS_MAX));
    }
    return hash;
}

/* Each noise for its own 64 listeners. */
static uint64_t hear(const map_run *run)
{
    static const dw_sound_losses losses = {.doorway_db10 = 30, .leaf_db10 = 140, .wall_db10 = 300};
    dw_sound_spread spread;
    uint64_t hash = DW_HASH_START;
    for (uint32_t n = 0; n < NOISES; n++) {
        const dw_vec from = run->from[n];
        uint64_t heard = 0;
        dw_sound_spread_begin(&spread, dw_nav_sound(run->data.nav), &losses, &run->open, from,
                              dw_map_room_at(run->data.map, from), REACH_DB10);
        for (uint32_t i = n * LISTENERS; i < (n + 1) * LISTENERS; i++) {
            dw_sound_arrival arrival;
            if (dw_sound_arrives(&spread, run->to[i], run->rooms[i], &arrival)) {
                heard += (uint64_t)arrival.loss_db10 + 1;
            }
        }
        hash = dw_hash_u64(hash, heard);
    }
    return hash;
}

/* Darkness everywhere, so that no room is as bright as a lamp, and each lamp may count anywhere. */
static void hang_lamps(map_run *run, dw_rng *rng)
{
    static const uint16_t all[LAMPS] = {0, 1, 2, 3, 4, 5, 6, 7};
    run->lit_map = *run->data.map;
    memcpy(run->lit_rooms, run->data.map->rooms, run->lit_map.room_count * sizeof(dw_room));
    for (uint32_t r = 0; r < run->lit_map.room_count; r++) {
        run->lit_rooms[r].light = 0;
        run->lit_rooms[r].lamp_count = LAMPS;
        run->lit_rooms[r].lamps = all;
    }
    for (uint32_t i = 0; i < LAMPS; i++) {
        const dw_vec at = free_place(run, rng);
        run->lamps[i] = (dw_lamp){.position = at,
                                  .range = DW_MM(LAMP_RANGE_MM),
                                  .room = dw_map_room_at(run->data.map, at),
                                  .wall_switch = DW_NONE,
                                  .level = DW_LIGHT_MAX,
                                  .starts_on = true};
    }
    run->lit_map.rooms = run->lit_rooms;
    run->lit_map.lamps = run->lamps;
    run->lit_map.lamp_count = LAMPS;
}

static uint64_t shine(const map_run *run)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        sum += (uint64_t)dw_light_at(&run->lit_map, &run->open, 0, run->to[i], run->rooms[i]);
    }
    return sum;
}

/* The reference: how far each listener has to walk, which knows of no leaf. */
static uint64_t walk(const map_run *run)
{
    uint64_t hash = DW_HASH_START;
    for (uint32_t n = 0; n < NOISES; n++) {
        uint64_t sum = 0;
        for (uint32_t i = n * LISTENERS; i < (n + 1) * LISTENERS; i++) {
            sum += (uint64_t)dw_nav_route_length(run->data.nav, run->from[n], run->to[i]);
        }
        hash = dw_hash_u64(hash, sum);
    }
    return hash;
}

/* Nanoseconds a call, of the fastest batch: the cost when no other process has the core. */
static double fastest(const map_run *run, uint64_t (*batch)(const map_run *), uint32_t calls,
                      uint64_t *work)
{
    *work = batch(run); /* Warms up. */
    uint64_t least = UINT64_MAX;
    for (uint32_t k = 0; k < BATCHES; k++) {
        const uint64_t start = dw_clock_ns();
        const uint64_t again = batch(run);
        const uint64_t took = dw_clock_ns() - start;
        DW_CHECK(again == *work);
        least = took < least ? took : least;
    }
    return (double)least / calls;
}

static void add_row(dw_bench_table *table, const char *map, const char *what, uint32_t calls,
                    double value, double budget, uint64_t work)
{
    char name[DW_BENCH_NAME_MAX + 1];
    (void)snprintf(name, sizeof name, "%s_%s", map, what);
    dw_bench_add(table, (dw_bench_figure){.what = name,
                                          .count = (uint64_t)calls * BATCHES,
                                          .value = value,
                                          .budget = budget,
                                          .work = work});
}

static dw_status measure_map(dw_bench_table *table, const char *name, dw_error *error)
{
    static map_run run;
    dw_status status = dw_lab_data_read(&run.data, name, NULL, true, error);
    if (status != DW_OK) {
        return status;
    }
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (uint32_t door = 0; door < run.data.map->door_count; door++) {
        dw_door_set_put(&run.open, door, door % 2 == 0);
    }
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        run.from[i] = free_place(&run, &rng);
        run.to[i] = free_place(&run, &rng);
        run.rooms[i] = dw_map_room_at(run.data.map, run.to[i]);
    }
    hang_lamps(&run, &rng);
    uint64_t work = 0;
    const double sight_ns = fastest(&run, look, QUESTIONS, &work);
    add_row(table, name, "sight_ns", QUESTIONS, sight_ns, SIGHT_BUDGET_NS, work);
    const double polygon_us = fastest(&run, outline, POLYGON_QUESTIONS, &work) / 1000;
    add_row(table, name, "polygon_us", POLYGON_QUESTIONS, polygon_us, POLYGON_BUDGET_US, work);
    const double sound_us = fastest(&run, hear, NOISES, &work) / 1000;
    add_row(table, name, "sound_64_us", NOISES, sound_us, SOUND_BUDGET_US, work);
    const double light_ns = fastest(&run, shine, QUESTIONS, &work);
    add_row(table, name, "light_8_lamps_ns", QUESTIONS, light_ns, LIGHT_BUDGET_NS, work);
    const double walk_us = fastest(&run, walk, NOISES, &work) / 1000;
    add_row(table, name, "sound_64_walks_us", NOISES, walk_us, 0, work);
    char paths_name[DW_BENCH_NAME_MAX + 1];
    (void)snprintf(paths_name, sizeof paths_name, "%s_path", name);
    const dw_bench_paths paths = {.name = paths_name,
                                  .nav = run.data.nav,
                                  .from = run.from,
                                  .to = run.to,
                                  .count = QUESTIONS};
    status = dw_bench_measure_paths(table, &paths, error);
    dw_lab_data_destroy(&run.data);
    return status;
}

static dw_status measure_grids(dw_bench_table *table, const char *folder, dw_error *error)
{
    if (folder == NULL) {
        return DW_OK;
    }
    const dw_status status =
        dw_bench_movingai(table, folder, "32room_000", ROOMS_MEAN_BUDGET_US, 0, error);
    return status != DW_OK
               ? status
               : dw_bench_movingai(table, folder, "arena2", 0, ARENA_P99_BUDGET_US, error);
}

int dw_bench_nav_main(int argc, char **argv)
{
    const char *folder = getenv("DUSKWATCH_MOVINGAI");
    const dw_option options[] = {
        {"movingai", DW_OPTION_TEXT, &folder, "DIR",
         "folder with 32room_000 and arena2 (.map, .map.scen), default "
         "$DUSKWATCH_MOVINGAI; without it these rows are left out",
         0, 0, NULL},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Measures paths, routes, doors, sight, noises and light against their budgets.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result parsed = dw_options_parse(&command, argc, argv, &first);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    dw_bench_table table;
    dw_bench_begin(&table, "nav");
    if (measure_map(&table, "reference", &error) != DW_OK ||
        measure_map(&table, "museum", &error) != DW_OK || dw_bench_house(&table, &error) != DW_OK ||
        measure_grids(&table, folder, &error) != DW_OK) {
        return dw_options_fail(PROGRAM, DW_EXIT_USAGE, error.text);
    }
    dw_bench_end(&table);
    return DW_EXIT_DONE;
}
