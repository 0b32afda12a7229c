/* policy_shadow.c - takes the path where it is least likely to be seen. Beside the guards that it
 * knows of it reckons with those that it does not: a position that much of its room sees is worse,
 * the longer ago the bot has looked into that room. It shuts doors behind itself and waits in
 * cover. */
#include "client/bot/flight.h"
#include "common/world/sight.h"

enum {
    SAMPLES = 8,        /* Positions of its room from which a node's openness is judged, */
    NODES_A_TICK = 16,  /* for this many nodes a tick, until all are known. */
    FRESH_TICKS = 600,  /* Guards come in at any time: a look counts as this old at least, */
    STALE_TICKS = 1200, /* and after this long it says nothing any more. */
    OPEN_PRICE = DW_ROADMAP_PRICE_ONE /* Of an open position in a room not looked into. */
};

typedef struct shadow_memory {
    dw_sneak sneak;
    uint32_t looked_tick[DW_ROOMS_MAX];     /* When the middle of a room was last in view. */
    uint16_t judged;                        /* Nodes whose openness is known. */
    uint8_t openness[DW_ROADMAP_NODES_MAX]; /* Samples that see the node. */
} shadow_memory;

typedef struct shadow_plan {
    dw_danger_plan danger;
    const shadow_memory *memory;
} shadow_plan;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    shadow_memory *memory = bot->memory;
    *memory = (shadow_memory){.judged = 0};
    dw_sneak_reset(bot, &memory->sneak, view);
}

static uint8_t judge(const dw_bot *bot, uint16_t node)
{
    const dw_roadmap *roadmap = bot->ground->roadmap;
    const uint16_t room = roadmap->nodes[node].room;
    const uint32_t first = roadmap->room_start[room];
    const uint32_t count = roadmap->room_start[room + 1] - first;
    uint8_t seen = 0;
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const uint32_t from = first + (2 * i + 1) * count / (2 * SAMPLES);
        seen =
            (uint8_t)(seen + dw_sight_clear(roadmap->map, &bot->ground->all_doors,
                                            roadmap->nodes[from].position,
                                            roadmap->nodes[node].position, DW_SIGHT_OVER_MIDDLE));
    }
    return seen;
}

static void look_about(dw_bot *bot, const dw_bot_view *view)
{
    shadow_memory *memory = bot->memory;
    const dw_map *map = bot->ground->map;
    const uint32_t count = bot->ground->roadmap->node_count;
    for (uint32_t i = 0; i < NODES_A_TICK && memory->judged < count; i++) {
        memory->openness[memory->judged] = judge(bot, memory->judged);
        memory->judged++;
        if (memory->judged == count) {
            memory->sneak.plan_tick = view->tick;
        }
    }
    /* One room a tick. */
    const uint16_t room = (uint16_t)(view->tick % map->room_count);
    if (dw_sight_clear(map, &view->doors, view->body.position,
                       dw_rect_centre(map->rooms[room].area), DW_SIGHT_OVER_MIDDLE)) {
        memory->looked_tick[room] = view->tick;
    }
}

/* A dw_roadmap_price with a shadow_plan as its context. */
static uint32_t price(void *context, uint16_t node)
{
    shadow_plan *plan = context;
    const shadow_memory *memory = plan->memory;
    const uint32_t looked = memory->looked_tick[plan->danger.roadmap->nodes[node].room];
    const uint32_t passed = plan->danger.view->tick - looked;
    uint32_t stale = looked == 0 || passed > STALE_TICKS ? STALE_TICKS : passed;
    stale = stale < FRESH_TICKS ? FRESH_TICKS : stale;
    return dw_danger_price(&plan->danger, node) +
           OPEN_PRICE * memory->openness[node] * stale / (SAMPLES * STALE_TICKS);
}

static void plan_path(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    if (sneak->noticed) {
        dw_flight_plan(bot, sneak, view, (dw_flight_wish){.worth = NULL});
        return;
    }
    shadow_plan plan = {.memory = bot->memory};
    dw_danger_plan_begin(&plan.danger, &sneak->danger, bot->ground->roadmap, view, false);
    const dw_sneak_order order = {&plan.danger, price, &plan, dw_sneak_bold_risk(sneak, view),
                                  false};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    shadow_memory *memory = bot->memory;
    look_about(bot, view);
    return dw_flight_decide(bot, &memory->sneak, view, plan_path);
}

const dw_policy dw_policy_shadow = {"shadow", "takes the path where it is least likely to be seen",
                                    sizeof(shadow_memory), reset, decide};
