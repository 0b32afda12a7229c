#include "tests/support/stage.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "source_dir.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VENUE_ARENA_BYTES = 64 << 20,
    STAGE_ARENA_BYTES = 32 << 20,
    RULESET_BYTES_MAX = 64 << 10,
    SAVE_BYTES_MAX = 4 << 20,
    SCATTER_DRAWS_MAX = 10000,
    WHIM_TICKS = 40
};

static void must(dw_status status, const dw_error *error)
{
    if (status != DW_OK) {
        (void)fprintf(stderr, "stage: %s\n",
                      error->text[0] != 0 ? error->text : dw_status_text(status));
        abort();
    }
}

static dw_venue *new_venue(void)
{
    dw_venue *venue = calloc(1, sizeof *venue);
    DW_CHECK(venue != NULL);
    must(dw_arena_create(&venue->arena, VENUE_ARENA_BYTES), &(dw_error){{0}});
    return venue;
}

static dw_venue *finish_venue(dw_venue *venue, const dw_map *map)
{
    dw_error error = {{0}};
    venue->map = map;
    must(dw_nav_build_map(&venue->nav, &venue->arena, map, DW_BODY_HALF, &error), &error);
    return venue;
}

dw_venue *dw_venue_of(const dw_map *map)
{
    return finish_venue(new_venue(), map);
}

dw_venue *dw_venue_shipped(const char *name)
{
    dw_venue *venue = new_venue();
    dw_error error = {{0}};
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    must(dw_file_find_data(name, "maps", ".tmj", path, &error), &error);
    must(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error), &error);
    const dw_map *map = NULL;
    must(dw_map_load(&map, &venue->arena, path, bytes, size, &error), &error);
    free(bytes);
    return finish_venue(venue, map);
}

static uint8_t *read_shipped(const char *name, const char *folder, size_t *size)
{
    dw_error error = {{0}};
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    must(dw_file_find_data(name, folder, ".json", path, &error), &error);
    must(dw_file_read(path, RULESET_BYTES_MAX, &bytes, size, &error), &error);
    return bytes;
}

dw_ruleset dw_stage_shipped_rules(const char *name)
{
    dw_error error = {{0}};
    size_t size = 0;
    uint8_t *bytes = read_shipped(name, "maps/rulesets", &size);
    dw_ruleset rules = dw_ruleset_reference();
    dw_ruleset_brains brains;
    must(dw_ruleset_load(&rules, &brains, name, bytes, size, &error), &error);
    free(bytes);
    return rules;
}

dw_strategy dw_stage_shipped_strategy(const char *name)
{
    dw_error error = {{0}};
    size_t size = 0;
    uint8_t *bytes = read_shipped(name, "maps/strategies", &size);
    dw_strategy strategy = dw_strategy_reference();
    must(dw_strategy_load(&strategy, name, bytes, size, &error), &error);
    free(bytes);
    return strategy;
}

dw_kind dw_stage_shipped_kind_with(const char *name, char brain[DW_NAME_SIZE])
{
    dw_error error = {{0}};
    size_t size = 0;
    uint8_t *bytes = read_shipped(name, "maps/kinds", &size);
    dw_kind kind;
    must(dw_kind_load(&kind, brain, name, bytes, size, &error), &error);
    free(bytes);
    return kind;
}

dw_kind dw_stage_shipped_kind(const char *name)
{
    char brain[DW_NAME_SIZE];
    return dw_stage_shipped_kind_with(name, brain);
}

static dw_stage_files list_files(const char *pattern)
{
    dw_stage_files all = {0};
    glob_t found;
    DW_CHECK(glob(pattern, 0, NULL, &found) == 0);
    DW_CHECK(found.gl_pathc <= DW_STAGE_FILES_MAX);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        const size_t length = strlen(name) - strlen(".json");
        DW_CHECK(length < DW_NAME_SIZE);
        memcpy(all.names[all.count++], name, length);
    }
    globfree(&found);
    return all;
}

dw_stage_files dw_stage_list_strategies(void)
{
    return list_files(DW_SOURCE_DIR "/maps/strategies/*.json");
}

dw_stage_files dw_stage_list_kinds(void)
{
    return list_files(DW_SOURCE_DIR "/maps/kinds/*.json");
}

dw_stage_files dw_stage_list_brains(void)
{
    return list_files(DW_SOURCE_DIR "/maps/brains/*.json");
}

void dw_venue_destroy(dw_venue *venue)
{
    dw_arena_destroy(&venue->arena);
    free(venue);
}

