#include "server/mind/mover.h"

#include "common/base/check.h"

enum {
    EXPANSIONS_A_TICK = 256,
    STREAM_SIDE_STEPS = 2,
    REPLAN_TICKS = 15,        /* How old a way among others may be. */
    FOLLOW_REPLAN_TICKS = 12, /* How old a way to a moving goal may be, */
    FOLLOW_OFF_MM = 300,      /* and how far its end may be off. */
    BLOCKED_REPLAN_TICKS = 5,
    REPLAN_SHORTENED_TICKS = 3,
    REPLAN_NEAR_TICKS = 5, /* Others come and go; he does not change his mind at each. */
    BLOCKED_PLANS_MAX = 4, /* Then he side-steps: others move on in the meantime. */
    SIDE_STEP_MM = 33,
    SIDE_STEP_TICKS = 30,
    DRAWS_A_TICK = 10,
    LEAVE_AFTER_TICKS = 15, /* So long he may block a doorway that somebody waits for. */
    GIVE_UP_PLANS = 40,
    SHORT_FALLS_MAX = 60,
    LOOK_AHEAD_MM = 200,
    QUEUE_AFTER_TICKS = 5, /* A doorway that nobody has is his at the next tick. */
    QUESTIONS = 3,
    ROUND_MM = 2500,   /* A way round somebody is at most so much longer, else he is in the way. */
    CLOSE_UP_MM = 700, /* So near he has to do something about it. */
    QUEUE_MM = 6000    /* So far back a queue may reach. */
};

dw_status dw_mover_create(dw_mover *mover, dw_arena *arena, const dw_brain_setup *setup)
{
    return dw_path_service_create(&mover->paths, arena, setup->nav, setup->searches, setup->guard,
                                  EXPANSIONS_A_TICK);
}

static void forget_plan(dw_mover *mover)
{
    dw_path_service_cancel(mover->paths);
    dw_walker_reset(&mover->walker);
    mover->asked = false;
    mover->plan_age = 0;
    mover->blocked_plans = 0;
}

void dw_mover_reset(dw_mover *mover, uint64_t seed)
{
    dw_path_service *paths = mover->paths;
    *mover = (dw_mover){
        .paths = paths, .state = DW_MOVER_IDLE, .note = DW_MOVER_WALKS, .avoided = DW_NONE};
    dw_path_service_reset(paths);
    dw_walker_reset(&mover->walker);
    dw_door_manners_reset(&mover->doors);
    dw_rng_init(&mover->rng, seed, STREAM_SIDE_STEPS);
}

/* Goals 1 to 3; waiting is none of them. */
static bool has_substitute(const dw_mover *mover)
{
    return mover->detour_left > 0 && mover->note != DW_MOVER_WAITS;
}

/* The old main goal counts no more; what he does on the way he does to its end. */
static void leave_goal(dw_mover *mover)
{
    dw_door_manners_forget(&mover->doors);
    if (!has_substitute(mover)) {
        forget_plan(mover);
        mover->detour_left = 0;
        mover->window_ticks = 0;
        mover->note = DW_MOVER_WALKS;
    }
}

void dw_mover_go(dw_mover *mover, dw_vec goal)
{
    leave_goal(mover);
    mover->goal = goal;
    mover->follows = false;
    mover->avoided = DW_NONE;
    mover->still_ticks = 0;
    mover->short_falls = 0;
    mover->state = DW_MOVER_GOING;
}

void dw_mover_go_round(dw_mover *mover, dw_vec goal, uint16_t door)
{
    dw_mover_go(mover, goal);
    mover->avoided = door;
}

