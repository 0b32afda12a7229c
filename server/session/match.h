/* match.h - one match: a world, its rounds, its players and its spectators.
 * Owns: the simulation, the phases, the slots, and for each client what it may know, was sent and
 * asked for. Does not know: sockets, clocks, files, logs. Messages leave through a sink; ticks and
 * random bytes come from the caller. Not thread-safe: one owner. Cost: all memory comes from the
 * arena at creation (under 1 MiB with a shipped map); a step allocates nothing; an idle match need
 * not be stepped.
 *
 * Ticks are the server's and common to its matches: the caller hands them in, ascending, never 0.
 * It may skip any number of them while the match is idle. */
#ifndef DW_SESSION_MATCH_H
#define DW_SESSION_MATCH_H

#include "protocol/message.h"
#include "protocol/snapshot.h"
#include "server/session/replay_writer.h"
#include "server/session/round_machine.h"
#include "server/session/round_report.h"
#include "server/session/round_seed.h"
#include "server/sim/sim.h"

typedef struct dw_match dw_match;
typedef struct dw_played_round dw_played_round;

/* A player or spectator of one match: index and generation, 0 = nobody. */
typedef uint32_t dw_client_handle;

enum {
    DW_SPECTATORS_MAX = 64,
    /* A spectator from the address of a living player sees the match at least this late. */
    DW_SPECTATOR_LATE_TICKS = 2 * DW_TICKS_PER_SECOND,
    /* Nobody is sent the guards' minds earlier than this, unless the host wants it. */
    DW_MIND_DELAY_TICKS = 10 * DW_TICKS_PER_SECOND
};

/* A client that joins, as the host knows it; nothing of this is the client's own word. */
typedef struct dw_newcomer {
    uint32_t tag;        /* Goes along with each message to the client. */
    uint64_t origin;     /* Equal for all from one address; 0: not to be compared with others. */
    uint32_t map_change; /* Of a client that was in this match already and has its map; else 0. */
} dw_newcomer;

/* Takes one message for all those clients, at least one, none of them twice. A tag is what the
 * client's join gave. A message for several clients leaves the match once, so that it is encoded
 * once. */
typedef void dw_match_send(void *context, const uint32_t *tags, uint32_t count,
                           const dw_message *message);
typedef void dw_random_bytes(void *context, uint8_t *bytes, size_t size);

typedef struct dw_match_config {
    uint16_t number; /* 1 .. n */
    char code[DW_MATCH_CODE_SIZE];
    uint8_t snapshot_hz; /* A divisor of 60. */
    const dw_map *map;
    const dw_nav *nav;
    const dw_nav_set *sizes; /* Or NULL, as in dw_sim_config. */
    const dw_ruleset *rules;
    const dw_mission *mission;          /* On that map, outlives the match; NULL: a heist. */
    const dw_brain_kind *brain;         /* Of all guards; or */
    const dw_brain_kind *const *brains; /* one for each guard of the map, copied, unless NULL. */
    dw_round_key round_key;             /* Secret: the seeds of all rounds follow from it. */
    const uint64_t *round_seed; /* For experiments: the seed of every round; NULL: from the key. */
    dw_map_hash map_hash;       /* For the welcome. */
    uint32_t map_size;
    uint16_t spectators_max; /* 0 = takes none. */
    uint32_t spectator_delay_ticks;
    bool minds_always; /* Spectators are sent minds as soon as they see the match. */
    dw_match_send *send;
    void *send_context;
    dw_random_bytes *random; /* For tokens. */
    void *random_context;
    const dw_replay_recording *recording; /* NULL: rounds are not recorded. */
    const dw_choices *choices; /* What players can vote for; NULL: nothing. Outlives the match. */
    const char *strategy; /* What people call the guards' strategy; NULL: nothing. Outlives it. */
    const dw_round_output *rounds; /* Is told of each round, and outlives the match; or NULL. */
    bool without_hash;             /* As in dw_sim_config, for a match that is not recorded. */
    dw_played_round *playback; /* A recorded round on this map, by these rules; NULL: rounds of its
                              own. Outlives the match; everybody watches, without delay. */
} dw_match_config;

DW_MUST_USE dw_status dw_match_create(dw_match **out, dw_arena *arena,
                                      const dw_match_config *config, dw_error *error);

/* What a match plays on; all of it outlives its use. */
typedef struct dw_match_map {
    const dw_map *map;
    const dw_nav *nav;
    const dw_nav_set *sizes;            /* Or NULL. */
    const dw_ruleset *rules;            /* With the kinds of the map; copied. */
    const dw_mission *mission;          /* Of the map; NULL: a heist. */
    const dw_brain_kind *const *brains; /* One for each guard, copied. */
    const char *strategy;               /* As in dw_match_config. */
    dw_map_hash hash;                   /* Of the public map, */
    uint32_t size;                      /* and its bytes. */
    const dw_replay_recording *recording;
} dw_match_map;

