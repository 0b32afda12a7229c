/* tree_read.c - a behaviour tree out of its file. */
#include "server/mind/data/tree_program.h"

typedef struct reading {
    dw_brain_reader *reader;
    dw_tree_program *program;
} reading;

static dw_status read_node(const reading *it, const json_t *value, uint32_t depth, uint8_t *out);

static dw_status read_children(const reading *it, const json_t *list, uint32_t depth,
                               dw_tree_node *node)
{
    const uint32_t most = node->kind == DW_TREE_PARALLEL ? 8 : DW_TREE_CHILDREN_MAX;
    if (!json_is_array(list) || json_array_size(list) == 0 || json_array_size(list) > most) {
        return dw_brain_refuse(it->reader, "must be a list of 1 to %u nodes", (unsigned)most);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; i < json_array_size(list) && status == DW_OK; i++) {
        const size_t mark = dw_brain_enter_index(it->reader, i);
        status =
            read_node(it, json_array_get(list, i), depth + 1, &node->children[node->child_count++]);
        dw_brain_leave(it->reader, mark);
    }
    return status;
}

/* What stands beside the child or the children. */
static dw_status read_numbers(const reading *it, const json_t *value, dw_tree_node *node)
{
    int32_t success = node->child_count;
    int32_t failure = 1;
    dw_status status = DW_OK;
    switch ((dw_tree_kind)node->kind) {
    case DW_TREE_PARALLEL:
        status =
            dw_brain_member_number(it->reader, value, "success", 1, node->child_count, &success);
        if (status == DW_OK) {
            status = dw_brain_member_number(it->reader, value, "failure", 1, node->child_count,
                                            &failure);
        }
        break;
    case DW_TREE_REPEAT:
        status = dw_brain_member_number(it->reader, value, "times", 0, 1000, &node->number);
        break;
    case DW_TREE_COOLDOWN:
    case DW_TREE_RECHECK:
        node->number = node->kind == DW_TREE_RECHECK ? 1 : 60;
        status =
            dw_brain_member_number(it->reader, value, "ticks", 1, DW_TREE_TICKS_MAX, &node->number);
        break;
    default:
        break;
    }
    node->success = (uint8_t)success;
    node->failure = (uint8_t)failure;
    return status;
}

static dw_status read_when(const reading *it, const json_t *value, const char *member,
                           dw_tree_node *node)
{
    const size_t mark = dw_brain_enter(it->reader, member);
    const dw_status status =
        dw_condition_read(it->reader, json_object_get(value, member), &node->when);
    dw_brain_leave(it->reader, mark);
    return status;
}

/* The member that says of which kind the node is, and what stands in it. */
static dw_status read_body(const reading *it, const json_t *value, uint32_t depth,
                           dw_tree_node *node)
{
    static const char *const known[DW_TREE_KIND_COUNT][6] = {
        [DW_TREE_SELECTOR] = {"selector", "name"},
        [DW_TREE_SEQUENCE] = {"sequence", "name"},
        [DW_TREE_PARALLEL] = {"parallel", "success", "failure", "name"},
        [DW_TREE_INVERT] = {"invert", "name"},
        [DW_TREE_REPEAT] = {"repeat", "times", "name"},
        [DW_TREE_COOLDOWN] = {"cooldown", "ticks", "name"},
        [DW_TREE_RECHECK] = {"recheck", "ticks", "if", "name"},
        [DW_TREE_CONDITION] = {"condition", "name"},
    };
    static const char *const beside_skill[] = {"name", NULL};
    const char *name = dw_tree_kind_name(node->kind);
    const json_t *inside = json_object_get(value, name);
    if (node->kind == DW_TREE_SKILL) {
        return dw_skill_call_read(it->reader, value, beside_skill, &node->skill);
    }
    dw_status status = dw_brain_members(it->reader, value, known[node->kind]);
    if (status == DW_OK && node->kind == DW_TREE_CONDITION) {
        return read_when(it, value, name, node);
    }
    const size_t mark = dw_brain_enter(it->reader, name);
    if (status == DW_OK && node->kind <= DW_TREE_PARALLEL) {
        status = read_children(it, inside, depth, node);
    } else if (status == DW_OK) {
        status = read_node(it, inside, depth + 1, &node->children[node->child_count++]);
    }
    dw_brain_leave(it->reader, mark);
    if (status == DW_OK && node->kind == DW_TREE_RECHECK) {
        status = read_when(it, value, "if", node);
    }
    return status == DW_OK ? read_numbers(it, value, node) : status;
}

/* Calls itself for children, at most DW_TREE_DEPTH_MAX deep. A text is the skill of that name. */
static dw_status read_node(const reading *it, const json_t *value, uint32_t depth, uint8_t *out)
{
    dw_tree_program *program = it->program;
    if (depth > DW_TREE_DEPTH_MAX || program->count == DW_TREE_NODES_MAX) {
        return dw_brain_refuse(it->reader, "the tree is deeper than %d or has more than %d nodes",
                               DW_TREE_DEPTH_MAX, DW_TREE_NODES_MAX);
    }
    *out = program->count++;
    dw_tree_node *node = &program->nodes[*out];
    node->kind = DW_TREE_SKILL;
    if (json_is_string(value)) {
        return dw_skill_call_read(it->reader, value, NULL, &node->skill);
    }
    node->kind = DW_TREE_KIND_COUNT;
    for (uint32_t k = 0; k < DW_TREE_KIND_COUNT; k++) {
        if (json_object_get(value, dw_tree_kind_name((uint8_t)k)) != NULL) {
            node->kind = (uint8_t)k;
            break;
        }
    }
    if (node->kind == DW_TREE_KIND_COUNT) {
        return dw_brain_refuse(it->reader, "must be a skill's name, or an object with selector, "
                                           "sequence, parallel, invert, repeat, cooldown, recheck, "
                                           "condition or skill");
    }
    const json_t *name = json_object_get(value, "name");
    const size_t mark = dw_brain_enter(it->reader, "name");
    dw_status status = name == NULL ? DW_OK : dw_brain_read_word(it->reader, name, node->name);
    dw_brain_leave(it->reader, mark);
    return status == DW_OK ? read_body(it, value, depth, node) : status;
}

dw_status dw_tree_read(dw_brain_reader *reader, const json_t *root, const void **program)
{
    static const char *const known[] = {"form", "about", "leads", "learns", "root", NULL};
    const reading it = {.reader = reader,
                        .program = dw_brain_take(reader, sizeof(dw_tree_program))};
    if (it.program == NULL) {
        return DW_INVALID;
    }
    dw_status status = dw_brain_members(reader, root, known);
    const size_t mark = dw_brain_enter(reader, "root");
    uint8_t first;
    if (status == DW_OK) {
        status = read_node(&it, json_object_get(root, "root"), 1, &first);
    }
    dw_brain_leave(reader, mark);
    *program = it.program;
    return status;
}
