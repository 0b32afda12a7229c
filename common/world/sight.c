/* sight.c - cheap answers by rooms first, then the cells of the index that the segment crosses. */
#include "common/world/sight.h"

#include "common/base/check.h"
#include "common/world/grid_walk.h"
#include "common/world/room_view.h"
#include "common/world/sight_kinds.h"
#include "common/world/solid_index.h"

enum { GRAZED_MAX = 32 };

/* One question: the segment in the form that the tests need, what blocks, and which blockers it has
 * been found to touch without entering. */
typedef struct sight_line {
    dw_vec from, to, step;
    int32_t left, top, right, bottom;
    int64_t offset; /* 2 * cross(from, step): places the line among its parallels. */
    int64_t wide_x, wide_y;
    const dw_door_set *open;
    uint32_t last_kind; /* The last dw_solid_kind that blocks. */
    uint16_t ignored;   /* A piece of furniture that does not. */
    uint32_t grazed_count;
    bool grazed_overflow;
    dw_rect blocker; /* The one that was found to be entered, flat if nothing blocks. */
    dw_rect grazed[GRAZED_MAX];
} sight_line;

static bool is_blocker(const sight_line *line, const dw_solid *solid)
{
    if (solid->kind == DW_SOLID_LEAF) {
        return !dw_door_set_has(line->open, solid->index);
    }
    return solid->kind <= DW_SOLID_LEAF || solid->index != line->ignored;
}

/* Where two closed rectangles touch without overlapping is a segment or a point. True when the line
 * meets that. Of two that overlap the line cannot pass a common point without entering one, or
 * grazes along a flush edge of both, which is one solid to the eye. */
static bool passes_contact(const sight_line *line, dw_rect a, dw_rect b)
{
    if (!dw_rect_touches(a, b) || dw_rect_overlaps(a, b)) {
        return false;
    }
    return dw_segment_meets_closed(line->from, line->to, dw_rect_common(a, b));
}

static bool rect_equal(dw_rect a, dw_rect b)
{
    return dw_vec_equal(a.min, b.min) && dw_vec_equal(a.max, b.max);
}

/* A point where two blockers touch lies on both, so only blockers that the line grazes matter, and
 * those are few: no list of contacts is kept. True when the line is blocked. */
static bool graze(sight_line *line, dw_rect area)
{
    if (!dw_segment_meets_closed(line->from, line->to, area)) {
        return false;
    }
    for (uint32_t i = 0; i < line->grazed_count; i++) {
        if (passes_contact(line, line->grazed[i], area)) {
            return true;
        }
        if (rect_equal(line->grazed[i], area)) {
            return false; /* The same one, met again in the next cell. */
        }
    }
    if (line->grazed_count == GRAZED_MAX) {
        line->grazed_overflow = true;
        return false;
    }
    line->grazed[line->grazed_count++] = area;
    return false;
}

/* The separating-axis test of geometry.c with the line's share worked out once. */
static inline bool blocked_among(sight_line *line, const dw_solid *solid, const dw_solid *end)
{
    for (; solid < end && solid->kind <= line->last_kind; solid++) {
        const dw_rect r = solid->area;
        if (line->right < r.min.x || line->left > r.max.x || line->bottom < r.min.y ||
            line->top > r.max.y) {
            continue;
        }
        const int64_t off = (int64_t)line->step.x * (r.min.y + r.max.y) -
                            (int64_t)line->step.y * (r.min.x + r.max.x) - line->offset;
        const int64_t wide =
            line->wide_x * (r.max.y - r.min.y) + line->wide_y * (r.max.x - r.min.x);
        const int64_t gap = (off < 0 ? -off : off) - wide;
        if (gap > 0 || !is_blocker(line, solid)) {
            continue;
        }
        if (gap < 0 && line->right > r.min.x && line->left < r.max.x && line->bottom > r.min.y &&
            line->top < r.max.y) {
            line->blocker = r;
            return true;
        }
        if (graze(line, r)) {
            return true;
        }
    }
    return false;
}

/* More blockers were grazed than the list holds: each against each. Only a line that runs along a
 * long row of solids gets here. */
