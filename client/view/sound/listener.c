/* listener.c - what follows from the world as it is drawn: steps, landings, heartbeat, phases. */
#include "client/view/sound/listener.h"

#include "client/view/sound/listener_queue.h"

#include <math.h>

#define ALARM_FADES_S 40.0  /* Until a third is left of an alarm. */
#define OWN_STEPS     0.6F  /* One's own steps are always near: quieter than they are. */
#define FEAR_BEGINS   0.20F /* The meter from which on the heart is heard. */
#define CALM_BEAT_S   1.15
#define FAST_BEAT_S   0.42
#define CHASE_REST_S  3.0

enum {
    GUARD_WALKS_DB10 = 400, /* At 1 m; what the usual rules have (server/RULES.md 3.61). */
    GUARD_RUNS_DB10 = 550,
    PAWS_DB10 = 300,
    GUARD_STRIDE_MM = 700,
    GUARD_RUN_STRIDE_MM = 1000,
    LANDING_DB10 = 350,
    CHASE_DB10 = 600
};

void dw_listener_reset(dw_listener *listener)
{
    *listener = (dw_listener){.count = 0};
}

void dw_listener_push(dw_listener *listener, const dw_cue *cue)
{
    if (cue->placing.gain > 0.0F && listener->count < DW_CUES_MAX) {
        listener->cues[(listener->first + listener->count) % DW_CUES_MAX] = *cue;
        listener->count++;
    }
}

bool dw_listener_pop(dw_listener *listener, dw_cue *cue)
{
    if (listener->count == 0) {
        return false;
    }
    *cue = listener->cues[listener->first];
    listener->first = (uint8_t)((listener->first + 1) % DW_CUES_MAX);
    listener->count--;
    return true;
}

void dw_listener_push_at(dw_listener *listener, const dw_listener_view *view, dw_effect effect,
                         uint32_t variant, double x, double y, int32_t level_db10)
{
    const dw_cue cue = {
        .effect = (uint8_t)effect,
        .variant = (uint16_t)variant,
        .placing = dw_placing_at(view->world, view->camera, view->rules, x, y, level_db10)};
    dw_listener_push(listener, &cue);
}

bool dw_listener_is_told(const dw_listener_view *view)
{
    return view->rules->hearing != 0 && view->world->has_own;
}

dw_floor dw_listener_floor(const dw_listener_view *view, double x, double y)
{
    const uint16_t room =
        dw_map_room_at(view->map, (dw_vec){(int32_t)lround(x), (int32_t)lround(y)});
    return room != DW_NONE ? (dw_floor)view->map->rooms[room].floor : DW_FLOOR_WOOD;
}

bool dw_listener_feet(const dw_listener *listener, const dw_listener_view *view,
                      const dw_drawn_body *body, dw_guard_feet *feet)
{
    const float runs = (float)view->rules->walk_speed_mm_s * 1.25F;
    *feet = (dw_guard_feet){.runs = listener->walkers[body->id].speed_mm_s > runs};
    switch (dw_drawn_kind(view->world, view->rules, body)->look) {
    case DW_KIND_LOOK_CAMERA:
    case DW_KIND_LOOK_BOX:
    case DW_KIND_LOOK_ROBOT:
        return false;
    case DW_KIND_LOOK_DOG:
    case DW_KIND_LOOK_CAT:
        feet->paws = true;
        return true;
    default:
        return true;
    }
}

dw_cue dw_listener_guard_step(dw_listener *listener, const dw_listener_view *view,
                              const dw_drawn_body *body, dw_guard_feet feet)
{
    const dw_floor floor = dw_listener_floor(view, body->x, body->y);
    const uint32_t take = listener->take++;
    if (feet.paws) {
        return (dw_cue){.effect = DW_EFFECT_STEP,
                        .variant = (uint16_t)dw_effect_step(floor, DW_GAIT_CROUCHING, take)};
    }
    return (dw_cue){.effect = DW_EFFECT_GUARD_STEP,
                    .variant = (uint16_t)dw_effect_guard_step(floor, feet.runs, take)};
}

static void step_guard(dw_listener *listener, const dw_listener_view *view,
                       const dw_drawn_body *body)
{
    dw_guard_feet feet;
    const bool walks = dw_listener_feet(listener, view, body, &feet);
    const bool steps =
        dw_walker_moves(&listener->walkers[body->id], body->x, body->y,
                        feet.runs ? GUARD_RUN_STRIDE_MM : GUARD_STRIDE_MM, view->now);
    if (!walks || !steps || dw_listener_is_told(view)) {
        return;
    }
    dw_cue cue = dw_listener_guard_step(listener, view, body, feet);
    int32_t level = feet.runs ? GUARD_RUNS_DB10 : GUARD_WALKS_DB10;
    level = (feet.paws ? PAWS_DB10 : level) +
            dw_floor_loudness_db10(dw_listener_floor(view, body->x, body->y));
    cue.placing = dw_placing_at(view->world, view->camera, view->rules, body->x, body->y, level);
    dw_listener_push(listener, &cue);
}

static dw_intruder_gait gait_of(uint8_t flags)
{
    if ((flags & DW_BODY_CROUCHING) != 0) {
        return DW_GAIT_CROUCHING;
    }
    return (flags & DW_BODY_SPRINTING) != 0 ? DW_GAIT_SPRINTING : DW_GAIT_WALKING;
}

