/* Rules 4.90 to 4.96 of server/RULES.md: reports are left and read on a board, and the radio only
 * says that there are some. */
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* The board hangs in the office.
 *
 *     +--------+--------+--------+
 *     |  hall  0 office 1  east  |
 *     +---2----+--------+---3----+
 *     | attic  |        | cellar |
 *     +--------+        +--------+
 */
enum { HALL, OFFICE, EAST, ATTIC, CELLAR };
enum { HALL_OFFICE, OFFICE_EAST, HALL_ATTIC, EAST_CELLAR };
enum { ANN, BOB };
enum { DELAY_TICKS = 30, REPORT_TICKS = 60, FRESH_TICKS = 1800 };

static dw_scene *draw_house(bool board)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 5000);
    dw_scene_room(scene, "office", 8000, 0, 5000, 5000);
    dw_scene_room(scene, "east", 13000, 0, 8000, 5000);
    dw_scene_room(scene, "attic", 0, 5000, 5000, 3000);
    dw_scene_room(scene, "cellar", 16000, 5000, 5000, 3000);
    dw_scene_door(scene, "hall-office", HALL, OFFICE, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "office-east", OFFICE, EAST, 2000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "hall-attic", HALL, ATTIC, 1500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "east-cellar", EAST, CELLAR, 18000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "west", "hall");
    dw_scene_patrol(scene, "east", "east, office");
    dw_scene_guard(scene, "ann", 2000, 2500, 0, "west");
    dw_scene_guard(scene, "bob", 19000, 1500, 180, "east");
    dw_scene_spawn(scene, 20500, 7500);
    dw_scene_objective(scene, 16500, 7500, 200, 200);
    ((dw_room *)dw_scene_parts(scene)->rooms)[OFFICE].board = board;
    return scene;
}

static dw_house open_house(int32_t claim_ticks)
{
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = dw_stage_shipped_strategy("blackboard");
    assert_int_equal(rules.strategy.report_ticks, REPORT_TICKS);
    rules.claim_ticks = claim_ticks;
    return dw_house_open_with(draw_house(true), &rules);
}

static dw_board *board_of(const dw_house *house)
{
    return &house->stage->sim->board[0];
}

/* As if a guard had been there. */
static void write(const dw_house *house, uint8_t slot, uint16_t room, uint32_t tick)
{
    const dw_radio_message report = {.kind = DW_RADIO_REPORT,
                                     .sent = tick,
                                     .sender = ANN,
                                     .slot = slot,
                                     .room = room,
                                     .agitation = 2};
    dw_board_write(board_of(house), &report);
}

/* Ann sees the intruder in the hall until a report would be due; then it is in the cellar. */
static void lose_intruder(dw_house *house)
{
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(6500, 2500));
    assert_true(dw_house_run_until(house, ANN, "chase", 300));
    for (uint32_t tick = 0; tick < REPORT_TICKS + 5; tick++) {
        dw_stage_put_intruder(house->stage, 0, dw_scene_mm(6500, 1500));
        dw_stage_step(house->stage);
    }
    dw_stage_put_intruder(house->stage, 0, dw_scene_mm(20500, 7500));
}

static void a_map_without_a_board_refuses_the_strategy(void **state)
{
    (void)state;
    const dw_strategy strategy = dw_stage_shipped_strategy("blackboard");
    const dw_strategy other = dw_stage_shipped_strategy("zones");
    for (uint32_t board = 0; board < 2; board++) {
        dw_scene *scene = draw_house(board == 1);
        const dw_map *map = dw_scene_build(scene);
        dw_error error = {""};
        assert_int_equal(dw_board_check_map(&other, map, &error), DW_OK);
        assert_int_equal(dw_board_check_map(&strategy, map, &error),
                         board == 1 ? DW_OK : DW_INVALID);
        assert_int_equal(dw_map_board(map), board == 1 ? OFFICE : DW_NONE);
        if (board == 0) {
            assert_non_null(strstr(error.text, "has no room with the property \"board\""));
        }
        dw_scene_destroy(scene);
    }
}

static void a_second_board_is_refused(void **state)
{
    (void)state;
    dw_scene *scene = draw_house(true);
    ((dw_room *)dw_scene_parts(scene)->rooms)[ATTIC].board = true;
    const dw_map *map = NULL;
    dw_error error = {""};
    assert_int_equal(dw_scene_try(scene, &map, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "room \"attic\": room \"office\" has the board already"));
    dw_scene_destroy(scene);
}

