/* policy_idle.c - stands where it spawned: the smallest load for load tests. */
#include "client/bot/policy.h"

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)bot;
    (void)view;
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    (void)view;
    return (dw_bot_decision){{.direction = DW_STAND}, bot->hold};
}

const dw_policy dw_policy_idle = {"idle", "stands still", 0, reset, decide};
