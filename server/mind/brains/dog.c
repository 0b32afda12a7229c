/* dog.c - the brain `dog`: follows trails, barks at intruders, and else keeps near its handler
 * (server/RULES.md 11.18 to 11.25). It has no radio: its bark is what others hear of it.
 *
 * From the most urgent to the least: flee, eat, chase, the last known position, a trail, a noise, a
 * look round, sleep, its handler or its patrol. Needs are in animal.c. */
#include "server/mind/brains/animal.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/habits.h"
#include "server/mind/shut_doors.h"
#include "server/mind/skills/last_known.h"

static void dog_reset(void *memory, uint64_t seed)
{
    dw_animal_reset(memory, seed);
}

static void heed_intruders(dw_animal_mind *mind, const dw_think *think,
                           const dw_percept_intruder *target)
{
    const uint32_t tick = think->percepts->tick;
    if (target != NULL) {
        if (mind->goal != DW_ANIMAL_CHASE) {
            dw_animal_set_goal(mind, DW_ANIMAL_CHASE, DW_CAUSE_SIGHTING, tick);
        }
        mind->place = target->position;
    } else if (mind->goal == DW_ANIMAL_CHASE) {
        dw_animal_set_goal(mind, DW_ANIMAL_LAST_KNOWN, DW_CAUSE_LOST, tick);
        dw_last_known_begin(think, mind->place);
    }
}

/* A point that was left later than the one it has come to is the next one of the trail. */
static void heed_smell(dw_animal_mind *mind, const dw_think *think)
{
    const dw_percept_smell *smell = &think->percepts->smell;
    const uint32_t tick = think->percepts->tick;
    if (!smell->found || tick - smell->age_ticks <= mind->trail_tick ||
        dw_fright_shuns(&mind->fright, smell->position)) {
        return;
    }
    if (mind->goal != DW_ANIMAL_TRAIL) {
        dw_animal_set_goal(mind, DW_ANIMAL_TRAIL, DW_CAUSE_TRAIL, tick);
    }
    mind->trail_tick = tick - smell->age_ticks;
    mind->place = smell->position;
    mind->left = DW_CAST_TICKS;
    dw_mover_follow(&mind->mover, smell->position);
    if (smell->age_ticks <= DW_BARK_FRESH_TICKS) {
        dw_animal_do(mind, think, DW_DEED_BARK);
    }
}

static void heed_noise(dw_animal_mind *mind, const dw_think *think)
{
    const dw_stimulus *noise = dw_loudest_noise(think->percepts);
    if (noise == NULL || dw_fright_shuns(&mind->fright, noise->position)) {
        return;
    }
    if (mind->goal != DW_ANIMAL_NOISE) {
        dw_animal_set_goal(mind, DW_ANIMAL_NOISE, DW_CAUSE_NOISE, think->percepts->tick);
    }
    mind->place = noise->position;
    dw_mover_follow(&mind->mover, mind->place);
}

/* The goals from the least urgent one on that this tick's percepts can still replace. */
static void decide(dw_animal_mind *mind, const dw_think *think, const dw_percept_intruder *target)
{
    dw_animal_heed_needs(mind, think);
    if (mind->goal == DW_ANIMAL_FLEE || mind->goal == DW_ANIMAL_FOOD ||
        mind->goal == DW_ANIMAL_SLEEP) {
        return;
    }
    heed_intruders(mind, think, target);
    if (mind->goal < DW_ANIMAL_LAST_KNOWN || mind->goal == DW_ANIMAL_TRAIL) {
        heed_smell(mind, think);
    }
    if (mind->goal < DW_ANIMAL_LAST_KNOWN) {
        heed_noise(mind, think);
    }
}

