/* server/RULES.md 11.7 to 11.26: what animals want, and what dogs do about trails, noises and their
 * handlers. */
#include "common/base/check.h"
#include "common/base/decibel.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/bait_house.h"
#include "tests/support/test.h"

/* Three rooms with open doors. Rex, a dog, is on the left; Ann, a puppet, may be its handler.
 *
 *     0       6000     12000     18000
 *     +---------+---------+---------+
 *     |  left   D  middle D  right  |  4000     D = an open door from 1500 to 2500
 *     +---------+---------+---------+
 */
/* The same scenes for each mind that a dog can have. */
static const dw_brain_kind *dog;

enum { LEFT, MIDDLE, RIGHT };
enum { REX, ANN };

static dw_ruleset dog_rules(void)
{
    dw_ruleset rules = dw_dog_rules();
    dw_kind *kind = &rules.kinds[DW_KIND_GUARD];
    kind->can.bark = 1;
    kind->gaits.near.speed_mm_s = 2600;
    kind->gaits.far.speed_mm_s = 5000;
    return rules;
}

/* `patrol`: the rooms of Rex's patrol. `handler`: "ann", or "" for none. */
typedef struct wish {
    dw_floor middle;
    const char *patrol, *handler;
} wish;

static dw_house open_house(const dw_ruleset *rules, wish it)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "left", 0, 0, 6000, 4000);
    dw_scene_room(scene, "middle", 6000, 0, 6000, 4000);
    dw_scene_room(scene, "right", 12000, 0, 6000, 4000);
    dw_scene_door(scene, "left-middle", LEFT, MIDDLE, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_door(scene, "middle-right", MIDDLE, RIGHT, 1500, 1000, DW_SCENE_OPEN);
    dw_scene_set_floor(scene, MIDDLE, it.middle);
    dw_scene_patrol(scene, "patrol", it.patrol);
    dw_scene_guard(scene, "rex", 1000, 1000, 0, "patrol");
    dw_scene_guard(scene, "ann", 1000, 2800, 0, "patrol");
    dw_scene_handler(scene, REX, it.handler);
    dw_scene_spawn(scene, 2500, 2000);
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, REX, dog);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    return house;
}

/* A new round. The only intruder stands in the far corner, where no nose of these tests comes. */
static void begin_alone(dw_house *it)
{
    dw_stage_reset(it->stage, 1, 1);
    dw_stage_put_intruder(it->stage, 0, dw_scene_mm(17600, 3600));
}

static dw_house open_plain(const dw_ruleset *rules)
{
    dw_house house = open_house(rules, (wish){DW_FLOOR_WOOD, "left", ""});
    begin_alone(&house);
    return house;
}

static dw_vec rex(const dw_house *it)
{
    return dw_house_guard(it, REX)->body.position;
}

static bool is_within(dw_vec a, dw_vec b, int32_t millimetres)
{
    return dw_distance(a, b) <= DW_MM(millimetres);
}

/* So loud that it has that level where Rex is, and a tenth more: Rex may take a step meanwhile. */
static void make_noise(dw_house *it, int32_t x, int32_t y, int32_t level_db10)
{
    const dw_vec at = dw_scene_mm(x, y);
    const int32_t away_mm = dw_distance(rex(it), at) / DW_UNITS_PER_MM;
    const dw_noise noise = {.kind = DW_NOISE_COIN,
                            .room = dw_map_room_at(it->venue->map, at),
                            .position = at,
                            .level_db10 = level_db10 + 1 + dw_distance_loss_db10(away_mm)};
    dw_sim_make_noise(it->stage->sim, &noise);
}

/* The intruder walks from the left room into the right one, and stands there. Returns the rooms in
 * which Rex was, one bit each. */
static uint32_t follow_trail(dw_house *it, uint32_t walk_ticks)
{
    uint32_t rooms = 0;
    dw_stage_reset(it->stage, 1, 1);
    dw_stage_put_guard(it->stage, REX, dw_scene_mm(700, 3500), 0);
    dw_stage_walk(it->stage, 0, DW_EAST, 0);
    for (uint32_t tick = 0; tick < 1500; tick++) {
        if (tick == walk_ticks) {
            dw_stage_walk(it->stage, 0, DW_STAND, 0);
        }
        dw_stage_step(it->stage);
        rooms |= 1u << dw_house_guard(it, REX)->room;
    }
    assert_int_equal(dw_intruder_actor(it->stage->world, 0)->room, RIGHT);
    return rooms;
}

