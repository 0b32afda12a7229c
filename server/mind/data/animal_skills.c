/* animal_skills.c - what dogs and cats do, as skills for brains that are data
 * (server/RULES.md 11.15 to 11.29): company, trails, noises, food, sleep, flight. */
#include "server/mind/data/skills.h"
#include "server/mind/habits.h"

#include <stdio.h>

enum { MISCHIEF_ONE_IN = 3 /* Stays that end with the wish to topple something. */ };

static void say(dw_mind_view *view, const char *sentence)
{
    (void)snprintf(view->sentence, sizeof view->sentence, "%s", sentence);
}

static void begin_afresh(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    (void)think;
    dw_mover_drop_substitute(&self->guard.mover);
    dw_mover_stop(&self->guard.mover);
    self->left = 0;
}

/* The mover forgets where it was going. */
static void stop_going(dw_self *self, dw_think *think)
{
    (void)think;
    dw_mover_drop_substitute(&self->guard.mover);
    dw_mover_stop(&self->guard.mover);
}

/* `left` is 1 while it goes to where it noticed its handler last. */
static dw_skill_state step_follow(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    dw_mover *mover = &self->guard.mover;
    const dw_percept_guard *handler = dw_notice_handler(think->percepts, self->now.handler);
    if (handler != NULL) {
        self->left = 0;
        dw_heel_step(mover, think, handler->position);
        return DW_SKILL_RUNNING;
    }
    if (!self->handler_known) {
        return DW_SKILL_FAILED;
    }
    if (self->left == 0) {
        self->left = 1;
        dw_mover_go(mover, self->handler_place);
    }
    think->speed = dw_pace_speed(think, DW_PACE_NEAR);
    if (dw_self_go(self, think) == DW_SKILL_RUNNING) {
        return DW_SKILL_RUNNING;
    }
    self->handler_known = false;
    return DW_SKILL_DONE;
}

static void explain_follow(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    const dw_map *map = self->guard.setup.map;
    (void)snprintf(view->sentence, sizeof view->sentence, "Keeps near its handler%s%s.",
                   self->now.handler != DW_NONE ? ", " : "",
                   self->now.handler != DW_NONE ? map->guards[self->now.handler].name : "");
}

const dw_skill dw_skill_follow = {
    .name = "follow",
    .meaning = "keeps near its handler, or goes where it was; done when it is not there any more",
    .walks = true,
    .begin = begin_afresh,
    .step = step_follow,
    .stop = stop_going,
    .explain = explain_follow,
};

/* A point that was left later than the one it has come to is the next one of the trail. */
static void heed_smell(dw_self *self, const dw_think *think)
{
    const dw_percept_smell *smell = &think->percepts->smell;
    const uint32_t left_tick = think->percepts->tick - smell->age_ticks;
    if (!smell->found || left_tick <= self->trail_tick ||
        dw_fright_shuns(&self->fright, smell->position)) {
        return;
    }
    self->trail_tick = left_tick;
    self->place = smell->position;
    self->left = DW_CAST_TICKS;
    dw_mover_follow(&self->guard.mover, smell->position);
    if (smell->age_ticks <= DW_BARK_FRESH_TICKS && think->setup->kind->can.bark != 0) {
        (void)dw_self_do(self, think, DW_DEED_BARK);
    }
}

static dw_skill_state step_track(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    heed_smell(self, think);
    if (self->left == 0) {
        return DW_SKILL_FAILED;
    }
    think->speed = dw_pace_speed(think, DW_PACE_NEAR);
    if (dw_self_go(self, think) != DW_SKILL_RUNNING) {
        self->left--;
    }
    return self->left > 0 ? DW_SKILL_RUNNING : DW_SKILL_DONE;
}

static void explain_track(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Follows a trail.");
}

const dw_skill dw_skill_track = {
    .name = "track",
    .keeps = DW_FACT_smells + 1,
    .arrives = true,
    .meaning = "follows a trail from point to point, and barks when it is fresh; done at its end",
    .walks = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_afresh,
    .step = step_track,
    .stop = stop_going,
    .explain = explain_track,
};

