#include "server/mind/team/contract.h"

#include "common/base/check.h"

enum { HEARING_TICKS = 8 /* At most this many messages wait for a later tick. */ };

void dw_contracts_reset(dw_contracts *contracts)
{
    *contracts = (dw_contracts){.answer = {.deadline = 0}};
}

uint32_t dw_offer_deadline(const dw_think *think)
{
    return think->percepts->tick + (uint32_t)think->setup->rules->radio_delay_ticks + HEARING_TICKS;
}

/* A guard that was busy at the deadline has missed what the others said and did since. */
static bool is_stale(uint32_t deadline, uint32_t tick)
{
    return tick > deadline + HEARING_TICKS;
}

bool dw_offer_is_lower(const dw_think *think, const dw_radio_message *offer, int32_t bid_mm)
{
    return offer->bid_mm < bid_mm ||
           (offer->bid_mm == bid_mm && offer->sender < think->setup->guard);
}

void dw_contracts_offer_answer(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                               const dw_radio_message *report, int32_t bid_mm)
{
    dw_answer_offer *answer = &contracts->answer;
    if (answer->deadline != 0 && !is_stale(answer->deadline, think->percepts->tick) &&
        answer->report.slot == report->slot) {
        answer->report = *report; /* The offers stand: who comes, comes there. */
        return;
    }
    *answer = (dw_answer_offer){.deadline = dw_offer_deadline(think),
                                .bid_mm = bid_mm,
                                .room = report->room,
                                .since = report->sent,
                                .report = *report};
    dw_team_radio_say_offer(radio, DW_TASK_ANSWER, report->room, bid_mm);
}

const dw_radio_message *dw_contracts_due_answer(dw_contracts *contracts, const dw_think *think)
{
    dw_answer_offer *answer = &contracts->answer;
    if (answer->deadline == 0 || think->percepts->tick < answer->deadline) {
        return NULL;
    }
    const bool stale = is_stale(answer->deadline, think->percepts->tick);
    answer->deadline = 0;
    const int32_t others = __builtin_popcountll(answer->lower);
    return !stale && others < think->setup->rules->strategy.answerers_max ? &answer->report : NULL;
}

static void hear_offer(dw_contracts *contracts, const dw_think *think,
                       const dw_radio_message *offer)
{
    if (offer->task == DW_TASK_ANSWER) {
        dw_answer_offer *answer = &contracts->answer;
        if (answer->deadline != 0 && answer->room == offer->room && offer->sent >= answer->since &&
            dw_offer_is_lower(think, offer, answer->bid_mm)) {
            answer->lower |= UINT64_C(1) << offer->sender;
        }
        return;
    }
    if (offer->task >= DW_POSTS_END) {
        return; /* Not a post. */
    }
    dw_post *post = &contracts->posts[offer->task];
    if (post->deadline != 0 && dw_offer_is_lower(think, offer, post->bid_mm)) {
        post->outbid = true;
    }
}

void dw_contracts_miss(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                       dw_beliefs *beliefs)
{
    const uint16_t objective = dw_map_objective(think->setup->map);
    if (contracts->missing || (think->percepts->missing >> objective & 1) == 0) {
        return;
    }
    contracts->missing = true;
    /* Offers for the exit begin when all others know, or the caller would always be first. */
    dw_post *exit = &contracts->posts[DW_TASK_EXIT];
    const uint32_t heard = think->percepts->tick + (uint32_t)think->setup->rules->radio_delay_ticks;
    exit->taken_until = exit->taken_until > heard ? exit->taken_until : heard;
    dw_beliefs_agitate(beliefs, 1);
    dw_team_radio_say_missing(radio, beliefs, think->setup->map->items[objective].room);
}

