#include "client/bot/careful_danger.h"

#include "client/bot/cover.h"
#include "common/base/check.h"
#include "common/world/sight.h"

#include <string.h>

enum {
    FADE_TICKS = 600,                      /* Then a guard can be anywhere. */
    GONE_FADE_TICKS = 240,                 /* The same for a guard that left its position unseen. */
    NOTICED_METER = 100,                   /* Percent. */
    NOTICED_TICKS = 90,                    /* A guard out of view chases on for this long. */
    SEEN_PRICE = 5 * DW_ROADMAP_PRICE_ONE, /* Seen from afar; */
    SEEN_NEAR_PRICE = 20 * DW_ROADMAP_PRICE_ONE,   /* at contact, this much more. */
    DEVICE_SEEN_PRICE = 20 * DW_ROADMAP_PRICE_ONE, /* Guards come for what it sees, however far. */
    SEEN_FAR = 10000 * DW_UNITS_PER_MM,
    SEEN_FLEEING_PART = 8, /* While fleeing, being seen costs an eighth. */
    CLOSE_PRICE = 40 * DW_ROADMAP_PRICE_ONE,
    CLOSE_FLEEING_PART = 4,
    CLOSE = 2200 * DW_UNITS_PER_MM,            /* A guard this near could turn, or catch. */
    BODY_PRICE = 6000 * DW_ROADMAP_PRICE_ONE,  /* There is no path through a guard. */
    CUT_OFF_PRICE = 30 * DW_ROADMAP_PRICE_ONE, /* A chaser arrives there first, */
    FLIGHT_PERCENT = 85,                       /* at this share of the own path length. */
    FLIGHT_MARGIN_MM = 700,
    AHEAD = 1000 * DW_UNITS_PER_MM,
    AHEAD_STEPS = 3,
    UNREST_MM = 6000,
    UNREST_FLEEING_MM = 12000,
    AT_HAND_MM = 2000,          /* Staying this near to a chaser means being caught: */
    AT_HAND_UNREST_MM = 300000, /* running past it is better. */
    DEAD_END_MM = 1000,
    DEAD_END_FLEEING_MM = 40000,
    LOOKED_AT_SOON_MM = 5000,
    UNWATCHED_MM = 4000,    /* Of a hiding position that has no view of a camera to be learned. */
    GUARDS_PATH_MM = 16000, /* Guards further away do not matter yet. */
    PACE_TICKS_MAX = 30,
    SWEEP_ERROR_BAM = DW_BAM_TURN / 32, /* Of a foretold heading: early or late by half a second. */
    TOLD_NEAR = 3500 * DW_UNITS_PER_MM, /* What teammates tell about the same guard is this near. */
    TOLD_PACE_TICKS = 150               /* Told again within this time, it looks where it went. */
};

static dw_danger_guard *add_guard(dw_danger *danger, uint8_t id)
{
    uint32_t oldest = 0;
    for (uint32_t i = 0; i < danger->count; i++) {
        if (danger->guards[i].seen_tick < danger->guards[oldest].seen_tick) {
            oldest = i;
        }
    }
    dw_danger_guard *guard = &danger->guards[oldest];
    if (danger->count < DW_DANGER_GUARDS_MAX) {
        guard = &danger->guards[danger->count++];
    }
    *guard = (dw_danger_guard){.id = id};
    return guard;
}

static dw_danger_guard *find_guard(dw_danger *danger, uint8_t id)
{
    for (uint32_t i = 0; i < danger->count; i++) {
        if (danger->guards[i].id == id) {
            return &danger->guards[i];
        }
    }
    return add_guard(danger, id);
}

static void take_row(dw_danger *danger, const dw_map *map, const dw_snapshot_body *row,
                     uint32_t tick)
{
    dw_danger_guard *guard = find_guard(danger, row->id);
    const dw_vec position = {dw_snapshot_restore(row->x, map->bounds.min.x),
                             dw_snapshot_restore(row->y, map->bounds.min.y)};
    const uint32_t passed = tick - guard->seen_tick;
    guard->pace = (dw_vec){0, 0};
    if (guard->seen_tick != 0 && passed > 0 && passed <= PACE_TICKS_MAX) {
        const dw_vec moved = dw_vec_sub(position, guard->position);
        guard->pace = (dw_vec){moved.x / (int32_t)passed, moved.y / (int32_t)passed};
    }
    guard->position = position;
    guard->heading_bam = (uint16_t)(row->heading * (DW_BAM_TURN / 128));
    guard->mood = row->mood;
    guard->meter = row->meter;
    guard->visible = true;
    guard->gone = false;
    guard->all_round = false;
    guard->asleep = (row->flags & DW_BODY_ASLEEP) != 0;
    guard->seen_tick = tick;
}

