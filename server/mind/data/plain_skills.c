/* plain_skills.c - skills that any body has: to stand, to look, and deeds that are done at once. */
#include "server/mind/data/skills.h"
#include "server/mind/habits.h"
#include "server/mind/team/team_radio.h"

#include <stdio.h>

const char *const dw_pace_words[] = {"calm", "alert", "near", "far", "intercept", NULL};

int32_t dw_pace_speed(const dw_think *think, int32_t pace)
{
    const dw_kind *kind = think->setup->kind;
    switch (pace) {
    case DW_PACE_ALERT:
        return kind->gaits.alert.speed_mm_s;
    case DW_PACE_NEAR:
        return kind->gaits.near.speed_mm_s;
    case DW_PACE_FAR:
        return kind->gaits.far.speed_mm_s;
    case DW_PACE_INTERCEPT:
        return kind->gaits.intercept.speed_mm_s;
    default:
        return kind->gaits.calm.speed_mm_s;
    }
}

static void say(dw_mind_view *view, const char *sentence)
{
    (void)snprintf(view->sentence, sizeof view->sentence, "%s", sentence);
}

static void begin_look(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    dw_mover_stop(&self->guard.mover);
    dw_look_round_begin(&self->look, think);
}

static dw_skill_state step_look(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    dw_mover_step(&self->guard.mover, think, 0, think->setup->kind->turn_rates.hurried_bam);
    return dw_look_round_step(&self->look, think);
}

static void explain_look(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Looks round.");
}

const dw_skill dw_skill_look_round = {
    .name = "look_round",
    .keeps = DW_FACT_arrived + 1,
    .meaning = "stands and looks round once",
    .walks = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_look,
    .step = step_look,
    .explain = explain_look,
};

/* Turns to the nearest intruder in sight. */
static dw_skill_state step_watch(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    const dw_percept_intruder *nearest = dw_nearest_intruder(think->percepts, true);
    if (nearest == NULL) {
        return DW_SKILL_FAILED;
    }
    dw_self_stand(self, think);
    dw_face_point(think, nearest->position, think->setup->kind->turn_rates.hurried_bam);
    return DW_SKILL_RUNNING;
}

static void explain_watch(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Stands and keeps its eyes on somebody.");
}

const dw_skill dw_skill_watch = {
    .name = "watch",
    .meaning = "stands and keeps its eyes on an intruder in sight; fails when it sees none",
    .walks = true,
    .mood = DW_MOOD_SUSPICIOUS,
    .step = step_watch,
    .explain = explain_watch,
};

static void begin_wait(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)think;
    dw_mover_stop(&self->guard.mover);
    self->left = (uint16_t)args[0];
}

static dw_skill_state step_wait(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    dw_self_stand(self, think);
    self->left = self->left > 0 ? (uint16_t)(self->left - 1) : 0;
    return self->left > 0 ? DW_SKILL_RUNNING : DW_SKILL_DONE;
}

static void explain_wait(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Stands and waits.");
}

const dw_skill dw_skill_wait = {
    .name = "wait",
    .meaning = "stands for this many ticks",
    .params = {{"ticks", NULL, 1, 36000, 60, "of the wait, 60 a second"}},
    .walks = true,
    .begin = begin_wait,
    .step = step_wait,
    .explain = explain_wait,
};

static dw_skill_state step_bark(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    const bool can = think->setup->kind->can.bark != 0;
    return can && dw_self_do(self, think, DW_DEED_BARK) ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

const dw_skill dw_skill_bark = {
    .name = "bark",
    .meaning = "barks, if its kind does; fails when it barked a short while ago",
    .step = step_bark,
};

static const char *const moments[] = {"always", "begun", NULL};

static dw_skill_state step_topple(dw_self *self, dw_think *think, const int32_t *args)
{
    if (args[0] != 0 && self->since != think->percepts->tick) {
        return DW_SKILL_FAILED;
    }
    return dw_is_beside(think, dw_nearest_furniture(think)) &&
                   dw_self_do(self, think, DW_DEED_TOPPLE)
               ? DW_SKILL_DONE
               : DW_SKILL_FAILED;
}

const dw_skill dw_skill_topple = {
    .name = "topple",
    .meaning = "topples something from furniture beside it; fails when it stands beside none",
    .params = {{"when", moments, 0, 0, 0,
                "always, or begun (only in the tick in which the skill beside it begins)"}},
    .step = step_topple,
};

static dw_skill_state step_switch(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    (void)self;
    if (think->setup->kind->can.use_switches == 0) {
        return DW_SKILL_FAILED;
    }
    think->command->deed = DW_DEED_SWITCH;
    return DW_SKILL_DONE;
}

const dw_skill dw_skill_switch = {
    .name = "switch",
    .meaning = "works the nearest switch of its room within its reach; fails without hands for it",
    .step = step_switch,
};

/* The others hear it as they hear a guard's evidence, and search. */
static dw_skill_state step_alarm(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    if (think->setup->kind->can.radio == 0 || self->quiet > 0) {
        return DW_SKILL_FAILED;
    }
    self->quiet = DW_SELF_ALARM_TICKS;
    const dw_radio_message notice = {
        .kind = DW_RADIO_NOTICE, .room = think->percepts->room, .place = think->percepts->position};
    dw_team_radio_say(&self->guard.radio, &notice);
    dw_beliefs_agitate(&self->guard.beliefs, 1);
    return DW_SKILL_DONE;
}

const dw_skill dw_skill_alarm = {
    .name = "alarm",
    .meaning = "says over the radio that something is wrong in its room; fails without a radio",
    .step = step_alarm,
};
