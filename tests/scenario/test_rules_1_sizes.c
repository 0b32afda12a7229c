/* server/RULES.md 1.50 to 1.55: bodies of other sizes, devices, bodies that are not solid or low.
 */
#include "server/session/interest.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <string.h>

enum { GAP_AT = 7000 };

/* Three rooms in a row, joined by doors of 1200 mm. Across the middle one stand blocks with gaps of
 * 400 mm (y 1500 to 1900), 900 mm (y 3000 to 3900) and 1400 mm (y 4500 to 5900). */
typedef struct row {
    dw_scene *scene;
    dw_venue *venue;
    dw_ruleset rules;
    dw_stage *stage;
} row;

static row build_row(int32_t size_mm)
{
    row it = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t west = dw_scene_room(it.scene, "west", 0, 0, 4000, 6000);
    const uint16_t hall = dw_scene_room(it.scene, "hall", 4000, 0, 6000, 6000);
    const uint16_t east = dw_scene_room(it.scene, "east", 10000, 0, 4000, 6000);
    dw_scene_door(it.scene, "west-hall", west, hall, 1100, 1200, DW_SCENE_OPEN);
    dw_scene_door(it.scene, "hall-east", hall, east, 1100, 1200, DW_SCENE_OPEN);
    dw_scene_furniture(it.scene, GAP_AT, 100, 500, 1400, 1000);
    dw_scene_furniture(it.scene, GAP_AT, 1900, 500, 1100, 1000);
    dw_scene_furniture(it.scene, GAP_AT, 3900, 500, 600, 1000);
    dw_scene_patrol(it.scene, "round", "west, east");
    dw_scene_guard(it.scene, "ann", 2000, 1700, 0, "round");
    dw_scene_spawn(it.scene, 2000, 4000);
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.rules.kinds[DW_KIND_GUARD].body.size_mm = size_mm;
    return it;
}

/* With guards that do what a test says. */
static row open_row(int32_t size_mm)
{
    row it = build_row(size_mm);
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &it.rules);
    return it;
}

static void close_row(row *it)
{
    if (it->stage != NULL) {
        dw_stage_destroy(it->stage);
    }
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static dw_vec guard_at(const row *it)
{
    return dw_guard_actor(it->stage->world, 0)->body.position;
}

static void a_small_body_enters_a_gap_that_a_guard_does_not(void **state)
{
    (void)state;
    const struct {
        int32_t size_mm, x;
    } cases[] = {{400, 9000}, {401, GAP_AT - 201}, {500, GAP_AT - 250}};
    for (size_t i = 0; i < 3; i++) {
        row it = open_row(cases[i].size_mm);
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(6000, 1700), 0);
        dw_stage_puppet(it.stage, 0)->step = (dw_vec){1200, 0};
        dw_stage_run(it.stage, 151);
        const int32_t x = guard_at(&it).x;
        if (cases[i].size_mm == 400) {
            assert_true(x >= DW_MM(cases[i].x) - 1200);
        } else {
            assert_int_equal(x, DW_MM(GAP_AT) - DW_MM(cases[i].size_mm) / 2);
        }
        close_row(&it);
    }
}

static void bodies_of_two_sizes_stop_at_contact(void **state)
{
    (void)state;
    static const int32_t sizes_mm[] = {200, 300, 500, 1000, 1200};
    for (size_t i = 0; i < 5; i++) {
        const int32_t apart = DW_MM(sizes_mm[i]) / 2 + DW_BODY_HALF;
        row it = build_row(sizes_mm[i]);
        it.rules.catch_ticks = 36000;
        it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &it.rules);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(3000, 4000));
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(1000, 4000), 0);
        dw_stage_puppet(it.stage, 0)->step = (dw_vec){1200, 0};
        dw_stage_run(it.stage, 120);
        assert_int_equal(guard_at(&it).x, DW_MM(3000) - apart);
        assert_true(dw_stage_events(it.stage, DW_SIM_TOUCHED, 0, 0) > 0);
        /* The intruder is stopped by the guard as the guard was by it. */
        dw_stage_puppet(it.stage, 0)->step = (dw_vec){0, 0};
        dw_stage_run(it.stage, 2);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(3500, 4000));
        dw_stage_walk(it.stage, 0, DW_WEST, 0);
        dw_stage_run(it.stage, 60);
        assert_int_equal(dw_intruder_actor(it.stage->world, 0)->body.position.x, DW_MM(3000));
        close_row(&it);
    }
}

