/* patrol_record.c - most rooms are watched by nobody at most times. So the ticks are cut into
 * scenes: stretches in which no door moves and no guard changes its room. A scene knows which rooms
 * a line of sight can reach at all, through doors that stand open. */
#include "server/lab/patrol_record.h"

#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/sim/eye.h"
#include "server/sim/sim.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIM_ARENA_BYTES = 24 << 20,
    /* A guard nearer than this on both axes counts as touching: bodies move one after another, and
     * a step is shorter than this. */
    TOUCH_UNITS = DW_BODY_SIZE + 100 * DW_UNITS_PER_MM
};

typedef struct scene {
    dw_door_set open;
    uint64_t watched[DW_ROOMS_MAX / 64];
} scene;

struct dw_patrol_record {
    const dw_map *map;
    dw_ruleset rules;
    dw_arena arena;
    dw_sim *sim;
    uint16_t guard_count;
    uint32_t ticks_max;
    uint32_t tick_count; /* Ticks 0 .. tick_count - 1 are recorded. */
    dw_eye *eyes;        /* guard_count for each tick. */
    uint32_t *scene_of;  /* Each tick's. */
    uint32_t scene_count;
    scene *scenes; /* At most one a tick. */
};

static dw_status take_memory(dw_patrol_record *record)
{
    const size_t ticks = (size_t)record->ticks_max + 1;
    record->eyes = calloc(ticks * record->guard_count + 1, sizeof *record->eyes);
    record->scene_of = calloc(ticks, sizeof *record->scene_of);
    record->scenes = calloc(ticks, sizeof *record->scenes);
    if (record->eyes == NULL || record->scene_of == NULL || record->scenes == NULL) {
        return DW_MEMORY;
    }
    return dw_arena_create(&record->arena, SIM_ARENA_BYTES);
}

