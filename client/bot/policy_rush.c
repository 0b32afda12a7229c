/* policy_rush.c - a naive player: sprints straight to the objective and straight back. Of a team
 * the first one takes it; the others run to the exit, and come back when it is dropped. */
#include "client/bot/errand.h"
#include "client/bot/policy.h"

enum { USE_AGAIN_TICKS = 20, TOLERANCE = 40 * DW_UNITS_PER_MM };

typedef struct rush_memory {
    dw_walk walk;
    uint8_t aim; /* dw_errand_kind; what the walk is for. */
    dw_vec target;
    uint32_t use_tick; /* When it last pressed the key for the objective; 0: never. */
} rush_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)view;
    rush_memory *memory = bot->memory;
    *memory = (rush_memory){.aim = DW_ERRAND_NONE};
}

/* Sets out for the errand, unless it is on its way there. */
static void aim_at(dw_bot *bot, const dw_bot_view *view, const dw_errand *errand)
{
    rush_memory *memory = bot->memory;
    if (memory->aim != errand->kind || !dw_vec_equal(memory->target, errand->target)) {
        memory->aim = (uint8_t)errand->kind;
        memory->target = errand->target;
        dw_walk_start(&memory->walk, dw_errand_position(errand, bot->ground, view), TOLERANCE,
                      view->tick);
    }
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    rush_memory *memory = bot->memory;
    dw_bot_decision decision = {{.direction = DW_STAND}, 1};
    const dw_errand errand = dw_errand_of(bot->ground, view);
    if (errand.kind == DW_ERRAND_NONE) {
        return decision;
    }
    if (dw_errand_in_reach(&errand, bot->ground, view)) {
        if (memory->use_tick == 0 || view->tick - memory->use_tick >= USE_AGAIN_TICKS) {
            memory->use_tick = view->tick;
            decision.intent.buttons |= DW_BUTTON_USE;
        }
        return decision;
    }
    aim_at(bot, view, &errand);
    const dw_walk_order order = {bot->ground, view, &bot->rng, DW_GAIT_SPRINT, bot->hold};
    if (dw_walk_step(&memory->walk, &order, &decision) == DW_WALK_FAILED) {
        memory->aim = DW_ERRAND_NONE; /* Starts over. */
    }
    return decision;
}

const dw_policy dw_policy_rush = {"rush", "sprints to the objective and back to the exit",
                                  sizeof(rush_memory), reset, decide};
