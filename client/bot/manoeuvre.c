#include "client/bot/manoeuvre.h"

#include "common/base/check.h"
#include "common/base/hash.h"

#include <math.h>
#include <string.h>

enum {
    ENOUGH = 100 * DW_UNITS_PER_MM, /* A gain this large ends the search. */
    LEAST = 1 * DW_UNITS_PER_MM,    /* A smaller gain is no progress. */
    BLIND = 4000 * DW_UNITS_PER_MM, /* Cost without a clear line to the corner or beyond. */
    STEP_COST = 3 * DW_UNITS_PER_MM /* Prefers fewer steps. */
};

_Static_assert(DW_MANOEUVRE_NODES < UINT16_MAX, "nodes are counted in 16 bits");
_Static_assert((DW_MANOEUVRE_TABLE & (DW_MANOEUVRE_TABLE - 1)) == 0, "positions are masked");

static double distance(dw_vec a, dw_vec b)
{
    return sqrt((double)dw_distance_squared(a, b));
}

static bool sees(const dw_manoeuvre_task *task, dw_vec from, dw_vec to)
{
    const dw_nav_query query = {.from = from,
                                .to = to,
                                .extra = task->extra,
                                .extra_count = task->extra_count,
                                .room = DW_NONE};
    return dw_nav_straight(task->nav, &query, NULL);
}

double dw_manoeuvre_cost(const dw_manoeuvre_task *task, dw_vec position)
{
    if (task->has_beyond && sees(task, position, task->beyond)) {
        return distance(position, task->beyond);
    }
    double cost = distance(position, task->corner);
    cost += task->has_beyond ? distance(task->corner, task->beyond) : 0.0;
    return sees(task, position, task->corner) ? cost : cost + BLIND;
}

dw_vec dw_manoeuvre_walk(const dw_manoeuvre_task *task, dw_vec position, dw_intent intent)
{
    dw_body body = {.position = position};
    (void)dw_intruder_walk(&body, intent, task->rules, task->map, task->doors, task->extra,
                           task->extra_count);
    return body.position;
}

static bool reached(const dw_manoeuvre_task *task, dw_vec position, double cost, double start_cost)
{
    if (cost <= start_cost - ENOUGH) {
        return true;
    }
    if (!task->has_beyond) {
        return cost <= task->tolerance;
    }
    return cost < BLIND && sees(task, position, task->beyond);
}

/* Adds a position unless it is known. Returns the node, or DW_MANOEUVRE_NODES. */
static uint32_t add_node(dw_manoeuvre_scratch *scratch, uint32_t *count, dw_vec position)
{
    const uint64_t hash = dw_mix64((uint64_t)(uint32_t)position.x << 32 | (uint32_t)position.y);
    uint32_t slot = (uint32_t)hash & (DW_MANOEUVRE_TABLE - 1);
    while (scratch->table[slot] != 0) {
        if (dw_vec_equal(scratch->nodes[scratch->table[slot] - 1].position, position)) {
            return DW_MANOEUVRE_NODES;
        }
        slot = (slot + 1) & (DW_MANOEUVRE_TABLE - 1);
    }
    if (*count == DW_MANOEUVRE_NODES) {
        return DW_MANOEUVRE_NODES;
    }
    scratch->table[slot] = (uint16_t)(*count + 1);
    scratch->nodes[*count].position = position;
    return (*count)++;
}

static double key(const dw_manoeuvre_scratch *scratch, uint16_t node)
{
    return scratch->nodes[node].cost + scratch->nodes[node].depth * STEP_COST;
}

/* Ties go to the node that was found first. */
static bool before(const dw_manoeuvre_scratch *scratch, uint16_t a, uint16_t b)
{
    const double key_a = key(scratch, a);
    const double key_b = key(scratch, b);
    return key_a < key_b || (key_a <= key_b && a < b);
}

