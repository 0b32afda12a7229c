#include "tests/support/mission_house.h"

#include "common/base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last items and devices. */
static void add_vault(dw_scene *scene, uint16_t study)
{
    const uint16_t vault = dw_scene_room(scene, "vault", 8000, 6000, 4000, 3000);
    const uint16_t door =
        dw_scene_door(scene, "vault-door", study, vault, 9500, 1000, DW_SCENE_CLOSED);
    dw_scene_lock(scene, door, 1);
    (void)dw_scene_key(scene, "vault key", 5000, 5000, 1);
    (void)dw_scene_item(scene, "star", 10000, 7500);
    const uint16_t bell = dw_scene_device(scene, "bell", 7000, 5500);
    ((dw_map_device *)dw_scene_parts(scene)->devices)[bell].kind = DW_DEVICE_BELL;
}

const dw_map *dw_mission_house(dw_scene *scene)
{
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    const uint16_t study = dw_scene_room(scene, "study", 8000, 0, 4000, 6000);
    dw_scene_door(scene, "door", hall, study, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_objective(scene, 6000, 5000, 200, 200);
    memcpy(dw_scene_parts(scene)->items[0].name, "gold", sizeof "gold");
    dw_scene_document(scene, "letter", 2000, 5000);
    dw_scene_document(scene, "map", 3000, 5000);
    dw_scene_device(scene, "terminal", 4000, 1000);
    dw_scene_device(scene, "safe", 11000, 5000);
    add_vault(scene, study);
    dw_scene_area(scene, "corner", 200, 5000, 1000, 800);
    const uint16_t lever = dw_scene_switch(scene, "lever", 2000, 100);
    dw_scene_lamp(scene, 4000, 3000, 6000, 100, lever);
    dw_scene_exit(scene, 200, 200, 1000, 1000);
    dw_scene_spawn(scene, 3000, 3000);
    dw_scene_spawn(scene, 5000, 3000);
    dw_scene_patrol(scene, "study round", "study");
    dw_scene_patrol(scene, "hall round", "hall");
    dw_scene_guard(scene, "ann", 10000, 1000, 90, "study round");
    dw_scene_guard(scene, "bob", 7000, 1000, 0, "hall round");
    return dw_scene_build(scene);
}

void dw_mission_text(char *out, size_t size, const char *parts)
{
    const int length = snprintf(out, size,
                                "{\"title\": \"Test\", \"map\": \"scene\", \"players\": [1, 2], "
                                "\"time_limit_s\": 600, \"parts\": %s}",
                                parts);
    DW_CHECK(length > 0 && (size_t)length < size);
}

dw_mission dw_mission_of(const dw_map *map, const char *parts)
{
    char text[4096];
    dw_mission_text(text, sizeof text, parts);
    dw_mission mission;
    dw_error error = {""};
    if (dw_mission_load(&mission, "test.json", map, (const uint8_t *)text, strlen(text), &error) !=
        DW_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        abort();
    }
    return mission;
}

const char *dw_mission_refusal(const dw_map *map, const char *text, dw_error *error)
{
    static const char name[] = "m/x.json";
    dw_mission mission = {.part_count = 77};
    const dw_status status =
        dw_mission_load(&mission, name, map, (const uint8_t *)text, strlen(text), error);
    DW_CHECK(status != DW_OK && mission.part_count == 77);
    DW_CHECK(strncmp(error->text, name, sizeof name - 1) == 0);
    DW_CHECK(strncmp(error->text + sizeof name - 1, ": ", 2) == 0);
    return error->text + sizeof name + 1;
}
