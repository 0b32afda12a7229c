/* planner.h: the cheapest plan over sets of facts, against a search that tries everything. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "server/mind/data/planner.h"
#include "tests/support/test.h"

enum { FACTS_OF_RANDOM_MAX = 9, STATES = 1 << FACTS_OF_RANDOM_MAX };

static dw_plan_scratch scratch;

#define FACT(number)   (UINT64_C(1) << (number))
#define NEEDS(yes, no) .needs = {.on = (yes), .off = (no)}
#define GIVES(yes, no) .gives = {.on = (yes), .off = (no)}

/* A princess is happy when the knight is at home and the dragon is dead. */
enum { DRAGON = 0, AXE = 1, HAPPY = 2 };
enum { GO_HOME, KILL, WAIT, TAKE_AXE };

static dw_plan_domain princess(void)
{
    return (dw_plan_domain){
        .action_count = 4,
        .actions = {
            [GO_HOME] = {NEEDS(0, FACT(DRAGON)), GIVES(FACT(HAPPY), 0), .cost = 1},
            [KILL] = {NEEDS(FACT(AXE), 0), GIVES(0, FACT(DRAGON)), .cost = 50},
            [WAIT] = {GIVES(0, FACT(DRAGON)), .cost = 150},
            [TAKE_AXE] = {NEEDS(0, FACT(AXE)), GIVES(FACT(AXE), 0), .cost = 10},
        }};
}

static dw_plan_result find(dw_plan *plan, const dw_plan_domain *domain, uint64_t facts,
                           const dw_plan_facts *wanted)
{
    return dw_plan_find(plan, domain, facts, wanted, 0, DW_PLAN_NODES_MAX, &scratch, NULL);
}

static void the_princess_is_happy_after_axe_kill_home_at_61(void **state)
{
    (void)state;
    const dw_plan_domain domain = princess();
    dw_plan plan;
    assert_int_equal(find(&plan, &domain, FACT(DRAGON), &(dw_plan_facts){.on = FACT(HAPPY)}),
                     DW_PLAN_FOUND);
    assert_int_equal(plan.cost, 61);
    assert_int_equal(plan.count, 3);
    assert_int_equal(plan.actions[0], TAKE_AXE);
    assert_int_equal(plan.actions[1], KILL);
    assert_int_equal(plan.actions[2], GO_HOME);
}

static void without_an_axe_to_take_the_princess_waits_at_151(void **state)
{
    (void)state;
    dw_plan_domain domain = princess();
    domain.action_count = TAKE_AXE;
    dw_plan plan;
    assert_int_equal(find(&plan, &domain, FACT(DRAGON), &(dw_plan_facts){.on = FACT(HAPPY)}),
                     DW_PLAN_FOUND);
    assert_int_equal(plan.cost, 151);
    assert_int_equal(plan.count, 2);
    assert_int_equal(plan.actions[0], WAIT);
    assert_int_equal(plan.actions[1], GO_HOME);
}

static void what_stands_already_needs_no_step(void **state)
{
    (void)state;
    const dw_plan_domain domain = princess();
    dw_plan plan;
    /* The axe does not matter: only the wanted facts are compared. */
    assert_int_equal(find(&plan, &domain, FACT(HAPPY) | FACT(AXE),
                          &(dw_plan_facts){.on = FACT(HAPPY), .off = FACT(DRAGON)}),
                     DW_PLAN_FOUND);
    assert_int_equal(plan.count, 0);
    assert_int_equal(plan.cost, 0);
}

