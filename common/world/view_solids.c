/* view_solids.c - a walk from room to room through open doorways, each narrowing the view. */
#include "common/world/view_solids.h"

#include "common/base/check.h"

enum { PENDING_MAX = 64 };

/* Directions from the eye between `low` and `high`, less than half a turn apart; `all` means every
 * direction. */
typedef struct wedge {
    dw_vec low, high;
    bool all;
} wedge;

/* A room yet to be looked into, through `door` (DW_NONE for the eye's own). */
typedef struct pending {
    wedge view;
    uint16_t room, door;
} pending;

typedef struct walk {
    const dw_map *map;
    const dw_door_set *open;
    dw_vec eye;
    dw_rect square;
    uint32_t last_kind;
    dw_view_solid *out;
    uint32_t count;
    pending stack[PENDING_MAX];
    uint32_t depth;
    bool overflow;
} walk;

/* False only for a rectangle all of which lies beyond one side of the wedge. */
static bool reaches_into(const wedge *w, dw_rect r)
{
    /* The corner furthest clockwise of `low`, and the one furthest the other way of `high`. */
    const dw_vec from_low = {w->low.y < 0 ? r.max.x : r.min.x, w->low.x < 0 ? r.min.y : r.max.y};
    const dw_vec from_high = {w->high.y < 0 ? r.min.x : r.max.x, w->high.x < 0 ? r.max.y : r.min.y};
    const int low = dw_cross(w->low, from_low) > 0;
    const int high = dw_cross(from_high, w->high) > 0;
    return (low & high) != 0;
}

static dw_rect relative_to(dw_vec eye, dw_rect r)
{
    return (dw_rect){dw_vec_sub(r.min, eye), dw_vec_sub(r.max, eye)};
}

static dw_reach reach_of(dw_rect r)
{
    return (dw_reach){{r.max.x, r.max.y, -r.min.x, -r.min.y}};
}

static void take_room(walk *k, const pending *at)
{
    const dw_solid_index *index = k->map->index;
    const dw_reach room = reach_of(relative_to(k->eye, k->map->rooms[at->room].area));
    for (uint32_t i = index->view_start[at->room]; i < index->view_start[at->room + 1]; i++) {
        const dw_solid *solid = &index->view[i];
        if (solid->kind > k->last_kind) {
            return;
        }
        if (!dw_rect_overlaps(solid->area, k->square) ||
            (solid->kind == DW_SOLID_LEAF && dw_door_set_has(k->open, solid->index))) {
            continue;
        }
        const dw_rect r = relative_to(k->eye, solid->area);
        if (!at->view.all && !reaches_into(&at->view, r)) {
            continue;
        }
        if (k->count == DW_VIEW_SOLIDS_MAX) {
            k->overflow = true;
            return;
        }
        k->out[k->count++] = (dw_view_solid){reach_of(r), room};
    }
}

/* What is left of `view` through the line on which the doorway's rooms meet; false: nothing. */
static bool narrow(const walk *k, const dw_door *door, wedge *view)
{
    if (dw_rect_holds_closed(door->doorway, k->eye)) {
        return true;
    }
    const dw_rect first = door->half[0].area;
    const dw_rect second = door->half[1].area;
    dw_vec a, b;
    if (door->passes_along_x) {
        const int32_t x = first.max.x == second.min.x ? first.max.x : first.min.x;
        a = (dw_vec){x - k->eye.x, first.min.y - k->eye.y};
        b = (dw_vec){x - k->eye.x, first.max.y - k->eye.y};
    } else {
        const int32_t y = first.max.y == second.min.y ? first.max.y : first.min.y;
        a = (dw_vec){first.min.x - k->eye.x, y - k->eye.y};
        b = (dw_vec){first.max.x - k->eye.x, y - k->eye.y};
    }
    const int64_t turn = dw_cross(a, b);
    wedge window = {turn > 0 ? a : b, turn > 0 ? b : a, false};
    if (turn == 0) {
        return false; /* Seen edge-on. */
    }
    if (!view->all) {
        /* Two wedges with nothing in common, or just a line. */
        if (dw_cross(window.low, view->high) <= 0 || dw_cross(view->low, window.high) <= 0) {
            return false;
        }
        window.low = dw_cross(window.low, view->low) > 0 ? view->low : window.low;
        window.high = dw_cross(view->high, window.high) > 0 ? view->high : window.high;
    }
    *view = window;
    return true;
}

static void push_neighbours(walk *k, const pending *at)
{
    const dw_room *room = &k->map->rooms[at->room];
    for (uint32_t i = 0; i < room->door_count; i++) {
        const uint16_t index = room->doors[i];
        const dw_door *door = &k->map->doors[index];
        wedge view = at->view;
        if (index == at->door || !dw_door_set_has(k->open, index) ||
            !dw_rect_touches(door->doorway, k->square) || !narrow(k, door, &view)) {
            continue;
        }
        if (k->depth == PENDING_MAX) {
            k->overflow = true;
            return;
        }
        k->stack[k->depth++] = (pending){view, dw_door_other_room(door, at->room), index};
    }
}

/* The walk cannot say: every solid there is. */
static uint32_t take_all(walk *k)
{
    const dw_solid_index *index = k->map->index;
    k->count = 0;
    for (uint32_t i = 0; i < index->all_count && index->all[i].kind <= k->last_kind; i++) {
        const dw_solid *solid = &index->all[i];
        if (!dw_rect_overlaps(solid->area, k->square) ||
            (solid->kind == DW_SOLID_LEAF && dw_door_set_has(k->open, solid->index))) {
            continue;
        }
        if (k->count == DW_VIEW_SOLIDS_MAX) {
            return DW_VIEW_SOLIDS_MAX + 1;
        }
        const dw_reach reach = reach_of(relative_to(k->eye, solid->area));
        k->out[k->count++] = (dw_view_solid){reach, reach};
    }
    return k->count;
}

uint32_t dw_view_solids(const dw_map *map, const dw_door_set *open, dw_vec eye, int32_t range,
                        uint32_t last_kind, dw_view_solid out[DW_VIEW_SOLIDS_MAX])
{
    walk k; /* Its stack is not cleared. */
    k.map = map;
    k.open = open;
    k.eye = eye;
    k.square = dw_rect_around(eye, range);
    k.last_kind = last_kind;
    k.out = out;
    k.count = 0;
    k.depth = 0;
    k.overflow = false;
    const uint16_t room = dw_map_room_at(map, eye);
    if (room == DW_NONE) {
        return take_all(&k);
    }
    k.stack[k.depth++] = (pending){{{0, 0}, {0, 0}, true}, room, DW_NONE};
    while (k.depth > 0 && !k.overflow) {
        const pending at = k.stack[--k.depth];
        take_room(&k, &at);
        push_neighbours(&k, &at);
    }
    /* Rooms that show through many chains of doors at once come many times; all is less then. */
    return k.overflow ? take_all(&k) : k.count;
}