/* DW_FULL when a player holds a seat that the map or the mission does not have. */
DW_MUST_USE dw_status dw_match_check_map(const dw_match *match, const dw_match_map *next,
                                         dw_error *error);

/* Takes another map, between two ticks and between two rounds: the lobby begins again. Clients keep
 * seats and connections, are told (message 45), and are shown nothing until dw_match_map_ready. The
 * map fits (dw_match_check_map), and the arena, which is the match's alone from its creation on,
 * has room for a match on it. Brains are those of the map. Cost: under a millisecond; no heap. */
void dw_match_change_map(dw_match *match, const dw_match_map *next);

/* That client has the map of that change (1 for the first since it came). Others are ignored. */
void dw_match_map_ready(dw_match *match, dw_client_handle client, uint32_t change);

/* The number of the newest change that the client was told of, 0 = none. Its map requests with this
 * number are for the present map. */
uint32_t dw_match_map_change(const dw_match *match, dw_client_handle client);

/* For how many ticks the client has lacked the map that it was told of, at least 1; 0 = it has it.
 */
uint32_t dw_match_loading_ticks(const dw_match *match, dw_client_handle client);

/* Lobby or countdown. */
bool dw_match_is_between_rounds(const dw_match *match);

/* Takes a client in, between two ticks; `tick` is the last one that the caller ran. A valid token
 * gives back the body that it belongs to; an older connection with that body is sent a kick. A
 * token that is not known here is no mistake: the client joins anew. DW_FULL, or DW_DENIED when the
 * match takes no spectators or bars the origin. The caller sends the welcome, before the next step.
 *
 * Second connections of one origin gain nothing while a player of it lives. A spectator sees the
 * match at least DW_SPECTATOR_LATE_TICKS late, and stays that late. A player who waits for the next
 * round sees what the living players of this origin see, and the chat of that player does not reach
 * living players. */
DW_MUST_USE dw_status dw_match_join(dw_match *match, uint32_t tick, const dw_hello *hello,
                                    const dw_newcomer *newcomer, dw_client_handle *out,
                                    dw_welcome *welcome);

/* Whether the hello's token belongs to a player of this match. A player that joined with an
 * identity is found by a hello of the same identity alone; the caller has checked its proof. */
bool dw_match_knows_token(const dw_match *match, const dw_hello *hello);

/* Leave: gone for good. Drop: the connection was lost, and the body waits `drop_ticks` for a
 * resume. A handle that is no longer valid changes nothing. */
void dw_match_leave(dw_match *match, dw_client_handle client);
void dw_match_drop(dw_match *match, dw_client_handle client);

/* What a client sent. False when a part of it was not taken, which is counted. */
bool dw_match_input(dw_match *match, dw_client_handle client, const dw_input *input);
bool dw_match_chat(dw_match *match, dw_client_handle client, const char *text);

/* A sign or a ping; its tick and slot don't matter, and a ping is rounded. Taken from a player
 * whose intruder lives, from the countdown to the end of a round, once a second of each kind
 * (common/world/sign.h), and sent to the players alone. */
bool dw_match_signal(dw_match *match, dw_client_handle client, const dw_signal *asked);

/* A player in the lobby says whether it is ready. Once each player that is connected is, the lobby
 * ends, if there are enough. Each round asks anew. False in another phase, and for spectators. */
bool dw_match_say_ready(dw_match *match, dw_client_handle client, bool ready);

/* How long a message takes to that player and back; the match tells the others. */
void dw_match_note_ping(dw_match *match, dw_client_handle client, uint32_t ms);

/* The name that a client goes by, which resembles no other in the match, and its slot, DW_SLOT_NONE
 * for a spectator. NULL when the handle is not valid. */
const char *dw_match_name_of(const dw_match *match, dw_client_handle client, uint8_t *slot);

/* For how many ticks the player has asked for the same and said nothing, counted while the player
 * has a body in play. 0 for the carrier of an item, for spectators, and for players who
 * cannot act: caught, waiting for the next round, between rounds. Their count stands still. */
uint32_t dw_match_away_ticks(const dw_match *match, dw_client_handle client);

/* Calls a vote, or says yes or no. False when it does not count: a call comes
 * too early, the vote is over, the client has spoken before or has no voice. */
bool dw_match_vote(dw_match *match, dw_client_handle client, const dw_vote *vote);

/* Once after a vote has ended: how. When one about the round has passed, the host ends the round
 * (dw_match_abort) and gives the match what was voted for. */
bool dw_match_take_vote(dw_match *match, dw_vote_state *over);

/* A vote against that client has passed: the host sends the client away. */
bool dw_match_voted_out(const dw_match *match, dw_client_handle client);

