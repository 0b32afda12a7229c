/* guard_skills.c - the skills of the brain `reference` for brains that are data. Each is one goal
 * of brains/reference_mind.h: it begins by the errand that waits for it, else by what the mind
 * knows, and ends when the goal leads on to another one. */
#include "server/mind/data/skills.h"

/* The errand that waits, if it has this goal. */
static const dw_errand *waiting(const dw_self *self, dw_goal goal)
{
    const dw_errand *errand = self->guard.errand;
    return errand->fresh && errand->goal == goal ? errand : NULL;
}

static void begin_errand(dw_self *self, const dw_think *think, dw_errand errand)
{
    dw_reference_mind *mind = &self->guard;
    mind->errand->fresh = false; /* A search whose rooms are all done leaves another one. */
    dw_reference_begin(mind, think, &errand);
    self->cause = errand.cause;
    self->cause_id = errand.cause_id;
}

static dw_errand own_errand(const dw_self *self, dw_goal goal)
{
    return dw_reference_errand(&self->guard, goal,
                               (dw_goal_trigger){(dw_cause)self->cause, self->cause_id});
}

/* The goal of the skill that runs. */
static dw_goal goal_of(const dw_self *self)
{
    return (dw_goal)__builtin_ctz(dw_skill_at(self->skill)->goal_bit);
}

/* By the errand that waits for this goal; without one the first step fails. */
static void begin_goal(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    const dw_errand *errand = waiting(self, goal_of(self));
    if (errand != NULL) {
        begin_errand(self, think, *errand);
    }
}

/* One tick: whether it ended, and how. */
static dw_skill_state step_goal(dw_self *self, dw_think *think, const int32_t *args)
{
    dw_reference_mind *mind = &self->guard;
    dw_errand *errand = mind->errand;
    const dw_goal goal = goal_of(self);
    begin_goal(self, think, args);
    const bool ended = errand->fresh && errand->made == think->percepts->tick &&
                       mind->goal != (uint8_t)goal && mind->goal == errand->goal;
    if (ended) {
        dw_self_stand(self, think);
    } else if (mind->goal != (uint8_t)goal) {
        return DW_SKILL_FAILED; /* There was nothing to begin it with. */
    } else {
        dw_reference_step_goal(mind, think, self->now.target);
        if (mind->goal == (uint8_t)goal) {
            return DW_SKILL_RUNNING;
        }
    }
    errand->fresh = errand->fresh && errand->goal != DW_GOAL_PATROL;
    return errand->cause == DW_CAUSE_BLOCKED ? DW_SKILL_FAILED : DW_SKILL_DONE;
}

static void stop_goal(dw_self *self, dw_think *think)
{
    (void)think;
    self->guard.goal = DW_GOAL_PATROL;
    dw_search_stop(&self->guard.search);
}

static void explain_goal(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    dw_reference_explain_goal(&self->guard, view);
}

static void begin_patrol(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    const dw_errand *released = waiting(self, DW_GOAL_PATROL);
    if (released != NULL && released->made != think->percepts->tick) {
        self->guard.errand->fresh = false; /* Of an earlier tick: that is not why. */
        released = NULL;
    }
    dw_errand errand = released != NULL ? *released : own_errand(self, DW_GOAL_PATROL);
    errand.quarry = DW_SLOT_NONE;
    if (released != NULL) {
        begin_errand(self, think, errand);
    } else {
        dw_reference_begin(&self->guard, think, &errand);
    }
}

static const char *const enters[] = {"doorways", "rooms", NULL};
static const char *const looks[] = {"round", "ahead", NULL};

/* Whatever made it pointless to do something else is dealt with. */
static dw_skill_state step_patrol(dw_self *self, dw_think *think, const int32_t *args)
{
    dw_reference_mind *mind = &self->guard;
    if (waiting(self, DW_GOAL_PATROL) != NULL) {
        mind->errand->fresh = false;
    }
    if (args[0] == 0) {
        dw_reference_step_goal(mind, think, self->now.target);
    } else {
        mind->patrol.peeps = false;
        think->speed = dw_pace_speed(think, DW_PACE_CALM);
        (void)dw_patrol_step(&mind->patrol, think);
        if (args[1] != 0 && mind->patrol.phase == DW_PATROL_LOOKING) {
            dw_patrol_skip(&mind->patrol, think->setup);
        }
    }
    return DW_SKILL_RUNNING;
}

const dw_skill dw_skill_patrol = {
    .name = "patrol",
    .meaning = "walks its patrol; on the alert faster, and searches rooms; never ends",
    .params = {{"enters", enters, 0, 0, 0,
                "doorways (of dead ends, when calm) or rooms (always, and calmly)"},
               {"looks", looks, 0, 0, 0, "round at each stop, or ahead (with rooms: no stop)"}},
    .walks = true,
    .endless = true,
    .begin = begin_patrol,
    .step = step_patrol,
    .stop = stop_goal,
    .explain = explain_goal,
};

