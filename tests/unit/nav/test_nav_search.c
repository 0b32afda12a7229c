/* Paths of common/nav against the visibility graph of the oracle. */
#include "tests/support/test.h"

#include "tests/unit/nav/nav_scene.h"

#include <stdlib.h>

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
    const char *only = getenv("NAV_SEED");
    for (uint32_t map = 0; map < MAPS; map++) {
        if (only != NULL && (uint32_t)atoi(only) != map) {
            continue;
        }
        dw_rng rng;
        dw_rng_init(&rng, map, stream);
        start(&f, &rng);
        for (uint32_t query = 0; query < QUERIES; query++) {
            if (with_extras) {
                dw_scene_draw_extras(&f.scene, &rng);
            }
            dw_scene_draw_doors(&f.scene, &rng);
            const dw_nav_query q = dw_scene_query(&f.scene, dw_scene_point(&f.scene, &rng),
                                                  dw_scene_point(&f.scene, &rng));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_as_short_as_the_visibility_graph_says),
        cmocka_unit_test(paths_round_extra_solids_are_as_short_as_the_visibility_graph_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
