/* metrics_board.h - hands a server's figures from the ticking thread to the answering thread, and
 * tells whether the ticking one is well. Owns: three copies of the figures, so that each side
 * always has one to itself and neither ever waits. Does not know: what the figures mean, sockets.
 * Threading: one writer, one reader; wait-free on both sides. O(1), no allocation. */
#ifndef DW_HOST_METRICS_BOARD_H
#define DW_HOST_METRICS_BOARD_H

#include "server/host/metrics.h"

#include <stdatomic.h>

/* Without a look for longer than this the loop counts as stalled: an empty server looks four times
 * a second, and five ticks in a row take a few of their budgets at most. */
#define DW_METRICS_STALLED_NS UINT64_C(2000000000)

typedef enum dw_health {
    DW_HEALTH_OK,
    DW_HEALTH_NO_MEMORY, /* Memory for one more join. */
    DW_HEALTH_DRAINING,
    DW_HEALTH_STALLED,
    DW_HEALTH_FULL /* Well, but without a free body: of readiness alone. */
} dw_health;

typedef struct dw_metrics_board {
    dw_metrics copies[3];
    uint32_t back;  /* The writer's copy. */
    uint32_t front; /* The reader's. */
    _Atomic uint32_t between;
    _Atomic uint64_t looked_ns;
    _Atomic bool draining;
    _Atomic bool has_room;
    _Atomic bool full;
} dw_metrics_board;

void dw_metrics_board_init(dw_metrics_board *board, uint64_t now_ns);

/* The copy that the writer fills in, whole, before it publishes it. */
dw_metrics *dw_metrics_board_draft(dw_metrics_board *board);
void dw_metrics_board_publish(dw_metrics_board *board);

/* The writer is alive; and whether the server drains. */
void dw_metrics_board_look(dw_metrics_board *board, uint64_t now_ns, bool draining);

/* Whether the server has memory for one more join; true at first. */
void dw_metrics_board_note_room(dw_metrics_board *board, bool has_room);

/* Whether no body is free for a newcomer; false at first. */
void dw_metrics_board_note_full(dw_metrics_board *board, bool full);

/* The newest published copy (zeros before the first). It is the reader's until the next call. */
dw_metrics *dw_metrics_board_read(dw_metrics_board *board);

/* `silent_ns`: time since the writer's last look. */
dw_health dw_metrics_board_health(dw_metrics_board *board, uint64_t now_ns, uint64_t *silent_ns);

/* The same, and DW_HEALTH_FULL where a newcomer would have to wait. */
dw_health dw_metrics_board_readiness(dw_metrics_board *board, uint64_t now_ns, uint64_t *silent_ns);

#endif
