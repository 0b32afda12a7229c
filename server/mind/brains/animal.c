#include "server/mind/brains/animal.h"

#include "server/mind/brains/explain.h"
#include "server/mind/habits.h"
#include "server/mind/shut_doors.h"

#include <stdio.h>

dw_status dw_animal_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_animal_mind *mind = DW_ARENA_NEW(arena, dw_animal_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->fixed = (dw_animal_setup){.setup = *setup, .handler = dw_find_handler(setup)};
    *memory = mind;
    return dw_mover_create(&mind->mover, arena, setup);
}

void dw_animal_reset(dw_animal_mind *mind, uint64_t seed)
{
    const dw_brain_setup *setup = &mind->fixed.setup;
    mind->goal = DW_ANIMAL_CALM;
    mind->cause = DW_CAUSE_START;
    mind->since = 0;
    mind->place = (dw_vec){0, 0};
    mind->left = 0;
    mind->quiet = 0;
    dw_fright_reset(&mind->fright);
    mind->woken_tick = 0;
    mind->trail_tick = 0;
    mind->handler_known = false;
    mind->returns = false;
    mind->handler_place = (dw_vec){0, 0};
    mind->shut = (dw_door_set){{0}};
    mind->look = (dw_look_round){.ticks = 0};
    dw_needs_reset(&mind->needs, setup->kind);
    dw_chase_reset(&mind->chase, seed);
    dw_flee_reset(&mind->flee, seed);
    dw_patrol_reset(&mind->patrol, setup, seed);
    dw_mover_reset(&mind->mover, seed);
}

void dw_animal_set_goal(dw_animal_mind *mind, dw_animal_goal goal, dw_cause cause, uint32_t tick)
{
    mind->goal = (uint8_t)goal;
    mind->cause = (uint8_t)cause;
    mind->since = tick;
    mind->returns = false;
    dw_mover_drop_substitute(&mind->mover);
    dw_mover_stop(&mind->mover);
    if (goal == DW_ANIMAL_CALM) {
        dw_patrol_begin(&mind->patrol);
    }
}

void dw_animal_perceive(dw_animal_mind *mind, const dw_percepts *percepts)
{
    dw_needs_step(&mind->needs, mind->fixed.setup.kind, mind->goal == DW_ANIMAL_SLEEP);
    mind->quiet = mind->quiet > 0 ? (uint16_t)(mind->quiet - 1) : 0;
    dw_shut_doors_note(&mind->shut, &mind->fixed.setup, percepts);
    dw_fright_perceive(&mind->fright, &mind->needs, mind->fixed.setup.kind, percepts, false);
}

/* What it hears at all while it sleeps is loud enough to wake it: the ears see to that. */
static void heed_sleep(dw_animal_mind *mind, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    if (mind->goal == DW_ANIMAL_SLEEP) {
        const bool woken = percepts->stimulus_count > 0 || dw_find_touch(percepts) != NULL;
        if (woken || !mind->needs.energy.presses) {
            mind->woken_tick = percepts->tick;
            dw_animal_set_goal(mind, DW_ANIMAL_CALM, woken ? DW_CAUSE_NOISE : DW_CAUSE_DONE,
                               percepts->tick);
        }
    } else if (mind->goal == DW_ANIMAL_CALM && mind->needs.energy.presses &&
               (mind->woken_tick == 0 || percepts->tick - mind->woken_tick >= DW_AWAKE_TICKS) &&
               dw_can_lie_here(think)) {
        dw_animal_set_goal(mind, DW_ANIMAL_SLEEP, DW_CAUSE_NEED, percepts->tick);
    }
}

static void heed_hunger(dw_animal_mind *mind, const dw_think *think)
{
    const dw_percept_food *food = &think->percepts->food;
    if (food->found && mind->needs.hunger.presses &&
        !dw_fright_shuns(&mind->fright, food->position) &&
        (mind->goal != DW_ANIMAL_FOOD || !dw_vec_equal(mind->place, food->position))) {
        mind->place = food->position;
        mind->left = DW_EAT_TICKS;
        dw_animal_set_goal(mind, DW_ANIMAL_FOOD, DW_CAUSE_NEED, think->percepts->tick);
        dw_mover_go(&mind->mover, mind->place);
    }
}

void dw_animal_heed_needs(dw_animal_mind *mind, const dw_think *think)
{
    const uint32_t tick = think->percepts->tick;
    if (mind->needs.fear.presses && mind->goal != DW_ANIMAL_FLEE) {
        dw_fright_flee(&mind->fright, tick);
        dw_animal_set_goal(mind, DW_ANIMAL_FLEE, DW_CAUSE_NEED, tick);
        dw_flee_begin(&mind->flee, think, mind->fright.place);
    } else if (mind->goal == DW_ANIMAL_FLEE && !mind->needs.fear.presses) {
        dw_animal_set_goal(mind, DW_ANIMAL_CALM, DW_CAUSE_DONE, tick);
    }
    if (mind->goal != DW_ANIMAL_FLEE) {
        heed_sleep(mind, think);
        if (mind->goal != DW_ANIMAL_SLEEP) {
            heed_hunger(mind, think);
        }
    }
}

