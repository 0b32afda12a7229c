#include "client/core/prediction.h"

#include "client/core/motion.h"
#include "common/base/check.h"
#include "protocol/snapshot_items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* No body further away can matter before the next snapshot replaces the scene. */
    NEAR = 6000 * DW_UNITS_PER_MM,
    /* Within this distance the own body and walls stop a guard. Further off it makes no
     * difference. */
    CLOSE = 1200 * DW_UNITS_PER_MM,
    /* A larger error cannot come from the steps of the wire. */
    DOUBT_MM = 16,
    /* The server repeats the last intent for this many ticks when none arrives. */
    REPEAT_TICKS = 15
};

void dw_prediction_reset(dw_prediction *prediction)
{
    prediction->valid = false;
    prediction->tick = 0;
    prediction->base_tick = 0;
    memset(prediction->carried, 0, sizeof prediction->carried);
    prediction->scene.own = DW_SLOT_NONE;
    prediction->items.count = 0;
    prediction->rest = (dw_door_rest){0};
    prediction->pick = (dw_pick){.ticks = 0};
    prediction->turned = 0;
    prediction->offset = (dw_error_offset){0};
    prediction->last = (dw_intent){.direction = DW_STAND};
    for (uint32_t i = 0; i < DW_PREDICTION_HISTORY; i++) {
        prediction->history[i].tick = 0;
    }
}

static bool is_within(dw_vec a, dw_vec b, int32_t distance)
{
    return llabs((long long)a.x - b.x) < distance && llabs((long long)a.y - b.y) < distance;
}

static dw_vec position_of(const dw_snapshot_body *row, const dw_map *map)
{
    return (dw_vec){dw_snapshot_restore(row->x, map->bounds.min.x),
                    dw_snapshot_restore(row->y, map->bounds.min.y)};
}

/* The guard has noticed the own body and chases an intruder. next_step decides by its direction
 * whether that is the own body. */
static bool chases_own(const dw_snapshot_body *row)
{
    return row->role == DW_ROLE_GUARD && row->mood == DW_MOOD_CHASING && row->meter >= 100;
}

/* Positions are rounded to steps of 16 mm. So they cannot tell a neighbour that just touches the
 * own body, which can slide along it, from one that blocks it by some millimetres. */
static int32_t resolve_contact(dw_prediction_scene *scene, int32_t half, int32_t other, int32_t own)
{
    const int32_t apart = other < own ? own - other : other - own;
    const int32_t touching = DW_BODY_HALF + half;
    if (abs(apart - touching) > DW_SNAPSHOT_STEP_UNITS / 2) {
        return other;
    }
    scene->in_doubt = true;
    if (scene->holds) {
        return other;
    }
    return other < own ? own - touching : own + touching;
}

static int32_t half_of(const dw_prediction_scene *scene, uint32_t index)
{
    return scene->kinds[index] != NULL ? dw_kind_half(scene->kinds[index]) : (int32_t)DW_BODY_HALF;
}

/* What kind of body a guard is; NULL for an intruder. */
static const dw_kind *kind_of(const dw_snapshot_body *row, const dw_ruleset *rules,
                              const dw_body_kinds *kinds)
{
    if (row->role != DW_ROLE_GUARD) {
        return NULL;
    }
    const dw_kind *told = dw_body_kinds_find(kinds, row->id);
    return told != NULL ? told : &rules->kinds[DW_KIND_GUARD];
}

/* It keeps the own body out. */
static bool is_in_the_way(const dw_kind *kind, const dw_ruleset *rules)
{
    return kind != NULL ? kind->body.solid != 0 : rules->intruders_collide != 0;
}

static void add_body(dw_prediction_scene *scene, const dw_snapshot_store *store,
                     const dw_snapshot_body *row, const dw_kind *kind, dw_vec own)
{
    const uint32_t index = scene->body_count++;
    const dw_vec position = position_of(row, scene->map);
    scene->kinds[index] = kind;
    const int32_t half = half_of(scene, index);
    scene->bodies[index] = (dw_vec){resolve_contact(scene, half, position.x, own.x),
                                    resolve_contact(scene, half, position.y, own.y)};
    scene->steps[index] = dw_motion_step(store, row->id);
    scene->slots[index] = row->role == DW_ROLE_INTRUDER ? row->slot : (uint8_t)DW_SLOT_NONE;
    scene->chases[index] = chases_own(row);
}