static void a_dog_follows_a_trail_through_three_rooms(void **state)
{
    (void)state;
    dw_ruleset rules = dog_rules();
    rules.hearing = 0; /* By its nose alone. */
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", ""});
    assert_int_equal(follow_trail(&it, 467), 7);
    assert_true(is_within(rex(&it), dw_house_intruder(&it, 0), 1500));
    dw_stage_reset(it.stage, 1, 1);
    assert_true(dw_house_run_until(&it, REX, "trail", 30));
    const dw_mind_view view = dw_house_explain(&it, REX);
    assert_non_null(strstr(view.sentence, "Follows a trail."));
    assert_int_equal(view.cause, DW_CAUSE_TRAIL);
    dw_house_close(&it);
}

static void a_dog_loses_a_trail_at_water(void **state)
{
    (void)state;
    dw_ruleset rules = dog_rules();
    rules.hearing = 0; /* By its nose alone. */
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WATER, "left", ""});
    assert_int_equal(follow_trail(&it, 700) & 1u << RIGHT, 0);
    assert_false(dw_house_wants(&it, REX, "trail")); /* It has given it up. */
    dw_house_close(&it);
}

/* What it has come to the end of it does not follow again. */
static void a_dog_looks_round_where_a_trail_ends_and_goes_back(void **state)
{
    (void)state;
    const dw_ruleset rules = dog_rules();
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", ""});
    dw_stage_run(it.stage, 60);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, 3500));
    assert_true(dw_house_run_until(&it, REX, "look round", 600));
    assert_true(dw_house_run_until(&it, REX, "patrol", 600));
    for (uint32_t tick = 0; tick < 1200; tick++) {
        dw_stage_step(it.stage);
        assert_true(dw_house_wants(&it, REX, "patrol"));
    }
    dw_house_close(&it);
}

static uint32_t barks_heard_by_ann(dw_house *it, uint32_t ticks)
{
    uint32_t count = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        dw_stage_step(it->stage);
        const dw_percepts *percepts = dw_sim_percepts(it->stage->sim, ANN);
        if (percepts->stimulus_count > 0) {
            assert_true(percepts->stimuli[0].from_own_side);
            assert_in_range(percepts->stimuli[0].strength,
                            dw_sim_rules(it->stage->sim)->bark_db10 - 300,
                            dw_sim_rules(it->stage->sim)->bark_db10);
            count++;
        }
    }
    return count;
}

static void a_dog_barks_at_an_intruder_that_is_near(void **state)
{
    (void)state;
    for (int32_t barks = 0; barks < 2; barks++) {
        dw_ruleset rules = dog_rules();
        rules.kinds[DW_KIND_GUARD].can.bark = barks;
        rules.bark_db10 = 900;
        dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", ""});
        const uint32_t heard = barks_heard_by_ann(&it, 600);
        assert_true(barks != 0 ? heard >= 8 && heard <= 10 : heard == 0); /* One a second. */
        dw_house_close(&it);
    }
}

static void a_dog_that_sees_an_intruder_chases_it_and_barks(void **state)
{
    (void)state;
    dw_ruleset rules = dog_rules();
    rules.scent = 0;
    rules.kinds[DW_KIND_GUARD].senses.eyes = dw_kind_guard().senses.eyes;
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", ""});
    assert_true(dw_house_run_until(&it, REX, "chase", 300));
    assert_true(barks_heard_by_ann(&it, 180) >= 2);
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(17000, 3500));
    assert_true(dw_house_run_until(&it, REX, "last known position", 600));
    assert_true(dw_house_run_until(&it, REX, "look round", 600));
    dw_house_close(&it);
}

static void lead_ann(dw_house *it, dw_vec step, uint32_t ticks)
{
    dw_guard_command *command = dw_stage_puppet(it->stage, ANN);
    command->step = step;
    dw_stage_run(it->stage, ticks);
    command->step = (dw_vec){0, 0};
}