/* What the view says now: a kind can arrive after the first snapshot of its guard. */
static void take_kind(dw_danger_guard *guard, const dw_bot_view *view)
{
    const dw_kind *kind = dw_guard_kind(view, guard->id);
    guard->stays = dw_kind_is_device(kind);
    guard->harmless = !dw_guard_kind_chases(kind);
    if (guard->stays && guard->visible) {
        dw_camera_sweep_watch(&guard->sweep, (uint8_t)(guard->heading_bam / (DW_BAM_TURN / 128)),
                              guard->seen_tick, guard->mood == DW_MOOD_CALM);
    }
}

/* A guard that a teammate told of, and that the bot sees itself now. */
static bool is_told_twice(const dw_danger *danger, const dw_danger_guard *told)
{
    for (uint32_t i = 0; told->id == 0 && i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        if (guard->visible && !guard->stays &&
            dw_distance(guard->position, told->position) < TOLD_NEAR) {
            return true;
        }
    }
    return false;
}

void dw_danger_hear(dw_danger *danger, dw_vec position, uint32_t tick)
{
    dw_danger_guard *guard = NULL;
    int32_t nearest = TOLD_NEAR;
    for (uint32_t i = 0; i < danger->count; i++) {
        const int32_t far = dw_distance(danger->guards[i].position, position);
        if (far < nearest && !danger->guards[i].stays) {
            nearest = far;
            guard = &danger->guards[i];
        }
    }
    guard = guard == NULL ? add_guard(danger, 0) : guard;
    if (guard->visible) {
        return;
    }
    const dw_vec moved = dw_vec_sub(position, guard->position);
    if (guard->seen_tick == 0 || tick - guard->seen_tick > TOLD_PACE_TICKS) {
        guard->all_round = true;
    } else if (moved.x != 0 || moved.y != 0) {
        guard->all_round = false;
        guard->heading_bam = dw_angle_bam(moved.x, moved.y);
    }
    guard->position = position;
    guard->pace = (dw_vec){0, 0};
    guard->gone = false;
    guard->seen_tick = tick;
}

bool dw_danger_update(dw_danger *danger, const dw_map *map, const dw_bot_view *view)
{
    const dw_snapshot *snapshot = view->snapshot;
    if (snapshot->tick == danger->snapshot_tick) {
        return false;
    }
    danger->snapshot_tick = snapshot->tick;
    for (uint32_t i = 0; i < danger->count; i++) {
        danger->guards[i].visible = false;
    }
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        if (snapshot->bodies[i].role == DW_ROLE_GUARD) {
            take_row(danger, map, &snapshot->bodies[i], snapshot->tick);
        }
    }
    for (uint32_t i = 0; i < danger->count; i++) {
        dw_danger_guard *guard = &danger->guards[i];
        while (i < danger->count && is_told_twice(danger, guard)) {
            *guard = danger->guards[--danger->count];
        }
        take_kind(guard, view);
        const bool missed = !guard->visible && !guard->stays &&
                            dw_sight_clear(map, &view->doors, view->body.position, guard->position,
                                           DW_SIGHT_OVER_MIDDLE);
        guard->gone = guard->gone || missed;
    }
    return true;
}

uint32_t dw_danger_belief(const dw_danger_guard *guard, uint32_t tick)
{
    const uint32_t fade = guard->gone ? GONE_FADE_TICKS : FADE_TICKS;
    const uint32_t passed = tick > guard->seen_tick ? tick - guard->seen_tick : 0;
    if (guard->visible || guard->stays) {
        return DW_DANGER_SURE;
    }
    const uint32_t most = guard->gone ? DW_DANGER_SURE / 2 : DW_DANGER_SURE;
    return passed >= fade ? 0 : most * (fade - passed) / fade;
}

/* Whether a camera that turns sees a body at `position`: at `tick`, or with 0 ever. Until its sweep
 * is known it may look anywhere. */
