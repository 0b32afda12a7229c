#include "tests/support/mission_game.h"

#include "tests/support/test.h"

void open_game_in(game *it, dw_scene *scene, const char *parts, const dw_brain_kind *brain,
                  const dw_ruleset *rules)
{
    it->scene = scene;
    it->venue = dw_venue_of(dw_scene_build(scene));
    it->mission = dw_mission_of(it->venue->map, parts);
    it->stage = dw_stage_create_mission(it->venue, brain, &it->mission, rules);
    dw_stage_reset(it->stage, 1, 3);
}

void open_game_by(game *it, const char *parts, const dw_brain_kind *brain, const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    (void)dw_mission_house(scene);
    open_game_in(it, scene, parts, brain, rules);
}

void open_game_with(game *it, const char *parts, const dw_brain_kind *brain)
{
    open_game_by(it, parts, brain, NULL);
}

void open_game(game *it, const char *parts)
{
    open_game_with(it, parts, &dw_brain_puppet);
}

void close_game(game *it)
{
    assert_null(it->stage->world->outcome == DW_OUTCOME_NONE ? dw_stage_fault(it->stage) : NULL);
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

dw_part_state state_of(const game *it, uint32_t part)
{
    return dw_mission_part_state(&it->mission, dw_sim_mission_state(it->stage->sim), part);
}

void put(game *it, uint8_t slot, int32_t x, int32_t y)
{
    dw_stage_put_intruder(it->stage, slot, dw_scene_mm(x, y));
}

void hold(game *it, uint8_t slot, uint32_t ticks)
{
    it->stage->intents[slot].buttons = DW_BUTTON_USE;
    dw_stage_run(it->stage, ticks);
}

void release(game *it, uint8_t slot)
{
    it->stage->intents[slot].buttons = 0;
    dw_stage_step(it->stage);
}
