/* fleet_life.h - the life of a server in a fleet of Agones: which call to its sidecar is due.
 * Owns: what the server knows of its GameServer, the state of each lane, the counts of calls. Does
 * not know: HTTP, threads, clocks; time is handed in. Pure. O(1), no allocation.
 *
 *     port is bound --ready--> Ready --allocate when a client comes, or a matchmaker--> Allocated
 *                               ^                                                         |
 *                               +---------ready, when empty for `empty_ns`----------------+
 *     drained ------shutdown-----> Shutdown
 *
 * Calls go in lanes, one call at once in each, so that a call that stalls holds up no other lane. A
 * lane whose call failed waits: 0.5 s, doubled at each further failure, at most 8 s. The answer 200
 * means that the sidecar took the call, not that the state has changed. The GameServer, as watched,
 * decides; a state that does not come within 10 s is asked for again. */
#ifndef DW_HOST_FLEET_LIFE_H
#define DW_HOST_FLEET_LIFE_H

#include <stdbool.h>
#include <stdint.h>

/* States of a GameServer: the word in figures and in the log, the text of Agones. */
#define DW_FLEET_STATES(X)                                                                         \
    X(UNKNOWN, "unknown", "")                                                                      \
    X(PORT_ALLOCATION, "port_allocation", "PortAllocation")                                        \
    X(CREATING, "creating", "Creating")                                                            \
    X(STARTING, "starting", "Starting")                                                            \
    X(SCHEDULED, "scheduled", "Scheduled")                                                         \
    X(REQUEST_READY, "request_ready", "RequestReady")                                              \
    X(READY, "ready", "Ready")                                                                     \
    X(RESERVED, "reserved", "Reserved")                                                            \
    X(ALLOCATED, "allocated", "Allocated")                                                         \
    X(UNHEALTHY, "unhealthy", "Unhealthy")                                                         \
    X(ERROR, "error", "Error")                                                                     \
    X(SHUTDOWN, "shutdown", "Shutdown")

typedef enum dw_fleet_state {
#define DW_FLEET_STATE_ENUM(name, word, text) DW_FLEET_##name,
    DW_FLEET_STATES(DW_FLEET_STATE_ENUM)
#undef DW_FLEET_STATE_ENUM
        DW_FLEET_STATE_COUNT
} dw_fleet_state;

/* Calls: the word in figures and in the log, method and path. */
#define DW_FLEET_CALLS(X)                                                                          \
    X(HEALTH, "health", "POST", "/health")                                                         \
    X(READY, "ready", "POST", "/ready")                                                            \
    X(ALLOCATE, "allocate", "POST", "/allocate")                                                   \
    X(SHUTDOWN, "shutdown", "POST", "/shutdown")                                                   \
    X(PLAYERS, "players", "PATCH", "/v1beta1/counters/players")                                    \
    X(LOOK, "gameserver", "GET", "/gameserver")                                                    \
    X(WATCH, "watch", "GET", "/watch/gameserver")

typedef enum dw_fleet_call {
#define DW_FLEET_CALL_ENUM(name, word, method, path) DW_FLEET_CALL_##name,
    DW_FLEET_CALLS(DW_FLEET_CALL_ENUM)
#undef DW_FLEET_CALL_ENUM
        DW_FLEET_CALL_COUNT
} dw_fleet_call;

typedef enum dw_fleet_lane {
    DW_FLEET_LANE_HEALTH,
    DW_FLEET_LANE_STATE,
    DW_FLEET_LANE_PLAYERS,
    DW_FLEET_LANE_LOOK,
    DW_FLEET_LANE_WATCH,
    DW_FLEET_LANE_COUNT
} dw_fleet_lane;

enum { DW_FLEET_NAME_SIZE = 254, DW_FLEET_TIME_SIZE = 40 };

/* What the server knows of its GameServer. */
typedef struct dw_fleet_game_server {
    char name[DW_FLEET_NAME_SIZE];
    char fleet[DW_FLEET_NAME_SIZE];     /* Empty: it belongs to none. */
    char allocated[DW_FLEET_TIME_SIZE]; /* When it was allocated last, as Agones writes it. */
    dw_fleet_state state;
    bool deleting;           /* Its pod is about to get SIGTERM. */
    bool has_counter;        /* The counter `players`. */
    int64_t count, capacity; /* Of that counter. */
    int64_t health_period_s; /* 0: not told. */
} dw_fleet_game_server;