static void what_no_action_gives_has_no_plan(void **state)
{
    (void)state;
    dw_plan_domain domain = princess();
    dw_plan plan = {.cost = 7};
    uint32_t used = 99;
    assert_int_equal(dw_plan_find(&plan, &domain, FACT(DRAGON), &(dw_plan_facts){.on = FACT(40)}, 0,
                                  DW_PLAN_NODES_MAX, &scratch, &used),
                     DW_PLAN_NONE);
    assert_int_equal(used, 0);                   /* The prices show it before the search. */
    domain.actions[GO_HOME].needs.on = FACT(63); /* Now only the search can show it. */
    assert_int_equal(find(&plan, &domain, FACT(DRAGON), &(dw_plan_facts){.on = FACT(HAPPY)}),
                     DW_PLAN_NONE);
    assert_int_equal(plan.cost, 7); /* Nothing was written. */
}

/* A counter of `bits` bits: action i sets bit i and clears those below, which must all be set. Its
 * only plan visits every number. */
static dw_plan_domain counter(uint32_t bits)
{
    dw_plan_domain domain = {.action_count = bits};
    for (uint32_t i = 0; i < bits; i++) {
        const uint64_t below = FACT(i) - 1;
        domain.actions[i] =
            (dw_plan_action){NEEDS(below, FACT(i)), GIVES(FACT(i), below), .cost = 3};
    }
    return domain;
}

static void a_search_ends_at_the_nodes_that_it_may_look_at(void **state)
{
    (void)state;
    const dw_plan_domain domain = counter(3);
    const dw_plan_facts wanted = {.on = 7};
    dw_plan plan;
    uint32_t used;
    for (uint32_t nodes = 1; nodes <= 8; nodes++) {
        assert_int_equal(dw_plan_find(&plan, &domain, 0, &wanted, 0, nodes, &scratch, &used),
                         nodes < 8 ? DW_PLAN_TOO_MANY_NODES : DW_PLAN_FOUND);
        assert_int_equal(used, nodes);
    }
    assert_int_equal(plan.count, 7);
    assert_int_equal(plan.cost, 21);
}

static void a_plan_with_too_many_steps_is_named_so(void **state)
{
    (void)state;
    const dw_plan_domain domain = counter(4);
    dw_plan plan = {.cost = 7};
    assert_int_equal(find(&plan, &domain, 0, &(dw_plan_facts){.on = 15}), DW_PLAN_TOO_LONG);
    assert_int_equal(plan.cost, 7);
}

static dw_plan_facts random_facts(dw_rng *rng, uint32_t facts, uint32_t most)
{
    dw_plan_facts out = {0, 0};
    for (uint32_t i = dw_rng_below(rng, most + 1); i > 0; i--) {
        const uint64_t bit = FACT(dw_rng_below(rng, facts));
        if (((out.on | out.off) & bit) == 0) {
            *(dw_rng_below(rng, 2) == 0 ? &out.on : &out.off) |= bit;
        }
    }
    return out;
}

static dw_plan_domain random_domain(dw_rng *rng, uint32_t facts)
{
    dw_plan_domain domain = {.action_count = 1 + dw_rng_below(rng, 12)};
    for (uint32_t a = 0; a < domain.action_count; a++) {
        domain.actions[a] = (dw_plan_action){.needs = random_facts(rng, facts, 3),
                                             .gives = random_facts(rng, facts, 3),
                                             .cost = dw_rng_below(rng, 30)};
    }
    return domain;
}

/* The cost of the cheapest way from `facts`, by trying each action in each state until nothing
 * becomes cheaper; UINT32_MAX: no way leads there. */
static uint32_t cheapest_of_all(const dw_plan_domain *domain, uint64_t facts,
                                const dw_plan_facts *wanted)
{
    uint32_t cost[STATES];
    memset(cost, 0xff, sizeof cost);
    cost[facts] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint64_t from = 0; from < STATES; from++) {
            for (uint32_t a = 0; cost[from] != UINT32_MAX && a < domain->action_count; a++) {
                const dw_plan_action *action = &domain->actions[a];
                const uint64_t to = (from | action->gives.on) & ~action->gives.off;
                if ((from & action->needs.on) == action->needs.on &&
                    (from & action->needs.off) == 0 && cost[from] + action->cost < cost[to]) {
                    cost[to] = cost[from] + action->cost;
                    changed = true;
                }
            }
        }
    }
    uint32_t best = UINT32_MAX;
    for (uint64_t at = 0; at < STATES; at++) {
        const bool ends = (at & wanted->on) == wanted->on && (at & wanted->off) == 0;
        best = ends && cost[at] < best ? cost[at] : best;
    }
    return best;
}

