/* policy_run_home.c - `careful`, until it is near the exit with the objective. From there it
 * sprints home, past a guard that holds the exit too. `decoy` is a team of these. */
#include "client/bot/flight.h"

typedef struct run_home_memory {
    dw_sneak sneak; /* First: `careful` takes it for its own. */
    bool runs;
} run_home_memory;

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_sneak_style style = {
        .plan = dw_flight_plan_dash, .gait = dw_flight_sprint, .blunt_ticks = UINT32_MAX};
    run_home_memory *memory = bot->memory;
    const bool runs = dw_flight_is_near_home(bot, view);
    if (runs != memory->runs) {
        memory->sneak.plan_tick = view->tick;
    }
    memory->runs = runs;
    return runs ? dw_sneak_decide(bot, &memory->sneak, view, &style)
                : dw_policy_careful.decide(bot, view);
}

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    run_home_memory *memory = bot->memory;
    memory->runs = false;
    dw_sneak_reset(bot, &memory->sneak, view);
}

const dw_policy dw_policy_run_home = {"run_home", "as careful; near the exit it runs past guards",
                                      sizeof(run_home_memory), reset, decide};
