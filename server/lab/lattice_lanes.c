/* lattice_lanes.c - how a body on the lattice gets through doorways.
 * A lane runs straight through a doorway. Its rows are those of the lattice, so that only its
 * distance from the columns beside it is odd. Steps of three gaits, forth and back, add up to that
 * distance; a search over sums of steps finds the shortest such chain for each distance. */
#include "server/lab/lattice_lanes.h"

#include "common/base/check.h"

#include <stdlib.h>

enum { LANE_ROWS_MAX = 64, PAIRS_MAX = 4, CHAIN_TICKS_MAX = 60 };

static const uint8_t gaits[] = {DW_BUTTON_SPRINT, 0, DW_BUTTON_CROUCH};

/* For each distance from -limit to limit the least number of ticks that step it exactly, 0 where
 * there is no chain, and the last of its steps: gait and sign. */
typedef struct chains {
    int32_t limit;
    int32_t lengths[2 * DW_COUNT_OF(gaits)]; /* Of the steps; the second half goes back. */
    uint8_t *ticks, *last;
} chains;

/* Coordinates of a doorway: along the direction of walking through, and across it. */
typedef struct lane {
    uint16_t door;
    bool along_x;
    int32_t across;    /* Where the lane is: */
    int32_t line;      /* the lattice's line before it, */
    int32_t over;      /* and the distance from that one; 0: the lane is a line of the lattice. */
    int32_t first_row; /* The lattice's number of the row of nodes[0]. */
    uint32_t count;
    uint32_t nodes[LANE_ROWS_MAX]; /* Node + 1, or 0. */
} lane;

static int32_t along(const lane *it, dw_vec v)
{
    return it->along_x ? v.x : v.y;
}

static int32_t across(const lane *it, dw_vec v)
{
    return it->along_x ? v.y : v.x;
}

