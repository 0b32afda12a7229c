#include "server/session/snapshot_history.h"

#include "common/base/check.h"
#include "common/base/prefetch.h"

#include <string.h>

/* A row is a dw_snapshot cut after its last possible body. Rows keep the struct's alignment. */
enum { ROW_HEAD = offsetof(dw_snapshot, bodies), ROW_ALIGN = _Alignof(dw_snapshot) };

dw_status dw_snapshot_history_create(dw_snapshot_history *history, dw_arena *arena,
                                     uint32_t rows_wanted, uint32_t bodies_max, size_t bytes_max)
{
    DW_CHECK(bodies_max <= DW_SNAPSHOT_BODIES_MAX);
    const size_t plain = ROW_HEAD + bodies_max * sizeof(dw_snapshot_body);
    const size_t row_size = (plain + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
    const size_t fit = bytes_max / row_size;
    size_t capacity = rows_wanted < fit ? rows_wanted : fit;
    capacity = capacity < 2 ? 2 : capacity;
    uint8_t *rows = dw_arena_take(arena, capacity * row_size);
    uint32_t *ticks = DW_ARENA_ARRAY(arena, uint32_t, capacity);
    if (rows == NULL || ticks == NULL) {
        return DW_MEMORY;
    }
    *history = (dw_snapshot_history){
        .rows = rows,
        .ticks = ticks,
        .row_size = (uint32_t)row_size,
        .bodies_max = bodies_max,
        .capacity = (uint32_t)capacity,
    };
    return DW_OK;
}

void dw_snapshot_history_reset(dw_snapshot_history *history)
{
    history->count = 0;
    history->newest = 0;
}

/* By age: 0 is the newest. */
static uint32_t place_of(const dw_snapshot_history *history, uint32_t age)
{
    return history->newest >= age ? history->newest - age
                                  : history->newest + history->capacity - age;
}

static const dw_snapshot *row_at(const dw_snapshot_history *history, uint32_t age)
{
    return (const dw_snapshot *)(const void *)(history->rows +
                                               (size_t)place_of(history, age) * history->row_size);
}

static uint32_t tick_at(const dw_snapshot_history *history, uint32_t age)
{
    return history->ticks[place_of(history, age)];
}

static size_t used_bytes(const dw_snapshot *snapshot)
{
    return ROW_HEAD + snapshot->body_count * sizeof(dw_snapshot_body);
}

void dw_snapshot_history_put(dw_snapshot_history *history, const dw_snapshot *snapshot)
{
    DW_CHECK(snapshot->body_count <= history->bodies_max);
    DW_CHECK(history->count == 0 || history->newest_tick < snapshot->tick);
    history->newest_tick = snapshot->tick;
    if (history->count > 0) {
        history->newest = (history->newest + 1) % history->capacity;
    }
    history->count += history->count < history->capacity ? 1 : 0;
    history->ticks[history->newest] = snapshot->tick;
    memcpy(history->rows + (size_t)history->newest * history->row_size, snapshot,
           used_bytes(snapshot));
}

/* The age of the newest row of at most `tick`, or `count`: ticks fall with age. */
static uint32_t find_age(const dw_snapshot_history *history, uint32_t tick)
{
    uint32_t low = 0;
    uint32_t high = history->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (tick_at(history, middle) <= tick) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* The age of the row of exactly that tick. */
static bool find_exactly(const dw_snapshot_history *history, uint32_t tick, uint32_t *age)
{
    *age = find_age(history, tick);
    return *age < history->count && tick_at(history, *age) == tick;
}

void dw_snapshot_history_prefetch(const dw_snapshot_history *history, uint32_t tick)
{
    uint32_t age = 0;
    const size_t next = (history->newest + 1) % history->capacity;
    dw_prefetch(history->rows + next * history->row_size, history->row_size);
    dw_prefetch(&history->ticks[next], sizeof history->ticks[0]);
    if (find_exactly(history, tick, &age)) {
        dw_prefetch(row_at(history, age), history->row_size);
    }
}

bool dw_snapshot_history_has(const dw_snapshot_history *history, uint32_t tick)
{
    uint32_t age = 0;
    return find_exactly(history, tick, &age);
}

bool dw_snapshot_history_before(const dw_snapshot_history *history, uint32_t tick, dw_snapshot *out)
{
    const uint32_t age = find_age(history, tick);
    if (age == history->count) {
        return false;
    }
    const dw_snapshot *row = row_at(history, age);
    memcpy(out, row, used_bytes(row));
    return true;
}

const dw_snapshot *dw_snapshot_history_find(const dw_snapshot_history *history, uint32_t tick)
{
    uint32_t age = 0;
    return find_exactly(history, tick, &age) ? row_at(history, age) : NULL;
}
