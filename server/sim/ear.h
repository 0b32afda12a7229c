/* ear.h - whether a guard hears a noise (server/RULES.md 3.64 to 3.68).
 * Owns: the one test that the tick applies, and whatever else must tell what a guard would hear.
 * Knows no percept and no mind. Pure; no allocation. Cost: that of dw_sound_arrives. */
#ifndef DW_SIM_EAR_H
#define DW_SIM_EAR_H

#include "common/nav/sound.h"
#include "common/world/ruleset.h"

/* Where a guard listens in one tick, and how well. */
typedef struct dw_ear {
    dw_vec position;
    uint16_t room;
    int32_t threshold_db10; /* 0: it has no ears. */
    int32_t percent;        /* Of a level that reaches it: less than 100 while it sleeps. */
} dw_ear;

/* `step` is how the guard moved in this tick; what it hears while it runs must be louder. */
static inline dw_ear dw_ear_of(const dw_kind *kind, dw_vec position, uint16_t room, dw_vec step,
                               bool asleep)
{
    const dw_kind_ears *ears = &kind->senses.ears;
    const int64_t walking = kind->gaits.near.speed_mm_s + 1;
    const bool runs = dw_dot(step, step) > walking * walking;
    return (dw_ear){
        .position = position,
        .room = room,
        .threshold_db10 =
            ears->threshold_db10 == 0 ? 0 : ears->threshold_db10 + (runs ? ears->running_db10 : 0),
        .percent = asleep ? ears->asleep_percent : 100,
    };
}

/* What is left there of a level in these ears. */
static inline int32_t dw_ear_level(const dw_ear *ear, int32_t level_db10)
{
    return ear->percent < 100 ? level_db10 * ear->percent / 100 : level_db10;
}

/* The least level at which a noise must reach the guard to be heard. */
static inline int32_t dw_ear_needs(const dw_ear *ear)
{
    return (ear->threshold_db10 * 100 + ear->percent - 1) / ear->percent;
}

static inline dw_sound_losses dw_ear_losses(const dw_ruleset *rules)
{
    return (dw_sound_losses){.doorway_db10 = rules->sound_doorway_db10,
                             .leaf_db10 = rules->sound_leaf_db10,
                             .wall_db10 = rules->sound_wall_db10};
}

#endif
