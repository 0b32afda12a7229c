/* nav_build.c - from solids to a dw_nav: grows them by half the body, cuts the rest into cells and
 * hands over to mesh_link.c. Here: what is free, and in which doorway. */
#include "common/base/check.h"
#include "common/nav/landmark_build.h"
#include "common/nav/mesh_build.h"
#include "common/nav/routes.h"

#include <stdlib.h>
#include <string.h>

/* Eleven bytes a node: 700 MB at the limit, which no map of 200 m with 10 mm steps reaches. */
static const uint64_t NODES_MAX = UINT64_C(1) << 26;

static bool in_range(dw_rect r, int32_t half)
{
    const int32_t low = -DW_COORDINATE_MAX + half;
    const int32_t high = DW_COORDINATE_MAX - half;
    return r.min.x >= low && r.min.y >= low && r.max.x <= high && r.max.y <= high &&
           r.min.x <= r.max.x && r.min.y <= r.max.y;
}

static dw_status check_config(const dw_nav_config *config, dw_error *error)
{
    if (config->half < 0 || config->half > DW_COORDINATE_MAX / 4) {
        return dw_fail(error, DW_RANGE, "navigation: half body of %d units is out of range",
                       config->half);
    }
    if (config->doorway_count > DW_DOORS_MAX || config->room_count > DW_ROOMS_MAX) {
        return dw_fail(error, DW_RANGE, "navigation: %u doorways and %u rooms are too many",
                       config->doorway_count, config->room_count);
    }
    for (uint32_t k = 0; k < config->solid_count; k++) {
        if (!in_range(config->solids[k], config->half)) {
            return dw_fail(error, DW_RANGE, "navigation: solid %u is out of range", k);
        }
    }
    for (uint32_t k = 0; k < config->doorway_count; k++) {
        if (!in_range(config->doorways[k], config->half)) {
            return dw_fail(error, DW_RANGE, "navigation: doorway %u is out of range", k);
        }
    }
    const dw_rect bounds = config->bounds;
    if (!in_range(bounds, config->half) || bounds.max.x - bounds.min.x < 2 * config->half ||
        bounds.max.y - bounds.min.y < 2 * config->half) {
        return dw_fail(error, DW_INVALID, "navigation: the bounds are smaller than the body");
    }
    return DW_OK;
}

static dw_rect grown_solid(const dw_nav_config *config, uint32_t k)
{
    const dw_rect solid = config->solids[k];
    if (solid.min.x == solid.max.x || solid.min.y == solid.max.y) {
        return (dw_rect){solid.min, solid.min};
    }
    return dw_rect_grown(solid, config->half);
}

static void add_axis(int32_t *values, uint32_t *count, int32_t low, int32_t high, int32_t bound_low,
                     int32_t bound_high)
{
    if (low >= bound_low && low <= bound_high) {
        values[(*count)++] = low;
    }
    if (high >= bound_low && high <= bound_high) {
        values[(*count)++] = high;
    }
}

/* Collects all coordinates within the bounds; `xs` and `ys` are the builder's to free. */
static dw_status make_grid(dw_mesh_builder *builder, dw_rect bounds, dw_error *error)
{
    const dw_nav_config *config = builder->config;
    const size_t room = 2 + 2 * ((size_t)config->solid_count + config->doorway_count);
    int32_t *xs = malloc(room * sizeof(*xs));
    int32_t *ys = malloc(room * sizeof(*ys));
    builder->grid.xs = builder->xs = xs;
    builder->grid.ys = builder->ys = ys;
    if (xs == NULL || ys == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: out of memory");
    }
    uint32_t nx = 0;
    uint32_t ny = 0;
    add_axis(xs, &nx, bounds.min.x, bounds.max.x, bounds.min.x, bounds.max.x);
    add_axis(ys, &ny, bounds.min.y, bounds.max.y, bounds.min.y, bounds.max.y);
    for (uint32_t k = 0; k < config->solid_count + config->doorway_count; k++) {
        const dw_rect r = k < config->solid_count ? grown_solid(config, k)
                                                  : builder->doorways[k - config->solid_count];
        add_axis(xs, &nx, r.min.x, r.max.x, bounds.min.x, bounds.max.x);
        add_axis(ys, &ny, r.min.y, r.max.y, bounds.min.y, bounds.max.y);
    }
    builder->grid.nx = dw_cut_sort(xs, nx);
    builder->grid.ny = dw_cut_sort(ys, ny);
    const uint64_t nodes = (uint64_t)builder->grid.nx * builder->grid.ny;
    if (nodes > NODES_MAX) {
        return dw_fail(error, DW_RANGE, "navigation: %u x %u different edges are too many",
                       builder->grid.nx, builder->grid.ny);
    }
    builder->grid.bits = malloc(nodes);
    builder->grid.labels = calloc(nodes, sizeof(*builder->grid.labels));
    builder->owner = malloc(nodes * sizeof(*builder->owner));
    builder->number = malloc(nodes * sizeof(*builder->number));
    if (builder->grid.bits == NULL || builder->grid.labels == NULL || builder->owner == NULL ||
        builder->number == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: out of memory");
    }
    memset(builder->owner, 0xff, nodes * sizeof(*builder->owner));
    memset(builder->number, 0xff, nodes * sizeof(*builder->number));
    return DW_OK;
}

