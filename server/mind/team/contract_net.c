#include "server/mind/team/contract_net.h"

#include <string.h>

enum {
    SPEAKING_TICKS = 16, /* One message a tick, at most 8 heard in a tick: some wait for later. */
    AWARDING_TICKS = 12, /* The last part of a call: one award a tick, */
    URGENT_TICKS = 6     /* after all calls made at about that time have come to this part. */
};

void dw_contract_net_reset(dw_contract_net *net, uint16_t guard)
{
    const dw_talker counted = net->talker;
    *net = (dw_contract_net){.loss.room = DW_NONE};
    net->talker.refused = counted.refused;
    net->talker.timed_out = counted.timed_out;
    net->talker.guard = guard;
}

static uint32_t delay_ticks(const dw_think *think)
{
    return (uint32_t)think->setup->rules->radio_delay_ticks;
}

/* Index of the place among those tried, or their number. */
static uint8_t tried_at(const dw_net_loss *loss, uint16_t room, uint16_t door)
{
    uint8_t i = 0;
    while (i < loss->tried_count &&
           (loss->tried[i].door != door || (door == DW_NONE && loss->tried[i].room != room))) {
        i++;
    }
    return i;
}

bool dw_contract_net_is_called(const dw_contract_net *net, uint16_t room)
{
    bool is_called = false;
    for (uint8_t i = 0; i < net->call_count; i++) {
        const dw_net_call *call = &net->calls[i];
        is_called = is_called || (call->place.door == DW_NONE && call->place.room == room &&
                                  dw_conversation_is_on(&call->talk));
    }
    return is_called;
}

bool dw_contract_net_calls_door(const dw_contract_net *net, uint16_t door)
{
    bool calls = false;
    for (uint8_t i = 0; i < net->call_count; i++) {
        calls = calls ||
                (net->calls[i].place.door == door && dw_conversation_is_on(&net->calls[i].talk));
    }
    return calls;
}

bool dw_contract_net_has_tried(const dw_contract_net *net, uint16_t room, uint16_t door)
{
    return tried_at(&net->loss, room, door) < net->loss.tried_count;
}

/* An award came to nothing: the place is free for another call. */
static void close_call(dw_net_loss *loss, const dw_net_call *call)
{
    const uint8_t at = tried_at(loss, call->place.room, call->place.door);
    if (call->talk.partner != 0 && call->last != DW_RADIO_DONE && at < loss->tried_count) {
        loss->tried[at] = loss->tried[--loss->tried_count];
    }
}

void dw_contract_net_tidy(dw_contract_net *net, uint32_t tick)
{
    uint8_t kept = 0;
    for (uint8_t i = 0; i < net->call_count; i++) {
        (void)dw_conversation_times_out(&net->calls[i].talk, &net->talker, tick);
        if (dw_conversation_is_on(&net->calls[i].talk)) {
            net->calls[kept++] = net->calls[i];
        } else {
            close_call(&net->loss, &net->calls[i]);
        }
    }
    net->call_count = kept;
    kept = 0;
    for (uint8_t i = 0; i < net->task_count; i++) {
        (void)dw_conversation_times_out(&net->tasks[i].talk, &net->talker, tick);
        if (dw_conversation_is_on(&net->tasks[i].talk)) {
            net->tasks[kept++] = net->tasks[i];
        }
    }
    net->task_count = kept;
}

/* By bid, then by guard; of too many the highest is forgotten. */
static void note_bid(dw_net_call *call, const dw_radio_message *message)
{
    const dw_net_bid bid = {
        .guard = message->sender, .number = message->number, .bid_mm = message->bid_mm};
    uint8_t at = call->bid_count;
    while (at > 0 &&
           (call->bids[at - 1].bid_mm > bid.bid_mm ||
            (call->bids[at - 1].bid_mm == bid.bid_mm && call->bids[at - 1].guard > bid.guard))) {
        at--;
    }
    if (at == DW_NET_BIDS_MAX) {
        return;
    }
    call->bid_count = call->bid_count < DW_NET_BIDS_MAX ? (uint8_t)(call->bid_count + 1)
                                                        : (uint8_t)DW_NET_BIDS_MAX;
    memmove(&call->bids[at + 1], &call->bids[at],
            (size_t)(call->bid_count - 1 - at) * sizeof call->bids[0]);
    call->bids[at] = bid;
}

