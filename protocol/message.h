/* message.h - every message but the snapshot as a struct, and its bytes. Inbound bytes are hostile:
 * one bounded cursor (reader.h), fixed schemas, nothing allocated, trailing bytes refused. What
 * decodes encodes to the same bytes. Texts are clean UTF-8 (dw_text_is_clean) and end with a zero.
 * Pure; no allocation. */
#ifndef DW_PROTOCOL_MESSAGE_H
#define DW_PROTOCOL_MESSAGE_H

#include "common/world/mind_view.h"
#include "common/world/mission.h"
#include "common/world/movement.h"
#include "common/world/noise_kind.h"
#include "common/world/plan.h"
#include "common/world/ruleset.h"
#include "common/world/sign.h"
#include "protocol/match_code.h"
#include "protocol/playback.h"
#include "protocol/public_map.h"
#include "protocol/seal/seal_keys.h"

typedef struct dw_hello {
    uint32_t version;
    bool has_map_hash; /* Of the only map the client wants to play; else any map will do. */
    dw_map_hash map_hash;
    char match[DW_MATCH_TEXT_MAX + 1]; /* A number from 1 on or a code; empty = any match. */
    bool spectate;
    char name[DW_PLAYER_NAME_MAX + 1];
    bool has_identity; /* The client's lasting public key. */
    uint8_t identity[DW_SEAL_KEY_SIZE];
    bool has_proof; /* Its signature of this connection's transcript (seal_keys.h). */
    uint8_t proof[DW_IDENTITY_PROOF_SIZE];
    bool has_token; /* From an earlier welcome: take the body back. */
    uint8_t token[DW_TOKEN_SIZE];
} dw_hello;

typedef struct dw_input {
    uint32_t ack_tick;                     /* Newest snapshot that was decoded, 0 = none. */
    uint32_t newest_tick;                  /* The tick of the last intent. */
    uint8_t count;                         /* 1 .. DW_INPUT_TICKS_MAX */
    dw_intent intents[DW_INPUT_TICKS_MAX]; /* Ticks newest_tick - count + 1 .. newest_tick. */
} dw_input;

typedef struct dw_map_request {
    uint16_t chunk;
    uint32_t change; /* Of the newest dw_map_change of this connection; 0: there was none. */
} dw_map_request;

/* The client has the map of that dw_map_change. */
typedef struct dw_map_ready {
    uint32_t change;
} dw_map_ready;

typedef struct dw_chat {
    char text[DW_CHAT_MAX + 1];
} dw_chat;

/* A command for the server, by a client with rights on it. */
typedef struct dw_admin_command {
    char text[DW_ADMIN_COMMAND_MAX + 1];
} dw_admin_command;

/* Calls a vote to send a player away, to restart the round or for another map, or says yes or no in
 * the vote that is on. */
typedef struct dw_vote {
    uint32_t vote; /* By its number in dw_vote_state; 0: calls a new one. */
    uint8_t slot;  /* When calling: of the accused, DW_VOTE_RESTART, DW_VOTE_CHOICE + n; else 0. */
    bool yes;      /* When saying yes or no; else false. */
} dw_vote;

/* Of a player in the lobby: needs no more time before the round. */
typedef struct dw_ready {
    bool ready;
} dw_ready;

typedef struct dw_welcome {
    uint32_t version;
    uint16_t match; /* 1 .. n */
    char code[DW_MATCH_CODE_SIZE];
    uint8_t slot;  /* DW_SLOT_NONE for spectators. */
    uint32_t tick; /* Now. */
    uint8_t snapshot_hz;
    uint8_t intruders_max;
    dw_map_hash map_hash;
    uint32_t map_size;
    uint8_t token[DW_TOKEN_SIZE];
    dw_ruleset rules;
    char map_name[DW_NAME_SIZE];
} dw_welcome;

typedef struct dw_refuse {
    dw_reason reason;
    char text[DW_REASON_MAX + 1]; /* May be empty. */
} dw_refuse;

