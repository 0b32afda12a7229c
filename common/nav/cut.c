/* cut.c - the arrangement of open rectangles, cut into closed free ones (cut.h). */
#include "common/nav/cut.h"

#include "common/base/check.h"

#include <stdlib.h>
#include <string.h>

static int compare_int(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left;
    const int32_t b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

uint32_t dw_cut_sort(int32_t *values, uint32_t count)
{
    if (count == 0) {
        return 0;
    }
    qsort(values, count, sizeof(*values), compare_int);
    uint32_t kept = 1;
    for (uint32_t k = 1; k < count; k++) {
        if (values[k] != values[kept - 1]) {
            values[kept++] = values[k];
        }
    }
    return kept;
}

uint32_t dw_cut_index(const int32_t *values, uint32_t count, int32_t value)
{
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (values[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void dw_cut_start(dw_cut_grid *grid)
{
    DW_CHECK(grid->nx >= 1 && grid->ny >= 1);
    memset(grid->bits, 0, (size_t)grid->nx * grid->ny);
    for (uint32_t j = 0; j < grid->ny; j++) {
        grid->bits[(size_t)j * grid->nx + grid->nx - 1] |= DW_CUT_FACE | DW_CUT_ACROSS;
    }
    for (uint32_t i = 0; i < grid->nx; i++) {
        grid->bits[(size_t)(grid->ny - 1) * grid->nx + i] |= DW_CUT_FACE | DW_CUT_DOWN;
    }
}

/* What of one axis lies in the open interval low..high: the spans and the nodes, half-open. */
typedef struct axis_range {
    uint32_t span_first, span_end, node_first, node_end;
} axis_range;

static axis_range range_of(const int32_t *values, uint32_t count, int32_t low, int32_t high)
{
    axis_range range;
    range.span_first = dw_cut_index(values, count, low);
    range.span_end = dw_cut_index(values, count, high);
    range.node_end = range.span_end;
    range.node_first = range.span_first;
    if (range.node_first < count && values[range.node_first] == low) {
        range.node_first++;
    }
    if (range.span_end >= count) {
        range.span_end = count - 1;
    }
    return range;
}

void dw_cut_solid(dw_cut_grid *grid, dw_rect open)
{
    if (open.min.x >= open.max.x || open.min.y >= open.max.y) {
        return;
    }
    const axis_range x = range_of(grid->xs, grid->nx, open.min.x, open.max.x);
    const axis_range y = range_of(grid->ys, grid->ny, open.min.y, open.max.y);
    for (uint32_t j = y.span_first; j < y.node_end; j++) {
        uint8_t *row = grid->bits + (size_t)j * grid->nx;
        const bool node_row = j >= y.node_first;
        const bool span_row = j < y.span_end;
        const uint8_t span_bits =
            (uint8_t)((span_row ? DW_CUT_FACE : 0) | (node_row ? DW_CUT_ACROSS : 0));
        const uint8_t node_bits =
            (uint8_t)((span_row ? DW_CUT_DOWN : 0) | (node_row ? DW_CUT_NODE : 0));
        for (uint32_t i = x.span_first; i < x.span_end; i++) {
            row[i] |= span_bits;
        }
        for (uint32_t i = x.node_first; i < x.node_end; i++) {
            row[i] |= node_bits;
        }
    }
}

size_t dw_cut_label(dw_cut_grid *grid, dw_rect area, uint16_t label)
{
    const axis_range x = range_of(grid->xs, grid->nx, area.min.x, area.max.x);
    const axis_range y = range_of(grid->ys, grid->ny, area.min.y, area.max.y);
    for (uint32_t j = y.span_first; j < y.span_end; j++) {
        for (uint32_t i = x.span_first; i < x.span_end; i++) {
            const size_t at = (size_t)j * grid->nx + i;
            if ((grid->bits[at] & DW_CUT_FACE) != 0) {
                continue;
            }
            if (grid->labels[at] != 0) {
                return at;
            }
            grid->labels[at] = label;
        }
    }
    return DW_CUT_FINE;
}

/* The four sides that meet at a node. */
enum { EAST, SOUTH, WEST, NORTH };

/* The side is a border of cells: solid on one side of it, a line drawn, or two labels. Where both
 * faces are solid there is nothing to border. */
static bool is_border(const dw_cut_grid *grid, uint32_t i, uint32_t j, uint32_t direction)
{
    uint32_t fi[2];
    uint32_t fj[2];
    uint8_t line = 0;
    switch (direction) {
    case EAST:
        fi[0] = fi[1] = i + 1;
        fj[0] = j;
        fj[1] = j + 1;
        line = dw_cut_bits(grid, i, j) & DW_CUT_LINE_ACROSS;
        break;
    case WEST:
        fi[0] = fi[1] = i;
        fj[0] = j;
        fj[1] = j + 1;
        line = i == 0 ? 0 : dw_cut_bits(grid, i - 1, j) & DW_CUT_LINE_ACROSS;
        break;
    case SOUTH:
        fj[0] = fj[1] = j + 1;
        fi[0] = i;
        fi[1] = i + 1;
        line = dw_cut_bits(grid, i, j) & DW_CUT_LINE_DOWN;
        break;
    default:
        fj[0] = fj[1] = j;
        fi[0] = i;
        fi[1] = i + 1;
        line = j == 0 ? 0 : dw_cut_bits(grid, i, j - 1) & DW_CUT_LINE_DOWN;
        break;
    }
    const bool free0 = dw_cut_face_free(grid, fi[0], fj[0]);
    const bool free1 = dw_cut_face_free(grid, fi[1], fj[1]);
    if (free0 != free1) {
        return true;
    }
    return free0 && (line != 0 || dw_cut_face_label(grid, fi[0], fj[0]) !=
                                      dw_cut_face_label(grid, fi[1], fj[1]));
}

/* A cell would have an angle of 270 degrees here: two borders meet at a right angle and the wide
 * side is free. Gives the two directions in which a chord can leave. */
static bool is_inner_corner(const dw_cut_grid *grid, uint32_t i, uint32_t j, uint32_t chords[2])
{
    bool border[4];
    uint32_t count = 0;
    for (uint32_t direction = 0; direction < 4; direction++) {
        border[direction] = is_border(grid, i, j, direction);
        count += border[direction];
    }
    if (count != 2 || border[EAST] == border[WEST]) {
        return false;
    }
    chords[0] = border[EAST] ? WEST : EAST;
    chords[1] = border[SOUTH] ? NORTH : SOUTH;
    /* The face between the two chords lies on the wide side. */
    return dw_cut_face_free(grid, i + (chords[0] == EAST), j + (chords[1] == SOUTH));
}

/* Follows a chord; `draw` sets its lines. Ends at the first border that it meets. */
static int64_t follow(dw_cut_grid *grid, uint32_t i, uint32_t j, uint32_t direction, bool draw,
                      uint32_t end[2])
{
    const uint32_t start_i = i;
    const uint32_t start_j = j;
    const bool across = direction == EAST || direction == WEST;
    do {
        if (direction == WEST) {
            i--;
        } else if (direction == NORTH) {
            j--;
        }
        if (draw) {
            grid->bits[(size_t)j * grid->nx + i] |= across ? DW_CUT_LINE_ACROSS : DW_CUT_LINE_DOWN;
        }
        if (direction == EAST) {
            i++;
        } else if (direction == SOUTH) {
            j++;
        }
    } while (!is_border(grid, i, j, direction) && !is_border(grid, i, j, across ? SOUTH : EAST) &&
             !is_border(grid, i, j, across ? NORTH : WEST));
    end[0] = i;
    end[1] = j;
    return across ? llabs((int64_t)grid->xs[i] - grid->xs[start_i])
                  : llabs((int64_t)grid->ys[j] - grid->ys[start_j]);
}

size_t dw_cut_chords(const dw_cut_grid *grid, dw_cut_chord *chords, size_t chord_max)
{
    dw_cut_grid reader = *grid; /* `follow` without `draw` writes nothing. */
    size_t count = 0;
    for (uint32_t j = 0; j < grid->ny; j++) {
        for (uint32_t i = 0; i < grid->nx; i++) {
            uint32_t ways[2];
            if (!is_inner_corner(grid, i, j, ways)) {
                continue;
            }
            for (uint32_t way = 0; way < 2; way++, count++) {
                if (count >= chord_max) {
                    continue;
                }
                uint32_t end[2];
                uint32_t end_ways[2];
                const int64_t length = follow(&reader, i, j, ways[way], false, end);
                const uint32_t back = (ways[way] + 2) % 4;
                const bool serves_two = is_inner_corner(grid, end[0], end[1], end_ways) &&
                                        (end_ways[0] == back || end_ways[1] == back);
                chords[count] = (dw_cut_chord){
                    (uint64_t)length + (serves_two ? 0 : UINT64_C(1) << 32), i, j, ways[way]};
            }
        }
    }
    return count;
}

static int compare_chord(const void *left, const void *right)
{
    const dw_cut_chord *a = left;
    const dw_cut_chord *b = right;
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    if (a->j != b->j) {
        return a->j < b->j ? -1 : 1;
    }
    if (a->i != b->i) {
        return a->i < b->i ? -1 : 1;
    }
    return (a->direction > b->direction) - (a->direction < b->direction);
}

void dw_cut_lines(dw_cut_grid *grid, dw_cut_chord *chords, size_t chord_count)
{
    qsort(chords, chord_count, sizeof(*chords), compare_chord);
    for (size_t k = 0; k < chord_count; k++) {
        uint32_t ways[2];
        uint32_t end[2];
        if (is_inner_corner(grid, chords[k].i, chords[k].j, ways)) {
            (void)follow(grid, chords[k].i, chords[k].j, chords[k].direction, true, end);
        }
    }
}

/* Where the row of free faces from (i, j) ends. */
static uint32_t row_end(const dw_cut_grid *grid, uint32_t i, uint32_t j, uint32_t i_max)
{
    uint32_t end = i;
    do {
        end++;
    } while (end < i_max &&
             (dw_cut_bits(grid, end, j) & (DW_CUT_FACE | DW_CUT_TAKEN | DW_CUT_LINE_DOWN)) == 0 &&
             dw_cut_face_label(grid, end + 1, j + 1) == dw_cut_face_label(grid, end, j + 1));
    return end;
}

static bool row_joins(const dw_cut_grid *grid, uint32_t i0, uint32_t i1, uint32_t j)
{
    const uint16_t label = dw_cut_face_label(grid, i0 + 1, j);
    for (uint32_t i = i0; i < i1; i++) {
        const uint8_t bits = dw_cut_bits(grid, i, j);
        if ((bits & (DW_CUT_FACE | DW_CUT_TAKEN | DW_CUT_LINE_ACROSS)) != 0 ||
            (i > i0 && (bits & DW_CUT_LINE_DOWN) != 0) ||
            dw_cut_face_label(grid, i + 1, j + 1) != label) {
            return false;
        }
    }
    return true;
}

static dw_cut_box take_box(dw_cut_grid *grid, uint32_t i, uint32_t j)
{
    dw_cut_box box = {i, j, row_end(grid, i, j, grid->nx - 1), j + 1};
    while (box.j1 + 1 < grid->ny && row_joins(grid, box.i0, box.i1, box.j1)) {
        box.j1++;
    }
    for (uint32_t row = box.j0; row < box.j1; row++) {
        for (uint32_t column = box.i0; column < box.i1; column++) {
            grid->bits[(size_t)row * grid->nx + column] |= DW_CUT_TAKEN;
        }
    }
    return box;
}

static bool thin_across(const dw_cut_grid *grid, uint32_t i, uint32_t j)
{
    return (dw_cut_bits(grid, i, j) & DW_CUT_ACROSS) == 0 && !dw_cut_face_free(grid, i + 1, j) &&
           !dw_cut_face_free(grid, i + 1, j + 1);
}

static bool thin_down(const dw_cut_grid *grid, uint32_t i, uint32_t j)
{
    return (dw_cut_bits(grid, i, j) & DW_CUT_DOWN) == 0 && !dw_cut_face_free(grid, i, j + 1) &&
           !dw_cut_face_free(grid, i + 1, j + 1);
}

/* Free, with nothing free beside it but other lone nodes. */
static bool lone_node(const dw_cut_grid *grid, uint32_t i, uint32_t j)
{
    return (dw_cut_bits(grid, i, j) & (DW_CUT_NODE | DW_CUT_ACROSS | DW_CUT_DOWN)) ==
               (DW_CUT_ACROSS | DW_CUT_DOWN) &&
           (i == 0 || (dw_cut_bits(grid, i - 1, j) & DW_CUT_ACROSS) != 0) &&
           (j == 0 || (dw_cut_bits(grid, i, j - 1) & DW_CUT_DOWN) != 0);
}

static void put(dw_cut_box *boxes, uint32_t box_max, uint32_t *count, dw_cut_box box)
{
    if (*count < box_max) {
        boxes[*count] = box;
    }
    (*count)++;
}

static void thin_boxes(const dw_cut_grid *grid, dw_cut_box *boxes, uint32_t box_max,
                       uint32_t *count)
{
    for (uint32_t j = 0; j < grid->ny; j++) {
        for (uint32_t i = 0; i < grid->nx; i++) {
            if (thin_across(grid, i, j) && (i == 0 || !thin_across(grid, i - 1, j))) {
                uint32_t end = i + 1;
                while (thin_across(grid, end, j)) {
                    end++;
                }
                put(boxes, box_max, count, (dw_cut_box){i, j, end, j});
            }
            if (thin_down(grid, i, j) && (j == 0 || !thin_down(grid, i, j - 1))) {
                uint32_t end = j + 1;
                while (thin_down(grid, i, end)) {
                    end++;
                }
                put(boxes, box_max, count, (dw_cut_box){i, j, i, end});
            }
            if (lone_node(grid, i, j)) {
                put(boxes, box_max, count, (dw_cut_box){i, j, i, j});
            }
        }
    }
}

uint32_t dw_cut_boxes(dw_cut_grid *grid, bool thin, dw_cut_box *boxes, uint32_t box_max)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j + 1 < grid->ny; j++) {
        for (uint32_t i = 0; i + 1 < grid->nx; i++) {
            if ((dw_cut_bits(grid, i, j) & (DW_CUT_FACE | DW_CUT_TAKEN)) == 0) {
                put(boxes, box_max, &count, take_box(grid, i, j));
            }
        }
    }
    if (thin) {
        thin_boxes(grid, boxes, box_max, &count);
    }
    return count;
}
