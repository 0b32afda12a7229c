/* server/RULES.md 10.30 to 10.34: a servant runs to a guard and tells it. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Four rooms in a row with open doors. Sue, a servant, is in the west; Ann and Bob, puppets, are in
 * the third and the fourth room.
 *
 *     0       6000     12000     18000     24000
 *     +---------+---------+---------+---------+
 *     |  west   D  near   D  far    D  end    |  4000     D = an open door from 1500 to 2500
 *     +---------+---------+---------+---------+
 */
enum { WEST, NEAR, FAR, END };
enum { SUE, ANN, BOB };

static dw_house open_house(int32_t distance_mm)
{
    static const char *const names[] = {"west", "near", "far", "end"};
    dw_scene *scene = dw_scene_create();
    for (int32_t i = 0; i < 4; i++) {
        dw_scene_room(scene, names[i], i * 6000, 0, 6000, 4000);
    }
    for (uint16_t i = 0; i < 3; i++) {
        const char *const doors[] = {"a", "b", "c"};
        dw_scene_door(scene, doors[i], i, (uint16_t)(i + 1), 1500, 1000, DW_SCENE_OPEN);
    }
    dw_scene_patrol(scene, "sue", "west");
    dw_scene_patrol(scene, "ann", "far");
    dw_scene_patrol(scene, "bob", "end");
    dw_scene_guard(scene, "sue", 4000, 3000, 180, "sue");
    dw_scene_guard(scene, "ann", 15000, 3000, 0, "ann");
    dw_scene_guard(scene, "bob", 21000, 3000, 0, "bob");
    dw_scene_spawn(scene, 1000, 3000);
    dw_ruleset rules = dw_stage_endless_rules();
    char brain[DW_NAME_SIZE];
    rules.kinds[dw_scene_kind(scene, SUE, "servant")] =
        dw_stage_shipped_kind_with("servant", brain);
    rules.kinds[1].tell.distance_mm = distance_mm;
    rules.kind_count = 2;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_house_set_brain(&house, SUE, dw_stage_brain(brain));
    return house;
}

/* Sue has been in the room of that guard and is back in the west. */
static void meet(dw_house *it, uint16_t guard)
{
    const dw_vec post = it->venue->map->guards[SUE].spawn;
    dw_vec beside = dw_house_guard(it, guard)->body.position;
    beside.x += DW_MM(1500);
    dw_stage_put_guard(it->stage, SUE, beside, 0);
    dw_stage_step(it->stage);
    dw_stage_put_guard(it->stage, SUE, post, DW_BAM_HALF);
}

typedef struct heard {
    uint32_t count[3], tick;
    dw_radio_message word;
} heard;

/* What each guard hears within that time; `word` and `tick` are those of the last one. */
static heard listen(dw_house *it, uint32_t ticks)
{
    heard all = {.tick = 0};
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(it->stage);
        for (uint16_t g = 0; g < 3; g++) {
            const dw_percepts *percepts = dw_sim_percepts(it->stage->sim, g);
            all.count[g] += percepts->heard_count;
            if (percepts->heard_count > 0) {
                all.word = percepts->heard[0];
                all.tick = it->stage->world->tick;
            }
        }
    }
    return all;
}

static void a_servant_runs_to_the_nearest_guard_that_it_knows_of_and_tells_it(void **state)
{
    (void)state;
    for (uint16_t known = ANN; known <= BOB; known++) {
        dw_house it = open_house(2000);
        meet(&it, known);
        assert_true(dw_house_run_until(&it, SUE, "tell", 600));
        const dw_mind_view view = dw_house_explain(&it, SUE);
        assert_string_equal(view.sentence, "Runs to tell a guard of intruder 1, in west.");
        /* A guard on the way would be told, known or not. */
        if (known == BOB) {
            dw_stage_put_guard(it.stage, ANN, dw_scene_mm(23500, 3700), 0);
        }
        const heard all = listen(&it, 900);
        assert_int_equal(all.count[known], 1);
        assert_int_equal(all.count[ANN] + all.count[BOB], 1);
        assert_int_equal(all.word.kind, DW_RADIO_REPORT);
        assert_int_equal(all.word.slot, 0);
        assert_int_equal(all.word.room, WEST);
        assert_int_equal(all.word.sender, SUE);
        assert_int_equal(dw_sim_radio_counts(it.stage->sim).sent, 0);
        dw_house_close(&it);
    }
}

/* It has met both, and the nearer one has gone: it finds nobody there and goes on to the other. */
static void a_servant_that_finds_nobody_goes_on_to_the_next(void **state)
{
    (void)state;
    dw_house it = open_house(2000);
    meet(&it, BOB);
    meet(&it, ANN);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(23500, 3700), 0);
    assert_true(dw_house_run_until(&it, SUE, "tell", 600));
    uint32_t rooms = 0;
    while (dw_house_wants(&it, SUE, "tell") && it.stage->world->tick < 2000) {
        dw_stage_step(it.stage);
        rooms |= 1u << dw_house_guard(&it, SUE)->room;
    }
    assert_int_equal(rooms, 15);
    assert_int_equal(dw_house_guard(&it, SUE)->room, END);
    dw_house_close(&it);
}

