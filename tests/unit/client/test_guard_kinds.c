/* What bots make of cameras, detectors, robots and animals: what such a guard senses, what it costs
 * to be near it, and that nothing counts of which a bot was not told. */
#include "tests/support/test.h"

#include "client/bot/careful_danger.h"
#include "common/world/sight.h"
#include "tests/support/bot_house.h"
#include "tests/support/scene.h"

enum { TICK = 5000, ID = 7, WEST = DW_BAM_HALF, EAST = 0 };

static dw_kind make_device(dw_kind_look look)
{
    dw_kind kind = dw_kind_guard();
    kind.look = look;
    kind.body.size_mm = 0;
    kind.body.solid = 0;
    kind.senses.eyes.meter_near = 0;
    kind.senses.eyes.meter_far_loss = 0;
    return kind;
}

static dw_kind make_camera(void)
{
    dw_kind kind = make_device(DW_KIND_LOOK_CAMERA);
    kind.senses.eyes.meter_near = 200;
    kind.senses.eyes.field_of_view_bam = DW_BAM_TURN / 6;
    kind.senses.eyes.range_mm = 8000;
    return kind;
}

static dw_kind make_detector(void)
{
    dw_kind kind = make_device(DW_KIND_LOOK_BOX);
    kind.senses.motion.range_mm = 6000;
    kind.senses.motion.field_of_view_bam = DW_BAM_TURN / 4;
    return kind;
}

static dw_kind make_robot(void)
{
    dw_kind kind = dw_kind_guard();
    kind.look = DW_KIND_LOOK_ROBOT;
    kind.senses.eyes.meter_near = 0;
    kind.senses.eyes.meter_far_loss = 0;
    kind.senses.rays.count = 17;
    kind.senses.rays.range_mm = 6000;
    kind.senses.rays.field_of_view_bam = DW_BAM_HALF;
    kind.senses.rays.mount_height = 300;
    return kind;
}

static dw_kind make_animal(dw_kind_look look)
{
    dw_kind kind = dw_kind_guard();
    kind.look = look;
    return kind;
}

/* A hall of 20 m with a shelf of 0.5 in its north, and a room beside it. */
typedef struct box {
    dw_scene *scene;
    const dw_map *map;
    dw_bot_ground *ground;
    dw_ruleset rules;
    dw_snapshot snapshot;
    dw_body_kinds kinds;
    dw_bot_view view;
    dw_danger danger;
    uint16_t node; /* In the hall's west. */
    dw_vec at;     /* The node's position. */
} box;

static box b; /* Too large for a stack, and so is a plan. */
static dw_danger_plan plan;

static void open_box(void)
{
    b = (box){.scene = dw_scene_create(), .rules = dw_ruleset_reference()};
    const uint16_t hall = dw_scene_room(b.scene, "hall", 0, 0, 20000, 6000);
    const uint16_t side = dw_scene_room(b.scene, "side", 0, 6000, 20000, 4000);
    dw_scene_door(b.scene, "door", hall, side, 18000, 1000, DW_SCENE_OPEN);
    dw_scene_furniture(b.scene, 4000, 100, 400, 1500, 500);
    dw_scene_set_light(b.scene, hall, 20); /* For rulesets with light. */
    dw_scene_spawn(b.scene, 1000, 1000);
    b.map = dw_scene_build(b.scene);
    dw_error error = {""};
    assert_int_equal(dw_bot_ground_create(&b.ground, b.map, &error), DW_OK);
    b.view = (dw_bot_view){.tick = TICK,
                           .rules = &b.rules,
                           .body = {.position = {DW_MM(1000), DW_MM(5000)}},
                           .doors = dw_map_doors_at_start(b.map),
                           .snapshot = &b.snapshot,
                           .kinds = &b.kinds};
    b.node = dw_roadmap_nearest(b.ground->roadmap, (dw_vec){DW_MM(2000), DW_MM(3500)});
    b.at = b.ground->roadmap->nodes[b.node].position;
}

static void close_box(void)
{
    dw_bot_ground_destroy(b.ground);
    dw_scene_destroy(b.scene);
}

static void tell(uint8_t id, dw_kind kind)
{
    const dw_body_kind told = {.body = id, .kind = kind};
    assert_true(dw_body_kinds_put(&b.kinds, &told));
}

/* The bot is shown one guard `mm` to the east of the node. */
static const dw_danger_guard *show_guard(int32_t mm, uint16_t heading_bam)
{
    const dw_vec origin = b.map->bounds.min;
    b.danger = (dw_danger){0};
    b.snapshot.tick = TICK;
    b.snapshot.body_count = 1;
    b.snapshot.bodies[0] =
        (dw_snapshot_body){.id = ID,
                           .role = DW_ROLE_GUARD,
                           .heading = (uint8_t)(heading_bam >> 9),
                           .x = dw_snapshot_quantise(b.at.x + DW_MM(mm), origin.x),
                           .y = dw_snapshot_quantise(b.at.y, origin.y)};
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    return &b.danger.guards[0];
}

