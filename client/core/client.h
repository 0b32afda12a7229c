/* client.h - a client without a screen: join, map transfer, input, prediction, interpolation.
 * Owns: what this client knows of the match. Knows no socket, no clock, no SDL: bytes and time are
 * handed in, bytes go out through the link. The window, every bot and the tests use the same core.
 * Memory: one arena at creation; nothing is allocated later but the map (its own arena, once a
 * map). Not thread-safe: one thread a client. Times: monotonic nanoseconds. */
#ifndef DW_CLIENT_CORE_CLIENT_H
#define DW_CLIENT_CORE_CLIENT_H

#include "client/core/identity.h"
#include "client/core/minds.h"
#include "common/nav/nav.h"
#include "common/world/intruder.h"
#include "protocol/message.h"
#include "protocol/snapshot.h"

typedef struct dw_client dw_client;

/* Hands one message to the transport. */
typedef void dw_client_send(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                            size_t size);

/* What names a map that was downloaded before: what one server sent is never taken for another. */
typedef struct dw_map_key {
    dw_map_hash hash;
    uint32_t size;
    const char *server; /* As in dw_client_config. */
} dw_map_key;

/* Maps that were downloaded before. All may be NULL: then every join downloads. `load` gives the
 * public map's bytes into `bytes` (DW_MAP_BYTES_MAX of room) or size 0; the core checks size and
 * hash. `share` lets many clients of one process use one parsed map: called first, may return NULL.
 */
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
    /* The proof of identity signs the transcript of a sealed connection, which `transcript` gives
     * while it is up; NULL for one in the clear. Without both the hello names no identity. */
    const dw_client_identity *identity; /* NULL = none; must outlive the client. */
    const uint8_t *(*transcript)(void *send_context);
    dw_client_send *send;
    void *send_context;
    dw_map_store maps;
    const char *server; /* Its address, to know its maps by; NULL = ""; must outlive the client. */
    uint32_t input_hz;  /* Input packets a second: 30 for people, 20 for bots. */
} dw_client_config;

typedef enum dw_client_state {
    DW_CLIENT_CONNECTING,   /* The transport is not up yet. */
    DW_CLIENT_JOINING,      /* Hello sent. */
    DW_CLIENT_MAP,          /* Downloading the map. */
    DW_CLIENT_PLAYING,      /* Snapshots come in (watching counts). */
    DW_CLIENT_RECONNECTING, /* The line broke: on the way back into the same body; the picture
                               stands. The transport connects anew by itself. */
    DW_CLIENT_ENDED         /* See dw_client_end_text; it does not come back by itself. */
} dw_client_state;

typedef enum dw_client_end {
    DW_CLIENT_END_NONE,
    DW_CLIENT_END_QUIT,    /* Asked for. */
    DW_CLIENT_END_REFUSED, /* Refused at the door: dw_client_reason. */
    DW_CLIENT_END_KICKED,  /* Sent away later; also when the server drains. */
    DW_CLIENT_END_LOST,    /* No answer, or the line broke and did not come back in 30 s. */
    DW_CLIENT_END_PROTOCOL /* The server sent what is no message. */
} dw_client_end;

DW_MUST_USE dw_status dw_client_create(dw_client **out, dw_arena *arena,
                                       const dw_client_config *config);
void dw_client_destroy(
    dw_client *client); /* Gives back the map's memory; the arena is the caller's. */
enum { DW_CLIENT_ARENA_BYTES = 512 << 10 };

/* From the transport. Answered: the server is there and has begun to let us in, which may take as
 * long again. Refused: there will be no connection; REASON_NONE: for a reason of our own. */
void dw_client_answered(dw_client *client, uint64_t now_ns);
void dw_client_refused(dw_client *client, dw_reason reason);
void dw_client_gave_up(dw_client *client, const char *why); /* One sentence for a person. */
void dw_client_connected(dw_client *client, uint64_t now_ns);
void dw_client_disconnected(dw_client *client, uint32_t data, uint64_t now_ns);
void dw_client_heard(dw_client *client, uint64_t now_ns); /* Anything came, if only an ack. */
void dw_client_receive(dw_client *client, dw_channel channel, const uint8_t *bytes, size_t size,
                       uint64_t now_ns);

/* Call at least 60 times a second: runs the ticks that are due with `intent` (USE counts once for
 * each time that it is newly set), predicts, sends inputs, watches timeouts. */
void dw_client_update(dw_client *client, dw_intent intent, uint64_t now_ns);

/* The same for programs that decide anew at each tick: `source` is asked once for each tick that is
 * due, after the one before was predicted, and only while there is an own living body. */
typedef dw_intent dw_intent_source(void *context, const dw_client *client, uint32_t tick);
void dw_client_run(dw_client *client, dw_intent_source *source, void *context, uint64_t now_ns);

void dw_client_chat(dw_client *client, const char *text);

/* Votes to send a player away. Calling names a slot of the roster; saying yes or no goes to the
 * vote that is on, and does nothing without one. The server may not count either (PROTOCOL.md,
 * vote). */
void dw_client_call_vote(dw_client *client, uint8_t slot);
void dw_client_say_vote(dw_client *client, bool yes);

/* The vote that is on, or the last one of this match with its result; NULL before the first. */
const dw_vote_state *dw_client_vote(const dw_client *client);

