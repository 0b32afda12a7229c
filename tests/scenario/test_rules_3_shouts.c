/* server/RULES.md 3.81: a guard shouts when it detects an intruder, and ears within earshot hear
 * it. */
#include "common/base/decibel.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Two rooms with an open door between them. Ann, in the west, can shout; Bob, in the east, cannot.
 * The first intruder is before Ann, and the second one in the corner of the east room.
 *
 *     0        8000      16000
 *     +---------+----------+
 *     |  west   D   east   |  4000    D: from 1500 to 2500
 *     +---------+----------+
 */
enum { WEST, EAST };
enum { ANN, BOB };
enum { DETECTED_TICKS_MAX = 200, SAVE_MAX = 1 << 16 };

typedef struct wish {
    bool shouts, bob_thinks;
    dw_scene_leaf leaf;
    int32_t shout_db10;
} wish;
static const wish plain = {.shouts = true, .leaf = DW_SCENE_OPEN, .shout_db10 = 680};

static dw_house open_house(const wish *as)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "west", 0, 0, 8000, 4000);
    dw_scene_room(scene, "east", 8000, 0, 8000, 4000);
    dw_scene_door(scene, "d", WEST, EAST, 1500, 1000, as->leaf);
    dw_scene_patrol(scene, "ann", "west");
    dw_scene_patrol(scene, "bob", "east");
    dw_scene_guard(scene, "ann", 4000, 1000, 180, "ann");
    dw_scene_guard(scene, "bob", 12000, 1000, 0, "bob");
    dw_scene_spawn(scene, 2000, 1000);
    dw_scene_spawn(scene, 15000, 3500);
    const uint8_t loud = dw_scene_kind(scene, ANN, "herald");
    dw_ruleset rules = dw_stage_endless_rules();
    rules.hearing = 1;
    rules.investigate = 1;
    rules.shout_db10 = as->shout_db10;
    rules.kinds[loud] = dw_kind_guard();
    rules.kinds[loud].can.shout = as->shouts;
    rules.kinds[loud].can.radio = 0;
    rules.kind_count = 2;
    dw_house house = dw_house_open_with(scene, &rules);
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    if (!as->bob_thinks) {
        dw_house_set_brain(&house, BOB, &dw_brain_puppet);
    }
    dw_stage_reset(house.stage, 1, as->bob_thinks ? 0x1 : 0x3); /* Bob would see the second one. */
    return house;
}

static void detect(dw_house *it)
{
    assert_true(dw_house_run_until_event(it, DW_SIM_DETECTED, ANN, DETECTED_TICKS_MAX));
}

static uint32_t heard_by(const dw_house *it, uint8_t slot, const dw_heard **rows)
{
    uint32_t count = 0;
    *rows = dw_sim_heard(it->stage->sim, slot, &count);
    return count;
}

static void those_in_earshot_hear_a_shout_in_the_tick_after_a_detection(void **state)
{
    (void)state;
    for (int32_t level_db10 = 600; level_db10 <= 760; level_db10 += 80) {
        wish as = plain;
        as.shout_db10 = level_db10;
        dw_house it = open_house(&as);
        const dw_heard *rows;
        detect(&it);
        assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 0);
        assert_int_equal(heard_by(&it, 0, &rows), 0);
        dw_stage_step(it.stage);
        const dw_percepts *bob = dw_sim_percepts(it.stage->sim, BOB);
        assert_int_equal(bob->stimulus_count, 1);
        const dw_stimulus *shout = &bob->stimuli[0];
        assert_true(shout->is_alarm && shout->from_own_side && shout->room == WEST);
        assert_int_equal(heard_by(&it, 0, &rows), 1);
        assert_int_equal(rows[0].kind, DW_NOISE_SHOUT);
        assert_int_equal(rows[0].level_db10, level_db10 - dw_distance_loss_db10(2000));
        assert_int_equal(heard_by(&it, 1, &rows), 1);
        assert_int_equal(rows[0].kind, DW_NOISE_SHOUT);
        /* Its way: to the middle of the doorway and on, and the doorway itself. */
        assert_in_range(shout->strength, level_db10 - 30 - 185, level_db10 - 30 - 175);
        assert_int_equal(dw_sim_percepts(it.stage->sim, ANN)->stimulus_count, 0);
        dw_stage_step(it.stage);
        assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 0);
        dw_house_close(&it);
    }
}