static void a_dog_keeps_near_its_handler(void **state)
{
    (void)state;
    dw_ruleset rules = dog_rules();
    rules.scent = 0;
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", "ann"});
    begin_alone(&it);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(1000, 2000), 0);
    for (uint32_t part = 0; part < 12; part++) {
        lead_ann(&it, (dw_vec){1200, 0}, 60);
        assert_true(dw_house_wants(&it, REX, "handler"));
        assert_true(is_within(rex(&it), dw_house_guard(&it, ANN)->body.position, 3500));
    }
    assert_int_equal(dw_house_guard(&it, ANN)->room, RIGHT);
    dw_stage_run(it.stage, 120);
    assert_int_equal(dw_house_guard(&it, REX)->room, RIGHT);
    assert_true(is_within(rex(&it), dw_house_guard(&it, ANN)->body.position, 1600));
    /* And back through both doors: it makes way. */
    lead_ann(&it, (dw_vec){-1200, 0}, 720);
    dw_stage_run(it.stage, 240);
    assert_true(is_within(rex(&it), dw_house_guard(&it, ANN)->body.position, 1600));
    dw_house_close(&it);
}

static void a_dog_without_its_handler_goes_where_it_noticed_it_and_then_on_patrol(void **state)
{
    (void)state;
    const dw_ruleset rules = dog_rules();
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left, middle", "ann"});
    begin_alone(&it);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(5000, 2800), 0);
    dw_stage_run(it.stage, 2);
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(17000, 2800), 0);
    dw_stage_step(it.stage);
    assert_true(dw_house_wants(&it, REX, "handler"));
    assert_true(dw_house_run_until(&it, REX, "patrol", 300));
    assert_true(is_within(rex(&it), dw_scene_mm(5000, 2800), 100));
    dw_stage_put_guard(it.stage, ANN, dw_scene_mm(1000, 2800), 0);
    dw_stage_put_guard(it.stage, REX, dw_scene_mm(4000, 2800), 0);
    dw_stage_step(it.stage);
    assert_true(dw_house_wants(&it, REX, "handler"));
    dw_house_close(&it);
}

static dw_ruleset tired_rules(void)
{
    dw_ruleset rules = dog_rules();
    rules.kinds[DW_KIND_GUARD].needs.energy =
        (dw_kind_need){.point_ticks = 4, .start = 100, .low = 200, .high = 800};
    return rules;
}

static void a_tired_dog_lies_down_until_it_has_rested(void **state)
{
    (void)state;
    const dw_ruleset rules = tired_rules();
    dw_house it = open_plain(&rules);
    assert_true(dw_house_run_until(&it, REX, "sleep", 10));
    assert_true(it.stage->world->guards[REX].command.asleep);
    const dw_vec bed = rex(&it);
    dw_stage_run(it.stage, 650);
    assert_true(dw_house_wants(&it, REX, "sleep"));
    assert_true(dw_vec_equal(rex(&it), bed));
    dw_stage_run(it.stage, 100); /* 700 points, four in four ticks. */
    assert_true(dw_house_wants(&it, REX, "patrol"));
    assert_false(it.stage->world->guards[REX].command.asleep);
    dw_house_close(&it);
}

/* Awake it hears what is as loud as its threshold; asleep a noise must be twice that level. */
static void a_sleeping_dog_wakes_by_loudness(void **state)
{
    (void)state;
    const dw_ruleset rules = tired_rules();
    for (int32_t level_db10 = 0; level_db10 <= 800; level_db10 += 50) {
        dw_house it = open_plain(&rules);
        assert_true(dw_house_run_until(&it, REX, "sleep", 10));
        make_noise(&it, 3000, 3000, level_db10);
        dw_stage_step(it.stage);
        assert_int_equal(dw_house_wants(&it, REX, "sleep"), level_db10 < 400);
        dw_house_close(&it);
    }
    const dw_ruleset awake = dog_rules();
    for (int32_t level_db10 = 0; level_db10 <= 400; level_db10 += 50) {
        dw_house it = open_plain(&awake);
        dw_stage_run(it.stage, 10);
        make_noise(&it, 3000, 3000, level_db10);
        dw_stage_step(it.stage);
        assert_int_equal(dw_house_wants(&it, REX, "noise"), level_db10 >= 200);
        dw_house_close(&it);
    }
}

