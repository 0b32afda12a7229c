/* Brains save what they remember and go on from it: the loaded mind has the same hash and plays the
 * same match. A spoilt save is refused or does no harm. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/mind/brains/reference_mind.h"
#include "server/mind/data/data_mind.h"
#include "server/sim/sim_state.h"
#include "tests/support/night.h"
#include "tests/support/test.h"

enum { BYTES_MAX = 16384, SEED = 5 };

static size_t save(const dw_stage *stage, uint16_t guard, uint8_t bytes[BYTES_MAX])
{
    const dw_sim *sim = stage->sim;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, BYTES_MAX);
    sim->brains[guard]->save(sim->memories[guard], &writer);
    size_t size = 0;
    assert_int_equal(dw_state_writer_finish(&writer, &size), DW_OK);
    return size;
}

static dw_status load(dw_stage *stage, uint16_t guard, const uint8_t *bytes, size_t size)
{
    dw_sim *sim = stage->sim;
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    sim->brains[guard]->load(sim->memories[guard], &reader);
    return dw_state_reader_finish(&reader);
}

static uint64_t hash_of(const dw_stage *stage, uint16_t guard)
{
    return stage->sim->brains[guard]->hash(stage->sim->memories[guard], 0);
}

/* Each mind is forgotten and loaded again every 50 ticks, beside a match in which none is. */
static void play_with_loaded_minds(const char *map, const char *brain, const char *strategy)
{
    dw_venue *venue = dw_venue_shipped(map);
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = dw_stage_shipped_strategy(strategy);
    dw_stage *plain = dw_stage_create(venue, brain, &rules);
    dw_stage *loaded = dw_stage_create(venue, brain, &rules);
    dw_stage_begin_whims(plain, SEED);
    dw_stage_begin_whims(loaded, SEED);
    static uint8_t bytes[BYTES_MAX];
    for (uint32_t tick = 0; tick < 1500; tick++) {
        for (uint16_t g = 0; tick % 50 == 7 && g < loaded->world->guard_count; g++) {
            const uint64_t before = hash_of(loaded, g);
            const size_t size = save(loaded, g, bytes);
            loaded->sim->brains[g]->reset(loaded->sim->memories[g], tick);
            assert_int_equal(load(loaded, g, bytes, size), DW_OK);
            if (hash_of(loaded, g) != before) {
                fail_msg("%s on %s: guard %u is another after tick %u", brain, map, g, tick);
            }
        }
        dw_stage_step_whims(plain, SEED);
        dw_stage_step_whims(loaded, SEED);
        if (dw_sim_hash(plain->sim) != dw_sim_hash(loaded->sim)) {
            fail_msg("%s on %s: the matches differ at tick %u", brain, map, tick + 1);
        }
    }
    dw_stage_destroy(plain);
    dw_stage_destroy(loaded);
    dw_venue_destroy(venue);
}

static void a_match_with_loaded_minds_plays_as_one_without(void **state)
{
    (void)state;
    for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
        play_with_loaded_minds("reference", *name, "reference");
        play_with_loaded_minds("museum", *name, "reference");
    }
    static const char *const kinds[] = {"servant", "robot", "cat", "captain"};
    for (uint32_t i = 0; i < DW_COUNT_OF(kinds); i++) {
        play_with_loaded_minds("reference", kinds[i], "reference");
    }
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        play_with_loaded_minds("museum", "reference", all.names[i]);
    }
}

static void a_cut_save_is_refused_and_leaves_a_mind_as_after_a_reset(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("museum");
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].device.sweep_bam = 16384; /* Or a device has nothing to remember. */
    rules.kinds[DW_KIND_GUARD].tell.distance_mm = 2000;
    static const char *const names[] = {"chaser", "reference",  "servant", "robot",  "dog",
                                        "cat",    "guard-goap", "captain", "device", "guard-tree"};
    for (uint32_t i = 0; i < DW_COUNT_OF(names); i++) {
        dw_stage *stage = dw_stage_create(venue, names[i], &rules);
        dw_stage_begin_whims(stage, SEED);
        for (uint32_t tick = 0; tick < 300; tick++) {
            dw_stage_step_whims(stage, SEED);
        }
        static uint8_t bytes[BYTES_MAX];
        const size_t size = save(stage, 0, bytes);
        stage->sim->brains[0]->reset(stage->sim->memories[0], 0);
        const uint64_t empty = hash_of(stage, 0);
        for (size_t cut = 0; cut < size; cut++) {
            assert_int_equal(load(stage, 0, bytes, cut), DW_INVALID);
            assert_true(hash_of(stage, 0) == empty);
        }
        assert_int_equal(load(stage, 0, bytes, size), DW_OK);
        assert_true(hash_of(stage, 0) != empty);
        dw_stage_destroy(stage);
    }
    dw_venue_destroy(venue);
}

