#include "server/sim/reactions.h"

#include "common/base/arena.h"
#include "common/base/check.h"

#include <string.h>

enum {
    SECTOR_MM_MAX = 50000, /* The middle of a detector's sector may lie outside of the map. */
    STRENGTH_MAX = 1500    /* Tenths of a decibel: no noise is louder (common/nav/sound.h). */
};

/* The structs of brain.h as lists, for hash, save and load. */
#define PERCEPT_INTRUDER_FIELDS(X, A, M)                                                           \
    X(u8, slot)                                                                                    \
    X(flag, seen)                                                                                  \
    X(flag, touched)                                                                               \
    X(flag, detected)                                                                              \
    X(i32, meter)                                                                                  \
    X(vec, position)                                                                               \
    X(u16, room)
typedef dw_percept_intruder dw_field_percept_intruder;
DW_FIELDS_AND(dw_percept_intruder, PERCEPT_INTRUDER_FIELDS, 0);
DW_FIELDS_STATE(static, percept_intruder, PERCEPT_INTRUDER_FIELDS);

#define STIMULUS_FIELDS(X, A, M)                                                                   \
    X(u8, kind)                                                                                    \
    X(flag, from_own_side)                                                                         \
    X(flag, is_alarm)                                                                              \
    X(u16, room)                                                                                   \
    X(vec, position)                                                                               \
    X(i32, strength)                                                                               \
    X(i32, error_mm)
typedef dw_stimulus dw_field_stimulus;
DW_FIELDS_AND(dw_stimulus, STIMULUS_FIELDS, 0);
DW_FIELDS_STATE(static, stimulus, STIMULUS_FIELDS);

#define PERCEPT_RAY_FIELDS(X, A, M)                                                                \
    X(u16, distance_mm)                                                                            \
    X(u8, what)
typedef dw_percept_ray dw_field_percept_ray;
DW_FIELDS_AND(dw_percept_ray, PERCEPT_RAY_FIELDS, 0);
DW_FIELDS_STATE(static, percept_ray, PERCEPT_RAY_FIELDS);

#define PERCEPT_MOTION_FIELDS(X, A, M)                                                             \
    X(flag, moves)                                                                                 \
    X(u16, age)                                                                                    \
    X(vec, centre)                                                                                 \
    X(i32, error_mm)
typedef dw_percept_motion dw_field_percept_motion;
DW_FIELDS_AND(dw_percept_motion, PERCEPT_MOTION_FIELDS, 0);
DW_FIELDS_STATE(static, percept_motion, PERCEPT_MOTION_FIELDS);

#define PERCEPT_FOOD_FIELDS(X, A, M)                                                               \
    X(flag, found)                                                                                 \
    X(vec, position)
typedef dw_percept_food dw_field_percept_food;
DW_FIELDS_AND(dw_percept_food, PERCEPT_FOOD_FIELDS, 0);
DW_FIELDS_STATE(static, percept_food, PERCEPT_FOOD_FIELDS);

#define PERCEPT_SMELL_FIELDS(X, A, M)                                                              \
    X(flag, found)                                                                                 \
    X(u16, room)                                                                                   \
    X(u32, age_ticks)                                                                              \
    X(vec, position)
typedef dw_percept_smell dw_field_percept_smell;
DW_FIELDS_AND(dw_percept_smell, PERCEPT_SMELL_FIELDS, 0);
DW_FIELDS_STATE(static, percept_smell, PERCEPT_SMELL_FIELDS);

/* What a guard sensed in one tick; each field has the name of its field in dw_percepts. */
#define SENSED_ONES(X)                                                                             \
    X(u16, caught)                                                                                 \
    X(u16, rays_heading_bam)                                                                       \
    X(u8, missing)                                                                                 \
    X(u8, intruder_count)                                                                          \
    X(u8, stimulus_count)                                                                          \
    X(u8, ray_count)                                                                               \
    X(vec, rays_from)                                                                              \
    X(percept_motion, motion)                                                                      \
    X(percept_food, food)                                                                          \
    X(percept_smell, smell)
