#include "server/bench/bench_crowd.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "common/platform/memory.h"
#include "server/lab/lab_match.h"
#include "server/lab/percentile.h"
#include "server/mind/brains/brains.h"
#include "server/session/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIAL_BYTES = 64 << 20, /* Address space; untouched pages cost nothing. */
    TICKS = 300,            /* Ticks of each match that are measured. */
    PASSES = 3,
    STAGGER = 37, /* Ticks between the starts of matches with the same script. */
    BIG_GUARDS = DW_GUARDS_MAX,
    BIG_INTRUDERS = DW_INTRUDERS_MAX,
    BIG_MATCHES = 8,
    WHIM_TICKS = 40,
    DRAWS_MAX = 100000,
    SENSOR_RAYS = 31,
    SENSOR_RANGE_MM = 8000,
    SPECTATORS = 16,
    SPECTATOR_DELAY_TICKS = 600
};

/* The budgets. */
static const double BIG_MEAN_BUDGET_US = 5, P99_BUDGET_US = 50;
static const double MATCH_BYTES_BUDGET = 1 << 20, HOT_BYTES_BUDGET = 8 << 10;

typedef struct crowd_run {
    const dw_bench_crowd *crowd;
    dw_arena block; /* As many as a server has. */
    size_t bytes;
    dw_sim **sims;
    uint32_t *ticks; /* For each match. */
    uint64_t *nanoseconds;
} crowd_run;

dw_sim_config dw_bench_sim_config(const dw_map *map, const dw_nav *nav, const dw_nav_set *sizes,
                                  const dw_ruleset *rules, const dw_brain_kind *brain)
{
    dw_sim_config config = {.map = map, .nav = nav, .sizes = sizes, .rules = rules};
    for (uint16_t g = 0; g < map->guard_count; g++) {
        config.brains[g] = brain;
    }
    return config;
}

void dw_bench_script_begin(const dw_bench_script *script, dw_sim *sim)
{
    dw_sim_reset(sim, script->seed, (UINT32_C(1) << script->intruders) - 1);
}

void dw_bench_script_step(const dw_bench_script *script, dw_sim *sim, uint32_t tick)
{
    dw_intent intents[DW_INTRUDERS_MAX] = {{0}};
    memcpy(intents, script->intents + (size_t)tick * script->intruders,
           script->intruders * sizeof *intents);
    dw_sim_step(sim, intents);
}

static dw_sim_config config_of(const dw_bench_crowd *crowd)
{
    dw_sim_config config =
        dw_bench_sim_config(crowd->map, crowd->nav, crowd->sizes, crowd->rules, crowd->brain);
    for (uint16_t g = 0; crowd->brains != NULL && g < crowd->map->guard_count; g++) {
        config.brains[g] = crowd->brains[g];
    }
    return config;
}

