#include "server/mind/team/conversation.h"

enum {
    EITHER = 2,
    NAME_SHIFT = 24 /* A match has fewer ticks than 2 to the 24th, and a guard sends one a tick. */
};

/* The two sides of a call differ: the opener hears bids of many, and each of the others waits for
 * what becomes of its own. */
static const struct rule {
    uint8_t protocol, role, from, speaker, performative, to;
} rules[] = {
    {DW_TALK_TELL, EITHER, DW_TALK_IDLE, DW_TALK_OPENER, DW_SAY_INFORM, DW_TALK_ENDED},

    {DW_TALK_ASK, EITHER, DW_TALK_IDLE, DW_TALK_OPENER, DW_SAY_REQUEST, DW_TALK_OPEN},
    {DW_TALK_ASK, EITHER, DW_TALK_OPEN, DW_TALK_ANSWERER, DW_SAY_AGREE, DW_TALK_WORKING},
    {DW_TALK_ASK, EITHER, DW_TALK_OPEN, DW_TALK_ANSWERER, DW_SAY_REFUSE, DW_TALK_ENDED},
    {DW_TALK_ASK, EITHER, DW_TALK_WORKING, DW_TALK_ANSWERER, DW_SAY_DONE, DW_TALK_ENDED},
    {DW_TALK_ASK, EITHER, DW_TALK_WORKING, DW_TALK_ANSWERER, DW_SAY_FAILED, DW_TALK_ENDED},
    {DW_TALK_ASK, EITHER, DW_TALK_WORKING, DW_TALK_ANSWERER, DW_SAY_INFORM, DW_TALK_ENDED},

    {DW_TALK_HIRE, EITHER, DW_TALK_IDLE, DW_TALK_OPENER, DW_SAY_CALL, DW_TALK_OPEN},
    {DW_TALK_HIRE, EITHER, DW_TALK_OPEN, DW_TALK_ANSWERER, DW_SAY_BID, DW_TALK_BIDDING},
    {DW_TALK_HIRE, DW_TALK_OPENER, DW_TALK_OPEN, DW_TALK_ANSWERER, DW_SAY_REFUSE, DW_TALK_OPEN},
    {DW_TALK_HIRE, DW_TALK_ANSWERER, DW_TALK_OPEN, DW_TALK_ANSWERER, DW_SAY_REFUSE, DW_TALK_ENDED},
    {DW_TALK_HIRE, EITHER, DW_TALK_OPEN, DW_TALK_OPENER, DW_SAY_REFUSE, DW_TALK_ENDED},
    {DW_TALK_HIRE, DW_TALK_OPENER, DW_TALK_BIDDING, DW_TALK_ANSWERER, DW_SAY_BID, DW_TALK_BIDDING},
    {DW_TALK_HIRE, DW_TALK_OPENER, DW_TALK_BIDDING, DW_TALK_ANSWERER, DW_SAY_REFUSE,
     DW_TALK_BIDDING},
    {DW_TALK_HIRE, EITHER, DW_TALK_BIDDING, DW_TALK_OPENER, DW_SAY_REFUSE, DW_TALK_ENDED},
    {DW_TALK_HIRE, EITHER, DW_TALK_BIDDING, DW_TALK_OPENER, DW_SAY_AWARD, DW_TALK_AWARDED},
    {DW_TALK_HIRE, EITHER, DW_TALK_AWARDED, DW_TALK_ANSWERER, DW_SAY_AGREE, DW_TALK_WORKING},
    {DW_TALK_HIRE, EITHER, DW_TALK_AWARDED, DW_TALK_ANSWERER, DW_SAY_REFUSE, DW_TALK_ENDED},
    {DW_TALK_HIRE, EITHER, DW_TALK_WORKING, DW_TALK_ANSWERER, DW_SAY_DONE, DW_TALK_ENDED},
    {DW_TALK_HIRE, EITHER, DW_TALK_WORKING, DW_TALK_ANSWERER, DW_SAY_FAILED, DW_TALK_ENDED},
};

dw_performative dw_performative_of(dw_radio_kind kind)
{
    switch (kind) {
    case DW_RADIO_REQUEST:
        return DW_SAY_REQUEST;
    case DW_RADIO_AGREE:
        return DW_SAY_AGREE;
    case DW_RADIO_REFUSE:
        return DW_SAY_REFUSE;
    case DW_RADIO_CALL:
        return DW_SAY_CALL;
    case DW_RADIO_BID:
        return DW_SAY_BID;
    case DW_RADIO_AWARD:
        return DW_SAY_AWARD;
    case DW_RADIO_DONE:
        return DW_SAY_DONE;
    case DW_RADIO_FAILED:
        return DW_SAY_FAILED;
    default:
        return DW_SAY_INFORM;
    }
}

