/* policy_careful.c - a patient thief. It walks where nobody looks, and waits out of sight while a
 * guard looks at its path. It shuts doors between itself and guards that would see it, and runs
 * when it is noticed. It carries the objective home in the same manner. Its patience ends: it
 * accepts more risk the longer the round takes, and after eight minutes it just walks. */
#include "client/bot/careful_danger.h"
#include "client/bot/errand.h"
#include "client/bot/policy.h"
#include "common/base/check.h"

enum {
    POINTS_MAX = 128, /* Of a path over the roadmap. */
    TOLERANCE = 40 * DW_UNITS_PER_MM,
    POINT_TOLERANCE = 120 * DW_UNITS_PER_MM,
    POINT_NEAR = 700 * DW_UNITS_PER_MM, /* Within this distance it heads for the next point. */
    RELEASE_TICKS = 2,
    LIT_MM = 6000,         /* Price of a lit hiding position while it flees. */
    EDGE_MM = 200,         /* Price of each neighbour of a hiding position that guards see. */
    USE_AGAIN_TICKS = 9,   /* Longer than a door's answer takes. */
    STRETCH_MM = 6000,     /* The part of the path ahead that must be safe. */
    RISK_FIRST = 2000,     /* Risk that it accepts at first, in millimetres of detour; */
    RISK_WAITED = 4,       /* more for each tick that it has waited, */
    RISK_PLAYED_TICKS = 8, /* and one more for this many ticks of the round. */
    RISK_FLEEING = 30000,  /* While it flees with the objective. */
    CHASE_TICKS_MAX = 900, /* A chase this long does not keep it from the objective. */
    BOLD_TICKS = 5 * 60 * DW_TICKS_PER_SECOND,  /* From then on it does not wait, */
    BLUNT_TICKS = 8 * 60 * DW_TICKS_PER_SECOND, /* and then it ignores guards. */
    REACTION_TICKS = 18, /* It reacts to surprises after 0.3 s, as a person does. */
    PLAN_AGAIN_TICKS = 3,
    PLAN_FLEEING_TICKS = 12,
    PLAN_EXPOSED_TICKS = 15,
    PLAN_WARY_TICKS = 30,
    PLAN_ALONE_TICKS = 90,
    MATE_NEAR = 2500 * DW_UNITS_PER_MM /* A door stays open for a teammate this near. */
};

typedef enum careful_mode { MODE_GO, MODE_HIDE } careful_mode;

typedef struct careful_memory {
    dw_walk walk;
    dw_danger danger;
    uint32_t began_tick;        /* Of the round. */
    uint32_t plan_tick;         /* When to plan again. */
    uint32_t use_tick;          /* When it last pressed the use key; 0: never. */
    uint32_t waited;            /* Ticks spent hiding, less twice those spent walking. */
    uint32_t noticed_tick;      /* Since when it is noticed. */
    uint32_t exposed_tick;      /* Since when it is exposed. */
    bool noticed, exposed;      /* Exposed: a guard in view looks at it. */
    uint8_t seen_count;         /* Guards in view. */
    uint8_t mode;               /* careful_mode */
    uint8_t aim;                /* dw_errand_kind */
    dw_vec aim_at, goal;        /* The errand's target, and where to stand for it. */
    dw_vec target;              /* Of the walk. */
    uint16_t room, door_behind; /* The door that it came through and can shut. */
    uint16_t point_count, point_at;
    uint16_t points[POINTS_MAX]; /* Nodes of the roadmap. */
} careful_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    *memory = (careful_memory){.began_tick = view->tick,
                               .plan_tick = view->tick,
                               .door_behind = DW_NONE,
                               .room = dw_map_room_at(bot->ground->map, view->body.position)};
}

static uint32_t played(const dw_bot *bot, const dw_bot_view *view)
{
    const careful_memory *memory = bot->memory;
    return view->tick - memory->began_tick;
}

/* What the first part of the path costs beyond its length, in millimetres. */
static uint32_t risk_ahead(const dw_bot *bot)
{
    const careful_memory *memory = bot->memory;
    const dw_roadmap *roadmap = bot->ground->roadmap;
    uint32_t length = 0, risk = 0;
    for (uint32_t i = 1; i < memory->point_count && length < STRETCH_MM; i++) {
        const uint16_t a = memory->points[i - 1], b = memory->points[i];
        const uint32_t leg =
            (uint32_t)(dw_distance(roadmap->nodes[a].position, roadmap->nodes[b].position) /
                       DW_UNITS_PER_MM);
        const uint32_t paid = (roadmap->cost[b] - roadmap->cost[a]) / DW_ROADMAP_PRICE_ONE;
        length += leg;
        risk += paid > leg ? paid - leg : 0;
    }
    return risk;
}

