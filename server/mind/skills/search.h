/* search.h - how a guard searches: a list of rooms, and in each room every spot where somebody
 * could hide (RULES.md section 5, search list). Owns: the list, what of the room he has looked at,
 * when which room was searched, his stream of places.
 *
 * A piece of furniture is checked when he had a line of sight, in his field of view, to each of its
 * sides at which a body fits: that holds the rule (a line to any corner or mid-side) and more, for
 * a line to the near side alone leaves whoever crouches behind it. The corners of the room count
 * as one more piece, so that a room without furniture is looked through, too. What a colleague
 * looks at whom he sees in the room counts as looked at: they share it. */
#ifndef DW_MIND_SEARCH_H
#define DW_MIND_SEARCH_H

#include "common/base/rng.h"
#include "server/mind/mover.h"
#include "server/mind/places.h"

enum {
    DW_SEARCH_PIECES_MAX = 64 /* A room; what stands beyond is not looked behind. */
};

typedef enum dw_search_phase {
    DW_SEARCH_NOTHING,
    DW_SEARCH_CHOOSING, /* The next spot, and a place that shows it. */
    DW_SEARCH_WALKING,
    DW_SEARCH_TURNING /* He is there, and turns to it. */
} dw_search_phase;

typedef enum dw_search_result {
    DW_SEARCH_GOES_ON,
    DW_SEARCH_ROOM_DONE, /* Everything there has been looked at. */
    DW_SEARCH_GAVE_UP    /* He cannot get there, or it takes too long. */
} dw_search_result;

typedef struct dw_search {
    uint8_t phase; /* dw_search_phase */
    uint8_t room_count, at;
    uint8_t piece_count, piece_at; /* piece_at: looked at in this tick. */
    uint8_t target_piece, target_side;
    uint8_t draws, turn_left;
    uint8_t left; /* Spots that he has not looked at. */
    uint16_t ticks;
    uint16_t rooms[DW_SEARCH_ROOMS_MAX];
    uint16_t pieces[DW_SEARCH_PIECES_MAX]; /* Furniture; DW_NONE: the corners. */
    uint8_t sides[DW_SEARCH_PIECES_MAX];   /* Bit i: spot i has still to be looked at. */
    uint32_t searched_tick[DW_ROOMS_MAX];  /* By him or by who told him; 0 = never. */
    dw_rng places;
} dw_search;

void dw_search_reset(dw_search *search, uint64_t seed);

/* The list that begins with `room`: itself, adjoining rooms with one door, then whole arms whose
 * rooms lead nowhere else. */
void dw_search_list(dw_search *search, const dw_brain_setup *setup, uint16_t room);

/* One room alone: the round on the alert. */
void dw_search_only(dw_search *search, const dw_brain_setup *setup, uint16_t room);

/* The next room of the list that nobody has searched lately; false when there is none. */
bool dw_search_next(dw_search *search, const dw_brain_setup *setup, uint32_t tick);

/* The room that is searched, or DW_NONE. */
uint16_t dw_search_room(const dw_search *search);

void dw_search_note(dw_search *search, uint16_t room, uint32_t tick);
bool dw_search_is_fresh(const dw_search *search, const dw_ruleset *rules, uint16_t room,
                        uint32_t tick);

/* His way was broken off: he goes on from where he is. */
void dw_search_look_again(dw_search *search);

/* One tick. With ROOM_DONE the room is noted as searched. */
dw_search_result dw_search_step(dw_search *search, dw_mover *mover, const dw_brain_setup *setup,
                                const dw_percepts *percepts, int32_t speed,
                                dw_guard_command *command);

void dw_search_explain(const dw_search *search, dw_explanation *explanation);
uint64_t dw_search_hash(const dw_search *search, uint64_t hash);

#endif
