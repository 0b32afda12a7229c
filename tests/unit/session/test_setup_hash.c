/* What a match is played on, by content: two set-ups that play differently differ in their hash. */
#include "server/session/setup_hash.h"
#include "tests/support/mission_house.h"
#include "tests/support/test.h"

#define BRING(who)                                                                                 \
    "[{\"id\": \"bring\", \"do\": \"escort\", \"text\": \"x\", \"person\": \"" who                 \
    "\", \"to\": \"hall\"}]"
#define TALK(who, line)                                                                            \
    ", \"triggers\": [{\"on\": [\"time\", 1], \"do\": [[\"talk\", \"Ines\", \"First\"], "          \
    "[\"talk\", \"" who "\", \"" line "\"]]}]"

/* The house with two persons; the second one stands at `x` in the hall. */
static const dw_map *house_with(dw_scene *scene, int32_t x)
{
    (void)dw_mission_house(scene);
    dw_scene_person(scene, "curator", 4000, 4000);
    dw_scene_person(scene, "guest", x, 3000);
    return dw_scene_build(scene);
}

static void maps_that_differ_in_a_person_differ(void **state)
{
    (void)state;
    dw_scene *scenes[3] = {dw_scene_create(), dw_scene_create(), dw_scene_create()};
    const uint64_t none = dw_setup_hash_map(dw_mission_house(scenes[0]));
    const uint64_t here = dw_setup_hash_map(house_with(scenes[1], 4500));
    const uint64_t there = dw_setup_hash_map(house_with(scenes[2], 4600));
    assert_true(none != here && here != there && none != there);
    for (uint32_t i = 0; i < 3; i++) {
        dw_scene_destroy(scenes[i]);
    }
}

static uint64_t hash_of(const dw_map *map, const char *parts)
{
    const dw_mission mission = dw_mission_of(map, parts);
    return dw_setup_hash_mission(&mission);
}

static void missions_that_play_differently_differ(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const dw_map *map = house_with(scene, 4500);
    const uint64_t plain = hash_of(map, BRING("curator") TALK("Ines", "Go on"));
    assert_true(plain != hash_of(map, BRING("guest") TALK("Ines", "Go on")));
    assert_true(plain != hash_of(map, BRING("curator") TALK("Otto", "Go on")));
    assert_true(plain != hash_of(map, BRING("curator") TALK("Ines", "Go on, go")));
    assert_true(plain != hash_of(map, BRING("curator") TALK("Ines", "Go on") ", \"start\": "
                                                                             "\"study\""));
    dw_scene_destroy(scene);
}

static void what_only_people_read_does_not_count(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    const dw_map *map = house_with(scene, 4500);
    assert_true(hash_of(map, BRING("curator") TALK("Ines", "Go on")) ==
                hash_of(map, BRING("curator") TALK("Ines", "Halt!")));
    dw_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_that_differ_in_a_person_differ),
        cmocka_unit_test(missions_that_play_differently_differ),
        cmocka_unit_test(what_only_people_read_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
