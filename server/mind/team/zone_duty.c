#include "server/mind/team/zone_duty.h"

void dw_zone_duty_reset(dw_zone_duty *duty)
{
    *duty = (dw_zone_duty){.room = DW_NONE};
}

bool dw_zone_duty_chases(dw_zone_duty *duty, const dw_think *think, dw_team_radio *radio,
                         const dw_percept_intruder *target)
{
    const dw_brain_setup *setup = think->setup;
    const uint32_t tick = think->percepts->tick;
    if (dw_hunts_in(setup, target->room)) {
        dw_zone_duty_reset(duty);
        return true;
    }
    const bool is_new = duty->since == 0 || duty->slot != target->slot;
    const bool other_zone =
        !is_new && setup->zones->guards[duty->room] != setup->zones->guards[target->room];
    if (is_new || other_zone) {
        *duty = (dw_zone_duty){.since = tick > 0 ? tick : 1, .slot = target->slot};
        dw_team_radio_hurry(radio, target->slot, tick);
    }
    duty->room = target->room;
    return !duty->is_handed || dw_within_mm(think->percepts->position, target->position,
                                            setup->rules->chase_near_distance_mm);
}

void dw_zone_duty_hear(dw_zone_duty *duty, const dw_brain_setup *setup,
                       const dw_radio_message *report)
{
    if (duty->since != 0 && report->slot == duty->slot &&
        setup->zones->guards[report->room] == report->sender) {
        duty->is_handed = true;
    }
}

bool dw_zone_duty_is_late(const dw_zone_duty *duty, const dw_think *think)
{
    const uint32_t most = (uint32_t)think->setup->rules->strategy.zone_border_ticks;
    return duty->since != 0 && think->percepts->tick - duty->since >= most;
}

bool dw_zone_duty_is_sound(const dw_zone_duty *duty, const dw_map *map)
{
    return duty->slot < DW_INTRUDERS_MAX && dw_is_room_or_none(map, duty->room) &&
           (duty->since == 0 || duty->room != DW_NONE);
}

DW_FIELDS_IO(extern, zone_duty, DW_ZONE_DUTY_FIELDS);
