/* fsm_read.c - a state machine out of its file: names first, then what each state does. */
#include "common/base/text.h"
#include "server/mind/data/fsm_program.h"

#include <string.h>

typedef struct reading {
    dw_brain_reader *reader;
    dw_fsm_program *program;
} reading;

static uint8_t find_state(const dw_fsm_program *program, const char *name)
{
    for (uint8_t i = 0; i < program->node_count; i++) {
        if (strcmp(program->nodes[i].name, name) == 0) {
            return i;
        }
    }
    return DW_RUN_NONE;
}

/* Names of all states, depth first. Calls itself for super-states, at most DW_FSM_DEPTH_MAX
 * deep. */
static dw_status name_states(const reading *it, const json_t *states, uint8_t parent,
                             uint32_t depth)
{
    dw_fsm_program *program = it->program;
    if (!json_is_object(states) || json_object_size(states) == 0 || depth > DW_FSM_DEPTH_MAX) {
        return dw_brain_refuse(it->reader, depth > DW_FSM_DEPTH_MAX
                                               ? "super-states are nested more than 4 deep"
                                               : "must be an object of states by name");
    }
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)states, key, value)
    {
        const size_t mark = dw_brain_enter(it->reader, key);
        dw_status status = DW_OK;
        if (program->node_count == DW_FSM_STATES_MAX) {
            status = dw_brain_refuse(it->reader, "more than %d states", DW_FSM_STATES_MAX);
        } else if (find_state(program, key) != DW_RUN_NONE) {
            status = dw_brain_refuse(it->reader, "another state has this name");
        }
        json_t *name = json_string(key);
        dw_fsm_node *node = &program->nodes[program->node_count];
        status = status == DW_OK ? dw_brain_read_word(it->reader, name, node->name) : status;
        json_decref(name);
        if (status == DW_OK) {
            const uint8_t own = program->node_count++;
            node->parent = parent;
            node->start = DW_RUN_NONE;
            const json_t *inner = json_object_get(value, "states");
            const size_t inside = dw_brain_enter(it->reader, "states");
            status = inner == NULL ? DW_OK : name_states(it, inner, own, depth + 1);
            dw_brain_leave(it->reader, inside);
        }
        dw_brain_leave(it->reader, mark);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

/* A member that names a state. */
static dw_status read_state_name(const reading *it, const json_t *object, const char *member,
                                 uint8_t *out)
{
    const size_t mark = dw_brain_enter(it->reader, member);
    const char *name = json_string_value(json_object_get(object, member));
    *out = name != NULL ? find_state(it->program, name) : (uint8_t)DW_RUN_NONE;
    dw_status status = DW_OK;
    if (name == NULL) {
        status = dw_brain_refuse(it->reader, "must be the name of a state");
    } else if (*out == DW_RUN_NONE) {
        status = dw_brain_refuse(it->reader, "unknown state \"%.40s\"",
                                 dw_text_is_clean(name, strlen(name)) ? name : "(unprintable)");
    }
    dw_brain_leave(it->reader, mark);
    return status;
}

static dw_status read_edge(const reading *it, const json_t *value)
{
    static const char *const known[] = {"if", "to", NULL};
    dw_fsm_program *program = it->program;
    if (program->edge_count == DW_FSM_EDGES_MAX) {
        return dw_brain_refuse(it->reader, "more than %d transitions", DW_FSM_EDGES_MAX);
    }
    dw_fsm_edge *edge = &program->edges[program->edge_count++];
    dw_status status = dw_brain_members(it->reader, value, known);
    if (status == DW_OK) {
        status = read_state_name(it, value, "to", &edge->to);
    }
    if (status == DW_OK) {
        const size_t mark = dw_brain_enter(it->reader, "if");
        status = dw_condition_read(it->reader, json_object_get(value, "if"), &edge->when);
        dw_brain_leave(it->reader, mark);
    }
    return status;
}

static dw_status read_edges(const reading *it, const json_t *object, const char *member,
                            uint16_t *first, uint16_t *count)
{
    const json_t *list = json_object_get(object, member);
    const size_t mark = dw_brain_enter(it->reader, member);
    dw_status status = DW_OK;
    *first = it->program->edge_count;
    if (list != NULL && !json_is_array(list)) {
        status = dw_brain_refuse(it->reader, "must be a list of {\"if\": [facts], \"to\": state}");
    }
    for (size_t i = 0; i < json_array_size(list) && status == DW_OK; i++) {
        const size_t inside = dw_brain_enter_index(it->reader, i);
        status = read_edge(it, json_array_get(list, i));
        dw_brain_leave(it->reader, inside);
    }
    *count = (uint16_t)(it->program->edge_count - *first);
    dw_brain_leave(it->reader, mark);
    return status;
}

/* Skills beside the state's own that do not walk. */
static dw_status read_deeds(const reading *it, const json_t *object, dw_fsm_node *node)
{
    const json_t *list = json_object_get(object, "also");
    const size_t mark = dw_brain_enter(it->reader, "also");
    dw_status status = DW_OK;
    if (list != NULL && (!json_is_array(list) || json_array_size(list) > DW_FSM_DEEDS_MAX)) {
        status =
            dw_brain_refuse(it->reader, "must be a list of at most %d skills", DW_FSM_DEEDS_MAX);
    }
    for (size_t i = 0; i < json_array_size(list) && status == DW_OK; i++) {
        const size_t inside = dw_brain_enter_index(it->reader, i);
        dw_skill_call *deed = &node->deeds[node->deed_count];
        status = dw_skill_call_read(it->reader, json_array_get(list, i), NULL, deed);
        if (status == DW_OK && dw_skill_at(deed->skill)->walks) {
            status = dw_brain_refuse(it->reader,
                                     "\"%s\" moves the body: it must be the state's "
                                     "own skill",
                                     dw_skill_at(deed->skill)->name);
        }
        node->deed_count++;
        dw_brain_leave(it->reader, inside);
    }
    dw_brain_leave(it->reader, mark);
    return status;
}

static dw_status read_skill(const reading *it, const json_t *value, dw_fsm_node *node)
{
    static const char *const others[] = {"also", "transitions", NULL};
    dw_status status = dw_skill_call_read(it->reader, value, others, &node->skill);
    if (status == DW_OK && !dw_skill_at(node->skill.skill)->walks) {
        status = dw_brain_refuse(it->reader,
                                 "\"%s\" is done at once: a state needs a skill that goes on, such "
                                 "as \"wait\", and \"also\": [\"%s\"]",
                                 dw_skill_at(node->skill.skill)->name,
                                 dw_skill_at(node->skill.skill)->name);
    }
    return status == DW_OK ? read_deeds(it, value, node) : status;
}

static dw_status read_super(const reading *it, const json_t *value, dw_fsm_node *node)
{
    static const char *const known[] = {"states", "start", "transitions", NULL};
    const dw_status status = dw_brain_members(it->reader, value, known);
    return status == DW_OK ? read_state_name(it, value, "start", &node->start) : status;
}

static dw_status read_states(const reading *it, const json_t *states)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)states, key, value)
    {
        dw_fsm_node *node = &it->program->nodes[find_state(it->program, key)];
        const size_t mark = dw_brain_enter(it->reader, key);
        const json_t *inner = json_object_get(value, "states");
        dw_status status = DW_OK;
        if (!json_is_object(value)) {
            status = dw_brain_refuse(it->reader, "must be an object with \"skill\" or \"states\"");
        } else if (inner != NULL) {
            status = read_super(it, value, node);
        } else {
            status = read_skill(it, value, node);
        }
        if (status == DW_OK) {
            status = read_edges(it, value, "transitions", &node->first, &node->count);
        }
        if (status == DW_OK && inner != NULL) {
            const size_t inside = dw_brain_enter(it->reader, "states");
            status = read_states(it, inner);
            dw_brain_leave(it->reader, inside);
        }
        dw_brain_leave(it->reader, mark);
        if (status != DW_OK) {
            return status;
        }
    }
    return DW_OK;
}

