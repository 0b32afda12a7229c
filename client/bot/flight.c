#include "client/bot/flight.h"

enum {
    BLUNT_TICKS = 10 * 60 * DW_TICKS_PER_SECOND,
    RUN_MM_MAX = 15000, /* A run ends within this length. */
    FREE_MM = 16000,    /* The lead where no guard is believed near. */
    GUARD_PERCENT = 85, /* Speed of a chasing guard in that of a sprint: 2800 of 3300. */
    HIDDEN_MM = 4000,   /* Worth of an end out of sight, */
    DEAD_END_MM = 8000, /* and price of a room with one way out. */
    LEAD_MM_MIN = 500,  /* With less than this it is cornered. */
    RISK_EMPTY_HANDED = 0,
    RISK_CARRYING = 30000,
    BODY = 560 * DW_UNITS_PER_MM, /* Nobody passes a guard this near; */
    BODY_PRICE = 3000 * DW_ROADMAP_PRICE_ONE,
    ARMS = 1300 * DW_UNITS_PER_MM, /* and a catch goes on within this distance. */
    ARMS_PRICE = 10 * DW_ROADMAP_PRICE_ONE,
    DASH_PLAN_TICKS = 12,
    NEAR_HOME = 9000 * DW_UNITS_PER_MM
};

const dw_danger_guard *dw_flight_nearest_guard(const dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_danger_guard *nearest = NULL;
    for (uint32_t i = 0; i < sneak->danger.count; i++) {
        const dw_danger_guard *guard = &sneak->danger.guards[i];
        if (guard->visible && !guard->harmless &&
            (nearest == NULL || dw_distance(guard->position, view->body.position) <
                                    dw_distance(nearest->position, view->body.position))) {
            nearest = guard;
        }
    }
    return nearest;
}

/* A dw_roadmap_price with a dw_danger_plan: only guards' bodies and arms count. */
static uint32_t past_guards_price(void *context, uint16_t node)
{
    const dw_danger_plan *plan = context;
    uint32_t price = DW_ROADMAP_PRICE_ONE;
    for (uint32_t i = 0; i < plan->danger->count; i++) {
        const dw_danger_guard *guard = &plan->danger->guards[i];
        const int32_t far = dw_distance(guard->position, plan->roadmap->nodes[node].position);
        if (guard->visible && !guard->harmless && far < ARMS) {
            price += far < BODY ? BODY_PRICE : ARMS_PRICE;
        }
    }
    return price;
}

static int64_t guards_distance_mm(const dw_danger_plan *plan, uint16_t node)
{
    const bool far = node == DW_NONE || plan->guards_mm[node] == UINT16_MAX;
    return far ? FREE_MM : plan->guards_mm[node];
}

/* How far guards are behind when the body arrives: they follow it, or run straight to the node. */
static int64_t lead_mm(const dw_danger_plan *plan, uint16_t node, int64_t gap_mm)
{
    const int64_t length = plan->roadmap->length_mm[node];
    const int64_t followed = gap_mm + length * (100 - GUARD_PERCENT) / 100;
    const int64_t met = guards_distance_mm(plan, node) - length * GUARD_PERCENT / 100;
    return met < followed ? met : followed;
}

/* No wish outweighs being cut off. */
static uint16_t best_end(const dw_danger_plan *plan, uint16_t own, const dw_flight_wish *wish)
{
    const dw_roadmap *roadmap = plan->roadmap;
    const int64_t gap = guards_distance_mm(plan, own);
    uint16_t best = DW_NONE;
    int64_t best_worth = INT64_MIN;
    for (uint16_t n = 0; n < roadmap->node_count; n++) {
        if (roadmap->cost[n] == DW_ROADMAP_NO_COST || roadmap->length_mm[n] > RUN_MM_MAX) {
            continue;
        }
        const int64_t lead = lead_mm(plan, n, gap);
        int64_t worth = lead + (plan->hidden[n] ? HIDDEN_MM : 0);
        worth -= dw_danger_is_dead_end(roadmap->map, roadmap->nodes[n].room) ? DEAD_END_MM : 0;
        if (lead < LEAD_MM_MIN || worth < LEAD_MM_MIN) {
            continue;
        }
        worth += wish->worth != NULL ? wish->worth(wish->context, plan, n) : 0;
        if (worth > best_worth) {
            best = n;
            best_worth = worth;
        }
    }
    return best;
}

void dw_flight_plan(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                    dw_flight_wish wish)
{
    dw_roadmap *roadmap = bot->ground->roadmap;
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, roadmap, view, true);
    dw_roadmap_search(roadmap, &view->body.position, 1, dw_danger_price, &danger);
    sneak->plan_tick = view->tick + dw_sneak_plan_interval_ticks(sneak, view);
    const uint16_t goal = dw_roadmap_nearest(roadmap, sneak->goal);
    dw_sneak_take_path(bot, sneak, goal, false);
    const bool carries = (view->snapshot->own.flags & DW_BODY_CARRYING) != 0;
    if (!wish.runs_first &&
        dw_sneak_risk_ahead(bot, sneak, &danger) <= (carries ? RISK_CARRYING : RISK_EMPTY_HANDED)) {
        return;
    }
    dw_roadmap_search(roadmap, &view->body.position, 1, past_guards_price, &danger);
    const uint16_t own = dw_roadmap_nearest(roadmap, view->body.position);
    const uint16_t end = best_end(&danger, own, &wish);
    dw_sneak_take_path(bot, sneak, end != DW_NONE ? end : goal, end != DW_NONE);
}

void dw_flight_plan_dash(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    dw_roadmap *roadmap = bot->ground->roadmap;
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, roadmap, view, true);
    dw_roadmap_search(roadmap, &view->body.position, 1, past_guards_price, &danger);
    sneak->plan_tick = view->tick + DASH_PLAN_TICKS;
    dw_sneak_take_path(bot, sneak, dw_roadmap_nearest(roadmap, sneak->goal), false);
}

dw_gait dw_flight_sprint(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view)
{
    (void)bot;
    (void)sneak;
    (void)view;
    return DW_GAIT_SPRINT;
}

bool dw_flight_is_near_home(const dw_bot *bot, const dw_bot_view *view)
{
    const dw_vec exit = dw_rect_centre(bot->ground->map->exit);
    return (view->snapshot->own.flags & DW_BODY_CARRYING) != 0 &&
           dw_distance(view->body.position, exit) < NEAR_HOME;
}

void dw_flight_go_or_hide(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view, bool hides)
{
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, bot->ground->roadmap, view, false);
    const dw_sneak_order order = {&danger, dw_danger_price, &danger,
                                  dw_sneak_bold_risk(sneak, view), hides};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

dw_bot_decision dw_flight_decide(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                                 void (*plan)(dw_bot *bot, dw_sneak *sneak,
                                              const dw_bot_view *view))
{
    const dw_sneak_style style = {
        .plan = plan, .blunt_ticks = BLUNT_TICKS, .spares_door_to_use = true};
    return dw_sneak_decide(bot, sneak, view, &style);
}
