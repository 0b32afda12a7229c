/* Any bytes as a mission file: refused by one clear line, with nothing of it taken, or a mission
 * that can be won and that ends whatever intruders do. */
#include "clear_line.h"
#include "common/base/check.h"
#include "fuzz.h"
#include "server/sim/mission_state.h"
#include "server/sim/question.h"
#include "tests/support/mission_house.h"

#include <string.h>

/* A question that nobody answers is decided when its time is over. */
static void check_questions(const dw_mission *mission)
{
    dw_question question = {.number = 0};
    for (uint8_t s = 0; s < mission->segment_count; s++) {
        const dw_mission_segment *segment = &mission->segments[s];
        DW_CHECK(segment->line_count >= 1 && segment->line_count <= DW_LINES_MAX);
        if (segment->option_count == 0) {
            continue;
        }
        DW_CHECK(segment->option_count >= DW_OPTIONS_MIN);
        dw_question_open(&question, mission, s);
        DW_CHECK(dw_question_is_sound(&question, mission));
        for (uint32_t tick = 1; tick < segment->ticks; tick++) {
            DW_CHECK(dw_question_pass(&question, mission, 1) == NULL);
        }
        DW_CHECK(dw_question_pass(&question, mission, 1) == &segment->options[segment->silence]);
        DW_CHECK(dw_question_is_sound(&question, mission));
    }
}

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
    check_questions(&mission);
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
