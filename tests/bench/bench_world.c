/* bench_world - what lines of sight, visibility polygons, moves and room look-ups cost on a map.
 *
 *     bench_world MAP.tmj [ROUNDS]
 *
 * CSV rows `what,calls,ns,answers`: `answers` sums up what the calls gave back, so that two builds
 * are known to have done the same work. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "common/world/movement.h"
#include "common/world/visibility.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUESTIONS = 4096 };

typedef struct work {
    const dw_map *map;
    dw_door_set open;
    dw_vec from[QUESTIONS], to[QUESTIONS];
    uint32_t rounds;
} work;

static dw_vec free_place(const work *w, dw_rng *rng)
{
    const dw_rect b = w->map->bounds;
    dw_vec p;
    do {
        p = (dw_vec){dw_rng_between(rng, b.min.x, b.max.x), dw_rng_between(rng, b.min.y, b.max.y)};
    } while (dw_map_room_at(w->map, p) == DW_NONE ||
             !dw_place_free(w->map, &w->open, p, DW_BODY_HALF));
    return p;
}

static uint64_t sight(const work *w, dw_sight_level level)
{
    uint64_t clear = 0;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        clear += dw_sight_clear(w->map, &w->open, w->from[i], w->to[i], level);
    }
    return clear;
}

static uint64_t sight_standing(const work *w)
{
    return sight(w, DW_SIGHT_OVER_MIDDLE);
}

static uint64_t sight_crouched(const work *w)
{
    return sight(w, DW_SIGHT_CROUCHED);
}

static uint64_t rooms(const work *w)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        sum += dw_map_room_at(w->map, w->from[i]);
    }
    return sum;
}

static uint64_t moves(const work *w)
{
    uint64_t hash = DW_HASH_START;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        const dw_vec step = dw_direction_step((dw_direction)(1 + i % 8), 1800);
        const dw_rect other = dw_rect_around(w->to[i], DW_BODY_HALF);
        const dw_vec at =
            dw_move(w->map, &w->open, w->from[i], step, DW_BODY_HALF, &other, 1).position;
        hash = dw_hash_pair(hash, at.x, at.y);
    }
    return hash;
}

static uint64_t polygons(const work *w)
{
    static dw_vec points[DW_VISIBILITY_POINTS_MAX];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        const dw_visibility seen = {.map = w->map,
                                    .open = &w->open,
                                    .eye = w->from[i],
                                    .range = DW_MAP_SIDE_MAX,
                                    .fov_bam = DW_BAM_TURN,
                                    .level = DW_SIGHT_OVER_MIDDLE};
        sum += dw_visibility_polygon(&seen, points, DW_VISIBILITY_POINTS_MAX);
    }
    return sum;
}

/* The fastest of several batches: what the calls cost when nobody else has the core. */
enum { BATCHES = 8 };
static void measure(const work *w, const char *what, uint64_t (*run)(const work *), uint32_t rounds)
{
    uint64_t answers = run(w); /* Warms up. */
    uint64_t fastest = UINT64_MAX;
    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        const uint64_t start = dw_clock_ns();
        for (uint32_t i = 0; i < rounds; i++) {
            answers = run(w);
        }
        const uint64_t took = dw_clock_ns() - start;
        fastest = took < fastest ? took : fastest;
    }
    const double calls = (double)rounds * QUESTIONS;
    (void)printf("%s,%.0f,%.1f,%016" PRIx64 "\n", what, calls * BATCHES, (double)fastest / calls,
                 answers);
}

static int run_all(work *w, const char *path)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {{0}};
    dw_arena arena;
    if (dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error) != DW_OK ||
        dw_arena_create(&arena, DW_MAP_ARENA_BYTES) != DW_OK) {
        (void)fprintf(stderr, "bench_world: %s\n", error.text);
        return 2;
    }
    const uint64_t start = dw_clock_ns();
    const dw_status status = dw_map_load(&w->map, &arena, path, bytes, size, &error);
    const uint64_t loaded = dw_clock_ns() - start;
    free(bytes);
    if (status != DW_OK) {
        (void)fprintf(stderr, "bench_world: %s\n", error.text);
        dw_arena_destroy(&arena);
        return 2;
    }
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (uint32_t i = 0; i < w->map->door_count; i += 2) {
        dw_door_set_put(&w->open, i, true);
    }
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        w->from[i] = free_place(w, &rng);
        w->to[i] = free_place(w, &rng);
    }
    (void)printf("what,calls,ns,answers\n");
    (void)printf("load,1,%" PRIu64 ",%d\n", loaded, w->map->wall_count);
    measure(w, "sight_standing", sight_standing, w->rounds);
    measure(w, "sight_crouched", sight_crouched, w->rounds);
    measure(w, "room_at", rooms, w->rounds);
    measure(w, "move", moves, w->rounds);
    measure(w, "polygon", polygons, w->rounds / 8 + 1);
    dw_arena_destroy(&arena);
    return 0;
}

int main(int count, char **arguments)
{
    static work w;
    if (count < 2) {
        (void)fprintf(stderr, "usage: bench_world MAP.tmj [ROUNDS]\n");
        return 2;
    }
    w.rounds = count > 2 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 32;
    return run_all(&w, arguments[1]);
}
