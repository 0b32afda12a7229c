/* run.c - which skill the body runs: of those that walk one, each stopped exactly once. */
#include "server/mind/data/self.h"
#include "server/mind/shut_doors.h"

static bool is_same(const dw_self *self, uint8_t node, const dw_skill_call *call)
{
    bool same = self->runs && self->node == node && self->skill == call->skill;
    for (uint32_t i = 0; i < DW_SKILL_ARGS_MAX; i++) {
        same = same && self->args[i] == call->args[i];
    }
    return same;
}

static void stop(dw_self *self, dw_think *think)
{
    if (self->runs) {
        const dw_skill *skill = dw_skill_at(self->skill);
        self->runs = false;
        if (skill->stop != NULL) {
            skill->stop(self, think);
        }
    }
}

static void begin(dw_run *run, uint8_t node, const dw_skill_call *call, dw_run_reason reason)
{
    dw_self *self = run->self;
    const uint32_t tick = run->think->percepts->tick;
    const bool another = self->node != node;
    stop(self, run->think);
    self->skill = call->skill;
    for (uint32_t i = 0; i < DW_SKILL_ARGS_MAX; i++) {
        self->args[i] = call->args[i];
    }
    self->runs = true;
    if (another) {
        self->node = node;
        self->since = tick;
        self->cause = reason.cause;
        self->cause_id =
            reason.cause == DW_CAUSE_MESSAGE && self->message != 0 ? self->message : tick;
    }
    const dw_skill *skill = dw_skill_at(call->skill);
    if (skill->begin != NULL) {
        skill->begin(self, run->think, self->args);
    }
}

dw_skill_state dw_run_skill(dw_run *run, uint8_t node, const dw_skill_call *call,
                            dw_run_reason reason)
{
    dw_self *self = run->self;
    const dw_skill *skill = dw_skill_at(call->skill);
    if (!skill->walks) {
        return skill->step(self, run->think, call->args);
    }
    if (self->now.stepped && self->outcome != DW_SKILL_FAILED) {
        /* One step a tick: what follows an end begins in the next tick. */
        return self->outcome == DW_SKILL_DONE ? DW_SKILL_RUNNING : DW_SKILL_FAILED;
    }
    if (!is_same(self, node, call)) {
        begin(run, node, call, reason);
    }
    self->now.stepped = true;
    self->outcome = (uint8_t)skill->step(self, run->think, self->args);
    self->arrived = skill->arrives && self->outcome != DW_SKILL_RUNNING;
    if (self->outcome != DW_SKILL_RUNNING) {
        stop(self, run->think);
    }
    return (dw_skill_state)self->outcome;
}

void dw_run_restart(dw_run *run)
{
    stop(run->self, run->think);
    run->self->node = DW_RUN_NONE;
}

void dw_run_stop(dw_run *run)
{
    dw_run_restart(run);
    run->self->outcome = DW_SKILL_FAILED; /* Another may run in this tick. */
}

uint8_t dw_run_node(const dw_run *run)
{
    return run->self->runs ? run->self->node : (uint8_t)DW_RUN_NONE;
}

void dw_run_finish(dw_run *run)
{
    dw_self *self = run->self;
    dw_think *think = run->think;
    dw_reference_mind *mind = &self->guard;
    const dw_radio_message *said = think->command->says;
    if (!self->now.stepped) {
        dw_run_stop(run);
        self->outcome = DW_SKILL_RUNNING;
        dw_self_stand(self, think);
    }
    const uint8_t deed = think->command->deed;
    think->command->mood = DW_MOOD_CALM;
    if (mind->errand->accepts != 0) { /* Others have none of the guards' ways. */
        dw_reference_speak(mind, think);
    }
    think->command->says = said != NULL ? said : think->command->says;
    const uint8_t mood = self->runs ? dw_skill_at(self->skill)->mood : (uint8_t)DW_MOOD_CALM;
    if (mood > think->command->mood) {
        think->command->mood = mood;
    }
    think->command->deed = deed;
    think->command->listens |= self->runs && dw_skill_at(self->skill)->listens;
    if (mind->setup.rules->evidence != 0) {
        dw_evidence_note_deeds(mind->evidence, think);
    }
    if (think->shut != NULL) {
        dw_shut_doors_leave(think);
    }
}
