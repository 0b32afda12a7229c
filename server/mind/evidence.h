/* evidence.h - what is not as the guard remembers it: a leaf open that was shut, a lamp out that
 * was lit, a thing gone from its place, a colleague that is silent (server/RULES.md 5.80 to 5.89).
 * Owns: how the guard remembers leaves, switches and things, what it noticed before, and the points
 * that this makes. It learns from its percepts and from what it does to doors and switches itself.
 * Knows nothing of goals. No allocation; cost: O(leaves in view) at a look. */
#ifndef DW_MIND_EVIDENCE_H
#define DW_MIND_EVIDENCE_H

#include "server/mind/think.h"

typedef enum dw_evidence_kind {
    DW_EVIDENCE_NONE,
    DW_EVIDENCE_LEAF,
    DW_EVIDENCE_LAMP,
    DW_EVIDENCE_ITEM,
    DW_EVIDENCE_COLLEAGUE,
    DW_EVIDENCE_KIND_COUNT
} dw_evidence_kind;

/* `evidence_search` and a thing's points are at most 100 each. */
enum { DW_EVIDENCE_POINTS_MAX = 200 };

/* Leaves of one look beside the first that a guard also puts right. */
enum { DW_EVIDENCE_LEAVES_LEFT_MAX = 4 };

/* `once` and `twice`: how often a thing was evidence in this round. */
#define DW_EVIDENCE_FIELDS(X, A, M)                                                                \
    X(u8, kind)    /* dw_evidence_kind: what the guard noticed last. */                            \
    X(u16, thing)  /* Door, switch, item or guard; DW_NONE for none. */                            \
    X(i32, points) /* Since the last search for them. */                                           \
    X(u8, gone)    /* Bit i: item i is not at its place. */                                        \
    X(u16, shuts)  /* The door that it shut last, or DW_NONE. */                                   \
    X(u32, worked) /* Switches that stand otherwise than at the start. */                          \
    X(u8, leaves_left_count)                                                                       \
    A(u16, leaves_left, DW_EVIDENCE_LEAVES_LEFT_MAX, it->leaves_left_count) /* To put right, */    \
    X(u32, lamps_left) /* after `thing`: leaves, then switches. */                                 \
    X(u32, lamps_once)                                                                             \
    X(u32, lamps_twice)                                                                            \
    X(door_set, open)                                                                              \
    X(door_set, leaves_once)                                                                       \
    X(door_set, leaves_twice)

typedef struct dw_evidence {
    DW_FIELDS_MEMBERS(DW_EVIDENCE_FIELDS)
} dw_evidence;
typedef dw_evidence dw_field_evidence;

/* A new round: everything stands as the map says. */
void dw_evidence_reset(dw_evidence *evidence, const dw_map *map);

/* A guard that has no time for it remembers what it sees. */
void dw_evidence_follow(dw_evidence *evidence, const dw_think *think);

/* What differs from how the guard remembers it, which it remembers as it is from now on. True when
 * there is such a thing: the first is `kind` and `thing`, and the points of all are added. */
bool dw_evidence_notice(dw_evidence *evidence, const dw_think *think);

/* Names the next thing of the last look that is still to be put right; false: none is. */
bool dw_evidence_next(dw_evidence *evidence);

/* What is left of the last look stays as it is. */
void dw_evidence_leave(dw_evidence *evidence);

/* That guard answers no more. Its points are added. */
void dw_evidence_miss(dw_evidence *evidence, const dw_think *think, uint16_t guard);

/* At the end of a tick: what the command makes of doors and switches. */
void dw_evidence_note_deeds(dw_evidence *evidence, const dw_think *think);

/* A loaded memory names only what the map has. */
bool dw_evidence_is_sound(const dw_evidence *evidence, const dw_map *map);
DW_FIELDS_DECLARE(evidence);

#endif