void dw_client_quit(dw_client *client); /* Sends quit; the transport then disconnects. */

dw_client_state dw_client_get_state(const dw_client *client);
dw_client_end dw_client_get_end(const dw_client *client);
dw_reason dw_client_reason(const dw_client *client);
const char *dw_client_end_text(const dw_client *client); /* One line for a person. */
uint32_t dw_client_map_percent(const dw_client *client); /* Of the download. */

/* How the line is, for the person: fine, silent for over a second, or lost. A lost line is taken up
 * again for 30 s since the server was heard last, with the token of the last welcome; after a kick,
 * a refusal or a quit never. */
typedef enum dw_line_kind { DW_LINE_FINE, DW_LINE_SILENT, DW_LINE_LOST } dw_line_kind;
typedef struct dw_line {
    dw_line_kind kind;
    uint32_t silent_s; /* Since the server was heard last. */
    uint32_t left_s;   /* While lost: until it is given up. */
} dw_line;
enum { DW_LINE_TEXT = 64 };

dw_line dw_client_line(const dw_client *client, uint64_t now_ns);
/* The same in words; false (and empty) while it is fine. */
bool dw_client_line_text(const dw_client *client, uint64_t now_ns, char text[DW_LINE_TEXT]);

/* NULL before they are known. */
const dw_map *dw_client_map(const dw_client *client);
const dw_welcome *dw_client_welcome(const dw_client *client);
const dw_round *dw_client_round(const dw_client *client);
const dw_snapshot *dw_client_latest(const dw_client *client); /* Newest snapshot, as it came. */

/* While this client watches because its match is full: its place in the queue, 1 = the next. Else
 * 0. A client that gets its body has a slot in dw_client_welcome from then on. */
uint32_t dw_client_queue_place(const dw_client *client);

/* Events and chat in order of arrival, each handed out once; false when there is none. */
bool dw_client_pop_event(dw_client *client, dw_client_event *event);
bool dw_client_pop_chat(dw_client *client, dw_chat_line *line);

/* What to draw now. Positions are in units, as reals, since they lie between ticks. */
typedef struct dw_drawn_body {
    uint8_t id, kind, slot, flags, mood;
    float meter; /* 0 .. 1.1 */
    double x, y;
    float heading; /* Turns, 0 .. 1, clockwise from +x. */
    float age;     /* Seconds since it came into sight; for fading in. */
} dw_drawn_body;

typedef struct dw_drawn_world {
    bool has_own;      /* An own living body. */
    uint8_t own_slot;  /* DW_SLOT_NONE for spectators. */
    uint8_t own_state; /* dw_slot_state */
    uint8_t own_flags;
    float caught;        /* 0 .. 1 */
    double own_x, own_y; /* Predicted and smoothed. */
    float own_heading;
    dw_door_set doors; /* With the own use key predicted. */
    uint8_t objective, objective_carrier;
    double objective_x, objective_y; /* With DW_OBJECTIVE_DROPPED. */
    uint32_t tick;                   /* The interpolated tick. */
    uint8_t body_count;
    dw_drawn_body bodies[DW_SNAPSHOT_BODIES_MAX]; /* Without the own one. */
} dw_drawn_world;

/* What goes on in the guards; NULL but for spectators (minds.h). */
const dw_minds *dw_client_minds(const dw_client *client);

/* False before the first snapshot. Frames are drawn in the order of their times: what one shows,
 * the next goes on from. */
bool dw_client_draw(dw_client *client, uint64_t now_ns, dw_drawn_world *world);

/* What bots decide from: the own predicted body and the newest snapshot, nothing else. */
bool dw_client_predicted(const dw_client *client, dw_intruder_body *body, dw_door_set *doors);

/* Bodies move in this tick, as far as the client knows: the round is in play. */
bool dw_client_moves_in(const dw_client *client, uint32_t tick);

enum { DW_CLIENT_ERROR_SAMPLES = 1024, DW_CLIENT_RTT_SAMPLES = 256 };

/* Counters since creation. */
typedef struct dw_client_stats {
    uint64_t bytes_in, bytes_out;       /* Payloads; the link adds what it knows of headers. */
    uint64_t snapshots, snapshots_full; /* Decoded. */
    uint64_t snapshots_stale;           /* Older than one that was decoded, or than the welcome. */
    uint64_t snapshots_refused;         /* Not decodable: without their baseline or welcome. */
    uint64_t snapshot_bytes;
    uint64_t snapshot_gap_max_ns; /* Longest time between two snapshots while playing. */
    uint64_t snapshot_first_ns, snapshot_last_ns;
    uint64_t snapshots_expected;  /* By tick numbers and rate since the first one. */
    uint64_t snapshot_age_sum_ns; /* From the server's tick to its drawing, see PROTOCOL.md. */
    uint64_t predictions, prediction_misses; /* Compared ticks; those with an error above 0. */
    uint32_t error_count; /* Ring of |predicted - server| in mm at acknowledged ticks. */
    float error_mm[DW_CLIENT_ERROR_SAMPLES];
    uint32_t rounds_won, rounds_lost;
    uint32_t line_losses, reconnects; /* Lines that broke; welcomes after one. */
    uint32_t resumes;                 /* Of those, into the same slot of the same match. */
} dw_client_stats;

const dw_client_stats *dw_client_get_stats(const dw_client *client);

#endif
