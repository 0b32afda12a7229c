/* server_state.h - the inside of a dw_server. The files that share it: server.c (creation, ticks),
 * server_maps.c, server_matches.c, server_results.c, server_drain.c; guest.c, clients.c, seating.c,
 * parting.c and moderation.c (connections); console*.c, exporter.c and fleet.c (what hosts,
 * monitoring and a fleet ask). It includes none of their headers: a pointer needs no more than a
 * name. */
#ifndef DW_HOST_SERVER_STATE_H
#define DW_HOST_SERVER_STATE_H

#include "common/base/arena.h"
#include "common/platform/file.h"
#include "server/host/brain_files.h"
#include "server/host/config.h"
#include "server/host/log_gate.h"
#include "server/host/map_table.h"
#include "server/host/net.h"
#include "server/host/server_stats.h"
#include "server/session/match.h"

enum {
    DW_SPECTATORS_A_MATCH = 16,
    DW_INPUTS_PER_SECOND = 65,
    DW_INPUTS_BURST = 65,
    DW_CHATS_PER_SECOND = 1,
    DW_CHATS_BURST = 5,
    DW_SIGNALS_PER_SECOND = 2, /* A sign and a ping; the match is stricter. */
    DW_SIGNALS_BURST = 6,
    DW_STEERS_PER_SECOND = 30, /* Of a recorded round (playback/). */
    DW_STEERS_BURST = 60,
    DW_MALFORMED_MAX = 10,    /* With one more the client is sent away. */
    DW_STRIKES_MAX = 600,     /* Messages beyond the client's rates; likewise. */
    DW_STRIKES_FORGIVEN = 10, /* At each sweep. */
    DW_FLOOD_SECONDS_MAX = 3
};

/* The queue for a body of one match: guests by index, the first one in front. */
typedef struct dw_queue {
    uint32_t count;
    uint32_t guests[DW_QUEUE_MATCH_MAX];
} dw_queue;

/* Maps that matches play in turn (rotation.h). */
typedef struct dw_rotation {
    uint32_t count;
    dw_map_handle maps[DW_SERVER_MAPS_MAX];
    bool due; /* A round has ended since the last look. */
} dw_rotation;

typedef struct dw_server dw_server;

struct dw_server {
    dw_server_config config;
    dw_server_config given; /* As read: `config` holds what follows from it. */
    dw_log_gate gate;
    dw_brain_library brains; /* Out of files; loaded once a map or a person names them. */
    dw_server_stats stats;
    uint64_t part_ns[DW_TICK_PART_COUNT]; /* Of this tick, while there is an exporter. */
    uint64_t now_ns;
    uint64_t drain_deadline_ns;
    uint64_t sweep_ns;
    uint64_t refusals_ns; /* When refused datagrams were last logged, and the counts then. */
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
    struct dw_guest *guests;
    struct dw_moderation *moderation;
    struct dw_list_file *admins;        /* Clients with rights (admins.h), */
    struct dw_admin_queue *admin_queue; /* and their commands. */
    struct dw_unsent *unsent;           /* Messages for which there was no memory. */
    dw_match **matches;
    dw_queue *queues;                  /* One for each match. */
    char (*codes)[DW_MATCH_CODE_SIZE]; /* Likewise. */
    uint8_t *phases;                   /* As of the last tick, to tell of changes. */
    dw_map_table maps;
    dw_map_handle *played_maps; /* One for each match, */
    dw_map_handle *wanted_maps; /* and the one that it changes to between two rounds; 0: none. */
    uint32_t maps_wanted;       /* By that many matches. */
    uint32_t *rounds_here;      /* Rounds that each match has ended on its map. */
    dw_rotation rotation;
    dw_choices choices; /* What players can vote for (vote_desk.h). */
    size_t match_bytes; /* Memory of one match: a map that takes more does not fit. */
    dw_round_key round_key;
    struct dw_goal_log *goal_log;      /* NULL: goals are not logged. */
    struct dw_exporter *exporter;      /* NULL: there is no listener. */
    struct dw_playback_desk *playback; /* NULL: matches play rounds of their own. */
    struct dw_fleet *fleet;            /* NULL: the server is in no fleet. */
    struct dw_disk_thread *disk;       /* NULL: the settings are only checked. */
    struct dw_recorder *recorder;
    struct dw_server_results *results; /* NULL: results are not kept. */
    dw_replay_recording recording;     /* But for the prefix, which each map has of its own. */
    dw_replay_key replay_key;          /* Of the state folder, when rounds are recorded. */
    dw_arena arena;                    /* Rows of the host. */
    dw_arena *match_arenas;
    void *match_block; /* In which all of them lie. */
    size_t match_block_bytes;
};

/* Clients with a body. */
static inline uint32_t dw_server_players(const dw_server *server)
{
    return server->clients_in - server->watchers_in - server->queued;
}

/* The map that match `index` plays on. */
static inline const dw_loaded_map *dw_server_map_of(const dw_server *server, uint32_t index)
{
    return dw_map_table_get(&server->maps, server->played_maps[index]);
}

#endif
