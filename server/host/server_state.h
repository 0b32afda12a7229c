/* server_state.h - the inside of a dw_server, shared by server.c (matches, ticks), clients.c (who
 * is connected), seating.c (in which match), console.c (what the host asks) and exporter.c (what
 * monitoring is told), and by nobody else. */
#ifndef DW_HOST_SERVER_STATE_H
#define DW_HOST_SERVER_STATE_H

#include "server/host/exporter.h"
#include "server/host/goal_log.h"
#include "server/host/guest.h"
#include "server/host/log_gate.h"
#include "server/host/moderation.h"
#include "server/host/recorder.h"
#include "server/host/server.h"
#include "server/host/unsent.h"

enum {
    DW_SPECTATORS_A_MATCH = 16,
    DW_INPUTS_PER_SECOND = 65,
    DW_INPUTS_BURST = 65,
    DW_CHATS_PER_SECOND = 1,
    DW_CHATS_BURST = 5,
    DW_MALFORMED_MAX = 10,    /* Then he is sent away. */
    DW_STRIKES_MAX = 600,     /* Messages beyond his rates; likewise. */
    DW_STRIKES_FORGIVEN = 10, /* At each sweep. */
    DW_FLOOD_SECONDS_MAX = 3
};

/* Who waits for a body of one match: guests by index, the first one in front. */
typedef struct dw_queue {
    uint32_t count;
    uint32_t guests[DW_QUEUE_MATCH_MAX];
} dw_queue;

struct dw_server {
    dw_server_config config;
    dw_log_gate gate;
    dw_server_stats stats;
    uint64_t now_ns;
    uint64_t drain_deadline_ns;
    uint64_t sweep_ns;
    uint64_t refusals_ns; /* When refused datagrams were last logged, and how many by then. */
    uint64_t refusals_told[DW_DATAGRAM_VERDICT_COUNT];
    uint32_t tick; /* The last one that all matches have run. */
    uint32_t match_count;
    uint32_t clients_in;  /* Guests in a match, */
    uint32_t watchers_in; /* those of them that watch, */
    uint32_t queued;      /* and those that wait for a body. */
    uint32_t turns;       /* Of all matches. */
    bool draining;
    dw_net_keys keys; /* Of a sealed server. */
    dw_net *net;
    dw_guest *guests;
    dw_moderation *moderation;
    dw_unsent *unsent; /* Messages for which there was no memory. */
    dw_match **matches;
    dw_queue *queues;                  /* One for each match. */
    char (*codes)[DW_MATCH_CODE_SIZE]; /* Likewise. */
    uint8_t *phases;                   /* As of the last tick, to tell of changes. */
    const dw_map *map;
    const dw_nav *nav;
    dw_ruleset rules;
    dw_round_key round_key;
    const dw_brain_kind *brains[DW_GUARDS_MAX]; /* One for each guard of the map. */
    uint8_t *map_bytes;                         /* The public map. */
    size_t map_size;
    dw_map_hash map_hash;
    dw_goal_log *goal_log; /* NULL: goals are not logged. */
    dw_exporter *exporter; /* NULL: nobody monitors. */
    dw_recorder *recorder;
    dw_replay_recording recording;
    dw_replay_key replay_key; /* Of the state folder, when rounds are recorded. */
    uint8_t *replay_prefix;
    dw_arena world_arena; /* Map and navigation. */
    dw_arena arena;       /* Rows of the host. */
    dw_arena *match_arenas;
    void *match_block; /* In which all of them lie. */
    size_t match_block_bytes;
};

/* clients.c: the network's handler. */
void dw_clients_connected(void *context, dw_peer peer);
void dw_clients_received(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                         size_t size);
void dw_clients_disconnected(void *context, dw_peer peer, dw_net_loss why);

/* The matches' sink: a tag is the index of a guest. */
void dw_clients_send(void *context, const uint32_t *tags, uint32_t count,
                     const dw_message *message);

/* Those who never say hello, fell silent, or do not take what is sent. A few times a second. */
void dw_clients_sweep(dw_server *server);

#endif
