#include "server/mind/skills/patrol.h"

#include "common/base/check.h"

enum {
    DRAWS_A_TICK = 10,
    DRAWS_MAX = 100,
    STREAM_PLACES = 1,
    DOORWAY_CLEAR_MM = 500 /* No place so near to a doorway: others want to pass. */
};

void dw_patrol_reset(dw_patrol_state *patrol, const dw_brain_setup *setup, uint64_t seed)
{
    const dw_guard_post *post = &setup->map->guards[setup->guard];
    *patrol = (dw_patrol_state){.phase = DW_PATROL_CHOOSING};
    dw_rng_init(&patrol->places, seed, STREAM_PLACES);
    patrol->stop =
        (uint16_t)dw_rng_below(&patrol->places, setup->map->patrols[post->patrol].stop_count);
}

void dw_patrol_resume(dw_patrol_state *patrol)
{
    patrol->phase = DW_PATROL_CHOOSING;
    patrol->draws = 0;
}

uint16_t dw_patrol_room(const dw_patrol_state *patrol, const dw_brain_setup *setup)
{
    const dw_guard_post *post = &setup->map->guards[setup->guard];
    return setup->map->patrols[post->patrol].stops[patrol->stop];
}

void dw_patrol_skip(dw_patrol_state *patrol, const dw_brain_setup *setup)
{
    const dw_guard_post *post = &setup->map->guards[setup->guard];
    const uint16_t count = setup->map->patrols[post->patrol].stop_count;
    patrol->stop = (uint16_t)((patrol->stop + 1) % count);
    dw_patrol_resume(patrol);
}

bool dw_draw_place(const dw_brain_setup *setup, dw_rng *rng, uint16_t room, dw_vec *place)
{
    const dw_rect area =
        dw_rect_grown(setup->map->rooms[room].area, -(DW_BODY_HALF + setup->map->wall_half));
    if (area.min.x > area.max.x || area.min.y > area.max.y) {
        return false;
    }
    const dw_vec drawn = {dw_rng_between(rng, area.min.x, area.max.x),
                          dw_rng_between(rng, area.min.y, area.max.y)};
    const dw_nav_query query = {.room = DW_NONE};
    if (!dw_nav_free(setup->nav, &query, drawn)) {
        return false;
    }
    *place = drawn;
    return true;
}

static bool clear_of_doorways(const dw_map *map, uint16_t room, dw_vec place)
{
    const dw_room *here = &map->rooms[room];
    for (uint16_t i = 0; i < here->door_count; i++) {
        if (dw_doorway_gap(map, here->doors[i], place) < DW_MM(DOORWAY_CLEAR_MM)) {
            return false;
        }
    }
    return true;
}

/* The half of the only door of a dead end that lies in it. */
static bool peeping_place(const dw_map *map, uint16_t room, dw_vec *place)
{
    const dw_room *there = &map->rooms[room];
    if (there->door_count != 1 || there->kind == DW_ROOM_CORRIDOR) {
        return false;
    }
    const dw_door *door = &map->doors[there->doors[0]];
    *place = door->half[door->half[0].room == room ? 0 : 1].point;
    return true;
}

static void choose(dw_patrol_state *patrol, dw_mover *mover, const dw_brain_setup *setup)
{
    const uint16_t room = dw_patrol_room(patrol, setup);
    dw_vec inner_half;
    if (patrol->peeps && peeping_place(setup->map, room, &inner_half)) {
        dw_mover_go(mover, inner_half);
        patrol->phase = DW_PATROL_WALKING;
        return;
    }
    for (int i = 0; i < DRAWS_A_TICK && patrol->draws < DRAWS_MAX; i++) {
        patrol->draws++;
        dw_vec place;
        if (!dw_draw_place(setup, &patrol->places, room, &place)) {
            continue;
        }
        /* In a closet there is no place but near the door. */
        if (patrol->draws <= DRAWS_MAX / 2 && !clear_of_doorways(setup->map, room, place)) {
            continue;
        }
        dw_mover_go(mover, place);
        patrol->phase = DW_PATROL_WALKING;
        return;
    }
    if (patrol->draws >= DRAWS_MAX) {
        dw_patrol_skip(patrol, setup);
    }
}

