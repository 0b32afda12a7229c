#include "server/lab/lattice_layout.h"

#include "common/base/check.h"
#include "server/lab/lattice_lanes.h"

#include <stdlib.h>

/* The lattice is as wide as this at least; finer ones are tried when it does not reach all. */
static const int32_t spacings_mm[] = {300, 150, 75};

enum { CELLS_MAX = 1 << 21 }; /* Of a lattice that is made finer. */

/* The node of the first spawn comes first. */
static void add_positions(dw_lattice_build *build, dw_vec spawn)
{
    const int32_t spacing = build->lattice->spacing;
    const uint32_t first = dw_lattice_add_node(build, spawn);
    for (int32_t i = 0; i < build->columns * build->rows; i++) {
        const dw_vec position = {build->corner.x + (i % build->columns) * spacing,
                                 build->corner.y + (i / build->columns) * spacing};
        build->node_at[i] =
            dw_vec_equal(position, spawn) ? first : dw_lattice_add_node(build, position);
    }
}

static void join_neighbours(dw_lattice_build *build, dw_direction direction, int32_t ahead)
{
    for (size_t g = 0; g < dw_lattice_gait_count(&build->lattice->rules); g++) {
        dw_lattice_intents intents;
        if (!dw_lattice_straight(build, direction, dw_lattice_gaits[g], 1, &intents)) {
            continue;
        }
        for (int32_t i = 0; i + ahead < build->columns * build->rows; i++) {
            const bool last_column =
                direction == DW_EAST && i % build->columns + 1 == build->columns;
            if (build->node_at[i] != 0 && build->node_at[i + ahead] != 0 && !last_column) {
                (void)dw_lattice_join(build, build->node_at[i] - 1, build->node_at[i + ahead] - 1,
                                      &intents);
            }
        }
    }
}

/* Edges by the node where they begin. */
static bool sort_edges(dw_lattice_build *build)
{
    dw_lattice *lattice = build->lattice;
    lattice->edge_count = build->raw_count;
    lattice->edges = calloc((size_t)build->raw_count + 1, sizeof *lattice->edges);
    if (lattice->edges == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < build->raw_count; i++) {
        lattice->nodes[build->raw[i].from].edge_count++;
    }
    uint32_t first = 0;
    for (uint32_t n = 0; n < lattice->node_count; n++) {
        lattice->nodes[n].edge_first = first;
        first += lattice->nodes[n].edge_count;
        lattice->nodes[n].edge_count = 0;
    }
    for (uint32_t i = 0; i < build->raw_count; i++) {
        dw_lattice_node *from = &lattice->nodes[build->raw[i].from];
        lattice->edges[from->edge_first + from->edge_count++] = build->raw[i].edge;
    }
    return true;
}

static uint32_t *ticks_of(dw_lattice_node *node, bool to_win)
{
    return to_win ? &node->ticks_to_win : &node->ticks_to_exit;
}

/* Shortest times over the edges, which all have a reverse of the same length: correcting labels in
 * the order in which they change (R. Bellman, "On a routing problem", 1958). */
static bool measure(dw_lattice *lattice, bool to_win)
{
    const uint32_t size = lattice->node_count;
    uint32_t *queue = calloc(size, sizeof *queue);
    bool *waits = calloc(size, sizeof *waits);
    if (queue == NULL || waits == NULL) {
        free(queue);
        free(waits);
        return false;
    }
    uint32_t head = 0;
    uint32_t count = 0;
    for (uint32_t n = 0; n < size; n++) {
        dw_lattice_node *node = &lattice->nodes[n];
        if (to_win ? node->takes && node->ticks_to_exit != DW_LATTICE_FAR : node->exit) {
            *ticks_of(node, to_win) = to_win ? node->ticks_to_exit : 0;
            queue[count++] = n;
            waits[n] = true;
        }
    }
    while (count > 0) {
        dw_lattice_node *from = &lattice->nodes[queue[head]];
        waits[queue[head]] = false;
        head = head + 1 == size ? 0 : head + 1;
        count--;
        for (uint32_t e = from->edge_first; e < from->edge_first + from->edge_count; e++) {
            const uint32_t to = lattice->edges[e].to;
            const uint32_t ticks =
                *ticks_of(from, to_win) + lattice->moves[lattice->edges[e].move].count;
            if (ticks < *ticks_of(&lattice->nodes[to], to_win)) {
                *ticks_of(&lattice->nodes[to], to_win) = ticks;
                if (!waits[to]) {
                    waits[to] = true;
                    queue[(head + count++) % size] = to;
                }
            }
        }
    }
    free(queue);
    free(waits);
    return true;
}

/* A whole number of sprinted ticks, and of crouched ones where there is such a number below twice
 * the least spacing. */
static int32_t choose_spacing(const dw_ruleset *rules, int32_t least)
{
    const int32_t sprint = rules->sprint_speed_mm_s;
    const int32_t first = (least + sprint - 1) / sprint * sprint;
    for (int32_t spacing = first; spacing < 2 * least; spacing += sprint) {
        if (spacing % rules->crouch_speed_mm_s == 0) {
            return spacing;
        }
    }
    return first;
}

static bool build_at(dw_lattice *lattice, int32_t spacing)
{
    const dw_map *map = lattice->map;
    const dw_vec spawn = map->spawns[0];
    const dw_rect bounds = map->bounds;
    lattice->spacing = spacing;
    dw_lattice_build build = {
        .lattice = lattice,
        .corner = {spawn.x - (spawn.x - bounds.min.x) / spacing * spacing,
                   spawn.y - (spawn.y - bounds.min.y) / spacing * spacing},
    };
    build.columns = (bounds.max.x - build.corner.x) / spacing + 1;
    build.rows = (bounds.max.y - build.corner.y) / spacing + 1;
    build.node_at = calloc((size_t)build.columns * (size_t)build.rows, sizeof *build.node_at);
    bool done = build.node_at != NULL;
    if (done) {
        add_positions(&build, spawn);
        join_neighbours(&build, DW_EAST, 1);
        join_neighbours(&build, DW_SOUTH, build.columns);
        dw_lattice_add_lanes(&build);
        done = !build.out_of_memory && lattice->node_count > 0 && sort_edges(&build) &&
               measure(lattice, false) && measure(lattice, true);
    }
    free(build.node_at);
    free(build.raw);
    return done;
}

dw_status dw_lattice_layout_create(dw_lattice *lattice, const dw_map *map, const dw_ruleset *rules,
                                   dw_error *error)
{
    *lattice = (dw_lattice){0};
    for (size_t i = 0; i < DW_COUNT_OF(spacings_mm); i++) {
        dw_lattice_destroy(lattice);
        *lattice = (dw_lattice){.map = map, .rules = *rules};
        if (!build_at(lattice, choose_spacing(rules, DW_MM(spacings_mm[i])))) {
            dw_lattice_destroy(lattice);
            return dw_fail(error, DW_MEMORY, "%s: no memory for the lattice", map->name);
        }
        const int64_t area = (int64_t)(map->bounds.max.x - map->bounds.min.x) *
                             (map->bounds.max.y - map->bounds.min.y);
        const int64_t cell = (int64_t)lattice->spacing * lattice->spacing;
        if (lattice->nodes[0].ticks_to_win != DW_LATTICE_FAR || 4 * area > CELLS_MAX * cell) {
            break;
        }
    }
    return DW_OK;
}
