#include "client/core/ghosts.h"

#include <math.h>

void dw_ghost_store_reset(dw_ghost_store *store)
{
    store->head = 0;
    store->count = 0;
}

static const dw_ghosts *at(const dw_ghost_store *store, uint32_t index)
{
    return &store->rows[(store->head + index) % DW_GHOSTS_KEPT];
}

const dw_ghosts *dw_ghost_store_newest(const dw_ghost_store *store)
{
    return store->count > 0 ? at(store, store->count - 1) : NULL;
}

bool dw_ghost_store_put(dw_ghost_store *store, const dw_ghosts *ghosts)
{
    const dw_ghosts *newest = dw_ghost_store_newest(store);
    if (newest != NULL && ghosts->tick <= newest->tick) {
        return false;
    }
    if (store->count == DW_GHOSTS_KEPT) {
        store->head = (store->head + 1) % DW_GHOSTS_KEPT;
        store->count--;
    }
    store->rows[(store->head + store->count++) % DW_GHOSTS_KEPT] = *ghosts;
    return true;
}

static const dw_ghost *find(const dw_ghosts *in, const dw_ghost *same)
{
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->rows[i].slot == same->slot && in->rows[i].tries == same->tries) {
            return &in->rows[i];
        }
    }
    return NULL;
}

static dw_drawn_ghost place(const dw_ghost *ghost, dw_vec origin)
{
    return (dw_drawn_ghost){.slot = ghost->slot,
                            .tries = ghost->tries,
                            .flags = ghost->flags,
                            .x = dw_snapshot_restore(ghost->x, origin.x),
                            .y = dw_snapshot_restore(ghost->y, origin.y),
                            .heading = (float)ghost->heading / 128.0F};
}

/* Moves `from` towards `to` by that part of the way. */
static void move(dw_drawn_ghost *from, const dw_drawn_ghost *to, double part)
{
    if (hypot(to->x - from->x, to->y - from->y) > DW_GHOSTS_LEAP) {
        return;
    }
    const float turn = to->heading - from->heading;
    from->x += (to->x - from->x) * part;
    from->y += (to->y - from->y) * part;
    from->heading += (turn - roundf(turn)) * (float)part;
}

void dw_ghost_store_draw(const dw_ghost_store *store, double tick, dw_vec origin,
                         dw_drawn_world *world)
{
    world->ghost_count = 0;
    if (store->count == 0) {
        return;
    }
    uint32_t index = store->count - 1;
    while (index > 0 && at(store, index)->tick > tick) {
        index--;
    }
    const dw_ghosts *before = at(store, index);
    const dw_ghosts *after = index + 1 < store->count ? at(store, index + 1) : before;
    const double way = (double)after->tick - before->tick;
    const double part = way > 0 ? fmin(fmax((tick - before->tick) / way, 0.0), 1.0) : 0.0;
    for (uint32_t i = 0; i < before->count; i++) {
        dw_drawn_ghost *ghost = &world->ghosts[world->ghost_count++];
        *ghost = place(&before->rows[i], origin);
        const dw_ghost *next = find(after, &before->rows[i]);
        if (next != NULL) {
            const dw_drawn_ghost to = place(next, origin);
            move(ghost, &to, part);
        }
    }
}