static dw_status two_doors(dw_error *error, uint32_t one, uint32_t other)
{
    return dw_fail(error, DW_INVALID,
                   "navigation: a body can be in doorways %u and %u at once; move them apart", one,
                   other);
}

static dw_status mark_grid(dw_mesh_builder *builder, dw_error *error)
{
    const dw_nav_config *config = builder->config;
    dw_cut_start(&builder->grid);
    for (uint32_t k = 0; k < config->solid_count; k++) {
        dw_cut_solid(&builder->grid, grown_solid(config, k));
    }
    for (uint32_t k = 0; k < config->doorway_count; k++) {
        const size_t at = dw_cut_label(&builder->grid, builder->doorways[k], (uint16_t)(k + 1));
        if (at != DW_CUT_FINE) {
            return two_doors(error, builder->grid.labels[at] - 1U, k);
        }
    }
    size_t count = dw_cut_chords(&builder->grid, NULL, 0);
    dw_cut_chord *chords = malloc((count + 1) * sizeof(*chords));
    if (chords == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: out of memory");
    }
    count = dw_cut_chords(&builder->grid, chords, count);
    dw_cut_lines(&builder->grid, chords, count);
    free(chords);
    return DW_OK;
}

static dw_status add_piece(dw_mesh_builder *builder, dw_cut_box box, uint16_t door)
{
    if (builder->piece_count == builder->piece_max) {
        const uint32_t wanted = builder->piece_max * 2 + 64;
        dw_mesh_piece *pieces = realloc(builder->pieces, wanted * sizeof(*pieces));
        if (pieces == NULL) {
            return DW_MEMORY;
        }
        builder->pieces = pieces;
        builder->piece_max = wanted;
    }
    builder->pieces[builder->piece_count++] = (dw_mesh_piece){box, door};
    return DW_OK;
}

/* The doorway in whose open rectangle a piece of width 0 lies, ends excepted. */
static uint16_t thin_door(const dw_mesh_builder *builder, dw_cut_box box)
{
    const int32_t x0 = builder->grid.xs[box.i0];
    const int32_t x1 = builder->grid.xs[box.i1];
    const int32_t y0 = builder->grid.ys[box.j0];
    const int32_t y1 = builder->grid.ys[box.j1];
    for (uint32_t k = 0; k < builder->config->doorway_count; k++) {
        const dw_rect d = builder->doorways[k];
        const bool in_x = x0 == x1 ? x0 > d.min.x && x0 < d.max.x : x0 >= d.min.x && x1 <= d.max.x;
        const bool in_y = y0 == y1 ? y0 > d.min.y && y0 < d.max.y : y0 >= d.min.y && y1 <= d.max.y;
        if (in_x && in_y) {
            return (uint16_t)k;
        }
    }
    return DW_NONE;
}