static bool sees_at(int32_t mm, uint16_t heading_bam, bool crouching)
{
    return dw_danger_guard_sees(show_guard(mm, heading_bam), b.map, &b.view, &b.view.doors, b.at,
                                crouching);
}

static uint32_t price_at(int32_t mm, uint16_t heading_bam)
{
    (void)show_guard(mm, heading_bam);
    dw_danger_plan_begin(&plan, &b.danger, b.ground->roadmap, &b.view, false);
    b.ground->roadmap->length_mm[b.node] = 0;
    return dw_danger_price(&plan, b.node);
}

static void a_guard_is_of_kind_guard_until_the_bot_is_told_otherwise(void **state)
{
    (void)state;
    open_box();
    assert_ptr_equal(dw_guard_kind(&b.view, ID), &b.rules.kinds[DW_KIND_GUARD]);
    tell(ID, make_camera());
    assert_int_equal(dw_guard_kind(&b.view, ID)->look, DW_KIND_LOOK_CAMERA);
    assert_ptr_equal(dw_guard_kind(&b.view, ID + 1), &b.rules.kinds[DW_KIND_GUARD]);
    assert_ptr_equal(dw_guard_kind(&b.view, 0), &b.rules.kinds[DW_KIND_GUARD]);
    /* A kind that comes after its guard was seen counts from the next snapshot on. */
    dw_body_kinds_reset(&b.kinds);
    const dw_danger_guard *guard = show_guard(3000, WEST);
    assert_false(guard->stays);
    tell(ID, make_camera());
    b.snapshot.tick++;
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_true(guard->stays && guard->harmless);
    close_box();
}

static void a_guard_sees_as_far_and_as_wide_as_the_kind_that_was_told(void **state)
{
    (void)state;
    open_box();
    assert_true(sees_at(9000, WEST, false));
    assert_true(sees_at(5000, WEST + DW_BAM_TURN / 8, false));
    tell(ID, make_camera());
    assert_true(sees_at(7900, WEST, false));
    assert_false(sees_at(8100, WEST, false));
    assert_true(sees_at(5000, WEST + DW_BAM_TURN / 16, false));
    assert_false(sees_at(5000, WEST + DW_BAM_TURN / 8, false));
    close_box();
}

static void a_motion_detector_passes_who_crouches_and_a_microphone_sees_nobody(void **state)
{
    (void)state;
    open_box();
    tell(ID, make_detector());
    assert_true(sees_at(5000, WEST, false));
    assert_false(sees_at(5000, WEST, true));
    assert_false(sees_at(5000, EAST, false));
    assert_true(sees_at(6300, WEST, false)); /* A body crouches before it is in the sector, */
    assert_false(sees_at(6500, WEST, false));
    assert_true(sees_at(3000, WEST + DW_BAM_TURN / 7, false)); /* at its sides, too. */
    assert_false(sees_at(3000, WEST + DW_BAM_TURN / 6, false));
    b.rules.crouch_speed_mm_s = 1000; /* Fast enough to be noticed. */
    assert_true(sees_at(5000, WEST, true));
    tell(ID, make_device(DW_KIND_LOOK_BOX));
    assert_false(sees_at(1000, WEST, false));
    close_box();
}

static void a_robot_senses_as_far_as_its_rays_reach_over_what_is_low(void **state)
{
    (void)state;
    open_box();
    tell(ID, make_robot());
    assert_true(sees_at(6000, WEST, false));
    assert_true(sees_at(6000, WEST, true));
    assert_false(sees_at(6300, WEST, false));
    assert_false(sees_at(3000, EAST, false));
    /* Behind the shelf of 0.5. */
    b.at = (dw_vec){DW_MM(3000), DW_MM(800)};
    assert_false(sees_at(3000, WEST, false));
    dw_kind tall = make_robot();
    tall.senses.rays.mount_height = 600;
    tell(ID, tall);
    assert_true(sees_at(3000, WEST, false));
    assert_false(sees_at(3000, WEST, true)); /* The rays pass over it. */
    close_box();
}

static void a_sleeping_dog_and_a_cat_see_nobody(void **state)
{
    (void)state;
    open_box();
    tell(ID, make_animal(DW_KIND_LOOK_DOG));
    assert_true(sees_at(3000, WEST, false));
    b.snapshot.bodies[0].flags = DW_BODY_ASLEEP;
    b.snapshot.tick++;
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_false(dw_danger_sees(&b.danger, b.map, &b.view, &b.view.doors, b.at, false));
    tell(ID, make_animal(DW_KIND_LOOK_CAT));
    assert_false(sees_at(3000, WEST, false)); /* It tells nobody. */
    close_box();
}

