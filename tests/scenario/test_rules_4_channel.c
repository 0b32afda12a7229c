/* server/RULES.md 4.60 to 4.63: how far the radio reaches, rooms that jam, messages that get lost,
 * and that nobody acts on what did not arrive. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Five rooms in a row, a guard in each. Ann in the first one sends.
 *
 *     0     4000    8000   12000   16000   20000
 *     +-------+-------+-------+-------+-------+
 *     |  one  D  two  D three D four  D five  |  4000
 *     +-------+-------+-------+-------+-------+
 */
enum { ROOMS = 5, ANN = 0, MESSAGES = 1000, DELAY_TICKS = 30 };

/* All doors are closed: the radio goes through leaves. `jams` names one room, or ROOMS for none. */
static dw_house open_row(const dw_ruleset *rules, uint32_t jams)
{
    static const char *const rooms[ROOMS] = {"one", "two", "three", "four", "five"};
    static const char *const names[ROOMS] = {"ann", "bob", "cid", "dan", "eve"};
    dw_scene *scene = dw_scene_create();
    for (uint32_t i = 0; i < ROOMS; i++) {
        dw_scene_room(scene, rooms[i], 4000 * (int32_t)i, 0, 4000, 4000);
        dw_scene_patrol(scene, rooms[i], rooms[i]);
    }
    for (uint32_t i = 0; i < ROOMS; i++) {
        if (i > 0) {
            dw_scene_door(scene, names[i], (uint16_t)(i - 1), (uint16_t)i, 1500, 1000,
                          DW_SCENE_CLOSED);
        }
        dw_scene_guard(scene, names[i], 2000 + 4000 * (int32_t)i, 2000, 0, rooms[i]);
    }
    dw_scene_spawn(scene, 19500, 500);
    if (jams < ROOMS) {
        ((dw_room *)dw_scene_parts(scene)->rooms)[jams].jams = true;
    }
    dw_house house = dw_house_open_with(scene, rules);
    dw_house_set_brain(&house, ANN, &dw_brain_caller);
    for (uint16_t g = 1; g < ROOMS; g++) {
        dw_house_set_brain(&house, g, &dw_brain_puppet);
    }
    dw_stage_reset(house.stage, 1, 1);
    return house;
}

/* Bit g: guard g hears what Ann says now. */
static uint32_t hearers(dw_house *house)
{
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
    dw_house_say(house, &said);
    uint32_t heard = 0;
    for (uint32_t tick = 0; tick < DELAY_TICKS; tick++) {
        dw_stage_step(house->stage);
        for (uint16_t g = 0; g < ROOMS; g++) {
            const dw_percepts *percepts = dw_sim_percepts(house->stage->sim, g);
            heard |= percepts->heard_count > 0 ? 1u << g : 0;
            assert_true(percepts->heard_count == 0 || percepts->heard[0].from == DW_NONE);
        }
    }
    return heard;
}

static void a_message_reaches_as_many_doors_as_the_range_says(void **state)
{
    (void)state;
    static const uint32_t expected[] = {0x1e, 0x02, 0x06, 0x0e, 0x1e, 0x1e}; /* By range. */
    for (size_t range = 0; range < DW_COUNT_OF(expected); range++) {
        dw_ruleset rules = dw_stage_endless_rules();
        rules.radio_range_rooms = (int32_t)range;
        dw_house house = open_row(&rules, ROOMS);
        assert_int_equal(hearers(&house), expected[range]);
        const dw_radio_counts counts = dw_sim_radio_counts(house.stage->sim);
        assert_int_equal(counts.sent, 1);
        assert_int_equal(counts.delivered, __builtin_popcount(expected[range]));
        assert_int_equal(counts.delivered + counts.lost, ROOMS - 1);
        dw_house_close(&house);
    }
}

