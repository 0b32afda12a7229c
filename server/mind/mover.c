#include "server/mind/mover.h"

#include "server/mind/detour.h"

enum {
    FOLLOW_REPLAN_TICKS = 12, /* How old a path to a moving goal may be, */
    FOLLOW_OFF_MM = 300,      /* and how far its end may be off. */
    BLOCKED_PLANS_MAX = 4,    /* Then the guard side-steps: others move on in the meantime. */
    SIDE_STEP_TICKS = 30,
    GIVE_UP_PLANS = 40,
    SHORT_FALLS_MAX = 60,
    QUEUE_AFTER_TICKS = 5, /* A doorway that nobody has is the guard's at the next tick. */
    CLOSE_UP_MM = 700,     /* A body within this distance cannot be left for later. */
    QUEUE_MM = 6000,       /* How far back a queue may reach. */
    WAIT_SHOWN_MAX = 2 * DW_MOVER_WAIT_SHOWN,
    WAIT_FADES = 5 /* In a tick of walking. */
};

dw_status dw_mover_create(dw_mover *mover, dw_arena *arena, const dw_brain_setup *setup)
{
    return dw_route_create(&mover->route, arena, setup);
}

void dw_mover_reset(dw_mover *mover, uint64_t seed)
{
    dw_path_service *paths = mover->route.paths;
    *mover = (dw_mover){
        .stats = mover->stats, .state = DW_MOVER_IDLE, .avoided = DW_NONE, .route.paths = paths};
    dw_route_reset(&mover->route);
    dw_door_manners_reset(&mover->doors);
    dw_rng_init(&mover->rng, seed, DW_STREAM_SIDE_STEPS);
}

void dw_mover_count(const dw_mover *mover, dw_brain_counters *out)
{
    const dw_path_stats *paths = dw_path_service_get_stats(mover->route.paths);
    const uint64_t *detours = mover->stats.detours;
    *out = (dw_brain_counters){.path_requests = paths->asked,
                               .paths_found = paths->found,
                               .paths_unreachable = paths->unreachable,
                               .paths_replaced = paths->replaced,
                               .paths_cancelled = paths->cancelled,
                               .paths_direct = paths->straight,
                               .path_expansions = paths->expansions,
                               .path_expansions_repeated = paths->repeated,
                               .path_expansions_max = paths->expansions_max,
                               .path_delay_ticks_max = paths->delay_max,
                               .path_delay_ticks = paths->delay,
                               .path_replans = paths->replans,
                               .waits_aside = detours[DW_MOVER_WAITS_ASIDE],
                               .side_steps = detours[DW_MOVER_SIDE_STEPS],
                               .doorways_left = detours[DW_MOVER_LEAVES_DOORWAY],
                               .unstuck_moves = detours[DW_MOVER_GETS_UNSTUCK]};
}

static bool is_on_detour(const dw_mover *mover)
{
    return mover->doing >= DW_MOVER_WAITS_ASIDE;
}

/* A substitute goal; waiting is not one. */
static bool has_substitute(const dw_mover *mover)
{
    return mover->doing >= DW_MOVER_SIDE_STEPS;
}

static bool start_detour(dw_mover *mover, dw_vec place, int32_t ticks, dw_mover_doing doing)
{
    mover->stats.detours[doing]++;
    dw_route_forget(&mover->route);
    mover->detour = place;
    mover->detour_left = (uint16_t)ticks;
    mover->doing = (uint8_t)doing;
    mover->progress.window_ticks = 0;
    return true;
}

/* Back to the main goal. */
static void end_detour(dw_mover *mover)
{
    dw_route_forget(&mover->route);
    mover->detour_left = 0;
    mover->doing = DW_MOVER_WALKS;
}

/* The old main goal counts no more; a substitute goes on to its end. */
static void leave_goal(dw_mover *mover)
{
    dw_door_manners_forget(&mover->doors);
    if (!has_substitute(mover)) {
        end_detour(mover);
        mover->progress.window_ticks = 0;
    }
}

void dw_mover_go(dw_mover *mover, dw_vec goal)
{
    leave_goal(mover);
    mover->goal = goal;
    mover->follows = false;
    mover->avoided = DW_NONE;
    mover->progress.short_ticks = 0;
    mover->route.short_falls = 0;
    mover->state = DW_MOVER_GOING;
}

void dw_mover_go_round(dw_mover *mover, dw_vec goal, uint16_t door)
{
    dw_mover_go(mover, goal);
    mover->avoided = door;
}

