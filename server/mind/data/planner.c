/* planner.c - A* over sets of facts.
 * The estimate is consistent: an action either leaves the dearest unmet fact unmet, or gives it and
 * costs at least its price. So a node that has left the heap is never reached more cheaply later.
 */
#include "server/mind/data/planner.h"

#include "common/base/check.h"

#include <string.h>

enum { DONE = DW_PLAN_NODES_MAX };

/* No plan can cost this much: it means that no action gives the fact. */
static const uint32_t IMPOSSIBLE = UINT32_MAX;

_Static_assert((uint64_t)DW_PLAN_NODES_MAX *DW_PLAN_COST_MAX < UINT32_MAX / 2,
               "a plan visits no node twice, so its cost fits");

typedef struct search {
    const dw_plan_domain *domain;
    const dw_plan_facts *wanted;
    dw_plan_scratch *scratch;
    uint32_t usable; /* Bit a: action a. */
    uint32_t nodes_max;
    uint32_t slot_mask;
    uint32_t prices[DW_PLAN_FACTS_MAX]; /* What each wanted fact costs at least by itself. */
} search;

static void find_prices(search *it)
{
    const dw_plan_facts *wanted = it->wanted;
    for (uint64_t left = wanted->on | wanted->off; left != 0; left &= left - 1) {
        const uint32_t fact = (uint32_t)__builtin_ctzll(left);
        const uint64_t bit = UINT64_C(1) << fact;
        it->prices[fact] = IMPOSSIBLE;
        for (uint32_t left_actions = it->usable; left_actions != 0;
             left_actions &= left_actions - 1) {
            const dw_plan_action *action = &it->domain->actions[__builtin_ctz(left_actions)];
            const uint64_t gives = (wanted->on & bit) != 0 ? action->gives.on : action->gives.off;
            if ((gives & bit) != 0 && action->cost < it->prices[fact]) {
                it->prices[fact] = action->cost;
            }
        }
    }
}

/* IMPOSSIBLE when a wanted fact does not stand and no action gives it. */
static uint32_t estimate(const search *it, uint64_t facts)
{
    uint32_t dearest = 0;
    const uint64_t unmet = (it->wanted->on & ~facts) | (it->wanted->off & facts);
    for (uint64_t left = unmet; left != 0; left &= left - 1) {
        const uint32_t price = it->prices[__builtin_ctzll(left)];
        dearest = price > dearest ? price : dearest;
    }
    return dearest;
}

/* Smaller estimates first, then what was reached earlier: the order of the table decides. */
static bool comes_before(const dw_plan_scratch *scratch, uint16_t a, uint16_t b)
{
    const uint32_t x = scratch->nodes[a].estimate;
    const uint32_t y = scratch->nodes[b].estimate;
    return x != y ? x < y : a < b;
}

static void put(dw_plan_scratch *scratch, uint32_t place, uint16_t node)
{
    scratch->heap[place] = node;
    scratch->nodes[node].heap_place = (uint16_t)place;
}

