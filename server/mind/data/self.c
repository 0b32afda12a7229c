#include "server/mind/data/self.h"

#include "server/mind/door_manners.h"
#include "server/mind/habits.h"
#include "server/mind/ray_contact.h"
#include "server/mind/shut_doors.h"

#include <string.h>

dw_status dw_self_create(dw_self *self, dw_arena *arena, const dw_brain_setup *setup)
{
    self->now = (dw_self_tick){.handler = dw_find_handler(setup)};
    self->guard.errand = DW_ARENA_NEW(arena, dw_errand);
    if (setup->kind->tell.distance_mm > 0) {
        self->tell = DW_ARENA_NEW(arena, dw_tell);
        if (self->tell == NULL) {
            return DW_MEMORY;
        }
    }
    return self->guard.errand != NULL ? dw_reference_init(&self->guard, arena, setup) : DW_MEMORY;
}

void dw_self_reset(dw_self *self, uint64_t seed, uint16_t accepts, bool leads)
{
    const dw_brain_setup *setup = &self->guard.setup;
    self->now = (dw_self_tick){.handler = self->now.handler};
    self->node = DW_RUN_NONE;
    self->skill = 0;
    self->runs = false;
    self->outcome = DW_SKILL_RUNNING;
    self->cause = DW_CAUSE_START;
    self->cause_id = 0;
    self->since = 0;
    memset(self->args, 0, sizeof self->args);
    self->message = 0;
    self->sensed_tick = 0;
    self->noise_new = false;
    self->noise_tick = 0;
    self->noise_place = (dw_vec){0, 0};
    self->arrived = false;
    dw_fright_reset(&self->fright);
    self->woken_tick = 0;
    self->trail_tick = 0;
    self->handler_known = false;
    self->handler_place = (dw_vec){0, 0};
    self->has_met = false;
    self->met_place = (dw_vec){0, 0};
    self->mischief = false;
    self->place = (dw_vec){0, 0};
    self->left = 0;
    self->quiet = 0;
    self->look = (dw_look_round){.ticks = 0};
    self->shut = (dw_door_set){{0}};
    dw_needs_reset(&self->needs, setup->kind);
    dw_flee_reset(&self->flee, seed);
    dw_wander_reset(&self->wander, seed);
    if (self->tell != NULL) {
        dw_tell_reset(self->tell, setup);
    }
    dw_reference_reset(&self->guard, seed, leads);
    self->guard.errand->accepts = accepts;
}

static void note_noise(dw_self *self, const dw_percepts *percepts)
{
    const dw_stimulus *noise = dw_loudest_noise(percepts);
    if (noise != NULL) {
        self->noise_new = true;
        self->noise_tick = percepts->tick;
        self->noise_place = noise->position;
    }
    self->noise_new = self->noise_new && percepts->tick - self->noise_tick < DW_SELF_HEARD_TICKS;
}

static void note_contact(dw_self *self, const dw_think *think)
{
    self->now.meets = dw_find_somebody(think->setup->kind, think->percepts, &self->met_place);
    self->has_met = self->has_met || self->now.meets;
}

static void note_company(dw_self *self, const dw_percepts *percepts)
{
    const dw_percept_guard *handler = dw_notice_handler(percepts, self->now.handler);
    if (handler != NULL) {
        self->handler_known = true;
        self->handler_place = handler->position;
    }
    if (percepts->heard_count > 0) {
        self->message = percepts->heard[percepts->heard_count - 1].id;
    }
    if (percepts->intruder_count > 0) {
        self->sensed_tick = percepts->tick;
    }
}

/* An errand that the runtime does not begin is forgotten in time. */
static void age_errand(dw_self *self, const dw_think *think)
{
    dw_errand *errand = self->guard.errand;
    if (think->percepts->tick - errand->made > (uint32_t)think->setup->rules->claim_ticks) {
        errand->fresh = false;
    }
}

/* What percepts and messages ask of a guard. The goal of its mind stays that of the skill that
 * runs; what it is about to do counts while the others' words are weighed. */
static void find_errands(dw_self *self, dw_think *think)
{
    dw_reference_mind *mind = &self->guard;
    age_errand(self, think);
    const uint8_t goal = mind->goal;
    const uint8_t quarry = mind->quarry;
    if (!self->runs && mind->errand->fresh) {
        mind->goal = mind->errand->goal;
        mind->quarry = mind->errand->quarry;
    }
    self->now.target = dw_reference_choose_goal(mind, think);
    if (mind->setup.has_notices) {
        dw_reference_heed_notices(mind, think);
    }
    if (mind->setup.rules->evidence != 0) {
        dw_reference_heed(mind, think);
    }
    mind->goal = goal;
    mind->quarry = quarry;
}

