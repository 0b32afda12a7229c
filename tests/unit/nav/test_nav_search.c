/* Paths of common/nav against the visibility graph of the oracle. */
#include "tests/support/test.h"

#include "tests/unit/nav/nav_scene.h"

#include <math.h>

enum { ARENA_BYTES = 8 << 20, MAPS = 2000, QUERIES = 3 };

typedef struct fixture {
    dw_arena arena;
    dw_scene scene;
    const dw_nav *nav;
    dw_nav_search *search;
} fixture;

static void start(fixture *f, dw_rng *rng)
{
    dw_arena_reset(&f->arena, 0);
    dw_scene_make(&f->scene, rng);
    f->nav = dw_scene_build(&f->scene, &f->arena);
    assert_int_equal(dw_nav_search_create(&f->search, &f->arena, f->nav), DW_OK);
}

static void check_maps(uint64_t stream, bool with_extras)
{
    fixture f = {0};
    assert_int_equal(dw_arena_create(&f.arena, ARENA_BYTES), DW_OK);
    for (uint32_t map = 0; map < MAPS; map++) {
        dw_rng rng;
        dw_rng_init(&rng, map, stream);
        start(&f, &rng);
        for (uint32_t query = 0; query < QUERIES; query++) {
            if (with_extras) {
                dw_scene_draw_extras(&f.scene, &rng);
            }
            dw_scene_draw_doors(&f.scene, &rng);
            const dw_nav_query q = dw_scene_query(&f.scene, &rng);
            char text[96];
            (void)snprintf(text, sizeof(text), "map %u query %u half %d", map, query,
                           f.scene.config.half);
            dw_scene_check(&f.scene, f.nav, f.search, &q, text);
        }
    }
    dw_arena_destroy(&f.arena);
}

static void paths_are_as_short_as_the_visibility_graph_says(void **state)
{
    (void)state;
    check_maps(1, false);
}

static void paths_round_extra_solids_are_as_short_as_the_visibility_graph_says(void **state)
{
    (void)state;
    check_maps(2, true);
}

static void assert_same_path(const dw_nav_path *a, const dw_nav_path *b)
{
    assert_int_equal(a->count, b->count);
    assert_true(a->length == b->length);
    for (uint32_t k = 0; k < a->count; k++) {
        assert_true(dw_vec_equal(a->points[k].position, b->points[k].position));
        assert_int_equal(a->points[k].door, b->points[k].door);
    }
}

/* Slices of random size; each partial path on the way starts at the start and is free. */
static void check_slices(const fixture *f, const dw_nav_query *query, dw_rng *rng)
{
    static dw_nav_path whole;
    static dw_nav_path sliced;
    static dw_oracle oracle;
    dw_scene_oracle(&f->scene, query, &oracle);
    const dw_nav_result result = dw_nav_find(f->nav, f->search, query, &whole);
    const uint32_t expansions = dw_nav_expansions(f->search);
    dw_nav_begin(f->nav, f->search, query);
    for (;;) {
        const uint32_t before = dw_nav_expansions(f->search);
        const uint32_t budget = dw_rng_below(rng, 4);
        const dw_nav_result now = dw_nav_advance(f->nav, f->search, budget, &sliced);
        assert_true(dw_nav_expansions(f->search) - before <= budget);
        if (now != DW_NAV_RUNNING) {
            assert_int_equal(now, result);
            break;
        }
        assert_true(sliced.count >= 1);
        assert_true(dw_vec_equal(sliced.points[0].position, whole.points[0].position));
        for (uint32_t k = 1; k < sliced.count; k++) {
            assert_true(dw_oracle_visible(&oracle, sliced.points[k - 1].position,
                                          sliced.points[k].position));
        }
    }
    assert_int_equal(dw_nav_expansions(f->search), expansions);
    assert_same_path(&whole, &sliced);
}

static void a_sliced_search_gives_the_path_of_an_unsliced_one(void **state)
{
    (void)state;
    fixture f = {0};
    assert_int_equal(dw_arena_create(&f.arena, ARENA_BYTES), DW_OK);
    for (uint32_t map = 0; map < 500; map++) {
        dw_rng rng;
        dw_rng_init(&rng, map, 3);
        start(&f, &rng);
        for (uint32_t query = 0; query < 2 * QUERIES; query++) {
            f.scene.extra_count = 0;
            if (query % 2 == 1) {
                dw_scene_draw_extras(&f.scene, &rng);
            }
            const dw_nav_query q = dw_scene_query(&f.scene, &rng);
            check_slices(&f, &q, &rng);
        }
    }
    dw_arena_destroy(&f.arena);
}