/* Where the guard crosses the line of the blocks, in mm; 0: not within the time. */
static int32_t crossing_of(int32_t size_mm)
{
    row it = build_row(size_mm);
    it.stage = dw_stage_create(it.venue, "patrol-only", &it.rules);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(400, 5600));
    int32_t y = 0;
    for (uint32_t tick = 0; tick < 3600 && y == 0; tick++) {
        const int32_t before = guard_at(&it).x;
        dw_stage_step(it.stage);
        const bool crosses =
            (before < DW_MM(GAP_AT + 250)) != (guard_at(&it).x < DW_MM(GAP_AT + 250));
        y = crosses ? guard_at(&it).y / DW_UNITS_PER_MM : 0;
    }
    close_row(&it);
    return y;
}

static void a_small_guard_takes_the_gap_and_a_large_one_the_long_way(void **state)
{
    (void)state;
    const int32_t small = crossing_of(400);
    assert_true(small >= 1500 && small <= 1900);
    const int32_t middle = crossing_of(500);
    assert_true(middle >= 3000 && middle <= 3900);
    const int32_t large = crossing_of(1000);
    assert_true(large >= 4500 && large <= 5900);
}

static void a_guard_that_cannot_get_to_its_rooms_is_refused_by_name(void **state)
{
    (void)state;
    row it = build_row(1201);
    dw_arena arena = {0};
    assert_int_equal(dw_arena_create(&arena, 16 << 20), DW_OK);
    dw_nav_set sizes;
    dw_error error = {""};
    assert_int_equal(dw_nav_set_build(&sizes, &arena, it.venue->map, it.rules.kinds, &error),
                     DW_INVALID);
    assert_string_equal(error.text, "guard \"ann\": a body of 1201 mm cannot get to room \"east\" "
                                    "of patrol \"round\"");
    it.rules.kinds[DW_KIND_GUARD].body.size_mm = 1200;
    assert_int_equal(dw_nav_set_build(&sizes, &arena, it.venue->map, it.rules.kinds, &error),
                     DW_OK);
    assert_int_equal(sizes.count, 1);
    dw_arena_destroy(&arena);
    close_row(&it);
}

static void a_device_turns_and_is_in_nobodys_way(void **state)
{
    (void)state;
    row it = open_row(0);
    const dw_vec post = guard_at(&it);
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){1200, 0};
    dw_stage_puppet(it.stage, 0)->heading_bam = 1000;
    dw_stage_put_intruder(it.stage, 0, dw_vec_add(post, dw_scene_mm(-1000, 0)));
    dw_stage_walk(it.stage, 0, DW_EAST, 0);
    dw_stage_run(it.stage, 60);
    assert_true(dw_vec_equal(guard_at(&it), post));
    assert_int_equal(dw_guard_actor(it.stage->world, 0)->body.heading_bam, 1000);
    assert_int_equal(dw_intruder_actor(it.stage->world, 0)->body.position.x,
                     post.x - DW_MM(1000) + 60 * it.rules.walk_speed_mm_s);
    assert_true(dw_stage_sees(it.stage, 0, 0));
    close_row(&it);
}

static void a_body_that_is_not_solid_passes_and_is_passed(void **state)
{
    (void)state;
    row it = build_row(500);
    it.rules.kinds[DW_KIND_GUARD].body.solid = 0;
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &it.rules);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(1000, 4000), 0);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(2000, 4000));
    dw_stage_puppet(it.stage, 0)->step = (dw_vec){1200, 0};
    dw_stage_walk(it.stage, 0, DW_WEST, 0);
    dw_stage_run(it.stage, 300);
    assert_int_equal(guard_at(&it).x, DW_MM(4000 - 100 - 250)); /* The wall. */
    assert_int_equal(dw_intruder_actor(it.stage->world, 0)->body.position.x, DW_MM(100 + 250));
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_TOUCHED, 0, 0), 0);
    close_row(&it);
}

