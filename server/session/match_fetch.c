/* match_fetch.c - what a match asks the caches for before it is needed. With hundreds of matches in
 * turn everything has to come from far away each time; asked for ahead, and all at once, it costs a
 * fraction of the wait. Nothing here changes a match. */
#include "common/base/prefetch.h"
#include "server/session/match_state.h"

enum {
    HEAD_BYTES = offsetof(dw_match, rules),
    PLAYER_BYTES = offsetof(dw_player, intents), /* His line, his seat, where his history is. */
    FEED_BYTES = 2 * DW_CACHE_LINE
};

void dw_match_fetch(const dw_match *match, uint32_t tick, dw_fetch_stage stage)
{
    if (stage == DW_FETCH_FIRST) {
        dw_prefetch(match, HEAD_BYTES);
        return;
    }
    if (match->quiet) {
        return;
    }
    dw_sim_fetch(match->sim, match->config.map->guard_count);
    dw_prefetch(&match->showings[DW_SHOWING_USUAL].feed, FEED_BYTES);
    for (uint32_t s = 0; s < match->seats; s++) {
        dw_prefetch(&match->players[s], PLAYER_BYTES);
        dw_intent_queue_fetch(&match->players[s].intents, tick);
    }
}

void dw_match_fetch_turn(const dw_match *match)
{
    for (uint32_t s = 0; s < match->seats; s++) {
        const dw_player *player = &match->players[s];
        if ((match->connected >> s & 1) != 0) {
            dw_prefetch(&player->interest, sizeof player->interest);
            dw_snapshot_history_fetch(&player->history, player->line.acked_tick);
        }
    }
}

void dw_match_fetch_input(const dw_match *match, dw_client_handle client, dw_fetch_stage stage)
{
    if (stage == DW_FETCH_FIRST) {
        dw_prefetch(match, 2 * DW_CACHE_LINE);
        return;
    }
    const int32_t slot = dw_match_slot_of(client);
    if (slot >= 0 && (uint32_t)slot < match->seats) {
        const dw_player *player = &match->players[slot];
        dw_prefetch(player, PLAYER_BYTES);
        dw_intent_queue_fetch(&player->intents, match->tick + 1);
        dw_intent_queue_fetch(&player->intents,
                              match->tick + 1 + DW_CACHE_LINE / sizeof(dw_intent_place));
        dw_prefetch(&player->last_token_counts, sizeof player->last_token_counts);
    }
}
