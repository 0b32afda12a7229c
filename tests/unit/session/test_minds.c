/* What goes on in the guards reaches spectators, and nobody else. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "tests/support/caller.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

enum { ANN = 1, BOB, WATCHER, LATER, TURN_TICKS = 10, AGAIN_TICKS = 120 };

static dw_match_box box;

/* A brain that counts how often it is asked what goes on in it. */
static uint32_t asked;

static void ask(const void *memory, dw_mind_view *explanation)
{
    dw_brain_caller.explain(memory, explanation);
    asked++;
}

static void open_by(const dw_brain_kind *brain, uint32_t delay_ticks, bool minds_always)
{
    dw_match_box_init(&box);
    box.config.brain = brain;
    box.config.minds_always = minds_always;
    box.config.spectator_delay_ticks = delay_ticks;
    box.rules.catch_ticks = 36000; /* The round goes on, whatever the guard sees. */
    dw_match_box_open(&box);
    dw_welcome welcome;
    assert_int_not_equal(dw_match_box_join(&box, ANN, "ann", &welcome), 0);
    assert_int_not_equal(dw_match_box_join(&box, BOB, "bob", &welcome), 0);
}

static void open_with(const dw_brain_kind *brain, uint32_t delay_ticks)
{
    open_by(brain, delay_ticks, true);
}

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static const dw_mind_view *last_mind(uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&box, tag, DW_MESSAGE_MIND);
    return message != NULL ? &message->as.mind : NULL;
}

static uint32_t minds_since(uint32_t from, uint32_t tag)
{
    return dw_match_box_count(&box, from, tag, DW_MESSAGE_MIND);
}

static void a_spectator_is_sent_what_goes_on_in_the_guard(void **state)
{
    (void)state;
    open_with(dw_brain_find("reference"), 0);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 2 * TURN_TICKS);
    const dw_mind_view *mind = last_mind(WATCHER);
    assert_non_null(mind);
    assert_int_equal(mind->body, 1);
    assert_string_equal(mind->goal, "patrol");
    assert_true(mind->sentence[0] != '\0');
    assert_int_equal(mind->cause, DW_CAUSE_START);
    assert_true(mind->tick <= box.tick && box.tick - mind->tick < AGAIN_TICKS);
    assert_int_equal(mind->since, dw_match_round_machine(box.match)->start_tick - 1);
    assert_true(mind->path_count > 0);
}

static void a_spectator_is_told_what_the_strategy_is_called(void **state)
{
    (void)state;
    static const struct {
        const char *name, *told;
    } rows[] = {{"hold", "hold"},
                {NULL, ""},
                {"te\x1b[31mam", "te"}, /* The name of a file, which may have any byte. */
                {"a-name-of-more-bytes-than-that", "a-name-of-more-byte"}};
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_match_box_init(&box);
        box.config.minds_always = true;
        box.config.strategy = rows[i].name;
        dw_match_box_open(&box);
        dw_welcome welcome;
        assert_int_not_equal(dw_match_box_join(&box, ANN, "ann", &welcome), 0);
        (void)dw_match_box_watch(&box, WATCHER);
        dw_match_box_run_until(&box, DW_PHASE_PLAY);
        dw_match_box_run(&box, 2 * TURN_TICKS);
        assert_string_equal(last_mind(WATCHER)->strategy, rows[i].told);
        if (i + 1 < DW_COUNT_OF(rows)) {
            dw_match_box_close(&box);
        }
    }
}

static uint64_t add_bytes(uint64_t sum, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    return dw_hash_bytes(sum, bytes, size);
}

static uint64_t add_snapshot(uint64_t sum, dw_client_handle client)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    const dw_status status =
        dw_match_encode_snapshot(box.match, client, bytes, sizeof bytes, &size);
    return status == DW_OK ? dw_hash_bytes(sum, bytes, size) : sum;
}