static void a_search_leaves_nothing_behind_for_the_next(void **state)
{
    (void)state;
    static dw_nav_path reused;
    static dw_nav_path fresh;
    fixture f = {0};
    assert_int_equal(dw_arena_create(&f.arena, ARENA_BYTES), DW_OK);
    for (uint32_t map = 0; map < 100; map++) {
        dw_rng rng;
        dw_rng_init(&rng, map, 4);
        start(&f, &rng);
        for (uint32_t query = 0; query < 8; query++) {
            dw_scene_draw_doors(&f.scene, &rng);
            f.scene.extra_count = 0;
            if (query % 3 == 0) {
                dw_scene_draw_extras(&f.scene, &rng);
            }
            const dw_nav_query q = dw_scene_query(&f.scene, &rng);
            const size_t mark = dw_arena_mark(&f.arena);
            dw_nav_search *other = NULL;
            assert_int_equal(dw_nav_search_create(&other, &f.arena, f.nav), DW_OK);
            const dw_nav_result first = dw_nav_find(f.nav, f.search, &q, &reused);
            assert_int_equal(first, dw_nav_find(f.nav, other, &q, &fresh));
            assert_same_path(&reused, &fresh);
            dw_arena_reset(&f.arena, mark);
        }
    }
    dw_arena_destroy(&f.arena);
}

/* A shut door is as good as a mesh built with a solid in the doorway. */
static void paths_after_each_of_1000_door_changes_equal_those_of_a_fresh_mesh(void **state)
{
    (void)state;
    static dw_nav_path changed;
    static dw_nav_path rebuilt;
    fixture f = {0};
    dw_arena fresh;
    assert_int_equal(dw_arena_create(&f.arena, ARENA_BYTES), DW_OK);
    assert_int_equal(dw_arena_create(&fresh, ARENA_BYTES), DW_OK);
    dw_rng rng;
    dw_rng_init(&rng, 0, 5);
    uint32_t found = 0;
    for (uint32_t change = 0; change < 1000; change++) {
        if (change % 25 == 0) {
            do {
                start(&f, &rng);
            } while (f.scene.config.doorway_count < 2);
        }
        const uint32_t door = dw_rng_below(&rng, f.scene.config.doorway_count);
        dw_door_set_put(&f.scene.excluded, door, !dw_door_set_has(&f.scene.excluded, door));
        dw_rect solids[DW_SCENE_SOLIDS_MAX + DW_SCENE_DOORS_MAX];
        dw_nav_config config = f.scene.config;
        memcpy(solids, config.solids, config.solid_count * sizeof(*solids));
        for (uint32_t k = 0; k < config.doorway_count; k++) {
            if (dw_door_set_has(&f.scene.excluded, k)) {
                solids[config.solid_count++] = config.doorways[k];
            }
        }
        config.solids = solids;
        config.doorway_count = 0;
        const dw_nav *nav = NULL;
        dw_nav_search *search = NULL;
        dw_arena_reset(&fresh, 0);
        assert_int_equal(dw_nav_build(&nav, &fresh, &config, NULL), DW_OK);
        assert_int_equal(dw_nav_search_create(&search, &fresh, nav), DW_OK);
        dw_nav_query q = dw_scene_query(&f.scene, &rng);
        /* Of two nearest points, two meshes may take different ones. */
        q.from = dw_scene_nearest(f.nav, f.search, &q, q.from);
        q.to = dw_scene_nearest(f.nav, f.search, &q, q.to);
        if (!dw_nav_free(f.nav, &q, q.from)) {
            continue;
        }
        const dw_nav_result one = dw_nav_find(f.nav, f.search, &q, &changed);
        q.excluded = NULL;
        assert_int_equal(one, dw_nav_find(nav, search, &q, &rebuilt));
        if (one == DW_NAV_FOUND) {
            found++;
            assert_true(fabs(changed.length - rebuilt.length) <= 1e-9 * (1 + rebuilt.length));
        }
    }
    assert_true(found > 400);
    dw_arena_destroy(&fresh);
    dw_arena_destroy(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_as_short_as_the_visibility_graph_says),
        cmocka_unit_test(paths_round_extra_solids_are_as_short_as_the_visibility_graph_says),
        cmocka_unit_test(a_sliced_search_gives_the_path_of_an_unsliced_one),
        cmocka_unit_test(a_search_leaves_nothing_behind_for_the_next),
        cmocka_unit_test(paths_after_each_of_1000_door_changes_equal_those_of_a_fresh_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
