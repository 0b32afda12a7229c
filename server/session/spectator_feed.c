#include "server/session/spectator_feed.h"

#include "common/base/check.h"
#include "common/base/fixed.h"

#include <string.h>

enum { HEAD_SIZE = 6 }; /* u32 tick, u16 size. */

static dw_status create_ring(dw_feed_ring *ring, dw_arena *arena, uint32_t size)
{
    ring->size = size;
    ring->bytes = dw_arena_take(arena, size);
    return ring->bytes != NULL ? DW_OK : DW_MEMORY;
}

dw_status dw_spectator_feed_create(dw_spectator_feed *feed, dw_arena *arena,
                                   const dw_spectator_delays *delays, uint32_t snapshot_hz,
                                   uint32_t bodies_max, uint32_t guards)
{
    DW_CHECK(delays->mind_ticks >= delays->ticks);
    memset(feed, 0, sizeof *feed);
    feed->delays = *delays;
    const uint32_t delay_ticks = delays->ticks;
    const uint32_t tens = 1 + delay_ticks / (10 * DW_TICKS_PER_SECOND);
    const uint32_t ticks = delay_ticks + DW_HISTORY_SECONDS * DW_TICKS_PER_SECOND;
    const uint32_t rows = ticks * snapshot_hz / DW_TICKS_PER_SECOND + 1;
    dw_status status = create_ring(&feed->messages, arena, tens * DW_FEED_BYTES_EACH_10_S);
    if (status == DW_OK) {
        const uint32_t seconds = 2 + delays->mind_ticks / DW_TICKS_PER_SECOND;
        status = create_ring(&feed->minds, arena, seconds * guards * DW_FEED_MIND_BYTES_A_SECOND);
    }
    if (status == DW_OK) {
        status = dw_snapshot_history_create(&feed->snapshots, arena, rows, bodies_max, SIZE_MAX);
    }
    return status;
}

static void empty_ring(dw_feed_ring *ring)
{
    ring->head = 0;
    ring->used = 0;
}

void dw_spectator_feed_reset(dw_spectator_feed *feed, const dw_snapshot *quiet)
{
    feed->quiet = *quiet;
    empty_ring(&feed->messages);
    empty_ring(&feed->minds);
    dw_snapshot_history_reset(&feed->snapshots);
}

void dw_spectator_feed_put_snapshot(dw_spectator_feed *feed, const dw_snapshot *snapshot)
{
    dw_snapshot_history_put(&feed->snapshots, snapshot);
}

static void copy_in(dw_feed_ring *ring, const void *from, uint32_t size)
{
    const uint8_t *bytes = from;
    for (uint32_t i = 0; i < size; i++) {
        ring->bytes[(ring->head + ring->used) % ring->size] = bytes[i];
        ring->used++;
    }
}

static void copy_out(const dw_feed_ring *ring, uint32_t offset, void *to, uint32_t size)
{
    uint8_t *bytes = to;
    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = ring->bytes[(ring->head + offset + i) % ring->size];
    }
}

static void remove_oldest(dw_feed_ring *ring)
{
    uint16_t size;
    copy_out(ring, sizeof(uint32_t), &size, sizeof size);
    ring->head = (ring->head + HEAD_SIZE + size) % ring->size;
    ring->used -= HEAD_SIZE + size;
    if (ring->used > 0) {
        copy_out(ring, 0, &ring->oldest_tick, sizeof ring->oldest_tick);
    }
}

void dw_spectator_feed_put(dw_spectator_feed *feed, uint32_t tick, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, sizeof bytes, &size);
    DW_CHECK(status == DW_OK);
    dw_feed_ring *ring = message->type == DW_MESSAGE_MIND ? &feed->minds : &feed->messages;
    while (ring->used + HEAD_SIZE + size > ring->size) {
        remove_oldest(ring);
        feed->lost++;
    }
    const uint16_t size16 = (uint16_t)size;
    ring->oldest_tick = ring->used > 0 ? ring->oldest_tick : tick;
    copy_in(ring, &tick, sizeof tick);
    copy_in(ring, &size16, sizeof size16);
    copy_in(ring, bytes, size16);
}

static bool pop(dw_feed_ring *ring, uint32_t now, uint32_t delay_ticks, dw_message *message,
                uint32_t *tick)
{
    if (ring->used == 0 || now - ring->oldest_tick < delay_ticks) {
        return false;
    }
    *tick = ring->oldest_tick;
    uint16_t size;
    copy_out(ring, sizeof(uint32_t), &size, sizeof size);
    uint8_t bytes[DW_MESSAGE_MAX];
    copy_out(ring, HEAD_SIZE, bytes, size);
    remove_oldest(ring);
    const dw_status status = dw_message_decode_from_server(message, bytes, size);
    DW_CHECK(status == DW_OK); /* They are our own bytes. */
    return true;
}

bool dw_spectator_feed_pop(dw_spectator_feed *feed, uint32_t now, dw_message *message,
                           uint32_t *tick)
{
    return pop(&feed->messages, now, feed->delays.ticks, message, tick) ||
           pop(&feed->minds, now, feed->delays.mind_ticks, message, tick);
}

uint32_t dw_spectator_feed_tick(const dw_spectator_feed *feed, uint32_t now)
{
    return now > feed->delays.ticks ? now - feed->delays.ticks : 1;
}

void dw_spectator_feed_snapshot(const dw_spectator_feed *feed, uint32_t now, dw_snapshot *out)
{
    const uint32_t tick = dw_spectator_feed_tick(feed, now);
    if (!dw_spectator_feed_base(feed, tick, out)) {
        *out = feed->quiet;
        out->tick = tick;
    }
}

bool dw_spectator_feed_base(const dw_spectator_feed *feed, uint32_t tick, dw_snapshot *out)
{
    if (!dw_snapshot_history_before(&feed->snapshots, tick, out)) {
        if (feed->snapshots.count == feed->snapshots.capacity) {
            return false; /* It has given way. */
        }
        *out = feed->quiet;
    }
    out->tick = tick;
    return true;
}
