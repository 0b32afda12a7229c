/* Paths walked to their ends with eight directions, three gaits and the shared walking code. */
#include "tests/support/test.h"

#include "client/bot/path_follower.h"
#include "common/base/check.h"
#include "tests/support/scene.h"

#include <stdlib.h>

enum { TOLERANCE = 40 * DW_UNITS_PER_MM, ROOM_MM = 3000, SIDE = 4 };

/* Rooms in a square, each joined to its neighbours by doorways of 600 mm at drawn places, with
 * furniture between them. */
static const dw_map *narrow_map(dw_scene *scene, dw_rng *rng)
{
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        char name[DW_NAME_SIZE];
        (void)snprintf(name, sizeof name, "r%d", i);
        dw_scene_room(scene, name, i % SIDE * ROOM_MM, i / SIDE * ROOM_MM, ROOM_MM, ROOM_MM);
    }
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        char name[DW_NAME_SIZE];
        const uint16_t room = (uint16_t)i;
        const int32_t at = dw_rng_between(rng, 10, 220) * 10;
        if (i % SIDE + 1 < SIDE) {
            (void)snprintf(name, sizeof name, "e%d", i);
            dw_scene_door(scene, name, room, (uint16_t)(room + 1), i / SIDE * ROOM_MM + at, 600,
                          DW_SCENE_OPEN);
        }
        if (i / SIDE + 1 < SIDE) {
            (void)snprintf(name, sizeof name, "s%d", i);
            dw_scene_door(scene, name, room, (uint16_t)(room + SIDE), i % SIDE * ROOM_MM + at, 600,
                          DW_SCENE_OPEN);
        }
    }
    const dw_map *map = dw_scene_build(scene);
    for (uint32_t i = 0; i < 40; i++) {
        const int32_t x = dw_rng_between(rng, 10, SIDE * ROOM_MM / 10 - 110) * 10;
        const int32_t y = dw_rng_between(rng, 10, SIDE * ROOM_MM / 10 - 110) * 10;
        const uint16_t count = dw_scene_parts(scene)->furniture_count;
        dw_scene_furniture(scene, x, y, dw_rng_between(rng, 10, 100) * 10,
                           dw_rng_between(rng, 10, 100) * 10, 800);
        const dw_map *with = NULL;
        if (dw_scene_try(scene, &with, NULL) == DW_OK) {
            map = with;
        } else {
            dw_scene_parts(scene)->furniture_count = count;
        }
    }
    return map;
}

static dw_vec free_place(const dw_bot_ground *ground, dw_rng *rng)
{
    const dw_rect bounds = ground->map->bounds;
    const dw_nav_query query = {.room = DW_NONE};
    for (;;) {
        const dw_vec place = {dw_rng_between(rng, bounds.min.x, bounds.max.x),
                              dw_rng_between(rng, bounds.min.y, bounds.max.y)};
        if (dw_nav_free(ground->nav, &query, place)) {
            return place;
        }
    }
}

typedef struct trip {
    dw_path_follower follower;
    dw_follow_order order;
    dw_body body;
} trip;

/* Walks one path; returns the ticks it took, 0 when it did not arrive. */
static uint32_t travel(trip *t, const dw_bot_ground *ground, uint32_t ticks_max)
{
    uint32_t hold = 0;
    dw_intent intent = {.direction = DW_STAND};
    for (uint32_t tick = 1; tick <= ticks_max; tick++) {
        if (hold == 0) {
            t->order.position = t->body.position;
            const dw_follow_result result =
                dw_path_follower_step(&t->follower, &t->order, &intent, &hold, NULL);
            if (result != DW_FOLLOW_GOING) {
                return result == DW_FOLLOW_ARRIVED ? tick : 0;
            }
        }
        hold--;
        (void)dw_intruder_walk(&t->body, intent, t->order.rules, ground->map, &ground->all_doors,
                               NULL, 0);
    }
    return 0;
}