/* Bytes chunk * DW_MAP_CHUNK_MAX and on of the public map; each but the last is full. */
typedef struct dw_map_chunk {
    uint16_t chunk, chunk_count;
    uint32_t change; /* As in the request. */
    uint16_t size;
    uint8_t bytes[DW_MAP_CHUNK_MAX];
} dw_map_chunk;

/* Between two rounds: the match goes on with another map. In place of what the welcome said. */
typedef struct dw_map_change {
    uint32_t change; /* From 1, rising by 1 on each connection. */
    uint32_t tick;   /* No snapshot and no mind up to this tick is of the new map. */
    uint8_t intruders_max;
    dw_map_hash map_hash;
    uint32_t map_size;
    char map_name[DW_NAME_SIZE];
} dw_map_change;

/* Things that happen at a tick; a, b, c by kind, 0 where not named. Body ids are this client's. */
#define DW_CLIENT_EVENTS(X)                                                                        \
    X(BARK)         /* a = body id of a guard in sight that calls "Hey!" (b = 0), calls by radio   \
                       "!" (b = 1), loses track "Hm?" (b = 2), gives up (b = 3), says what it      \
                       takes on (b = 4 a door or a room, 5 a post) */                              \
    X(RADIO)        /* The radio log: a = room, b = 0 report, 1 clear, 2 the objective is gone     \
                       from its place there, 3 something is wrong there, c = agitation             \
                       0 .. 3 */                                                                   \
    X(DETECTED)     /* a = body id of the guard that has detected the receiver */                  \
    X(CAUGHT)       /* a = slot */                                                                 \
    X(ITEM_TAKEN)   /* a = slot, b = item */                                                       \
    X(ITEM_DROPPED) /* a = slot, b = item */                                                       \
    X(DOOR)         /* a = door, b = 1 opened, 0 closed: seen or heard by the receiver */          \
    X(USE_FAILED)   /* The receiver's use key found nothing in reach, or a = 1: a body is in the   \
                       doorway */                                                                  \
    X(INTENTION)    /* The radio log: b = 0 a guard goes to cut off at door a; or in room a: 1 it  \
                       searches, 2 it holds the exit, 3 it holds the objective's place */          \
    X(ITEM_HANDED)  /* a = slot, b = item, c = slot of the teammate who has it now */              \
    X(THROWN)       /* a = slot + 16 * dw_tool; b, c = x, y of where it will land, in steps */

typedef enum dw_client_event_kind {
#define DW_CLIENT_EVENT_ENUM(name) DW_CLIENT_EVENT_##name,
    DW_CLIENT_EVENTS(DW_CLIENT_EVENT_ENUM)
#undef DW_CLIENT_EVENT_ENUM
        DW_CLIENT_EVENT_COUNT
} dw_client_event_kind;

typedef struct dw_client_event {
    uint32_t tick;
    uint8_t kind; /* dw_client_event_kind */
    uint16_t a, b, c;
} dw_client_event;

typedef struct dw_roster_row {
    uint8_t slot;
    uint8_t state;        /* dw_slot_state, not EMPTY. */
    uint32_t caught_tick; /* 0 = was not. */
    char name[DW_PLAYER_NAME_MAX + 1];
} dw_roster_row;

/* Sent when anything in it changes: joins, phases, results. Names up to DW_INTRUDERS_MAX rows,
 * slots ascending. */
typedef struct dw_round {
    uint32_t tick;
    uint32_t round;      /* From 1. */
    uint8_t phase;       /* dw_round_phase */
    uint8_t outcome;     /* dw_outcome; NONE but in RESULT. */
    uint32_t start_tick; /* When the phase began. */
    uint32_t end_tick;   /* When it ends, 0 = not known. */
    uint8_t winner;      /* Slot of the carrier that won, else DW_SLOT_NONE. */
    uint8_t spectators;
    uint8_t paused; /* 1: the host has stopped the world of a round that is played. */
    uint8_t roster_count;
    dw_roster_row roster[DW_INTRUDERS_MAX];
} dw_round;