static void a_guard_that_has_lost_somebody_writes_it_down_and_calls_the_others(void **state)
{
    (void)state;
    dw_house house = open_house(600);
    lose_intruder(&house);
    const uint32_t lost = house.stage->world->tick;
    assert_int_equal(board_of(&house)->written, 0);
    assert_true(dw_house_run_until(&house, ANN, "board", 1800));
    assert_int_not_equal(dw_house_guard(&house, ANN)->room, OFFICE);
    while (board_of(&house)->written == 0) {
        assert_true(house.stage->world->tick - lost < 3600);
        assert_true(dw_house_wants(&house, ANN, "board"));
        dw_stage_step(house.stage);
    }
    assert_int_equal(dw_house_guard(&house, ANN)->room, OFFICE);
    assert_int_equal(board_of(&house)->written, 1);
    const dw_radio_message row = dw_board_read(board_of(&house), 0);
    assert_int_equal(row.room, HALL);
    assert_int_equal(row.sender, ANN);
    assert_int_equal(row.agitation, 1);
    assert_in_range(row.sent, lost - 2, lost);
    dw_stage_run(house.stage, 2);
    const dw_radio_message *call = dw_radio_recent(dw_sim_radio(house.stage->sim), 0);
    assert_non_null(call);
    assert_int_equal(call->kind, DW_RADIO_BOARD);
    assert_int_equal(call->sender, ANN);
    assert_int_equal(call->slot, 0);
    assert_int_equal(call->agitation, 0);
    assert_int_equal(call->room, OFFICE);
    assert_true(dw_house_wants(&house, ANN, "patrol"));
    dw_house_close(&house);
}

static void the_radio_carries_nothing_else(void **state)
{
    (void)state;
    dw_house house = open_house(600);
    lose_intruder(&house);
    for (uint32_t tick = 0; tick < 3600; tick++) {
        dw_stage_step(house.stage);
        assert_int_equal(dw_stage_events(house.stage, DW_SIM_REPORTED, DW_NONE, DW_NONE), 0);
        assert_int_equal(dw_stage_events(house.stage, DW_SIM_CLEARED, DW_NONE, DW_NONE), 0);
        const dw_radio_message *newest = dw_radio_recent(dw_sim_radio(house.stage->sim), 0);
        assert_true(newest == NULL || newest->kind == DW_RADIO_BOARD);
    }
    assert_non_null(dw_radio_recent(dw_sim_radio(house.stage->sim), 0));
    dw_house_close(&house);
}

/* Bob learns where to look in the office, not from the radio. */
static void a_guard_that_hears_the_call_reads_and_goes_where_it_says(void **state)
{
    (void)state;
    dw_house house = open_house(600);
    lose_intruder(&house);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(500, 7500));
    assert_true(dw_house_run_until_event(&house, DW_SIM_LOST, ANN, 600));
    assert_true(dw_house_run_until(&house, BOB, "board", 3600));
    assert_int_equal(dw_house_mind(&house, BOB)->beliefs.known, 0);
    assert_int_equal(dw_house_mind(&house, BOB)->beliefs.agitation, 0);
    while (dw_house_wants(&house, BOB, "board")) {
        assert_int_equal(dw_house_mind(&house, BOB)->beliefs.known, 0);
        dw_stage_step(house.stage);
    }
    assert_int_equal(dw_house_guard(&house, BOB)->room, OFFICE);
    assert_true(dw_house_wants(&house, BOB, "intercept"));
    assert_int_equal(dw_house_explain(&house, BOB).room, HALL);
    assert_int_equal(dw_house_mind(&house, BOB)->beliefs.agitation, 1);
    dw_house_close(&house);
}