/* An action that is set aside is as if it were not in the table. */
static void an_action_that_is_left_out_stands_in_no_plan(void **state)
{
    (void)state;
    const dw_plan_domain domain = princess();
    const dw_plan_facts wanted = {.on = FACT(HAPPY)};
    dw_plan plan;
    assert_int_equal(dw_plan_find(&plan, &domain, FACT(DRAGON), &wanted, 1u << TAKE_AXE,
                                  DW_PLAN_NODES_MAX, &scratch, NULL),
                     DW_PLAN_FOUND);
    assert_int_equal(plan.cost, 151);
    assert_int_equal(dw_plan_find(&plan, &domain, FACT(DRAGON), &wanted, 1u << GO_HOME,
                                  DW_PLAN_NODES_MAX, &scratch, NULL),
                     DW_PLAN_NONE);
}

/* Each step is possible where it stands, and they lead to what is wanted at the plan's cost. */
static void check_plan(const dw_plan *plan, const dw_plan_domain *domain, uint64_t facts,
                       const dw_plan_facts *wanted)
{
    uint32_t cost = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        const dw_plan_action *action = &domain->actions[plan->actions[i]];
        assert_true(dw_plan_holds(facts, &action->needs));
        facts = dw_plan_after(facts, action);
        cost += action->cost;
    }
    assert_true(dw_plan_holds(facts, wanted));
    assert_int_equal(cost, plan->cost);
}

static void random_domains_give_what_exhaustive_search_gives(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 16, 1);
    uint32_t found = 0;
    uint32_t none = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        const uint32_t facts = 2 + dw_rng_below(&rng, FACTS_OF_RANDOM_MAX - 1);
        const dw_plan_domain domain = random_domain(&rng, facts);
        const uint64_t start = dw_rng_below(&rng, UINT32_C(1) << facts);
        const dw_plan_facts wanted = random_facts(&rng, facts, 4);
        const uint32_t best = cheapest_of_all(&domain, start, &wanted);
        dw_plan plan;
        const dw_plan_result result = find(&plan, &domain, start, &wanted);
        if (best == UINT32_MAX) {
            assert_int_equal(result, DW_PLAN_NONE);
            none++;
        } else if (result != DW_PLAN_TOO_LONG) {
            assert_int_equal(result, DW_PLAN_FOUND);
            assert_int_equal(plan.cost, best);
            check_plan(&plan, &domain, start, &wanted);
            found++;
        }
    }
    assert_true(found > 500 && none > 300);
}

/* For each action of a plan, a copy that is dearer by 1, and a copy that is cheaper but needs one
 * thing more, which nobody gives: neither may stand in a plan, wherever it stands in the table. */
static void decoys_that_differ_in_cost_or_in_one_need_never_win(void **state)
{
    (void)state;
    enum { NEVER = 63 };
    dw_rng rng;
    dw_rng_init(&rng, 16, 2);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        const uint32_t facts = 2 + dw_rng_below(&rng, FACTS_OF_RANDOM_MAX - 1);
        dw_plan_domain domain = random_domain(&rng, facts);
        const uint64_t start = dw_rng_below(&rng, UINT32_C(1) << facts);
        const dw_plan_facts wanted = random_facts(&rng, facts, 4);
        dw_plan plan;
        if (find(&plan, &domain, start, &wanted) != DW_PLAN_FOUND || plan.count == 0) {
            continue;
        }
        tried++;
        const uint32_t cost = plan.cost;
        const uint32_t real = domain.action_count;
        const uint8_t copied = plan.actions[dw_rng_below(&rng, plan.count)];
        dw_plan_domain mixed = {.action_count = real + 2};
        mixed.actions[0] = domain.actions[copied];
        mixed.actions[0].cost++;
        mixed.actions[1] = domain.actions[copied];
        mixed.actions[1].needs.on |= FACT(NEVER);
        mixed.actions[1].cost = 0;
        memcpy(&mixed.actions[2], domain.actions, real * sizeof domain.actions[0]);
        assert_int_equal(find(&plan, &mixed, start, &wanted), DW_PLAN_FOUND);
        assert_int_equal(plan.cost, cost);
        for (uint32_t s = 0; s < plan.count; s++) {
            assert_true(plan.actions[s] >= 2);
        }
    }
    assert_true(tried > 300);
}

