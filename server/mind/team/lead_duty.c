#include "server/mind/team/lead_duty.h"

#include <string.h>

void dw_lead_duty_reset(dw_lead_duty *duty, const dw_brain_setup *setup, bool leads)
{
    memset(duty, 0, sizeof *duty);
    duty->leads = leads && setup->kind->lead.crew_max > 0;
    for (uint16_t g = 0; g < setup->map->guard_count; g++) {
        duty->places[g] = setup->map->guards[g].spawn;
    }
}

static const dw_kind *kind_of(const dw_brain_setup *setup, uint16_t guard)
{
    return &setup->rules->kinds[setup->map->guards[guard].kind];
}

static void learn_places(dw_lead_duty *duty, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        duty->places[percepts->guards[i].guard] = percepts->guards[i].position;
    }
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        if (percepts->heard[i].kind == DW_RADIO_REPORT) {
            duty->places[percepts->heard[i].sender] = percepts->heard[i].place;
        }
    }
}

/* Whether guards were sent to that room already, not too long ago. */
static bool is_ordered(const dw_lead_duty *duty, const dw_think *think, uint8_t slot, uint16_t room)
{
    return (duty->ordered >> slot & 1) != 0 && duty->rooms[slot] == room &&
           think->percepts->tick - duty->ticks[slot] < (uint32_t)think->setup->rules->claim_ticks;
}

/* The guard that is nearest to the room, of those that catch, hear and are not in `taken`. */
static uint16_t choose(const dw_lead_duty *duty, const dw_think *think, uint16_t room,
                       uint64_t taken)
{
    const dw_brain_setup *setup = think->setup;
    const dw_vec middle = dw_rect_centre(setup->map->rooms[room].area);
    uint16_t nearest = DW_NONE;
    int32_t least = 0;
    for (uint16_t g = 0; g < setup->map->guard_count; g++) {
        const dw_kind *kind = kind_of(setup, g);
        if ((taken >> g & 1) != 0 || kind->can.radio == 0 || kind->can.catch == 0) {
            continue;
        }
        const int32_t length = dw_nav_route_length(setup->nav, duty->places[g], middle);
        if (nearest == DW_NONE || length < least) {
            nearest = g;
            least = length;
        }
    }
    return nearest;
}

/* `reporter` is after the intruder already. */
static void call_out(dw_lead_duty *duty, const dw_think *think, dw_team_radio *radio, uint8_t slot,
                     uint16_t room, uint16_t reporter)
{
    if (is_ordered(duty, think, slot, room)) {
        return;
    }
    uint64_t taken = UINT64_C(1) << think->setup->guard | UINT64_C(1) << reporter;
    for (int32_t sent = 0; sent < think->setup->kind->lead.crew_max; sent++) {
        const uint16_t guard = choose(duty, think, room, taken);
        if (guard == DW_NONE || dw_team_radio_is_full(radio)) {
            break;
        }
        taken |= UINT64_C(1) << guard;
        dw_team_radio_say(radio, &(dw_radio_message){.kind = DW_RADIO_REQUEST,
                                                     .slot = slot,
                                                     .room = room,
                                                     .receiver = (uint8_t)(guard + 1),
                                                     .place = think->percepts->position});
    }
    duty->ordered |= (uint16_t)(1u << slot);
    duty->rooms[slot] = room;
    duty->ticks[slot] = think->percepts->tick;
}

void dw_lead_duty_step(dw_lead_duty *duty, const dw_think *think, dw_team_radio *radio)
{
    if (think->setup->kind->lead.crew_max == 0 || !duty->leads) {
        return;
    }
    const dw_percepts *percepts = think->percepts;
    learn_places(duty, percepts);
    for (uint8_t i = 0; i < percepts->heard_count; i++) {
        const dw_radio_message *message = &percepts->heard[i];
        if (message->kind == DW_RADIO_REPORT) {
            call_out(duty, think, radio, message->slot, message->room, message->sender);
        }
    }
    const dw_radio_message *said = think->command->says;
    if (said != NULL && said->kind == DW_RADIO_REPORT) {
        call_out(duty, think, radio, said->slot, said->room, think->setup->guard);
    }
}

bool dw_lead_duty_stands_back(const dw_lead_duty *duty, const dw_think *think,
                              const dw_percept_intruder *target)
{
    const dw_brain_setup *setup = think->setup;
    if (setup->kind->lead.crew_max == 0 || !duty->leads) {
        return false;
    }
    const int32_t own =
        dw_nav_route_length(setup->nav, think->percepts->position, target->position);
    for (uint8_t i = 0; i < think->percepts->guard_count; i++) {
        const dw_percept_guard *other = &think->percepts->guards[i];
        if (kind_of(setup, other->guard)->can.catch != 0 &&
            dw_nav_route_length(setup->nav, other->position, target->position) < own) {
            return true;
        }
    }
    return false;
}

bool dw_lead_duty_is_sound(const dw_lead_duty *duty, const dw_brain_setup *setup)
{
    bool sound = true;
    for (uint16_t g = 0; g < setup->map->guard_count; g++) {
        sound = sound && (setup->kind->lead.crew_max == 0 ||
                          dw_rect_holds_closed(setup->map->bounds, duty->places[g]));
    }
    return sound;
}

DW_FIELDS_IO(extern, lead_duty, DW_LEAD_DUTY_FIELDS);
