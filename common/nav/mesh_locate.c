/* mesh_locate.c - point location by a grid of buckets, and exact walks from cell to cell. */
#include "common/nav/mesh_locate.h"

#include "common/base/check.h"
#include "common/nav/mesh_build.h"

#include <math.h>
#include <stdlib.h>

static uint32_t bucket_column(const dw_nav *nav, int32_t x)
{
    const int64_t column = ((int64_t)x - nav->bounds.min.x) / nav->bucket_size;
    return column < 0
               ? 0
               : (column >= nav->bucket_columns ? nav->bucket_columns - 1 : (uint32_t)column);
}

static uint32_t bucket_row(const dw_nav *nav, int32_t y)
{
    const int64_t row = ((int64_t)y - nav->bounds.min.y) / nav->bucket_size;
    return row < 0 ? 0 : (row >= nav->bucket_rows ? nav->bucket_rows - 1 : (uint32_t)row);
}

dw_mesh_window dw_mesh_window_of(const dw_nav *nav, dw_rect area)
{
    return (dw_mesh_window){bucket_column(nav, area.min.x), bucket_row(nav, area.min.y),
                            bucket_column(nav, area.max.x), bucket_row(nav, area.max.y)};
}

/* About two buckets a cell, square, so that a bucket holds few cells. */
static void size_buckets(dw_nav *nav)
{
    const int64_t width = (int64_t)nav->bounds.max.x - nav->bounds.min.x + 1;
    const int64_t height = (int64_t)nav->bounds.max.y - nav->bounds.min.y + 1;
    const double side = sqrt((double)width * (double)height / (2.0 * nav->cell_count + 1.0));
    int64_t size = (int64_t)side + 1;
    while ((width / size + 1) * (height / size + 1) > (int64_t)nav->cell_count * 8 + 64) {
        size *= 2;
    }
    nav->bucket_size = (int32_t)size;
    nav->bucket_columns = (uint32_t)((width - 1) / size + 1);
    nav->bucket_rows = (uint32_t)((height - 1) / size + 1);
}

dw_status dw_mesh_store_buckets(dw_arena *arena, dw_nav *nav)
{
    size_buckets(nav);
    const size_t buckets = (size_t)nav->bucket_columns * nav->bucket_rows;
    uint32_t *starts = DW_ARENA_ARRAY(arena, uint32_t, buckets + 2);
    if (starts == NULL) {
        return DW_MEMORY;
    }
    uint32_t *cells = NULL;
    for (uint32_t pass = 0; pass < 2; pass++) { /* Count, then fill; starts + 1 is the cursor. */
        for (uint32_t k = 0; k < nav->cell_count; k++) {
            const dw_mesh_window w = dw_mesh_window_of(nav, nav->cells[k].area);
            for (uint32_t row = w.top; row <= w.bottom; row++) {
                for (uint32_t column = w.left; column <= w.right; column++) {
                    uint32_t *slot = &starts[(size_t)row * nav->bucket_columns + column + 1];
                    if (pass == 1) {
                        cells[*slot] = k;
                    }
                    (*slot)++;
                }
            }
        }
        if (pass == 0) {
            uint32_t total = 0;
            for (size_t bucket = 1; bucket <= buckets; bucket++) {
                const uint32_t count = starts[bucket];
                starts[bucket] = total;
                total += count;
            }
            cells = DW_ARENA_ARRAY(arena, uint32_t, (size_t)total + 1);
            if (cells == NULL) {
                return DW_MEMORY;
            }
        }
    }
    nav->bucket_starts = starts;
    nav->bucket_cells = cells;
    return DW_OK;
}

uint32_t dw_mesh_cells_at(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec p,
                          uint32_t *cells)
{
    uint32_t found = 0;
    if (!dw_rect_holds_closed(nav->bounds, p)) {
        return 0;
    }
    uint32_t count = 0;
    const uint32_t *bucket =
        dw_mesh_bucket(nav, bucket_column(nav, p.x), bucket_row(nav, p.y), &count);
    for (uint32_t k = 0; k < count && found < DW_MESH_CELLS_AT_MAX; k++) {
        const dw_mesh_cell *cell = &nav->cells[bucket[k]];
        if (dw_rect_holds_closed(cell->area, p) && dw_mesh_open(nav, filter, cell)) {
            cells[found++] = bucket[k];
        }
    }
    return found;
}