static void of_plans_that_cost_the_same_the_first_in_the_table_is_taken(void **state)
{
    (void)state;
    dw_plan_domain domain = {.action_count = 3};
    for (uint32_t a = 0; a < 3; a++) {
        domain.actions[a] = (dw_plan_action){GIVES(FACT(5), 0), .cost = 4};
    }
    dw_plan plan;
    assert_int_equal(find(&plan, &domain, 0, &(dw_plan_facts){.on = FACT(5)}), DW_PLAN_FOUND);
    assert_int_equal(plan.actions[0], 0);
    domain.actions[0].cost = 5;
    assert_int_equal(find(&plan, &domain, 0, &(dw_plan_facts){.on = FACT(5)}), DW_PLAN_FOUND);
    assert_int_equal(plan.actions[0], 1);
    /* Two ways of two steps: 0 before 2, and 1 before 3. */
    domain = (dw_plan_domain){.action_count = 4};
    for (uint32_t a = 0; a < 2; a++) {
        domain.actions[a] = (dw_plan_action){GIVES(FACT(a), 0), .cost = 1};
        domain.actions[a + 2] = (dw_plan_action){NEEDS(FACT(a), 0), GIVES(FACT(5), 0), .cost = 1};
    }
    assert_int_equal(find(&plan, &domain, 0, &(dw_plan_facts){.on = FACT(5)}), DW_PLAN_FOUND);
    assert_int_equal(plan.actions[0], 0);
    assert_int_equal(plan.actions[1], 2);
}

static void what_the_scratch_held_before_changes_nothing(void **state)
{
    (void)state;
    const dw_plan_domain domain = princess();
    dw_plan plan;
    uint32_t used[2];
    for (uint32_t i = 0; i < 2; i++) {
        memset(&scratch, i == 0 ? 0 : 0xa5, sizeof scratch);
        assert_int_equal(dw_plan_find(&plan, &domain, FACT(DRAGON),
                                      &(dw_plan_facts){.on = FACT(HAPPY)}, 0, 64, &scratch,
                                      &used[i]),
                         DW_PLAN_FOUND);
        assert_int_equal(plan.cost, 61);
    }
    assert_int_equal(used[0], used[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_princess_is_happy_after_axe_kill_home_at_61),
        cmocka_unit_test(without_an_axe_to_take_the_princess_waits_at_151),
        cmocka_unit_test(what_stands_already_needs_no_step),
        cmocka_unit_test(what_no_action_gives_has_no_plan),
        cmocka_unit_test(a_search_ends_at_the_nodes_that_it_may_look_at),
        cmocka_unit_test(a_plan_with_too_many_steps_is_named_so),
        cmocka_unit_test(an_action_that_is_left_out_stands_in_no_plan),
        cmocka_unit_test(random_domains_give_what_exhaustive_search_gives),
        cmocka_unit_test(decoys_that_differ_in_cost_or_in_one_need_never_win),
        cmocka_unit_test(of_plans_that_cost_the_same_the_first_in_the_table_is_taken),
        cmocka_unit_test(what_the_scratch_held_before_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
