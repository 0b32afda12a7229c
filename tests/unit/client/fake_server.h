/* fake_server.h - the other end for tests of client/core: answers in the real protocol, runs one
 * body by the shared code, and stands behind a line with delay, jitter and loss in virtual time.
 * One client, no sockets, everything from one seed. */
#ifndef DW_TESTS_FAKE_SERVER_H
#define DW_TESTS_FAKE_SERVER_H

#include "client/core/client.h"
#include "common/base/rng.h"
#include "tests/support/scene.h"

enum {
    FAKE_QUEUE_MAX = 512,
    FAKE_HISTORY = 256,
    FAKE_GUARDS_MAX = 4,
    FAKE_MAP_BYTES = 64 << 10,
    FAKE_SLOT = 3
};

typedef struct fake_message {
    uint64_t due_ns;
    dw_channel channel;
    bool to_client;
    size_t size;
    uint8_t bytes[DW_MESSAGE_MAX];
} fake_message;

typedef struct fake_guard {
    uint8_t id;
    uint8_t flags; /* DW_BODY_* */
    bool seen;
    dw_vec position, step; /* Moves by this each tick. */
    uint16_t heading_bam;
    int32_t turn_bam;
} fake_guard;

typedef struct fake_server {
    /* What it is. */
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    uint8_t map_bytes[FAKE_MAP_BYTES];
    size_t map_size;
    dw_map_hash map_hash;
    dw_reason refuse_with;
    const char *refuse_text; /* NULL: none. */
    bool full;               /* Of bodies: a player is queued and watches until fake_server_seat. */
    uint32_t spectator_delay; /* Ticks that a spectator's picture is late. */
    bool silent;              /* Answers nothing. */
    bool holds_chunks;        /* Collects map requests and answers none. */
    uint32_t map_change;      /* The newest one on this connection, */
    bool awaits_ready;        /* whose map the client does not have yet: no snapshots. */
    /* The line. */
    uint64_t delay_ns, jitter_ns; /* One way. */
    uint32_t loss_percent;        /* Of unreliable messages, each way. */
    dw_rng rng;
    uint32_t queued;
    fake_message queue[FAKE_QUEUE_MAX];
    uint64_t reliable_due_ns[2]; /* Reliable ones keep their order. */
    /* Time. */
    uint64_t now_ns, tick_ns, next_tick_ns, next_update_ns;
    /* The client, and what it said. */
    dw_arena arena;
    dw_client *client;
    dw_intent held; /* What the player holds down. */
    dw_hello hello;
    uint32_t votes;
    dw_vote last_vote;
    uint32_t signals;
    dw_signal last_signal;
    uint32_t commands;
    dw_admin_command last_command;
    uint32_t steers;
    dw_steer last_steer;
    uint32_t readies; /* Messages 7. */
    uint32_t hellos, inputs, quits, chats, map_requests, open_requests, open_requests_most;
    uint32_t uses_seen;     /* Ticks with USE among the intents that were applied, */
    uint32_t presses_seen;  /* and those with a new press. */
    uint32_t late, applied; /* Intents. */
    dw_input last_input;
    /* The world. */
    bool welcomed, sends_snapshots, spectator;
    uint32_t tick;
    uint16_t match;
    uint8_t phase;
    uint32_t phase_start;
    bool paused;
    uint8_t state;
    dw_body body;
    dw_door_set doors;
    dw_door_rest rest;
    bool use_held;
    dw_intent last_intent;
    uint32_t repeats;
    uint32_t intent_ticks[FAKE_HISTORY];
    dw_intent intents[FAKE_HISTORY];
    uint32_t newest_intent;
    int32_t lead;
    uint32_t guard_count;
    fake_guard guards[FAKE_GUARDS_MAX];
    uint32_t acked_tick, ack_floor; /* What was sent up to the floor is no baseline. */
    dw_snapshot sent[FAKE_HISTORY]; /* By tick: baselines. */
    dw_vec positions[FAKE_HISTORY]; /* By tick. */
} fake_server;

/* A house of two rooms with a closed door and some furniture. `config` may be NULL; send and name
 * are filled in. */
fake_server *fake_server_create(const dw_client_config *config);
void fake_server_destroy(fake_server *server);

/* The transport is up: the client says hello. */
void fake_server_connect(fake_server *server);

/* Virtual time goes on in steps of a millisecond: messages travel, ticks are run, the client is
 * updated 60 times a second. */
void fake_server_run(fake_server *server, uint32_t milliseconds);

/* Joins and plays: connected, with map and a first snapshot. */
void fake_server_join(fake_server *server);

/* The place of the queued client. */
void fake_server_queue(fake_server *server, uint8_t place);

/* There is a body for the queued client. */
void fake_server_seat(fake_server *server);

/* Another house from now on, one room and one door larger. The client is not told. */
void fake_server_build_other_house(fake_server *server);

/* The match goes on with that house. */
void fake_server_change_map(fake_server *server);

/* As for a request. */
void fake_server_send_chunk(fake_server *server, uint16_t chunk);

void fake_server_send(fake_server *server, const dw_message *message);
void fake_server_send_bytes(fake_server *server, dw_channel channel, const uint8_t *bytes,
                            size_t size);
/* From the next tick on the world of the round that is played stands still, or goes on. */
void fake_server_pause(fake_server *server, bool paused);
void fake_server_set_phase(fake_server *server, dw_round_phase phase, dw_outcome outcome);

#endif
