#include "server/lab/match_watch.h"

#include "common/base/check.h"
#include "server/mind/beliefs.h"

enum {
    LOOK_TICKS = 6, /* From one explanation of a guard to the next. */
    HEAT_TICKS = DW_TICKS_PER_SECOND / 2
};

static void note_first(uint64_t *first, uint32_t tick)
{
    *first = *first == 0 ? tick : *first;
}

static void heat_intruder(dw_match_watch *watch, const dw_world *world, dw_heat_layer layer,
                          uint32_t slot)
{
    dw_heat_add(&watch->heat, &watch->grid, layer, dw_intruder_actor(world, slot)->body.position);
}

static void take_event(dw_match_watch *watch, const dw_sim_event *event, const dw_world *world)
{
    if (event->kind == DW_SIM_SEEN) {
        heat_intruder(watch, world, DW_HEAT_SIGHTINGS, event->slot);
    } else if (event->kind == DW_SIM_CAUGHT) {
        heat_intruder(watch, world, DW_HEAT_CATCHES, event->slot);
    }
    if (dw_round_tally_take(&watch->tally, event, world->tick)) {
        dw_match_row_add_chase(&watch->row, watch->tally.ended_chase_ticks);
    }
}

static void count_message(dw_match_row *row, dw_radio_kind kind)
{
    switch (kind) {
    case DW_RADIO_REPORT:
        row->heard_report++;
        break;
    case DW_RADIO_CLEAR:
        row->heard_clear++;
        break;
    case DW_RADIO_TAKES:
        row->heard_takes++;
        break;
    case DW_RADIO_CAUGHT:
        row->heard_caught++;
        break;
    case DW_RADIO_OFFER:
        row->heard_offer++;
        break;
    case DW_RADIO_HOLDS:
        row->heard_holds++;
        break;
    default:
        row->heard_other++;
        break;
    }
}

/* A message reaches all guards but its sender in one tick: each is counted once. */
static void take_percepts(dw_match_watch *watch, const dw_sim *sim, const dw_world *world)
{
    uint32_t counted[DW_RADIO_HEARD_MAX];
    uint32_t count = 0;
    bool seen = false;
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        const uint16_t guard = (uint16_t)__builtin_ctzll(left);
        const dw_percepts *percepts = dw_sim_percepts(sim, guard);
        dw_order_watch_sense(&watch->orders, &watch->row, world, guard, percepts);
        for (uint8_t i = 0; i < percepts->intruder_count; i++) {
            seen = seen || percepts->intruders[i].seen;
        }
        for (uint8_t h = 0; h < percepts->heard_count; h++) {
            const dw_radio_message *message = &percepts->heard[h];
            bool known = false;
            for (uint32_t i = 0; i < count; i++) {
                known = known || counted[i] == message->id;
            }
            if (!known) {
                DW_CHECK(count < DW_RADIO_HEARD_MAX);
                counted[count++] = message->id;
                count_message(&watch->row, (dw_radio_kind)message->kind);
            }
        }
    }
    if (seen) {
        watch->row.seen_ticks++;
        note_first(&watch->row.first_seen_tick, world->tick);
    }
}

/* A suspicion begins at the meter at which a guard shows it, and ends with the meter. */
static void watch_suspicions(dw_match_watch *watch, const dw_sim *sim, const dw_world *world)
{
    const uint32_t slots = dw_slots_taken(world);
    for (uint32_t g = 0; g < world->guard_count; g++) {
        const dw_kind *kind = &dw_sim_rules(sim)->kinds[dw_guard_actor(world, g)->kind];
        for (uint32_t left = slots; left != 0; left &= left - 1) {
            const uint32_t s = (uint32_t)__builtin_ctz(left);
            const uint16_t bit = (uint16_t)(1u << s);
            const int32_t meter = world->meters[g][s];
            if (meter >= kind->senses.eyes.meter_full) {
                watch->detected[g] |= bit;
            } else if (dw_belief_is_suspicion(&kind->senses.eyes, meter)) {
                watch->suspected[g] |= bit;
            } else if (meter == 0) {
                watch->row.suspicions_in_vain +=
                    (watch->suspected[g] & ~watch->detected[g] & bit) != 0 ? 1 : 0;
                watch->suspected[g] &= (uint16_t)~bit;
                watch->detected[g] &= (uint16_t)~bit;
            }
        }
    }
}

static void look(dw_match_watch *watch, const dw_sim *sim, const dw_world *world)
{
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        dw_mind_view view;
        dw_sim_explain(sim, (uint16_t)__builtin_ctzll(left), &view);
        dw_order_watch_look(&watch->orders, &watch->row, world, &view);
        dw_search_watch_look(&watch->searches, &watch->row, world, &view, LOOK_TICKS);
        dw_walk_watch_look(&watch->walks, &watch->row, world, &view, LOOK_TICKS);
        if (watch->measure.search != NULL) {
            dw_walk_watch_legs(&watch->walks, &watch->row, &watch->measure, &view);
        }
    }
}

static void heat_bodies(dw_match_watch *watch, const dw_world *world)
{
    for (uint32_t a = 0; a < dw_actor_count(world); a++) {
        if (dw_is_present(&world->actors[a])) {
            dw_heat_add(&watch->heat, &watch->grid,
                        a < world->guard_count ? DW_HEAT_GUARDS : DW_HEAT_INTRUDERS,
                        world->actors[a].body.position);
        }
    }
}

static void begin(dw_match_watch *watch, const dw_sim *sim)
{
    *watch = (dw_match_watch){
        .match = watch->match, .measure = watch->measure, .grid = dw_heat_grid_of(dw_sim_map(sim))};
    dw_order_watch_reset(&watch->orders);
    dw_search_watch_reset(&watch->searches);
}

void dw_match_watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    (void)intents;
    dw_match_watch *watch = context;
    const dw_sim *sim = dw_lab_match_sim(watch->match);
    if (world->tick == 1) {
        begin(watch, sim);
    }
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        take_event(watch, &events[i], world);
    }
    dw_order_watch_rooms(&watch->orders, world);
    take_percepts(watch, sim, world);
    watch_suspicions(watch, sim, world);
    dw_walk_watch_tick(&watch->walks, world);
    if (world->tick % LOOK_TICKS == 0) {
        look(watch, sim, world);
    }
    if (world->tick % HEAT_TICKS == 0) {
        heat_bodies(watch, world);
    }
}

void dw_match_watch_finish(dw_match_watch *watch, const dw_lab_result *result)
{
    dw_match_row *row = &watch->row;
    const dw_sim *sim = dw_lab_match_sim(watch->match);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (dw_round_tally_end_chase(&watch->tally, s, result->ticks)) {
            dw_match_row_add_chase(row, watch->tally.ended_chase_ticks);
        }
    }
    dw_round_tally_finish(&watch->tally, sim);
#define TAKE_FIGURE(name) row->name = watch->tally.figures.name;
    DW_ROUND_FIGURES(TAKE_FIGURE)
#undef TAKE_FIGURE
    row->outcome = result->outcome;
    row->hash = result->hash;
    row->trace = result->trace;
    row->ticks = result->ticks;
    row->chase_ticks = result->chase_ticks;
    dw_order_watch_finish(&watch->orders, row);
    dw_search_watch_finish(&watch->searches, row);
    dw_walk_watch_finish(&watch->walks, dw_sim_world(sim), row);
#define TAKE(name) row->name = result->counters.name;
    DW_BRAIN_COUNTERS(TAKE, TAKE)
#undef TAKE
}
