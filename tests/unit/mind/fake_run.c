#include "tests/unit/mind/fake_run.h"

#include "common/base/check.h"
#include "tests/support/test.h"

/* The calls have no pointer of the test's own: `think` stands in for it. */
static dw_fake_run *of(const dw_run *run)
{
    return (dw_fake_run *)((char *)run->think - offsetof(dw_fake_run, think));
}

dw_skill_state dw_run_skill(dw_run *run, uint8_t node, const dw_skill_call *call,
                            dw_run_reason reason)
{
    if (!dw_skill_at(call->skill)->walks) {
        return DW_SKILL_DONE;
    }
    of(run)->node = node;
    of(run)->cause = (dw_cause)reason.cause;
    return of(run)->answer;
}

void dw_run_stop(dw_run *run)
{
    of(run)->node = DW_RUN_NONE;
}

static dw_status read(dw_fake_run *it, const dw_runtime *runtime, const char *text, dw_error *error)
{
    *it = (dw_fake_run){.runtime = runtime, .answer = DW_SKILL_RUNNING, .node = DW_RUN_NONE};
    json_t *root = json_loads(text, 0, NULL);
    DW_CHECK(root != NULL);
    const dw_status created = dw_arena_create(&it->arena, 1 << 20);
    DW_CHECK(created == DW_OK);
    dw_brain_reader reader = {.arena = &it->arena, .error = error};
    const dw_status status = runtime->read(&reader, root, &it->program);
    json_decref(root);
    return status;
}

void dw_fake_run_open(dw_fake_run *it, const dw_runtime *runtime, void *state, const char *text)
{
    dw_error error = {""};
    if (read(it, runtime, text, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    it->state = state;
    runtime->reset(state, it->program);
}

void dw_fake_run_close(dw_fake_run *it)
{
    dw_arena_destroy(&it->arena);
}

void dw_fake_run_refuses(const dw_runtime *runtime, const char *text, const char *error_text)
{
    dw_fake_run it;
    dw_error error = {""};
    assert_int_equal(read(&it, runtime, text, &error), DW_INVALID);
    assert_string_equal(error.text, error_text);
    dw_fake_run_close(&it);
}

uint8_t dw_fake_run_step(dw_fake_run *it)
{
    const uint8_t before = it->node;
    dw_run run = {.facts = it->facts, .think = &it->think};
    it->percepts.tick++;
    it->think.percepts = &it->percepts;
    it->node = DW_RUN_NONE;
    it->runtime->step(&run, it->program, it->state);
    it->facts.of[DW_FACT_ticks_in_state] =
        it->node == before ? it->facts.of[DW_FACT_ticks_in_state] + 1 : 1;
    it->facts.of[DW_FACT_failed] = it->answer == DW_SKILL_FAILED;
    it->facts.of[DW_FACT_done] = it->answer == DW_SKILL_DONE;
    return it->node;
}

static void take_finding(void *context, const char *place, const char *text)
{
    dw_fake_findings *it = context;
    const size_t length = strlen(it->text);
    (void)snprintf(it->text + length, sizeof it->text - length, "%s: %s\n", place, text);
}

dw_fake_findings dw_fake_run_check(const dw_runtime *runtime, void *state, const char *text)
{
    dw_fake_run it;
    dw_fake_findings out = {""};
    dw_fake_run_open(&it, runtime, state, text);
    dw_findings findings = {.say = take_finding, .context = &out};
    runtime->check(it.program, &findings);
    dw_fake_run_close(&it);
    return out;
}
