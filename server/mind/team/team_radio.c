#include "server/mind/team/team_radio.h"

#include "common/base/check.h"

void dw_team_radio_reset(dw_team_radio *radio)
{
    *radio = (dw_team_radio){.word_count = 0};
    dw_team_radio_forget_rooms(radio);
}

void dw_team_radio_forget_rooms(dw_team_radio *radio)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        radio->reported[s] = DW_NONE;
    }
    radio->named = 0;
}

void dw_team_radio_hurry(dw_team_radio *radio, uint32_t slot, uint32_t tick)
{
    if ((radio->due >> slot & 1) != 0 && (radio->owed >> slot & 1) == 0) {
        radio->report_due[slot] = tick;
    }
}

void dw_team_radio_forget_report(dw_team_radio *radio, uint32_t slot)
{
    radio->report_due[slot] = 0;
    radio->due &= (uint16_t) ~(1u << slot);
}

int32_t dw_team_bid_mm(const dw_think *think, dw_vec to)
{
    const dw_brain_setup *setup = think->setup;
    return dw_nav_route_length(setup->nav, think->percepts->position, to) / DW_UNITS_PER_MM;
}

int32_t dw_team_bid_for_room_mm(const dw_think *think, uint16_t room)
{
    return dw_team_bid_mm(think, dw_rect_centre(think->setup->map->rooms[room].area));
}

/* A new word; when too many wait, it takes the place of the newest. */
static dw_radio_message *new_word(dw_team_radio *radio, dw_radio_kind kind)
{
    if (radio->word_count == DW_TEAM_WORDS_MAX) {
        radio->word_count--;
    }
    dw_radio_message *word = &radio->words[radio->word_count++];
    *word = (dw_radio_message){.kind = (uint8_t)kind, .room = DW_NONE};
    return word;
}

/* Circular doors of the room to which the intruder is nearer than the caller, as the caller
 * believes; furthest from the intruder first, on ties the lower index. */
static void list_doors(const dw_think *think, const dw_belief *belief, dw_radio_message *report)
{
    const dw_map *map = think->setup->map;
    const dw_nav *nav = think->setup->nav;
    const dw_room *room = &map->rooms[belief->room];
    int32_t off[DW_RADIO_DOORS_MAX] = {0};
    for (uint16_t i = 0; i < room->door_count; i++) {
        const dw_door *door = &map->doors[room->doors[i]];
        const dw_vec point = dw_rect_centre(door->doorway);
        const int32_t distance = dw_nav_route_length(nav, belief->place, point);
        if (!door->circular ||
            distance >= dw_nav_route_length(nav, think->percepts->position, point)) {
            continue;
        }
        uint8_t at = report->door_count;
        while (at > 0 && off[at - 1] < distance) {
            at--;
        }
        if (at == DW_RADIO_DOORS_MAX) {
            continue;
        }
        const uint8_t last =
            report->door_count < DW_RADIO_DOORS_MAX ? report->door_count : DW_RADIO_DOORS_MAX - 1;
        for (uint8_t k = last; k > at; k--) {
            off[k] = off[k - 1];
            report->doors[k] = report->doors[k - 1];
        }
        off[at] = distance;
        report->doors[at] = room->doors[i];
        report->door_count = (uint8_t)(last + 1);
    }
}

static uint32_t report_ticks(const dw_think *think, const dw_beliefs *beliefs)
{
    const dw_strategy *strategy = &think->setup->rules->strategy;
    const int32_t ticks =
        strategy->report_ticks > 0 ? strategy->report_ticks : think->setup->rules->report_ticks;
    const bool hurries = dw_strategy_has_come_to(strategy->hurry_agitation, beliefs->agitation);
    const int32_t own_ticks = hurries ? (ticks + 1) / 2 : ticks;
    const dw_kind_lead *lead = &think->setup->kind->lead;
    return (uint32_t)(lead->crew_max > 0 ? (own_ticks * lead->report_percent + 99) / 100
                                         : own_ticks);
}