void dw_prediction_read(dw_prediction *prediction, const dw_snapshot_store *store,
                        const dw_map *map, const dw_ruleset *rules, const dw_body_kinds *kinds)
{
    dw_prediction_scene *scene = &prediction->scene;
    const dw_snapshot *snapshot = dw_snapshot_store_at(store, 0);
    DW_CHECK(snapshot != NULL);
    if (scene->in_doubt && dw_prediction_error_mm(prediction, snapshot) > DOUBT_MM) {
        scene->holds = !scene->holds; /* The guess was wrong. */
    }
    scene->in_doubt = false;
    scene->map = map;
    scene->rules = rules;
    scene->items = dw_snapshot_usables(map, snapshot->items, DW_SLOT_NONE);
    scene->own = snapshot->own.slot;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        scene->carried[s] = dw_snapshot_items_of(snapshot->items, (uint8_t)s);
    }
    const dw_vec own = {snapshot->own.x, snapshot->own.y};
    uint8_t others[DW_SNAPSHOT_BODIES_MAX];
    uint32_t other_count = 0;
    scene->body_count = 0;
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[i];
        if (!is_within(position_of(row, map), own, NEAR)) {
            continue;
        }
        const dw_kind *kind = kind_of(row, rules, kinds);
        if (kind != NULL && kind->body.size_mm == 0) {
            continue; /* A device has no body. */
        }
        if (is_in_the_way(kind, rules)) {
            add_body(scene, store, row, kind, own);
        } else {
            others[other_count++] = (uint8_t)i;
        }
    }
    scene->obstacle_count = scene->body_count;
    for (uint32_t i = 0; i < other_count; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[others[i]];
        add_body(scene, store, row, kind_of(row, rules, kinds), own);
    }
}

static bool leaf_blocked(const dw_prediction *prediction, uint16_t door)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (dw_leaf_blocked_by(scene->map, door, prediction->body.position, DW_BODY_HALF)) {
        return true;
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (dw_leaf_blocked_by(scene->map, door, prediction->bodies[i], half_of(scene, i))) {
            return true;
        }
    }
    return false;
}

/* The first item that the own hands hold and those of the mate can take too; DW_NONE. */
static uint16_t item_for(const dw_prediction *prediction, uint8_t mate)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (dw_slot_is_person(scene->map, mate)) {
        return DW_NONE;
    }
    for (uint32_t left = prediction->carried[scene->own]; left != 0; left &= left - 1) {
        const uint16_t index = (uint16_t)__builtin_ctz(left);
        if (dw_hands_take(scene->map, prediction->carried[mate], index)) {
            return index;
        }
    }
    return DW_NONE;
}

static void list_mates(const dw_prediction *prediction, dw_mates *mates)
{
    const dw_prediction_scene *scene = &prediction->scene;
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const uint8_t slot = scene->slots[i];
        if (slot != DW_SLOT_NONE && item_for(prediction, slot) != DW_NONE) {
            dw_mates_add(mates, slot, prediction->bodies[i]);
        }
    }
}

/* What lies somewhere and fits into the own hands. */
static void list_usables(const dw_prediction *prediction, dw_usables *usables)
{
    const dw_usables *lying = &prediction->items;
    const dw_item_set carried = prediction->carried[prediction->scene.own];
    *usables = (dw_usables){.devices = lying->devices};
    for (uint32_t i = 0; i < lying->count; i++) {
        if (dw_hands_take(prediction->scene.map, carried, lying->rows[i].index)) {
            usables->rows[usables->count++] = lying->rows[i];
        }
    }
}

static void take_item(dw_prediction *prediction, uint16_t index)
{
    dw_usables *items = &prediction->items;
    dw_item_set *carried = &prediction->carried[prediction->scene.own];
    *carried = (dw_item_set)(*carried | 1u << index);
    uint32_t left = 0;
    for (uint32_t i = 0; i < items->count; i++) {
        if (items->rows[i].index != index) {
            items->rows[left++] = items->rows[i];
        }
    }
    items->count = left;
}

static void hand_item(dw_prediction *prediction, uint8_t mate)
{
    const uint16_t index = item_for(prediction, mate);
    DW_CHECK(index < DW_ITEMS_MAX); /* Else the mate was no choice. */
    const uint32_t item = 1u << index;
    dw_item_set *own = &prediction->carried[prediction->scene.own];
    *own = (dw_item_set)(*own & ~item);
    prediction->carried[mate] = (dw_item_set)(prediction->carried[mate] | item);
}

