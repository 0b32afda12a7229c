/* server/RULES.md 1.29, 1.31, 5.11 and 6.20 to 6.24: how guards share a doorway. Ann has a whole
 * mind, Bob and Cem only ask for what the test wants. */
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/*     0        6000      12000
 *     +----------+----------+
 *     |   hall   D   study  |  6000     D = a door from 2500 to 3500, its leaf in the hall
 *     +-E--------+----------+
 *     | lodge |                         E = another door
 *     +-------+
 */
enum { HALL, STUDY, LODGE };
enum { ANN, BOB, CEM };
enum { DOOR, OTHER_DOOR };

/* What a guard with the brain `asker` asks for, from the next step on. */
static uint16_t asked_door[DW_GUARDS_MAX];

static dw_status asker_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    uint16_t *guard = DW_ARENA_NEW(arena, uint16_t);
    *memory = guard;
    if (guard == NULL) {
        return DW_MEMORY;
    }
    *guard = setup->guard;
    return DW_OK;
}

static void asker_reset(void *memory, uint64_t seed)
{
    (void)seed;
    asked_door[*(const uint16_t *)memory] = DW_NONE;
}

static void asker_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    (void)percepts;
    command->hold_door = asked_door[*(const uint16_t *)memory];
}

static void asker_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.goal = "ask", .room = DW_NONE, .door = DW_NONE};
}

static uint64_t asker_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static const dw_brain_kind asker = {
    .name = "asker",
    .create = asker_create,
    .reset = asker_reset,
    .think = asker_think,
    .explain = asker_explain,
    .hash = asker_hash,
};

static dw_house open_house(const char *rooms)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 6000, 6000);
    dw_scene_room(scene, "study", 6000, 0, 6000, 6000);
    dw_scene_room(scene, "lodge", 0, 6000, 3000, 3000);
    dw_scene_door(scene, "door", HALL, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "other", HALL, LODGE, 1000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "round", rooms);
    dw_scene_guard(scene, "ann", 1000, 3000, 0, "round");
    dw_scene_guard(scene, "bob", 11500, 500, 90, "round");
    dw_scene_guard(scene, "cem", 11500, 5500, 90, "round");
    dw_scene_spawn(scene, 1000, 8500);
    dw_scene_spawn(scene, 1800, 8500);
    dw_scene_objective(scene, 2500, 8500, 100, 100);
    dw_house house = dw_house_open(scene);
    dw_house_set_brain(&house, BOB, &asker);
    dw_house_set_brain(&house, CEM, &asker);
    return house;
}

static int32_t gap(const dw_house *house, uint16_t guard)
{
    const dw_vec at = dw_house_guard(house, guard)->body.position;
    const dw_rect doorway = house->venue->map->doors[DOOR].doorway;
    const dw_vec off = dw_vec_sub(dw_rect_nearest(doorway, at), at);
    const int32_t x = off.x < 0 ? -off.x : off.x;
    const int32_t y = off.y < 0 ? -off.y : off.y;
    return (x > y ? x : y) - DW_BODY_HALF;
}

static bool is_open(const dw_house *house)
{
    return dw_door_set_has(&house->stage->world->open, DOOR);
}

static uint16_t holder(const dw_house *house)
{
    for (uint16_t g = 0; g < house->stage->world->guard_count; g++) {
        if (dw_house_guard_state(house, g)->holds == DOOR) {
            return g;
        }
    }
    return DW_NONE;
}

static void a_doorway_goes_to_the_guard_that_has_waited_longest(void **state)
{
    (void)state;
    dw_house house = open_house("lodge");
    dw_house_set_brain(&house, ANN, &asker);
    asked_door[ANN] = DOOR;
    dw_stage_run(house.stage, 2);
    assert_int_equal(holder(&house), ANN);
    asked_door[CEM] = DOOR;
    dw_stage_run(house.stage, 3);
    asked_door[BOB] = DOOR;
    dw_stage_run(house.stage, 20);
    assert_int_equal(holder(&house), ANN);
    asked_door[ANN] = DW_NONE;
    dw_stage_run(house.stage, 2);
    assert_int_equal(holder(&house), CEM); /* It has waited longer than Bob. */
    asked_door[ANN] = DOOR;
    dw_stage_run(house.stage, 20);
    asked_door[CEM] = DW_NONE;
    dw_stage_run(house.stage, 2);
    assert_int_equal(holder(&house), BOB);
    dw_house_close(&house);
}

static void of_two_that_ask_at_once_the_lower_index_has_the_doorway(void **state)
{
    (void)state;
    dw_house house = open_house("lodge");
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    asked_door[CEM] = DOOR;
    asked_door[BOB] = DOOR;
    dw_stage_run(house.stage, 2);
    assert_int_equal(holder(&house), BOB);
    dw_house_close(&house);
}

static void a_guard_holds_one_doorway_until_it_is_out_of_it(void **state)
{
    (void)state;
    dw_house house = open_house("lodge");
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    const dw_vec inside = dw_rect_centre(house.venue->map->doors[DOOR].doorway);
    asked_door[BOB] = DOOR;
    dw_stage_run(house.stage, 2);
    dw_stage_put_guard(house.stage, BOB, inside, 0);
    asked_door[BOB] = OTHER_DOOR;
    asked_door[CEM] = DOOR;
    dw_stage_run(house.stage, 30);
    assert_int_equal(holder(&house), BOB); /* It is in there, whatever it asks for now. */
    dw_stage_put_guard(house.stage, BOB, dw_scene_mm(5000, 500), 0);
    dw_stage_run(house.stage, 2);
    assert_int_equal(holder(&house), CEM);
    assert_int_equal(dw_house_guard_state(&house, BOB)->holds, OTHER_DOOR);
    dw_house_close(&house);
}