static void a_dog_that_was_woken_stays_awake_for_a_while(void **state)
{
    (void)state;
    const dw_ruleset rules = tired_rules();
    dw_house it = open_plain(&rules);
    assert_true(dw_house_run_until(&it, REX, "sleep", 10));
    make_noise(&it, 3000, 3000, 420);
    for (uint32_t tick = 0; tick < 590; tick++) {
        dw_stage_step(it.stage);
        assert_false(dw_house_wants(&it, REX, "sleep"));
    }
    assert_true(dw_house_run_until(&it, REX, "sleep", 900));
    dw_house_close(&it);
}

static void a_sleeping_dog_sees_nothing(void **state)
{
    (void)state;
    dw_ruleset rules = tired_rules();
    rules.scent = 0;
    rules.evidence = 1;
    rules.kinds[DW_KIND_GUARD].senses.eyes = dw_kind_guard().senses.eyes;
    rules.kinds[DW_KIND_GUARD].senses.eyes.field_of_view_bam = 65536;
    dw_house it = open_plain(&rules);
    assert_true(dw_house_run_until(&it, REX, "sleep", 10));
    dw_stage_reset(it.stage, 1, 1);
    dw_stage_run(it.stage, 3); /* It lies down in the first. */
    dw_stage_run(it.stage, 200);
    assert_false(dw_stage_sees(it.stage, REX, 0));
    assert_int_equal(dw_stage_meter(it.stage, REX, 0), 0);
    assert_true(dw_stage_sees(it.stage, ANN, 0));
    dw_item *item = &it.stage->sim->world.items[0];
    item->area = dw_item_dropped_at(dw_house_guard(&it, REX)->body.position);
    item->state = DW_ITEM_DROPPED;
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->missing, 1);
    assert_int_equal(dw_sim_percepts(it.stage->sim, REX)->missing, 0);
    dw_house_close(&it);
}

static dw_ruleset shy_rules(void)
{
    dw_ruleset rules = dog_rules();
    rules.kinds[DW_KIND_GUARD].needs.fear =
        (dw_kind_need){.point_ticks = 1, .low = 200, .high = 600};
    return rules;
}

static void a_frightened_dog_flees_and_shuns_the_place(void **state)
{
    (void)state;
    const dw_ruleset rules = shy_rules();
    dw_house it = open_plain(&rules);
    dw_stage_run(it.stage, 10);
    dw_stage_put_guard(it.stage, REX, dw_scene_mm(3000, 1000), 0);
    dw_stage_step(it.stage);
    make_noise(&it, 1500, 1000, 640); /* 19 dB above the quiet ones: 570 points are too few. */
    dw_stage_step(it.stage);
    assert_false(dw_house_wants(&it, REX, "flee"));
    begin_alone(&it);
    dw_stage_put_guard(it.stage, REX, dw_scene_mm(3000, 1000), 0);
    dw_stage_step(it.stage);
    make_noise(&it, 1500, 1000, 700); /* 750 points. */
    dw_stage_step(it.stage);
    assert_true(dw_house_wants(&it, REX, "flee"));
    dw_stage_run(it.stage, 300);
    assert_true(dw_house_wants(&it, REX, "flee"));
    assert_false(is_within(rex(&it), dw_scene_mm(1500, 1000), 5000));
    assert_true(dw_house_run_until(&it, REX, "patrol", 300)); /* 550 points are gone. */
    dw_stage_put_guard(it.stage, REX, dw_scene_mm(5000, 3000), 0);
    dw_stage_step(it.stage);
    make_noise(&it, 1500, 1000, 400);
    dw_stage_step(it.stage);
    assert_false(dw_house_wants(&it, REX, "noise"));
    dw_stage_run(it.stage, 3600); /* A minute later it has forgotten. */
    dw_stage_put_guard(it.stage, REX, dw_scene_mm(5000, 3000), 0);
    dw_stage_step(it.stage);
    make_noise(&it, 1500, 1000, 400);
    dw_stage_step(it.stage);
    assert_true(dw_house_wants(&it, REX, "noise"));
    dw_house_close(&it);
}