static uint32_t lit_neighbours(const dw_roadmap_node *node, const dw_danger_plan *danger)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->link_count; i++) {
        count += !danger->hidden[node->links[i]];
    }
    return count;
}

/* The best position to wait: safe to reach, out of sight, and away from approaching guards. */
static uint16_t choose_hiding(const dw_bot *bot, const dw_danger_plan *danger)
{
    const dw_roadmap *roadmap = bot->ground->roadmap;
    uint16_t best = DW_NONE;
    uint64_t best_cost = UINT64_MAX;
    const uint16_t count = roadmap->room_start[roadmap->map->room_count];
    for (uint16_t n = 0; n < count; n++) {
        const dw_roadmap_node *node = &roadmap->nodes[n];
        const bool lit = !danger->hidden[n];
        if (roadmap->cost[n] == DW_ROADMAP_NO_COST || (lit && !danger->fleeing) ||
            node->door != DW_NONE || roadmap->cost[n] / DW_ROADMAP_PRICE_ONE >= best_cost) {
            continue;
        }
        const uint64_t cost = (uint64_t)EDGE_MM * lit_neighbours(node, danger) +
                              (lit ? LIT_MM : 0) + roadmap->cost[n] / DW_ROADMAP_PRICE_ONE +
                              dw_danger_unrest(danger, n);
        if (cost < best_cost) {
            best = n;
            best_cost = cost;
        }
    }
    return best;
}

static void take_path(dw_bot *bot, uint16_t node)
{
    careful_memory *memory = bot->memory;
    memory->point_count =
        (uint16_t)dw_roadmap_path(bot->ground->roadmap, node, memory->points, POINTS_MAX);
    memory->point_at = 0;
}

static uint32_t risk_accepted(const dw_bot *bot, const dw_bot_view *view)
{
    const careful_memory *memory = bot->memory;
    if (played(bot, view) >= BOLD_TICKS) {
        return UINT32_MAX;
    }
    if (memory->noticed) {
        const bool carries = (view->snapshot->own.flags & DW_BODY_CARRYING) != 0;
        const bool enough = view->tick - memory->noticed_tick >= CHASE_TICKS_MAX;
        return carries || enough ? RISK_FLEEING : 0;
    }
    return RISK_FIRST + memory->waited * RISK_WAITED + played(bot, view) / RISK_PLAYED_TICKS;
}

static uint32_t plan_interval(const dw_bot *bot, const dw_bot_view *view)
{
    const careful_memory *memory = bot->memory;
    if (memory->noticed) {
        return PLAN_FLEEING_TICKS;
    }
    if (memory->exposed) {
        return PLAN_EXPOSED_TICKS;
    }
    for (uint32_t i = 0; i < memory->danger.count; i++) {
        if (dw_danger_belief(&memory->danger.guards[i], view->tick) > 0) {
            return PLAN_WARY_TICKS;
        }
    }
    return PLAN_ALONE_TICKS;
}

/* Chooses the path to the goal when it is safe enough, else one to a position to wait. */
static void plan(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    dw_roadmap *roadmap = bot->ground->roadmap;
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &memory->danger, roadmap, view, memory->noticed);
    dw_roadmap_search(roadmap, &view->body.position, 1, dw_danger_price, &danger);
    memory->plan_tick = view->tick + plan_interval(bot, view);
    memory->mode = MODE_GO;
    memory->point_count = 0;
    memory->point_at = 0;
    const uint16_t goal = dw_roadmap_nearest(roadmap, memory->goal);
    if (goal != DW_NONE && roadmap->cost[goal] != DW_ROADMAP_NO_COST) {
        take_path(bot, goal);
    }
    if (risk_ahead(bot) <= risk_accepted(bot, view)) {
        return;
    }
    const uint16_t hiding = choose_hiding(bot, &danger);
    if (hiding != DW_NONE) {
        memory->mode = MODE_HIDE;
        take_path(bot, hiding);
    }
}

