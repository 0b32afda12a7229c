/* What a match of the lab reports is what a watcher of its ticks has counted. */
#include "tests/support/test.h"

#include "client/bot/errand.h"
#include "common/base/hash.h"
#include "server/lab/lab_match.h"
#include "server/lab/lab_recording.h"
#include "server/lab/match_watch.h"
#include "server/lab/replay_show.h"
#include "server/mind/brains/brains.h"
#include "server/sim/trace.h"

#include <stdlib.h>
#include <string.h>

enum { TICKS_MAX = 3000 };

/* A count of its own, from the events and the world of each tick. */
typedef struct tally {
    const dw_lab_match *match;
    const dw_map *map;
    uint32_t ticks, detections, first_detection_tick, caught, chase_ticks, moves;
    uint64_t trace;
    dw_intent last[DW_INTRUDERS_MAX];
} tally;

static void count_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    tally *it = context;
    it->ticks++;
    assert_int_equal(world->tick, it->ticks);
    it->trace = dw_trace_tick(it->trace, world, it->map);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(dw_lab_match_sim(it->match), &count);
    for (uint32_t i = 0; i < count; i++) {
        it->detections += events[i].kind == DW_SIM_DETECTED;
        it->caught += events[i].kind == DW_SIM_CAUGHT;
    }
    if (it->detections > 0 && it->first_detection_tick == 0) {
        it->first_detection_tick = world->tick;
    }
    bool chases = false;
    for (uint32_t g = 0; g < world->guard_count; g++) {
        chases |= world->guards[g].command.mood == DW_MOOD_CHASING;
    }
    it->chase_ticks += chases;
    it->moves += memcmp(it->last, intents, sizeof it->last) != 0;
    memcpy(it->last, intents, sizeof it->last);
}

static void check_run(tally *it, dw_lab_match *match, uint64_t seed, dw_lab_result *result)
{
    *it = (tally){.match = match, .map = it->map, .trace = DW_HASH_START};
    dw_lab_match_run(match, seed, result);
    assert_int_equal(result->seed, seed);
    assert_int_equal(result->ticks, it->ticks);
    assert_int_equal(result->detections, it->detections);
    assert_int_equal(result->first_detection_tick, it->first_detection_tick);
    assert_int_equal(result->caught, it->caught);
    assert_int_equal(result->chase_ticks, it->chase_ticks);
    assert_int_equal(result->trace, it->trace);
    assert_int_equal(result->hash, dw_sim_hash(dw_lab_match_sim(match)));
    dw_brain_counters counters = {0};
    dw_sim_count(dw_lab_match_sim(match), &counters);
    assert_memory_equal(&result->counters, &counters, sizeof counters);
}

static void results_are_what_a_watcher_counts(void **state)
{
    (void)state;
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    tally it = {.map = data.map};
    const dw_lab_watcher watcher = {&it, count_tick};
    const dw_lab_match_config config = {
        .data = &data,
        .policy = dw_policy_find("rush"),
        .intruders = 3,
        .ticks_max = TICKS_MAX,
        .watcher = &watcher,
    };
    dw_lab_match *match = NULL;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    uint32_t outcomes[DW_OUTCOME_TIMEOUT + 1] = {0};
    uint32_t caught = 0;
    uint32_t repeated = 0;
    uint32_t chased = 0;
    dw_lab_result result;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        check_run(&it, match, seed, &result);
        outcomes[result.outcome]++;
        caught += result.caught;
        repeated += result.detections > 1;
        chased += result.chase_ticks > 0 && result.chase_ticks < result.ticks;
        assert_true(it.moves > 20);
        const bool at_limit = result.ticks == TICKS_MAX;
        assert_true(result.outcome != DW_OUTCOME_NONE);
        assert_int_equal(result.outcome == DW_OUTCOME_TIMEOUT, at_limit);
    }
    print_message("%u won, %u lost, %u cut off\n", outcomes[DW_OUTCOME_WON],
                  outcomes[DW_OUTCOME_LOST], outcomes[DW_OUTCOME_TIMEOUT]);
    assert_true(outcomes[DW_OUTCOME_WON] > 0 && outcomes[DW_OUTCOME_LOST] > 0);
    assert_true(caught > 0 && repeated > 0 && chased > 0);
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
}