#define SENSED_LISTS(A)                                                                            \
    A(percept_intruder, intruders, DW_INTRUDERS_MAX, it->intruder_count)                           \
    A(stimulus, stimuli, DW_STIMULI_MAX, it->stimulus_count)                                       \
    A(percept_ray, rays, DW_RAYS_MAX, it->ray_count)
#define SENSED_FIELDS(X, A, M) SENSED_ONES(X) SENSED_LISTS(A)
typedef struct dw_sensed {
    DW_FIELDS_MEMBERS(SENSED_FIELDS)
} dw_sensed;
typedef dw_sensed dw_field_sensed;
DW_FIELDS_STATE(static, sensed, SENSED_FIELDS);

/* What was sensed in tick t stands in row t mod `ticks`. Rows are seldom in the caches: many
 * matches take turns. So the state hash takes marks[i], the digest of row i made when it was
 * written, and a row in which nothing was sensed is neither written nor read: its mark is 0. */
typedef struct ring {
    uint32_t ticks; /* 0: the guard reacts at once. */
    dw_sensed *rows;
    uint64_t *marks;
} ring;

static const dw_sensed nothing = {0};

struct dw_reactions {
    uint16_t guard_count;
    ring rings[DW_GUARDS_MAX];
};

dw_status dw_reactions_create(dw_reactions **out, dw_arena *arena, const dw_map *map,
                              const dw_ruleset *rules)
{
    dw_reactions *reactions = NULL;
    for (uint16_t g = 0; g < map->guard_count; g++) {
        const uint32_t ticks = (uint32_t)rules->kinds[map->guards[g].kind].reaction_ticks;
        if (ticks == 0) {
            continue;
        }
        if (reactions == NULL) {
            reactions = DW_ARENA_NEW(arena, dw_reactions);
            if (reactions == NULL) {
                return DW_MEMORY;
            }
            *reactions = (dw_reactions){.guard_count = map->guard_count};
        }
        reactions->rings[g] = (ring){.ticks = ticks,
                                     .rows = DW_ARENA_ARRAY(arena, dw_sensed, ticks),
                                     .marks = DW_ARENA_ARRAY(arena, uint64_t, ticks)};
        if (reactions->rings[g].rows == NULL || reactions->rings[g].marks == NULL) {
            return DW_MEMORY;
        }
    }
    if (reactions != NULL) {
        dw_reactions_reset(reactions);
    }
    *out = reactions;
    return DW_OK;
}

void dw_reactions_reset(dw_reactions *reactions)
{
    for (uint16_t g = 0; g < reactions->guard_count; g++) {
        for (uint32_t row = 0; row < reactions->rings[g].ticks; row++) {
            reactions->rings[g].marks[row] = 0;
        }
    }
}

/* Copies what is in use, between dw_percepts and dw_sensed, whose fields have the same names. */
#define COPY_ONE(kind, name) to->name = it->name;
#define COPY_LIST(kind, name, max, used)                                                           \
    DW_CHECK((used) <= (max));                                                                     \
    memcpy(to->name, it->name, (used) * sizeof it->name[0]);

static void take(dw_sensed *to, const dw_percepts *it)
{
    SENSED_FIELDS(COPY_ONE, COPY_LIST, )
}

static void give(dw_percepts *to, const dw_sensed *it)
{
    SENSED_FIELDS(COPY_ONE, COPY_LIST, )
}

static bool is_nothing(const dw_sensed *it)
{
    return it->caught == 0 && it->missing == 0 && it->intruder_count == 0 &&
           it->stimulus_count == 0 && it->ray_count == 0 && !it->motion.moves && !it->food.found &&
           !it->smell.found;
}

/* Row and mark; only what is in use is copied. */
static void keep(ring *own, uint32_t row, const dw_sensed *it)
{
    own->marks[row] = 0;
    if (!is_nothing(it)) {
        dw_digest digest = {.hash = DW_HASH_START};
        dw_digest_sensed(&digest, it);
        own->marks[row] = dw_digest_end(&digest);
        dw_sensed *to = &own->rows[row];
        SENSED_FIELDS(COPY_ONE, COPY_LIST, )
    }
}

