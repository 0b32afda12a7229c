#include "server/mind/data/tree.h"

#include "common/base/check.h"
#include "server/mind/data/tree_program.h"

#include <stdio.h>
#include <string.h>

/* One tick of a tree. `rechecks`: below a recheck whose time has come, selectors begin again from
 * their first child, and sequences look again at the conditions that they have passed. */
typedef struct walk {
    dw_run *run;
    const dw_tree_program *program;
    dw_tree_state *state;
    uint64_t visited[2];
    uint64_t ran[2]; /* In the last tick. */
    dw_run_reason reason;
    bool rechecks;
} walk;

static bool did_run(const walk *it, uint8_t node)
{
    return (it->ran[node / 64] >> node % 64 & 1) != 0;
}

static dw_skill_state tick_node(walk *it, uint8_t node);

/* The mark and the child of a node whose activation begins. */
static void begin_node(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    it->state->at[node] = 0;
    if (own->kind == DW_TREE_RECHECK) {
        it->state->mark[node] = it->run->think->percepts->tick + (uint32_t)own->number;
    } else if (own->kind != DW_TREE_COOLDOWN) {
        it->state->mark[node] = 0;
    }
}

static dw_skill_state tick_selector(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    for (uint8_t i = it->rechecks ? 0 : it->state->at[node]; i < own->child_count; i++) {
        const dw_skill_state result = tick_node(it, own->children[i]);
        if (result != DW_SKILL_FAILED) {
            it->state->at[node] = result == DW_SKILL_RUNNING ? i : 0;
            return result;
        }
    }
    it->state->at[node] = 0;
    return DW_SKILL_FAILED;
}

static bool is_condition(const dw_tree_program *program, uint8_t node)
{
    const dw_tree_node *own = &program->nodes[node];
    return own->kind == DW_TREE_CONDITION ||
           (own->kind == DW_TREE_INVERT && is_condition(program, own->children[0]));
}

static dw_skill_state tick_sequence(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    const uint8_t first = it->state->at[node];
    for (uint8_t i = 0; it->rechecks && i < first; i++) {
        if (is_condition(it->program, own->children[i]) &&
            tick_node(it, own->children[i]) == DW_SKILL_FAILED) {
            it->state->at[node] = 0;
            return DW_SKILL_FAILED;
        }
    }
    for (uint8_t i = first; i < own->child_count; i++) {
        const dw_skill_state result = tick_node(it, own->children[i]);
        if (result != DW_SKILL_DONE) {
            it->state->at[node] = result == DW_SKILL_RUNNING ? i : 0;
            return result;
        }
    }
    it->state->at[node] = 0;
    return DW_SKILL_DONE;
}

/* What runs below the node is stopped: its parallel has come to a result without it. */
static void abandon(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    if (own->kind == DW_TREE_SKILL && dw_run_node(it->run) == node) {
        dw_run_stop(it->run);
    }
    it->visited[node / 64] &= ~(UINT64_C(1) << node % 64);
    for (uint8_t i = 0; i < own->child_count; i++) {
        abandon(it, own->children[i]);
    }
}

/* The mark holds the results so far: a bit of the low byte for each child that is done, of the next
 * for each that failed. */
