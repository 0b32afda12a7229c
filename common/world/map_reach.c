/* map_reach.c - can everything be reached from the spawns? Asked of each map, whether it comes off
 * the disk or off the wire, by programs that need no paths.
 *
 * common/nav knows the same free space, as cells of a grid over all coordinates. This check does
 * not use it: the slabs here take a seventeenth of the time of a mesh (museum: 1.3 ms against 22
 * ms), no memory for empty places, and a client that draws builds no mesh at all. */
#include "common/base/check.h"
#include "common/world/map_draft.h"
#include "common/world/sight.h"

#include <stdlib.h>

/* The free space of a body's centre, exactly: the map less the open rectangles of its solids grown
 * by half a body. It is cut at every x where such a rectangle begins or ends. Even slabs are the
 * cuts themselves, odd ones the open strips between them; in a slab the free places are closed
 * intervals of y. A gap exactly as wide as a body shows as an interval of one point, or in a slab
 * that is a cut alone. Intervals of neighbouring slabs that share a y are connected. */
typedef struct interval {
    int32_t low, high;
    uint32_t parent; /* Union-find: an interval of the same connected part. */
} interval;

typedef struct free_space {
    const dw_map *map;
    dw_rect *grown; /* By ascending min.y. */
    uint32_t grown_count;
    int32_t *cuts; /* Ascending. */
    uint32_t cut_count;
    uint32_t slab_count;  /* 2 * cut_count - 1 */
    uint32_t *slab_start; /* slab_count + 1; into `intervals`. */
    interval *intervals;
} free_space;

