/* senses.c - phase 5 of the tick: sight, touch, detection meters, and the percepts made of them
 * (server/RULES.md 3.1 to 3.17). This is the one place where the world becomes what a guard knows.
 */
#include "common/base/check.h"
#include "common/world/light.h"
#include "common/world/torch.h"
#include "server/sim/eye.h"
#include "server/sim/sim_state.h"

#include <string.h>

static const dw_kind_eyes *eyes_of(const dw_sim *sim, uint16_t g)
{
    return &dw_sim_kind_of(sim, g)->senses.eyes;
}

/* Gain of a tick in sight: meter_near at contact of the two bodies, meter_far_loss less at distance
 * D and beyond; the gain is rounded down, so the loss is rounded up. */
static int32_t meter_gain(const dw_sim *sim, uint16_t g, dw_vec to)
{
    const dw_kind_eyes *eyes = eyes_of(sim, g);
    const dw_actor *guard = dw_guard_actor(&sim->world, g);
    const int64_t far = sim->far_distances[guard->kind];
    int64_t d = (int64_t)dw_distance(guard->body.position, to) -
                (dw_sim_half_of(sim, guard) + DW_BODY_HALF);
    d = d < 0 ? 0 : d;
    d = d > far ? far : d;
    const int64_t loss = (int64_t)eyes->meter_far_loss * d;
    return eyes->meter_near - (int32_t)((loss + far - 1) / far);
}

/* The gains that the light leaves to each intruder in this tick, in percent: worked out when a
 * guard sees it first, for all guards. -1: not yet. */
typedef struct lit_gains {
    int8_t percent[DW_INTRUDERS_MAX];
} lit_gains;

static int32_t lit_gain(const dw_sim *sim, lit_gains *lit, uint8_t slot, int32_t gain)
{
    if (sim->rules.light == 0) {
        return gain;
    }
    if (lit->percent[slot] < 0) {
        lit->percent[slot] = (int8_t)dw_light_gain_percent(
            dw_sim_light_of(sim, dw_intruder_actor(&sim->world, slot)));
    }
    return gain * lit->percent[slot] / 100;
}

static void update_pair(dw_sim *sim, uint16_t g, const dw_eye *eye, lit_gains *lit, uint8_t slot)
{
    const dw_kind_eyes *eyes = eyes_of(sim, g);
    const dw_actor *intruder = dw_intruder_actor(&sim->world, slot);
    const uint16_t bit = (uint16_t)(1u << slot);
    const int32_t before = sim->world.meters[g][slot];
    const bool seen = !sim->world.guards[g].command.asleep &&
                      dw_eye_sees(eye, sim->map, &sim->world.open, &intruder->body, intruder->room);
    const bool seen_before = (sim->seen[g] & bit) != 0;
    if (!seen && !seen_before && before == 0 && (sim->touched[g] & bit) == 0) {
        return; /* As it was: mostly they are far apart. */
    }
    int32_t meter = before;
    if ((sim->touched[g] & bit) != 0) {
        meter = eyes->meter_cap;
        dw_sim_emit(sim, DW_SIM_TOUCHED, g, slot, DW_NONE);
    } else if (seen) {
        const int32_t gain = lit_gain(sim, lit, slot, meter_gain(sim, g, intruder->body.position));
        meter += dw_sim_picks(sim, slot) ? gain * sim->rules.pick_meter_percent / 100 : gain;
    } else {
        meter = dw_meter_decayed(eyes, meter);
    }
    meter = meter < 0 ? 0 : meter;
    meter = meter > eyes->meter_cap ? eyes->meter_cap : meter;
    sim->world.meters[g][slot] = (uint16_t)meter;
    sim->seen[g] = seen ? sim->seen[g] | bit : (uint16_t)(sim->seen[g] & ~bit);
    if (seen && !seen_before) {
        dw_sim_emit(sim, DW_SIM_SEEN, g, slot, DW_NONE);
    }
    if (before < eyes->meter_full && meter >= eyes->meter_full) {
        dw_sim_emit(sim, DW_SIM_DETECTED, g, slot, DW_NONE);
        if (sim->has_voices && dw_sim_kind_of(sim, g)->can.shout != 0) {
            sim->shouts[0] |= UINT64_C(1) << g;
        }
    } else if (before >= eyes->meter_full && meter < eyes->meter_full) {
        dw_sim_emit(sim, DW_SIM_LOST, g, slot, DW_NONE);
    }
}