uint32_t dw_mesh_cell_at(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec p)
{
    uint32_t cells[DW_MESH_CELLS_AT_MAX];
    return dw_mesh_cells_at(nav, filter, p, cells) == 0 ? DW_MESH_NONE : cells[0];
}

/* A position on the segment as the fraction part / whole along one axis: exact. */
typedef struct fraction {
    int64_t part, whole;
} fraction;

static bool is_more(fraction a, fraction b)
{
    return a.part * b.whole > b.part * a.whole;
}

/* Where the line that starts at `a` in the closed cell leaves it. */
static fraction exit_of(dw_rect area, dw_vec a, dw_vec d)
{
    fraction x = {1, 0};
    fraction y = {1, 0};
    if (d.x != 0) {
        x = d.x > 0 ? (fraction){(int64_t)area.max.x - a.x, d.x}
                    : (fraction){(int64_t)a.x - area.min.x, -(int64_t)d.x};
    }
    if (d.y != 0) {
        y = d.y > 0 ? (fraction){(int64_t)area.max.y - a.y, d.y}
                    : (fraction){(int64_t)a.y - area.min.y, -(int64_t)d.y};
    }
    if (x.whole == 0) {
        return y;
    }
    return y.whole == 0 || is_more(y, x) ? x : y;
}

static bool axis_holds(int32_t one, int32_t other, int32_t a, int32_t d, fraction at)
{
    const int64_t low = (int64_t)(one < other ? one : other) - a;
    const int64_t high = (int64_t)(one < other ? other : one) - a;
    const int64_t along = (int64_t)d * at.part;
    return low * at.whole <= along && along <= high * at.whole;
}

/* Among the open cells that meet at position `at` and can be reached there from `cell`, the one in
 * which the segment goes on furthest; DW_MESH_NONE when it goes on in none. */
static uint32_t next_cell(const dw_nav *nav, const dw_mesh_filter *filter, uint32_t cell, dw_vec a,
                          dw_vec d, fraction at)
{
    uint32_t seen[DW_MESH_CELLS_AT_MAX] = {cell};
    uint32_t count = 1;
    uint32_t best = DW_MESH_NONE;
    fraction furthest = at;
    for (uint32_t next = 0; next < count; next++) {
        const dw_mesh_cell *from = &nav->cells[seen[next]];
        const dw_mesh_edge *edge = nav->edges + from->first;
        for (const dw_mesh_edge *end = edge + from->count; edge < end; edge++) {
            if (!axis_holds(edge->a.x, edge->b.x, a.x, d.x, at) ||
                !axis_holds(edge->a.y, edge->b.y, a.y, d.y, at) ||
                !dw_mesh_open(nav, filter, &nav->cells[edge->to])) {
                continue;
            }
            uint32_t known = 0;
            while (known < count && seen[known] != edge->to) {
                known++;
            }
            if (known < count || count == DW_MESH_CELLS_AT_MAX) {
                continue;
            }
            seen[count++] = edge->to;
            const fraction exit = exit_of(nav->cells[edge->to].area, a, d);
            if (is_more(exit, furthest)) {
                furthest = exit;
                best = edge->to;
            }
        }
    }
    return best;
}

static bool in_doorway(const dw_nav *nav, uint16_t door, dw_vec a, dw_vec b)
{
    const dw_rect d = nav->doorways[door];
    return dw_vec_equal(a, b) ? dw_rect_holds_inside(d, a) : dw_segment_enters(a, b, d);
}

bool dw_mesh_straight(const dw_nav *nav, const dw_mesh_filter *filter, dw_vec a, dw_vec b,
                      uint16_t *first_door)
{
    *first_door = DW_NONE;
    uint32_t cells[DW_MESH_CELLS_AT_MAX];
    const uint32_t count = dw_mesh_cells_at(nav, filter, a, cells);
    if (count == 0) {
        return false;
    }
    const dw_vec d = dw_vec_sub(b, a);
    uint32_t cell = cells[0];
    for (uint32_t k = 1; k < count && !dw_vec_equal(a, b); k++) {
        if (is_more(exit_of(nav->cells[cells[k]].area, a, d),
                    exit_of(nav->cells[cell].area, a, d))) {
            cell = cells[k];
        }
    }
    while (cell != DW_MESH_NONE) {
        const dw_mesh_cell *here = &nav->cells[cell];
        if (*first_door == DW_NONE && here->door != DW_NONE && in_doorway(nav, here->door, a, b)) {
            *first_door = here->door;
        }
        if (dw_rect_holds_closed(here->area, b)) {
            return true;
        }
        cell = next_cell(nav, filter, cell, a, d, exit_of(here->area, a, d));
    }
    return false;
}

