/* policy_split.c - never two in the same part of the house. One works; the others hide in other
 * rooms, and make room for it when it comes their way. So one guard never sees two, and when one is
 * caught the others are unseen. */
#include "client/bot/team.h"

enum { PART_TICKS = 20 * DW_TICKS_PER_SECOND }; /* By then the thief has left the spawn's room. */

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const dw_map *map = bot->ground->map;
    const dw_team_member *thief = dw_team_thief(&own->team);
    const bool parted = thief->carries || dw_sneak_played_ticks(&own->sneak, view) >= PART_TICKS;
    const bool shared =
        dw_map_room_at(map, thief->position) == dw_map_room_at(map, view->body.position);
    if (parted && shared) {
        own->post = own->manner == DW_TEAM_GO ? own->post : dw_team_far_room(bot, thief->position);
        own->manner = DW_TEAM_GO;
    } else {
        own->manner = DW_TEAM_HIDE;
    }
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_team_style style = {.help = help};
    return dw_team_decide(bot, view, &style);
}

const dw_policy dw_policy_split = {"split", "team: never two in the same part of the house",
                                   sizeof(dw_team_bot), dw_team_reset, decide};
