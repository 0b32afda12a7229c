#include "server/session/interest.h"

#include "common/base/check.h"
#include "common/world/sight.h"

#include <string.h>

_Static_assert(DW_GUARDS_MAX <= 64, "guards are bits of one word");

void dw_interest_scene_init(dw_interest_scene *scene, const dw_map *map, const dw_ruleset *rules)
{
    memset(scene, 0, sizeof *scene);
    scene->map = map;
    scene->rules = rules;
}

/* Union by propagation: a door joins two labels, the lower one wins. Doors change rarely, so this
 * runs a few times a minute. */
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
    scene->present = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        scene->present |= dw_intruder_present(&world->intruders[s]) ? UINT32_C(1) << s : 0;
    }
    scene->rows_known = 0;
    scene->seen_known = 0;
    scene->ahead_known = 0;
    scene->hulls_known = 0;
    if (!scene->labelled || memcmp(&scene->labelled_for, &world->open, sizeof world->open) != 0) {
        label_rooms(scene);
    }
}

void dw_interest_init(dw_interest *interest)
{
    memset(interest, 0, sizeof *interest);
}

void dw_interest_new_round(dw_interest *interest, const dw_map *map)
{
    interest->doors = dw_map_doors_at_start(map);
}

uint32_t dw_interest_eyes(const dw_world *world, uint8_t slot, bool watching)
{
    if (!watching && dw_intruder_present(&world->intruders[slot])) {
        return UINT32_C(1) << slot;
    }
    uint32_t eyes = 0;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        eyes |= dw_intruder_present(&world->intruders[s]) ? UINT32_C(1) << s : 0;
    }
    return eyes;
}

/* Where the guard would be after the margin's width in one direction, walls and leaves stopping
 * him. */
static dw_vec displaced(const dw_interest_scene *scene, dw_vec centre, int32_t x, int32_t y)
{
    const int32_t margin = DW_MM(DW_INTEREST_MARGIN_MM);
    return dw_move(scene->map, &scene->world->open, centre, (dw_vec){x * margin, y * margin},
                   DW_BODY_HALF, NULL, 0)
        .position;
}

/* The points by which a guard is seen: his centre, his corners, and the outer corners of where he
 * would be after a step of the margin's width in each of eight directions (the diagonal ones alone
 * would hang on the sides of a doorway that he could walk out of straight). */