void dw_mover_follow(dw_mover *mover, dw_vec goal)
{
    const int64_t off = DW_MM((int64_t)FOLLOW_OFF_MM);
    const bool fresh = mover->state == DW_MOVER_GOING && mover->plan_age < FOLLOW_REPLAN_TICKS &&
                       dw_distance_squared(mover->goal, goal) <= off * off;
    if (fresh || (mover->state == DW_MOVER_GOING && mover->detour_left > 0)) {
        return;
    }
    const uint16_t queued = mover->doors.queued;
    const uint16_t window_ticks = mover->window_ticks;
    dw_mover_go(mover, goal);
    mover->follows = true;
    mover->doors.queued = queued;
    mover->window_ticks = window_ticks;
}

void dw_mover_stop(dw_mover *mover)
{
    leave_goal(mover);
    mover->state = DW_MOVER_IDLE;
}

static void start_detour(dw_mover *mover, dw_vec place, uint16_t ticks, dw_mover_note note)
{
    forget_plan(mover);
    mover->detour = place;
    mover->detour_left = ticks;
    mover->note = (uint8_t)note;
    mover->window_ticks = 0;
}

/* Back to the main goal. */
static void end_detour(dw_mover *mover)
{
    forget_plan(mover);
    mover->detour_left = 0;
    mover->note = DW_MOVER_WALKS;
}

void dw_mover_drop_substitute(dw_mover *mover)
{
    if (has_substitute(mover)) {
        end_detour(mover);
    }
}

/* There is somewhere to go, if only on the way. */
static bool is_under_way(const dw_mover *mover)
{
    return mover->state == DW_MOVER_GOING || mover->detour_left > 0;
}

static void ask(dw_mover *mover, const dw_percepts *percepts, const dw_traffic *traffic,
                dw_mover_question about)
{
    dw_path_question question;
    question.from = percepts->position;
    question.to = mover->detour_left > 0 ? mover->detour : mover->goal;
    question.excluded = (dw_door_set){{0}};
    if (mover->avoided != DW_NONE && mover->detour_left == 0) {
        dw_door_set_put(&question.excluded, mover->avoided, true);
    }
    question.room = DW_NONE;
    question.extra_count = about == DW_MOVER_ASKS_PLAIN ? 0 : traffic->solid_count;
    for (uint32_t i = 0; i < question.extra_count; i++) {
        question.extra[i] = traffic->solids[i];
    }
    mover->handle = dw_path_service_ask(mover->paths, &question);
    mover->asked = true;
    mover->question = (uint8_t)about;
    mover->near = traffic->near;
    mover->plan_age = 0;
    mover->stats.plans++;
}

/* Everybody near counts where he looks for a place to stand at. */
static dw_nav_query query_with(const dw_traffic *traffic)
{
    return (dw_nav_query){
        .extra = traffic->bodies, .extra_count = traffic->body_count, .room = DW_NONE};
}

/* A place to the right of where he faces on his way, rounded to a quarter turn, that he can step
 * to: with room a stride, on the move if that is free too; where it is tight, 33 mm. */
static bool place_on_the_right(const dw_mover *mover, const dw_brain_setup *setup,
                               const dw_percepts *percepts, const dw_traffic *traffic,
                               bool on_the_move, dw_vec *place)
{
    const dw_vec way = mover->main_way;
    const uint16_t heading_bam =
        way.x != 0 || way.y != 0 ? dw_angle_bam(way.x, way.y) : percepts->heading_bam;
    static const int8_t ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int32_t strides_mm[] = {350, 250, 170, 100, SIDE_STEP_MM};
    static const int32_t onward_mm[] = {300, 0};
    const uint32_t quarter = ((uint32_t)heading_bam + DW_BAM_QUARTER / 2) / DW_BAM_QUARTER % 4;
    const int8_t *on = ways[quarter];
    const int8_t *right = ways[(quarter + 1) % 4];
    dw_nav_query query = query_with(traffic);
    query.from = percepts->position;
    for (size_t i = on_the_move ? 0 : 1; i < DW_COUNT_OF(strides_mm) * DW_COUNT_OF(onward_mm);
         i += on_the_move ? 1 : 2) {
        const int32_t aside = DW_MM(strides_mm[i / DW_COUNT_OF(onward_mm)]);
        const int32_t onward = DW_MM(onward_mm[i % DW_COUNT_OF(onward_mm)]);
        query.to = (dw_vec){percepts->position.x + right[0] * aside + on[0] * onward,
                            percepts->position.y + right[1] * aside + on[1] * onward};
        if (dw_nav_free(setup->nav, &query, query.to) &&
            dw_nav_straight(setup->nav, &query, NULL)) {
            *place = query.to;
            return true;
        }
    }
    return false;
}

