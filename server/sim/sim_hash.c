/* sim_hash.c - phase 9 of the tick: the state as one number. It is made of the lists of fields,
 * never of the bytes of a struct, whose padding is arbitrary. */
#include "server/sim/sim_state.h"

DW_FIELDS_STATE(extern, sim, DW_SIM_FIELDS);
DW_FIELDS_STATE(extern, told, DW_TOLD_FIELDS);

/* The intent that the tick carried out: an absent or dropped player's is ignored. */
static dw_intent applied_intent(const dw_sim *sim, uint32_t slot, dw_intent intent)
{
    const bool plays = dw_intruder_actor(&sim->world, slot)->controller == DW_CONTROLLER_PLAYER;
    const uint32_t caught_tick = sim->world.intruders[slot].caught_tick;
    const bool caught_now = caught_tick != 0 && caught_tick == sim->world.tick;
    return plays || caught_now ? intent : (dw_intent){.direction = DW_STAND};
}

uint64_t dw_sim_hash_tick(const dw_sim *sim, uint64_t hash, const dw_intent *intents)
{
    dw_digest digest = {.hash = hash};
    dw_digest_sim(&digest, sim);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_intent intent = applied_intent(sim, s, intents[s]);
        dw_digest_bits(&digest, (uint64_t)intent.direction | (uint64_t)intent.buttons << 8, 16);
        if (dw_intent_tool(intent) != DW_TOOL_NONE) {
            dw_digest_u8(&digest, &intent.throw_heading);
            dw_digest_u8(&digest, &intent.throw_distance);
        }
        if (intent.answer != 0) {
            dw_digest_u8(&digest, &intent.answer);
        }
    }
    if (sim->reactions != NULL) {
        dw_reactions_digest(&digest, sim->reactions);
    }
    if (sim->told != NULL) {
        dw_digest_told(&digest, sim->told);
    }
    if (sim->mission_state != NULL) {
        dw_digest_mission_state(&digest, sim->mission_state);
    }
    if (sim->question != NULL) {
        dw_digest_question(&digest, sim->question);
    }
    hash = dw_digest_end(&digest);
    for (uint32_t g = 0; g < sim->world.guard_count; g++) {
        hash = sim->brains[g]->hash(sim->memories[g], hash);
    }
    return hash;
}

uint64_t dw_sim_state_hash(const dw_sim *sim)
{
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    return dw_sim_hash_tick(sim, DW_HASH_START, none);
}