static int compare_ints(const void *a, const void *b)
{
    const int32_t left = *(const int32_t *)a;
    const int32_t right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

static int compare_tops(const void *a, const void *b)
{
    const dw_rect *left = a;
    const dw_rect *right = b;
    return (left->min.y > right->min.y) - (left->min.y < right->min.y);
}

static uint32_t root_of(free_space *space, uint32_t i)
{
    interval *intervals = space->intervals;
    while (intervals[i].parent != i) {
        intervals[i].parent = intervals[intervals[i].parent].parent;
        i = intervals[i].parent;
    }
    return i;
}

/* Rectangles and cuts; `space` has arrays that are large enough. */
static void collect(free_space *space)
{
    const dw_map *map = space->map;
    for (uint32_t i = 0; i < map->wall_count; i++) {
        space->grown[space->grown_count++] = dw_rect_grown(map->walls[i], DW_BODY_HALF);
    }
    for (uint32_t i = 0; i < map->furniture_count; i++) {
        space->grown[space->grown_count++] = dw_rect_grown(map->furniture[i].area, DW_BODY_HALF);
    }
    qsort(space->grown, space->grown_count, sizeof(*space->grown), compare_tops);
    uint32_t count = 0;
    for (uint32_t i = 0; i < space->grown_count; i++) {
        space->cuts[count++] = space->grown[i].min.x;
        space->cuts[count++] = space->grown[i].max.x;
    }
    for (uint32_t i = 0; i < map->room_count; i++) {
        space->cuts[count++] = map->rooms[i].area.min.x;
        space->cuts[count++] = map->rooms[i].area.max.x;
    }
    for (uint32_t i = 0; i < map->area_count; i++) {
        space->cuts[count++] = map->areas[i].area.min.x;
        space->cuts[count++] = map->areas[i].area.max.x;
    }
    space->cuts[count++] = map->exit.min.x;
    space->cuts[count++] = map->exit.max.x;
    qsort(space->cuts, count, sizeof(*space->cuts), compare_ints);
    for (uint32_t i = 0; i < count; i++) {
        if (space->cut_count == 0 || space->cuts[space->cut_count - 1] != space->cuts[i]) {
            space->cuts[space->cut_count++] = space->cuts[i];
        }
    }
    space->slab_count = 2 * space->cut_count - 1;
}

/* The extent of a slab; equal for a cut. */
static void slab_extent(const free_space *space, uint32_t slab, int32_t *left, int32_t *right)
{
    *left = space->cuts[slab / 2];
    *right = space->cuts[(slab + 1) / 2];
}

static bool covers_slab(dw_rect solid, int32_t left, int32_t right)
{
    return left == right ? solid.min.x < left && solid.max.x > left
                         : solid.min.x <= left && solid.max.x >= right;
}

/* The free intervals of a slab; counts them only when `out` is NULL. */
static uint32_t free_intervals(const free_space *space, uint32_t slab, interval *out)
{
    const dw_rect bounds = space->map->bounds;
    int32_t left, right;
    slab_extent(space, slab, &left, &right);
    uint32_t count = 0;
    int32_t free_from = bounds.min.y;
    for (uint32_t i = 0; i < space->grown_count; i++) {
        const dw_rect solid = space->grown[i];
        if (!covers_slab(solid, left, right) || solid.max.y <= free_from) {
            continue;
        }
        if (solid.min.y >= free_from) {
            if (out != NULL) {
                out[count] = (interval){free_from, solid.min.y, 0};
            }
            count++;
        }
        free_from = solid.max.y;
    }
    if (free_from <= bounds.max.y) {
        if (out != NULL) {
            out[count] = (interval){free_from, bounds.max.y, 0};
        }
        count++;
    }
    return count;
}

static void connect(free_space *space)
{
    for (uint32_t i = 0; i < space->slab_start[space->slab_count]; i++) {
        space->intervals[i].parent = i;
    }
    for (uint32_t slab = 0; slab + 1 < space->slab_count; slab++) {
        uint32_t a = space->slab_start[slab];
        uint32_t b = space->slab_start[slab + 1];
        const uint32_t a_end = b;
        const uint32_t b_end = space->slab_start[slab + 2];
        while (a < a_end && b < b_end) {
            const interval *here = &space->intervals[a];
            const interval *next = &space->intervals[b];
            if (here->low <= next->high && next->low <= here->high) {
                space->intervals[root_of(space, b)].parent = root_of(space, a);
            }
            if (here->high < next->high) {
                a++;
            } else {
                b++;
            }
        }
    }
}

static dw_status make_free_space(free_space *space, dw_arena *lists, dw_arena *parts,
                                 const dw_map *map)
{
    const uint32_t solids = (uint32_t)map->wall_count + map->furniture_count;
    const uint32_t cuts = 2 * solids + 2u * map->room_count + 2u * map->area_count + 2;
    *space = (free_space){.map = map};
    dw_status status = dw_arena_create(
        lists, solids * sizeof(dw_rect) + cuts * (sizeof(int32_t) + 2 * sizeof(uint32_t)) + 128);
    if (status != DW_OK) {
        return status;
    }
    space->grown = DW_ARENA_ARRAY(lists, dw_rect, solids);
    space->cuts = DW_ARENA_ARRAY(lists, int32_t, cuts);
    space->slab_start = DW_ARENA_ARRAY(lists, uint32_t, 2 * cuts);
    DW_CHECK(space->slab_start != NULL);
    collect(space);
    for (uint32_t slab = 0; slab < space->slab_count; slab++) {
        space->slab_start[slab + 1] = space->slab_start[slab] + free_intervals(space, slab, NULL);
    }
    status =
        dw_arena_create(parts, (space->slab_start[space->slab_count] + 1) * sizeof(interval) + 64);
    if (status != DW_OK) {
        return status;
    }
    space->intervals = DW_ARENA_ARRAY(parts, interval, space->slab_start[space->slab_count] + 1);
    for (uint32_t slab = 0; slab < space->slab_count; slab++) {
        (void)free_intervals(space, slab, &space->intervals[space->slab_start[slab]]);
    }
    connect(space);
    return DW_OK;
}

/* The connected part that a body at `p` is in; UINT32_MAX when it does not fit there. */
static uint32_t part_at(free_space *space, dw_vec p)
{
    uint32_t low = 0;
    uint32_t high = space->cut_count;
    while (low < high) { /* The first cut that is not left of p. */
        const uint32_t middle = (low + high) / 2;
        if (space->cuts[middle] < p.x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == space->cut_count || (low == 0 && space->cuts[0] != p.x)) {
        return UINT32_MAX;
    }
    const uint32_t slab = space->cuts[low] == p.x ? 2 * low : 2 * low - 1;
    for (uint32_t i = space->slab_start[slab]; i < space->slab_start[slab + 1]; i++) {
        if (p.y >= space->intervals[i].low && p.y <= space->intervals[i].high) {
            return root_of(space, i);
        }
    }
    return UINT32_MAX;
}

/* Some centre inside of `area` (half-open, its sides among the cuts) belongs to `part`. */
static bool part_enters(free_space *space, uint32_t part, dw_rect area)
{
    for (uint32_t slab = 0; slab < space->slab_count; slab++) {
        int32_t left, right;
        slab_extent(space, slab, &left, &right);
        if (left < area.min.x || left >= area.max.x || right > area.max.x) {
            continue;
        }
        for (uint32_t i = space->slab_start[slab]; i < space->slab_start[slab + 1]; i++) {
            if (space->intervals[i].low < area.max.y && space->intervals[i].high >= area.min.y &&
                root_of(space, i) == part) {
                return true;
            }
        }
    }
    return false;
}

/* Places from which a hand might reach a thing, every 50 mm counted from its middle. */
enum { TRY_STEP = 50 * DW_UNITS_PER_MM, HAND_REACH = 800 * DW_UNITS_PER_MM };

/* `ignored`: what the thing lies on, or DW_NONE. */
static bool in_reach(free_space *space, uint32_t part, dw_rect area, uint16_t room,
                     uint16_t ignored)
{
    const dw_map *map = space->map;
    const dw_rect around = dw_rect_grown(area, HAND_REACH);
    const dw_vec middle = dw_rect_centre(area);
    const dw_vec first = {middle.x - (middle.x - around.min.x) / TRY_STEP * TRY_STEP,
                          middle.y - (middle.y - around.min.y) / TRY_STEP * TRY_STEP};
    const dw_door_set closed = {{0}};
    for (int32_t y = first.y; y <= around.max.y; y += TRY_STEP) {
        for (int32_t x = first.x; x <= around.max.x; x += TRY_STEP) {
            const dw_vec p = {x, y};
            if (dw_rect_holds(map->rooms[room].area, p) && part_at(space, p) == part &&
                dw_within_reach(map, &closed, p, area, HAND_REACH, ignored)) {
                return true;
            }
        }
    }
    return false;
}

static dw_status check_starts(free_space *space, uint32_t part, dw_error *error)
{
    const dw_map *map = space->map;
    for (uint32_t i = 1; i < map->spawn_count; i++) {
        if (part_at(space, map->spawns[i]) != part) {
            return dw_fail(error, DW_INVALID, "%s: it cannot be reached from spawn 1",
                           dw_placed_text("spawn", i, map->spawns[i]).text);
        }
    }
    for (uint32_t i = 0; i < map->guard_count; i++) {
        if (part_at(space, map->guards[i].spawn) != part) {
            return dw_fail(error, DW_INVALID, "guard \"%s\": it cannot be reached from the spawns",
                           map->guards[i].name);
        }
    }
    return DW_OK;
}

static dw_status check_reach(free_space *space, dw_error *error)
{
    const dw_map *map = space->map;
    const uint32_t part = part_at(space, map->spawns[0]);
    DW_CHECK(part != UINT32_MAX);
    for (uint32_t i = 0; i < map->room_count; i++) {
        if (!part_enters(space, part, map->rooms[i].area)) {
            return dw_fail(error, DW_INVALID, "room \"%s\": it cannot be reached from the spawns",
                           map->rooms[i].name);
        }
    }
    if (!part_enters(space, part, map->exit)) {
        return dw_fail(error, DW_INVALID, "exit: it cannot be reached from the spawns");
    }
    for (uint32_t i = 0; i < map->item_count; i++) {
        const dw_item_spot *item = &map->items[i];
        if (!dw_item_is_blank(item) &&
            !in_reach(space, part, item->area, item->room, item->furniture)) {
            return dw_fail(error, DW_INVALID,
                           "%s: no place from which it can be taken can be reached from the spawns",
                           dw_item_text(item).text);
        }
    }
    for (uint32_t i = 0; i < map->area_count; i++) {
        if (!part_enters(space, part, map->areas[i].area)) {
            return dw_fail(error, DW_INVALID, "area \"%s\": it cannot be reached from the spawns",
                           map->areas[i].name);
        }
    }
    for (uint32_t i = 0; i < map->device_count; i++) {
        const dw_map_device *device = &map->devices[i];
        if (!in_reach(space, part, device->area, device->room, device->furniture)) {
            return dw_fail(
                error, DW_INVALID,
                "device \"%s\": no place from which it can be used can be reached from the spawns",
                device->name);
        }
    }
    for (uint32_t i = 0; i < map->switch_count; i++) {
        const dw_wall_switch *it = &map->switches[i];
        if (!in_reach(space, part, it->area, it->room, DW_NONE)) {
            return dw_fail(
                error, DW_INVALID,
                "switch \"%s\": no place from which it can be worked can be reached from "
                "the spawns",
                it->name);
        }
    }
    return check_starts(space, part, error);
}

dw_status dw_map_check_reach(const dw_map *map, dw_error *error)
{
    free_space space;
    dw_arena lists = {0};
    dw_arena parts = {0};
    dw_status status = make_free_space(&space, &lists, &parts, map);
    if (status == DW_OK) {
        status = check_reach(&space, error);
    } else {
        (void)dw_fail(error, status, "no memory to check what can be reached");
    }
    dw_arena_destroy(&parts);
    dw_arena_destroy(&lists);
    return status;
}