/* Goal 3. False when something is there. */
static bool side_step_right(dw_mover *mover, const dw_brain_setup *setup,
                            const dw_percepts *percepts, const dw_traffic *traffic)
{
    dw_vec place;
    if (!place_on_the_right(mover, setup, percepts, traffic, true, &place)) {
        return false;
    }
    start_detour(mover, place, SIDE_STEP_TICKS, DW_MOVER_SIDE_STEPS);
    mover->stats.side_steps++;
    return true;
}

/* Who waits behind another keeps to the right too, so that whoever comes can pass: as far as the
 * wall in a corridor, a stride elsewhere. */
static void stand_aside(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                        const dw_traffic *traffic)
{
    dw_vec place;
    const bool narrow = setup->map->rooms[percepts->room].kind == DW_ROOM_CORRIDOR;
    const int64_t hardly = DW_MM((int64_t)setup->rules->stuck_distance_mm);
    if ((narrow || !mover->stood_aside) && mover->detour_left == 0 &&
        place_on_the_right(mover, setup, percepts, traffic, false, &place) &&
        dw_distance_squared(place, percepts->position) >= hardly * hardly) {
        start_detour(mover, place, SIDE_STEP_TICKS, DW_MOVER_WAITS);
    }
    mover->stood_aside = true;
}

/* Goal 1: a free place within one body length, drawn from his own stream. */
static bool get_unstuck(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                        const dw_traffic *traffic)
{
    dw_nav_query query = query_with(traffic);
    query.from = percepts->position;
    for (int i = 0; i < DRAWS_A_TICK; i++) {
        const dw_vec place = {
            percepts->position.x + dw_rng_between(&mover->rng, -DW_BODY_SIZE, DW_BODY_SIZE),
            percepts->position.y + dw_rng_between(&mover->rng, -DW_BODY_SIZE, DW_BODY_SIZE)};
        query.to = place;
        if (dw_nav_free(setup->nav, &query, place) && dw_nav_straight(setup->nav, &query, NULL)) {
            start_detour(mover, place, (uint16_t)setup->rules->substitute_ticks_max,
                         DW_MOVER_GETS_UNSTUCK);
            mover->stats.unstuck++;
            return true;
        }
    }
    return false;
}

/* Goal 2: first on the side where the way goes on, then on either. */
static bool leave_doorway(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                          const dw_traffic *traffic)
{
    const dw_nav_query query = query_with(traffic);
    const dw_door *door = &setup->map->doors[percepts->door_held];
    const uint16_t goal_room = dw_map_room_at(setup->map, mover->goal);
    const bool far_first =
        goal_room != percepts->room || dw_door_other_room(door, percepts->room) == goal_room;
    dw_vec place;
    for (int i = 0; i < 2; i++) {
        if (dw_door_leaving_place(setup, &query, percepts->door_held, far_first == (i == 0),
                                  percepts->room, &place)) {
            start_detour(mover, place, (uint16_t)setup->rules->substitute_ticks_max,
                         DW_MOVER_LEAVES_DOORWAY);
            mover->stats.doorways_left++;
            return true;
        }
    }
    return false;
}

/* Nobody who counts is within a step or two. */
static bool others_are_far(const dw_percepts *percepts, const dw_traffic *traffic)
{
    const dw_rect near = dw_rect_around(percepts->position, DW_BODY_HALF + DW_MM(CLOSE_UP_MM));
    for (uint32_t i = 0; i < traffic->body_count; i++) {
        if (dw_rect_overlaps(near, traffic->bodies[i])) {
            return false;
        }
    }
    return true;
}

