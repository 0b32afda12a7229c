/* bench_senses.c - curves of detection against distance, one for each sensor, gait and light. A
 * guard stands at the end of an empty hall, an intruder on the hall's axis at a distance. In each
 * trial the guard looks elsewhere, so that the intruder stands anywhere in the sensor's field of
 * view. */
#include "server/bench/bench_senses.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/nav/nav.h"
#include "common/platform/options.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] = "duskwatch-lab bench senses";

enum {
    HALL_LENGTH_MM = 44000,
    HALL_WIDTH_MM = 6000,
    GUARD_AT_MM = 2000,
    NEAREST_MM = 500,
    FURTHEST_MM = 40000,
    ARENA_BYTES = 64 << 20,
    TRIALS = 64,
    EYES_TICKS_MAX = 600,
    EARS_TICKS_MAX = 60, /* Two steps at least. */
    RAYS = 31,
    MOTION_RANGE_MM = 8000
};

typedef struct pace {
    const char *name;
    uint8_t buttons;
    bool moves;
} pace;

static const pace gaits[] = {
    {"stand", 0, false},
    {"crouch", DW_BUTTON_CROUCH, true},
    {"walk", 0, true},
    {"sprint", DW_BUTTON_SPRINT, true},
};

/* What the gain of a meter bends at (common/world/light.h), and full light. */
static const uint8_t lights[] = {0, 20, 60, 100};

/* How many ticks of a trial are of interest, and whether the sensor has detected the intruder. */
typedef struct curve {
    const char *name;
    uint32_t ticks_max;
    bool (*detects)(const dw_percepts *percepts);
    int32_t (*field_of_view_bam)(const dw_kind *kind);
} curve;

static bool eyes_detect(const dw_percepts *percepts)
{
    return percepts->intruder_count > 0 && percepts->intruders[0].detected;
}

static int32_t view_of_eyes(const dw_kind *kind)
{
    return kind->senses.eyes.field_of_view_bam;
}

static bool rays_detect(const dw_percepts *percepts)
{
    bool somebody = false;
    for (uint8_t i = 0; i < percepts->ray_count; i++) {
        somebody = somebody || percepts->rays[i].what == DW_SENSES_SOMEBODY;
    }
    return somebody;
}

static int32_t view_of_rays(const dw_kind *kind)
{
    return kind->senses.rays.field_of_view_bam;
}

static bool motion_detects(const dw_percepts *percepts)
{
    return percepts->motion.moves;
}

static int32_t view_of_motion(const dw_kind *kind)
{
    return kind->senses.motion.field_of_view_bam;
}

static bool ears_detect(const dw_percepts *percepts)
{
    return percepts->stimulus_count > 0;
}

static int32_t view_of_ears(const dw_kind *kind)
{
    (void)kind;
    return DW_BAM_TURN;
}

static const curve sensors[] = {
    {"eyes", EYES_TICKS_MAX, eyes_detect, view_of_eyes},
    {"rays", 1, rays_detect, view_of_rays},
    {"motion", 1, motion_detects, view_of_motion},
    {"ears", EARS_TICKS_MAX, ears_detect, view_of_ears},
};

/* The hall, and the parts of its map that change between two trials. */
typedef struct hall {
    dw_arena arena;
    dw_ruleset rules;
    dw_map map;
    dw_room room;
    dw_guard_post post;
    dw_vec spawn;
    dw_sim *sim;
} hall;

static dw_vec mm(int32_t x, int32_t y)
{
    return (dw_vec){DW_MM(x), DW_MM(y)};
}

/* The guard has its own eyes, and the rays and the detector of the defaults besides. */
static dw_ruleset rules_of_hall(void)
{
    dw_ruleset rules = dw_ruleset_reference();
    rules.hearing = 1;
    rules.light = 1;
    dw_kind *kind = &rules.kinds[DW_KIND_GUARD];
    kind->senses.rays.count = RAYS;
    kind->senses.motion.range_mm = MOTION_RANGE_MM;
    return rules;
}

static dw_status build(hall *it, dw_error *error)
{
    const dw_room room = {.area = {{0, 0}, mm(HALL_LENGTH_MM, HALL_WIDTH_MM)}, .name = "hall"};
    const dw_patrol patrol = {.name = "round", .stop_count = 1};
    const dw_vec spawn = mm(GUARD_AT_MM + NEAREST_MM, HALL_WIDTH_MM / 2);
    const dw_guard_post post = {.spawn = mm(GUARD_AT_MM, HALL_WIDTH_MM / 2), .name = "guard"};
    dw_map parts = {.name = "hall",
                    .title = "hall",
                    .wall_half = DW_MM(100),
                    .rooms = &room,
                    .room_count = 1,
                    .spawns = &spawn,
                    .spawn_count = 1,
                    .intruders_max = 1,
                    .guards = &post,
                    .guard_count = 1,
                    .patrols = &patrol,
                    .patrol_count = 1,
                    .item_count = 1,
                    .exit = {mm(HALL_LENGTH_MM - 1200, 200), mm(HALL_LENGTH_MM - 200, 1200)}};
    parts.items[0] = (dw_item_spot){
        .name = "objective", .kind = DW_ITEM_OBJECTIVE, .area = {mm(400, 400), mm(600, 600)}};
    const dw_map *built = NULL;
    const dw_nav *nav = NULL;
    dw_status status = dw_map_build(&built, &it->arena, &parts, error);
    if (status == DW_OK) {
        status = dw_nav_build_map(&nav, &it->arena, built, DW_BODY_HALF, error);
    }
    if (status != DW_OK) {
        return status;
    }
    it->map = *built;
    it->post = built->guards[0];
    it->room = built->rooms[0];
    it->map.rooms = &it->room;
    it->map.guards = &it->post;
    it->map.spawns = &it->spawn;
    it->spawn = built->spawns[0];
    it->rules = rules_of_hall();
    const dw_sim_config config = {.map = &it->map,
                                  .nav = nav,
                                  .rules = &it->rules,
                                  .brains = {dw_brain_find("null")},
                                  .without_hash = true,
                                  .without_outcome = true};
    return dw_sim_create(&it->sim, &it->arena, &config, error);
}

