#include "server/bench/bench_house.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/nav/nav.h"
#include "common/platform/clock.h"

#include <stdlib.h>

enum {
    COLUMNS = 15,
    ROWS = 10,
    ROOMS = COLUMNS * ROWS,
    ROOM_MM = 5000,
    WALL_MM = 100,
    DOOR_AT_MM = 2000,
    DOOR_MM = 1000,
    WALLS_MAX = 4 * 2 * ROOMS,
    ARENA_BYTES = 64 << 20,
    ROUTES = 4096,
    BATCHES = 8,
    DOOR_ONE_IN = 4 /* Walls with no door; the other rooms stay connected. */
};

static const double ROUTE_BUDGET_US = 2;

typedef struct house {
    dw_rect rooms[ROOMS];
    dw_rect solids[WALLS_MAX];
    dw_rect doorways[DW_DOORS_MAX];
    uint32_t solid_count, door_count;
    dw_arena arena;
    const dw_nav *nav;
    dw_vec ends[ROUTES][2];
} house;

static dw_rect rect_mm(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    return (dw_rect){{DW_MM(x0), DW_MM(y0)}, {DW_MM(x1), DW_MM(y1)}};
}

/* Along coordinates from `a` to `b` of the wall at `line`, which runs down or across. */
static dw_rect piece(int32_t line, int32_t a, int32_t b, bool down)
{
    return down ? rect_mm(line - WALL_MM, a, line + WALL_MM, b)
                : rect_mm(a, line - WALL_MM, b, line + WALL_MM);
}

static void add_wall(house *h, int32_t line, int32_t from, bool down, bool door)
{
    const int32_t end = from + ROOM_MM;
    if (!door) {
        h->solids[h->solid_count++] = piece(line, from, end, down);
        return;
    }
    const int32_t at = from + DOOR_AT_MM;
    h->solids[h->solid_count++] = piece(line, from, at, down);
    h->solids[h->solid_count++] = piece(line, at + DOOR_MM, end, down);
    h->doorways[h->door_count++] = piece(line, at, at + DOOR_MM, down);
}

static dw_status build(house *h, dw_rng *rng, dw_error *error)
{
    for (int32_t room = 0; room < ROOMS; room++) {
        const int32_t column = room % COLUMNS;
        const int32_t row = room / COLUMNS;
        const int32_t x = column * ROOM_MM;
        const int32_t y = row * ROOM_MM;
        h->rooms[room] = rect_mm(x, y, x + ROOM_MM, y + ROOM_MM);
        const bool right = row == 0 || dw_rng_below(rng, DOOR_ONE_IN) != 0;
        const bool below = dw_rng_below(rng, DOOR_ONE_IN) != 0 || column % 2 == 0;
        add_wall(h, x + ROOM_MM, y, true, column + 1 < COLUMNS && right);
        add_wall(h, y + ROOM_MM, x, false, row + 1 < ROWS && below);
    }
    const dw_nav_config config = {.bounds = rect_mm(0, 0, COLUMNS * ROOM_MM, ROWS * ROOM_MM),
                                  .half = DW_BODY_HALF,
                                  .squeeze = true,
                                  .solids = h->solids,
                                  .solid_count = h->solid_count,
                                  .doorways = h->doorways,
                                  .doorway_count = h->door_count,
                                  .rooms = h->rooms,
                                  .room_count = ROOMS};
    return dw_nav_build(&h->nav, &h->arena, &config, error);
}

static void draw_ends(house *h, dw_rng *rng)
{
    for (uint32_t k = 0; k < ROUTES; k++) {
        for (uint32_t end = 0; end < 2; end++) {
            h->ends[k][end] = dw_rect_centre(h->rooms[dw_rng_below(rng, ROOMS)]);
        }
    }
}

/* Microseconds a call, of the fastest batch. */
static void measure(dw_bench_table *table, const house *h)
{
    uint64_t least = UINT64_MAX;
    uint64_t work = 0;
    for (uint32_t k = 0; k <= BATCHES; k++) {
        const uint64_t start = dw_clock_ns();
        work = DW_HASH_START;
        for (uint32_t route = 0; route < ROUTES; route++) {
            const dw_vec *ends = h->ends[route];
            work = dw_hash_u64(work, (uint64_t)dw_nav_route_length(h->nav, ends[0], ends[1]));
        }
        const uint64_t took = dw_clock_ns() - start;
        least = k > 0 && took < least ? took : least; /* The first warms up. */
    }
    dw_bench_add(table, (dw_bench_figure){.what = "route_150_us",
                                          .count = (uint64_t)ROUTES * BATCHES,
                                          .value = (double)least / ROUTES / 1000,
                                          .budget = ROUTE_BUDGET_US,
                                          .work = work});
}

dw_status dw_bench_house(dw_bench_table *table, dw_error *error)
{
    house *h = calloc(1, sizeof *h);
    if (h == NULL || dw_arena_create(&h->arena, ARENA_BYTES) != DW_OK) {
        free(h);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    const uint64_t start = dw_clock_ns();
    const dw_status status = build(h, &rng, error);
    const double built_us = (double)(dw_clock_ns() - start) / 1000;
    if (status == DW_OK) {
        draw_ends(h, &rng);
        dw_bench_add(table, (dw_bench_figure){.what = "house_150_build_us",
                                              .count = 1,
                                              .value = built_us,
                                              .work = h->door_count});
        measure(table, h);
    }
    dw_arena_destroy(&h->arena);
    free(h);
    return status;
}
