/* radio.h - what guards say to each other: messages as data (section 4 of server/RULES.md).
 * Owns: the messages under way, in the order in which they were sent. A message is heard by every
 * guard but its sender, all in the same tick, radio_delay_ticks after it was sent and not a tick
 * earlier; with more than DW_RADIO_HEARD_MAX due at once the rest are heard in the ticks after.
 * Knows nothing of what a message means. No allocation after creation. */
#ifndef DW_SIM_RADIO_H
#define DW_SIM_RADIO_H

#include "common/world/map.h"
#include "common/world/state.h"

enum {
    DW_RADIO_DOORS_MAX = 6, /* The first ones of the list; what does not fit is left off. */
    DW_RADIO_HEARD_MAX = 8  /* A tick. */
};

typedef struct dw_radio_message {
    uint32_t id;        /* 1, 2, ... in the order of sending in a round; given by the simulation. */
    uint32_t sent, due; /* Ticks; given by the simulation. */
    uint8_t kind;       /* dw_radio_kind */
    uint8_t sender;     /* Given by the simulation. */
    uint8_t slot;       /* Which intruder. */
    uint8_t agitation;  /* 0 .. 3 */
    uint16_t room;
    uint8_t door_count;
    dw_vec place;   /* The sender's. */
    int32_t bid_mm; /* With TAKES: how far he has to go, so that the nearest one has it. */
    uint16_t doors[DW_RADIO_DOORS_MAX]; /* With REPORT: circular doors of the room to which the
                                           intruder is nearer than the sender, furthest from the
                                           intruder first. */
} dw_radio_message;

typedef struct dw_radio {
    uint32_t capacity, first, count;
    uint32_t next_id;
    uint32_t dropped; /* Since reset: the oldest goes when there is no room for a new one. */
    dw_radio_message *messages;
} dw_radio;

DW_MUST_USE dw_status dw_radio_create(dw_radio *radio, dw_arena *arena, uint32_t guard_count);
void dw_radio_reset(dw_radio *radio);

/* Fills in id, sender and ticks, and takes a copy. */
void dw_radio_send(dw_radio *radio, const dw_radio_message *said, uint8_t sender, uint32_t tick,
                   uint32_t delay_ticks);

/* Takes the messages that are due out of the queue; at most DW_RADIO_HEARD_MAX. */
uint8_t dw_radio_take_due(dw_radio *radio, uint32_t tick,
                          dw_radio_message heard[DW_RADIO_HEARD_MAX]);

/* What was said lately: number `back` from the newest (0), delivered or not; NULL when it is not
 * held any more. */
const dw_radio_message *dw_radio_recent(const dw_radio *radio, uint32_t back);

uint64_t dw_radio_hash(const dw_radio *radio, uint64_t hash);

#endif
