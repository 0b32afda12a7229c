/* server/RULES.md 10.35 to 10.39: a captain reports sooner, sends others into the reported room,
 * and leaves the chase to those that are nearer. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* A vault with one door, which is shut, and a hall. Cap, a captain, is with the intruder in the
 * vault. Ann, Bob and Cyd stand in the hall, Ann nearest to the door.
 *
 *     0       6000                               24000
 *     +---------+----------------------------------+
 *     |  vault  D              hall                |  4000     D = the door from 1500 to 2500
 *     +---------+----------------------------------+
 */
enum { VAULT, HALL };
enum { CAP, ANN, BOB, CYD };

static dw_ruleset rules_of(dw_scene *scene)
{
    dw_ruleset rules = dw_stage_endless_rules();
    char brain[DW_NAME_SIZE];
    rules.kinds[dw_scene_kind(scene, CAP, "captain")] =
        dw_stage_shipped_kind_with("captain", brain);
    rules.kind_count = 2;
    assert_string_equal(brain, "captain");
    return rules;
}

/* `catches`: whether Ann, Bob and Cyd do. */
static dw_house open_house(const char *brain, int32_t catches)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "vault", 0, 0, 6000, 4000);
    dw_scene_room(scene, "hall", 6000, 0, 18000, 4000);
    dw_scene_door(scene, "door", VAULT, HALL, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "vault", "vault");
    dw_scene_patrol(scene, "hall", "hall");
    dw_scene_guard(scene, "cap", 5000, 3000, 180, "vault");
    dw_scene_guard(scene, "ann", 9000, 1000, 0, "hall");
    dw_scene_guard(scene, "bob", 13000, 3000, 0, "hall");
    dw_scene_guard(scene, "cyd", 22000, 2000, 0, "hall");
    dw_scene_spawn(scene, 1000, 3000);
    dw_ruleset rules = rules_of(scene);
    rules.kinds[DW_KIND_GUARD].can.catch = catches;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, CAP, dw_stage_brain(brain));
    return house;
}

/* Ticks from Cap's detection of the intruder to its report. */
static uint32_t ticks_to_report(dw_house *it)
{
    assert_true(dw_house_run_until_event(it, DW_SIM_DETECTED, CAP, 600));
    const uint32_t detected = it->stage->world->tick;
    assert_true(dw_house_run_until_event(it, DW_SIM_REPORTED, CAP, 600));
    return it->stage->world->tick - detected;
}

static void a_captain_reports_after_half_of_the_time(void **state)
{
    (void)state;
    dw_house it = open_house("captain", 1);
    const int32_t ticks = dw_sim_rules(it.stage->sim)->report_ticks;
    assert_int_equal(ticks_to_report(&it), ticks / 2);
    it.stage->sim->rules.kinds[1].lead.report_percent = 100;
    dw_stage_reset(it.stage, 1, 1);
    assert_int_equal(ticks_to_report(&it), ticks);
    dw_house_close(&it);
}

/* Until then the others stay at their posts, with their backs to the vault. */
static void run_to_report(dw_house *it)
{
    bool reported = false;
    while (!reported && it->stage->world->tick < 900) {
        for (uint16_t g = ANN; g <= CYD; g++) {
            dw_stage_put_guard(it->stage, g, it->venue->map->guards[g].spawn, 0);
        }
        dw_stage_step(it->stage);
        reported = dw_stage_events(it->stage, DW_SIM_REPORTED, CAP, DW_NONE) > 0;
    }
    assert_true(reported);
}

/* Bit g: guard g was sent to the room in one of the messages so far. */
static uint32_t sent_to(const dw_house *it, uint16_t room)
{
    uint32_t guards = 0;
    const dw_radio_message *said = NULL;
    for (uint32_t back = 0; (said = dw_radio_recent(dw_sim_radio(it->stage->sim), back)) != NULL;
         back++) {
        if (said->kind == DW_RADIO_REQUEST && said->sender == CAP && said->room == room) {
            assert_true(said->receiver > 0);
            guards |= 1u << (said->receiver - 1);
        }
    }
    return guards;
}

static uint32_t count_orders(const dw_house *it)
{
    uint32_t count = 0;
    const dw_radio_message *said = NULL;
    for (uint32_t back = 0; (said = dw_radio_recent(dw_sim_radio(it->stage->sim), back)) != NULL;
         back++) {
        count += said->kind == DW_RADIO_REQUEST ? 1 : 0;
    }
    return count;
}