typedef struct dw_chat_line {
    uint8_t slot;                      /* The sender; DW_SLOT_NONE: a spectator or the server. */
    char name[DW_PLAYER_NAME_MAX + 1]; /* "server" for the server itself. */
    char text[DW_CHAT_MAX + 1];
} dw_chat_line;

typedef struct dw_kick {
    dw_reason reason;
    char text[DW_REASON_MAX + 1];
} dw_kick;

/* To a client that wanted to play and watches a full match: its place in the queue, from 1. Sent
 * again whenever it changes. */
typedef struct dw_queue_notice {
    uint8_t place; /* 1 .. DW_QUEUE_MATCH_MAX */
} dw_queue_notice;

/* To the first client of the queue: from now on this body is the client's, in the match that it
 * watches. */
typedef struct dw_seat_notice {
    uint8_t slot;
    uint8_t token[DW_TOKEN_SIZE]; /* As in the welcome. */
} dw_seat_notice;
typedef enum dw_vote_phase {
    DW_VOTE_ON,
    DW_VOTE_PASSED, /* The accused is sent away, or the round ends and the next one is as voted. */
    DW_VOTE_FAILED,
    DW_VOTE_PHASE_COUNT
} dw_vote_phase;

/* Sent to all in the match when a vote begins, when its counts change, and when it ends. */
typedef struct dw_vote_state {
    uint32_t vote;     /* Its number in the match, from 1. */
    uint8_t phase;     /* dw_vote_phase */
    uint8_t accused;   /* Slot, DW_VOTE_RESTART, or DW_VOTE_CHOICE + n. */
    uint8_t caller;    /* Slot; DW_SLOT_NONE: a spectator. */
    uint8_t yes, no;   /* Votes that were given. */
    uint8_t needed;    /* How many yes it takes. */
    uint32_t end_tick; /* When it ends at the latest. */
} dw_vote_state;

/* The maps and missions of the server's rotation: what players can vote for, by index. */
typedef struct dw_choices {
    uint8_t count;
    char names[DW_CHOICES_MAX][DW_CHOICE_TEXT_MAX + 1];
} dw_choices;

/* What kind of body a guard in sight is that differs from kind `guard` as the welcome has it. */
typedef struct dw_body_kind {
    uint8_t body; /* Its id, as in snapshots. */
    dw_kind kind; /* What clients are told (dw_kind_told_field); else as dw_kind_guard has it. */
} dw_body_kind;

/* One noise that the receiver's intruder has heard: never its cause, never its position. */
typedef struct dw_sound_heard {
    uint8_t kind;      /* dw_noise_kind */
    uint8_t direction; /* Where it comes from: 128ths of a turn, as headings of bodies. */
    uint8_t level_db;  /* Above the lowest level that players hear. */
} dw_sound_heard;

/* What it has heard since the last turn for snapshots. */
typedef struct dw_sounds {
    uint32_t tick;                      /* Of the turn. */
    uint8_t count;                      /* From 1 in a message. */
    dw_sound_heard rows[DW_SOUNDS_MAX]; /* Loudest first; then by direction, then by kind. */
} dw_sounds;

/* Puts a noise where it belongs. When the list is full, the last one is left out. */
void dw_sounds_keep(dw_sounds *sounds, dw_sound_heard heard);

/* How a player stands in this match: sums over the rounds that are over, since the player came. */
typedef struct dw_standing {
    uint8_t slot;
    uint16_t ping_ms;  /* 0 .. DW_PING_MS_MAX; 0: not known. */
    uint16_t detected; /* How often a guard has detected the player, */
    uint16_t taken;    /* how often the player took an item, */
    uint16_t caught;   /* was caught, */
    uint16_t escaped;  /* and brought the objective out. */
} dw_standing;

/* Sent when somebody comes, goes or gets ready, after each round, and when a ping has changed. */
typedef struct dw_standings {
    uint16_t ready; /* Bit s: the player in slot s is ready. */
    uint8_t count;
    dw_standing rows[DW_INTRUDERS_MAX]; /* Slots ascend. */
} dw_standings;

/* What `by` of a detection says, beside a dw_kind_look. */
enum { DW_DETECTED_BY_DETECTOR = DW_KIND_LOOK_COUNT };

