/* snapshot_wire.h - the layout of a snapshot's bytes and the rules of its fields, for the encoder
 * and the decoder; private to the layer. PROTOCOL.md, "Snapshot", is the standard. */
#ifndef DW_PROTOCOL_SNAPSHOT_WIRE_H
#define DW_PROTOCOL_SNAPSHOT_WIRE_H

#include "protocol/snapshot.h"

#include <stdbool.h>
#include <string.h>

/* [35, tick, age, input lead, changes, changed field ..., body entry ...]
 *
 * `age` is tick - base tick, 0 for a full snapshot, which is a delta against the blank one below.
 * The fields of `changes` follow in the order of the bits below; the body entries take the rest of
 * the array. */
enum {
    CHANGED_X = 1,
    CHANGED_Y = 2,
    CHANGED_HEADING = 4,
    CHANGED_CAUGHT = 8,
    CHANGED_INPUT = 16,
    CHANGED_DOORS = 32,
    CHANGED_FLAGS = 64, /* What changes often stands in the low 7 bits: one byte on the wire. */
    CHANGED_IDENTITY = 128,
    CHANGED_ITEMS = 256,
    CHANGED_TOOLS = 512,
    CHANGED_SWITCHES = 1024,
    CHANGED_LOCKS = 2048,
    CHANGED_PICK = 4096,
    CHANGED_ALL = 8191
};

/* A body entry begins with one number:
 *     gap * 32 + changes   a body of the base: 0 = gone, else what differs
 *     -1 - gap             a body that the base has not, whole
 * where `gap` is its id less the id of the entry before (0 at first), less 1. */
enum {
    BODY_X = 1,
    BODY_Y = 2,
    BODY_HEADING = 4,
    BODY_METER = 8,
    BODY_LOOK = 16, /* flags of the own body | mood << 4 | torch << 6 | listens << 7 */
    BODY_CHANGES = 32,
    LOOK_MOOD_SHIFT = 4,
    LOOK_MOODS = 3,
    LOOK_TORCH = 64,    /* Above the mood: what was there before the torch stays as it was. */
    LOOK_LISTENS = 128, /* Likewise. */
    LOOK_MAX = LOOK_LISTENS | LOOK_TORCH | LOOK_MOODS << LOOK_MOOD_SHIFT | DW_BODY_OWN_FLAGS_ALL,
    METER_MAX = 110,
    CAUGHT_MAX = 100,
    TOOLS_MAX = 16,       /* Of each kind. */
    TOOLS_OF_A_KIND = 32, /* own: coins + 32 * baits */
    TOOLS_ALL = TOOLS_MAX * TOOLS_OF_A_KIND + TOOLS_MAX,
    HEADING_MAX = 127,
    IDENTITY_STATES = 8, /* own: 0 = spectator, else 1 + slot * 8 + state */
    IDENTITY_MAX = DW_INTRUDERS_MAX * IDENTITY_STATES,
    DOOR_WORDS = DW_DOORS_MAX / 32,
    HEADER_ELEMENTS = 5,
    ELEMENTS_MAX =
        HEADER_ELEMENTS + 13 + 1 + DOOR_WORDS + 1 + 3 * DW_ITEMS_MAX + 8 * DW_SNAPSHOT_BODIES_MAX,
    ITEMS_ALL = (1 << DW_ITEMS_MAX) - 1
};

/* What a full snapshot is a delta against: a spectator of an empty house with its doors closed. */
extern const dw_snapshot dw_snapshot_blank;

/* Whether everything in it keeps to the rules that snapshot.h states beside the fields. */
bool dw_snapshot_valid(const dw_snapshot *snapshot, uint16_t doors_count);
bool dw_snapshot_own_valid(const dw_snapshot_own *own, uint32_t tick);
bool dw_snapshot_body_valid(const dw_snapshot_body *body);
bool dw_snapshot_doors_valid(const dw_door_set *doors, uint16_t doors_count);

/* A body of an id keeps its role and slot; with others it is another body. */
static inline bool same_identity(const dw_snapshot_body *a, const dw_snapshot_body *b)
{
    return a->role == b->role && a->slot == b->slot;
}

static inline bool same_item(const dw_snapshot_item *a, const dw_snapshot_item *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}
_Static_assert(sizeof(dw_snapshot_item) == 6, "items are compared as bytes: no padding");

/* The eight directions of a player's heading are multiples of 8192; turned by 7 bits they, and all
 * 128ths of a turn, become numbers of one byte. */
static inline uint16_t pack_heading(uint16_t heading_bam)
{
    return (uint16_t)(heading_bam << 7 | heading_bam >> 9);
}

static inline uint16_t unpack_heading(uint16_t packed)
{
    return (uint16_t)(packed >> 7 | packed << 9);
}

static inline uint32_t door_word(const dw_door_set *doors, uint32_t word)
{
    return (uint32_t)(doors->bits[word / 2] >> (word % 2 * 32));
}

static inline uint8_t pack_identity(const dw_snapshot_own *own)
{
    return own->slot == DW_SLOT_NONE ? 0 : (uint8_t)(1 + own->slot * IDENTITY_STATES + own->state);
}

static inline uint16_t pack_tools(const dw_snapshot_own *own)
{
    return (uint16_t)(own->coins + TOOLS_OF_A_KIND * own->baits);
}

static inline uint8_t pack_look(const dw_snapshot_body *body)
{
    const bool torch = (body->flags & DW_BODY_TORCH) != 0;
    const bool listens = (body->flags & DW_BODY_LISTENS) != 0;
    return (uint8_t)((body->flags & DW_BODY_OWN_FLAGS_ALL) | body->mood << LOOK_MOOD_SHIFT |
                     (torch ? LOOK_TORCH : 0) | (listens ? LOOK_LISTENS : 0));
}

static inline void unpack_look(uint8_t look, dw_snapshot_body *body)
{
    body->flags =
        (uint8_t)((look & DW_BODY_OWN_FLAGS_ALL) | ((look & LOOK_TORCH) != 0 ? DW_BODY_TORCH : 0) |
                  ((look & LOOK_LISTENS) != 0 ? DW_BODY_LISTENS : 0));
    body->mood = look >> LOOK_MOOD_SHIFT & LOOK_MOODS;
}

/* The input tick travels as an age, 0 = none yet, unless it is what one expects: the snapshot's own
 * tick, for a spectator none. */
static inline bool input_is_current(const dw_snapshot_own *own, uint32_t tick)
{
    return own->input_tick == (own->slot == DW_SLOT_NONE ? 0 : tick);
}

#endif
