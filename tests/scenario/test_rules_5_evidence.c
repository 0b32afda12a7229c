/* server/RULES.md 5.80 to 5.87: what guards notice of changes, and what they do about it. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/decision.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Ann looks after the hall. A lamp hangs there, and its switch; another one is in the east room.
 *
 *     +------+-----------+------+
 *     | west 0  hall   o 1 east |
 *     +--2---+----s------+------+
 *     |store |
 *     +------+
 */
enum { ANN, BOB };
enum { WEST, HALL, EAST, STORE };
enum { WEST_DOOR, EAST_DOOR };
enum { LEVER, EAST_LEVER };
enum { SOON_TICKS = 1200, FACING_EAST = 0, FACING_WEST = 32768 };

static dw_ruleset evidence_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.evidence = 1;
    rules.light = 1;
    rules.strategy.talk = 1;
    return rules;
}

static dw_scene *three_rooms(void)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 5000, 5000);
    dw_scene_room(scene, "hall", 5000, 0, 8000, 5000);
    dw_scene_room(scene, "east", 13000, 0, 5000, 5000);
    dw_scene_door(scene, "west", WEST, HALL, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east", HALL, EAST, 2000, 1000, DW_SCENE_CLOSED);
    return scene;
}

/* Ann patrols all three. */
static dw_scene *row_with_a_patrol(void)
{
    dw_scene *scene = three_rooms();
    dw_scene_patrol(scene, "all", "hall, west, hall, east");
    dw_scene_guard(scene, "ann", 8000, 2500, 180, "all");
    return scene;
}

static dw_house open_house(const dw_ruleset *rules)
{
    dw_scene *scene = three_rooms();
    dw_scene_room(scene, "store", 0, 5000, 5000, 3000);
    dw_scene_door(scene, "store", WEST, STORE, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_switch(scene, "lever", 9000, 4900);
    dw_scene_switch(scene, "east lever", 15000, 4900);
    dw_scene_lamp(scene, 9000, 1000, 6000, 90, LEVER);
    dw_scene_lamp(scene, 17500, 4500, 1000, 90, EAST_LEVER);
    dw_scene_patrol(scene, "hall", "hall");
    dw_scene_patrol(scene, "east", "east");
    dw_scene_guard(scene, "ann", 8000, 2500, 180, "hall");
    dw_scene_guard(scene, "bob", 16000, 1000, 0, "east");
    dw_scene_spawn(scene, 600, 7000);
    dw_scene_objective(scene, 8000, 300, 200, 200);
    dw_scene_exit(scene, 300, 300, 1000, 1000);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    dw_stage_run(house.stage, 30);
    return house;
}

static void set_door(dw_house *house, uint16_t door, bool open)
{
    dw_door_set_put(&house->stage->sim->world.open, door, open);
}

static void press(dw_house *house, uint16_t lever)
{
    house->stage->sim->world.worked ^= UINT32_C(1) << lever;
}

static void carry_objective(dw_house *house)
{
    dw_item *item = &house->stage->sim->world.items[0];
    item->state = DW_ITEM_CARRIED;
    item->carrier = 0;
}

static int32_t points(const dw_house *house)
{
    return dw_house_mind(house, ANN)->evidence->points;
}

/* What Ann, as a puppet, sees of them at the next look from there. */
static dw_percept_signs signs_from(dw_house *house, dw_vec position, uint16_t heading_bam)
{
    dw_stage_put_guard(house->stage, ANN, position, heading_bam);
    dw_stage_puppet(house->stage, ANN)->heading_bam = heading_bam;
    dw_stage_step(house->stage);
    while (house->stage->world->tick % 15 != 0) {
        dw_stage_step(house->stage);
    }
    return dw_sim_percepts(house->stage->sim, ANN)->signs;
}

static void a_guard_sees_how_leaves_and_lamps_of_its_room_stand(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 5000;
    dw_house house = open_house(&rules);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    const dw_vec place = dw_scene_mm(8000, 2500);
    dw_percept_signs signs = signs_from(&house, place, FACING_WEST);
    assert_int_equal(signs.leaf_count, 1);
    assert_int_equal(signs.leaves[0], WEST_DOOR);
    assert_int_equal(signs.open, 0);
    assert_int_equal(signs.switches, 0); /* The lamp is behind it. */
    set_door(&house, WEST_DOOR, true);
    assert_int_equal(signs_from(&house, place, FACING_WEST).open, 1);
    signs = signs_from(&house, place, FACING_EAST);
    assert_int_equal(signs.leaf_count, 1); /* 5000 off; */
    assert_int_equal(signs.leaves[0], EAST_DOOR);
    assert_int_equal(signs.switches, 1u << LEVER); /* none of the other room. */
    assert_int_equal(signs.worked, 0);
    press(&house, LEVER);
    assert_int_equal(signs_from(&house, place, FACING_EAST).worked, 1u << LEVER);
    assert_int_equal(signs_from(&house, dw_scene_mm(7000, 2500), FACING_EAST).leaf_count, 0);
    dw_stage_step(house.stage); /* Between two looks it sees nothing of them. */
    assert_int_equal(dw_sim_percepts(house.stage->sim, ANN)->signs.switches, 0);
    dw_house_close(&house);
}

static void a_guard_that_puts_something_right_stares_at_an_intruder(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_near = 1;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_far_loss = 0;
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "put right", SOON_TICKS));
    const dw_vec at = dw_house_guard(&house, ANN)->body.position;
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_put_intruder(house.stage, 0, dw_scene_mm(6000, 3500));
        dw_stage_step(house.stage);
    }
    const dw_actor *ann = dw_house_guard(&house, ANN);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    assert_true(dw_distance(ann->body.position, at) < DW_MM(100));
    assert_true(dw_house_wants(&house, ANN, "put right"));
    assert_true(dw_door_set_has(&house.stage->world->open, WEST_DOOR));
    dw_house_close(&house);
}

