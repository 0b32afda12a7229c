#include "tests/unit/nav/nav_scene.h"

#include "tests/support/test.h"

#include <math.h>

enum { LATTICE = 20, SIDE = 16 };

/* x first: the order in which an initializer draws is open to the compiler. */
static dw_vec random_vec(dw_rng *rng, dw_rect from)
{
    const int32_t x = dw_rng_between(rng, from.min.x, from.max.x);
    const int32_t y = dw_rng_between(rng, from.min.y, from.max.y);
    return (dw_vec){x, y};
}

static dw_rect random_rect(dw_rng *rng, int32_t most)
{
    const dw_vec at = random_vec(rng, (dw_rect){{0, 0}, {SIDE - 1, SIDE - 1}});
    const dw_vec size = random_vec(rng, (dw_rect){{1, 1}, {most, most}});
    const int32_t nudge = dw_rng_below(rng, 8) == 0 ? dw_rng_between(rng, -1, 1) : 0;
    return (dw_rect){{at.x * LATTICE + nudge, at.y * LATTICE},
                     {(at.x + size.x) * LATTICE + nudge, (at.y + size.y) * LATTICE}};
}

void dw_scene_make(dw_scene *scene, dw_rng *rng)
{
    static const int32_t halves[] = {0, 1, 5, 10, 10, 10, 19, 20, 20, 30};
    *scene = (dw_scene){0};
    scene->config.bounds = (dw_rect){{0, 0}, {SIDE * LATTICE, SIDE * LATTICE}};
    scene->config.half = halves[dw_rng_below(rng, sizeof(halves) / sizeof(halves[0]))];
    scene->config.squeeze = true;
    scene->config.solids = scene->solids;
    scene->config.doorways = scene->doorways;
    const uint32_t most = scene->config.half > 15 ? 14 : DW_SCENE_SOLIDS_MAX;
    scene->config.solid_count = dw_rng_below(rng, most + 1);
    for (uint32_t k = 0; k < scene->config.solid_count; k++) {
        scene->solids[k] = random_rect(rng, dw_rng_below(rng, 3) == 0 ? 8 : 2);
    }
    scene->config.doorway_count =
        dw_rng_below(rng, 2) == 0 ? 0 : dw_rng_below(rng, DW_SCENE_DOORS_MAX + 1);
    for (uint32_t k = 0; k < scene->config.doorway_count; k++) {
        scene->doorways[k] = random_rect(rng, 3);
    }
    dw_scene_draw_doors(scene, rng);
    scene->extra_count = 0;
}

void dw_scene_draw_doors(dw_scene *scene, dw_rng *rng)
{
    for (uint32_t k = 0; k < scene->config.doorway_count; k++) {
        dw_door_set_put(&scene->excluded, k, dw_rng_below(rng, 2) == 0);
    }
}

void dw_scene_draw_extras(dw_scene *scene, dw_rng *rng)
{
    scene->extra_count = 1 + dw_rng_below(rng, DW_SCENE_EXTRAS_MAX);
    for (uint32_t k = 0; k < scene->extra_count; k++) {
        scene->extras[k] = random_rect(rng, 3);
    }
}

const dw_nav *dw_scene_build(dw_scene *scene, dw_arena *arena)
{
    const dw_nav *nav = NULL;
    dw_error error = {{0}};
    const size_t mark = dw_arena_mark(arena);
    dw_status status = dw_nav_build(&nav, arena, &scene->config, &error);
    if (status == DW_INVALID) {
        dw_arena_reset(arena, mark);
        scene->config.doorway_count = 0;
        status = dw_nav_build(&nav, arena, &scene->config, &error);
    }
    if (status != DW_OK) {
        fail_msg("%s", error.text);
    }
    return nav;
}

dw_vec dw_scene_point(const dw_scene *scene, dw_rng *rng)
{
    const dw_rect b = dw_rect_grown(scene->config.bounds, 10);
    if (dw_rng_below(rng, 4) == 0) { /* On the lattice, where corners and sides are. */
        const dw_vec p = random_vec(rng, (dw_rect){{0, 0}, {SIDE, SIDE}});
        return (dw_vec){p.x * LATTICE + scene->config.half, p.y * LATTICE - scene->config.half};
    }
    return random_vec(rng, b);
}

dw_nav_query dw_scene_query(const dw_scene *scene, dw_rng *rng)
{
    const dw_vec from = dw_scene_point(scene, rng);
    return (dw_nav_query){.from = from,
                          .to = dw_scene_point(scene, rng),
                          .excluded = scene->config.doorway_count > 0 ? &scene->excluded : NULL,
                          .extra = scene->extras,
                          .extra_count = scene->extra_count,
                          .room = DW_NONE};
}

