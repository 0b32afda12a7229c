/* mission.c - the mission of a round in phase 8 of the tick: parts, triggers and guards that come
 * later (server/RULES.md 12). mission_devices.c and mission_actions.c have what it does in phase 2.
 */
#include "common/base/check.h"
#include "common/world/sight.h"
#include "server/sim/sim_state.h"

/* What has become so in this tick. */
typedef struct facts {
    uint32_t taken, dropped; /* Items. */
    uint32_t done, failed;   /* Parts. */
    uint32_t used;           /* Devices. */
    uint32_t entered, left;  /* Triggers of places. */
    uint32_t spotted;        /* Slots that were detected. */
    bool detected;
} facts;

static bool is_in(const dw_sim *sim, uint32_t slot, dw_rect place)
{
    return dw_rect_holds(place, dw_intruder_actor(&sim->world, slot)->body.position);
}

static const dw_mission_names *names_of(const dw_sim *sim, uint32_t part)
{
    return &sim->mission->parts[part].names;
}

static bool names_device(dw_part_kind kind)
{
    return (dw_part_words[kind].names & DW_NAMES_DEVICE) != 0;
}

/* --- parts --- */

static void finish_part(dw_sim *sim, facts *now, uint32_t part, dw_sim_event_kind kind,
                        uint8_t slot)
{
    dw_mission_state *state = sim->mission_state;
    const uint32_t bit = UINT32_C(1) << part;
    if (((state->done | state->failed) & bit) != 0) {
        return;
    }
    if (kind == DW_SIM_PART_DONE) {
        state->done |= bit;
        now->done |= bit;
        state->last_slot = slot;
    } else {
        state->failed |= bit;
        now->failed |= bit;
    }
    dw_sim_event *event = dw_sim_emit(sim, kind, DW_NONE, slot, DW_NONE);
    if (event != NULL) {
        event->part = (uint8_t)part;
    }
}

/* The slot that stands in the place, or DW_SLOT_NONE. */
static uint8_t somebody_in(const dw_sim *sim, dw_rect place)
{
    for (uint32_t left = dw_sim_players_present(sim); left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        if (is_in(sim, s, place)) {
            return (uint8_t)s;
        }
    }
    return DW_SLOT_NONE;
}

static bool all_in(const dw_sim *sim, dw_rect place)
{
    const uint32_t present = dw_sim_players_present(sim);
    bool all = present != 0;
    for (uint32_t left = present; left != 0; left &= left - 1) {
        all = all && is_in(sim, (uint32_t)__builtin_ctz(left), place);
    }
    return all;
}

/* A slot at that device: with `held`, that holds the key there. */
static uint8_t slot_at_device(const dw_sim *sim, uint16_t device, bool held)
{
    const uint8_t *slots = held ? sim->mission_state->holding : sim->pressed;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (slots[s] == device + 1) {
            return (uint8_t)s;
        }
    }
    return DW_SLOT_NONE;
}

static const dw_actor *person_of(const dw_sim *sim, uint32_t part)
{
    return dw_intruder_actor(&sim->world, dw_person_slot(names_of(sim, part)->person));
}

/* Whether the part is done, and by whom: DW_SLOT_NONE by nobody in particular. */
static bool is_done(const dw_sim *sim, uint32_t part, uint8_t *slot)
{
    const dw_mission_names *names = names_of(sim, part);
    const dw_item *item = &sim->world.items[names->item];
    const bool carried = item->state == DW_ITEM_CARRIED;
    switch ((dw_part_kind)sim->mission->parts[part].kind) {
    case DW_PART_TAKE:
        *slot = carried ? item->carrier : (uint8_t)DW_SLOT_NONE;
        return carried;
    case DW_PART_CARRY:
        *slot = carried ? item->carrier : (uint8_t)DW_SLOT_NONE;
        return carried && is_in(sim, item->carrier, names->place);
    case DW_PART_REACH:
        *slot = somebody_in(sim, names->place);
        return *slot != DW_SLOT_NONE;
    case DW_PART_USE:
        *slot = slot_at_device(sim, names->device, false);
        return *slot != DW_SLOT_NONE;
    case DW_PART_SCAN:
    case DW_PART_PLANT:
        *slot = slot_at_device(sim, names->device, true);
        return sim->mission_state->held[part] >= DW_SCAN_TICKS;
    case DW_PART_SURVIVE:
        return sim->mission_state->held[part] >= names->ticks;
    case DW_PART_ESCORT:
        *slot = sim->mission_state->persons[names->person].leader;
        return dw_is_present(person_of(sim, part)) &&
               is_in(sim, dw_person_slot(names->person), names->place);
    case DW_PART_LEAVE:
        *slot = somebody_in(sim, names->place);
        return all_in(sim, names->place);
    case DW_PART_KIND_COUNT:
        break;
    }
    return false;
}