/* In sixteenths: 1 for the step, 20 for being seen by a device. */
static void being_near_a_device_costs_nothing_and_its_sight_the_same_anywhere(void **state)
{
    (void)state;
    open_box();
    b.rules.light = 1; /* What a camera tells of does not depend on it; the step costs one more. */
    tell(ID, make_camera());
    assert_int_equal(price_at(700, EAST), 16 + 1);
    assert_true(plan.hidden[b.node]);
    assert_int_equal(price_at(1000, WEST), 16 + 1 + 320);
    assert_int_equal(price_at(7000, WEST), 16 + 1 + 320);
    assert_false(plan.hidden[b.node]);
    assert_int_equal(price_at(100, WEST), 16 + 1 + 320); /* It is in nobody's way. */
    assert_int_equal(plan.guards_mm[b.node], UINT16_MAX);
    tell(ID, make_detector()); /* It is passed crouching. */
    assert_int_equal(price_at(3000, WEST), 16 + 1);
    assert_true(plan.hidden[b.node]);
    tell(ID, make_animal(DW_KIND_LOOK_CAT));
    assert_int_equal(price_at(1000, WEST), 16 + 1);
    tell(ID, make_animal(DW_KIND_LOOK_DOG));
    assert_true(price_at(1000, EAST) > 16 + 1 + 300);
    close_box();
}

static void a_device_stays_where_it_was_and_chases_nobody(void **state)
{
    (void)state;
    open_box();
    tell(ID, make_camera());
    const dw_danger_guard *guard = show_guard(3000, WEST);
    b.snapshot.bodies[0].meter = 100;
    b.snapshot.tick++;
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_int_equal(guard->meter, 100);
    assert_false(dw_danger_noticed(&b.danger, TICK));
    assert_true(dw_danger_sees(&b.danger, b.map, &b.view, &b.view.doors, b.at, false));
    assert_false(dw_danger_chaser_sees(&b.danger, b.map, &b.view, &b.view.doors, b.at, false));
    b.snapshot.body_count = 0; /* Nothing hides its place, but that means nothing. */
    b.snapshot.tick++;
    assert_true(dw_danger_update(&b.danger, b.map, &b.view));
    assert_false(guard->gone);
    assert_int_equal(dw_danger_belief(guard, TICK + 100000), DW_DANGER_SURE);
    /* What a teammate tells is another guard. */
    dw_danger_hear(&b.danger, guard->position, TICK + 10);
    assert_int_equal(b.danger.count, 2);
    assert_true(b.danger.guards[0].stays && b.danger.guards[1].id == 0);
    close_box();
}

static void tell_house(dw_bot_house *house, uint32_t guard, dw_kind kind)
{
    const dw_body_kind told = {.body = (uint8_t)(guard + 1), .kind = kind};
    assert_true(dw_body_kinds_put(&house->kinds, &told));
}

/* The bot stands before an open door, in a corridor that offers no cover. A guard or a camera looks
 * at it. */
static uint32_t shuts_against(const dw_kind *kind)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 1900, 5000, 1200);
    const uint16_t vault = dw_scene_room(h.scene, "vault", 5000, 0, 6000, 5000);
    dw_scene_door(h.scene, "door", hall, vault, 2000, 1000, DW_SCENE_OPEN);
    dw_scene_objective(h.scene, 10000, 2000, 200, 200);
    dw_scene_spawn(h.scene, 4300, 2500);
    dw_scene_exit(h.scene, 300, 2000, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find("careful"), 1, 1);
    if (kind != NULL) {
        tell_house(&h, 0, *kind);
    }
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){.position = dw_scene_mm(9500, 2500), .heading_bam = WEST};
    dw_bot_house_run(&h, 30);
    const uint32_t shut = h.doors_shut;
    dw_bot_house_finish(&h);
    return shut;
}

static void no_door_is_shut_in_the_face_of_a_camera(void **state)
{
    (void)state;
    const dw_kind camera = make_camera();
    assert_true(shuts_against(NULL) > 0);
    assert_int_equal(shuts_against(&camera), 0);
}

