/* tree_inspect.c - what can be said of a tree without running it, and its picture. */
#include "server/mind/data/tree_program.h"
#include "server/mind/data/watchfulness.h"

#include <stdio.h>

/* A node that never fails hides those after it in a selector. */
static bool never_fails(const dw_tree_program *program, const dw_tree_node *node)
{
    switch ((dw_tree_kind)node->kind) {
    case DW_TREE_SKILL:
        return dw_skill_at(node->skill.skill)->endless;
    case DW_TREE_CONDITION:
        return node->when.count == 0;
    case DW_TREE_SELECTOR:
        return never_fails(program, &program->nodes[node->children[node->child_count - 1]]);
    case DW_TREE_RECHECK:
        return node->when.count == 0 && never_fails(program, &program->nodes[node->children[0]]);
    default:
        return false;
    }
}

static void describe(const dw_tree_node *node, uint8_t index, char *text, size_t size)
{
    const char *kind = node->kind == DW_TREE_SKILL ? dw_skill_at(node->skill.skill)->name
                                                   : dw_tree_kind_name(node->kind);
    (void)snprintf(text, size, "node %u%s%s (%s)", (unsigned)index,
                   node->name[0] != '\0' ? " " : "", node->name, kind);
}

static bool has_conditions(const dw_tree_program *program)
{
    bool has = false;
    for (uint8_t n = 0; n < program->count; n++) {
        has = has || program->nodes[n].kind == DW_TREE_CONDITION;
    }
    return has;
}

/* Whether the running node is looked at again from above: by a recheck with short waits. */
static void check_node(const dw_tree_program *program, uint8_t index, uint64_t watched,
                       dw_findings *out)
{
    const dw_tree_node *node = &program->nodes[index];
    char place[80];
    describe(node, index, place, sizeof place);
    if (node->kind == DW_TREE_SKILL && dw_skill_at(node->skill.skill)->endless && watched == 0 &&
        has_conditions(program)) {
        dw_findings_say(out, place,
                        "never ends, and no recheck above it looks at the conditions again");
    }
    if (node->kind == DW_TREE_SKILL) {
        dw_watchfulness_check(out, place, dw_skill_at(node->skill.skill), watched, true);
    }
    for (uint8_t i = 0; i < node->child_count; i++) {
        if (node->kind == DW_TREE_SELECTOR && i > 0 &&
            never_fails(program, &program->nodes[node->children[i - 1]])) {
            describe(&program->nodes[node->children[i]], node->children[i], place, sizeof place);
            dw_findings_say(out, place, "can never run: the node before it never fails");
        }
    }
    uint64_t inner = watched;
    if (node->kind == DW_TREE_RECHECK) { /* Facts of all conditions below are looked at again. */
        inner |= dw_condition_waits_for(&node->when);
        for (uint8_t n = index; n < program->count; n++) {
            inner |= dw_condition_waits_for(&program->nodes[n].when);
        }
    }
    for (uint8_t i = 0; i < node->child_count; i++) {
        check_node(program, node->children[i], inner, out);
    }
}

void dw_tree_check(const void *program, dw_findings *out)
{
    check_node(program, 0, 0, out);
}

/* What the node is, below its name or in its place. */
static void print_node(const dw_tree_node *node, char *title, size_t title_size, char *text,
                       size_t size)
{
    char when[DW_BRAIN_PLACE_MAX];
    char what[DW_BRAIN_WORD_SIZE + 40];
    const char *kind = dw_tree_kind_name(node->kind);
    dw_condition_print(&node->when, when, sizeof when);
    switch ((dw_tree_kind)node->kind) {
    case DW_TREE_SKILL:
        (void)snprintf(what, sizeof what, "%s", dw_skill_at(node->skill.skill)->name);
        break;
    case DW_TREE_RECHECK:
        (void)snprintf(what, sizeof what, "%s every %d ticks", kind, (int)node->number);
        break;
    case DW_TREE_COOLDOWN:
        (void)snprintf(what, sizeof what, "%s %d ticks", kind, (int)node->number);
        break;
    case DW_TREE_REPEAT:
        (void)snprintf(what, sizeof what, "%s, %d times (0: for ever)", kind, (int)node->number);
        break;
    case DW_TREE_PARALLEL:
        (void)snprintf(what, sizeof what, "%s, success %u, failure %u", kind, node->success,
                       node->failure);
        break;
    default:
        (void)snprintf(what, sizeof what, "%s", kind);
        break;
    }
    const bool named = node->name[0] != '\0';
    (void)snprintf(title, title_size, "%s", named ? node->name : what);
    (void)snprintf(text, size, "%s%s%s", named ? what : "", named && when[0] != '\0' ? "\n" : "",
                   when);
}

void dw_tree_draw(const void *memory, dw_drawing *out)
{
    const dw_tree_program *program = memory;
    uint32_t parents[DW_TREE_NODES_MAX] = {UINT32_MAX};
    for (uint8_t n = 0; n < program->count; n++) {
        const dw_tree_node *node = &program->nodes[n];
        char title[DW_BRAIN_WORD_SIZE + 40];
        char text[2 * DW_BRAIN_PLACE_MAX];
        for (uint8_t i = 0; i < node->child_count; i++) {
            parents[node->children[i]] = n;
        }
        print_node(node, title, sizeof title, text, sizeof text);
        out->box(out->context, n, parents[n],
                 node->kind == DW_TREE_SKILL       ? DW_BOX_SKILL
                 : node->kind == DW_TREE_CONDITION ? DW_BOX_CONDITION
                                                   : DW_BOX_GROUP,
                 title, text);
    }
}