/* Whether this is what it has to do: the newest errand, begun or not. */
static int32_t is_asked(const dw_self *self, dw_goal goal)
{
    const dw_reference_mind *mind = &self->guard;
    return (mind->errand->fresh ? mind->errand->goal == goal : self->runs && mind->goal == goal)
               ? 1
               : 0;
}

static void fill_intruders(const dw_self *self, const dw_percepts *percepts, dw_facts *facts)
{
    int32_t *of = facts->of;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        of[DW_FACT_sees_intruder] |= percepts->intruders[i].seen ? 1 : 0;
    }
    of[DW_FACT_touched] = dw_find_touch(percepts) != NULL;
    of[DW_FACT_untold] = self->now.untold;
    of[DW_FACT_somebody] = self->now.meets;
    of[DW_FACT_suspects] = self->guard.beliefs.suspects != 0;
    of[DW_FACT_detected] = self->now.target != NULL;
    of[DW_FACT_caught] = percepts->caught != 0;
    of[DW_FACT_distance_to_target_mm] =
        self->now.target != NULL
            ? (int32_t)(dw_distance(percepts->position, self->now.target->position) /
                        DW_UNITS_PER_MM)
            : DW_FACT_NEVER;
    const uint32_t since = percepts->tick - self->sensed_tick;
    of[DW_FACT_ticks_since_sighting] =
        self->sensed_tick != 0 && since < DW_FACT_NEVER ? (int32_t)since : (int32_t)DW_FACT_NEVER;
}

static void fill_stimuli(const dw_self *self, const dw_percepts *percepts, dw_facts *facts)
{
    int32_t *of = facts->of;
    const dw_percept_smell *smell = &percepts->smell;
    of[DW_FACT_heard] = self->noise_new && !dw_fright_shuns(&self->fright, self->noise_place);
    of[DW_FACT_disturbed] = percepts->stimulus_count > 0 || of[DW_FACT_touched] != 0;
    of[DW_FACT_distance_to_noise_mm] =
        self->noise_new
            ? (int32_t)(dw_distance(percepts->position, self->noise_place) / DW_UNITS_PER_MM)
            : DW_FACT_NEVER;
    of[DW_FACT_arrived] = self->arrived;
    of[DW_FACT_smells] = smell->found && percepts->tick - smell->age_ticks > self->trail_tick &&
                         !dw_fright_shuns(&self->fright, smell->position);
    of[DW_FACT_light] = percepts->light;
}

static void fill_errands(const dw_self *self, dw_facts *facts)
{
    int32_t *of = facts->of;
    const dw_errand *errand = self->guard.errand;
    const bool waits = errand->fresh;
    of[DW_FACT_released] = waits && errand->goal == DW_GOAL_PATROL;
    of[DW_FACT_told] = waits && errand->goal >= DW_GOAL_INTERCEPT &&
                       errand->goal != DW_GOAL_LAST_KNOWN && errand->goal <= DW_GOAL_BOARD;
    of[DW_FACT_lost] = is_asked(self, DW_GOAL_LAST_KNOWN);
    of[DW_FACT_asked_to_search] = is_asked(self, DW_GOAL_SEARCH);
    of[DW_FACT_asked_to_intercept] = is_asked(self, DW_GOAL_INTERCEPT);
    of[DW_FACT_asked_to_lie_in_wait] = is_asked(self, DW_GOAL_LIE_IN_WAIT);
    of[DW_FACT_asked_to_hold] = is_asked(self, DW_GOAL_HOLD);
    of[DW_FACT_asked_to_board] = is_asked(self, DW_GOAL_BOARD);
    of[DW_FACT_curious] = is_asked(self, DW_GOAL_INVESTIGATE);
    of[DW_FACT_evidence] = is_asked(self, DW_GOAL_PUT_RIGHT);
    of[DW_FACT_agitation] = self->guard.beliefs.agitation;
    of[DW_FACT_alert] = self->guard.beliefs.agitation > 0;
}