/* Takes a new snapshot in. */
static void observe(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    const dw_map *map = bot->ground->map;
    if (!dw_danger_update(&memory->danger, map, view)) {
        return;
    }
    const bool exposed = dw_danger_sees(&memory->danger, map, view, &view->doors,
                                        view->body.position, view->body.crouching);
    const bool noticed = dw_danger_noticed(&memory->danger, view->tick);
    uint8_t seen = 0;
    for (uint32_t i = 0; i < memory->danger.count; i++) {
        seen = (uint8_t)(seen + memory->danger.guards[i].visible);
    }
    const bool changed =
        exposed != memory->exposed || noticed != memory->noticed || seen > memory->seen_count;
    if (changed && memory->plan_tick > view->tick + REACTION_TICKS) {
        memory->plan_tick = view->tick + REACTION_TICKS;
    }
    if (exposed && !memory->exposed) {
        memory->exposed_tick = view->tick;
    }
    if (noticed && !memory->noticed) {
        memory->noticed_tick = view->tick;
    }
    memory->exposed = exposed;
    memory->noticed = noticed;
    memory->seen_count = seen;
}

/* The door that the use key would work now, if it is open and the own body is out of it. */
static uint16_t door_to_shut(const dw_bot *bot, const dw_bot_view *view)
{
    const dw_map *map = bot->ground->map;
    const dw_use use =
        dw_intruder_choose_use(map, &view->doors, view->rules, view->body.position, NULL);
    if (use.kind != DW_USE_DOOR || !dw_door_set_has(&view->doors, use.index) ||
        dw_leaf_blocked_by(map, use.index, view->body.position, DW_BODY_HALF)) {
        return DW_NONE;
    }
    return use.index;
}

/* A guard looks at it through a door that it can shut. */
static bool wants_shut_against_eyes(const dw_bot *bot, const dw_bot_view *view)
{
    const careful_memory *memory = bot->memory;
    if (!memory->exposed || view->tick - memory->exposed_tick < REACTION_TICKS) {
        return false;
    }
    const uint16_t door = door_to_shut(bot, view);
    if (door == DW_NONE) {
        return false;
    }
    dw_door_set then = view->doors;
    dw_door_set_put(&then, door, false);
    return !dw_danger_sees(&memory->danger, bot->ground->map, view, &then, view->body.position,
                           view->body.crouching);
}

static bool has_mate_near(const dw_bot *bot, const dw_bot_view *view)
{
    const dw_map *map = bot->ground->map;
    for (uint32_t i = 0; i < view->snapshot->body_count; i++) {
        const dw_snapshot_body *row = &view->snapshot->bodies[i];
        const dw_vec position = {dw_snapshot_restore(row->x, map->bounds.min.x),
                                 dw_snapshot_restore(row->y, map->bounds.min.y)};
        if (row->role == DW_ROLE_INTRUDER &&
            dw_distance(position, view->body.position) < MATE_NEAR) {
            return true;
        }
    }
    return false;
}

/* It came through a door and does not go back. */
static bool wants_shut_behind(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    const dw_map *map = bot->ground->map;
    const uint16_t room = dw_map_room_at(map, view->body.position);
    if (room != memory->room && room != DW_NONE) {
        for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
            const uint16_t door = map->rooms[room].doors[i];
            if (dw_door_other_room(&map->doors[door], room) == memory->room &&
                dw_rect_overlaps(map->doors[door].doorway,
                                 dw_rect_around(view->body.position, DW_BODY_HALF))) {
                memory->door_behind = door;
            }
        }
        memory->room = room;
    }
    if (memory->door_behind == DW_NONE || door_to_shut(bot, view) != memory->door_behind ||
        dw_rect_overlaps(map->doors[memory->door_behind].doorway,
                         dw_rect_around(view->body.position, DW_BODY_HALF))) {
        return false;
    }
    for (uint32_t i = memory->point_at; i < memory->point_count; i++) {
        if (bot->ground->roadmap->nodes[memory->points[i]].door == memory->door_behind) {
            return false;
        }
    }
    memory->door_behind = DW_NONE;
    return !has_mate_near(bot, view);
}

/* Where to walk now: along the points, and from the last one to the goal itself. */
static dw_vec next_position(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    const dw_roadmap *roadmap = bot->ground->roadmap;
    while (memory->point_at < memory->point_count) {
        const dw_vec here = roadmap->nodes[memory->points[memory->point_at]].position;
        const bool last = memory->point_at + 1 == memory->point_count;
        const dw_vec after =
            last ? memory->goal : roadmap->nodes[memory->points[memory->point_at + 1]].position;
        const dw_nav_query query = {.from = view->body.position, .to = after, .room = DW_NONE};
        const int32_t far = dw_distance(here, view->body.position);
        if ((last && memory->mode == MODE_HIDE) || far > POINT_NEAR ||
            (far > POINT_TOLERANCE && !dw_nav_straight(bot->ground->nav, &query, NULL))) {
            return here;
        }
        memory->point_at++;
    }
    return memory->goal;
}

