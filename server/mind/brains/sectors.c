/* sectors.c - what the brain `reference` calls out, bids for and takes on under a strategy with
 * `contracts` (server/RULES.md 4.65 to 4.73). A guard that loses sight of an intruder calls the
 * doors through which the intruder may get away and the rooms around; the others bid by their paths
 * and by what else they have to do. A message is only heard here: whether the guard goes is its own
 * decision, and it says yes, no, done or failed. */
#include "server/mind/brains/reference_mind.h"
#include "server/mind/team/cutoff.h"

static void begin_calls(dw_reference_mind *mind, const dw_think *think, uint8_t slot, uint16_t room,
                        dw_vec place)
{
    mind->net->loss = (dw_net_loss){
        .tick = think->percepts->tick,
        .until = think->percepts->tick + (uint32_t)think->setup->rules->cleared_ticks,
        .room = room,
        .slot = slot,
        .place = place,
    };
}

void dw_sectors_lose(dw_reference_mind *mind, const dw_think *think, const dw_belief *belief)
{
    begin_calls(mind, think, mind->quarry, belief->room, belief->place);
}

/* The chased intruder was reported in another room than before. */
static void watch_report(dw_reference_mind *mind, const dw_think *think)
{
    const dw_net_loss *loss = &mind->net->loss;
    const uint8_t slot = mind->quarry;
    const uint16_t room = mind->radio.reported[slot];
    if ((mind->radio.named >> slot & 1) != 0 && room != DW_NONE &&
        (loss->room == DW_NONE || loss->slot != slot || loss->room != room)) {
        begin_calls(mind, think, slot, room, mind->beliefs.of[slot].place);
    }
}

/* Somebody knows better where that intruder is, or it is caught. */
void dw_sectors_end_calls(dw_contract_net *net, uint8_t slot)
{
    if (net->loss.slot == slot) {
        net->loss.until = 0;
    }
}

void dw_sectors_hear(dw_reference_mind *mind, const dw_think *think,
                     const dw_radio_message *message)
{
    dw_contract_net *net = mind->net;
    switch ((dw_radio_kind)message->kind) {
    case DW_RADIO_REPORT:
        dw_sectors_end_calls(net, message->slot);
        if (net->loss.slot == message->slot && net->loss.room != DW_NONE) {
            net->loss.room = message->room; /* The reporter calls from there. */
        }
        break;
    case DW_RADIO_CAUGHT:
        dw_sectors_end_calls(net, message->slot);
        break;
    case DW_RADIO_CALL:
        if (message->sent > net->loss.tick) {
            dw_sectors_end_calls(net, message->slot);
        }
        dw_contract_net_hear(net, think, message);
        break;
    case DW_RADIO_FAILED:
        dw_team_radio_drop_claim(&mind->radio, message->sender);
        dw_contract_net_hear(net, think, message);
        break;
    default:
        dw_contract_net_hear(net, think, message);
        break;
    }
}

/* How many doors, or how many rooms, are called about this loss. A door that was called when the
 * intruder was in another room counts while it still lies on its way. */
static int32_t called(const dw_reference_mind *mind, const dw_think *think, bool doors)
{
    const dw_contract_net *net = mind->net;
    int32_t count = 0;
    for (uint8_t i = 0; i < net->call_count; i++) {
        const dw_net_place *place = &net->calls[i].place;
        const bool is_door = place->door != DW_NONE;
        count += is_door == doors &&
                         (!is_door || place->room == net->loss.room ||
                          dw_cutoff_is_on_the_way(think->setup, net->loss.place, place->door))
                     ? 1
                     : 0;
    }
    return count;
}

/* The door nearest to where the intruder was lost that lies on its way to the objective or to the
 * exit, and that was not called yet; or DW_NONE. */
static uint16_t next_door(const dw_reference_mind *mind, const dw_think *think)
{
    const dw_net_loss *loss = &mind->net->loss;
    const dw_map *map = think->setup->map;
    uint16_t best = DW_NONE;
    int32_t best_way = 0;
    for (uint16_t d = 0; d < map->door_count; d++) {
        const dw_vec at = dw_rect_centre(map->doors[d].doorway);
        const int32_t way = dw_nav_route_length(think->setup->nav, loss->place, at);
        if ((best == DW_NONE || way < best_way) &&
            !dw_contract_net_has_tried(mind->net, loss->room, d) &&
            !dw_contract_net_calls_door(mind->net, d) &&
            dw_cutoff_is_on_the_way(think->setup, loss->place, d)) {
            best = d;
            best_way = way;
        }
    }
    return best;
}

/* Another guard has said lately that it searches the room. */
static bool is_taken(const dw_reference_mind *mind, const dw_think *think, uint16_t room)
{
    const dw_team_bid last = {
        .door = DW_NONE, .room = room, .bid_mm = INT32_MAX, .tick = think->percepts->tick};
    return dw_team_radio_is_taken(&mind->radio, think->setup, &last);
}

