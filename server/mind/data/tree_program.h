/* tree_program.h - the compiled tree. Private to tree.c, tree_read.c, tree_inspect.c. */
#ifndef DW_MIND_TREE_PROGRAM_H
#define DW_MIND_TREE_PROGRAM_H

#include "server/mind/data/tree.h"

/* Kind, and its member in the file. */
#define DW_TREE_KINDS(X)                                                                           \
    X(SELECTOR, "selector")                                                                        \
    X(SEQUENCE, "sequence")                                                                        \
    X(PARALLEL, "parallel")                                                                        \
    X(INVERT, "invert")                                                                            \
    X(REPEAT, "repeat")                                                                            \
    X(COOLDOWN, "cooldown")                                                                        \
    X(RECHECK, "recheck")                                                                          \
    X(CONDITION, "condition")                                                                      \
    X(SKILL, "skill")
typedef enum dw_tree_kind {
#define DW_TREE_ENUM(kind, name) DW_TREE_##kind,
    DW_TREE_KINDS(DW_TREE_ENUM)
#undef DW_TREE_ENUM
        DW_TREE_KIND_COUNT
} dw_tree_kind;

static inline const char *dw_tree_kind_name(uint8_t kind)
{
    static const char *const names[DW_TREE_KIND_COUNT] = {
#define DW_TREE_NAME(kind, name) [DW_TREE_##kind] = (name),
        DW_TREE_KINDS(DW_TREE_NAME)
#undef DW_TREE_NAME
    };
    return names[kind];
}

typedef struct dw_tree_node {
    uint8_t kind; /* dw_tree_kind */
    uint8_t child_count;
    uint8_t success, failure; /* PARALLEL. */
    int32_t number;           /* REPEAT: times, 0 for ever; COOLDOWN and RECHECK: ticks. */
    dw_condition when;        /* CONDITION, RECHECK. */
    dw_skill_call skill;
    char name[DW_BRAIN_WORD_SIZE]; /* Or empty. */
    uint8_t children[DW_TREE_CHILDREN_MAX];
} dw_tree_node;

/* Children come after their parents; the root is node 0. */
typedef struct dw_tree_program {
    uint8_t count;
    dw_tree_node nodes[DW_TREE_NODES_MAX];
} dw_tree_program;

dw_status dw_tree_read(dw_brain_reader *reader, const json_t *root, const void **program);
void dw_tree_check(const void *program, dw_findings *out);
void dw_tree_draw(const void *memory, dw_drawing *out);

#endif
