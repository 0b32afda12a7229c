#include "tests/support/bait_house.h"

#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"

enum { LEFT, RIGHT, REX = 0 };

dw_ruleset dw_dog_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    dw_kind *kind = &rules.kinds[DW_KIND_GUARD];
    rules.scent = 1;
    rules.hearing = 1;
    kind->senses.nose.range_mm = 2500;
    kind->senses.ears.threshold_db10 = 200;
    kind->senses.eyes.meter_near = 0;
    kind->senses.eyes.meter_far_loss = 0;
    kind->can.radio = 0; /* Else a brain out of a file calls for others, and is heard. */
    kind->can.open_doors = 0;
    kind->can.close_doors = 0;
    return rules;
}

static dw_ruleset bait_rules(void)
{
    dw_ruleset rules = dw_dog_rules();
    rules.tools = 1;
    rules.kinds[DW_KIND_GUARD].needs.hunger =
        (dw_kind_need){.point_ticks = 36000, .low = 300, .high = 700};
    return rules;
}

static dw_house open_with(const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "left", 0, 0, 6000, 4000);
    dw_scene_room(scene, "right", 6000, 0, 6000, 4000);
    dw_scene_door(scene, "left-right", LEFT, RIGHT, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_patrol(scene, "patrol", "left");
    dw_scene_guard(scene, "rex", 1000, 1000, 0, "patrol");
    dw_scene_spawn(scene, 11500, 3500);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, REX, dw_brain_find("dog"));
    return house;
}

dw_house dw_bait_house_open(int32_t hunger)
{
    dw_ruleset rules = bait_rules();
    rules.kinds[DW_KIND_GUARD].needs.hunger.start = hunger;
    dw_house house = open_with(&rules);
    /* The trail: points along the left room, then into the right one. */
    dw_stage_put_guard(house.stage, REX, dw_scene_mm(1000, 3700), 0);
    for (int32_t point = 0; point < 14; point++) {
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(2800 + point * 400, 1200));
        dw_stage_run(house.stage, 15);
        dw_stage_put_guard(house.stage, REX, dw_scene_mm(1000, 3700), 0);
    }
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(11500, 3500));
    dw_stage_put_guard(house.stage, REX, dw_scene_mm(1000, 1000), 0);
    return house;
}

dw_house dw_bait_house_open_tired(void)
{
    dw_ruleset rules = bait_rules();
    rules.kinds[DW_KIND_GUARD].needs.energy =
        (dw_kind_need){.point_ticks = 60, .start = 100, .low = 200, .high = 800};
    return open_with(&rules);
}

void dw_bait_house_lay(dw_house *house, int32_t x, int32_t y)
{
    dw_tools *tools = &house->stage->sim->tools[0];
    tools->lying = 1;
    tools->baits[0] =
        (dw_lying_bait){.position = dw_scene_mm(x, y), .tick = house->stage->world->tick};
}

bool dw_bait_house_diverts(dw_house *house)
{
    if (!dw_house_run_until(house, REX, "trail", 60)) {
        return false;
    }
    const dw_vec at = dw_house_guard(house, REX)->body.position;
    dw_bait_house_lay(house, at.x / DW_UNITS_PER_MM + 800, 3300);
    return dw_house_run_until(house, REX, "food", 20);
}

void dw_bait_house_make_noise(dw_house *house, int32_t level_db10)
{
    dw_stage *stage = house->stage;
    /* At most a metre from Rex, where no distance counts. */
    const dw_noise noise = {.kind = DW_NOISE_COIN,
                            .room = LEFT,
                            .position = dw_guard_actor(stage->world, REX)->body.position,
                            .level_db10 = level_db10};
    dw_sim_make_noise(stage->sim, &noise);
}