static void hear_new(dw_contract_net *net, const dw_think *think, const dw_radio_message *message)
{
    dw_conversation talk = {.state = DW_TALK_IDLE};
    const bool names_task = message->kind != DW_RADIO_CALL || message->room != DW_NONE;
    if (!names_task || !dw_conversation_hear(&talk, &net->talker, message, think->percepts->tick) ||
        talk.protocol != DW_TALK_HIRE || net->task_count == DW_NET_TASKS_MAX) {
        return; /* A call that is one too many stays unanswered. */
    }
    net->tasks[net->task_count++] = (dw_net_task){
        .talk = talk,
        .place = {.room = message->room,
                  .door = message->door_count > 0 ? message->doors[0] : (uint16_t)DW_NONE,
                  .slot = message->slot},
        .message = message->id,
        .sent = message->sent,
    };
}

void dw_contract_net_hear(dw_contract_net *net, const dw_think *think,
                          const dw_radio_message *message)
{
    const uint32_t tick = think->percepts->tick;
    for (uint8_t i = 0; i < net->call_count; i++) {
        dw_net_call *call = &net->calls[i];
        if (dw_conversation_has(&call->talk, message)) {
            if (dw_conversation_hear(&call->talk, &net->talker, message, tick)) {
                call->last = message->kind;
                if (message->kind == DW_RADIO_BID) {
                    note_bid(call, message);
                }
            }
            return;
        }
    }
    for (uint8_t i = 0; i < net->task_count; i++) {
        dw_net_task *task = &net->tasks[i];
        if (dw_conversation_has(&task->talk, message)) {
            if (dw_conversation_hear(&task->talk, &net->talker, message, tick)) {
                task->message = message->id;
                task->sent = message->sent;
            }
            return;
        }
    }
    const bool opens = message->kind == DW_RADIO_CALL || message->kind == DW_RADIO_REQUEST;
    if (opens || message->receiver == net->talker.guard + 1) {
        hear_new(net, think, message);
    }
}

/* The message about that place, without its header. */
static dw_radio_message message_about(const dw_net_place *place, dw_radio_kind kind)
{
    dw_radio_message message = {.kind = (uint8_t)kind, .room = place->room, .slot = place->slot};
    if (place->door != DW_NONE) {
        message.door_count = 1;
        message.doors[0] = place->door;
    }
    return message;
}

bool dw_contract_net_call(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                          const dw_net_place *place)
{
    if (net->call_count == DW_NET_CALLS_MAX || net->loss.tried_count == DW_NET_TRIED_MAX ||
        dw_team_radio_is_full(radio)) {
        return false;
    }
    dw_net_call *call = &net->calls[net->call_count];
    *call = (dw_net_call){.place = *place};
    dw_radio_message message = message_about(place, DW_RADIO_CALL);
    message.deadline = think->percepts->tick + 2 * delay_ticks(think) +
                       (uint32_t)think->setup->rules->strategy.call_ticks;
    if (!dw_conversation_say(&call->talk, &net->talker, &message)) {
        return false;
    }
    net->call_count++;
    net->loss.tried[net->loss.tried_count++] = *place;
    dw_team_radio_say(radio, &message);
    return true;
}

/* The guard works on a task of this caller, or is about to. */
static bool is_engaged(const dw_contract_net *net, uint8_t guard)
{
    for (uint8_t i = 0; i < net->call_count; i++) {
        const dw_conversation *talk = &net->calls[i].talk;
        if (talk->state >= DW_TALK_AWARDED && talk->partner == guard + 1) {
            return true;
        }
    }
    return false;
}

dw_net_call *dw_contract_net_due(dw_contract_net *net, const dw_think *think,
                                 const dw_net_bid **bid)
{
    const uint32_t tick = think->percepts->tick;
    dw_net_call *due = NULL;
    bool others_wait = false;
    bool is_urgent = false;
    *bid = NULL;
    for (uint8_t i = 0; i < net->call_count; i++) {
        dw_net_call *call = &net->calls[i];
        if (call->talk.state > DW_TALK_BIDDING) {
            continue;
        }
        if (tick + AWARDING_TICKS < call->talk.deadline) {
            others_wait = true;
            continue;
        }
        is_urgent = is_urgent || tick + URGENT_TICKS >= call->talk.deadline;
        due = due != NULL ? due : call;
        uint8_t b = 0;
        while (b < call->bid_count && is_engaged(net, call->bids[b].guard)) {
            b++;
        }
        if (b < call->bid_count && (*bid == NULL || call->bids[b].bid_mm < (*bid)->bid_mm)) {
            *bid = &call->bids[b];
            due = call;
        }
    }
    return others_wait && !is_urgent ? NULL : due;
}

