/* match_save.h - a match as bytes, to go on with it later or in another process.
 *
 *     save: version, map, rules, key | match, votes, bars, seats | their hash | simulation
 *
 * Saved, from the field lists of match_state.h: the tick, the phase and number of the round,
 * whether it is paused, the vote and the bars; and for each seat its state, name, origin, tokens,
 * identity, and what its client was told of bodies and doors, and its score. The simulation saves
 * itself (sim.h).
 *
 * After a load nobody is connected. A player that was connected counts as dropped at the saved
 * tick: the seat waits `drop_ticks` for a hello with the token. Players that resume before the next
 * step find the world as though no connection had been lost. Not saved:
 * - The round key. The host keeps it (server/host/server_save.h). The bytes name it by the seed of
 * a round that is never played, so that a load under another key is refused.
 * - Noises that a player has heard since the last turn for snapshots, intents of ticks to come, the
 * waits until a player may call a vote or signal again, send rates, acknowledgements, the history
 * of snapshots, and which change of the map a client was told of: a resume begins them anew in any
 * case. So each client is sent a full snapshot first, and its welcome names the map.
 * - Spectators, and what they have yet to be shown. They join again; until their delay has passed
 *   once they see an empty house, as after the creation of a match.
 * - The recording, and the report of the round. The rest of the round is not recorded, and the host
 *   is not told of it; the next round is.
 * - Handles, tags, statistics: they belong to the process. Scene, hints, minds as sent: worked out
 *   anew. Chat: a match keeps none.
 *
 * The bytes hold secrets: tokens, and what a player may not know. Keep them like a key.
 * Cost: 3 to 9 KB with four players on a shipped map; under 1 ms; no heap. */
#ifndef DW_SESSION_MATCH_SAVE_H
#define DW_SESSION_MATCH_SAVE_H

#include "common/base/state_io.h"
#include "server/session/match.h"

/* Between two ticks. */
void dw_match_save(const dw_match *match, dw_state_writer *writer);

/* How a match begins. */
typedef struct dw_match_beginning {
    dw_round_key round_key;
    char code[DW_MATCH_CODE_SIZE];
    uint32_t tick;
    uint32_t round; /* The number of the next round, from 1 on. */
} dw_match_beginning;

/* A match in which nobody is connected, and no round is recorded or reported, goes on idle, as one
 * that was made so: for a load of what another process has saved, under the key of that process. */
void dw_match_begin_anew(dw_match *match, const dw_match_beginning *with);

/* Into an idle match of the same map, ruleset, number and round key, from bytes that nobody need
 * trust. The ticks go on from the saved one: dw_match_round(match).tick. A host with several
 * matches has one tick for all: it loads all of them, saved at one tick. Brains that the match has
 * not had take memory from its arena. DW_INVALID: the bytes are cut or changed, or the match is
 * another one; the text says which. The match is then idle, in the lobby of round 1, with its own
 * brains. */
DW_MUST_USE dw_status dw_match_load(dw_match *match, dw_state_reader *reader,
                                    dw_brain_finder finder, dw_error *error);

#endif