static void the_sender_counts_where_it_speaks_and_the_hearer_where_it_hears(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.radio_range_rooms = 1;
    dw_house house = open_row(&rules, ROOMS);
    const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
    dw_house_say(&house, &said);
    dw_stage_put_guard(house.stage, 4, dw_scene_mm(5000, 1000), 0);    /* Eve goes to Bob, */
    dw_stage_put_guard(house.stage, 1, dw_scene_mm(18000, 1000), 0);   /* Bob away, */
    dw_stage_put_guard(house.stage, ANN, dw_scene_mm(19000, 3000), 0); /* and Ann, too. */
    dw_stage_run(house.stage, DELAY_TICKS);
    assert_int_equal(dw_sim_percepts(house.stage->sim, 4)->heard_count, 1);
    assert_int_equal(dw_sim_percepts(house.stage->sim, 1)->heard_count, 0);
    dw_house_close(&house);
}

/* The cover of random maps against all shortest ways (Floyd's algorithm). */
static void the_range_counts_the_fewest_doors(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 60, 1);
    dw_scene *scene = dw_scene_create();
    const dw_map *map = dw_scene_random(scene, &rng, 5, 4);
    static uint32_t doors[DW_ROOMS_MAX][DW_ROOMS_MAX];
    for (uint32_t a = 0; a < map->room_count; a++) {
        for (uint32_t b = 0; b < map->room_count; b++) {
            doors[a][b] = a == b ? 0 : 1000;
        }
    }
    for (uint32_t d = 0; d < map->door_count; d++) {
        const uint16_t a = map->doors[d].half[0].room;
        const uint16_t b = map->doors[d].half[1].room;
        doors[a][b] = doors[b][a] = 1;
    }
    for (uint32_t by = 0; by < map->room_count; by++) {
        for (uint32_t a = 0; a < map->room_count; a++) {
            for (uint32_t b = 0; b < map->room_count; b++) {
                const uint32_t sum = doors[a][by] + doors[by][b];
                doors[a][b] = sum < doors[a][b] ? sum : doors[a][b];
            }
        }
    }
    dw_ruleset rules = dw_ruleset_reference();
    for (rules.radio_range_rooms = 1; rules.radio_range_rooms <= 10; rules.radio_range_rooms++) {
        for (uint16_t a = 0; a < map->room_count; a++) {
            const dw_radio_cover cover = dw_radio_cover_of(map, &rules, a);
            for (uint32_t b = 0; b < map->room_count; b++) {
                assert_int_equal(cover.rooms[b / 64] >> b % 64 & 1,
                                 doors[a][b] <= (uint32_t)rules.radio_range_rooms);
            }
        }
    }
    dw_scene_destroy(scene);
}

static void in_a_room_that_jams_guards_neither_send_nor_hear(void **state)
{
    (void)state;
    dw_house house = open_row(NULL, 2);
    assert_int_equal(hearers(&house), 0x1e & ~(1u << 2)); /* It jams no room but its own. */
    dw_house_close(&house);
    house = open_row(NULL, ANN);
    assert_int_equal(hearers(&house), 0);
    assert_int_equal(dw_sim_radio_counts(house.stage->sim).lost, ROOMS - 1);
    dw_house_close(&house);
}

/* How many of the messages that Ann sends each of the others hears. */
static void count_heard(const dw_ruleset *rules, uint64_t seed, uint32_t heard[ROOMS],
                        uint32_t *all_alike)
{
    dw_house house = open_row(rules, ROOMS);
    dw_stage_reset(house.stage, seed, 1);
    memset(heard, 0, ROOMS * sizeof heard[0]);
    *all_alike = 0;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        const dw_radio_message said = {.kind = DW_RADIO_CLEAR};
        dw_house_say(&house, &said);
        uint32_t hearers_now = 0;
        for (uint16_t g = 1; g < ROOMS; g++) {
            const uint32_t now = dw_sim_percepts(house.stage->sim, g)->heard_count;
            heard[g] += now;
            hearers_now += now;
        }
        *all_alike += hearers_now == 0 || hearers_now == ROOMS - 1 ? 1 : 0;
    }
    const dw_radio_counts counts = dw_sim_radio_counts(house.stage->sim);
    assert_int_equal(counts.sent, MESSAGES);
    assert_int_equal(counts.delivered, heard[1] + heard[2] + heard[3] + heard[4]);
    dw_house_close(&house);
}