void dw_mover_follow(dw_mover *mover, dw_vec goal)
{
    const bool going = mover->state == DW_MOVER_GOING;
    const bool fresh =
        mover->route.age < FOLLOW_REPLAN_TICKS && dw_within_mm(mover->goal, goal, FOLLOW_OFF_MM);
    if (going && (fresh || is_on_detour(mover))) {
        return;
    }
    const uint16_t queued = mover->doors.queued;
    const uint16_t window_ticks = mover->progress.window_ticks;
    dw_mover_go(mover, goal);
    mover->follows = true;
    mover->doors.queued = queued;
    mover->progress.window_ticks = window_ticks;
}

void dw_mover_stop(dw_mover *mover)
{
    leave_goal(mover);
    mover->state = DW_MOVER_IDLE;
}

void dw_mover_drop_substitute(dw_mover *mover)
{
    if (has_substitute(mover)) {
        end_detour(mover);
    }
}

/* There is somewhere to go, if only on a detour. */
static bool is_under_way(const dw_mover *mover)
{
    return mover->state == DW_MOVER_GOING || is_on_detour(mover);
}

static bool settle(dw_mover *mover)
{
    mover->state = DW_MOVER_ARRIVED;
    mover->doing = DW_MOVER_WALKS;
    return true;
}

/* False when something is in the way. */
static bool side_step(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    dw_vec place;
    return dw_detour_to_the_right(think, traffic, mover->direction, true, &place) &&
           start_detour(mover, place, SIDE_STEP_TICKS, DW_MOVER_SIDE_STEPS);
}

/* A guard that waits behind another keeps to the right too, so that others can pass: as far as the
 * wall in a corridor, a stride elsewhere. */
static void stand_aside(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    const dw_percepts *percepts = think->percepts;
    const bool narrow = think->setup->map->rooms[percepts->room].kind == DW_ROOM_CORRIDOR;
    const int64_t hardly = DW_MM((int64_t)think->setup->rules->stuck_distance_mm);
    dw_vec place;
    if ((narrow || !mover->stood_aside) && !is_on_detour(mover) &&
        dw_detour_to_the_right(think, traffic, mover->direction, false, &place) &&
        dw_distance_squared(place, percepts->position) >= hardly * hardly) {
        (void)start_detour(mover, place, SIDE_STEP_TICKS, DW_MOVER_WAITS_ASIDE);
    }
    mover->stood_aside = true;
}

static bool get_unstuck(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    const int32_t ticks = think->setup->rules->substitute_ticks_max;
    dw_vec place;
    return dw_detour_unstuck(think, traffic, &mover->rng, &place) &&
           start_detour(mover, place, ticks, DW_MOVER_GETS_UNSTUCK);
}

static bool leave_doorway(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    const int32_t ticks = think->setup->rules->substitute_ticks_max;
    dw_vec place;
    return dw_detour_out_of_doorway(think, traffic, mover->goal, &place) &&
           start_detour(mover, place, ticks, DW_MOVER_LEAVES_DOORWAY);
}

/* No path past the others, or only one that leads all round the house. */
static void handle_blocked(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    if (!traffic->head_on &&
        !dw_traffic_is_near(traffic, think->percepts->position, DW_MM(CLOSE_UP_MM))) {
        dw_route_go_plain(&mover->route);
        return;
    }
    dw_route_drop_path(&mover->route);
    const uint16_t blocked = ++mover->route.blocked;
    const bool is_due = blocked % BLOCKED_PLANS_MAX == 0;
    if (blocked >= GIVE_UP_PLANS) {
        mover->state = DW_MOVER_NO_PATH;
    } else if ((traffic->head_on || is_due) && !side_step(mover, think, traffic) && is_due) {
        (void)get_unstuck(mover, think, traffic);
    }
    mover->route.blocked = blocked; /* A detour counts from 0; the guard is blocked all the same. */
}

/* A body stands on the goal, and may go on: near enough to it the guard stands and looks. */
static void wait_for_goal(dw_mover *mover, const dw_traffic *traffic)
{
    dw_route_drop_path(&mover->route);
    mover->route.near = traffic->near;
    mover->route.short_falls++;
    mover->route.blocked = 1;
    if (mover->route.short_falls >= SHORT_FALLS_MAX) {
        (void)settle(mover);
    }
}

/* What the planner's answer makes of it. A detour that cannot be walked ends. */
static void take_answer(dw_mover *mover, const dw_think *think, dw_traffic *traffic,
                        const dw_route_wish *wish)
{
    const dw_route_result result = dw_route_take(&mover->route, think, traffic, wish);
    if (result == DW_ROUTE_PENDING || result == DW_ROUTE_FOUND) {
        return;
    }
    if (is_on_detour(mover)) {
        end_detour(mover);
    } else if (result == DW_ROUTE_NONE) {
        mover->state = DW_MOVER_NO_PATH;
    } else if (result == DW_ROUTE_GOAL_TAKEN) {
        wait_for_goal(mover, traffic);
    } else {
        handle_blocked(mover, think, traffic);
    }
}

