/* server/RULES.md 11.30 and 11.31: baits that lie are food, for animals that notice them. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/bait_house.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

enum { REX };

static bool notices(const dw_house *it)
{
    return dw_sim_percepts(it->stage->sim, REX)->food.found;
}

static void a_hungry_dog_is_diverted_by_bait_and_eats_it(void **state)
{
    (void)state;
    dw_house it = dw_bait_house_open(900);
    assert_true(dw_house_run_until(&it, REX, "trail", 60));
    dw_bait_house_lay(&it, 2500, 2500);
    assert_true(dw_house_run_until(&it, REX, "food", 60));
    dw_stage_run(it.stage, 400);
    assert_int_equal(it.stage->sim->tools[0].lying, 0);
    assert_false(notices(&it));
    assert_false(dw_house_wants(&it, REX, "food"));
    dw_bait_house_lay(&it, 2500, 2500); /* It has had enough. */
    dw_stage_run(it.stage, 600);
    assert_int_equal(it.stage->sim->tools[0].lying, 1);
    dw_house_close(&it);
}

/* The curve over hunger is a step at the upper threshold. */
static void bait_diverts_from_the_upper_threshold_of_hunger_on(void **state)
{
    (void)state;
    for (int32_t hunger = 0; hunger <= 1000; hunger += 100) {
        dw_house it = dw_bait_house_open(hunger);
        assert_int_equal(dw_bait_house_diverts(&it), hunger >= 700);
        dw_house_close(&it);
    }
}

static void food_is_noticed_by_nose_and_by_eyes(void **state)
{
    (void)state;
    static const struct {
        int32_t x, y;
        bool by_nose, by_eyes;
    } cases[] = {
        {3400, 1000, true, true},   /* Before it, near, */
        {5500, 1000, false, true},  /* further off, */
        {1000, 3400, true, false},  /* beside its field of view, */
        {1000, 3600, false, false}, /* and too far there; */
        {7000, 500, false, false},  /* behind the wall. */
    };
    for (size_t i = 0; i < DW_COUNT_OF(cases); i++) {
        for (uint32_t eyes = 0; eyes < 2; eyes++) {
            dw_house it = dw_bait_house_open(0);
            dw_house_set_brain(&it, REX, &dw_brain_puppet);
            dw_kind *kind = &it.stage->sim->rules.kinds[DW_KIND_GUARD];
            kind->senses.eyes.meter_near = eyes != 0 ? 600 : 0;
            kind->senses.eyes.field_of_view_bam = 16384;
            kind->senses.nose.range_mm = eyes != 0 ? 0 : 2500;
            dw_bait_house_lay(&it, cases[i].x, cases[i].y);
            dw_stage_step(it.stage);
            assert_int_equal(notices(&it), eyes != 0 ? cases[i].by_eyes : cases[i].by_nose);
            dw_house_close(&it);
        }
    }
}

static void only_what_lies_before_it_is_eaten(void **state)
{
    (void)state;
    static const int32_t xs[] = {1000, 1500, 1501};
    for (size_t i = 0; i < DW_COUNT_OF(xs); i++) {
        dw_house it = dw_bait_house_open(0);
        dw_house_set_brain(&it, REX, &dw_brain_puppet);
        dw_bait_house_lay(&it, xs[i], 1000);
        dw_stage_puppet(it.stage, REX)->deed = DW_DEED_EAT;
        dw_stage_run(it.stage, 2);
        assert_int_equal(it.stage->sim->tools[0].lying, xs[i] <= 1500 ? 0 : 1);
        dw_house_close(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hungry_dog_is_diverted_by_bait_and_eats_it),
        cmocka_unit_test(bait_diverts_from_the_upper_threshold_of_hunger_on),
        cmocka_unit_test(food_is_noticed_by_nose_and_by_eyes),
        cmocka_unit_test(only_what_lies_before_it_is_eaten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
