/* server/RULES.md 5.88 and 5.89: the radio round, and colleagues that do not answer it. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Ann looks after the hall, Bob after the study. No radio works in the vault.
 *
 *     +-------+--------+-------+
 *     | hall  0 study  1 vault |
 *     +-------+--------+-------+
 */
enum { HALL, STUDY, VAULT };
enum { ANN, BOB };
enum { ROUND_TICKS = 300, SILENT_TICKS = 2 * ROUND_TICKS + 30 + 60 };

static dw_ruleset round_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.evidence = 1;
    rules.radio_round_ticks = ROUND_TICKS;
    rules.evidence_leaf = 0; /* Of what the test does to bodies nothing else counts. */
    return rules;
}

static dw_house open_house(const dw_ruleset *rules)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 5000);
    dw_scene_room(scene, "study", 6000, 0, 6000, 5000);
    dw_scene_room(scene, "vault", 12000, 0, 6000, 5000);
    dw_scene_door(scene, "0", HALL, STUDY, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "1", STUDY, VAULT, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "hall", "hall");
    dw_scene_patrol(scene, "study", "study");
    dw_scene_guard(scene, "ann", 3000, 2500, 0, "hall");
    dw_scene_guard(scene, "bob", 9000, 2500, 0, "study");
    dw_scene_spawn(scene, 17500, 4500);
    ((dw_room *)dw_scene_parts(scene)->rooms)[VAULT].jams = true;
    dw_house house = dw_house_open_with(scene, rules);
    dw_stage_reset(house.stage, 1, 0);
    house.stage->sim->without_outcome = true;
    return house;
}

static uint32_t sent(const dw_house *house)
{
    return dw_sim_radio_counts(house->stage->sim).sent;
}

static int32_t points(const dw_house *house)
{
    return dw_house_mind(house, ANN)->evidence->points;
}

/* Bob stands in the vault, where it neither says nor hears anything. Returns the ticks until Ann
 * does something about it, or `ticks_max`. */
static uint32_t hold_in_vault(dw_house *house, uint32_t ticks_max)
{
    uint32_t tick = 0;
    for (; tick < ticks_max && dw_house_wants(house, ANN, "patrol"); tick++) {
        dw_stage_put_guard(house->stage, BOB, dw_scene_mm(15000, 2500), 0);
        dw_stage_step(house->stage);
    }
    return tick;
}

static void guards_say_in_turn_that_all_is_well(void **state)
{
    (void)state;
    const dw_ruleset rules = round_rules();
    dw_house house = open_house(&rules);
    for (uint32_t tick = 1; tick <= 4 * ROUND_TICKS; tick++) {
        const uint32_t before = sent(&house);
        dw_stage_step(house.stage);
        const bool is_turn = tick % ROUND_TICKS == 0 || tick % ROUND_TICKS == ROUND_TICKS / 2;
        assert_int_equal(sent(&house) - before, is_turn ? 1 : 0);
    }
    const dw_radio_message *word = dw_radio_recent(dw_sim_radio(house.stage->sim), 0);
    assert_int_equal(word->task, DW_TASK_WELL);
    assert_int_equal(word->sender, ANN);
    assert_int_equal(word->room, HALL);
    assert_int_equal(dw_house_guard_state(&house, ANN)->calling_ticks, 0); /* Nobody sees it. */
    dw_house_close(&house);
}

static void without_a_radio_round_guards_say_nothing(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        dw_ruleset rules = round_rules();
        rules.radio_round_ticks = i == 0 ? 0 : ROUND_TICKS;
        rules.evidence = i == 0 ? 1 : 0;
        dw_house house = open_house(&rules);
        dw_stage_run(house.stage, 4 * ROUND_TICKS);
        assert_int_equal(sent(&house), 0);
        dw_house_close(&house);
    }
}

static void a_guard_notices_that_a_colleague_does_not_answer(void **state)
{
    (void)state;
    const dw_ruleset rules = round_rules();
    dw_house house = open_house(&rules);
    dw_stage_run(house.stage, 2 * ROUND_TICKS);
    assert_in_range(hold_in_vault(&house, 4000), SILENT_TICKS - ROUND_TICKS, SILENT_TICKS + 30);
    assert_int_equal(points(&house), 2);
    const dw_mind_view mind = dw_house_explain(&house, ANN);
    assert_int_equal(mind.cause, DW_CAUSE_EVIDENCE);
    assert_string_equal(mind.sentence, "Looks round: bob does not answer.");
    assert_true(dw_house_run_until(&house, ANN, "patrol", 1200));
    /* Of one silence it thinks once; after an answer it may think of the next one. */
    assert_int_equal(hold_in_vault(&house, 3000), 3000);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(9000, 2500), 0);
    dw_stage_run(house.stage, 2 * ROUND_TICKS);
    assert_true(hold_in_vault(&house, 4000) < 4000);
    assert_true(dw_house_wants(&house, ANN, "search")); /* That makes four points. */
    dw_house_close(&house);
}

static void a_search_begins_where_the_colleague_answered_last(void **state)
{
    (void)state;
    dw_ruleset rules = round_rules();
    rules.evidence_colleague = 3;
    dw_house house = open_house(&rules);
    dw_stage_run(house.stage, 2 * ROUND_TICKS);
    assert_true(hold_in_vault(&house, 4000) < 4000);
    assert_true(dw_house_wants(&house, ANN, "search"));
    assert_int_equal(dw_search_room(&dw_house_mind(&house, ANN)->search), STUDY);
    assert_int_equal(dw_house_explain(&house, ANN).agitation, 1);
    dw_house_close(&house);
}

/* Bob never answers at all: nobody misses it. */
static void a_guard_that_has_never_answered_is_not_missed(void **state)
{
    (void)state;
    const dw_ruleset rules = round_rules();
    dw_house house = open_house(&rules);
    assert_int_equal(hold_in_vault(&house, 4000), 4000);
    assert_int_equal(points(&house), 0);
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_say_in_turn_that_all_is_well),
        cmocka_unit_test(without_a_radio_round_guards_say_nothing),
        cmocka_unit_test(a_guard_notices_that_a_colleague_does_not_answer),
        cmocka_unit_test(a_search_begins_where_the_colleague_answered_last),
        cmocka_unit_test(a_guard_that_has_never_answered_is_not_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