static void a_guard_asks_at_1000_stops_at_800_and_waits_beside_the_doorway(void **state)
{
    (void)state;
    dw_house house = open_house("study");
    asked_door[CEM] = DOOR;
    const dw_actor *ann = dw_house_guard(&house, ANN);
    const dw_guard_state *ann_state = dw_house_guard_state(&house, ANN);
    int32_t before = gap(&house, ANN);
    for (uint32_t tick = 0; ann_state->command.hold_door != DOOR; tick++) {
        assert_true(tick < 600);
        before = gap(&house, ANN);
        dw_stage_step(house.stage);
    }
    assert_true(before > DW_MM(1000) - 1200 && gap(&house, ANN) <= DW_MM(1000));
    assert_false(ann_state->command.waiting);
    for (uint32_t tick = 0; !ann_state->command.waiting; tick++) {
        assert_true(tick < 60);
        dw_stage_step(house.stage);
    }
    assert_in_range(gap(&house, ANN), DW_MM(800) - 1200, DW_MM(800));
    const dw_vec stands = ann->body.position;
    dw_stage_run(house.stage, 4);
    assert_true(dw_vec_equal(ann->body.position, stands));
    dw_stage_run(house.stage, 100);
    /* Going east, the right hand is to the south. */
    assert_true(dw_vec_equal(ann->body.position, dw_scene_mm(5900 - 750 - 250, 3000 + 550)));
    assert_true(ann_state->command.waiting);
    assert_int_equal(holder(&house), CEM);
    asked_door[CEM] = DW_NONE;
    for (uint32_t tick = 0; ann->room != STUDY; tick++) {
        assert_true(tick < 300);
        dw_stage_step(house.stage);
    }
    dw_house_close(&house);
}

/* Whether the door is closed behind Ann while Bob stands beside it, that far off the corner. */
static bool closes_behind(int32_t bob_y_mm)
{
    dw_house house = open_house("study");
    dw_house_set_brain(&house, ANN, dw_brain_find("patrol-only")); /* It does not only peep. */
    const dw_actor *ann = dw_house_guard(&house, ANN);
    for (uint32_t tick = 0; ann->room != STUDY || gap(&house, ANN) < 0; tick++) {
        assert_true(tick < 600);
        dw_stage_step(house.stage);
        dw_stage_put_guard(house.stage, BOB, dw_scene_mm(6400, bob_y_mm), 0);
    }
    dw_stage_run(house.stage, 10);
    const bool closed = !is_open(&house);
    dw_house_close(&house);
    return closed;
}

static void a_guard_leaves_the_door_to_another_within_500_mm_of_it(void **state)
{
    (void)state;
    assert_false(closes_behind(3500 + 250 + 490));
    assert_true(closes_behind(3500 + 250 + 510));
}

static void intruders_work_a_door_before_guards_do(void **state)
{
    (void)state;
    dw_house house = open_house("lodge");
    dw_house_set_brain(&house, ANN, &dw_brain_puppet);
    dw_stage_reset(house.stage, 1, 1);
    dw_stage_put_intruder(house.stage, 0, dw_scene_mm(5200, 3000));
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(6900, 3000), 0);
    dw_stage_puppet(house.stage, ANN)->close_door = DOOR;
    dw_stage_run(house.stage, 2);
    assert_false(is_open(&house));
    dw_stage_press_use(house.stage, 0);
    /* Opened and closed in one tick; the other way round it would be open now. */
    assert_int_equal(dw_stage_events(house.stage, DW_SIM_DOOR_OPENED, DW_NONE, 0), 1);
    assert_int_equal(dw_stage_events(house.stage, DW_SIM_DOOR_CLOSED, ANN, DW_NONE), 1);
    assert_false(is_open(&house));
    dw_house_close(&house);
}

static void a_guard_that_peeps_goes_on_as_soon_as_another_wants_the_doorway(void **state)
{
    (void)state;
    for (uint32_t wanted = 0; wanted < 2; wanted++) {
        dw_house house = open_house("study, hall");
        const dw_door *door = &house.venue->map->doors[DOOR];
        const dw_vec inner = door->half[door->half[0].room == STUDY ? 0 : 1].point;
        const dw_actor *ann = dw_house_guard(&house, ANN);
        for (uint32_t tick = 0; !dw_vec_equal(ann->body.position, inner); tick++) {
            assert_true(tick < 6000);
            dw_stage_step(house.stage);
        }
        dw_stage_run(house.stage, 10);
        asked_door[CEM] = wanted != 0 ? DOOR : DW_NONE;
        dw_stage_run(house.stage, 60);
        assert_int_equal(!dw_vec_equal(ann->body.position, inner), wanted);
        dw_house_close(&house);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_doorway_goes_to_the_guard_that_has_waited_longest),
        cmocka_unit_test(of_two_that_ask_at_once_the_lower_index_has_the_doorway),
        cmocka_unit_test(a_guard_holds_one_doorway_until_it_is_out_of_it),
        cmocka_unit_test(a_guard_asks_at_1000_stops_at_800_and_waits_beside_the_doorway),
        cmocka_unit_test(a_guard_leaves_the_door_to_another_within_500_mm_of_it),
        cmocka_unit_test(intruders_work_a_door_before_guards_do),
        cmocka_unit_test(a_guard_that_peeps_goes_on_as_soon_as_another_wants_the_doorway),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
