/* server/RULES.md 1.60 to 1.64: guards that work switches, torches, and what players know of
 * them, byte by byte. */
#include "common/world/light.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

enum { ANN, BOB };
enum { EAST = 0, WEST = 32768, RANGE_MM = 6000, LEVER = 0 };

static dw_ruleset torch_rules(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.light = 1;
    rules.kinds[DW_KIND_GUARD].torch.range_mm = RANGE_MM;
    return rules;
}

/* A dark hall with a switch that works a lamp far off, and a dark study behind a closed door. Ann
 * looks along the hall, and Bob looks back from its end.
 *
 *      0                              12000   16000
 *     +-L------------------------------+-------+
 *     | ann >                   []     D study |
 *     |  s                       < bob |       |
 *     +--------------------------------+-------+
 */
static dw_house open_hall(const dw_ruleset *rules, uint8_t light)
{
    dw_scene *scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 12000, 4000);
    const uint16_t study = dw_scene_room(scene, "study", 12000, 0, 4000, 4000);
    dw_scene_door(scene, "door", hall, study, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_set_light(scene, hall, light);
    dw_scene_set_light(scene, study, light);
    const uint16_t lever = dw_scene_switch(scene, "lever", 1000, 0);
    dw_scene_lamp(scene, 15500, 3500, 1000, 80, lever);
    dw_scene_furniture(scene, 9500, 600, 500, 1200, 900);
    dw_scene_patrol(scene, "round", "hall");
    dw_scene_guard(scene, "ann", 1100, 700, 0, "round");
    dw_scene_guard(scene, "bob", 11500, 3500, 180, "round");
    dw_scene_objective(scene, 15000, 3500, 200, 200);
    dw_scene_exit(scene, 15000, 300, 500, 500);
    dw_scene_spawn(scene, 1100, 3500);
    return dw_house_open_with(scene, rules);
}

static dw_house open_puppets(const dw_ruleset *rules)
{
    dw_house house = open_hall(rules, 0);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    return house;
}

/* Ann presses once; true when the switch has turned over. */
static bool presses(dw_house *house)
{
    const dw_switch_set before = house->stage->world->worked;
    dw_stage_puppet(house->stage, ANN)->deed = DW_DEED_SWITCH;
    dw_stage_step(house->stage);
    dw_stage_puppet(house->stage, ANN)->deed = DW_DEED_NONE;
    dw_stage_run(house->stage, 2);
    const dw_switch_set turned = before ^ house->stage->world->worked;
    assert_true(turned == 0 || turned == 1u << LEVER);
    return turned != 0;
}

static void a_guard_works_the_switch_in_its_reach(void **state)
{
    (void)state;
    const dw_ruleset rules = torch_rules();
    dw_house house = open_puppets(&rules);
    assert_true(presses(&house));
    assert_true(presses(&house));
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1100, 900), EAST); /* 800 from it. */
    assert_true(presses(&house));
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(1100, 901), EAST);
    assert_false(presses(&house));
    dw_house_close(&house);
}

static void a_guard_that_cannot_use_switches_works_none(void **state)
{
    (void)state;
    dw_ruleset rules = torch_rules();
    rules.kinds[DW_KIND_GUARD].can.use_switches = 0;
    dw_house house = open_puppets(&rules);
    assert_false(presses(&house));
    dw_house_close(&house);
    rules = torch_rules();
    rules.light = 0;
    house = open_puppets(&rules);
    assert_false(presses(&house));
    dw_house_close(&house);
}

/* The light of the intruder, there. */
static int32_t light_at(dw_house *house, int32_t x, int32_t y)
{
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(x, y));
    return dw_sim_light_of(house->stage->sim, dw_intruder_actor(house->stage->world, 0));
}

/* Ann stands at 2000, 2000 and looks east. */
static void light_torch(dw_house *house, bool lit)
{
    dw_stage_put_guard(house->stage, ANN, dw_scene_mm(2000, 2000), EAST);
    dw_stage_puppet(house->stage, ANN)->torch = lit;
    dw_stage_step(house->stage);
}