/* Any two places; the time allowed is that of the path at the gait, twice over, and half a second
 * for each bend. */
static void walk_everywhere(const dw_bot_ground *ground, dw_rng *rng, uint32_t trips,
                            const char *name, double *ticks_sum, double *straight_sum)
{
    const dw_ruleset rules = dw_ruleset_reference();
    const int32_t speeds[] = {rules.crouch_speed_mm_s, rules.walk_speed_mm_s,
                              rules.sprint_speed_mm_s};
    for (uint32_t i = 0; i < trips; i++) {
        const dw_vec from = free_place(ground, rng);
        const dw_vec to = free_place(ground, rng);
        const dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
        if (dw_nav_find(ground->nav, ground->search, &query, ground->path) != DW_NAV_FOUND) {
            continue;
        }
        static trip t;
        t.body = (dw_body){.position = from};
        dw_path_follower_start(&t.follower, ground->path, NULL, 0);
        const uint32_t gait = dw_rng_below(rng, 3);
        t.order = (dw_follow_order){.ground = ground,
                                    .rules = &rules,
                                    .gait = (dw_gait)gait,
                                    .hold = dw_rng_below(rng, 2) == 0 ? 1 : 3,
                                    .tolerance = TOLERANCE};
        const double straight = ground->path->length / speeds[gait];
        const double allowed = 2.0 * straight + 30.0 * ground->path->count + 60.0;
        const uint32_t took = travel(&t, ground, (uint32_t)allowed);
        if (took == 0) {
            fail_msg("%s trip %u gait %u: from %d,%d to %d,%d stuck at %d,%d before point %u of %u",
                     name, i, gait, from.x, from.y, to.x, to.y, t.body.position.x,
                     t.body.position.y, t.follower.next, t.follower.count);
        }
        *ticks_sum += took;
        *straight_sum += straight;
    }
}

static void every_path_through_doorways_of_600_mm_is_walked_to_its_end(void **state)
{
    (void)state;
    double ticks_sum = 0.0;
    double straight_sum = 0.0;
    const uint32_t maps = 25;
    const uint32_t trips = 40;
    for (uint32_t i = 0; i < maps; i++) {
        dw_rng rng;
        dw_rng_init(&rng, i, 77);
        dw_scene *scene = dw_scene_create();
        const dw_map *map = narrow_map(scene, &rng);
        dw_bot_ground *ground = NULL;
        dw_error error = {""};
        assert_int_equal(dw_bot_ground_create(&ground, map, &error), DW_OK);
        char name[32];
        (void)snprintf(name, sizeof name, "map %u", i);
        walk_everywhere(ground, &rng, trips, name, &ticks_sum, &straight_sum);
        dw_bot_ground_destroy(ground);
        dw_scene_destroy(scene);
    }
    /* Eight directions cost up to 8 %, bends and slow steps at doorways the rest. */
    const double mean = ticks_sum / straight_sum;
    print_message("time against the straight path at full speed: %.3f\n", mean);
    assert_true(straight_sum > 60000.0 && mean < 1.25);
}

static void every_path_on_random_maps_is_walked_to_its_end(void **state)
{
    (void)state;
    double ticks_sum = 0.0;
    double straight_sum = 0.0;
    for (uint32_t i = 0; i < 25; i++) {
        dw_rng rng;
        dw_rng_init(&rng, i, 78);
        dw_scene *scene = dw_scene_create();
        const dw_map *map = dw_scene_random(scene, &rng, 4, 3);
        dw_bot_ground *ground = NULL;
        dw_error error = {""};
        assert_int_equal(dw_bot_ground_create(&ground, map, &error), DW_OK);
        char name[32];
        (void)snprintf(name, sizeof name, "random map %u", i);
        walk_everywhere(ground, &rng, 40, name, &ticks_sum, &straight_sum);
        dw_bot_ground_destroy(ground);
        dw_scene_destroy(scene);
    }
    print_message("time against the straight path at full speed: %.3f\n", ticks_sum / straight_sum);
    assert_true(straight_sum > 60000.0);
}