static void perceive_intruders(const dw_sim *sim, uint16_t g, dw_percepts *percepts)
{
    const dw_kind_eyes *eyes = eyes_of(sim, g);
    percepts->intruder_count = 0;
    const uint16_t sensed = sim->seen[g] | sim->touched[g];
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const uint16_t bit = (uint16_t)(1u << s);
        if ((sensed & bit) == 0) {
            continue;
        }
        const dw_actor *intruder = dw_intruder_actor(&sim->world, s);
        percepts->intruders[percepts->intruder_count++] = (dw_percept_intruder){
            .slot = (uint8_t)s,
            .seen = (sim->seen[g] & bit) != 0,
            .touched = (sim->touched[g] & bit) != 0,
            .detected = sim->world.meters[g][s] >= eyes->meter_full,
            .meter = sim->world.meters[g][s],
            .position = intruder->body.position,
            .room = intruder->room,
        };
    }
}

/* Whether a body stands in a doorway of the room. The other half of that doorway lies in another
 * room. */
static bool in_doorway_of(const dw_map *map, uint16_t room, dw_rect body)
{
    if (!dw_rect_overlaps(body, dw_rect_grown(map->rooms[room].area, map->wall_half))) {
        return false;
    }
    for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
        if (dw_rect_overlaps(map->doors[map->rooms[room].doors[i]].doorway, body)) {
            return true;
        }
    }
    return false;
}

static bool notices(const dw_sim *sim, const dw_actor *self, const dw_actor *other)
{
    const int32_t half = dw_sim_half_of(sim, other);
    if (other->room == self->room ||
        in_doorway_of(sim->map, self->room, dw_rect_around(other->body.position, half))) {
        return true;
    }
    const int64_t near = INT64_C(2) * (dw_sim_half_of(sim, self) + half);
    return dw_distance_squared(self->body.position, other->body.position) <= near * near &&
           dw_sight_clear(sim->map, &sim->world.open, self->body.position, other->body.position,
                          DW_SIGHT_WALLS);
}

static void perceive_guards(const dw_sim *sim, uint16_t g, dw_percepts *percepts)
{
    const dw_world *world = &sim->world;
    const uint16_t holds = world->guards[g].holds;
    percepts->guard_count = 0;
    percepts->door_held = holds;
    percepts->door_wanted = false;
    for (uint16_t other = 0; other < world->guard_count; other++) {
        const dw_actor *actor = dw_guard_actor(world, other);
        const dw_guard_state *guard = &world->guards[other];
        if (other == g || !dw_is_present(actor)) {
            continue;
        }
        if (dw_sim_half_of(sim, actor) == 0) {
            continue; /* A device. */
        }
        if (holds != DW_NONE && guard->command.hold_door == holds) {
            percepts->door_wanted = true;
        }
        if (notices(sim, dw_guard_actor(world, g), actor)) {
            percepts->guards[percepts->guard_count++] = (dw_percept_guard){
                .guard = (uint8_t)other,
                .waiting = guard->command.waiting,
                .heading_bam = actor->body.heading_bam,
                .position = actor->body.position,
                .step = guard->step,
                .half = dw_sim_solid_half_of(sim, actor),
            };
        }
    }
}

/* Leaves stand in the way of a kind without hands, which has to know of them; and of a guard
 * without the key of a lock, whether it is locked now or not: that cannot be seen. */
static void perceive_shut_doors(const dw_sim *sim, uint16_t g, dw_percepts *percepts)
{
    percepts->shut_count = 0;
    const bool opens = dw_sim_kind_of(sim, g)->can.open_doors != 0;
    if (opens && sim->map->lock_count == 0) {
        return;
    }
    const dw_room *room = &sim->map->rooms[percepts->room];
    for (uint16_t i = 0; i < room->door_count && percepts->shut_count < DW_SHUT_DOORS_MAX; i++) {
        if (!dw_door_set_has(&sim->world.open, room->doors[i]) &&
            (!opens || !dw_sim_guard_has_key(sim, g, room->doors[i]))) {
            percepts->shut[percepts->shut_count++] = room->doors[i];
        }
    }
}

