/* policy_careful.c - a patient thief. It walks where nobody looks, and waits out of sight while a
 * guard looks at its path. It shuts doors between itself and guards that would see it, and runs
 * when it is noticed. It carries the objective home in the same manner. Its patience ends: it
 * accepts more risk the longer the round takes, and after eight minutes it just walks. */
#include "client/bot/sneak.h"

enum { BLUNT_TICKS = 8 * 60 * DW_TICKS_PER_SECOND }; /* From then on it ignores guards. */

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    dw_sneak_reset(bot, bot->memory, view);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_sneak_style style = {.plan = dw_sneak_plan_carefully,
                                         .blunt_ticks = BLUNT_TICKS};
    return dw_sneak_decide(bot, bot->memory, view, &style);
}

const dw_policy dw_policy_careful = {"careful", "waits out of sight, hides, runs when noticed",
                                     sizeof(dw_sneak), reset, decide};
