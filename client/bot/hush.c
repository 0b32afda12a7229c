#include "client/bot/hush.h"

#include "common/world/floor.h"
#include "common/world/sight.h"
#include "common/world/throw.h"

enum {
    EARS_DB10 = 200,                /* Guards hear from this level on. */
    NEAR = 25000 * DW_UNITS_PER_MM, /* The loudest step is not heard further off. */
    BELIEF = DW_DANGER_SURE / 2,
    STRETCH_MM = 8000,                       /* Of the path: guards beyond do not matter yet. */
    IN_THE_WAY = 3000 * DW_UNITS_PER_MM,     /* A guard this near to the path stands in it. */
    OFF_PATH = 2000 * DW_UNITS_PER_MM,       /* A throw lands at least this far from the path, */
    OFF_BODY = 2000 * DW_UNITS_PER_MM,       /* from the body, */
    OFF_GUARD = 1500 * DW_UNITS_PER_MM,      /* and from the guard, */
    GUARD_REACH = 4500 * DW_UNITS_PER_MM,    /* and not further than this from the guard. */
    AWAY_WORTH = 4000 * DW_UNITS_PER_MM,     /* Of a landing that turns the guard's back. */
    BLIND_WORTH = 6000 * DW_UNITS_PER_MM,    /* Of one that sees nothing of the path. */
    NOSE = 2500 * DW_UNITS_PER_MM,           /* A dog smells a bait this far off, */
    HUNGRY_TICKS = 60 * DW_TICKS_PER_SECOND, /* and is hungry this long after the start. */
    HEADINGS = 32,
    DISTANCES = 3
};

/* As by default; a player is not told. */
static const dw_sound_losses LOSSES = {.doorway_db10 = 30, .leaf_db10 = 140, .wall_db10 = 300};

static bool is_known(const dw_danger_guard *guard, uint32_t tick)
{
    return dw_danger_belief(guard, tick) >= BELIEF && !guard->gone;
}

static bool listens(const dw_danger_guard *guard, const dw_bot_view *view)
{
    return is_known(guard, view->tick) && dw_guard_kind_listens(dw_guard_kind(view, guard->id));
}

bool dw_hush_wants_crouch(const dw_bot_ground *ground, const dw_danger *danger,
                          const dw_bot_view *view)
{
    const dw_map *map = ground->map;
    const dw_vec here = view->body.position;
    const uint16_t room = dw_map_room_at(map, here);
    const int32_t floor =
        room == DW_NONE ? 0 : dw_floor_loudness_db10((dw_floor)map->rooms[room].floor);
    const int32_t walks = view->rules->step_walking_db10 + floor - EARS_DB10;
    const int32_t crouches = view->rules->step_crouching_db10 + floor - EARS_DB10;
    if (view->rules->hearing == 0 || floor <= 0 || walks < 0) {
        return false;
    }
    dw_sound_spread spread;
    bool made = false;
    bool wants = false;
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        const uint16_t there = dw_map_room_at(map, guard->position);
        if (!listens(guard, view) || there == DW_NONE ||
            dw_distance(guard->position, here) > NEAR) {
            continue;
        }
        if (!made) {
            dw_sound_spread_begin(&spread, dw_nav_sound(ground->nav), &LOSSES, &view->doors, here,
                                  room, walks);
            made = true;
        }
        dw_sound_arrival arrival;
        if (dw_sound_arrives(&spread, guard->position, there, &arrival)) {
            if (arrival.loss_db10 <= crouches) {
                return false; /* It is heard in any case. */
            }
            wants = true;
        }
    }
    return wants;
}

bool dw_hush_wants_quiet_leaf(const dw_danger *danger, const dw_bot_view *view)
{
    for (uint32_t i = 0; view->rules->hearing != 0 && i < danger->count; i++) {
        if (listens(&danger->guards[i], view)) {
            return true;
        }
    }
    return false;
}

/* How far `position` is from the first stretch of the path. */
static int32_t distance_to_path(const dw_roadmap *roadmap, dw_hush_path path, dw_vec position)
{
    int32_t nearest = INT32_MAX;
    int32_t length = 0;
    for (uint32_t i = 0; i < path.count && length < DW_MM(STRETCH_MM); i++) {
        const dw_vec here = roadmap->nodes[path.points[i]].position;
        const int32_t far = dw_distance(here, position);
        nearest = far < nearest ? far : nearest;
        length += i > 0 ? dw_distance(here, roadmap->nodes[path.points[i - 1]].position) : 0;
    }
    return nearest;
}

static bool looks_at_path(const dw_bot_ground *ground, const dw_danger_guard *guard,
                          const dw_bot_view *view, dw_hush_path path)
{
    int32_t length = 0;
    for (uint32_t i = 1; i < path.count && length < DW_MM(STRETCH_MM); i++) {
        const dw_vec here = ground->roadmap->nodes[path.points[i]].position;
        length += dw_distance(here, ground->roadmap->nodes[path.points[i - 1]].position);
        if (dw_danger_guard_sees(guard, ground->map, view, &view->doors, here, false)) {
            return true;
        }
    }
    return false;
}

/* What lands near the guard may draw it off. */
static bool is_drawn_by(dw_tool tool, const dw_danger_guard *guard, const dw_bot_view *view)
{
    if (guard->harmless || guard->asleep || guard->mood == DW_MOOD_CHASING) {
        return false;
    }
    return tool == DW_TOOL_COIN
               ? listens(guard, view)
               : is_known(guard, view->tick) && dw_guard_kind_eats(dw_guard_kind(view, guard->id));
}

