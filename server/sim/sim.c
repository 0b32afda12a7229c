#include "server/sim/sim.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/sim/sim_state.h"

#include <string.h>

static int32_t fastest_guard_speed(const dw_ruleset *rules)
{
    int32_t fastest = 0;
    for (uint32_t k = 0; k < DW_KIND_COUNT; k++) {
        const dw_kind *kind = &rules->kinds[k];
        const dw_kind_gait gaits[] = {kind->gaits.calm, kind->gaits.alert, kind->gaits.near,
                                      kind->gaits.far, kind->gaits.intercept};
        for (size_t i = 0; i < DW_COUNT_OF(gaits); i++) {
            fastest = gaits[i].speed_mm_s > fastest ? gaits[i].speed_mm_s : fastest;
        }
    }
    return fastest;
}

static void open_eyes(dw_sim *sim)
{
    for (uint32_t k = 0; k < DW_KIND_COUNT; k++) {
        const dw_kind *kind = &sim->rules.kinds[k];
        const int32_t far_mm = kind->senses.eyes.meter_far_distance_mm;
        sim->eyes[k].far_distance = far_mm > 0 ? (int64_t)DW_MM(far_mm) : sim->map->sight_scale;
        DW_CHECK(sim->eyes[k].far_distance > 0);
        const int64_t range = DW_MM((int64_t)kind->senses.eyes.range_mm);
        sim->eyes[k].range_squared = range * range;
    }
}

static dw_status create_mind(dw_sim *sim, uint16_t guard, dw_sim_mind *mind,
                             const dw_brain_kind *kind)
{
    const dw_brain_setup setup = {
        .map = sim->map,
        .nav = sim->nav,
        .rules = &sim->rules,
        .kind = dw_sim_kind_of(sim, guard),
        .searches = &sim->searches,
        .guard = guard,
    };
    const dw_status status = kind->create(&mind->memory, sim->arena, &setup);
    mind->kind = status == DW_OK ? kind : NULL;
    return status;
}

/* Gives the guard a brain of that kind, with the memory of one that he had before if there is one
 * that is made the same way. */
static dw_status take_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind)
{
    dw_sim_mind *minds = sim->minds[guard];
    uint32_t at = 0;
    while (at < DW_SIM_MINDS_MAX && minds[at].kind != NULL &&
           minds[at].kind->create != kind->create) {
        at++;
    }
    if (at == DW_SIM_MINDS_MAX) {
        return DW_FULL;
    }
    const dw_status status =
        minds[at].kind != NULL ? DW_OK : create_mind(sim, guard, &minds[at], kind);
    if (status == DW_OK) {
        sim->brains[guard] = kind;
        sim->memories[guard] = minds[at].memory;
    }
    return status;
}

static uint64_t brain_seed(const dw_sim *sim, uint16_t guard)
{
    return dw_mix64(sim->seed ^ dw_mix64(UINT64_C(0x67756172642d2d2d) + guard));
}

dw_status dw_sim_create(dw_sim **out, dw_arena *arena, const dw_sim_config *config, dw_error *error)
{
    const dw_map *map = config->map;
    dw_sim *sim = DW_ARENA_NEW(arena, dw_sim);
    if (sim == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    sim->map = map;
    sim->nav = config->nav;
    sim->arena = arena;
    sim->hash_on_demand = config->hash_on_demand;
    sim->rules = *config->rules;
    open_eyes(sim);
    /* A step is rounded to whole units, so it may be one unit an axis longer than the speed. */
    const int64_t step_max = fastest_guard_speed(&sim->rules) + 2;
    sim->step_max_squared = step_max * step_max;
    sim->world.guard_count = (uint8_t)map->guard_count;
    sim->percepts = DW_ARENA_ARRAY(arena, dw_percepts, map->guard_count);
    if (sim->percepts == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    if (dw_radio_create(&sim->radio, arena, map->guard_count) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_status status = take_brain(sim, g, config->brains[g]);
        if (status != DW_OK) {
            return dw_fail(error, status, "%s: guard \"%s\": no memory for brain \"%s\"", map->name,
                           map->guards[g].name, config->brains[g]->name);
        }
    }
    *out = sim;
    dw_sim_reset(sim, 0, 0);
    return DW_OK;
}

static void place_guards(dw_sim *sim)
{
    dw_world *world = &sim->world;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        const dw_guard_post *post = &sim->map->guards[g];
        world->guards[g] = (dw_guard_body){
            .position = post->spawn,
            .heading_bam = post->heading_bam,
            .room = dw_map_room_at(sim->map, post->spawn),
            .holds = DW_NONE,
            .command = {.heading_bam = post->heading_bam,
                        .open_door = DW_NONE,
                        .hold_door = DW_NONE,
                        .close_door = DW_NONE},
        };
        sim->brains[g]->reset(sim->memories[g], brain_seed(sim, g));
    }
}

static void place_intruders(dw_sim *sim, uint32_t slots)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if ((slots >> s & 1) == 0) {
            continue;
        }
        DW_CHECK(s < sim->map->intruders_max);
        dw_intruder_state *intruder = &sim->world.intruders[s];
        intruder->state = DW_SLOT_ALIVE;
        intruder->body.position = sim->map->spawns[s];
        intruder->room = dw_map_room_at(sim->map, sim->map->spawns[s]);
    }
}