static dw_stage *create(const dw_venue *venue, const dw_brain_kind *brain, const dw_ruleset *rules,
                        uint64_t dormant_guards, const dw_mission *mission)
{
    dw_stage *stage = calloc(1, sizeof *stage);
    DW_CHECK(stage != NULL);
    dw_error error = {{0}};
    must(dw_arena_create(&stage->arena, STAGE_ARENA_BYTES), &error);
    stage->venue = venue;
    const dw_ruleset reference = dw_ruleset_reference();
    dw_sim_config config = {
        .map = venue->map,
        .nav = venue->nav,
        .sizes = &stage->sizes,
        .rules = rules != NULL ? rules : &reference,
        .dormant_guards = dormant_guards,
        .mission = mission,
    };
    for (uint16_t g = 0; g < venue->map->guard_count; g++) {
        config.brains[g] = brain;
    }
    must(dw_nav_set_build(&stage->sizes, &stage->arena, venue->map, config.rules->kinds, &error),
         &error);
    must(dw_sim_create(&stage->sim, &stage->arena, &config, &error), &error);
    stage->world = dw_sim_world(stage->sim);
    dw_stage_reset(stage, 1, 1);
    return stage;
}

dw_stage *dw_stage_create_dormant(const dw_venue *venue, const dw_brain_kind *brain,
                                  const dw_ruleset *rules, uint64_t dormant_guards)
{
    return create(venue, brain, rules, dormant_guards, NULL);
}

dw_stage *dw_stage_create_mission(const dw_venue *venue, const dw_brain_kind *brain,
                                  const dw_mission *mission, const dw_ruleset *rules)
{
    return create(venue, brain, rules, 0, mission);
}

dw_stage *dw_stage_create_with(const dw_venue *venue, const dw_brain_kind *brain,
                               const dw_ruleset *rules)
{
    return dw_stage_create_dormant(venue, brain, rules, 0);
}

dw_stage *dw_stage_create(const dw_venue *venue, const char *brain, const dw_ruleset *rules)
{
    return dw_stage_create_with(venue, dw_stage_brain(brain), rules);
}

void dw_stage_destroy(dw_stage *stage)
{
    dw_arena_destroy(&stage->arena);
    free(stage);
}

void dw_stage_reset(dw_stage *stage, uint64_t seed, uint32_t slots)
{
    dw_sim_reset(stage->sim, seed, slots);
    memset(stage->intents, 0, sizeof stage->intents);
}

void dw_stage_step(dw_stage *stage)
{
    dw_sim_step(stage->sim, stage->intents);
}

void dw_stage_run(dw_stage *stage, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        dw_stage_step(stage);
    }
}

void dw_stage_load_from(dw_stage *to, const dw_stage *from)
{
    uint8_t *bytes = malloc(SAVE_BYTES_MAX);
    DW_CHECK(bytes != NULL);
    size_t size = 0;
    dw_error error = {{0}};
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, SAVE_BYTES_MAX);
    dw_sim_save(from->sim, &writer);
    must(dw_state_writer_finish(&writer, &size), &error);
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    must(dw_sim_load(to->sim, &reader, dw_stage_brain_finder(), &error), &error);
    must(dw_state_reader_finish(&reader), &error);
    free(bytes);
    memcpy(to->intents, from->intents, sizeof to->intents);
}

bool dw_stage_run_alike(dw_stage *one, dw_stage *two, uint32_t ticks)
{
    bool alike = dw_sim_state_hash(one->sim) == dw_sim_state_hash(two->sim);
    for (uint32_t tick = 0; tick < ticks && alike; tick++) {
        dw_stage_step(one);
        dw_stage_step(two);
        alike = dw_sim_state_hash(one->sim) == dw_sim_state_hash(two->sim);
    }
    return alike;
}

void dw_stage_walk(dw_stage *stage, uint8_t slot, dw_direction direction, uint8_t buttons)
{
    stage->intents[slot] = (dw_intent){.direction = (uint8_t)direction, .buttons = buttons};
}

void dw_stage_press_use(dw_stage *stage, uint8_t slot)
{
    dw_intent *intent = &stage->intents[slot];
    intent->buttons &= (uint8_t)~DW_BUTTON_USE;
    dw_stage_step(stage);
    intent->buttons |= DW_BUTTON_USE;
    dw_stage_step(stage);
    intent->buttons &= (uint8_t)~DW_BUTTON_USE;
}

uint32_t dw_stage_events(const dw_stage *stage, dw_sim_event_kind kind, uint16_t guard,
                         uint16_t slot)
{
    uint32_t count = 0;
    uint32_t found = 0;
    const dw_sim_event *events = dw_sim_events(stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        found += events[i].kind == kind && (guard == DW_NONE || events[i].guard == guard) &&
                         (slot == DW_NONE || events[i].slot == slot)
                     ? 1
                     : 0;
    }
    return found;
}

static void put_actor(dw_stage *stage, uint32_t index, dw_vec position)
{
    dw_actor *actor = &stage->sim->world.actors[index];
    actor->body.position = position;
    actor->room = dw_map_room_at(stage->venue->map, position);
    DW_CHECK(actor->room != DW_NONE);
}

void dw_stage_put_intruder(dw_stage *stage, uint8_t slot, dw_vec position)
{
    put_actor(stage, dw_intruder_index(stage->world, slot), position);
}

void dw_stage_put_guard(dw_stage *stage, uint16_t guard, dw_vec position, uint16_t heading_bam)
{
    dw_guard_state *state = &stage->sim->world.guards[guard];
    put_actor(stage, guard, position);
    stage->sim->world.actors[guard].body.heading_bam = heading_bam;
    state->command.heading_bam = heading_bam;
    state->command.step = (dw_vec){0, 0};
}