static bool is_swept(const dw_danger_guard *guard, const dw_danger_plan *plan, dw_vec position,
                     bool crouching, uint32_t tick)
{
    dw_guard_gaze gaze = {.from = guard->position, .spread_bam = SWEEP_ERROR_BAM};
    if (!dw_camera_sweep_learned(&guard->sweep)) {
        gaze.spread_bam = DW_BAM_HALF;
    } else if (tick == 0 || !dw_camera_sweep_foretell(&guard->sweep, tick, &gaze.heading_bam)) {
        gaze.heading_bam = dw_camera_sweep_middle(&guard->sweep);
        gaze.spread_bam += guard->sweep.span_bam / 2;
    }
    return dw_guard_kind_senses(dw_guard_kind(plan->view, guard->id), &gaze, plan->roadmap->map,
                                plan->view, &plan->view->doors, position, crouching);
}

bool dw_danger_guard_sees(const dw_danger_guard *guard, const dw_map *map, const dw_bot_view *view,
                          const dw_door_set *open, dw_vec position, bool crouching)
{
    const dw_guard_gaze gaze = {.from = guard->position,
                                .heading_bam = guard->heading_bam,
                                .spread_bam = guard->all_round ? DW_BAM_HALF : 0};
    return !guard->asleep && dw_guard_kind_senses(dw_guard_kind(view, guard->id), &gaze, map, view,
                                                  open, position, crouching);
}

bool dw_danger_sees(const dw_danger *danger, const dw_map *map, const dw_bot_view *view,
                    const dw_door_set *open, dw_vec position, bool crouching)
{
    for (uint32_t i = 0; i < danger->count; i++) {
        if (danger->guards[i].visible &&
            dw_danger_guard_sees(&danger->guards[i], map, view, open, position, crouching)) {
            return true;
        }
    }
    return false;
}

bool dw_danger_chaser_sees(const dw_danger *danger, const dw_map *map, const dw_bot_view *view,
                           const dw_door_set *open, dw_vec position, bool crouching)
{
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        if (guard->visible && !guard->harmless &&
            dw_danger_guard_sees(guard, map, view, open, position, crouching)) {
            return true;
        }
    }
    return false;
}

bool dw_danger_noticed(const dw_danger *danger, uint32_t tick)
{
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        const bool chases = guard->mood == DW_MOOD_CHASING || guard->meter >= NOTICED_METER;
        if (chases && !guard->harmless &&
            (guard->visible || tick < guard->seen_tick + NOTICED_TICKS)) {
            return true;
        }
    }
    return false;
}

/* Spreads room numbers through open doors until nothing changes. */
static void label_areas(dw_danger_plan *plan)
{
    const dw_map *map = plan->roadmap->map;
    for (uint16_t room = 0; room < map->room_count; room++) {
        plan->areas[room] = room;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint16_t door = 0; door < map->door_count; door++) {
            if (!dw_door_set_has(&plan->view->doors, door)) {
                continue;
            }
            uint16_t *a = &plan->areas[map->doors[door].half[0].room];
            uint16_t *b = &plan->areas[map->doors[door].half[1].room];
            if (*a != *b) {
                *a = *b = *a < *b ? *a : *b;
                changed = true;
            }
        }
    }
}

static uint32_t guards_price(void *context, uint16_t node)
{
    const dw_roadmap *roadmap = context;
    return roadmap->length_mm[node] < GUARDS_PATH_MM ? DW_ROADMAP_PRICE_ONE : 0;
}

static void find_guards_paths(dw_danger_plan *plan)
{
    const dw_roadmap *roadmap = plan->roadmap;
    dw_vec positions[DW_DANGER_GUARDS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->danger->count; i++) {
        const dw_danger_guard *guard = &plan->danger->guards[i];
        if (!guard->harmless && dw_danger_belief(guard, plan->view->tick) >= DW_DANGER_SURE / 4) {
            positions[count++] = guard->position;
        }
    }
    if (count > 0) {
        dw_roadmap_search(plan->roadmap, positions, count, guards_price, plan->roadmap);
    }
    for (uint32_t n = 0; n < roadmap->node_count; n++) {
        const bool near = count > 0 && roadmap->cost[n] != DW_ROADMAP_NO_COST &&
                          roadmap->length_mm[n] < UINT16_MAX;
        plan->guards_mm[n] = near ? (uint16_t)roadmap->length_mm[n] : UINT16_MAX;
    }
}

void dw_danger_plan_begin(dw_danger_plan *plan, const dw_danger *danger, dw_roadmap *roadmap,
                          const dw_bot_view *view, bool fleeing)
{
    plan->danger = danger;
    plan->roadmap = roadmap;
    plan->view = view;
    plan->fleeing = fleeing;
    memset(plan->hidden, 0, sizeof plan->hidden);
    label_areas(plan);
    find_guards_paths(plan);
}

