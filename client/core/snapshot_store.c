#include "client/core/snapshot_store.h"

#include "common/base/check.h"

#include <string.h>

void dw_snapshot_store_reset(dw_snapshot_store *store, uint32_t snapshot_hz)
{
    DW_CHECK(snapshot_hz >= 1);
    const uint32_t wanted = DW_SNAPSHOT_STORE_SECONDS * snapshot_hz + 1;
    store->capacity = wanted < DW_SNAPSHOT_STORE_MAX ? wanted : DW_SNAPSHOT_STORE_MAX;
    store->count = 0;
    store->newest = 0;
    store->serial++;
    for (uint32_t i = 0; i < DW_SNAPSHOT_STORE_MAX; i++) {
        store->order[i] = (uint8_t)i;
    }
}

void dw_snapshot_copy(dw_snapshot *to, const dw_snapshot *from)
{
    DW_CHECK(from->body_count <= DW_SNAPSHOT_BODIES_MAX);
    memcpy(to, from, offsetof(dw_snapshot, bodies) + from->body_count * sizeof from->bodies[0]);
}

static uint32_t slot_of(const dw_snapshot_store *store, uint32_t age)
{
    return (store->newest + store->capacity - age) % store->capacity;
}

const dw_snapshot *dw_snapshot_store_at(const dw_snapshot_store *store, uint32_t age)
{
    return age < store->count ? &store->rows[store->order[slot_of(store, age)]] : NULL;
}

static uint32_t tick_at(const dw_snapshot_store *store, uint32_t age)
{
    return store->ticks[store->order[slot_of(store, age)]];
}

const dw_snapshot *dw_snapshot_store_find(const dw_snapshot_store *store, uint32_t tick)
{
    for (uint32_t age = 0; age < store->count; age++) {
        const uint32_t held = tick_at(store, age);
        if (held <= tick) {
            return held == tick ? dw_snapshot_store_at(store, age) : NULL;
        }
    }
    return NULL;
}

void dw_snapshot_store_forget(dw_snapshot_store *store, uint32_t tick)
{
    while (store->count > 0 && tick_at(store, store->count - 1) <= tick) {
        store->count--;
    }
    store->serial++;
}

bool dw_snapshot_store_put(dw_snapshot_store *store, const dw_snapshot *snapshot)
{
    uint32_t age = 0; /* How many held snapshots are newer. */
    while (age < store->count && tick_at(store, age) > snapshot->tick) {
        age++;
    }
    const bool known = age < store->count && tick_at(store, age) == snapshot->tick;
    if (known || age == store->capacity) {
        return false;
    }
    /* The row after the newest is free or holds the oldest. The new snapshot goes there, and the
     * order of the newer ones moves up by one. */
    store->newest = (store->newest + 1) % store->capacity;
    store->count += store->count < store->capacity ? 1 : 0;
    const uint8_t row = store->order[store->newest];
    for (uint32_t i = 0; i < age; i++) {
        store->order[slot_of(store, i)] = store->order[slot_of(store, i + 1)];
    }
    store->order[slot_of(store, age)] = row;
    store->ticks[row] = snapshot->tick;
    store->serial++;
    dw_snapshot_copy(&store->rows[row], snapshot);
    return true;
}