static void what_is_out_of_earshot_hears_no_shout(void **state)
{
    (void)state;
    wish as = plain;
    as.leaf = DW_SCENE_CLOSED;
    as.shout_db10 = 320;
    dw_house it = open_house(&as);
    const dw_heard *rows;
    detect(&it);
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 0);
    assert_int_equal(heard_by(&it, 0, &rows), 1);
    assert_int_equal(heard_by(&it, 1, &rows), 0);
    dw_house_close(&it);
}

static void a_kind_that_cannot_shout_is_silent(void **state)
{
    (void)state;
    wish as = plain;
    as.shouts = false;
    dw_house it = open_house(&as);
    detect(&it);
    for (uint32_t tick = 0; tick < 60; tick++) {
        const dw_heard *rows;
        dw_stage_step(it.stage);
        assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 0);
        assert_int_equal(heard_by(&it, 0, &rows), 0);
    }
    dw_house_close(&it);
}

/* Each of them detects the intruder before it, and Ann alone can shout. */
static void of_two_that_detect_the_one_that_can_shouts(void **state)
{
    (void)state;
    dw_house it = open_house(&plain);
    uint32_t shouts = 0;
    uint32_t detections = 0;
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(15000, 1000));
    for (uint32_t tick = 0; tick < DETECTED_TICKS_MAX; tick++) {
        const dw_heard *rows;
        dw_stage_step(it.stage);
        shouts += heard_by(&it, 0, &rows);
        detections += dw_stage_events(it.stage, DW_SIM_DETECTED, DW_NONE, DW_NONE);
    }
    assert_int_equal(detections, 2);
    assert_int_equal(shouts, 1);
    dw_house_close(&it);
}

/* Without a radio, a voice is all that Bob can learn by. */
static void a_guard_that_hears_a_shout_goes_to_see(void **state)
{
    (void)state;
    for (int shouts = 0; shouts <= 1; shouts++) {
        wish as = plain;
        as.shouts = shouts == 1;
        as.bob_thinks = true;
        dw_house it = open_house(&as);
        detect(&it);
        dw_stage_put_intruder(it.stage, 0, dw_scene_mm(7600, 3600)); /* Out of Bob's sight. */
        dw_stage_put_guard(it.stage, ANN, dw_scene_mm(4000, 1000), 0);
        dw_stage_put_guard(it.stage, BOB, dw_scene_mm(12000, 1000), 0);
        assert_int_equal(dw_house_run_until(&it, BOB, "investigate", 30), shouts == 1);
        bool arrives = false;
        for (uint32_t tick = 0; tick < 600 && !arrives; tick++) {
            dw_stage_step(it.stage);
            arrives = dw_house_guard(&it, BOB)->room == WEST;
        }
        assert_int_equal(arrives, shouts == 1);
        dw_house_close(&it);
    }
}

static void a_match_saved_between_detection_and_shout_goes_on_alike(void **state)
{
    (void)state;
    static uint8_t bytes[SAVE_MAX];
    dw_house it = open_house(&plain);
    dw_house_set_brain(&it, ANN, dw_brain_find("null"));
    dw_house_set_brain(&it, BOB, dw_brain_find("null"));
    detect(&it);
    dw_state_writer writer;
    size_t size = 0;
    dw_state_writer_init(&writer, bytes, SAVE_MAX);
    dw_sim_save(it.stage->sim, &writer);
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    const uint64_t before = dw_sim_state_hash(it.stage->sim);
    dw_stage_run(it.stage, 2);
    assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 0);
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    assert_int_equal(dw_sim_load(it.stage->sim, &reader, dw_brain_library_finder(NULL), NULL),
                     DW_OK);
    assert_true(before == dw_sim_state_hash(it.stage->sim));
    dw_stage_step(it.stage);
    assert_int_equal(dw_sim_percepts(it.stage->sim, BOB)->stimulus_count, 1);
    dw_house_close(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_in_earshot_hear_a_shout_in_the_tick_after_a_detection),
        cmocka_unit_test(what_is_out_of_earshot_hears_no_shout),
        cmocka_unit_test(a_kind_that_cannot_shout_is_silent),
        cmocka_unit_test(of_two_that_detect_the_one_that_can_shouts),
        cmocka_unit_test(a_guard_that_hears_a_shout_goes_to_see),
        cmocka_unit_test(a_match_saved_between_detection_and_shout_goes_on_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