static const dw_vec *guard_hull(dw_interest_scene *scene, uint16_t guard)
{
    dw_vec *hull = scene->hulls[guard];
    if ((scene->hulls_known >> guard & 1) != 0) {
        return hull;
    }
    const int32_t half = DW_BODY_HALF;
    const dw_vec centre = scene->world->guards[guard].position;
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
            const dw_vec there = displaced(scene, centre, x, y);
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

/* What was found to hide something, to be tried on the next line: some thirty lines go from one
 * place to another, and mostly one wall blocks them all. */
enum { OCCLUDERS_MAX = 3 };

typedef struct occluders {
    uint32_t count;
    dw_rect areas[OCCLUDERS_MAX];
} occluders;

static bool line_clear(const dw_interest_scene *scene, occluders *known, dw_vec eye, dw_vec point)
{
    for (uint32_t i = 0; i < known->count; i++) {
        if (dw_segment_enters(eye, point, known->areas[i])) {
            return false;
        }
    }
    dw_rect found;
    const bool clear = dw_sight_clear_or(scene->map, &scene->world->open, eye, point,
                                         DW_SIGHT_OVER_MIDDLE, &found);
    if (!clear && known->count < OCCLUDERS_MAX) {
        known->areas[known->count++] = found;
    }
    return clear;
}

/* Whether one occluder hides the whole rectangle. It is convex, and so is the rectangle: when it
 * cuts the lines to all four corners, it cuts those to all points between them. */
static bool all_hidden(const occluders *known, dw_vec eye, dw_rect area)
{
    for (uint32_t i = 0; i < known->count; i++) {
        const dw_rect by = known->areas[i];
        if (dw_segment_enters(eye, area.min, by) && dw_segment_enters(eye, area.max, by) &&
            dw_segment_enters(eye, (dw_vec){area.min.x, area.max.y}, by) &&
            dw_segment_enters(eye, (dw_vec){area.max.x, area.min.y}, by)) {
            return true;
        }
    }
    return false;
}

/* No point of a guard, nor of where he could step, is outside of this. */
static dw_rect surroundings(dw_vec guard)
{
    return dw_rect_around(guard, DW_BODY_HALF + DW_MM(DW_INTEREST_MARGIN_MM));
}

/* Whether one occluder hides the whole rectangle from wherever `way`, made or broken off, leads:
 * the places between its ends are convex too. */
static bool all_hidden_on_the_way(const occluders *known, dw_vec eye, dw_vec way, dw_rect area)
{
    for (uint32_t i = 0; i < known->count; i++) {
        const occluders one = {.count = 1, .areas = {known->areas[i]}};
        if (all_hidden(&one, eye, area) && all_hidden(&one, dw_vec_add(eye, way), area) &&
            (way.x == 0 || way.y == 0 ||
             (all_hidden(&one, (dw_vec){eye.x + way.x, eye.y}, area) &&
              all_hidden(&one, (dw_vec){eye.x, eye.y + way.y}, area)))) {
            return true;
        }
    }
    return false;
}

/* How far the intruder would come by walking on with nothing in the way. */
static dw_vec way_ahead(const dw_interest_scene *scene, const dw_intruder_state *intruder)
{
    const dw_intruder_body *body = &intruder->body;
    if (!body->moving || intruder->held_ticks < DW_INTEREST_HELD_TICKS) {
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

/* Where he will be. */
static dw_vec eye_ahead(dw_interest_scene *scene, uint32_t slot)
{
    if ((scene->ahead_known >> slot & 1) == 0) {
        const dw_intruder_state *intruder = &scene->world->intruders[slot];
        scene->ahead[slot] = dw_move(scene->map, &scene->world->open, intruder->body.position,
                                     way_ahead(scene, intruder), DW_BODY_HALF, NULL, 0)
                                 .position;
        scene->ahead_known |= UINT32_C(1) << slot;
    }
    return scene->ahead[slot];
}

/* From one place of the eye. `hint` is the point that is tried first, and becomes the one seen. */
static bool sees_from(dw_interest_scene *scene, occluders *known, dw_vec eye, uint16_t guard,
                      uint8_t *hint)
{
    const dw_vec centre = scene->world->guards[guard].position;
    if (line_clear(scene, known, eye, centre)) {
        return true;
    }
    if (all_hidden(known, eye, surroundings(centre))) {
        return false;
    }
    const dw_vec *hull = guard_hull(scene, guard);
    if (*hint != 0 && line_clear(scene, known, eye, hull[*hint])) {
        return true;
    }
    for (uint32_t p = 1; p < DW_INTEREST_POINTS; p++) {
        if (p != *hint && line_clear(scene, known, eye, hull[p])) {
            *hint = (uint8_t)p;
            return true;
        }
    }
    return false;
}

static bool sees_guard(dw_interest_scene *scene, uint32_t slot, uint16_t guard, uint8_t *hint)
{
    const uint16_t eye_room = scene->world->intruders[slot].room;
    const uint16_t guard_room = scene->world->guards[guard].room;
    if (scene->areas[eye_room] != scene->areas[guard_room]) {
        return false;
    }
    const dw_intruder_state *intruder = &scene->world->intruders[slot];
    const dw_vec eye = intruder->body.position;
    occluders known = {.count = 0};
    if (sees_from(scene, &known, eye, guard, hint)) {
        return true;
    }
    const dw_vec way = way_ahead(scene, intruder);
    const dw_rect hidden = surroundings(scene->world->guards[guard].position);
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
    for (uint16_t g = 0; g < scene->world->guard_count; g++) {
        seen |= sees_guard(scene, slot, g, &hints[g]) ? UINT64_C(1) << g : 0;
    }
    scene->seen[slot] = seen;
    scene->seen_known |= UINT32_C(1) << slot;
    return seen;
}

static uint64_t guards_seen(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    if (scene->rules->vision == 0) {
        const uint32_t count = scene->world->guard_count;
        return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    }
    uint64_t seen = 0;
    for (uint32_t left = eyes; left != 0; left &= left - 1) {
        seen |= guards_seen_by(scene, (uint32_t)__builtin_ctz(left), interest->hints);
    }
    return seen;
}

/* The leaf's corners and mid-sides. */
static bool leaf_seen_from(const dw_interest_scene *scene, dw_vec eye, dw_rect leaf)
{
    const dw_vec middle = dw_rect_centre(leaf);
    const dw_vec points[8] = {
        leaf.min,
        {leaf.max.x, leaf.min.y},
        leaf.max,
        {leaf.min.x, leaf.max.y},
        {middle.x, leaf.min.y},
        {leaf.max.x, middle.y},
        {middle.x, leaf.max.y},
        {leaf.min.x, middle.y},
    };
    occluders known = {.count = 0};
    if (line_clear(scene, &known, eye, points[0])) {
        return true;
    }
    const bool hidden = all_hidden(&known, eye, leaf);
    for (uint32_t p = 1; !hidden && p < DW_COUNT_OF(points); p++) {
        if (line_clear(scene, &known, eye, points[p])) {
            return true;
        }
    }
    return false;
}

static bool intruder_knows_door(const dw_interest_scene *scene, uint32_t slot, uint16_t index)
{
    const dw_intruder_state *intruder = &scene->world->intruders[slot];
    const dw_door *door = &scene->map->doors[index];
    const dw_vec eye = intruder->body.position;
    const int64_t near = DW_MM((int64_t)DW_INTEREST_DOOR_NEAR_MM) + DW_BODY_HALF;
    const dw_vec nearest = dw_rect_nearest(door->doorway, eye);
    const dw_vec off = dw_vec_sub(nearest, eye);
    if (off.x <= near && off.x >= -near && off.y <= near && off.y >= -near &&
        (door->half[0].room == intruder->room || door->half[1].room == intruder->room)) {
        return true;
    }
    const uint16_t area = scene->areas[intruder->room];
    if (scene->areas[door->half[0].room] != area && scene->areas[door->half[1].room] != area) {
        return false;
    }
    return leaf_seen_from(scene, eye, door->half[door->leaf].area);
}

bool dw_interest_sees_door(dw_interest_scene *scene, uint32_t eyes, uint16_t door)
{
    if (scene->rules->vision == 0) {
        return true;
    }
    for (uint32_t left = eyes; left != 0; left &= left - 1) {
        if (intruder_knows_door(scene, (uint32_t)__builtin_ctz(left), door)) {
            return true;
        }
    }
    return false;
}

/* Only doors that are not as he knows them are looked at: the others stay as they are either way.
 */
static void update_doors(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes)
{
    const dw_door_set *open = &scene->world->open;
    for (uint32_t word = 0; word * 64 < scene->map->door_count; word++) {
        uint64_t differ = interest->doors.bits[word] ^ open->bits[word];
        while (differ != 0) {
            const uint32_t door = word * 64 + (uint32_t)__builtin_ctzll(differ);
            differ &= differ - 1;
            if (dw_interest_sees_door(scene, eyes, (uint16_t)door)) {
                dw_door_set_put(&interest->doors, door, dw_door_set_has(open, door));
            }
        }
    }
}

static uint8_t slot_id(dw_interest *interest, uint32_t slot)
{
    if (interest->slot_ids[slot] == 0) {
        interest->slot_ids[slot] = ++interest->ids_used;
    }
    return interest->slot_ids[slot];
}

uint32_t dw_interest_turn(const dw_interest_scene *scene, uint16_t guard)
{
    const dw_vec position = scene->world->guards[guard].position;
    return (uint32_t)dw_snapshot_quantise(position.x, scene->map->bounds.min.x) << 16 |
           dw_snapshot_quantise(position.y, scene->map->bounds.min.y);
}

/* The only place where guards get numbers: those who come into sight together are numbered by where
 * they stand, never by their index, which would tell in what order the map lists them. */
static void number_new_guards(const dw_interest_scene *scene, dw_interest *interest, uint64_t seen)
{
    for (;;) {
        uint16_t first = DW_NONE;
        for (uint16_t g = 0; g < scene->world->guard_count; g++) {
            if ((seen >> g & 1) != 0 && interest->guard_ids[g] == 0 &&
                (first == DW_NONE || dw_interest_turn(scene, g) < dw_interest_turn(scene, first))) {
                first = g;
            }
        }
        if (first == DW_NONE) {
            return;
        }
        interest->guard_ids[first] = ++interest->ids_used;
    }
}

/* Nobody is numbered on behalf of a guard out of sight: when it happens shows in later numbers. */
uint8_t dw_interest_seen_id(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes,
                            uint16_t guard)
{
    const uint64_t seen = guards_seen(scene, interest, eyes);
    if ((seen >> guard & 1) == 0) {
        return 0;
    }
    number_new_guards(scene, interest, seen);
    return interest->guard_ids[guard];
}

static void place_body(const dw_interest_scene *scene, dw_vec position, uint16_t heading_bam,
                       dw_snapshot_body *row)
{
    row->x = dw_snapshot_quantise(position.x, scene->map->bounds.min.x);
    row->y = dw_snapshot_quantise(position.y, scene->map->bounds.min.y);
    row->heading = (uint8_t)(heading_bam >> 9);
}

/* The highest meter against any of the eyes that see him, in percent. */
static uint8_t meter_percent(const dw_interest_scene *scene, uint16_t guard, uint32_t eyes,
                             bool only_seers)
{
    uint32_t highest = 0;
    for (uint32_t left = eyes & ((1u << DW_INTRUDERS_MAX) - 1); left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        const bool counts = !only_seers || (scene->seen[s] >> guard & 1) != 0;
        const uint32_t meter = scene->world->meters[guard][s];
        highest = counts && meter > highest ? meter : highest;
    }
    const uint32_t percent = highest * 100 / (uint32_t)scene->rules->meter_full;
    return (uint8_t)(percent < 110 ? percent : 110);
}

static dw_snapshot_body guard_row(const dw_interest_scene *scene, uint16_t guard, uint8_t id,
                                  uint32_t eyes, bool only_seers)
{
    const dw_guard_body *body = &scene->world->guards[guard];
    dw_snapshot_body row = {.id = id, .kind = DW_BODY_GUARD, .mood = body->mood};
    row.flags = body->calling_ticks > 0 ? DW_BODY_CALLING : 0;
    row.meter = meter_percent(scene, guard, eyes, only_seers);
    place_body(scene, body->position, body->heading_bam, &row);
    return row;
}

static dw_snapshot_body work_out_row(const dw_interest_scene *scene, uint8_t slot)
{
    const dw_world *world = scene->world;
    const dw_intruder_body *body = &world->intruders[slot].body;
    const bool carries =
        world->objective.state == DW_OBJECTIVE_CARRIED && world->objective.carrier == slot;
    dw_snapshot_body row = {.kind = DW_BODY_INTRUDER, .slot = slot};
    row.flags =
        (uint8_t)((body->crouching ? DW_BODY_CROUCHING : 0) |
                  (body->sprinting ? DW_BODY_SPRINTING : 0) | (carries ? DW_BODY_CARRYING : 0));
    place_body(scene, body->position, body->heading_bam, &row);
    return row;
}

static dw_snapshot_body intruder_row(dw_interest_scene *scene, uint8_t slot, uint8_t id)
{
    if ((scene->rows_known >> slot & 1) == 0) {
        scene->rows_known |= UINT32_C(1) << slot;
        scene->rows[slot] = work_out_row(scene, slot);
    }
    dw_snapshot_body row = scene->rows[slot];
    row.id = id;
    return row;
}

static void fill_objective(const dw_interest_scene *scene, dw_snapshot *out)
{
    const dw_objective_body *objective = &scene->world->objective;
    out->objective = objective->state;
    out->objective_carrier = objective->state == DW_OBJECTIVE_CARRIED ? objective->carrier : 0;
    out->objective_x = 0;
    out->objective_y = 0;
    if (objective->state == DW_OBJECTIVE_DROPPED) {
        const dw_vec centre = dw_rect_centre(objective->area);
        out->objective_x = dw_snapshot_quantise(centre.x, scene->map->bounds.min.x);
        out->objective_y = dw_snapshot_quantise(centre.y, scene->map->bounds.min.y);
    }
}

void dw_interest_filter(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes, uint8_t own,
                        dw_snapshot *out)
{
    const dw_world *world = scene->world;
    const uint64_t seen = guards_seen(scene, interest, eyes);
    const bool by_sight = scene->rules->vision != 0;
    const uint32_t others =
        own < DW_INTRUDERS_MAX ? scene->present & ~(UINT32_C(1) << own) : scene->present;
    for (uint32_t left = others; left != 0; left &= left - 1) {
        (void)slot_id(interest, (uint32_t)__builtin_ctz(left));
    }
    number_new_guards(scene, interest, seen);
    update_doors(scene, interest, eyes);

    /* Rows by id: a table of 1 + ids_used places, since each id is one body. */
    dw_snapshot_body rows[DW_SNAPSHOT_BODIES_MAX + 1];
    bool there[DW_SNAPSHOT_BODIES_MAX + 1] = {false};
    for (uint32_t left = others; left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        const uint8_t id = interest->slot_ids[slot];
        rows[id] = intruder_row(scene, slot, id);
        there[id] = true;
    }
    for (uint16_t g = 0; g < world->guard_count; g++) {
        if ((seen >> g & 1) != 0) {
            const uint8_t id = interest->guard_ids[g];
            rows[id] = guard_row(scene, g, id, eyes, by_sight);
            there[id] = true;
        }
    }
    out->body_count = 0;
    for (uint32_t id = 1; id <= interest->ids_used; id++) {
        if (there[id]) {
            out->bodies[out->body_count++] = rows[id];
        }
    }
    out->doors = interest->doors;
    fill_objective(scene, out);
}

void dw_interest_all(dw_interest_scene *scene, dw_snapshot *out)
{
    const dw_world *world = scene->world;
    out->body_count = 0;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        out->bodies[out->body_count++] =
            guard_row(scene, g, (uint8_t)(1 + g), scene->present, false);
    }
    for (uint32_t left = scene->present; left != 0; left &= left - 1) {
        const uint8_t slot = (uint8_t)__builtin_ctz(left);
        out->bodies[out->body_count++] =
            intruder_row(scene, slot, (uint8_t)(1 + world->guard_count + slot));
    }
    out->doors = world->open;
    fill_objective(scene, out);
}

/* Lower is more important. */
static int64_t importance(const dw_snapshot_body *body, const dw_map *map, dw_vec from)
{
    const dw_vec at = {dw_snapshot_restore(body->x, map->bounds.min.x),
                       dw_snapshot_restore(body->y, map->bounds.min.y)};
    const int64_t distance = dw_distance_squared(from, at);
    const bool chasing = body->kind == DW_BODY_GUARD && body->mood == DW_MOOD_CHASING;
    return chasing ? distance / 16 : distance;
}

void dw_interest_order(const dw_snapshot *snapshot, const dw_map *map, dw_vec from,
                       uint8_t order[DW_SNAPSHOT_BODIES_MAX])
{
    int64_t keys[DW_SNAPSHOT_BODIES_MAX];
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const int64_t key = importance(&snapshot->bodies[i], map, from);
        uint32_t at = i;
        while (at > 0 && keys[at - 1] > key) {
            keys[at] = keys[at - 1];
            order[at] = order[at - 1];
            at--;
        }
        keys[at] = key;
        order[at] = (uint8_t)i;
    }
}