static void a_torch_lights_a_cone_before_its_carrier(void **state)
{
    (void)state;
    const dw_ruleset rules = torch_rules();
    dw_house house = open_puppets(&rules);
    light_torch(&house, false);
    assert_int_equal(light_at(&house, 5000, 2000), 0);
    light_torch(&house, true);
    assert_int_equal(light_at(&house, 5000, 2000), 50); /* Half of its range. */
    assert_int_equal(light_at(&house, 6500, 2000), 25);
    assert_int_equal(light_at(&house, 8000, 2000), 0); /* Its range. */
    assert_int_equal(light_at(&house, 1500, 2000), 0); /* Behind it. */
    assert_true(light_at(&house, 4000, 3100) > 0);     /* 28.8 degrees aside, */
    assert_int_equal(light_at(&house, 4000, 3200), 0); /* and 31. */
    dw_stage_puppet(house.stage, ANN)->heading_bam = WEST;
    dw_stage_run(house.stage, 2);
    assert_int_equal(light_at(&house, 5000, 2000), 0);
    assert_true(light_at(&house, 1000, 2000) > 0);
    dw_house_close(&house);
}

static void what_hides_breaks_the_light_of_a_torch(void **state)
{
    (void)state;
    const dw_ruleset rules = torch_rules();
    dw_house house = open_puppets(&rules);
    dw_stage_puppet(house.stage, ANN)->torch = true;
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(8500, 1000), EAST);
    dw_stage_run(house.stage, 1);
    assert_int_equal(light_at(&house, 10500, 1000), 0); /* Behind the high piece. */
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(10500, 1000), EAST);
    assert_true(light_at(&house, 11500, 1000) > 0);
    assert_int_equal(light_at(&house, 13000, 1000), 0); /* Behind the leaf, */
    dw_door_set_put(&house.stage->sim->world.open, 0, true);
    assert_true(light_at(&house, 13000, 1000) > 0); /* which now is open. */
    dw_house_close(&house);
}

static int32_t gain_of(dw_house *house, uint16_t guard)
{
    const int32_t before = dw_stage_meter(house->stage, guard, 0);
    dw_stage_step(house->stage);
    return dw_stage_meter(house->stage, guard, 0) - before;
}

static void other_guards_profit_by_a_torch(void **state)
{
    (void)state;
    const dw_ruleset rules = torch_rules();
    dw_house house = open_puppets(&rules);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(4000, 2000));
    light_torch(&house, false);
    const int32_t dark = gain_of(&house, BOB);
    light_torch(&house, true);
    const int32_t lit = gain_of(&house, BOB);
    assert_true(dark > 0);
    assert_true(lit > 9 * dark); /* All of it, for a tenth. */
    dw_house_close(&house);
}

static bool is_lit(const dw_house *house, uint16_t guard)
{
    return (dw_sim_torches(house->stage->sim) >> guard & 1) != 0;
}

static bool lights_torch(const dw_ruleset *rules, uint8_t light, uint8_t agitation)
{
    dw_house house = open_hall(rules, light);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(15000, 3000)); /* Out of sight. */
    dw_reference_mind *mind = house.stage->sim->memories[ANN];
    mind->beliefs.agitation = agitation;
    dw_stage_run(house.stage, 30);
    const bool lit = is_lit(&house, ANN);
    assert_false(is_lit(&house, BOB)); /* It is calm. */
    dw_house_close(&house);
    return lit;
}

static void a_guard_on_the_alert_lights_its_torch_in_the_dark(void **state)
{
    (void)state;
    dw_ruleset rules = torch_rules();
    assert_false(lights_torch(&rules, 0, 0));
    assert_true(lights_torch(&rules, 0, 1));
    assert_true(lights_torch(&rules, 39, 1));
    assert_false(lights_torch(&rules, 40, 1));
    rules.torch_below_percent = 41;
    assert_true(lights_torch(&rules, 40, 1));
    rules.light = 0;
    assert_false(lights_torch(&rules, 0, 1));
    rules = torch_rules();
    rules.kinds[DW_KIND_GUARD].torch.range_mm = 0;
    assert_false(lights_torch(&rules, 0, 1));
}

static void a_chaser_lights_its_torch_while_it_is_alert(void **state)
{
    (void)state;
    const dw_ruleset rules = torch_rules();
    dw_house house = open_hall(&rules, 39);
    dw_house_set_brain(&house, ANN, dw_brain_find("chaser"));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(15000, 3000));
    dw_stage_run(house.stage, 30);
    assert_false(is_lit(&house, ANN));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(1600, 3000));
    bool lit = false;
    for (uint32_t tick = 0; tick < 1200 && !lit; tick++) {
        dw_stage_step(house.stage);
        lit = is_lit(&house, ANN);
        assert_true(!lit || dw_house_guard_state(&house, ANN)->command.mood == DW_MOOD_CHASING);
    }
    assert_true(lit);
    dw_house_close(&house);
}