/* The intruder is gone again: the guard puts right what it was about to put right. */
static void after_a_stare_a_guard_puts_the_thing_right(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "put right", SOON_TICKS));
    while (dw_house_mind(&house, ANN)->repair->phase == DW_PUT_RIGHT_LOOKING) {
        dw_stage_step(house.stage);
    }
    dw_stage_run(house.stage, 30); /* It has turned to the door. */
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(2000, 2500));
    dw_stage_run(house.stage, 3);
    assert_true(dw_stage_sees(house.stage, ANN, 0));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(600, 7000));
    assert_true(dw_house_run_until(&house, ANN, "patrol", SOON_TICKS));
    dw_stage_run(house.stage, 2);
    assert_false(dw_door_set_has(&house.stage->world->open, WEST_DOOR));
    dw_house_close(&house);
}

/* Ann notices it, puts it right and goes back to its patrol. */
static void expect_put_right(dw_house *house)
{
    assert_true(dw_house_run_until(house, ANN, "put right", SOON_TICKS));
    assert_int_equal(dw_house_explain(house, ANN).cause, DW_CAUSE_EVIDENCE);
    assert_int_equal(dw_house_explain(house, ANN).agitation, 0);
    assert_true(dw_house_run_until(house, ANN, "patrol", SOON_TICKS));
    dw_stage_run(house->stage, 2);
}

static void a_guard_shuts_a_leaf_that_was_shut_before(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    expect_put_right(&house);
    assert_false(dw_door_set_has(&house.stage->world->open, WEST_DOOR));
    assert_int_equal(points(&house), 1);
    assert_false(dw_house_run_until(&house, ANN, "put right", SOON_TICKS)); /* All is well. */
    dw_house_close(&house);
}

static void a_guard_puts_all_things_right_that_it_saw_at_one_look(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.evidence_search = 4;
    rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = 65536;
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    set_door(&house, EAST_DOOR, true);
    press(&house, LEVER);
    expect_put_right(&house);
    assert_false(dw_door_set_has(&house.stage->world->open, WEST_DOOR));
    assert_false(dw_door_set_has(&house.stage->world->open, EAST_DOOR));
    assert_int_equal(house.stage->world->worked, 0);
    dw_house_close(&house);
}

/* It looks round for at least look_ticks_min before it goes. */
static void a_guard_looks_round_before_it_puts_a_thing_right(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "put right", SOON_TICKS));
    const dw_vec at = dw_house_guard(&house, ANN)->body.position;
    const uint16_t heading = dw_house_guard(&house, ANN)->body.heading_bam;
    dw_stage_run(house.stage, (uint32_t)rules.look_ticks_min - 2);
    const dw_actor *ann = dw_house_guard(&house, ANN);
    assert_true(dw_distance(at, ann->body.position) < DW_MM(100));
    assert_int_not_equal(ann->body.heading_bam, heading);
    assert_true(dw_house_wants(&house, ANN, "put right"));
    dw_house_close(&house);
}