/* The tick in which the intruder is detected, or 0. */
static uint32_t run_trial(hall *it, const curve *sensor, const pace *gait)
{
    dw_sim_reset(it->sim, 1, 1);
    for (uint32_t tick = 1; tick <= sensor->ticks_max; tick++) {
        dw_intent intents[DW_INTRUDERS_MAX] = {{0}};
        const dw_direction to_and_fro = tick % 2 == 1 ? DW_NORTH : DW_SOUTH;
        intents[0].direction = (uint8_t)(gait->moves ? to_and_fro : DW_STAND);
        intents[0].buttons = gait->buttons;
        dw_sim_step(it->sim, intents);
        if (sensor->detects(dw_sim_percepts(it->sim, 0))) {
            return tick;
        }
    }
    return 0;
}

static uint64_t print_row(hall *it, const curve *sensor, const pace *gait, int32_t distance_mm)
{
    const int32_t view = sensor->field_of_view_bam(&it->rules.kinds[DW_KIND_GUARD]);
    uint32_t detected = 0;
    uint64_t ticks = 0;
    it->spawn = mm(GUARD_AT_MM + distance_mm, HALL_WIDTH_MM / 2);
    for (int32_t trial = 0; trial < TRIALS; trial++) {
        /* The middles of equal parts of the field of view. */
        const int32_t off = (int32_t)((int64_t)view * (2 * trial + 1) / (2 * TRIALS)) - view / 2;
        it->post.heading_bam = (uint16_t)-off;
        const uint32_t tick = run_trial(it, sensor, gait);
        detected += tick > 0 ? 1 : 0;
        ticks += tick;
    }
    printf("%s,%s,%d,%" PRId32 ",%d,%.4f,", sensor->name, gait->name, it->room.light, distance_mm,
           TRIALS, (double)detected / TRIALS);
    if (detected > 0) {
        printf("%.1f", (double)ticks / detected);
    }
    (void)putchar('\n');
    return (uint64_t)detected << 32 | ticks;
}

/* One curve, nearest first. Returns the number of its rows. */
static uint32_t print_curve(hall *it, const curve *sensor, const pace *gait, int32_t step_mm,
                            uint64_t *work)
{
    uint32_t rows = 0;
    for (int32_t distance = NEAREST_MM; distance <= FURTHEST_MM; distance += step_mm) {
        *work = dw_hash_u64(*work, print_row(it, sensor, gait, distance));
        rows++;
    }
    return rows;
}

static void print_curves(hall *it, int32_t step_mm)
{
    uint64_t work = DW_HASH_START;
    uint32_t rows = 0;
    printf("sensor,gait,light,distance_mm,trials,detected_share,ticks_mean\n");
    for (size_t s = 0; s < DW_COUNT_OF(sensors); s++) {
        for (size_t g = 0; g < DW_COUNT_OF(gaits); g++) {
            for (size_t i = 0; i < DW_COUNT_OF(lights); i++) {
                it->room.light = lights[i];
                rows += print_curve(it, &sensors[s], &gaits[g], step_mm, &work);
            }
        }
    }
    printf("{\"bench\":\"senses\",\"rows\":%" PRIu32 ",\"work\":\"%016" PRIx64 "\"}\n", rows, work);
}

int dw_bench_senses_main(int argc, char **argv)
{
    int64_t step_mm = 500;
    const dw_option options[] = {
        {"step", DW_OPTION_INT, &step_mm, "MM", "between two distances, default: 500", 10, 40000,
         NULL},
    };
    const dw_command command = {
        .program = PROGRAM,
        .purpose = "Prints for each sensor, gait, light and distance the share of trials in which "
                   "an intruder is detected, and after how many ticks.",
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result parsed = dw_options_parse(&command, argc, argv, &first);
    if (parsed != DW_OPTIONS_RUN) {
        return parsed == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    static hall it;
    dw_error error = {{0}};
    dw_status status = dw_arena_create(&it.arena, ARENA_BYTES);
    if (status == DW_OK) {
        status = build(&it, &error);
    } else {
        (void)dw_fail(&error, DW_MEMORY, "out of memory");
    }
    if (status == DW_OK) {
        print_curves(&it, (int32_t)step_mm);
    }
    dw_arena_destroy(&it.arena);
    return status == DW_OK ? DW_EXIT_DONE : dw_options_fail(PROGRAM, DW_EXIT_INTERNAL, error.text);
}
