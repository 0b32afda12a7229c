#include "client/bot/policy.h"

#include "common/base/check.h"

#include <string.h>

enum {
    READ_TICKS = DW_TICKS_PER_SECOND,      /* Before it answers at the earliest, */
    THINK_TICKS = 2 * DW_TICKS_PER_SECOND, /* and how much longer it may take. */
    SAY_AGAIN_TICKS = DW_TICKS_PER_SECOND / 2
};

const dw_policy *const dw_policies[] = {
#define POLICY_ROW(name) &dw_policy_##name,
    DW_POLICIES(POLICY_ROW)
#undef POLICY_ROW
        NULL};

const dw_policy *dw_policy_find(const char *name)
{
    for (uint32_t i = 0; dw_policies[i] != NULL; i++) {
        if (strcmp(dw_policies[i]->name, name) == 0) {
            return dw_policies[i];
        }
    }
    return NULL;
}

dw_status dw_bot_create(dw_bot **out, dw_arena *arena, const dw_policy *policy)
{
    dw_bot *bot = DW_ARENA_NEW(arena, dw_bot);
    void *memory = dw_arena_take(arena, policy->memory_size);
    if (bot == NULL || memory == NULL) {
        return DW_MEMORY;
    }
    bot->policy = policy;
    bot->memory = memory;
    *out = bot;
    return DW_OK;
}

void dw_bot_init(dw_bot *bot, const dw_bot_ground *ground, uint64_t seed, uint64_t stream,
                 uint32_t hold)
{
    DW_CHECK(ground != NULL && hold >= 1);
    *bot = (dw_bot){.policy = bot->policy, .ground = ground, .hold = hold, .memory = bot->memory};
    memset(bot->memory, 0, bot->policy->memory_size);
    dw_rng_init(&bot->rng, seed, stream);
}

/* Again until the server has it: an intent may come too late. */
static uint8_t answer_question(dw_bot *bot, const dw_bot_view *view)
{
    const dw_client_mission *mission = view->mission;
    if (mission == NULL || !dw_mission_question_is_open(mission)) {
        return 0;
    }
    const dw_mission_question *question = &mission->question;
    if (bot->question != question->number) {
        bot->question = question->number;
        bot->answer = (uint8_t)(1 + dw_rng_below(&bot->rng, question->count));
        bot->answer_tick = view->tick + READ_TICKS + dw_rng_below(&bot->rng, THINK_TICKS);
    }
    const bool says = view->tick >= bot->answer_tick && bot->answer <= question->count &&
                      (view->tick - bot->answer_tick) % SAY_AGAIN_TICKS == 0 &&
                      dw_mission_answer_of(mission, view->snapshot->own.slot) != bot->answer;
    return says ? bot->answer : (uint8_t)0;
}

static dw_intent move(dw_bot *bot, const dw_bot_view *view)
{
    /* No decision sets a tick further ahead than its hold: then the tick count started again. */
    const bool held = view->tick < bot->next_tick && bot->next_tick - view->tick <= bot->hold;
    if (held) {
        bot->last.buttons &= (uint8_t)~DW_BUTTON_USE;
        return bot->last;
    }
    const dw_bot_decision decision = bot->policy->decide(bot, view);
    DW_CHECK(decision.hold >= 1 && decision.hold <= bot->hold && dw_intent_valid(decision.intent));
    DW_CHECK(bot->words.sign < DW_SIGN_COUNT);
    bot->last = decision.intent;
    bot->next_tick = view->tick + decision.hold;
    return bot->last;
}

dw_intent dw_bot_decide(dw_bot *bot, const dw_bot_view *view, bool playing)
{
    const dw_intent still = {.direction = DW_STAND};
    bot->words = (dw_bot_words){0};
    if (!playing) {
        bot->active = false;
        bot->question = 0;
        return still;
    }
    if (!bot->active) {
        bot->active = true;
        bot->last = still;
        bot->next_tick = view->tick;
        bot->policy->reset(bot, view);
    }
    dw_intent intent = move(bot, view);
    intent.answer = answer_question(bot, view);
    return intent;
}

uint32_t dw_bot_signals(const dw_bot *bot, dw_signal out[2])
{
    uint32_t count = 0;
    if (bot->words.sign != DW_SIGN_NONE) {
        out[count++] = (dw_signal){.sign = bot->words.sign};
    }
    if (bot->words.pings) {
        out[count++] = (dw_signal){.position = bot->words.ping};
    }
    return count;
}