static void move_up(dw_plan_scratch *scratch, uint32_t place)
{
    const uint16_t node = scratch->heap[place];
    while (place > 0 && comes_before(scratch, node, scratch->heap[(place - 1) / 2])) {
        put(scratch, place, scratch->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(scratch, place, node);
}

static uint16_t take_first(dw_plan_scratch *scratch)
{
    const uint16_t first = scratch->heap[0];
    const uint16_t last = scratch->heap[--scratch->heap_count];
    uint32_t place = 0;
    for (;;) {
        uint32_t child = 2 * place + 1;
        if (child + 1 < scratch->heap_count &&
            comes_before(scratch, scratch->heap[child + 1], scratch->heap[child])) {
            child++;
        }
        if (child >= scratch->heap_count || !comes_before(scratch, scratch->heap[child], last)) {
            break;
        }
        put(scratch, place, scratch->heap[child]);
        place = child;
    }
    if (scratch->heap_count > 0) {
        put(scratch, place, last);
    }
    scratch->nodes[first].heap_place = DONE;
    return first;
}

static uint16_t *find_slot(const search *it, uint64_t facts)
{
    uint32_t slot = (uint32_t)((facts * UINT64_C(0x9E3779B97F4A7C15)) >> 40) & it->slot_mask;
    while (it->scratch->slots[slot] != 0 &&
           it->scratch->nodes[it->scratch->slots[slot] - 1].facts != facts) {
        slot = (slot + 1) & it->slot_mask;
    }
    return &it->scratch->slots[slot];
}

/* False when there is no room for one more node. */
static bool reach(search *it, const dw_plan_node *found)
{
    dw_plan_scratch *scratch = it->scratch;
    uint16_t *slot = find_slot(it, found->facts);
    if (*slot != 0) {
        dw_plan_node *known = &scratch->nodes[*slot - 1];
        if (found->cost < known->cost) {
            DW_CHECK(known->heap_place != DONE); /* The estimate is consistent. */
            const uint16_t place = known->heap_place;
            *known = *found;
            known->heap_place = place;
            move_up(scratch, place);
        }
        return true;
    }
    if (scratch->count == it->nodes_max) {
        return false;
    }
    const uint16_t node = (uint16_t)scratch->count++;
    *slot = (uint16_t)(node + 1);
    scratch->nodes[node] = *found;
    put(scratch, scratch->heap_count, node);
    move_up(scratch, scratch->heap_count++);
    return true;
}

static bool expand(search *it, uint16_t from)
{
    bool fits = true;
    for (uint32_t usable = it->usable; usable != 0; usable &= usable - 1) {
        const uint32_t a = (uint32_t)__builtin_ctz(usable);
        const dw_plan_action *action = &it->domain->actions[a];
        const dw_plan_node *node = &it->scratch->nodes[from];
        const uint64_t facts = dw_plan_after(node->facts, action);
        if (facts == node->facts || !dw_plan_holds(node->facts, &action->needs)) {
            continue;
        }
        const uint32_t left = estimate(it, facts);
        if (left == IMPOSSIBLE) {
            continue;
        }
        const uint32_t cost = node->cost + action->cost;
        fits &= reach(it, &(dw_plan_node){.facts = facts,
                                          .cost = cost,
                                          .estimate = cost + left,
                                          .parent = from,
                                          .action = (uint8_t)a});
    }
    return fits;
}

static dw_plan_result write_plan(dw_plan *plan, const dw_plan_scratch *scratch, uint16_t end)
{
    uint32_t count = 0;
    for (uint16_t n = end; n != 0; n = scratch->nodes[n].parent) {
        count++;
    }
    if (count > DW_PLAN_STEPS_MAX) {
        return DW_PLAN_TOO_LONG;
    }
    *plan = (dw_plan){.cost = scratch->nodes[end].cost, .count = (uint8_t)count};
    for (uint16_t n = end; n != 0; n = scratch->nodes[n].parent) {
        plan->actions[--count] = scratch->nodes[n].action;
    }
    return DW_PLAN_FOUND;
}

/* A node for which there is no room may lead to the cheapest plan. So the search ends there: what
 * it returns is the cheapest plan or no plan. */
static dw_plan_result run(search *it, dw_plan *plan)
{
    dw_plan_scratch *scratch = it->scratch;
    while (scratch->heap_count > 0) {
        const uint16_t node = take_first(scratch);
        if (dw_plan_holds(scratch->nodes[node].facts, it->wanted)) {
            return write_plan(plan, scratch, node);
        }
        if (!expand(it, node)) {
            return DW_PLAN_TOO_MANY_NODES;
        }
    }
    return DW_PLAN_NONE;
}

dw_plan_result dw_plan_find(dw_plan *plan, const dw_plan_domain *domain, uint64_t facts,
                            const dw_plan_facts *wanted, uint32_t without, uint32_t nodes_max,
                            dw_plan_scratch *scratch, uint32_t *used)
{
    DW_CHECK(nodes_max > 0 && nodes_max <= DW_PLAN_NODES_MAX);
    DW_CHECK(domain->action_count <= DW_PLAN_ACTIONS_MAX);
    uint32_t slots = 2;
    while (slots < 2 * nodes_max) {
        slots *= 2;
    }
    const uint32_t all = (uint32_t)((UINT64_C(1) << domain->action_count) - 1);
    search it;
    it.domain = domain;
    it.wanted = wanted;
    it.scratch = scratch;
    it.usable = all & ~without;
    it.nodes_max = nodes_max;
    it.slot_mask = slots - 1;
    find_prices(&it);
    scratch->count = 0;
    scratch->heap_count = 0;
    memset(scratch->slots, 0, slots * sizeof scratch->slots[0]);
    const uint32_t left = estimate(&it, facts);
    dw_plan_result result = DW_PLAN_NONE;
    if (left != IMPOSSIBLE) {
        const bool fits = reach(&it, &(dw_plan_node){.facts = facts, .estimate = left});
        DW_CHECK(fits);
        result = run(&it, plan);
    }
    if (used != NULL) {
        *used = scratch->count;
    }
    return result;
}