static void a_guard_that_has_too_far_to_walk_does_not_come(void **state)
{
    (void)state;
    dw_house house = open_house(60); /* At 3200 mm/s it would get 3.2 m far. */
    lose_intruder(&house);
    assert_true(dw_house_run_until(&house, ANN, "board", 1800));
    for (uint32_t tick = 0; board_of(&house)->written == 0; tick++) {
        assert_true(tick < 1800);
        dw_stage_put_guard(house.stage, BOB, dw_scene_mm(19000, 1500), 49152);
        dw_stage_step(house.stage);
    }
    for (uint32_t tick = 0; tick < 3 * DELAY_TICKS; tick++) {
        dw_stage_put_guard(house.stage, BOB, dw_scene_mm(19000, 1500), 49152);
        dw_stage_step(house.stage);
        assert_true(dw_house_wants(&house, BOB, "patrol"));
    }
    dw_house_close(&house);
}

/* Bob's patrol leads through the office. */
static void a_guard_that_passes_the_board_reads_it_and_an_old_row_moves_nobody(void **state)
{
    (void)state;
    for (uint32_t age = 1; age <= FRESH_TICKS; age += FRESH_TICKS - 1) {
        dw_house house = open_house(600);
        dw_stage_run(house.stage, FRESH_TICKS + 10);
        while (dw_house_guard(&house, BOB)->room != EAST) {
            dw_stage_step(house.stage);
        }
        write(&house, 3, CELLAR, house.stage->world->tick - age);
        while (dw_house_mind(&house, BOB)->beliefs.known == 0) {
            assert_true(house.stage->world->tick < 10000);
            assert_true(dw_house_wants(&house, BOB, "patrol"));
            dw_stage_step(house.stage);
        }
        assert_int_equal(dw_house_guard(&house, BOB)->room, OFFICE);
        assert_int_equal(dw_house_mind(&house, BOB)->beliefs.known, 1u << 3);
        assert_int_equal(dw_house_mind(&house, BOB)->beliefs.of[3].room, CELLAR);
        const uint32_t now = house.stage->world->tick;
        const bool fresh = now - dw_board_read(board_of(&house), 3).sent < FRESH_TICKS;
        assert_int_equal(fresh, age == 1);
        assert_true(dw_house_wants(&house, BOB, fresh ? "intercept" : "patrol"));
        dw_house_close(&house);
    }
}

static void a_later_row_takes_the_place_of_an_older_one(void **state)
{
    (void)state;
    dw_house house = open_house(600);
    write(&house, 0, HALL, 100);
    write(&house, 0, EAST, 90);
    assert_int_equal(dw_board_read(board_of(&house), 0).room, HALL);
    write(&house, 0, CELLAR, 110);
    assert_int_equal(dw_board_read(board_of(&house), 0).room, CELLAR);
    write(&house, 1, EAST, 50);
    assert_int_equal(board_of(&house)->written, 3);
    dw_house_close(&house);
}

/* What is on the board changes nothing for guards in other rooms. */
static void nobody_reads_from_elsewhere(void **state)
{
    (void)state;
    dw_house plain = open_house(600);
    dw_house written = open_house(600);
    uint32_t compared = 0;
    for (uint32_t tick = 0; tick < 3600; tick++) {
        if (tick == 60) {
            write(&written, 0, CELLAR, 60);
        }
        dw_stage_step(plain.stage);
        dw_stage_step(written.stage);
        if (dw_house_guard(&written, BOB)->room == OFFICE) {
            break;
        }
        for (uint16_t g = ANN; g <= BOB; g++) {
            assert_true(dw_vec_equal(dw_house_guard(&plain, g)->body.position,
                                     dw_house_guard(&written, g)->body.position));
            assert_null(dw_sim_percepts(written.stage->sim, g)->board);
            compared++;
        }
    }
    assert_true(compared > 200);
    assert_non_null(dw_sim_percepts(written.stage->sim, BOB)->board);
    dw_house_close(&plain);
    dw_house_close(&written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_without_a_board_refuses_the_strategy),
        cmocka_unit_test(a_second_board_is_refused),
        cmocka_unit_test(a_guard_that_has_lost_somebody_writes_it_down_and_calls_the_others),
        cmocka_unit_test(the_radio_carries_nothing_else),
        cmocka_unit_test(a_guard_that_hears_the_call_reads_and_goes_where_it_says),
        cmocka_unit_test(a_guard_that_has_too_far_to_walk_does_not_come),
        cmocka_unit_test(a_guard_that_passes_the_board_reads_it_and_an_old_row_moves_nobody),
        cmocka_unit_test(a_later_row_takes_the_place_of_an_older_one),
        cmocka_unit_test(nobody_reads_from_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
