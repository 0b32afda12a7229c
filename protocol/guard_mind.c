#include "protocol/guard_mind.h"

#include <string.h>

static bool body_valid(unsigned body)
{
    return body >= 1 && body <= DW_GUARDS_MAX;
}

static bool room_valid(unsigned room)
{
    return room < DW_ROOMS_MAX || room == DW_NONE;
}

static bool door_valid(unsigned door)
{
    return door < DW_DOORS_MAX || door == DW_NONE;
}

static bool intruder_valid(const dw_mind_intruder *row, uint32_t tick)
{
    if (row->slot >= DW_INTRUDERS_MAX || row->meter > DW_MIND_METER_MAX ||
        row->source >= DW_BELIEF_SOURCE_COUNT) {
        return false;
    }
    if (row->source == DW_BELIEF_NONE) {
        return row->told_by == 0 && row->confidence == 0 && row->room == DW_NONE &&
               row->tick == tick && row->place.x == 0 && row->place.y == 0;
    }
    const bool told = row->source == DW_BELIEF_TOLD;
    return (told ? body_valid(row->told_by) : row->told_by == 0) && row->confidence <= 100 &&
           room_valid(row->room) && row->tick <= tick;
}

static bool call_valid(const dw_mind_call *call, uint32_t tick)
{
    return call->id >= 1 && call->tick <= tick && call->kind > DW_RADIO_NONE &&
           call->kind < DW_RADIO_KIND_COUNT && body_valid(call->sender) &&
           call->slot < DW_INTRUDERS_MAX && room_valid(call->room) && door_valid(call->door);
}

static bool search_valid(const dw_guard_mind *mind)
{
    if (mind->room_count > DW_MIND_ROOMS_MAX || mind->piece_count > DW_MIND_PIECES_MAX ||
        mind->clear_count > DW_MIND_ROOMS_MAX) {
        return false;
    }
    bool fine = true;
    for (uint32_t i = 0; i < mind->room_count; i++) {
        fine = fine && mind->rooms[i] < DW_ROOMS_MAX;
    }
    for (uint32_t i = 0; i < mind->piece_count; i++) {
        const dw_mind_piece *piece = &mind->pieces[i];
        fine = fine && piece->sides <= DW_MIND_SIDES_ALL &&
               (piece->furniture < DW_FURNITURE_MAX || piece->furniture == DW_NONE);
    }
    for (uint32_t i = 0; i < mind->clear_count; i++) {
        fine = fine && mind->clear[i].room < DW_ROOMS_MAX && mind->clear[i].tick <= mind->tick;
    }
    return fine;
}

bool dw_guard_mind_valid(const dw_guard_mind *mind)
{
    const bool told = mind->cause == DW_CAUSE_MESSAGE;
    if (mind->tick == 0 || !body_valid(mind->body) || mind->cause >= DW_CAUSE_COUNT ||
        (!told && mind->cause_id > mind->tick) || mind->since > mind->tick || mind->agitation > 3 ||
        !room_valid(mind->room) || !door_valid(mind->door) || mind->path_count > DW_MIND_PATH_MAX ||
        mind->intruder_count > DW_INTRUDERS_MAX || mind->call_count > DW_MIND_CALLS_MAX ||
        !search_valid(mind)) {
        return false;
    }
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        if (!intruder_valid(row, mind->tick) || (i > 0 && row->slot <= row[-1].slot)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < mind->call_count; i++) {
        if (!call_valid(&mind->calls[i], mind->tick)) {
            return false;
        }
    }
    return true;
}

static bool same_place(dw_mind_place a, dw_mind_place b)
{
    return a.x == b.x && a.y == b.y;
}

static bool same_goal(const dw_guard_mind *a, const dw_guard_mind *b)
{
    return a->body == b->body && strcmp(a->goal, b->goal) == 0 &&
           strcmp(a->sentence, b->sentence) == 0 && strcmp(a->doing, b->doing) == 0 &&
           a->cause == b->cause && a->cause_id == b->cause_id && a->since == b->since &&
           a->agitation == b->agitation && a->room == b->room && a->door == b->door &&
           same_place(a->target, b->target);
}

static bool same_intruder(const dw_mind_intruder *a, const dw_mind_intruder *b)
{
    /* A row without a belief carries the tick of its message. */
    const bool same_news = a->source == DW_BELIEF_NONE || a->tick == b->tick;
    return a->slot == b->slot && a->meter == b->meter && a->source == b->source &&
           a->told_by == b->told_by && a->room == b->room && same_news &&
           same_place(a->place, b->place);
}

static bool same_search(const dw_guard_mind *a, const dw_guard_mind *b)
{
    bool same = a->room_count == b->room_count && a->piece_count == b->piece_count &&
                a->clear_count == b->clear_count;
    for (uint32_t i = 0; same && i < a->room_count; i++) {
        same = a->rooms[i] == b->rooms[i];
    }
    for (uint32_t i = 0; same && i < a->piece_count; i++) {
        same = a->pieces[i].furniture == b->pieces[i].furniture &&
               a->pieces[i].sides == b->pieces[i].sides;
    }
    for (uint32_t i = 0; same && i < a->clear_count; i++) {
        same = a->clear[i].room == b->clear[i].room && a->clear[i].tick == b->clear[i].tick;
    }
    return same;
}

bool dw_guard_mind_same(const dw_guard_mind *a, const dw_guard_mind *b)
{
    bool same = same_goal(a, b) && same_search(a, b) && a->path_count == b->path_count &&
                a->intruder_count == b->intruder_count && a->call_count == b->call_count;
    for (uint32_t i = 0; same && i < a->path_count; i++) {
        same = same_place(a->path[i], b->path[i]);
    }
    for (uint32_t i = 0; same && i < a->intruder_count; i++) {
        same = same_intruder(&a->intruders[i], &b->intruders[i]);
    }
    for (uint32_t i = 0; same && i < a->call_count; i++) {
        same = a->calls[i].id == b->calls[i].id; /* What was said under a number stays said. */
    }
    return same;
}