/* The room nearest to where the intruder was lost that nobody has searched lately, that is not
 * called yet, and in which the guard itself is not about to search; or DW_NONE. */
static uint16_t next_room(const dw_reference_mind *mind, const dw_think *think)
{
    const dw_net_loss *loss = &mind->net->loss;
    const dw_map *map = think->setup->map;
    const uint16_t own =
        mind->goal == DW_GOAL_LAST_KNOWN ? loss->room : dw_search_room(&mind->search);
    uint16_t best = DW_NONE;
    int32_t best_way = 0;
    for (uint16_t r = 0; r < map->room_count; r++) {
        if (r == own || dw_contract_net_has_tried(mind->net, r, DW_NONE) ||
            dw_contract_net_is_called(mind->net, r) || is_taken(mind, think, r) ||
            dw_search_is_fresh(&mind->search, think->setup->rules, r, think->percepts->tick)) {
            continue;
        }
        const int32_t way =
            dw_nav_route_length(think->setup->nav, loss->place, dw_rect_centre(map->rooms[r].area));
        if (best == DW_NONE || way < best_way) {
            best = r;
            best_way = way;
        }
    }
    return best;
}

/* One call a tick, doors first: time is short there. */
static void call_out(dw_reference_mind *mind, const dw_think *think)
{
    const dw_strategy *strategy = &think->setup->rules->strategy;
    const dw_net_loss *loss = &mind->net->loss;
    dw_net_place place = {.room = loss->room, .door = DW_NONE, .slot = loss->slot};
    const uint32_t cordon_ends = loss->tick + (uint32_t)think->setup->rules->claim_ticks;
    if (think->percepts->tick < cordon_ends && called(mind, think, true) < strategy->cordon_max) {
        place.door = next_door(mind, think);
    }
    if (place.door == DW_NONE && mind->goal == DW_GOAL_CHASE) {
        /* It is known where the intruder is: one guard comes to help. */
        place.room = called(mind, think, false) == 0 && strategy->sectors_max > 0 &&
                             !dw_contract_net_has_tried(mind->net, loss->room, DW_NONE)
                         ? loss->room
                         : (uint16_t)DW_NONE;
    } else if (place.door == DW_NONE) {
        place.room = called(mind, think, false) < strategy->sectors_max ? next_room(mind, think)
                                                                        : (uint16_t)DW_NONE;
    }
    if (place.room != DW_NONE) {
        (void)dw_contract_net_call(mind->net, think, &mind->radio, &place);
    }
}

/* What the guard gives up for another task, in mm of its bid; -1: it does not. A task is given up
 * only for a later one about the same intruder. */
static int32_t load_of(dw_reference_mind *mind, const dw_net_task *task)
{
    const dw_net_task *work = dw_contract_net_task(mind->net, DW_TALK_WORKING);
    if (!dw_reference_accepts(mind,
                              task->place.door != DW_NONE ? DW_GOAL_INTERCEPT : DW_GOAL_SEARCH)) {
        return -1;
    }
    if (mind->beliefs.suspects != 0 ||
        (work != NULL && (work->place.slot != task->place.slot || work->sent > task->sent ||
                          work->place.room == task->place.room))) {
        return -1;
    }
    switch ((dw_goal)mind->goal) {
    case DW_GOAL_PATROL:
        return 0;
    case DW_GOAL_SEARCH:
    case DW_GOAL_INTERCEPT:
        return DW_REFERENCE_BUSY_MM;
    default:
        return -1;
    }
}

/* The bid for a task, or -1: not that one. */
static int32_t bid_for(dw_reference_mind *mind, const dw_think *think, const dw_net_task *task)
{
    const dw_map *map = think->setup->map;
    const dw_net_place *place = &task->place;
    const int32_t load_mm = load_of(mind, task);
    if (load_mm < 0) {
        return -1;
    }
    if (place->door != DW_NONE) {
        const dw_vec at = dw_rect_centre(map->doors[place->door].doorway);
        const bool early =
            dw_cutoff_margin(think, place->room, think->percepts->tick, place->door) > 0;
        return early ? dw_team_bid_mm(think, at) + load_mm : -1;
    }
    if (mind->goal == DW_GOAL_SEARCH && dw_search_room(&mind->search) == place->room) {
        return 0; /* It does that already. */
    }
    return is_taken(mind, think, place->room) ||
                   dw_search_is_fresh(&mind->search, think->setup->rules, place->room,
                                      think->percepts->tick)
               ? -1
               : dw_team_bid_for_room_mm(think, place->room) + load_mm;
}

