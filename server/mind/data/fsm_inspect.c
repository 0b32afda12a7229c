/* fsm_inspect.c - what can be said of a state machine without running it, and its picture. */
#include "server/mind/data/fsm_program.h"
#include "server/mind/data/watchfulness.h"

#include <stdio.h>

#define EXITS                                                                                      \
    (UINT64_C(1) << DW_FACT_failed | UINT64_C(1) << DW_FACT_done |                                 \
     UINT64_C(1) << DW_FACT_ticks_in_state)

/* The states that can be reached from the start and by interrupts, as bits. */
static uint64_t reachable(const dw_fsm_program *program)
{
    uint64_t reached = UINT64_C(1) << program->start;
    for (uint16_t i = 0; i < program->interrupt_count; i++) {
        reached |= UINT64_C(1) << program->edges[program->interrupt_first + i].to;
    }
    for (uint64_t before = 0; before != reached;) {
        before = reached;
        for (uint8_t n = 0; n < program->node_count; n++) {
            for (uint8_t at = n; (reached >> n & 1) != 0 && at != DW_RUN_NONE;
                 at = program->nodes[at].parent) {
                reached |= UINT64_C(1) << at;
                const dw_fsm_node *node = &program->nodes[at];
                for (uint16_t e = 0; e < node->count; e++) {
                    reached |= UINT64_C(1) << program->edges[node->first + e].to;
                }
            }
        }
    }
    return reached;
}

/* A condition after which none of the same list is ever taken. */
static void check_list(const dw_fsm_program *program, uint16_t first, uint16_t count,
                       const char *place, dw_findings *out)
{
    for (uint16_t i = 0; i + 1 < count; i++) {
        if (program->edges[first + i].when.count == 0) {
            dw_findings_say(out, place, "transition %u always holds: those after it never run",
                            (unsigned)i);
        }
    }
}

/* Facts that one state and its super-states wait for; `count`: their transitions. */
static uint64_t watched_in(const dw_fsm_program *program, uint8_t state, uint32_t *count,
                           bool *always)
{
    uint64_t facts = 0;
    *count = 0;
    for (uint8_t at = state; at != DW_RUN_NONE; at = program->nodes[at].parent) {
        const dw_fsm_node *node = &program->nodes[at];
        for (uint16_t e = 0; e < node->count; e++) {
            const dw_condition *when = &program->edges[node->first + e].when;
            facts |= dw_condition_waits_for(when);
            *always = *always || when->count == 0 || when->terms[0].test == DW_TEST_UNSET;
            ++*count;
        }
    }
    return facts;
}

/* Facts until whose end the state lasts: what it does is the reaction to them. */
static uint64_t dealt_with_in(const dw_fsm_program *program, uint8_t state)
{
    const dw_fsm_node *node = &program->nodes[state];
    uint64_t facts = 0;
    for (uint16_t e = 0; e < node->count; e++) {
        const dw_condition *when = &program->edges[node->first + e].when;
        for (uint8_t i = 0; i < when->count; i++) {
            facts |= when->terms[i].test == DW_TEST_UNSET ? UINT64_C(1) << when->terms[i].fact : 0;
        }
    }
    return facts;
}

static uint64_t watched_by_interrupts(const dw_fsm_program *program)
{
    uint64_t facts = 0;
    for (uint16_t i = 0; i < program->interrupt_count; i++) {
        facts |= dw_condition_waits_for(&program->edges[program->interrupt_first + i].when);
    }
    return facts;
}

/* Emergencies to which other states react, when this one reacts to none. */
static void check_emergencies(uint64_t anywhere, uint64_t here, const char *place, dw_findings *out)
{
    const uint64_t missed = (here & dw_danger_facts()) == 0 ? anywhere & dw_danger_facts() : 0;
    for (uint64_t left = missed; left != 0; left &= left - 1) {
        dw_findings_say(out, place,
                        "does not react to \"%s\", to which other states do: make it "
                        "an interrupt",
                        dw_fact_table[__builtin_ctzll(left)].name);
    }
}

void dw_fsm_check(const void *memory, dw_findings *out)
{
    const dw_fsm_program *program = memory;
    const uint64_t reached = reachable(program);
    const uint64_t interrupts = watched_by_interrupts(program);
    uint64_t anywhere = interrupts;
    for (uint8_t n = 0; n < program->node_count; n++) {
        uint32_t count;
        bool always = false;
        anywhere |= watched_in(program, n, &count, &always);
    }
    check_list(program, program->interrupt_first, program->interrupt_count, "interrupts", out);
    for (uint8_t n = 0; n < program->node_count; n++) {
        const dw_fsm_node *node = &program->nodes[n];
        char place[DW_BRAIN_WORD_SIZE + 8];
        (void)snprintf(place, sizeof place, "states.%s", node->name);
        check_list(program, node->first, node->count, place, out);
        if ((reached >> n & 1) == 0) {
            dw_findings_say(out, place, "can never be reached");
        }
        if (dw_fsm_is_super(node)) {
            continue;
        }
        uint32_t count;
        bool always = false;
        const uint64_t own = watched_in(program, n, &count, &always);
        const bool hub = dw_skill_at(node->skill.skill)->endless && n == program->start;
        if (count == 0 && !hub) {
            dw_findings_say(out, place,
                            "has no way out: no transition, of its own or of a "
                            "super-state, leads away");
        }
        dw_watchfulness_check(out, place, dw_skill_at(node->skill.skill), own | interrupts,
                              (own & EXITS) != 0 || always);
        check_emergencies(anywhere, own | interrupts | dealt_with_in(program, n), place, out);
    }
}

static void draw_edges(const dw_fsm_program *program, uint32_t from, uint16_t first, uint16_t count,
                       dw_drawing *out)
{
    for (uint16_t i = 0; i < count; i++) {
        const dw_fsm_edge *edge = &program->edges[first + i];
        char label[160];
        dw_condition_print(&edge->when, label, sizeof label);
        out->arrow(out->context, from, edge->to, label[0] != '\0' ? label : "always");
    }
}

void dw_fsm_draw(const void *memory, dw_drawing *out)
{
    const dw_fsm_program *program = memory;
    const uint32_t any = program->node_count;
    if (program->interrupt_count > 0) {
        out->box(out->context, any, UINT32_MAX, DW_BOX_GROUP, "any state",
                 "interrupts, the most urgent first");
        draw_edges(program, any, program->interrupt_first, program->interrupt_count, out);
    }
    for (uint8_t n = 0; n < program->node_count; n++) {
        const dw_fsm_node *node = &program->nodes[n];
        char text[128];
        int length = snprintf(text, sizeof text, "%s", dw_skill_at(node->skill.skill)->name);
        for (uint8_t i = 0; i < node->deed_count; i++) {
            length += snprintf(text + length, sizeof text - (size_t)length, " + %s",
                               dw_skill_at(node->deeds[i].skill)->name);
        }
        if (n == program->start) {
            (void)snprintf(text + length, sizeof text - (size_t)length, ", the start");
        }
        if (dw_fsm_is_super(node)) {
            (void)snprintf(text, sizeof text, "starts with %s", program->nodes[node->start].name);
        }
        out->box(out->context, n, node->parent == DW_RUN_NONE ? UINT32_MAX : node->parent,
                 dw_fsm_is_super(node) ? DW_BOX_GROUP : DW_BOX_STATE, node->name, text);
    }
    for (uint8_t n = 0; n < program->node_count; n++) {
        draw_edges(program, n, program->nodes[n].first, program->nodes[n].count, out);
    }
}
