#include "server/sim/mission_state.h"

DW_FIELDS_STATE(extern, mission_state, DW_MISSION_STATE_FIELDS);

uint32_t dw_mission_told_parts(const dw_mission *mission, const dw_mission_state *state)
{
    const uint32_t settled = state->done | state->failed;
    uint32_t told = settled | state->opened;
    for (uint32_t p = 0; p < mission->part_count; p++) {
        told |= (mission->parts[p].after & ~settled) == 0 ? UINT32_C(1) << p : 0;
    }
    return told;
}

dw_device_set dw_mission_triggered_devices(const dw_mission *mission, const dw_mission_state *state)
{
    dw_device_set wanted = 0;
    for (uint32_t t = 0; t < mission->trigger_count; t++) {
        const dw_trigger *trigger = &mission->triggers[t];
        const bool waits = !trigger->once || (state->fired >> t & 1) == 0;
        if (trigger->kind == DW_TRIGGER_USE && waits) {
            wanted |= UINT32_C(1) << trigger->names.device;
        }
    }
    return wanted;
}

dw_part_state dw_mission_part_state(const dw_mission *mission, const dw_mission_state *state,
                                    uint32_t part)
{
    if ((state->done >> part & 1) != 0) {
        return DW_PART_DONE;
    }
    if ((state->failed >> part & 1) != 0) {
        return DW_PART_FAILED;
    }
    return (dw_mission_told_parts(mission, state) >> part & 1) != 0 ? DW_PART_OPEN : DW_PART_HIDDEN;
}

int32_t dw_mission_points(const dw_mission *mission, const dw_mission_state *state, uint32_t ticks,
                          bool won)
{
    const dw_mission_score *score = &mission->score;
    int32_t points = state->given + (int32_t)(ticks / DW_TICKS_PER_SECOND) * score->second;
    for (uint32_t p = 0; p < mission->part_count; p++) {
        if ((state->done >> p & 1) != 0) {
            points += mission->parts[p].optional ? score->optional : score->part;
        }
    }
    points += won ? score->won : 0;
    return points + (won && !state->detected ? score->unseen : 0);
}

bool dw_mission_state_is_sound(const dw_mission *mission, const dw_mission_state *state)
{
    const uint32_t parts = (UINT32_C(1) << mission->part_count) - 1;
    const uint64_t triggers = (UINT64_C(1) << mission->trigger_count) - 1;
    bool sound = ((state->done | state->failed | state->opened) & ~parts) == 0 &&
                 (state->done & state->failed) == 0 &&
                 ((state->fired | state->inside) & ~triggers) == 0 &&
                 state->alarm <= DW_ALARM_MAX && state->caught <= DW_INTRUDERS_MAX &&
                 (state->last_slot < DW_INTRUDERS_MAX || state->last_slot == DW_SLOT_NONE) &&
                 state->decided < DW_OUTCOME_COUNT && state->given >= -DW_POINTS_MAX &&
                 state->given <= DW_POINTS_MAX;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sound = sound && state->holding[s] <= DW_DEVICES_MAX;
    }
    sound = sound && state->talk_ticks <= DW_TALK_TICKS_MAX;
    for (uint32_t i = 0; i < state->talk_count && sound; i++) {
        sound = state->talk[i] < mission->action_count &&
                mission->actions[state->talk[i]].kind == DW_ACTION_TALK;
    }
    for (uint32_t d = 0; d < DW_DEVICES_MAX; d++) {
        sound = sound && state->ringing[d] <= DW_BELL_TICKS;
    }
    for (uint32_t i = mission->arrival_count; i < DW_ARRIVALS_MAX; i++) {
        sound = sound && state->arrives[i] == 0;
    }
    for (uint32_t a = mission->action_count; a < DW_ACTIONS_MAX; a++) {
        sound = sound && (state->queued[a / 32] >> (a % 32) & 1) == 0;
    }
    return sound;
}