static void report(dw_team_radio *radio, const dw_think *think, const dw_beliefs *beliefs,
                   uint8_t slot)
{
    const dw_belief *belief = &beliefs->of[slot];
    const bool was_told = belief->source == DW_BELIEF_TOLD;
    const bool owed = (radio->owed >> slot & 1) != 0;
    radio->owed &= (uint16_t) ~(1u << slot);
    if (belief->detected) {
        radio->report_due[slot] = think->percepts->tick + report_ticks(think, beliefs);
    } else {
        dw_team_radio_forget_report(radio, slot);
    }
    if ((!belief->detected && !owed) || belief->source == DW_BELIEF_NONE ||
        belief->room == radio->reported[slot] ||
        (was_told && think->setup->rules->strategy.report_own_only != 0)) {
        return;
    }
    dw_radio_message *word = new_word(radio, DW_RADIO_REPORT);
    word->slot = slot;
    word->agitation = beliefs->agitation;
    word->room = belief->room;
    word->place = think->percepts->position;
    list_doors(think, belief, word);
    radio->reported[slot] = belief->room;
    radio->named |= (uint16_t)(1u << slot);
}

/* Keeps the words about the board; returns the slots that the reports among the others are about.
 */
static uint16_t leave_to_board(dw_team_radio *radio)
{
    uint16_t reported = 0;
    uint8_t kept = 0;
    for (uint8_t i = 0; i < radio->word_count; i++) {
        const dw_radio_message *word = &radio->words[i];
        if (word->kind == DW_RADIO_BOARD) {
            radio->words[kept++] = *word;
        } else if (word->kind == DW_RADIO_REPORT) {
            reported |= (uint16_t)(1u << word->slot);
        }
    }
    radio->word_count = kept;
    return reported;
}

uint16_t dw_team_radio_speak(dw_team_radio *radio, const dw_think *think, const dw_beliefs *beliefs)
{
    const uint32_t tick = think->percepts->tick;
    radio->owed |= beliefs->detected_now;
    for (uint32_t left = beliefs->detected | (uint32_t)radio->due; left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        if ((beliefs->detected >> s & 1) != 0 && radio->report_due[s] == 0) {
            radio->due |= (uint16_t)(1u << s);
            radio->report_due[s] = tick + report_ticks(think, beliefs);
        } else if (radio->report_due[s] != 0 && tick >= radio->report_due[s]) {
            report(radio, think, beliefs, (uint8_t)s);
        }
    }
    if (think->setup->rules->strategy.talk == 0) {
        radio->word_count = 0;
    }
    const uint16_t reported =
        think->setup->rules->strategy.board != 0 ? leave_to_board(radio) : (uint16_t)0;
    if (radio->word_count == 0) {
        return reported;
    }
    radio->said = radio->words[0];
    radio->word_count--;
    for (uint8_t i = 0; i < radio->word_count; i++) {
        radio->words[i] = radio->words[i + 1];
    }
    think->command->says = &radio->said;
    return reported;
}

static void say_of_room(dw_team_radio *radio, const dw_beliefs *beliefs, dw_radio_kind kind,
                        uint16_t room)
{
    dw_radio_message *word = new_word(radio, kind);
    word->room = room;
    word->agitation = beliefs->agitation;
}

void dw_team_radio_say_clear(dw_team_radio *radio, const dw_beliefs *beliefs, uint16_t room)
{
    say_of_room(radio, beliefs, DW_RADIO_CLEAR, room);
}

void dw_team_radio_say_missing(dw_team_radio *radio, const dw_beliefs *beliefs, uint16_t room)
{
    say_of_room(radio, beliefs, DW_RADIO_MISSING, room);
}

void dw_team_radio_say_caught(dw_team_radio *radio, const dw_beliefs *beliefs, uint8_t slot)
{
    dw_radio_message *word = new_word(radio, DW_RADIO_CAUGHT);
    word->slot = slot;
    word->agitation = beliefs->agitation;
}

bool dw_team_radio_is_full(const dw_team_radio *radio)
{
    return radio->word_count == DW_TEAM_WORDS_MAX;
}

void dw_team_radio_say(dw_team_radio *radio, const dw_radio_message *message)
{
    *new_word(radio, (dw_radio_kind)message->kind) = *message;
}

void dw_team_radio_say_takes(dw_team_radio *radio, const dw_team_bid *bid, bool again)
{
    dw_radio_message *word = new_word(radio, DW_RADIO_TAKES);
    word->again = again;
    word->room = bid->room;
    word->bid_mm = bid->bid_mm;
    if (bid->door != DW_NONE) {
        word->door_count = 1;
        word->doors[0] = bid->door;
    }
}

