#include "client/bot/path_follower.h"

#include "client/bot/alignment.h"
#include "common/base/check.h"
#include "common/base/hash.h"

enum {
    BLIND_TICKS_MAX = 30,     /* It walks to a point without a clear line for this long. */
    FAILED_SEARCHES_MAX = 24, /* Then it gives up the path. */
    STEPS_ABOUT = 8,
    KEEP_PERCENT = 90, /* A step that gains this much of its length is good enough. */
    FAST_PERCENT = 50, /* Below this a slower gait can gain more. */
    POOR_SHARE = 8     /* A step that gains less than an eighth of a crouched one is useless. */
};

void dw_path_follower_start(dw_path_follower *follower, const dw_nav_path *path,
                            const dw_rect *extra, uint32_t extra_count)
{
    follower->count = path->count;
    for (uint32_t i = 0; i < path->count; i++) {
        follower->points[i] = path->points[i].position;
    }
    follower->next = path->count > 1 && !path->from_moved ? 1 : 0;
    follower->extra_count =
        extra_count < DW_FOLLOWER_EXTRA_MAX ? extra_count : DW_FOLLOWER_EXTRA_MAX;
    for (uint32_t i = 0; i < follower->extra_count; i++) {
        follower->extra[i] = extra[i];
    }
    follower->direction = DW_STAND;
    follower->blind_ticks = 0;
    follower->failed_searches = 0;
    follower->plan_at = 0;
    follower->plan.count = 0;
}

static bool sees(const dw_path_follower *follower, const dw_follow_order *order, dw_vec from,
                 dw_vec to, uint16_t *door)
{
    const dw_nav_query query = {.from = from,
                                .to = to,
                                .extra = follower->extra,
                                .extra_count = follower->extra_count,
                                .room = DW_NONE};
    return dw_nav_straight(order->ground->nav, &query, door);
}

static uint8_t gait_button(dw_gait gait)
{
    return gait == DW_GAIT_CROUCH ? DW_BUTTON_CROUCH
                                  : (gait == DW_GAIT_SPRINT ? DW_BUTTON_SPRINT : 0);
}

static int32_t gait_speed(const dw_ruleset *rules, dw_gait gait)
{
    return gait == DW_GAIT_CROUCH
               ? rules->crouch_speed_mm_s
               : (gait == DW_GAIT_SPRINT ? rules->sprint_speed_mm_s : rules->walk_speed_mm_s);
}

static dw_manoeuvre_task make_task(const dw_path_follower *follower, const dw_follow_order *order)
{
    const bool last = follower->next + 1 == follower->count;
    return (dw_manoeuvre_task){
        .map = order->ground->map,
        .nav = order->ground->nav,
        .rules = order->rules,
        .doors = &order->ground->all_doors,
        .extra = follower->extra,
        .extra_count = follower->extra_count,
        .start = order->position,
        .corner = follower->points[follower->next],
        .has_beyond = !last,
        .beyond = follower->points[last ? follower->next : follower->next + 1],
        .tolerance = order->tolerance,
    };
}

static dw_direction direction_towards(dw_vec from, dw_vec to)
{
    if (dw_vec_equal(from, to)) {
        return DW_STAND;
    }
    const uint16_t angle = dw_angle_bam((int64_t)to.x - from.x, (int64_t)to.y - from.y);
    const uint32_t eighth = DW_BAM_TURN / 8;
    return (dw_direction)(DW_EAST + (angle + eighth / 2) % DW_BAM_TURN / eighth);
}

/* `direction` rotated by eighths of a circle. */
static uint8_t turned(dw_direction direction, int32_t eighths)
{
    return (uint8_t)((int32_t)DW_EAST + ((int32_t)direction - (int32_t)DW_EAST + eighths + 8) % 8);
}

static dw_vec walk(const dw_manoeuvre_task *task, dw_vec position, dw_intent intent, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        position = dw_manoeuvre_walk(task, position, intent);
    }
    return position;
}

/* The best step in the gait of `intent`: returns its gain and sets the direction. The last
 * direction is tried first, then those around the straight line; near the corner all eight, because
 * the path bends there. */
static double best_direction(const dw_path_follower *follower, const dw_manoeuvre_task *task,
                             double cost, uint32_t ticks, double full, dw_intent *intent)
{
    static const int8_t turns[] = {0, 1, -1, 2, -2, 3, -3, 4};
    const int32_t near = dw_distance(task->start, task->corner);
    const int32_t tried = near < 2 * full ? (int32_t)DW_COUNT_OF(turns) : 5;
    const dw_direction straight = near > 0 ? direction_towards(task->start, task->corner)
                                           : direction_towards(task->start, task->beyond);
    double best = 0.0;
    for (int32_t i = -1; i < tried && straight != DW_STAND; i++) {
        uint8_t d = follower->direction;
        if (i >= 0) {
            d = turned(straight, turns[i]);
        }
        if (d == DW_STAND || (i >= 0 && d == follower->direction)) {
            continue;
        }
        const dw_vec position =
            walk(task, task->start, (dw_intent){.direction = d, .buttons = intent->buttons}, ticks);
        const double saved = cost - dw_manoeuvre_cost(task, position);
        if (saved > best) {
            best = saved;
            intent->direction = d;
            if (saved >= full * KEEP_PERCENT / 100) {
                break;
            }
        }
    }
    return best;
}

