/* policy_rush.c - straight to the objective and straight back, at a sprint: what one does who has
 * not understood the game. With team mates: whoever is first takes it, the others run for the exit
 * and come back for it when it is dropped. */
#include "client/bot/errand.h"
#include "client/bot/policy.h"

enum { USE_AGAIN_TICKS = 20, TOLERANCE = 40 * DW_UNITS_PER_MM };

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)view;
    bot->rush = (dw_rush_memory){.aim = DW_ERRAND_NONE};
}

/* Sets out for it unless that is what it does already. */
static void aim_at(dw_bot *bot, const dw_bot_view *view, const dw_errand *errand)
{
    if (bot->rush.aim != errand->kind || !dw_vec_equal(bot->rush.target, errand->target)) {
        bot->rush.aim = (uint8_t)errand->kind;
        bot->rush.target = errand->target;
        dw_walk_start(&bot->walk, dw_errand_place(errand, bot->ground, view), TOLERANCE,
                      view->tick);
    }
}

static dw_intent decide(dw_bot *bot, const dw_bot_view *view, uint32_t *hold)
{
    dw_intent intent = {DW_STAND, 0};
    const dw_errand errand = dw_errand_of(bot->ground, view);
    if (errand.kind == DW_ERRAND_NONE) {
        return intent;
    }
    if (dw_errand_in_reach(&errand, bot->ground, view)) {
        if (bot->rush.use_tick == 0 || view->tick - bot->rush.use_tick >= USE_AGAIN_TICKS) {
            bot->rush.use_tick = view->tick;
            intent.buttons |= DW_BUTTON_USE;
        }
        return intent;
    }
    aim_at(bot, view, &errand);
    const dw_walk_result result = dw_walk_step(&bot->walk, bot->ground, view, DW_GAIT_SPRINT,
                                               bot->hold, &bot->rng, &intent, hold);
    if (result == DW_WALK_FAILED) {
        bot->rush.aim = DW_ERRAND_NONE; /* From the beginning. */
    }
    return intent;
}

const dw_policy dw_policy_rush = {"rush", "sprints to the objective and back to the exit", reset,
                                  decide};