/* Sets out for the task. */
static void begin_work(dw_reference_mind *mind, const dw_think *think, const dw_net_place *place,
                       dw_goal_trigger cause)
{
    mind->quarry = place->slot;
    if (place->door != DW_NONE) {
        /* Nobody else has this door, so that there is nothing to listen for. */
        dw_errand errand = dw_reference_errand(mind, DW_GOAL_INTERCEPT, cause);
        errand.order = (dw_intercept_order){
            .sent = 0, .room = place->room, .door_count = 1, .doors = {place->door}};
        dw_reference_take(mind, think, &errand);
    } else if (mind->goal != DW_GOAL_SEARCH || dw_search_room(&mind->search) != place->room) {
        dw_errand errand = dw_reference_errand(mind, DW_GOAL_SEARCH, cause);
        errand.form = DW_ERRAND_ONE_ROOM;
        errand.room = place->room;
        dw_reference_take(mind, think, &errand);
    }
}

/* Awards what is due: to the lowest bid, which may be the own one. */
static void award(dw_reference_mind *mind, const dw_think *think)
{
    const dw_net_bid *bid;
    dw_net_call *call = dw_contract_net_due(mind->net, think, &bid);
    if (call == NULL) {
        return;
    }
    const dw_net_task own = {.place = call->place, .sent = think->percepts->tick};
    const int32_t own_mm = mind->goal == DW_GOAL_PATROL ? bid_for(mind, think, &own) : -1;
    const bool is_own = own_mm >= 0 && (bid == NULL || own_mm < bid->bid_mm);
    if ((bid == NULL && !is_own) ||
        !dw_contract_net_award(mind->net, think, &mind->radio, call, is_own ? NULL : bid)) {
        return;
    }
    if (is_own) {
        begin_work(mind, think, &own.place,
                   (dw_goal_trigger){DW_CAUSE_DONE, think->percepts->tick});
    }
}

/* One answer a tick to the calls and awards that were heard. */
static void answer(dw_reference_mind *mind, const dw_think *think)
{
    dw_contract_net *net = mind->net;
    const dw_ruleset *rules = think->setup->rules;
    dw_net_task *task = dw_contract_net_task(net, DW_TALK_AWARDED);
    if (task != NULL) {
        const bool can = bid_for(mind, think, task) >= 0;
        dw_net_task *work = dw_contract_net_task(net, DW_TALK_WORKING);
        const dw_net_answer gives_up = {.kind = DW_RADIO_FAILED};
        if (can && work != NULL) {
            (void)dw_contract_net_answer(net, think, &mind->radio, work, &gives_up);
            return;
        }
        const dw_net_answer said = {
            .kind = can ? DW_RADIO_AGREE : DW_RADIO_REFUSE,
            .work_ticks = (uint32_t)(rules->search_room_ticks_max + rules->claim_ticks)};
        if (dw_contract_net_answer(net, think, &mind->radio, task, &said) && can) {
            begin_work(mind, think, &task->place,
                       (dw_goal_trigger){DW_CAUSE_MESSAGE, task->message});
        }
        return;
    }
    task = dw_contract_net_task(net, DW_TALK_OPEN);
    if (task != NULL) {
        const int32_t bid_mm = bid_for(mind, think, task);
        const dw_net_answer said = {.kind = bid_mm >= 0 ? DW_RADIO_BID : DW_RADIO_REFUSE,
                                    .bid_mm = bid_mm};
        (void)dw_contract_net_answer(net, think, &mind->radio, task, &said);
    }
}

/* Looks at what became of the task that the guard has agreed to: it goes on, is done, or another
 * goal has taken its place. */
static void watch_work(dw_reference_mind *mind, const dw_think *think)
{
    dw_net_task *task = dw_contract_net_task(mind->net, DW_TALK_WORKING);
    if (task == NULL) {
        return;
    }
    const dw_net_place *place = &task->place;
    bool goes_on;
    bool done;
    if (place->door != DW_NONE) {
        goes_on = mind->goal == DW_GOAL_INTERCEPT && mind->task.door == place->door;
        done = mind->goal == DW_GOAL_SEARCH;
    } else {
        goes_on = mind->goal == DW_GOAL_SEARCH && dw_search_room(&mind->search) == place->room;
        done = mind->search.searched_tick[place->room] > task->sent ||
               (mind->goal == DW_GOAL_CHASE && mind->quarry == place->slot &&
                mind->beliefs.of[place->slot].room == place->room);
    }
    if (!goes_on) {
        const dw_net_answer said = {.kind = done ? DW_RADIO_DONE : DW_RADIO_FAILED};
        (void)dw_contract_net_answer(mind->net, think, &mind->radio, task, &said);
    }
}

void dw_sectors_think(dw_reference_mind *mind, const dw_think *think)
{
    dw_contract_net_tidy(mind->net, think->percepts->tick);
    watch_work(mind, think);
    if (mind->goal == DW_GOAL_CHASE) {
        watch_report(mind, think);
    }
    answer(mind, think);
    if (think->percepts->tick < mind->net->loss.until) {
        award(mind, think);
        call_out(mind, think);
    }
}
