/* What a watch counts from events, against what the state of each tick says. */
#include "common/base/fixed.h"
#include "server/lab/match_watch.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

/* The slow way: looks at meters and bodies alone. */
typedef struct meter_oracle {
    dw_match_watch watch;
    const dw_ruleset *rules;
    bool detected[DW_INTRUDERS_MAX];
    uint32_t begin[DW_INTRUDERS_MAX], lost[DW_INTRUDERS_MAX];
    dw_vec guards[DW_GUARDS_MAX];
    uint64_t chases, losses, regained, lengths, longest, caught;
    uint64_t reports, suspicions;
    uint8_t highest[DW_GUARDS_MAX][DW_INTRUDERS_MAX]; /* Of a meter: suspicion 1, full 2. */
    double guards_path;
} meter_oracle;

static bool any_meter_is_full(const meter_oracle *oracle, const dw_world *world, uint32_t slot)
{
    for (uint32_t g = 0; g < world->guard_count; g++) {
        const dw_kind *kind = &oracle->rules->kinds[world->actors[g].kind];
        if (world->meters[g][slot] >= kind->senses.eyes.meter_full) {
            return true;
        }
    }
    return false;
}

static void end_chase(meter_oracle *oracle, uint32_t slot, uint32_t tick)
{
    const uint64_t length = tick - oracle->begin[slot];
    oracle->lengths += length;
    oracle->longest = length > oracle->longest ? length : oracle->longest;
    oracle->detected[slot] = false;
}

static void look(void *context, const dw_intent *intents, const dw_world *world)
{
    meter_oracle *it = context;
    dw_match_watch_tick(&it->watch, intents, world);
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_slot_state slot_state = dw_intruder_slot_state(world, s);
        const bool caught = slot_state == DW_SLOT_CAUGHT;
        it->caught += caught && world->intruders[s].caught_tick == world->tick;
        const bool now = !caught && slot_state == DW_SLOT_ALIVE && any_meter_is_full(it, world, s);
        if (now && !it->detected[s]) {
            it->chases++;
            it->regained += it->lost[s] != 0 && world->tick - it->lost[s] <= 600;
            it->begin[s] = world->tick;
            it->detected[s] = true;
        } else if (!now && it->detected[s]) {
            end_chase(it, s, world->tick);
            it->losses += !caught;
            it->lost[s] = world->tick;
        }
    }
    for (uint32_t g = 0; g < world->guard_count; g++) {
        const dw_kind_eyes *eyes = &it->rules->kinds[world->actors[g].kind].senses.eyes;
        for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
            uint8_t *highest = &it->highest[g][s];
            const uint32_t percent = 100u * world->meters[g][s] / (uint32_t)eyes->meter_full;
            const uint8_t level = percent >= 100 ? 2 : percent >= 10 ? 1 : 0;
            *highest = level > *highest ? level : *highest;
            if (world->meters[g][s] == 0) {
                it->suspicions += *highest == 1;
                *highest = 0;
            }
        }
        const dw_vec now = world->actors[g].body.position;
        if (world->tick > 1) {
            it->guards_path += hypot(now.x - it->guards[g].x, now.y - it->guards[g].y);
        }
        it->guards[g] = now;
    }
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(dw_lab_match_sim(it->watch.match), &count);
    for (uint32_t i = 0; i < count; i++) {
        it->reports += events[i].kind == DW_SIM_REPORTED;
    }
}

static void restart(meter_oracle *oracle, const dw_lab_match *match)
{
    const dw_ruleset *rules = oracle->rules;
    memset(oracle, 0, sizeof *oracle);
    oracle->watch.match = match;
    oracle->rules = rules;
}

static void compare(meter_oracle *oracle, const dw_lab_result *result)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (oracle->detected[s]) {
            end_chase(oracle, s, result->ticks);
        }
    }
    const dw_match_row *row = &oracle->watch.row;
    assert_int_equal(row->chases, oracle->chases);
    assert_int_equal(row->losses, oracle->losses);
    assert_int_equal(row->regained, oracle->regained);
    assert_int_equal(row->detected_ticks, oracle->lengths);
    assert_int_equal(row->chase_ticks_longest, oracle->longest);
    assert_int_equal(row->caught, oracle->caught);
    assert_int_equal(row->suspicions_in_vain, oracle->suspicions);
    assert_int_equal(row->delivered, row->outcome == DW_OUTCOME_WON ? 1 : 0);
    const uint64_t heard = row->heard_report + row->heard_clear + row->heard_takes +
                           row->heard_caught + row->heard_offer + row->heard_holds +
                           row->heard_other;
    assert_in_range(row->messages_said - heard, 0, 8); /* Under way. */
    assert_int_equal(row->messages_lost, 0);
    assert_int_equal(row->hearers_missed, 0);
    assert_in_range(row->search_ticks_again, 0, row->search_ticks);
    assert_in_range(row->false_alarms, 0, row->searches);
    uint64_t binned = 0;
    for (uint32_t bin = 0; bin < DW_MATCH_CHASE_BINS; bin++) {
        binned += dw_match_row_chases(row)[bin];
    }
    assert_int_equal(binned, row->chases);
    assert_true(fabs((double)row->guards_path_mm - oracle->guards_path / DW_UNITS_PER_MM) <= 0.51);
    /* Said and not yet heard at the end: a report or two. */
    assert_true(row->heard_report <= oracle->reports && row->heard_report + 4 >= oracle->reports);
    assert_int_equal(row->events_dropped, 0);
    assert_int_equal(row->trace, result->trace);
    assert_true(row->first_seen_tick <= row->first_detection_tick || row->detections == 0);
    assert_true((row->first_seen_tick == 0) == (row->seen_ticks == 0));
}

