#include "client/bot/policy.h"

#include "common/base/check.h"

#include <string.h>

const dw_policy *const dw_policies[] = {&dw_policy_idle, &dw_policy_random, &dw_policy_rush,
                                        &dw_policy_careful, NULL};

const dw_policy *dw_policy_find(const char *name)
{
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        if (strcmp(dw_policies[i]->name, name) == 0) {
            return dw_policies[i];
        }
    }
    return NULL;
}

void dw_bot_init(dw_bot *bot, const dw_policy *policy, const dw_bot_ground *ground, uint64_t seed,
                 uint64_t stream, uint32_t hold)
{
    DW_CHECK(policy != NULL && ground != NULL && hold >= 1);
    memset(bot, 0, sizeof *bot);
    bot->policy = policy;
    bot->ground = ground;
    bot->hold = hold;
    dw_rng_init(&bot->rng, seed, stream);
}

dw_intent dw_bot_decide(dw_bot *bot, const dw_bot_view *view, bool playing)
{
    const dw_intent still = {DW_STAND, 0};
    if (!playing) {
        bot->active = false;
        return still;
    }
    if (!bot->active) {
        bot->active = true;
        bot->last = still;
        bot->next_tick = view->tick;
        bot->policy->reset(bot, view);
    }
    /* Far ahead is no tick that a decision set: the ticks began anew. */
    const bool held = view->tick < bot->next_tick && bot->next_tick - view->tick <= bot->hold;
    if (held) {
        bot->last.buttons &= (uint8_t)~DW_BUTTON_USE;
        return bot->last;
    }
    uint32_t hold = 1;
    bot->last = bot->policy->decide(bot, view, &hold);
    DW_CHECK(hold >= 1 && hold <= bot->hold && dw_intent_valid(bot->last));
    bot->next_tick = view->tick + hold;
    return bot->last;
}