/* Any byte may be wrong: what is not refused can be thought with, explained and saved again. */
static void a_spoilt_save_is_refused_or_harmless(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(venue, "reference", &rules);
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    static uint8_t bytes[BYTES_MAX];
    uint32_t refused = 0;
    uint32_t taken = 0;
    dw_stage_begin_whims(stage, SEED);
    for (uint32_t round = 0; round < 1500; round++) {
        dw_stage_step_whims(stage, SEED);
        const uint16_t guard = (uint16_t)(round % stage->world->guard_count);
        const size_t size = save(stage, guard, bytes);
        for (uint32_t k = dw_rng_below(&rng, 3); k < 3; k++) {
            bytes[dw_rng_below(&rng, (uint32_t)size)] = (uint8_t)dw_rng_next(&rng);
        }
        if (load(stage, guard, bytes, size) == DW_OK) {
            taken++;
        } else {
            refused++;
        }
        dw_mind_view view;
        dw_sim_explain(stage->sim, guard, &view);
        assert_true(view.room < venue->map->room_count || view.room == DW_NONE);
    }
    assert_true(refused > 100 && taken > 100);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

/* The same of each kind of mind, with all that it can remember. */
static void so_are_those_of_a_night(void **state)
{
    (void)state;
    static const char *const maps[] = {"manor-night", "museum-robots"};
    static uint8_t bytes[BYTES_MAX];
    for (size_t m = 0; m < DW_COUNT_OF(maps); m++) {
        dw_venue *venue = dw_venue_shipped(maps[m]);
        const dw_ruleset rules = dw_night_rules(venue->map, "team", 6);
        dw_stage *stage = dw_night_create(venue, &rules, SEED);
        dw_rng rng;
        dw_rng_init(&rng, 12, m);
        for (uint32_t round = 0; round < 3000; round++) {
            dw_night_step(stage, SEED);
            const uint16_t guard = (uint16_t)(round % stage->world->guard_count);
            const size_t size = save(stage, guard, bytes);
            for (uint32_t k = dw_rng_below(&rng, 3); k < 3; k++) {
                bytes[dw_rng_below(&rng, (uint32_t)size)] =
                    k == 0 ? 0xff : (uint8_t)dw_rng_next(&rng);
            }
            if (load(stage, guard, bytes, size) == DW_OK) {
                dw_mind_view view;
                dw_sim_explain(stage->sim, guard, &view);
                assert_true(view.room < venue->map->room_count || view.room == DW_NONE);
            }
        }
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
    }
}

/* A mind is spoilt in one field; a save of it is then refused. */
static void expect_refused(dw_stage *stage, bool refused)
{
    static uint8_t bytes[BYTES_MAX];
    const size_t size = save(stage, 0, bytes);
    assert_int_equal(load(stage, 0, bytes, size), refused ? DW_INVALID : DW_OK);
}

static void what_no_mind_can_remember_is_refused(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    dw_ruleset rules = dw_stage_endless_rules();
    rules.investigate = 1;
    rules.evidence = 1;
    dw_stage *stage = dw_stage_create(venue, "reference", &rules);
    dw_reference_mind *mind = stage->sim->memories[0];
    expect_refused(stage, false);
    mind->curiosity->points = 1000; /* About no room. */
    expect_refused(stage, true);
    mind->evidence->points = INT32_MAX; /* One more would be too many for the number. */
    expect_refused(stage, true);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

/* The stop after the last number is the first one again, and none before it. */
static void a_servant_never_runs_out_of_stops(void **state)
{
    (void)state;
    dw_venue *venue = dw_venue_shipped("reference");
    dw_ruleset rules = dw_stage_endless_rules();
    rules.kinds[DW_KIND_GUARD].tell.distance_mm = 2000;
    dw_stage *stage = dw_stage_create(venue, "servant", &rules);
    dw_data_mind *mind = stage->sim->memories[0];
    dw_tell *tell = mind->self.tell;
    const dw_vec post = venue->map->guards[0].spawn;
    dw_stage_put_intruder(stage, 0, (dw_vec){post.x + DW_MM(600), post.y});
    for (uint32_t tick = 0;
         dw_data_brain_skill(mind) == NULL || strcmp(dw_data_brain_skill(mind), "tell") != 0;
         tick++) {
        assert_true(tick < 300);
        dw_stage_step(stage);
    }
    tell->known = 0;
    tell->meets = DW_GUARDS_MAX;
    tell->stop = UINT16_MAX;
    dw_mover_stop(&mind->self.guard.mover);
    expect_refused(stage, false);
    dw_stage_step(stage);
    assert_int_equal(tell->stop, 2);
    const dw_patrol *patrol = &venue->map->patrols[venue->map->guards[tell->guide].patrol];
    const dw_vec first = dw_rect_centre(venue->map->rooms[patrol->stops[0]].area);
    assert_true(dw_vec_equal(mind->self.guard.mover.goal, first));
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_with_loaded_minds_plays_as_one_without),
        cmocka_unit_test(a_cut_save_is_refused_and_leaves_a_mind_as_after_a_reset),
        cmocka_unit_test(a_spoilt_save_is_refused_or_harmless),
        cmocka_unit_test(so_are_those_of_a_night),
        cmocka_unit_test(what_no_mind_can_remember_is_refused),
        cmocka_unit_test(a_servant_never_runs_out_of_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
