#include "server/mind/data/bdi.h"

#include "server/mind/data/motive.h"
#include "server/mind/data/named.h"
#include "server/mind/data/watchfulness.h"

#include <stdio.h>
#include <string.h>

enum { RETRY_STANDARD = 120, TICKS_MOST = 36000 };

_Static_assert((int)DW_BDI_PLANS_MAX *(int)DW_BDI_STEPS_MAX < (int)DW_RUN_NODES_MAX,
               "each step of each plan has a number");

typedef struct bdi_plan {
    char name[DW_BRAIN_WORD_SIZE];
    uint8_t desire;
    dw_condition context;
    dw_condition keeps; /* `while`; empty: always. */
    uint8_t step_count;
    dw_skill_call body[DW_BDI_STEPS_MAX];
} bdi_plan;

typedef struct bdi_program {
    dw_motives desires;
    bool has_until[DW_MOTIVES_MAX];
    dw_condition until[DW_MOTIVES_MAX];
    uint8_t plan_count;
    bdi_plan plans[DW_BDI_PLANS_MAX];
    int32_t retry_ticks;
} bdi_program;

static void drop_intention(dw_bdi_state *now)
{
    now->desire = DW_MOTIVE_NONE;
    now->plan = 0;
    now->step = 0;
    now->tried = 0;
    now->ended = DW_SKILL_RUNNING;
}

static void bdi_reset(void *state, const void *program)
{
    (void)program;
    dw_bdi_state *now = state;
    *now = (dw_bdi_state){.cause = DW_CAUSE_START};
    drop_intention(now);
}

/* The first plan for the desire whose context holds and that has not failed, or plan_count. */
static uint8_t applicable(const bdi_program *it, uint8_t desire, const dw_facts *facts,
                          uint32_t tried)
{
    uint8_t p = 0;
    while (p < it->plan_count && (it->plans[p].desire != desire || (tried >> p & 1) != 0 ||
                                  !dw_condition_holds(&it->plans[p].context, facts))) {
        p++;
    }
    return p;
}

static bool is_done(const bdi_program *it, const dw_bdi_state *now, const dw_facts *facts)
{
    return (it->has_until[now->desire] && dw_condition_holds(&it->until[now->desire], facts)) ||
           (now->ended == DW_SKILL_DONE && now->step + 1 == it->plans[now->plan].step_count);
}

static void begin_plan(dw_bdi_state *now, uint8_t plan, dw_cause cause)
{
    now->plan = plan;
    now->step = 0;
    now->ended = DW_SKILL_RUNNING;
    now->cause = (uint8_t)cause;
}

/* What has become of the intention since the last tick: it goes on, by its next step or by another
 * plan, or it is dropped. Returns whether something else runs from now on. */
static bool reconsider(dw_bdi_state *now, const bdi_program *it, const dw_facts *facts,
                       uint32_t tick)
{
    if (now->desire == DW_MOTIVE_NONE) {
        return false;
    }
    if (is_done(it, now, facts)) {
        drop_intention(now);
        now->cause = DW_CAUSE_DONE;
        return true;
    }
    const bool failed = now->ended == DW_SKILL_FAILED;
    if (failed || !dw_condition_holds(&it->plans[now->plan].keeps, facts)) {
        const dw_cause cause =
            failed ? DW_CAUSE_BLOCKED : dw_condition_cause(&it->plans[now->plan].keeps);
        now->tried |= UINT32_C(1) << now->plan;
        const uint8_t plan = applicable(it, now->desire, facts, now->tried);
        if (plan < it->plan_count) {
            begin_plan(now, plan, cause);
        } else {
            now->set_aside |= UINT32_C(1) << now->desire;
            now->retry_tick = tick + (uint32_t)it->retry_ticks;
            drop_intention(now);
            now->cause = (uint8_t)cause;
        }
        return true;
    }
    if (now->ended == DW_SKILL_DONE) {
        now->step++;
        now->ended = DW_SKILL_RUNNING;
        now->cause = DW_CAUSE_DONE;
        return true;
    }
    return false;
}

/* Takes up the desire that outweighs the intention, or any when there is no intention. */
static bool deliberate(dw_bdi_state *now, const bdi_program *it, const dw_facts *facts)
{
    uint32_t without = now->set_aside;
    const uint32_t kept = now->desire == DW_MOTIVE_NONE ? 0 : UINT32_C(1) << now->desire;
    for (;;) {
        const uint8_t next =
            dw_motives_choose(&it->desires, facts, now->desire, without & ~kept, kept);
        if (next == now->desire) {
            return false;
        }
        const uint8_t plan = applicable(it, next, facts, 0);
        if (plan < it->plan_count) {
            const dw_cause cause = dw_motives_cause(&it->desires, facts, now->desire, next);
            now->desire = next;
            now->tried = 0;
            begin_plan(now, plan, cause);
            return true;
        }
        without |= UINT32_C(1) << next;
    }
}

