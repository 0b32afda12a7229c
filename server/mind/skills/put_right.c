#include "server/mind/skills/put_right.h"

#include "common/base/check.h"
#include "common/world/light.h"
#include "server/mind/door_manners.h"

#include <stdio.h>

enum { SWITCH_STEP_MM = 150, SWITCH_STEPS = 5 };

void dw_put_right_begin(dw_put_right *task, const dw_think *think)
{
    task->phase = DW_PUT_RIGHT_LOOKING;
    dw_look_round_begin(&task->look, think);
    dw_mover_stop(think->mover);
}

void dw_put_right_go_on(dw_put_right *task, const dw_think *think)
{
    task->phase = DW_PUT_RIGHT_GOING;
    dw_mover_stop(think->mover);
}

/* Before the door, in the guard's own room. */
static bool find_place_at_leaf(const dw_think *think, uint16_t door, dw_vec *place)
{
    const dw_nav_query query = {.room = DW_NONE};
    const dw_door *it = &think->setup->map->doors[door];
    const uint16_t own = think->percepts->room;
    const bool is_own = it->half[0].room == own || it->half[1].room == own;
    const dw_door_side side = {.door = door, .room = is_own ? own : it->half[0].room};
    return think->setup->kind->can.close_doors != 0 &&
           dw_door_leaving_place(think->setup, &query, side, place);
}

static bool reaches_switch(const dw_think *think, uint16_t index, const dw_evidence *evidence,
                           dw_vec place)
{
    return dw_switch_in_reach(think->setup->map, &evidence->open, place,
                              DW_MM(think->setup->rules->reach_mm)) == index;
}

/* Straight before the switch, on the side of its wall that is free, as near as a body fits. */
static bool find_place_at_switch(const dw_think *think, uint16_t index, const dw_evidence *evidence,
                                 dw_vec *place)
{
    static const dw_vec sides[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const dw_nav_query query = {.room = DW_NONE};
    const dw_vec middle = dw_rect_centre(think->setup->map->switches[index].area);
    for (int32_t step = 1; step <= SWITCH_STEPS; step++) {
        for (size_t s = 0; s < DW_COUNT_OF(sides); s++) {
            const int32_t off = dw_own_half(think->setup) + step * DW_MM(SWITCH_STEP_MM);
            *place = (dw_vec){middle.x + sides[s].x * off, middle.y + sides[s].y * off};
            if (dw_nav_free(think->setup->nav, &query, *place) &&
                reaches_switch(think, index, evidence, *place)) {
                return think->setup->kind->can.use_switches != 0;
            }
        }
    }
    return false;
}

static bool find_place(const dw_think *think, const dw_evidence *evidence, dw_vec *place)
{
    switch ((dw_evidence_kind)evidence->kind) {
    case DW_EVIDENCE_LEAF:
        return find_place_at_leaf(think, evidence->thing, place);
    case DW_EVIDENCE_LAMP:
        return find_place_at_switch(think, evidence->thing, evidence, place);
    default:
        return false;
    }
}

/* Sets out for the leaf or the switch. */
static dw_skill_state go(const dw_think *think, const dw_evidence *evidence)
{
    dw_vec place;
    if (!find_place(think, evidence, &place)) {
        return DW_SKILL_FAILED;
    }
    dw_mover_go(think->mover, place);
    return DW_SKILL_RUNNING;
}

static dw_skill_state look(dw_put_right *task, const dw_think *think, const dw_evidence *evidence)
{
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.calm_bam);
    if (dw_look_round_step(&task->look, think) == DW_SKILL_RUNNING) {
        return DW_SKILL_RUNNING;
    }
    task->phase = DW_PUT_RIGHT_GOING;
    return go(think, evidence);
}

/* Somebody else has put it right. */
static bool is_right(const dw_evidence *evidence, const dw_think *think)
{
    if (evidence->kind == DW_EVIDENCE_LEAF) {
        return !dw_door_set_has(&evidence->open, evidence->thing);
    }
    const dw_map *map = think->setup->map;
    bool lit = true;
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        lit = lit && (map->lamps[i].wall_switch != evidence->thing ||
                      dw_lamp_is_lit(&map->lamps[i], evidence->worked));
    }
    return lit;
}

static void work(const dw_think *think, dw_evidence *evidence)
{
    if (evidence->kind == DW_EVIDENCE_LEAF) {
        think->command->close_door = evidence->thing;
        return;
    }
    DW_CHECK(evidence->thing < DW_SWITCHES_MAX);
    if (reaches_switch(think, evidence->thing, evidence, think->percepts->position)) {
        think->command->deed = DW_DEED_SWITCH;
        evidence->worked ^= UINT32_C(1) << evidence->thing;
    }
}

dw_skill_state dw_put_right_step(dw_put_right *task, const dw_think *think, dw_evidence *evidence)
{
    if (task->phase == DW_PUT_RIGHT_LOOKING) {
        return look(task, think, evidence);
    }
    if (think->mover->state == DW_MOVER_IDLE && go(think, evidence) != DW_SKILL_RUNNING) {
        return DW_SKILL_FAILED; /* It stood and stared at somebody, and goes on. */
    }
    dw_mover_step(think->mover, think, think->speed, think->setup->kind->turn_rates.calm_bam);
    if (is_right(evidence, think)) {
        return DW_SKILL_DONE;
    }
    if (think->mover->state == DW_MOVER_GOING) {
        return DW_SKILL_RUNNING;
    }
    if (think->mover->state != DW_MOVER_ARRIVED) {
        return DW_SKILL_FAILED;
    }
    work(think, evidence);
    return DW_SKILL_DONE;
}

void dw_put_right_explain(const dw_evidence *evidence, const dw_brain_setup *setup,
                          dw_mind_view *view)
{
    const dw_map *map = setup->map;
    if (evidence->kind == DW_EVIDENCE_LEAF) {
        view->door = evidence->thing;
        view->room = map->doors[evidence->thing].half[0].room;
        (void)snprintf(view->sentence, sizeof view->sentence, "Found door %s open, and shuts it.",
                       map->doors[evidence->thing].name);
    } else if (evidence->kind == DW_EVIDENCE_LAMP) {
        view->room = map->switches[evidence->thing].room;
        (void)snprintf(view->sentence, sizeof view->sentence,
                       "Found a lamp out, and lights it at switch %s.",
                       map->switches[evidence->thing].name);
    } else if (evidence->kind == DW_EVIDENCE_COLLEAGUE) {
        (void)snprintf(view->sentence, sizeof view->sentence, "Looks round: %s does not answer.",
                       map->guards[evidence->thing].name);
    } else {
        (void)snprintf(view->sentence, sizeof view->sentence, "Looks round: something is gone.");
    }
}

bool dw_put_right_is_sound(const dw_put_right *task)
{
    return task->phase < DW_PUT_RIGHT_PHASE_COUNT;
}

DW_FIELDS_STATE(extern, put_right, DW_PUT_RIGHT_FIELDS);
