/* match_row.h - what one match has shown, as a row of numbers.
 * Owns: the list of the columns and what each of them means. A row is a list of 64-bit numbers in
 * the order of dw_match_columns, so that files and sums need no list of their own.
 * Pure. Texts are plain decimal numbers, the same on every machine. */
#ifndef DW_LAB_MATCH_ROW_H
#define DW_LAB_MATCH_ROW_H

#include "server/sim/brain.h"

#include <stdint.h>

/* Orders of one kind by their ends (those after `_arrived`), in the order of dw_order_end. An order
 * is what a guard takes on when it hears a report. It has arrived when the guard is within 700 mm
 * of where it was to stand.
 */
#define DW_ORDER_COLUMNS(X, kind, what)                                                            \
    X(orders_##kind, "orders " what ", given by a report to a guard elsewhere")                    \
    X(orders_##kind##_arrived, "... to which the guard arrived")                                   \
    X(orders_##kind##_seen, "... the guard saw the intruder within 20 s after it arrived")         \
    X(orders_##kind##_turned,                                                                      \
      "... else the intruder turned back in that time, into the room from which it came")          \
    X(orders_##kind##_empty, "... neither in that time")                                           \
    X(orders_##kind##_met, "... the guard saw the intruder before it arrived")                     \
    X(orders_##kind##_reaimed, "... another order took its place")                                 \
    X(orders_##kind##_dropped, "... the guard left off, or others caught the intruder")            \
    X(orders_##kind##_over, "... the match ended first")

/* `OUTCOME` and `HASH` are written as words and as 16 hexadecimal digits. */
#define DW_MATCH_COLUMNS(OUTCOME, HASH, X)                                                         \
    OUTCOME(outcome,                                                                               \
            "won: the intruders brought out what they came for; lost: all caught; timeout")        \
    HASH(hash, "state hash at the end; changes when the state gains a field")                      \
    HASH(trace, "of all that a watcher could see; equal traces are equal matches")                 \
    X(ticks, "length of the match")                                                                \
    X(first_seen_tick, "first tick with an intruder in a guard's sight; 0: never")                 \
    X(first_detection_tick, "first tick in which a guard's meter became full; 0: never")           \
    X(first_taken_tick, "first tick in which an item was taken; 0: never")                         \
    X(first_caught_tick, "first tick in which an intruder was caught; 0: never")                   \
    X(delivered, "items brought out: the parts of the mission that were done")                     \
    X(seen_ticks, "time in view: ticks with at least one intruder in a guard's sight")             \
    X(sightings, "times an intruder came into a guard's sight, each guard counted")                \
    X(detections, "times a guard's meter became full, each guard counted")                         \
    X(suspicions_in_vain, "times a meter rose to suspicion and fell to 0 without becoming full")   \
    X(touches, "ticks in which a guard touched an intruder, each pair counted")                    \
    X(chase_ticks, "ticks in which at least one guard chased")                                     \
    X(chases, "times a first guard detected an intruder that no other had detected")               \
    X(chases_up_to_2_s, "chases by their length, until no guard has the intruder detected")        \
    X(chases_up_to_5_s, "the same, longer than 2 s")                                               \
    X(chases_up_to_10_s, "the same, longer than 5 s")                                              \
    X(chases_up_to_20_s, "the same, longer than 10 s")                                             \
    X(chases_up_to_60_s, "the same, longer than 20 s")                                             \
    X(chases_longer, "the same, longer than 60 s")                                                 \
    X(chase_ticks_longest, "length of the longest chase")                                          \
    X(detected_ticks, "lengths of all chases together")                                            \
    X(losses, "chases that ended since the intruder got away")                                     \
    X(regained, "losses after which the intruder was detected again within 10 s")                  \
    X(caught, "intruders caught")                                                                  \
    X(taken, "times an item was taken")                                                            \
    X(dropped, "times an item was dropped")                                                        \
    X(handed, "times an item was handed to a mate")                                                \
    X(doors_by_guards, "doors that guards opened or closed")                                       \
    X(doors_by_intruders, "doors that intruders opened or closed")                                 \
    DW_ORDER_COLUMNS(X, intercept, "to intercept at a door")                                       \
    DW_ORDER_COLUMNS(X, wait, "to lie in wait at the only door")                                   \
    DW_ORDER_COLUMNS(X, go, "to go to the reported room")                                          \
    X(searches, "times a guard began to search a room, those on patrol left out")                  \
    X(false_alarms, "searches with no intruder in the room at any time")                           \
    X(searches_again, "searches of a room that another guard searched in the 30 s before")         \
    X(searches_anew, "... and in which a guard has detected an intruder since")                    \
    X(search_ticks, "ticks in which a guard searched the room that it was in, each guard counted") \
    X(search_ticks_again, "... of searches_again")                                                 \
    X(search_ticks_anew, "... of searches_anew")                                                   \
    X(messages_said, "messages that guards gave into the radio")                                   \
    X(messages_lost, "messages that the radio dropped")                                            \
    X(hearers_missed, "times a message did not reach a guard: too far off, jammed, or by chance")  \
    X(heard_report, "reports of an intruder that guards heard over the radio")                     \
    X(heard_clear, "messages heard that a room was searched")                                      \
    X(heard_takes, "messages heard by which a guard takes a door or a room")                       \
    X(heard_caught, "messages heard that an intruder was caught")                                  \
    X(heard_offer, "offers heard to do a task")                                                    \
    X(heard_holds, "messages heard that a guard holds the exit or what is to be stolen")           \
    X(heard_other, "messages heard of any other kind")                                             \
    X(guards_path_mm, "distance that all guards walked")                                           \
    X(intruders_path_mm, "distance that all intruders walked")                                     \
    X(stuck_ticks, "ticks in which a guard wanted to move, and got no 100 mm on for a second")     \
    X(legs, "paths of guards to a goal at which they arrived")                                     \
    X(legs_path_mm, "distance that they walked on these")                                          \
    X(legs_shortest_mm, "length of the shortest paths there, with every door open")                \
    X(legs_per_mille, "legs_path_mm over legs_shortest_mm; 0: no legs")                            \
    X(guards_apart_mm, "mean distance between two guards, sampled each half second")               \
    X(intruders_apart_mm, "the same between two intruders in play; 0: fewer than two")             \
    X(events_dropped, "events that had no room in their tick, and that no column counts")

#define DW_MATCH_MEMBER(name, text) uint64_t name;
#define DW_MATCH_COUNTER(name)      uint64_t name;
typedef struct dw_match_row {
    DW_MATCH_COLUMNS(DW_MATCH_MEMBER, DW_MATCH_MEMBER, DW_MATCH_MEMBER)
    DW_BRAIN_COUNTERS(DW_MATCH_COUNTER, DW_MATCH_COUNTER)
} dw_match_row;
#undef DW_MATCH_MEMBER
#undef DW_MATCH_COUNTER

enum {
    DW_MATCH_COLUMN_COUNT = sizeof(dw_match_row) / sizeof(uint64_t),
    DW_MATCH_CHASE_BINS = 6,
    DW_MATCH_ROW_TEXT_SIZE = DW_MATCH_COLUMN_COUNT * 21 + 1
};

typedef enum dw_order_kind {
    DW_ORDER_INTERCEPT,
    DW_ORDER_WAIT,
    DW_ORDER_GO,
    DW_ORDER_KIND_COUNT
} dw_order_kind;

/* In the order of the columns. */
typedef enum dw_order_end {
    DW_ORDER_GIVEN,   /* No end: counts all of them, */
    DW_ORDER_ARRIVED, /* and those whose guard arrived. */
    DW_ORDER_SEEN,
    DW_ORDER_TURNED,
    DW_ORDER_EMPTY,
    DW_ORDER_MET,
    DW_ORDER_REAIMED,
    DW_ORDER_DROPPED,
    DW_ORDER_OVER,
    DW_ORDER_END_COUNT
} dw_order_end;

typedef enum dw_match_column_kind {
    DW_MATCH_COLUMN_OUTCOME,
    DW_MATCH_COLUMN_HASH,
    DW_MATCH_COLUMN_NUMBER
} dw_match_column_kind;

typedef struct dw_match_column {
    const char *name;
    const char *meaning;
    dw_match_column_kind kind;
} dw_match_column;

extern const dw_match_column dw_match_columns[DW_MATCH_COLUMN_COUNT];

/* The longest chase of each bin in seconds; the last bin takes all others. */
#define DW_CHASE_SECONDS(X) X(2) X(5) X(10) X(20) X(60)

/* Counts a chase in its bin, and gives back the first of the DW_MATCH_CHASE_BINS bins. */
void dw_match_row_add_chase(dw_match_row *row, uint32_t ticks);
const uint64_t *dw_match_row_chases(const dw_match_row *row);

/* Counts an order that has come to this. */
void dw_match_row_add_order(dw_match_row *row, dw_order_kind kind, dw_order_end end);

/* The numbers of a row in the order of the columns. */
const uint64_t *dw_match_row_numbers(const dw_match_row *row);

/* All of them in decimal, with a space between two. */
void dw_match_row_text(const dw_match_row *row, char text[DW_MATCH_ROW_TEXT_SIZE]);

/* Takes such a text, and gives back what follows it; NULL when it is not a row. */
const char *dw_match_row_parse(dw_match_row *row, const char *text);

#endif
