/* client.h - a client without a screen: join, map transfer, input, prediction, interpolation.
 * Owns: what this client knows of the match. Knows no socket, no clock, no SDL: the caller passes
 * bytes and time in, and `send` takes bytes out. The window, every bot and the tests use this core.
 * Memory: one arena at creation. Later only the map is allocated, in an arena of its own.
 * Threads: one thread per client. Times are monotonic nanoseconds. */
#ifndef DW_CLIENT_CORE_CLIENT_H
#define DW_CLIENT_CORE_CLIENT_H

#include "client/core/body_kinds.h"
#include "client/core/connection_watch.h"
#include "client/core/drawn_world.h"
#include "client/core/identity.h"
#include "client/core/minds.h"
#include "client/core/mission.h"
#include "client/core/own_senses.h"
#include "client/core/playback.h"
#include "common/world/intruder.h"
#include "common/world/sign.h"
#include "protocol/message.h"
#include "protocol/snapshot.h"

/* Passes one message to the transport. */
typedef void dw_client_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                            size_t size);

/* Names a downloaded map. The server is part of the key, so that no server can supply the map of
 * another one. */
typedef struct dw_map_key {
    dw_map_hash hash;
    uint32_t size;
    const char *server; /* As in dw_client_config. */
} dw_map_key;

/* Maps that were downloaded before. All functions may be NULL: then every join downloads.
 * `share` is called first: it returns a map that another client of this process uses, or NULL.
 * `load` writes the public map into `bytes` (DW_MAP_BYTES_MAX of room) and returns its size, 0 for
 * none; the core checks size and hash. `keep` parses bytes into a map that can be shared. */
typedef struct dw_map_store {
    void *context;
    size_t (*load)(void *context, const dw_map_key *key, uint8_t *bytes);
    void (*save)(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size);
    const dw_map *(*share)(void *context, const dw_map_key *key);
    const dw_map *(*keep)(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size,
                          dw_error *error);
} dw_map_store;

typedef struct dw_client_config {
    char name[DW_PLAYER_NAME_MAX + 1];
    bool spectate;
    char match[DW_MATCH_TEXT_MAX + 1]; /* Empty = any. */
    /* The hello proves `identity` by signing the transcript of the sealed connection. `transcript`
     * returns NULL for a connection in the clear; then the hello names no identity. */
    const dw_client_identity *identity; /* NULL = none; must outlive the client. */
    const uint8_t *(*transcript)(void *send_context);
    dw_client_send *send;
    void *send_context;
    dw_map_store maps;
    const char *server; /* Address, part of a map's key; NULL = ""; must outlive the client. */
    uint32_t input_hz;  /* Input messages a second: 30 for people, 20 for bots. */
} dw_client_config;

typedef enum dw_client_state {
    DW_CLIENT_CONNECTING,   /* The transport is not up yet. */
    DW_CLIENT_JOINING,      /* Hello sent. */
    DW_CLIENT_MAP,          /* Downloading the map. */
    DW_CLIENT_PLAYING,      /* Playing or watching: snapshots arrive. */
    DW_CLIENT_RECONNECTING, /* The connection broke. The transport makes a new one by itself, and
                               the picture stands until the client is back in the same body. */
    DW_CLIENT_ENDED         /* Final; see dw_client_end_text. */
} dw_client_state;

typedef enum dw_client_end {
    DW_CLIENT_END_NONE,
    DW_CLIENT_END_QUIT,    /* dw_client_quit. */
    DW_CLIENT_END_REFUSED, /* Not let in, see dw_client_reason. */
    DW_CLIENT_END_KICKED,  /* Sent away later, or the server shuts down. */
    DW_CLIENT_END_LOST,    /* No answer, or no new connection within 30 s. */
    DW_CLIENT_END_PROTOCOL /* The server sent a malformed or impossible message. */
} dw_client_end;

DW_MUST_USE dw_status dw_client_create(dw_client **out, dw_arena *arena,
                                       const dw_client_config *config);
void dw_client_destroy(
    dw_client *client); /* Gives back the map's memory; the arena is the caller's. */
enum { DW_CLIENT_ARENA_BYTES = 768 << 10 };