static void a_dog_goes_to_where_a_noise_came_from(void **state)
{
    (void)state;
    const dw_ruleset rules = dog_rules();
    dw_house it = open_plain(&rules);
    dw_stage_run(it.stage, 10);
    make_noise(&it, 5000, 3000, 400);
    dw_stage_step(it.stage);
    assert_true(dw_house_wants(&it, REX, "noise"));
    assert_true((dw_sim_listening(it.stage->sim) >> REX & 1) != 0); /* Rule 8.34. */
    assert_true(dw_house_run_until(&it, REX, "look round", 300));
    assert_true((dw_sim_listening(it.stage->sim) >> REX & 1) == 0);
    assert_true(is_within(rex(&it), dw_scene_mm(5000, 3000), 700));
    dw_house_close(&it);
}

static void an_animal_knows_which_doors_of_its_room_are_shut(void **state)
{
    (void)state;
    const dw_ruleset rules = dog_rules();
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "middle", ""});
    begin_alone(&it);
    dw_door_set_put(&it.stage->sim->world.open, 0, false);
    for (uint32_t tick = 0; tick < 1000; tick++) {
        dw_stage_step(it.stage);
        assert_int_equal(dw_sim_percepts(it.stage->sim, REX)->shut_count, 1);
        assert_int_equal(dw_house_guard(&it, REX)->room, LEFT);
        assert_int_equal(it.stage->world->guards[REX].command.open_door, DW_NONE);
    }
    dw_door_set_put(&it.stage->sim->world.open, 0, true);
    dw_stage_run(it.stage, 900);
    assert_int_equal(dw_house_guard(&it, REX)->room, MIDDLE);
    assert_int_equal(dw_sim_percepts(it.stage->sim, REX)->shut_count, 0);
    dw_house_close(&it);
}

/* The shipped dog does all of it with the figures of its file. */
static void the_shipped_animals_have_the_senses_and_needs_of_their_brains(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.scent = 1;
    rules.kinds[DW_KIND_GUARD] = dw_stage_shipped_kind("dog");
    dw_house it = open_house(&rules, (wish){DW_FLOOR_WOOD, "left", ""});
    (void)follow_trail(&it, 467);
    assert_true(is_within(rex(&it), dw_house_intruder(&it, 0), 2000));
    dw_house_close(&it);
    const dw_kind cat = dw_stage_shipped_kind("cat");
    assert_int_equal(cat.senses.nose.range_mm, 0);
    assert_int_equal(cat.can.bark, 0);
    assert_true(cat.needs.fear.point_ticks > 0 && cat.senses.ears.threshold_db10 > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dog_follows_a_trail_through_three_rooms),
        cmocka_unit_test(a_dog_loses_a_trail_at_water),
        cmocka_unit_test(a_dog_looks_round_where_a_trail_ends_and_goes_back),
        cmocka_unit_test(a_dog_barks_at_an_intruder_that_is_near),
        cmocka_unit_test(a_dog_that_sees_an_intruder_chases_it_and_barks),
        cmocka_unit_test(a_dog_keeps_near_its_handler),
        cmocka_unit_test(a_dog_without_its_handler_goes_where_it_noticed_it_and_then_on_patrol),
        cmocka_unit_test(a_tired_dog_lies_down_until_it_has_rested),
        cmocka_unit_test(a_sleeping_dog_wakes_by_loudness),
        cmocka_unit_test(a_dog_that_was_woken_stays_awake_for_a_while),
        cmocka_unit_test(a_sleeping_dog_sees_nothing),
        cmocka_unit_test(a_frightened_dog_flees_and_shuns_the_place),
        cmocka_unit_test(a_dog_goes_to_where_a_noise_came_from),
        cmocka_unit_test(an_animal_knows_which_doors_of_its_room_are_shut),
        cmocka_unit_test(the_shipped_animals_have_the_senses_and_needs_of_their_brains),
    };
    static const char *const files[] = {"dog-fsm", "dog-tree", "dog-goap"};
    dog = dw_brain_find("dog");
    int failed = cmocka_run_group_tests_name("dog", tests, NULL, NULL);
    for (uint32_t i = 0; i < DW_COUNT_OF(files); i++) {
        dw_data_brain *brain = dw_stage_shipped_brain(files[i]);
        dog = dw_data_brain_kind(brain);
        failed += cmocka_run_group_tests_name(files[i], tests, NULL, NULL);
        dw_data_brain_destroy(brain);
    }
    return failed;
}