/* Whether a shut leaf gives way to a press. At a lock without its key the body begins to pick. */
static bool opens(dw_prediction *prediction, uint16_t door)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (!dw_door_is_locked(scene->map, prediction->turned, door)) {
        return true;
    }
    switch (dw_lock_ask(scene->map, scene->rules, door, prediction->carried[scene->own])) {
    case DW_LOCK_OPENS:
        prediction->turned ^= dw_door_lock(scene->map, door);
        return true;
    case DW_LOCK_PICKED:
        prediction->pick = (dw_pick){.door = door, .ticks = 1};
        return false;
    case DW_LOCK_REFUSES:
        break;
    }
    return false;
}

/* The lock that the body picks gives way in time, if the key stays down. */
static void go_on_picking(dw_prediction *prediction, dw_intent intent)
{
    const dw_prediction_scene *scene = &prediction->scene;
    dw_pick *pick = &prediction->pick;
    if (pick->ticks == 0) {
        return;
    }
    if ((intent.buttons & DW_BUTTON_USE) == 0) {
        *pick = (dw_pick){.ticks = 0};
    } else if (dw_pick_pass(pick, scene->map, &prediction->doors, prediction->turned, scene->rules,
                            prediction->body.position)) {
        prediction->turned ^= dw_door_lock(scene->map, pick->door);
    }
}

static void press_use(dw_prediction *prediction)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (scene->own >= DW_INTRUDERS_MAX) {
        return;
    }
    dw_usables usables;
    list_usables(prediction, &usables);
    dw_mates mates = {.count = 0};
    list_mates(prediction, &mates);
    const dw_use chosen = dw_intruder_choose_use_or_mate(
        scene->map, &prediction->doors, scene->rules, prediction->body.position, &usables, &mates);
    if (chosen.kind == DW_USE_ITEM) {
        take_item(prediction, chosen.index);
    } else if (chosen.kind == DW_USE_MATE) {
        hand_item(prediction, (uint8_t)chosen.index);
    } else if (chosen.kind == DW_USE_SWITCH) {
        prediction->worked ^= UINT32_C(1) << chosen.index;
    } else if (chosen.kind == DW_USE_DOOR && !dw_door_rest_holds(&prediction->rest, chosen.index)) {
        const bool open = dw_door_set_has(&prediction->doors, chosen.index);
        if (open ? !leaf_blocked(prediction, chosen.index) : opens(prediction, chosen.index)) {
            dw_door_set_put(&prediction->doors, chosen.index, !open);
            dw_door_rest_begin(&prediction->rest, chosen.index, scene->rules);
        }
    }
}

/* A body keeps its movement. A guard that chases the own body runs towards where that is now, at
 * the speed of chases, and stops short of it. */
static dw_vec next_step(const dw_prediction *prediction, uint32_t index)
{
    const dw_prediction_scene *scene = &prediction->scene;
    const dw_vec step = scene->steps[index];
    if (!scene->chases[index]) {
        return step;
    }
    const dw_ruleset *rules = scene->rules;
    const dw_kind *kind = scene->kinds[index]; /* Only guards chase. */
    const dw_vec offset = dw_vec_sub(prediction->body.position, prediction->bodies[index]);
    const double distance = hypot(offset.x, offset.y);
    const double along = (double)step.x * offset.x + (double)step.y * offset.y;
    const double pace = hypot(step.x, step.y);
    if (pace > 0.0 && along < 0.7 * pace * distance) {
        return step; /* Around an obstacle, or after another intruder. */
    }
    if (distance <= DW_MM((double)rules->chase_stop_distance_mm)) {
        return (dw_vec){0, 0};
    }
    const double speed = distance > DW_MM((double)rules->chase_near_distance_mm)
                             ? kind->gaits.far.speed_mm_s
                             : kind->gaits.near.speed_mm_s;
    return (dw_vec){(int32_t)(offset.x / distance * speed), (int32_t)(offset.y / distance * speed)};
}

/* Moves the other bodies. Near the own body, walls and the body itself stop them. They move before
 * it: on the server the order changes with the tick and the number of guards. */
