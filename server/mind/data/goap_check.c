/* goap_check.c - what a planner's file promises and cannot keep, found by planning from every
 * situation that matters, and its picture. Not used in a tick. */
#include "server/mind/data/goap_program.h"

#include "common/base/rng.h"
#include "server/mind/data/watchfulness.h"

#include <stdio.h>

enum {
    BITS_MAX = 12,    /* Up to this many facts all situations are tried, */
    SAMPLES = 1 << 12 /* and else this many at random. */
};

/* The facts on which it depends whether the goal has a plan: those that it wants, and those that
 * actions need which help, in any number of steps. */
static uint64_t facts_that_matter(const dw_goap_program *it, const dw_plan_facts *want)
{
    dw_plan_facts open = *want;
    uint32_t helpful = 0;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t a = 0; a < it->domain.action_count; a++) {
            const dw_plan_action *action = &it->domain.actions[a];
            const bool helps =
                (action->gives.on & open.on) != 0 || (action->gives.off & open.off) != 0;
            if (helps && (helpful >> a & 1) == 0) {
                helpful |= UINT32_C(1) << a;
                open.on |= action->needs.on;
                open.off |= action->needs.off;
                grew = true;
            }
        }
    }
    return open.on | open.off;
}

/* Spreads the low bits of `number` over the bits of `mask`. */
static uint64_t spread(uint64_t mask, uint64_t number)
{
    uint64_t out = 0;
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        out |= (number & 1) != 0 ? left & -left : 0;
        number >>= 1;
    }
    return out;
}

/* The bits of `mask` as the low bits of a number. */
static uint32_t gather(uint64_t mask, uint64_t facts)
{
    uint32_t out = 0;
    uint32_t bit = 0;
    for (uint64_t left = mask; left != 0; left &= left - 1) {
        out |= (uint32_t)(facts >> __builtin_ctzll(left) & 1) << bit++;
    }
    return out;
}

/* Whether the goal can count with these facts: its conditions, as far as they name facts of
 * `matter`. A goal with "when": "hungry" needs no plan for a body that is not hungry. */
static bool may_count(const dw_goap_program *it, const dw_motive *option, uint64_t matter,
                      uint64_t facts)
{
    bool may = option->when_count == 0;
    for (uint8_t w = 0; w < option->when_count; w++) {
        dw_plan_facts when = {0, 0};
        for (uint8_t t = 0; t < option->when[w].count; t++) {
            const dw_term *term = &option->when[w].terms[t];
            for (uint8_t b = 0; b < it->bits.count; b++) {
                if (it->bits.terms[b].fact == term->fact && it->bits.terms[b].test == DW_TEST_SET) {
                    when.on |= term->test == DW_TEST_SET ? UINT64_C(1) << b : 0;
                    when.off |= term->test == DW_TEST_UNSET ? UINT64_C(1) << b : 0;
                }
            }
        }
        when.on &= matter;
        when.off &= matter;
        may = may || dw_plan_holds(facts, &when);
    }
    return may;
}

/* How many situations the goal can count in without being reached, how many of these have no plan,
 * and the first of those. */
typedef struct verdict {
    uint64_t matter;
    uint32_t tried;
    uint32_t failed;
    uint64_t example;
    uint32_t used; /* Bit a: some plan has action a. */
} verdict;

