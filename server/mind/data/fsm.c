#include "server/mind/data/fsm.h"

#include "server/mind/data/fsm_program.h"

#include <stdio.h>

static void fsm_reset(void *memory, const void *program)
{
    dw_fsm_state *state = memory;
    state->state = ((const dw_fsm_program *)program)->start;
}

/* The interrupt that is to be taken, or NULL. */
static const dw_fsm_edge *find_interrupt(const dw_fsm_program *program, uint8_t state,
                                         const dw_facts *facts, bool *stands)
{
    for (uint16_t i = 0; i < program->interrupt_count; i++) {
        const uint16_t at = (uint16_t)(program->interrupt_first + i);
        if (dw_condition_holds(&program->edges[at].when, facts)) {
            *stands = dw_fsm_is_in(program, state, program->interrupt_to[i]);
            return *stands ? NULL : &program->edges[at];
        }
    }
    return NULL;
}

/* The first of the node's transitions that holds. One of a super-state whose state is active
 * already blocks those after it, as an interrupt does. */
static const dw_fsm_edge *find_in(const dw_fsm_program *program, uint8_t node, uint8_t state,
                                  const dw_facts *facts)
{
    const dw_fsm_node *own = &program->nodes[node];
    for (uint16_t i = 0; i < own->count; i++) {
        const dw_fsm_edge *edge = &program->edges[own->first + i];
        if (dw_condition_holds(&edge->when, facts)) {
            return node != state && edge->to == state ? NULL : edge;
        }
    }
    return NULL;
}

/* The first transition that holds, from the outermost super-state in, or NULL. */
static const dw_fsm_edge *find_edge(const dw_fsm_program *program, uint8_t state,
                                    const dw_facts *facts)
{
    uint8_t chain[DW_FSM_DEPTH_MAX + 1];
    uint32_t depth = 0;
    for (uint8_t at = state; at != DW_RUN_NONE; at = program->nodes[at].parent) {
        chain[depth++] = at;
    }
    const dw_fsm_edge *edge = NULL;
    while (edge == NULL && depth > 0) {
        edge = find_in(program, chain[--depth], state, facts);
    }
    return edge;
}

static void fsm_step(dw_run *run, const void *memory, void *state_memory)
{
    const dw_fsm_program *program = memory;
    dw_fsm_state *state = state_memory;
    dw_run_reason reason = {.cause = DW_CAUSE_DONE};
    for (uint32_t i = 0; i < DW_FSM_SETTLES_MAX; i++) {
        bool stands = false;
        const dw_fsm_edge *edge = find_interrupt(program, state->state, &run->facts, &stands);
        if (edge == NULL) {
            edge = find_edge(program, state->state, &run->facts);
        }
        if (edge == NULL) {
            break;
        }
        reason.cause = (uint8_t)dw_condition_cause(&edge->when);
        state->state = edge->to;
        dw_facts_enter(&run->facts);
        dw_run_restart(run);
    }
    const dw_fsm_node *node = &program->nodes[state->state];
    (void)dw_run_skill(run, state->state, &node->skill, reason);
    for (uint8_t i = 0; i < node->deed_count; i++) {
        (void)dw_run_skill(run, state->state, &node->deeds[i], reason);
    }
}

static void fsm_explain(const void *memory, const void *state_memory, uint8_t node,
                        dw_run_view *view)
{
    (void)node;
    const dw_fsm_program *program = memory;
    const dw_fsm_state *state = state_memory;
    const dw_fsm_node *it = &program->nodes[state->state];
    (void)snprintf(view->name, sizeof view->name, "%s", it->name);
    if (it->parent != DW_RUN_NONE) {
        (void)snprintf(view->branch, sizeof view->branch, "%s > %s",
                       program->nodes[it->parent].name, it->name);
    }
}

static bool fsm_is_sound(const void *memory, const void *state_memory)
{
    const dw_fsm_program *program = memory;
    const dw_fsm_state *state = state_memory;
    return state->state < program->node_count && !dw_fsm_is_super(&program->nodes[state->state]);
}

const dw_runtime dw_runtime_fsm = {
    .name = "fsm",
    .read = dw_fsm_read,
    .reset = fsm_reset,
    .step = fsm_step,
    .explain = fsm_explain,
    .is_sound = fsm_is_sound,
    .check = dw_fsm_check,
    .draw = dw_fsm_draw,
};

DW_FIELDS_STATE(extern, fsm_state, DW_FSM_STATE_FIELDS);
