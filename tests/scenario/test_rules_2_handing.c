/* server/RULES.md 2.29 to 2.32: what an intruder carries passes to a teammate in reach. */
#include "server/sim/sim_state.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { DOCUMENTS, VASE };
enum { ANN, BO, CY };
enum { REACH_MM = 800, BODY_HALF_MM = 250, CLOSE_MM = REACH_MM + BODY_HALF_MM };

/* A hall with a low table at x 6 m to 7 m, and an attic below it. The door between them stands open
 * at the left end. The guard has a room for itself. */
typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

static hall open_hall_with(const dw_ruleset *rules)
{
    hall it = {.scene = dw_scene_create()};
    const uint16_t hall_room = dw_scene_room(it.scene, "hall", 0, 0, 12000, 6000);
    const uint16_t attic = dw_scene_room(it.scene, "attic", 0, 6000, 12000, 4000);
    const uint16_t cell = dw_scene_room(it.scene, "cell", 12000, 0, 4000, 10000);
    dw_scene_door(it.scene, "stairs", hall_room, attic, 1200, 1000, DW_SCENE_OPEN);
    dw_scene_door(it.scene, "gate", hall_room, cell, 500, 1000, DW_SCENE_CLOSED);
    dw_scene_furniture(it.scene, 6000, 2000, 1000, 1000, 200);
    dw_scene_objective(it.scene, 10000, 5000, 200, 200);
    dw_scene_item(it.scene, "vase", 11000, 5000);
    dw_scene_exit(it.scene, 200, 7000, 1000, 1000);
    for (int32_t i = 0; i < 3; i++) {
        dw_scene_spawn(it.scene, 3000 + 2000 * i, 500);
    }
    dw_scene_patrol(it.scene, "round", "cell");
    dw_scene_guard(it.scene, "gil", 14000, 8000, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, rules);
    dw_stage_reset(it.stage, 1, 7);
    return it;
}

static hall open_hall(void)
{
    return open_hall_with(NULL);
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static void give(hall *it, uint8_t slot, uint32_t item)
{
    it->stage->sim->world.items[item].state = DW_ITEM_CARRIED;
    it->stage->sim->world.items[item].carrier = slot;
}

/* The slot that has the documents. */
static uint8_t carrier(const hall *it)
{
    const dw_item *item = &it->stage->world->items[DOCUMENTS];
    assert_int_equal(item->state, DW_ITEM_CARRIED);
    return item->carrier;
}

/* Ann presses at `ann` with the documents in hand, Bo stands at `bo`. Who has them then? */
static uint8_t pressed(hall *it, dw_vec ann, dw_vec bo)
{
    give(it, ANN, DOCUMENTS);
    dw_stage_put_intruder(it->stage, ANN, ann);
    dw_stage_put_intruder(it->stage, BO, bo);
    dw_stage_press_use(it->stage, ANN);
    return carrier(it);
}

static void a_press_hands_what_one_carries_to_a_mate_in_reach(void **state)
{
    (void)state;
    hall it = open_hall();
    const dw_vec ann = dw_scene_mm(3000, 3000);
    assert_int_equal(pressed(&it, ann, dw_scene_mm(3000 + CLOSE_MM, 3000)), BO);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it.stage->sim, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, DW_SIM_HANDED);
    assert_int_equal(events[0].slot, ANN);
    assert_int_equal(events[0].mate, BO);
    assert_int_equal(events[0].item, DOCUMENTS);
    assert_int_equal(pressed(&it, ann, dw_scene_mm(3001 + CLOSE_MM, 3000)), ANN);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, ANN), 1);
    assert_int_equal(pressed(&it, ann, ann), BO); /* They may overlap. */
    assert_null(dw_stage_fault(it.stage));
    close_hall(&it);
}

static void doors_go_first_and_walls_furniture_and_other_rooms_keep_hands_off(void **state)
{
    (void)state;
    hall it = open_hall();
    assert_int_equal(pressed(&it, dw_scene_mm(1700, 5300), dw_scene_mm(2100, 5300)),
                     ANN); /* The door, */
    assert_false(dw_door_set_has(&it.stage->world->open, 0));
    assert_int_equal(pressed(&it, dw_scene_mm(4000, 5600), dw_scene_mm(4000, 6400)),
                     ANN); /* a wall, */
    assert_int_equal(pressed(&it, dw_scene_mm(6500, 1700), dw_scene_mm(6500, 3300)),
                     ANN); /* too far, */
    dw_stage_put_intruder(it.stage, CY, dw_scene_mm(9000, 1000));
    it.stage->sim->rules.reach_mm = 2000;
    assert_int_equal(pressed(&it, dw_scene_mm(6500, 1700), dw_scene_mm(6500, 3300)),
                     ANN); /* the table. */
    assert_int_equal(pressed(&it, dw_scene_mm(6500, 1700), dw_scene_mm(8000, 1700)), BO);
    close_hall(&it);
}