dw_skill_state dw_animal_go(const dw_think *think)
{
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (think->mover->state == DW_MOVER_GOING) {
        return DW_SKILL_RUNNING;
    }
    return think->mover->state == DW_MOVER_ARRIVED ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

/* Eats what it stands before. It gives up when another has eaten that, or when it cannot get
 * there. */
static void step_food(dw_animal_mind *mind, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    const bool there = dw_within_mm(percepts->position, mind->place, DW_EAT_MM);
    if (there) {
        dw_mover_stop(&mind->mover);
    }
    const dw_skill_state state = dw_animal_go(think);
    if (there && percepts->food.found && dw_vec_equal(percepts->food.position, mind->place)) {
        mind->left--;
        if (mind->left == 0) {
            think->command->deed = DW_DEED_EAT;
            dw_needs_eat(&mind->needs, think->setup->kind);
            dw_animal_set_goal(mind, DW_ANIMAL_CALM, DW_CAUSE_DONE, percepts->tick);
        }
    } else if (there || state != DW_SKILL_RUNNING) {
        dw_animal_set_goal(mind, DW_ANIMAL_CALM, DW_CAUSE_LOST, percepts->tick);
    }
}

void dw_animal_step_need(dw_animal_mind *mind, const dw_think *think)
{
    switch ((dw_animal_goal)mind->goal) {
    case DW_ANIMAL_FLEE:
        (void)dw_flee_step(&mind->flee, think);
        break;
    case DW_ANIMAL_FOOD:
        step_food(mind, think);
        break;
    default:
        dw_mover_step(&mind->mover, think, 0, think->setup->kind->turn_rates.calm_bam);
        think->command->asleep = true;
        break;
    }
}

void dw_animal_do(dw_animal_mind *mind, const dw_think *think, dw_deed deed)
{
    if (mind->quiet == 0) {
        mind->quiet = (uint16_t)think->setup->kind->voice.bark_ticks;
        think->command->deed = (uint8_t)deed;
    }
}

/* Whose company or patrol it is, of the goal CALM. */
static const char *calm_name(const dw_animal_mind *mind)
{
    return mind->handler_known ? "handler" : "patrol";
}

static void explain_calm(const dw_animal_mind *mind, dw_mind_view *view)
{
    const dw_map *map = mind->fixed.setup.map;
    if (mind->handler_known) {
        (void)snprintf(view->sentence, sizeof view->sentence, "Keeps near its handler, %s.",
                       map->guards[mind->fixed.handler].name);
    } else {
        dw_patrol_explain(&mind->patrol, &mind->fixed.setup, false, view);
    }
}

void dw_animal_explain(const void *memory, dw_mind_view *view)
{
    static const struct {
        const char *name, *sentence;
    } goals[DW_ANIMAL_GOAL_COUNT] = {
        [DW_ANIMAL_CALM] = {"", ""},
        [DW_ANIMAL_SLEEP] = {"sleep", "Sleeps."},
        [DW_ANIMAL_LOOK] = {"look round", "Looks round."},
        [DW_ANIMAL_NOISE] = {"noise", "Goes to where a noise came from."},
        [DW_ANIMAL_LAST_KNOWN] = {"last known position", "Goes to where it lost an intruder."},
        [DW_ANIMAL_TRAIL] = {"trail", "Follows a trail."},
        [DW_ANIMAL_CHASE] = {"chase", "Chases an intruder."},
        [DW_ANIMAL_FOOD] = {"food", "Is hungry and goes for food."},
        [DW_ANIMAL_FLEE] = {"flee", "Flees from what frightened it."},
    };
    const dw_animal_mind *mind = memory;
    const bool calm = mind->goal == DW_ANIMAL_CALM;
    const dw_explained_goal goal = {.name = calm ? calm_name(mind) : goals[mind->goal].name,
                                    .cause = mind->cause,
                                    .cause_id = mind->since,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, &mind->mover);
    if (calm) {
        explain_calm(mind, view);
    } else {
        (void)snprintf(view->sentence, sizeof view->sentence, "%s", goals[mind->goal].sentence);
    }
}

DW_FIELDS_STATE(static, animal_mind, DW_ANIMAL_FIELDS);

uint64_t dw_animal_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_animal_mind(&digest, memory);
    return dw_digest_end(&digest);
}

void dw_animal_save(const void *memory, dw_state_writer *writer)
{
    dw_save_animal_mind(writer, memory);
}

static bool is_sound(const dw_animal_mind *mind)
{
    const dw_map *map = mind->fixed.setup.map;
    return mind->goal < DW_ANIMAL_GOAL_COUNT && mind->cause < DW_CAUSE_COUNT &&
           (!mind->handler_known || mind->fixed.handler != DW_NONE) &&
           dw_needs_are_sound(&mind->needs) && dw_fright_is_sound(&mind->fright) &&
           dw_flee_is_sound(&mind->flee, map) &&
           dw_patrol_is_sound(&mind->patrol, &mind->fixed.setup) &&
           dw_mover_is_sound(&mind->mover, map);
}

/* The simulation has reset the memory for the brain that it loads. */
void dw_animal_load(void *memory, dw_state_reader *reader)
{
    dw_animal_mind *mind = memory;
    dw_animal_reset(mind, 0);
    dw_load_animal_mind(reader, mind);
    (void)dw_state_require(reader, !reader->failed && is_sound(mind));
    if (reader->failed) {
        dw_animal_reset(mind, 0);
    }
}

void dw_animal_count(const void *memory, dw_brain_counters *out)
{
    dw_mover_count(&((const dw_animal_mind *)memory)->mover, out);
}

void dw_animal_get_needs(const void *memory, dw_brain_needs *out)
{
    dw_needs_tell(&((const dw_animal_mind *)memory)->needs, out);
}

void dw_animal_set_needs(void *memory, const dw_brain_needs *needs)
{
    dw_needs_take(&((dw_animal_mind *)memory)->needs, needs);
}