/* A message from the transport, which reports the rest to connection_watch.h. */
void dw_client_receive(dw_client *client, dw_channel channel, const uint8_t *bytes, size_t size,
                       uint64_t now_ns);

/* Call at least 60 times a second. Runs the ticks that are due with `intent`: predicts, sends
 * inputs, watches timeouts. Each change of USE from up to down counts as one press. */
void dw_client_update(dw_client *client, dw_intent intent, uint64_t now_ns);

/* The same for programs that decide at each tick. `source` is called once for each due tick, after
 * the tick before was predicted, and only while the own body lives. */
typedef dw_intent dw_intent_source(void *context, const dw_client *client, uint32_t tick);
void dw_client_run(dw_client *client, dw_intent_source *source, void *context, uint64_t now_ns);

void dw_client_chat(dw_client *client, const char *text);

/* Tells the team a sign, or a ping at any position, which is rounded; tick and slot don't matter.
 * False when the server would not take it: no countdown and no round is on, the own intruder does
 * not live, the ping is beyond the map, or the last one of that kind was sent less than 1.1 s ago.
 * Those that the server takes come back (dw_client_signals). */
bool dw_client_signal(dw_client *client, const dw_signal *asked);

/* In the lobby: the own player is ready, or needs more time after all. Asked for again in each
 * round. The server ignores it in another phase, and from spectators. */
void dw_client_say_ready(dw_client *client, bool ready);

/* Who is ready and how the players stand, as told last; none before that. Slots need not be in the
 * roster any more. */
const dw_standings *dw_client_standings(const dw_client *client);

/* The mission of the match (mission.h); NULL: none was told, it is a heist. */
const dw_client_mission *dw_client_get_mission(const dw_client *client);

/* What detected the own intruder in the last round that is over; NULL: the server told nothing. */
const dw_detections *dw_client_detections(const dw_client *client);

/* A command for the server, which answers if the host has given this client's identity rights. Of
 * plain text, 1 to DW_ADMIN_COMMAND_MAX bytes; else nothing is sent. */
void dw_client_admin(dw_client *client, const char *command);

/* The newest answer, also while its lines come in. */
typedef struct dw_client_answer {
    uint32_t number; /* Of answers that are whole. */
    bool whole;
    uint32_t lines;
    size_t size;
    char text[DW_ADMIN_ANSWER_MAX + 1]; /* Each line with its newline. */
} dw_client_answer;
const dw_client_answer *dw_client_newest_answer(const dw_client *client);

/* Maps and missions that players can vote for; none unless the server has a rotation. */
const dw_choices *dw_client_choices(const dw_client *client);

/* Votes. Calling one names a slot of the roster, to send that player away; or DW_VOTE_RESTART; or
 * DW_VOTE_CHOICE + index of a choice, which is played next. Yes or no goes to the vote
 * in progress and does nothing without one. The server can ignore both (PROTOCOL.md, vote). */
void dw_client_call_vote(dw_client *client, uint8_t about);
void dw_client_say_vote(dw_client *client, bool yes);

/* The vote in progress, or the last one of this match with its result; NULL before the first. */
const dw_vote_state *dw_client_vote(const dw_client *client);

void dw_client_quit(dw_client *client); /* Sends quit; the transport then disconnects. */

dw_client_state dw_client_get_state(const dw_client *client);
dw_client_end dw_client_get_end(const dw_client *client);
dw_reason dw_client_reason(const dw_client *client);
const char *dw_client_end_text(const dw_client *client); /* One line for a person, in English. */
/* What the server itself wrote beside its reason; "": nothing. */
const char *dw_client_end_said(const dw_client *client);
/* The protocol version of a server that refused because of it; 0: another end, or not said. */
uint32_t dw_client_other_version(const dw_client *client);
void *dw_client_send_context(const dw_client *client);   /* As configured. */
uint32_t dw_client_map_percent(const dw_client *client); /* Of the download. */

/* NULL before they are known. The map has the items that are not hidden or were found; blanks stand
 * for the others (plan.h). */
const dw_map *dw_client_map(const dw_client *client);
/* The map with none of the hidden items: several clients of a process may share it. */
const dw_map *dw_client_plan(const dw_client *client);
const dw_welcome *dw_client_welcome(const dw_client *client);
const dw_round *dw_client_round(const dw_client *client);
const dw_snapshot *dw_client_latest(const dw_client *client); /* Newest snapshot as received. */
/* Of bodies that are not as the welcome says: as told, and empty before that. */
const dw_body_kinds *dw_client_kinds(const dw_client *client);