/* A corridor of width 0 can run in and out of doorways: one piece for each stretch. */
static dw_status add_thin(dw_mesh_builder *builder, dw_cut_box box)
{
    const bool across = box.i0 != box.i1;
    const uint32_t end = across ? box.i1 : box.j1;
    uint32_t start = across ? box.i0 : box.j0;
    if (start == end) {
        return add_piece(builder, box, thin_door(builder, box));
    }
    uint16_t door = DW_NONE;
    for (uint32_t at = start; at <= end; at++) {
        const dw_cut_box step = across ? (dw_cut_box){at, box.j0, at + 1, box.j0}
                                       : (dw_cut_box){box.i0, at, box.i0, at + 1};
        const uint16_t here = at == end ? door : thin_door(builder, step);
        if (at > start && (at == end || here != door)) {
            const dw_cut_box run = across ? (dw_cut_box){start, box.j0, at, box.j0}
                                          : (dw_cut_box){box.i0, start, box.i0, at};
            if (add_piece(builder, run, door) != DW_OK) {
                return DW_MEMORY;
            }
            start = at;
        }
        door = here;
    }
    return DW_OK;
}

/* The side is free, the doorway lies on one side of it, and what is on the other is solid, or a
 * doorway too: with the door shut, a corridor of width 0 is left. */
static bool is_latent(const dw_mesh_builder *builder, uint32_t i, uint32_t j, bool across,
                      uint16_t door)
{
    const dw_cut_grid *grid = &builder->grid;
    const uint8_t bit = across ? DW_CUT_ACROSS : DW_CUT_DOWN;
    if ((dw_cut_bits(grid, i, j) & bit) != 0) {
        return false;
    }
    const uint32_t fi[2] = {across ? i + 1 : i, i + 1};
    const uint32_t fj[2] = {across ? j : j + 1, j + 1};
    bool beside_door = false;
    for (uint32_t side = 0; side < 2; side++) {
        if (dw_cut_face_free(grid, fi[side], fj[side])) {
            const uint16_t label = dw_cut_face_label(grid, fi[side], fj[side]);
            if (label == 0 || label <= door) { /* Two doorways: the first of them adds it. */
                return false;
            }
            beside_door = beside_door || label == door + 1;
        }
    }
    const dw_cut_box box = {i, j, across ? i + 1 : i, across ? j : j + 1};
    return beside_door && thin_door(builder, box) == DW_NONE;
}

/* The same for a single point: with all doors round it shut, it is free and alone. */
static bool is_latent_point(const dw_mesh_builder *builder, uint32_t i, uint32_t j)
{
    const dw_cut_grid *grid = &builder->grid;
    for (uint32_t k = 0; k < 4; k++) {
        if (dw_cut_face_free(grid, i + (k & 1), j + (k >> 1)) &&
            dw_cut_face_label(grid, i + (k & 1), j + (k >> 1)) == 0) {
            return false;
        }
    }
    const dw_cut_box point = {i, j, i, j};
    if ((dw_cut_bits(grid, i, j) & DW_CUT_NODE) != 0 || thin_door(builder, point) != DW_NONE) {
        return false;
    }
    for (uint32_t k = 0; k < builder->piece_count; k++) {
        if (memcmp(&builder->pieces[k].box, &point, sizeof(point)) == 0) {
            return false; /* Two doorways meet here. */
        }
    }
    /* A free side at it is a corridor, of which the point is a part. */
    const dw_cut_box sides[4] = {
        {i, j, i + 1, j}, {i, j, i, j + 1}, {i - 1, j, i, j}, {i, j - 1, i, j}};
    const bool exists[4] = {i + 1 < grid->nx, j + 1 < grid->ny, i > 0, j > 0};
    for (uint32_t k = 0; k < 4; k++) {
        if (exists[k] &&
            (dw_cut_bits(grid, sides[k].i0, sides[k].j0) &
             (k % 2 == 0 ? DW_CUT_ACROSS : DW_CUT_DOWN)) == 0 &&
            thin_door(builder, sides[k]) == DW_NONE) {
            return false;
        }
    }
    return true;
}

/* What a shut doorway leaves along one of its four sides, from `low` to `high`. Corners belong to
 * the sides that run across. */
