/* What a map check finds, each on a small map that has that flaw and on one that has not. */
#include "tests/support/test.h"

#include "server/lab/map_findings.h"
#include "tests/support/scene.h"

enum {
    FINDINGS_MAX = 16,
    TEXT_SIZE = 256,
    RANGE_MM = 6000,
    QUARTER_BAM = 16384,
    SOUTH_EAST = 45,
    SOUTH_WEST = 135
};

typedef struct findings {
    uint32_t count;
    char text[FINDINGS_MAX][TEXT_SIZE];
} findings;

static void keep(void *context, const char *text)
{
    findings *list = context;
    assert_true(list->count < FINDINGS_MAX);
    (void)snprintf(list->text[list->count++], TEXT_SIZE, "%s", text);
}

static findings find(dw_scene *scene, const dw_ruleset *rules)
{
    findings list = {0};
    dw_map_find(dw_scene_build(scene), rules, keep, &list);
    return list;
}

/* A hall and, behind a shut door, a study of 4800 x 3800 mm between its walls. */
static dw_scene *open_scene(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 5000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 5000, 0, 5000, 4000);
    (void)dw_scene_door(scene, "door", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_spawn(scene, 1000, 1000);
    dw_scene_objective(scene, 9000, 3000, 100, 100);
    return scene;
}

/* A guard whose kind hangs on the wall, in the study's corner next to the hall. */
static dw_scene *open_device(dw_ruleset *rules, int32_t degrees)
{
    dw_scene *scene = open_scene();
    (void)dw_scene_patrol(scene, "post", "study");
    (void)dw_scene_guard(scene, "eye", 5400, 400, degrees, "post");
    *rules = dw_ruleset_reference();
    rules->kinds[0].body.size_mm = 0;
    rules->kinds[0].senses.eyes.range_mm = RANGE_MM;
    rules->kinds[0].senses.eyes.field_of_view_bam = QUARTER_BAM;
    return scene;
}

static bool has(const findings *list, const char *text)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->text[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static void lamps_and_switches_that_belong_together_are_no_finding(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_scene *scene = open_scene();
    const uint16_t wall = dw_scene_switch(scene, "wall", 2000, 0);
    (void)dw_scene_lamp(scene, 2500, 2000, 4000, 80, wall);
    const findings list = find(scene, &rules);
    assert_int_equal(list.count, 0);
    dw_scene_destroy(scene);
}

static void a_lamp_without_a_switch_is_named_by_its_pixels(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_scene *scene = open_scene();
    const uint16_t wall = dw_scene_switch(scene, "wall", 2000, 0);
    (void)dw_scene_lamp(scene, 2500, 2000, 4000, 80, wall);
    (void)dw_scene_lamp(scene, 3500, 1000, 4000, 80, DW_NONE);
    const findings list = find(scene, &rules);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.text[0], "lamp 2 at 350,100: no switch works it");
    dw_scene_destroy(scene);
}

static void a_switch_without_a_lamp_is_named(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_scene *scene = open_scene();
    (void)dw_scene_switch(scene, "wall", 2000, 0);
    const findings list = find(scene, &rules);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.text[0], "switch \"wall\": it works no lamp");
    dw_scene_destroy(scene);
}

/* Rooms of a map without guards are not meant to be watched; the test above had none. */
static void a_room_on_no_patrol_is_named(void **state)
{
    (void)state;
    const dw_ruleset rules = dw_ruleset_reference();
    dw_scene *scene = open_scene();
    (void)dw_scene_patrol(scene, "post", "study");
    (void)dw_scene_guard(scene, "ann", 7000, 1000, 0, "post");
    const findings list = find(scene, &rules);
    assert_int_equal(list.count, 1);
    assert_string_equal(
        list.text[0],
        "room \"hall\": no guard has it on its patrol, and devices see 0 % of its floor");
    dw_scene_destroy(scene);
}