/* No way past the others, or only one that leads all round the house. */
static void handle_blocked(dw_mover *mover, const dw_brain_setup *setup,
                           const dw_percepts *percepts, const dw_traffic *traffic)
{
    if (mover->detour_left > 0) {
        end_detour(mover);
        return;
    }
    if (!traffic->head_on && others_are_far(percepts, traffic)) {
        mover->walker = mover->plain; /* Things may change until he is there. */
        return;
    }
    dw_walker_reset(&mover->walker);
    mover->blocked_plans++;
    if (mover->blocked_plans >= GIVE_UP_PLANS) {
        mover->stats.gave_up++;
        mover->state = DW_MOVER_NO_WAY;
    } else if (traffic->head_on || mover->blocked_plans % BLOCKED_PLANS_MAX == 0) {
        const uint16_t blocked = mover->blocked_plans;
        if (!side_step_right(mover, setup, percepts, traffic) &&
            mover->blocked_plans % BLOCKED_PLANS_MAX == 0) {
            (void)get_unstuck(mover, setup, percepts, traffic);
        }
        mover->blocked_plans = blocked;
    }
}

/* Somebody stands on his goal, and may go on: near enough to it he stands and looks. */
static void wait_for_goal(dw_mover *mover, const dw_traffic *traffic)
{
    if (mover->detour_left > 0) {
        end_detour(mover);
        return;
    }
    dw_walker_reset(&mover->walker);
    mover->near = traffic->near;
    mover->short_falls++;
    mover->blocked_plans = 1;
    if (mover->short_falls >= SHORT_FALLS_MAX) {
        mover->state = DW_MOVER_ARRIVED;
        mover->note = DW_MOVER_WALKS;
    }
}

/* The way with nobody in it: the way to go, unless somebody is in it. */
static void take_plain(dw_mover *mover, const dw_percepts *percepts, const dw_traffic *traffic,
                       const dw_nav_path *path, bool found)
{
    if (!found) {
        dw_walker_reset(&mover->walker);
        if (mover->detour_left > 0) {
            end_detour(mover);
        } else {
            mover->stats.gave_up++;
            mover->state = DW_MOVER_NO_WAY;
        }
        return;
    }
    dw_walker_take(&mover->plain, path);
    mover->plain_length = (int64_t)path->length;
    if (traffic->solid_count > 0) {
        ask(mover, percepts, traffic, DW_MOVER_ASKS_RIGHT);
    } else {
        mover->walker = mover->plain;
        mover->blocked_plans = 0;
    }
}

static void take_answer(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                        dw_traffic *traffic, dw_vec way)
{
    for (int i = 0; i < QUESTIONS && mover->asked; i++) {
        dw_nav_path path;
        const dw_path_state state = dw_path_service_take(mover->paths, mover->handle, &path);
        if (state == DW_PATH_PENDING) {
            return;
        }
        mover->asked = false;
        const bool found = state == DW_PATH_FOUND;
        if (mover->question == DW_MOVER_ASKS_PLAIN) {
            take_plain(mover, percepts, traffic, &path, found);
        } else if (found && path.to_moved && path.length < DW_MM(CLOSE_UP_MM)) {
            wait_for_goal(mover, traffic);
        } else if (found && (int64_t)path.length <= mover->plain_length + DW_MM(ROUND_MM)) {
            dw_walker_take(&mover->walker, &path);
            mover->blocked_plans = 0;
        } else if (mover->question == DW_MOVER_ASKS_RIGHT) {
            dw_traffic_look(traffic, percepts, setup->guard, way, false, true);
            dw_traffic_add_intruders(traffic, percepts, mover->goal);
            ask(mover, percepts, traffic, DW_MOVER_ASKS_ANY);
        } else {
            handle_blocked(mover, setup, percepts, traffic);
        }
    }
}