static dw_gait choose_gait(const dw_bot *bot, const dw_bot_view *view)
{
    const careful_memory *memory = bot->memory;
    if (memory->noticed) {
        return DW_GAIT_SPRINT;
    }
    const dw_map *map = bot->ground->map;
    const dw_vec here = view->body.position;
    if (dw_danger_sees(&memory->danger, map, view, &view->doors, here, false)) {
        return dw_danger_sees(&memory->danger, map, view, &view->doors, here, true)
                   ? DW_GAIT_SPRINT
                   : DW_GAIT_CROUCH;
    }
    return DW_GAIT_WALK;
}

static dw_bot_decision move(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    const dw_gait gait = choose_gait(bot, view);
    const dw_vec target = next_position(bot, view);
    if (!dw_vec_equal(target, memory->target)) {
        memory->target = target;
        const bool last = memory->point_at + 1 >= memory->point_count;
        dw_walk_start(&memory->walk, target, last ? TOLERANCE : POINT_TOLERANCE, view->tick);
    }
    dw_bot_decision decision;
    const dw_walk_order order = {bot->ground, view, &bot->rng, gait, bot->hold};
    const dw_walk_result result = dw_walk_step(&memory->walk, &order, &decision);
    if (result == DW_WALK_ARRIVED && memory->mode == MODE_HIDE) {
        decision.intent = (dw_intent){DW_STAND, memory->noticed ? 0 : DW_BUTTON_CROUCH};
        if (memory->exposed && memory->plan_tick > view->tick + PLAN_AGAIN_TICKS) {
            memory->plan_tick = view->tick + PLAN_AGAIN_TICKS; /* It does not hide the body. */
        }
    } else if (result == DW_WALK_FAILED) {
        memory->target = view->body.position; /* Starts the walk over. */
        memory->plan_tick = view->tick;
    }
    return decision;
}

/* After BLUNT_TICKS: straight to the goal. */
static dw_bot_decision go_straight(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    memory->mode = MODE_GO;
    memory->point_count = 0;
    return move(bot, view);
}

/* Presses the use key if `wanted`, after a pause. With `shut` the door is known to be open, so no
 * answer is awaited and the pause is short. */
static void press(careful_memory *memory, const dw_bot_view *view, dw_intent *intent, bool wanted,
                  bool shut)
{
    const uint32_t pause = shut ? RELEASE_TICKS : USE_AGAIN_TICKS;
    const bool may = memory->use_tick == 0 || view->tick - memory->use_tick >= pause;
    intent->buttons &= (uint8_t)~DW_BUTTON_USE;
    if (wanted && may) {
        memory->use_tick = view->tick;
        intent->buttons |= DW_BUTTON_USE;
    }
}

static void count_patience(careful_memory *memory)
{
    if (memory->mode == MODE_HIDE) {
        memory->waited++;
    } else {
        memory->waited -= memory->waited > 1 ? 2 : memory->waited;
    }
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    careful_memory *memory = bot->memory;
    dw_bot_decision decision = {{DW_STAND, 0}, 1};
    dw_intent *intent = &decision.intent;
    const dw_errand errand = dw_errand_of(bot->ground, view);
    if (errand.kind == DW_ERRAND_NONE) {
        return decision;
    }
    observe(bot, view);
    if (dw_errand_in_reach(&errand, bot->ground, view)) {
        press(memory, view, intent, true, false);
        return decision;
    }
    if (memory->aim != errand.kind || !dw_vec_equal(memory->aim_at, errand.target)) {
        memory->aim = (uint8_t)errand.kind;
        memory->aim_at = errand.target;
        memory->goal = dw_errand_position(&errand, bot->ground, view);
        memory->plan_tick = view->tick;
    }
    if (played(bot, view) >= BLUNT_TICKS) {
        decision = go_straight(bot, view);
        press(memory, view, intent, (intent->buttons & DW_BUTTON_USE) != 0, false);
        return decision;
    }
    if (view->tick >= memory->plan_tick) {
        plan(bot, view);
    }
    count_patience(memory);
    decision = move(bot, view);
    const bool shut = wants_shut_behind(bot, view) || wants_shut_against_eyes(bot, view);
    press(memory, view, intent, shut || (intent->buttons & DW_BUTTON_USE) != 0, shut);
    return decision;
}

const dw_policy dw_policy_careful = {"careful", "waits out of sight, hides, runs when noticed",
                                     sizeof(careful_memory), reset, decide};
