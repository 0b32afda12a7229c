#include "client/bot/sneak.h"

#include "client/bot/hush.h"
#include "common/base/check.h"
#include "common/world/throw.h"

enum {
    TOLERANCE = 40 * DW_UNITS_PER_MM,
    POINT_TOLERANCE = 120 * DW_UNITS_PER_MM,
    POINT_NEAR = 700 * DW_UNITS_PER_MM, /* Within this distance it heads for the next point. */
    RELEASE_TICKS = 2,
    HOLD_TICKS = 2 * DW_SCAN_TICKS,
    LIT_MM = 6000,       /* Price of a lit hiding position while it flees. */
    EDGE_MM = 200,       /* Price of each neighbour of a hiding position that guards see. */
    USE_AGAIN_TICKS = 9, /* Longer than a door's answer takes. */
    STRETCH_MM = 6000,   /* The part of the path ahead that must be safe. */
    PLAN_AGAIN_TICKS = 3,
    PLAN_FLEEING_TICKS = 12,
    PLAN_EXPOSED_TICKS = 15,
    PLAN_WARY_TICKS = 30,
    PLAN_ALONE_TICKS = 90,
    RISK_FIRST = 2000,     /* Risk that `careful` accepts at first, in millimetres of detour; */
    RISK_WAITED = 4,       /* more for each tick that it has waited, */
    RISK_PLAYED_TICKS = 8, /* and one more for this many ticks of the round. */
    RISK_FLEEING = 30000,  /* While it flees with the objective. */
    CHASE_TICKS_MAX = 900, /* A chase this long does not keep it from the objective. */
    BOLD_TICKS = 5 * 60 * DW_TICKS_PER_SECOND, /* From then on it does not wait. */
    BOLD_RISK_FIRST = 10000,
    BOLD_RISK_WAITED = 20,
    BOLD_RISK_PLAYED_TICKS = 8,
    THROW_AGAIN_TICKS =
        10 * DW_TICKS_PER_SECOND,      /* A guard that was drawn off stays for a while. */
    MATE_NEAR = 2500 * DW_UNITS_PER_MM /* A door stays open for a teammate this near. */
};

void dw_sneak_reset(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    *sneak = (dw_sneak){.began_tick = view->tick,
                        .plan_tick = view->tick,
                        .door_behind = DW_NONE,
                        .room = dw_map_room_at(bot->ground->map, view->body.position)};
}

uint32_t dw_sneak_played_ticks(const dw_sneak *sneak, const dw_bot_view *view)
{
    return view->tick - sneak->began_tick;
}

