/* match_input.c - what players ask for, and for how long each has asked for nothing else. */
#include "server/session/match_state.h"

bool dw_match_can_act(const dw_match *match, uint32_t slot)
{
    const dw_world *world = dw_sim_world(match->sim);
    return match->round.phase == DW_PHASE_PLAY && (match->connected >> slot & 1) != 0 &&
           dw_match_plays(match, slot) && dw_intruder_slot_state(world, slot) == DW_SLOT_ALIVE &&
           dw_world_items_of(world, slot) == 0;
}

uint32_t dw_match_away_ticks(const dw_match *match, dw_client_handle client)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client((dw_match *)match, client, &connection);
    return index >= 0 && index < DW_INTRUDERS_MAX && dw_match_can_act(match, (uint32_t)index)
               ? match->players[index].idle_ticks
               : 0;
}

static void note_asked(dw_player *player, dw_intent intent)
{
    if (!dw_intent_same(intent, player->asked)) {
        player->asked = intent;
        player->idle_ticks = 0;
    }
}

bool dw_match_input(dw_match *match, dw_client_handle client, const dw_input *input)
{
    dw_connection *connection = NULL;
    const int32_t index = dw_match_find_client(match, client, &connection);
    if (index < 0) {
        return false;
    }
    if (connection->map_told_tick != 0) {
        return true; /* Sent before the client had this map. */
    }
    dw_match_acknowledge(match, (uint32_t)index, connection, input->ack_tick);
    if (index >= DW_INTRUDERS_MAX) {
        return true;
    }
    dw_player *player = &match->players[index];
    player->last_token_counts = false; /* The client has its welcome. */
    dw_intent_queue *queue = &player->intents;
    dw_match_stats *stats = &match->stats;
    bool taken = true;
    for (uint32_t i = 0; i < input->count; i++) {
        const uint32_t tick = input->newest_tick - (input->count - 1u - i);
        const dw_intent_verdict verdict =
            dw_intent_queue_put(queue, match->tick, tick, input->intents[i]);
        if (verdict == DW_INTENT_ACCEPTED) {
            note_asked(player, input->intents[i]);
            stats->intents_accepted++;
        }
        stats->intents_late += verdict == DW_INTENT_LATE ? 1 : 0;
        stats->intents_early += verdict == DW_INTENT_EARLY ? 1 : 0;
        stats->intents_duplicate += verdict == DW_INTENT_DUPLICATE ? 1 : 0;
        taken = taken && verdict != DW_INTENT_EARLY && verdict != DW_INTENT_NOT_VALID;
    }
    dw_intent_queue_note_lead(queue, match->tick, input->newest_tick);
    return taken;
}
