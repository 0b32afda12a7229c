/* The interest filter looks 150 ms ahead of a player, along a direction that the body goes in. A
 * body that only turns goes nowhere: it must not be shown what lies round the corners. Counted over
 * the reference map, against a body that stands at the very same positions. */
#include "server/session/interest.h"
#include "server/sim/sim_state.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { PLACES = 3000, TICKS = 24, COMPASS = DW_DIRECTION_COUNT - 1 };

typedef struct walker {
    dw_venue *venue;
    dw_stage *stage;
    dw_ruleset rules;
} walker;

/* Guards shown, each once a place; of the same ticks and positions. */
typedef struct sums {
    uint32_t going, standing;
} sums;

static walker open_walker(void)
{
    walker it = {.venue = dw_venue_shipped("reference"), .rules = dw_stage_endless_rules()};
    it.rules.vision = DW_VISION_SIGHT;
    it.stage = dw_stage_create(it.venue, "patrol-only", &it.rules);
    return it;
}

static void close_walker(walker *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
}

/* Bit g: guard g is in a snapshot for the player. */
static uint64_t shown(const walker *it, const dw_world *world)
{
    dw_interest_scene scene;
    dw_interest interest;
    dw_interest_scene_init(&scene, it->venue->map, &it->rules);
    dw_interest_scene_begin(&scene, world);
    dw_interest_init(&interest);
    uint64_t guards = 0;
    for (uint16_t g = 0; g < world->guard_count; g++) {
        guards |= dw_interest_seen_id(&scene, &interest, 1, g) != 0 ? UINT64_C(1) << g : 0;
    }
    return guards;
}

static uint64_t shown_to_stander(const walker *it)
{
    dw_world world = *it->stage->world;
    world.actors[dw_intruder_index(&world, 0)].body.moving = false;
    return shown(it, &world);
}

/* To and fro along each axis in turn, each direction for `hold` ticks; counted are the ticks of a
 * direction from `from` on. */
static sums walk_everywhere(walker *it, uint32_t hold, uint32_t from)
{
    sums sum = {0, 0};
    dw_rng places;
    dw_rng_init(&places, 17, 1);
    dw_stage_reset(it->stage, 1, 1);
    for (uint32_t door = 0; door < it->venue->map->door_count; door++) {
        dw_door_set_put(&it->stage->sim->world.open, door, true);
    }
    for (uint32_t place = 0; place < PLACES; place++) {
        uint64_t going = 0;
        uint64_t standing = 0;
        dw_stage_walk(it->stage, 0, DW_STAND, 0);
        dw_stage_scatter_one(it->stage, 0, &places);
        dw_stage_step(it->stage);
        for (uint32_t tick = 0; tick < TICKS; tick++) {
            const uint32_t turn = tick / hold;
            const uint32_t direction = (turn / 2 + turn % 2 * (COMPASS / 2)) % COMPASS;
            dw_stage_walk(it->stage, 0, (dw_direction)(1 + direction), DW_BUTTON_SPRINT);
            dw_stage_step(it->stage);
            if (tick % hold >= from) {
                going |= shown(it, it->stage->world);
                standing |= shown_to_stander(it);
            }
        }
        sum.going += (uint32_t)__builtin_popcountll(going);
        sum.standing += (uint32_t)__builtin_popcountll(standing);
    }
    print_message("%2u ticks a direction, from tick %u: %u guards shown, standing there %u: %+.1f "
                  "%%\n",
                  hold, from + 1, sum.going, sum.standing,
                  100.0 * ((double)sum.going / sum.standing - 1.0));
    assert_true(sum.standing > PLACES / 5);
    return sum;
}

static void a_player_that_only_turns_is_shown_no_more_than_one_that_stands(void **state)
{
    (void)state;
    walker it = open_walker();
    for (uint32_t hold = 1; hold <= 5; hold++) {
        const sums sum = walk_everywhere(&it, hold, 0);
        assert_int_equal(sum.going, sum.standing);
    }
    close_walker(&it);
}

static void a_direction_held_for_6_ticks_is_looked_along(void **state)
{
    (void)state;
    walker it = open_walker();
    const sums sum = walk_everywhere(&it, 12, 5);
    assert_true(sum.going > sum.standing);
    close_walker(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_that_only_turns_is_shown_no_more_than_one_that_stands),
        cmocka_unit_test(a_direction_held_for_6_ticks_is_looked_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
