/* policy_random.c - explores: walks to drawn positions at drawn gaits, rests there, and goes on. It
 * opens doors on its path and shuts some of them behind it. */
#include "client/bot/policy.h"

enum {
    TRIES = 16, /* Draws of a position before it rests instead. */
    REST_LOW = 20,
    REST_HIGH = 150,
    REST_CHANCE = 2, /* One in this many arrivals is followed by a rest. */
    SHUT_CHANCE = 4, /* One in this many trips shuts a door behind it. */
    GAIT_CHANCE = 5, /* Of this many trips one is crouched and one is sprinted. */
    TOLERANCE = 150 * DW_UNITS_PER_MM,
    EDGE = 400 * DW_UNITS_PER_MM /* Distance of drawn positions from the edges of rooms. */
};

typedef struct random_memory {
    dw_walk walk;
    uint8_t gait;        /* dw_gait */
    uint8_t closes_door; /* Shuts the next open door that it passes. */
    uint32_t rest_until; /* 0: does not rest. */
} random_memory;

static void rest(dw_bot *bot, const dw_bot_view *view)
{
    random_memory *memory = bot->memory;
    memory->rest_until = view->tick + (uint32_t)dw_rng_between(&bot->rng, REST_LOW, REST_HIGH);
}

/* A free position in some room. False when the draws found none. */
static bool draw_position(dw_bot *bot, dw_vec *position)
{
    const dw_map *map = bot->ground->map;
    const dw_nav_query query = {.room = DW_NONE};
    for (uint32_t i = 0; i < TRIES; i++) {
        const dw_rect area = map->rooms[dw_rng_below(&bot->rng, map->room_count)].area;
        const dw_rect inner = dw_rect_grown(area, -EDGE);
        if (inner.min.x >= inner.max.x || inner.min.y >= inner.max.y) {
            continue;
        }
        *position = (dw_vec){dw_rng_between(&bot->rng, inner.min.x, inner.max.x),
                             dw_rng_between(&bot->rng, inner.min.y, inner.max.y)};
        if (dw_nav_free(bot->ground->nav, &query, *position)) {
            return true;
        }
    }
    return false;
}

static void set_out(dw_bot *bot, const dw_bot_view *view)
{
    random_memory *memory = bot->memory;
    dw_vec position;
    if (!draw_position(bot, &position)) {
        rest(bot, view);
        return;
    }
    const uint32_t gait = dw_rng_below(&bot->rng, GAIT_CHANCE);
    memory->gait = gait == 0 ? DW_GAIT_CROUCH : (gait == 1 ? DW_GAIT_SPRINT : DW_GAIT_WALK);
    memory->closes_door = dw_rng_below(&bot->rng, SHUT_CHANCE) == 0;
    dw_walk_start(&memory->walk, position, TOLERANCE, view->tick);
}

/* Shuts the door that it has just passed: the nearest one, open, behind it, and no longer under it.
 */
static void shut_behind(dw_bot *bot, const dw_bot_view *view, dw_intent *intent)
{
    random_memory *memory = bot->memory;
    if (memory->closes_door == 0) {
        return;
    }
    const dw_map *map = bot->ground->map;
    const dw_use use =
        dw_intruder_choose_use(map, &view->doors, view->rules, view->body.position, NULL);
    if (use.kind != DW_USE_DOOR || !dw_door_set_has(&view->doors, use.index)) {
        return;
    }
    const dw_rect doorway = map->doors[use.index].doorway;
    const dw_vec facing = {dw_cosine_bam(view->body.heading_bam),
                           dw_sine_bam(view->body.heading_bam)};
    const dw_vec offset = dw_vec_sub(dw_rect_centre(doorway), view->body.position);
    const bool behind = dw_dot(facing, offset) < 0;
    if (behind && !dw_rect_overlaps(doorway, dw_rect_around(view->body.position, DW_BODY_HALF))) {
        memory->closes_door = 0;
        intent->buttons |= DW_BUTTON_USE;
    }
}

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    random_memory *memory = bot->memory;
    *memory = (random_memory){.rest_until = 0};
    set_out(bot, view);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    random_memory *memory = bot->memory;
    dw_bot_decision decision = {{.direction = DW_STAND}, 1};
    if (view->tick < memory->rest_until) {
        decision.hold = bot->hold;
        return decision;
    }
    if (memory->rest_until != 0) {
        memory->rest_until = 0;
        set_out(bot, view);
        return decision;
    }
    const dw_walk_order order = {bot->ground, view, &bot->rng, (dw_gait)memory->gait, bot->hold};
    const dw_walk_result result = dw_walk_step(&memory->walk, &order, &decision);
    if (result == DW_WALK_GOING) {
        shut_behind(bot, view, &decision.intent);
    } else if (result == DW_WALK_ARRIVED && dw_rng_below(&bot->rng, REST_CHANCE) != 0) {
        set_out(bot, view);
    } else {
        rest(bot, view);
    }
    return decision;
}

const dw_policy dw_policy_random = {"random", "wanders about, opens and shuts doors",
                                    sizeof(random_memory), reset, decide};