static dw_route_wish wish_of(const dw_mover *mover, const dw_traffic_view *view)
{
    const bool detour = is_on_detour(mover);
    return (dw_route_wish){.to = detour ? mover->detour : mover->goal,
                           .avoided = detour ? (uint16_t)DW_NONE : mover->avoided,
                           .view = *view};
}

/* Answers first, then a new question if one is due. False when there is nowhere to go any more. */
static bool plan(dw_mover *mover, const dw_think *think, dw_traffic *traffic,
                 const dw_traffic_view *view)
{
    dw_route_wish wish = wish_of(mover, view);
    take_answer(mover, think, traffic, &wish);
    if (!is_under_way(mover)) {
        return false;
    }
    if (dw_route_is_due(&mover->route, think->percepts, traffic)) {
        wish = wish_of(mover, view);
        dw_route_ask(&mover->route, think, traffic, &wish);
        take_answer(mover, think, traffic, &wish);
    }
    mover->route.age++;
    return true;
}

/* True when the guard does something about being held up instead of walking on. */
static bool mend_progress(dw_mover *mover, const dw_think *think, const dw_traffic *traffic)
{
    const dw_percepts *percepts = think->percepts;
    dw_progress_watch(&mover->progress, percepts);
    const bool blocked = mover->route.blocked > 0 || dw_progress_is_held_up(&mover->progress);
    if (blocked && percepts->door_wanted && !has_substitute(mover) &&
        dw_own_doorway_gap(think, percepts->door_held) < 0 &&
        leave_doorway(mover, think, traffic)) {
        return true;
    }
    if (mover->state != DW_MOVER_GOING || !dw_progress_is_stuck(&mover->progress, think)) {
        return false;
    }
    const bool near = !is_on_detour(mover) && dw_progress_is_enough(think, mover->goal);
    return near ? settle(mover) : get_unstuck(mover, think, traffic);
}

/* Rather than walk backwards the guard turns round on the spot first. On a detour of a step or two,
 * and with eyes on somebody, it goes as it is. */
static bool turns_first(const dw_mover *mover, const dw_percepts *percepts)
{
    const dw_vec facing = {dw_cosine_bam(percepts->heading_bam),
                           dw_sine_bam(percepts->heading_bam)};
    return !mover->follows && !is_on_detour(mover) &&
           dw_dot(dw_route_ahead(&mover->route, percepts->position), facing) < 0;
}

static void walk(dw_mover *mover, const dw_think *think, const dw_traffic *traffic, int32_t speed,
                 int32_t turn_bam)
{
    if (mover->route.walker.count == 0) {
        return; /* No path yet: the guard stands. */
    }
    if (turns_first(mover, think->percepts)) {
        dw_face(think, mover->direction, turn_bam);
        mover->progress.window_ticks = 0;
        return;
    }
    const dw_vec next = dw_route_advance(&mover->route, think, traffic, speed);
    think->command->step = dw_vec_sub(next, think->percepts->position);
    const bool aside = mover->doing != DW_MOVER_WALKS && mover->doing <= DW_MOVER_SIDE_STEPS;
    dw_face(think, aside ? mover->direction : think->command->step, turn_bam);
}

/* At the end of the path: of a detour, or of the main one. */
static bool arrive(dw_mover *mover, const dw_percepts *percepts)
{
    if (!dw_route_has_arrived(&mover->route, percepts->position)) {
        return false;
    }
    if (is_on_detour(mover)) {
        end_detour(mover);
        return false;
    }
    return settle(mover);
}

