/* policy_idle.c - stands where it spawned: the floor of every load test. */
#include "client/bot/policy.h"

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)bot;
    (void)view;
}

static dw_intent decide(dw_bot *bot, const dw_bot_view *view, uint32_t *hold)
{
    (void)view;
    *hold = bot->hold;
    return (dw_intent){DW_STAND, 0};
}

const dw_policy dw_policy_idle = {"idle", "stands still", reset, decide};
