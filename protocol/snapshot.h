/* snapshot.h - what a client is shown of the world at one tick, and its bytes. server/session
 * builds a dw_snapshot from what the client may know and from nothing else. It holds values exactly
 * as they travel (quantised), so that both ends keep the same baselines. Encoding is against a
 * baseline that the client acknowledged, or in full. No allocation; pure.
 *
 * Quantities: positions of others in steps of 16 mm from the top left of the map's bounds, headings
 * in 128ths of a turn; the own body is exact. */
#ifndef DW_PROTOCOL_SNAPSHOT_H
#define DW_PROTOCOL_SNAPSHOT_H

#include "common/world/map.h"
#include "common/world/state.h"
#include "protocol/protocol.h"

enum {
    DW_SNAPSHOT_BODIES_MAX = DW_GUARDS_MAX + DW_INTRUDERS_MAX,
    DW_SNAPSHOT_STEP_UNITS = 16 * DW_UNITS_PER_MM
};

enum {
    DW_BODY_CROUCHING = 1,
    DW_BODY_SPRINTING = 2,
    DW_BODY_CARRYING = 4,               /* An intruder with an item. */
    DW_BODY_CALLING = 8,                /* A guard that talks into its radio. */
    DW_BODY_TORCH = 16,                 /* A guard with a torch that is lit. */
    DW_BODY_LISTENS = 32,               /* A guard that heeds a noise. */
    DW_BODY_ASLEEP = DW_BODY_CROUCHING, /* A guard that lies with its eyes shut. */
    DW_BODY_FLAGS_ALL = 63,
    DW_BODY_OWN_FLAGS_ALL = 15
};

typedef struct dw_snapshot_body {
    uint8_t id;      /* 1 .. 255, this client's own number, in order of first sight; rows ascend. */
    uint8_t role;    /* dw_role */
    uint8_t slot;    /* Intruders: their slot in the roster; guards: 0. */
    uint8_t flags;   /* DW_BODY_* */
    uint8_t mood;    /* Guards: dw_mood. */
    uint8_t meter;   /* Guards: the detection meter against the viewer (for spectators: the highest
                        against anybody), 0 .. 110 percent. */
    uint8_t heading; /* 128ths of a turn. */
    uint16_t x, y;   /* Steps of 16 mm. */
} dw_snapshot_body;

typedef struct dw_snapshot_own {
    uint8_t slot;   /* DW_SLOT_NONE: a spectator; the rest is 0 then. */
    uint8_t state;  /* dw_slot_state */
    uint8_t flags;  /* DW_BODY_* */
    uint8_t caught; /* Catch timer, 0 .. 100 percent. */
    uint16_t heading_bam;
    uint8_t coins, baits; /* Left to throw. */
    int32_t x, y;         /* Exact, in units. */
    uint32_t input_tick;  /* The last tick whose intent is in this position. */
    uint16_t pick;        /* 1 + the door whose lock it picks; 0: none. */
    uint16_t pick_since;  /* The tick before the first of that pick, its low 16 bits; 0 without. */
} dw_snapshot_own;

typedef struct dw_snapshot_item {
    uint8_t state;   /* dw_item_state */
    uint8_t carrier; /* Slot, with CARRIED; else 0. */
    uint16_t x, y;   /* Where it was dropped, in steps; else 0. */
} dw_snapshot_item;

typedef struct dw_snapshot {
    uint32_t tick;     /* Of the server, common to its matches; never 0. */
    int8_t input_lead; /* By how many ticks the client's newest intent was early (late: negative)
                          when it came, cut to -128 .. 127; the client steers by it. */
    uint8_t body_count;
    /* By index of the map. Behind the map's items come baits: DROPPED where one lies in sight of
     * the client. The others are 0. */
    dw_snapshot_item items[DW_ITEMS_MAX];
    dw_snapshot_own own;
    dw_switch_set worked; /* Switches that stand otherwise than at the start, as far as it knows. */
    dw_lock_set turned;   /* Locks, likewise. */
    dw_door_set doors;    /* Open ones as this client knows them. */
    dw_snapshot_body bodies[DW_SNAPSHOT_BODIES_MAX];
} dw_snapshot;

/* For how long the own body has picked the lock; 0: it picks none. */
static inline uint16_t dw_snapshot_pick_ticks(const dw_snapshot *snapshot)
{
    const uint16_t ticks = (uint16_t)(snapshot->tick - snapshot->own.pick_since);
    return snapshot->own.pick != 0 ? ticks : (uint16_t)0;
}

/* Encodes [35, tick, tick - base tick or 0, ...] against `base` (older; NULL: in full) into at most
 * `capacity` bytes; `doors_count` is the map's. Bodies that do not fit are left out from the end of
 * `order` (row indices of `snapshot`, most important first; NULL: row order), and `sent` (may be
 * NULL) becomes exactly what the receiver will have: the baseline to keep. A body left out stands
 * in `sent` as the base has it, or not at all when the base has not; that a body is gone is always
 * said. DW_FULL when not even the fixed part fits. A snapshot that breaks the rules of its fields
 * (own.input_tick above tick, a slot or mood on a body of the wrong role, a door beyond
 * doors_count, ...) is a bug (DW_CHECK). */
DW_MUST_USE dw_status dw_snapshot_encode(const dw_snapshot *snapshot, const dw_snapshot *base,
                                         uint16_t doors_count, const uint8_t *order, uint8_t *bytes,
                                         size_t capacity, size_t *size, dw_snapshot *sent);

/* The tick of the baseline that the bytes need, 0 for none. DW_INVALID when they are no snapshot.
 */
DW_MUST_USE dw_status dw_snapshot_base_tick(const uint8_t *bytes, size_t size, uint32_t *tick,
                                            uint32_t *base_tick);

/* `base` must be the snapshot of that tick (NULL for 0). Everything is checked: order of ids,
 * ranges, counts, trailing bytes. DW_INVALID leaves `out` untouched. */
DW_MUST_USE dw_status dw_snapshot_decode(dw_snapshot *out, const dw_snapshot *base,
                                         uint16_t doors_count, const uint8_t *bytes, size_t size);

/* Quantised and back (the middle of the step). `origin` is the map's bounds.min. */
uint16_t dw_snapshot_quantise(int32_t units, int32_t origin);
int32_t dw_snapshot_restore(uint16_t steps, int32_t origin);

#endif