static void move_others(dw_prediction *prediction, uint32_t tick)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (tick - prediction->base_tick > DW_PREDICTION_AHEAD_TICKS) {
        return;
    }
    const dw_vec own = prediction->body.position;
    const dw_rect own_body = dw_rect_around(own, DW_BODY_HALF);
    for (uint32_t i = 0; i < scene->body_count; i++) {
        const dw_vec step = next_step(prediction, i);
        dw_vec *at = &prediction->bodies[i];
        if (step.x == 0 && step.y == 0) {
            continue;
        }
        if (is_within(*at, own, CLOSE)) {
            *at = dw_move(scene->map, &prediction->doors, *at, step, half_of(scene, i), &own_body,
                          i < scene->obstacle_count ? 1 : 0)
                      .position;
        } else {
            *at = dw_vec_add(*at, step);
        }
    }
}

/* One tick in the server's order: the use key, then the movement. */
static void predict_tick(dw_prediction *prediction, uint32_t tick, dw_intent intent)
{
    const dw_prediction_scene *scene = &prediction->scene;
    const bool moves = tick >= scene->moves_from && tick <= scene->moves_until;
    prediction->before = prediction->body.position;
    if (moves) {
        dw_door_rest_pass(&prediction->rest);
        go_on_picking(prediction, intent);
        const bool held = (prediction->last.buttons & DW_BUTTON_USE) != 0;
        if ((intent.buttons & DW_BUTTON_USE) != 0 && !held) {
            press_use(prediction);
        }
        move_others(prediction, tick);
        dw_rect obstacles[DW_SNAPSHOT_BODIES_MAX];
        for (uint32_t i = 0; i < scene->obstacle_count; i++) {
            obstacles[i] = dw_rect_around(prediction->bodies[i], half_of(scene, i));
        }
        (void)dw_intruder_walk(&prediction->body, intent, scene->rules, scene->map,
                               &prediction->doors, obstacles, scene->obstacle_count);
    } else {
        prediction->body.moving = false;
        prediction->body.sprinting = false;
        prediction->rest = (dw_door_rest){0};
        prediction->pick = (dw_pick){.ticks = 0};
    }
    prediction->last = intent;
    prediction->tick = tick;
    prediction->history[tick % DW_PREDICTION_HISTORY] = (dw_predicted_tick){
        .tick = tick,
        .moves = moves,
        .rest_open = dw_door_set_has(&prediction->doors, prediction->rest.door),
        .rest = prediction->rest,
        .position = prediction->body.position,
    };
}

void dw_prediction_step(dw_prediction *prediction, uint32_t tick, dw_intent intent)
{
    if (!prediction->valid || tick <= prediction->tick ||
        tick - prediction->base_tick > DW_PREDICTION_PENDING_MAX) {
        prediction->before = prediction->body.position;
        return;
    }
    predict_tick(prediction, tick, intent);
}

/* Together with the body's own top speed, what is drawn moves at less than twice that speed. */
static double offset_speed(const dw_prediction *prediction)
{
    return 0.85 * DW_UNITS_PER_MM * prediction->scene.rules->sprint_speed_mm_s;
}

static void position_at(const dw_prediction *prediction, double fraction, double *x, double *y)
{
    const double part = fraction < 0.0 ? 0.0 : (fraction > 1.0 ? 1.0 : fraction);
    const dw_vec from = prediction->before;
    const dw_vec to = prediction->body.position;
    *x = from.x + (to.x - from.x) * part;
    *y = from.y + (to.y - from.y) * part;
}

/* The door rest as predicted for the snapshot's tick. The first snapshot after a use shows whether
 * the leaf moved: the intent can have come too late, or a body kept the leaf open. Later snapshots
 * prove nothing, since others can have moved the leaf. */
static dw_door_rest rest_at(const dw_prediction *prediction, const dw_snapshot *snapshot)
{
    const dw_predicted_tick *row = &prediction->history[snapshot->tick % DW_PREDICTION_HISTORY];
    const dw_door_rest none = {0};
    if (!prediction->valid || row->tick != snapshot->tick || row->rest.ticks == 0) {
        return none;
    }
    const uint32_t since = (uint32_t)prediction->scene.rules->door_rest_ticks - row->rest.ticks;
    const bool is_new = snapshot->tick - since > prediction->base_tick;
    return is_new && dw_door_set_has(&snapshot->doors, row->rest.door) != row->rest_open
               ? none
               : row->rest;
}

