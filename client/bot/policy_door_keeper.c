/* policy_door_keeper.c - one steals, the others keep doors of its way home, each one door. A keeper
 * waits on the side towards the exit. It opens the door when the thief comes with the objective,
 * and shuts it behind the thief and in the face of guards. Once nobody comes through any more it
 * hides. */
#include "client/bot/team_route.h"

enum {
    NEAR = 4000 * DW_UNITS_PER_MM,  /* The door is open for a thief that is this near to it. */
    BESIDE = 900 * DW_UNITS_PER_MM, /* A body this near to it is in the way of the leaf. */
    PRESS_AGAIN_TICKS = 30
};

typedef struct keeper_memory {
    dw_team_bot team;
    dw_team_route route;
    uint32_t press_tick; /* Of the last press at the kept door; 0: never. */
} keeper_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    keeper_memory *memory = bot->memory;
    dw_team_reset(bot, view);
    memory->press_tick = 0;
    dw_team_route_find(&memory->route, bot->ground);
}

/* Of n keepers the first keeps the door at 1 / (n + 2) of the way home, and so on: keepers set out
 * from near the exit when the thief has the objective, and must be there first. */
static uint16_t kept_door(const dw_bot *bot, const dw_team *team)
{
    const keeper_memory *memory = bot->memory;
    const uint32_t rank = team->own < team->thief ? team->own + 1U : team->own;
    return dw_team_route_door(&memory->route, bot->ground, 100 * rank / (team->count + 1U));
}

/* Where the keeper stands, with that door in reach of its key. */
static dw_vec post_at(const dw_bot *bot, uint16_t door)
{
    const keeper_memory *memory = bot->memory;
    const dw_roadmap_node *nodes = bot->ground->roadmap->nodes;
    for (uint32_t i = 1; i < memory->route.count; i++) {
        if (nodes[memory->route.points[i]].door == door) {
            return nodes[memory->route.points[i - 1]].position;
        }
    }
    return dw_rect_centre(bot->ground->map->doors[door].doorway);
}

/* Whether the door lies between a position and the exit. */
static bool is_behind(const dw_bot *bot, uint16_t door, dw_vec position)
{
    const keeper_memory *memory = bot->memory;
    return dw_team_route_at(&memory->route, bot->ground, position) >
           dw_team_route_at(&memory->route, bot->ground, post_at(bot, door));
}

/* Whether a member is about to come through the door, or came through just now. */
static bool is_near(const dw_bot *bot, const dw_team_member *member, uint16_t door)
{
    const dw_vec doorway = dw_rect_centre(bot->ground->map->doors[door].doorway);
    return dw_distance(member->position, doorway) < NEAR;
}

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const uint16_t door = kept_door(bot, &own->team);
    const dw_team_member *thief = dw_team_thief(&own->team);
    const bool keeps = door != DW_NONE && thief->carries &&
                       (is_behind(bot, door, thief->position) ||
                        (dw_door_set_has(&view->doors, door) && is_near(bot, thief, door)));
    own->manner = keeps ? DW_TEAM_GO : DW_TEAM_HIDE;
    if (keeps) {
        own->post = post_at(bot, door);
        own->sign = DW_SIGN_DOOR;
    }
}

static bool wants_open(const dw_bot *bot, const dw_team_bot *own, uint16_t door)
{
    const dw_team_member *thief = dw_team_thief(&own->team);
    return thief->carries && is_near(bot, thief, door) && is_behind(bot, door, thief->position);
}

/* Whether the use key would move the leaf of that door now. */
static bool can_move(const dw_bot *bot, const dw_team_bot *own, const dw_bot_view *view,
                     uint16_t door)
{
    const dw_vec doorway = dw_rect_centre(bot->ground->map->doors[door].doorway);
    for (uint8_t i = 0; i < own->team.count; i++) {
        if (i != own->team.own && dw_distance(own->team.members[i].position, doorway) < BESIDE) {
            return false;
        }
    }
    const dw_use use = dw_intruder_choose_use(bot->ground->map, &view->doors, view->rules,
                                              view->body.position, NULL);
    return use.kind == DW_USE_DOOR && use.index == door &&
           !dw_leaf_blocked_by(bot->ground->map, door, view->body.position, DW_BODY_HALF);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_team_style style = {.help = help};
    keeper_memory *memory = bot->memory;
    const dw_team_bot *own = &memory->team;
    dw_bot_decision decision = dw_team_decide(bot, view, &style);
    if (own->team.own == own->team.thief || own->manner == DW_TEAM_RUN) {
        return decision;
    }
    const uint16_t door = kept_door(bot, &own->team);
    const bool at_post = door != DW_NONE && can_move(bot, own, view, door);
    if (at_post) {
        decision.intent.buttons &= (uint8_t)~DW_BUTTON_USE;
        const bool rests =
            memory->press_tick != 0 && view->tick - memory->press_tick < PRESS_AGAIN_TICKS;
        if (!rests && wants_open(bot, own, door) != dw_door_set_has(&view->doors, door)) {
            memory->press_tick = view->tick;
            decision.intent.buttons |= DW_BUTTON_USE;
        }
    }
    return decision;
}

const dw_policy dw_policy_door_keeper = {"door_keeper",
                                         "team: opens doors ahead of the thief, shuts them behind",
                                         sizeof(keeper_memory), reset, decide};