void dw_scene_oracle(const dw_scene *scene, const dw_nav_query *query, dw_oracle *oracle)
{
    const int32_t half = scene->config.half;
    *oracle = (dw_oracle){.bounds = dw_rect_grown(scene->config.bounds, -half)};
    for (uint32_t k = 0; k < scene->config.solid_count; k++) {
        oracle->rects[oracle->count++] = dw_rect_grown(scene->solids[k], half);
    }
    for (uint32_t k = 0; k < scene->config.doorway_count; k++) {
        if (query->excluded != NULL && dw_door_set_has(query->excluded, k)) {
            oracle->rects[oracle->count++] = dw_rect_grown(scene->doorways[k], half);
        }
    }
    for (uint32_t k = 0; k < query->extra_count; k++) {
        oracle->rects[oracle->count++] = dw_rect_grown(query->extra[k], half);
    }
}

/* The nearest free place to `wanted` is as far as `got` is, and `got` is free. */
static void check_end(const dw_oracle *oracle, dw_vec wanted, dw_vec got, bool moved,
                      const char *text)
{
    if (!dw_oracle_free(oracle, got) ||
        dw_distance_squared(wanted, got) != dw_oracle_nearest(oracle, wanted, NULL) ||
        moved == dw_vec_equal(wanted, got)) {
        fail_msg("%s: end %d,%d taken for %d,%d", text, got.x, got.y, wanted.x, wanted.y);
    }
}

/* Every leg is free, and the legs make up the length. */
static void check_legs(const dw_oracle *oracle, const dw_nav_path *path, const char *text)
{
    double length = 0;
    for (uint32_t k = 1; k < path->count; k++) {
        const dw_vec a = path->points[k - 1].position;
        const dw_vec b = path->points[k].position;
        if (!dw_oracle_visible(oracle, a, b)) {
            fail_msg("%s: the leg %d,%d to %d,%d is not free", text, a.x, a.y, b.x, b.y);
        }
        length += hypot((double)b.x - a.x, (double)b.y - a.y);
    }
    if (fabs(length - path->length) > 1e-9 * (1 + length)) {
        fail_msg("%s: length %.12g, its legs %.12g", text, path->length, length);
    }
}

dw_vec dw_scene_nearest(const dw_nav *nav, dw_nav_search *search, const dw_nav_query *query,
                        dw_vec p)
{
    static dw_nav_path path;
    dw_nav_query here = *query;
    here.from = here.to = p;
    (void)dw_nav_find(nav, search, &here, &path);
    return path.points[0].position;
}

void dw_scene_check(const dw_scene *scene, const dw_nav *nav, dw_nav_search *search,
                    const dw_nav_query *query, const char *text)
{
    static dw_oracle oracle;
    static dw_nav_path path;
    dw_scene_oracle(scene, query, &oracle);
    const dw_nav_result result = dw_nav_find(nav, search, query, &path);
    const int64_t from_nearest = dw_oracle_nearest(&oracle, query->from, NULL);
    if (from_nearest < 0) {
        assert_int_equal(result, DW_NAV_UNREACHABLE);
        assert_int_equal(path.count, 1);
        return;
    }
    const dw_vec from = path.points[0].position;
    const dw_vec to = path.points[path.count - 1].position;
    assert_false(path.cut);
    check_end(&oracle, query->from, from, path.from_moved, text);
    check_legs(&oracle, &path, text);
    if (result == DW_NAV_FOUND) {
        check_end(&oracle, query->to, to, path.to_moved, text);
        const double best = dw_oracle_length(&oracle, from, to);
        if (best < 0 || fabs(best - path.length) > 1e-9 * (1 + best)) {
            fail_msg("%s: length %.12g, the shortest is %.12g", text, path.length, best);
        }
        return;
    }
    assert_int_equal(result, DW_NAV_UNREACHABLE);
    dw_vec wanted = query->to;
    if (path.to_moved) {
        wanted = dw_scene_nearest(nav, search, query, query->to);
    }
    if (dw_oracle_length(&oracle, from, wanted) >= 0) {
        fail_msg("%s: a way was not found from %d,%d to %d,%d", text, from.x, from.y, wanted.x,
                 wanted.y);
    }
    if (dw_distance_squared(wanted, to) != dw_oracle_nearest(&oracle, wanted, &from)) {
        fail_msg("%s: the partial path ends at %d,%d, not nearest to %d,%d", text, to.x, to.y,
                 wanted.x, wanted.y);
    }
}
