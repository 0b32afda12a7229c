#include "tests/support/night.h"

#include "common/base/check.h"
#include "common/world/ruleset_kinds.h"
#include "server/mind/brains/brains.h"

dw_ruleset dw_night_rules(const dw_map *map, const char *strategy, int32_t reaction_ticks)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = dw_stage_shipped_strategy(strategy);
    rules.light = 1;
    rules.hearing = 1;
    rules.investigate = 1;
    rules.evidence = 1;
    rules.radio_round_ticks = 300;
    rules.scent = 1;
    rules.tools = 1;
    rules.coins = 16;
    rules.baits = 16;
    rules.patrol_dark_percent = 100;
    dw_ruleset_take_kinds(&rules, map);
    for (uint32_t k = 0; k < map->kind_count; k++) {
        rules.kinds[k] = dw_stage_shipped_kind(map->kinds[k].name);
        if (!dw_kind_is_device(&rules.kinds[k])) {
            rules.kinds[k].reaction_ticks = reaction_ticks;
        }
    }
    rules.kinds[DW_KIND_GUARD].torch.range_mm = 6000;
    dw_error error;
    const dw_status status = dw_ruleset_override(&rules, map, &error);
    DW_CHECK(status == DW_OK);
    return rules;
}

dw_stage *dw_night_create(const dw_venue *venue, const dw_ruleset *rules, uint64_t seed)
{
    dw_stage *stage = dw_stage_create(venue, "null", rules);
    for (uint16_t g = 0; g < venue->map->guard_count; g++) {
        char brain[DW_NAME_SIZE];
        const dw_guard_post *post = &venue->map->guards[g];
        (void)dw_stage_shipped_kind_with(venue->map->kinds[post->kind].name, brain);
        const dw_brain_kind *kind = dw_stage_brain(post->brain[0] != '\0' ? post->brain : brain);
        const dw_status status = dw_sim_set_brain(stage->sim, g, kind);
        DW_CHECK(status == DW_OK);
    }
    dw_stage_begin_whims(stage, seed);
    return stage;
}

void dw_night_step(dw_stage *stage, uint64_t seed)
{
    enum { THROW_TICKS = 20 };
    const uint32_t tick = stage->world->tick;
    dw_stage_set_whims(stage, seed);
    if (tick % THROW_TICKS == 7) {
        dw_intent *intent = &stage->intents[tick / THROW_TICKS % DW_INTRUDERS_MAX];
        intent->buttons |= tick % (4 * THROW_TICKS) == 7 ? DW_BUTTON_BAIT : DW_BUTTON_COIN;
        intent->throw_heading = (uint8_t)(tick * 7);
        intent->throw_distance = (uint8_t)(tick % 120);
    }
    dw_stage_step(stage);
}