void dw_sim_reset(dw_sim *sim, uint64_t seed, uint32_t slots)
{
    const uint8_t guard_count = sim->world.guard_count;
    memset(&sim->world, 0, sizeof sim->world);
    memset(sim->seen, 0, sizeof sim->seen);
    memset(sim->touched, 0, sizeof sim->touched);
    sim->event_count = 0;
    sim->events_dropped = 0;
    sim->events_open = false;
    sim->seed = seed;
    sim->world.guard_count = guard_count;
    sim->world.winner = DW_SLOT_NONE;
    sim->world.open = dw_map_doors_at_start(sim->map);
    sim->world.objective = (dw_objective_body){
        .state = DW_OBJECTIVE_HOME,
        .furniture = sim->map->objective.furniture,
        .area = sim->map->objective.area,
    };
    dw_radio_reset(&sim->radio);
    place_guards(sim);
    place_intruders(sim, slots);
    for (uint16_t g = 0; g < guard_count; g++) {
        sim->percepts[g] = (dw_percepts){.door_held = DW_NONE};
    }
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    sim->hash = dw_sim_hash_state(sim, dw_hash_u64(DW_HASH_START, seed), none);
}

void dw_sim_set_slot_state(dw_sim *sim, uint8_t slot, dw_slot_state state)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    dw_intruder_state *intruder = &sim->world.intruders[slot];
    if (!dw_intruder_present(intruder)) {
        return; /* Caught, out or never there: nothing of him is left in the world. */
    }
    if (!sim->events_open) {
        sim->event_count = 0;
        sim->events_open = true;
    }
    intruder->state = (uint8_t)state;
    if (!dw_intruder_present(intruder)) {
        dw_sim_drop_objective(sim, slot);
    }
}

dw_status dw_sim_set_brain(dw_sim *sim, uint16_t guard, const dw_brain_kind *kind)
{
    DW_CHECK(guard < sim->world.guard_count);
    const dw_brain_kind *before = sim->brains[guard];
    void *memory = sim->memories[guard];
    const dw_status status = take_brain(sim, guard, kind);
    if (status != DW_OK) {
        return status == DW_MEMORY ? DW_FULL : status;
    }
    before->reset(memory, 0); /* What it had under way of the match's is given back. */
    kind->reset(sim->memories[guard], brain_seed(sim, guard));
    return DW_OK;
}

void dw_sim_emit(dw_sim *sim, dw_sim_event_kind kind, uint16_t guard, uint16_t slot, uint16_t door)
{
    if (sim->event_count == DW_SIM_EVENTS_MAX) {
        sim->events_dropped++;
        return;
    }
    sim->events[sim->event_count++] = (dw_sim_event){
        .kind = (uint8_t)kind, .guard = guard, .slot = slot, .door = door, .room = DW_NONE};
}

void dw_sim_deliver(dw_sim *sim)
{
    dw_radio_message heard[DW_RADIO_HEARD_MAX];
    const uint8_t count = dw_radio_take_due(&sim->radio, sim->world.tick, heard);
    for (uint8_t g = 0; g < sim->world.guard_count; g++) {
        dw_percepts *percepts = &sim->percepts[g];
        percepts->heard_count = 0;
        for (uint8_t i = 0; i < count; i++) {
            if (heard[i].sender != g) {
                percepts->heard[percepts->heard_count++] = heard[i];
            }
        }
    }
}

/* A word into the radio: under way to the others, seen by who sees him, in the players' log. */
static void say(dw_sim *sim, uint8_t g, const dw_radio_message *said)
{
    dw_radio_send(&sim->radio, said, g, sim->world.tick, (uint32_t)sim->rules.radio_delay_ticks);
    if (said->kind != DW_RADIO_REPORT && said->kind != DW_RADIO_CLEAR) {
        return;
    }
    DW_CHECK(said->room < sim->map->room_count);
    sim->world.guards[g].calling_ticks = DW_CALLING_TICKS;
    const bool report = said->kind == DW_RADIO_REPORT;
    const uint32_t before = sim->event_count;
    dw_sim_emit(sim, report ? DW_SIM_REPORTED : DW_SIM_CLEARED, g, report ? said->slot : DW_NONE,
                DW_NONE);
    if (sim->event_count > before) {
        sim->events[before].room = said->room;
        sim->events[before].agitation = said->agitation;
    }
}

/* Phase 7: beliefs, goal, plan, and the command that the next tick carries out. */
static void think(dw_sim *sim)
{
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        dw_guard_body *guard = &sim->world.guards[g];
        dw_guard_command command = {
            .heading_bam = guard->heading_bam,
            .open_door = DW_NONE,
            .hold_door = DW_NONE,
            .close_door = DW_NONE,
        };
        sim->brains[g]->think(sim->memories[g], &sim->percepts[g], &command);
        DW_CHECK(dw_dot(command.step, command.step) <= sim->step_max_squared);
        DW_CHECK(command.mood < DW_MOOD_COUNT);
        if (guard->calling_ticks > 0) {
            guard->calling_ticks--;
        }
        if (command.says != NULL) {
            say(sim, (uint8_t)g, command.says);
            command.says = NULL;
        }
        guard->command = command;
        guard->mood = command.mood;
    }
}