static int32_t divide_down(int32_t value, int32_t by)
{
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

static bool chains_create(chains *it, const dw_lattice *lattice)
{
    const dw_ruleset *rules = &lattice->rules;
    const int32_t speeds[] = {rules->sprint_speed_mm_s, rules->walk_speed_mm_s,
                              rules->crouch_speed_mm_s};
    it->limit = 2 * lattice->spacing;
    for (size_t i = 0; i < DW_COUNT_OF(gaits); i++) {
        it->lengths[i] = speeds[i];
        it->lengths[i + DW_COUNT_OF(gaits)] = -speeds[i];
    }
    const size_t size = 2 * (size_t)it->limit + 1;
    it->ticks = calloc(size, 1);
    it->last = calloc(size, 1);
    int32_t *queue = calloc(size, sizeof *queue);
    if (it->ticks == NULL || it->last == NULL || queue == NULL) {
        free(queue);
        return false;
    }
    size_t count = 1; /* The queue begins with distance 0, which needs no step. */
    for (size_t i = 0; i < count; i++) {
        const uint8_t ticks = it->ticks[queue[i] + it->limit];
        for (uint8_t s = 0; s < DW_COUNT_OF(it->lengths) && ticks < CHAIN_TICKS_MAX; s++) {
            const int32_t to = queue[i] + it->lengths[s];
            if (to != 0 && to >= -it->limit && to <= it->limit && it->ticks[to + it->limit] == 0) {
                it->ticks[to + it->limit] = (uint8_t)(ticks + 1);
                it->last[to + it->limit] = s;
                queue[count++] = to;
            }
        }
    }
    free(queue);
    return true;
}

/* The chain to that distance, as ticks; false when no chain leads there. */
static bool chain_to(const chains *it, int32_t distance, bool along_x, dw_lattice_intents *out)
{
    out->count = it->ticks[distance + it->limit];
    for (uint32_t i = out->count; i > 0; i--) {
        const uint8_t step = it->last[distance + it->limit];
        const bool back = step >= DW_COUNT_OF(gaits);
        const dw_direction direction =
            along_x ? (back ? DW_WEST : DW_EAST) : (back ? DW_NORTH : DW_SOUTH);
        out->ticks[i - 1] = (dw_intent){.direction = (uint8_t)direction,
                                        .buttons = gaits[step % DW_COUNT_OF(gaits)]};
        distance -= it->lengths[step];
    }
    return out->count > 0;
}

/* Where in the doorway the chains from the columns on both sides are shortest; on ties nearest to
 * its middle. False when no chain leads there. */
static bool choose_lane(const dw_lattice_build *build, const chains *known, lane *it)
{
    const dw_rect doorway = build->lattice->map->doors[it->door].doorway;
    const int32_t low = across(it, doorway.min) + DW_BODY_HALF;
    const int32_t high = across(it, doorway.max) - DW_BODY_HALF;
    const int32_t spacing = build->lattice->spacing;
    int64_t best = INT64_MAX;
    for (int32_t at = low; at <= high; at++) {
        const int32_t offset = at - across(it, build->corner);
        const int32_t over = offset - divide_down(offset, spacing) * spacing;
        const uint8_t left = known->ticks[over + known->limit];
        const uint8_t right = known->ticks[spacing - over + known->limit];
        const int32_t aside = abs(2 * at - low - high);
        if (over != 0 && (left == 0 || right == 0)) {
            continue;
        }
        const int64_t cost = (int64_t)(over == 0 ? 0 : left + right) * INT32_MAX + aside;
        if (cost < best) {
            best = cost;
            it->across = at;
            it->line = divide_down(offset, spacing);
            it->over = over;
        }
    }
    return best != INT64_MAX;
}

/* The node of the lattice at a column and row counted along and across the lane. */
static uint32_t lattice_node(const dw_lattice_build *build, const lane *it, int32_t row,
                             int32_t line)
{
    const int32_t column = it->along_x ? row : line;
    const int32_t level = it->along_x ? line : row;
    if (column < 0 || column >= build->columns || level < 0 || level >= build->rows) {
        return 0;
    }
    return build->node_at[level * build->columns + column];
}

/* The positions of the lane, joined with the columns of the lattice beside it. */
static void lay_lane(dw_lattice_build *build, const chains *known, lane *it)
{
    const dw_rect doorway = build->lattice->map->doors[it->door].doorway;
    const int32_t spacing = build->lattice->spacing;
    const int32_t begin = along(it, doorway.min) - DW_BODY_HALF - along(it, build->corner);
    const int32_t end = along(it, doorway.max) + DW_BODY_HALF - along(it, build->corner);
    it->first_row = divide_down(begin, spacing) - 1;
    it->count = (uint32_t)(divide_down(end, spacing) + 2 - it->first_row) + 1;
    it->count = it->count > LANE_ROWS_MAX ? LANE_ROWS_MAX : it->count;
    for (uint32_t i = 0; i < it->count; i++) {
        const int32_t row = it->first_row + (int32_t)i;
        const int32_t level = along(it, build->corner) + row * spacing;
        const dw_vec position =
            it->along_x ? (dw_vec){level, it->across} : (dw_vec){it->across, level};
        it->nodes[i] = it->over == 0 ? lattice_node(build, it, row, it->line)
                                     : dw_lattice_add_node(build, position);
        if (it->over == 0 || it->nodes[i] == 0) {
            continue;
        }
        for (int32_t side = 0; side < 2; side++) {
            const uint32_t beside = lattice_node(build, it, row, it->line + side);
            dw_lattice_intents intents;
            if (beside != 0 && chain_to(known, it->over - side * spacing, !it->along_x, &intents)) {
                (void)dw_lattice_join(build, beside - 1, it->nodes[i] - 1, &intents);
            }
        }
    }
}

/* Through a closed door: opens it with the first step, and closes it from the other side when it no
 * longer rests. The tick at the end lets the key go, so that the next press is a new one. */
static void add_presses(const dw_ruleset *rules, dw_lattice_intents *intents)
{
    const dw_intent wait = {.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH};
    intents->ticks[0].buttons |= DW_BUTTON_USE;
    while (intents->count < (uint32_t)rules->door_rest_ticks) {
        intents->ticks[intents->count++] = wait;
    }
    intents->ticks[intents->count++] =
        (dw_intent){.direction = DW_STAND, .buttons = DW_BUTTON_CROUCH | DW_BUTTON_USE};
    intents->ticks[intents->count++] = wait;
}

static bool works_door(const dw_lattice_build *build, const dw_door_set *open, uint32_t node,
                       uint16_t door)
{
    const dw_lattice *lattice = build->lattice;
    const dw_use use = dw_intruder_choose_use(lattice->map, open, &lattice->rules,
                                              lattice->nodes[node].position, NULL);
    return use.kind == DW_USE_DOOR && use.index == door;
}

/* The same two moves of a quieter gait. */
static void cross_quietly(dw_lattice_build *build, uint32_t begin, dw_lattice_edge edge,
                          dw_lattice_intents *intents)
{
    edge.opens = false;
    dw_lattice_add_edge(build, begin, &edge, intents);
    if (build->lattice->rules.hearing != 0) {
        add_presses(&build->lattice->rules, intents);
        edge.opens = true;
        dw_lattice_add_edge(build, begin, &edge, intents);
    }
}

/* Moves from one node of the lane to another, on the other side: through the open door, and
 * through the closed one. Only where guards hear is there a reason to open it at a slow gait. */
static bool cross(dw_lattice_build *build, const lane *it, uint32_t from, uint32_t to)
{
    const bool forth = to > from;
    const dw_direction direction =
        it->along_x ? (forth ? DW_EAST : DW_WEST) : (forth ? DW_SOUTH : DW_NORTH);
    const int32_t rows = forth ? (int32_t)(to - from) : (int32_t)(from - to);
    const uint32_t begin = it->nodes[from] - 1;
    const uint32_t end = it->nodes[to] - 1;
    dw_door_set open = build->closed;
    dw_door_set_put(&open, it->door, true);
    dw_lattice_intents intents;
    dw_vec arrives;
    if (!works_door(build, &build->closed, begin, it->door) ||
        !works_door(build, &open, end, it->door) ||
        !dw_lattice_straight(build, direction, DW_BUTTON_SPRINT, rows, &intents) ||
        !dw_lattice_walkable(build, build->lattice->nodes[begin].position, &intents, &open,
                             &arrives)) {
        return false;
    }
    DW_CHECK(dw_vec_equal(arrives, build->lattice->nodes[end].position));
    dw_lattice_edge edge = {.to = end, .door = it->door};
    dw_lattice_add_edge(build, begin, &edge, &intents);
    add_presses(&build->lattice->rules, &intents);
    edge.opens = true;
    dw_lattice_add_edge(build, begin, &edge, &intents);
    for (size_t g = 1; g < dw_lattice_gait_count(&build->lattice->rules); g++) {
        if (dw_lattice_straight(build, direction, dw_lattice_gaits[g], rows, &intents)) {
            cross_quietly(build, begin, edge, &intents);
        }
    }
    return true;
}

/* The positions of the lane on one side of the doorway, nearest first. */
static uint32_t list_side(const dw_lattice_build *build, const lane *it, bool far_side,
                          uint32_t out[PAIRS_MAX])
{
    const dw_lattice *lattice = build->lattice;
    const int32_t middle = along(it, dw_rect_centre(lattice->map->doors[it->door].doorway));
    uint32_t count = 0;
    for (uint32_t k = 0; k < it->count && count < PAIRS_MAX; k++) {
        const uint32_t i = far_side ? k : it->count - 1 - k;
        if (it->nodes[i] != 0 &&
            far_side == (along(it, lattice->nodes[it->nodes[i] - 1].position) > middle)) {
            out[count++] = i;
        }
    }
    return count;
}

static void cross_doorway(dw_lattice_build *build, const lane *it)
{
    uint32_t near[PAIRS_MAX];
    uint32_t far[PAIRS_MAX];
    const uint32_t near_count = list_side(build, it, false, near);
    const uint32_t far_count = list_side(build, it, true, far);
    for (uint32_t sum = 0; sum + 1 < near_count + far_count; sum++) {
        for (uint32_t i = 0; i <= sum && i < near_count; i++) {
            if (sum - i < far_count && cross(build, it, near[i], far[sum - i])) {
                (void)cross(build, it, far[sum - i], near[i]);
                return;
            }
        }
    }
}

/* Neighbours on the lane; those of the lattice itself are joined already. */
static void join_lane(dw_lattice_build *build, const lane *it)
{
    dw_lattice_intents intents;
    for (size_t g = 0; g < dw_lattice_gait_count(&build->lattice->rules); g++) {
        if (!dw_lattice_straight(build, it->along_x ? DW_EAST : DW_SOUTH, dw_lattice_gaits[g], 1,
                                 &intents)) {
            continue;
        }
        for (uint32_t i = 0; i + 1 < it->count; i++) {
            if (it->nodes[i] != 0 && it->nodes[i + 1] != 0) {
                (void)dw_lattice_join(build, it->nodes[i] - 1, it->nodes[i + 1] - 1, &intents);
            }
        }
    }
}

void dw_lattice_add_lanes(dw_lattice_build *build)
{
    const dw_map *map = build->lattice->map;
    chains known = {0};
    if (!chains_create(&known, build->lattice)) {
        build->out_of_memory = true;
    }
    for (uint16_t d = 0; d < map->door_count && !build->out_of_memory; d++) {
        lane it = {.door = d, .along_x = map->doors[d].passes_along_x};
        if (!choose_lane(build, &known, &it)) {
            continue;
        }
        lay_lane(build, &known, &it);
        if (it.over != 0) {
            join_lane(build, &it);
        }
        cross_doorway(build, &it);
    }
    free(known.ticks);
    free(known.last);
}