/* The hash of all that a player is sent in 20 s, while a spectator watches. */
static uint64_t bytes_of_a_round(const char *strategy)
{
    uint64_t sum = DW_HASH_START;
    dw_match_box_init_file(&box, "reference");
    box.config.brain = dw_brain_find("reference");
    box.config.minds_always = true;
    box.config.strategy = strategy;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    uint32_t told = 0;
    for (uint32_t t = 0; t < 20 * DW_TICKS_PER_SECOND; t++) {
        box.message_count = 0;
        dw_match_box_ask(&box, ann, (uint8_t)(1 + t / 60 % (DW_DIRECTION_COUNT - 1)), 0, 1);
        dw_match_box_run(&box, 1);
        for (uint32_t m = 0; m < box.message_count; m++) {
            if (box.messages[m].tag == ANN) {
                sum = add_bytes(sum, &box.messages[m].message);
            }
        }
        if (dw_match_snapshot_due(box.match, box.tick)) {
            sum = add_snapshot(sum, ann);
        }
        told += dw_match_box_count(&box, 0, WATCHER, DW_MESSAGE_MIND);
    }
    assert_true(told > 20);
    return sum;
}

static void a_player_is_sent_the_same_bytes_whatever_the_strategy_is_called(void **state)
{
    (void)state;
    const uint64_t mute = bytes_of_a_round("mute");
    dw_match_box_close(&box);
    assert_true(bytes_of_a_round("team") == mute);
}

/* Seen, touched, caught, watching their team: players play a whole match, and a spectator is told
 * all through it. */
static void no_player_is_ever_told(void **state)
{
    (void)state;
    dw_match_box_init_file(&box, "reference");
    box.config.brain = dw_brain_find("reference");
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    assert_int_not_equal(dw_match_box_join(&box, BOB, "bob", &welcome), 0);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    uint32_t told = 0;
    for (uint32_t second = 0; second < 120; second++) {
        box.message_count = 0;
        for (uint32_t t = 0; t < 60; t += 10) {
            const uint8_t direction = (uint8_t)(1 + (second + t) % (DW_DIRECTION_COUNT - 1));
            dw_match_box_ask(&box, ann, direction, DW_BUTTON_SPRINT, 10);
            dw_match_box_run(&box, 10);
        }
        told += minds_since(0, WATCHER);
        assert_int_equal(minds_since(0, ANN), 0);
        assert_int_equal(minds_since(0, BOB), 0);
    }
    assert_true(told > 300);
}

static void a_match_that_nobody_watches_asks_no_guard(void **state)
{
    (void)state;
    dw_brain_kind curious = dw_brain_caller;
    curious.explain = ask;
    open_with(&curious, 0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    asked = 0;
    dw_match_box_run(&box, 300);
    assert_int_equal(asked, 0);
    const dw_client_handle watcher = dw_match_box_watch(&box, WATCHER);
    dw_match_box_run(&box, 300);
    assert_in_range(asked, 29, 31);
    dw_match_leave(box.match, watcher);
    asked = 0;
    dw_match_box_run(&box, 300);
    assert_int_equal(asked, 0);
}

static void a_mind_that_stays_as_it_is_is_told_every_two_seconds(void **state)
{
    (void)state;
    open_with(&dw_brain_caller, 0);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const uint32_t from = box.message_count;
    dw_match_box_run(&box, 10 * AGAIN_TICKS);
    assert_in_range(minds_since(from, WATCHER), 10, 11);
}

static void a_word_over_the_radio_is_in_the_next_mind(void **state)
{
    (void)state;
    open_with(&dw_brain_caller, 0);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, TURN_TICKS);
    assert_int_equal(last_mind(WATCHER)->call_count, 0);
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .room = 1, .agitation = 2, .slot = 1};
    dw_caller_say(&report);
    const uint32_t said = box.tick + 1;
    dw_match_box_run(&box, TURN_TICKS + 1);
    const dw_mind_view *mind = last_mind(WATCHER);
    assert_int_equal(mind->call_count, 1);
    assert_int_equal(mind->calls[0].kind, DW_RADIO_REPORT);
    assert_int_equal(mind->calls[0].sender, 1);
    assert_int_equal(mind->calls[0].slot, 1);
    assert_int_equal(mind->calls[0].room, 1);
    assert_int_equal(mind->calls[0].door, DW_NONE);
    assert_int_equal(mind->calls[0].tick, said);
}

