#include "server/sim/sim.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/sim/patrol_weights.h"
#include "server/sim/sim_state.h"

#include <string.h>

static int32_t fastest_guard_speed(const dw_ruleset *rules)
{
    int32_t fastest = 0;
    for (uint32_t k = 0; k < (uint32_t)rules->kind_count; k++) {
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
    for (uint32_t k = 0; k < (uint32_t)sim->rules.kind_count; k++) {
        const dw_kind *kind = &sim->rules.kinds[k];
        const int32_t far_mm = kind->senses.eyes.meter_far_distance_mm;
        sim->far_distances[k] = far_mm > 0 ? (int64_t)DW_MM(far_mm) : sim->map->sight_scale;
        DW_CHECK(sim->far_distances[k] > 0);
        sim->detects_motion = sim->detects_motion || kind->senses.motion.range_mm > 0;
        sim->has_voices = sim->has_voices || (sim->rules.hearing != 0 && kind->can.shout != 0);
    }
}

static dw_status create_told(dw_sim *sim)
{
    bool tells = false;
    for (uint16_t g = 0; g < sim->map->guard_count; g++) {
        tells = tells || sim->rules.kinds[sim->map->guards[g].kind].tell.distance_mm > 0;
    }
    sim->told = tells ? DW_ARENA_NEW(sim->arena, dw_told) : NULL;
    return tells && sim->told == NULL ? DW_MEMORY : DW_OK;
}

static dw_status create_mission(dw_sim *sim)
{
    if (sim->mission == NULL) {
        return DW_OK;
    }
    for (uint32_t i = 0; i < sim->mission->arrival_count; i++) {
        sim->dormant_guards |= UINT64_C(1) << sim->mission->arrivals[i];
    }
    const bool asks = dw_mission_asks(sim->mission);
    sim->mission_state = DW_ARENA_NEW(sim->arena, dw_mission_state);
    sim->question = asks ? DW_ARENA_NEW(sim->arena, dw_question) : NULL;
    return sim->mission_state != NULL && (!asks || sim->question != NULL) ? DW_OK : DW_MEMORY;
}

dw_status dw_sim_create(dw_sim **out, dw_arena *arena, const dw_sim_config *config, dw_error *error)
{
    const dw_map *map = config->map;
    dw_sim *sim = DW_ARENA_NEW(arena, dw_sim);
    if (sim == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    const dw_status fits = dw_board_check_map(&config->rules->strategy, map, error);
    if (fits != DW_OK) {
        return fits;
    }
    sim->map = map;
    sim->nav = config->nav;
    sim->sizes = config->sizes;
    sim->arena = arena;
    sim->searches.size = config->searches;
    sim->without_hash = config->without_hash;
    sim->without_outcome = config->without_outcome;
    sim->dormant_guards = config->dormant_guards;
    sim->mission = config->mission;
    sim->rules = *config->rules;
    DW_CHECK((uint32_t)sim->rules.kind_count >= map->kind_count);
    open_eyes(sim);
    sim->has_torches = dw_sim_has_torches(sim);
    const dw_status keys = dw_sim_check_keys(sim, error);
    if (keys != DW_OK) {
        return keys;
    }
    /* A step is rounded to whole units, so it may be one unit an axis longer than the speed. */
    const int64_t step_max = fastest_guard_speed(&sim->rules) + 2;
    sim->step_max_squared = step_max * step_max;
    sim->world.guard_count = (uint8_t)map->guard_count;
    sim->percepts = DW_ARENA_ARRAY(arena, dw_percepts, map->guard_count);
    sim->noticed = DW_ARENA_ARRAY(arena, dw_noticed, map->guard_count);
    sim->minds = DW_ARENA_ARRAY(arena, dw_sim_mind, map->guard_count * (size_t)DW_SIM_MINDS_MAX);
    if (sim->percepts == NULL || sim->noticed == NULL || sim->minds == NULL) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    if (dw_radio_create(&sim->radio, arena, map->guard_count) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    const uint64_t walkers = dw_guards_with_bodies(map, sim->rules.kinds);
    if (sim->rules.strategy.zone_border_ticks > 0 && walkers != 0) {
        sim->zones = DW_ARENA_NEW(arena, dw_zones);
        if (sim->zones == NULL) {
            return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
        }
        dw_zones_make(sim->zones, map, config->nav, walkers);
    }
    if (dw_patrol_weights_wanted(&sim->rules)) {
        sim->patrol_weights = DW_ARENA_NEW(arena, dw_route_weights);
        if (sim->patrol_weights == NULL) {
            return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
        }
        dw_patrol_weights_make(sim->patrol_weights, config->nav, map, &sim->rules);
    }
    if (dw_sim_has_nose(sim) && dw_scent_create(&sim->scent, arena, map->intruders_max) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    if (dw_reactions_create(&sim->reactions, arena, map, &sim->rules) != DW_OK ||
        create_told(sim) != DW_OK || create_mission(sim) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "%s: no memory for a match", map->name);
    }
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const dw_status status = dw_sim_take_brain(sim, g, config->brains[g]);
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
    for (uint16_t g = 0; g < sim->world.guard_count; g++) {
        const dw_guard_post *post = &sim->map->guards[g];
        const bool dormant = (sim->dormant_guards >> g & 1) != 0;
        dw_sim_put_guard(sim, g, post->spawn, post->heading_bam,
                         dormant ? DW_PRESENCE_DORMANT : DW_PRESENCE_PRESENT);
        dw_sim_reset_brain(sim, g);
    }
}

static void place_intruders(dw_sim *sim, uint32_t slots)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        dw_actor *actor = &sim->world.actors[dw_intruder_index(&sim->world, s)];
        actor->role = DW_ROLE_INTRUDER;
        if ((slots >> s & 1) != 0) {
            DW_CHECK(s < sim->map->intruders_max);
            dw_intruder_set_slot_state(&sim->world, s, DW_SLOT_ALIVE);
            const bool elsewhere = sim->mission != NULL && s < sim->mission->spawn_count;
            actor->body.position = elsewhere ? sim->mission->spawns[s] : sim->map->spawns[s];
            actor->room = dw_map_room_at(sim->map, actor->body.position);
        }
    }
}

static void place_items(dw_sim *sim)
{
    sim->world.item_count = (uint8_t)sim->map->item_count;
    for (uint32_t i = 0; i < sim->map->item_count; i++) {
        const dw_item_spot *spot = &sim->map->items[i];
        sim->world.items[i] =
            (dw_item){.state = DW_ITEM_HOME, .furniture = spot->furniture, .area = spot->area};
    }
}

void dw_sim_reset(dw_sim *sim, uint64_t seed, uint32_t slots)
{
    const uint8_t guard_count = sim->world.guard_count;
    memset(&sim->world, 0, sizeof sim->world);
    memset(sim->seen, 0, sizeof sim->seen);
    memset(sim->touched, 0, sizeof sim->touched);
    memset(sim->motion_left, 0, sizeof sim->motion_left);
    memset(sim->walked, 0, sizeof sim->walked);
    memset(sim->gaits, 0, sizeof sim->gaits);
    memset(sim->stood, 0, sizeof sim->stood);
    memset(sim->heard_counts, 0, sizeof sim->heard_counts);
    sim->noise_count = 0;
    sim->event_count = 0;
    sim->events_dropped = 0;
    sim->events_open = false;
    sim->listening = 0;
    memset(sim->noticed, 0, sim->map->guard_count * sizeof *sim->noticed);
    sim->seed = seed;
    sim->world.guard_count = guard_count;
    sim->world.winner = DW_SLOT_NONE;
    sim->world.open = dw_map_doors_at_start(sim->map);
    place_items(sim);
    dw_radio_reset(&sim->radio, seed);
    sim->board[0] = (dw_board){.written = 0};
    sim->scent_mark[0] = 0;
    if (sim->told != NULL) {
        sim->told->count = 0;
    }
    sim->torches[0] = 0;
    sim->shouts[0] = 0;
    sim->locks[0] = (dw_locks){.turned = 0};
    memset(sim->pressed, 0, sizeof sim->pressed);
    if (sim->mission != NULL) {
        *sim->mission_state = (dw_mission_state){.last_slot = DW_SLOT_NONE};
    }
    if (sim->question != NULL) {
        *sim->question = (dw_question){.number = 0};
    }
    if (sim->scent != NULL) {
        dw_scent_reset(sim->scent);
    }
    if (sim->reactions != NULL) {
        dw_reactions_reset(sim->reactions);
    }
    place_guards(sim);
    place_intruders(sim, slots);
    dw_sim_place_persons(sim);
    dw_sim_deal_tools(sim, slots);
    for (uint16_t g = 0; g < guard_count; g++) {
        sim->percepts[g] = (dw_percepts){.door_held = DW_NONE};
    }
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    sim->hash = dw_sim_hash_tick(sim, dw_hash_u64(DW_HASH_START, seed), none);
}

void dw_sim_set_slot_state(dw_sim *sim, uint8_t slot, dw_slot_state state)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    const dw_actor *actor = dw_intruder_actor(&sim->world, slot);
    if (!dw_is_present(actor)) {
        return; /* Caught, out or never there: there is no body left. */
    }
    if (!sim->events_open) {
        sim->event_count = 0;
        sim->events_open = true;
    }
    dw_intruder_set_slot_state(&sim->world, slot, state);
    if (!dw_is_present(actor)) {
        dw_sim_drop_items(sim, slot);
    }
}

