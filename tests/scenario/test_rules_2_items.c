/* server/RULES.md 2.6, 2.7 and 2.12 to 2.14 on a map with two objectives. */
#include "tests/support/scene.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

enum { DOCUMENTS, VASE, EXIT_X_MM = 9000 };

/* A hall with a closed door in its lower left corner. The documents lie 1 m to the left of the
 * vase; one guard is on strings. */
typedef struct hall {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} hall;

static hall open_hall(void)
{
    hall it = {.scene = dw_scene_create()};
    const uint16_t hall_room = dw_scene_room(it.scene, "hall", 0, 0, 12000, 6000);
    const uint16_t attic = dw_scene_room(it.scene, "attic", 0, 6000, 12000, 4000);
    dw_scene_door(it.scene, "stairs", hall_room, attic, 1200, 1000, DW_SCENE_CLOSED);
    dw_scene_objective(it.scene, 1000, 5000, 200, 200);
    assert_int_equal(dw_scene_item(it.scene, "vase", 2200, 5000), VASE);
    dw_scene_exit(it.scene, EXIT_X_MM, 200, 1000, 5000);
    dw_scene_spawn(it.scene, 1750, 5100);
    dw_scene_spawn(it.scene, 4000, 1000);
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 11000, 1000, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, NULL);
    dw_stage_reset(it.stage, 1, 3);
    return it;
}

static void close_hall(hall *it)
{
    dw_stage_destroy(it->stage);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

static const dw_item *item(const hall *it, uint32_t index)
{
    return &it->stage->world->items[index];
}

/* The item that the last step's event of that kind and slot names; DW_NONE without such an event.
 */
static uint16_t item_told(const hall *it, dw_sim_event_kind kind, uint16_t slot)
{
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(it->stage->sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == kind && events[i].slot == slot) {
            return events[i].item;
        }
    }
    return DW_NONE;
}

static void press_at(hall *it, uint8_t slot, dw_vec at)
{
    dw_stage_put_intruder(it->stage, slot, at);
    dw_stage_press_use(it->stage, slot);
}

static void of_two_objectives_the_nearest_is_taken(void **state)
{
    (void)state;
    hall it = open_hall();
    press_at(&it, 0,
             dw_scene_mm(1701, 5100)); /* 501 mm from the documents, 499 mm from the vase. */
    assert_int_equal(item(&it, VASE)->state, DW_ITEM_CARRIED);
    assert_int_equal(item(&it, VASE)->carrier, 0);
    assert_int_equal(item(&it, DOCUMENTS)->state, DW_ITEM_HOME);
    assert_int_equal(item_told(&it, DW_SIM_TAKEN, 0), VASE);
    close_hall(&it);
}

static void of_two_objectives_as_near_the_lower_index_is_taken(void **state)
{
    (void)state;
    hall it = open_hall();
    press_at(&it, 0, dw_scene_mm(1700, 5100));
    assert_int_equal(item(&it, DOCUMENTS)->state, DW_ITEM_CARRIED);
    assert_int_equal(item(&it, VASE)->state, DW_ITEM_HOME);
    assert_int_equal(item_told(&it, DW_SIM_TAKEN, 0), DOCUMENTS);
    close_hall(&it);
}

/* The second press works the door, although the documents are in reach and go before doors. */
static void full_hands_take_nothing_more(void **state)
{
    (void)state;
    hall it = open_hall();
    press_at(&it, 0, dw_scene_mm(1750, 5400));
    assert_int_equal(item(&it, VASE)->state, DW_ITEM_CARRIED);
    press_at(&it, 0, dw_scene_mm(1700, 5400));
    assert_int_equal(item(&it, DOCUMENTS)->state, DW_ITEM_HOME);
    assert_int_equal(item_told(&it, DW_SIM_TAKEN, 0), DW_NONE);
    assert_true(dw_door_set_has(&it.stage->world->open, 0));
    press_at(&it, 1, dw_scene_mm(1300, 4600)); /* A mate with empty hands takes them. */
    assert_int_equal(item(&it, DOCUMENTS)->carrier, 1);
    assert_int_equal(item_told(&it, DW_SIM_TAKEN, 1), DOCUMENTS);
    assert_null(dw_stage_fault(it.stage));
    close_hall(&it);
}

/* Five documents in a row, 100 mm apart, and the large objective beyond them. */
static hall open_archive(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    hall it = {.scene = dw_scene_create()};
    dw_scene_room(it.scene, "hall", 0, 0, 12000, 6000);
    dw_scene_objective(it.scene, 9000, 3000, 200, 200);
    for (int32_t i = 0; i < 5; i++) {
        dw_scene_document(it.scene, names[i], 3000 + 200 * i, 3000);
    }
    dw_scene_exit(it.scene, 200, 200, 1000, 1000);
    dw_scene_spawn(it.scene, 3400, 3600);
    dw_scene_spawn(it.scene, 3400, 2500);
    dw_scene_patrol(it.scene, "round", "hall");
    dw_scene_guard(it.scene, "ann", 11000, 1000, 0, "round");
    it.venue = dw_venue_of(dw_scene_build(it.scene));
    it.stage = dw_stage_create_with(it.venue, &dw_brain_puppet, NULL);
    dw_stage_reset(it.stage, 1, 3);
    return it;
}

