#include "server/session/playback/sighting_watch.h"

#include "common/base/check.h"
#include "common/base/fixed.h"
#include "common/base/parse.h"

#include <stdio.h>
#include <string.h>

enum { FULL = 100 }; /* Percent. */

enum { GOAL_TICKS = 6 }; /* How often a guard is asked for its goal: it costs more than a meter. */

/* What a guard was about, a moment before. A touch changes the goal in the very tick. */
typedef struct goal_note {
    uint32_t cause_tick;
    uint8_t cause;
    char word[DW_MIND_WORD_MAX + 1]; /* Empty: not asked yet. */
} goal_note;

/* A guard and an intruder, when the meter began to rise: from 0, or again after it was full. */
typedef struct glimpse {
    uint32_t tick;
    bool done; /* The meter has been full since. */
    uint32_t distance_cm;
    uint8_t angle;
    goal_note goal;
} glimpse;

/* Percent by tick, modulo the ring. */
typedef uint8_t meter_ring[DW_SIGHTING_RING];

struct dw_sighting_watch {
    uint16_t guard_count;
    goal_note goals[DW_GUARDS_MAX];
    glimpse (*glimpses)[DW_INTRUDERS_MAX];
    meter_ring (*meters)[DW_INTRUDERS_MAX];
};

dw_status dw_sighting_watch_create(dw_sighting_watch **out, dw_arena *arena, uint16_t guard_count)
{
    dw_sighting_watch *watch = DW_ARENA_NEW(arena, dw_sighting_watch);
    if (watch == NULL) {
        return DW_MEMORY;
    }
    watch->guard_count = guard_count;
    watch->glimpses = dw_arena_take(arena, guard_count * sizeof *watch->glimpses);
    watch->meters = dw_arena_take(arena, guard_count * sizeof *watch->meters);
    if (watch->glimpses == NULL || watch->meters == NULL) {
        return DW_MEMORY;
    }
    memset(watch->glimpses, 0, guard_count * sizeof *watch->glimpses);
    memset(watch->meters, 0, guard_count * sizeof *watch->meters);
    *out = watch;
    return DW_OK;
}

static uint32_t distance_cm(dw_vec a, dw_vec b)
{
    const uint32_t cm = (uint32_t)dw_distance(a, b) / (10 * DW_UNITS_PER_MM);
    return cm < DW_SIGHTING_DISTANCE_MAX_CM ? cm : (uint32_t)DW_SIGHTING_DISTANCE_MAX_CM;
}

/* 128ths of a turn between the guard's heading and the direction of the intruder. */
static uint8_t angle_off(const dw_body *guard, dw_vec intruder)
{
    const dw_vec way = dw_vec_sub(intruder, guard->position);
    const int32_t turn = dw_turn_bam(guard->heading_bam, dw_angle_bam(way.x, way.y));
    const int32_t off = (turn < 0 ? -turn : turn) / (65536 / 128);
    return (uint8_t)(off < DW_SIGHTING_ANGLE_MAX ? off : DW_SIGHTING_ANGLE_MAX);
}

/* Tick of the call that gave the guard its goal; without it, of the goal. */
static uint32_t call_tick(const dw_mind_view *mind)
{
    for (uint32_t i = 0; i < mind->call_count; i++) {
        if (mind->calls[i].id == mind->cause_id) {
            return mind->calls[i].tick;
        }
    }
    return mind->since;
}

static void ask_goal(goal_note *goal, const dw_sim *sim, uint16_t guard)
{
    dw_mind_view mind;
    memset(&mind, 0, sizeof mind);
    dw_sim_explain(sim, guard, &mind);
    *goal = (goal_note){.cause = mind.cause,
                        .cause_tick =
                            mind.cause == DW_CAUSE_MESSAGE ? call_tick(&mind) : mind.cause_id};
    size_t length = strnlen(mind.goal, DW_MIND_WORD_MAX);
    while (length > 0 && !dw_text_is_clean(mind.goal, length)) {
        length--; /* A name may end within a character. */
    }
    (void)snprintf(goal->word, sizeof goal->word, "%.*s", (int)length, mind.goal);
    if (length == 0) {
        (void)snprintf(goal->word, sizeof goal->word, "none");
    }
}

static void note_glimpse(glimpse *seen, const goal_note *goal, const dw_sim *sim, uint16_t guard,
                         uint8_t slot)
{
    const dw_world *world = dw_sim_world(sim);
    const dw_actor *actor = dw_guard_actor(world, guard);
    const dw_vec at = dw_intruder_actor(world, slot)->body.position;
    *seen = (glimpse){.tick = world->tick,
                      .distance_cm = distance_cm(actor->body.position, at),
                      .angle = angle_off(&actor->body, at),
                      .goal = *goal};
}

