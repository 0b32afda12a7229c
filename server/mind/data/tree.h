/* tree.h - behaviour trees as data (maps/BRAINS.md has the format). The tree is ticked from its
 * root in each tick; a node that runs is remembered, and goes on where it was.
 *
 *   selector   children in order until one does not fail
 *   sequence   children in order until one does not succeed
 *   parallel   all children; succeeds with `success` of them, else fails with `failure` of them
 *   invert, repeat (times), cooldown (ticks), recheck (ticks, if): one child
 *   condition  facts, now; it never runs on
 *   skill      runs until the skill ends
 *
 * A failure falls through within the tick. What ran and is not reached any more is stopped, once
 * (runtime.h). Owns: the compiled tree, shared and constant, and where one guard stands in it.
 * Cost: O(nodes visited) a tick. Source: Colledanchise and Oegren, "Behavior trees in robotics and
 * AI", 2018. */
#ifndef DW_MIND_TREE_H
#define DW_MIND_TREE_H

#include "common/base/fields.h"
#include "server/mind/data/runtime.h"

enum {
    DW_TREE_NODES_MAX = 128,
    DW_TREE_DEPTH_MAX = 16,
    DW_TREE_CHILDREN_MAX = 16, /* Of a selector or sequence; of a parallel 8. */
    DW_TREE_TICKS_MAX = 36000
};

/* `running_low`, `running_high`: bits of nodes that ran in the last tick. */
#define DW_TREE_STATE_FIELDS(X, A, M)                                                              \
    X(u8, count) /* Nodes of the program. */                                                       \
    X(u64, running_low)                                                                            \
    X(u64, running_high)                                                                           \
    A(u8, at, DW_TREE_NODES_MAX, it->count)    /* The child that runs. */                          \
    A(u32, mark, DW_TREE_NODES_MAX, it->count) /* A tick, a count or results, by the node. */
typedef struct dw_tree_state {
    DW_FIELDS_MEMBERS(DW_TREE_STATE_FIELDS)
} dw_tree_state;
typedef dw_tree_state dw_field_tree_state;

extern const dw_runtime dw_runtime_tree;

DW_FIELDS_DECLARE(tree_state);

#endif
