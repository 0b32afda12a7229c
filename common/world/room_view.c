/* room_view.c - follows chains of doorways through which one straight line can pass. */
#include "common/world/room_view.h"

enum {
    CHAIN_MAX = 12,     /* Doorways in a row that one line goes through. */
    CHAINS_MAX = 50000, /* Looked at for one map; a house of 40 rooms has some 500. */
    WAYS_MAX = 32       /* Doors of a room that have a bit. */
};

#define ANY_WAY UINT32_MAX

/* The ends of the line on which a doorway's rooms meet, as a body sees them that goes through. */
typedef struct window {
    dw_vec left, right;
} window;

typedef struct chains {
    const dw_map *map;
    uint32_t *ways; /* Of the room where they begin, by room. */
    uint16_t from;
    uint32_t first_bit;
    uint32_t length;
    window windows[CHAIN_MAX];
    uint32_t looked_at;
    bool too_many;
} chains;

static window window_of(const dw_door *door, uint16_t from)
{
    const dw_rect near = door->half[door->half[0].room == from ? 0 : 1].area;
    const dw_rect far = door->half[door->half[0].room == from ? 1 : 0].area;
    if (door->passes_along_x) {
        const bool onward = near.max.x == far.min.x;
        const int32_t x = onward ? near.max.x : near.min.x;
        const dw_vec top = {x, near.min.y};
        const dw_vec bottom = {x, near.max.y};
        return onward ? (window){top, bottom} : (window){bottom, top};
    }
    const bool onward = near.max.y == far.min.y;
    const int32_t y = onward ? near.max.y : near.min.y;
    const dw_vec left = {near.min.x, y};
    const dw_vec right = {near.max.x, y};
    return onward ? (window){right, left} : (window){left, right};
}

/* The line through `a` in direction `d` has no window's end on the wrong side. */
static bool passes_all(const chains *c, dw_vec a, dw_vec d)
{
    for (uint32_t k = 0; k < c->length; k++) {
        if (dw_cross(d, dw_vec_sub(c->windows[k].left, a)) > 0 ||
            dw_cross(d, dw_vec_sub(c->windows[k].right, a)) < 0) {
            return false;
        }
    }
    return true;
}

/* Some line goes through all windows: then one goes through a left and a right end of them. */
static bool line_passes(const chains *c)
{
    for (uint32_t i = 0; i < c->length; i++) {
        for (uint32_t k = 0; k < c->length; k++) {
            const dw_vec a = c->windows[i].left;
            const dw_vec b = c->windows[k].right;
            if (dw_vec_equal(a, b) || passes_all(c, a, dw_vec_sub(b, a)) ||
                passes_all(c, a, dw_vec_sub(a, b))) {
                return true;
            }
        }
    }
    return false;
}

/* Goes on from `room`, entered by `entered`. No recursion deeper than CHAIN_MAX. */
static void follow_chains(chains *c, uint16_t room, uint16_t entered)
{
    const dw_room *it = &c->map->rooms[room];
    for (uint16_t i = 0; i < it->door_count && !c->too_many; i++) {
        const uint16_t index = it->doors[i];
        const dw_door *door = &c->map->doors[index];
        const uint16_t next = dw_door_other_room(door, room);
        if (index == entered || next == c->from) {
            continue; /* Rooms are convex: a line that leaves one never comes back. */
        }
        if (c->length == CHAIN_MAX || ++c->looked_at > CHAINS_MAX) {
            c->too_many = true;
            return;
        }
        c->windows[c->length++] = window_of(door, room);
        if (line_passes(c)) {
            c->ways[next] |= c->first_bit;
            follow_chains(c, next, index);
        }
        c->length--;
    }
}

static bool find_ways(const dw_map *map, uint32_t *ways)
{
    chains c = {.map = map};
    for (uint16_t room = 0; room < map->room_count && !c.too_many; room++) {
        const dw_room *it = &map->rooms[room];
        c.ways = ways + (size_t)room * map->room_count;
        c.from = room;
        for (uint16_t i = 0; i < it->door_count && !c.too_many; i++) {
            const dw_door *door = &map->doors[it->doors[i]];
            const uint16_t next = dw_door_other_room(door, room);
            c.first_bit = i < WAYS_MAX ? UINT32_C(1) << i : ANY_WAY;
            c.windows[0] = window_of(door, room);
            c.length = 1;
            c.ways[next] |= c.first_bit;
            follow_chains(&c, next, it->doors[i]);
        }
    }
    return !c.too_many;
}

/* Nothing but the room's own furniture reaches into `inner`, or touches from within. */
static bool is_its_own(const dw_map *map, const dw_solid_index *index, uint16_t room, dw_rect inner)
{
    for (uint32_t i = 0; i < index->all_count; i++) {
        const dw_solid *solid = &index->all[i];
        const bool furniture = solid->kind > DW_SOLID_LEAF;
        const bool foreign = furniture && map->furniture[solid->index].room != room;
        if ((!furniture && dw_rect_overlaps(solid->area, inner)) ||
            (foreign && dw_rect_touches(solid->area, inner))) {
            return false;
        }
    }
    return true;
}

static dw_room_view view_of(const dw_map *map, const dw_solid_index *index, uint16_t room)
{
    dw_room_view view = {.inner = dw_rect_grown(map->rooms[room].area, -map->wall_half),
                         .first = index->view_start[room],
                         .end = index->view_start[room + 1]};
    while (view.first < view.end && index->view[view.first].kind <= DW_SOLID_LEAF) {
        view.first++;
    }
    if (map->wall_half <= 0 || !is_its_own(map, index, room, view.inner)) {
        view.inner = (dw_rect){{1, 1}, {0, 0}};
    }
    return view;
}

dw_status dw_room_views_build(dw_room_views *out, dw_arena *arena, const dw_map *map,
                              const dw_solid_index *index)
{
    const size_t pairs = (size_t)map->room_count * map->room_count;
    dw_room_view *views = DW_ARENA_ARRAY(arena, dw_room_view, map->room_count);
    uint32_t *ways = DW_ARENA_ARRAY(arena, uint32_t, pairs);
    if (views == NULL || ways == NULL) {
        return DW_MEMORY;
    }
    for (uint16_t room = 0; room < map->room_count; room++) {
        views[room] = view_of(map, index, room);
    }
    *out = (dw_room_views){views, map->wall_half > 0 && find_ways(map, ways) ? ways : NULL};
    return DW_OK;
}

static bool is_way_open(const dw_map *map, const dw_door_set *open, uint16_t room, uint32_t ways)
{
    if (ways == ANY_WAY) {
        return true;
    }
    const uint16_t *doors = map->rooms[room].doors;
    for (; ways != 0; ways &= ways - 1) {
        if (dw_door_set_has(open, doors[__builtin_ctz(ways)])) {
            return true;
        }
    }
    return false;
}

bool dw_rooms_may_see(const dw_room_views *views, const dw_map *map, const dw_door_set *open,
                      uint16_t a, uint16_t b)
{
    if (views->ways == NULL || a == b) {
        return true;
    }
    const uint32_t rooms = map->room_count;
    return is_way_open(map, open, a, views->ways[a * rooms + b]) &&
           is_way_open(map, open, b, views->ways[b * rooms + a]);
}