/* The rest is not worth a struggle: from here he sees what he would see there. */
static bool is_near_goal(const dw_mover *mover, const dw_brain_setup *setup,
                         const dw_percepts *percepts)
{
    const int64_t near = DW_MM((int64_t)CLOSE_UP_MM);
    return mover->detour_left == 0 && dw_map_room_at(setup->map, mover->goal) == percepts->room &&
           dw_distance_squared(mover->goal, percepts->position) <= near * near;
}

/* Counts how long he has wanted to get on and did not, and does something about it. */
static bool watch_progress(dw_mover *mover, const dw_brain_setup *setup,
                           const dw_percepts *percepts, const dw_traffic *traffic)
{
    if (mover->window_ticks == 0) {
        mover->window_start = percepts->position;
    }
    mover->window_ticks++;
    const bool blocked = mover->blocked_plans > 0 || mover->still_ticks >= LEAVE_AFTER_TICKS;
    if (blocked && percepts->door_wanted && !has_substitute(mover) &&
        dw_doorway_gap(setup->map, percepts->door_held, percepts->position) < 0 &&
        leave_doorway(mover, setup, percepts, traffic)) {
        return true;
    }
    if (mover->window_ticks < setup->rules->stuck_ticks || mover->state != DW_MOVER_GOING) {
        return false;
    }
    const int64_t hardly = DW_MM((int64_t)setup->rules->stuck_distance_mm);
    const bool stuck =
        dw_distance_squared(mover->window_start, percepts->position) < hardly * hardly;
    mover->window_ticks = 0;
    if (stuck && is_near_goal(mover, setup, percepts)) {
        mover->state = DW_MOVER_ARRIVED; /* Whoever stands on his goal stays there. */
        mover->note = DW_MOVER_WALKS;
        return true;
    }
    return stuck && get_unstuck(mover, setup, percepts, traffic);
}

/* Straight ahead, but for others. */
static bool is_at_hand(const dw_brain_setup *setup, const dw_percepts *percepts, dw_vec place)
{
    const dw_nav_query query = {.from = percepts->position, .to = place, .room = DW_NONE};
    return dw_nav_straight(setup->nav, &query, NULL);
}

/* He has to wait for a doorway: beside it, on the right, where whoever comes out can pass. */
static void queue_up(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                     const dw_traffic *traffic)
{
    if (mover->detour_left > 0) {
        return;
    }
    const dw_nav_query query = query_with(traffic);
    const int64_t near = DW_MM(INT64_C(60));
    dw_vec place;
    if (dw_door_waiting_place(setup, percepts, &query, mover->doors.queued, &place) &&
        is_at_hand(setup, percepts, place) &&
        dw_distance_squared(place, percepts->position) > near * near) {
        start_detour(mover, place, (uint16_t)setup->rules->substitute_ticks_max, DW_MOVER_WAITS);
    }
}

static void face(const dw_percepts *percepts, dw_vec way, int32_t turn_bam,
                 dw_guard_command *command)
{
    if (way.x != 0 || way.y != 0) {
        command->heading_bam =
            dw_turn_towards_bam(percepts->heading_bam, dw_angle_bam(way.x, way.y), turn_bam);
    }
}

/* A move goes along x first, then along y; whether nothing is in its way. */
static bool is_free_move(const dw_brain_setup *setup, const dw_traffic *traffic, dw_vec from,
                         dw_vec to)
{
    dw_nav_query along_x = query_with(traffic);
    along_x.from = from;
    along_x.to = (dw_vec){to.x, from.y};
    dw_nav_query along_y = query_with(traffic);
    along_y.from = along_x.to;
    along_y.to = to;
    return dw_nav_straight(setup->nav, &along_x, NULL) &&
           dw_nav_straight(setup->nav, &along_y, NULL);
}