/* What the player of slot 0 is sent of guards. */
static dw_snapshot shown(const row *it)
{
    static dw_interest_scene scene;
    static dw_interest interest;
    dw_interest_scene_init(&scene, it->venue->map, &it->rules);
    dw_interest_scene_begin(&scene, it->stage->world);
    dw_interest_init(&interest);
    dw_interest_new_round(&interest, it->venue->map);
    dw_snapshot out;
    memset(&out, 0, sizeof out);
    dw_interest_filter(&scene, &interest, 1, 0, &out);
    return out;
}

static void furniture_of_0_3_hides_a_low_guard_from_players(void **state)
{
    (void)state;
    const struct {
        int32_t height;
        uint16_t sofa;
        uint8_t shown;
    } cases[] = {{1000, 300, 1}, {1000, 700, 1}, {1000, 701, 0}, {701, 500, 1},
                 {700, 299, 1},  {700, 300, 0},  {400, 500, 0},  {400, 1000, 0}};
    for (size_t i = 0; i < 8; i++) {
        row it = {.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
        dw_scene_room(it.scene, "hall", 0, 0, 10000, 8000);
        dw_scene_furniture(it.scene, 5000, 1000, 500, 6000, cases[i].sofa);
        dw_scene_patrol(it.scene, "round", "hall");
        dw_scene_guard(it.scene, "rex", 6200, 4000, 0, "round");
        dw_scene_spawn(it.scene, 3000, 4000);
        it.venue = dw_venue_of(dw_scene_build(it.scene));
        it.rules.vision = 1;
        it.rules.kinds[DW_KIND_GUARD].body.size_mm = 400;
        it.rules.kinds[DW_KIND_GUARD].body.height = cases[i].height;
        it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, &it.rules);
        const dw_snapshot before = shown(&it);
        assert_int_equal(before.body_count, cases[i].shown);
        /* Wherever the sofa hides it, the player is sent the same. */
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(7000, 4500), DW_BAM_HALF);
        const dw_snapshot after = shown(&it);
        if (cases[i].shown == 0) {
            assert_memory_equal(&before, &after, sizeof before);
        }
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(4000, 4000), 0); /* On this side. */
        assert_int_equal(shown(&it).body_count, 1);
        close_row(&it);
    }
}

static void catching_counts_the_space_between_bodies(void **state)
{
    (void)state;
    static const int32_t sizes_mm[] = {200, 500, 1000};
    for (size_t i = 0; i < 6; i++) {
        row it = open_row(sizes_mm[i / 2]);
        const int32_t beyond = i % 2 == 0 ? 0 : 1;
        const int32_t most =
            DW_MM(it.rules.catch_distance_mm) - DW_BODY_HALF + DW_MM(sizes_mm[i / 2]) / 2;
        dw_stage_put_guard(it.stage, 0, dw_scene_mm(1000, 4000), 0);
        dw_stage_put_intruder(it.stage, 0, (dw_vec){DW_MM(1000) + most + beyond, DW_MM(4000)});
        dw_stage_run(it.stage, 600);
        assert_int_equal(dw_intruder_slot_state(it.stage->world, 0),
                         beyond == 0 ? DW_SLOT_CAUGHT : DW_SLOT_ALIVE);
        close_row(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_body_enters_a_gap_that_a_guard_does_not),
        cmocka_unit_test(bodies_of_two_sizes_stop_at_contact),
        cmocka_unit_test(a_small_guard_takes_the_gap_and_a_large_one_the_long_way),
        cmocka_unit_test(a_guard_that_cannot_get_to_its_rooms_is_refused_by_name),
        cmocka_unit_test(a_device_turns_and_is_in_nobodys_way),
        cmocka_unit_test(a_body_that_is_not_solid_passes_and_is_passed),
        cmocka_unit_test(furniture_of_0_3_hides_a_low_guard_from_players),
        cmocka_unit_test(catching_counts_the_space_between_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