/* An intruder that holds the key at a device goes on while the device is in reach. */
static void watch_hands(dw_sim *sim)
{
    const dw_world *world = &sim->world;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        uint8_t *holding = &sim->mission_state->holding[s];
        if (*holding == 0) {
            continue;
        }
        const dw_map_device *device = &sim->map->devices[*holding - 1];
        const dw_actor *actor = dw_intruder_actor(world, s);
        const bool holds =
            world->intruders[s].use_held && dw_is_present(actor) && actor->room == device->room &&
            dw_within_reach(sim->map, &world->open, actor->body.position, device->area,
                            DW_MM(sim->rules.reach_mm), device->furniture);
        *holding = holds ? *holding : (uint8_t)0;
    }
}

/* Counts a tick for the parts that take time. */
static void count_ticks(dw_sim *sim)
{
    uint32_t *held = sim->mission_state->held;
    for (uint32_t left = dw_mission_open_parts(sim->mission, sim->mission_state); left != 0;
         left &= left - 1) {
        const uint32_t p = (uint32_t)__builtin_ctz(left);
        const dw_mission_names *names = names_of(sim, p);
        const dw_part_kind kind = (dw_part_kind)sim->mission->parts[p].kind;
        const uint8_t slot =
            names_device(kind) ? slot_at_device(sim, names->device, true) : (uint8_t)DW_SLOT_NONE;
        const bool has_item =
            kind != DW_PART_PLANT ||
            (slot != DW_SLOT_NONE && dw_item_is_carried_by(&sim->world.items[names->item], slot));
        if (kind == DW_PART_SURVIVE) {
            held[p] += dw_sim_players_present(sim) != 0 ? 1 : 0;
        } else if (kind == DW_PART_SCAN || kind == DW_PART_PLANT) {
            held[p] = slot != DW_SLOT_NONE && has_item ? held[p] + 1 : 0;
        }
    }
}

static void settle(dw_sim *sim, facts *now, uint32_t part, uint8_t slot)
{
    const dw_part_kind kind = (dw_part_kind)sim->mission->parts[part].kind;
    const dw_mission_names *names = names_of(sim, part);
    if (names_device(kind)) {
        now->used |= UINT32_C(1) << names->device;
    }
    if (kind == DW_PART_PLANT) {
        sim->world.items[names->item].state = DW_ITEM_DELIVERED;
    }
    finish_part(sim, now, part, DW_SIM_PART_DONE, slot);
}

/* A person that was to be brought somewhere is caught. */
static void lose_persons(dw_sim *sim, facts *now)
{
    for (uint32_t p = 0; p < sim->mission->part_count; p++) {
        if (sim->mission->parts[p].kind == DW_PART_ESCORT && !dw_is_present(person_of(sim, p))) {
            finish_part(sim, now, p, DW_SIM_PART_FAILED, DW_SLOT_NONE);
        }
    }
}

/* Parts that are done; one may open the next, which may be done at once. */
static void do_parts(dw_sim *sim, facts *now)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t left = dw_mission_open_parts(sim->mission, sim->mission_state); left != 0;
             left &= left - 1) {
            const uint32_t p = (uint32_t)__builtin_ctz(left);
            uint8_t slot = DW_SLOT_NONE;
            if (is_done(sim, p, &slot)) {
                settle(sim, now, p, slot);
                changed = true;
            }
        }
    }
}

/* --- triggers --- */

static void collect(dw_sim *sim, facts *now)
{
    for (uint32_t i = 0; i < sim->event_count; i++) {
        const dw_sim_event *event = &sim->events[i];
        dw_mission_state *state = sim->mission_state;
        const uint32_t item = UINT32_C(1) << event->item;
        switch ((dw_sim_event_kind)event->kind) {
        case DW_SIM_TAKEN:
            now->taken |= item;
            break;
        case DW_SIM_DROPPED:
            now->dropped |= item;
            break;
        case DW_SIM_DETECTED:
            now->spotted |= UINT32_C(1) << event->slot;
            now->detected = true;
            state->detected = true;
            break;
        case DW_SIM_CAUGHT:
            state->caught = (uint8_t)(state->caught + (dw_sim_is_person(sim, event->slot) ? 0 : 1));
            break;
        case DW_SIM_REPORTED:
            state->alarm = event->agitation > state->alarm ? event->agitation : state->alarm;
            break;
        default:
            break;
        }
    }
    for (uint32_t t = 0; t < sim->mission->trigger_count; t++) {
        const dw_trigger *trigger = &sim->mission->triggers[t];
        const uint32_t bit = UINT32_C(1) << t;
        if (trigger->kind == DW_TRIGGER_ENTER || trigger->kind == DW_TRIGGER_LEAVE) {
            const uint32_t before = sim->mission_state->inside & bit;
            const uint32_t inside =
                somebody_in(sim, trigger->names.place) != DW_SLOT_NONE ? bit : 0;
            now->entered |= inside & ~before;
            now->left |= before & ~inside;
            sim->mission_state->inside = (sim->mission_state->inside & ~bit) | inside;
        }
    }
}

