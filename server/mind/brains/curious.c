/* curious.c - what hints make of a guard of the brain `reference` (server/RULES.md 5.60 to 5.72):
 * when it stops to listen, when it sets out, and when it leaves that to another guard. */
#include "server/mind/brains/reference_mind.h"

static bool heeds_hints(const dw_think *think)
{
    return think->setup->rules->investigate != 0;
}

void dw_reference_sensitise(dw_reference_mind *mind, const dw_think *think)
{
    if (heeds_hints(think)) {
        dw_curiosity_sensitise(mind->curiosity, think);
    }
}

/* Nearer guards set out earlier; the others hear so and stay. */
static int32_t turn_ticks(const dw_think *think, dw_vec place)
{
    const dw_ruleset *rules = think->setup->rules;
    const int64_t mm = dw_team_bid_mm(think, place);
    return rules->investigate_ticks_min + (int32_t)(mm * rules->investigate_ticks_per_m / 1000);
}

/* It may leave its post or zone for that room. */
static bool may_go(const dw_think *think, uint16_t room)
{
    return think->setup->zones == NULL || dw_is_in_zone(think->setup, room);
}

static dw_team_bid bid_for(const dw_reference_mind *mind, const dw_think *think)
{
    return (dw_team_bid){.door = DW_NONE,
                         .room = mind->curiosity->room,
                         .bid_mm = dw_team_bid_mm(think, mind->curiosity->place),
                         .tick = think->percepts->tick};
}

/* Goes to the hint, unless another guard has said that it does. */
static bool sets_out(dw_reference_mind *mind, const dw_think *think)
{
    const dw_hint hint = dw_curiosity_hint(mind->curiosity);
    const dw_team_bid bid = bid_for(mind, think);
    if (dw_team_radio_is_taken(&mind->radio, think->setup, &bid)) {
        return false;
    }
    if (mind->search_bid.room != bid.room || mind->investigate->phase < DW_INVESTIGATE_GOES) {
        dw_team_radio_say_takes(&mind->radio, &bid, false);
        mind->search_bid = bid;
    }
    dw_investigate_go(mind->investigate, think, &hint);
    return true;
}

static void begin_to_listen(dw_reference_mind *mind, const dw_think *think)
{
    const dw_errand errand =
        dw_reference_errand(mind, DW_GOAL_INVESTIGATE, dw_reference_now(DW_CAUSE_NOISE, think));
    dw_reference_take(mind, think, &errand);
}

/* Standing: turns to each stronger hint, and gets ready to go when they are enough. */
static void listen(dw_reference_mind *mind, const dw_think *think)
{
    dw_investigate *it = mind->investigate;
    const dw_hint hint = dw_curiosity_hint(mind->curiosity);
    if (hint.room == DW_NONE) {
        return;
    }
    dw_investigate_turn_to(it, &hint);
    if (it->phase == DW_INVESTIGATE_LISTENS &&
        mind->curiosity->points >= think->setup->rules->investigate_points &&
        may_go(think, hint.room)) {
        dw_investigate_listen(it, think, DW_INVESTIGATE_LETS_NEARER,
                              turn_ticks(think, hint.position));
    }
}

/* On its way, or looking round: changes to a hint elsewhere that is stronger by now. */
static void follow(dw_reference_mind *mind, const dw_think *think)
{
    const dw_ruleset *rules = think->setup->rules;
    const dw_curiosity *hint = mind->curiosity;
    if (hint->points >= rules->curious_points && may_go(think, hint->room) &&
        !dw_within_mm(hint->place, mind->investigate->place, rules->habit_distance_mm)) {
        (void)sets_out(mind, think);
    }
}

void dw_reference_leave_to_nearer(dw_reference_mind *mind, const dw_think *think,
                                  const dw_radio_message *claim)
{
    if (mind->goal == DW_GOAL_INVESTIGATE && mind->investigate->phase == DW_INVESTIGATE_GOES &&
        dw_team_radio_is_taken(&mind->radio, think->setup, &mind->search_bid)) {
        dw_curiosity_drop(mind->curiosity);
        dw_reference_resume_patrol(mind, think, dw_reference_told(claim));
    }
}

/* It has something else to do, or had in this tick: the noise may be that of the one just caught.
 */
static bool is_busy(const dw_reference_mind *mind, const dw_think *think)
{
    return mind->goal == DW_GOAL_PATROL ? mind->since == think->percepts->tick
                                        : mind->goal != DW_GOAL_INVESTIGATE;
}

void dw_reference_heed_hints(dw_reference_mind *mind, const dw_think *think)
{
    if (!heeds_hints(think) || !dw_reference_accepts(mind, DW_GOAL_INVESTIGATE)) {
        return;
    }
    if (is_busy(mind, think)) {
        dw_curiosity_drop(mind->curiosity);
        return;
    }
    dw_curiosity_step(mind->curiosity, think);
    if (mind->goal == DW_GOAL_PATROL &&
        mind->curiosity->points >= think->setup->rules->curious_points) {
        begin_to_listen(mind, think);
    }
    if (mind->goal == DW_GOAL_PATROL || (mind->errand != NULL && mind->errand->fresh)) {
        return;
    }
    if (mind->investigate->phase < DW_INVESTIGATE_GOES) {
        listen(mind, think);
    } else {
        follow(mind, think);
    }
}

void dw_reference_investigate(dw_reference_mind *mind, dw_think *think)
{
    think->speed = think->setup->kind->gaits.alert.speed_mm_s;
    dw_investigate *it = mind->investigate;
    if (dw_investigate_step(it, think) != DW_SKILL_DONE) {
        return;
    }
    if (it->phase == DW_INVESTIGATE_LETS_NEARER) {
        const uint16_t room = mind->curiosity->room; /* Another one than before, perhaps. */
        if (room != DW_NONE && may_go(think, room) && sets_out(mind, think)) {
            return;
        }
        dw_curiosity_drop(mind->curiosity);
    } else {
        dw_curiosity_find_nothing(mind->curiosity, think);
    }
    dw_reference_resume_patrol(mind, think, dw_reference_now(DW_CAUSE_DONE, think));
}
