#include "server/session/round_tally.h"

#include "common/base/check.h"

enum { REGAIN_TICKS = 10 * DW_TICKS_PER_SECOND };

_Static_assert(DW_GUARDS_MAX <= 64, "guards fit the bits of dw_tallied_intruder");

static void note_first(uint32_t *first, uint32_t tick)
{
    *first = *first == 0 ? tick : *first;
}

bool dw_round_tally_end_chase(dw_round_tally *tally, uint32_t slot, uint32_t tick)
{
    dw_tallied_intruder *intruder = &tally->intruders[slot];
    if (intruder->detecting == 0) {
        return false;
    }
    const uint32_t length = tick - intruder->chase_tick;
    dw_round_figures *figures = &tally->figures;
    figures->detected_ticks += length;
    figures->chase_ticks_longest =
        length > figures->chase_ticks_longest ? length : figures->chase_ticks_longest;
    intruder->detecting = 0;
    tally->ended_chase_ticks = length;
    return true;
}

static void take_detected(dw_round_tally *tally, const dw_sim_event *event, uint32_t tick)
{
    dw_tallied_intruder *intruder = &tally->intruders[event->slot];
    tally->figures.detections++;
    note_first(&tally->figures.first_detection_tick, tick);
    if (intruder->detecting == 0) {
        tally->figures.chases++;
        intruder->chase_tick = tick;
        if (intruder->lost_tick != 0 && tick - intruder->lost_tick <= REGAIN_TICKS) {
            tally->figures.regained++;
        }
    }
    intruder->detecting |= UINT64_C(1) << event->guard;
}

static bool take_lost(dw_round_tally *tally, const dw_sim_event *event, uint32_t tick)
{
    dw_tallied_intruder *intruder = &tally->intruders[event->slot];
    const uint64_t bit = UINT64_C(1) << event->guard;
    if (intruder->detecting != bit) {
        intruder->detecting &= ~bit;
        return false;
    }
    intruder->lost_tick = tick;
    tally->figures.losses++;
    return dw_round_tally_end_chase(tally, event->slot, tick);
}

bool dw_round_tally_take(dw_round_tally *tally, const dw_sim_event *event, uint32_t tick)
{
    dw_round_figures *figures = &tally->figures;
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_SEEN:
        figures->sightings++;
        break;
    case DW_SIM_DETECTED:
        take_detected(tally, event, tick);
        break;
    case DW_SIM_LOST:
        return take_lost(tally, event, tick);
    case DW_SIM_TOUCHED:
        figures->touches++;
        break;
    case DW_SIM_CAUGHT:
        figures->caught++;
        note_first(&figures->first_caught_tick, tick);
        return dw_round_tally_end_chase(tally, event->slot, tick);
    case DW_SIM_TAKEN:
        note_first(&figures->first_taken_tick, tick);
        figures->taken++;
        break;
    case DW_SIM_DROPPED:
        figures->dropped++;
        break;
    case DW_SIM_HANDED:
        figures->handed++;
        break;
    case DW_SIM_DOOR_OPENED:
    case DW_SIM_DOOR_CLOSED:
        *(event->guard != DW_NONE ? &figures->doors_by_guards : &figures->doors_by_intruders) += 1;
        break;
    default:
        break;
    }
    return false;
}

void dw_round_tally_finish(dw_round_tally *tally, const dw_sim *sim)
{
    const dw_world *world = dw_sim_world(sim);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        (void)dw_round_tally_end_chase(tally, s, world->tick);
    }
    tally->figures.delivered = 0;
    for (uint32_t i = 0; i < world->item_count; i++) {
        tally->figures.delivered += world->items[i].state == DW_ITEM_DELIVERED ? 1 : 0;
    }
    const dw_radio_counts radio = dw_sim_radio_counts(sim);
    tally->figures.messages_said = radio.sent;
    tally->figures.hearers_missed = radio.lost;
    tally->figures.messages_lost = dw_sim_radio(sim)->dropped;
    tally->figures.events_dropped = dw_sim_events_dropped(sim);
}

/* All members are of one type, so they lie as in an array. */
const uint32_t *dw_round_figures_numbers(const dw_round_figures *figures)
{
    return (const uint32_t *)(const void *)figures;
}

#define FIGURE_NAME(name) #name,
static const char *const names[DW_ROUND_FIGURE_COUNT] = {DW_ROUND_FIGURES(FIGURE_NAME)};
#undef FIGURE_NAME

const char *dw_round_figure_name(uint32_t index)
{
    DW_CHECK(index < DW_ROUND_FIGURE_COUNT);
    return names[index];
}