uint32_t dw_sneak_risk_ahead(const dw_bot *bot, const dw_sneak *sneak, const dw_danger_plan *plan)
{
    const dw_roadmap *roadmap = bot->ground->roadmap;
    uint32_t length = 0, risk = 0;
    for (uint32_t i = 1; i < sneak->point_count && length < STRETCH_MM; i++) {
        const uint16_t a = sneak->points[i - 1], b = sneak->points[i];
        const uint32_t leg =
            (uint32_t)(dw_distance(roadmap->nodes[a].position, roadmap->nodes[b].position) /
                       DW_UNITS_PER_MM);
        const uint32_t paid = (roadmap->cost[b] - roadmap->cost[a]) / DW_ROADMAP_PRICE_ONE;
        const uint32_t fair = leg + dw_danger_comfort(plan, a) * leg / DW_ROADMAP_PRICE_ONE;
        length += leg;
        risk += paid > fair ? paid - fair : 0;
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

static uint16_t hiding_node(const dw_bot *bot, const dw_danger_plan *danger)
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

void dw_sneak_take_path(const dw_bot *bot, dw_sneak *sneak, uint16_t node, bool hiding)
{
    sneak->point_count = 0;
    sneak->point_at = 0;
    sneak->hiding = hiding;
    if (node != DW_NONE) {
        sneak->point_count = (uint16_t)dw_roadmap_path(bot->ground->roadmap, node, sneak->points,
                                                       DW_SNEAK_POINTS_MAX);
    }
}

uint32_t dw_sneak_plan_interval_ticks(const dw_sneak *sneak, const dw_bot_view *view)
{
    if (sneak->noticed) {
        return PLAN_FLEEING_TICKS;
    }
    if (sneak->exposed) {
        return PLAN_EXPOSED_TICKS;
    }
    for (uint32_t i = 0; i < sneak->danger.count; i++) {
        const dw_danger_guard *guard = &sneak->danger.guards[i];
        const bool matters = guard->stays ? sneak->hiding && dw_camera_sweep_learned(&guard->sweep)
                                          : dw_danger_belief(guard, view->tick) > 0;
        if (guard->visible || matters) {
            return PLAN_WARY_TICKS;
        }
    }
    return PLAN_ALONE_TICKS;
}

uint32_t dw_sneak_bold_risk(const dw_sneak *sneak, const dw_bot_view *view)
{
    return BOLD_RISK_FIRST + sneak->waited * BOLD_RISK_WAITED +
           dw_sneak_played_ticks(sneak, view) / BOLD_RISK_PLAYED_TICKS;
}

/* A guard bars the path that has been taken just now: a throw may draw it off. */
static void plan_throw(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_hush_path path = {sneak->points, sneak->point_count};
    const bool rested =
        sneak->throw_tick == 0 || view->tick - sneak->throw_tick >= THROW_AGAIN_TICKS;
    dw_hush_throw chosen = {DW_TOOL_NONE, {0, 0}};
    sneak->throws = rested && !sneak->noticed && !sneak->exposed &&
                    dw_hush_choose_throw(bot->ground, &sneak->danger, view, path,
                                         dw_sneak_played_ticks(sneak, view), &chosen);
    sneak->tool = (uint8_t)chosen.tool;
    sneak->landing = chosen.landing;
}

void dw_sneak_go_or_hide(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                         const dw_sneak_order *order)
{
    dw_roadmap *roadmap = bot->ground->roadmap;
    dw_roadmap_search(roadmap, &view->body.position, 1, order->price, order->context);
    sneak->plan_tick = view->tick + dw_sneak_plan_interval_ticks(sneak, view);
    const uint16_t goal = dw_roadmap_nearest(roadmap, sneak->goal);
    const bool reached = goal != DW_NONE && roadmap->cost[goal] != DW_ROADMAP_NO_COST;
    dw_sneak_take_path(bot, sneak, reached ? goal : DW_NONE, false);
    if (!order->hides && dw_sneak_risk_ahead(bot, sneak, order->danger) <= order->risk_accepted) {
        return;
    }
    if (!order->hides) {
        plan_throw(bot, sneak, view);
    }
    const uint16_t hiding = hiding_node(bot, order->danger);
    if (hiding != DW_NONE) {
        dw_sneak_take_path(bot, sneak, hiding, true);
    }
}

static uint32_t careful_risk(const dw_sneak *sneak, const dw_bot_view *view)
{
    const uint32_t played = dw_sneak_played_ticks(sneak, view);
    if (played >= BOLD_TICKS) {
        return UINT32_MAX;
    }
    if (sneak->noticed) {
        const bool carries = (view->snapshot->own.flags & DW_BODY_CARRYING) != 0;
        const bool enough = view->tick - sneak->noticed_tick >= CHASE_TICKS_MAX;
        return carries || enough ? RISK_FLEEING : 0;
    }
    return RISK_FIRST + sneak->waited * RISK_WAITED + played / RISK_PLAYED_TICKS;
}

void dw_sneak_plan_carefully(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, bot->ground->roadmap, view, sneak->noticed);
    const dw_sneak_order order = {&danger, dw_danger_price, &danger, careful_risk(sneak, view),
                                  false};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

/* Takes a new snapshot in. */
static void observe(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_map *map = bot->ground->map;
    if (!dw_danger_update(&sneak->danger, map, view)) {
        return;
    }
    const bool exposed = dw_danger_sees(&sneak->danger, map, view, &view->doors,
                                        view->body.position, view->body.crouching);
    const bool noticed = dw_danger_noticed(&sneak->danger, view->tick);
    uint8_t seen = 0;
    for (uint32_t i = 0; i < sneak->danger.count; i++) {
        seen = (uint8_t)(seen + sneak->danger.guards[i].visible);
    }
    const bool changed =
        exposed != sneak->exposed || noticed != sneak->noticed || seen > sneak->seen_count;
    if (changed && sneak->plan_tick > view->tick + DW_SNEAK_REACTION_TICKS) {
        sneak->plan_tick = view->tick + DW_SNEAK_REACTION_TICKS;
    }
    const bool faced = exposed && dw_danger_chaser_sees(&sneak->danger, map, view, &view->doors,
                                                        view->body.position, view->body.crouching);
    if (faced && !sneak->faced) {
        sneak->faced_tick = view->tick;
    }
    if (noticed && !sneak->noticed) {
        sneak->noticed_tick = view->tick;
    }
    sneak->crouches = dw_hush_wants_crouch(bot->ground, &sneak->danger, view);
    sneak->exposed = exposed;
    sneak->faced = faced;
    sneak->noticed = noticed;
    sneak->seen_count = seen;
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

/* A guard that would come looks at it through a door that it can shut. */
static bool wants_shut_against_eyes(const dw_bot *bot, const dw_sneak *sneak,
                                    const dw_bot_view *view)
{
    if (!sneak->faced || view->tick - sneak->faced_tick < DW_SNEAK_REACTION_TICKS) {
        return false;
    }
    const uint16_t door = door_to_shut(bot, view);
    if (door == DW_NONE) {
        return false;
    }
    dw_door_set then = view->doors;
    dw_door_set_put(&then, door, false);
    return !dw_danger_chaser_sees(&sneak->danger, bot->ground->map, view, &then,
                                  view->body.position, view->body.crouching);
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

static bool is_before_target(const dw_bot *bot, const dw_sneak *sneak, uint16_t door)
{
    const dw_door *doorway = &bot->ground->map->doors[door];
    const uint16_t room = dw_map_room_at(bot->ground->map, sneak->target);
    return room == dw_door_other_room(doorway, sneak->room);
}

/* It came through a door and does not go back. */
static bool wants_shut_behind(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                              bool spares_door_to_use)
{
    const dw_map *map = bot->ground->map;
    const uint16_t room = dw_map_room_at(map, view->body.position);
    if (room != sneak->room && room != DW_NONE) {
        for (uint16_t i = 0; i < map->rooms[room].door_count; i++) {
            const uint16_t door = map->rooms[room].doors[i];
            if (dw_door_other_room(&map->doors[door], room) == sneak->room &&
                dw_rect_overlaps(map->doors[door].doorway,
                                 dw_rect_around(view->body.position, DW_BODY_HALF))) {
                sneak->door_behind = door;
            }
        }
        sneak->room = room;
    }
    if (sneak->door_behind == DW_NONE || door_to_shut(bot, view) != sneak->door_behind ||
        dw_rect_overlaps(map->doors[sneak->door_behind].doorway,
                         dw_rect_around(view->body.position, DW_BODY_HALF))) {
        return false;
    }
    for (uint32_t i = sneak->point_at; i < sneak->point_count; i++) {
        if (bot->ground->roadmap->nodes[sneak->points[i]].door == sneak->door_behind) {
            return false;
        }
    }
    /* A path point is dropped before the body gets there, and doorways are short: the door can
     * still lie before a body whose path has no point of it left. */
    if (spares_door_to_use && is_before_target(bot, sneak, sneak->door_behind)) {
        return false;
    }
    sneak->door_behind = DW_NONE;
    return !has_mate_near(bot, view);
}

/* Where to walk now: along the points, and from the last one to the goal itself. */
static dw_vec next_position(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_roadmap *roadmap = bot->ground->roadmap;
    while (sneak->point_at < sneak->point_count) {
        const dw_vec here = roadmap->nodes[sneak->points[sneak->point_at]].position;
        const bool last = sneak->point_at + 1 == sneak->point_count;
        const dw_vec after =
            last ? sneak->goal : roadmap->nodes[sneak->points[sneak->point_at + 1]].position;
        const dw_nav_query query = {.from = view->body.position, .to = after, .room = DW_NONE};
        const int32_t far = dw_distance(here, view->body.position);
        if ((last && sneak->hiding) || far > POINT_NEAR ||
            (far > POINT_TOLERANCE && !dw_nav_straight(bot->ground->nav, &query, NULL))) {
            return here;
        }
        sneak->point_at++;
    }
    return sneak->goal;
}

static dw_gait choose_gait(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    if (sneak->noticed) {
        return DW_GAIT_SPRINT;
    }
    const dw_map *map = bot->ground->map;
    const dw_vec here = view->body.position;
    if (dw_danger_sees(&sneak->danger, map, view, &view->doors, here, false)) {
        return dw_danger_sees(&sneak->danger, map, view, &view->doors, here, true) ? DW_GAIT_SPRINT
                                                                                   : DW_GAIT_CROUCH;
    }
    return sneak->crouches ? DW_GAIT_CROUCH : DW_GAIT_WALK;
}

static dw_bot_decision move(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                            const dw_sneak_style *style)
{
    const dw_gait gait =
        style->gait != NULL ? style->gait(bot, sneak, view) : choose_gait(bot, sneak, view);
    const dw_vec target = next_position(bot, sneak, view);
    if (!dw_vec_equal(target, sneak->target)) {
        sneak->target = target;
        const bool last = sneak->point_at + 1 >= sneak->point_count;
        dw_walk_start(&sneak->walk, target, last ? TOLERANCE : POINT_TOLERANCE, view->tick);
    }
    dw_bot_decision decision;
    const dw_walk_order order = {bot->ground, view, &bot->rng, gait, bot->hold};
    const dw_walk_result result = dw_walk_step(&sneak->walk, &order, &decision);
    if (result == DW_WALK_ARRIVED && sneak->hiding) {
        decision.intent =
            (dw_intent){.direction = DW_STAND, .buttons = sneak->noticed ? 0 : DW_BUTTON_CROUCH};
        if (sneak->exposed && sneak->plan_tick > view->tick + PLAN_AGAIN_TICKS) {
            sneak->plan_tick = view->tick + PLAN_AGAIN_TICKS; /* It does not hide the body. */
        }
    } else if (result == DW_WALK_FAILED) {
        sneak->target = view->body.position; /* Starts the walk over. */
        sneak->plan_tick = view->tick;
    }
    return decision;
}

/* Presses the use key if `wanted`, after a pause. With `shut` the door is known to be open, so no
 * answer is awaited and the pause is short. */
static void press(dw_sneak *sneak, const dw_bot_view *view, dw_intent *intent, bool wanted,
                  bool shut)
{
    const uint32_t pause = shut ? RELEASE_TICKS : USE_AGAIN_TICKS;
    const bool may = sneak->use_tick == 0 || view->tick - sneak->use_tick >= pause;
    intent->buttons &= (uint8_t)~DW_BUTTON_USE;
    if (wanted && may) {
        sneak->use_tick = view->tick;
        intent->buttons |= DW_BUTTON_USE;
    }
}

/* Whether to press now for a leaf. Where a known guard may listen, the body crouches first and
 * presses a tick later. */
static bool presses_leaf(dw_sneak *sneak, const dw_bot_view *view, dw_bot_decision *decision,
                         bool wanted)
{
    if (sneak->leaf_tick != 0 && sneak->leaf_tick == view->tick) {
        decision->intent.buttons |= DW_BUTTON_CROUCH;
        return true;
    }
    if (!wanted || sneak->noticed || view->body.crouching ||
        !dw_hush_wants_quiet_leaf(&sneak->danger, view)) {
        return wanted;
    }
    sneak->leaf_tick = view->tick + 1;
    *decision = (dw_bot_decision){{.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH}, 1};
    return false;
}

/* The throw of the last plan, once. */
static void throw_tool(dw_sneak *sneak, const dw_bot_view *view, dw_bot_decision *decision)
{
    if (!sneak->throws || sneak->noticed) {
        return;
    }
    sneak->throws = false;
    sneak->throw_tick = view->tick;
    decision->hold = 1;
    decision->intent = dw_throw_aim(decision->intent, (dw_tool)sneak->tool, view->rules,
                                    view->body.position, sneak->landing);
}

/* Keeps the key down at a device, and begins anew when nothing has come of it. */
static void hold_key(dw_sneak *sneak, const dw_bot_view *view, dw_intent *intent)
{
    if (sneak->use_tick == 0 || view->tick - sneak->use_tick > HOLD_TICKS + RELEASE_TICKS) {
        sneak->use_tick = view->tick;
    }
    if (view->tick - sneak->use_tick <= HOLD_TICKS) {
        intent->buttons |= DW_BUTTON_USE | DW_BUTTON_CROUCH;
    }
}

static void count_patience(dw_sneak *sneak)
{
    if (sneak->hiding) {
        sneak->waited++;
    } else {
        sneak->waited -= sneak->waited > 1 ? 2 : sneak->waited;
    }
}

dw_bot_decision dw_sneak_decide(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                                const dw_sneak_style *style)
{
    dw_bot_decision decision = {{.direction = DW_STAND}, 1};
    dw_intent *intent = &decision.intent;
    const dw_errand errand =
        style->errand != NULL ? style->errand(bot, sneak, view) : dw_errand_of(bot->ground, view);
    if (errand.kind == DW_ERRAND_NONE) {
        return decision;
    }
    observe(bot, sneak, view);
    if (dw_errand_in_reach(&errand, bot->ground, view)) {
        if (errand.kind == DW_ERRAND_USE && !sneak->faced) {
            hold_key(sneak, view, intent);
            return decision;
        }
        if (errand.kind == DW_ERRAND_TAKE) {
            press(sneak, view, intent, true, false);
            return decision;
        }
    }
    if (sneak->aim != errand.kind || !dw_vec_equal(sneak->aim_at, errand.target)) {
        sneak->aim = (uint8_t)errand.kind;
        sneak->aim_at = errand.target;
        sneak->goal = dw_errand_position(&errand, bot->ground, view);
        sneak->plan_tick = view->tick;
    }
    if (dw_sneak_played_ticks(sneak, view) >= style->blunt_ticks) {
        dw_sneak_take_path(bot, sneak, DW_NONE, false);
        decision = move(bot, sneak, view, style);
        press(sneak, view, intent, (intent->buttons & DW_BUTTON_USE) != 0, false);
        return decision;
    }
    if (view->tick >= sneak->plan_tick) {
        style->plan(bot, sneak, view);
    }
    count_patience(sneak);
    decision = move(bot, sneak, view, style);
    const bool shut = wants_shut_behind(bot, sneak, view, style->spares_door_to_use) ||
                      wants_shut_against_eyes(bot, sneak, view);
    const bool wanted = shut || (intent->buttons & DW_BUTTON_USE) != 0;
    press(sneak, view, intent, presses_leaf(sneak, view, &decision, wanted), shut);
    throw_tool(sneak, view, &decision);
    return decision;
}
