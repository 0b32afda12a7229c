/* policy_careful.c - a patient thief. It walks where nobody looks, and waits out of sight while a
 * guard looks at its path. It shuts doors between itself and guards that would see it, and runs
 * when it is noticed. It carries the objective home in the same manner. Its patience ends: it
 * accepts more risk the longer the round takes, and after eight minutes it just walks. */
#include "client/bot/sneak.h"

enum {
    RISK_FIRST = 2000,     /* Risk that it accepts at first, in millimetres of detour; */
    RISK_WAITED = 4,       /* more for each tick that it has waited, */
    RISK_PLAYED_TICKS = 8, /* and one more for this many ticks of the round. */
    RISK_FLEEING = 30000,  /* While it flees with the objective. */
    CHASE_TICKS_MAX = 900, /* A chase this long does not keep it from the objective. */
    BOLD_TICKS = 5 * 60 * DW_TICKS_PER_SECOND, /* From then on it does not wait, */
    BLUNT_TICKS = 8 * 60 * DW_TICKS_PER_SECOND /* and then it ignores guards. */
};

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    dw_sneak_reset(bot, bot->memory, view);
}

static uint32_t risk_accepted(const dw_sneak *sneak, const dw_bot_view *view)
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

static void plan(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    dw_danger_plan danger;
    dw_danger_plan_begin(&danger, &sneak->danger, bot->ground->roadmap, view, sneak->noticed);
    const dw_sneak_order order = {&danger, dw_danger_price, &danger, risk_accepted(sneak, view),
                                  false};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_sneak_style style = {.plan = plan, .blunt_ticks = BLUNT_TICKS};
    return dw_sneak_decide(bot, bot->memory, view, &style);
}

const dw_policy dw_policy_careful = {"careful", "waits out of sight, hides, runs when noticed",
                                     sizeof(dw_sneak), reset, decide};
