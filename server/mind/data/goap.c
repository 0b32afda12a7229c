#include "server/mind/data/goap.h"

#include "common/base/check.h"
#include "server/mind/data/goap_program.h"

#include <stdio.h>

static void forget_plan(dw_goap_state *it)
{
    it->count = 0;
    it->cost = 0;
}

static void goap_reset(void *state, const void *program)
{
    (void)program;
    *(dw_goap_state *)state =
        (dw_goap_state){.goal = DW_MOTIVE_NONE, .ended = DW_MOTIVE_NONE, .cause = DW_CAUSE_START};
}

static void set_aside(dw_goap_state *it, const dw_goap_program *program, uint8_t action,
                      uint32_t tick)
{
    const uint32_t until = tick + (uint32_t)program->actions[action].retry_ticks;
    it->retry_tick = it->set_aside == 0 || until > it->retry_tick ? until : it->retry_tick;
    it->set_aside |= UINT32_C(1) << action;
}

/* What the action that ended in the last tick should have given is sensed now, or is not. Returns
 * why the plan has to be looked at again; DW_CAUSE_COUNT: no reason. */
static dw_cause judge_end(dw_goap_state *it, const dw_goap_program *program, uint64_t bits,
                          uint32_t tick)
{
    if (it->ended == DW_MOTIVE_NONE) {
        if (it->set_aside != 0 && tick >= it->retry_tick) {
            it->set_aside = 0;
            return DW_CAUSE_TIMER;
        }
        return DW_CAUSE_COUNT;
    }
    const bool gave = dw_plan_holds(bits, &program->domain.actions[it->ended].gives);
    if (!it->ended_well || (!gave && program->actions[it->ended].retry_ticks > 0)) {
        set_aside(it, program, it->ended, tick);
    }
    const dw_cause cause = it->ended_well ? DW_CAUSE_DONE : DW_CAUSE_BLOCKED;
    it->ended = DW_MOTIVE_NONE;
    return cause;
}

/* The goals that need no plan: what they want stands. */
static uint32_t reached(const dw_goap_program *program, uint64_t bits)
{
    uint32_t out = 0;
    for (uint32_t g = 0; g < program->goals.count; g++) {
        out |= (uint32_t)dw_plan_holds(bits, &program->wants[g]) << g;
    }
    return out;
}

static bool find_plan(dw_goap_state *it, const dw_goap_program *program, uint8_t goal,
                      uint64_t bits)
{
    dw_plan_scratch scratch;
    dw_plan plan;
    if (dw_plan_find(&plan, &program->domain, bits, &program->wants[goal], it->set_aside,
                     (uint32_t)program->nodes_max, &scratch, NULL) != DW_PLAN_FOUND) {
        return false;
    }
    it->count = plan.count;
    it->cost = plan.cost;
    for (uint8_t i = 0; i < plan.count; i++) {
        it->actions[i] = plan.actions[i];
    }
    return true;
}

/* The goal with the most points that has a plan. A plan stands as long as nothing changed for
 * which it was made. */
static void choose(dw_goap_state *it, const dw_goap_program *program, const dw_facts *facts,
                   uint64_t bits, bool anew)
{
    const uint32_t without = reached(program, bits);
    const uint32_t own = it->goal == DW_MOTIVE_NONE ? 0 : UINT32_C(1) << it->goal;
    const uint32_t kept = own & program->kept;
    for (;;) {
        const uint8_t goal =
            dw_motives_choose(&program->goals, facts, it->goal, without | it->hopeless, kept);
        if (goal == it->goal && !anew && (it->count > 0 || goal == DW_MOTIVE_NONE)) {
            return;
        }
        if (goal == DW_MOTIVE_NONE || find_plan(it, program, goal, bits)) {
            it->goal = goal;
            if (goal == DW_MOTIVE_NONE) {
                forget_plan(it);
            }
            return;
        }
        it->hopeless |= UINT32_C(1) << goal;
    }
}

/* The cause of the lowest changed fact that the plan is about. */
static dw_cause cause_of_change(const dw_goap_program *program, uint64_t changed)
{
    return dw_fact_table[program->bits.terms[__builtin_ctzll(changed)].fact].cause;
}