/* The state with a skill in which `at` begins; DW_RUN_NONE: super-states that start in each
 * other. */
static uint8_t resolve(const dw_fsm_program *program, uint8_t at)
{
    uint32_t left = DW_FSM_STATES_MAX;
    while (dw_fsm_is_super(&program->nodes[at])) {
        if (left-- == 0) {
            return DW_RUN_NONE;
        }
        at = program->nodes[at].start;
    }
    return at;
}

static dw_status resolve_all(const reading *it)
{
    dw_fsm_program *program = it->program;
    for (uint8_t i = 0; i < program->node_count; i++) {
        const dw_fsm_node *node = &program->nodes[i];
        if (dw_fsm_is_super(node) &&
            (!dw_fsm_is_in(program, node->start, i) || resolve(program, i) == DW_RUN_NONE)) {
            return dw_brain_refuse(it->reader, "state \"%s\": its start must be one of its states",
                                   node->name);
        }
    }
    for (uint16_t i = 0; i < program->interrupt_count; i++) {
        program->interrupt_to[i] = program->edges[program->interrupt_first + i].to;
    }
    for (uint16_t i = 0; i < program->edge_count; i++) {
        program->edges[i].to = resolve(program, program->edges[i].to);
    }
    program->start = resolve(program, program->start);
    return DW_OK;
}

dw_status dw_fsm_read(dw_brain_reader *reader, const json_t *root, const void **program)
{
    static const char *const known[] = {"form",  "about",  "leads",      "learns",
                                        "start", "states", "interrupts", NULL};
    const reading it = {.reader = reader, .program = dw_brain_take(reader, sizeof(dw_fsm_program))};
    const json_t *states = json_object_get(root, "states");
    if (it.program == NULL) {
        return DW_INVALID;
    }
    dw_status status = dw_brain_members(reader, root, known);
    const size_t mark = dw_brain_enter(reader, "states");
    if (status == DW_OK) {
        status = name_states(&it, states, DW_RUN_NONE, 1);
    }
    if (status == DW_OK) {
        status = read_states(&it, states);
    }
    dw_brain_leave(reader, mark);
    if (status == DW_OK) {
        status = read_state_name(&it, root, "start", &it.program->start);
    }
    if (status == DW_OK) {
        status = read_edges(&it, root, "interrupts", &it.program->interrupt_first,
                            &it.program->interrupt_count);
    }
    if (status == DW_OK) {
        status = resolve_all(&it);
    }
    *program = it.program;
    return status;
}