/* Waiting for a doorway beside it, or behind a guard in front. True: no step in this tick. */
static bool wait_in_line(dw_mover *mover, const dw_think *think, const dw_traffic *traffic,
                         bool waits_at_door)
{
    const bool in_line = !is_on_detour(mover) && (waits_at_door || traffic->follows);
    dw_vec place;
    mover->waited = waits_at_door ? (uint16_t)(mover->waited + 1) : 0;
    if (mover->waited >= QUEUE_AFTER_TICKS && !is_on_detour(mover) &&
        dw_detour_to_queue(think, traffic, mover->doors.queued, &place)) {
        (void)start_detour(mover, place, think->setup->rules->substitute_ticks_max,
                           DW_MOVER_WAITS_ASIDE);
    }
    const bool waits = mover->doing == DW_MOVER_WAITS || mover->doing == DW_MOVER_WAITS_ASIDE;
    think->command->waiting = in_line || (waits_at_door && waits);
    if (!in_line) {
        return false;
    }
    if (!waits_at_door) {
        if (traffic->follows_waiting) {
            /* The queue of a door on the guard's own path is its queue, too. */
            mover->doors.queued = dw_door_ahead(think, &mover->route.walker, DW_MM(QUEUE_MM));
        }
        stand_aside(mover, think, traffic);
    }
    if (!is_on_detour(mover)) {
        mover->doing = DW_MOVER_WAITS;
    }
    mover->progress.short_ticks = 0;
    mover->progress.window_ticks = 0;
    return true;
}

static void go_on(dw_mover *mover, const dw_think *think, int32_t speed, int32_t turn_bam)
{
    const dw_percepts *percepts = think->percepts;
    if (mover->doing == DW_MOVER_WAITS_ASIDE && mover->doors.queued != DW_NONE &&
        percepts->door_held == mover->doors.queued) {
        end_detour(mover); /* It is this guard's turn. */
    }
    if (arrive(mover, percepts) || !is_under_way(mover)) {
        (void)dw_door_manners_step(&mover->doors, think, NULL, true);
        return;
    }
    const dw_vec ahead = dw_route_ahead(&mover->route, percepts->position);
    if (!is_on_detour(mover) && (ahead.x != 0 || ahead.y != 0)) {
        mover->direction = ahead;
    }
    const dw_vec direction = mover->direction;
    const dw_traffic_view view = {.self = think->setup->guard,
                                  .half = dw_own_half(think->setup),
                                  .direction = direction,
                                  .goal = mover->goal,
                                  .keeps_right = true,
                                  .overtakes =
                                      percepts->door_held != DW_NONE || is_on_detour(mover)};
    dw_traffic traffic;
    dw_traffic_look(&traffic, percepts, &view);
    if (!plan(mover, think, &traffic, &view)) {
        return;
    }
    const bool main_path = !is_on_detour(mover) && mover->route.walker.count > 0;
    const bool waits_at_door =
        dw_door_manners_step(&mover->doors, think, &mover->route.walker, main_path);
    if (wait_in_line(mover, think, &traffic, waits_at_door)) {
        dw_face(think, direction, turn_bam);
        return;
    }
    if (mover->doing == DW_MOVER_WAITS) {
        mover->doing = DW_MOVER_WALKS;
        mover->stood_aside = false;
    }
    dw_progress_count(&mover->progress, percepts);
    if (is_under_way(mover) && !mend_progress(mover, think, &traffic)) {
        walk(mover, think, &traffic, speed, turn_bam);
    }
}

/* A guard that waits stands aside, looks whether it is its turn, and waits again: that is one wait.
 */
static void show_wait(dw_mover *mover)
{
    uint8_t *waits = &mover->stats.waits;
    if (mover->doing == DW_MOVER_WAITS || mover->doing == DW_MOVER_WAITS_ASIDE) {
        *waits = *waits < WAIT_SHOWN_MAX ? (uint8_t)(*waits + 1) : (uint8_t)WAIT_SHOWN_MAX;
    } else if (mover->doing == DW_MOVER_WALKS) {
        *waits = *waits > WAIT_FADES ? (uint8_t)(*waits - WAIT_FADES) : 0;
    }
}

void dw_mover_step(dw_mover *mover, const dw_think *think, int32_t speed, int32_t turn_bam)
{
    dw_path_service_update(mover->route.paths);
    if (is_on_detour(mover)) {
        mover->detour_left--;
        if (mover->detour_left == 0) {
            end_detour(mover);
        }
    }
    if (is_under_way(mover)) {
        const dw_map *map = think->setup->map;
        go_on(mover, think, dw_map_floor_speed(map, think->percepts->room, speed), turn_bam);
    } else {
        (void)dw_door_manners_step(&mover->doors, think, NULL, true);
    }
    show_wait(mover);
}

bool dw_mover_is_sound(const dw_mover *mover, const dw_map *map)
{
    return mover->state <= DW_MOVER_NO_PATH && mover->doing < DW_MOVER_DOING_COUNT &&
           dw_is_door_or_none(map, mover->avoided) && mover->route.asking <= DW_ROUTE_ASKS_ANY &&
           dw_is_door_or_none(map, mover->doors.behind) &&
           dw_is_door_or_none(map, mover->doors.queued);
}

DW_FIELDS_IO(extern, mover, DW_MOVER_FIELDS);
