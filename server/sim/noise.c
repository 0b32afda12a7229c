/* noise.c - what gives off noises in phases 2 to 4 of the tick. Files of these phases call it. */
#include "common/base/check.h"
#include "common/world/intruder.h"
#include "server/sim/sim_state.h"

enum { WHOLE_STEP = 65536 };

void dw_sim_make_noise(dw_sim *sim, const dw_noise *noise)
{
    if (sim->rules.hearing == 0) {
        return;
    }
    DW_CHECK(noise->kind < DW_NOISE_KIND_COUNT && noise->room < sim->map->room_count);
    if (sim->noise_count < DW_SIM_NOISES_MAX) {
        sim->noises[sim->noise_count++] = *noise;
    }
}

void dw_sim_make_noise_of(dw_sim *sim, const dw_actor *actor, dw_noise_kind kind, dw_vec position,
                          int32_t level_db10)
{
    const bool nobodys = kind == DW_NOISE_TOPPLE;
    dw_sim_make_noise(sim, &(dw_noise){.kind = (uint8_t)kind,
                                       .from_own_side = actor->role == DW_ROLE_GUARD && !nobodys,
                                       .room = actor->room,
                                       .position = position,
                                       .level_db10 = level_db10});
}

dw_kind_gait dw_sim_gait_of(const dw_kind *kind, int32_t step)
{
    const dw_kind_gait gaits[] = {kind->gaits.calm, kind->gaits.alert, kind->gaits.near,
                                  kind->gaits.far, kind->gaits.intercept};
    size_t fastest = 0;
    for (size_t i = 0; i < DW_COUNT_OF(gaits); i++) {
        if (gaits[i].speed_mm_s >= step) {
            return gaits[i];
        }
        fastest = gaits[i].speed_mm_s > gaits[fastest].speed_mm_s ? i : fastest;
    }
    return gaits[fastest];
}

/* A step is as loud as the loudest gait that was part of it: else an intruder could sprint, and
 * come down crouching. One that rests has set its foot down. */
static void follow_gait(dw_sim *sim, uint8_t index, bool stands)
{
    const uint32_t slot = (uint32_t)(index - sim->world.guard_count);
    const dw_intruder_gait now = dw_intruder_gait_of(&sim->world.actors[index].body);
    if (stands) {
        if (sim->stood[slot] < DW_STEP_REST_TICKS) {
            sim->stood[slot]++;
        }
        sim->walked[index] = sim->stood[slot] < DW_STEP_REST_TICKS ? sim->walked[index] : 0;
        return;
    }
    const dw_intruder_gait before = (dw_intruder_gait)sim->gaits[slot];
    const int32_t quiet_db10 = dw_intruder_footfall(now, &sim->rules, DW_FLOOR_WOOD).level_db10;
    const int32_t loud_db10 = dw_intruder_footfall(before, &sim->rules, DW_FLOOR_WOOD).level_db10;
    if (sim->walked[index] == 0 || quiet_db10 >= loud_db10) {
        sim->gaits[slot] = (uint8_t)now;
    }
    sim->stood[slot] = 0;
}

/* How far apart the steps are, and how loud this one is. */
static dw_footfall footfall_of(const dw_sim *sim, uint8_t index, int32_t step)
{
    const dw_actor *actor = &sim->world.actors[index];
    const dw_floor floor = (dw_floor)sim->map->rooms[actor->room].floor;
    if (actor->role == DW_ROLE_INTRUDER) {
        const uint8_t loudest = sim->gaits[index - sim->world.guard_count];
        dw_footfall foot =
            dw_intruder_footfall(dw_intruder_gait_of(&actor->body), &sim->rules, floor);
        foot.level_db10 =
            dw_intruder_footfall((dw_intruder_gait)loudest, &sim->rules, floor).level_db10;
        return foot;
    }
    const dw_kind_gait gait = dw_sim_gait_of(dw_sim_kind_of(sim, index), step);
    return (dw_footfall){gait.stride_mm, gait.loudness_db10 + dw_floor_loudness_db10(floor)};
}

void dw_sim_hear_walk(dw_sim *sim, uint8_t index, dw_vec before)
{
    const dw_actor *actor = &sim->world.actors[index];
    const bool stands = dw_vec_equal(before, actor->body.position);
    if (sim->rules.hearing == 0) {
        return;
    }
    if (actor->role == DW_ROLE_INTRUDER) {
        follow_gait(sim, index, stands);
    }
    if (stands) {
        return;
    }
    const int32_t step = dw_distance(before, actor->body.position);
    const dw_footfall foot = footfall_of(sim, index, step);
    const int64_t stride = DW_MM((int64_t)foot.stride_mm);
    int64_t walked = sim->walked[index] + ((int64_t)step * WHOLE_STEP + stride - 1) / stride;
    if (walked >= WHOLE_STEP) {
        walked %= WHOLE_STEP;
        dw_sim_make_noise_of(sim, actor, DW_NOISE_STEP, actor->body.position, foot.level_db10);
        if (actor->role == DW_ROLE_INTRUDER) {
            sim->gaits[index - sim->world.guard_count] = (uint8_t)dw_intruder_gait_of(&actor->body);
        }
    }
    sim->walked[index] = (uint16_t)walked;
}

dw_noise dw_noise_of_leaf(const dw_map *map, const dw_ruleset *rules, uint16_t door, uint16_t room,
                          bool crouching)
{
    const dw_door *of_map = &map->doors[door];
    const dw_door_half *half = &of_map->half[of_map->half[0].room == room ? 0 : 1];
    return (dw_noise){.kind = DW_NOISE_LEAF,
                      .room = room,
                      .position = half->point,
                      .level_db10 = crouching ? rules->leaf_crouching_db10 : rules->leaf_db10};
}

void dw_sim_hear_leaf(dw_sim *sim, uint16_t door, const dw_actor *by)
{
    dw_noise noise = dw_noise_of_leaf(sim->map, &sim->rules, door, by->room, by->body.crouching);
    noise.from_own_side = by->role == DW_ROLE_GUARD;
    dw_sim_make_noise(sim, &noise);
}

static void hear_shout(dw_sim *sim, uint32_t g)
{
    const dw_actor *actor = dw_guard_actor(&sim->world, g);
    dw_sim_make_noise(sim, &(dw_noise){.kind = DW_NOISE_SHOUT,
                                       .from_own_side = true,
                                       .voice_of = (g + 1) & 0x7f,
                                       .room = actor->room,
                                       .position = actor->body.position,
                                       .level_db10 = sim->rules.shout_db10});
}

void dw_sim_hear_voices(dw_sim *sim)
{
    const uint64_t shouts = sim->shouts[0];
    sim->shouts[0] = 0;
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint32_t g = (uint32_t)__builtin_ctzll(left);
        const dw_actor *actor = dw_guard_actor(&sim->world, g);
        /* It began to call when it thought last, and has not thought since. A device has no voice.
         */
        if (sim->world.guards[g].calling_ticks == DW_CALLING_TICKS &&
            !dw_kind_is_device(dw_sim_kind_of(sim, (uint16_t)g))) {
            dw_sim_make_noise_of(sim, actor, DW_NOISE_CALL, actor->body.position,
                                 sim->rules.call_db10);
        }
        if ((shouts >> g & 1) != 0) {
            hear_shout(sim, g);
        }
    }
}