/* The server, as of now. */
typedef struct dw_fleet_situation {
    uint32_t clients; /* In a match: players, spectators, those who wait for a body. */
    uint32_t players, players_max;
    bool stalled;  /* The loop has not run for a while (DW_METRICS_STALLED_NS). */
    bool draining; /* No client is let in any more. */
    bool ended;    /* The drain is over, and the process ends. */
} dw_fleet_situation;

/* Since creation; the states are of now: 1 for the one that holds, all 0 without a fleet. */
typedef struct dw_fleet_stats {
    uint64_t states[DW_FLEET_STATE_COUNT];
    uint64_t answered[DW_FLEET_CALL_COUNT]; /* With 200; of the watch, streams that began. */
    uint64_t failed[DW_FLEET_CALL_COUNT];   /* No answer in time, or another one. */
    uint64_t in_trouble;                    /* 1 = yes. */
    uint64_t health_withheld; /* Health reports left out, since the loop had stalled. */
} dw_fleet_stats;

typedef struct dw_fleet_lane_state {
    bool busy;
    dw_fleet_call call; /* The newest one. */
    uint32_t failures;  /* In a row. */
    uint64_t next_ns;   /* No call before. */
} dw_fleet_lane_state;

typedef struct dw_fleet_life {
    dw_fleet_lane_state lanes[DW_FLEET_LANE_COUNT];
    dw_fleet_game_server seen;
    bool is_known;                  /* Whether `seen` was ever told. */
    bool watch_told;                /* The stream that is open has told something. */
    dw_fleet_state watched;         /* The state that it told last. */
    uint64_t watch_ns;              /* When it was opened. */
    uint64_t empty_ns;              /* 0: an Allocated server stays so. */
    uint64_t in_use_ns;             /* When it was last in use, or was allocated. */
    uint64_t asked_ns;              /* When a state was asked for, with success, */
    dw_fleet_call asked;            /* and which; HEALTH: none is awaited. */
    int64_t told_players, told_max; /* -1: not yet. */
    int64_t sending_players, sending_max;
    uint64_t told_ns;
    bool is_withheld; /* The health report that was due is left out. */
    dw_fleet_stats stats;
} dw_fleet_life;

const char *dw_fleet_state_word(dw_fleet_state value);
const char *dw_fleet_state_text(dw_fleet_state value);
const char *dw_fleet_call_word(dw_fleet_call value);

void dw_fleet_life_init(dw_fleet_life *life, uint64_t empty_ns, uint64_t now_ns);

/* Once in each turn, before dw_fleet_life_next: notes what the server does. */
void dw_fleet_life_note(dw_fleet_life *life, const dw_fleet_situation *now, uint64_t now_ns);

/* True: the lane makes `call` now, and is busy until dw_fleet_life_answered. The PLAYERS call sends
 * life->sending_players of life->sending_max. */
bool dw_fleet_life_next(dw_fleet_life *life, const dw_fleet_situation *now, dw_fleet_lane lane,
                        uint64_t now_ns, dw_fleet_call *call);

/* The lane's call is over. A watch is over when its stream ends, which counts as a failure. */
void dw_fleet_life_answered(dw_fleet_life *life, dw_fleet_lane lane, bool ok, uint64_t now_ns);

/* Told by the open watch, or by the answer of LOOK. */
void dw_fleet_life_saw(dw_fleet_life *life, dw_fleet_lane from, const dw_fleet_game_server *seen,
                       uint64_t now_ns);

/* The watch is open but dead: it has told nothing for 3 s, though its stream begins with the state,
 * or LOOK told another state. The caller cuts it. */
bool dw_fleet_life_watch_is_dead(const dw_fleet_life *life, uint64_t now_ns);

/* Nothing is left to tell: Agones knows that the server ends. */
bool dw_fleet_life_is_over(const dw_fleet_life *life);

#endif