static void without_a_guard_that_it_knows_of_it_runs_along_the_nearest_patrol(void **state)
{
    (void)state;
    dw_house it = open_house(2000);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(17000, 1000), 0);
    assert_true(dw_house_run_until(&it, SUE, "tell", 600));
    const heard all = listen(&it, 900);
    assert_int_equal(all.count[ANN], 1);
    assert_int_equal(all.count[BOB], 0);
    dw_house_close(&it);
}

/* Ann leaves as Sue comes, and so does Bob: nobody is ever there. */
static void a_servant_gives_up_after_a_minute(void **state)
{
    (void)state;
    dw_house it = open_house(2000);
    assert_true(dw_house_run_until(&it, SUE, "tell", 600));
    uint32_t sensed = 0;
    while (dw_house_wants(&it, SUE, "tell") && it.stage->world->tick < 8000) {
        const bool east = dw_house_guard(&it, SUE)->room >= FAR;
        dw_stage_put_guard(it.stage, ANN, dw_scene_mm(east ? 1000 : 23000, 1000), 0);
        dw_stage_put_guard(it.stage, BOB, dw_scene_mm(east ? 1000 : 23000, 3500), 0);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1000, 2000));
        dw_stage_step(it.stage);
        if (dw_sim_percepts(it.stage->sim, SUE)->intruder_count > 0) {
            sensed = it.stage->world->tick;
        }
    }
    assert_true(dw_house_wants(&it, SUE, "patrol"));
    assert_int_equal(it.stage->world->tick - sensed, 3601);
    dw_house_close(&it);
}

static void a_word_is_heard_in_the_room_within_reach_and_nowhere_else(void **state)
{
    (void)state;
    for (int32_t near = 0; near <= 1; near++) {
        dw_house it = open_house(3000);
        dw_house_set_brain(&it, SUE, &dw_brain_caller);
        dw_stage_put_guard(it.stage, SUE, dw_scene_mm(12500, 2000), 0);
        dw_stage_put_guard(it.stage, ANN, dw_scene_mm(near == 1 ? 15400 : 15600, 2000), 0);
        dw_stage_put_guard(it.stage, BOB, dw_scene_mm(11500, 2000), 0); /* Behind the door. */
        dw_house_say(&it, &(dw_radio_message){.kind = DW_RADIO_REPORT, .room = WEST});
        assert_true(it.stage->world->guards[SUE].calling_ticks > 0);
        assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->heard_count, 0);
        const uint32_t said = it.stage->world->tick;
        const heard all = listen(&it, 60);
        assert_int_equal(all.count[ANN], near);
        assert_int_equal(all.count[BOB], 0);
        assert_int_equal(all.tick, near == 1 ? said + 1 : 0);
        dw_house_close(&it);
    }
}

static void a_guard_acts_on_a_word_as_on_a_report(void **state)
{
    (void)state;
    dw_house it = open_house(5000);
    dw_house_set_brain(&it, ANN, dw_brain_find("reference"));
    meet(&it, ANN);
    assert_true(dw_house_run_until(&it, SUE, "tell", 600));
    assert_true(dw_house_run_until(&it, ANN, "lie in wait", 600));
    assert_int_equal(dw_house_mind(&it, ANN)->beliefs.of[0].told_by, SUE);
    dw_house_close(&it);
}

static void a_servant_that_has_told_hides_and_tells_again_later(void **state)
{
    (void)state;
    dw_house it = open_house(5000);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(4000, 1000), 0);
    uint32_t words[2] = {0, 0};
    uint32_t count = 0;
    bool hides = false;
    for (uint32_t tick = 0; tick < 2400 && count < 2; tick++) {
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(1000, 3000));
        dw_stage_put_guard(it.stage, SUE, dw_scene_mm(4000, 3000), DW_BAM_HALF);
        dw_stage_step(it.stage);
        hides = hides || dw_house_wants(&it, SUE, "hide");
        if (dw_sim_percepts(it.stage->sim, ANN)->heard_count > 0) {
            words[count++] = it.stage->world->tick;
        }
    }
    assert_int_equal(count, 2);
    assert_true(hides);
    assert_in_range(words[1] - words[0], 600, 1200);
    dw_house_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_servant_runs_to_the_nearest_guard_that_it_knows_of_and_tells_it),
        cmocka_unit_test(a_servant_that_finds_nobody_goes_on_to_the_next),
        cmocka_unit_test(without_a_guard_that_it_knows_of_it_runs_along_the_nearest_patrol),
        cmocka_unit_test(a_servant_gives_up_after_a_minute),
        cmocka_unit_test(a_word_is_heard_in_the_room_within_reach_and_nowhere_else),
        cmocka_unit_test(a_guard_acts_on_a_word_as_on_a_report),
        cmocka_unit_test(a_servant_that_has_told_hides_and_tells_again_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