/* Where the next tick takes him. A bend is walked round within the tick, unless that would cut the
 * corner: then he goes up to it. */
static dw_vec advance(dw_walker *walker, const dw_brain_setup *setup, const dw_traffic *traffic,
                      dw_vec from, int32_t speed)
{
    const uint16_t at = walker->at;
    const dw_vec next = dw_walker_advance(walker, from, speed);
    const bool bends = walker->at > at && !dw_vec_equal(next, walker->points[at]);
    if (bends && !is_free_move(setup, traffic, from, next)) {
        walker->at = (uint16_t)(at + 1);
        return walker->points[at];
    }
    return next;
}

/* He would go backwards: he turns round on the spot first. A step or two on the way, and who keeps
 * his eyes on somebody, go as they are. */
static bool turns_first(const dw_mover *mover, const dw_percepts *percepts)
{
    if (mover->follows || mover->detour_left > 0) {
        return false;
    }
    const dw_vec ahead =
        dw_vec_sub(dw_walker_ahead(&mover->walker, percepts->position, DW_MM(LOOK_AHEAD_MM)),
                   percepts->position);
    const dw_vec face = {dw_cosine_bam(percepts->heading_bam), dw_sine_bam(percepts->heading_bam)};
    return dw_dot(ahead, face) < 0;
}

static void walk(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                 const dw_traffic *traffic, int32_t speed, int32_t turn_bam,
                 dw_guard_command *command)
{
    if (mover->walker.count == 0) {
        return; /* No way yet: he stands. */
    }
    if (turns_first(mover, percepts)) {
        face(percepts, mover->main_way, turn_bam, command);
        mover->window_ticks = 0;
        return;
    }
    const dw_vec next = advance(&mover->walker, setup, traffic, percepts->position, speed);
    command->step = dw_vec_sub(next, percepts->position);
    const bool aside = mover->note == DW_MOVER_SIDE_STEPS || mover->note == DW_MOVER_WAITS;
    face(percepts, aside ? mover->main_way : command->step, turn_bam, command);
}

/* At the end of the way, and there in fact: the last step may have been cut short. */
static bool arrive(dw_mover *mover, const dw_percepts *percepts)
{
    const dw_walker *walker = &mover->walker;
    if (walker->count == 0 || !dw_walker_arrived(walker)) {
        return false;
    }
    if (!dw_vec_equal(percepts->position, walker->points[walker->count - 1])) {
        dw_walker_reset(&mover->walker);
        return false;
    }
    if (mover->detour_left > 0) {
        end_detour(mover);
        return false;
    }
    mover->state = DW_MOVER_ARRIVED;
    mover->note = DW_MOVER_WALKS;
    return true;
}

static void count_still(dw_mover *mover, const dw_percepts *percepts)
{
    mover->still_ticks = percepts->shortened ? (uint16_t)(mover->still_ticks + 1) : 0;
    if (mover->still_ticks > mover->stats.blocked_ticks_max) {
        mover->stats.blocked_ticks_max = mover->still_ticks;
    }
}

static bool needs_plan(const dw_mover *mover, const dw_percepts *percepts,
                       const dw_traffic *traffic)
{
    const bool lost = mover->walker.count == 0;
    return (lost && (mover->blocked_plans == 0 || mover->plan_age >= BLOCKED_REPLAN_TICKS)) ||
           (traffic->near != mover->near && mover->plan_age >= REPLAN_NEAR_TICKS) ||
           (traffic->near > 0 && mover->plan_age >= REPLAN_TICKS) ||
           (percepts->shortened && mover->plan_age >= REPLAN_SHORTENED_TICKS);
}