static void a_guard_lights_a_lamp_that_was_lit_before(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    press(&house, LEVER);
    expect_put_right(&house);
    assert_int_equal(house.stage->world->worked, 0);
    assert_int_equal(points(&house), 1);
    dw_house_close(&house);
}

static void a_guard_without_the_hands_for_it_only_looks_round(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.kinds[DW_KIND_GUARD].can.use_switches = 0;
    dw_house house = open_house(&rules);
    press(&house, LEVER);
    expect_put_right(&house);
    assert_int_equal(house.stage->world->worked, 1);
    assert_false(dw_house_run_until(&house, ANN, "put right", SOON_TICKS)); /* It knows by now. */
    dw_house_close(&house);
}

static void from_three_points_on_a_guard_searches(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    expect_put_right(&house);
    press(&house, LEVER);
    expect_put_right(&house);
    assert_int_equal(points(&house), 2);
    set_door(&house, EAST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "search", SOON_TICKS));
    const dw_mind_view mind = dw_house_explain(&house, ANN);
    assert_int_equal(mind.cause, DW_CAUSE_EVIDENCE);
    assert_int_equal(mind.agitation, 1);
    assert_int_equal(points(&house), 0);
    dw_house_close(&house);
}

/* How many notices Ann sends until it has searched, or SOON_TICKS are over. */
static uint32_t notices_of_a_search(dw_house *house)
{
    uint32_t notices = 0;
    bool searched = false;
    for (uint32_t tick = 0; tick < SOON_TICKS; tick++) {
        dw_stage_step(house->stage);
        const bool searches = dw_house_wants(house, ANN, "search");
        if (searched && !searches) {
            break;
        }
        searched = searches;
        notices += dw_stage_events(house->stage, DW_SIM_NOTICED, ANN, DW_NONE);
    }
    assert_true(searched);
    return notices;
}

static void a_guard_that_searches_for_evidence_sends_a_notice(void **state)
{
    (void)state;
    for (int32_t talk = 0; talk <= 1; talk++) {
        dw_ruleset rules = evidence_rules();
        rules.evidence_leaf = rules.evidence_search;
        rules.strategy.talk = talk;
        dw_house house = open_house(&rules);
        set_door(&house, WEST_DOOR, true);
        assert_int_equal(notices_of_a_search(&house), talk);
        dw_house_close(&house);
    }
}

static void of_a_missing_objective_no_notice_is_sent(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    carry_objective(&house);
    assert_int_equal(notices_of_a_search(&house), 0);
    dw_house_close(&house);
}

/* Ann found the evidence, and searches the hall. Bob comes in from the east. */
static void the_nearest_guard_comes_to_help(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.evidence_leaf = rules.evidence_search;
    dw_house house = open_house(&rules);
    dw_house_set_brain(&house, BOB, dw_brain_find("reference"));
    set_door(&house, WEST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "search", SOON_TICKS));
    assert_true(dw_house_run_until(&house, BOB, "search", 100));
    assert_int_equal(dw_house_explain(&house, BOB).cause, DW_CAUSE_MESSAGE);
    assert_int_equal(dw_search_room(&dw_house_mind(&house, BOB)->search), HALL);
    dw_house_close(&house);
}

/* Three things are another way at the same look: that makes three points. */
static void all_that_is_seen_at_once_counts(void **state)
{
    (void)state;
    for (uint32_t pressed = 0; pressed < 2; pressed++) {
        dw_ruleset rules = evidence_rules();
        rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = 65536;
        dw_house house = open_house(&rules);
        set_door(&house, WEST_DOOR, true);
        set_door(&house, EAST_DOOR, true);
        if (pressed != 0) {
            press(&house, LEVER);
        }
        dw_stage_run(house.stage, 20);
        assert_true(dw_house_wants(&house, ANN, pressed != 0 ? "search" : "put right"));
        assert_int_equal(points(&house), pressed != 0 ? 0 : 2);
        dw_house_close(&house);
    }
}

static void a_guard_is_not_fooled_a_third_time(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.evidence_leaf = 0;
    rules.evidence_lamp = 0;
    for (uint32_t of_lamp = 0; of_lamp < 2; of_lamp++) {
        dw_house house = open_house(&rules);
        for (uint32_t time = 0; time < 3; time++) {
            if (of_lamp != 0) {
                press(&house, LEVER);
            } else {
                set_door(&house, WEST_DOOR, true);
            }
            if (time < 2) {
                expect_put_right(&house);
                assert_int_equal(points(&house), 0);
            }
        }
        assert_true(dw_house_run_until(&house, ANN, "search", SOON_TICKS));
        dw_house_close(&house);
    }
}