static dw_status add_latent(dw_mesh_builder *builder, uint16_t door, bool across, int32_t line,
                            int32_t low, int32_t high)
{
    const int32_t *along = across ? builder->grid.xs : builder->grid.ys;
    const int32_t *lines = across ? builder->grid.ys : builder->grid.xs;
    const uint32_t along_count = across ? builder->grid.nx : builder->grid.ny;
    const uint32_t line_count = across ? builder->grid.ny : builder->grid.nx;
    const uint32_t at = dw_cut_index(lines, line_count, line);
    if (at == line_count || lines[at] != line) {
        return DW_OK;
    }
    for (uint32_t k = dw_cut_index(along, along_count, low); k < along_count && along[k] <= high;
         k++) {
        const uint32_t i = across ? k : at;
        const uint32_t j = across ? at : k;
        if (k + 1 < along_count && along[k + 1] <= high && is_latent(builder, i, j, across, door) &&
            add_piece(builder, (dw_cut_box){i, j, across ? i + 1 : i, across ? j : j + 1},
                      DW_NONE) != DW_OK) {
            return DW_MEMORY;
        }
        if ((across || (along[k] > low && along[k] < high)) && is_latent_point(builder, i, j) &&
            add_piece(builder, (dw_cut_box){i, j, i, j}, DW_NONE) != DW_OK) {
            return DW_MEMORY;
        }
    }
    return DW_OK;
}

static dw_status make_thin_pieces(dw_mesh_builder *builder, const dw_cut_box *boxes, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        if (add_thin(builder, boxes[k]) != DW_OK) {
            return DW_MEMORY;
        }
    }
    for (uint16_t door = 0; builder->config->squeeze && door < builder->config->doorway_count;
         door++) {
        const dw_rect d = builder->doorways[door];
        if (add_latent(builder, door, true, d.min.y, d.min.x, d.max.x) != DW_OK ||
            add_latent(builder, door, true, d.max.y, d.min.x, d.max.x) != DW_OK ||
            add_latent(builder, door, false, d.min.x, d.min.y, d.max.y) != DW_OK ||
            add_latent(builder, door, false, d.max.x, d.min.y, d.max.y) != DW_OK) {
            return DW_MEMORY;
        }
    }
    return DW_OK;
}

/* Labels keep faces apart; a corridor of width 0 in two doorways is found here. */
static dw_status check_thin_doors(const dw_mesh_builder *builder, dw_error *error)
{
    const dw_cut_grid *grid = &builder->grid;
    for (uint32_t k = 0; k < builder->piece_count; k++) {
        const dw_cut_box box = builder->pieces[k].box;
        if (box.i0 < box.i1 && box.j0 < box.j1) {
            continue;
        }
        const dw_vec a = {grid->xs[box.i0], grid->ys[box.j0]};
        const dw_vec b = {grid->xs[box.i1], grid->ys[box.j1]};
        for (uint32_t door = 0; door < builder->config->doorway_count; door++) {
            const dw_rect d = builder->doorways[door];
            const bool in =
                dw_vec_equal(a, b) ? dw_rect_holds_inside(d, a) : dw_segment_enters(a, b, d);
            if (in && builder->pieces[k].door != door) {
                return two_doors(error, builder->pieces[k].door, door);
            }
        }
    }
    return DW_OK;
}

static dw_status make_pieces(dw_mesh_builder *builder)
{
    dw_cut_grid *grid = &builder->grid;
    const bool thin = builder->config->squeeze;
    /* No cut has more boxes than nodes of each of the four sorts. */
    const uint32_t box_max = (uint32_t)((uint64_t)grid->nx * grid->ny * 4);
    uint32_t room = grid->nx + grid->ny + 1024;
    room = room < box_max ? room : box_max;
    dw_cut_box *boxes = NULL;
    uint32_t count = 0;
    do { /* The second round has room for all. */
        free(boxes);
        room = count > room ? count : room;
        boxes = malloc(room * sizeof(*boxes));
        if (boxes == NULL) {
            return DW_MEMORY;
        }
        for (size_t node = 0; count > 0 && node < (size_t)grid->nx * grid->ny; node++) {
            grid->bits[node] &= (uint8_t)~DW_CUT_TAKEN;
        }
        count = dw_cut_boxes(grid, thin, boxes, room);
    } while (count > room);
    uint32_t solid_boxes = 0;
    dw_status status = DW_OK;
    while (status == DW_OK && solid_boxes < count &&
           boxes[solid_boxes].i0 < boxes[solid_boxes].i1 &&
           boxes[solid_boxes].j0 < boxes[solid_boxes].j1) {
        const dw_cut_box box = boxes[solid_boxes++];
        const uint16_t label = dw_cut_face_label(grid, box.i0 + 1, box.j0 + 1);
        status = add_piece(builder, box, label == 0 ? DW_NONE : (uint16_t)(label - 1));
    }
    if (status == DW_OK) {
        status = make_thin_pieces(builder, boxes + solid_boxes, count - solid_boxes);
    }
    free(boxes);
    return status;
}

