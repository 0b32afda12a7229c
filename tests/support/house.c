#include "tests/support/house.h"

#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"

#include <string.h>

dw_house dw_house_open_with(dw_scene *scene, const dw_ruleset *rules)
{
    dw_house house = {.scene = scene};
    house.venue = dw_venue_of(dw_scene_build(scene));
    house.stage = dw_stage_create(house.venue, "reference", rules);
    return house;
}

dw_house dw_house_open(dw_scene *scene)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    return dw_house_open_with(scene, &rules);
}

void dw_house_close(dw_house *house)
{
    dw_stage_destroy(house->stage);
    dw_venue_destroy(house->venue);
    dw_scene_destroy(house->scene);
}

void dw_house_set_brain(dw_house *house, uint16_t guard, const dw_brain_kind *kind)
{
    const dw_status status = dw_sim_set_brain(house->stage->sim, guard, kind);
    DW_CHECK(status == DW_OK);
    dw_stage_reset(house->stage, 1, 1);
}

const dw_reference_mind *dw_house_mind(const dw_house *house, uint16_t guard)
{
    DW_CHECK(house->stage->sim->brains[guard] == &dw_brain_reference);
    return house->stage->sim->memories[guard];
}

dw_mind_view dw_house_explain(const dw_house *house, uint16_t guard)
{
    dw_mind_view explanation;
    dw_sim_explain(house->stage->sim, guard, &explanation);
    return explanation;
}

bool dw_house_wants(const dw_house *house, uint16_t guard, const char *goal)
{
    const dw_mind_view explanation = dw_house_explain(house, guard);
    return strcmp(explanation.goal, goal) == 0;
}

const dw_actor *dw_house_guard(const dw_house *house, uint16_t guard)
{
    return dw_guard_actor(house->stage->world, guard);
}

const dw_guard_state *dw_house_guard_state(const dw_house *house, uint16_t guard)
{
    return &house->stage->world->guards[guard];
}

dw_vec dw_house_intruder(const dw_house *house, uint8_t slot)
{
    return dw_intruder_actor(house->stage->world, slot)->body.position;
}

bool dw_house_run_until(dw_house *house, uint16_t guard, const char *goal, uint32_t ticks_max)
{
    for (uint32_t tick = 0; !dw_house_wants(house, guard, goal); tick++) {
        if (tick == ticks_max) {
            return false;
        }
        dw_stage_step(house->stage);
    }
    return true;
}

bool dw_house_run_until_event(dw_house *house, dw_sim_event_kind kind, uint16_t guard,
                              uint32_t ticks_max)
{
    for (uint32_t tick = 0; tick < ticks_max; tick++) {
        dw_stage_step(house->stage);
        if (dw_stage_events(house->stage, kind, guard, DW_NONE) > 0) {
            return true;
        }
    }
    return false;
}

void dw_house_say(dw_house *house, const dw_radio_message *message)
{
    dw_caller_say(message);
    dw_stage_step(house->stage);
}