static verdict try_situations(const dw_goap_program *it, uint32_t goal)
{
    dw_plan_scratch scratch;
    verdict out = {.matter = facts_that_matter(it, &it->wants[goal])};
    const uint32_t bits = (uint32_t)__builtin_popcountll(out.matter);
    const uint32_t situations = UINT32_C(1) << (bits < BITS_MAX ? bits : BITS_MAX);
    dw_rng rng;
    dw_rng_init(&rng, goal, 1);
    for (uint32_t i = 0; i < situations; i++) {
        const uint64_t draw = (uint64_t)dw_rng_next(&rng) << 32;
        const uint64_t facts = spread(out.matter, bits <= BITS_MAX ? i : draw | dw_rng_next(&rng));
        if (dw_plan_holds(facts, &it->wants[goal]) ||
            !may_count(it, &it->goals.of[goal], out.matter, facts)) {
            continue;
        }
        dw_plan plan;
        out.tried++;
        if (dw_plan_find(&plan, &it->domain, facts, &it->wants[goal], 0, (uint32_t)it->nodes_max,
                         &scratch, NULL) == DW_PLAN_FOUND) {
            for (uint8_t s = 0; s < plan.count; s++) {
                out.used |= UINT32_C(1) << plan.actions[s];
            }
        } else {
            out.example = out.failed == 0 ? facts : out.example;
            out.failed++;
        }
    }
    return out;
}

void dw_goap_check(const void *program, dw_findings *out)
{
    const dw_goap_program *it = program;
    char place[DW_BRAIN_PLACE_MAX];
    uint32_t used = 0;
    uint64_t watched = dw_motives_watch(&it->goals);
    for (uint64_t left = it->planned; left != 0; left &= left - 1) {
        watched |= UINT64_C(1) << it->bits.terms[__builtin_ctzll(left)].fact;
    }
    for (uint32_t g = 0; g < it->goals.count; g++) {
        const verdict found = try_situations(it, g);
        used |= found.used;
        (void)snprintf(place, sizeof place, "goals.%s", it->goals.of[g].name);
        if (found.tried > 0 && found.failed == found.tried) {
            dw_findings_say(out, place, "no plan reaches what it wants");
        } else if (found.failed > 0) {
            char text[DW_BRAIN_PLACE_MAX];
            dw_fact_bits_print(&it->bits, found.matter, found.example, text, sizeof text);
            dw_findings_say(out, place, "no plan in %u of %u situations, for example: %s",
                            found.failed, found.tried, text);
        }
    }
    for (uint32_t a = 0; a < it->domain.action_count; a++) {
        (void)snprintf(place, sizeof place, "actions.%s", it->actions[a].name);
        if ((used >> a & 1) == 0) {
            dw_findings_say(out, place, "no plan ever uses it");
        }
        dw_watchfulness_check(out, place, dw_skill_at(it->actions[a].call.skill), watched, true);
    }
}

/* Goals, actions, and an arrow from each action to what it helps: a goal that wants what it gives,
 * or an action that needs it. */
/* An arrow to `id` when the action gives something of what is wanted there, with what that is. */
static void draw_gift(const dw_goap_program *it, const dw_plan_action *action, uint32_t from,
                      const dw_plan_facts *wanted, uint32_t id, dw_drawing *out)
{
    const uint64_t on = action->gives.on & wanted->on;
    const uint64_t off = action->gives.off & wanted->off;
    if ((on | off) != 0) {
        char text[DW_BRAIN_PLACE_MAX];
        dw_fact_bits_print(&it->bits, on | off, on, text, sizeof text);
        out->arrow(out->context, from, id, text);
    }
}

static void draw_goal(const dw_goap_program *it, uint32_t g, dw_drawing *out)
{
    char text[4 * DW_BRAIN_PLACE_MAX];
    char wants[DW_BRAIN_PLACE_MAX];
    char motive[2 * DW_BRAIN_PLACE_MAX];
    dw_fact_bits_print(&it->bits, it->wants[g].on | it->wants[g].off, it->wants[g].on, wants,
                       sizeof wants);
    dw_motive_print(&it->goals.of[g], motive, sizeof motive);
    (void)snprintf(text, sizeof text, "wants %s\n%s", wants, motive);
    out->box(out->context, g, UINT32_MAX, DW_BOX_GROUP, it->goals.of[g].name, text);
}