static void bdi_step(dw_run *run, const void *program, void *state)
{
    const bdi_program *it = program;
    dw_bdi_state *now = state;
    const uint32_t tick = run->think->percepts->tick;
    if (now->set_aside != 0 && tick >= now->retry_tick) {
        now->set_aside = 0;
    }
    const bool goes_on_otherwise = reconsider(now, it, &run->facts, tick);
    if (deliberate(now, it, &run->facts) || goes_on_otherwise) {
        dw_facts_enter(&run->facts);
    }
    if (now->desire == DW_MOTIVE_NONE) {
        dw_run_stop(run);
        return;
    }
    const uint8_t node = (uint8_t)(now->plan * DW_BDI_STEPS_MAX + now->step);
    now->ended = (uint8_t)dw_run_skill(run, node, &it->plans[now->plan].body[now->step],
                                       (dw_run_reason){.cause = now->cause});
}

static void bdi_explain(const void *program, const void *state, uint8_t node, dw_run_view *view)
{
    const bdi_program *it = program;
    const dw_bdi_state *now = state;
    (void)node;
    view->branch[0] = '\0';
    if (now->desire == DW_MOTIVE_NONE) {
        (void)snprintf(view->name, sizeof view->name, "nothing");
        return;
    }
    const bdi_plan *plan = &it->plans[now->plan];
    const char *desire = it->desires.of[now->desire].name;
    (void)snprintf(view->name, sizeof view->name, "%s", plan->name);
    if (plan->step_count > 1) {
        (void)snprintf(view->branch, sizeof view->branch, "%s: %s, step %d of %d", desire,
                       plan->name, now->step + 1, plan->step_count);
    } else {
        (void)snprintf(view->branch, sizeof view->branch, "%s: %s", desire, plan->name);
    }
}

static bool bdi_is_sound(const void *program, const void *state)
{
    const bdi_program *it = program;
    const dw_bdi_state *now = state;
    if (now->cause >= DW_CAUSE_COUNT || now->ended > DW_SKILL_FAILED) {
        return false;
    }
    if (now->desire == DW_MOTIVE_NONE) {
        return now->plan == 0 && now->step == 0;
    }
    return now->desire < it->desires.count && now->plan < it->plan_count &&
           it->plans[now->plan].desire == now->desire &&
           now->step < it->plans[now->plan].step_count;
}

static dw_status read_condition(dw_brain_reader *reader, const json_t *object, const char *member,
                                dw_condition *out)
{
    const size_t mark = dw_brain_enter(reader, member);
    const dw_status status = dw_condition_read(reader, json_object_get(object, member), out);
    dw_brain_leave(reader, mark);
    return status;
}

static dw_status read_desire(dw_brain_reader *reader, const char *name, const json_t *value,
                             void *program)
{
    static const char *const known[] = {DW_MOTIVE_MEMBERS, "until", NULL};
    bdi_program *out = program;
    const uint8_t d = out->desires.count++;
    dw_status status = dw_brain_members(reader, value, known);
    if (status == DW_OK) {
        status = dw_motive_read(reader, name, value, &out->desires.of[d]);
    }
    out->has_until[d] = json_object_get(value, "until") != NULL;
    return status == DW_OK ? read_condition(reader, value, "until", &out->until[d]) : status;
}

static dw_status read_body(dw_brain_reader *reader, const json_t *list, bdi_plan *out)
{
    if (!json_is_array(list) || json_array_size(list) == 0 ||
        json_array_size(list) > DW_BDI_STEPS_MAX) {
        return dw_brain_refuse(reader, "must be a list of 1 to %d skills", DW_BDI_STEPS_MAX);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; status == DW_OK && i < json_array_size(list); i++) {
        const size_t mark = dw_brain_enter_index(reader, i);
        status = dw_skill_call_read(reader, json_array_get(list, i), NULL, &out->body[i]);
        dw_brain_leave(reader, mark);
        out->step_count++;
    }
    return status;
}

static dw_status read_desire_of(dw_brain_reader *reader, const bdi_program *it, const json_t *value,
                                bdi_plan *out)
{
    const char *name = json_string_value(value);
    if (name == NULL) {
        return dw_brain_refuse(reader, "must be the name of a desire");
    }
    out->desire = dw_motives_find(&it->desires, name);
    return out->desire != DW_MOTIVE_NONE ? DW_OK
                                         : dw_brain_refuse(reader, "unknown desire \"%s\"", name);
}

static dw_status read_plan(dw_brain_reader *reader, const char *name, const json_t *value,
                           void *program)
{
    static const char *const known[] = {"desire", "context", "while", "body", NULL};
    bdi_program *out = program;
    bdi_plan *plan = &out->plans[out->plan_count++];
    (void)snprintf(plan->name, sizeof plan->name, "%s", name);
    dw_status status = dw_brain_members(reader, value, known);
    if (status == DW_OK) {
        const size_t mark = dw_brain_enter(reader, "desire");
        status = read_desire_of(reader, out, json_object_get(value, "desire"), plan);
        dw_brain_leave(reader, mark);
    }
    if (status == DW_OK) {
        status = read_condition(reader, value, "context", &plan->context);
    }
    if (status == DW_OK) {
        status = read_condition(reader, value, "while", &plan->keeps);
    }
    if (status == DW_OK) {
        const size_t mark = dw_brain_enter(reader, "body");
        status = read_body(reader, json_object_get(value, "body"), plan);
        dw_brain_leave(reader, mark);
    }
    return status;
}