/* Each seed of one match object, and the same seed in a match object of its own. */
static void a_seed_plays_the_same_match_whatever_was_played_before(void **state)
{
    (void)state;
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    const dw_lab_match_config config = {
        .data = &data,
        .brain = dw_brain_find("chaser"),
        .policy = dw_policy_find("random"),
        .intruders = 2,
        .ticks_max = 400,
    };
    dw_lab_match *many = NULL;
    assert_int_equal(dw_lab_match_create(&many, &config, &error), DW_OK);
    uint64_t hashes[3];
    for (uint64_t seed = 1; seed <= 3; seed++) {
        dw_lab_result result;
        dw_lab_match_run(many, seed, &result);
        hashes[seed - 1] = result.hash;
        dw_lab_match *alone = NULL;
        dw_lab_result again;
        assert_int_equal(dw_lab_match_create(&alone, &config, &error), DW_OK);
        dw_lab_match_run(alone, seed, &again);
        assert_memory_equal(&result, &again, sizeof result);
        assert_int_equal(result.outcome, DW_OUTCOME_TIMEOUT);
        assert_int_equal(result.ticks, 400);
        dw_lab_match_destroy(alone);
    }
    assert_true(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    dw_lab_match_destroy(many);
    dw_lab_data_destroy(&data);
}

/* A policy whose first bot tells the team more than it may, while the others note what arrives. */
typedef struct talk_log {
    uint32_t own_signs, own_pings; /* Asked for. */
    uint32_t signs, pings;         /* Arrived at the second bot. */
    uint32_t delay_min, delay_max;
    dw_vec ping;
} talk_log;
static talk_log told;

static const dw_vec asked_ping = {DW_MM(1260), DW_MM(1240)};

static void talk_reset(dw_bot *bot, const dw_bot_view *view)
{
    (void)bot;
    (void)view;
}

static void note_arrival(uint32_t *last, const dw_signal *signal, uint32_t now, uint32_t *count)
{
    if (signal->tick == 0 || signal->tick == *last) {
        return;
    }
    assert_true(*last == 0 || signal->tick - *last >= DW_SIGNAL_REST_TICKS);
    *last = signal->tick;
    const uint32_t delay = now - signal->tick;
    told.delay_min = told.delay_min < delay ? told.delay_min : delay;
    told.delay_max = told.delay_max > delay ? told.delay_max : delay;
    (*count)++;
}

static dw_bot_decision talk_decide(dw_bot *bot, const dw_bot_view *view)
{
    static uint32_t last_sign, last_ping;
    if (view->snapshot->own.slot == 0) {
        bot->words = (dw_bot_words){DW_SIGN_DECOY, true, asked_ping};
        told.own_signs++;
        told.own_pings++;
    } else if (view->snapshot->own.slot == 1) {
        if (told.signs == 0) {
            last_sign = 0;
            last_ping = 0;
        }
        const dw_signals *signals = view->signals;
        note_arrival(&last_sign, &signals->signs[0], view->tick, &told.signs);
        note_arrival(&last_ping, &signals->pings[0], view->tick, &told.pings);
        told.ping = signals->pings[0].position;
        assert_true(told.signs == 0 || signals->signs[0].sign == DW_SIGN_DECOY);
        assert_int_equal(signals->signs[1].tick, 0); /* The second bot says nothing. */
    }
    return (dw_bot_decision){{.direction = DW_STAND}, 1};
}

static void signals_reach_the_team_six_ticks_late_and_once_a_second(void **state)
{
    (void)state;
    static const dw_policy talker = {"talker", "for this test", 0, talk_reset, talk_decide};
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    const dw_lab_match_config config = {
        .data = &data,
        .policy = &talker,
        .intruders = 2,
        .ticks_max = 600,
    };
    dw_lab_match *match = NULL;
    dw_lab_result result;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        told = (talk_log){.delay_min = UINT32_MAX};
        dw_lab_match_run(match, seed, &result);
        assert_int_equal(result.ticks, 600);
        assert_int_equal(told.own_signs, 600);
        assert_int_equal(told.signs, 10);
        assert_int_equal(told.pings, 10);
        assert_int_equal(told.delay_min, 6);
        assert_int_equal(told.delay_max, 6);
        assert_int_equal(told.ping.x, DW_MM(1500));
        assert_int_equal(told.ping.y, DW_MM(1000));
        assert_int_equal(result.signals, 20);
        assert_int_equal(result.signals_refused, told.own_signs + told.own_pings - 20);
    }
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
}

static bool was_shown[DW_INTRUDERS_MAX][DW_BODY_IDS];
static uint32_t looks_told; /* Bit: a dw_kind_look. */

/* Rushes, and looks which kinds it was told. */
static dw_bot_decision rush_and_check_kinds(dw_bot *bot, const dw_bot_view *view)
{
    bool *own = was_shown[view->snapshot->own.slot];
    for (uint32_t i = 0; i < view->snapshot->body_count; i++) {
        const dw_snapshot_body *row = &view->snapshot->bodies[i];
        own[row->id] = own[row->id] || row->role == DW_ROLE_GUARD;
    }
    for (uint32_t id = 0; id < DW_BODY_IDS; id++) {
        const dw_kind *kind = dw_body_kinds_find(view->kinds, (uint8_t)id);
        if (kind == NULL) {
            continue;
        }
        assert_true(own[id]);
        assert_int_equal(kind->senses.nose.range_mm, 0); /* What players are not told. */
        assert_int_equal(kind->device.sweep_bam, 0);
        looks_told |= 1u << kind->look;
    }
    return dw_policy_rush.decide(bot, view);
}