static uint8_t percent_of(const dw_sim *sim, uint16_t guard, uint32_t meter)
{
    const uint8_t kind = dw_guard_actor(dw_sim_world(sim), guard)->kind;
    const uint32_t full = (uint32_t)dw_sim_rules(sim)->kinds[kind].senses.eyes.meter_full;
    const uint32_t percent = meter * 100 / full;
    return (uint8_t)(percent < DW_MIND_METER_MAX ? percent : DW_MIND_METER_MAX);
}

void dw_sighting_watch_look(dw_sighting_watch *watch, const dw_sim *sim)
{
    const dw_world *world = dw_sim_world(sim);
    const uint32_t at = world->tick % DW_SIGHTING_RING;
    const uint32_t before = (world->tick - 1) % DW_SIGHTING_RING;
    DW_CHECK(world->guard_count == watch->guard_count);
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        goal_note *goal = &watch->goals[g];
        if (goal->word[0] == '\0') {
            ask_goal(goal, sim, g);
        }
        for (uint32_t slots = dw_slots_taken(world); slots != 0; slots &= slots - 1) {
            const uint8_t s = (uint8_t)__builtin_ctz(slots);
            const uint32_t meter = world->meters[g][s];
            uint8_t *ring = watch->meters[g][s];
            const uint8_t percent = percent_of(sim, g, meter);
            /* The least that a meter shows is told from none: it has begun to rise. */
            ring[at] = meter > 0 && percent == 0 ? 1 : percent;
            glimpse *seen = &watch->glimpses[g][s];
            if (ring[at] > ring[before] && ring[before] < FULL &&
                (ring[before] == 0 || seen->done)) {
                note_glimpse(seen, goal, sim, g, s);
            }
            seen->done = seen->done || ring[at] >= FULL;
        }
        if ((world->tick + g) % GOAL_TICKS == 0) {
            ask_goal(goal, sim, g);
        }
    }
}

static uint8_t posture_of(const dw_world *world, uint8_t slot)
{
    const dw_body *body = &dw_intruder_actor(world, slot)->body;
    return (uint8_t)((body->crouching ? DW_SIGHTING_CROUCHING : 0) |
                     (body->sprinting ? DW_SIGHTING_SPRINTING : 0) |
                     (dw_world_items_of(world, slot) != 0 ? DW_SIGHTING_CARRYING : 0) |
                     (body->moving ? DW_SIGHTING_MOVING : 0));
}

static bool touches(const dw_sim *sim, uint16_t guard, uint8_t slot)
{
    const dw_percepts *percepts = dw_sim_percepts(sim, guard);
    for (uint32_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].slot == slot) {
            return percepts->intruders[i].touched;
        }
    }
    return false;
}

static void fill_samples(const uint8_t *ring, dw_playback_sighting *out)
{
    /* A rise within one tick is told from the tick before it. */
    const uint32_t span = out->glimpse_ticks > 0 ? out->glimpse_ticks : 1;
    const uint32_t first = out->tick - span;
    const uint32_t wanted = span + 1 < DW_PLAYBACK_SAMPLES_MAX ? span + 1 : DW_PLAYBACK_SAMPLES_MAX;
    out->sample_count = (uint8_t)(wanted < 2 ? 2 : wanted);
    for (uint32_t i = 0; i < out->sample_count; i++) {
        const uint32_t tick = first + span * i / (out->sample_count - 1u);
        out->samples[i] = ring[tick % DW_SIGHTING_RING];
    }
}

void dw_sighting_watch_tell(const dw_sighting_watch *watch, const dw_sim *sim, uint16_t guard,
                            uint8_t slot, dw_playback_sighting *out)
{
    const dw_world *world = dw_sim_world(sim);
    const glimpse *seen = &watch->glimpses[guard][slot];
    const dw_actor *intruder = dw_intruder_actor(world, slot);
    const bool lit = dw_sim_rules(sim)->light != 0;
    const uint32_t ago = world->tick - seen->tick;
    DW_CHECK(seen->tick != 0);
    *out = (dw_playback_sighting){
        .tick = world->tick,
        .glimpse_ticks = ago < DW_SIGHTING_RING - 1 ? ago : DW_SIGHTING_RING - 1,
        .guard = (uint8_t)(1 + guard),
        .slot = slot,
        .sense = touches(sim, guard, slot) ? DW_SIGHTING_TOUCH : DW_SIGHTING_SIGHT,
        .distance_cm =
            distance_cm(dw_guard_actor(world, guard)->body.position, intruder->body.position),
        .glimpse_distance_cm = seen->distance_cm,
        .angle = seen->angle,
        .light = lit ? (uint8_t)dw_sim_light_on(sim, slot) : (uint8_t)DW_PLAYBACK_NO_LIGHT,
        .posture = posture_of(world, slot),
        .room = intruder->room,
        .cause = seen->goal.cause,
        .cause_ticks =
            seen->goal.cause_tick < world->tick ? world->tick - seen->goal.cause_tick : 0,
    };
    memcpy(out->goal, seen->goal.word, sizeof out->goal);
    fill_samples(watch->meters[guard][slot], out);
}