/* In the guard's room, or joined to it by open doors. */
static bool is_joined(const dw_danger_plan *plan, const dw_danger_guard *guard, uint16_t room)
{
    const uint16_t from = dw_map_room_at(plan->roadmap->map, guard->position);
    return from == DW_NONE || plan->areas[from] == plan->areas[room];
}

/* `full` at distance 0, falling to 0 at `end`. */
static uint32_t nearness(uint32_t full, int32_t far, int32_t end)
{
    return far >= end ? 0 : (uint32_t)((uint64_t)full * (uint32_t)(end - far) / (uint32_t)end);
}

/* What it costs to be seen there by that guard. A device comes no nearer, and what it senses
 * depends neither on the distance nor on the light. */
static uint32_t seen_price(const dw_danger_plan *plan, const dw_danger_guard *guard, int32_t far,
                           uint32_t gain_percent)
{
    const uint32_t guards = SEEN_PRICE + nearness(SEEN_NEAR_PRICE, far, SEEN_FAR);
    const uint32_t price = guard->stays ? DEVICE_SEEN_PRICE : guards * gain_percent / 100;
    return price / (plan->fleeing ? SEEN_FLEEING_PART : 1);
}

/* A detector does not notice bodies that crouch, and a body that does not flee has the time. */
static bool is_passed_crouching(const dw_danger_plan *plan, const dw_kind *kind,
                                bool seen_crouching)
{
    return kind->senses.motion.range_mm > 0 && !seen_crouching && !plan->fleeing;
}

static uint32_t body_price(const dw_danger_plan *plan, const dw_danger_guard *guard,
                           const dw_kind *kind, dw_vec position, int32_t far)
{
    uint32_t price = 0;
    if (kind->body.solid != 0 &&
        dw_rect_overlaps(dw_rect_around(position, DW_BODY_HALF),
                         dw_rect_around(guard->position, dw_kind_half(kind)))) {
        price += BODY_PRICE;
    }
    if (!guard->harmless) {
        price += nearness(CLOSE_PRICE, far, CLOSE) / (plan->fleeing ? CLOSE_FLEEING_PART : 1);
    }
    return price;
}

/* A camera that was given up to learn has turned since: go and look. */
static bool is_turned_unseen(const dw_danger_guard *guard)
{
    return guard->sweep.turns_tick != 0 && !guard->visible;
}

static uint32_t guard_price(dw_danger_plan *plan, const dw_danger_guard *guard, uint16_t node,
                            uint32_t gain_percent)
{
    const dw_bot_view *view = plan->view;
    const dw_map *map = plan->roadmap->map;
    const dw_kind *kind = dw_guard_kind(view, guard->id);
    const dw_vec position = plan->roadmap->nodes[node].position;
    const int32_t far = dw_distance(guard->position, position);
    uint32_t price = 0;
    if (!plan->fleeing && (dw_camera_sweep_learned(&guard->sweep) ||
                           dw_camera_sweep_unfinished(&guard->sweep, view->tick))) {
        plan->hidden[node] = plan->hidden[node] && !is_swept(guard, plan, position, true, 0);
        price = is_swept(guard, plan, position, false, dw_danger_arrival_tick(plan, node))
                    ? seen_price(plan, guard, far, gain_percent)
                    : 0;
    } else if (!is_turned_unseen(guard) &&
               dw_danger_guard_sees(guard, map, view, &view->doors, position, false)) {
        const bool crouching = dw_danger_guard_sees(guard, map, view, &view->doors, position, true);
        plan->hidden[node] = plan->hidden[node] && !plan->fleeing && !crouching;
        price = is_passed_crouching(plan, kind, crouching)
                    ? 0
                    : seen_price(plan, guard, far, gain_percent);
    }
    return price + body_price(plan, guard, kind, position, far);
}

uint32_t dw_danger_arrival_tick(const dw_danger_plan *plan, uint16_t node)
{
    const dw_bot_view *view = plan->view;
    return view->tick + plan->roadmap->length_mm[node] * DW_TICKS_PER_SECOND /
                            (uint32_t)view->rules->walk_speed_mm_s;
}

uint32_t dw_danger_comfort(const dw_danger_plan *plan, uint16_t node)
{
    return plan->fleeing ? 0 : dw_cover_price(plan->roadmap, plan->view, node);
}