static const dw_sensed *kept(const ring *own, uint32_t row)
{
    return own->marks[row] != 0 ? &own->rows[row] : &nothing;
}

void dw_reactions_delay(dw_reactions *reactions, uint16_t guard, dw_percepts *percepts)
{
    ring *own = &reactions->rings[guard];
    if (own->ticks == 0) {
        return;
    }
    const uint32_t row = percepts->tick % own->ticks;
    dw_sensed now;
    take(&now, percepts);
    give(percepts, kept(own, row));
    keep(own, row, &now);
    if (percepts->smell.found) {
        percepts->smell.age_ticks += own->ticks;
    }
    if (percepts->motion.moves) {
        percepts->motion.age = (uint16_t)(percepts->motion.age + own->ticks);
    }
}

void dw_reactions_digest(dw_digest *digest, const dw_reactions *reactions)
{
    for (uint16_t g = 0; g < reactions->guard_count; g++) {
        for (uint32_t row = 0; row < reactions->rings[g].ticks; row++) {
            dw_digest_u64(digest, &reactions->rings[g].marks[row]);
        }
    }
}

void dw_reactions_save(const dw_reactions *reactions, dw_state_writer *writer)
{
    for (uint16_t g = 0; g < reactions->guard_count; g++) {
        for (uint32_t row = 0; row < reactions->rings[g].ticks; row++) {
            dw_save_sensed(writer, kept(&reactions->rings[g], row));
        }
    }
}

static bool is_place(const dw_map *map, uint16_t room, dw_vec position)
{
    return room < map->room_count && dw_rect_holds_closed(map->bounds, position);
}

static bool is_sound(const dw_sensed *row, const dw_map *map)
{
    bool sound = (!row->smell.found || is_place(map, row->smell.room, row->smell.position)) &&
                 (!row->food.found || dw_rect_holds_closed(map->bounds, row->food.position)) &&
                 (!row->motion.moves ||
                  dw_rect_holds_closed(dw_rect_grown(map->bounds, DW_MM(SECTOR_MM_MAX)),
                                       row->motion.centre)) &&
                 (row->ray_count == 0 || dw_rect_holds_closed(map->bounds, row->rays_from)) &&
                 row->missing >> map->item_count == 0;
    for (uint8_t i = 0; sound && i < row->intruder_count; i++) {
        const dw_percept_intruder *one = &row->intruders[i];
        sound = one->slot < DW_INTRUDERS_MAX && one->meter >= 0 && one->meter <= UINT16_MAX &&
                is_place(map, one->room, one->position) &&
                (i == 0 || row->intruders[i - 1].slot < one->slot);
    }
    for (uint8_t i = 0; sound && i < row->stimulus_count; i++) {
        const dw_stimulus *one = &row->stimuli[i];
        sound = one->kind < DW_STIMULUS_KIND_COUNT && one->strength >= 0 &&
                one->strength <= STRENGTH_MAX && is_place(map, one->room, one->position);
    }
    for (uint8_t i = 0; sound && i < row->ray_count; i++) {
        sound = row->rays[i].what < DW_SENSES_COUNT;
    }
    return sound;
}

void dw_reactions_load(dw_reactions *reactions, dw_state_reader *reader, const dw_map *map)
{
    bool sound = true;
    for (uint16_t g = 0; g < reactions->guard_count && sound; g++) {
        for (uint32_t i = 0; i < reactions->rings[g].ticks && sound; i++) {
            dw_sensed row = nothing;
            dw_load_sensed(reader, &row);
            sound = dw_state_require(reader, !reader->failed && is_sound(&row, map));
            if (sound) {
                keep(&reactions->rings[g], i, &row);
            }
        }
    }
    if (!sound) {
        dw_reactions_reset(reactions);
    }
}
