/* server_stats.h - what a server counts, beside what its network and its matches count. */
#ifndef DW_HOST_SERVER_STATS_H
#define DW_HOST_SERVER_STATS_H

#include "protocol/protocol.h"

/* Since creation. */
typedef struct dw_server_stats {
    uint64_t ticks, ticks_skipped, overruns;
    uint64_t joined, resumed, left, lost;
    uint64_t seated;     /* From the queue of a full match into a body. */
    uint64_t taken_over; /* Bodies taken over by another connection of the same player. */
    uint64_t sent_away;  /* Kicked clients that were in a match. */
    uint64_t refused[DW_REASON_COUNT], kicked[DW_REASON_COUNT];
    uint64_t malformed, rate_dropped;
    uint64_t admin_done, admin_refused, admin_slowed; /* Commands by connection (admin_queue.h). */
    uint64_t messages_delayed, messages_lost;         /* Reliable ones; ENet had no memory. */
    uint64_t snapshots, snapshot_bytes, snapshots_unsent;
    uint64_t map_chunks;     /* Sent to clients that lack their map. */
    uint64_t turns_left_out; /* Snapshot turns of matches skipped while the loop caught up. */
    uint64_t filter_ns; /* Time in the interest filter: an upper bound, estimated from samples. */
} dw_server_stats;

/* What the loop does for a tick. */
#define DW_TICK_PARTS(X)                                                                           \
    X(RECEIVE, "receive")     /* The socket, and what came from it. */                             \
    X(STEP, "step")           /* The worlds, and what their clients are told. */                   \
    X(SNAPSHOTS, "snapshots") /* Filter and encoding. */                                           \
    X(SEND, "send")           /* Sealing, and handing over to the system. */                       \
    X(OTHER, "other")

typedef enum dw_tick_part {
#define DW_TICK_PART_NAME(name, word) DW_TICK_##name,
    DW_TICK_PARTS(DW_TICK_PART_NAME)
#undef DW_TICK_PART_NAME
        DW_TICK_PART_COUNT
} dw_tick_part;

#endif