static void a_thing_that_is_gone_is_reported_and_searched_for(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    carry_objective(&house);
    bool missed = false;
    for (uint32_t tick = 0; tick < SOON_TICKS && !dw_house_wants(&house, ANN, "search"); tick++) {
        dw_stage_step(house.stage);
        missed = missed || dw_stage_events(house.stage, DW_SIM_MISSED, ANN, DW_NONE) > 0;
    }
    assert_true(dw_house_wants(&house, ANN, "search"));
    assert_true(missed);
    dw_house_close(&house);
}

/* Guards that know it by evidence hold the exit only if their strategy has them do so. */
static void a_missing_thing_alone_sends_nobody_to_the_exit(void **state)
{
    (void)state;
    for (int32_t holds = 0; holds <= 1; holds++) {
        dw_ruleset rules = evidence_rules();
        rules.strategy.answerers_max = 1;
        rules.strategy.hold_exit_when_missing = holds;
        dw_house house = open_house(&rules);
        carry_objective(&house);
        assert_int_equal(dw_house_run_until(&house, ANN, "hold", 2 * SOON_TICKS), holds);
        assert_true(dw_house_mind(&house, ANN)->contracts->missing);
        dw_house_close(&house);
    }
}

static void what_a_guard_did_itself_is_no_evidence(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    dw_scene *scene = row_with_a_patrol();
    dw_scene_spawn(scene, 17000, 4500);
    dw_scene_spawn(scene, 16000, 4500);
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = 3000;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_stage_reset(house.stage, 1, 0);
    house.stage->sim->without_outcome = true;
    uint32_t opened = 0;
    for (uint32_t tick = 0; tick < 20000; tick++) {
        dw_stage_step(house.stage);
        opened += dw_stage_events(house.stage, DW_SIM_DOOR_OPENED, ANN, DW_NONE);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
    }
    assert_true(opened > 10);
    assert_int_equal(points(&house), 0);
    dw_house_close(&house);
}

/* It wants to close them, and has no hands for it: they stand open by its own doing. */
static void leaves_that_a_guard_cannot_close_are_no_evidence(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.kinds[DW_KIND_GUARD].can.close_doors = 0;
    dw_scene *scene = row_with_a_patrol();
    dw_scene_spawn(scene, 17000, 4500);
    dw_house house = dw_house_open_with(scene, &rules);
    dw_stage_reset(house.stage, 1, 0);
    house.stage->sim->without_outcome = true;
    for (uint32_t tick = 0; tick < 10000; tick++) {
        dw_stage_step(house.stage);
        assert_int_equal(points(&house), 0);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
    }
    assert_true(dw_door_set_has(&house.stage->world->open, WEST_DOOR));
    dw_house_close(&house);
}

/* The guard feels that a body keeps its leaf open (1.30), also in a tick in which it looks. */
static void a_leaf_that_was_kept_open_is_no_evidence(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = 65536;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_near = 1;
    rules.kinds[DW_KIND_GUARD].senses.eyes.meter_far_loss = 0;
    rules.kinds[DW_KIND_GUARD].senses.touch = 0;
    dw_scene *scene = row_with_a_patrol();
    dw_scene_spawn(scene, 12500, 4500);
    dw_house house = dw_house_open_with(scene, &rules);
    const dw_vec home = dw_house_intruder(&house, 0);
    uint32_t looks = 0;
    for (uint64_t seed = 1; seed < 200 && looks < 3; seed++) {
        dw_stage_reset(house.stage, seed, 1);
        uint32_t tick = 0;
        while (dw_house_guard_state(&house, ANN)->command.close_door != WEST_DOOR &&
               tick++ < 5000) {
            dw_stage_put_intruder(house.stage, 0, home);
            dw_stage_step(house.stage);
        }
        if ((house.stage->world->tick + 1) % 15 != 0) {
            continue;
        }
        const dw_door *door = &house.venue->map->doors[WEST_DOOR];
        dw_stage_put_intruder(house.stage, 0, dw_rect_centre(door->half[door->leaf].area));
        dw_stage_step(house.stage);
        assert_true(dw_sim_percepts(house.stage->sim, ANN)->door_refused);
        looks += dw_sim_percepts(house.stage->sim, ANN)->signs.open;
        dw_stage_put_intruder(house.stage, 0, home);
        assert_int_equal(points(&house), 0);
        assert_true(dw_house_wants(&house, ANN, "patrol"));
    }
    assert_int_equal(looks, 3);
    dw_house_close(&house);
}