static dw_status read_root(dw_brain_reader *reader, const json_t *root, bdi_program *out)
{
    static const char *const known[] = {"form",        "about",   "leads", "learns", "hysteresis",
                                        "retry_ticks", "desires", "plans", NULL};
    out->retry_ticks = RETRY_STANDARD;
    dw_status status = dw_brain_members(reader, root, known);
    if (status == DW_OK) {
        status =
            dw_brain_member_number(reader, root, "retry_ticks", 1, TICKS_MOST, &out->retry_ticks);
    }
    if (status == DW_OK) {
        status = dw_motives_read_hysteresis(reader, root, &out->desires);
    }
    if (status == DW_OK) {
        status = dw_named_each(reader, root, "desires", DW_MOTIVES_MAX, read_desire, out);
    }
    if (status == DW_OK) {
        status = dw_named_each(reader, root, "plans", DW_BDI_PLANS_MAX, read_plan, out);
    }
    return status;
}

static dw_status bdi_read(dw_brain_reader *reader, const json_t *root, const void **program)
{
    bdi_program *out = dw_brain_take(reader, sizeof *out);
    if (out == NULL) {
        return DW_MEMORY;
    }
    const dw_status status = read_root(reader, root, out);
    if (status == DW_OK) {
        *program = out;
    }
    return status;
}

static void bdi_check(const void *program, dw_findings *out)
{
    const bdi_program *it = program;
    for (uint8_t d = 0; d < it->desires.count; d++) {
        uint32_t plans = 0;
        for (uint8_t p = 0; p < it->plan_count; p++) {
            plans += it->plans[p].desire == d ? 1 : 0;
        }
        if (plans == 0) {
            char place[DW_BRAIN_PLACE_MAX];
            (void)snprintf(place, sizeof place, "desires.%s", it->desires.of[d].name);
            dw_findings_say(out, place, "no plan is for it");
        }
    }
    const uint64_t watched = dw_motives_watch(&it->desires);
    for (uint8_t p = 0; p < it->plan_count; p++) {
        for (uint8_t s = 0; s < it->plans[p].step_count; s++) {
            char place[DW_BRAIN_PLACE_MAX];
            (void)snprintf(place, sizeof place, "plans.%s.body[%u]", it->plans[p].name, s);
            dw_watchfulness_check(out, place, dw_skill_at(it->plans[p].body[s].skill), watched,
                                  true);
        }
    }
}

static size_t add_part(char *text, size_t length, size_t size, const char *word,
                       const dw_condition *condition)
{
    if (condition->count == 0) {
        return length;
    }
    char part[DW_BRAIN_PLACE_MAX];
    dw_condition_print(condition, part, sizeof part);
    return length + (size_t)snprintf(text + length, size - length, "%s%s %s",
                                     length > 0 ? "\n" : "", word, part);
}

static void draw_plan(const bdi_program *it, const bdi_plan *plan, uint32_t id, dw_drawing *out)
{
    char text[3 * DW_BRAIN_PLACE_MAX] = "";
    size_t length = 0;
    for (uint8_t s = 0; s < plan->step_count; s++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", s > 0 ? ", " : "",
                                   dw_skill_at(plan->body[s].skill)->name);
    }
    length = add_part(text, length, sizeof text, "when", &plan->context);
    (void)add_part(text, length, sizeof text, "while", &plan->keeps);
    out->box(out->context, (uint32_t)it->desires.count + id, plan->desire, DW_BOX_SKILL, plan->name,
             text);
}

static void bdi_draw(const void *program, dw_drawing *out)
{
    const bdi_program *it = program;
    for (uint8_t d = 0; d < it->desires.count; d++) {
        char text[3 * DW_BRAIN_PLACE_MAX];
        dw_motive_print(&it->desires.of[d], text, sizeof text);
        (void)add_part(text, strlen(text), sizeof text, "until", &it->until[d]);
        out->box(out->context, d, UINT32_MAX, DW_BOX_GROUP, it->desires.of[d].name, text);
    }
    for (uint8_t p = 0; p < it->plan_count; p++) {
        draw_plan(it, &it->plans[p], p, out);
    }
}

const dw_runtime dw_runtime_bdi = {
    .name = "bdi",
    .read = bdi_read,
    .reset = bdi_reset,
    .step = bdi_step,
    .explain = bdi_explain,
    .is_sound = bdi_is_sound,
    .check = bdi_check,
    .draw = bdi_draw,
};

DW_FIELDS_STATE(extern, bdi_state, DW_BDI_FIELDS);
