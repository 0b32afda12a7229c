/* spectator_feed.h - what spectators are shown, and when: everything, as late as the host wants.
 * Owns: the snapshots of the delay and of the 4 s before it (also the baselines, since all
 * spectators see the same), the messages of the delay, and the guards' minds. Minds have a ring of
 * their own: they are many and must not push a message out. Does not know: who watches. By policy
 * the oldest messages of a full ring give way; they are counted. */
#ifndef DW_SESSION_SPECTATOR_FEED_H
#define DW_SESSION_SPECTATOR_FEED_H

#include "protocol/message.h"
#include "server/session/snapshot_history.h"

enum {
    DW_FEED_BYTES_EACH_10_S = 16 * 1024,
    DW_FEED_MIND_BYTES_A_SECOND = 1024 /* A guard: 5 minds of 200 bytes. */
};

/* Bytes of [tick, size, message]. */
typedef struct dw_feed_ring {
    uint8_t *bytes;
    uint32_t size, head, used;
    uint32_t
        oldest_tick; /* Of the message at the head, so that most ticks need not read the ring. */
} dw_feed_ring;

typedef struct dw_spectator_delays {
    uint32_t ticks;      /* Of snapshots and messages. */
    uint32_t mind_ticks; /* Of the guards' minds; at least `ticks`. */
} dw_spectator_delays;

typedef struct dw_spectator_feed {
    dw_spectator_delays delays;
    dw_feed_ring messages, minds;
    uint64_t lost;
    dw_snapshot_history snapshots;
    dw_snapshot quiet; /* The empty house: shown until the delay has passed once. */
} dw_spectator_feed;

DW_MUST_USE dw_status dw_spectator_feed_create(dw_spectator_feed *feed, dw_arena *arena,
                                               const dw_spectator_delays *delays,
                                               uint32_t snapshot_hz, uint32_t bodies_max,
                                               uint32_t guards);

/* The match begins anew with an empty house: nothing from before is shown. */
void dw_spectator_feed_reset(dw_spectator_feed *feed, const dw_snapshot *quiet);

void dw_spectator_feed_put_snapshot(dw_spectator_feed *feed, const dw_snapshot *snapshot);
void dw_spectator_feed_put(dw_spectator_feed *feed, uint32_t tick, const dw_message *message);

/* The next message that is due at `now`, once, and the tick at which it was put. The guards' minds
 * come after all else. */
bool dw_spectator_feed_pop(dw_spectator_feed *feed, uint32_t now, dw_message *message,
                           uint32_t *tick);

/* The tick that spectators see at `now`; never 0. */
uint32_t dw_spectator_feed_tick(const dw_spectator_feed *feed, uint32_t now);

/* What spectators see at `now`. */
void dw_spectator_feed_snapshot(const dw_spectator_feed *feed, uint32_t now, dw_snapshot *out);

/* The snapshot that they were sent for `tick`, as a baseline. False when it is not held any
 * more. */
bool dw_spectator_feed_base(const dw_spectator_feed *feed, uint32_t tick, dw_snapshot *out);

#endif