uint32_t dw_danger_price(void *danger_plan, uint16_t node)
{
    dw_danger_plan *plan = danger_plan;
    const uint16_t room = plan->roadmap->nodes[node].room;
    const uint32_t gain_percent = dw_cover_gain_percent(plan->roadmap, plan->view, node);
    uint32_t price = DW_ROADMAP_PRICE_ONE + dw_danger_comfort(plan, node);
    plan->hidden[node] = true;
    for (uint32_t i = 0; i < plan->danger->count; i++) {
        const dw_danger_guard *guard = &plan->danger->guards[i];
        const uint32_t belief = dw_danger_belief(guard, plan->view->tick);
        if (belief > 0 && is_joined(plan, guard, room)) {
            price += guard_price(plan, guard, node, gain_percent) * belief / DW_DANGER_SURE;
        }
    }
    const uint32_t own_mm = plan->roadmap->length_mm[node];
    if (plan->fleeing && own_mm * FLIGHT_PERCENT / 100 + FLIGHT_MARGIN_MM > plan->guards_mm[node]) {
        price += CUT_OFF_PRICE;
    }
    return price;
}

/* Whether the guard will see a crouching body at `position` if it walks on for some steps. */
static bool will_look_at(const dw_danger_plan *plan, const dw_danger_guard *guard, dw_vec position)
{
    if (guard->pace.x == 0 && guard->pace.y == 0) {
        return false;
    }
    for (int32_t step = 1; step <= AHEAD_STEPS; step++) {
        const dw_vec ahead = {
            (int32_t)((int64_t)dw_cosine_bam(guard->heading_bam) * AHEAD * step / DW_SINE_ONE),
            (int32_t)((int64_t)dw_sine_bam(guard->heading_bam) * AHEAD * step / DW_SINE_ONE)};
        dw_danger_guard later = *guard;
        later.position = dw_vec_add(guard->position, ahead);
        const dw_nav_query query = {.from = guard->position, .to = later.position, .room = DW_NONE};
        if (!dw_nav_straight(plan->roadmap->nav, &query, NULL)) {
            return false;
        }
        if (dw_danger_guard_sees(&later, plan->roadmap->map, plan->view, &plan->view->doors,
                                 position, true)) {
            return true;
        }
    }
    return false;
}

bool dw_danger_is_dead_end(const dw_map *map, uint16_t room)
{
    uint32_t exits = 0;
    for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
        exits += map->doors[map->rooms[room].doors[i]].circular;
    }
    return exits < 2;
}

/* A camera turns there, the bot does not know how, and from the node it would not learn it. */
static bool is_unwatched(const dw_danger_plan *plan, const dw_danger_guard *guard,
                         const dw_roadmap_node *node)
{
    const uint32_t tick = plan->view->tick;
    uint16_t heading;
    const bool unknown = dw_camera_sweep_learned(&guard->sweep)
                             ? !dw_camera_sweep_foretell(&guard->sweep, tick, &heading)
                             : dw_camera_sweep_unfinished(&guard->sweep, tick);
    return unknown && is_joined(plan, guard, node->room) &&
           !dw_sight_clear(plan->roadmap->map, &plan->view->doors, guard->position, node->position,
                           DW_SIGHT_OVER_MIDDLE);
}

uint32_t dw_danger_unrest(const dw_danger_plan *plan, uint16_t node)
{
    const dw_roadmap_node *here = &plan->roadmap->nodes[node];
    const uint32_t far = plan->fleeing ? UNREST_FLEEING_MM : UNREST_MM;
    uint32_t unrest = 0;
    if (plan->guards_mm[node] < far) {
        unrest += 2 * (far - plan->guards_mm[node]);
    }
    if (plan->fleeing && plan->guards_mm[node] < AT_HAND_MM) {
        unrest += AT_HAND_UNREST_MM;
    }
    if (dw_danger_is_dead_end(plan->roadmap->map, here->room)) {
        unrest += plan->fleeing ? DEAD_END_FLEEING_MM : DEAD_END_MM;
    }
    for (uint32_t i = 0; i < plan->danger->count && !plan->fleeing; i++) {
        const dw_danger_guard *guard = &plan->danger->guards[i];
        const uint32_t belief = dw_danger_belief(guard, plan->view->tick);
        if (belief > 0 && is_joined(plan, guard, here->room) &&
            will_look_at(plan, guard, here->position)) {
            unrest += LOOKED_AT_SOON_MM * belief / DW_DANGER_SURE;
        }
        unrest += is_unwatched(plan, guard, here) ? UNWATCHED_MM : 0;
    }
    return unrest;
}
