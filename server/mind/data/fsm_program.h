/* fsm_program.h - the compiled state machine. Private to fsm.c, fsm_read.c, fsm_inspect.c. */
#ifndef DW_MIND_FSM_PROGRAM_H
#define DW_MIND_FSM_PROGRAM_H

#include "server/mind/data/fsm.h"

typedef struct dw_fsm_edge {
    dw_condition when;
    uint8_t to; /* A state with a skill. */
} dw_fsm_edge;

typedef struct dw_fsm_node {
    char name[DW_BRAIN_WORD_SIZE];
    uint8_t parent; /* A super-state, or DW_RUN_NONE. */
    uint8_t start;  /* Of a super-state: where it begins, after resolving; else DW_RUN_NONE. */
    uint8_t deed_count;
    uint16_t first; /* Its transitions in dw_fsm_program.edges. */
    uint16_t count;
    dw_skill_call skill;
    dw_skill_call deeds[DW_FSM_DEEDS_MAX]; /* Beside the skill, in each tick. */
} dw_fsm_node;

typedef struct dw_fsm_program {
    uint8_t start; /* A state with a skill. */
    uint8_t node_count;
    uint16_t edge_count;
    uint16_t interrupt_first; /* In `edges`. */
    uint16_t interrupt_count;
    dw_fsm_node nodes[DW_FSM_STATES_MAX];
    dw_fsm_edge edges[DW_FSM_EDGES_MAX];
    uint8_t interrupt_to[DW_FSM_EDGES_MAX]; /* As written: a state or a super-state. */
} dw_fsm_program;

static inline bool dw_fsm_is_super(const dw_fsm_node *node)
{
    return node->start != DW_RUN_NONE;
}

/* Whether `state` is `other` or in it. */
static inline bool dw_fsm_is_in(const dw_fsm_program *program, uint8_t state, uint8_t other)
{
    while (state != DW_RUN_NONE && state != other) {
        state = program->nodes[state].parent;
    }
    return state != DW_RUN_NONE;
}

dw_status dw_fsm_read(dw_brain_reader *reader, const json_t *root, const void **program);
void dw_fsm_check(const void *memory, dw_findings *out);
void dw_fsm_draw(const void *memory, dw_drawing *out);

#endif