typedef struct totals {
    uint64_t chases, losses, regained, caught, heard, taken, doors;
    uint64_t suspicions, won, orders, searches, said;
    uint64_t apart_mm;
} totals;

static totals watch_matches(uint8_t intruders, const char *policy)
{
    dw_lab_data data;
    dw_error error;
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    meter_oracle it = {.rules = &data.rules};
    const dw_lab_watcher watcher = {&it, look};
    const dw_lab_match_config config = {
        .data = &data,
        .brain = dw_brain_find("reference"),
        .policy = dw_policy_find(policy),
        .intruders = intruders,
        .ticks_max = 20000,
        .watcher = &watcher,
    };
    dw_lab_match *match = NULL;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    dw_lab_match_config unwatched = config;
    unwatched.watcher = NULL;
    dw_lab_match *plain = NULL;
    assert_int_equal(dw_lab_match_create(&plain, &unwatched, &error), DW_OK);
    totals sum = {0};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        dw_lab_result result;
        dw_lab_result same;
        restart(&it, match);
        dw_lab_match_run(match, seed, &result);
        dw_match_watch_finish(&it.watch, &result);
        compare(&it, &result);
        dw_lab_match_run(plain, seed, &same);
        assert_int_equal(result.hash, same.hash); /* A watched match is the same match. */
        sum.chases += it.watch.row.chases;
        sum.losses += it.watch.row.losses;
        sum.regained += it.watch.row.regained;
        sum.caught += it.watch.row.caught;
        sum.heard += it.watch.row.heard_report;
        sum.taken += it.watch.row.taken;
        sum.doors += it.watch.row.doors_by_intruders;
        sum.suspicions += it.watch.row.suspicions_in_vain;
        sum.won += it.watch.row.delivered;
        sum.orders += it.watch.row.orders_intercept + it.watch.row.orders_wait;
        sum.searches += it.watch.row.searches;
        sum.said += it.watch.row.messages_said;
        sum.apart_mm += it.watch.row.intruders_apart_mm;
    }
    dw_lab_match_destroy(plain);
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
    return sum;
}

static void a_watch_counts_what_meters_and_bodies_show(void **state)
{
    (void)state;
    const totals alone = watch_matches(1, "rush");
    assert_true(alone.chases > 0 && alone.caught > 0 && alone.taken > 0 && alone.doors > 0);
    assert_int_equal(alone.apart_mm, 0);
    const totals team = watch_matches(4, "careful");
    assert_true(team.losses > 0 && team.regained > 0 && team.heard > 0);
    assert_true(team.suspicions > 0 && team.orders > 0 && team.searches > 0 && team.said > 0);
    assert_true(alone.won > 0);
    assert_true(team.chases > team.losses && team.apart_mm > 0);
}

/* Each message misses both other guards. */
static void hearers_that_a_message_does_not_reach_are_counted(void **state)
{
    (void)state;
    dw_lab_data data;
    dw_error error;
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    assert_int_equal(data.map->guard_count, 3);
    data.rules.radio_loss_percent = 100;
    static dw_match_watch watch;
    const dw_lab_watcher watcher = {&watch, dw_match_watch_tick};
    const dw_lab_match_config config = {
        .data = &data,
        .brain = dw_brain_find("reference"),
        .policy = dw_policy_find("careful"),
        .intruders = 1,
        .ticks_max = 20000,
        .watcher = &watcher,
    };
    dw_lab_match *match = NULL;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    watch.match = match;
    uint64_t said = 0;
    uint64_t missed = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        dw_lab_result result;
        dw_lab_match_run(match, seed, &result);
        dw_match_watch_finish(&watch, &result);
        const dw_match_row *row = &watch.row;
        assert_int_equal(row->heard_report + row->heard_takes + row->heard_caught, 0);
        assert_in_range(2 * row->messages_said - row->hearers_missed, 0, 2 * 8); /* Under way. */
        said += row->messages_said;
        missed += row->hearers_missed;
    }
    assert_true(said > 20);
    assert_true(missed > said);
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_watch_counts_what_meters_and_bodies_show),
        cmocka_unit_test(hearers_that_a_message_does_not_reach_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