dw_talk_state dw_talk_next(dw_talk_protocol protocol, dw_talk_role role, dw_talk_state from,
                           dw_talk_role speaker, dw_performative performative)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const struct rule *rule = &rules[i];
        if (rule->protocol == protocol && (rule->role == EITHER || rule->role == role) &&
            rule->from == from && rule->speaker == speaker && rule->performative == performative) {
            return (dw_talk_state)rule->to;
        }
    }
    return DW_TALK_STATE_COUNT;
}

/* The protocol that a conversation has, or that such a first message begins. */
static dw_talk_protocol protocol_of(const dw_conversation *it, dw_performative performative)
{
    if (it->state != DW_TALK_IDLE) {
        return (dw_talk_protocol)it->protocol;
    }
    return performative == DW_SAY_CALL      ? DW_TALK_HIRE
           : performative == DW_SAY_REQUEST ? DW_TALK_ASK
                                            : DW_TALK_TELL;
}

static bool refuse(dw_talker *talker)
{
    talker->refused++;
    return false;
}

bool dw_conversation_say(dw_conversation *it, dw_talker *talker, dw_radio_message *message)
{
    const dw_performative performative = dw_performative_of((dw_radio_kind)message->kind);
    const dw_talk_protocol protocol = protocol_of(it, performative);
    const bool opens = it->state == DW_TALK_IDLE;
    const dw_talk_role role = opens ? DW_TALK_OPENER : (dw_talk_role)it->role;
    const dw_talk_state next =
        dw_talk_next(protocol, role, (dw_talk_state)it->state, role, performative);
    const bool strays = it->partner != 0 && message->receiver != it->partner;
    if (next == DW_TALK_STATE_COUNT || (!opens && strays)) {
        return refuse(talker);
    }
    talker->number++;
    if (opens) {
        *it = (dw_conversation){.protocol = (uint8_t)protocol,
                                .role = (uint8_t)role,
                                .name = (talker->guard + 1) << NAME_SHIFT | talker->number};
    }
    it->state = (uint8_t)next;
    it->partner = message->receiver;
    it->said = talker->number;
    it->heard = performative == DW_SAY_AWARD ? message->reply_to : it->heard;
    it->deadline = message->deadline;
    message->conversation = it->name;
    message->number = it->said;
    message->reply_to = it->heard;
    return true;
}

bool dw_conversation_hear(dw_conversation *it, dw_talker *talker, const dw_radio_message *message,
                          uint32_t tick)
{
    const uint8_t own = (uint8_t)(talker->guard + 1);
    const uint8_t sender = (uint8_t)(message->sender + 1);
    dw_performative performative = dw_performative_of((dw_radio_kind)message->kind);
    const bool opens = it->state == DW_TALK_IDLE;
    if (message->receiver == 0 && it->state == DW_TALK_ENDED) {
        return false; /* To those who are still in it. */
    }
    if (message->receiver != 0 && message->receiver != own) {
        if (performative != DW_SAY_AWARD || it->state != DW_TALK_BIDDING) {
            return false; /* Overheard: no step of its own conversation. */
        }
        performative = DW_SAY_REFUSE; /* Another bid has won; the award answers that one. */
    } else if (message->receiver != 0 && message->reply_to != it->said) {
        return refuse(talker);
    }
    const dw_talk_role role = opens ? DW_TALK_ANSWERER : (dw_talk_role)it->role;
    const dw_talk_role speaker = role == DW_TALK_OPENER ? DW_TALK_ANSWERER : DW_TALK_OPENER;
    const dw_talk_protocol protocol = protocol_of(it, performative);
    const dw_talk_state next =
        dw_talk_next(protocol, role, (dw_talk_state)it->state, speaker, performative);
    if (next == DW_TALK_STATE_COUNT ||
        (!opens && (it->name != message->conversation || tick > it->deadline ||
                    (it->partner != 0 && it->partner != sender)))) {
        return refuse(talker);
    }
    if (opens) {
        *it = (dw_conversation){
            .protocol = (uint8_t)protocol, .role = (uint8_t)role, .name = message->conversation};
    }
    /* While bids come in, the opener still listens to all, and its deadline is the one it set. */
    if (opens || (next != DW_TALK_OPEN && next != DW_TALK_BIDDING)) {
        it->partner = sender;
        it->heard = message->number;
        it->deadline = message->deadline;
    }
    it->state = (uint8_t)next;
    return true;
}

bool dw_conversation_times_out(dw_conversation *it, dw_talker *talker, uint32_t tick)
{
    if (!dw_conversation_is_on(it) || tick <= it->deadline) {
        return false;
    }
    it->state = DW_TALK_ENDED;
    talker->timed_out++;
    return true;
}

bool dw_conversation_is_sound(const dw_conversation *it)
{
    return it->state < DW_TALK_STATE_COUNT && it->protocol < DW_TALK_PROTOCOL_COUNT &&
           it->role <= DW_TALK_ANSWERER && it->partner <= DW_GUARDS_MAX;
}

DW_FIELDS_IO(extern, talker, DW_TALKER_FIELDS);
DW_FIELDS_IO(extern, conversation, DW_CONVERSATION_FIELDS);