static void a_leaf_beside_a_colleague_is_no_evidence(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house house = open_house(&rules);
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(13000, 2500), 0); /* In the doorway. */
    set_door(&house, EAST_DOOR, true);
    assert_false(dw_house_run_until(&house, ANN, "put right", SOON_TICKS));
    assert_int_equal(points(&house), 0);
    dw_house_close(&house);
}

static void a_guard_that_searches_only_remembers_what_it_sees(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.evidence_search = 1;
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    assert_true(dw_house_run_until(&house, ANN, "search", SOON_TICKS));
    press(&house, LEVER);
    while (dw_house_wants(&house, ANN, "search")) {
        dw_stage_step(house.stage);
    }
    assert_int_equal(house.stage->world->worked, 1);
    assert_true((dw_house_mind(&house, ANN)->evidence->worked & 1) != 0);
    assert_int_equal(points(&house), 0);
    dw_house_close(&house);
}

static void without_evidence_in_the_rules_nobody_notices(void **state)
{
    (void)state;
    dw_ruleset rules = evidence_rules();
    rules.evidence = 0;
    dw_house house = open_house(&rules);
    set_door(&house, WEST_DOOR, true);
    press(&house, LEVER);
    assert_false(dw_house_run_until(&house, ANN, "put right", SOON_TICKS));
    assert_int_equal(dw_sim_percepts(house.stage->sim, ANN)->signs.leaf_count, 0);
    dw_house_close(&house);
}

/* Two houses: in one of them the lamp behind the closed door goes on and off. Ann cannot know. */
static void a_change_out_of_sight_changes_no_command(void **state)
{
    (void)state;
    const dw_ruleset rules = evidence_rules();
    dw_house one = open_house(&rules);
    dw_house two = open_house(&rules);
    for (uint32_t tick = 0; tick < 1800; tick++) {
        if (tick % 100 == 0) {
            press(&two, EAST_LEVER);
        }
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        assert_true(dw_decision_knows_same(one.stage, two.stage, ANN));
        assert_true(dw_decision_is_same(one.stage, two.stage, ANN));
    }
    /* And before its eyes it does. */
    press(&two, LEVER);
    bool differs = false;
    for (uint32_t tick = 0; tick < SOON_TICKS && !differs; tick++) {
        dw_stage_step(one.stage);
        dw_stage_step(two.stage);
        differs = !dw_decision_is_same(one.stage, two.stage, ANN);
        assert_true(!differs || !dw_decision_knows_same(one.stage, two.stage, ANN));
    }
    assert_true(differs);
    dw_house_close(&one);
    dw_house_close(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_sees_how_leaves_and_lamps_of_its_room_stand),
        cmocka_unit_test(a_guard_that_puts_something_right_stares_at_an_intruder),
        cmocka_unit_test(after_a_stare_a_guard_puts_the_thing_right),
        cmocka_unit_test(a_guard_shuts_a_leaf_that_was_shut_before),
        cmocka_unit_test(a_guard_puts_all_things_right_that_it_saw_at_one_look),
        cmocka_unit_test(a_guard_looks_round_before_it_puts_a_thing_right),
        cmocka_unit_test(a_guard_lights_a_lamp_that_was_lit_before),
        cmocka_unit_test(a_guard_without_the_hands_for_it_only_looks_round),
        cmocka_unit_test(from_three_points_on_a_guard_searches),
        cmocka_unit_test(a_guard_that_searches_for_evidence_sends_a_notice),
        cmocka_unit_test(of_a_missing_objective_no_notice_is_sent),
        cmocka_unit_test(the_nearest_guard_comes_to_help),
        cmocka_unit_test(all_that_is_seen_at_once_counts),
        cmocka_unit_test(a_guard_is_not_fooled_a_third_time),
        cmocka_unit_test(a_thing_that_is_gone_is_reported_and_searched_for),
        cmocka_unit_test(a_missing_thing_alone_sends_nobody_to_the_exit),
        cmocka_unit_test(what_a_guard_did_itself_is_no_evidence),
        cmocka_unit_test(a_leaf_that_was_kept_open_is_no_evidence),
        cmocka_unit_test(leaves_that_a_guard_cannot_close_are_no_evidence),
        cmocka_unit_test(a_leaf_beside_a_colleague_is_no_evidence),
        cmocka_unit_test(a_guard_that_searches_only_remembers_what_it_sees),
        cmocka_unit_test(without_evidence_in_the_rules_nobody_notices),
        cmocka_unit_test(a_change_out_of_sight_changes_no_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