/* Two boxes: a player in the hall, a guard in the study behind a closed door. */
typedef struct twin {
    dw_match_box box;
    dw_client_handle player;
} twin;

static dw_sim *sim_of(twin *it)
{
    return (dw_sim *)dw_match_sim(it->box.match);
}

static void open_twin(twin *it)
{
    dw_match_box_init(&it->box);
    dw_match_box_build(&it->box);
    it->box.rules.light = 1;
    it->box.rules.vision = DW_VISION_SIGHT;
    it->box.rules.kinds[DW_KIND_GUARD].torch.range_mm = RANGE_MM;
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->player = dw_match_box_join(&it->box, 1, "eve", &welcome);
    assert_int_equal(welcome.rules.kinds[DW_KIND_GUARD].torch.range_mm, RANGE_MM);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    assert_int_equal(dw_sim_set_brain(sim_of(it), 0, &dw_brain_puppet), DW_OK);
}

static void set_torch(twin *it, bool lit)
{
    dw_stage stage = {.sim = sim_of(it)};
    dw_stage_puppet(&stage, 0)->torch = lit;
}

static size_t encode(twin *it, uint8_t *bytes)
{
    size_t size = 0;
    dw_match_box_run(&it->box, 1);
    return dw_match_encode_snapshot(it->box.match, it->player, bytes, DW_MESSAGE_MAX, &size) ==
                   DW_OK
               ? size
               : 0;
}

static void a_torch_out_of_sight_sends_no_byte(void **state)
{
    (void)state;
    static twin twins[2];
    for (uint32_t i = 0; i < 2; i++) {
        open_twin(&twins[i]);
    }
    for (uint32_t round = 0; round < 60; round++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        set_torch(&twins[1], round % 4 < 2);
        const size_t one = encode(&twins[0], bytes[0]);
        const size_t two = encode(&twins[1], bytes[1]);
        assert_int_equal(dw_sim_torches(sim_of(&twins[0])), 0);
        assert_int_equal(dw_sim_torches(sim_of(&twins[1])), round % 4 < 2 ? 1 : 0);
        assert_int_equal(one, two);
        assert_memory_equal(bytes[0], bytes[1], one);
    }
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

static void a_player_that_sees_a_guard_sees_its_torch(void **state)
{
    (void)state;
    static twin it;
    open_twin(&it);
    dw_door_set_put(&sim_of(&it)->world.open, 0, true);
    dw_actor *guard = &sim_of(&it)->world.actors[0];
    guard->body.position = dw_scene_mm(8000, 2000);
    for (uint32_t lit = 0; lit < 2; lit++) {
        dw_actor *eve = &sim_of(&it)->world.actors[dw_intruder_index(&sim_of(&it)->world, 0)];
        eve->body.position = dw_scene_mm(4000, 2000);
        set_torch(&it, lit != 0);
        dw_match_box_run(&it.box, 2);
        dw_snapshot snapshot;
        assert_int_equal(dw_match_snapshot(it.box.match, it.player, &snapshot), DW_OK);
        assert_int_equal(snapshot.body_count, 1);
        assert_int_equal(snapshot.bodies[0].flags, lit != 0 ? DW_BODY_TORCH : 0);
    }
    dw_match_box_close(&it.box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_works_the_switch_in_its_reach),
        cmocka_unit_test(a_guard_that_cannot_use_switches_works_none),
        cmocka_unit_test(a_torch_lights_a_cone_before_its_carrier),
        cmocka_unit_test(what_hides_breaks_the_light_of_a_torch),
        cmocka_unit_test(other_guards_profit_by_a_torch),
        cmocka_unit_test(a_guard_on_the_alert_lights_its_torch_in_the_dark),
        cmocka_unit_test(a_chaser_lights_its_torch_while_it_is_alert),
        cmocka_unit_test(a_torch_out_of_sight_sends_no_byte),
        cmocka_unit_test(a_player_that_sees_a_guard_sees_its_torch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