static dw_skill_state tick_parallel(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    uint32_t *results = &it->state->mark[node];
    for (uint8_t i = 0; i < own->child_count; i++) {
        if (((*results | *results >> 8) >> i & 1) == 0) {
            const dw_skill_state result = tick_node(it, own->children[i]);
            *results |= result == DW_SKILL_DONE ? 1u << i : 0;
            *results |= result == DW_SKILL_FAILED ? 1u << (8 + i) : 0;
        }
    }
    const int done = __builtin_popcount(*results & 255);
    const int failed = __builtin_popcount(*results >> 8);
    if (done < own->success && failed < own->failure && done + failed < own->child_count) {
        return DW_SKILL_RUNNING;
    }
    for (uint8_t i = 0; i < own->child_count; i++) {
        abandon(it, own->children[i]);
    }
    return done >= own->success ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

/* Once a tick, so that a child which is done at once does not run for ever. */
static dw_skill_state tick_repeat(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    const dw_skill_state result = tick_node(it, own->children[0]);
    if (result != DW_SKILL_DONE) {
        return result;
    }
    it->state->mark[node]++;
    return own->number > 0 && it->state->mark[node] >= (uint32_t)own->number ? DW_SKILL_DONE
                                                                             : DW_SKILL_RUNNING;
}

static dw_skill_state tick_cooldown(walk *it, uint8_t node)
{
    const uint32_t tick = it->run->think->percepts->tick;
    if (!did_run(it, node) && tick < it->state->mark[node]) {
        return DW_SKILL_FAILED;
    }
    const dw_tree_node *own = &it->program->nodes[node];
    const dw_skill_state result = tick_node(it, own->children[0]);
    it->state->mark[node] = tick + (uint32_t)own->number;
    return result;
}

static dw_skill_state tick_recheck(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    const uint32_t tick = it->run->think->percepts->tick;
    const bool due = did_run(it, node) && tick >= it->state->mark[node];
    if (due || !did_run(it, node)) {
        it->state->mark[node] = tick + (uint32_t)own->number;
        if (!dw_condition_holds(&own->when, &it->run->facts)) {
            return DW_SKILL_FAILED;
        }
    }
    const bool before = it->rechecks;
    it->rechecks = before || due;
    const dw_skill_state result = tick_node(it, own->children[0]);
    it->rechecks = before;
    return result;
}

static dw_skill_state tick_condition(walk *it, const dw_tree_node *own)
{
    if (!dw_condition_holds(&own->when, &it->run->facts)) {
        return DW_SKILL_FAILED;
    }
    it->reason.cause = (uint8_t)dw_condition_cause(&own->when);
    return DW_SKILL_DONE;
}

static dw_skill_state tick_kind(walk *it, uint8_t node)
{
    const dw_tree_node *own = &it->program->nodes[node];
    dw_skill_state result;
    switch ((dw_tree_kind)own->kind) {
    case DW_TREE_SELECTOR:
        return tick_selector(it, node);
    case DW_TREE_SEQUENCE:
        return tick_sequence(it, node);
    case DW_TREE_PARALLEL:
        return tick_parallel(it, node);
    case DW_TREE_INVERT:
        result = tick_node(it, own->children[0]);
        return result == DW_SKILL_RUNNING ? result
               : result == DW_SKILL_DONE  ? DW_SKILL_FAILED
                                          : DW_SKILL_DONE;
    case DW_TREE_REPEAT:
        return tick_repeat(it, node);
    case DW_TREE_COOLDOWN:
        return tick_cooldown(it, node);
    case DW_TREE_RECHECK:
        return tick_recheck(it, node);
    case DW_TREE_CONDITION:
        return tick_condition(it, own);
    case DW_TREE_SKILL:
    case DW_TREE_KIND_COUNT:
        break;
    }
    return dw_run_skill(it->run, node, &own->skill, it->reason);
}

/* As deep as the file, at most DW_TREE_DEPTH_MAX. */
static dw_skill_state tick_node(walk *it, uint8_t node)
{
    if (!did_run(it, node)) {
        begin_node(it, node);
    }
    const dw_skill_state result = tick_kind(it, node);
    if (result == DW_SKILL_RUNNING) {
        it->visited[node / 64] |= UINT64_C(1) << node % 64;
    }
    return result;
}

static void tree_reset(void *memory, const void *program)
{
    dw_tree_state *state = memory;
    *state = (dw_tree_state){.count = ((const dw_tree_program *)program)->count};
}

static void tree_step(dw_run *run, const void *program, void *memory)
{
    dw_tree_state *state = memory;
    walk it = {.run = run,
               .program = program,
               .state = state,
               .ran = {state->running_low, state->running_high},
               .reason = {.cause = DW_CAUSE_DONE}};
    (void)tick_node(&it, 0);
    state->running_low = it.visited[0];
    state->running_high = it.visited[1];
}

/* The names on the way from the root to the leaf that runs. */
static void tree_explain(const void *memory, const void *state_memory, uint8_t leaf,
                         dw_run_view *view)
{
    const dw_tree_program *program = memory;
    const dw_tree_state *state = state_memory;
    if (leaf >= program->count) {
        return;
    }
    const dw_tree_node *own = &program->nodes[leaf];
    (void)snprintf(view->name, sizeof view->name, "%s",
                   own->name[0] != '\0' ? own->name : dw_skill_at(own->skill.skill)->name);
    size_t length = 0;
    for (uint8_t n = 0; n < leaf && length < sizeof view->branch; n++) {
        const bool runs = ((n < 64 ? state->running_low : state->running_high) >> n % 64 & 1) != 0;
        if (runs && program->nodes[n].name[0] != '\0') {
            length += (size_t)snprintf(view->branch + length, sizeof view->branch - length, "%s > ",
                                       program->nodes[n].name);
        }
    }
    if (length > 0 && length < sizeof view->branch) {
        (void)snprintf(view->branch + length, sizeof view->branch - length, "%s", view->name);
    }
}

static bool tree_is_sound(const void *memory, const void *state_memory)
{
    const dw_tree_program *program = memory;
    const dw_tree_state *state = state_memory;
    bool sound = state->count == program->count;
    for (uint8_t n = 0; sound && n < program->count; n++) {
        sound = state->at[n] == 0 || state->at[n] < program->nodes[n].child_count;
    }
    return sound;
}

const dw_runtime dw_runtime_tree = {
    .name = "tree",
    .read = dw_tree_read,
    .reset = tree_reset,
    .step = tree_step,
    .explain = tree_explain,
    .is_sound = tree_is_sound,
    .check = dw_tree_check,
    .draw = dw_tree_draw,
};

DW_FIELDS_STATE(extern, tree_state, DW_TREE_STATE_FIELDS);
