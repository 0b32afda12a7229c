#include "server/lab/mind_watch.h"

#include <stdio.h>
#include <string.h>

static uint32_t intruders_of(const dw_percepts *percepts)
{
    uint32_t bits = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *sensed = &percepts->intruders[i];
        bits |= UINT32_C(1) << sensed->slot;
        bits |= (sensed->detected ? UINT32_C(0x10000) : 0) << sensed->slot;
    }
    return bits;
}

static uint16_t touches_of(const dw_percepts *percepts)
{
    uint16_t bits = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        bits |= (uint16_t)(percepts->intruders[i].touched ? 1u << percepts->intruders[i].slot : 0);
    }
    return bits;
}

static void note(uint32_t *when, bool happens, dw_mind_senses *senses, uint32_t tick)
{
    if (happens) {
        *when = tick;
        senses->any_tick = tick;
    }
}

static bool heard_noise(const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        if (!percepts->stimuli[i].from_own_side || percepts->stimuli[i].is_alarm) {
            return true;
        }
    }
    return false;
}

static void sense(dw_mind_senses *it, const dw_percepts *percepts, uint32_t tick)
{
    const uint32_t intruders = intruders_of(percepts);
    const uint16_t touched = touches_of(percepts);
    note(&it->sighted_tick, (intruders & ~it->intruders) != 0 || (touched & ~it->touched) != 0, it,
         tick);
    note(&it->lost_tick, (it->intruders & ~intruders) != 0, it, tick);
    note(&it->caught_tick, percepts->caught != 0, it, tick);
    note(&it->message_tick, percepts->heard_count > 0, it, tick);
    note(&it->noise_tick, heard_noise(percepts), it, tick);
    const dw_percept_smell *smell = &percepts->smell;
    const uint32_t left = smell->found ? tick - smell->age_ticks : it->trail_tick;
    note(&it->smell_tick, left > it->trail_tick, it, tick);
    const dw_percept_signs *signs = &percepts->signs;
    const bool differs = signs->open != it->open || percepts->missing != it->missing ||
                         memcmp(&signs->worked, &it->worked, sizeof it->worked) != 0;
    note(&it->sign_tick, differs, it, tick);
    it->intruders = intruders;
    it->touched = touched;
    it->trail_tick = left;
    it->open = signs->open;
    it->worked = signs->worked;
    it->missing = percepts->missing;
}

/* Whether the cause that the mind names can be found in what it has sensed lately. Ends, timers and
 * needs are its own: they count when they are of this very change. */
static bool is_found(const dw_mind_senses *it, const dw_goal_change *change, uint32_t tick)
{
    uint32_t when = 0;
    switch ((dw_cause)change->cause) {
    case DW_CAUSE_SIGHTING:
        when = it->sighted_tick;
        break;
    case DW_CAUSE_LOST:
        when = it->lost_tick;
        break;
    case DW_CAUSE_CAUGHT:
        when = it->caught_tick > it->message_tick ? it->caught_tick : it->message_tick;
        break;
    case DW_CAUSE_MESSAGE:
        when = it->message_tick;
        break;
    case DW_CAUSE_NOISE:
        when = it->noise_tick;
        break;
    case DW_CAUSE_TRAIL:
        when = it->smell_tick;
        break;
    case DW_CAUSE_EVIDENCE:
        when = it->sign_tick;
        break;
    case DW_CAUSE_ARRIVAL:
    case DW_CAUSE_BLOCKED:
    case DW_CAUSE_TIMER:
    case DW_CAUSE_DONE:
    case DW_CAUSE_NEED:
        return change->cause_id == tick || change->cause_id + 1 == tick;
    case DW_CAUSE_START:
    case DW_CAUSE_COUNT:
        return false;
    }
    return when != 0 && tick - when <= DW_MIND_FRESH_TICKS;
}

