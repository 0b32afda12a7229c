/* What sneaking bots throw where: a bait for a dog that bars the way, else a coin. */
#include "tests/support/test.h"

#include "client/bot/hush.h"
#include "common/world/sight.h"
#include "common/world/throw.h"
#include "tests/support/bot_house.h"
#include "tests/support/scene.h"

enum { HUNGRY_TICKS = 3600, POINTS_MAX = 128 };

static dw_kind make_dog(void)
{
    dw_kind kind = dw_kind_guard();
    kind.look = DW_KIND_LOOK_DOG;
    kind.senses.eyes.field_of_view_bam = DW_BAM_TURN * 2 / 3;
    kind.senses.eyes.range_mm = 8000;
    return kind;
}

static void tell(dw_bot_house *house, dw_kind kind)
{
    const dw_body_kind told = {.body = 1, .kind = kind};
    assert_true(dw_body_kinds_put(&house->kinds, &told));
}

/* With a coin and a bait. The guard is of the kind that was told. */
static dw_bot_house open_gate(const char *policy)
{
    dw_bot_house h = dw_bot_house_open_gate(policy);
    h.snapshot.own.coins = 1;
    h.snapshot.own.baits = 1;
    return h;
}

static uint32_t plain_price(void *context, uint16_t node)
{
    (void)context;
    (void)node;
    return DW_ROADMAP_PRICE_ONE;
}

/* What the bot would throw on its way to the vault; DW_TOOL_NONE: nothing. */
static dw_hush_throw choose_against(dw_bot_house *house, uint32_t played_ticks, bool asleep,
                                    dw_mood mood)
{
    dw_danger danger = {.count = 1,
                        .guards = {{.id = 1,
                                    .visible = true,
                                    .asleep = asleep,
                                    .mood = (uint8_t)mood,
                                    .heading_bam = house->guards[0].heading_bam,
                                    .position = house->guards[0].position}}};
    dw_roadmap *roadmap = house->ground->roadmap;
    dw_roadmap_search(roadmap, &house->body.position, 1, plain_price, NULL);
    uint16_t points[POINTS_MAX];
    const uint16_t end = dw_roadmap_nearest(roadmap, dw_scene_mm(18000, 2000));
    const dw_hush_path path = {points, dw_roadmap_path(roadmap, end, points, POINTS_MAX)};
    const dw_bot_view view = dw_bot_house_view(house, 100);
    dw_hush_throw chosen;
    if (!dw_hush_choose_throw(house->ground, &danger, &view, path, played_ticks, &chosen)) {
        chosen = (dw_hush_throw){.tool = DW_TOOL_NONE};
    }
    return chosen;
}

static dw_hush_throw choose(dw_bot_house *house, uint32_t played_ticks, bool asleep)
{
    return choose_against(house, played_ticks, asleep, DW_MOOD_CALM);
}

static void a_bait_lands_off_the_way_where_the_dog_notices_it(void **state)
{
    (void)state;
    dw_bot_house h = open_gate("careful");
    tell(&h, make_dog());
    const dw_hush_throw it = choose(&h, HUNGRY_TICKS, false);
    assert_int_equal(it.tool, DW_TOOL_BAIT);
    const dw_bot_guard *dog = &h.guards[0];
    assert_true(it.landing.y > DW_MM(4000)); /* The path to the door leads along y 2 m. */
    assert_true(dw_distance(it.landing, h.body.position) > DW_MM(2000));
    assert_true(dw_distance(it.landing, dog->position) <= DW_MM(8000));
    assert_true(
        dw_in_field_of_view(dog->position, dog->heading_bam, DW_BAM_TURN * 2 / 3, it.landing));
    assert_true(dw_sight_clear(h.map, &h.doors, dog->position, it.landing, DW_SIGHT_CROUCHED));
    /* A dog that looks away smells no further than 2.5 m, and nobody throws that far. */
    h.guards[0].heading_bam = DW_BAM_TURN * 3 / 4;
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_COIN);
    dw_bot_house_finish(&h);
}

