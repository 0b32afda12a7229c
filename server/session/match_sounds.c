/* match_sounds.c - what living players hear (message 48, server/RULES.md 8.30 to 8.33). Each tick
 * adds to what a player has heard, and the match's turn for snapshots sends it. It is not in the
 * snapshots, since a noise is over when it has been heard: nothing builds on it. */
#include "common/base/check.h"
#include "server/session/match_state.h"

enum { DB10 = 10, DIRECTION_SHIFT = 9 }; /* Directions travel in 128ths of a turn. */

static uint8_t level_of(const dw_match *match, const dw_heard *heard)
{
    const int32_t over = (heard->level_db10 - match->config.rules->player_hearing_db10) / DB10;
    DW_CHECK(over >= 0);
    return over < UINT8_MAX ? (uint8_t)over : UINT8_MAX;
}

/* What was heard before a gap belongs to a connection or a round that is over. */
static void hear(const dw_match *match, uint8_t slot, dw_sounds *sounds)
{
    if (sounds->tick + 1 != match->tick) {
        sounds->count = 0;
    }
    sounds->tick = match->tick;
    uint32_t count = 0;
    const dw_heard *heard = dw_sim_heard(match->sim, slot, &count);
    for (uint32_t i = 0; i < count; i++) {
        dw_sounds_keep(sounds, (dw_sound_heard){.kind = heard[i].kind,
                                                .direction = (uint8_t)(heard[i].direction_bam >>
                                                                       DIRECTION_SHIFT),
                                                .level_db = level_of(match, &heard[i])});
    }
}

static void send(dw_match *match, dw_player *player)
{
    if (player->sounds.count > 0) {
        const dw_message message = {.type = DW_MESSAGE_SOUNDS, .as.sounds = player->sounds};
        match->config.send(match->config.send_context, &player->connection.tag, 1, &message);
    }
    player->sounds.count = 0;
}

void dw_match_send_sounds(dw_match *match)
{
    const bool turn = dw_match_snapshot_due(match, match->tick);
    for (uint32_t s = 0; match->config.rules->hearing != 0 && s < dw_match_seats(match); s++) {
        dw_player *player = &match->players[s];
        if (!player->connection.connected || player->connection.map_told_tick != 0 ||
            dw_match_slot_state(match, s) != DW_SLOT_ALIVE) {
            continue;
        }
        hear(match, (uint8_t)s, &player->sounds);
        if (turn) {
            send(match, player);
        }
    }
}
