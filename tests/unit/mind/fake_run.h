/* fake_run.h - a body for tests of the forms of data brains: facts are set by hand, and what a form
 * runs is noted. It takes the place of the calls of server/mind/data/runtime.h that run skills. */
#ifndef DW_TESTS_UNIT_MIND_FAKE_RUN_H
#define DW_TESTS_UNIT_MIND_FAKE_RUN_H

#include "server/mind/data/runtime.h"

typedef struct dw_fake_run {
    const dw_runtime *runtime;
    const void *program;
    void *state; /* The test's. */
    dw_facts facts;
    dw_percepts percepts;
    dw_think think;
    dw_arena arena;
    dw_skill_state answer; /* What a skill says of itself. */
    uint8_t node;          /* That the last tick ran, or DW_RUN_NONE, */
    dw_cause cause;        /* and why. */
} dw_fake_run;

/* Reads the program; a refused text fails the test. */
void dw_fake_run_open(dw_fake_run *it, const dw_runtime *runtime, void *state, const char *text);
void dw_fake_run_close(dw_fake_run *it);

/* The same for a text that is meant to be refused. */
void dw_fake_run_refuses(const dw_runtime *runtime, const char *text, const char *error_text);

/* One tick with the facts as they are. Gives back what ran. */
uint8_t dw_fake_run_step(dw_fake_run *it);

/* All findings, a line each. */
typedef struct dw_fake_findings {
    char text[600];
} dw_fake_findings;
dw_fake_findings dw_fake_run_check(const dw_runtime *runtime, void *state, const char *text);

#endif