/* A search for the nearest point, and the best one yet. */
typedef struct nearest {
    const dw_nav *nav;
    const dw_mesh_places *places;
    uint16_t rooms[DW_MESH_ROOMS_AT_MAX]; /* It has to be in one of these or a passage of theirs; */
    uint32_t room_count;                  /* 0: anywhere. */
    dw_vec p, best;
    int64_t squared; /* -1: none yet. */
    uint32_t cell;
} nearest;

static bool in_hole(const nearest *found, dw_vec p)
{
    const dw_mesh_places *places = found->places;
    for (uint32_t k = 0; k < places->hole_count; k++) {
        if (dw_rect_holds_inside(places->holes[k], p)) {
            return true;
        }
    }
    return false;
}

static void offer(nearest *found, uint32_t cell, dw_vec q)
{
    const int64_t squared = dw_distance_squared(found->p, q);
    bool better = found->squared < 0 || squared < found->squared;
    if (!better && squared == found->squared) {
        better = cell != found->cell
                     ? cell < found->cell
                     : (q.y != found->best.y ? q.y < found->best.y : q.x < found->best.x);
    }
    if (better) {
        found->best = q;
        found->squared = squared;
        found->cell = cell;
    }
}

static bool is_further(const nearest *found, dw_vec q)
{
    return found->squared >= 0 && dw_distance_squared(found->p, q) > found->squared;
}

static uint32_t hole_lines(const dw_mesh_places *places, bool across, int32_t low, int32_t high,
                           int32_t start, int32_t *lines)
{
    uint32_t count = 0;
    lines[count++] = start;
    for (uint32_t k = 0; k < places->hole_count; k++) {
        const dw_rect hole = places->holes[k];
        const int32_t edges[2] = {across ? hole.min.x : hole.min.y,
                                  across ? hole.max.x : hole.max.y};
        for (uint32_t side = 0; side < 2; side++) {
            if (edges[side] >= low && edges[side] <= high) {
                lines[count++] = edges[side];
            }
        }
    }
    return count;
}

/* What holes leave of an area is a union of rectangles whose sides are sides of the area or of
 * holes: the nearest point has each coordinate from such a side or from `p`. */
static void offer_area(nearest *found, uint32_t cell, dw_rect area)
{
    const dw_vec q = dw_rect_nearest(area, found->p);
    if (is_further(found, q)) {
        return;
    }
    if (!in_hole(found, q)) {
        offer(found, cell, q);
        return;
    }
    int32_t xs[1 + 2 * DW_NAV_EXTRA_MAX];
    int32_t ys[1 + 2 * DW_NAV_EXTRA_MAX];
    const uint32_t nx = hole_lines(found->places, true, area.min.x, area.max.x, q.x, xs);
    const uint32_t ny = hole_lines(found->places, false, area.min.y, area.max.y, q.y, ys);
    for (uint32_t j = 0; j < ny; j++) {
        for (uint32_t i = 0; i < nx; i++) {
            const dw_vec candidate = {xs[i], ys[j]};
            if (!is_further(found, candidate) && !in_hole(found, candidate)) {
                offer(found, cell, candidate);
            }
        }
    }
}

static void offer_part(nearest *found, uint32_t cell, dw_rect of)
{
    const dw_rect part = dw_rect_common(found->nav->cells[cell].area, of);
    if (part.min.x <= part.max.x && part.min.y <= part.max.y) {
        offer_area(found, cell, part);
    }
}

/* Where a centre is straight before an opening or in it: no jamb stands between. */
static dw_rect passage_of(const dw_nav *nav, uint16_t door)
{
    const dw_rect grown = nav->doorways[door];
    const uint16_t *rooms = nav->door_rooms[door];
    if (rooms[0] == DW_NONE || rooms[1] == DW_NONE) {
        return grown;
    }
    const dw_rect a = nav->rooms[rooms[0]];
    const dw_rect b = nav->rooms[rooms[1]];
    const bool along_x = a.max.x <= b.min.x || b.max.x <= a.min.x;
    const dw_vec less = {along_x ? 0 : nav->half, along_x ? nav->half : 0};
    return (dw_rect){dw_vec_add(grown.min, less), dw_vec_sub(grown.max, less)};
}

