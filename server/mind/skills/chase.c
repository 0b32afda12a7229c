#include "server/mind/skills/chase.h"

#include "common/world/sight.h"
#include "server/mind/places.h"

#include <stdio.h>

void dw_chase_reset(dw_chase *chase, uint64_t seed)
{
    *chase = (dw_chase){.slot = DW_SLOT_NONE};
    dw_rng_init(&chase->places, seed, DW_STREAM_CHASE);
}

/* Distance to walk, more when a colleague is nearer, less for the intruder that is chased already.
 */
static int32_t cost_of(const dw_chase *chase, const dw_think *think,
                       const dw_percept_intruder *sensed)
{
    const dw_ruleset *rules = think->setup->rules;
    const dw_percepts *percepts = think->percepts;
    const dw_nav *nav = think->setup->nav;
    const int32_t off = dw_nav_route_length(nav, percepts->position, sensed->position);
    int32_t cost = off;
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        if (dw_nav_route_length(nav, percepts->guards[i].position, sensed->position) < off) {
            cost += DW_MM(rules->chase_colleague_penalty_mm);
            break;
        }
    }
    return sensed->slot == chase->slot ? cost - DW_MM(rules->chase_stay_bonus_mm) : cost;
}

const dw_percept_intruder *dw_chase_begin(dw_chase *chase, const dw_think *think)
{
    const dw_ruleset *rules = think->setup->rules;
    const dw_percept_intruder *best = NULL;
    int32_t best_cost = 0;
    for (uint8_t i = 0; i < think->percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &think->percepts->intruders[i];
        if (!sensed->detected) {
            continue;
        }
        if (sensed->slot == chase->slot && chase->since_ticks < rules->chase_stay_ticks) {
            best = sensed;
            break;
        }
        const int32_t cost = cost_of(chase, think, sensed);
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

int64_t dw_chase_stop_distance(const dw_brain_setup *setup)
{
    return DW_MM((int64_t)setup->rules->chase_stop_distance_mm) + dw_own_half(setup) - DW_BODY_HALF;
}

int32_t dw_chase_speed(const dw_brain_setup *setup, dw_vec from, dw_vec to)
{
    return dw_within_mm(from, to, setup->rules->chase_near_distance_mm)
               ? setup->kind->gaits.near.speed_mm_s
               : setup->kind->gaits.far.speed_mm_s;
}

/* Other guards in the room stand in the way of a position; the target does not. */
static bool fits(const dw_think *think, dw_vec place)
{
    const dw_nav_query query = {.room = DW_NONE};
    if (!dw_nav_free(think->setup->nav, &query, place)) {
        return false;
    }
    const dw_percepts *percepts = think->percepts;
    const dw_rect body = dw_rect_around(place, dw_own_half(think->setup));
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        if (other->half > 0 &&
            dw_rect_overlaps(body, dw_rect_around(other->position, other->half))) {
            return false;
        }
    }
    return true;
}

static bool shows(const dw_think *think, dw_vec place, dw_vec target)
{
    return dw_within_mm(place, target, think->setup->rules->chase_beside_distance_mm) &&
           fits(think, place) && dw_place_sees(think->setup, place, target, DW_SIGHT_CROUCHED);
}

/* A position beside the target that shows it: the last one while it does, else a new one. */
static dw_vec place_beside(dw_chase *chase, const dw_think *think, dw_vec target)
{
    if (chase->beside && shows(think, chase->place, target)) {
        return chase->place;
    }
    const dw_rect area =
        dw_rect_around(target, DW_MM(think->setup->rules->chase_beside_distance_mm));
    const dw_nav_query query = {.room = DW_NONE};
    chase->beside = false;
    for (int i = 0; i < DW_DRAWS_A_TICK && !chase->beside; i++) {
        dw_vec place;
        if (dw_place_draw_in(think->setup, &chase->places, area, &query, &place) &&
            shows(think, place, target)) {
            chase->beside = true;
            chase->place = place;
        }
    }
    return chase->beside ? chase->place : target;
}

void dw_chase_close_in(const dw_think *think, dw_vec target, bool near, dw_vec place, int32_t speed)
{
    const int32_t turn_bam = think->setup->kind->turn_rates.hurried_bam;
    if (near) {
        dw_mover_drop_substitute(think->mover);
        dw_mover_stop(think->mover);
    } else {
        dw_mover_follow(think->mover, place);
    }
    dw_mover_step(think->mover, think, speed, turn_bam);
    dw_face_point(think, target, turn_bam);
}

dw_skill_state dw_chase_step(dw_chase *chase, const dw_think *think,
                             const dw_percept_intruder *target)
{
    const dw_vec own = think->percepts->position;
    const int64_t stop = dw_chase_stop_distance(think->setup);
    const bool near = target->seen && dw_distance_squared(own, target->position) <= stop * stop;
    dw_vec place = target->position;
    if (!near && fits(think, place)) {
        chase->beside = false;
    } else if (!near) {
        place = place_beside(chase, think, place);
    }
    dw_chase_close_in(think, target->position, near, place,
                      dw_chase_speed(think->setup, own, target->position));
    return DW_SKILL_RUNNING;
}

void dw_chase_explain(uint8_t slot, uint16_t room, const dw_brain_setup *setup, dw_mind_view *view)
{
    view->room = room;
    (void)snprintf(view->sentence, sizeof view->sentence, "Chases intruder %u in %s.", slot + 1u,
                   room != DW_NONE ? setup->map->rooms[room].name : "?");
}

DW_FIELDS_IO(extern, chase, DW_CHASE_FIELDS);