/* Two tables leave a gap exactly as wide as the body, and nothing to slide along into it. */
static void a_gap_as_wide_as_the_body_is_entered(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
    dw_scene_spawn(scene, 1000, 3000);
    dw_scene_objective(scene, 7000, 3000, 200, 200);
    dw_scene_furniture(scene, 4000, 100, 600, 1700, 800);
    dw_scene_furniture(scene, 4000, 2300, 600, 1600, 800);
    const dw_map *map = dw_scene_build(scene);
    dw_bot_ground *ground = NULL;
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&ground, map, &error), DW_OK);
    const dw_ruleset rules = dw_ruleset_reference();
    dw_rng rng;
    dw_rng_init(&rng, 5, 79);
    for (uint32_t i = 0; i < 30; i++) {
        const dw_vec from = {dw_rng_between(&rng, DW_MM(400), DW_MM(3500)),
                             dw_rng_between(&rng, DW_MM(400), DW_MM(3500))};
        const dw_nav_query query = {
            .from = from, .to = {DW_MM(7000), DW_MM(1000)}, .room = DW_NONE};
        assert_int_equal(dw_nav_find(ground->nav, ground->search, &query, ground->path),
                         DW_NAV_FOUND);
        static trip t;
        t.body = (dw_body){.position = from};
        dw_path_follower_start(&t.follower, ground->path, NULL, 0);
        t.order = (dw_follow_order){.ground = ground,
                                    .rules = &rules,
                                    .gait = DW_GAIT_SPRINT,
                                    .hold = 1,
                                    .tolerance = TOLERANCE};
        if (travel(&t, ground, 1200) == 0) {
            fail_msg("start %u: from %d,%d stuck at %d,%d", i, from.x, from.y, t.body.position.x,
                     t.body.position.y);
        }
    }
    dw_bot_ground_destroy(ground);
    dw_scene_destroy(scene);
}

/* A push has put the body behind a table: the follower walks towards its point for half a second.
 */
static void a_body_without_a_clear_line_to_its_path_is_lost_after_half_a_second(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 4000);
    dw_scene_spawn(scene, 1000, 2000);
    dw_scene_furniture(scene, 4000, 1000, 600, 2000, 800);
    const dw_map *map = dw_scene_build(scene);
    dw_bot_ground *ground = NULL;
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&ground, map, &error), DW_OK);
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_nav_query query = {
        .from = {DW_MM(1000), DW_MM(2000)}, .to = {DW_MM(3000), DW_MM(2000)}, .room = DW_NONE};
    assert_int_equal(dw_nav_find(ground->nav, ground->search, &query, ground->path), DW_NAV_FOUND);
    static trip t;
    dw_path_follower_start(&t.follower, ground->path, NULL, 0);
    t.order = (dw_follow_order){.ground = ground,
                                .rules = &rules,
                                .position = {DW_MM(6000), DW_MM(2000)},
                                .gait = DW_GAIT_WALK,
                                .hold = 1,
                                .tolerance = TOLERANCE};
    dw_intent intent;
    for (uint32_t tick = 0; tick < 30; tick++) {
        assert_int_equal(dw_path_follower_step(&t.follower, &t.order, &intent, NULL, NULL),
                         DW_FOLLOW_GOING);
        assert_int_equal(intent.direction, DW_WEST);
    }
    assert_int_equal(dw_path_follower_step(&t.follower, &t.order, &intent, NULL, NULL),
                     DW_FOLLOW_LOST);
    dw_bot_ground_destroy(ground);
    dw_scene_destroy(scene);
}