/* A press at a device counts at once, unless an open part has the key held there. */
static void collect_presses(const dw_sim *sim, facts *now)
{
    dw_device_set held = 0;
    for (uint32_t left = dw_mission_open_parts(sim->mission, sim->mission_state); left != 0;
         left &= left - 1) {
        const uint32_t p = (uint32_t)__builtin_ctz(left);
        const uint8_t kind = sim->mission->parts[p].kind;
        const bool takes_time = kind == DW_PART_SCAN || kind == DW_PART_PLANT;
        held |= takes_time ? UINT32_C(1) << names_of(sim, p)->device : 0;
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (sim->pressed[s] != 0) {
            now->used |= UINT32_C(1) << (sim->pressed[s] - 1) & ~held;
        }
    }
}

static bool becomes_so(const dw_sim *sim, const facts *now, uint32_t t)
{
    const dw_trigger *trigger = &sim->mission->triggers[t];
    const dw_mission_names *names = &trigger->names;
    const dw_mission_state *state = sim->mission_state;
    switch ((dw_trigger_kind)trigger->kind) {
    case DW_TRIGGER_ENTER:
        return (now->entered >> t & 1) != 0;
    case DW_TRIGGER_LEAVE:
        return (now->left >> t & 1) != 0;
    case DW_TRIGGER_TAKE:
        return (now->taken >> names->item & 1) != 0;
    case DW_TRIGGER_DROP:
        return (now->dropped >> names->item & 1) != 0;
    case DW_TRIGGER_USE:
        return (now->used >> names->device & 1) != 0;
    case DW_TRIGGER_DONE:
        return (now->done >> names->part & 1) != 0;
    case DW_TRIGGER_FAILED:
        return (now->failed >> names->part & 1) != 0;
    case DW_TRIGGER_SPOTTED:
        return (now->spotted >> dw_person_slot(names->person) & 1) != 0;
    case DW_TRIGGER_DETECTED:
        return now->detected;
    case DW_TRIGGER_ALARM:
        return state->alarm >= names->number;
    case DW_TRIGGER_CAUGHT:
        return state->caught >= names->number;
    case DW_TRIGGER_TIME:
        return sim->world.tick >= names->ticks;
    case DW_TRIGGER_COUNT:
        return __builtin_popcount(state->done) >= names->number;
    case DW_TRIGGER_KIND_COUNT:
        break;
    }
    return false;
}

/* What these wait for stays so once it has become so. */
static bool fires_once(const dw_trigger *trigger)
{
    const uint32_t lasting = 1u << DW_TRIGGER_ALARM | 1u << DW_TRIGGER_CAUGHT |
                             1u << DW_TRIGGER_TIME | 1u << DW_TRIGGER_COUNT;
    return trigger->once || (lasting >> trigger->kind & 1) != 0;
}

static void call_guard(dw_sim *sim, uint16_t arrival, uint32_t ticks)
{
    uint32_t *arrives = &sim->mission_state->arrives[arrival];
    if (dw_guard_actor(&sim->world, sim->mission->arrivals[arrival])->presence !=
        DW_PRESENCE_DORMANT) {
        return;
    }
    const uint32_t tick = sim->world.tick + ticks;
    *arrives = *arrives == 0 || tick < *arrives ? tick : *arrives;
}

static void give(dw_mission_state *state, int32_t points)
{
    const int64_t sum = (int64_t)state->given + points;
    if (sum >= -DW_POINTS_MAX && sum <= DW_POINTS_MAX) {
        state->given = (int32_t)sum;
    }
}

