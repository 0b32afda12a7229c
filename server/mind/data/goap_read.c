/* goap_read.c - a program of the form "goap" from its file. */
#include "server/mind/data/goap_program.h"
#include "server/mind/data/named.h"

#include <stdio.h>
#include <string.h>

enum { NODES_STANDARD = 256, RETRY_STANDARD = 120, TICKS_MOST = 36000 };

static dw_status read_goal(dw_brain_reader *reader, const char *name, const json_t *value,
                           void *program)
{
    static const char *const known[] = {DW_MOTIVE_MEMBERS, "want", "keep", NULL};
    dw_goap_program *out = program;
    const uint8_t goal = out->goals.count;
    dw_status status = dw_brain_members(reader, value, known);
    if (status == DW_OK) {
        status = dw_motive_read(reader, name, value, &out->goals.of[goal]);
    }
    if (status == DW_OK) {
        const size_t mark = dw_brain_enter(reader, "want");
        status = dw_fact_bits_read(reader, &out->bits, json_object_get(value, "want"),
                                   &out->wants[goal]);
        if (status == DW_OK && (out->wants[goal].on | out->wants[goal].off) == 0) {
            status = dw_brain_refuse(reader, "must name at least one fact");
        }
        dw_brain_leave(reader, mark);
    }
    const json_t *keep = json_object_get(value, "keep");
    if (status == DW_OK && keep != NULL && !json_is_boolean(keep)) {
        status = dw_brain_refuse(reader, "`keep` must be true or false");
    }
    out->kept |= json_is_true(keep) ? UINT32_C(1) << goal : 0;
    out->goals.count++;
    return status;
}

static dw_status read_facts(dw_brain_reader *reader, const json_t *object, const char *member,
                            dw_fact_bits *bits, dw_plan_facts *out)
{
    const size_t mark = dw_brain_enter(reader, member);
    const dw_status status = dw_fact_bits_read(reader, bits, json_object_get(object, member), out);
    dw_brain_leave(reader, mark);
    return status;
}

static dw_status read_action(dw_brain_reader *reader, const char *name, const json_t *value,
                             void *program)
{
    static const char *const others[] = {"needs",       "gives", "cost", "ticks_max",
                                         "retry_ticks", "also",  NULL};
    dw_goap_program *out = program;
    dw_goap_action *action = &out->actions[out->domain.action_count];
    dw_plan_action *plan = &out->domain.actions[out->domain.action_count];
    (void)snprintf(action->name, sizeof action->name, "%s", name);
    dw_status status = dw_skill_call_read(reader, value, others, &action->call);
    if (status == DW_OK) {
        status = read_facts(reader, value, "needs", &out->bits, &plan->needs);
    }
    if (status == DW_OK) {
        status = read_facts(reader, value, "gives", &out->bits, &plan->gives);
    }
    if (status == DW_OK && (plan->gives.on | plan->gives.off) == 0) {
        status = dw_brain_refuse(reader, "`gives` is missing: no plan would ever use the action");
    }
    int32_t cost = -1;
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, value, "cost", 0, DW_PLAN_COST_MAX, &cost);
    }
    if (status == DW_OK && cost < 0) {
        status = dw_brain_refuse(reader, "`cost` is missing: a whole number");
    }
    if (status == DW_OK) {
        status =
            dw_brain_member_number(reader, value, "ticks_max", 1, TICKS_MOST, &action->ticks_max);
    }
    if (status == DW_OK) {
        status = dw_deeds_read(reader, value, &action->deeds);
    }
    action->retry_ticks = out->retry_ticks;
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, value, "retry_ticks", 0, TICKS_MOST,
                                        &action->retry_ticks);
    }
    plan->cost = (uint32_t)cost;
    out->domain.action_count++;
    return status;
}

static dw_status read_root(dw_brain_reader *reader, const json_t *root, dw_goap_program *out)
{
    static const char *const known[] = {"form",      "about",       "leads",      "learns",
                                        "nodes_max", "retry_ticks", "hysteresis", "goals",
                                        "actions",   "otherwise",   NULL};
    out->nodes_max = NODES_STANDARD;
    out->retry_ticks = RETRY_STANDARD;
    dw_status status = dw_brain_members(reader, root, known);
    if (status == DW_OK) {
        status = dw_brain_member_number(reader, root, "nodes_max", 1, DW_PLAN_NODES_MAX,
                                        &out->nodes_max);
    }
    if (status == DW_OK) {
        status =
            dw_brain_member_number(reader, root, "retry_ticks", 1, TICKS_MOST, &out->retry_ticks);
    }
    if (status == DW_OK) {
        status = dw_motives_read_hysteresis(reader, root, &out->goals);
    }
    if (status == DW_OK) {
        status = dw_named_each(reader, root, "goals", DW_MOTIVES_MAX, read_goal, out);
    }
    if (status == DW_OK) {
        status = dw_named_each(reader, root, "actions", DW_PLAN_ACTIONS_MAX, read_action, out);
    }
    out->has_otherwise = json_object_get(root, "otherwise") != NULL;
    if (status == DW_OK && out->has_otherwise) {
        const size_t mark = dw_brain_enter(reader, "otherwise");
        status =
            dw_skill_call_read(reader, json_object_get(root, "otherwise"), NULL, &out->otherwise);
        dw_brain_leave(reader, mark);
    }
    return status;
}

dw_status dw_goap_read(dw_brain_reader *reader, const json_t *root, const void **program)
{
    dw_goap_program *out = dw_brain_take(reader, sizeof *out);
    if (out == NULL) {
        return DW_MEMORY;
    }
    const dw_status status = read_root(reader, root, out);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t a = 0; a < out->domain.action_count; a++) {
        dw_plan_action *action = &out->domain.actions[a];
        dw_fact_bits_follow(&out->bits, &action->gives);
        out->planned |= action->needs.on | action->needs.off;
    }
    for (uint32_t g = 0; g < out->goals.count; g++) {
        out->planned |= out->wants[g].on | out->wants[g].off;
    }
    *program = out;
    return DW_OK;
}