uint16_t dw_stage_meter(const dw_stage *stage, uint16_t guard, uint8_t slot)
{
    return stage->world->meters[guard][slot];
}

bool dw_stage_sees(const dw_stage *stage, uint16_t guard, uint8_t slot)
{
    const dw_percepts *percepts = dw_sim_percepts(stage->sim, guard);
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].slot == slot) {
            return percepts->intruders[i].seen;
        }
    }
    return false;
}

static bool is_clear_of_bodies(const dw_stage *stage, dw_vec place, uint32_t except)
{
    const dw_world *world = stage->world;
    const dw_rect body = dw_rect_around(place, DW_BODY_HALF);
    for (uint32_t i = 0; i < dw_actor_count(world); i++) {
        const dw_actor *actor = &world->actors[i];
        const int32_t half = dw_sim_half_of(stage->sim, actor);
        if (i != except && dw_is_present(actor) &&
            dw_rect_touches(body, dw_rect_around(actor->body.position, half))) {
            return false;
        }
    }
    return true;
}

void dw_stage_scatter_one(dw_stage *stage, uint8_t slot, dw_rng *rng)
{
    const dw_map *map = stage->venue->map;
    dw_vec place;
    uint32_t draws = 0;
    do {
        DW_CHECK(draws++ < SCATTER_DRAWS_MAX);
        place.x = dw_rng_between(rng, map->bounds.min.x, map->bounds.max.x);
        place.y = dw_rng_between(rng, map->bounds.min.y, map->bounds.max.y);
    } while (dw_map_room_at(map, place) == DW_NONE ||
             !dw_place_free(map, &stage->world->open, place, DW_BODY_HALF) ||
             !is_clear_of_bodies(stage, place, dw_intruder_index(stage->world, slot)));
    dw_stage_put_intruder(stage, slot, place);
}

void dw_stage_scatter(dw_stage *stage, dw_rng *rng)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (dw_is_present(dw_intruder_actor(stage->world, s))) {
            dw_stage_scatter_one(stage, (uint8_t)s, rng);
        }
    }
}

dw_intent dw_stage_whim(uint64_t seed, uint32_t tick, uint8_t slot)
{
    const uint64_t stretch =
        dw_mix64(seed ^ dw_mix64((uint64_t)slot << 32 | (tick + slot * 7u) / WHIM_TICKS));
    const uint64_t moment = dw_mix64(stretch ^ tick);
    dw_intent intent = {.direction = (uint8_t)(stretch % DW_DIRECTION_COUNT)};
    intent.buttons |= (stretch >> 8 & 3) == 0 ? DW_BUTTON_CROUCH : 0;
    intent.buttons |= (stretch >> 10 & 3) == 0 ? DW_BUTTON_SPRINT : 0;
    intent.buttons |= (moment & 15) == 0 ? DW_BUTTON_USE : 0;
    return intent;
}

void dw_stage_set_whims(dw_stage *stage, uint64_t seed)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        stage->intents[s] = dw_stage_whim(seed, stage->world->tick + 1, (uint8_t)s);
    }
}

void dw_stage_begin_whims(dw_stage *stage, uint64_t seed)
{
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    dw_stage_reset(stage, seed, (UINT32_C(1) << stage->venue->map->intruders_max) - 1);
    dw_stage_scatter(stage, &places);
}

void dw_stage_step_whims(dw_stage *stage, uint64_t seed)
{
    dw_stage_set_whims(stage, seed);
    dw_stage_step(stage);
}

dw_ruleset dw_stage_endless_rules(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.catch_ticks = 36000;
    return rules;
}

dw_data_brain *dw_stage_shipped_brain(const char *name)
{
    char path[512];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_data_brain *brain = NULL;
    dw_error error = {{0}};
    (void)snprintf(path, sizeof path, DW_SOURCE_DIR "/maps/brains/%s.json", name);
    DW_CHECK(dw_file_read(path, DW_BRAIN_FILE_BYTES_MAX, &bytes, &size, &error) == DW_OK);
    if (dw_data_brain_load(&brain, name, bytes, size, &error) != DW_OK) {
        (void)fprintf(stderr, "%s: %s\n", path, error.text);
        DW_CHECK(false);
    }
    free(bytes);
    return brain;
}

static dw_brain_library *library(void)
{
    static dw_brain_library it; /* For the whole program. */
    return &it;
}

const dw_brain_kind *dw_stage_brain(const char *name)
{
    const dw_brain_kind *kind = dw_brain_library_exact(library(), name);
    if (kind == NULL) {
        dw_data_brain *brain = dw_stage_shipped_brain(name);
        const dw_status status = dw_brain_library_put(library(), brain);
        DW_CHECK(status == DW_OK);
        kind = dw_data_brain_kind(brain);
    }
    return kind;
}

dw_brain_finder dw_stage_brain_finder(void)
{
    return dw_brain_library_finder(library());
}