static void each_guard_misses_its_share_of_messages_by_its_own_luck(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.radio_delay_ticks = 5; /* One a tick: more than 20 under way would be dropped. */
    static const uint32_t percents[] = {0, 10, 50, 100};
    for (size_t i = 0; i < DW_COUNT_OF(percents); i++) {
        rules.radio_loss_percent = (int32_t)percents[i];
        uint32_t heard[ROOMS];
        uint32_t again[ROOMS];
        uint32_t alike;
        count_heard(&rules, 7, heard, &alike);
        /* Those of the last delay are still under way. Five standard deviations are 80. */
        const uint32_t expected = (MESSAGES - DELAY_TICKS) * (100 - percents[i]) / 100;
        for (uint32_t g = 1; g < ROOMS; g++) {
            assert_in_range(heard[g], expected > 80 ? expected - 80 : 0, expected + 80);
        }
        assert_true(percents[i] != 50 || alike < MESSAGES / 4);
        count_heard(&rules, 7, again, &alike);
        assert_memory_equal(heard, again, sizeof heard);
        count_heard(&rules, 8, again, &alike);
        assert_true(percents[i] % 100 == 0 || memcmp(heard, again, sizeof heard) != 0);
    }
}

static void nobody_acts_on_a_report_that_did_not_arrive(void **state)
{
    (void)state;
    for (int32_t range = 1; range <= 4; range++) {
        dw_ruleset rules = dw_stage_endless_rules();
        rules.radio_range_rooms = range;
        dw_house house = open_row(&rules, ROOMS);
        dw_house_set_brain(&house, 3, dw_brain_find("reference"));
        dw_stage_reset(house.stage, 1, 1);
        const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 2, .room = 1};
        dw_house_say(&house, &report);
        dw_stage_run(house.stage, DELAY_TICKS + 2);
        assert_int_equal(dw_house_wants(&house, 3, "patrol"), range < 3);
        assert_int_equal(dw_house_mind(&house, 3)->beliefs.agitation, range < 3 ? 0 : 2);
        dw_house_close(&house);
    }
}

/* Saved with messages under way, some of which will be lost. */
static void a_loaded_match_loses_the_same_messages(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.radio_loss_percent = 50;
    rules.radio_range_rooms = 3;
    dw_venue *venue = dw_venue_shipped("museum");
    dw_stage *one = dw_stage_create(venue, "reference", &rules);
    dw_stage *two = dw_stage_create(venue, "reference", &rules);
    dw_stage_begin_whims(one, 5);
    while (one->sim->radio.count < 2) {
        dw_stage_step_whims(one, 5);
    }
    dw_stage_load_from(two, one);
    const uint32_t lost = dw_sim_radio_counts(one->sim).lost;
    for (uint32_t tick = 0; tick < 1200; tick++) {
        dw_stage_step_whims(one, 5);
        dw_stage_step_whims(two, 5);
        assert_true(dw_sim_hash(one->sim) == dw_sim_hash(two->sim));
    }
    const dw_radio_counts counts[] = {dw_sim_radio_counts(one->sim), dw_sim_radio_counts(two->sim)};
    assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
    assert_true(counts[0].lost > lost);
    dw_stage_destroy(one);
    dw_stage_destroy(two);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_reaches_as_many_doors_as_the_range_says),
        cmocka_unit_test(the_sender_counts_where_it_speaks_and_the_hearer_where_it_hears),
        cmocka_unit_test(the_range_counts_the_fewest_doors),
        cmocka_unit_test(in_a_room_that_jams_guards_neither_send_nor_hear),
        cmocka_unit_test(each_guard_misses_its_share_of_messages_by_its_own_luck),
        cmocka_unit_test(nobody_acts_on_a_report_that_did_not_arrive),
        cmocka_unit_test(a_loaded_match_loses_the_same_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
