/* server/RULES.md 8.34: players see that a guard listens to a noise, byte by byte, and are told
 * nothing of it while the guard is out of sight. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

#include <string.h>

enum { ANN, EVE, WEST = 0 };

/* A player in the hall, a guard in the study behind a closed door. */
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
    it->box.rules.hearing = 1;
    it->box.rules.investigate = 1;
    it->box.rules.vision = DW_VISION_SIGHT;
    dw_match_box_open(&it->box);
    dw_welcome welcome;
    it->player = dw_match_box_join(&it->box, EVE, "eve", &welcome);
    dw_match_box_run_until(&it->box, DW_PHASE_PLAY);
    assert_int_equal(dw_sim_set_brain(sim_of(it), 0, &dw_brain_puppet), DW_OK);
}

static void set_listening(twin *it, bool listens)
{
    dw_stage stage = {.sim = sim_of(it)};
    dw_stage_puppet(&stage, 0)->listens = listens;
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

static void a_listener_out_of_sight_sends_no_byte(void **state)
{
    (void)state;
    static twin twins[2];
    for (uint32_t i = 0; i < 2; i++) {
        open_twin(&twins[i]);
        twins[i].box.message_count = 0;
    }
    for (uint32_t round = 0; round < 60; round++) {
        uint8_t bytes[2][DW_MESSAGE_MAX];
        set_listening(&twins[1], round % 4 < 2);
        const size_t one = encode(&twins[0], bytes[0]);
        const size_t two = encode(&twins[1], bytes[1]);
        assert_int_equal(dw_sim_listening(sim_of(&twins[0])), 0);
        assert_int_equal(dw_sim_listening(sim_of(&twins[1])), round % 4 < 2 ? 1 : 0);
        assert_int_equal(one, two);
        assert_memory_equal(bytes[0], bytes[1], one);
        assert_int_equal(twins[0].box.message_count, twins[1].box.message_count);
    }
    dw_match_box_close(&twins[0].box);
    dw_match_box_close(&twins[1].box);
}

static void a_player_that_sees_a_guard_sees_that_it_listens(void **state)
{
    (void)state;
    static twin it;
    open_twin(&it);
    dw_door_set_put(&sim_of(&it)->world.open, 0, true);
    sim_of(&it)->world.actors[0].body.position = dw_scene_mm(8000, 2000);
    for (uint32_t listens = 0; listens < 2; listens++) {
        dw_actor *eve = &sim_of(&it)->world.actors[dw_intruder_index(&sim_of(&it)->world, 0)];
        eve->body.position = dw_scene_mm(4000, 2000);
        set_listening(&it, listens != 0);
        dw_match_box_run(&it.box, 2);
        dw_snapshot snapshot;
        assert_int_equal(dw_match_snapshot(it.box.match, it.player, &snapshot), DW_OK);
        assert_int_equal(snapshot.body_count, 1);
        assert_int_equal(snapshot.bodies[0].flags, listens != 0 ? DW_BODY_LISTENS : 0);
    }
    dw_match_box_close(&it.box);
}

static dw_house open_room(void)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.investigate = 1;
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 12000, 4000);
    dw_scene_room(scene, "shed", 12000, 0, 4000, 4000);
    dw_scene_door(scene, "s", WEST, 1, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", "west");
    dw_scene_guard(scene, "ann", 1000, 2000, 0, "round");
    dw_scene_spawn(scene, 14000, 3500);
    dw_scene_exit(scene, 15000, 3000, 500, 500);
    dw_house house = dw_house_open_with(scene, &rules);
    dw_stage_step(house.stage);
    return house;
}

static void make_noise(dw_house *house, int32_t x, int32_t y, int32_t level_db10)
{
    const dw_noise noise = {.kind = DW_NOISE_COIN,
                            .room = WEST,
                            .position = dw_scene_mm(x, y),
                            .level_db10 = level_db10};
    dw_sim_make_noise(house->stage->sim, &noise);
    dw_stage_step(house->stage);
}

static bool listens(const dw_house *house)
{
    return dw_sim_listening(house->stage->sim) == 1;
}

/* From the noise on until it is on patrol again; the tick in which it changes its mind apart. */
static void a_guard_listens_from_the_noise_until_it_gives_up(void **state)
{
    (void)state;
    dw_house house = open_room();
    const dw_investigate *it = dw_house_mind(&house, ANN)->investigate;
    assert_false(listens(&house));
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(2000, 2000), 0);
    bool phases[DW_INVESTIGATE_PHASE_COUNT] = {false};
    make_noise(&house, 2000, 3000, 300); /* Too soft to go and see. */
    phases[it->phase] = true;
    assert_true(listens(&house));
    make_noise(&house, 8000, 2000, 660);
    uint32_t ticks = 0;
    for (; dw_house_wants(&house, ANN, "investigate"); ticks++) {
        assert_true(listens(&house));
        phases[it->phase] = true;
        dw_stage_step(house.stage);
    }
    assert_true(ticks > 60);
    for (int phase = 0; phase < DW_INVESTIGATE_PHASE_COUNT; phase++) {
        assert_true(phases[phase]);
    }
    dw_stage_step(house.stage);
    assert_false(listens(&house));
    dw_house_close(&house);
}

static void a_guard_that_sees_somebody_looks_and_no_longer_listens(void **state)
{
    (void)state;
    dw_house house = open_room();
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(2000, 2000), 0);
    make_noise(&house, 9000, 2000, 660);
    dw_stage_run(house.stage, 10);
    assert_true(listens(&house));
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(11000, 2000));
    uint32_t tick = 0;
    while (dw_house_mind(&house, ANN)->beliefs.suspects == 0) {
        assert_true(tick++ < 60);
        dw_stage_step(house.stage);
    }
    assert_true(dw_house_wants(&house, ANN, "investigate"));
    assert_false(listens(&house));
    dw_house_close(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listener_out_of_sight_sends_no_byte),
        cmocka_unit_test(a_player_that_sees_a_guard_sees_that_it_listens),
        cmocka_unit_test(a_guard_listens_from_the_noise_until_it_gives_up),
        cmocka_unit_test(a_guard_that_sees_somebody_looks_and_no_longer_listens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