bool dw_contract_net_award(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                           dw_net_call *call, const dw_net_bid *bid)
{
    if (dw_team_radio_is_full(radio)) {
        return false;
    }
    dw_radio_message message =
        message_about(&call->place, bid != NULL ? DW_RADIO_AWARD : DW_RADIO_REFUSE);
    message.deadline = think->percepts->tick + 2 * delay_ticks(think) + SPEAKING_TICKS;
    if (bid != NULL) {
        message.receiver = (uint8_t)(bid->guard + 1);
        message.reply_to = bid->number;
    }
    if (!dw_conversation_say(&call->talk, &net->talker, &message)) {
        return false;
    }
    dw_team_radio_say(radio, &message);
    return true;
}

dw_net_task *dw_contract_net_task(dw_contract_net *net, dw_talk_state state)
{
    for (uint8_t i = 0; i < net->task_count; i++) {
        if (net->tasks[i].talk.state == state) {
            return &net->tasks[i];
        }
    }
    return NULL;
}

bool dw_contract_net_answer(dw_contract_net *net, const dw_think *think, dw_team_radio *radio,
                            dw_net_task *task, const dw_net_answer *answer)
{
    if (dw_team_radio_is_full(radio)) {
        return false;
    }
    dw_radio_message message = message_about(&task->place, answer->kind);
    message.receiver = task->talk.partner;
    message.bid_mm = answer->bid_mm;
    /* An award comes a delay after the end of the call; a result has to be back in time. */
    message.deadline =
        answer->kind == DW_RADIO_BID
            ? task->talk.deadline + delay_ticks(think) + SPEAKING_TICKS
            : think->percepts->tick + answer->work_ticks + 2 * delay_ticks(think) + SPEAKING_TICKS;
    if (!dw_conversation_say(&task->talk, &net->talker, &message)) {
        return false;
    }
    dw_team_radio_say(radio, &message);
    return true;
}

static bool place_is_sound(const dw_net_place *place, const dw_map *map)
{
    return place->room < map->room_count && dw_is_door_or_none(map, place->door) &&
           place->slot < DW_INTRUDERS_MAX;
}

bool dw_contract_net_is_sound(const dw_contract_net *net, const dw_map *map)
{
    bool sound = net->loss.slot < DW_INTRUDERS_MAX && dw_is_room_or_none(map, net->loss.room) &&
                 (net->loss.until == 0 || net->loss.room != DW_NONE);
    for (uint8_t i = 0; sound && i < net->loss.tried_count; i++) {
        sound = place_is_sound(&net->loss.tried[i], map);
    }
    for (uint8_t i = 0; sound && i < net->call_count; i++) {
        const dw_net_call *call = &net->calls[i];
        sound = dw_conversation_is_sound(&call->talk) && place_is_sound(&call->place, map);
        for (uint8_t b = 0; sound && b < call->bid_count; b++) {
            sound = call->bids[b].guard < DW_GUARDS_MAX;
        }
    }
    for (uint8_t i = 0; sound && i < net->task_count; i++) {
        sound = dw_conversation_is_sound(&net->tasks[i].talk) &&
                place_is_sound(&net->tasks[i].place, map);
    }
    return sound;
}

DW_FIELDS_IO(static, net_place, DW_NET_PLACE_FIELDS);
DW_FIELDS_IO(static, net_bid, DW_NET_BID_FIELDS);
DW_FIELDS_IO(static, net_call, DW_NET_CALL_FIELDS);
DW_FIELDS_IO(static, net_task, DW_NET_TASK_FIELDS);
DW_FIELDS_IO(static, net_loss, DW_NET_LOSS_FIELDS);
DW_FIELDS_IO(extern, contract_net, DW_CONTRACT_NET_FIELDS);
