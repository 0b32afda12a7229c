/* throws.c - the second part of phase 2 of the tick: what flies lands, and intruders throw. */
#include "server/sim/sim_state.h"

void dw_sim_deal_tools(dw_sim *sim, uint32_t slots)
{
    dw_tools *tools = &sim->tools[0];
    *tools = (dw_tools){.slots = (uint16_t)slots};
    for (uint32_t left = slots; left != 0; left &= left - 1) {
        tools->belts[__builtin_ctz(left)] =
            (dw_belt){.coins = (uint8_t)sim->rules.coins, .baits = (uint8_t)sim->rules.baits};
    }
}

const dw_tools *dw_sim_tools(const dw_sim *sim)
{
    return sim->rules.tools != 0 ? &sim->tools[0] : NULL;
}

static void emit_tool(dw_sim *sim, dw_sim_event_kind kind, uint8_t slot, dw_tool tool)
{
    dw_sim_event *event = dw_sim_emit(sim, kind, DW_NONE, slot, DW_NONE);
    if (event != NULL) {
        event->tool = (uint8_t)tool;
    }
}

/* Takes a free row, else that of the bait that has lain there for longest. */
static void lay_bait(dw_sim *sim, dw_vec position)
{
    dw_tools *tools = &sim->tools[0];
    const uint32_t rows = dw_baits_max(sim->map);
    uint32_t row = 0;
    for (uint32_t i = 0; i < rows; i++) {
        const bool free = (tools->lying >> i & 1) == 0;
        if (free || tools->baits[i].tick < tools->baits[row].tick) {
            row = i;
        }
        if (free) {
            break;
        }
    }
    if (rows > 0) {
        tools->lying |= (uint8_t)(1u << row);
        tools->baits[row] = (dw_lying_bait){.position = position, .tick = sim->world.tick};
    }
}

static void land(dw_sim *sim, uint8_t slot)
{
    dw_belt *belt = &sim->tools[0].belts[slot];
    const dw_tool tool = (dw_tool)belt->flying;
    belt->flying = DW_TOOL_NONE;
    if (tool == DW_TOOL_BAIT) {
        lay_bait(sim, belt->landing);
    }
    if (tool == DW_TOOL_COIN) {
        dw_sim_make_noise(sim, &(dw_noise){.kind = DW_NOISE_COIN,
                                           .room = dw_map_room_at(sim->map, belt->landing),
                                           .position = belt->landing,
                                           .level_db10 = sim->rules.coin_db10});
    }
    emit_tool(sim, DW_SIM_LANDED, slot, tool);
}

/* Everything that a client says is checked here: whether it has the tool, how far, and when. */
static bool throw_one(dw_sim *sim, uint8_t slot, dw_intent intent)
{
    const dw_actor *actor = dw_intruder_actor(&sim->world, slot);
    dw_belt *belt = &sim->tools[0].belts[slot];
    const dw_tool tool = dw_intent_tool(intent);
    uint8_t *left = tool == DW_TOOL_COIN ? &belt->coins : &belt->baits;
    if (sim->rules.tools == 0 || *left == 0 || belt->flying != DW_TOOL_NONE ||
        !dw_throw_in_range(&sim->rules, intent)) {
        return false;
    }
    const dw_throw thrown =
        dw_throw_fly(sim->map, &sim->world.open, &sim->rules, actor->body.position, intent);
    (*left)--;
    belt->flying = (uint8_t)tool;
    belt->flight_ticks = thrown.flight_ticks;
    belt->landing = thrown.landing;
    return true;
}

void dw_sim_throw_tools(dw_sim *sim, const dw_intent *intents)
{
    const uint32_t slots = sim->rules.tools != 0 ? sim->tools[0].slots : 0;
    for (uint32_t left = slots; left != 0; left &= left - 1) {
        const uint8_t s = (uint8_t)__builtin_ctz(left);
        dw_belt *belt = &sim->tools[0].belts[s];
        if (belt->flying != DW_TOOL_NONE && --belt->flight_ticks == 0) {
            land(sim, s);
        }
    }
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        const uint8_t s = (uint8_t)slot;
        const dw_tool tool = dw_intent_tool(intents[s]);
        const dw_actor *actor = dw_intruder_actor(&sim->world, s);
        if (tool != DW_TOOL_NONE && dw_is_present(actor) &&
            actor->controller == DW_CONTROLLER_PLAYER) {
            const bool thrown = throw_one(sim, s, intents[s]);
            emit_tool(sim, thrown ? DW_SIM_THROWN : DW_SIM_THROW_REFUSED, s, tool);
        }
    }
}
