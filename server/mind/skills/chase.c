#include "server/mind/skills/chase.h"

#include "common/world/sight.h"
#include "server/mind/places.h"

enum { STREAM_CHASE = 4 };

void dw_chase_reset(dw_chase *chase, uint64_t seed)
{
    *chase = (dw_chase){.slot = DW_SLOT_NONE};
    dw_rng_init(&chase->places, seed, STREAM_CHASE);
}

static int32_t cost_of(const dw_chase *chase, const dw_ruleset *rules, const dw_percepts *percepts,
                       const dw_percept_intruder *sensed)
{
    const int32_t off = dw_distance(percepts->position, sensed->position);
    int32_t cost = off;
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        if (dw_distance(percepts->guards[i].position, sensed->position) < off) {
            cost += DW_MM(rules->chase_colleague_penalty_mm);
            break;
        }
    }
    return sensed->slot == chase->slot ? cost - DW_MM(rules->chase_stay_bonus_mm) : cost;
}

const dw_percept_intruder *dw_chase_choose(dw_chase *chase, const dw_ruleset *rules,
                                           const dw_percepts *percepts)
{
    const dw_percept_intruder *best = NULL;
    int32_t best_cost = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        if (!sensed->detected) {
            continue;
        }
        if (sensed->slot == chase->slot && chase->since_ticks < rules->chase_stay_ticks) {
            best = sensed;
            break;
        }
        const int32_t cost = cost_of(chase, rules, percepts, sensed);
        if (best == NULL || cost < best_cost) {
            best = sensed;
            best_cost = cost;
        }
    }
    if (best != NULL && best->slot != chase->slot) {
        chase->slot = best->slot;
        chase->since_ticks = 0;
        chase->beside = false;
    } else if (best != NULL && chase->since_ticks < rules->chase_stay_ticks) {
        chase->since_ticks++;
    }
    return best;
}

int32_t dw_chase_speed(const dw_ruleset *rules, dw_vec from, dw_vec to)
{
    const int64_t near = DW_MM((int64_t)rules->chase_near_distance_mm);
    return dw_distance_squared(from, to) > near * near ? rules->chase_far_speed_mm_s
                                                       : rules->chase_near_speed_mm_s;
}

/* Others in the room stand in the way of a place; he whom he chases does not. */
static bool fits(const dw_brain_setup *setup, const dw_percepts *percepts, dw_vec place)
{
    const dw_nav_query query = {.room = DW_NONE};
    if (!dw_nav_free(setup->nav, &query, place)) {
        return false;
    }
    const dw_rect body = dw_rect_around(place, DW_BODY_HALF);
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        if (dw_rect_overlaps(body, dw_rect_around(percepts->guards[i].position, DW_BODY_HALF))) {
            return false;
        }
    }
    return true;
}

/* A place beside him from which he can be seen: the last one while it does, else a new one. */
static dw_vec place_beside(dw_chase *chase, const dw_brain_setup *setup,
                           const dw_percepts *percepts, dw_vec target)
{
    const int64_t beside = DW_MM((int64_t)setup->rules->chase_beside_distance_mm);
    if (chase->beside && dw_distance_squared(chase->place, target) <= beside * beside &&
        fits(setup, percepts, chase->place) &&
        dw_place_sees(setup, chase->place, target, DW_SIGHT_CROUCHED)) {
        return chase->place;
    }
    chase->beside = false;
    for (int i = 0; i < DW_DRAWS_A_TICK; i++) {
        const dw_vec place = {
            target.x + dw_rng_between(&chase->places, (int32_t)-beside, (int32_t)beside),
            target.y + dw_rng_between(&chase->places, (int32_t)-beside, (int32_t)beside)};
        if (dw_distance_squared(place, target) <= beside * beside && fits(setup, percepts, place) &&
            dw_place_sees(setup, place, target, DW_SIGHT_CROUCHED)) {
            chase->beside = true;
            chase->place = place;
            return place;
        }
    }
    return target;
}

void dw_chase_step(dw_chase *chase, dw_mover *mover, const dw_brain_setup *setup,
                   const dw_percepts *percepts, const dw_percept_intruder *target,
                   dw_guard_command *command)
{
    const dw_ruleset *rules = setup->rules;
    const int64_t stop = DW_MM((int64_t)rules->chase_stop_distance_mm);
    if (target->seen && dw_distance_squared(percepts->position, target->position) <= stop * stop) {
        dw_mover_drop_substitute(mover);
        dw_mover_stop(mover);
    } else if (fits(setup, percepts, target->position)) {
        chase->beside = false;
        dw_mover_follow(mover, target->position);
    } else {
        dw_mover_follow(mover, place_beside(chase, setup, percepts, target->position));
    }
    dw_mover_step(mover, setup, percepts,
                  dw_chase_speed(rules, percepts->position, target->position),
                  rules->hurry_turn_rate_bam, command);
    const dw_vec way = dw_vec_sub(target->position, percepts->position);
    if (way.x != 0 || way.y != 0) {
        command->heading_bam = dw_turn_towards_bam(
            percepts->heading_bam, dw_angle_bam(way.x, way.y), rules->hurry_turn_rate_bam);
    }
}

DW_FIELDS_DIGEST(chase, DW_CHASE_FIELDS)