/* An intruder, the own one too. */
static void step_intruder(dw_listener *listener, const dw_listener_view *view, dw_walker *walker,
                          uint8_t flags, double x, double y)
{
    const bool own = walker == &listener->own;
    const dw_intruder_gait gait = gait_of(flags);
    const dw_floor floor = dw_listener_floor(view, x, y);
    const dw_footfall foot = dw_intruder_footfall(gait, view->rules, floor);
    if (!dw_walker_moves(walker, x, y, foot.stride_mm, view->now)) {
        return;
    }
    dw_cue cue = {.effect = DW_EFFECT_STEP,
                  .variant = (uint16_t)dw_effect_step(floor, gait, listener->take++),
                  .placing =
                      dw_placing_at(view->world, view->camera, view->rules, x, y, foot.level_db10),
                  .own = own};
    cue.placing.gain *= own ? OWN_STEPS : 1.0F;
    dw_listener_push(listener, &cue);
}

/* A guard gives chase in the picture of a person that watches. Players are told when it is they. */
static void watch_mood(dw_listener *listener, const dw_listener_view *view,
                       const dw_drawn_body *body)
{
    const uint8_t before = listener->moods[body->id];
    listener->moods[body->id] = (uint8_t)(1 + body->mood);
    const bool begins = body->mood == DW_MOOD_CHASING && before != 0 && before != 1 + body->mood;
    if (begins && !view->world->has_own && view->now - listener->chase_at > CHASE_REST_S) {
        listener->chase_at = view->now;
        dw_listener_push_at(listener, view, DW_EFFECT_CHASE, 0, body->x, body->y, CHASE_DB10);
    }
}

static void step_bodies(dw_listener *listener, const dw_listener_view *view)
{
    const dw_drawn_world *world = view->world;
    if (world->has_own) {
        step_intruder(listener, view, &listener->own, world->own_flags, world->own_x, world->own_y);
    }
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_GUARD) {
            step_guard(listener, view, body);
            watch_mood(listener, view, body);
        } else {
            step_intruder(listener, view, &listener->walkers[body->id], body->flags, body->x,
                          body->y);
        }
    }
}

static void land(dw_listener *listener, const dw_listener_view *view)
{
    for (uint32_t slot = 0; slot < DW_INTRUDERS_MAX; slot++) {
        dw_landing *landing = &listener->landings[slot];
        if (landing->at > 0.0 && view->now >= landing->at) {
            landing->at = 0.0;
            const bool coin = landing->effect == DW_EFFECT_COIN;
            dw_listener_push_at(listener, view, (dw_effect)landing->effect, 0, landing->x,
                                landing->y, coin ? view->rules->coin_db10 : LANDING_DB10);
        }
    }
}

/* How near detection the own intruder is, 0 .. 1; of a person that watches: anybody. */
static float fear_of(const dw_drawn_world *world)
{
    float fear = world->caught;
    for (uint32_t i = 0; i < world->body_count; i++) {
        const dw_drawn_body *body = &world->bodies[i];
        if (body->role == DW_ROLE_GUARD) {
            fear = fmaxf(fear, body->mood == DW_MOOD_CHASING ? 1.0F : body->meter);
        }
    }
    return fminf(fear, 1.0F);
}

static void beat(dw_listener *listener, const dw_listener_view *view)
{
    const float fear = fear_of(view->world);
    const double part = (double)((fear - FEAR_BEGINS) / (1.0F - FEAR_BEGINS));
    const double rest_s = CALM_BEAT_S + (FAST_BEAT_S - CALM_BEAT_S) * part;
    if (!view->world->has_own || fear < FEAR_BEGINS || view->now - listener->beat_at < rest_s) {
        return;
    }
    listener->beat_at = view->now;
    const dw_cue cue = {.effect = DW_EFFECT_HEART,
                        .placing = {.gain = 0.35F + 0.55F * (float)part}};
    dw_listener_push(listener, &cue);
}

static void follow_phase(dw_listener *listener, const dw_round *round)
{
    const uint8_t before = listener->phase;
    listener->phase = (uint8_t)(1 + round->phase);
    if (before == 0 || before == listener->phase) {
        return;
    }
    dw_cue cue = {.placing = {.gain = 0.7F}};
    if (round->phase == DW_PHASE_PLAY) {
        cue.effect = DW_EFFECT_START;
        dw_listener_push(listener, &cue);
    } else if (round->phase == DW_PHASE_RESULT && round->outcome != DW_OUTCOME_ABORTED) {
        cue.effect = DW_EFFECT_RESULT;
        cue.variant = round->outcome == DW_OUTCOME_WON ? 1 : 0;
        dw_listener_push(listener, &cue);
    }
    listener->alarm = 0.0F;
}

void dw_listener_alarm(dw_listener *listener, float alarm, double now)
{
    listener->alarm = fmaxf(alarm, dw_listener_alarm_now(listener, now));
    listener->alarm_at = now;
}

float dw_listener_alarm_now(const dw_listener *listener, double now)
{
    return listener->alarm * (float)exp(-1.0986 * (now - listener->alarm_at) / ALARM_FADES_S);
}

float dw_listener_danger(const dw_listener *listener, const dw_listener_view *view)
{
    if (view->round == NULL || view->round->phase != DW_PHASE_PLAY) {
        return 0.0F;
    }
    const float alarm = 0.6F * dw_listener_alarm_now(listener, view->now);
    return fmaxf(fmaxf(alarm, fear_of(view->world)), 0.1F);
}

void dw_listener_step(dw_listener *listener, const dw_listener_view *view)
{
    if (view->round != NULL) {
        follow_phase(listener, view->round);
    }
    step_bodies(listener, view);
    land(listener, view);
    beat(listener, view);
}
