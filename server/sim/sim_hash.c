/* sim_hash.c - phase 9 of the tick: the state as one number. Declared fields in order, 8 bytes a
 * step, and the intents that were applied; never the bytes of a struct, whose padding is nobody's.
 */
#include "common/base/hash.h"
#include "server/sim/sim_state.h"

static uint64_t hash_vec(uint64_t hash, dw_vec v)
{
    return dw_hash_pair(hash, v.x, v.y);
}

/* What he asked for in this tick if it was carried out: whoever is out, or dropped, asks in vain.
 */
static dw_intent applied_intent(const dw_sim *sim, uint32_t slot, dw_intent intent)
{
    const dw_intruder_state *intruder = &sim->world.intruders[slot];
    const bool caught_now =
        intruder->state == DW_SLOT_CAUGHT && intruder->caught_tick == sim->world.tick;
    return intruder->state == DW_SLOT_ALIVE || caught_now ? intent : (dw_intent){DW_STAND, 0};
}

static uint64_t hash_intruder(uint64_t hash, const dw_intruder_state *intruder, dw_intent intent)
{
    const dw_intruder_body *body = &intruder->body;
    hash = hash_vec(hash, body->position);
    if (intruder->rest.ticks > 0) { /* Else the hash is what it was before doors could rest. */
        hash = dw_hash_u64(hash, (uint64_t)intruder->rest.ticks << 16 | intruder->rest.door);
    }
    const uint64_t flags = (uint64_t)(body->crouching ? 1 : 0) | (body->sprinting ? 2u : 0) |
                           (body->moving ? 4u : 0) | (intruder->use_held ? 8u : 0);
    return dw_hash_u64(hash, (uint64_t)body->heading_bam | (uint64_t)intruder->caught_ticks << 16 |
                                 (uint64_t)intruder->state << 32 | flags << 40 |
                                 (uint64_t)intent.direction << 48 | (uint64_t)intent.buttons << 56);
}

static uint64_t hash_guard(uint64_t hash, const dw_guard_body *guard)
{
    hash = hash_vec(hash, guard->position);
    hash = hash_vec(hash, guard->command.step);
    const uint64_t flags = (uint64_t)(guard->shortened ? 1 : 0) | (guard->touched_guard ? 2u : 0) |
                           (guard->door_refused ? 4u : 0) | (guard->command.waiting ? 8u : 0);
    hash = dw_hash_u64(
        hash, (uint64_t)guard->heading_bam | (uint64_t)guard->command.heading_bam << 16 |
                  (uint64_t)guard->mood << 32 | flags << 40 | (uint64_t)guard->wait_ticks << 48);
    if (guard->calling_ticks > 0) {
        hash = dw_hash_u64(hash, guard->calling_ticks);
    }
    return dw_hash_u64(
        hash, (uint64_t)guard->command.open_door | (uint64_t)guard->command.close_door << 16 |
                  (uint64_t)guard->command.hold_door << 32 | (uint64_t)guard->holds << 48);
}

uint64_t dw_sim_hash_state(const dw_sim *sim, uint64_t hash, const dw_intent *intents)
{
    const dw_world *world = &sim->world;
    const dw_objective_body *objective = &world->objective;
    hash = dw_hash_u64(hash, (uint64_t)world->tick | (uint64_t)world->outcome << 32 |
                                 (uint64_t)world->winner << 40 | (uint64_t)objective->state << 48 |
                                 (uint64_t)objective->carrier << 56);
    hash = hash_vec(hash, objective->area.min);
    for (uint32_t word = 0; word * 64 < sim->map->door_count; word++) {
        hash = dw_hash_u64(hash, world->open.bits[word]);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (world->intruders[s].state != DW_SLOT_EMPTY) {
            hash = hash_intruder(hash, &world->intruders[s], applied_intent(sim, s, intents[s]));
            for (uint32_t g = 0; g < world->guard_count; g++) {
                hash = dw_hash_u64(hash, (uint64_t)world->meters[g][s] |
                                             (uint64_t)(sim->seen[g] >> s & 1) << 16 |
                                             (uint64_t)s << 24 | (uint64_t)g << 32);
            }
        }
    }
    for (uint32_t g = 0; g < world->guard_count; g++) {
        hash = hash_guard(hash, &world->guards[g]);
        hash = sim->brains[g]->hash(sim->memories[g], hash);
    }
    return dw_radio_hash(&sim->radio, hash);
}
