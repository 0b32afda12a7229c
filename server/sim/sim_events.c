#include "server/sim/sim_state.h"

dw_sim_event *dw_sim_emit(dw_sim *sim, dw_sim_event_kind kind, uint16_t guard, uint16_t slot,
                          uint16_t door)
{
    if (sim->event_count == DW_SIM_EVENTS_MAX) {
        sim->events_dropped++;
        return NULL;
    }
    dw_sim_event *event = &sim->events[sim->event_count++];
    *event = (dw_sim_event){
        .kind = (uint8_t)kind, .guard = guard, .slot = slot, .door = door, .room = DW_NONE};
    return event;
}

dw_sim_event *dw_sim_emit_item(dw_sim *sim, dw_sim_event_kind kind, uint16_t slot, uint8_t item)
{
    dw_sim_event *event = dw_sim_emit(sim, kind, DW_NONE, slot, DW_NONE);
    if (event != NULL) {
        event->item = item;
    }
    return event;
}
