/* policy_decoy.c - one steals, one draws the guards off. A thief with the objective calls for help
 * when it is chased, or when it knows of a guard at the exit. The decoy then shows itself to the
 * guard at the exit, else to the guard that is nearest to the thief, and runs from it, away from
 * the thief: a guard that holds the exit leaves it only for a chase. Until then it hides: a decoy
 * that shows itself earlier wakes guards that would not have noticed anything. Near the exit the
 * thief runs home past any guard, as policy_run_home.c does. */
#include "client/bot/flight.h"
#include "client/bot/team.h"

enum { HELD = 5000 * DW_UNITS_PER_MM /* A guard this near to the exit holds it. */ };

/* Of the guards whose position the bot knows about the one nearest to `to`, or NULL. */
static const dw_danger_guard *nearest_guard(const dw_team_bot *own, const dw_bot_view *view,
                                            dw_vec to)
{
    const dw_danger_guard *best = NULL;
    for (uint32_t i = 0; i < own->sneak.danger.count; i++) {
        const dw_danger_guard *guard = &own->sneak.danger.guards[i];
        if (!guard->harmless && dw_danger_belief(guard, view->tick) > 0 && !guard->gone &&
            (best == NULL || dw_distance(guard->position, to) < dw_distance(best->position, to))) {
            best = guard;
        }
    }
    return best;
}

/* The guard that holds the exit, as far as the bot knows, or NULL. */
static const dw_danger_guard *find_holder(const dw_bot *bot, const dw_team_bot *own,
                                          const dw_bot_view *view)
{
    const dw_vec exit = dw_rect_centre(bot->ground->map->exit);
    const dw_danger_guard *guard = nearest_guard(own, view, exit);
    return guard != NULL && dw_distance(guard->position, exit) < HELD ? guard : NULL;
}

static void steal(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const bool calls = dw_team_own(&own->team)->carries &&
                       (own->sneak.noticed || find_holder(bot, own, view) != NULL);
    own->sign = calls ? DW_SIGN_HELP : DW_SIGN_NONE;
    if (dw_flight_is_near_home(bot, view)) {
        own->manner = DW_TEAM_DASH;
        own->post = dw_rect_centre(bot->ground->map->exit);
    }
}

static const dw_danger_guard *guard_to_draw_off(const dw_bot *bot, const dw_team_bot *own,
                                                const dw_bot_view *view)
{
    const dw_team_member *thief = dw_team_thief(&own->team);
    if (!thief->carries || dw_team_first_helper(&own->team) != dw_team_own(&own->team)) {
        return NULL;
    }
    const dw_danger_guard *holder = find_holder(bot, own, view);
    const bool asked = dw_team_says(view, thief->slot, DW_SIGN_HELP);
    return holder == NULL && asked ? nearest_guard(own, view, thief->position) : holder;
}

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const dw_danger_guard *guard = guard_to_draw_off(bot, own, view);
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
