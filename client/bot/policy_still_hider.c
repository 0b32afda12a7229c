/* policy_still_hider.c - hides motionless. When a guard comes near, or has lost it from sight, it
 * stands crouched at a hiding position close by until the guard has passed, and then goes on.
 * A guard on a calm patrol does not look behind furniture. */
#include "client/bot/flight.h"

enum {
    COMES = 5000 * DW_UNITS_PER_MM,         /* It hides from a guard this near, */
    AT_HAND = 5000 * DW_UNITS_PER_MM,       /* but it runs from a chaser this near. */
    PASSED_TICKS = 5 * DW_TICKS_PER_SECOND, /* Out of view for this long, a guard has passed. */
    STILL_TICKS_MAX = 20 * DW_TICKS_PER_SECOND
};

typedef struct still_memory {
    dw_sneak sneak;
    uint32_t guard_tick;  /* When a guard was last near; 0: never. */
    uint32_t still_since; /* 0: goes about its errand. */
    uint32_t bored_until; /* It has waited too long, and goes on for as long. */
} still_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    still_memory *memory = bot->memory;
    *memory = (still_memory){.still_since = 0};
    dw_sneak_reset(bot, &memory->sneak, view);
}

static bool wants_still(still_memory *memory, const dw_sneak *sneak, const dw_bot_view *view)
{
    const dw_danger_guard *guard = dw_flight_nearest_guard(sneak, view);
    if (guard != NULL && dw_distance(guard->position, view->body.position) < COMES) {
        memory->guard_tick = view->tick;
    }
    const bool passed = memory->guard_tick == 0 || view->tick - memory->guard_tick >= PASSED_TICKS;
    if (passed || view->tick < memory->bored_until) {
        memory->still_since = 0;
        return false;
    }
    memory->still_since = memory->still_since == 0 ? view->tick : memory->still_since;
    if (view->tick - memory->still_since >= STILL_TICKS_MAX) {
        memory->bored_until = view->tick + STILL_TICKS_MAX;
    }
    return true;
}

static void plan(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    const bool still = wants_still(bot->memory, sneak, view);
    const dw_danger_guard *guard = dw_flight_nearest_guard(sneak, view);
    const bool at_hand =
        guard != NULL && dw_distance(guard->position, view->body.position) < AT_HAND;
    if (sneak->noticed && (sneak->exposed || at_hand)) {
        dw_flight_plan(bot, sneak, view, (dw_flight_wish){.worth = NULL});
        return;
    }
    if (still && sneak->hiding && !sneak->exposed) {
        sneak->plan_tick = view->tick + dw_sneak_plan_interval_ticks(sneak, view);
        return;
    }
    dw_flight_go_or_hide(bot, sneak, view, still || sneak->noticed);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    still_memory *memory = bot->memory;
    return dw_flight_decide(bot, &memory->sneak, view, plan);
}

const dw_policy dw_policy_still_hider = {"still_hider", "hides motionless until a guard has passed",
                                         sizeof(still_memory), reset, decide};