static void go_on(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                  int32_t speed, int32_t turn_bam, dw_guard_command *command)
{
    if (mover->note == DW_MOVER_WAITS && mover->detour_left > 0 && mover->doors.queued != DW_NONE &&
        percepts->door_held == mover->doors.queued) {
        end_detour(mover); /* It is his turn. */
    }
    if (arrive(mover, percepts) || !is_under_way(mover)) {
        (void)dw_door_manners_step(&mover->doors, setup, NULL, true, percepts, command);
        return;
    }
    dw_vec way =
        dw_vec_sub(dw_walker_ahead(&mover->walker, percepts->position, DW_MM(LOOK_AHEAD_MM)),
                   percepts->position);
    if (mover->detour_left > 0 || (way.x == 0 && way.y == 0)) {
        way = mover->main_way;
    } else {
        mover->main_way = way;
    }
    const bool his_turn = percepts->door_held != DW_NONE;
    dw_traffic traffic;
    dw_traffic_look(&traffic, percepts, setup->guard, way, true,
                    his_turn || mover->detour_left > 0);
    dw_traffic_add_intruders(&traffic, percepts, mover->goal);
    take_answer(mover, setup, percepts, &traffic, way);
    if (!is_under_way(mover)) {
        return;
    }
    if (!mover->asked && needs_plan(mover, percepts, &traffic)) {
        ask(mover, percepts, &traffic, DW_MOVER_ASKS_PLAIN);
        take_answer(mover, setup, percepts, &traffic, way);
    }
    mover->plan_age++;
    const bool main_way = mover->detour_left == 0 && mover->walker.count > 0;
    const bool waits_at_door =
        dw_door_manners_step(&mover->doors, setup, &mover->walker, main_way, percepts, command);

    const bool in_line = mover->detour_left == 0 && (waits_at_door || traffic.follows);
    mover->waited = waits_at_door ? (uint16_t)(mover->waited + 1) : 0;
    if (mover->waited >= QUEUE_AFTER_TICKS) {
        queue_up(mover, setup, percepts, &traffic);
    }
    command->waiting = in_line || (waits_at_door && mover->note == DW_MOVER_WAITS);
    if (in_line) {
        if (!waits_at_door && traffic.follows_waiting) {
            /* The queue of a door that he wants to go through too is his. */
            mover->doors.queued =
                dw_door_ahead(setup->map, &mover->walker, percepts, DW_MM(QUEUE_MM));
        }
        if (!waits_at_door) {
            stand_aside(mover, setup, percepts, &traffic);
        }
        mover->note = DW_MOVER_WAITS;
        mover->still_ticks = 0;
        mover->window_ticks = 0;
        face(percepts, way, turn_bam, command);
        return;
    }
    if (mover->note == DW_MOVER_WAITS && mover->detour_left == 0) {
        mover->note = DW_MOVER_WALKS;
        mover->stood_aside = false;
    }
    count_still(mover, percepts);
    if (!is_under_way(mover) || watch_progress(mover, setup, percepts, &traffic)) {
        return;
    }
    walk(mover, setup, percepts, &traffic, speed, turn_bam, command);
}

void dw_mover_step(dw_mover *mover, const dw_brain_setup *setup, const dw_percepts *percepts,
                   int32_t speed, int32_t turn_bam, dw_guard_command *command)
{
    dw_path_service_update(mover->paths);
    if (mover->detour_left > 0) {
        mover->detour_left--;
        if (mover->detour_left == 0) {
            end_detour(mover);
        }
    }
    if (is_under_way(mover)) {
        go_on(mover, setup, percepts, speed, turn_bam, command);
    } else {
        (void)dw_door_manners_step(&mover->doors, setup, NULL, true, percepts, command);
    }
}

DW_FIELDS_DIGEST(mover, DW_MOVER_FIELDS)

void dw_mover_explain(const dw_mover *mover, dw_mind_view *explanation)
{
    explanation->target = mover->goal;
    explanation->path_count = 0;
    for (uint16_t i = mover->walker.at;
         i < mover->walker.count && explanation->path_count < DW_COUNT_OF(explanation->path); i++) {
        explanation->path[explanation->path_count++] = mover->walker.points[i];
    }
}