static void fill_needs(const dw_self *self, const dw_think *think, dw_facts *facts)
{
    int32_t *of = facts->of;
    const dw_percepts *percepts = think->percepts;
    const dw_needs *needs = &self->needs;
    of[DW_FACT_hungry] = needs->hunger.presses;
    of[DW_FACT_tired] = needs->energy.presses;
    of[DW_FACT_afraid] = needs->fear.presses;
    of[DW_FACT_hunger] = needs->hunger.points;
    of[DW_FACT_energy] = needs->energy.points;
    of[DW_FACT_fear] = needs->fear.points;
    of[DW_FACT_food_near] =
        percepts->food.found && !dw_fright_shuns(&self->fright, percepts->food.position);
    of[DW_FACT_can_lie_here] = needs->energy.presses && dw_can_lie_here(think);
    of[DW_FACT_rested_lately] =
        self->woken_tick != 0 && percepts->tick - self->woken_tick < DW_AWAKE_TICKS;
    of[DW_FACT_mischief] = self->mischief;
    of[DW_FACT_has_handler] = self->handler_known;
    of[DW_FACT_guard_near] = percepts->guard_count > 0;
    of[DW_FACT_in_doorway] =
        percepts->door_held != DW_NONE && dw_own_doorway_gap(think, percepts->door_held) < 0;
}

void dw_self_perceive(dw_self *self, dw_think *think, const dw_skill *running, dw_facts *facts)
{
    const dw_percepts *percepts = think->percepts;
    dw_reference_mind *mind = &self->guard;
    self->now.stepped = false;
    mind->tick = percepts->tick;
    dw_needs_step(&self->needs, think->setup->kind, running != NULL && running->rests);
    self->quiet = self->quiet > 0 ? (uint16_t)(self->quiet - 1) : 0;
    dw_shut_doors_note(&self->shut, think->setup, percepts);
    const dw_kind *kind = think->setup->kind;
    dw_fright_perceive(&self->fright, &self->needs, kind, percepts,
                       kind->can.bark == 0 && kind->can.catch == 0);
    note_noise(self, percepts);
    note_company(self, percepts);
    note_contact(self, think);
    if (self->tell != NULL) {
        const bool telling = running != NULL && running->tells;
        self->now.untold = dw_tell_perceive(self->tell, think->setup, percepts, telling);
    }
    dw_beliefs_perceive(&mind->beliefs, &mind->setup, percepts);
    find_errands(self, think);
    *facts = (dw_facts){{0}};
    fill_intruders(self, percepts, facts);
    fill_stimuli(self, percepts, facts);
    fill_errands(self, facts);
    fill_needs(self, think, facts);
    if (running != NULL && running->keeps != 0) {
        facts->of[running->keeps - 1] = 1;
    }
    facts->of[DW_FACT_done] = self->outcome == DW_SKILL_DONE;
    facts->of[DW_FACT_failed] = self->outcome == DW_SKILL_FAILED;
    const uint32_t since = percepts->tick - self->since;
    facts->of[DW_FACT_ticks_in_state] =
        since < DW_FACT_NEVER ? (int32_t)since : (int32_t)DW_FACT_NEVER;
    if (mind->errand->accepts != 0) {
        dw_reference_agitate(mind, think);
    }
}

void dw_self_stand(dw_self *self, dw_think *think)
{
    dw_mover_stop(&self->guard.mover);
    dw_mover_step(&self->guard.mover, think, 0, think->setup->kind->turn_rates.calm_bam);
}

dw_skill_state dw_self_go(dw_self *self, const dw_think *think)
{
    dw_mover *mover = &self->guard.mover;
    dw_mover_step(mover, think, think->speed, think->setup->kind->turn_rates.hurried_bam);
    if (mover->state == DW_MOVER_GOING) {
        return DW_SKILL_RUNNING;
    }
    return mover->state == DW_MOVER_ARRIVED ? DW_SKILL_DONE : DW_SKILL_FAILED;
}

bool dw_self_do(dw_self *self, const dw_think *think, dw_deed deed)
{
    if (self->quiet > 0) {
        return false;
    }
    self->quiet = (uint16_t)think->setup->kind->voice.bark_ticks;
    think->command->deed = (uint8_t)deed;
    return true;
}

bool dw_self_is_sound(const dw_self *self)
{
    const dw_map *map = self->guard.setup.map;
    return self->outcome <= DW_SKILL_FAILED && self->cause < DW_CAUSE_COUNT &&
           (!self->handler_known || self->now.handler != DW_NONE) &&
           dw_fright_is_sound(&self->fright) && dw_needs_are_sound(&self->needs) &&
           dw_flee_is_sound(&self->flee, map) && dw_wander_is_sound(&self->wander, map) &&
           (self->tell == NULL || dw_tell_is_sound(self->tell, map)) &&
           dw_reference_is_sound(&self->guard);
}

DW_FIELDS_STATE(extern, self, DW_SELF_FIELDS);
