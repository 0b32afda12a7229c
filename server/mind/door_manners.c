#include "server/mind/door_manners.h"

#include "common/base/check.h"

enum {
    HOLD_GAP_MM = 1000,   /* The guard asks for the doorway from this distance on. */
    STOP_GAP_MM = 800,    /* It goes no nearer while another guard has the doorway. */
    WAIT_GAP_MM = 750,    /* The first guard in the queue leaves room to step aside. */
    QUEUE_SPACE_MM = 150, /* The next one waits behind it, with this space between the two. */
    QUEUE_LENGTH = 8,
    SHUT_TICKS = 20 /* How often a guard that shuts doors pulls at each one in reach. */
};

void dw_door_manners_reset(dw_door_manners *manners)
{
    manners->behind = DW_NONE;
    manners->queued = DW_NONE;
}

void dw_door_manners_forget(dw_door_manners *manners)
{
    manners->queued = DW_NONE;
}

int32_t dw_doorway_gap(const dw_map *map, uint16_t door, dw_vec position, int32_t half)
{
    const dw_vec nearest = dw_rect_nearest(map->doors[door].doorway, position);
    const int32_t x = nearest.x > position.x ? nearest.x - position.x : position.x - nearest.x;
    const int32_t y = nearest.y > position.y ? nearest.y - position.y : position.y - nearest.y;
    return (x > y ? x : y) - half;
}

/* The nearest door of the room, at most `reach` off, whose doorway a body on the leg enters. */
static uint16_t door_on_leg(const dw_think *think, dw_vec from, dw_vec to, int32_t reach)
{
    const dw_map *map = think->setup->map;
    const int32_t half = dw_own_half(think->setup);
    const dw_room *room = &map->rooms[think->percepts->room];
    uint16_t found = DW_NONE;
    for (uint16_t i = 0; i < room->door_count; i++) {
        const uint16_t door = room->doors[i];
        const int32_t gap = dw_own_doorway_gap(think, door);
        if (gap <= reach &&
            dw_segment_enters(from, to, dw_rect_grown(map->doors[door].doorway, half))) {
            found = door;
            reach = gap - 1;
        }
    }
    return found;
}

/* One leg may lead straight through several doorways. So the geometry decides, from the guard's
 * position on. */
uint16_t dw_door_ahead(const dw_think *think, const dw_walker *walker, int32_t reach)
{
    dw_vec from = think->percepts->position;
    const dw_rect near = dw_rect_around(from, dw_own_half(think->setup) + reach);
    for (uint16_t i = walker->at; i < walker->count && dw_rect_holds_closed(near, from); i++) {
        const dw_vec to = walker->points[i];
        const uint16_t door =
            dw_vec_equal(from, to) ? DW_NONE : door_on_leg(think, from, to, reach);
        if (door != DW_NONE) {
            return door;
        }
        from = to;
    }
    return DW_NONE;
}

/* The rest of the path leads through that doorway. */
static bool path_uses(const dw_think *think, const dw_walker *walker, uint16_t door)
{
    const dw_rect doorway =
        dw_rect_grown(think->setup->map->doors[door].doorway, dw_own_half(think->setup));
    dw_vec from = think->percepts->position;
    for (uint16_t i = walker->at; i < walker->count; i++) {
        if (!dw_vec_equal(from, walker->points[i]) &&
            dw_segment_enters(from, walker->points[i], doorway)) {
            return true;
        }
        from = walker->points[i];
    }
    return false;
}

static bool guard_near_door(const dw_map *map, uint16_t door, const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        if (dw_doorway_gap(map, door, other->position, other->half) < DW_BODY_SIZE) {
            return true;
        }
    }
    return false;
}

/* The last guard out closes the door: one that sees another guard at the door leaves it open. */
static void close_behind(dw_door_manners *manners, const dw_think *think, uint16_t ahead)
{
    const dw_map *map = think->setup->map;
    const dw_percepts *percepts = think->percepts;
    const dw_rect body = dw_rect_around(percepts->position, dw_own_half(think->setup));
    const dw_room *room = &map->rooms[percepts->room];
    for (uint16_t i = 0; i < room->door_count; i++) {
        if (dw_rect_overlaps(map->doors[room->doors[i]].doorway, body)) {
            manners->behind = room->doors[i];
        }
    }
    if (manners->behind == DW_NONE || manners->behind == ahead ||
        dw_own_doorway_gap(think, manners->behind) < 0) {
        return;
    }
    if (!guard_near_door(map, manners->behind, percepts)) {
        think->command->close_door = manners->behind;
    }
    manners->behind = DW_NONE;
}

/* A guard that shuts doors pulls at those of its room that it passes, whether or not they are open:
 * it has no other way to know. Each door has its turn, since a command closes only one. */
static void shut_doors(const dw_think *think, uint16_t ahead)
{
    const dw_map *map = think->setup->map;
    const dw_percepts *percepts = think->percepts;
    const dw_room *room = &map->rooms[percepts->room];
    const int32_t reach = DW_MM(think->setup->rules->reach_mm) - dw_own_half(think->setup);
    for (uint16_t i = (uint16_t)(percepts->tick % SHUT_TICKS); i < room->door_count;
         i = (uint16_t)(i + SHUT_TICKS)) {
        const uint16_t door = room->doors[i];
        const int32_t gap = dw_own_doorway_gap(think, door);
        if (door != ahead && door != percepts->door_held && gap >= 0 && gap <= reach &&
            !guard_near_door(map, door, percepts)) {
            think->command->close_door = door;
        }
    }
}

