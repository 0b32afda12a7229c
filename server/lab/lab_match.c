#include "server/lab/lab_match.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "server/session/interest.h"
#include "server/sim/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCH_ARENA_BYTES = 24 << 20, SNAPSHOT_EVERY_TICKS = 3, BOT_STREAM = 100 };

struct dw_lab_match {
    dw_lab_match_config config;
    dw_arena arena;
    dw_sim *sim;
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_bot_ground *ground;
    dw_interest_scene *scene;
    dw_interest interests[DW_INTRUDERS_MAX];
    dw_bot bots[DW_INTRUDERS_MAX];
    dw_snapshot snapshots[DW_INTRUDERS_MAX];
    dw_intent intents[DW_INTRUDERS_MAX];
    dw_replay_writer writer;
};

dw_status dw_lab_match_create(dw_lab_match **out, const dw_lab_match_config *config,
                              dw_error *error)
{
    dw_lab_match *match = calloc(1, sizeof *match);
    if (match == NULL || dw_arena_create(&match->arena, MATCH_ARENA_BYTES) != DW_OK) {
        free(match);
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    match->config = *config;
    dw_sim_config sim = {
        .map = config->data->map,
        .nav = config->data->nav,
        .rules = &config->data->rules,
    };
    dw_brains_choose(sim.brains, config->brain, config->data->map, &config->data->brains);
    memcpy(match->brains, sim.brains, sizeof match->brains);
    match->scene = DW_ARENA_NEW(&match->arena, dw_interest_scene);
    dw_status status = match->scene != NULL ? dw_sim_create(&match->sim, &match->arena, &sim, error)
                                            : dw_fail(error, DW_MEMORY, "out of memory");
    if (status == DW_OK) {
        status = dw_bot_ground_create(&match->ground, config->data->map, error);
    }
    if (status != DW_OK) {
        dw_lab_match_destroy(match);
        return status;
    }
    dw_replay_writer_init(&match->writer, config->recording);
    *out = match;
    return DW_OK;
}

void dw_lab_match_destroy(dw_lab_match *match)
{
    if (match->ground != NULL) {
        dw_bot_ground_destroy(match->ground);
    }
    dw_arena_destroy(&match->arena);
    free(match);
}

static void start(dw_lab_match *match, uint64_t seed)
{
    const uint8_t intruders = match->config.intruders;
    const uint32_t slots = (UINT32_C(1) << intruders) - 1;
    dw_sim_reset(match->sim, seed, slots);
    dw_interest_scene_init(match->scene, match->config.data->map, &match->config.data->rules);
    memset(match->intents, 0, sizeof match->intents);
    for (uint8_t s = 0; s < intruders; s++) {
        dw_interest_init(&match->interests[s]);
        dw_interest_new_round(&match->interests[s], match->config.data->map);
        dw_bot_init(&match->bots[s], match->config.policy, match->ground, dw_mix64(seed),
                    BOT_STREAM + s, 1);
    }
    dw_replay_start beginning = {
        .match = 1,
        .round = 1,
        .seed = seed,
        .slots = slots,
        .hash = dw_sim_hash(match->sim),
        .guard_count = match->config.data->map->guard_count,
    };
    char names[DW_INTRUDERS_MAX][DW_PLAYER_NAME_MAX + 1];
    for (uint8_t s = 0; s < intruders; s++) {
        (void)snprintf(names[s], sizeof names[s], "%s %u", match->config.policy->name, s + 1u);
        beginning.names[s] = names[s];
    }
    for (uint16_t g = 0; g < beginning.guard_count; g++) {
        beginning.brains[g] = match->brains[g]->name;
    }
    dw_replay_writer_begin(&match->writer, &beginning);
}

static uint8_t body_flags(const dw_intruder_body *body, bool carrying)
{
    return (uint8_t)((body->crouching ? DW_BODY_CROUCHING : 0) |
                     (body->sprinting ? DW_BODY_SPRINTING : 0) | (carrying ? DW_BODY_CARRYING : 0));
}

/* What a client in that slot would be sent after this tick. */
static void show(dw_lab_match *match, const dw_world *world, uint8_t slot)
{
    const dw_intruder_state *self = &world->intruders[slot];
    const bool carries =
        world->objective.state == DW_OBJECTIVE_CARRIED && world->objective.carrier == slot;
    const int32_t catch_ticks = match->config.data->rules.catch_ticks;
    dw_snapshot *snapshot = &match->snapshots[slot];
    *snapshot = (dw_snapshot){
        .tick = world->tick + 1,
        .own = {.slot = slot,
                .state = self->state,
                .flags = body_flags(&self->body, carries),
                .caught = (uint8_t)(self->caught_ticks * 100 / catch_ticks),
                .heading_bam = self->body.heading_bam,
                .x = self->body.position.x,
                .y = self->body.position.y,
                .input_tick = world->tick},
    };
    dw_interest_filter(match->scene, &match->interests[slot], dw_interest_eyes(world, slot, false),
                       slot, snapshot);
}

static void decide(dw_lab_match *match, const dw_world *world)
{
    const bool shown = world->tick % SNAPSHOT_EVERY_TICKS == 0;
    if (shown) {
        dw_interest_scene_begin(match->scene, world);
    }
    for (uint8_t s = 0; s < match->config.intruders; s++) {
        const dw_intruder_state *self = &world->intruders[s];
        const bool playing = self->state == DW_SLOT_ALIVE;
        if (shown && playing) {
            show(match, world, s);
        }
        const dw_bot_view view = {
            .tick = world->tick + 1,
            .rules = &match->config.data->rules,
            .body = self->body,
            .doors = match->snapshots[s].doors,
            .snapshot = &match->snapshots[s],
        };
        match->intents[s] = dw_bot_decide(&match->bots[s], &view, playing);
    }
}

static void count_events(const dw_lab_match *match, const dw_world *world, dw_lab_result *result)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(match->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == DW_SIM_DETECTED) {
            result->detections++;
            if (result->first_detection_tick == 0) {
                result->first_detection_tick = world->tick;
            }
        } else if (events[i].kind == DW_SIM_CAUGHT) {
            result->caught++;
        }
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if (world->guards[g].mood == DW_GUARD_CHASING) {
            result->chase_ticks++;
            break;
        }
    }
}

void dw_lab_match_run(dw_lab_match *match, uint64_t seed, dw_lab_result *result)
{
    start(match, seed);
    *result = (dw_lab_result){.seed = seed, .outcome = DW_OUTCOME_TIMEOUT, .trace = DW_HASH_START};
    const dw_world *world = dw_sim_world(match->sim);
    while (world->outcome == DW_OUTCOME_NONE && world->tick < match->config.ticks_max) {
        decide(match, world);
        dw_sim_step(match->sim, match->intents);
        dw_replay_writer_tick(&match->writer, match->intents, dw_sim_hash(match->sim));
        result->trace = dw_trace_tick(result->trace, world, match->config.data->map);
        count_events(match, world, result);
        if (match->config.watcher != NULL) {
            match->config.watcher->tick(match->config.watcher->context, match->intents, world);
        }
    }
    if (world->outcome != DW_OUTCOME_NONE) {
        result->outcome = world->outcome;
    }
    result->ticks = world->tick;
    result->hash = dw_sim_hash(match->sim);
    /* A match that was cut off is recorded as one that the server broke off. */
    dw_replay_writer_end(&match->writer,
                         world->outcome != DW_OUTCOME_NONE ? world->outcome : DW_OUTCOME_ABORTED,
                         world->winner, result->hash);
}

const dw_sim *dw_lab_match_sim(const dw_lab_match *match)
{
    return match->sim;
}
