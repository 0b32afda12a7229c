/* brains/animal.h: hunger and food, at the level of the mind. The test writes the percepts. */
#include "common/base/check.h"
#include "server/mind/brains/animal.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

typedef struct table {
    dw_desk desk;
    const dw_brain_kind *brain;
    void *memory;
} table;

/* At 1000, 1000 in the hall. Food lies at 5000, 1000; a trail leads the other way. */
static void open_table(table *it, int32_t hunger)
{
    dw_desk_open(&it->desk, false);
    dw_kind *kind = &it->desk.rules.kinds[DW_KIND_GUARD];
    kind->needs.hunger =
        (dw_kind_need){.point_ticks = 3600, .start = hunger, .low = 300, .high = 700};
    kind->needs.fear = (dw_kind_need){.point_ticks = 1, .low = 200, .high = 600};
    it->brain = dw_brain_find("dog");
    const dw_status status = it->brain->create(&it->memory, &it->desk.arena, &it->desk.setup);
    DW_CHECK(status == DW_OK);
    it->brain->reset(it->memory, 1);
    it->desk.percepts.food = (dw_percept_food){.found = true, .position = dw_scene_mm(5000, 1000)};
}

static void live(table *it, uint32_t ticks)
{
    dw_percepts *percepts = &it->desk.percepts;
    for (uint32_t i = 0; i < ticks; i++) {
        dw_guard_command *command = &it->desk.command;
        *command = (dw_guard_command){.heading_bam = percepts->heading_bam,
                                      .open_door = DW_NONE,
                                      .close_door = DW_NONE,
                                      .hold_door = DW_NONE};
        percepts->tick++;
        it->brain->think(it->memory, percepts, command);
        percepts->position = dw_vec_add(percepts->position, command->step);
        percepts->heading_bam = command->heading_bam;
        percepts->door_held = command->hold_door;
        if (command->deed == DW_DEED_EAT) {
            percepts->food.found = false;
        }
    }
}

static bool wants(const table *it, dw_animal_goal goal)
{
    return ((const dw_animal_mind *)it->memory)->goal == goal;
}

static void a_hungry_dog_goes_for_food_and_eats_it(void **state)
{
    (void)state;
    table it;
    open_table(&it, 700);
    live(&it, 60);
    assert_true(wants(&it, DW_ANIMAL_FOOD));
    live(&it, 400);
    assert_false(it.desk.percepts.food.found);
    assert_true(dw_within_mm(it.desk.percepts.position, dw_scene_mm(5000, 1000), 4000));
    assert_true(wants(&it, DW_ANIMAL_CALM));
    assert_int_equal(((const dw_animal_mind *)it.memory)->needs.hunger.points, 0);
    dw_desk_close(&it.desk);
}

/* The curve over hunger: it is a step at the upper threshold. */
static void bait_diverts_a_dog_from_a_trail_when_it_is_hungry(void **state)
{
    (void)state;
    for (int32_t hunger = 0; hunger <= 1000; hunger += 50) {
        table it;
        open_table(&it, hunger);
        it.desk.percepts.food.found = false;
        it.desk.percepts.tick = 600;
        it.desk.percepts.smell = (dw_percept_smell){
            .found = true, .age_ticks = 300, .position = dw_scene_mm(1000, 3000)};
        live(&it, 10);
        assert_true(wants(&it, DW_ANIMAL_TRAIL));
        it.desk.percepts.food.found = true;
        live(&it, 10);
        assert_int_equal(wants(&it, DW_ANIMAL_FOOD), hunger >= 700);
        dw_desk_close(&it.desk);
    }
}

static void food_that_is_gone_is_given_up(void **state)
{
    (void)state;
    table it;
    open_table(&it, 900);
    live(&it, 60);
    it.desk.percepts.food.found = false;
    live(&it, 300);
    assert_true(wants(&it, DW_ANIMAL_CALM));
    assert_true(((const dw_animal_mind *)it.memory)->needs.hunger.presses);
    dw_desk_close(&it.desk);
}

static void fear_comes_before_hunger_and_spoils_the_food(void **state)
{
    (void)state;
    table it;
    open_table(&it, 900);
    live(&it, 10);
    it.desk.percepts.stimulus_count = 1;
    it.desk.percepts.stimuli[0] = (dw_stimulus){
        .kind = DW_STIMULUS_NOISE, .position = dw_scene_mm(5000, 1500), .strength = 700};
    live(&it, 1);
    assert_true(wants(&it, DW_ANIMAL_FLEE));
    it.desk.percepts.stimulus_count = 0;
    for (uint32_t tick = 0; tick < 3000; tick++) {
        live(&it, 1);
        assert_false(wants(&it, DW_ANIMAL_FOOD));
    }
    live(&it, 700); /* A minute after the fright it has forgotten. */
    assert_true(wants(&it, DW_ANIMAL_FOOD));
    dw_desk_close(&it.desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hungry_dog_goes_for_food_and_eats_it),
        cmocka_unit_test(bait_diverts_a_dog_from_a_trail_when_it_is_hungry),
        cmocka_unit_test(food_that_is_gone_is_given_up),
        cmocka_unit_test(fear_comes_before_hunger_and_spoils_the_food),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
