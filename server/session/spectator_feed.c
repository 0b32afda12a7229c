#include "server/session/spectator_feed.h"

#include "common/base/check.h"
#include "common/base/fixed.h"

#include <string.h>

enum { HEAD_SIZE = 6 }; /* u32 tick, u16 size. */

dw_status dw_spectator_feed_create(dw_spectator_feed *feed, dw_arena *arena, uint32_t delay_ticks,
                                   uint32_t snapshot_hz, uint32_t bodies_max)
{
    memset(feed, 0, sizeof *feed);
    feed->delay_ticks = delay_ticks;
    const uint32_t tens = 1 + delay_ticks / (10 * DW_TICKS_PER_SECOND);
    feed->size = tens * DW_FEED_BYTES_EACH_10_S;
    feed->bytes = dw_arena_take(arena, feed->size);
    const uint32_t ticks = delay_ticks + DW_HISTORY_SECONDS * DW_TICKS_PER_SECOND;
    const uint32_t rows = ticks * snapshot_hz / DW_TICKS_PER_SECOND + 1;
    const dw_status status =
        dw_snapshot_history_create(&feed->snapshots, arena, rows, bodies_max, SIZE_MAX);
    return feed->bytes == NULL ? DW_MEMORY : status;
}

void dw_spectator_feed_reset(dw_spectator_feed *feed, const dw_snapshot *quiet)
{
    feed->quiet = *quiet;
    feed->head = 0;
    feed->used = 0;
    dw_snapshot_history_reset(&feed->snapshots);
}

void dw_spectator_feed_put_snapshot(dw_spectator_feed *feed, const dw_snapshot *snapshot)
{
    dw_snapshot_history_put(&feed->snapshots, snapshot);
}

static void copy_in(dw_spectator_feed *feed, const void *from, uint32_t size)
{
    const uint8_t *bytes = from;
    for (uint32_t i = 0; i < size; i++) {
        feed->bytes[(feed->head + feed->used) % feed->size] = bytes[i];
        feed->used++;
    }
}

static void copy_out(const dw_spectator_feed *feed, uint32_t offset, void *to, uint32_t size)
{
    uint8_t *bytes = to;
    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = feed->bytes[(feed->head + offset + i) % feed->size];
    }
}

static void remove_oldest(dw_spectator_feed *feed)
{
    uint16_t size;
    copy_out(feed, sizeof(uint32_t), &size, sizeof size);
    feed->head = (feed->head + HEAD_SIZE + size) % feed->size;
    feed->used -= HEAD_SIZE + size;
}

void dw_spectator_feed_put(dw_spectator_feed *feed, uint32_t tick, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status = dw_message_encode(message, bytes, sizeof bytes, &size);
    DW_CHECK(status == DW_OK);
    while (feed->used + HEAD_SIZE + size > feed->size) {
        remove_oldest(feed);
        feed->lost++;
    }
    const uint16_t size16 = (uint16_t)size;
    copy_in(feed, &tick, sizeof tick);
    copy_in(feed, &size16, sizeof size16);
    copy_in(feed, bytes, size16);
}

bool dw_spectator_feed_pop(dw_spectator_feed *feed, uint32_t now, dw_message *message)
{
    if (feed->used == 0) {
        return false;
    }
    uint32_t tick;
    uint16_t size;
    copy_out(feed, 0, &tick, sizeof tick);
    copy_out(feed, sizeof tick, &size, sizeof size);
    if (now - tick < feed->delay_ticks) {
        return false;
    }
    uint8_t bytes[DW_MESSAGE_MAX];
    copy_out(feed, HEAD_SIZE, bytes, size);
    remove_oldest(feed);
    const dw_status status = dw_message_decode_from_server(message, bytes, size);
    DW_CHECK(status == DW_OK); /* They are our own bytes. */
    return true;
}

uint32_t dw_spectator_feed_tick(const dw_spectator_feed *feed, uint32_t now)
{
    return now > feed->delay_ticks ? now - feed->delay_ticks : 1;
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
