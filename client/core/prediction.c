#include "client/core/prediction.h"

#include "common/base/check.h"

#include <math.h>
#include <stdlib.h>

enum {
    /* No body further away than this can matter before the next snapshots replace the scene. */
    NEAR = 6000 * DW_UNITS_PER_MM,
    /* The server repeats the last intent for so many ticks when none comes. */
    REPEAT_TICKS = 15
};

void dw_prediction_reset(dw_prediction *prediction)
{
    prediction->valid = false;
    prediction->tick = 0;
    prediction->base_tick = 0;
    prediction->takes_objective = false;
    prediction->offset = (dw_vec){0, 0};
    prediction->offset_ns = 0;
    prediction->last = (dw_intent){DW_STAND, 0};
    for (uint32_t i = 0; i < DW_PREDICTION_HISTORY; i++) {
        prediction->history[i].tick = 0;
    }
}

static bool is_near(dw_vec a, dw_vec b)
{
    return llabs((long long)a.x - b.x) < NEAR && llabs((long long)a.y - b.y) < NEAR;
}

static void read_objective(dw_prediction_scene *scene, const dw_snapshot *snapshot)
{
    const dw_map *map = scene->map;
    scene->objective_lies = false;
    if (snapshot->objective == DW_OBJECTIVE_HOME) {
        scene->objective_lies = true;
        scene->objective = map->objective.area;
        scene->objective_furniture = map->objective.furniture;
    } else if (snapshot->objective == DW_OBJECTIVE_DROPPED) {
        const dw_vec place = {dw_snapshot_restore(snapshot->objective_x, map->bounds.min.x),
                              dw_snapshot_restore(snapshot->objective_y, map->bounds.min.y)};
        scene->objective_lies = true;
        scene->objective = dw_rect_around(place, DW_PREDICTION_DROPPED_HALF);
        scene->objective_furniture = DW_NONE;
    }
}

void dw_prediction_scene_read(dw_prediction_scene *scene, const dw_snapshot *snapshot,
                              const dw_map *map, const dw_ruleset *rules)
{
    scene->map = map;
    scene->rules = rules;
    read_objective(scene, snapshot);
    const dw_vec own = {snapshot->own.x, snapshot->own.y};
    dw_vec others[DW_SNAPSHOT_BODIES_MAX];
    uint32_t other_count = 0;
    scene->obstacle_count = 0;
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *row = &snapshot->bodies[i];
        const dw_vec place = {dw_snapshot_restore(row->x, map->bounds.min.x),
                              dw_snapshot_restore(row->y, map->bounds.min.y)};
        if (!is_near(place, own)) {
            continue;
        }
        if (row->kind == DW_BODY_GUARD || rules->intruders_collide != 0) {
            scene->bodies[scene->obstacle_count++] = place;
        } else {
            others[other_count++] = place;
        }
    }
    scene->body_count = scene->obstacle_count;
    for (uint32_t i = 0; i < other_count; i++) {
        scene->bodies[scene->body_count++] = others[i];
    }
}

static bool leaf_blocked(const dw_prediction *prediction, uint16_t door)
{
    const dw_prediction_scene *scene = &prediction->scene;
    if (dw_leaf_blocked_by(scene->map, door, prediction->body.position, DW_BODY_HALF)) {
        return true;
    }
    for (uint32_t i = 0; i < scene->body_count; i++) {
        if (dw_leaf_blocked_by(scene->map, door, scene->bodies[i], DW_BODY_HALF)) {
            return true;
        }
    }
    return false;
}

static void use(dw_prediction *prediction)
{
    const dw_prediction_scene *scene = &prediction->scene;
    const bool lies = scene->objective_lies && !prediction->takes_objective;
    const dw_use chosen = dw_intruder_choose_use(
        scene->map, &prediction->doors, scene->rules, prediction->body.position,
        lies ? &scene->objective : NULL, scene->objective_furniture);
    if (chosen.kind == DW_USE_OBJECTIVE) {
        prediction->takes_objective = true;
    } else if (chosen.kind == DW_USE_DOOR) {
        const bool open = dw_door_set_has(&prediction->doors, chosen.door);
        if (!open || !leaf_blocked(prediction, chosen.door)) {
            dw_door_set_put(&prediction->doors, chosen.door, !open);
        }
    }
}

