#include "server/session/spectator_view.h"

#include "common/base/check.h"

#include <string.h>

enum {
    HEAD_BYTES_MAX = 128, /* Of a spectator's snapshot, with the words of all doors. */
    BODY_BYTES_MAX = 13
};

dw_status dw_spectator_view_create(dw_spectator_view *view, dw_arena *arena, uint32_t bodies_max,
                                   uint32_t spectators_max)
{
    DW_CHECK(spectators_max >= 1);
    const uint32_t whole = HEAD_BYTES_MAX + BODY_BYTES_MAX * bodies_max;
    memset(view, 0, sizeof *view);
    view->rows_max =
        spectators_max < DW_SPECTATOR_VIEW_ROWS ? spectators_max : (uint32_t)DW_SPECTATOR_VIEW_ROWS;
    view->row_bytes = whole < DW_DATAGRAM_MAX ? whole : (uint32_t)DW_DATAGRAM_MAX;
    view->snapshot = DW_ARENA_NEW(arena, dw_snapshot);
    view->bytes = dw_arena_take(arena, (size_t)view->rows_max * view->row_bytes);
    return view->snapshot != NULL && view->bytes != NULL ? DW_OK : DW_MEMORY;
}

const dw_snapshot *dw_spectator_view_at(dw_spectator_view *view, const dw_spectator_feed *feed,
                                        uint32_t now)
{
    if (view->built == 0 || view->now != now) {
        view->built++;
        view->now = now;
        view->rows = 0;
        view->next = 0;
        memset(view->snapshot, 0, sizeof *view->snapshot);
        dw_spectator_feed_snapshot(feed, now, view->snapshot);
    }
    return view->snapshot;
}

/* A whole snapshot has the same bytes in any room that holds it, a cut one in the same room
 * only. */
static bool serves(const dw_spectator_bytes *head, uint32_t base_tick, size_t capacity)
{
    return head->base_tick == base_tick &&
           (head->cut ? capacity == head->capacity : capacity >= head->size);
}

static uint8_t *bytes_of(const dw_spectator_view *view, uint32_t row)
{
    return view->bytes + (size_t)row * view->row_bytes;
}

const dw_spectator_bytes *dw_spectator_view_find(const dw_spectator_view *view, uint32_t base_tick,
                                                 uint8_t *bytes, size_t capacity)
{
    for (uint32_t i = 0; i < view->rows; i++) {
        const dw_spectator_bytes *head = &view->heads[i];
        if (serves(head, base_tick, capacity)) {
            memcpy(bytes, bytes_of(view, i), head->size);
            return head;
        }
    }
    return NULL;
}

void dw_spectator_view_keep(dw_spectator_view *view, const dw_spectator_bytes *head,
                            const uint8_t *bytes)
{
    if (head->size > view->row_bytes) {
        return;
    }
    view->heads[view->next] = *head;
    memcpy(bytes_of(view, view->next), bytes, head->size);
    view->next = (view->next + 1) % view->rows_max;
    view->rows += view->rows < view->rows_max ? 1 : 0;
}