static void restart_at(dw_prediction *prediction, const dw_snapshot *snapshot,
                       const dw_input_queue *inputs)
{
    const dw_prediction_scene *scene = &prediction->scene;
    prediction->rest = rest_at(prediction, snapshot);
    prediction->valid = true;
    prediction->base_tick = snapshot->tick;
    prediction->tick = snapshot->tick;
    prediction->doors = snapshot->doors;
    prediction->worked = snapshot->worked;
    prediction->turned = snapshot->turned;
    prediction->pick = (dw_pick){.door = (uint16_t)(snapshot->own.pick - 1),
                                 .ticks = dw_snapshot_pick_ticks(snapshot)};
    memcpy(prediction->carried, scene->carried, sizeof prediction->carried);
    prediction->items = scene->items;
    prediction->body = (dw_body){
        .position = {snapshot->own.x, snapshot->own.y},
        .heading_bam = snapshot->own.heading_bam,
        .crouching = (snapshot->own.flags & DW_BODY_CROUCHING) != 0,
        .sprinting = (snapshot->own.flags & DW_BODY_SPRINTING) != 0,
    };
    prediction->before = prediction->body.position;
    memcpy(prediction->bodies, scene->bodies, scene->body_count * sizeof scene->bodies[0]);
    prediction->last = (dw_intent){.direction = DW_STAND};
    (void)dw_input_queue_get(inputs, snapshot->tick, &prediction->last);
}

static void predict_pending(dw_prediction *prediction, const dw_input_queue *inputs)
{
    uint32_t missing = 0;
    uint32_t until = inputs->newest;
    const uint32_t base = prediction->base_tick;
    if (until > base && until - base > DW_PREDICTION_PENDING_MAX) {
        until = base + DW_PREDICTION_PENDING_MAX;
    }
    for (uint32_t tick = base; tick < until;) {
        tick++;
        dw_intent intent = dw_intent_held(prediction->last);
        if (dw_input_queue_get(inputs, tick, &intent)) {
            missing = 0;
        } else if (++missing > REPEAT_TICKS) {
            intent = (dw_intent){.direction = DW_STAND};
        }
        predict_tick(prediction, tick, intent);
    }
}

void dw_prediction_rebase(dw_prediction *prediction, const dw_snapshot *snapshot,
                          const dw_input_queue *inputs, double fraction, uint64_t now_ns)
{
    const dw_prediction_scene *scene = &prediction->scene;
    DW_CHECK(scene->map != NULL);
    /* Outside of play bodies are placed, they do not walk: nothing to smooth. */
    const bool plays = snapshot->tick >= scene->moves_from && snapshot->tick <= scene->moves_until;
    const bool was_shown = prediction->valid && plays;
    double shown_x = 0.0;
    double shown_y = 0.0;
    dw_prediction_drawn(prediction, fraction, now_ns, &shown_x, &shown_y);
    restart_at(prediction, snapshot, inputs);
    predict_pending(prediction, inputs);
    double x = 0.0;
    double y = 0.0;
    position_at(prediction, fraction, &x, &y);
    prediction->offset = (dw_error_offset){shown_x - x, shown_y - y, now_ns};
    if (!was_shown || hypot(prediction->offset.x, prediction->offset.y) > DW_PREDICTION_SNAP) {
        prediction->offset = (dw_error_offset){0};
    }
}

double dw_prediction_error_mm(const dw_prediction *prediction, const dw_snapshot *snapshot)
{
    const dw_predicted_tick *row = &prediction->history[snapshot->tick % DW_PREDICTION_HISTORY];
    const dw_prediction_scene *scene = &prediction->scene;
    if (!prediction->valid || row->tick != snapshot->tick || !row->moves ||
        snapshot->tick < scene->moves_from || snapshot->tick > scene->moves_until) {
        return -1.0;
    }
    const dw_vec exact = {snapshot->own.x, snapshot->own.y};
    return sqrt((double)dw_distance_squared(row->position, exact)) / DW_UNITS_PER_MM;
}

void dw_prediction_drawn(const dw_prediction *prediction, double fraction, uint64_t now_ns,
                         double *x, double *y)
{
    double offset_x = 0.0;
    double offset_y = 0.0;
    position_at(prediction, fraction, x, y);
    dw_error_offset_left(&prediction->offset, offset_speed(prediction), now_ns, &offset_x,
                         &offset_y);
    *x += offset_x;
    *y += offset_y;
}