/* A detector looks along the corridor that leads to the objective. */
static void the_sector_of_a_motion_detector_is_crossed_crouching(void **state)
{
    (void)state;
    static const char *const sneaks[] = {"careful", "shadow", "patient", "split"};
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        dw_bot_house h = {.scene = dw_scene_create()};
        (void)dw_scene_room(h.scene, "hall", 0, 0, 20000, 3000);
        dw_scene_objective(h.scene, 19000, 1500, 200, 200);
        dw_scene_spawn(h.scene, 1000, 1500);
        dw_scene_exit(h.scene, 300, 300, 1000, 1000);
        dw_bot_house_start(&h, dw_policy_find(sneaks[i]), 1, 1);
        tell_house(&h, 0, make_detector());
        h.guard_count = 1;
        h.guards[0] =
            (dw_bot_guard){.position = dw_scene_mm(12000, 300), .heading_bam = DW_BAM_TURN / 4};
        uint32_t triggered = 0;
        uint32_t within = 0;
        for (uint32_t t = 0; t < 4000 && !dw_bot_house_taken(&h); t++) {
            const dw_vec before = h.body.position;
            dw_bot_house_step(&h);
            const bool inside = dw_distance(h.body.position, h.guards[0].position) <= DW_MM(6000) &&
                                dw_in_field_of_view(h.guards[0].position, DW_BAM_TURN / 4,
                                                    DW_BAM_TURN / 4, h.body.position);
            within += inside;
            triggered +=
                inside && dw_distance(before, h.body.position) * DW_TICKS_PER_SECOND >= DW_MM(1000);
        }
        assert_true(dw_bot_house_taken(&h));
        assert_true(within > 60);
        assert_int_equal(triggered, 0);
        dw_bot_house_finish(&h);
    }
}

/* A bot goes to the vault while a guard in the room behind the wall is told of as `kind`, which is
 * no message that a server sends: the guard is shown only with `seen`. */
static uint64_t walk_beside(const char *policy, const dw_kind *kind, bool seen)
{
    dw_bot_house h = {.scene = dw_scene_create()};
    const uint16_t hall = dw_scene_room(h.scene, "hall", 0, 0, 14000, 6000);
    const uint16_t den = dw_scene_room(h.scene, "den", 0, 6000, 14000, 6000);
    dw_scene_door(h.scene, "door", hall, den, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_objective(h.scene, 13000, 5000, 200, 200);
    dw_scene_spawn(h.scene, 1500, 4500);
    dw_scene_exit(h.scene, 300, 300, 1000, 1000);
    dw_bot_house_start(&h, dw_policy_find(policy), 1, 1);
    h.rules.hearing = 1;
    h.rules.tools = 1;
    h.snapshot.own.coins = 3;
    if (kind != NULL) {
        tell_house(&h, 0, *kind);
    }
    h.guard_count = 1;
    h.guards[0] = (dw_bot_guard){
        .position = seen ? dw_scene_mm(9000, 3000) : dw_scene_mm(9000, 9000), .heading_bam = WEST};
    uint64_t walk = 0;
    for (uint32_t t = 0; t < 900; t++) {
        dw_bot_house_step(&h);
        walk = walk * 1000003 + (uint64_t)(uint32_t)h.body.position.x * 7 +
               (uint64_t)(uint32_t)h.body.position.y * 3 + (uint64_t)h.body.crouching + h.throws;
    }
    dw_bot_house_finish(&h);
    return walk;
}

static void the_kind_of_a_guard_that_a_bot_is_not_sent_changes_nothing(void **state)
{
    (void)state;
    static const char *const sneaks[] = {"careful", "shadow", "patient", "split"};
    const dw_kind kinds[] = {make_camera(), make_detector(), make_robot(),
                             make_animal(DW_KIND_LOOK_DOG), make_animal(DW_KIND_LOOK_CAT)};
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        const uint64_t usual = walk_beside(sneaks[i], NULL, false);
        for (uint32_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            assert_true(walk_beside(sneaks[i], &kinds[k], false) == usual);
        }
    }
    assert_true(walk_beside("careful", &kinds[1], true) != walk_beside("careful", NULL, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_is_of_kind_guard_until_the_bot_is_told_otherwise),
        cmocka_unit_test(a_guard_sees_as_far_and_as_wide_as_the_kind_that_was_told),
        cmocka_unit_test(a_motion_detector_passes_who_crouches_and_a_microphone_sees_nobody),
        cmocka_unit_test(a_robot_senses_as_far_as_its_rays_reach_over_what_is_low),
        cmocka_unit_test(a_sleeping_dog_and_a_cat_see_nobody),
        cmocka_unit_test(being_near_a_device_costs_nothing_and_its_sight_the_same_anywhere),
        cmocka_unit_test(a_device_stays_where_it_was_and_chases_nobody),
        cmocka_unit_test(no_door_is_shut_in_the_face_of_a_camera),
        cmocka_unit_test(the_sector_of_a_motion_detector_is_crossed_crouching),
        cmocka_unit_test(the_kind_of_a_guard_that_a_bot_is_not_sent_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
