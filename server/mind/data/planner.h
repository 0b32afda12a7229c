/* planner.h - the cheapest list of actions that makes wanted facts true (goal-oriented action
 * planning).
 * A domain is a table of actions over up to 64 facts. An action is possible when the facts that it
 * needs stand as it says; it then sets the facts that it gives. The search is A* over sets of
 * facts, with an estimate that is never above the true cost: the dearest of the wanted facts that
 * do not stand yet, each at the price of the cheapest action that gives it.
 *
 * Knows nothing of guards and of what facts mean. Deterministic: of plans that cost the same, the
 * order of actions in the table decides. No allocation: the caller hands in the scratch memory, and
 * says how many sets of facts may be looked at. Cost: O(nodes * (actions + log nodes)).
 * Sources: Fikes and Nilsson, "STRIPS: a new approach to the application of theorem proving to
 * problem solving", 1971; Hart, Nilsson and Raphael, "A formal basis for the heuristic
 * determination of minimum cost paths", 1968; Orkin, "Applying goal-oriented action planning to
 * games", 2003. */
#ifndef DW_MIND_DATA_PLANNER_H
#define DW_MIND_DATA_PLANNER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_PLAN_FACTS_MAX = 64,
    DW_PLAN_ACTIONS_MAX = 32,
    DW_PLAN_STEPS_MAX = 12,
    DW_PLAN_NODES_MAX = 1024,
    DW_PLAN_COST_MAX = 1000000 /* Of one action. */
};

/* Facts that must stand, or that an action makes stand: bit f of `on`: fact f is true; of `off`: it
 * is false. No fact is in both. */
typedef struct dw_plan_facts {
    uint64_t on;
    uint64_t off;
} dw_plan_facts;

typedef struct dw_plan_action {
    dw_plan_facts needs;
    dw_plan_facts gives;
    uint32_t cost; /* Up to DW_PLAN_COST_MAX. */
} dw_plan_action;

typedef struct dw_plan_domain {
    uint32_t action_count;
    dw_plan_action actions[DW_PLAN_ACTIONS_MAX];
} dw_plan_domain;

/* Indices of actions in the order in which they are done. */
typedef struct dw_plan {
    uint32_t cost;
    uint8_t count; /* 0: what is wanted stands already. */
    uint8_t actions[DW_PLAN_STEPS_MAX];
} dw_plan;

typedef enum dw_plan_result {
    DW_PLAN_FOUND,
    DW_PLAN_NONE,           /* No list of actions gives what is wanted. */
    DW_PLAN_TOO_MANY_NODES, /* None was found within the nodes that the caller allows. */
    DW_PLAN_TOO_LONG        /* The cheapest plan has more than DW_PLAN_STEPS_MAX steps. */
} dw_plan_result;

/* A set of facts that the search has reached. */
typedef struct dw_plan_node {
    uint64_t facts;
    uint32_t cost;     /* From the start. */
    uint32_t estimate; /* From the start by this node to the end. */
    uint16_t parent;
    uint16_t heap_place; /* Its place in the heap; DW_PLAN_NODES_MAX: it is done with. */
    uint8_t action;      /* That leads here from the parent. */
} dw_plan_node;

/* Needs no initial value, and holds nothing after the call. 30 KiB, of which a search touches as
 * much as it looks at. */
typedef struct dw_plan_scratch {
    uint32_t count;
    uint32_t heap_count;
    dw_plan_node nodes[DW_PLAN_NODES_MAX];
    uint16_t heap[DW_PLAN_NODES_MAX];
    uint16_t slots[2 * DW_PLAN_NODES_MAX]; /* By hash of the facts: number of a node + 1, or 0. */
} dw_plan_scratch;

static inline bool dw_plan_holds(uint64_t facts, const dw_plan_facts *wanted)
{
    return (facts & wanted->on) == wanted->on && (facts & wanted->off) == 0;
}

static inline uint64_t dw_plan_after(uint64_t facts, const dw_plan_action *action)
{
    return (facts | action->gives.on) & ~action->gives.off;
}

/* The cheapest plan from `facts` to `wanted`. `plan` is written on DW_PLAN_FOUND alone. At most
 * `nodes_max` sets of facts are looked at, 1 to DW_PLAN_NODES_MAX; `used` gets how many were, or is
 * NULL. Bit a of `without`: action a is not to be used. */
dw_plan_result dw_plan_find(dw_plan *plan, const dw_plan_domain *domain, uint64_t facts,
                            const dw_plan_facts *wanted, uint32_t without, uint32_t nodes_max,
                            dw_plan_scratch *scratch, uint32_t *used);

#endif