static bool blocked_by_any_contact(const sight_line *line, const dw_solid_index *index)
{
    for (uint32_t i = 0; i < index->all_count; i++) {
        const dw_solid *a = &index->all[i];
        if (a->kind > line->last_kind || !is_blocker(line, a) ||
            !dw_segment_meets_closed(line->from, line->to, a->area)) {
            continue;
        }
        for (uint32_t j = 0; j < i; j++) {
            const dw_solid *b = &index->all[j];
            if (b->kind <= line->last_kind && is_blocker(line, b) &&
                passes_contact(line, a->area, b->area)) {
                return true;
            }
        }
    }
    return false;
}

static bool blocked_on_grid(sight_line *line, const dw_solid_index *index)
{
    dw_grid_walk walk = dw_grid_walk_begin(index, line->from, line->to);
    do {
        const uint32_t cell = dw_grid_walk_cell(&walk, index);
        if (blocked_among(line, &index->solids[index->cell_start[cell]],
                          &index->solids[index->cell_start[cell + 1]])) {
            return true;
        }
    } while (dw_grid_walk_next(&walk));
    return false;
}

static bool in_grid(const dw_solid_index *index, dw_vec p)
{
    const uint32_t column = (uint32_t)((p.x - index->origin.x) >> index->shift);
    const uint32_t row = (uint32_t)((p.y - index->origin.y) >> index->shift);
    return column < (uint32_t)index->columns && row < (uint32_t)index->rows;
}

/* Field by field, so that the list of grazed ones is not cleared. */
static inline void begin_line(sight_line *line, dw_vec from, dw_vec to, const dw_door_set *open,
                              uint32_t last_kind, uint16_t ignored)
{
    line->from = from;
    line->to = to;
    line->step = dw_vec_sub(to, from);
    line->left = from.x < to.x ? from.x : to.x;
    line->right = from.x < to.x ? to.x : from.x;
    line->top = from.y < to.y ? from.y : to.y;
    line->bottom = from.y < to.y ? to.y : from.y;
    line->offset = 2 * ((int64_t)line->step.x * from.y - (int64_t)line->step.y * from.x);
    line->wide_x = line->right - line->left;
    line->wide_y = line->bottom - line->top;
    line->open = open;
    line->last_kind = last_kind;
    line->ignored = ignored;
    line->grazed_count = 0;
    line->grazed_overflow = false;
    line->blocker = (dw_rect){{0, 0}, {0, 0}};
}

static bool is_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                     uint32_t last_kind, uint16_t ignored, dw_rect *blocker)
{
    if (dw_vec_equal(from, to)) {
        return true;
    }
    sight_line line;
    begin_line(&line, from, to, open, last_kind, ignored);
    const dw_solid_index *index = map->index;
    const bool blocked = in_grid(index, from) && in_grid(index, to)
                             ? blocked_on_grid(&line, index)
                             : blocked_among(&line, index->all, index->all + index->all_count);
    if (blocker != NULL) {
        *blocker = line.blocker;
    }
    return !blocked && !(line.grazed_overflow && blocked_by_any_contact(&line, index));
}

/* Both ends lie in the same room, clear of its walls: its own furniture alone counts. */
static bool is_clear_inside(const dw_map *map, const dw_door_set *open, const dw_room_view *view,
                            dw_vec from, dw_vec to, uint32_t last_kind)
{
    const dw_solid_index *index = map->index;
    const dw_solid *first = &index->view[view->first];
    if (view->first == view->end || first->kind > last_kind || dw_vec_equal(from, to)) {
        return true;
    }
    sight_line line;
    begin_line(&line, from, to, open, last_kind, DW_NONE);
    return !blocked_among(&line, first, &index->view[view->end]) &&
           !(line.grazed_overflow && blocked_by_any_contact(&line, index));
}