static void offer_cell(nearest *found, uint32_t index)
{
    const dw_nav *nav = found->nav;
    const dw_mesh_cell *cell = &nav->cells[index];
    if (found->room_count == 0) {
        offer_area(found, index, cell->area);
    }
    for (uint32_t k = 0; k < found->room_count; k++) {
        const uint16_t room = found->rooms[k];
        offer_part(found, index, nav->rooms[room]);
        if (cell->door != DW_NONE &&
            (nav->door_rooms[cell->door][0] == room || nav->door_rooms[cell->door][1] == room)) {
            offer_part(found, index, passage_of(nav, cell->door));
        }
    }
}

static void offer_bucket(nearest *found, int64_t column, int64_t row)
{
    const dw_nav *nav = found->nav;
    const dw_mesh_places *places = found->places;
    if (column < 0 || row < 0 || column >= nav->bucket_columns || row >= nav->bucket_rows) {
        return;
    }
    uint32_t count = 0;
    const uint32_t *bucket = dw_mesh_bucket(nav, (uint32_t)column, (uint32_t)row, &count);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t cell = bucket[k];
        if ((places->component == DW_MESH_NONE || nav->component[cell] == places->component) &&
            dw_mesh_open(nav, &places->filter, &nav->cells[cell])) {
            offer_cell(found, cell);
        }
    }
}

/* Buckets in rings round that of `p`, until no further one can hold anything nearer. */
static bool search_rings(nearest *found)
{
    const dw_nav *nav = found->nav;
    const int64_t column = bucket_column(nav, found->p.x);
    const int64_t row = bucket_row(nav, found->p.y);
    const int64_t rings =
        nav->bucket_columns > nav->bucket_rows ? nav->bucket_columns : nav->bucket_rows;
    found->squared = -1;
    for (int64_t ring = 0; ring <= rings; ring++) {
        /* A bucket of this ring is at least this far from `p`, and from its nearest point in the
         * bounds. */
        const int64_t at_least = ring == 0 ? 0 : (ring - 1) * nav->bucket_size;
        if (found->squared >= 0 && at_least * at_least > found->squared) {
            break;
        }
        for (int64_t step = -ring; step <= ring; step++) {
            offer_bucket(found, column + step, row - ring);
            if (ring == 0) {
                break;
            }
            offer_bucket(found, column + step, row + ring);
            if (step > -ring && step < ring) {
                offer_bucket(found, column - ring, row + step);
                offer_bucket(found, column + ring, row + step);
            }
        }
    }
    return found->squared >= 0;
}

uint32_t dw_mesh_room_at(const dw_nav *nav, dw_vec p)
{
    uint32_t room = 0;
    while (room < nav->room_count && !dw_rect_holds(nav->rooms[room], p)) {
        room++;
    }
    return room;
}

uint32_t dw_mesh_rooms_at(const dw_nav *nav, dw_vec p, uint16_t *rooms)
{
    uint32_t cells[DW_MESH_CELLS_AT_MAX];
    uint32_t found = 0;
    const uint32_t count = dw_mesh_cells_at(nav, &DW_MESH_ALL, p, cells);
    for (uint32_t k = 0; k < count && found == 0; k++) {
        const uint16_t door = nav->cells[cells[k]].door;
        for (uint32_t side = 0; door != DW_NONE && side < DW_MESH_ROOMS_AT_MAX; side++) {
            if (nav->door_rooms[door][side] != DW_NONE) {
                rooms[found++] = nav->door_rooms[door][side];
            }
        }
    }
    const uint32_t room = found == 0 ? dw_mesh_room_at(nav, p) : nav->room_count;
    if (room < nav->room_count) {
        rooms[found++] = (uint16_t)room;
    }
    return found;
}

bool dw_mesh_nearest(const dw_nav *nav, const dw_mesh_places *places, dw_vec p, dw_vec *out)
{
    DW_CHECK(places->hole_count <= DW_NAV_EXTRA_MAX);
    nearest found = {.nav = nav, .places = places, .p = p};
    if (places->component == DW_MESH_NONE) {
        found.room_count = dw_mesh_rooms_at(nav, p, found.rooms);
    }
    bool any = search_rings(&found);
    if (!any && found.room_count > 0) { /* A room without a free place: the nearest of others. */
        found.room_count = 0;
        any = search_rings(&found);
    }
    if (any) {
        *out = found.best;
    }
    return any;
}