/* The nearest known guard that bars the path and heeds the tool; NULL: none does. */
static const dw_danger_guard *guard_in_the_way(const dw_bot_ground *ground, const dw_danger *danger,
                                               const dw_bot_view *view, dw_hush_path path,
                                               dw_tool tool)
{
    const dw_danger_guard *found = NULL;
    int32_t nearest = INT32_MAX;
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        const int32_t far = dw_distance(guard->position, view->body.position);
        if (is_drawn_by(tool, guard, view) && far < nearest &&
            (distance_to_path(ground->roadmap, path, guard->position) < IN_THE_WAY ||
             looks_at_path(ground, guard, view, path))) {
            found = guard;
            nearest = far;
        }
    }
    return found;
}

/* AWAY_WORTH where the guard turns its back to the body when it turns to the landing, less than
 * nothing where it turns to the body. */
static int64_t away_worth(const dw_danger_guard *guard, dw_vec body, dw_vec landing)
{
    const dw_vec to_body = dw_vec_sub(body, guard->position);
    const dw_vec to_landing = dw_vec_sub(landing, guard->position);
    const int64_t lengths =
        (int64_t)dw_distance(guard->position, body) * dw_distance(guard->position, landing);
    return lengths == 0 ? 0 : -dw_dot(to_body, to_landing) / (lengths / AWAY_WORTH + 1);
}

/* A coin is heard anywhere; a bait has to be seen or smelt. */
static bool is_noticed(const dw_bot_ground *ground, const dw_danger_guard *guard,
                       const dw_bot_view *view, dw_tool tool, dw_vec landing)
{
    return tool == DW_TOOL_COIN ||
           dw_danger_guard_sees(guard, ground->map, view, &view->doors, landing, true) ||
           (dw_distance(landing, guard->position) <= NOSE &&
            dw_sight_clear(ground->map, &view->doors, guard->position, landing, DW_SIGHT_REACH));
}

/* The guard will look round there: BLIND_WORTH less the share of the path that is seen from it. */
static int64_t blind_worth(const dw_bot_ground *ground, const dw_bot_view *view, dw_hush_path path,
                           dw_vec landing)
{
    const dw_roadmap *roadmap = ground->roadmap;
    int32_t length = 0;
    uint32_t count = 0;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < path.count && length < DW_MM(STRETCH_MM); i++) {
        const dw_vec here = roadmap->nodes[path.points[i]].position;
        length += i > 0 ? dw_distance(here, roadmap->nodes[path.points[i - 1]].position) : 0;
        seen += dw_sight_clear(ground->map, &view->doors, landing, here, DW_SIGHT_OVER_MIDDLE);
        count++;
    }
    return count == 0 ? 0 : (int64_t)BLIND_WORTH * (count - seen) / count;
}

/* What a thing that lands there is worth against the guard; below 0: nothing, also where the guard
 * would turn towards the body. */
static int64_t landing_worth(const dw_bot_ground *ground, const dw_danger_guard *guard,
                             const dw_bot_view *view, dw_hush_path path, dw_vec landing)
{
    const int32_t off_path = distance_to_path(ground->roadmap, path, landing);
    const int32_t off_guard = dw_distance(landing, guard->position);
    const int64_t away = away_worth(guard, view->body.position, landing);
    if (off_path < OFF_PATH || off_guard < OFF_GUARD || off_guard > GUARD_REACH || away < 0 ||
        dw_distance(landing, view->body.position) < OFF_BODY) {
        return -1;
    }
    return off_path + away + blind_worth(ground, view, path, landing);
}

static bool choose_landing(const dw_bot_ground *ground, const dw_danger *danger,
                           const dw_bot_view *view, dw_hush_path path, dw_hush_throw *chosen)
{
    const dw_ruleset *rules = view->rules;
    const dw_danger_guard *guard = guard_in_the_way(ground, danger, view, path, chosen->tool);
    if (guard == NULL) {
        return false;
    }
    int64_t best = -1;
    const int32_t steps = rules->throw_mm_max / DW_THROW_STEP_MM;
    for (uint32_t i = 0; i < HEADINGS * DISTANCES; i++) {
        const dw_intent aim = {
            .buttons = DW_BUTTON_COIN,
            .throw_heading = (uint8_t)(i % HEADINGS * DW_THROW_HEADINGS / HEADINGS),
            .throw_distance = (uint8_t)(steps * (int32_t)(i / HEADINGS + 1) / DISTANCES)};
        const dw_throw flight =
            dw_throw_fly(ground->map, &view->doors, rules, view->body.position, aim);
        const int64_t worth = landing_worth(ground, guard, view, path, flight.landing);
        if (worth > best && is_noticed(ground, guard, view, chosen->tool, flight.landing)) {
            best = worth;
            chosen->landing = flight.landing;
        }
    }
    return best >= 0;
}

bool dw_hush_choose_throw(const dw_bot_ground *ground, const dw_danger *danger,
                          const dw_bot_view *view, dw_hush_path path, uint32_t played_ticks,
                          dw_hush_throw *chosen)
{
    const dw_snapshot_own *own = &view->snapshot->own;
    if (view->rules->tools == 0) {
        return false;
    }
    chosen->tool = DW_TOOL_BAIT;
    if (own->baits > 0 && played_ticks >= HUNGRY_TICKS &&
        choose_landing(ground, danger, view, path, chosen)) {
        return true;
    }
    chosen->tool = DW_TOOL_COIN;
    return view->rules->hearing != 0 && own->coins > 0 &&
           choose_landing(ground, danger, view, path, chosen);
}