/* A guard has detected the receiver. */
typedef struct dw_detection {
    uint32_t tick;  /* Of the server. */
    uint16_t ticks; /* How long it lasted. */
    uint16_t room;  /* Where the receiver was: index + 1, or 0. */
    uint8_t by;     /* dw_kind_look of the guard; or a motion detector. */
} dw_detection;

/* After a round, to each player that had a body in it: how often, when and by what it was
 * detected. */
typedef struct dw_detections {
    uint32_t round;
    uint16_t detected; /* All of them. */
    uint8_t count;
    dw_detection rows[DW_DETECTIONS_MAX]; /* The first ones. */
} dw_detections;

/* What the intruders of this match have to do, in place of a heist. Its parts follow one by one. */
typedef struct dw_mission_brief {
    char name[DW_NAME_SIZE];
    char title[2 * DW_NAME_SIZE];
    uint8_t players_min, players_max;
    uint32_t time_limit_s;
    uint8_t briefing_count;
    char briefing[DW_BRIEFING_MAX][DW_MISSION_TEXT_SIZE];
} dw_mission_brief;

/* A part that is open, or was. Parts that are hidden are not sent. */
typedef struct dw_mission_part {
    uint8_t number; /* In the order in which they opened, from 0. */
    uint8_t kind;   /* dw_part_kind */
    bool optional;
    uint16_t after; /* Bit n: of the parts after which it comes, part n, which was sent before. */
    uint8_t item;   /* Index + 1 of what the kind names, else 0; likewise the device, */
    uint8_t device;
    dw_rect place;  /* the place, in units, */
    uint32_t ticks; /* and how long it takes: a scan, a plant, to survive. */
    char id[DW_NAME_SIZE];
    char text[DW_MISSION_TEXT_SIZE];
} dw_mission_part;

typedef struct dw_part_row {
    uint8_t state; /* dw_part_state, not HIDDEN. */
    uint8_t slot;  /* Of the player that did the last of it, or holds the key at its device; else
                      DW_SLOT_NONE. */
    uint32_t at;   /* Settled: the age of the round in ticks, from 1; else 0. */
    uint32_t held; /* Open: for how many ticks of `ticks`; it goes on while it is not 0. */
} dw_part_row;

/* How far the round has come. The receiver forgets parts from `count` on: a round begins anew. */
typedef struct dw_parts_told {
    uint32_t tick;         /* Of the server, to which `held` refers. */
    dw_device_set devices; /* That answer the use key beside those of open parts. */
    uint8_t count;
    dw_part_row rows[DW_PARTS_MAX]; /* By number. */
} dw_parts_told;

/* A line for the players. */
typedef struct dw_mission_notice {
    uint32_t tick;
    char speaker[DW_NAME_SIZE]; /* Of the person that says it; empty: a notice. */
    char text[DW_MISSION_TEXT_SIZE];
} dw_mission_notice;

/* Who a person is that players lead; sent once the client sees the person. */
typedef struct dw_mission_person {
    uint8_t slot; /* Of its body; one that no player has. */
    char name[DW_NAME_SIZE];
} dw_mission_person;

/* An option of a question, and who has chosen it. */
typedef struct dw_question_row {
    uint16_t slots; /* Bit s: the player in slot s. */
    char text[DW_OPTION_TEXT_SIZE];
} dw_question_row;

/* The newest question of a conversation. Sent when it opens, when answers have changed, and when it
 * is decided; with number 0, and all else empty, when that question is over for good. */
typedef struct dw_mission_question {
    uint16_t number;   /* In the round, from 1. */
    uint8_t chosen;    /* 1 + the option that was decided; 0: it is open. */
    uint32_t end_tick; /* Open: when it is decided at the latest; else 0. */
    char speaker[DW_NAME_SIZE];
    char text[DW_MISSION_TEXT_SIZE];
    uint8_t count;
    dw_question_row rows[DW_OPTIONS_MAX];
} dw_mission_question;

