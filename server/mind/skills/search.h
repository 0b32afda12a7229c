/* search.h - how a guard searches: a list of rooms, and in each room every spot where an intruder
 * could hide (server/RULES.md 5.42 to 5.53). Owns: the list, what of the room the guard has looked
 * at, when each room was searched, a random stream for positions. No allocation.
 *
 * A spot lies beside each side of a piece of furniture, if a body fits there. It is checked when
 * the guard has had it in its field of view with a line of sight. That holds the rule (a line to
 * any corner or mid-side) and more: a line to the near side alone would miss an intruder that
 * crouches behind the piece. The corners of the room count as one more piece, so that a room
 * without furniture is searched, too. What a visible colleague looks at in the room counts as
 * checked: they share the search. */
#ifndef DW_MIND_SEARCH_H
#define DW_MIND_SEARCH_H

#include "server/mind/mover.h"

enum {
    DW_SEARCH_PIECES_MAX = 64 /* In a room; a guard does not look behind further ones. */
};

typedef enum dw_search_phase {
    DW_SEARCH_NOTHING,
    DW_SEARCH_CHOOSING, /* The next spot, and a position that shows it. */
    DW_SEARCH_WALKING,
    DW_SEARCH_TURNING /* There, and turning to it. */
} dw_search_phase;

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
    X(rng, places)                                                                                 \
    A(u16, rooms, DW_MIND_ROOMS_MAX, it->room_count)                                               \
    A(u16, pieces, DW_SEARCH_PIECES_MAX, it->piece_count)   /* Furniture; DW_NONE: corners. */     \
    A(u8, sides, DW_SEARCH_PIECES_MAX, it->piece_count)     /* Bit i: spot i is left. */           \
    A(u32, searched_tick, DW_ROOMS_MAX, it->searched_count) /* 0 = never. */

typedef struct dw_search {
    DW_FIELDS_MEMBERS(DW_SEARCH_FIELDS)
} dw_search;
typedef dw_search dw_field_search;

void dw_search_reset(dw_search *search, uint64_t seed);

/* A list that begins with `room`: itself, then adjoining dead ends, then whole arms of rooms that
 * lead nowhere else. Nothing is searched until dw_search_next. */
void dw_search_list(dw_search *search, const dw_brain_setup *setup, uint16_t room);

/* ... and all other rooms that adjoin it, for a thorough search. */
void dw_search_list_adjoining(dw_search *search, const dw_brain_setup *setup);

/* One room alone, as on a patrol on the alert. */
void dw_search_begin_room(dw_search *search, const dw_brain_setup *setup, uint16_t room);

/* The next room of the list that nobody has searched lately; false at the end of the list. */
bool dw_search_next(dw_search *search, const dw_brain_setup *setup, uint32_t tick);

/* Nothing is searched any more. */
void dw_search_stop(dw_search *search);

/* The room that is searched, or DW_NONE. */
uint16_t dw_search_room(const dw_search *search);

/* The room was searched at `tick`, by this guard or another; or somebody is in it again. */
void dw_search_note(dw_search *search, uint16_t room, uint32_t tick);
void dw_search_reopen(dw_search *search, uint16_t room);
bool dw_search_is_fresh(const dw_search *search, const dw_ruleset *rules, uint16_t room,
                        uint32_t tick);

/* The path was broken off: the search goes on from where the guard is. */
void dw_search_look_again(dw_search *search);

/* One tick at `think->speed`. DONE: everything in the room has been looked at, and it is noted as
 * searched. FAILED: the guard cannot get there, or it takes too long. */
dw_skill_state dw_search_step(dw_search *search, const dw_think *think);

/* The room that is searched, and what is left in it. */
void dw_search_explain(const dw_search *search, const dw_brain_setup *setup, dw_mind_view *view);

/* The rest of the list, the pieces of the room, and the rooms that need no search. */
void dw_search_explain_rooms(const dw_search *search, const dw_brain_setup *setup, uint32_t tick,
                             dw_mind_view *view);
/* A loaded search names only what the map has. */
bool dw_search_is_sound(const dw_search *search, const dw_map *map);
DW_FIELDS_INLINE(search, DW_SEARCH_FIELDS);

#endif
