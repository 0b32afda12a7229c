/* contact_skills.c - what a body does that goes by its rays and by touch, as skills for brains that
 * are data (server/RULES.md 10.40 to 10.44). */
#include "server/mind/data/skills.h"
#include "server/mind/ray_contact.h"
#include "server/mind/skills/chase.h"

#include <stdio.h>

static void begin_close_in(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)think;
    (void)args;
    dw_mover_drop_substitute(&self->guard.mover);
}

/* Straight against what it touches, so that the contact goes on. What it felt some ticks ago may be
 * nearer than a step by now: the body goes no further than there. */
static void lean(const dw_think *think, dw_vec against)
{
    const dw_vec way = dw_vec_sub(against, think->percepts->position);
    const int64_t length = dw_distance(against, think->percepts->position);
    const int64_t speed =
        dw_map_floor_speed(think->setup->map, think->percepts->room, think->speed);
    think->command->step = length <= speed ? way
                                           : (dw_vec){(int32_t)(way.x * speed / length),
                                                      (int32_t)(way.y * speed / length)};
}

static dw_skill_state step_close_in(dw_self *self, dw_think *think, const int32_t *args)
{
    if (!self->now.meets) {
        return DW_SKILL_FAILED;
    }
    const bool feels = dw_find_touch(think->percepts) != NULL;
    think->speed = dw_pace_speed(think, args[0]);
    dw_chase_close_in(think, self->met_place, feels, self->met_place, think->speed);
    if (feels) {
        lean(think, self->met_place);
    }
    return DW_SKILL_RUNNING;
}

static void explain_close_in(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)self;
    (void)args;
    (void)snprintf(view->sentence, sizeof view->sentence, "Goes for somebody.");
}

const dw_skill dw_skill_close_in = {
    .name = "close_in",
    .meaning = "goes to what its rays meet, and leans against what touches it; fails when neither "
               "tells of anybody",
    .params = {DW_PACE_PARAM(DW_PACE_NEAR)},
    .walks = true,
    .mood = DW_MOOD_CHASING,
    .begin = begin_close_in,
    .step = step_close_in,
    .explain = explain_close_in,
};

static void begin_last_met(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)think;
    (void)args;
    dw_mover_go(&self->guard.mover, self->met_place);
}

static dw_skill_state step_last_met(dw_self *self, dw_think *think, const int32_t *args)
{
    if (!self->has_met) {
        return DW_SKILL_FAILED;
    }
    think->speed = dw_pace_speed(think, args[0]);
    return dw_self_go(self, think);
}

static void explain_last_met(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)self;
    (void)args;
    (void)snprintf(view->sentence, sizeof view->sentence, "Goes to where its rays met somebody.");
}

const dw_skill dw_skill_go_last_met = {
    .name = "go_last_met",
    .meaning = "goes to where its rays or its touch met somebody last; fails when they met nobody",
    .params = {DW_PACE_PARAM(DW_PACE_NEAR)},
    .walks = true,
    .arrives = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_last_met,
    .step = step_last_met,
    .explain = explain_last_met,
};
