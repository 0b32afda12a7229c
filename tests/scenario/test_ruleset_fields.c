/* Rulesets are data: each field that the tick knows of changes what happens. A field that is read
 * nowhere, or a figure that stands in the code beside its field, would change nothing. */
#include "server/mind/brains/brains.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

enum { SEEDS = 16, TICKS = 6000, LOOK_TICKS = 250 };

/* Those that rounds and players are about: tests/unit/session has them. And one below. */
static const uint32_t not_of_the_tick[] = {
    DW_RULESET_INDEX_chase_beside_distance_mm, DW_RULESET_INDEX_vision,
    DW_RULESET_INDEX_min_players, DW_RULESET_INDEX_lobby_ticks, DW_RULESET_INDEX_countdown_ticks,
    DW_RULESET_INDEX_result_ticks, DW_RULESET_INDEX_drop_ticks,
    /* Nothing without `tools`: test_rules_2_tools.c has them. */
    DW_RULESET_INDEX_coins, DW_RULESET_INDEX_baits, DW_RULESET_INDEX_throw_mm_max,
    DW_RULESET_INDEX_throw_speed_mm_s,
    DW_RULESET_INDEX_light, /* The reference map is light everywhere: test_rules_1_light.c has it.
                             */
    DW_RULESET_INDEX_patrol_dark_percent, /* Nothing without `light`: test_rules_6_costs.c. */
    /* Nothing without locks: test_rules_1_locks.c has them. */
    DW_RULESET_INDEX_pick_ticks, DW_RULESET_INDEX_pick_db10, DW_RULESET_INDEX_pick_meter_percent,
    DW_RULESET_INDEX_torch_below_percent, /* Nothing without torches: test_rules_1_torch.c has it.
                                           */
};

/* Nothing without `evidence`: test_rules_5_evidence.c has them. */
static const char *const with_evidence[] = {"evidence_leaf",   "evidence_lamp",
                                            "evidence_item",   "evidence_colleague",
                                            "evidence_search", "radio_round_ticks"};

/* Nothing without `contracts`: test_rules_4_sectors.c has them. */
static const char *const with_contracts[] = {"strategy.call_ticks", "strategy.cordon_max",
                                             "strategy.sectors_max"};

/* Nothing without `hearing`: test_rules_3_hearing.c has them, and bells
 * test_rules_12_actions.c. */
static const char *const with_hearing[] = {
    "step_crouching_db10", "step_walking_db10",   "step_sprinting_db10", "stride_crouching_mm",
    "stride_walking_mm",   "stride_sprinting_mm", "leaf_db10",           "leaf_crouching_db10",
    "call_db10",           "bell_db10",           "coin_db10",           "bark_db10",
    "topple_db10",         "sound_doorway_db10",  "sound_leaf_db10",     "sound_wall_db10",
    "shout_db10",          "player_hearing_db10", "hearing_error_mm",    "hearing_error_range_db10",
};

/* Nothing without `investigate`, or without `hearing`: test_rules_5_investigate.c has them. */
static const char *const with_investigate[] = {
    "investigate",
    "noise_points",
    "noise_points_per_db",
    "curiosity_decay_points",
    "curious_points",
    "investigate_points",
    "listen_ticks",
    "investigate_ticks_min",
    "investigate_ticks_per_m",
    "habit_percent",
    "habit_distance_mm",
    "habit_ticks",
    "sensitive_percent",
    "sensitive_ticks",
};

/* Fields of kinds that no rule reads yet, or none without `hearing`, by the beginnings of their
 * names. */
static const char *const not_read_yet[] = {
    "kinds.guard.body.",
    "kinds.guard.gaits.calm.stride_mm",
    "kinds.guard.gaits.calm.loudness_db10",
    "kinds.guard.gaits.alert.stride_mm",
    "kinds.guard.gaits.alert.loudness_db10",
    "kinds.guard.gaits.near.stride_mm",
    "kinds.guard.gaits.near.loudness_db10",
    "kinds.guard.gaits.far.stride_mm",
    "kinds.guard.gaits.far.loudness_db10",
    "kinds.guard.gaits.intercept.stride_mm",
    "kinds.guard.gaits.intercept.loudness_db10",
    "kinds.guard.senses.rays.",
    "kinds.guard.senses.motion.",
    "kinds.guard.senses.ears.",
    "kinds.guard.senses.nose.",
    "kinds.guard.can.",
    "kinds.guard.tell.",
    "kinds.guard.lead.",
    "kinds.guard.voice.",
    "kinds.guard.needs.",
    "kinds.guard.torch.",
    "kinds.guard.device.",
    "kinds.guard.look",
};

/* The largest guards that fit at their posts and through the doors of the reference map. */
enum { WIDEST_MM = 560 };

