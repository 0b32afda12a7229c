/* runtime.h - what a form of data brain (state machine, tree, goal planner, utility, plans) is to
 * the brain that runs it.
 *
 *   file  --read-->  program (shared by all guards, never changes)
 *   tick: facts  --step-->  dw_run_skill: which skill the body runs, and why
 *
 * A runtime owns its program and the state of one guard in it, a struct with a list of fields that
 * the brain hashes, saves and loads. It knows nothing of bodies: it reads facts and runs skills.
 * No allocation but in `read`. Deterministic. */
#ifndef DW_MIND_RUNTIME_H
#define DW_MIND_RUNTIME_H

#include "server/mind/data/condition.h"
#include "server/mind/data/inspect.h"
#include "server/mind/data/skill.h"

enum { DW_RUN_NODES_MAX = 255, DW_RUN_NONE = 255 }; /* Numbers of states, leaves, actions. */

/* Why a runtime runs what it runs. */
typedef struct dw_run_reason {
    uint8_t cause; /* dw_cause */
} dw_run_reason;

/* One tick of one guard. */
typedef struct dw_run {
    dw_facts facts; /* The runtime's own copy: see dw_facts_enter. */
    dw_self *self;
    dw_think *think;
} dw_run;

/* Runs the skill of node `node` for this tick, and says how it fared. A node that ran in the last
 * tick too, and has not ended, goes on; else what ran before is stopped and this one begins. What
 * is not run in a tick is stopped at its end: each skill that began and did not end is stopped
 * exactly once. A second skill that walks in one tick fails. */
dw_skill_state dw_run_skill(dw_run *run, uint8_t node, const dw_skill_call *call,
                            dw_run_reason reason);

/* The same node shall begin anew at the next dw_run_skill. */
void dw_run_restart(dw_run *run);

/* Stops what ran. For a runtime that has nothing to run: the body stands. */
void dw_run_stop(dw_run *run);

/* The node that runs a walking skill, or DW_RUN_NONE. */
uint8_t dw_run_node(const dw_run *run);

/* What spectators are told beside what the skill says: the state, the branch or the action. */
typedef struct dw_run_view {
    char name[DW_BRAIN_WORD_SIZE];
    char branch[DW_MIND_SENTENCE_MAX + 1]; /* "danger > chase", or empty. */
} dw_run_view;

typedef struct dw_runtime {
    const char *name; /* The value of "form" in the file. */
    /* Reads the whole file; `root` is an object. Memory comes from the reader. */
    DW_MUST_USE dw_status (*read)(dw_brain_reader *reader, const json_t *root,
                                  const void **program);
    void (*reset)(void *state, const void *program);
    void (*step)(dw_run *run, const void *program, void *state);
    void (*explain)(const void *program, const void *state, uint8_t node, dw_run_view *view);
    /* Whether a loaded state names only what the program has. */
    bool (*is_sound)(const void *program, const void *state);
    void (*check)(const void *program, dw_findings *out);
    void (*draw)(const void *program, dw_drawing *out);
} dw_runtime;

/* After the runtime: what was not run is stopped, and a body without a skill stands; words, looks
 * and torch. */
void dw_run_finish(dw_run *run);

#endif
