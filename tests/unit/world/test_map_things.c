/* Persons, locks and devices of a map: each mistake is refused by a line that names the thing. */
#include "common/base/check.h"
#include "tests/support/scene.h"
#include "tests/support/test.h"

#include <string.h>

/* A hall, a study behind a door, an objective. */
static dw_scene *sound(void)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
    dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(scene, 8000, 500, 1200, 600, 600);
    dw_scene_objective(scene, 8500, 700, 200, 200);
    dw_scene_spawn(scene, 1000, 2000);
    dw_scene_exit(scene, 500, 500, 1000, 2000);
    return scene;
}

static void expect_refused(dw_scene *scene, const char *text)
{
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_not_equal(dw_scene_try(scene, &map, &error), DW_OK);
    assert_string_equal(error.text, text);
    dw_scene_destroy(scene);
}

static void a_person_in_something_solid_or_in_no_room_is_refused(void **state)
{
    (void)state;
    static const dw_vec places[] = {{8500, 800}, {12000, 2000}, {6000, 3000}};
    for (size_t i = 0; i < DW_COUNT_OF(places); i++) {
        dw_scene *scene = sound();
        dw_scene_person(scene, "Eve", places[i].x, places[i].y);
        expect_refused(scene, "person \"Eve\": it stands in something solid, or in no room");
    }
}

static void two_persons_of_one_name_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_person(scene, "Eve", 2000, 3000);
    dw_scene_person(scene, "Eve", 3000, 3000);
    expect_refused(scene, "person \"Eve\": another person has the same name");
}

static void persons_need_slots_besides_the_intruders(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    for (int32_t i = 0; i < 15; i++) {
        dw_scene_spawn(scene, 600 + 300 * i, 3500);
    }
    dw_scene_parts(scene)->intruders_max = 16;
    dw_scene_person(scene, "Eve", 2000, 3000);
    expect_refused(scene, "person \"Eve\": with 16 intruders there is no room for it");
}

static void locks_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    dw_scene_lock(scene, 0, 1);
    dw_scene_parts(scene)->lock_count = 0;
    expect_refused(scene, "door \"hall-study\": its lock does not exist");
    scene = sound();
    dw_scene_parts(scene)->lock_count = 1;
    expect_refused(scene, "lock 1: no door has it");
    scene = sound();
    (void)dw_scene_key(scene, "key", 3000, 1000, 1);
    expect_refused(scene, "item \"key\": it opens no lock of this map");
}

static void devices_where_they_cannot_be_used_are_refused(void **state)
{
    (void)state;
    dw_scene *scene = sound();
    (void)dw_scene_device(scene, "phone", 5850, 1900);
    ((dw_map_device *)dw_scene_parts(scene)->devices)[0].area.max.x = DW_MM(5950);
    expect_refused(scene, "device \"phone\": it lies in door \"hall-study\"");
    scene = sound();
    dw_scene_furniture(scene, 2000, 200, 2500, 2500, 900);
    dw_scene_furniture(scene, 3100, 1300, 300, 300, 900); /* It lies on the first one. */
    (void)dw_scene_device(scene, "phone", 3150, 1350);
    expect_refused(scene, "device \"phone\": no place from which it can be used can be reached "
                          "from the spawns");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_in_something_solid_or_in_no_room_is_refused),
        cmocka_unit_test(two_persons_of_one_name_are_refused),
        cmocka_unit_test(persons_need_slots_besides_the_intruders),
        cmocka_unit_test(locks_that_do_not_fit_are_refused),
        cmocka_unit_test(devices_where_they_cannot_be_used_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