static void a_bot_is_told_the_kinds_of_the_guards_that_it_was_shown(void **state)
{
    (void)state;
    const dw_rules_choice night = {.ruleset = "night"};
    const dw_policy policy = {"checker", "for this test", dw_policy_rush.memory_size,
                              dw_policy_rush.reset, rush_and_check_kinds};
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "manor-night", &night, true, &error), DW_OK);
    const dw_lab_match_config config = {
        .data = &data, .policy = &policy, .intruders = 2, .ticks_max = 2400};
    dw_lab_match *match = NULL;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    looks_told = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        memset(was_shown, 0, sizeof was_shown);
        dw_lab_result result;
        dw_lab_match_run(match, seed, &result);
    }
    assert_true((looks_told >> DW_KIND_LOOK_DOG & 1) != 0);
    assert_true((looks_told >> DW_KIND_LOOK_CAMERA & 1) != 0);
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
}

/* Rushes, and hands the objective over when a mate is in reach. */
static dw_bot_decision pass_on(dw_bot *bot, const dw_bot_view *view)
{
    dw_bot_decision decision = dw_policy_rush.decide(bot, view);
    if (dw_errand_mate_in_reach(bot->ground, view) != DW_SLOT_NONE && view->tick % 30 == 0) {
        decision.intent.buttons |= DW_BUTTON_USE;
    }
    decision.hold = 1;
    return decision;
}

typedef struct passes {
    dw_match_watch watch;
    uint8_t carrier; /* In the tick before; DW_SLOT_NONE: nobody. */
    uint32_t count;
} passes;

static void count_passes(void *context, const dw_intent *intents, const dw_world *world)
{
    passes *sum = context;
    dw_match_watch_tick(&sum->watch, intents, world);
    const dw_item *item = &world->items[0];
    const uint8_t carrier = item->state == DW_ITEM_CARRIED ? item->carrier : (uint8_t)DW_SLOT_NONE;
    sum->count +=
        carrier != DW_SLOT_NONE && sum->carrier != DW_SLOT_NONE && carrier != sum->carrier ? 1 : 0;
    sum->carrier = carrier;
}

/* How often the text of the recorded match says that a player hands the objective over. */
static uint32_t shown_passes(const dw_lab_recording *recording)
{
    const dw_replay_choice choice = {.to = UINT32_MAX, .events = true};
    char *text = NULL;
    size_t size = 0;
    dw_error error = {{0}};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(dw_replay_show(out, &choice, recording->bytes, recording->size, NULL, &error),
                     DW_OK);
    assert_int_equal(fclose(out), 0);
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, " hands Documents to ")) != NULL; at++) {
        count++;
    }
    free(text);
    return count;
}

static void two_bots_hand_the_objective_over_and_win_with_it(void **state)
{
    (void)state;
    const dw_policy pair = {.name = "pair",
                            .purpose = "for this test",
                            .memory_size = dw_policy_rush.memory_size,
                            .reset = dw_policy_rush.reset,
                            .decide = pass_on};
    static passes sum;
    const dw_lab_watcher watcher = {.context = &sum, .tick = count_passes};
    dw_lab_data data;
    dw_error error = {{0}};
    assert_int_equal(dw_lab_data_read(&data, "reference", NULL, true, &error), DW_OK);
    dw_lab_recording recording;
    assert_int_equal(dw_lab_recording_create(&recording, &data, &error), DW_OK);
    const dw_lab_match_config config = {.data = &data,
                                        .brain = dw_brain_find("null"),
                                        .policy = &pair,
                                        .intruders = 2,
                                        .ticks_max = 10000,
                                        .watcher = &watcher,
                                        .recording = &recording.recording};
    dw_lab_match *match = NULL;
    dw_lab_result result;
    assert_int_equal(dw_lab_match_create(&match, &config, &error), DW_OK);
    uint32_t won = 0;
    uint32_t shown = 0;
    uint64_t handed = 0;
    sum.watch.match = match;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        sum.carrier = DW_SLOT_NONE;
        dw_lab_match_run(match, seed, &result);
        won += result.outcome == DW_OUTCOME_WON ? 1 : 0;
        shown += shown_passes(&recording);
        handed += sum.watch.tally.figures.handed;
    }
    print_message("handed over %u times, won %u of 5\n", sum.count, won);
    assert_true(sum.count >= 5);
    assert_int_equal(shown, sum.count);
    assert_int_equal(handed, sum.count);
    assert_true(won >= 1);
    dw_lab_match_destroy(match);
    dw_lab_recording_destroy(&recording);
    dw_lab_data_destroy(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_what_a_watcher_counts),
        cmocka_unit_test(a_seed_plays_the_same_match_whatever_was_played_before),
        cmocka_unit_test(a_bot_is_told_the_kinds_of_the_guards_that_it_was_shown),
        cmocka_unit_test(signals_reach_the_team_six_ticks_late_and_once_a_second),
        cmocka_unit_test(two_bots_hand_the_objective_over_and_win_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