static void begin_noise(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_afresh(self, think, args);
    if (self->noise_new) {
        self->left = 1;
    }
}

/* A newer noise takes the place of the last one. */
static dw_skill_state step_noise(dw_self *self, dw_think *think, const int32_t *args)
{
    if (self->noise_new && !dw_fright_shuns(&self->fright, self->noise_place)) {
        self->noise_new = false;
        self->place = self->noise_place;
        dw_mover_follow(&self->guard.mover, self->place);
    }
    if (self->left == 0) {
        return DW_SKILL_FAILED;
    }
    think->speed = dw_pace_speed(think, args[0]);
    return dw_self_go(self, think);
}

static void explain_noise(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Goes to where a noise came from.");
}

const dw_skill dw_skill_go_to_noise = {
    .name = "go_to_noise",
    .keeps = DW_FACT_heard + 1,
    .arrives = true,
    .meaning = "goes where the last noise came from; fails when it heard none",
    .params = {DW_PACE_PARAM(DW_PACE_NEAR)},
    .walks = true,
    .listens = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_noise,
    .step = step_noise,
    .stop = stop_going,
    .explain = explain_noise,
};

static void begin_wander(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_afresh(self, think, args);
    dw_wander_begin(&self->wander);
}

/* To a side of the nearest piece of furniture in its room at which the body fits. */
static bool find_something(const dw_think *think, dw_vec *place)
{
    const uint16_t piece = dw_nearest_furniture(think);
    return piece != DW_NONE && dw_find_place_beside(think, piece, place);
}

static dw_skill_state step_wander(dw_self *self, dw_think *think, const int32_t *args)
{
    think->speed = dw_pace_speed(think, args[0]);
    const dw_skill_state state = dw_wander_step(&self->wander, think);
    dw_vec place;
    self->mischief = state == DW_SKILL_DONE &&
                     dw_rng_below(&self->wander.places, MISCHIEF_ONE_IN) == 0 &&
                     find_something(think, &place);
    return state;
}

static void explain_wander(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Goes about the house.");
}

const dw_skill dw_skill_wander = {
    .name = "wander",
    .meaning = "goes about without a purpose; done at the end of each stay",
    .params = {DW_PACE_PARAM(DW_PACE_CALM)},
    .walks = true,
    .begin = begin_wander,
    .step = step_wander,
    .stop = stop_going,
    .explain = explain_wander,
};

static void begin_flee(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_afresh(self, think, args);
    dw_fright_flee(&self->fright, think->percepts->tick);
    dw_flee_begin(&self->flee, think, self->fright.place);
}

/* There it stays until it has calmed down. */
static dw_skill_state step_flee(dw_self *self, dw_think *think, const int32_t *args)
{
    think->speed = dw_pace_speed(think, args[0]);
    const bool there = dw_flee_step(&self->flee, think) == DW_SKILL_DONE;
    return there && !self->needs.fear.presses ? DW_SKILL_DONE : DW_SKILL_RUNNING;
}

static void explain_flee(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Flees from what frightened it.");
}

const dw_skill dw_skill_flee = {
    .name = "flee",
    .meaning = "runs from what frightened it, and stays there until its fear does not press",
    .params = {DW_PACE_PARAM(DW_PACE_FAR)},
    .walks = true,
    .mood = DW_MOOD_ALERT,
    .begin = begin_flee,
    .step = step_flee,
    .stop = stop_going,
    .explain = explain_flee,
};

static void begin_eat(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_afresh(self, think, args);
    if (think->percepts->food.found &&
        !dw_fright_shuns(&self->fright, think->percepts->food.position)) {
        self->place = think->percepts->food.position;
        self->left = DW_EAT_TICKS;
        dw_mover_go(&self->guard.mover, self->place);
    }
}

/* Eats what it stands before. It gives up when another has eaten that, or when it cannot get
 * there. */
