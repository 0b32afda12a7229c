/* policy_relay.c - hands the objective over at a door. When one has stolen it, the next one goes to
 * a door of the way home and waits on the side towards the exit. There it takes the objective over
 * and carries it to the exit. The first thief stays behind and hides, or keeps the guards that
 * follow it. */
#include "client/bot/team_route.h"

enum {
    DOOR_PERCENT = 33,              /* Of the way home, from the exit on. */
    READY = 2500 * DW_UNITS_PER_MM, /* The receiver is this near to its post. */
    MEET = 2000 * DW_UNITS_PER_MM,  /* A thief past the post turns back over this distance. */
    PRESS_AGAIN_TICKS = 20
};

typedef struct relay_memory {
    dw_team_bot team;
    dw_team_route route;
    uint16_t door;
    dw_vec post;
    uint32_t press_tick; /* Of the last press to hand over; 0: never. */
} relay_memory;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    relay_memory *memory = bot->memory;
    dw_team_reset(bot, view);
    dw_team_route_find(&memory->route, bot->ground);
    memory->press_tick = 0;
    memory->door = dw_team_route_door(&memory->route, bot->ground, DOOR_PERCENT);
    if (memory->door != DW_NONE) {
        memory->post = dw_team_route_before(&memory->route, bot->ground, view->rules, memory->door);
    }
}

/* Whether a position lies further from the exit than the post. */
static bool is_behind_post(const dw_bot *bot, dw_vec position)
{
    const relay_memory *memory = bot->memory;
    return dw_team_route_at(&memory->route, bot->ground, position) >
           dw_team_route_at(&memory->route, bot->ground, memory->post);
}

static void help(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    (void)view;
    const relay_memory *memory = bot->memory;
    const dw_team_member *thief = dw_team_thief(&own->team);
    const bool awaited = memory->door != DW_NONE &&
                         dw_team_first_helper(&own->team) == dw_team_own(&own->team) &&
                         thief->carries && is_behind_post(bot, thief->position);
    own->manner = awaited ? DW_TEAM_GO : DW_TEAM_HIDE;
    own->post = memory->post;
    own->sign = awaited && dw_distance(view->body.position, memory->post) < READY ? DW_SIGN_DOOR
                                                                                  : DW_SIGN_NONE;
}

static void steal(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view)
{
    const dw_team_member *receiver = dw_team_first_helper(&own->team);
    const bool meets = receiver != NULL && dw_team_own(&own->team)->carries &&
                       dw_team_says(view, receiver->slot, DW_SIGN_DOOR) &&
                       (is_behind_post(bot, view->body.position) ||
                        dw_distance(receiver->position, view->body.position) < MEET);
    if (meets) {
        own->manner = DW_TEAM_GO;
        own->post = receiver->position;
        own->sign = DW_SIGN_TAKE;
    }
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    static const dw_team_style style = {.help = help, .steal = steal};
    relay_memory *memory = bot->memory;
    const dw_team_bot *own = &memory->team;
    dw_bot_decision decision = dw_team_decide(bot, view, &style);
    const bool meets = own->sign == DW_SIGN_TAKE && own->manner == DW_TEAM_GO;
    if (meets && dw_errand_mate_in_reach(bot->ground, view) != DW_SLOT_NONE) {
        decision = (dw_bot_decision){{.direction = DW_STAND}, 1};
        if (memory->press_tick == 0 || view->tick - memory->press_tick >= PRESS_AGAIN_TICKS) {
            memory->press_tick = view->tick;
            decision.intent.buttons |= DW_BUTTON_USE;
        }
    }
    return decision;
}

const dw_policy dw_policy_relay = {"relay", "team: hands the objective over at a door",
                                   sizeof(relay_memory), reset, decide};
