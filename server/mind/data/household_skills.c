/* household_skills.c - what a servant does about an intruder, as skills for brains that are data
 * (server/RULES.md 10.30 to 10.34): it tells a guard, and keeps away. */
#include "server/mind/data/skills.h"

#include <stdio.h>

static void begin_tell(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    if (self->tell != NULL) {
        dw_tell_begin(self->tell, think);
    }
}

static dw_skill_state step_tell(dw_self *self, dw_think *think, const int32_t *args)
{
    think->speed = dw_pace_speed(think, args[0]);
    return self->tell != NULL ? dw_tell_step(self->tell, think, &self->now.said) : DW_SKILL_FAILED;
}

static void stop_going(dw_self *self, dw_think *think)
{
    (void)think;
    dw_mover_stop(&self->guard.mover);
}

static void explain_about(const dw_self *self, const char *what, dw_mind_view *view)
{
    const dw_tell *tell = self->tell;
    if (tell != NULL && tell->quarry != DW_SLOT_NONE) {
        view->room = tell->room;
        (void)snprintf(view->sentence, sizeof view->sentence, "%s intruder %u, in %s.", what,
                       tell->quarry + 1u, self->guard.setup.map->rooms[tell->room].name);
    }
}

static void explain_tell(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    explain_about(self, "Runs to tell a guard of", view);
}

const dw_skill dw_skill_tell = {
    .name = "tell",
    .meaning = "runs to the nearest guard with a radio and tells it of the intruder; fails without "
               "such an intruder, without such a guard, and for a kind that tells nobody",
    .params = {DW_PACE_PARAM(DW_PACE_FAR)},
    .walks = true,
    .tells = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_tell,
    .step = step_tell,
    .stop = stop_going,
    .explain = explain_tell,
};

/* From where the intruder is, or was when it was sensed last. */
static void begin_hide(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    self->left = self->now.target != NULL ? 1 : 0;
    if (self->left != 0) {
        self->place = self->now.target->position;
        dw_flee_begin(&self->flee, think, self->place);
    }
}

static dw_skill_state step_hide(dw_self *self, dw_think *think, const int32_t *args)
{
    if (self->left == 0) {
        return DW_SKILL_FAILED;
    }
    if (self->now.target != NULL) {
        self->place = self->now.target->position;
    }
    think->speed = dw_pace_speed(think, args[0]);
    if (dw_flee_step(&self->flee, think) != DW_SKILL_DONE) {
        return DW_SKILL_RUNNING;
    }
    if (self->now.target == NULL) {
        return DW_SKILL_DONE;
    }
    dw_flee_begin(&self->flee, think, self->place);
    return DW_SKILL_RUNNING;
}

static void explain_hide(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)snprintf(view->sentence, sizeof view->sentence, "Keeps away from somebody.");
    explain_about(self, "Hides from", view);
}

const dw_skill dw_skill_hide = {
    .name = "hide",
    .meaning =
        "runs from an intruder that it has detected; done when it is away from it and senses "
        "none; fails when it has detected none",
    .params = {DW_PACE_PARAM(DW_PACE_FAR)},
    .walks = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_hide,
    .step = step_hide,
    .stop = stop_going,
    .explain = explain_hide,
};