static void look(dw_mind_watch *watch, const dw_sim *sim, uint16_t guard, uint32_t tick)
{
    dw_goal_change change;
    if (!dw_goal_watch_look(&watch->goals, sim, guard, &change)) {
        return;
    }
    const dw_mind_senses *senses = &watch->senses[guard];
    dw_mind_tally *tally = watch->tally;
    tally->changes++;
    tally->unprompted +=
        senses->any_tick == 0 || tick - senses->any_tick > DW_MIND_FRESH_TICKS ? 1 : 0;
    if (is_found(senses, &change, tick)) {
        tally->explained++;
    } else if (tally->unexplained[0] == '\0') {
        (void)snprintf(tally->unexplained, sizeof tally->unexplained,
                       "seed %llu, tick %u, guard %u: from %s to %s by %s",
                       (unsigned long long)watch->seed, tick, guard + 1u, change.from, change.to,
                       dw_cause_word((dw_cause)change.cause));
    }
}

static void react(dw_mind_watch *watch, uint16_t guard, uint32_t ticks)
{
    const uint32_t most = DW_MIND_REACTION_TICKS_MAX;
    watch->tally->reactions[ticks < most ? ticks : most]++;
    watch->detected_tick[guard] = 0;
}

static bool chases(const dw_world *world, uint16_t guard)
{
    return world->guards[guard].command.mood == DW_MOOD_CHASING;
}

/* An intruder that gets out of a guard's senses before the guard could react is not counted. */
static void watch_reactions(dw_mind_watch *watch, const dw_sim *sim, const dw_world *world)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t guard = events[i].guard;
        if (events[i].kind == DW_SIM_DETECTED && watch->detected_tick[guard] == 0 &&
            !chases(world, guard)) {
            watch->detected_tick[guard] = world->tick;
        } else if (events[i].kind == DW_SIM_LOST && watch->detected_tick[guard] != 0) {
            watch->detected_tick[guard] = 0;
        }
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if (watch->detected_tick[g] != 0 && chases(world, g)) {
            react(watch, g, world->tick - watch->detected_tick[g]);
        }
    }
}

void dw_mind_watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    (void)intents;
    dw_mind_watch *watch = context;
    const dw_sim *sim = dw_lab_match_sim(watch->match);
    if (world->tick == 1) {
        dw_goal_watch_reset(&watch->goals);
        memset(watch->senses, 0, sizeof watch->senses);
        memset(watch->detected_tick, 0, sizeof watch->detected_tick);
    }
    if (world->outcome != DW_OUTCOME_NONE) {
        return; /* Nobody thinks any more. */
    }
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        const uint16_t guard = (uint16_t)__builtin_ctzll(left);
        sense(&watch->senses[guard], dw_sim_percepts(sim, guard), world->tick);
        look(watch, sim, guard, world->tick);
        watch->tally->guard_ticks++;
    }
    watch_reactions(watch, sim, world);
}

void dw_mind_tally_add(dw_mind_tally *sum, const dw_mind_tally *more)
{
    sum->guard_ticks += more->guard_ticks;
    sum->changes += more->changes;
    sum->unprompted += more->unprompted;
    sum->explained += more->explained;
    for (uint32_t t = 0; t <= DW_MIND_REACTION_TICKS_MAX; t++) {
        sum->reactions[t] += more->reactions[t];
    }
    if (sum->unexplained[0] == '\0') {
        memcpy(sum->unexplained, more->unexplained, sizeof sum->unexplained);
    }
}

uint32_t dw_mind_tally_reaction(const dw_mind_tally *tally, uint32_t percent)
{
    uint64_t total = 0;
    for (uint32_t t = 0; t <= DW_MIND_REACTION_TICKS_MAX; t++) {
        total += tally->reactions[t];
    }
    uint64_t sum = 0;
    uint32_t ticks = 0;
    while (ticks < DW_MIND_REACTION_TICKS_MAX) {
        sum += tally->reactions[ticks];
        if (sum * 100 >= total * percent) {
            break;
        }
        ticks++;
    }
    return ticks;
}