bool dw_door_manners_step(dw_door_manners *manners, const dw_think *think, const dw_walker *walker,
                          bool main_path)
{
    const dw_percepts *percepts = think->percepts;
    dw_guard_command *command = think->command;
    const uint16_t held = percepts->door_held;
    if (manners->queued != DW_NONE && (manners->queued == held || walker == NULL ||
                                       (main_path && !path_uses(think, walker, manners->queued)))) {
        manners->queued = DW_NONE;
    }
    const bool inside = held != DW_NONE && dw_own_doorway_gap(think, held) < 0;
    uint16_t ahead = walker != NULL ? dw_door_ahead(think, walker, DW_MM(HOLD_GAP_MM)) : DW_NONE;
    if (manners->queued != DW_NONE) {
        ahead = manners->queued;
    }
    close_behind(manners, think, ahead);
    const bool plans = walker != NULL && walker->count == 0;
    if (think->shuts_doors && !plans && command->close_door == DW_NONE) {
        shut_doors(think, ahead);
    }
    if (ahead == DW_NONE) {
        /* While a path is being planned the guard keeps the doorway that it has. */
        command->hold_door = inside || plans ? held : DW_NONE;
        return false;
    }
    const int32_t gap = dw_own_doorway_gap(think, ahead);
    command->hold_door = ahead;
    if (held == ahead) {
        if (gap <= DW_MM(think->setup->rules->door_open_distance_mm)) {
            command->open_door = ahead;
        }
        return false;
    }
    if (inside || gap > DW_MM(STOP_GAP_MM)) {
        return manners->queued == ahead && !inside;
    }
    manners->queued = ahead;
    return true;
}

/* Out of the doorway into `room`, along the axis of walking through it. */
static dw_vec outward(const dw_door *door, uint16_t room)
{
    const int half = door->half[0].room == room ? 0 : 1;
    const dw_vec out = dw_vec_sub(door->half[half].point, door->half[1 - half].point);
    return door->passes_along_x ? (dw_vec){out.x > 0 ? 1 : -1, 0} : (dw_vec){0, out.y > 0 ? 1 : -1};
}

/* The middle of the doorway's edge in that room. */
static dw_vec threshold(const dw_door *door, uint16_t room)
{
    const dw_vec out = outward(door, room);
    const dw_vec middle = dw_rect_centre(door->doorway);
    const int32_t depth_x = (door->doorway.max.x - door->doorway.min.x) / 2;
    const int32_t depth_y = (door->doorway.max.y - door->doorway.min.y) / 2;
    return (dw_vec){middle.x + out.x * depth_x, middle.y + out.y * depth_y};
}

static bool usable(const dw_brain_setup *setup, const dw_nav_query *query, uint16_t room,
                   dw_vec place)
{
    return dw_map_room_at(setup->map, place) == room && dw_nav_free(setup->nav, query, place);
}

bool dw_door_waiting_place(const dw_think *think, const dw_nav_query *query, uint16_t door,
                           dw_vec *place)
{
    static const int32_t asides_mm[] = {550, 330, 170};
    const uint16_t room = think->percepts->room;
    const dw_vec out = outward(&think->setup->map->doors[door], room);
    const dw_vec right = {out.y, -out.x}; /* Of a guard that looks at the door: y points down. */
    const dw_vec edge = threshold(&think->setup->map->doors[door], room);
    const int32_t half = dw_own_half(think->setup);
    const int32_t step = 2 * half + DW_MM(QUEUE_SPACE_MM);
    for (int32_t d = 0; d < QUEUE_LENGTH; d++) {
        for (size_t a = 0; a < DW_COUNT_OF(asides_mm); a++) {
            const int32_t depth = DW_MM(WAIT_GAP_MM) + d * step + half;
            const int32_t aside = DW_MM(asides_mm[a]);
            *place = (dw_vec){edge.x + out.x * depth + right.x * aside,
                              edge.y + out.y * depth + right.y * aside};
            if (usable(think->setup, query, room, *place)) {
                return true;
            }
        }
    }
    return false;
}

bool dw_door_leaving_place(const dw_brain_setup *setup, const dw_nav_query *query,
                           dw_door_side side, dw_vec *place)
{
    static const int32_t asides_mm[] = {0, 330, -330, 550, -550, 900, -900};
    const dw_door *door = &setup->map->doors[side.door];
    const uint16_t room = side.far_side ? dw_door_other_room(door, side.room) : side.room;
    const dw_vec out = outward(door, room);
    const dw_vec edge = threshold(door, room);
    const int32_t depth = dw_own_half(setup) + DW_MM(100);
    for (size_t a = 0; a < DW_COUNT_OF(asides_mm); a++) {
        const int32_t aside = DW_MM(asides_mm[a]);
        *place = (dw_vec){edge.x + out.x * depth + out.y * aside,
                          edge.y + out.y * depth + out.x * aside};
        if (usable(setup, query, room, *place)) {
            return true;
        }
    }
    return false;
}

DW_FIELDS_IO(extern, door_manners, DW_DOOR_MANNERS_FIELDS);