/* Whether the guard sees a detected intruder carry the item. */
static bool sees_carried(const dw_sim *sim, uint16_t g, const dw_item *item)
{
    return item->state == DW_ITEM_CARRIED && (sim->seen[g] >> item->carrier & 1) != 0 &&
           sim->world.meters[g][item->carrier] >= eyes_of(sim, g)->meter_full;
}

/* An item that is at its place costs nothing: there is nothing to notice. */
static uint8_t missing_items(const dw_sim *sim, uint16_t g, const dw_eye *eye)
{
    uint8_t missing = 0;
    if (sim->world.guards[g].command.asleep) {
        return 0;
    }
    for (uint32_t i = 0; i < sim->world.item_count; i++) {
        const dw_item *item = &sim->world.items[i];
        if (item->state != DW_ITEM_HOME &&
            (sees_carried(sim, g, item) ||
             dw_eye_sees_spot(eye, sim->map, &sim->world.open, &sim->map->items[i]))) {
            missing |= (uint8_t)(1u << i);
        }
    }
    return missing;
}

void dw_sim_sense(dw_sim *sim)
{
    dw_world *world = &sim->world;
    const uint16_t present = (uint16_t)dw_slots_present(world);
    lit_gains lit;
    memset(lit.percent, -1, sizeof lit.percent);
    for (uint64_t awake = dw_guards_present(world); awake != 0; awake &= awake - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(awake);
        const dw_actor *actor = dw_guard_actor(world, g);
        const dw_guard_state *guard = &world->guards[g];
        if (dw_sim_kind_of(sim, g)->senses.touch == 0) {
            sim->touched[g] = 0;
        }
        const dw_eye eye = dw_eye_of(eyes_of(sim, g), &actor->body, actor->room);
        for (uint32_t left = present; left != 0; left &= left - 1) {
            update_pair(sim, g, &eye, &lit, (uint8_t)__builtin_ctz(left));
        }
        /* A caught or absent intruder is no longer sensed; a new round starts at zero. */
        for (uint32_t left = (uint16_t)~present; left != 0; left &= left - 1) {
            world->meters[g][__builtin_ctz(left)] = 0;
        }
        const uint16_t caught = sim->seen[g] & (uint16_t)~present;
        sim->seen[g] &= present;
        sim->touched[g] &= present;
        dw_percepts *percepts = &sim->percepts[g];
        percepts->tick = world->tick;
        percepts->position = actor->body.position;
        percepts->heading_bam = actor->body.heading_bam;
        percepts->room = actor->room;
        percepts->caught = caught;
        percepts->alarm = sim->mission_state != NULL ? sim->mission_state->alarm : (uint8_t)0;
        const bool misses =
            sim->rules.strategy.hold_exit_when_missing != 0 || sim->rules.evidence != 0;
        percepts->missing = misses ? missing_items(sim, g, &eye) : (uint8_t)0;
        percepts->shortened = guard->shortened;
        percepts->touched_guard = guard->touched_guard;
        percepts->door_refused = guard->door_refused;
        const bool reads = sim->rules.strategy.board != 0 && sim->map->rooms[actor->room].board;
        percepts->board = reads ? &sim->board[0] : NULL;
        perceive_intruders(sim, g, percepts);
        perceive_guards(sim, g, percepts);
        const dw_kind *kind = dw_sim_kind_of(sim, g);
        if (dw_kind_has_torch(kind)) {
            percepts->light = (uint8_t)dw_sim_light_at(sim, actor->body.position, actor->room);
        }
        if (kind->senses.rays.count > 0) {
            dw_sim_sense_rays(sim, g, percepts);
        }
        if (kind->senses.motion.range_mm > 0) {
            dw_sim_sense_motion(sim, g, percepts);
        }
        perceive_shut_doors(sim, g, percepts);
        if (sim->rules.evidence != 0) {
            dw_sim_sense_evidence(sim, g, &eye, percepts);
        }
    }
}
