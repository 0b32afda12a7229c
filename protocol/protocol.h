/* protocol.h - the numbers of the wire that everybody shares: version, channels, limits, types.
 * PROTOCOL.md is the standard; this header is its table of constants. */
#ifndef DW_PROTOCOL_PROTOCOL_H
#define DW_PROTOCOL_PROTOCOL_H

#include <stdint.h>

enum {
    DW_PROTOCOL_VERSION = 3,
    DW_PORT_DEFAULT = 27967,
    DW_DATAGRAM_MAX = 1200,                        /* Largest payload of UDP. */
    DW_SEAL_BYTES = 18,                            /* What sealing adds to a datagram of ENet. */
    DW_ENET_MTU = DW_DATAGRAM_MAX - DW_SEAL_BYTES, /* Of both ENet hosts, sealed or not. */
    DW_ENET_HEAD_BYTES = 28, /* ENet's own in a datagram with one message, at most. */
    DW_MESSAGE_MAX = DW_ENET_MTU - DW_ENET_HEAD_BYTES, /* Largest message of any type. */
    DW_MAP_CHUNK_MAX = 1000,                           /* Bytes of map in one chunk. */
    DW_MAP_BYTES_MAX = 1 << 20,
    DW_MAP_CHUNKS_MAX = (DW_MAP_BYTES_MAX + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX,
    DW_MAP_REQUESTS_MAX = 8,  /* Chunks that may be in flight. */
    DW_INPUT_TICKS_MAX = 16,  /* Intents in one input message. */
    DW_INTENT_AHEAD_MAX = 90, /* How many ticks ahead an intent may be. */
    DW_PLAYER_NAME_MAX = 24,  /* Bytes of UTF-8. */
    DW_CHAT_MAX = 160,        /* Bytes of UTF-8. */
    DW_REASON_MAX = 120,      /* Bytes of text beside a refusal or a kick. */
    DW_TOKEN_SIZE = 16,
    DW_MAP_HASH_SIZE = 16,
    DW_QUEUE_MATCH_MAX = 8,   /* Clients in the queue of one match, */
    DW_QUEUE_SERVER_MAX = 32, /* and in all queues of a server. */
    DW_SOUNDS_MAX = 8,        /* Noises in one sounds message. */
    DW_PING_MS_MAX = 9999,    /* A longer round trip is told as this one. */
    DW_DETECTIONS_MAX = 16,   /* Rows in one detections message. */
    DW_CHOICES_MAX = 8,       /* Maps and missions that players may vote for, */
    DW_CHOICE_TEXT_MAX = 63,  /* and bytes of UTF-8 of the name of one. */
    DW_VOTE_RESTART = 16,     /* What a vote is about: 0 .. 15 a player, this, */
    DW_VOTE_CHOICE = 17,      /* or from here on, one of the choices. */
    DW_VOTE_SUBJECTS = DW_VOTE_CHOICE + DW_CHOICES_MAX,
    DW_MATCH_TEXT_MAX = 8,      /* Bytes of UTF-8 by which a hello names a match. */
    DW_ADMIN_COMMAND_MAX = 255, /* Bytes of UTF-8 of a command for the server, */
    DW_ADMIN_LINE_MAX = 240,    /* and of a line of the answer, */
    DW_ADMIN_LINES_MAX = 64,    /* which has up to that many lines */
    DW_ADMIN_ANSWER_MAX = 8192  /* and bytes, one more for each line. */
};

/* No server comes to a later tick. Own ticks of clients run ahead of its, and have room to. */
#define DW_TICK_MAX (UINT32_MAX - 4 * DW_INTENT_AHEAD_MAX)

typedef enum dw_channel {
    DW_CHANNEL_CONTROL,  /* Reliable: join, events, rounds, chat. */
    DW_CHANNEL_SNAPSHOT, /* Unreliable, server to client. */
    DW_CHANNEL_INPUT,    /* Unreliable, client to server. */
    DW_CHANNEL_MAP,      /* Reliable. */
    DW_CHANNEL_COUNT
} dw_channel;

/* Appended, never reused. */
typedef enum dw_message_type {
    DW_MESSAGE_HELLO = 1,
    DW_MESSAGE_INPUT = 2,
    DW_MESSAGE_MAP_REQUEST = 3,
    DW_MESSAGE_CHAT = 4,
    DW_MESSAGE_QUIT = 5,
    DW_MESSAGE_VOTE = 6,
    DW_MESSAGE_MAP_READY = 7,
    DW_MESSAGE_SIGNAL = 8,
    DW_MESSAGE_ADMIN = 9,
    DW_MESSAGE_STEER = 10,
    DW_MESSAGE_READY = 11,
    DW_MESSAGE_WELCOME = 32,
    DW_MESSAGE_REFUSE = 33,
    DW_MESSAGE_MAP_CHUNK = 34,
    DW_MESSAGE_SNAPSHOT = 35,
    DW_MESSAGE_EVENT = 36,
    DW_MESSAGE_ROUND = 37,
    DW_MESSAGE_CHAT_LINE = 38,
    DW_MESSAGE_KICK = 39,
    DW_MESSAGE_MIND = 40,
    DW_MESSAGE_QUEUE = 41,
    DW_MESSAGE_SEAT = 42,
    DW_MESSAGE_VOTE_STATE = 44,
    DW_MESSAGE_MAP_CHANGE = 45,
    DW_MESSAGE_TEAM_SIGNAL = 46,
    DW_MESSAGE_BODY_KIND = 47,
    DW_MESSAGE_SOUNDS = 48,
    DW_MESSAGE_ADMIN_LINE = 49,
    DW_MESSAGE_PLAYBACK = 50,
    DW_MESSAGE_PLAYBACK_EVENTS = 51,
    DW_MESSAGE_SIGHTING = 52,
    DW_MESSAGE_STANDINGS = 53,
    DW_MESSAGE_DETECTIONS = 54,
    DW_MESSAGE_GHOSTS = 55,
    DW_MESSAGE_MISSION = 56,
    DW_MESSAGE_MISSION_PART = 57,
    DW_MESSAGE_MISSION_STATE = 58,
    DW_MESSAGE_MISSION_NOTICE = 59,
    DW_MESSAGE_MISSION_RESULT = 60,
    DW_MESSAGE_CHOICES = 61,
    DW_MESSAGE_MISSION_QUESTION = 62,
    DW_MESSAGE_FOUND_ITEM = 63,
    DW_MESSAGE_MISSION_PERSON = 64
} dw_message_type;

/* Why a join is refused or a client is sent away; the second text is for people. */
#define DW_REASONS(X)                                                                              \
    X(NONE, "none", "no reason given")                                                             \
    X(VERSION, "version", "the server speaks another version of the protocol")                     \
    X(PASSWORD, "password", "the password is wrong, or none was given")                            \
    X(FULL, "full", "the server is full")                                                          \
    X(BANNED, "banned", "the host has banned you from this server")                                \
    X(DRAINING, "draining", "the server is shutting down")                                         \
    X(MAP, "map", "the server plays another map")                                                  \
    X(MATCH, "match", "there is no such match")                                                    \
    X(SPECTATORS, "spectators", "the server takes no spectators")                                  \
    X(MALFORMED, "malformed", "the client sent malformed messages")                                \
    X(RATE, "rate", "the client sent too much")                                                    \
    X(IDLE, "idle", "the client sent nothing for too long")                                        \
    X(ADMIN, "admin", "removed by the host")                                                       \
    X(ADDRESS, "address", "too many connections or joins from this address")                       \
    X(AWAY, "away", "the player did nothing for too long")                                         \
    X(VOTED, "voted", "the other players of the match voted for it")                               \
    X(UNSEALED, "unsealed", "the server takes sealed connections only")

typedef enum dw_reason {
#define DW_REASON_ENUM(name, word, text) DW_REASON_##name,
    DW_REASONS(DW_REASON_ENUM)
#undef DW_REASON_ENUM
        DW_REASON_COUNT
} dw_reason;

const char *dw_reason_word(dw_reason value);
const char *dw_reason_text(dw_reason value);

/* Phases of a match. */
typedef enum dw_round_phase {
    DW_PHASE_LOBBY,
    DW_PHASE_COUNTDOWN,
    DW_PHASE_PLAY,
    DW_PHASE_RESULT,
    DW_PHASE_COUNT
} dw_round_phase;

const char *dw_phase_word(dw_round_phase phase);

#endif
