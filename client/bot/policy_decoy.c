/* policy_decoy.c - one steals, one draws the guards off. A thief that is chased with the objective
 * calls for help. The decoy then shows itself to the guard that is nearest to the thief, and runs
 * from it, away from the thief. Until then it hides: a decoy that shows itself earlier wakes guards
 * that would not have noticed anything. */
#include "client/bot/team.h"

static void steal(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    (void)bot;
    (void)view;
    const bool chased = own->sneak.noticed && dw_team_own(&own->team)->carries;
    own->sign = chased ? DW_SIGN_HELP : DW_SIGN_NONE;
}

/* Of the guards whose position the bot knows about the one nearest to the thief. */
static const dw_danger_guard *guard_to_draw_off(const dw_team_bot *own, const dw_bot_view *view)
{
    const dw_vec thief = dw_team_thief(&own->team)->position;
    const dw_danger_guard *best = NULL;
    for (uint32_t i = 0; i < own->sneak.danger.count; i++) {
        const dw_danger_guard *guard = &own->sneak.danger.guards[i];
        if (!guard->harmless && dw_danger_belief(guard, view->tick) > 0 && !guard->gone &&
            (best == NULL ||
             dw_distance(guard->position, thief) < dw_distance(best->position, thief))) {
            best = guard;
        }
    }
    return best;
}

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    (void)bot;
    const bool asked = dw_team_says(view, dw_team_thief(&own->team)->slot, DW_SIGN_HELP) &&
                       dw_team_first_helper(&own->team) == dw_team_own(&own->team);
    const dw_danger_guard *guard = asked ? guard_to_draw_off(own, view) : NULL;
    own->manner = guard != NULL ? DW_TEAM_SHOW : DW_TEAM_HIDE;
    if (guard != NULL) {
        own->sign = DW_SIGN_DECOY;
        own->post = guard->position;
    }
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_team_style style = {.help = help, .steal = steal};
    return dw_team_decide(bot, view, &style);
}

const dw_policy dw_policy_decoy = {"decoy", "team: one steals, one draws the guards off",
                                   sizeof(dw_team_bot), dw_team_reset, decide};