bool dw_sight_clear_between(const dw_map *map, const dw_door_set *open, dw_vec from,
                            uint16_t from_room, dw_vec to, uint16_t to_room, dw_sight_level level)
{
    const uint32_t last_kind = dw_sight_level_last_kind(level);
    if (from_room != DW_NONE && to_room != DW_NONE) {
        const dw_room_views *views = &map->index->rooms_seen;
        const dw_room_view *view = &views->of[from_room];
        if (from_room == to_room) {
            if (dw_rect_holds_inside(view->inner, from) && dw_rect_holds_inside(view->inner, to)) {
                return is_clear_inside(map, open, view, from, to, last_kind);
            }
        } else if (!dw_rooms_may_see(views, map, open, from_room, to_room) &&
                   dw_rect_holds_inside(map->rooms[from_room].area, from) &&
                   dw_rect_holds_inside(map->rooms[to_room].area, to)) {
            return false;
        }
    }
    return is_clear(map, open, from, to, last_kind, DW_NONE, NULL);
}

bool dw_sight_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                    dw_sight_level level)
{
    return dw_sight_clear_between(map, open, from, dw_map_room_at(map, from), to,
                                  dw_map_room_at(map, to), level);
}

bool dw_sight_clear_or(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                       dw_sight_level level, dw_rect *blocker)
{
    return is_clear(map, open, from, to, dw_sight_level_last_kind(level), DW_NONE, blocker);
}

bool dw_sight_clear_past(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                         uint16_t ignored)
{
    return is_clear(map, open, from, to, dw_sight_level_last_kind(DW_SIGHT_OVER_MIDDLE), ignored,
                    NULL);
}

bool dw_reach_clear(const dw_map *map, const dw_door_set *open, dw_vec from, dw_vec to,
                    uint16_t ignored)
{
    return is_clear(map, open, from, to, DW_SOLID_LOW, ignored, NULL);
}

static dw_vec direction_of(uint16_t angle_bam)
{
    return (dw_vec){dw_cosine_bam(angle_bam), dw_sine_bam(angle_bam)};
}

enum { FIELD_NARROW, FIELD_HALF, FIELD_WIDE, FIELD_ALL };

dw_field_of_view dw_field_of_view_from(dw_vec from, uint16_t heading_bam, int32_t fov_bam)
{
    dw_field_of_view field = {.from = from, .kind = FIELD_ALL};
    if (fov_bam >= DW_BAM_TURN) {
        return field;
    }
    if (fov_bam == DW_BAM_HALF) {
        field.kind = FIELD_HALF;
        field.high = direction_of(heading_bam);
        return field;
    }
    const int32_t half = fov_bam / 2;
    field.kind = fov_bam < DW_BAM_HALF ? FIELD_NARROW : FIELD_WIDE;
    field.low = direction_of((uint16_t)(heading_bam - half));
    field.high = direction_of((uint16_t)(heading_bam + half));
    return field;
}

bool dw_field_of_view_has(const dw_field_of_view *field, dw_vec to)
{
    const dw_vec d = dw_vec_sub(to, field->from);
    if (field->kind == FIELD_ALL || (d.x == 0 && d.y == 0)) {
        return true;
    }
    if (field->kind == FIELD_HALF) {
        return dw_dot(field->high, d) > 0;
    }
    if (field->kind == FIELD_NARROW) {
        return dw_cross(field->low, d) > 0 && dw_cross(d, field->high) > 0;
    }
    /* More than half a turn: outside means in the rest, which is less than half a turn. */
    return !(dw_cross(field->high, d) >= 0 && dw_cross(d, field->low) >= 0);
}

bool dw_in_field_of_view(dw_vec from, uint16_t heading_bam, int32_t fov_bam, dw_vec to)
{
    const dw_field_of_view field = dw_field_of_view_from(from, heading_bam, fov_bam);
    return dw_field_of_view_has(&field, to);
}

bool dw_within_reach(const dw_map *map, const dw_door_set *open, dw_vec from, dw_rect thing,
                     int32_t reach, uint16_t ignored)
{
    const dw_vec nearest = dw_rect_nearest(thing, from);
    return dw_distance_squared(from, nearest) <= (int64_t)reach * reach &&
           dw_reach_clear(map, open, from, nearest, ignored);
}