static void a_later_spectator_is_sent_minds_with_the_next_turn(void **state)
{
    (void)state;
    open_with(&dw_brain_caller, 0);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 3 * TURN_TICKS);
    (void)dw_match_box_watch(&box, LATER);
    dw_match_box_run(&box, TURN_TICKS);
    assert_int_equal(minds_since(0, LATER), 1);
}

static void a_spectator_in_the_place_of_another_is_sent_minds_as_soon(void **state)
{
    (void)state;
    open_with(&dw_brain_caller, 0);
    const dw_client_handle watcher = dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 3 * TURN_TICKS);
    dw_match_leave(box.match, watcher);
    (void)dw_match_box_watch(&box, LATER);
    dw_match_box_run(&box, TURN_TICKS);
    assert_int_equal(minds_since(0, LATER), 1);
}

static void expect_minds_as_late_as(uint32_t late_ticks)
{
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, late_ticks - 1);
    assert_int_equal(minds_since(0, WATCHER), 0);
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t from = box.message_count;
        dw_match_box_run(&box, 1);
        for (uint32_t m = from; m < box.message_count; m++) {
            const dw_message *message = &box.messages[m].message;
            if (message->type == DW_MESSAGE_MIND) {
                assert_int_equal(message->as.mind.tick, box.tick - late_ticks);
            }
        }
    }
    assert_true(minds_since(0, WATCHER) >= 3);
}

static void minds_are_shown_as_late_as_all_else_if_the_host_wants_it(void **state)
{
    (void)state;
    open_with(dw_brain_find("reference"), 150);
    expect_minds_as_late_as(150);
}

static void minds_are_shown_ten_seconds_late_at_least(void **state)
{
    (void)state;
    static const uint32_t delays[][2] = {{0, 600}, {150, 600}, {600, 600}, {900, 900}};
    for (uint32_t i = 0; i < sizeof delays / sizeof delays[0]; i++) {
        open_by(dw_brain_find("reference"), delays[i][0], false);
        expect_minds_as_late_as(delays[i][1]);
        if (i + 1 < sizeof delays / sizeof delays[0]) {
            dw_match_box_close(&box);
        }
    }
}

/* They would be drawn over guards of the next one. */
static void no_mind_of_a_round_comes_after_its_end(void **state)
{
    (void)state;
    open_by(dw_brain_find("reference"), 0, false);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 900);
    assert_true(minds_since(0, WATCHER) > 0);
    dw_match_abort(box.match);
    dw_match_box_run(&box, 1);
    const uint32_t from = box.message_count;
    dw_match_box_run(&box, 599);
    assert_int_equal(minds_since(from, WATCHER), 0);
    dw_match_box_run(&box, 300);
    assert_true(minds_since(from, WATCHER) > 0); /* Of the next round. */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_spectator_is_sent_what_goes_on_in_the_guard, close_box),
        cmocka_unit_test_teardown(a_spectator_is_told_what_the_strategy_is_called, close_box),
        cmocka_unit_test_teardown(a_player_is_sent_the_same_bytes_whatever_the_strategy_is_called,
                                  close_box),
        cmocka_unit_test_teardown(no_player_is_ever_told, close_box),
        cmocka_unit_test_teardown(a_match_that_nobody_watches_asks_no_guard, close_box),
        cmocka_unit_test_teardown(a_mind_that_stays_as_it_is_is_told_every_two_seconds, close_box),
        cmocka_unit_test_teardown(a_word_over_the_radio_is_in_the_next_mind, close_box),
        cmocka_unit_test_teardown(a_later_spectator_is_sent_minds_with_the_next_turn, close_box),
        cmocka_unit_test_teardown(a_spectator_in_the_place_of_another_is_sent_minds_as_soon,
                                  close_box),
        cmocka_unit_test_teardown(minds_are_shown_as_late_as_all_else_if_the_host_wants_it,
                                  close_box),
        cmocka_unit_test_teardown(minds_are_shown_ten_seconds_late_at_least, close_box),
        cmocka_unit_test_teardown(no_mind_of_a_round_comes_after_its_end, close_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
