/* patrol_record.c - most rooms are watched by nobody at most times. So the ticks are cut into
 * scenes: stretches in which no door moves and no guard changes its room. A scene knows which rooms
 * a line of sight can reach at all, through doors that stand open. */
#include "server/lab/patrol_record.h"

#include "common/base/check.h"
#include "common/nav/nav.h"
#include "server/mind/brains/brains.h"
#include "server/sim/ear.h"
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

/* What a guard could hear in a tick, and what it heard. */
typedef struct listener {
    dw_ear ear;
    uint32_t heard; /* Noises that are not of its own side. */
} listener;

struct dw_patrol_record {
    const dw_map *map;
    const dw_sound *sound;
    dw_ruleset rules;
    dw_arena arena;
    dw_sim *sim;
    uint16_t guard_count;
    uint32_t ticks_max;
    uint32_t tick_count; /* Ticks 0 .. tick_count - 1 are recorded. */
    dw_eye *eyes;        /* guard_count for each tick. */
    listener *listeners; /* Likewise; NULL without `hearing`. */
    int32_t lowest_db10; /* Threshold of the best ears of the map; INT32_MAX: there are none. */
    uint64_t asleep;     /* Bit g: guard g slept in the last tick, and so in phase 4 of the next. */
    uint64_t met[DW_GUARDS_MAX]; /* How often each guard was found to meet a body. */
    uint32_t *scene_of;          /* Each tick's. */
    uint32_t scene_count;
    scene *scenes; /* At most one a tick. */
};

static dw_status take_memory(dw_patrol_record *record)
{
    const size_t ticks = (size_t)record->ticks_max + 1;
    record->eyes = calloc(ticks * record->guard_count + 1, sizeof *record->eyes);
    if (record->rules.hearing != 0) {
        record->listeners = calloc(ticks * record->guard_count + 1, sizeof *record->listeners);
    }
    record->scene_of = calloc(ticks, sizeof *record->scene_of);
    record->scenes = calloc(ticks, sizeof *record->scenes);
    if (record->eyes == NULL || record->scene_of == NULL || record->scenes == NULL ||
        (record->rules.hearing != 0 && record->listeners == NULL)) {
        return DW_MEMORY;
    }
    return dw_arena_create(&record->arena, SIM_ARENA_BYTES);
}

static int32_t lowest_threshold(const dw_map *map, const dw_ruleset *rules)
{
    int32_t lowest = INT32_MAX;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const int32_t threshold = rules->kinds[map->guards[g].kind].senses.ears.threshold_db10;
        lowest = threshold > 0 && threshold < lowest ? threshold : lowest;
    }
    return lowest;
}

dw_status dw_patrol_record_create(dw_patrol_record **out, const dw_lab_data *data,
                                  uint32_t ticks_max, dw_error *error)
{
    dw_patrol_record *record = calloc(1, sizeof *record);
    if (record == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    record->map = data->map;
    record->sound = dw_nav_sound(data->nav);
    record->rules = data->rules;
    record->lowest_db10 = lowest_threshold(data->map, &data->rules);
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
    dw_brains_choose(&data->library, config.brains, NULL, data->map, &data->brains);
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
    free(record->listeners);
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

static uint32_t heard_by(const dw_sim *sim, uint16_t guard)
{
    const dw_percepts *percepts = dw_sim_percepts(sim, guard);
    uint32_t heard = 0;
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        heard += percepts->stimuli[i].from_own_side ? 0 : 1;
    }
    return heard;
}

/* Noises spread before the guards think: what slept then is what the tick before decided. */
static void note_listeners(dw_patrol_record *record, const dw_world *world)
{
    listener *rows = &record->listeners[(size_t)world->tick * record->guard_count];
    for (uint16_t g = 0; g < record->guard_count; g++) {
        const dw_actor *guard = dw_guard_actor(world, g);
        rows[g] = (listener){
            .ear = dw_ear_of(&record->rules.kinds[guard->kind], guard->body.position, guard->room,
                             world->guards[g].step, (record->asleep >> g & 1) != 0),
            .heard = heard_by(record->sim, g),
        };
    }
    record->asleep = 0;
    for (uint16_t g = 0; g < record->guard_count; g++) {
        record->asleep |= (uint64_t)(world->guards[g].command.asleep ? 1 : 0) << g;
    }
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
    if (record->listeners != NULL) {
        note_listeners(record, world);
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
    record->asleep = 0;
    memset(record->met, 0, sizeof record->met);
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
            record->met[g]++;
            return true;
        }
    }
    return false;
}

