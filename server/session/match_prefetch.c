#include "server/session/match_prefetch.h"

#include "common/base/prefetch.h"
#include "server/session/match_state.h"

enum {
    HEAD_BYTES = offsetof(dw_match, brains),
    PLAYER_BYTES = offsetof(dw_player, interest), /* The connection, and where the history is. */
    FEED_BYTES = 2 * DW_CACHE_LINE
};

/* What the head of a match points to. The head itself was asked for one step earlier. */
static void prefetch_step(const dw_match *match, uint32_t tick)
{
    if (match->quiet) {
        return;
    }
    dw_sim_prefetch(match->sim, match->config.map->guard_count);
    dw_prefetch(&match->showings[DW_SHOWING_USUAL].feed, FEED_BYTES);
    for (uint32_t s = 0; s < match->seats; s++) {
        const dw_intent_queue *intents = &match->players[s].intents;
        dw_prefetch(&match->players[s], PLAYER_BYTES);
        dw_prefetch(intents, offsetof(dw_intent_queue, places));
        dw_prefetch(&intents->places[tick % DW_INTENT_RING], sizeof intents->places[0]);
    }
}

static void prefetch_snapshots(const dw_match *match)
{
    for (uint32_t left = match->connected; left != 0; left &= left - 1) {
        const dw_player *player = &match->players[__builtin_ctz(left)];
        dw_prefetch(&player->interest, sizeof player->interest);
        dw_snapshot_history_prefetch(&player->history, player->connection.acked_tick);
    }
}

void dw_match_prefetch(dw_match *const *matches, uint32_t count, uint32_t index, uint32_t tick)
{
    if (index + 2 < count) {
        dw_prefetch(matches[index + 2], HEAD_BYTES);
    }
    if (index + 1 < count) {
        prefetch_step(matches[index + 1], tick);
    }
    if (dw_match_snapshot_due(matches[index], tick)) {
        prefetch_snapshots(matches[index]);
    }
}