dw_status dw_patrol_record_create(dw_patrol_record **out, const dw_lab_data *data,
                                  uint32_t ticks_max, dw_error *error)
{
    dw_patrol_record *record = calloc(1, sizeof *record);
    if (record == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    record->map = data->map;
    record->rules = data->rules;
    record->guard_count = data->map->guard_count;
    record->ticks_max = ticks_max;
    if (take_memory(record) != DW_OK) {
        dw_patrol_record_destroy(record);
        return dw_fail(error, DW_MEMORY, "no memory for %u ticks of patrols", ticks_max);
    }
    dw_sim_config config = {
        .map = data->map,
        .nav = data->nav,
        .sizes = &data->sizes,
        .rules = &record->rules,
        .without_hash = true,
        .without_outcome = true,
    };
    dw_brains_choose(config.brains, NULL, data->map, &data->brains);
    const dw_status status = dw_sim_create(&record->sim, &record->arena, &config, error);
    if (status != DW_OK) {
        dw_patrol_record_destroy(record);
        return status;
    }
    *out = record;
    return DW_OK;
}

void dw_patrol_record_destroy(dw_patrol_record *record)
{
    free(record->eyes);
    free(record->scene_of);
    free(record->scenes);
    dw_arena_destroy(&record->arena);
    free(record);
}

static const dw_eye *eyes_at(const dw_patrol_record *record, uint32_t tick)
{
    return &record->eyes[(size_t)tick * record->guard_count];
}

static bool is_watched(const scene *at, uint16_t room)
{
    return (at->watched[room / 64] >> (room % 64) & 1) != 0;
}

/* The rooms of the guards, and those behind any chain of open doors. */
static void spread_watch(const dw_patrol_record *record, uint32_t tick, scene *at)
{
    uint16_t rooms[DW_ROOMS_MAX];
    uint32_t count = 0;
    const dw_eye *eyes = eyes_at(record, tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (!is_watched(at, eyes[g].room)) {
            at->watched[eyes[g].room / 64] |= UINT64_C(1) << (eyes[g].room % 64);
            rooms[count++] = eyes[g].room;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const dw_room *room = &record->map->rooms[rooms[i]];
        for (uint16_t d = 0; d < room->door_count; d++) {
            const uint16_t door = room->doors[d];
            const uint16_t other = dw_door_other_room(&record->map->doors[door], rooms[i]);
            if (dw_door_set_has(&at->open, door) && !is_watched(at, other)) {
                at->watched[other / 64] |= UINT64_C(1) << (other % 64);
                rooms[count++] = other;
            }
        }
    }
}

static bool same_scene(const dw_patrol_record *record, uint32_t tick, const dw_door_set *open)
{
    if (tick == 0 ||
        memcmp(&record->scenes[record->scene_count - 1].open, open, sizeof *open) != 0) {
        return false;
    }
    const dw_eye *now = eyes_at(record, tick);
    const dw_eye *before = eyes_at(record, tick - 1);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (now[g].room != before[g].room) {
            return false;
        }
    }
    return true;
}

static void note_tick(dw_patrol_record *record)
{
    const dw_world *world = dw_sim_world(record->sim);
    const uint32_t tick = record->tick_count;
    DW_CHECK(world->tick == tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        const dw_actor *guard = dw_guard_actor(world, g);
        record->eyes[(size_t)tick * record->guard_count + g] =
            dw_eye_of(&record->rules.kinds[guard->kind].senses.eyes, &guard->body, guard->room);
    }
    if (!same_scene(record, tick, &world->open)) {
        scene *at = &record->scenes[record->scene_count++];
        *at = (scene){.open = world->open};
        spread_watch(record, tick, at);
    }
    record->scene_of[tick] = record->scene_count - 1;
    record->tick_count++;
}

void dw_patrol_record_begin(dw_patrol_record *record, uint64_t seed)
{
    record->tick_count = 0;
    record->scene_count = 0;
    dw_sim_reset(record->sim, seed, 0);
    note_tick(record);
}

static const scene *scene_at(dw_patrol_record *record, uint32_t tick)
{
    DW_CHECK(tick <= record->ticks_max);
    const dw_intent none[DW_INTRUDERS_MAX] = {{0}};
    while (record->tick_count <= tick) {
        dw_sim_step(record->sim, none);
        note_tick(record);
    }
    return &record->scenes[record->scene_of[tick]];
}

const dw_door_set *dw_patrol_record_doors(dw_patrol_record *record, uint32_t tick)
{
    return &scene_at(record, tick)->open;
}

bool dw_patrol_record_door_stays(dw_patrol_record *record, uint16_t door, bool open, uint32_t first,
                                 uint32_t last)
{
    const scene *end = scene_at(record, last);
    for (const scene *at = scene_at(record, first); at <= end; at++) {
        if (dw_door_set_has(&at->open, door) != open) {
            return false;
        }
    }
    return true;
}

static bool could_touch(const dw_eye *eye, dw_vec position)
{
    const dw_vec d = dw_vec_sub(eye->field.from, position);
    return d.x < TOUCH_UNITS && d.x > -TOUCH_UNITS && d.y < TOUCH_UNITS && d.y > -TOUCH_UNITS;
}

bool dw_patrol_record_meets(dw_patrol_record *record, uint32_t tick, const dw_body *body,
                            uint16_t room, const dw_door_set *doors)
{
    const scene *at = scene_at(record, tick);
    if (doors == NULL && !is_watched(at, room)) {
        return false;
    }
    const dw_eye *eyes = eyes_at(record, tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (could_touch(&eyes[g], body->position) ||
            dw_eye_sees(&eyes[g], record->map, doors != NULL ? doors : &at->open, body, room)) {
            return true;
        }
    }
    return false;
}

bool dw_patrol_record_agrees(dw_patrol_record *record, const dw_world *world)
{
    (void)scene_at(record, world->tick);
    const dw_eye *eyes = eyes_at(record, world->tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        const dw_actor *guard = dw_guard_actor(world, g);
        const dw_eye eye =
            dw_eye_of(&record->rules.kinds[guard->kind].senses.eyes, &guard->body, guard->room);
        if (!dw_vec_equal(eye.field.from, eyes[g].field.from) || eye.room != eyes[g].room ||
            !dw_vec_equal(eye.field.high, eyes[g].field.high)) {
            return false;
        }
    }
    return true;
}