static dw_status measure_sim(const dw_bench_crowd *crowd, size_t *bytes, dw_error *error)
{
    dw_arena trial;
    if (dw_arena_create(&trial, TRIAL_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_sim_config config = config_of(crowd);
    dw_sim *sim = NULL;
    const dw_status status = dw_sim_create(&sim, &trial, &config, error);
    *bytes = trial.used + 64;
    dw_arena_destroy(&trial);
    return status;
}

static const dw_bench_script *script_of(const crowd_run *run, uint32_t match)
{
    return &run->crowd->scripts[match % run->crowd->script_count];
}

static void begin(const crowd_run *run, uint32_t match)
{
    dw_bench_script_begin(script_of(run, match), run->sims[match]);
    run->ticks[match] = 0;
}

static void step(const crowd_run *run, uint32_t match)
{
    if (run->ticks[match] == script_of(run, match)->ticks) {
        begin(run, match);
    }
    dw_bench_script_step(script_of(run, match), run->sims[match], run->ticks[match]++);
}

static dw_status make_run(crowd_run *run, dw_error *error)
{
    const dw_bench_crowd *crowd = run->crowd;
    size_t bytes = 0;
    dw_status status = measure_sim(crowd, &bytes, error);
    if (status != DW_OK) {
        return status;
    }
    run->sims = calloc(crowd->matches, sizeof(dw_sim *));
    run->ticks = calloc(crowd->matches, sizeof *run->ticks);
    run->nanoseconds = calloc((size_t)crowd->matches * TICKS, sizeof *run->nanoseconds);
    run->bytes = bytes * crowd->matches;
    void *block = dw_memory_map(run->bytes);
    dw_arena_init(&run->block, block, run->bytes);
    if (run->sims == NULL || run->ticks == NULL || run->nanoseconds == NULL || block == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    const dw_sim_config config = config_of(crowd);
    for (uint32_t m = 0; status == DW_OK && m < crowd->matches; m++) {
        status = dw_sim_create(&run->sims[m], &run->block, &config, error);
    }
    return status;
}

static void drop_run(crowd_run *run)
{
    dw_memory_unmap(run->block.bytes, run->bytes);
    free(run->sims);
    free(run->ticks);
    free(run->nanoseconds);
}

static uint64_t now_of(const dw_bench_crowd *crowd)
{
    return crowd->long_ticks ? dw_clock_thread_ns() : dw_clock_ns();
}

/* Starts all matches anew, so that each run does the same work. Returns the processor time. */
static uint64_t pass(const crowd_run *run)
{
    const dw_bench_crowd *crowd = run->crowd;
    for (uint32_t m = 0; m < crowd->matches; m++) {
        begin(run, m);
        for (uint32_t k = 0; k < m / crowd->script_count * STAGGER; k++) {
            step(run, m);
        }
    }
    uint64_t *next = run->nanoseconds;
    DW_CHECK(next != NULL);
    const uint64_t start = dw_clock_thread_ns(); /* Other processes may want the core, too. */
    uint64_t last = now_of(crowd);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        for (uint32_t m = 0; m < crowd->matches; m++) {
            step(run, m);
            const uint64_t now = now_of(crowd);
            *next++ = now - last;
            last = now;
        }
    }
    return dw_clock_thread_ns() - start;
}

static void add(dw_bench_table *table, const char *prefix, const char *what, dw_bench_figure figure)
{
    char name[DW_BENCH_NAME_MAX + 1];
    (void)snprintf(name, sizeof name, "%s%s", prefix, what);
    figure.what = name;
    dw_bench_add(table, figure);
}

dw_status dw_bench_measure_crowd(dw_bench_table *table, const dw_bench_crowd *crowd,
                                 dw_error *error)
{
    crowd_run run = {.crowd = crowd};
    const dw_status status = make_run(&run, error);
    if (status == DW_OK) {
        const uint32_t count = crowd->matches * TICKS;
        const double guards = crowd->map->guard_count;
        uint64_t fastest = UINT64_MAX;
        double p99 = 0;
        uint64_t work = 0;
        for (uint32_t k = 0; k < PASSES; k++) {
            const uint64_t took = pass(&run);
            const double here = dw_percentile(run.nanoseconds, count, 0.99) / 1000;
            p99 = k == 0 || here < p99 ? here : p99;
            fastest = took < fastest ? took : fastest;
            uint64_t hash = DW_HASH_START;
            for (uint32_t m = 0; m < crowd->matches; m++) {
                hash = dw_hash_u64(hash, dw_sim_hash(run.sims[m]));
            }
            DW_CHECK(k == 0 || hash == work); /* Both runs played the same matches. */
            work = hash;
        }
        add(table, crowd->prefix, "us_per_guard_tick",
            (dw_bench_figure){.count = count,
                              .value = (double)fastest / count / guards / 1000,
                              .budget = crowd->mean_budget_us,
                              .work = work});
        add(table, crowd->prefix, crowd->long_ticks ? "guard_tick_p99_us" : "world_tick_p99_us",
            (dw_bench_figure){.count = count,
                              .value = crowd->long_ticks ? p99 / guards : p99,
                              .budget = crowd->p99_budget_us,
                              .work = work});
    }
    drop_run(&run);
    return status;
}

/* Free positions for squares, a body and a half apart, all over the house. */
static bool spread(const dw_map *map, dw_vec *places, uint32_t count)
{
    const dw_door_set open = dw_map_doors_at_start(map);
    dw_rng rng;
    dw_rng_init(&rng, 64, 16);
    uint32_t found = 0;
    for (uint32_t draws = 0; draws < DRAWS_MAX && found < count; draws++) {
        const dw_vec place = {dw_rng_between(&rng, map->bounds.min.x, map->bounds.max.x),
                              dw_rng_between(&rng, map->bounds.min.y, map->bounds.max.y)};
        bool apart =
            dw_map_room_at(map, place) != DW_NONE && dw_place_free(map, &open, place, DW_BODY_HALF);
        for (uint32_t k = 0; apart && k < found; k++) {
            apart = !dw_rect_holds_closed(dw_rect_around(place, DW_BODY_SIZE * 3 / 2), places[k]);
        }
        if (apart) {
            places[found++] = place;
        }
    }
    return found == count;
}

/* Holds a direction for a while, sprints, crouches and uses things, driven by the seed alone. */
static void make_whims(dw_intent *intents, uint32_t ticks, uint8_t intruders)
{
    for (uint32_t tick = 0; tick < ticks; tick++) {
        for (uint8_t s = 0; s < intruders; s++) {
            const uint64_t stretch = dw_mix64((uint64_t)s << 32 | (tick + s * 7u) / WHIM_TICKS);
            uint8_t buttons = (stretch >> 8 & 3) == 0 ? DW_BUTTON_CROUCH : 0;
            buttons |= (stretch >> 10 & 3) == 0 ? DW_BUTTON_SPRINT : 0;
            buttons |= (dw_mix64(stretch ^ tick) & 31) == 0 ? DW_BUTTON_USE : 0;
            intents[(size_t)tick * intruders + s] = (dw_intent){
                .direction = (uint8_t)(stretch % DW_DIRECTION_COUNT), .buttons = buttons};
        }
    }
}

/* A map with 64 actors and 16 intruders all over it. Static: its intents are large. */
enum { BIG_TICKS = TICKS + BIG_MATCHES * STAGGER };
typedef struct big_house {
    dw_lab_data data;
    dw_map map;
    dw_vec places[BIG_GUARDS + BIG_INTRUDERS];
    dw_guard_post posts[BIG_GUARDS];
    dw_intent intents[BIG_TICKS * BIG_INTRUDERS];
} big_house;

/* The posts of the map, taken several times. */
static dw_status open_big(big_house *house, const char *name, const char *ruleset, dw_error *error)
{
    const dw_rules_choice rules = {.ruleset = ruleset};
    const dw_status status = dw_lab_data_read(&house->data, name, &rules, true, error);
    if (status != DW_OK) {
        return status;
    }
    if (!spread(house->data.map, house->places, BIG_GUARDS + BIG_INTRUDERS)) {
        dw_lab_data_destroy(&house->data);
        return dw_fail(error, DW_RANGE, "%s: no room for %d bodies", name,
                       BIG_GUARDS + BIG_INTRUDERS);
    }
    house->map = *house->data.map;
    for (uint32_t g = 0; g < BIG_GUARDS; g++) {
        house->posts[g] = house->data.map->guards[g % house->data.map->guard_count];
        house->posts[g].spawn = house->places[g];
    }
    house->map.guards = house->posts;
    house->map.guard_count = BIG_GUARDS;
    house->map.spawns = house->places + BIG_GUARDS;
    house->map.spawn_count = house->map.intruders_max = BIG_INTRUDERS;
    make_whims(house->intents, BIG_TICKS, BIG_INTRUDERS);
    return DW_OK;
}

/* `crowd` says prefix, brains and budget of the mean. */
static dw_status measure_house(dw_bench_table *table, big_house *house, dw_bench_crowd crowd,
                               dw_error *error)
{
    const dw_bench_script script = {
        .seed = 1, .ticks = BIG_TICKS, .intruders = BIG_INTRUDERS, .intents = house->intents};
    crowd.map = &house->map;
    crowd.nav = house->data.nav;
    crowd.sizes = &house->data.sizes;
    crowd.rules = &house->data.rules;
    crowd.scripts = &script;
    crowd.script_count = 1;
    crowd.matches = BIG_MATCHES;
    crowd.p99_budget_us = P99_BUDGET_US;
    crowd.long_ticks = true;
    return dw_bench_measure_crowd(table, &crowd, error);
}

dw_status dw_bench_measure_big(dw_bench_table *table, const dw_brain_kind *brain, bool sensors,
                               dw_error *error)
{
    static big_house house;
    dw_status status = open_big(&house, "museum", NULL, error);
    if (status != DW_OK) {
        return status;
    }
    if (sensors) {
        dw_kind *kind = &house.data.rules.kinds[DW_KIND_GUARD];
        kind->senses.rays.count = SENSOR_RAYS;
        kind->senses.motion.range_mm = SENSOR_RANGE_MM;
    }
    const dw_bench_crowd crowd = {.prefix = sensors ? "sensors_" : "big_",
                                  .brain = brain,
                                  .mean_budget_us = sensors ? 0 : BIG_MEAN_BUDGET_US};
    status = measure_house(table, &house, crowd, error);
    dw_lab_data_destroy(&house.data);
    return status;
}

/* Post `g` becomes one of kind `g` modulo their number; of several such posts it takes the next. */
static void mix_kinds(big_house *house)
{
    const dw_map *map = house->data.map;
    uint16_t last[DW_KINDS_MAX] = {0};
    for (uint32_t g = 0; g < BIG_GUARDS; g++) {
        const uint8_t kind = (uint8_t)(g % map->kind_count);
        uint16_t next = last[kind];
        do {
            next = (uint16_t)((next + 1) % map->guard_count);
        } while (map->guards[next].kind != kind && next != last[kind]);
        last[kind] = next;
        house->posts[g] = map->guards[next];
        house->posts[g].spawn = house->places[g];
    }
}

dw_status dw_bench_measure_mixed(dw_bench_table *table, dw_error *error)
{
    static big_house house;
    dw_status status = open_big(&house, "museum-robots", "night", error);
    if (status != DW_OK) {
        return status;
    }
    mix_kinds(&house);
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_brains_choose(&house.data.library, brains, NULL, &house.map, &house.data.brains);
    const dw_bench_crowd crowd = {
        .prefix = "mixed_", .brains = brains, .mean_budget_us = BIG_MEAN_BUDGET_US};
    status = measure_house(table, &house, crowd, error);
    dw_lab_data_destroy(&house.data);
    return status;
}

static void no_secret(void *context, uint8_t *bytes, size_t size)
{
    (void)context;
    memset(bytes, 1, size);
}

static dw_status measure_match(dw_bench_table *table, const char *name, const dw_brain_kind *brain,
                               dw_error *error)
{
    dw_lab_data data;
    dw_status status = dw_lab_data_read(&data, name, NULL, true, error);
    if (status != DW_OK) {
        return status;
    }
    dw_arena arena = {0};
    const dw_match_config config = {.number = 1,
                                    .code = "TEST",
                                    .snapshot_hz = 20,
                                    .map = data.map,
                                    .nav = data.nav,
                                    .sizes = &data.sizes,
                                    .rules = &data.rules,
                                    .brain = brain,
                                    .map_size = 1,
                                    .spectators_max = SPECTATORS,
                                    .spectator_delay_ticks = SPECTATOR_DELAY_TICKS,
                                    .send = dw_lab_ignore_message,
                                    .random = no_secret};
    dw_match *match = NULL;
    status = dw_arena_create(&arena, TRIAL_BYTES) == DW_OK
                 ? dw_match_create(&match, &arena, &config, error)
                 : dw_fail(error, DW_MEMORY, "out of memory");
    if (status == DW_OK) {
        char what[DW_NAME_SIZE];
        (void)snprintf(what, sizeof what, "%.16s_", name);
        add(table, what, "match_bytes",
            (dw_bench_figure){.count = 1,
                              .value = (double)arena.used,
                              .budget = MATCH_BYTES_BUDGET,
                              .work = data.map->guard_count});
    }
    dw_arena_destroy(&arena);
    dw_lab_data_destroy(&data);
    return status;
}

dw_status dw_bench_measure_memory(dw_bench_table *table, const dw_brain_kind *brain,
                                  dw_error *error)
{
    static const char *const maps[] = {"reference", "museum", "training"};
    dw_status status = DW_OK;
    for (size_t k = 0; status == DW_OK && k < DW_COUNT_OF(maps); k++) {
        status = measure_match(table, maps[k], brain, error);
    }
    add(table, "", "hot_state_bytes",
        (dw_bench_figure){
            .count = 1, .value = (double)dw_sim_hot_bytes(), .budget = HOT_BYTES_BUDGET});
    return status;
}