/* Whether clients of that origin are not let in at `tick`, except to resume: one was voted out. */
bool dw_match_bars(const dw_match *match, uint32_t tick, uint64_t origin);

/* A line from the server itself to everybody. */
void dw_match_announce(dw_match *match, const char *text);

/* One tick, in the order of ARCHITECTURE.md; phase 10 is the caller's. */
void dw_match_step(dw_match *match, uint32_t tick);

/* Stops the world between two ticks, while a round is played: clients stay, are shown that nothing
 * moves, and their inputs are taken but do nothing. A round takes no note of it, nor does its
 * recording. Lasts until dw_match_resume, or until nobody is here. */
void dw_match_pause(dw_match *match);
void dw_match_resume(dw_match *match);
bool dw_match_is_paused(const dw_match *match);
/* Lets a paused world go on for `ticks` ticks more. */
void dw_match_step_paused(dw_match *match, uint32_t ticks);

/* What a client asks of a match that plays a recorded round (message 10); else, and without the
 * right to it, only a counter changes, and it is false. Takes effect in the next step. */
bool dw_match_steer(dw_match *match, dw_client_handle client, const dw_steer *steer);
/* Whether that spectator of a recorded round may steer: the host knows. */
void dw_match_let_steer(dw_match *match, dw_client_handle client, bool may_steer);

/* Ends a round that is on as ABORTED and finishes its recording: the server drains. */
void dw_match_abort(dw_match *match);

/* Whether the match sends its snapshots after that tick, to be asked after the step. Matches send
 * in turn, by number; a recorded round also where it has jumped. */
bool dw_match_snapshot_due(const dw_match *match, uint32_t tick);

/* What that client may know after the last step. DW_NOT_FOUND when the handle is not valid. */
DW_MUST_USE dw_status dw_match_snapshot(dw_match *match, dw_client_handle client,
                                        dw_snapshot *snapshot);

/* Sends the client, once on a connection, the kind of each guard of a snapshot of its own that is
 * not as the welcome says. For owners that hand snapshots over as they are:
 * dw_match_encode_snapshot does it by itself. */
void dw_match_tell_kinds(dw_match *match, dw_client_handle client, const dw_snapshot *shown);

/* A snapshot as bytes, against the newest snapshot that the client acknowledged, and remembered as
 * sent; for each of the client's turns. DW_TIMEOUT: nothing is to be sent now. A full one went out
 * less than 200 ms ago and is not acknowledged yet, or the connection does not bear every turn
 * (send_rate.h). */
DW_MUST_USE dw_status dw_match_encode_snapshot(dw_match *match, dw_client_handle client,
                                               uint8_t *bytes, size_t capacity, size_t *size);

/* Changes a guard's brain from the next tick on; recorded. */
DW_MUST_USE dw_status dw_match_set_brain(dw_match *match, uint16_t guard,
                                         const dw_brain_kind *kind);

/* Nobody is here and no body waits: a step would change nothing that anybody can see. */
bool dw_match_idle(const dw_match *match);

/* The next client after that one; 0 begins, and 0 is returned after the last. */
dw_client_handle dw_match_next_client(const dw_match *match, dw_client_handle after, uint32_t *tag);

typedef struct dw_match_counts {
    uint32_t players; /* Connected. */
    uint32_t dropped; /* Slots that wait for a resume. */
    uint32_t spectators;
    uint32_t slots_free; /* A player could take them now. */
} dw_match_counts;
dw_match_counts dw_match_count(const dw_match *match);

/* Since creation. */
typedef struct dw_match_stats {
    uint64_t intents_accepted, intents_late, intents_early, intents_duplicate;
    uint64_t acks_unknown;
    uint64_t votes_passed;
    uint64_t votes_refused; /* Messages that did not count. */
    uint64_t signals, signals_refused;
    uint64_t throws, throws_refused;
    uint64_t steers, steers_refused; /* Messages about a recorded round. */
    uint64_t snapshots, snapshots_full, snapshot_bytes;
    uint64_t spectator_snapshots;     /* Of these, for spectators. */
    uint64_t spectator_encodings;     /* Spectators' snapshots that were encoded; the others are
                                         copies. */
    uint64_t spectator_views;         /* Spectators' snapshots that were built, one for all
                                         encodings of a turn. */
    uint64_t spectator_messages_lost; /* Overwritten before their delay was over. */
    uint64_t rounds[DW_OUTCOME_COUNT];
} dw_match_stats;
const dw_match_stats *dw_match_get_stats(const dw_match *match);

const dw_sim *dw_match_sim(const dw_match *match);
dw_round dw_match_round(const dw_match *match); /* As players are sent it. */
const dw_round_machine *dw_match_round_machine(const dw_match *match);

#endif