/* Why what runs from now on takes the place of what ran. */
static dw_cause explain_change(const dw_goap_state *it, const dw_goap_program *program,
                               const dw_facts *facts, uint8_t last_goal, uint64_t changed,
                               dw_cause ended)
{
    if (it->goal != last_goal) {
        const dw_cause cause = dw_motives_cause(&program->goals, facts, last_goal, it->goal);
        return cause == DW_CAUSE_DONE && ended != DW_CAUSE_COUNT ? ended : cause;
    }
    if (ended != DW_CAUSE_COUNT) {
        return ended;
    }
    return changed != 0 ? cause_of_change(program, changed) : DW_CAUSE_DONE;
}

static uint8_t node_of(const dw_goap_state *it)
{
    return (uint8_t)(it->count > 0 ? it->actions[0] : DW_GOAP_OTHERWISE);
}

static void act(dw_goap_state *it, const dw_goap_program *program, dw_run *run)
{
    const dw_run_reason reason = {.cause = it->cause};
    const uint8_t node = node_of(it);
    if (node == DW_GOAP_OTHERWISE) {
        if (program->has_otherwise) {
            (void)dw_run_skill(run, node, &program->otherwise, reason);
        } else {
            dw_run_stop(run);
        }
        return;
    }
    const dw_goap_action *action = &program->actions[node];
    const dw_skill_state state = dw_run_skill(run, node, &action->call, reason);
    dw_deeds_run(&action->deeds, run, node, reason);
    const bool late = state == DW_SKILL_RUNNING && action->ticks_max > 0 &&
                      run->facts.of[DW_FACT_ticks_in_state] >= action->ticks_max;
    if (state != DW_SKILL_RUNNING || late) {
        it->ended = node;
        it->ended_well = state == DW_SKILL_DONE;
    }
}

static void goap_step(dw_run *run, const void *program, void *state)
{
    const dw_goap_program *domain = program;
    dw_goap_state *it = state;
    const uint32_t tick = run->think->percepts->tick;
    const uint64_t bits = dw_fact_bits_sense(&domain->bits, &run->facts);
    const uint64_t changed = (bits ^ it->bits) & domain->planned;
    const uint8_t last_goal = it->goal;
    const uint8_t last_node = node_of(it);
    const dw_cause ended = judge_end(it, domain, bits, tick);
    const bool anew = ended != DW_CAUSE_COUNT || changed != 0;
    if (anew) {
        it->hopeless = 0;
        it->bits = bits;
    }
    choose(it, domain, &run->facts, bits, anew);
    if (node_of(it) != last_node || ended == DW_CAUSE_DONE || ended == DW_CAUSE_BLOCKED) {
        it->cause = (uint8_t)explain_change(it, domain, &run->facts, last_goal, changed, ended);
        dw_facts_enter(&run->facts);
    }
    act(it, domain, run);
}

static void goap_explain(const void *program, const void *state, uint8_t node, dw_run_view *view)
{
    const dw_goap_program *domain = program;
    const dw_goap_state *it = state;
    (void)node;
    const uint8_t running = node_of(it);
    (void)snprintf(view->name, sizeof view->name, "%s",
                   running == DW_GOAP_OTHERWISE ? "otherwise" : domain->actions[running].name);
    view->branch[0] = '\0';
    if (it->goal == DW_MOTIVE_NONE) {
        return;
    }
    size_t length =
        (size_t)snprintf(view->branch, sizeof view->branch, "%s:", domain->goals.of[it->goal].name);
    for (uint32_t i = 0; i < it->count && length < sizeof view->branch; i++) {
        length += (size_t)snprintf(view->branch + length, sizeof view->branch - length, "%s %s",
                                   i > 0 ? "," : "", domain->actions[it->actions[i]].name);
    }
}

static bool goap_is_sound(const void *program, const void *state)
{
    const dw_goap_program *domain = program;
    const dw_goap_state *it = state;
    const uint32_t actions = domain->domain.action_count;
    bool sound = (it->goal < domain->goals.count || it->goal == DW_MOTIVE_NONE) &&
                 (it->ended < actions || it->ended == DW_MOTIVE_NONE) &&
                 it->cause < DW_CAUSE_COUNT && (it->count == 0 || it->goal != DW_MOTIVE_NONE);
    for (uint32_t i = 0; i < it->count; i++) {
        sound = sound && it->actions[i] < actions;
    }
    return sound;
}

const dw_runtime dw_runtime_goap = {
    .name = "goap",
    .read = dw_goap_read,
    .reset = goap_reset,
    .step = goap_step,
    .explain = goap_explain,
    .is_sound = goap_is_sound,
    .check = dw_goap_check,
    .draw = dw_goap_draw,
};

DW_FIELDS_STATE(extern, goap_state, DW_GOAP_FIELDS);
