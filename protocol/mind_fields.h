/* mind_fields.h - the fields of message 40, a guard's mind, in the order of their bytes; for its
 * codec and for the test that each field travels. Private to both. PROTOCOL.md is the standard.
 *
 * A field is X(kind, access, low, high, compared). `access` follows a pointer to the row: ->room,
 * or [0] where the row is the value itself. The kinds:
 *   TEXT      low .. high bytes
 *   NUMBER    low .. high
 *   AGE       a tick, as its distance from the mind's tick
 *   INDEX     low .. high - 1 or DW_NONE, as index + 1 (0: DW_NONE)
 *   POSITION  x * 65536 + y, each 0 .. UINT16_MAX
 *   CAUSE_ID  a number when the cause is a message, else an AGE
 *   PIECE     furniture as an INDEX, times 16, plus its sides
 * `compared` says whether a change of the field makes the mind worth another message: ALWAYS, NEVER
 * (what only ages), or IF_KNOWN (a tick that means nothing while there is no belief). */
#ifndef DW_PROTOCOL_MIND_FIELDS_H
#define DW_PROTOCOL_MIND_FIELDS_H

#include "common/world/mind_view.h"

#define DW_MIND_HEAD(X)                                                                            \
    X(NUMBER, ->body, 1, DW_GUARDS_MAX, ALWAYS)                                                    \
    X(TEXT, ->goal, 1, DW_MIND_WORD_MAX, ALWAYS)                                                   \
    X(TEXT, ->sentence, 1, DW_MIND_SENTENCE_MAX, ALWAYS)                                           \
    X(TEXT, ->doing, 0, DW_MIND_WORD_MAX, ALWAYS)                                                  \
    X(NUMBER, ->cause, 0, DW_CAUSE_COUNT - 1, ALWAYS)                                              \
    X(CAUSE_ID, ->cause_id, 0, UINT32_MAX, ALWAYS)                                                 \
    X(AGE, ->since, 0, UINT32_MAX, ALWAYS)                                                         \
    X(NUMBER, ->agitation, 0, 3, ALWAYS)                                                           \
    X(INDEX, ->room, 0, DW_ROOMS_MAX, ALWAYS)                                                      \
    X(INDEX, ->door, 0, DW_DOORS_MAX, ALWAYS)                                                      \
    X(POSITION, ->target, 0, UINT16_MAX, ALWAYS)                                                   \
    X(NUMBER, ->switches, 0, UINT32_MAX, ALWAYS)                                                   \
    X(TEXT, ->strategy, 0, DW_MIND_STRATEGY_MAX, ALWAYS)

#define DW_MIND_PATH_ROW(X) X(POSITION, [0], 0, UINT16_MAX, ALWAYS)

#define DW_MIND_INTRUDER_ROW(X)                                                                    \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1, ALWAYS)                                             \
    X(NUMBER, ->meter, 0, DW_MIND_METER_MAX, ALWAYS)                                               \
    X(NUMBER, ->source, 0, DW_BELIEF_SOURCE_COUNT - 1, ALWAYS)                                     \
    X(NUMBER, ->told_by, 0, DW_GUARDS_MAX, ALWAYS)                                                 \
    X(NUMBER, ->confidence, 0, 100, NEVER)                                                         \
    X(INDEX, ->room, 0, DW_ROOMS_MAX, ALWAYS)                                                      \
    X(AGE, ->tick, 0, UINT32_MAX, IF_KNOWN)                                                        \
    X(POSITION, ->place, 0, UINT16_MAX, ALWAYS)

#define DW_MIND_ROOM_ROW(X) X(NUMBER, [0], 0, DW_ROOMS_MAX - 1, ALWAYS)

#define DW_MIND_PIECE_ROW(X) X(PIECE, [0], 0, DW_FURNITURE_MAX, ALWAYS)

#define DW_MIND_CLEAR_ROW(X)                                                                       \
    X(NUMBER, ->room, 0, DW_ROOMS_MAX - 1, ALWAYS)                                                 \
    X(AGE, ->tick, 0, UINT32_MAX, ALWAYS)

#define DW_MIND_CALL_ROW(X)                                                                        \
    X(NUMBER, ->id, 1, UINT32_MAX, ALWAYS)                                                         \
    X(NUMBER, ->kind, 1, DW_RADIO_KIND_COUNT - 1, ALWAYS)                                          \
    X(NUMBER, ->sender, 1, DW_GUARDS_MAX, ALWAYS)                                                  \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1, ALWAYS)                                             \
    X(INDEX, ->room, 0, DW_ROOMS_MAX, ALWAYS)                                                      \
    X(INDEX, ->door, 0, DW_DOORS_MAX, ALWAYS)                                                      \
    X(AGE, ->tick, 0, UINT32_MAX, ALWAYS)

#define DW_MIND_NOISE_ROW(X)                                                                       \
    X(NUMBER, ->alarm, 0, 1, ALWAYS)                                                               \
    X(NUMBER, ->level_db, 0, UINT8_MAX, ALWAYS)                                                    \
    X(NUMBER, ->error_dm, 0, UINT8_MAX, ALWAYS)                                                    \
    X(AGE, ->tick, 0, UINT32_MAX, ALWAYS)                                                          \
    X(POSITION, ->place, 0, UINT16_MAX, ALWAYS)

/* L(rows, count, most, row fields): each a number of rows, then the rows. */
#define DW_MIND_LISTS(L)                                                                           \
    L(path, path_count, DW_MIND_PATH_MAX, DW_MIND_PATH_ROW)                                        \
    L(intruders, intruder_count, DW_INTRUDERS_MAX, DW_MIND_INTRUDER_ROW)                           \
    L(rooms, room_count, DW_MIND_ROOMS_MAX, DW_MIND_ROOM_ROW)                                      \
    L(pieces, piece_count, DW_MIND_PIECES_MAX, DW_MIND_PIECE_ROW)                                  \
    L(clear, clear_count, DW_MIND_ROOMS_MAX, DW_MIND_CLEAR_ROW)                                    \
    L(calls, call_count, DW_MIND_CALLS_MAX, DW_MIND_CALL_ROW)                                      \
    L(noises, noise_count, DW_MIND_NOISES_MAX, DW_MIND_NOISE_ROW)

#endif
