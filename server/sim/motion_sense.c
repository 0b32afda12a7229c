/* motion_sense.c - the motion detector, a part of phase 5 of the tick (server/RULES.md 3.55 to
 * 3.58): whether something moves fast enough in its sector. It knows neither what nor where. */
#include "common/base/check.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"

/* The middle of the sector's axis. No point of the sector is further from there than `error_mm`:
 * the corners of its far edge are the furthest, or the detector itself. */
static void locate_sector(const dw_kind_motion *motion, const dw_body *body, dw_percept_motion *out)
{
    const int64_t half = DW_MM((int64_t)motion->range_mm) / 2;
    out->centre = (dw_vec){
        body->position.x + (int32_t)(half * dw_cosine_bam(body->heading_bam) / DW_SINE_ONE),
        body->position.y + (int32_t)(half * dw_sine_bam(body->heading_bam) / DW_SINE_ONE)};
    /* By the law of cosines, (range * error)^2 = range^2 * (5/4 - cos), with 65536 as one. */
    const int64_t range = motion->range_mm;
    const int32_t cosine = dw_cosine_bam((uint16_t)(motion->field_of_view_bam / 2));
    const int64_t corner = range * range * (DW_SINE_ONE / 4 * 5 - cosine) / DW_SINE_ONE;
    const int32_t to_corner = (int32_t)dw_isqrt((uint64_t)corner) + 1;
    const int32_t to_detector = motion->range_mm / 2 + 1;
    out->error_mm = to_corner > to_detector ? to_corner : to_detector;
}

/* Whether this intruder moves fast enough, within the sector and with nothing between. */
static bool is_noticed(const dw_sim *sim, const dw_kind_motion *motion, const dw_actor *detector,
                       const dw_field_of_view *field, uint32_t slot)
{
    const dw_vec step = sim->intruder_steps[slot]; /* v units a tick are v mm/s. */
    const int64_t least = motion->trigger_speed_mm_s;
    if (dw_dot(step, step) < least * least) {
        return false;
    }
    const dw_actor *intruder = dw_intruder_actor(&sim->world, slot);
    const dw_vec at = intruder->body.position;
    const int64_t range = DW_MM((int64_t)motion->range_mm);
    return dw_distance_squared(detector->body.position, at) <= range * range &&
           dw_field_of_view_has(field, at) &&
           dw_sight_clear_between(
               sim->map, &sim->world.open, detector->body.position, detector->room, at,
               intruder->room, intruder->body.crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}

void dw_sim_sense_motion(dw_sim *sim, uint16_t guard, dw_percepts *percepts)
{
    const dw_kind_motion *motion = &dw_sim_kind_of(sim, guard)->senses.motion;
    const dw_actor *detector = dw_guard_actor(&sim->world, guard);
    const dw_field_of_view field = dw_field_of_view_from(
        detector->body.position, detector->body.heading_bam, motion->field_of_view_bam);
    uint16_t *left = &sim->motion_left[guard];
    bool noticed = false;
    for (uint32_t slots = dw_slots_present(&sim->world); !noticed && slots != 0;
         slots &= slots - 1) {
        noticed = is_noticed(sim, motion, detector, &field, (uint32_t)__builtin_ctz(slots));
    }
    percepts->motion = (dw_percept_motion){.moves = false};
    if (noticed) {
        *left = (uint16_t)motion->hold_ticks;
    } else if (*left > 0) {
        (*left)--;
    }
    if (*left > 0) {
        percepts->motion.moves = true;
        percepts->motion.age = (uint16_t)(motion->hold_ticks - *left);
        locate_sector(motion, &detector->body, &percepts->motion);
    }
}