uint16_t dw_patrol_record_busiest(const dw_patrol_record *record)
{
    uint16_t busiest = DW_NONE;
    uint64_t most = 0;
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (record->met[g] > most) {
            most = record->met[g];
            busiest = g;
        }
    }
    return busiest;
}

static const listener *listeners_at(dw_patrol_record *record, uint32_t tick)
{
    DW_CHECK(record->listeners != NULL);
    (void)scene_at(record, tick);
    return &record->listeners[(size_t)tick * record->guard_count];
}

int32_t dw_patrol_record_least_heard(dw_patrol_record *record, uint32_t tick,
                                     const dw_sound_spread *spread)
{
    const listener *rows = listeners_at(record, tick);
    int32_t least = INT32_MAX;
    for (uint16_t g = 0; g < record->guard_count; g++) {
        const dw_ear *ear = &rows[g].ear;
        dw_sound_arrival arrival;
        if (ear->threshold_db10 > 0 &&
            dw_sound_arrives(spread, ear->position, ear->room, &arrival)) {
            const int32_t level = arrival.loss_db10 + dw_ear_needs(ear);
            least = level < least ? level : least;
        }
    }
    return least;
}

bool dw_patrol_record_spread(dw_patrol_record *record, uint32_t tick, dw_vec from, uint16_t room,
                             int32_t level_db10, const dw_door_set *doors, dw_sound_spread *out)
{
    if (level_db10 < record->lowest_db10) {
        return false;
    }
    const int32_t reach = level_db10 - record->lowest_db10;
    const dw_sound_losses losses = dw_ear_losses(&record->rules);
    dw_sound_spread_begin(out, record->sound, &losses,
                          doors != NULL ? doors : dw_patrol_record_doors(record, tick), from, room,
                          reach < DW_SOUND_LOSS_MAX_DB10 ? reach : DW_SOUND_LOSS_MAX_DB10 - 1);
    return true;
}

bool dw_patrol_record_hears(dw_patrol_record *record, uint32_t tick, const dw_noise *noise,
                            const dw_door_set *doors)
{
    dw_sound_spread spread;
    return dw_patrol_record_spread(record, tick, noise->position, noise->room, noise->level_db10,
                                   doors, &spread) &&
           dw_patrol_record_least_heard(record, tick, &spread) <= noise->level_db10;
}

bool dw_patrol_record_heard_more(dw_patrol_record *record, const dw_sim *sim)
{
    const listener *rows = listeners_at(record, dw_sim_world(sim)->tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (heard_by(sim, g) > rows[g].heard) {
            return true;
        }
    }
    return false;
}

bool dw_patrol_record_sees_leaf(dw_patrol_record *record, uint32_t tick, uint16_t door,
                                const dw_door_set *doors)
{
    (void)scene_at(record, tick);
    const dw_door *of_map = &record->map->doors[door];
    const dw_eye *eyes = eyes_at(record, tick);
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if ((eyes[g].room == of_map->half[0].room || eyes[g].room == of_map->half[1].room) &&
            dw_eye_sees_leaf(&eyes[g], record->map, doors, of_map)) {
            return true;
        }
    }
    return false;
}

static bool sees_spot(const dw_patrol_record *record, const scene *at, const dw_eye *eyes,
                      const dw_item_spot *spot)
{
    for (uint16_t g = 0; g < record->guard_count; g++) {
        if (dw_eye_sees_spot(&eyes[g], record->map, &at->open, spot)) {
            return true;
        }
    }
    return false;
}

bool dw_patrol_record_sees_objective(dw_patrol_record *record, uint32_t tick)
{
    const scene *at = scene_at(record, tick);
    const dw_eye *eyes = eyes_at(record, tick);
    for (uint16_t i = 0; i < record->map->item_count; i++) {
        const dw_item_spot *spot = &record->map->items[i];
        if (spot->kind == DW_ITEM_OBJECTIVE && sees_spot(record, at, eyes, spot)) {
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
