/* interest_sight.c - which guards the intruders see at one tick, with the margin that hides the
 * time a snapshot takes to arrive. Each answer is worked out once a tick, when somebody asks. */
#include "common/base/check.h"
#include "server/session/interest_parts.h"
#include "server/session/occluders.h"

#include <string.h>

_Static_assert(DW_GUARDS_MAX <= 64, "guards are bits of one word");

void dw_interest_scene_init(dw_interest_scene *scene, const dw_map *map, const dw_ruleset *rules)
{
    memset(scene, 0, sizeof *scene);
    scene->map = map;
    scene->rules = rules;
}

/* Union by propagation: a door joins two labels, and the lower one wins. Doors change rarely, so
 * this runs a few times a minute. */
static void label_rooms(dw_interest_scene *scene)
{
    const dw_map *map = scene->map;
    for (uint16_t r = 0; r < map->room_count; r++) {
        scene->areas[r] = r;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint16_t d = 0; d < map->door_count; d++) {
            if (!dw_door_set_has(&scene->world->open, d)) {
                continue;
            }
            uint16_t *a = &scene->areas[map->doors[d].half[0].room];
            uint16_t *b = &scene->areas[map->doors[d].half[1].room];
            changed = changed || *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    scene->labelled_for = scene->world->open;
    scene->labelled = true;
}

void dw_interest_scene_begin(dw_interest_scene *scene, const dw_world *world)
{
    scene->world = world;
    scene->tools = NULL;
    scene->torches = 0;
    scene->listening = 0;
    scene->present = dw_slots_present(world);
    scene->rows_known = 0;
    scene->seen_known = 0;
    scene->ahead_known = 0;
    scene->hulls_known = 0;
    if (!scene->labelled || memcmp(&scene->labelled_for, &world->open, sizeof world->open) != 0) {
        label_rooms(scene);
    }
}

bool dw_interest_sees_point(const dw_interest_scene *scene, uint32_t eyes, dw_vec point)
{
    bool seen = scene->rules->vision == DW_VISION_OMNISCIENT;
    for (uint32_t left = eyes; left != 0 && !seen; left &= left - 1) {
        const dw_actor *viewer = dw_intruder_actor(scene->world, (uint32_t)__builtin_ctz(left));
        seen = dw_sight_clear(scene->map, &scene->world->open, viewer->body.position, point,
                              DW_SIGHT_OVER_MIDDLE);
    }
    return seen;
}

bool dw_interest_sees_thing(const dw_interest_scene *scene, uint32_t eyes, dw_rect area,
                            uint16_t furniture)
{
    bool seen = scene->rules->vision == DW_VISION_OMNISCIENT;
    for (uint32_t left = eyes; left != 0 && !seen; left &= left - 1) {
        const dw_actor *viewer = dw_intruder_actor(scene->world, (uint32_t)__builtin_ctz(left));
        seen = dw_sight_clear_past(scene->map, &scene->world->open, viewer->body.position,
                                   dw_rect_centre(area), furniture);
    }
    return seen;
}

static const dw_kind *kind_of(const dw_interest_scene *scene, uint16_t guard)
{
    return &scene->rules->kinds[dw_guard_actor(scene->world, guard)->kind];
}

/* A low body is hidden as an intruder that crouches (server/RULES.md 1.54). */
static dw_sight_level level_of(const dw_interest_scene *scene, uint16_t guard)
{
    return kind_of(scene, guard)->body.height > DW_HEIGHT_HIDES_STANDING ? DW_SIGHT_OVER_MIDDLE
                                                                         : DW_SIGHT_CROUCHED;
}

/* Where the guard would be after a step of the margin in one direction; walls and leaves stop
 * it. */
static dw_vec displaced(const dw_interest_scene *scene, dw_vec centre, int32_t half, int32_t x,
                        int32_t y)
{
    if (half == 0) {
        return centre; /* A device stays where it is. */
    }
    const int32_t margin = DW_MM(DW_INTEREST_MARGIN_MM);
    return dw_move(scene->map, &scene->world->open, centre, (dw_vec){x * margin, y * margin}, half,
                   NULL, 0)
        .position;
}

/* The points by which a guard is seen: its centre, its corners, and the outer corners after a step
 * of the margin in each of eight directions. The diagonal steps alone would stop at the sides of a
 * doorway that the guard could walk straight out of. */
static const dw_vec *guard_hull(dw_interest_scene *scene, uint16_t guard)
{
    dw_vec *hull = scene->hulls[guard];
    if ((scene->hulls_known >> guard & 1) != 0) {
        return hull;
    }
    const int32_t half = dw_kind_half(kind_of(scene, guard));
    const dw_vec centre = dw_guard_actor(scene->world, guard)->body.position;
    uint32_t count = 0;
    hull[count++] = centre;
    for (int32_t x = -1; x <= 1; x += 2) {
        for (int32_t y = -1; y <= 1; y += 2) {
            hull[count++] = dw_vec_add(centre, (dw_vec){x * half, y * half});
        }
    }
    for (int32_t x = -1; x <= 1; x++) {
        for (int32_t y = -1; y <= 1; y++) {
            if (x == 0 && y == 0) {
                continue;
            }
            const dw_vec there = displaced(scene, centre, half, x, y);
            const int32_t wide_x = x != 0 ? x : 1; /* A straight step has two outer corners. */
            const int32_t wide_y = y != 0 ? y : 1;
            hull[count++] = dw_vec_add(there, (dw_vec){wide_x * half, wide_y * half});
            if (x == 0 || y == 0) {
                const dw_vec other = {x == 0 ? -half : x * half, y == 0 ? -half : y * half};
                hull[count++] = dw_vec_add(there, other);
            }
        }
    }
    DW_DCHECK(count == DW_INTEREST_POINTS);
    scene->hulls_known |= UINT64_C(1) << guard;
    return hull;
}

/* Contains all points of a guard and of its steps. */
static dw_rect surroundings(const dw_interest_scene *scene, uint16_t guard)
{
    return dw_rect_around(dw_guard_actor(scene->world, guard)->body.position,
                          dw_kind_half(kind_of(scene, guard)) + DW_MM(DW_INTEREST_MARGIN_MM));
}

/* Whether one occluder hides the whole rectangle from every end of `way`, walked whole or stopped:
 * the positions between these ends are a convex set too. */
static bool all_hidden_on_the_way(const dw_occluders *known, dw_vec eye, dw_vec way, dw_rect area)
{
    for (uint32_t i = 0; i < known->count; i++) {
        const dw_occluders one = {.count = 1, .areas = {known->areas[i]}};
        if (dw_occluders_hide(&one, eye, area) &&
            dw_occluders_hide(&one, dw_vec_add(eye, way), area) &&
            (way.x == 0 || way.y == 0 ||
             (dw_occluders_hide(&one, (dw_vec){eye.x + way.x, eye.y}, area) &&
              dw_occluders_hide(&one, (dw_vec){eye.x, eye.y + way.y}, area)))) {
            return true;
        }
    }
    return false;
}

/* How far the intruder would come with nothing in the way. */
static dw_vec way_ahead(const dw_interest_scene *scene, uint32_t slot)
{
    const dw_body *body = &dw_intruder_actor(scene->world, slot)->body;
    if (!body->moving || scene->world->intruders[slot].held_ticks < DW_INTEREST_HELD_TICKS) {
        return (dw_vec){0, 0};
    }
    const dw_ruleset *rules = scene->rules;
    const int32_t speed = body->crouching   ? rules->crouch_speed_mm_s
                          : body->sprinting ? rules->sprint_speed_mm_s
                                            : rules->walk_speed_mm_s;
    const dw_direction direction = (dw_direction)(body->heading_bam / (DW_BAM_TURN / 8) + 1);
    const dw_vec step = dw_direction_step(direction, speed);
    return (dw_vec){step.x * DW_INTEREST_AHEAD_TICKS, step.y * DW_INTEREST_AHEAD_TICKS};
}

/* Where the intruder will be. */
static dw_vec eye_ahead(dw_interest_scene *scene, uint32_t slot)
{
    if ((scene->ahead_known >> slot & 1) == 0) {
        const dw_vec position = dw_intruder_actor(scene->world, slot)->body.position;
        scene->ahead[slot] = dw_move(scene->map, &scene->world->open, position,
                                     way_ahead(scene, slot), DW_BODY_HALF, NULL, 0)
                                 .position;
        scene->ahead_known |= UINT32_C(1) << slot;
    }
    return scene->ahead[slot];
}

/* Seen from one position of the eye. `hint` is the point to try first, and becomes the one seen. */
static bool sees_from(dw_interest_scene *scene, dw_occluders *known, dw_vec eye, uint16_t guard,
                      uint8_t *hint)
{
    const dw_vec centre = dw_guard_actor(scene->world, guard)->body.position;
    const dw_sight_level level = level_of(scene, guard);
    if (dw_occluders_clear(known, scene->map, &scene->world->open, eye, centre, level)) {
        return true;
    }
    if (dw_occluders_hide(known, eye, surroundings(scene, guard))) {
        return false;
    }
    const dw_vec *hull = guard_hull(scene, guard);
    if (*hint != 0 &&
        dw_occluders_clear(known, scene->map, &scene->world->open, eye, hull[*hint], level)) {
        return true;
    }
    for (uint32_t p = 1; p < DW_INTEREST_POINTS; p++) {
        if (p != *hint &&
            dw_occluders_clear(known, scene->map, &scene->world->open, eye, hull[p], level)) {
            *hint = (uint8_t)p;
            return true;
        }
    }
    return false;
}

static bool sees_guard(dw_interest_scene *scene, uint32_t slot, uint16_t guard, uint8_t *hint)
{
    const dw_actor *intruder = dw_intruder_actor(scene->world, slot);
    const dw_actor *actor = dw_guard_actor(scene->world, guard);
    if (scene->areas[intruder->room] != scene->areas[actor->room]) {
        return false;
    }
    const dw_vec eye = intruder->body.position;
    dw_occluders known = {.count = 0};
    if (sees_from(scene, &known, eye, guard, hint)) {
        return true;
    }
    const dw_vec way = way_ahead(scene, slot);
    const dw_rect hidden = surroundings(scene, guard);
    if ((way.x == 0 && way.y == 0) || all_hidden_on_the_way(&known, eye, way, hidden)) {
        return false;
    }
    const dw_vec ahead = eye_ahead(scene, slot);
    return !dw_vec_equal(eye, ahead) && sees_from(scene, &known, ahead, guard, hint);
}

static uint64_t guards_seen_by(dw_interest_scene *scene, uint32_t slot, uint8_t *hints)
{
    if ((scene->seen_known >> slot & 1) != 0) {
        return scene->seen[slot];
    }
    uint64_t seen = 0;
    for (uint64_t left = dw_guards_present(scene->world); left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        seen |= sees_guard(scene, slot, g, &hints[g]) ? UINT64_C(1) << g : 0;
    }
    scene->seen[slot] = seen;
    scene->seen_known |= UINT32_C(1) << slot;
    return seen;
}

uint64_t dw_interest_guards_seen(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    if (scene->rules->vision == 0) {
        return dw_guards_present(scene->world);
    }
    uint64_t seen = 0;
    for (uint32_t left = eyes; left != 0; left &= left - 1) {
        seen |= guards_seen_by(scene, (uint32_t)__builtin_ctz(left), interest->hints);
    }
    return seen;
}
