/* policy_random.c - wanders like somebody who explores: to a place in some room, at some gait, a
 * look round there, and on; opens what is in its way and shuts some doors behind it. */
#include "client/bot/policy.h"

enum {
    TRIES = 16, /* Draws of a place before it rests instead. */
    REST_LOW = 20,
    REST_HIGH = 150,
    REST_CHANCE = 2, /* One in so many arrivals is followed by a rest. */
    SHUT_CHANCE = 4, /* One in so many trips shuts a door behind it. */
    GAIT_CHANCE = 5, /* One in so many trips is crouched, and one is sprinted. */
    TOLERANCE = 150 * DW_UNITS_PER_MM,
    EDGE = 400 * DW_UNITS_PER_MM /* Nobody strolls to the foot of a wall. */
};

static void rest(dw_bot *bot, const dw_bot_view *view)
{
    bot->random.rest_until = view->tick + (uint32_t)dw_rng_between(&bot->rng, REST_LOW, REST_HIGH);
}

/* A free place somewhere in a room. False when the draws found none. */
static bool draw_place(dw_bot *bot, dw_vec *place)
{
    const dw_map *map = bot->ground->map;
    const dw_nav_query query = {.room = DW_NONE};
    for (uint32_t i = 0; i < TRIES; i++) {
        const dw_rect area = map->rooms[dw_rng_below(&bot->rng, map->room_count)].area;
        const dw_rect inner = dw_rect_grown(area, -EDGE);
        if (inner.min.x >= inner.max.x || inner.min.y >= inner.max.y) {
            continue;
        }
        *place = (dw_vec){dw_rng_between(&bot->rng, inner.min.x, inner.max.x),
                          dw_rng_between(&bot->rng, inner.min.y, inner.max.y)};
        if (dw_nav_free(bot->ground->nav, &query, *place)) {
            return true;
        }
    }
    return false;
}

static void set_out(dw_bot *bot, const dw_bot_view *view)
{
    dw_vec place;
    if (!draw_place(bot, &place)) {
        rest(bot, view);
        return;
    }
    const uint32_t gait = dw_rng_below(&bot->rng, GAIT_CHANCE);
    bot->random.gait = gait == 0 ? DW_GAIT_CROUCH : (gait == 1 ? DW_GAIT_SPRINT : DW_GAIT_WALK);
    bot->random.closes_door = dw_rng_below(&bot->rng, SHUT_CHANCE) == 0;
    dw_walk_start(&bot->walk, place, TOLERANCE, view->tick);
}

/* Shuts the door that it has just come through: the nearest one, open, and no longer on its feet.
 */
static void shut_behind(dw_bot *bot, const dw_bot_view *view, dw_intent *intent)
{
    if (bot->random.closes_door == 0) {
        return;
    }
    const dw_map *map = bot->ground->map;
    const dw_use use =
        dw_intruder_choose_use(map, &view->doors, view->rules, view->body.position, NULL, DW_NONE);
    if (use.kind != DW_USE_DOOR || !dw_door_set_has(&view->doors, use.door)) {
        return;
    }
    const dw_rect doorway = map->doors[use.door].doorway;
    const dw_vec facing = {dw_cosine_bam(view->body.heading_bam),
                           dw_sine_bam(view->body.heading_bam)};
    const dw_vec way = dw_vec_sub(dw_rect_centre(doorway), view->body.position);
    const bool behind = dw_dot(facing, way) < 0;
    if (behind && !dw_rect_overlaps(doorway, dw_rect_around(view->body.position, DW_BODY_HALF))) {
        bot->random.closes_door = 0;
        intent->buttons |= DW_BUTTON_USE;
    }
}

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    bot->random = (dw_random_memory){.rest_until = 0};
    set_out(bot, view);
}

static dw_intent decide(dw_bot *bot, const dw_bot_view *view, uint32_t *hold)
{
    dw_intent intent = {DW_STAND, 0};
    if (view->tick < bot->random.rest_until) {
        *hold = bot->hold;
        return intent;
    }
    if (bot->random.rest_until != 0) {
        bot->random.rest_until = 0;
        set_out(bot, view);
        return intent;
    }
    const dw_walk_result result =
        dw_walk_step(&bot->walk, bot->ground, view, (dw_gait)bot->random.gait, bot->hold, &bot->rng,
                     &intent, hold);
    if (result == DW_WALK_GOING) {
        shut_behind(bot, view, &intent);
    } else if (result == DW_WALK_ARRIVED && dw_rng_below(&bot->rng, REST_CHANCE) != 0) {
        set_out(bot, view);
    } else {
        rest(bot, view);
    }
    return intent;
}

const dw_policy dw_policy_random = {"random", "wanders about, opens and shuts doors", reset,
                                    decide};
