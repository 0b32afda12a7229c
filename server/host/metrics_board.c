#include "server/host/metrics_board.h"

enum {
    INDEX = 3,
    FRESH = 4
}; /* Bits of `between`: which copy, and whether the reader has not had it yet. */

void dw_metrics_board_init(dw_metrics_board *board, uint64_t now_ns)
{
    *board = (dw_metrics_board){.back = 0, .front = 1};
    atomic_init(&board->between, 2);
    atomic_init(&board->looked_ns, now_ns);
    atomic_init(&board->draining, false);
    atomic_init(&board->has_room, true);
    atomic_init(&board->full, false);
}

dw_metrics *dw_metrics_board_draft(dw_metrics_board *board)
{
    return &board->copies[board->back];
}

void dw_metrics_board_publish(dw_metrics_board *board)
{
    const uint32_t mine = board->back | FRESH;
    board->back =
        atomic_exchange_explicit(&board->between, mine, memory_order_acq_rel) & (uint32_t)INDEX;
}

void dw_metrics_board_look(dw_metrics_board *board, uint64_t now_ns, bool draining)
{
    atomic_store_explicit(&board->looked_ns, now_ns, memory_order_relaxed);
    atomic_store_explicit(&board->draining, draining, memory_order_relaxed);
}

void dw_metrics_board_note_room(dw_metrics_board *board, bool has_room)
{
    atomic_store_explicit(&board->has_room, has_room, memory_order_relaxed);
}

void dw_metrics_board_note_full(dw_metrics_board *board, bool full)
{
    atomic_store_explicit(&board->full, full, memory_order_relaxed);
}

dw_metrics *dw_metrics_board_read(dw_metrics_board *board)
{
    /* Only the writer sets the mark and only the reader clears it, so it is still set. */
    if ((atomic_load_explicit(&board->between, memory_order_relaxed) & FRESH) != 0) {
        const uint32_t mine = board->front;
        board->front =
            atomic_exchange_explicit(&board->between, mine, memory_order_acq_rel) & (uint32_t)INDEX;
    }
    return &board->copies[board->front];
}

dw_health dw_metrics_board_health(dw_metrics_board *board, uint64_t now_ns, uint64_t *silent_ns)
{
    /* The writer's look may be newer than the reader's clock. */
    const uint64_t looked = atomic_load_explicit(&board->looked_ns, memory_order_relaxed);
    *silent_ns = now_ns > looked ? now_ns - looked : 0;
    if (*silent_ns > DW_METRICS_STALLED_NS) {
        return DW_HEALTH_STALLED;
    }
    if (atomic_load_explicit(&board->draining, memory_order_relaxed)) {
        return DW_HEALTH_DRAINING;
    }
    return atomic_load_explicit(&board->has_room, memory_order_relaxed) ? DW_HEALTH_OK
                                                                        : DW_HEALTH_NO_MEMORY;
}

dw_health dw_metrics_board_readiness(dw_metrics_board *board, uint64_t now_ns, uint64_t *silent_ns)
{
    const dw_health health = dw_metrics_board_health(board, now_ns, silent_ns);
    const bool full = atomic_load_explicit(&board->full, memory_order_relaxed);
    return health == DW_HEALTH_OK && full ? DW_HEALTH_FULL : health;
}
