#include "tests/support/watch.h"

#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/sim/sim_state.h"

#include <stdio.h>
#include <string.h>

enum { HARDLY_MM = 100 };

void dw_watch_begin(dw_watch *watch, dw_watch_tally *tally, uint64_t seed)
{
    memset(watch, 0, sizeof *watch);
    watch->tally = tally;
    watch->seed = seed;
}

static void note(dw_watch *watch, uint32_t tick, uint16_t guard, const char *what)
{
    char *first = watch->tally->first;
    if (first[0] == '\0') {
        (void)snprintf(first, sizeof watch->tally->first, "seed %llu, tick %u, guard %u: %s",
                       (unsigned long long)watch->seed, tick, guard, what);
    }
}

static uint32_t bits_of(const dw_percepts *percepts)
{
    uint32_t bits = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        bits |= UINT32_C(1) << sensed->slot;
        bits |= (sensed->detected ? UINT32_C(0x10000) : 0) << sensed->slot;
    }
    return bits;
}

static bool heard(const dw_percepts *percepts, uint32_t id)
{
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        if (percepts->heard[i].id == id) {
            return true;
        }
    }
    return false;
}

/* Whether the cause that the mind names can be found in what the guard knew in this tick. */
static bool cause_holds(const dw_reference_mind *mind, const dw_percepts *percepts, uint32_t before)
{
    const uint32_t sensed = bits_of(percepts);
    const uint32_t quarry = mind->quarry < DW_INTRUDERS_MAX ? UINT32_C(0x10000) << mind->quarry : 0;
    if (mind->since != percepts->tick) {
        return false;
    }
    switch ((dw_cause)mind->cause) {
    case DW_CAUSE_MESSAGE:
        return heard(percepts, mind->cause_id);
    case DW_CAUSE_SIGHTING:
        return mind->cause_id == percepts->tick && (sensed & quarry) != 0;
    case DW_CAUSE_LOST:
        return mind->cause_id == percepts->tick && (sensed & quarry) == 0 && (before & quarry) != 0;
    case DW_CAUSE_CAUGHT:
        return mind->cause_id == percepts->tick && percepts->caught != 0;
    case DW_CAUSE_ARRIVAL:
    case DW_CAUSE_BLOCKED:
    case DW_CAUSE_TIMER:
    case DW_CAUSE_DONE:
    case DW_CAUSE_EVIDENCE:
        return mind->cause_id == percepts->tick;
    case DW_CAUSE_NOISE:
    case DW_CAUSE_TRAIL:
    case DW_CAUSE_NEED:
    case DW_CAUSE_START:
    case DW_CAUSE_COUNT:
        break; /* Guards of brain `reference` have none of these after the start. */
    }
    return false;
}

static void watch_goal(dw_watch *watch, uint16_t g, const dw_reference_mind *mind,
                       const dw_percepts *percepts)
{
    dw_watch_guard *it = &watch->guards[g];
    dw_watch_tally *tally = watch->tally;
    const uint32_t before = it->sensed;
    it->sensed = bits_of(percepts);
    if (it->sensed != before || percepts->caught != 0 || percepts->heard_count > 0) {
        it->change_tick = percepts->tick;
    }
    const bool started = percepts->tick == 1;
    if (!started && it->goals[0] == mind->goal && it->quarries[0] == mind->quarry &&
        it->since == mind->since) {
        return;
    }
    memmove(it->goals + 1, it->goals, 2);
    memmove(it->quarries + 1, it->quarries, 2);
    it->goals[0] = mind->goal;
    it->quarries[0] = mind->quarry;
    it->turned = it->since;
    it->since = mind->since;
    if (started) {
        it->goals[1] = DW_GOAL_COUNT;
        it->goals[2] = DW_GOAL_COUNT;
        return;
    }
    tally->changes++;
    if (!cause_holds(mind, percepts, before)) {
        tally->without_cause++;
        note(watch, percepts->tick, g, "a goal without a cause");
    }
    const bool is_back = it->goals[0] == it->goals[2] && it->quarries[0] == it->quarries[2] &&
                         it->goals[0] != it->goals[1];
    if (is_back && percepts->tick - it->turned <= DW_WATCH_WAVER_TICKS &&
        it->change_tick < it->turned) {
        tally->wavers++;
        note(watch, percepts->tick, g, "there and back");
    }
}

/* Ticks in a row in which something holds while the guard gets less than 100 mm away. */
static uint32_t count_on_the_spot(uint32_t *ticks, dw_vec *at, bool holds, dw_vec position)
{
    const int64_t hardly = DW_MM((int64_t)HARDLY_MM);
    if (!holds || *ticks == 0 || dw_distance_squared(*at, position) >= hardly * hardly) {
        *at = position;
        *ticks = 0;
    }
    *ticks += holds ? 1 : 0;
    return *ticks;
}

static void watch_progress(dw_watch *watch, uint16_t g, const dw_reference_mind *mind,
                           const dw_percepts *percepts)
{
    dw_watch_guard *it = &watch->guards[g];
    dw_watch_tally *tally = watch->tally;
    const dw_mover *mover = &mind->mover;
    const bool going = mover->state == DW_MOVER_GOING;
    const bool waits =
        going && (mover->doing == DW_MOVER_WAITS || mover->doing == DW_MOVER_WAITS_ASIDE);
    const uint32_t still =
        count_on_the_spot(&it->still_ticks, &it->still_at, going && !waits, percepts->position);
    const uint32_t wait =
        count_on_the_spot(&it->wait_ticks, &it->wait_at, waits, percepts->position);
    tally->still_max = still > tally->still_max ? still : tally->still_max;
    tally->wait_max = wait > tally->wait_max ? wait : tally->wait_max;
    if (still == DW_WATCH_STUCK_TICKS) {
        tally->stuck++;
        note(watch, percepts->tick, g, "stuck");
    }
    const bool substitute = going && mover->doing >= DW_MOVER_SIDE_STEPS;
    tally->substitutes += substitute && !it->substitute ? 1 : 0;
    it->substitute = substitute;
    if (mover->detour_left > DW_WATCH_SUBSTITUTE_TICKS) {
        tally->long_substitutes++;
        note(watch, percepts->tick, g, "a substitute goal of more than a second");
    }
}

void dw_watch_tick(dw_watch *watch, const dw_sim *sim)
{
    if (sim->world.outcome != DW_OUTCOME_NONE) {
        return; /* Nobody thinks any more. */
    }
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        DW_CHECK(sim->brains[g] == &dw_brain_reference);
        watch->tally->guard_ticks++;
        watch_goal(watch, g, sim->memories[g], &sim->percepts[g]);
        watch_progress(watch, g, sim->memories[g], &sim->percepts[g]);
    }
}