static dw_status store_rooms_and_doors(const dw_mesh_builder *builder, dw_arena *arena, dw_nav *nav)
{
    const dw_nav_config *config = builder->config;
    dw_rect *doorways = DW_ARENA_ARRAY(arena, dw_rect, config->doorway_count + 1);
    uint16_t(*rooms)[2] = dw_arena_take(arena, sizeof(*rooms) * (config->doorway_count + 1));
    dw_rect *areas = DW_ARENA_ARRAY(arena, dw_rect, config->room_count + 1);
    if (doorways == NULL || rooms == NULL || areas == NULL) {
        return DW_MEMORY;
    }
    if (config->room_count > 0) {
        memcpy(areas, config->rooms, config->room_count * sizeof(*areas));
    }
    nav->room_count = config->room_count;
    nav->rooms = areas;
    for (uint32_t k = 0; k < config->doorway_count; k++) {
        doorways[k] = builder->doorways[k];
        rooms[k][0] = rooms[k][1] = DW_NONE;
        uint32_t found = 0;
        for (uint32_t room = 0; room < config->room_count && found < 2; room++) {
            if (dw_rect_overlaps(config->rooms[room], config->doorways[k])) {
                rooms[k][found++] = (uint16_t)room;
            }
        }
    }
    nav->door_count = config->doorway_count;
    nav->doorways = doorways;
    nav->door_rooms = (const uint16_t(*)[2])rooms;
    return DW_OK;
}

static dw_status build(dw_mesh_builder *builder, dw_arena *arena, dw_nav *nav, dw_error *error)
{
    const dw_nav_config *config = builder->config;
    builder->doorways = malloc((config->doorway_count + 1) * sizeof(*builder->doorways));
    if (builder->doorways == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: out of memory");
    }
    for (uint32_t k = 0; k < config->doorway_count; k++) {
        builder->doorways[k] = dw_rect_grown(config->doorways[k], config->half);
    }
    nav->half = config->half;
    nav->squeeze = config->squeeze;
    nav->bounds = dw_rect_grown(config->bounds, -config->half);
    dw_status status = make_grid(builder, nav->bounds, error);
    if (status == DW_OK) {
        status = mark_grid(builder, error);
    }
    if (status != DW_OK) {
        return status;
    }
    status = make_pieces(builder);
    if (status == DW_OK) {
        status = check_thin_doors(builder, error);
        if (status != DW_OK) {
            return status;
        }
        status = dw_mesh_link_all(builder);
    }
    if (status != DW_OK) {
        return dw_fail(error, status, "navigation: out of memory");
    }
    if (store_rooms_and_doors(builder, arena, nav) != DW_OK ||
        dw_mesh_store(builder, arena, nav) != DW_OK || dw_mesh_store_buckets(arena, nav) != DW_OK ||
        dw_landmark_build(arena, nav) != DW_OK ||
        dw_routes_build(arena, nav, config->room_factors) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "navigation: %u cells do not fit into the arena",
                       builder->piece_count);
    }
    return DW_OK;
}

static dw_status build_open(dw_nav **out, dw_arena *arena, const dw_nav_config *config,
                            dw_error *error)
{
    dw_status status = check_config(config, error);
    if (status != DW_OK) {
        return status;
    }
    dw_nav *nav = DW_ARENA_NEW(arena, dw_nav);
    if (nav == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: the arena is full");
    }
    dw_mesh_builder builder = {.config = config};
    status = build(&builder, arena, nav, error);
    free(builder.xs);
    free(builder.ys);
    free(builder.grid.bits);
    free(builder.grid.labels);
    free(builder.doorways);
    free(builder.pieces);
    free(builder.owner);
    free(builder.number);
    free(builder.links);
    if (status == DW_OK) {
        *out = nav;
    }
    return status;
}

dw_status dw_nav_build(const dw_nav **out, dw_arena *arena, const dw_nav_config *config,
                       dw_error *error)
{
    dw_nav *nav = NULL;
    const dw_status status = build_open(&nav, arena, config, error);
    if (status == DW_OK) {
        *out = nav;
    }
    return status;
}

/* The parts of the map's bounds that are in no room: nothing stands there, and nobody can. At most
 * `most` rectangles go to `out`; gives back how many there are, or UINT32_MAX without memory. */
