/* throw.c: where throws land in houses at random, against the plain line of sight. */
#include "common/base/rng.h"
#include "common/world/sight.h"
#include "common/world/throw.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

enum { HOUSES = 30, THROWS = 200 };
/* Units: sines are rounded. 0.1 mm. */
enum { ROUNDING = 6 };

static dw_vec free_place(const dw_map *map, const dw_door_set *open, dw_rng *rng)
{
    for (;;) {
        const dw_rect area = map->rooms[dw_rng_below(rng, map->room_count)].area;
        const dw_vec at = {
            area.min.x + (int32_t)dw_rng_below(rng, (uint32_t)(area.max.x - area.min.x)),
            area.min.y + (int32_t)dw_rng_below(rng, (uint32_t)(area.max.y - area.min.y))};
        if (dw_place_free(map, open, at, DW_BODY_HALF)) {
            return at;
        }
    }
}

/* No throw goes further than it is aimed, or through anything that hides its landing. */
static void a_throw_lands_in_sight_and_no_further_than_aimed(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 7, 1);
    const dw_ruleset rules = dw_ruleset_reference();
    uint32_t cut = 0;
    for (uint32_t house = 0; house < HOUSES; house++) {
        dw_scene *scene = dw_scene_create();
        const dw_map *map = dw_scene_random(scene, &rng, 3, 3);
        const dw_door_set open = dw_map_doors_at_start(map);
        for (uint32_t i = 0; i < THROWS; i++) {
            const dw_vec from = free_place(map, &open, &rng);
            const dw_intent intent = {.buttons = DW_BUTTON_COIN,
                                      .throw_heading = (uint8_t)dw_rng_below(&rng, 256),
                                      .throw_distance = (uint8_t)dw_rng_below(&rng, 256)};
            const dw_throw thrown = dw_throw_fly(map, &open, &rules, from, intent);
            const int32_t distance = dw_distance(from, thrown.landing);
            assert_true(distance <= DW_MM(intent.throw_distance * DW_THROW_STEP_MM) + ROUNDING);
            assert_int_equal(thrown.room, dw_map_room_at(map, thrown.landing));
            assert_true(dw_vec_equal(from, thrown.landing) ||
                        dw_sight_clear(map, &open, from, thrown.landing, DW_SIGHT_OVER_MIDDLE));
            assert_true(thrown.flight_ticks >= 1);
            assert_true(distance <= thrown.flight_ticks * rules.throw_speed_mm_s + ROUNDING);
            cut += thrown.cut ? 1 : 0;
        }
        dw_scene_destroy(scene);
    }
    assert_in_range(cut, HOUSES * THROWS / 10, HOUSES * THROWS * 9 / 10);
}

/* As near as the steps allow: half a step of distance, half a step of heading. */
static void an_aim_hits_what_is_within_range(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 8, 1);
    const dw_ruleset rules = dw_ruleset_reference();
    dw_scene *scene = dw_scene_create();
    (void)dw_scene_room(scene, "hall", 0, 0, 20000, 20000);
    dw_scene_spawn(scene, 1000, 1000);
    const dw_map *map = dw_scene_build(scene);
    const dw_door_set open = dw_map_doors_at_start(map);
    const dw_vec from = {DW_MM(10000), DW_MM(10000)};
    for (uint32_t i = 0; i < 2000; i++) {
        const dw_vec at = {DW_MM(3000 + (int32_t)dw_rng_below(&rng, 14000)),
                           DW_MM(3000 + (int32_t)dw_rng_below(&rng, 14000))};
        const dw_intent held = {.direction = DW_EAST, .buttons = DW_BUTTON_CROUCH | DW_BUTTON_USE};
        const dw_intent intent = dw_throw_aim(held, DW_TOOL_BAIT, &rules, from, at);
        assert_true(dw_intent_valid(intent) && dw_throw_in_range(&rules, intent));
        assert_int_equal(dw_intent_tool(intent), DW_TOOL_BAIT);
        assert_int_equal(intent.direction, DW_EAST);
        assert_int_equal(intent.buttons, DW_BUTTON_CROUCH | DW_BUTTON_BAIT);
        const dw_throw thrown = dw_throw_fly(map, &open, &rules, from, intent);
        const int32_t wanted = dw_distance(from, at);
        if (wanted <= DW_MM(rules.throw_mm_max)) {
            assert_in_range(dw_distance(at, thrown.landing), 0, DW_MM(25) + wanted / 80);
        } else {
            assert_in_range(dw_distance(from, thrown.landing), DW_MM(rules.throw_mm_max - 1),
                            DW_MM(rules.throw_mm_max) + ROUNDING);
        }
    }
    assert_int_equal(dw_throw_aim((dw_intent){0}, DW_TOOL_COIN, &rules, from, from).throw_distance,
                     0);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_throw_lands_in_sight_and_no_further_than_aimed),
        cmocka_unit_test(an_aim_hits_what_is_within_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