static void draw_action(const dw_goap_program *it, uint32_t a, dw_drawing *out)
{
    char text[3 * DW_BRAIN_PLACE_MAX];
    const dw_plan_facts *needs = &it->domain.actions[a].needs;
    const uint64_t needed = needs->on | needs->off;
    const int length =
        snprintf(text, sizeof text, "%s, cost %u%s", dw_skill_at(it->actions[a].call.skill)->name,
                 it->domain.actions[a].cost, needed != 0 ? "\nneeds " : "");
    if (needed != 0) {
        dw_fact_bits_print(&it->bits, needed, needs->on, text + length,
                           sizeof text - (size_t)length);
    }
    out->box(out->context, it->goals.count + a, UINT32_MAX, DW_BOX_SKILL, it->actions[a].name,
             text);
}

void dw_goap_draw(const void *program, dw_drawing *out)
{
    const dw_goap_program *it = program;
    const uint32_t goals = it->goals.count;
    for (uint32_t g = 0; g < goals; g++) {
        draw_goal(it, g, out);
    }
    for (uint32_t a = 0; a < it->domain.action_count; a++) {
        draw_action(it, a, out);
    }
    for (uint32_t a = 0; a < it->domain.action_count; a++) {
        const dw_plan_action *action = &it->domain.actions[a];
        for (uint32_t g = 0; g < goals; g++) {
            draw_gift(it, action, goals + a, &it->wants[g], g, out);
        }
        for (uint32_t b = 0; b < it->domain.action_count; b++) {
            if (a != b) {
                draw_gift(it, action, goals + a, &it->domain.actions[b].needs, goals + b, out);
            }
        }
    }
}

/* The cheapest cost to `want` of all: each action is tried in each situation until nothing becomes
 * cheaper. Facts that do not matter stay as they are. UINT32_MAX: no plan. */
static uint32_t search_all(const dw_goap_program *it, const dw_plan_facts *want, uint64_t matter,
                           uint64_t facts)
{
    uint32_t cost[1 << BITS_MAX];
    const uint32_t situations = UINT32_C(1) << __builtin_popcountll(matter);
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < situations; i++) {
        cost[i] = spread(matter, i) == facts ? 0 : UINT32_MAX;
    }
    for (bool cheaper = true; cheaper;) {
        cheaper = false;
        for (uint32_t i = 0; i < situations; i++) {
            const uint64_t from = spread(matter, i);
            for (uint32_t a = 0; cost[i] != UINT32_MAX && a < it->domain.action_count; a++) {
                const dw_plan_action *action = &it->domain.actions[a];
                const uint32_t to = gather(matter, dw_plan_after(from, action));
                if (dw_plan_holds(from, &action->needs) && cost[i] + action->cost < cost[to]) {
                    cost[to] = cost[i] + action->cost;
                    cheaper = true;
                }
            }
        }
    }
    for (uint32_t i = 0; i < situations; i++) {
        best = dw_plan_holds(spread(matter, i), want) && cost[i] < best ? cost[i] : best;
    }
    return best;
}

void dw_goap_judge_plans(const void *program, uint32_t *plans, double *ratio)
{
    const dw_goap_program *it = program;
    dw_plan_scratch scratch;
    uint64_t found = 0;
    uint64_t best = 0;
    *plans = 0;
    for (uint32_t g = 0; g < it->goals.count; g++) {
        const uint64_t matter = facts_that_matter(it, &it->wants[g]);
        const uint32_t bits = (uint32_t)__builtin_popcountll(matter);
        for (uint32_t i = 0; bits <= BITS_MAX && i < UINT32_C(1) << bits; i++) {
            const uint64_t facts = spread(matter, i);
            dw_plan plan;
            if (dw_plan_find(&plan, &it->domain, facts, &it->wants[g], 0, (uint32_t)it->nodes_max,
                             &scratch, NULL) == DW_PLAN_FOUND) {
                (*plans)++;
                found += plan.cost;
                best += search_all(it, &it->wants[g], matter, facts);
            }
        }
    }
    *ratio = best > 0 ? (double)found / (double)best : 1;
}