static uint32_t list_outside(const dw_map *map, dw_rect *out, uint32_t most)
{
    int32_t xs[2 * DW_ROOMS_MAX + 2];
    int32_t ys[2 * DW_ROOMS_MAX + 2];
    uint32_t count = 0;
    for (uint32_t k = 0; k <= map->room_count; k++) {
        const dw_rect r = k == map->room_count ? map->bounds : map->rooms[k].area;
        xs[count] = r.min.x;
        ys[count++] = r.min.y;
        xs[count] = r.max.x;
        ys[count++] = r.max.y;
    }
    dw_cut_grid grid = {.xs = xs, .ys = ys};
    grid.nx = dw_cut_sort(xs, count);
    grid.ny = dw_cut_sort(ys, count);
    grid.bits = malloc((size_t)grid.nx * grid.ny);
    dw_cut_box *boxes = malloc(((size_t)most + 1) * sizeof(*boxes));
    uint32_t found = UINT32_MAX;
    if (grid.bits != NULL && boxes != NULL) {
        dw_cut_start(&grid);
        for (uint32_t k = 0; k < map->room_count; k++) {
            dw_cut_solid(&grid, map->rooms[k].area);
        }
        found = dw_cut_boxes(&grid, false, boxes, most);
        for (uint32_t k = 0; k < found && k < most; k++) {
            out[k] =
                (dw_rect){{xs[boxes[k].i0], ys[boxes[k].j0]}, {xs[boxes[k].i1], ys[boxes[k].j1]}};
        }
    }
    free(grid.bits);
    free(boxes);
    return found;
}

/* Walls, furniture and what is outside; the caller frees them. NULL without memory. */
static dw_rect *list_solids(const dw_map *map, uint32_t *count)
{
    uint32_t outside_max = 64;
    for (;;) {
        const uint32_t own = (uint32_t)map->wall_count + map->furniture_count;
        dw_rect *solids = malloc(((size_t)own + outside_max) * sizeof(*solids));
        if (solids == NULL) {
            return NULL;
        }
        for (uint32_t k = 0; k < map->wall_count; k++) {
            solids[k] = map->walls[k];
        }
        for (uint32_t k = 0; k < map->furniture_count; k++) {
            solids[map->wall_count + k] = map->furniture[k].area;
        }
        const uint32_t outside = list_outside(map, solids + own, outside_max);
        if (outside <= outside_max) {
            *count = own + outside;
            return solids;
        }
        free(solids);
        if (outside == UINT32_MAX) {
            return NULL;
        }
        outside_max = outside;
    }
}

dw_status dw_nav_build_map(const dw_nav **out, dw_arena *arena, const dw_map *map, int32_t half,
                           dw_error *error)
{
    uint32_t solid_count = 0;
    dw_rect *solids = list_solids(map, &solid_count);
    if (solids == NULL) {
        return dw_fail(error, DW_MEMORY, "navigation: out of memory");
    }
    dw_rect doorways[DW_DOORS_MAX];
    for (uint32_t k = 0; k < map->door_count; k++) {
        doorways[k] = map->doors[k].doorway;
    }
    dw_rect rooms[DW_ROOMS_MAX];
    uint16_t factors[DW_ROOMS_MAX];
    for (uint32_t k = 0; k < map->room_count; k++) {
        rooms[k] = map->rooms[k].area;
        const int32_t percent = dw_floor_speed_percent((dw_floor)map->rooms[k].floor);
        factors[k] = (uint16_t)(DW_ROUTE_FACTOR_ONE * 100 / percent);
    }
    const dw_nav_config config = {.bounds = map->bounds,
                                  .half = half,
                                  .squeeze = half > 0,
                                  .solids = solids,
                                  .solid_count = solid_count,
                                  .doorways = doorways,
                                  .doorway_count = map->door_count,
                                  .rooms = rooms,
                                  .room_count = map->room_count,
                                  .room_factors = factors};
    dw_nav *nav = NULL;
    dw_status status = build_open(&nav, arena, &config, error);
    free(solids);
    if (status == DW_OK && dw_sound_build(&nav->sound, arena, map) != DW_OK) {
        status = dw_fail(error, DW_MEMORY, "navigation: the arena is full");
    }
    if (status == DW_OK) {
        *out = nav;
    }
    return status;
}