/* The device has its room as a patrol of one stop; that watches only what it sees. */
static void a_device_watches_what_lies_in_its_sector(void **state)
{
    (void)state;
    dw_ruleset rules;
    dw_scene *scene = open_device(&rules, SOUTH_EAST);
    findings list = find(scene, &rules);
    assert_true(has(
        &list, "room \"hall\": no guard has it on its patrol, and devices see 0 % of its floor"));
    /* 45 x 35 of 48 x 38 squares. */
    assert_true(has(&list, "room \"study\": no guard has it on its patrol, and devices see 86 % of "
                           "its floor"));
    rules.kinds[0].senses.eyes.field_of_view_bam = DW_BAM_TURN;
    list = find(scene, &rules);
    assert_int_equal(list.count, 2); /* The hall, and the walls that hide it. */
    assert_true(has(
        &list, "room \"hall\": no guard has it on its patrol, and devices see 0 % of its floor"));
    dw_scene_destroy(scene);
}

static void a_sensor_turned_to_a_wall_is_named(void **state)
{
    (void)state;
    dw_ruleset rules;
    dw_scene *scene = open_device(&rules, SOUTH_EAST);
    findings list = find(scene, &rules);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_null(strstr(list.text[i], "walls and shut doors"));
    }
    dw_scene_destroy(scene);
    scene = open_device(&rules, SOUTH_WEST);
    list = find(scene, &rules);
    bool told = false;
    for (uint32_t i = 0; i < list.count; i++) {
        told = told || strstr(list.text[i], "eyes of \"eye\": walls and shut doors hide ") != NULL;
    }
    assert_true(told);
    dw_scene_destroy(scene);
}

/* A shelf of 1000 x 1000 mm in the diagonal throws a shadow; a chest of that size throws none. */
static void furniture_above_eyes_hides_what_is_behind_it(void **state)
{
    (void)state;
    for (uint16_t height = 600; height <= 900; height += 300) {
        dw_ruleset rules;
        dw_scene *scene = open_device(&rules, SOUTH_EAST);
        (void)dw_scene_furniture(scene, 6400, 1400, 1000, 1000, height);
        const findings list = find(scene, &rules);
        bool told = false;
        for (uint32_t i = 0; i < list.count; i++) {
            told = told || strncmp(list.text[i], "eyes of \"eye\": furniture hides ", 30) == 0;
        }
        assert_int_equal(told, height > DW_HEIGHT_HIDES_STANDING);
        dw_scene_destroy(scene);
    }
}

static void motion_detectors_and_rays_have_sectors_too(void **state)
{
    (void)state;
    dw_ruleset rules;
    dw_scene *scene = open_device(&rules, SOUTH_EAST);
    rules.kinds[0].senses.eyes.meter_near = 0;
    rules.kinds[0].senses.motion.range_mm = RANGE_MM;
    (void)dw_scene_furniture(scene, 6400, 1400, 1000, 1000, 900);
    findings list = find(scene, &rules);
    assert_int_equal(strncmp(list.text[0], "motion of \"eye\": furniture hides ", 32), 0);
    rules.kinds[0].senses.motion.range_mm = 0;
    rules.kinds[0].senses.rays.count = 31;
    rules.kinds[0].senses.rays.range_mm = RANGE_MM;
    list = find(scene, &rules);
    assert_int_equal(strncmp(list.text[0], "rays of \"eye\": furniture hides ", 30), 0);
    dw_scene_destroy(scene);
}

/* 31 rays over half a turn: 6 degrees between two, 838 mm at 8 m; rounded up. */
static void the_smallest_target_of_a_ray_fan_is_told(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.kinds[0].senses.rays.count = 31;
    dw_scene *scene = open_scene();
    const findings list = find(scene, &rules);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.text[0],
                        "kind \"guard\": the smallest target that its rays always hit "
                        "at 8000 mm has 839 mm");
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lamps_and_switches_that_belong_together_are_no_finding),
        cmocka_unit_test(a_lamp_without_a_switch_is_named_by_its_pixels),
        cmocka_unit_test(a_switch_without_a_lamp_is_named),
        cmocka_unit_test(a_room_on_no_patrol_is_named),
        cmocka_unit_test(a_device_watches_what_lies_in_its_sector),
        cmocka_unit_test(a_sensor_turned_to_a_wall_is_named),
        cmocka_unit_test(furniture_above_eyes_hides_what_is_behind_it),
        cmocka_unit_test(motion_detectors_and_rays_have_sectors_too),
        cmocka_unit_test(the_smallest_target_of_a_ray_fan_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
