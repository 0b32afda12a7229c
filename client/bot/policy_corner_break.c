/* policy_corner_break.c - makes the last known position wrong. When it is chased it takes the
 * nearest corner or door that breaks the guard's sight. The guard then goes to where it saw the bot
 * last, and on from there: at the break the bot changes its direction and takes another path. */
#include "client/bot/flight.h"

enum {
    FALSE_TRAIL_TICKS = 4 * DW_TICKS_PER_SECOND, /* For this long it keeps off its old path: */
    TRAIL_PRICE = 4 * DW_ROADMAP_PRICE_ONE,      /* this costs a millimetre of it, */
    TRAIL_MM = 5000,                             /* and this a flight's end there. */
    TRAIL_NEAR = 1200 * DW_UNITS_PER_MM,
    HIDDEN_MM = 3000 /* Worth of a position out of sight. */
};

typedef struct corner_memory {
    dw_sneak sneak;
    bool was_exposed;
    uint32_t broke_tick; /* When sight was broken; 0: never. */
    dw_vec broke_at;     /* The last known position, */
    dw_vec direction;    /* and the way on that it shows. */
} corner_memory;

typedef struct corner_plan {
    dw_danger_plan danger;
    const corner_memory *memory;
} corner_plan;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    corner_memory *memory = bot->memory;
    *memory = (corner_memory){.broke_tick = 0};
    dw_sneak_reset(bot, &memory->sneak, view);
}

static bool is_on_false_trail(const corner_memory *memory, uint32_t tick)
{
    return memory->broke_tick != 0 && tick - memory->broke_tick < FALSE_TRAIL_TICKS;
}

/* The guard expects the bot at the last known position, or ahead of it. */
static bool is_expected(const corner_memory *memory, uint32_t tick, dw_vec position)
{
    if (!is_on_false_trail(memory, tick)) {
        return false;
    }
    const dw_vec offset = dw_vec_sub(position, memory->broke_at);
    return dw_dot(memory->direction, offset) > 0 ||
           dw_distance(position, memory->broke_at) < TRAIL_NEAR;
}

/* A dw_roadmap_price with a corner_plan as its context. */
static uint32_t price(void *context, uint16_t node)
{
    corner_plan *plan = context;
    const dw_vec position = plan->danger.roadmap->nodes[node].position;
    return dw_danger_price(&plan->danger, node) +
           (is_expected(plan->memory, plan->danger.view->tick, position) ? TRAIL_PRICE : 0);
}

/* `context` is the memory. */
static int64_t worth(void *context, const dw_danger_plan *danger, uint16_t node)
{
    const corner_memory *memory = context;
    const dw_vec position = danger->roadmap->nodes[node].position;
    const bool expected = is_expected(memory, danger->view->tick, position);
    return (danger->hidden[node] ? HIDDEN_MM : 0) - (expected ? TRAIL_MM : 0);
}

/* While it is seen, it remembers where, and which way it went. */
static void watch_for_break(corner_memory *memory, const dw_bot_view *view)
{
    dw_sneak *sneak = &memory->sneak;
    if (sneak->exposed) {
        memory->broke_tick = 0;
        memory->broke_at = view->body.position;
        memory->direction =
            (dw_vec){dw_cosine_bam(view->body.heading_bam), dw_sine_bam(view->body.heading_bam)};
    } else if (memory->was_exposed && sneak->noticed) {
        memory->broke_tick = view->tick;
        sneak->plan_tick = view->tick;
    }
    memory->was_exposed = sneak->exposed;
}

static void plan_path(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    corner_memory *memory = bot->memory;
    if (sneak->noticed) {
        dw_flight_plan(bot, sneak, view,
                       (dw_flight_wish){worth, memory, is_on_false_trail(memory, view->tick)});
        return;
    }
    corner_plan plan = {.memory = memory};
    dw_danger_plan_begin(&plan.danger, &sneak->danger, bot->ground->roadmap, view, false);
    const dw_sneak_order order = {&plan.danger, price, &plan, dw_sneak_bold_risk(sneak, view),
                                  false};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    corner_memory *memory = bot->memory;
    watch_for_break(memory, view);
    return dw_flight_decide(bot, &memory->sneak, view, plan_path);
}

const dw_policy dw_policy_corner_break = {"corner_break",
                                          "breaks sight at a corner and goes another way",
                                          sizeof(corner_memory), reset, decide};