/* How one player did. */
typedef struct dw_result_row {
    uint8_t slot;
    uint8_t parts;      /* It did the last of these. */
    uint16_t sightings; /* By guards. */
    bool caught;
    int32_t points;
} dw_result_row;

/* How a round ended; sent before the dw_round that says so. */
typedef struct dw_mission_result {
    uint32_t round;
    uint8_t outcome; /* dw_outcome, not NONE. */
    uint32_t ticks;  /* The age of the round. */
    uint8_t parts;   /* Done, optional ones left out. */
    uint8_t optional;
    uint16_t sightings;
    uint16_t alarms; /* Reports of guards by radio. */
    uint8_t alarm;   /* The highest, 0 .. DW_ALARM_MAX. */
    int32_t points;  /* Of the team. */
    uint8_t count;
    dw_result_row rows[DW_INTRUDERS_MAX]; /* Slots ascend. */
} dw_mission_result;

/* One line of the answer to a dw_admin_command. */
typedef struct dw_admin_line {
    bool more;                        /* Another line follows. */
    char text[DW_ADMIN_LINE_MAX + 1]; /* May be empty. */
} dw_admin_line;

/* One message of any type but the snapshot; `type` says which member is filled. */
typedef struct dw_message {
    dw_message_type type;
    union {
        dw_hello hello;
        dw_input input;
        dw_map_request map_request;
        dw_map_ready map_ready;
        dw_chat chat; /* QUIT has no member. */
        dw_vote vote;
        dw_ready ready;
        dw_admin_command admin;
        dw_welcome welcome;
        dw_refuse refuse;
        dw_map_chunk map_chunk;
        dw_map_change map_change;
        dw_client_event event;
        dw_round round;
        dw_chat_line chat_line;
        dw_kick kick;
        dw_mind_view mind;
        dw_queue_notice queue;
        dw_seat_notice seat;
        dw_vote_state vote_state;
        dw_signal signal; /* SIGNAL, without tick and slot, and TEAM_SIGNAL. */
        dw_body_kind body_kind;
        dw_sounds sounds;
        dw_admin_line admin_line;
        dw_standings standings;
        dw_detections detections;
        dw_steer steer;
        dw_playback_state playback;
        dw_playback_events playback_events;
        dw_playback_sighting sighting;
        dw_ghosts ghosts;
        dw_mission_brief mission;
        dw_mission_part mission_part;
        dw_parts_told mission_state;
        dw_mission_notice mission_notice;
        dw_mission_question mission_question;
        dw_mission_person mission_person;
        dw_mission_result mission_result;
        dw_choices choices;
        dw_found_item found_item;
    } as;
} dw_message;

/* The first number of the bytes if they begin like a message, else 0. */
int dw_message_peek_type(const uint8_t *bytes, size_t size);

/* Encodes into at most `capacity` bytes; DW_FULL when it does not fit. A message that breaks the
 * rules of its fields is a bug of this program (DW_CHECK). */
DW_MUST_USE dw_status dw_message_encode(const dw_message *message, uint8_t *bytes, size_t capacity,
                                        size_t *size);

/* Decodes one message of a type that goes in that direction. After DW_INVALID `out` is undefined
 * and must not be used. DW_OTHER_VERSION: a hello or welcome of another protocol version, of which
 * nothing more can be read (a server answers with DW_REASON_VERSION). */
DW_MUST_USE dw_status dw_message_decode_from_client(dw_message *out, const uint8_t *bytes,
                                                    size_t size);
DW_MUST_USE dw_status dw_message_decode_from_server(dw_message *out, const uint8_t *bytes,
                                                    size_t size);

/* Whether a mind keeps to the rules of its fields, as they stand in mind_view.h. Its texts are
 * judged when it is encoded. */
bool dw_mind_valid(const dw_mind_view *mind);

/* Nothing has changed but the tick and the confidence of beliefs. */
bool dw_mind_same(const dw_mind_view *a, const dw_mind_view *b);

/* Whether a type travels reliably, and on which channel. */
dw_channel dw_message_channel(dw_message_type type);
bool dw_message_reliable(dw_message_type type);

#endif
