/* policy_lookout.c - one steals, the others watch its way and tell of guards. Until the objective
 * is taken they watch the middle of the way, then the way into the exit. They sneak to their posts,
 * hide when a guard comes, and tell by pings where it is. */
#include "client/bot/team_route.h"

enum { EXIT_PERCENT = 25, MIDDLE_PERCENT = 50 }; /* Of the way home, from the exit on. */

typedef struct lookout_memory {
    dw_team_bot team;
    dw_team_route route;
} lookout_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    lookout_memory *memory = bot->memory;
    dw_team_reset(bot, view);
    dw_team_route_find(&memory->route, bot->ground);
}

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    (void)view;
    const lookout_memory *memory = bot->memory;
    const uint32_t percent = dw_team_thief(&own->team)->carries ? EXIT_PERCENT : MIDDLE_PERCENT;
    own->manner =
        memory->route.count > 0 && dw_team_thief(&own->team)->carries ? DW_TEAM_GO : DW_TEAM_HIDE;
    if (memory->route.count > 0) {
        const uint16_t node = memory->route.points[(memory->route.count - 1) * percent / 100];
        own->post = bot->ground->roadmap->nodes[node].position;
    }
    own->sign = own->sneak.seen_count > 0 ? DW_SIGN_GUARD : DW_SIGN_CLEAR;
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_team_style style = {.help = help};
    return dw_team_decide(bot, view, &style);
}

const dw_policy dw_policy_lookout = {"lookout", "team: one steals, the others watch and tell",
                                     sizeof(lookout_memory), reset, decide};