static dw_skill_state step_eat(dw_self *self, dw_think *think, const int32_t *args)
{
    const dw_percepts *percepts = think->percepts;
    const bool another = percepts->food.found &&
                         !dw_vec_equal(percepts->food.position, self->place) &&
                         !dw_fright_shuns(&self->fright, percepts->food.position);
    if (another) {
        begin_eat(self, think, args);
    }
    if (self->left == 0) {
        return DW_SKILL_FAILED;
    }
    const bool there = dw_within_mm(percepts->position, self->place, DW_EAT_MM);
    if (there) {
        dw_mover_stop(&self->guard.mover);
    }
    think->speed = dw_pace_speed(think, args[0]);
    const dw_skill_state state = dw_self_go(self, think);
    if (there && percepts->food.found && dw_vec_equal(percepts->food.position, self->place)) {
        self->left--;
        if (self->left == 0) {
            think->command->deed = DW_DEED_EAT;
            dw_needs_eat(&self->needs, think->setup->kind);
            return DW_SKILL_DONE;
        }
        return DW_SKILL_RUNNING;
    }
    return there || state != DW_SKILL_RUNNING ? DW_SKILL_FAILED : DW_SKILL_RUNNING;
}

static void explain_eat(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Is hungry and goes for food.");
}

const dw_skill dw_skill_eat = {
    .name = "eat",
    .meaning = "goes to the nearest food that it smells or sees, and eats it; fails without any",
    .keeps = DW_FACT_food_near + 1,
    .params = {DW_PACE_PARAM(DW_PACE_NEAR)},
    .walks = true,
    .begin = begin_eat,
    .step = step_eat,
    .stop = stop_going,
    .explain = explain_eat,
};

static void begin_topple(dw_self *self, dw_think *think, const int32_t *args)
{
    begin_afresh(self, think, args);
    self->mischief = false;
    if (find_something(think, &self->place)) {
        self->left = 1;
        dw_mover_go(&self->guard.mover, self->place);
    }
}

static dw_skill_state step_topple(dw_self *self, dw_think *think, const int32_t *args)
{
    if (self->left == 0) {
        return DW_SKILL_FAILED;
    }
    think->speed = dw_pace_speed(think, args[0]);
    if (dw_self_go(self, think) == DW_SKILL_RUNNING) {
        return DW_SKILL_RUNNING;
    }
    const bool topples =
        dw_is_beside(think, dw_nearest_furniture(think)) && dw_self_do(self, think, DW_DEED_TOPPLE);
    return topples ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

static void explain_topple(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Goes to topple something.");
}

const dw_skill dw_skill_go_and_topple = {
    .name = "go_and_topple",
    .keeps = DW_FACT_mischief + 1,
    .meaning = "goes to the nearest furniture of its room and topples something; fails without any",
    .params = {DW_PACE_PARAM(DW_PACE_CALM)},
    .walks = true,
    .begin = begin_topple,
    .step = step_topple,
    .stop = stop_going,
    .explain = explain_topple,
};

static dw_skill_state step_sleep(dw_self *self, dw_think *think, const int32_t *args)
{
    (void)args;
    dw_mover_step(&self->guard.mover, think, 0, think->setup->kind->turn_rates.calm_bam);
    think->command->asleep = true;
    return self->needs.energy.presses ? DW_SKILL_RUNNING : DW_SKILL_DONE;
}

static void stop_sleep(dw_self *self, dw_think *think)
{
    self->woken_tick = think->percepts->tick;
}

static void explain_sleep(const dw_self *self, const int32_t *args, dw_mind_view *view)
{
    (void)args;
    (void)self;
    say(view, "Sleeps.");
}

const dw_skill dw_skill_sleep = {
    .name = "sleep",
    .keeps = DW_FACT_asleep + 1,
    .meaning = "lies with its eyes shut and regains energy; done when it is rested",
    .walks = true,
    .rests = true,
    .begin = begin_afresh,
    .step = step_sleep,
    .stop = stop_sleep,
    .explain = explain_sleep,
};