/* While this client watches because its match is full: its position in the queue, 1 = the next.
 * Else 0. Once the client is seated, dw_client_welcome has its slot. */
uint32_t dw_client_queue_position(const dw_client *client);

/* A noise that the own intruder has heard. */
typedef struct dw_client_sound {
    uint32_t tick; /* Of the server. It is up to a turn for snapshots older. */
    dw_sound_heard heard;
} dw_client_sound;

/* Takes the oldest event, noise or chat line out; false when nothing waits. Of more than 32 noises
 * the newest are kept. */
bool dw_client_pop_event(dw_client *client, dw_client_event *event);
bool dw_client_pop_sound(dw_client *client, dw_client_sound *sound);
bool dw_client_pop_chat(dw_client *client, dw_chat_line *line);

/* The newest sign and ping of each player of the team, the own ones too; none before the first. */
const dw_signals *dw_client_signals(const dw_client *client);

/* The guards' minds (minds.h). NULL unless the client was configured to spectate. */
const dw_minds *dw_client_minds(const dw_client *client);

/* The recorded round that the server plays (playback.h); NULL for a live match, and unless the
 * client was configured to spectate. */
const dw_playback *dw_client_playback(const dw_client *client);

/* Asks for another tick, speed or view of it (PROTOCOL.md, steer); nothing in a live match. */
void dw_client_steer(dw_client *client, dw_steer_action action, int32_t value);

/* Asks the server for the earlier rounds of the players of the recorded round, so that frames show
 * them as ghosts; or no longer. Does nothing in a live match. */
void dw_client_show_ghosts(dw_client *client, bool show);

bool dw_client_shows_ghosts(const dw_client *client);

/* What the server told of them last; NULL: nothing yet, or they are not shown. */
const dw_ghosts *dw_client_ghosts(const dw_client *client);

/* False before the first snapshot. Draw frames in the order of their times: each one continues
 * from the one before. */
bool dw_client_draw(dw_client *client, uint64_t now_ns, dw_drawn_world *world);

/* The own predicted body and the doors, from which bots decide; false while there is no body. */
bool dw_client_predicted(const dw_client *client, dw_body *body, dw_door_set *doors);

/* How loud and how well lit the own body is, as predicted; zeros before it lives. */
dw_own_senses dw_client_own_senses(const dw_client *client);

/* Whether bodies move in this tick, judged by the newest round message. */
bool dw_client_moves_in(const dw_client *client, uint32_t tick);

enum { DW_CLIENT_ERROR_SAMPLES = 1024 };

/* Counters since creation. */
typedef struct dw_client_stats {
    uint64_t bytes_in, bytes_out;       /* Payloads; dw_link_traffic counts headers too. */
    uint64_t snapshots, snapshots_full; /* Decoded; those without a baseline. */
    uint64_t snapshots_stale;           /* Older than a decoded one, or than the seat. */
    uint64_t snapshots_refused;         /* Not decodable: their baseline or seat is missing. */
    uint64_t snapshot_bytes;
    uint64_t snapshot_gap_max_ns; /* Longest time between two snapshots while playing. */
    uint64_t snapshot_first_ns, snapshot_last_ns;
    uint64_t snapshots_expected;  /* By tick numbers and send rate since the first one. */
    uint64_t snapshot_age_sum_ns; /* Each from the server's tick to its drawing. */
    uint64_t predictions, prediction_misses; /* Compared ticks; those with an error above 0. */
    uint32_t error_count;                    /* Ever; the ring holds the newest ones. */
    float error_mm[DW_CLIENT_ERROR_SAMPLES]; /* Distance from predicted to server position. */
    uint32_t rounds_won, rounds_lost;
    uint32_t connection_losses; /* Connections that broke. */
    uint32_t reconnects;        /* Welcomes after a loss. */
    uint32_t resumes;           /* Of those, into the same slot of the same match. */
} dw_client_stats;

const dw_client_stats *dw_client_get_stats(const dw_client *client);

#endif