/* One tick in the order of the server's: the use key, then the step. */
static void walk(dw_prediction *prediction, uint32_t tick, dw_intent intent)
{
    const dw_prediction_scene *scene = &prediction->scene;
    const bool moves = tick >= scene->moves_from && tick <= scene->moves_until;
    prediction->before = prediction->body.position;
    if (moves) {
        const bool held = (prediction->last.buttons & DW_BUTTON_USE) != 0;
        if ((intent.buttons & DW_BUTTON_USE) != 0 && !held) {
            use(prediction);
        }
        (void)dw_intruder_walk(&prediction->body, intent, scene->rules, scene->map,
                               &prediction->doors, scene->bodies, scene->obstacle_count);
    } else {
        prediction->body.moving = false;
        prediction->body.sprinting = false;
    }
    prediction->last = intent;
    prediction->tick = tick;
    prediction->history[tick % DW_PREDICTION_HISTORY] =
        (dw_predicted_tick){tick, moves, prediction->body.position};
}

bool dw_prediction_step(dw_prediction *prediction, uint32_t tick, dw_intent intent)
{
    if (!prediction->valid || tick <= prediction->tick ||
        tick - prediction->base_tick > DW_PREDICTION_PENDING_MAX) {
        prediction->before = prediction->body.position;
        return false;
    }
    walk(prediction, tick, intent);
    return true;
}

static dw_vec smoothed(const dw_prediction *prediction, uint64_t now_ns)
{
    const uint64_t whole = DW_PREDICTION_SMOOTH_MS * UINT64_C(1000000);
    const uint64_t passed = now_ns > prediction->offset_ns ? now_ns - prediction->offset_ns : 0;
    if (passed >= whole) {
        return (dw_vec){0, 0};
    }
    const double left = 1.0 - (double)passed / (double)whole;
    return (dw_vec){(int32_t)(prediction->offset.x * left * left),
                    (int32_t)(prediction->offset.y * left * left)};
}

void dw_prediction_rebase(dw_prediction *prediction, const dw_snapshot *snapshot,
                          const dw_input_queue *inputs, uint32_t local_tick, uint64_t now_ns)
{
    DW_CHECK(prediction->scene.map != NULL);
    const bool was_valid = prediction->valid;
    const dw_vec shown = prediction->body.position;
    const dw_vec offset = smoothed(prediction, now_ns);
    prediction->valid = true;
    prediction->base_tick = snapshot->tick;
    prediction->tick = snapshot->tick;
    prediction->doors = snapshot->doors;
    prediction->takes_objective = false;
    prediction->body = (dw_intruder_body){
        .position = {snapshot->own.x, snapshot->own.y},
        .heading_bam = snapshot->own.heading_bam,
        .crouching = (snapshot->own.flags & DW_BODY_CROUCHING) != 0,
        .sprinting = (snapshot->own.flags & DW_BODY_SPRINTING) != 0,
    };
    prediction->before = prediction->body.position;
    prediction->last = (dw_intent){DW_STAND, 0};
    (void)dw_input_queue_get(inputs, snapshot->tick, &prediction->last);
    uint32_t missing = 0;
    uint32_t until = local_tick;
    if (until > snapshot->tick && until - snapshot->tick > DW_PREDICTION_PENDING_MAX) {
        until = snapshot->tick + DW_PREDICTION_PENDING_MAX;
    }
    for (uint32_t tick = snapshot->tick; tick < until;) {
        tick++;
        dw_intent intent = {prediction->last.direction,
                            prediction->last.buttons & (DW_BUTTON_CROUCH | DW_BUTTON_SPRINT)};
        if (dw_input_queue_get(inputs, tick, &intent)) {
            missing = 0;
        } else if (++missing > REPEAT_TICKS) {
            intent = (dw_intent){DW_STAND, 0};
        }
        walk(prediction, tick, intent);
    }
    const dw_vec moved = dw_vec_sub(shown, prediction->body.position);
    if (!was_valid || abs(moved.x) > DW_PREDICTION_SNAP || abs(moved.y) > DW_PREDICTION_SNAP) {
        prediction->offset = (dw_vec){0, 0};
    } else {
        prediction->offset = dw_vec_add(offset, moved);
    }
    prediction->offset_ns = now_ns;
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
    const dw_vec offset = smoothed(prediction, now_ns);
    const double part = fraction < 0.0 ? 0.0 : (fraction > 1.0 ? 1.0 : fraction);
    const dw_vec from = prediction->before;
    const dw_vec to = prediction->body.position;
    *x = from.x + (to.x - from.x) * part + offset.x;
    *y = from.y + (to.y - from.y) * part + offset.y;
}