/* With its handler; without one that it notices, to where it noticed it last; else on patrol. */
static void step_calm(dw_animal_mind *mind, dw_think *think)
{
    const dw_percept_guard *handler = dw_notice_handler(think->percepts, mind->fixed.handler);
    if (handler != NULL) {
        mind->handler_known = true;
        mind->returns = false;
        mind->handler_place = handler->position;
        dw_heel_step(&mind->mover, think, handler->position);
        return;
    }
    if (mind->handler_known && !mind->returns) {
        mind->returns = true;
        dw_mover_go(&mind->mover, mind->handler_place);
    }
    if (mind->returns) {
        think->speed = think->setup->kind->gaits.near.speed_mm_s;
        if (dw_animal_go(think) != DW_SKILL_RUNNING) {
            mind->handler_known = false;
            mind->returns = false;
            dw_patrol_begin(&mind->patrol);
        }
        return;
    }
    think->speed = think->setup->kind->gaits.calm.speed_mm_s;
    (void)dw_patrol_step(&mind->patrol, think);
}

static void look_round(dw_animal_mind *mind, const dw_think *think, dw_cause cause)
{
    dw_animal_set_goal(mind, DW_ANIMAL_LOOK, cause, think->percepts->tick);
    dw_look_round_begin(&mind->look, think);
}

static void step_trail(dw_animal_mind *mind, const dw_think *think)
{
    if (dw_animal_go(think) == DW_SKILL_RUNNING) {
        return;
    }
    mind->left = mind->left > 0 ? (uint16_t)(mind->left - 1) : 0;
    if (mind->left == 0) {
        look_round(mind, think, DW_CAUSE_LOST);
    }
}

static void step_look(dw_animal_mind *mind, const dw_think *think)
{
    dw_mover_step(&mind->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (dw_look_round_step(&mind->look, think) == DW_SKILL_DONE) {
        dw_animal_set_goal(mind, DW_ANIMAL_CALM, DW_CAUSE_DONE, think->percepts->tick);
    }
}

static void act(dw_animal_mind *mind, dw_think *think, const dw_percept_intruder *target)
{
    const dw_kind *kind = think->setup->kind;
    think->speed = kind->gaits.near.speed_mm_s;
    switch ((dw_animal_goal)mind->goal) {
    case DW_ANIMAL_CALM:
        step_calm(mind, think);
        break;
    case DW_ANIMAL_LOOK:
        step_look(mind, think);
        break;
    case DW_ANIMAL_NOISE:
    case DW_ANIMAL_LAST_KNOWN:
        if (dw_animal_go(think) != DW_SKILL_RUNNING) {
            look_round(mind, think, DW_CAUSE_ARRIVAL);
        }
        break;
    case DW_ANIMAL_TRAIL:
        step_trail(mind, think);
        break;
    case DW_ANIMAL_CHASE:
        (void)dw_chase_step(&mind->chase, think, target);
        dw_animal_do(mind, think, DW_DEED_BARK);
        break;
    default:
        think->speed = mind->goal == DW_ANIMAL_FLEE ? kind->gaits.far.speed_mm_s : think->speed;
        dw_animal_step_need(mind, think);
        break;
    }
}

static void dog_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_animal_mind *mind = memory;
    dw_think think = {.setup = &mind->fixed.setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .shut = &mind->shut};
    dw_animal_perceive(mind, percepts);
    const dw_percept_intruder *target = dw_chase_begin(&mind->chase, &think);
    decide(mind, &think, target);
    act(mind, &think, target);
    dw_shut_doors_leave(&think);
    if (mind->goal == DW_ANIMAL_CHASE) {
        command->mood = DW_MOOD_CHASING;
    } else {
        command->mood = mind->goal >= DW_ANIMAL_LOOK && mind->goal <= DW_ANIMAL_TRAIL
                            ? DW_MOOD_ALERT
                            : DW_MOOD_CALM;
    }
    command->listens = mind->goal == DW_ANIMAL_NOISE;
}

const dw_brain_kind dw_brain_dog = {
    .name = "dog",
    .create = dw_animal_create,
    .reset = dog_reset,
    .think = dog_think,
    .explain = dw_animal_explain,
    .hash = dw_animal_hash,
    .save = dw_animal_save,
    .load = dw_animal_load,
    .count = dw_animal_count,
    .get_needs = dw_animal_get_needs,
    .set_needs = dw_animal_set_needs,
};