static void of_several_mates_the_nearest_gets_it_and_the_lower_slot_on_a_tie(void **state)
{
    (void)state;
    hall it = open_hall();
    dw_stage_put_intruder(it.stage, CY, dw_scene_mm(3600, 3000));
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(2399, 3000)), CY);
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(2400, 3000)), BO);
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(2401, 3000)), BO);
    close_hall(&it);
}

static void a_mate_with_full_hands_or_without_a_body_gets_nothing(void **state)
{
    (void)state;
    hall it = open_hall();
    give(&it, BO, VASE);
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(3500, 3000)), ANN);
    assert_int_equal(it.stage->world->items[VASE].carrier, BO);
    dw_stage_put_intruder(it.stage, CY, dw_scene_mm(3000, 3900));
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(3500, 3000)),
                     CY); /* Further off, but free. */
    dw_sim_set_slot_state(it.stage->sim, CY, DW_SLOT_OUT);
    dw_sim_set_slot_state(it.stage->sim, BO, DW_SLOT_OUT);
    give(&it, ANN, DOCUMENTS);
    dw_stage_press_use(it.stage, ANN);
    assert_int_equal(carrier(&it), ANN);
    close_hall(&it);
}

static void a_body_whose_player_is_gone_can_be_handed_something(void **state)
{
    (void)state;
    hall it = open_hall();
    dw_sim_set_slot_state(it.stage->sim, BO, DW_SLOT_DROPPED);
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(3500, 3000)), BO);
    dw_sim_set_slot_state(it.stage->sim, BO, DW_SLOT_OUT);
    assert_int_equal(it.stage->world->items[DOCUMENTS].state, DW_ITEM_DROPPED);
    close_hall(&it);
}

static void press_both(hall *it)
{
    for (uint8_t s = ANN; s <= BO; s++) {
        it->stage->intents[s].buttons |= DW_BUTTON_USE;
    }
    dw_stage_step(it->stage);
    for (uint8_t s = ANN; s <= BO; s++) {
        it->stage->intents[s].buttons &= (uint8_t)~DW_BUTTON_USE;
    }
}

/* One of them has it; the press of the other one finds nothing. */
static void two_that_press_in_the_same_tick_pass_it_once(void **state)
{
    (void)state;
    for (uint8_t first = ANN; first <= BO; first++) {
        hall it = open_hall();
        const uint8_t other = first == ANN ? BO : ANN;
        give(&it, first, DOCUMENTS);
        dw_stage_put_intruder(it.stage, ANN, dw_scene_mm(3000, 3000));
        dw_stage_put_intruder(it.stage, BO, dw_scene_mm(3500, 3000));
        dw_stage_step(it.stage);
        press_both(&it);
        assert_int_equal(carrier(&it), other);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_HANDED, DW_NONE, DW_NONE), 1);
        assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, other), 1);
        dw_stage_step(it.stage);
        press_both(&it);
        assert_int_equal(carrier(&it), first); /* In a later tick it goes back. */
        close_hall(&it);
    }
}

static void empty_hands_take_what_lies_there_after_handing_over(void **state)
{
    (void)state;
    hall it = open_hall();
    const dw_vec ann =
        dw_scene_mm(10900, 4600); /* The vase is in reach, but only for empty hands. */
    assert_int_equal(pressed(&it, ann, dw_scene_mm(10300, 4600)), BO);
    dw_stage_press_use(it.stage, ANN);
    assert_int_equal(it.stage->world->items[VASE].carrier, ANN);
    assert_int_equal(carrier(&it), BO);
    close_hall(&it);
}

static void a_ruleset_can_keep_things_in_one_pair_of_hands(void **state)
{
    (void)state;
    dw_ruleset rules = dw_ruleset_reference();
    rules.hand_over = 0;
    hall it = open_hall_with(&rules);
    assert_int_equal(pressed(&it, dw_scene_mm(3000, 3000), dw_scene_mm(3500, 3000)), ANN);
    assert_int_equal(dw_stage_events(it.stage, DW_SIM_USE_NOTHING, DW_NONE, ANN), 1);
    close_hall(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_hands_what_one_carries_to_a_mate_in_reach),
        cmocka_unit_test(doors_go_first_and_walls_furniture_and_other_rooms_keep_hands_off),
        cmocka_unit_test(of_several_mates_the_nearest_gets_it_and_the_lower_slot_on_a_tie),
        cmocka_unit_test(a_mate_with_full_hands_or_without_a_body_gets_nothing),
        cmocka_unit_test(a_body_whose_player_is_gone_can_be_handed_something),
        cmocka_unit_test(two_that_press_in_the_same_tick_pass_it_once),
        cmocka_unit_test(empty_hands_take_what_lies_there_after_handing_over),
        cmocka_unit_test(a_ruleset_can_keep_things_in_one_pair_of_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