static void act(dw_sim *sim, facts *now, uint32_t index)
{
    const dw_mission_action *action = &sim->mission->actions[index];
    const dw_mission_names *names = &action->names;
    dw_mission_state *state = sim->mission_state;
    dw_sim_event *event = NULL;
    switch ((dw_action_kind)action->kind) {
    case DW_ACTION_SAY:
        event = dw_sim_emit(sim, DW_SIM_SAID, DW_NONE, DW_NONE, DW_NONE);
        if (event != NULL) {
            event->text = (uint8_t)names->text;
        }
        break;
    case DW_ACTION_TALK:
        dw_sim_queue_line(sim, index);
        break;
    case DW_ACTION_OPEN:
    case DW_ACTION_CLOSE:
    case DW_ACTION_LOCK:
    case DW_ACTION_UNLOCK:
    case DW_ACTION_BELL:
    case DW_ACTION_LIGHT:
        state->queued[index / 32] |= UINT32_C(1) << (index % 32);
        break;
    case DW_ACTION_ALARM:
        state->alarm = names->number > state->alarm ? (uint8_t)names->number : state->alarm;
        break;
    case DW_ACTION_SPAWN:
    case DW_ACTION_REINFORCE:
        call_guard(sim, names->arrival, names->ticks);
        break;
    case DW_ACTION_PART:
        state->opened |= UINT32_C(1) << names->part;
        break;
    case DW_ACTION_COMPLETE:
        finish_part(sim, now, names->part, DW_SIM_PART_DONE, DW_SLOT_NONE);
        break;
    case DW_ACTION_FAIL:
        finish_part(sim, now, names->part, DW_SIM_PART_FAILED, DW_SLOT_NONE);
        break;
    case DW_ACTION_GIVE:
        give(state, names->number);
        break;
    case DW_ACTION_CONVERSE:
        dw_sim_begin_segment(sim, names->segment);
        break;
    case DW_ACTION_END:
        state->decided = names->won ? DW_OUTCOME_WON : DW_OUTCOME_LOST;
        break;
    case DW_ACTION_KIND_COUNT:
        break;
    }
}

static void act_all(dw_sim *sim, facts *now, uint32_t first, uint32_t count)
{
    for (uint32_t a = first; a < first + count; a++) {
        act(sim, now, a);
    }
}

/* What one trigger does may fire another. Each fires at most once a tick, so that this ends. */
static void fire_triggers(dw_sim *sim, facts *now)
{
    dw_mission_state *state = sim->mission_state;
    uint32_t fired_now = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < sim->mission->trigger_count; t++) {
            const dw_trigger *trigger = &sim->mission->triggers[t];
            const uint32_t bit = UINT32_C(1) << t;
            const uint32_t spent = fired_now | (fires_once(trigger) ? state->fired : 0);
            if ((spent & bit) != 0 || !becomes_so(sim, now, t)) {
                continue;
            }
            fired_now |= bit;
            state->fired |= bit;
            changed = true;
            act_all(sim, now, trigger->first_action, trigger->action_count);
        }
    }
}

/* A guard whose place is taken comes as soon as it is free. */
static void let_guards_arrive(dw_sim *sim)
{
    for (uint32_t i = 0; i < sim->mission->arrival_count; i++) {
        const uint16_t guard = sim->mission->arrivals[i];
        const uint32_t tick = sim->mission_state->arrives[i];
        const dw_guard_post *post = &sim->map->guards[guard];
        const bool dormant = dw_guard_actor(&sim->world, guard)->presence == DW_PRESENCE_DORMANT;
        if (tick != 0 && sim->world.tick >= tick && dormant &&
            dw_sim_wake(sim, guard, post->spawn, post->heading_bam) == DW_OK) {
            sim->mission_state->arrives[i] = 0;
        }
    }
}

dw_outcome dw_sim_run_mission(dw_sim *sim)
{
    const dw_mission *mission = sim->mission;
    dw_mission_state *state = sim->mission_state;
    facts now = {.taken = 0};
    watch_hands(sim);
    collect(sim, &now);
    count_ticks(sim);
    collect_presses(sim, &now);
    do_parts(sim, &now);
    lose_persons(sim, &now);
    const dw_mission_option *chosen = dw_sim_decide_question(sim);
    if (chosen != NULL) {
        act_all(sim, &now, chosen->first_action, chosen->action_count);
    }
    fire_triggers(sim, &now);
    let_guards_arrive(sim);
    dw_sim_say_lines(sim);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sim->pressed[s] = 0;
    }
    bool all_done = true;
    bool hopeless = false;
    for (uint32_t p = 0; p < mission->part_count; p++) {
        const bool counts = !mission->parts[p].optional;
        all_done = all_done && (!counts || (state->done >> p & 1) != 0);
        hopeless = hopeless || (counts && (state->failed >> p & 1) != 0);
    }
    if (state->decided != DW_OUTCOME_NONE) {
        return (dw_outcome)state->decided;
    }
    if (all_done) {
        return DW_OUTCOME_WON;
    }
    return hopeless ? DW_OUTCOME_LOST : DW_OUTCOME_NONE;
}