uint16_t dw_look_ticks(const dw_ruleset *rules, const dw_room *room, dw_vec place)
{
    const int64_t width = (room->area.max.x - room->area.min.x) / DW_UNITS_PER_MM;
    const int64_t height = (room->area.max.y - room->area.min.y) / DW_UNITS_PER_MM;
    const int64_t half_diagonal =
        (int64_t)dw_isqrt((uint64_t)(width * width + height * height)) / 2;
    int64_t d = dw_distance(dw_rect_centre(room->area), place) / DW_UNITS_PER_MM;
    d = d > half_diagonal ? half_diagonal : d;
    /* Ticks a square metre; the area is in square millimetres. */
    const int64_t ticks = rules->look_ticks_min + rules->look_ticks_per_m2 * width * height / 1000 *
                                                      (half_diagonal - d) / half_diagonal / 1000;
    return (uint16_t)(ticks > rules->look_ticks_max ? rules->look_ticks_max : ticks);
}

uint16_t dw_look_heading(const dw_room *room, dw_vec place, uint16_t heading_bam, uint16_t ticks,
                         uint16_t left, int32_t turn_bam)
{
    const uint32_t done = (uint32_t)ticks - left;
    if (done * 4 < ticks) {
        const dw_vec to_middle = dw_vec_sub(dw_rect_centre(room->area), place);
        if (to_middle.x == 0 && to_middle.y == 0) {
            return heading_bam;
        }
        return dw_turn_towards_bam(heading_bam, dw_angle_bam(to_middle.x, to_middle.y), turn_bam);
    }
    return (uint16_t)(done * 2 < ticks ? heading_bam - turn_bam : heading_bam + turn_bam);
}

static void arrive(dw_patrol_state *patrol, const dw_brain_setup *setup,
                   const dw_percepts *percepts)
{
    const dw_room *room = &setup->map->rooms[percepts->room];
    if (room->kind == DW_ROOM_CORRIDOR) {
        dw_patrol_skip(patrol, setup);
        return;
    }
    patrol->phase = DW_PATROL_LOOKING;
    patrol->look_ticks = dw_look_ticks(setup->rules, room, percepts->position);
    patrol->look_left = patrol->look_ticks;
}

static void walk(dw_patrol_state *patrol, dw_mover *mover, const dw_brain_setup *setup,
                 const dw_percepts *percepts, int32_t speed, dw_guard_command *command)
{
    dw_mover_step(mover, setup, percepts, speed, setup->rules->walk_turn_rate_bam, command);
    if (mover->state == DW_MOVER_NO_WAY) {
        dw_patrol_skip(patrol, setup); /* Somebody will not let him by: another room first. */
    } else if (mover->state != DW_MOVER_GOING) {
        arrive(patrol, setup, percepts);
    }
}

void dw_patrol_think(dw_patrol_state *patrol, dw_mover *mover, const dw_brain_setup *setup,
                     const dw_percepts *percepts, int32_t speed, dw_guard_command *command)
{
    switch ((dw_patrol_phase)patrol->phase) {
    case DW_PATROL_CHOOSING:
        dw_mover_stop(mover);
        dw_mover_step(mover, setup, percepts, speed, setup->rules->walk_turn_rate_bam, command);
        choose(patrol, mover, setup);
        break;
    case DW_PATROL_WALKING:
        walk(patrol, mover, setup, percepts, speed, command);
        break;
    case DW_PATROL_LOOKING:
        dw_mover_step(mover, setup, percepts, speed, setup->rules->walk_turn_rate_bam, command);
        command->heading_bam = dw_look_heading(
            &setup->map->rooms[percepts->room], percepts->position, percepts->heading_bam,
            patrol->look_ticks, patrol->look_left, setup->rules->look_turn_rate_bam);
        patrol->look_left--;
        if (patrol->look_left == 0 || (patrol->peeps && percepts->door_wanted)) {
            dw_patrol_skip(patrol, setup);
        }
        break;
    }
}

DW_FIELDS_DIGEST(patrol, DW_PATROL_FIELDS)
