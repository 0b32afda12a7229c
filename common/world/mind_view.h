/* mind_view.h - what goes on in one guard, as others see it: goal and cause, path, what it believes
 * of each intruder, its search, its radio. One struct from the brain to the spectator's screen.
 *
 *   brain (explain)  goal, target, path, beliefs, search     positions in units, ticks of the round
 *   simulation       tick, body, meters, radio
 *   match            ticks of the server, positions in steps of 16 mm, strategy
 *   wire, client     the same values
 *
 * Owns: nothing; a value that is copied. Does not know where it is shown. */
#ifndef DW_WORLD_MIND_VIEW_H
#define DW_WORLD_MIND_VIEW_H

#include "common/world/map.h"
#include "common/world/state.h"

enum {
    DW_MIND_WORD_MAX = 23,     /* Bytes of a goal's name, and of what the guard does meanwhile. */
    DW_MIND_SENTENCE_MAX = 95, /* Bytes. */
    DW_MIND_STRATEGY_MAX = 19, /* Bytes; a longer name is cut, since a mind fits a datagram. */
    DW_MIND_PATH_MAX = 32,
    DW_MIND_ROOMS_MAX = 16,
    DW_MIND_PIECES_MAX = 64,
    DW_MIND_CALLS_MAX = 6,
    DW_MIND_NOISES_MAX = 3,
    DW_MIND_SIDES_ALL = 15,
    DW_MIND_METER_MAX = 110
};

/* The guard's meter against one intruder, and where it believes the intruder to be. */
typedef struct dw_mind_intruder {
    uint8_t slot;
    uint8_t meter;      /* 0 .. DW_MIND_METER_MAX percent. */
    uint8_t source;     /* dw_belief_source; with NONE the fields below are 0, room DW_NONE, and
                           `tick` that of the view. */
    uint8_t told_by;    /* Body of the guard, with TOLD; else 0. */
    uint8_t confidence; /* 0 .. 100; 100 while the guard senses the intruder. */
    uint16_t room;      /* Or DW_NONE. */
    uint32_t tick;      /* When the guard learned it. */
    dw_vec place;       /* With TOLD the middle of the room. */
} dw_mind_intruder;

/* A piece of furniture in the room that the guard searches. */
typedef struct dw_mind_piece {
    uint16_t furniture; /* DW_NONE: the corners of the room. */
    uint8_t sides;      /* Bit i: a side that the guard has still to look at. */
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

/* A noise that the guard heard and has not forgotten, as its ears tell it. */
typedef struct dw_mind_noise {
    uint8_t alarm;    /* 1: a bark, a shout or a bell. */
    uint8_t level_db; /* At the guard's ears; at most 255. */
    uint8_t error_dm; /* How far from `place` its cause may be, in decimetres; 255: or further. */
    uint32_t tick;
    dw_vec place; /* Where it seems to come from. */
} dw_mind_noise;

typedef struct dw_mind_view {
    uint32_t tick;     /* Never 0 on the wire; no other tick in the view is later. */
    uint8_t body;      /* The guard's body in the snapshots of spectators: its index + 1. */
    uint8_t cause;     /* dw_cause of the goal. */
    uint8_t agitation; /* 0 .. 3 */
    uint8_t path_count, intruder_count, room_count, piece_count, clear_count, call_count,
        noise_count;
    uint16_t room, door; /* What the goal is about, or DW_NONE. */
    char goal[DW_MIND_WORD_MAX + 1];
    char sentence[DW_MIND_SENTENCE_MAX + 1];
    char doing[DW_MIND_WORD_MAX + 1];        /* On the way: "waits for a doorway"; may be empty. */
    char strategy[DW_MIND_STRATEGY_MAX + 1]; /* What it is called; may be empty. */
    uint32_t cause_id; /* With MESSAGE the call's id, else the percept's tick. */
    uint32_t since;    /* Tick since which the guard has the goal. */
    dw_vec target;
    uint32_t
        switches; /* dw_switch_set: those whose lamps it saw last otherwise than at the start. */
    dw_vec path[DW_MIND_PATH_MAX];                /* What is left of the path, cut to the array. */
    dw_mind_intruder intruders[DW_INTRUDERS_MAX]; /* Slots ascend. */
    uint16_t rooms[DW_MIND_ROOMS_MAX];            /* Still to be searched, the one at hand first. */
    dw_mind_piece pieces[DW_MIND_PIECES_MAX];     /* Of the room at hand. */
    dw_mind_room clear[DW_MIND_ROOMS_MAX];        /* Searched lately, as far as the guard knows. */
    dw_mind_call calls[DW_MIND_CALLS_MAX];        /* Said or heard lately, newest first. */
    dw_mind_noise noises[DW_MIND_NOISES_MAX];     /* Newest first. */
} dw_mind_view;

/* A guard has another goal. */
typedef struct dw_goal_change {
    uint32_t tick;
    uint8_t body;
    uint8_t cause;     /* dw_cause */
    uint32_t cause_id; /* As in the view. */
    char from[DW_MIND_WORD_MAX + 1];
    char to[DW_MIND_WORD_MAX + 1];
    char sentence[DW_MIND_SENTENCE_MAX + 1];
} dw_goal_change;

/* Where a hiding body would be, 0 <= `side` < 4: beside the middle of that side of the furniture,
 * or with DW_NONE in a corner of the room. A guard that searches looks there. */
dw_vec dw_hiding_spot(const dw_map *map, uint16_t room, uint16_t furniture, uint32_t side);

/* Whether `now` has another goal than one called `goal` held since tick `since`; the same goal
 * taken up anew counts. Fills `change` then, with the view's `since` as its tick. */
bool dw_mind_goal_changed(const dw_mind_view *now, const char *goal, uint32_t since,
                          dw_goal_change *change);

#endif