static dw_venue *reference;
static uint64_t plain[SEEDS][TICKS / LOOK_TICKS];

/* No guard fits where the intruder is. That takes a body inside the intruder's, which only a test
 * can bring about. */
static void a_chaser_stands_as_near_beside_an_intruder_as_the_ruleset_says(void **state)
{
    (void)state;
    dw_scene *scene = dw_scene_create();
    (void)dw_scene_room(scene, "hall", 0, 0, 16000, 10000);
    (void)dw_scene_patrol(scene, "round", "hall");
    (void)dw_scene_guard(scene, "ann", 1500, 5000, 0, "round");
    (void)dw_scene_guard(scene, "bob", 8300, 5000, 180, "round");
    dw_scene_spawn(scene, 8000, 5000);
    dw_venue *venue = dw_venue_of(dw_scene_build(scene));
    int32_t furthest[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++) {
        dw_ruleset rules = dw_stage_endless_rules();
        rules.chase_beside_distance_mm = i == 0 ? 700 : 3000;
        dw_house house = {.venue = venue, .stage = dw_stage_create(venue, "reference", &rules)};
        for (uint64_t seed = 1; seed <= 40; seed++) {
            dw_stage_reset(house.stage, seed, 1);
            const dw_chase *chase = &dw_house_mind(&house, 0)->chase;
            for (uint32_t tick = 0; tick < 1200 && !chase->beside; tick++) {
                dw_stage_put_guard(house.stage, 1, dw_scene_mm(8300, 5000), 32768);
                dw_stage_step(house.stage);
            }
            assert_true(chase->beside);
            const int32_t off = dw_distance(chase->place, dw_house_intruder(&house, 0));
            assert_true(off <= DW_MM(rules.chase_beside_distance_mm));
            furthest[i] = off > furthest[i] ? off : furthest[i];
        }
        dw_stage_destroy(house.stage);
    }
    assert_true(furthest[1] > 2 * furthest[0]);
    dw_venue_destroy(venue);
    dw_scene_destroy(scene);
}

static bool is_of_the_tick(uint32_t field)
{
    if (dw_ruleset_field(field)->low == dw_ruleset_field(field)->high) {
        return false; /* There is no other value. */
    }
    for (size_t i = 0; i < sizeof with_contracts / sizeof with_contracts[0]; i++) {
        if (strcmp(dw_ruleset_field(field)->name, with_contracts[i]) == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof with_evidence / sizeof with_evidence[0]; i++) {
        if (strcmp(dw_ruleset_field(field)->name, with_evidence[i]) == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof with_hearing / sizeof with_hearing[0]; i++) {
        if (strcmp(dw_ruleset_field(field)->name, with_hearing[i]) == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof with_investigate / sizeof with_investigate[0]; i++) {
        if (strcmp(dw_ruleset_field(field)->name, with_investigate[i]) == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof not_read_yet / sizeof not_read_yet[0]; i++) {
        if (strncmp(dw_ruleset_field(field)->name, not_read_yet[i], strlen(not_read_yet[i])) == 0) {
            return false;
        }
    }
    for (size_t i = 0; i < sizeof not_of_the_tick / sizeof not_of_the_tick[0]; i++) {
        if (not_of_the_tick[i] == field) {
            return false;
        }
    }
    return true;
}

/* A round of eight intruders, or of one whom guards lose and search for. */
static void begin(dw_stage *stage, uint64_t seed)
{
    dw_rng places;
    dw_rng_init(&places, seed, 1);
    dw_stage_reset(stage, seed, seed % 2 == 0 ? 255 : 1);
    dw_stage_scatter(stage, &places);
}

/* Plays one seed; with `expected` until it differs from that, else to the end. True when it did. */
static bool play(dw_stage *stage, uint64_t seed, uint64_t *hashes, const uint64_t *expected)
{
    begin(stage, seed);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        dw_stage_step_whims(stage, seed);
        if (tick % LOOK_TICKS != LOOK_TICKS - 1) {
            continue;
        }
        const uint64_t hash = dw_sim_hash(stage->sim);
        if (expected != NULL && hash != expected[tick / LOOK_TICKS]) {
            return true;
        }
        hashes[tick / LOOK_TICKS] = hash;
    }
    return false;
}

static int play_plain(void **state)
{
    (void)state;
    reference = dw_venue_shipped("reference");
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_stage *stage = dw_stage_create(reference, "reference", &rules);
    for (uint32_t s = 0; s < SEEDS; s++) {
        (void)play(stage, s, plain[s], NULL);
    }
    dw_stage_destroy(stage);
    return 0;
}

static int close_venue(void **state)
{
    (void)state;
    dw_venue_destroy(reference);
    return 0;
}

static bool changes_something(const dw_ruleset *rules)
{
    dw_stage *stage = dw_stage_create(reference, "reference", rules);
    bool differs = false;
    for (uint32_t s = 0; s < SEEDS && !differs; s++) {
        uint64_t hashes[TICKS / LOOK_TICKS];
        differs = play(stage, s, hashes, plain[s]);
    }
    dw_stage_destroy(stage);
    return differs;
}

/* Ten seconds, now with three whole minds, now with a chaser among them. */
static void expect_sound_match(const dw_ruleset *drawn, uint64_t seed)
{
    dw_ruleset rules = *drawn;
    int32_t *size_mm = &rules.kinds[DW_KIND_GUARD].body.size_mm;
    *size_mm = *size_mm > WIDEST_MM ? WIDEST_MM : *size_mm;
    dw_stage *stage = dw_stage_create(reference, "reference", &rules);
    if (seed % 2 == 0) {
        const dw_status status = dw_sim_set_brain(stage->sim, 1, dw_brain_find("chaser"));
        assert_int_equal(status, DW_OK);
    }
    begin(stage, seed);
    for (uint32_t tick = 0; tick < 600; tick++) {
        dw_stage_step_whims(stage, seed);
        const char *fault = tick % 10 == 9 ? dw_stage_fault(stage) : NULL;
        if (fault != NULL) {
            fail_msg("seed %u, tick %u: %s", (unsigned)seed, tick + 1, fault);
        }
    }
    dw_stage_destroy(stage);
}

static void each_end_of_each_range_makes_a_sound_match(void **state)
{
    (void)state;
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        for (uint32_t end = 0; end < 2; end++) {
            dw_ruleset rules = dw_stage_endless_rules();
            const int32_t value =
                end == 0 ? dw_ruleset_field(field)->low : dw_ruleset_field(field)->high;
            assert_int_equal(dw_ruleset_set(&rules, field, value), DW_OK);
            if (dw_ruleset_check(&rules, NULL) == DW_OK) {
                expect_sound_match(&rules, 2 * field + end);
            }
        }
    }
}

/* All fields at once, anywhere in their ranges. */
static void a_ruleset_at_random_makes_a_sound_match(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 23, 1);
    for (uint32_t made = 0; made < 100;) {
        dw_ruleset rules = dw_ruleset_reference();
        for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
            const int32_t value =
                dw_rng_between(&rng, dw_ruleset_field(field)->low, dw_ruleset_field(field)->high);
            assert_int_equal(dw_ruleset_set(&rules, field, value), DW_OK);
        }
        if (dw_ruleset_check(&rules, NULL) == DW_OK) {
            expect_sound_match(&rules, made++);
        }
    }
}

