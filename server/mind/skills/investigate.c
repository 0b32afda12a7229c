#include "server/mind/skills/investigate.h"

#include "common/world/movement.h"
#include "common/world/sight.h"
#include "common/world/state.h"

#include <stdio.h>

enum {
    OUTERMOST = 4, /* Points of an area: to all four sides of its middle. */
    EXACT_MM = 500 /* A place that is no further off is no area. */
};

void dw_investigate_reset(dw_investigate *it)
{
    *it = (dw_investigate){.room = DW_NONE};
}

void dw_investigate_listen(dw_investigate *it, const dw_think *think, dw_investigate_phase phase,
                           int32_t ticks)
{
    it->phase = (uint8_t)phase;
    it->left = (uint16_t)(ticks < UINT16_MAX ? ticks : UINT16_MAX);
    dw_mover_stop(think->mover);
}

void dw_investigate_turn_to(dw_investigate *it, const dw_hint *hint)
{
    it->room = hint->room;
    it->place = hint->position;
    it->error_mm = (uint16_t)hint->error_mm;
    it->spots = 0;
    it->spot = 0;
}

/* The point of the area that is furthest to one side, where a body can stand in the room. */
static dw_vec outermost(const dw_investigate *it, const dw_brain_setup *setup, uint32_t side)
{
    static const int8_t x[OUTERMOST] = {1, 0, -1, 0};
    static const int8_t y[OUTERMOST] = {0, 1, 0, -1};
    const dw_map *map = setup->map;
    const dw_rect inner =
        dw_rect_grown(map->rooms[it->room].area, -map->wall_half - dw_own_half(setup));
    const dw_vec point = {it->place.x + x[side] * DW_MM((int32_t)it->error_mm),
                          it->place.y + y[side] * DW_MM((int32_t)it->error_mm)};
    return inner.min.x > inner.max.x || inner.min.y > inner.max.y ? it->place
                                                                  : dw_rect_nearest(inner, point);
}

static dw_vec target(const dw_investigate *it, const dw_brain_setup *setup)
{
    return it->spot == 0 ? it->place : outermost(it, setup, it->spot - 1u);
}

/* Sets out for the place, or for the outermost point that is its turn. */
static void set_out(dw_investigate *it, const dw_think *think)
{
    it->phase = DW_INVESTIGATE_GOES;
    dw_mover_go(think->mover, target(it, think->setup));
}

void dw_investigate_go(dw_investigate *it, const dw_think *think, const dw_hint *hint)
{
    dw_investigate_turn_to(it, hint);
    set_out(it, think);
}

/* Points of the area that its look round has not shown. Doors do not matter: all is in one room. */
static uint8_t unseen_spots(const dw_investigate *it, const dw_think *think)
{
    const dw_map *map = think->setup->map;
    const dw_vec here = think->percepts->position;
    const dw_door_set closed = {{0}};
    uint8_t unseen = 0;
    for (uint32_t i = 0; i < OUTERMOST && think->percepts->room == it->room; i++) {
        const dw_vec spot = outermost(it, think->setup, i);
        if (dw_place_free(map, &closed, spot, dw_own_half(think->setup)) &&
            !dw_sight_clear(map, &closed, here, spot, DW_SIGHT_CROUCHED)) {
            unseen |= (uint8_t)(1u << i);
        }
    }
    return unseen;
}

/* It has looked round where it is: goes on to the nearest point that is left. False: none is. */
static bool goes_on(dw_investigate *it, const dw_think *think)
{
    if (it->error_mm <= EXACT_MM || it->room == DW_NONE) {
        return false;
    }
    const uint32_t left = it->spot == 0 ? UINT8_MAX : it->spots & ~(UINT32_C(1) << (it->spot - 1));
    it->spots = (uint8_t)(left & unseen_spots(it, think));
    int64_t nearest = INT64_MAX;
    for (uint32_t i = 0; i < OUTERMOST; i++) {
        const int64_t far =
            dw_distance_squared(outermost(it, think->setup, i), think->percepts->position);
        if ((it->spots >> i & 1) != 0 && far < nearest) {
            nearest = far;
            it->spot = (uint8_t)(i + 1);
        }
    }
    if (it->spots != 0) {
        set_out(it, think);
    }
    return it->spots != 0;
}

dw_skill_state dw_investigate_step(dw_investigate *it, const dw_think *think)
{
    const int32_t turn_bam = think->setup->kind->turn_rates.hurried_bam;
    if (it->phase == DW_INVESTIGATE_GOES && think->mover->state == DW_MOVER_IDLE) {
        dw_mover_go(think->mover, target(it, think->setup)); /* It stood and stared. */
    }
    dw_mover_step(think->mover, think, think->speed, turn_bam);
    switch ((dw_investigate_phase)it->phase) {
    case DW_INVESTIGATE_LISTENS:
    case DW_INVESTIGATE_LETS_NEARER:
        dw_face_point(think, it->place, turn_bam);
        it->left = it->left > 0 ? (uint16_t)(it->left - 1) : 0;
        return it->left == 0 ? DW_SKILL_DONE : DW_SKILL_RUNNING;
    case DW_INVESTIGATE_GOES:
        if (think->mover->state != DW_MOVER_GOING) {
            it->phase = DW_INVESTIGATE_LOOKS;
            dw_look_round_begin(&it->look, think);
        }
        return DW_SKILL_RUNNING;
    case DW_INVESTIGATE_LOOKS:
    case DW_INVESTIGATE_PHASE_COUNT:
        break;
    }
    const dw_skill_state looks = dw_look_round_step(&it->look, think);
    return looks == DW_SKILL_DONE && goes_on(it, think) ? DW_SKILL_RUNNING : looks;
}

void dw_investigate_explain(const dw_investigate *it, const dw_brain_setup *setup,
                            dw_mind_view *view)
{
    static const char *const sentences[DW_INVESTIGATE_PHASE_COUNT] = {
        [DW_INVESTIGATE_LISTENS] = "Listens: there was something in %s.",
        [DW_INVESTIGATE_LETS_NEARER] = "Listens: somebody may be in %s.",
        [DW_INVESTIGATE_GOES] = "Goes to see what was heard in %s.",
        [DW_INVESTIGATE_LOOKS] = "Looks for what was heard in %s.",
    };
    view->room = it->room;
    (void)snprintf(view->sentence, sizeof view->sentence, sentences[it->phase],
                   setup->map->rooms[it->room].name);
}

bool dw_investigate_is_sound(const dw_investigate *it, const dw_map *map)
{
    return it->phase < DW_INVESTIGATE_PHASE_COUNT && dw_is_room_or_none(map, it->room) &&
           it->look.left <= it->look.ticks && it->spots < 1u << OUTERMOST &&
           it->spot <= OUTERMOST && (it->spot == 0 || it->room != DW_NONE) &&
           (it->phase != DW_INVESTIGATE_LOOKS || it->look.left > 0);
}

DW_FIELDS_IO(extern, investigate, DW_INVESTIGATE_FIELDS);