static void a_captain_sends_the_nearest_guards_into_the_room(void **state)
{
    (void)state;
    dw_house it = open_house("captain", 1);
    run_to_report(&it);
    dw_stage_run(it.stage, 4);
    assert_int_equal(sent_to(&it, VAULT), 1u << ANN | 1u << BOB);
    dw_stage_run(it.stage, 34);
    /* The other one lies in wait, as by a report alone. */
    assert_true(dw_house_wants(&it, ANN, "intercept"));
    assert_int_equal(dw_house_mind(&it, ANN)->task.door, DW_NONE);
    assert_true(dw_house_wants(&it, BOB, "intercept"));
    assert_true(dw_house_wants(&it, CYD, "lie in wait"));
    uint32_t entered = 0;
    for (uint32_t tick = 0; tick < 900; tick++) {
        dw_stage_step(it.stage);
        for (uint16_t g = ANN; g <= CYD; g++) {
            entered |= dw_house_guard(&it, g)->room == VAULT ? 1u << g : 0;
        }
    }
    assert_int_equal(entered & (1u << ANN | 1u << BOB), 1u << ANN | 1u << BOB);
    dw_house_close(&it);
}

static void a_guard_with_the_brain_reference_sends_nobody(void **state)
{
    (void)state;
    dw_house it = open_house("reference", 1);
    run_to_report(&it);
    dw_stage_run(it.stage, 40);
    assert_int_equal(count_orders(&it), 0);
    assert_true(dw_house_wants(&it, ANN, "lie in wait"));
    assert_true(dw_house_wants(&it, BOB, "lie in wait"));
    dw_house_close(&it);
}

/* Cap is in the hall; Bob, at the far end by now, has said that the intruder is in the vault. */
static void a_captain_sends_others_after_a_report_once_and_by_where_it_noticed_them(void **state)
{
    (void)state;
    dw_house it = open_house("captain", 1);
    dw_house_set_brain(&it, ANN, &dw_brain_puppet);
    dw_house_set_brain(&it, CYD, &dw_brain_puppet);
    dw_house_set_brain(&it, BOB, &dw_brain_caller);
    dw_stage_put_guard(it.stage, CAP, dw_scene_mm(20000, 2000), 0);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(23000, 1000), 0);
    dw_stage_put_guard(it.stage, CYD, dw_scene_mm(8000, 1000), 0);
    it.stage->sim->rules.kinds[1].lead.crew_max = 1;
    const dw_radio_message report = {
        .kind = DW_RADIO_REPORT, .room = VAULT, .place = dw_scene_mm(7000, 2000)};
    dw_house_say(&it, &report);
    dw_stage_run(it.stage, 40);
    assert_int_equal(sent_to(&it, VAULT), 1u << CYD);
    assert_int_equal(count_orders(&it), 1);
    dw_house_say(&it, &report);
    dw_stage_run(it.stage, 40);
    assert_int_equal(count_orders(&it), 1);
    dw_stage_run(it.stage, (uint32_t)dw_sim_rules(it.stage->sim)->claim_ticks);
    dw_house_say(&it, &report);
    dw_stage_run(it.stage, 40);
    assert_int_equal(count_orders(&it), 2);
    dw_house_close(&it);
}

/* Cap, Ann and the intruder in the hall; Ann is nearer to the intruder. True: Cap runs. */
static bool runs_after(dw_house *it)
{
    dw_stage_put_guard(it->stage, CAP, dw_scene_mm(20000, 2000), DW_BAM_HALF);
    dw_stage_put_guard(it->stage, ANN, dw_scene_mm(12000, 1000), 0);
    dw_stage_put_guard(it->stage, BOB, dw_scene_mm(23500, 3500), 0);
    dw_stage_put_guard(it->stage, CYD, dw_scene_mm(23500, 500), 0);
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(8000, 2000));
    assert_true(dw_house_run_until(it, CAP, "chase", 600));
    dw_stage_put_guard(it->stage, ANN, dw_scene_mm(12000, 1000), 0);
    dw_stage_step(it->stage);
    const dw_vec begun = dw_house_guard(it, CAP)->body.position;
    for (uint32_t tick = 0; tick < 60; tick++) {
        dw_stage_put_guard(it->stage, ANN, dw_scene_mm(12000, 1000), 0);
        dw_stage_step(it->stage);
        assert_true(dw_house_wants(it, CAP, "chase"));
    }
    const int32_t off = (int16_t)(dw_house_guard(it, CAP)->body.heading_bam - DW_BAM_HALF);
    assert_true(abs(off) < 3000);
    return dw_distance(begun, dw_house_guard(it, CAP)->body.position) > DW_MM(1000);
}

static void a_captain_leaves_the_chase_to_a_guard_that_is_nearer(void **state)
{
    (void)state;
    static const struct {
        const char *brain;
        int32_t catches;
        bool runs;
    } cases[] = {{"captain", 1, false}, {"captain", 0, true}, {"reference", 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dw_house it = open_house(cases[i].brain, cases[i].catches);
        dw_house_set_brain(&it, ANN, &dw_brain_puppet);
        assert_int_equal(runs_after(&it), cases[i].runs);
        dw_house_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_captain_reports_after_half_of_the_time),
        cmocka_unit_test(a_captain_sends_the_nearest_guards_into_the_room),
        cmocka_unit_test(a_guard_with_the_brain_reference_sends_nobody),
        cmocka_unit_test(a_captain_sends_others_after_a_report_once_and_by_where_it_noticed_them),
        cmocka_unit_test(a_captain_leaves_the_chase_to_a_guard_that_is_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