static void heap_push(dw_manoeuvre_scratch *scratch, uint32_t *size, uint16_t node)
{
    uint32_t at = (*size)++;
    while (at > 0 && before(scratch, node, scratch->heap[(at - 1) / 2])) {
        scratch->heap[at] = scratch->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    scratch->heap[at] = node;
}

static uint16_t heap_pop(dw_manoeuvre_scratch *scratch, uint32_t *size)
{
    const uint16_t top = scratch->heap[0];
    const uint16_t moved = scratch->heap[--(*size)];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= *size) {
            break;
        }
        if (child + 1 < *size && before(scratch, scratch->heap[child + 1], scratch->heap[child])) {
            child++;
        }
        if (!before(scratch, scratch->heap[child], moved)) {
            break;
        }
        scratch->heap[at] = scratch->heap[child];
        at = child;
    }
    scratch->heap[at] = moved;
    return top;
}

static void write_out(const dw_manoeuvre_scratch *scratch, uint32_t node, dw_manoeuvre *out)
{
    out->count = scratch->nodes[node].depth;
    for (uint32_t at = node; scratch->nodes[at].depth > 0; at = scratch->nodes[at].parent) {
        const uint32_t step = scratch->nodes[at].depth - 1u;
        out->intents[step] = scratch->nodes[at].intent;
        out->positions[step] = scratch->nodes[at].position;
    }
}

/* Tries a node's 24 steps. Returns a node that is good enough, or DW_MANOEUVRE_NODES. */
static uint32_t expand(const dw_manoeuvre_task *task, dw_manoeuvre_scratch *scratch,
                       uint32_t *count, uint32_t *heap_size, uint16_t parent)
{
    static const uint8_t gaits[] = {DW_BUTTON_CROUCH, 0, DW_BUTTON_SPRINT};
    for (uint32_t g = 0; g < DW_COUNT_OF(gaits); g++) {
        for (uint32_t d = DW_EAST; d < DW_DIRECTION_COUNT; d++) {
            const dw_intent intent = {.direction = (uint8_t)d, .buttons = gaits[g]};
            const dw_vec position =
                dw_manoeuvre_walk(task, scratch->nodes[parent].position, intent);
            const uint32_t added = add_node(scratch, count, position);
            if (added == DW_MANOEUVRE_NODES) {
                continue;
            }
            dw_manoeuvre_node *node = &scratch->nodes[added];
            node->parent = parent;
            node->depth = (uint8_t)(scratch->nodes[parent].depth + 1);
            node->intent = intent;
            node->cost = dw_manoeuvre_cost(task, position);
            if (reached(task, position, node->cost, scratch->nodes[0].cost)) {
                return added;
            }
            if (node->depth < DW_MANOEUVRE_STEPS_MAX) {
                heap_push(scratch, heap_size, (uint16_t)added);
            }
        }
    }
    return DW_MANOEUVRE_NODES;
}

bool dw_manoeuvre_find(const dw_manoeuvre_task *task, dw_manoeuvre_scratch *scratch,
                       dw_manoeuvre *out)
{
    memset(scratch->table, 0, sizeof scratch->table);
    uint32_t count = 0;
    uint32_t heap_size = 0;
    const uint32_t start = add_node(scratch, &count, task->start);
    DW_CHECK(start == 0);
    scratch->nodes[0] =
        (dw_manoeuvre_node){.position = task->start, .cost = dw_manoeuvre_cost(task, task->start)};
    heap_push(scratch, &heap_size, 0);
    while (heap_size > 0 && count < DW_MANOEUVRE_NODES) {
        const uint16_t node = heap_pop(scratch, &heap_size);
        const uint32_t good = expand(task, scratch, &count, &heap_size, node);
        if (good != DW_MANOEUVRE_NODES) {
            write_out(scratch, good, out);
            return true;
        }
    }
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; i++) {
        best = scratch->nodes[i].cost < scratch->nodes[best].cost ? i : best;
    }
    if (scratch->nodes[best].cost > scratch->nodes[0].cost - LEAST) {
        return false;
    }
    write_out(scratch, best, out);
    return true;
}
