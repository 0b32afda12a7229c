/* radio.h - what guards say to each other: messages as data (section 4 of server/RULES.md).
 * Owns: the messages under way, in the order in which they were sent, and the chance by which some
 * are lost. A message is due radio_delay_ticks after it was sent. Each guard but the sender hears
 * it then, unless it is too far off, in a jammed room, or unlucky. When more than
 * DW_RADIO_HEARD_MAX are due at once, the rest are heard in the ticks after. Knows nothing of what
 * a message means. No allocation after creation. Cost: a message that is due, one visit of each
 * room at most. */
#ifndef DW_SIM_RADIO_H
#define DW_SIM_RADIO_H

#include "common/base/arena.h"
#include "common/world/ruleset.h"
#include "common/world/state.h"
#include "common/world/world_fields.h"

enum {
    DW_RADIO_DOORS_MAX = 6, /* The first ones of the list; what does not fit is left off. */
    DW_RADIO_HEARD_MAX = 8  /* A tick. */
};

/* Id, sender, its room and ticks are given by the simulation. */
#define DW_RADIO_MESSAGE_FIELDS(X, A, M)                                                           \
    X(u32, id) /* 1, 2, ... in the order of sending in a round. */                                 \
    X(u32, sent)                                                                                   \
    X(u32, due)                                                                                    \
    X(u8, kind) /* dw_radio_kind */                                                                \
    X(u8, sender)                                                                                  \
    X(u8, slot)      /* Which intruder. */                                                         \
    X(u8, agitation) /* 0 .. 3 */                                                                  \
    X(u16, room)                                                                                   \
    X(u16, from)   /* The sender's room then. The simulation's own: hearers get DW_NONE. */        \
    X(u8, task)    /* dw_task, with OFFER and HOLDS. */                                            \
    X(flag, again) /* HOLDS, TAKES: the sender has said so before. */                              \
    X(u8, door_count)                                                                              \
    X(u8, receiver) /* Index of a guard + 1; 0: all. Others hear it, too. */                       \
    X(vec, place)   /* The sender's position. */                                                   \
    X(i32, bid_mm) /* TAKES, OFFER, BID: the sender's path, longer when busy. The least has it. */ \
    X(u32, conversation) /* Its name (conversation.h of server/mind), or 0. */                     \
    X(u32, number)       /* In a conversation: of the sender's messages, from 1. */                \
    X(u32, reply_to)     /* Number of the receiver's message that this answers, or 0. */           \
    X(u32, deadline)     /* The last tick at which an answer counts. */                            \
    A(u16, doors, DW_RADIO_DOORS_MAX, DW_RADIO_DOORS_MAX)

/* `doors` with REPORT: circular doors of the room to which the intruder is nearer than the sender,
 * furthest from the intruder first. */
typedef struct dw_radio_message {
    DW_FIELDS_MEMBERS(DW_RADIO_MESSAGE_FIELDS)
} dw_radio_message;
typedef dw_radio_message dw_field_message;
DW_FIELDS_INLINE(message, DW_RADIO_MESSAGE_FIELDS);

/* A loaded message names only what the map has. */
bool dw_message_is_sound(const dw_radio_message *message, const dw_map *map);

typedef struct dw_radio {
    uint32_t capacity, first, count;
    uint32_t next_id;
    uint32_t dropped; /* Since reset: the oldest goes when there is no room for a new one. */
    uint32_t delivered, lost; /* Since reset: hearers of messages that were due. */
    dw_rng luck;              /* Which hearers a message does not reach. */
    dw_radio_message *messages;
} dw_radio;

DW_MUST_USE dw_status dw_radio_create(dw_radio *radio, dw_arena *arena, uint32_t guard_count);
void dw_radio_reset(dw_radio *radio, uint64_t seed);

/* Who sends a message, when, and from which room. */
typedef struct dw_radio_sender {
    uint8_t guard;
    uint16_t room;
    uint32_t tick;
} dw_radio_sender;

/* Fills in id, sender, its room and ticks, and takes a copy. */
void dw_radio_send(dw_radio *radio, const dw_radio_message *said, const dw_radio_sender *sender,
                   uint32_t delay_ticks);

/* Takes the messages that are due out of the queue; at most DW_RADIO_HEARD_MAX. */
uint8_t dw_radio_take_due(dw_radio *radio, uint32_t tick,
                          dw_radio_message heard[DW_RADIO_HEARD_MAX]);

/* The rooms in which guards can hear what is sent from room `from`: those within
 * radio_range_rooms steps of the graph of rooms that do not jam; none when `from` does. */
typedef struct dw_radio_cover {
    uint64_t rooms[DW_ROOMS_MAX / 64];
} dw_radio_cover;
dw_radio_cover dw_radio_cover_of(const dw_map *map, const dw_ruleset *rules, uint16_t from);

/* Whether a message that is due reaches a guard in `room`, and counts it. Draws when messages get
 * lost, so that callers ask once for each message and hearer, in order. */
bool dw_radio_reaches(dw_radio *radio, const dw_ruleset *rules, const dw_radio_cover *cover,
                      uint16_t room);

/* Message number `back` from the newest (0), delivered or not; NULL when it is no longer held. */
const dw_radio_message *dw_radio_recent(const dw_radio *radio, uint32_t back);

/* The digest covers the messages under way. Save and load carry those that were heard, too, for
 * dw_radio_recent. Load requires that counts and kinds are those of a radio; what rooms, doors and
 * guards a message names is for the caller to check. */
typedef dw_radio dw_field_radio;
DW_FIELDS_DECLARE(radio);

#endif