void dw_contracts_hear(dw_contracts *contracts, const dw_think *think,
                       const dw_radio_message *message)
{
    if (message->kind == DW_RADIO_OFFER) {
        hear_offer(contracts, think, message);
        return;
    }
    if (message->kind == DW_RADIO_MISSING) {
        contracts->missing = true;
        return;
    }
    DW_CHECK(message->task < DW_POSTS_END);
    dw_post *post = &contracts->posts[message->task];
    post->taken_until = message->sent + (uint32_t)think->setup->rules->claim_ticks;
    /* Two guards hold the same post: the one with the higher index lets it go. */
    post->outbid = message->sender < think->setup->guard;
    post->deadline = 0;
}

bool dw_post_place(const dw_map *map, dw_task task, uint16_t *room, dw_vec *middle)
{
    *middle =
        dw_rect_centre(task == DW_TASK_EXIT ? map->exit : map->items[dw_map_objective(map)].area);
    *room = dw_map_room_at(map, *middle);
    return *room != DW_NONE;
}

/* Whether a guard of that agitation finds that somebody should hold the post. */
static bool is_wanted(const dw_contracts *contracts, const dw_strategy *strategy, dw_task task,
                      uint8_t agitation)
{
    if (contracts->missing && task == DW_TASK_OBJECTIVE) {
        return false;
    }
    if (contracts->missing && strategy->hold_exit_when_missing != 0) {
        return true;
    }
    const int32_t least =
        task == DW_TASK_EXIT ? strategy->hold_exit_agitation : strategy->hold_objective_agitation;
    return dw_strategy_has_come_to(least, agitation);
}

dw_task dw_contracts_take_post(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                               uint8_t agitation)
{
    const dw_strategy *strategy = &think->setup->rules->strategy;
    const uint32_t tick = think->percepts->tick;
    for (uint32_t t = DW_TASK_EXIT; t <= DW_TASK_OBJECTIVE; t++) {
        dw_post *post = &contracts->posts[t];
        uint16_t room;
        dw_vec middle;
        if (!is_wanted(contracts, strategy, (dw_task)t, agitation) || tick < post->taken_until ||
            !dw_post_place(think->setup->map, (dw_task)t, &room, &middle)) {
            continue;
        }
        if (post->deadline == 0 || is_stale(post->deadline, tick)) {
            *post = (dw_post){.deadline = dw_offer_deadline(think),
                              .bid_mm = dw_team_bid_mm(think, middle)};
            dw_team_radio_say_offer(radio, (dw_task)t, room, post->bid_mm);
            return DW_TASK_NONE; /* One offer after the other. */
        }
        if (tick < post->deadline) {
            return DW_TASK_NONE;
        }
        post->deadline = 0;
        if (!post->outbid) {
            post->taken_until = 0;
            dw_team_radio_say_holds(radio, (dw_task)t, room, false);
            return (dw_task)t;
        }
        /* The winner says so by then, or there is a new offer. */
        post->taken_until = dw_offer_deadline(think) + HEARING_TICKS;
    }
    return DW_TASK_NONE;
}

bool dw_contracts_keep_post(dw_contracts *contracts, const dw_think *think, dw_team_radio *radio,
                            dw_task task)
{
    dw_post *post = &contracts->posts[task];
    const uint32_t tick = think->percepts->tick;
    if ((post->outbid && tick < post->taken_until) ||
        (contracts->missing && task == DW_TASK_OBJECTIVE)) {
        return false;
    }
    const uint32_t half = (uint32_t)think->setup->rules->claim_ticks / 2 + 1;
    if (tick % half == 0) {
        uint16_t room;
        dw_vec middle;
        (void)dw_post_place(think->setup->map, task, &room, &middle);
        dw_team_radio_say_holds(radio, task, room, true);
    }
    return true;
}

bool dw_contracts_are_sound(const dw_contracts *contracts, const dw_map *map)
{
    return contracts->answer.deadline == 0 ||
           (dw_message_is_sound(&contracts->answer.report, map) &&
            contracts->answer.report.kind == DW_RADIO_REPORT);
}

DW_FIELDS_IO(static, answer_offer, DW_ANSWER_OFFER_FIELDS);
DW_FIELDS_IO(static, post, DW_POST_FIELDS);
DW_FIELDS_IO(extern, contracts, DW_CONTRACTS_FIELDS);