/* An empty hall of 8 m by 4 m. */
static dw_bot_ground *open_hall(dw_scene **scene)
{
    *scene = dw_scene_create();
    dw_scene_room(*scene, "hall", 0, 0, 8000, 4000);
    dw_scene_spawn(*scene, 1000, 1000);
    dw_bot_ground *ground = NULL;
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&ground, dw_scene_build(*scene), &error), DW_OK);
    return ground;
}

/* A gain of 100 mm ends the search: two sprinted steps of 55 mm, not seven crouched ones. */
static void a_manoeuvre_tries_all_gaits(void **state)
{
    (void)state;
    dw_scene *scene = NULL;
    dw_bot_ground *ground = open_hall(&scene);
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_manoeuvre_task task = {.map = ground->map,
                                    .nav = ground->nav,
                                    .rules = &rules,
                                    .doors = &ground->all_doors,
                                    .start = {DW_MM(2000), DW_MM(2000)},
                                    .corner = {DW_MM(4000), DW_MM(2000)},
                                    .tolerance = TOLERANCE};
    dw_manoeuvre found;
    assert_true(dw_manoeuvre_find(&task, ground->scratch, &found));
    assert_int_equal(found.count, 2);
    for (uint32_t i = 0; i < found.count; i++) {
        assert_int_equal(found.intents[i].direction, DW_EAST);
        assert_int_equal(found.intents[i].buttons, DW_BUTTON_SPRINT);
    }
    dw_bot_ground_destroy(ground);
    dw_scene_destroy(scene);
}

/* The corner is too near for a gain that would end the search, and no position is good enough: the
 * search goes on until its nodes are used up. What it left shows in which order it went. */
static void a_manoeuvre_goes_on_from_the_best_position_known(void **state)
{
    (void)state;
    enum { STEP_COST = DW_MM(3) };
    dw_scene *scene = NULL;
    dw_bot_ground *ground = open_hall(&scene);
    const dw_ruleset rules = dw_ruleset_reference();
    const dw_manoeuvre_task task = {.map = ground->map,
                                    .nav = ground->nav,
                                    .rules = &rules,
                                    .doors = &ground->all_doors,
                                    .start = {DW_MM(2000), DW_MM(2000)},
                                    .corner = {DW_MM(2050), DW_MM(2030)},
                                    .tolerance = -1};
    dw_manoeuvre found;
    assert_true(dw_manoeuvre_find(&task, ground->scratch, &found));
    const dw_manoeuvre_node *nodes = ground->scratch->nodes;
    static uint32_t first_step[DW_MANOEUVRE_NODES]; /* The first node that was found from it. */
    memset(first_step, 0, sizeof first_step);
    for (uint32_t i = DW_MANOEUVRE_NODES - 1; i > 0; i--) {
        first_step[nodes[i].parent] = i;
    }
    uint32_t compared = 0;
    for (uint32_t a = 1; a < DW_MANOEUVRE_NODES; a++) {
        const double key_a = nodes[a].cost + nodes[a].depth * STEP_COST;
        for (uint32_t b = 1; b < first_step[a]; b++) {
            /* Both were known when the search went on from `a`; from `b` it did so later. */
            if (first_step[b] > first_step[a]) {
                const double key_b = nodes[b].cost + nodes[b].depth * STEP_COST;
                assert_true(key_a < key_b || (key_a <= key_b && a < b));
                compared++;
            }
        }
    }
    assert_true(compared > 1000);
    dw_bot_ground_destroy(ground);
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_path_through_doorways_of_600_mm_is_walked_to_its_end),
        cmocka_unit_test(every_path_on_random_maps_is_walked_to_its_end),
        cmocka_unit_test(a_body_without_a_clear_line_to_its_path_is_lost_after_half_a_second),
        cmocka_unit_test(a_manoeuvre_tries_all_gaits),
        cmocka_unit_test(a_manoeuvre_goes_on_from_the_best_position_known),
        cmocka_unit_test(a_gap_as_wide_as_the_body_is_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