static void each_field_of_the_tick_changes_what_happens(void **state)
{
    (void)state;
    const dw_ruleset endless = dw_stage_endless_rules();
    const uint32_t range_mm = dw_ruleset_find("kinds.guard.senses.eyes.range_mm");
    uint32_t failed = 0;
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        if (!is_of_the_tick(field)) {
            continue;
        }
        /* The highest value of these is hardly another. */
        const int32_t high = field == DW_RULESET_INDEX_time_limit_ticks    ? 100
                             : field == range_mm                           ? 3000
                             : field == DW_RULESET_INDEX_radio_range_rooms ? 1
                             : field == DW_RULESET_INDEX_look_ticks_max
                                 ? 130
                                 : dw_ruleset_field(field)->high;
        const int32_t values[] = {dw_ruleset_field(field)->low, high};
        bool changes = false;
        for (uint32_t v = 0; v < 2 && !changes; v++) {
            dw_ruleset rules = endless;
            assert_int_equal(dw_ruleset_set(&rules, field, values[v]), DW_OK);
            changes = values[v] != dw_ruleset_get(&endless, field) &&
                      dw_ruleset_check(&rules, NULL) == DW_OK && changes_something(&rules);
        }
        if (!changes) {
            print_error("%s changes nothing\n", dw_ruleset_field(field)->name);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

static void what_is_not_of_the_tick_changes_nothing_there(void **state)
{
    (void)state;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.vision = DW_VISION_SIGHT;
    rules.min_players = 2;
    rules.lobby_ticks++;
    rules.countdown_ticks++;
    rules.result_ticks++;
    rules.drop_ticks++;
    assert_false(changes_something(&rules));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chaser_stands_as_near_beside_an_intruder_as_the_ruleset_says),
        cmocka_unit_test(each_end_of_each_range_makes_a_sound_match),
        cmocka_unit_test(a_ruleset_at_random_makes_a_sound_match),
        cmocka_unit_test(each_field_of_the_tick_changes_what_happens),
        cmocka_unit_test(what_is_not_of_the_tick_changes_nothing_there),
    };
    return cmocka_run_group_tests(tests, play_plain, close_venue);
}
