/* Any bytes as a mission file: refused by one clear line, with nothing of it taken, or a mission
 * that can be won and that ends whatever intruders do. */
#include "clear_line.h"
#include "common/base/check.h"
#include "fuzz.h"
#include "server/sim/mission_state.h"
#include "tests/support/mission_house.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dw_scene *scene; /* Reachable to the end. */
    static const dw_map *map;
    static dw_mission mission;
    if (scene == NULL) {
        scene = dw_scene_create();
        map = dw_mission_house(scene);
    }
    dw_error error = {""};
    mission.part_count = UINT8_MAX;
    if (dw_mission_load(&mission, "missions/fuzz.json", map, data, size, &error) != DW_OK) {
        DW_CHECK(mission.part_count == UINT8_MAX);
        dw_expect_clear_line(&error, "missions/fuzz.json");
        return 0;
    }
    DW_CHECK(error.text[0] == '\0');
    DW_CHECK(mission.part_count >= 1 && mission.part_count <= DW_PARTS_MAX);
    DW_CHECK(mission.time_limit_ticks > 0);
    dw_mission_state state = {.last_slot = DW_SLOT_NONE};
    DW_CHECK(dw_mission_state_is_sound(&mission, &state));
    /* Players who do all that is open come to the end. */
    for (uint32_t round = 0; round < mission.part_count; round++) {
        state.done |= dw_mission_told_parts(&mission, &state);
    }
    for (uint32_t p = 0; p < mission.part_count; p++) {
        bool opened = (state.done >> p & 1) != 0;
        for (uint32_t a = 0; a < mission.action_count; a++) {
            opened = opened || mission.actions[a].kind == DW_ACTION_PART ||
                     mission.actions[a].kind == DW_ACTION_COMPLETE;
        }
        DW_CHECK(opened);
    }
    return 0;
}
