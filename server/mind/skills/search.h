/* search.h - how a guard searches: a list of rooms, and in each room every spot where somebody
 * could hide (server/RULES.md 5.42 to 5.53). Owns: the list, what of the room he has looked at,
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

#define DW_SEARCH_FIELDS(X, A, M)                                                                  \
    X(u8, phase) /* dw_search_phase */                                                             \
    X(u8, room_count)                                                                              \
    X(u8, at) /* Index of the room that is searched now. */                                        \
    X(u8, piece_count)                                                                             \
    X(u8, piece_at) /* Looked at in this tick. */                                                  \
    X(u8, target_piece)                                                                            \
    X(u8, target_side)                                                                             \
    X(u8, draws)                                                                                   \
    X(u8, turn_left)                                                                               \
    X(u8, left) /* Spots that the guard has not looked at. */                                      \
    X(u16, ticks)                                                                                  \
    X(u16, searched_count) /* One more than the highest room that was ever noted. */               \
    A(u16, rooms, DW_MIND_ROOMS_MAX, it->room_count)                                               \
    A(u16, pieces, DW_SEARCH_PIECES_MAX, it->piece_count)   /* Furniture; DW_NONE: corners. */     \
    A(u8, sides, DW_SEARCH_PIECES_MAX, it->piece_count)     /* Bit i: spot i is left. */           \
    A(u32, searched_tick, DW_ROOMS_MAX, it->searched_count) /* 0 = never. */                       \
    X(rng, places)

typedef struct dw_search {
    DW_FIELDS_MEMBERS(DW_SEARCH_FIELDS)
} dw_search;
typedef dw_search dw_field_search;

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

/* The room was searched at `tick`, by this guard or another; or somebody is in it now. */
void dw_search_note(dw_search *search, uint16_t room, uint32_t tick);
void dw_search_reopen(dw_search *search, uint16_t room);
bool dw_search_is_fresh(const dw_search *search, const dw_ruleset *rules, uint16_t room,
                        uint32_t tick);

/* His way was broken off: he goes on from where he is. */
void dw_search_look_again(dw_search *search);

/* One tick. With ROOM_DONE the room is noted as searched. */
dw_search_result dw_search_step(dw_search *search, dw_mover *mover, const dw_brain_setup *setup,
                                const dw_percepts *percepts, int32_t speed,
                                dw_guard_command *command);

void dw_search_explain(const dw_search *search, dw_mind_view *explanation);
void dw_digest_search(dw_digest *digest, const dw_search *search);

#endif
