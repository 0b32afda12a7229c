/* cat.c - the brain `cat`: goes about the house, flees from intruders that run, and topples
 * things (server/RULES.md 11.26 to 11.29). It harms nobody; the noise that it makes is what guards
 * hear of it. Needs are in animal.c. */
#include "common/world/sight.h"
#include "server/mind/brains/animal.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/shut_doors.h"

enum { MISCHIEF_ONE_IN = 3 /* Stays that end with something toppled. */ };

static void cat_reset(void *memory, uint64_t seed)
{
    dw_animal_reset(memory, DW_ANIMAL_CAT, seed);
}

/* The piece of furniture of the room that is nearest; DW_NONE without one. */
static uint16_t nearest_furniture(const dw_think *think)
{
    const dw_map *map = think->setup->map;
    const dw_vec own = think->percepts->position;
    uint16_t best = DW_NONE;
    int64_t least = 0;
    for (uint16_t i = 0; i < map->furniture_count; i++) {
        const dw_furniture *piece = &map->furniture[i];
        const int64_t off = dw_distance_squared(own, dw_rect_nearest(piece->area, own));
        if (piece->room == think->percepts->room && (best == DW_NONE || off < least)) {
            best = i;
            least = off;
        }
    }
    return best;
}

static bool is_beside(const dw_think *think, uint16_t furniture)
{
    const dw_rect body =
        dw_rect_around(think->percepts->position, dw_own_half(think->setup) + DW_MM(DW_TOPPLE_MM));
    return furniture != DW_NONE &&
           dw_rect_touches(body, think->setup->map->furniture[furniture].area);
}

/* Where something can be toppled it does that before it runs. */
static void decide(dw_animal_mind *mind, const dw_think *think)
{
    const bool fled = mind->goal == DW_ANIMAL_FLEE;
    dw_animal_heed_needs(mind, think);
    if (mind->goal == DW_ANIMAL_FLEE && !fled && is_beside(think, nearest_furniture(think))) {
        dw_animal_do(mind, think, DW_DEED_TOPPLE);
    }
}

/* To a side of the piece at which a body fits. */
static bool place_beside(const dw_think *think, uint16_t furniture, dw_vec *place)
{
    const dw_nav_query query = {.room = DW_NONE};
    for (uint32_t side = 0; side < 4; side++) {
        *place = dw_hiding_spot(think->setup->map, think->percepts->room, furniture, side);
        if (dw_nav_free(think->setup->nav, &query, *place)) {
            return true;
        }
    }
    return false;
}

static void step_calm(dw_animal_mind *mind, const dw_think *think)
{
    if (dw_wander_step(&mind->wander, think) != DW_SKILL_DONE ||
        dw_rng_below(&mind->wander.places, MISCHIEF_ONE_IN) != 0) {
        return;
    }
    const uint16_t furniture = nearest_furniture(think);
    dw_vec place;
    if (furniture != DW_NONE && place_beside(think, furniture, &place)) {
        dw_animal_set_goal(mind, DW_ANIMAL_TOPPLE, DW_CAUSE_DONE, think->percepts->tick);
        mind->place = place;
        dw_mover_go(&mind->mover, place);
    }
}

static void step_topple(dw_animal_mind *mind, const dw_think *think)
{
    if (dw_animal_go(think) == DW_SKILL_RUNNING) {
        return;
    }
    if (is_beside(think, nearest_furniture(think))) {
        dw_animal_do(mind, think, DW_DEED_TOPPLE);
    }
    dw_animal_set_goal(mind, DW_ANIMAL_CALM, DW_CAUSE_ARRIVAL, think->percepts->tick);
}

static void cat_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_animal_mind *mind = memory;
    const dw_kind *kind = mind->fixed.setup.kind;
    dw_think think = {.setup = &mind->fixed.setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->mover,
                      .speed = kind->gaits.calm.speed_mm_s,
                      .shut = &mind->shut};
    dw_animal_perceive(mind, percepts);
    decide(mind, &think);
    switch ((dw_animal_goal)mind->goal) {
    case DW_ANIMAL_CALM:
        step_calm(mind, &think);
        break;
    case DW_ANIMAL_TOPPLE:
        step_topple(mind, &think);
        break;
    default:
        think.speed = mind->goal == DW_ANIMAL_FLEE ? kind->gaits.far.speed_mm_s : think.speed;
        dw_animal_step_need(mind, &think);
        break;
    }
    dw_shut_doors_leave(&think);
    command->mood = mind->goal == DW_ANIMAL_FLEE ? DW_MOOD_ALERT : DW_MOOD_CALM;
}

const dw_brain_kind dw_brain_cat = {
    .name = "cat",
    .create = dw_animal_create,
    .reset = cat_reset,
    .think = cat_think,
    .explain = dw_animal_explain,
    .hash = dw_animal_hash,
    .save = dw_animal_save,
    .load = dw_animal_load,
    .count = dw_animal_count,
    .get_needs = dw_animal_get_needs,
    .set_needs = dw_animal_set_needs,
};