/* The intruder can be another one in each tick. */
static dw_skill_state step_chase(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    if (self->now.target == NULL) {
        return DW_SKILL_FAILED;
    }
    dw_reference_chase(&self->guard, think, self->now.target);
    dw_reference_step_goal(&self->guard, think, self->now.target);
    return DW_SKILL_RUNNING;
}

const dw_skill dw_skill_chase = {
    .name = "chase",
    .meaning = "chases the intruder that it has detected; fails when it senses none",
    .goal_bit = 1u << DW_GOAL_CHASE,
    .walks = true,
    .mood = DW_MOOD_CHASING,
    .step = step_chase,
    .stop = stop_goal,
    .explain = explain_goal,
};

/* By its errand, else its own room. */
static void begin_search(dw_self *self, dw_think *think, const int32_t *args)
{
    if (waiting(self, DW_GOAL_SEARCH) != NULL) {
        begin_goal(self, think, args);
    } else {
        dw_errand errand = own_errand(self, DW_GOAL_SEARCH);
        errand.room = think->percepts->room;
        begin_errand(self, think, errand);
    }
}

/* By its errand, else the place that the file names. */
static void begin_hold(dw_self *self, dw_think *think, const int32_t *args)
{
    const dw_task task = args[0] == 0 ? DW_TASK_EXIT : DW_TASK_OBJECTIVE;
    dw_errand errand = own_errand(self, DW_GOAL_HOLD);
    errand.task = (uint8_t)task;
    if (waiting(self, DW_GOAL_HOLD) != NULL) {
        begin_goal(self, think, args);
    } else if (dw_strategy_makes_offers(&think->setup->rules->strategy) != 0 &&
               dw_post_place(think->setup->map, task, &errand.room, &errand.middle)) {
        begin_errand(self, think, errand);
    }
}

static const char *const places[] = {"exit", "objective", NULL};

/* A goal of `reference` as a skill. */
#define GOAL_SKILL(skill, goal, begins, says, shows, ...)                                          \
    const dw_skill dw_skill_##skill = {.name = #skill,                                             \
                                       .meaning = says,                                            \
                                       .goal_bit = 1u << (goal),                                   \
                                       .walks = true,                                              \
                                       .mood = shows,                                              \
                                       .begin = begins,                                            \
                                       .step = step_goal,                                          \
                                       .stop = stop_goal,                                          \
                                       .explain = explain_goal,                                    \
                                       __VA_ARGS__}

/* With a pace of its own it neither hurries nor leads on to a search. */
static dw_skill_state step_last_known(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_goal(self, think, args);
    if (args[0] == 0 || self->guard.goal != DW_GOAL_LAST_KNOWN) {
        return step_goal(self, think, args);
    }
    think->speed = dw_pace_speed(think, args[0] - 1);
    return dw_last_known_step(think);
}

static const char *const paces[] = {"chase", "calm", "alert", "near", "far", "intercept", NULL};

const dw_skill dw_skill_go_last_known = {
    .name = "go_last_known",
    .meaning = "goes where it lost the intruder that it chased; fails when it lost none",
    .params = {{"pace", paces, 0, 0, 0, "chase, calm, alert, near, far or intercept"}},
    .goal_bit = 1u << DW_GOAL_LAST_KNOWN,
    .walks = true,
    .arrives = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_goal,
    .step = step_last_known,
    .stop = stop_goal,
    .explain = explain_goal,
};

GOAL_SKILL(search, DW_GOAL_SEARCH, begin_search,
           "searches the room that it was asked to, else its own, and dead ends beside it",
           DW_MOOD_ALERT, );
GOAL_SKILL(intercept, DW_GOAL_INTERCEPT, begin_goal,
           "goes to a reported room by a door that nobody else takes; fails unless asked",
           DW_MOOD_ALERT, );
GOAL_SKILL(lie_in_wait, DW_GOAL_LIE_IN_WAIT, begin_goal,
           "waits at the only door of a reported room; fails unless asked", DW_MOOD_ALERT, );
GOAL_SKILL(hold, DW_GOAL_HOLD, begin_hold,
           "stands at what it agreed to hold, else at the place, and looks round; never ends",
           DW_MOOD_CALM, .endless = true,
           .params = {{"place", places, 0, 0, 0, "exit or objective"}});
GOAL_SKILL(board, DW_GOAL_BOARD, begin_goal,
           "goes to the board to write and read; fails without a reason to", DW_MOOD_CALM, );
GOAL_SKILL(investigate, DW_GOAL_INVESTIGATE, begin_goal,
           "listens, goes where noises came from, looks round; fails when it is not curious",
           DW_MOOD_SUSPICIOUS, );
GOAL_SKILL(put_right, DW_GOAL_PUT_RIGHT, begin_goal,
           "shuts a door or lights a lamp that is not as it was; fails without such a thing",
           DW_MOOD_CALM, );