/* The end of phase 5: minds get what their guards sensed a while ago. */
static void delay_percepts(dw_sim *sim)
{
    for (uint64_t left = sim->reactions != NULL ? dw_guards_present(&sim->world) : 0; left != 0;
         left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        dw_reactions_delay(sim->reactions, g, &sim->percepts[g]);
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
    dw_sim_carry_out_actions(sim);
    dw_sim_take_answers(sim, intents);
    dw_sim_work_doors(sim, intents);
    dw_sim_throw_tools(sim, intents);
    dw_sim_move_bodies(sim, intents);
    dw_sim_do_deeds(sim);
    dw_sim_spread_stimuli(sim);
    dw_sim_sense(sim);
    dw_sim_smell(sim);
    dw_sim_notice_food(sim);
    delay_percepts(sim);
    dw_sim_deliver(sim);
    dw_sim_think(sim);
    dw_sim_judge(sim);
    if (!sim->without_hash) {
        sim->hash = dw_sim_hash_tick(sim, sim->hash, intents);
    }
}

const dw_world *dw_sim_world(const dw_sim *sim)
{
    return &sim->world;
}

uint64_t dw_sim_hash(const dw_sim *sim)
{
    DW_CHECK(!sim->without_hash);
    return sim->hash;
}

const dw_sim_event *dw_sim_events(const dw_sim *sim, uint32_t *count)
{
    *count = sim->event_count;
    return sim->events;
}

const dw_mission *dw_sim_mission(const dw_sim *sim)
{
    return sim->mission;
}

const dw_mission_state *dw_sim_mission_state(const dw_sim *sim)
{
    return sim->mission_state;
}

const dw_question *dw_sim_question(const dw_sim *sim)
{
    return sim->question;
}

const dw_radio *dw_sim_radio(const dw_sim *sim)
{
    return &sim->radio;
}

uint32_t dw_sim_events_dropped(const dw_sim *sim)
{
    return sim->events_dropped;
}

dw_radio_counts dw_sim_radio_counts(const dw_sim *sim)
{
    return (dw_radio_counts){
        .sent = sim->radio.next_id - 1, .delivered = sim->radio.delivered, .lost = sim->radio.lost};
}

const dw_map *dw_sim_map(const dw_sim *sim)
{
    return sim->map;
}

const dw_ruleset *dw_sim_rules(const dw_sim *sim)
{
    return &sim->rules;
}

const dw_percepts *dw_sim_percepts(const dw_sim *sim, uint16_t guard)
{
    DW_CHECK(guard < sim->world.guard_count);
    return &sim->percepts[guard];
}
