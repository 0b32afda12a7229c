/* guard_mind.h - what goes on in one guard at one tick, as it is told to spectators who see all
 * (message 40): goal and why, way, what he makes of each intruder, search, radio. Players never get
 * it (DESIGN.md, section 6). Holds values as they travel, places in steps of 16 mm as in snapshots.
 * Pure; no allocation. */
#ifndef DW_PROTOCOL_GUARD_MIND_H
#define DW_PROTOCOL_GUARD_MIND_H

#include "common/world/map.h"
#include "common/world/state.h"
#include "protocol/protocol.h"

enum {
    DW_MIND_WORD_MAX = 23,     /* Bytes of the goal's name, and of what he does on the way. */
    DW_MIND_SENTENCE_MAX = 95, /* Bytes. */
    DW_MIND_PATH_MAX = 32,
    DW_MIND_ROOMS_MAX = 16,
    DW_MIND_PIECES_MAX = 64,
    DW_MIND_CALLS_MAX = 6,
    DW_MIND_SIDES_ALL = 15,
    DW_MIND_METER_MAX = 110
};

typedef struct dw_mind_place {
    uint16_t x, y; /* Steps of 16 mm from the top left of the map's bounds. */
} dw_mind_place;

/* His meter against an intruder, and where he believes him to be. */
typedef struct dw_mind_intruder {
    uint8_t slot;
    uint8_t meter;      /* 0 .. DW_MIND_METER_MAX percent. */
    uint8_t source;     /* dw_belief_source; with NONE the rest is 0 and room DW_NONE. */
    uint8_t told_by;    /* Body of the guard, with TOLD; else 0. */
    uint8_t confidence; /* 0 .. 100 */
    uint16_t room;      /* Or DW_NONE. */
    uint32_t tick;      /* Of the news. */
    dw_mind_place place;
} dw_mind_intruder;

/* A piece of furniture in the room that he searches. */
typedef struct dw_mind_piece {
    uint16_t furniture; /* DW_NONE: the corners of the room. */
    uint8_t sides;      /* Bit i: a side that he has still to look at. */
} dw_mind_piece;

typedef struct dw_mind_room {
    uint16_t room;
    uint32_t tick;
} dw_mind_room;

typedef struct dw_mind_call {
    uint32_t id;    /* In the order of sending in a round, from 1. */
    uint32_t tick;  /* When it was said. */
    uint8_t kind;   /* dw_radio_kind, not NONE. */
    uint8_t sender; /* Body of the guard. */
    uint8_t slot;
    uint16_t room, door; /* Or DW_NONE. */
} dw_mind_call;

typedef struct dw_guard_mind {
    uint32_t tick; /* Of the server; never 0. No other tick here is later. */
    uint8_t body;  /* The guard's body in the snapshots of spectators, 1 .. DW_GUARDS_MAX. */
    char goal[DW_MIND_WORD_MAX + 1];
    char sentence[DW_MIND_SENTENCE_MAX + 1];
    char doing[DW_MIND_WORD_MAX + 1]; /* On the way to it: "waits for a doorway"; may be empty. */
    uint8_t cause;                    /* dw_cause */
    uint32_t cause_id;   /* With MESSAGE the call's id, else the tick of the percept. */
    uint32_t since;      /* Tick since which he has the goal. */
    uint8_t agitation;   /* 0 .. 3 */
    uint16_t room, door; /* What the goal is about, or DW_NONE. */
    dw_mind_place target;
    uint8_t path_count;
    dw_mind_place path[DW_MIND_PATH_MAX]; /* What is left of his way. */
    uint8_t intruder_count;
    dw_mind_intruder intruders[DW_INTRUDERS_MAX]; /* Slots ascend. */
    uint8_t room_count;
    uint16_t rooms[DW_MIND_ROOMS_MAX]; /* Still to be searched, the one at hand first. */
    uint8_t piece_count;
    dw_mind_piece pieces[DW_MIND_PIECES_MAX]; /* Of the room at hand. */
    uint8_t clear_count;
    dw_mind_room clear[DW_MIND_ROOMS_MAX]; /* Searched lately, as far as he knows. */
    uint8_t call_count;
    dw_mind_call calls[DW_MIND_CALLS_MAX]; /* Said or heard lately, newest first. */
} dw_guard_mind;

bool dw_guard_mind_valid(const dw_guard_mind *mind);

/* Nothing has changed but the tick, and how sure he still is. */
bool dw_guard_mind_same(const dw_guard_mind *a, const dw_guard_mind *b);

#endif