static void baits_are_for_hungry_dogs_that_the_bot_was_told_of(void **state)
{
    (void)state;
    dw_bot_house h = open_gate("careful");
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_COIN); /* It seems a guard. */
    tell(&h, make_dog());
    assert_int_equal(choose(&h, HUNGRY_TICKS - 1, false).tool, DW_TOOL_COIN);
    assert_int_equal(choose(&h, HUNGRY_TICKS, true).tool, DW_TOOL_NONE); /* It sleeps. */
    h.snapshot.own.baits = 0;
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_COIN);
    h.snapshot.own.coins = 0;
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_NONE);
    h.snapshot.own.baits = 1;
    h.rules.hearing = 0; /* A bait needs no ears. */
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_BAIT);
    h.rules.tools = 0;
    assert_int_equal(choose(&h, HUNGRY_TICKS, false).tool, DW_TOOL_NONE);
    dw_bot_house_finish(&h);
}

static void nothing_is_thrown_at_what_does_not_come(void **state)
{
    (void)state;
    static const dw_kind_look deaf[] = {DW_KIND_LOOK_CAMERA, DW_KIND_LOOK_BOX, DW_KIND_LOOK_ROBOT,
                                        DW_KIND_LOOK_CAT};
    for (uint32_t i = 0; i < sizeof deaf / sizeof deaf[0]; i++) {
        dw_bot_house h = open_gate("careful");
        dw_kind kind = dw_kind_guard();
        kind.look = deaf[i];
        kind.body.size_mm = deaf[i] == DW_KIND_LOOK_ROBOT || deaf[i] == DW_KIND_LOOK_CAT ? 500 : 0;
        tell(&h, kind);
        dw_bot_house_step(&h);
        for (uint32_t t = 0; t < 600; t++) {
            dw_bot_house_step(&h);
        }
        assert_int_equal(h.throws + h.baits_thrown, 0);
        dw_bot_house_finish(&h);
    }
}

/* Further off a guard with dull ears makes nothing of it. */
static void a_coin_lands_near_the_guard_and_away_from_the_way(void **state)
{
    (void)state;
    dw_bot_house h = open_gate("careful");
    const dw_hush_throw it = choose(&h, 0, false);
    assert_int_equal(it.tool, DW_TOOL_COIN);
    const int32_t far = dw_distance(it.landing, h.guards[0].position);
    assert_in_range(far, DW_MM(1500), DW_MM(4500));
    assert_true(dw_distance(it.landing, h.body.position) > DW_MM(2000));
    dw_bot_house_finish(&h);
}

static void a_guard_that_chases_is_worth_no_coin(void **state)
{
    (void)state;
    dw_bot_house h = open_gate("careful");
    assert_int_equal(choose_against(&h, 0, false, DW_MOOD_ALERT).tool, DW_TOOL_COIN);
    assert_int_equal(choose_against(&h, 0, false, DW_MOOD_CHASING).tool, DW_TOOL_NONE);
    dw_bot_house_finish(&h);
}

/* As long as it has one. The dog does not heed it. */
static void all_that_sneak_throw_their_bait_once(void **state)
{
    (void)state;
    static const char *const sneaks[] = {"careful", "shadow", "patient", "split"};
    for (uint32_t i = 0; i < sizeof sneaks / sizeof sneaks[0]; i++) {
        dw_bot_house h = open_gate(sneaks[i]);
        tell(&h, make_dog());
        h.snapshot.own.coins = 0;
        dw_bot_house_step(&h);
        assert_int_equal(h.baits_thrown, 0);
        h.tick += HUNGRY_TICKS;
        dw_bot_house_run(&h, 1200);
        assert_int_equal(h.baits_thrown, 1);
        assert_int_equal(h.snapshot.own.baits, 0);
        dw_bot_house_finish(&h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bait_lands_off_the_way_where_the_dog_notices_it),
        cmocka_unit_test(baits_are_for_hungry_dogs_that_the_bot_was_told_of),
        cmocka_unit_test(nothing_is_thrown_at_what_does_not_come),
        cmocka_unit_test(a_coin_lands_near_the_guard_and_away_from_the_way),
        cmocka_unit_test(a_guard_that_chases_is_worth_no_coin),
        cmocka_unit_test(all_that_sneak_throw_their_bait_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