void dw_team_radio_say_offer(dw_team_radio *radio, dw_task task, uint16_t room, int32_t bid_mm)
{
    dw_radio_message *word = new_word(radio, DW_RADIO_OFFER);
    word->task = (uint8_t)task;
    word->room = room;
    word->bid_mm = bid_mm;
}

void dw_team_radio_say_holds(dw_team_radio *radio, dw_task task, uint16_t room, bool again)
{
    dw_radio_message *word = new_word(radio, DW_RADIO_HOLDS);
    word->again = again;
    word->task = (uint8_t)task;
    word->room = room;
}

void dw_team_radio_say_board(dw_team_radio *radio, uint16_t room)
{
    dw_radio_message *word = new_word(radio, DW_RADIO_BOARD);
    word->room = room;
}

void dw_team_radio_hear_claim(dw_team_radio *radio, const dw_radio_message *message)
{
    DW_DCHECK(message->kind == DW_RADIO_TAKES);
    uint8_t at = 0;
    while (at < radio->claim_count && radio->claims[at].guard != message->sender) {
        at++;
    }
    if (at == DW_TEAM_CLAIMS_MAX) {
        at = 0;
        for (uint32_t i = 1; i < DW_TEAM_CLAIMS_MAX; i++) {
            at = radio->claims[i].tick < radio->claims[at].tick ? (uint8_t)i : at;
        }
    } else if (at == radio->claim_count) {
        radio->claim_count++;
    }
    radio->claims[at] = (dw_team_claim){
        .tick = message->sent,
        .guard = message->sender,
        .door = message->door_count > 0 ? message->doors[0] : (uint16_t)DW_NONE,
        .room = message->room,
        .bid_mm = message->bid_mm,
    };
}

void dw_team_radio_drop_claim(dw_team_radio *radio, uint8_t guard)
{
    for (uint8_t i = 0; i < radio->claim_count; i++) {
        if (radio->claims[i].guard == guard) {
            radio->claims[i] = radio->claims[--radio->claim_count];
            return; /* One for each guard. */
        }
    }
}

/* For how long a door is its taker's, or with DW_NONE a room. */
static uint32_t claim_holds_ticks(const dw_ruleset *rules, uint16_t door)
{
    const int32_t of_room = rules->strategy.room_claim_ticks;
    return (uint32_t)(door == DW_NONE && of_room > 0 ? of_room : rules->claim_ticks);
}

bool dw_team_radio_is_taken(const dw_team_radio *radio, const dw_brain_setup *setup,
                            const dw_team_bid *bid)
{
    return dw_team_radio_is_taken_beside(radio, setup, bid, DW_GUARDS_MAX);
}

bool dw_team_radio_is_taken_beside(const dw_team_radio *radio, const dw_brain_setup *setup,
                                   const dw_team_bid *bid, uint8_t beside)
{
    const uint32_t delay = (uint32_t)setup->rules->radio_delay_ticks;
    const uint32_t holds = claim_holds_ticks(setup->rules, bid->door);
    for (uint8_t i = 0; i < radio->claim_count; i++) {
        const dw_team_claim *claim = &radio->claims[i];
        if (claim->guard == beside || claim->tick + holds <= bid->tick ||
            claim->door != bid->door || (bid->door == DW_NONE && claim->room != bid->room)) {
            continue;
        }
        const bool shorter = claim->bid_mm < bid->bid_mm ||
                             (claim->bid_mm == bid->bid_mm && claim->guard < setup->guard);
        const bool before = claim->tick + delay <= bid->tick;
        const bool after = bid->tick + delay <= claim->tick;
        if (before || (shorter && !after)) {
            return true;
        }
    }
    return false;
}

bool dw_team_radio_is_sound(const dw_team_radio *radio, const dw_map *map)
{
    bool sound = true;
    for (uint8_t i = 0; sound && i < radio->word_count; i++) {
        sound = dw_message_is_sound(&radio->words[i], map);
    }
    return sound;
}

DW_FIELDS_IO(static, team_claim, DW_TEAM_CLAIM_FIELDS);
DW_FIELDS_IO(extern, team_bid, DW_TEAM_BID_FIELDS);
DW_FIELDS_IO(extern, team_radio, DW_TEAM_RADIO_FIELDS);
