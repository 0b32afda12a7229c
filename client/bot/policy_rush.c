/* policy_rush.c - straight to the objective and straight back, at a sprint: what one does who has
 * not understood the game. With team mates: whoever is first takes it, the others run for the exit
 * and come back for it when it is dropped. */
#include "client/bot/policy.h"

enum {
    USE_AGAIN_TICKS = 20,
    TAKE_TOLERANCE = 40 * DW_UNITS_PER_MM,
    EXIT_TOLERANCE = 40 * DW_UNITS_PER_MM,
    DROPPED_HALF = 150 * DW_UNITS_PER_MM
};

typedef enum rush_aim { AIM_NONE, AIM_TAKE, AIM_LEAVE } rush_aim;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)view;
    bot->rush = (dw_rush_memory){.aim = AIM_NONE};
}

/* Where the thing lies, and on what. False when it does not lie. */
static bool find_objective(const dw_bot *bot, const dw_bot_view *view, dw_rect *area,
                           uint16_t *furniture)
{
    const dw_map *map = bot->ground->map;
    const dw_snapshot *snapshot = view->snapshot;
    if (snapshot->objective == DW_OBJECTIVE_HOME) {
        *area = map->objective.area;
        *furniture = map->objective.furniture;
        return true;
    }
    if (snapshot->objective == DW_OBJECTIVE_DROPPED) {
        const dw_vec place = {dw_snapshot_restore(snapshot->objective_x, map->bounds.min.x),
                              dw_snapshot_restore(snapshot->objective_y, map->bounds.min.y)};
        *area = dw_rect_around(place, DROPPED_HALF);
        *furniture = DW_NONE;
        return true;
    }
    return false;
}

/* Sets out for `target` unless that is what it does already. */
static void aim_at(dw_bot *bot, const dw_bot_view *view, rush_aim aim, dw_vec target)
{
    if (bot->rush.aim != aim || !dw_vec_equal(bot->rush.target, target)) {
        bot->rush.aim = (uint8_t)aim;
        bot->rush.target = target;
        dw_vec place = target;
        if (aim == AIM_TAKE) {
            dw_rect area;
            uint16_t furniture = DW_NONE;
            if (find_objective(bot, view, &area, &furniture)) {
                (void)dw_bot_ground_reach_place(bot->ground, view->rules, view->body.position, area,
                                                furniture, &place);
            }
        }
        dw_walk_start(&bot->walk, place, aim == AIM_TAKE ? TAKE_TOLERANCE : EXIT_TOLERANCE,
                      view->tick);
    }
}

static dw_intent go(dw_bot *bot, const dw_bot_view *view, uint32_t *hold)
{
    dw_intent intent = {DW_STAND, 0};
    const dw_walk_result result = dw_walk_step(&bot->walk, bot->ground, view, DW_GAIT_SPRINT,
                                               bot->hold, &bot->rng, &intent, hold);
    if (result == DW_WALK_FAILED) {
        bot->rush.aim = AIM_NONE; /* From the beginning. */
    }
    return intent;
}

/* True with the key pressed (or just pressed) on the objective. */
static bool take(dw_bot *bot, const dw_bot_view *view, dw_rect area, uint16_t furniture,
                 dw_intent *intent)
{
    const dw_use use = dw_intruder_choose_use(bot->ground->map, &view->doors, view->rules,
                                              view->body.position, &area, furniture);
    if (use.kind != DW_USE_OBJECTIVE) {
        return false;
    }
    if (bot->rush.use_tick == 0 || view->tick - bot->rush.use_tick >= USE_AGAIN_TICKS) {
        bot->rush.use_tick = view->tick;
        intent->buttons |= DW_BUTTON_USE;
    }
    return true;
}

static dw_intent decide(dw_bot *bot, const dw_bot_view *view, uint32_t *hold)
{
    dw_intent intent = {DW_STAND, 0};
    dw_rect area;
    uint16_t furniture = DW_NONE;
    if (view->snapshot->objective == DW_OBJECTIVE_DELIVERED) {
        return intent;
    }
    if (!find_objective(bot, view, &area, &furniture)) {
        aim_at(bot, view, AIM_LEAVE, dw_rect_centre(bot->ground->map->exit));
        return go(bot, view, hold);
    }
    if (take(bot, view, area, furniture, &intent)) {
        return intent;
    }
    aim_at(bot, view, AIM_TAKE, dw_rect_centre(area));
    return go(bot, view, hold);
}

const dw_policy dw_policy_rush = {"rush", "sprints to the objective and back to the exit", reset,
                                  decide};