void dw_sim_step(dw_sim *sim, const dw_intent *intents)
{
    if (!sim->events_open) {
        sim->event_count = 0;
    }
    sim->events_open = false;
    sim->world.tick++;
    if (sim->world.outcome != DW_OUTCOME_NONE) {
        sim->hash = dw_hash_u64(sim->hash, sim->world.tick);
        return;
    }
    dw_sim_work_doors(sim, intents);
    dw_sim_move_bodies(sim, intents);
    dw_sim_sense(sim);
    dw_sim_deliver(sim);
    think(sim);
    dw_sim_judge(sim);
    if (!sim->hash_on_demand) {
        sim->hash = dw_sim_hash_state(sim, sim->hash, intents);
    }
}

const dw_world *dw_sim_world(const dw_sim *sim)
{
    return &sim->world;
}

uint64_t dw_sim_hash(const dw_sim *sim)
{
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    return sim->hash_on_demand ? dw_sim_hash_state(sim, DW_HASH_START, none) : sim->hash;
}

const dw_sim_event *dw_sim_events(const dw_sim *sim, uint32_t *count)
{
    *count = sim->event_count;
    return sim->events;
}

uint32_t dw_sim_events_dropped(const dw_sim *sim)
{
    return sim->events_dropped;
}

const dw_map *dw_sim_map(const dw_sim *sim)
{
    return sim->map;
}

const dw_ruleset *dw_sim_rules(const dw_sim *sim)
{
    return &sim->rules;
}

const dw_brain_kind *dw_sim_brain(const dw_sim *sim, uint16_t guard)
{
    return sim->brains[guard];
}

/* Rows of beliefs are there already, by slot; those of meters alone go between them. */
static void add_meter(dw_mind_view *view, uint8_t slot, uint8_t meter)
{
    uint32_t at = 0;
    while (at < view->intruder_count && view->intruders[at].slot < slot) {
        at++;
    }
    if (at == view->intruder_count || view->intruders[at].slot != slot) {
        if (meter == 0) {
            return;
        }
        memmove(&view->intruders[at + 1], &view->intruders[at],
                (view->intruder_count - at) * sizeof view->intruders[0]);
        view->intruder_count++;
        view->intruders[at] = (dw_mind_intruder){.slot = slot, .room = DW_NONE, .tick = view->tick};
    }
    view->intruders[at].meter = meter;
}

static void add_call(dw_mind_view *view, const dw_radio_message *call)
{
    view->calls[view->call_count++] = (dw_mind_call){
        .id = call->id,
        .tick = call->sent,
        .kind = call->kind,
        .sender = (uint8_t)(call->sender + 1),
        .slot = call->slot < DW_INTRUDERS_MAX ? call->slot : 0,
        .room = call->room,
        .door = call->kind == DW_RADIO_TAKES && call->door_count > 0 ? call->doors[0]
                                                                     : (uint16_t)DW_NONE,
    };
}

void dw_sim_count(const dw_sim *sim, dw_brain_counters *sum)
{
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        const dw_sim_mind *minds = sim->minds[g];
        for (uint32_t m = 0; m < DW_SIM_MINDS_MAX && minds[m].kind != NULL; m++) {
            dw_brain_counters one = {0};
            if (minds[m].kind->count != NULL) {
                minds[m].kind->count(minds[m].memory, &one);
                dw_brain_counters_add(sum, &one);
            }
        }
    }
}

void dw_sim_explain(const dw_sim *sim, uint16_t guard, dw_mind_view *view)
{
    DW_CHECK(guard < sim->world.guard_count);
    sim->brains[guard]->explain(sim->memories[guard], view);
    view->tick = sim->world.tick;
    view->body = (uint8_t)(guard + 1);
    const uint32_t full = (uint32_t)dw_sim_kind_of(sim, guard)->senses.eyes.meter_full;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const uint32_t percent = (uint32_t)sim->world.meters[guard][s] * 100 / full;
        add_meter(view, (uint8_t)s,
                  (uint8_t)(percent < DW_MIND_METER_MAX ? percent : DW_MIND_METER_MAX));
    }
    const dw_radio_message *call = NULL;
    view->call_count = 0;
    for (uint32_t back = 0; view->call_count < DW_MIND_CALLS_MAX &&
                            (call = dw_radio_recent(&sim->radio, back)) != NULL;
         back++) {
        if (call->sender == guard || call->due <= sim->world.tick) {
            add_call(view, call);
        }
    }
}

const dw_percepts *dw_sim_percepts(const dw_sim *sim, uint16_t guard)
{
    DW_CHECK(guard < sim->world.guard_count);
    return &sim->percepts[guard];
}