static void four_small_items_fit_into_hands_and_pass_one_by_one(void **state)
{
    (void)state;
    hall it = open_archive();
    const dw_map *map = it.venue->map;
    for (int i = 0; i < 5; i++) {
        dw_stage_press_use(it.stage, 0); /* The fifth finds full hands, and a mate out of reach. */
    }
    const dw_item_set held = dw_world_items_of(it.stage->world, 0);
    assert_int_equal(__builtin_popcount(held), 4);
    assert_null(dw_stage_fault(it.stage));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(8000, 3000));
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(it.stage->world->items[0].state, DW_ITEM_HOME); /* Large: no hand is free. */
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(7400, 3000));
    dw_stage_put_intruder(it.stage, 0, dw_scene_mm(6600, 3000));
    dw_stage_press_use(it.stage, 0);
    assert_int_equal(__builtin_popcount(dw_world_items_of(it.stage->world, 0)), 3);
    const dw_item_set handed = dw_world_items_of(it.stage->world, 1);
    assert_int_equal(handed, held & -held); /* The first of them. */
    assert_true(dw_hands_hold(map, handed));
    dw_sim_set_slot_state(it.stage->sim, 0, DW_SLOT_OUT);
    for (uint32_t i = 1; i < it.stage->world->item_count; i++) {
        const bool was_there = (held >> i & 1) != 0 && (handed >> i & 1) == 0;
        assert_int_equal(item(&it, i)->state == DW_ITEM_DROPPED, was_there);
    }
    close_hall(&it);
}

static void a_caught_carrier_drops_what_it_carries_and_nothing_else(void **state)
{
    (void)state;
    hall it = open_hall();
    press_at(&it, 0, dw_scene_mm(1750, 5100));
    press_at(&it, 1, dw_scene_mm(1500, 4600));
    assert_int_equal(item(&it, DOCUMENTS)->carrier, 1);
    const dw_vec there = dw_scene_mm(5000, 2000);
    dw_stage_put_intruder(it.stage, 0, there);
    dw_stage_put_guard(it.stage, 0, dw_scene_mm(6000, 2000), DW_BAM_HALF);
    dw_stage_puppet(it.stage, 0)->heading_bam = DW_BAM_HALF;
    dw_stage_put_intruder(it.stage, 1, dw_scene_mm(11500, 5500)); /* Behind the guard. */
    while (dw_intruder_slot_state(it.stage->world, 0) == DW_SLOT_ALIVE) {
        dw_stage_step(it.stage);
    }
    assert_int_equal(item_told(&it, DW_SIM_DROPPED, 0), VASE);
    assert_int_equal(item(&it, VASE)->state, DW_ITEM_DROPPED);
    assert_true(dw_vec_equal(dw_rect_centre(item(&it, VASE)->area), there));
    assert_int_equal(item(&it, DOCUMENTS)->state, DW_ITEM_CARRIED);
    assert_int_equal(item(&it, DOCUMENTS)->carrier, 1);
    close_hall(&it);
}

static void either_objective_wins_and_the_other_stays_in_hand(void **state)
{
    (void)state;
    for (uint32_t winner = 0; winner < 2; winner++) {
        hall it = open_hall();
        press_at(&it, 0, dw_scene_mm(1750, 5100));
        press_at(&it, 1, dw_scene_mm(1500, 4600));
        const uint32_t won = winner == 0 ? VASE : DOCUMENTS;
        dw_stage_put_intruder(it.stage, (uint8_t)winner, dw_scene_mm(EXIT_X_MM + 500, 3000));
        dw_stage_step(it.stage);
        assert_int_equal(it.stage->world->outcome, DW_OUTCOME_WON);
        assert_int_equal(it.stage->world->winner, winner);
        assert_int_equal(item(&it, won)->state, DW_ITEM_DELIVERED);
        assert_int_equal(item(&it, 1 - won)->state, DW_ITEM_CARRIED);
        dw_stage_reset(it.stage, 2, 3); /* The next round begins with both in their places. */
        assert_int_equal(item(&it, VASE)->state, DW_ITEM_HOME);
        assert_int_equal(item(&it, DOCUMENTS)->state, DW_ITEM_HOME);
        close_hall(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_objectives_the_nearest_is_taken),
        cmocka_unit_test(of_two_objectives_as_near_the_lower_index_is_taken),
        cmocka_unit_test(full_hands_take_nothing_more),
        cmocka_unit_test(four_small_items_fit_into_hands_and_pass_one_by_one),
        cmocka_unit_test(a_caught_carrier_drops_what_it_carries_and_nothing_else),
        cmocka_unit_test(either_objective_wins_and_the_other_stays_in_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