/* Chooses the best single step and returns its gain. */
static double choose_step(const dw_path_follower *follower, const dw_follow_order *order,
                          const dw_manoeuvre_task *task, dw_intent *intent, uint32_t *hold)
{
    const double cost = dw_manoeuvre_cost(task, task->start);
    double best = 0.0;
    for (int32_t gait = (int32_t)order->gait; gait >= DW_GAIT_CROUCH; gait--) {
        const double length = gait_speed(order->rules, (dw_gait)gait);

        for (uint32_t ticks = order->hold; ticks >= 1; ticks = ticks > 1 ? 1 : 0) {
            dw_intent step = {.direction = DW_STAND, .buttons = gait_button((dw_gait)gait)};
            const double saved = best_direction(follower, task, cost, ticks, length * ticks, &step);
            if (saved / ticks > best) {
                best = saved / ticks;
                *intent = step;
                *hold = ticks;
            }
            if (best >= length * FAST_PERCENT / 100) {
                return best;
            }
        }
    }
    return best;
}

static bool continue_plan(dw_path_follower *follower, const dw_follow_order *order,
                          dw_intent *intent)
{
    if (follower->plan_at >= follower->plan.count) {
        return false;
    }
    if (!dw_vec_equal(order->position, follower->plan_from)) {
        follower->plan_at = follower->plan.count; /* Something disturbed the manoeuvre. */
        return false;
    }
    *intent = follower->plan.intents[follower->plan_at];
    follower->plan_from = follower->plan.positions[follower->plan_at];
    follower->plan_at++;
    follower->direction = intent->direction;
    return true;
}

/* Skips points while there is a clear line to the next one. */
static void advance(dw_path_follower *follower, const dw_follow_order *order)
{
    while (follower->next + 1 < follower->count &&
           sees(follower, order, order->position, follower->points[follower->next + 1], NULL)) {
        follower->next++;
        follower->failed_searches = 0;
    }
}

/* The body was pushed, or starts inside something solid: walk straight to the point. */
static dw_follow_result go_blind(dw_path_follower *follower, const dw_follow_order *order,
                                 dw_intent *intent)
{
    const dw_vec target = follower->points[follower->next];
    if (++follower->blind_ticks > BLIND_TICKS_MAX || dw_vec_equal(order->position, target)) {
        return DW_FOLLOW_LOST;
    }
    const int32_t far = dw_distance(order->position, target);
    const dw_gait gait = far < 4 * order->rules->walk_speed_mm_s ? DW_GAIT_CROUCH : order->gait;
    *intent = (dw_intent){.direction = (uint8_t)direction_towards(order->position, target),
                          .buttons = gait_button(gait)};
    return DW_FOLLOW_GOING;
}

/* From another position the step lengths can add up: takes a few steps, different ones each time.
 */
static dw_follow_result step_about(dw_path_follower *follower, const dw_manoeuvre_task *task,
                                   dw_intent *intent)
{
    dw_manoeuvre *plan = &follower->plan;
    uint64_t dice = dw_mix64(follower->failed_searches);
    dw_vec position = task->start;
    for (plan->count = 0; plan->count < STEPS_ABOUT; plan->count++) {
        const dw_intent step = {.direction = (uint8_t)(DW_EAST + dice % 8),
                                .buttons = gait_button((dw_gait)(dice / 8 % 3))};
        position = dw_manoeuvre_walk(task, position, step);
        plan->intents[plan->count] = step;
        plan->positions[plan->count] = position;
        dice /= 24;
    }
    follower->plan_at = 1;
    follower->plan_from = plan->positions[0];
    *intent = plan->intents[0];
    follower->direction = DW_STAND;
    return ++follower->failed_searches < FAILED_SEARCHES_MAX ? DW_FOLLOW_GOING : DW_FOLLOW_LOST;
}

/* With a clear line to the point: a single step, or the first one of a manoeuvre. */
static dw_follow_result take_step(dw_path_follower *follower, const dw_follow_order *order,
                                  dw_intent *intent, uint32_t *hold)
{
    const dw_manoeuvre_task task = make_task(follower, order);
    const double saved = choose_step(follower, order, &task, intent, hold);
    if (saved * POOR_SHARE < order->rules->crouch_speed_mm_s) {
        follower->plan_at = 0;
        if (dw_manoeuvre_find(&task, order->ground->scratch, &follower->plan) ||
            dw_alignment_find(&task, &follower->plan)) {
            follower->plan_from = order->position;
            *hold = 1;
            (void)continue_plan(follower, order, intent);
            return DW_FOLLOW_GOING;
        }
        follower->plan.count = 0;
        if (saved < 1.0) {
            return step_about(follower, &task, intent);
        }
    }
    follower->direction = intent->direction;
    return DW_FOLLOW_GOING;
}

dw_follow_result dw_path_follower_step(dw_path_follower *follower, const dw_follow_order *order,
                                       dw_intent *intent, uint32_t *hold, uint16_t *door)
{
    DW_CHECK(order->hold >= 1 && follower->next <= follower->count);
    uint32_t unused_hold;
    uint16_t unused_door;
    hold = hold == NULL ? &unused_hold : hold;
    door = door == NULL ? &unused_door : door;
    *intent = (dw_intent){.direction = DW_STAND};
    *hold = 1;
    *door = DW_NONE;
    if (follower->count == 0) {
        return DW_FOLLOW_LOST;
    }
    if (continue_plan(follower, order, intent)) {
        return DW_FOLLOW_GOING;
    }
    advance(follower, order);
    const dw_vec target = follower->points[follower->next];
    const bool last = follower->next + 1 == follower->count;
    if (last && dw_distance_squared(order->position, target) <=
                    (int64_t)order->tolerance * order->tolerance) {
        return DW_FOLLOW_ARRIVED;
    }
    if (!sees(follower, order, order->position, target, door)) {
        *door = DW_NONE;
        return go_blind(follower, order, intent);
    }
    follower->blind_ticks = 0;
    return take_step(follower, order, intent, hold);
}
