/* What of the guards' radio reaches clients: every player has reports and clear rooms in the log,
 * and with `say_intentions` what guards take on; players who see the caller see it call. */
#include "tests/support/caller.h"
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

enum { HALL, STUDY };
enum { ANN = 1, BOB };

static dw_match_box box;
static dw_client_handle ann;

static int open_box(void **state)
{
    (void)state;
    dw_match_box_init(&box);
    box.config.brain = &dw_brain_caller;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    (void)dw_match_box_join(&box, BOB, "bob", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    return 0;
}

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static const dw_client_event *told(uint32_t from, uint32_t tag, dw_client_event_kind kind)
{
    const dw_client_event *found = NULL;
    for (uint32_t i = from; i < box.message_count; i++) {
        const dw_message *message = &box.messages[i].message;
        if (box.messages[i].tag == tag && message->type == DW_MESSAGE_EVENT &&
            message->as.event.kind == kind) {
            assert_null(found); /* Once. */
            found = &message->as.event;
        }
    }
    return found;
}

static uint32_t say_message(const dw_radio_message *message)
{
    const uint32_t from = box.message_count;
    dw_caller_say(message);
    dw_match_box_run(&box, 1);
    return from;
}

static uint32_t say(dw_radio_kind kind, uint16_t room, uint8_t agitation)
{
    const dw_radio_message message = {
        .kind = (uint8_t)kind, .room = room, .agitation = agitation, .slot = 0};
    return say_message(&message);
}

static void every_player_has_a_report_in_the_log_at_once(void **state)
{
    (void)state;
    const uint32_t from = say(DW_RADIO_REPORT, STUDY, 2);
    for (uint32_t tag = ANN; tag <= BOB; tag++) {
        const dw_client_event *event = told(from, tag, DW_CLIENT_EVENT_RADIO);
        assert_non_null(event);
        assert_int_equal(event->a, STUDY);
        assert_int_equal(event->b, 0);
        assert_int_equal(event->c, 2);
    }
}

static void a_clear_room_is_an_entry_of_its_own(void **state)
{
    (void)state;
    const uint32_t from = say(DW_RADIO_CLEAR, HALL, 1);
    const dw_client_event *event = told(from, BOB, DW_CLIENT_EVENT_RADIO);
    assert_non_null(event);
    assert_int_equal(event->a, HALL);
    assert_int_equal(event->b, 1);
    assert_int_equal(event->c, 1);
    assert_null(told(from, BOB, DW_CLIENT_EVENT_BARK));
}

static void every_player_is_told_of_a_missing_objective(void **state)
{
    (void)state;
    const uint32_t from = say(DW_RADIO_MISSING, STUDY, 1);
    for (uint32_t tag = ANN; tag <= BOB; tag++) {
        const dw_client_event *event = told(from, tag, DW_CLIENT_EVENT_RADIO);
        assert_non_null(event);
        assert_int_equal(event->a, STUDY);
        assert_int_equal(event->b, 2);
        assert_int_equal(event->c, 1);
    }
}

static void every_player_is_told_of_what_a_device_notices(void **state)
{
    (void)state;
    const uint32_t from = say(DW_RADIO_NOTICE, STUDY, 0);
    for (uint32_t tag = ANN; tag <= BOB; tag++) {
        const dw_client_event *event = told(from, tag, DW_CLIENT_EVENT_RADIO);
        assert_non_null(event);
        assert_int_equal(event->a, STUDY);
        assert_int_equal(event->b, 3);
        assert_int_equal(event->c, 0);
        assert_null(told(from, tag, DW_CLIENT_EVENT_BARK));
    }
}

static void what_guards_agree_among_themselves_is_in_no_log(void **state)
{
    (void)state;
    uint32_t from = say(DW_RADIO_TAKES, STUDY, 1);
    assert_null(told(from, ANN, DW_CLIENT_EVENT_RADIO));
    assert_null(told(from, ANN, DW_CLIENT_EVENT_INTENTION));
    from = say(DW_RADIO_HOLDS, STUDY, 1);
    assert_null(told(from, ANN, DW_CLIENT_EVENT_INTENTION));
    from = say(DW_RADIO_CAUGHT, DW_NONE, 1);
    assert_null(told(from, ANN, DW_CLIENT_EVENT_RADIO));
}

/* A match in which guards say what they take on, with Ann in it; 0: all see all. */
static void open_talkative_box(int32_t vision)
{
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.config.brain = &dw_brain_caller;
    box.rules.vision = vision;
    box.rules.say_intentions = 1;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    (void)dw_match_box_join(&box, BOB, "bob", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 2);
}

static void expect_intention(uint32_t from, uint16_t a, uint16_t b)
{
    for (uint32_t tag = ANN; tag <= BOB; tag++) {
        const dw_client_event *event = told(from, tag, DW_CLIENT_EVENT_INTENTION);
        assert_non_null(event);
        assert_int_equal(event->a, a);
        assert_int_equal(event->b, b);
        assert_int_equal(event->c, 0);
        assert_null(told(from, tag, DW_CLIENT_EVENT_RADIO));
    }
}

/* The guard is behind a closed door: what it says is heard, and nobody learns which guard it is. */
static void what_a_guard_takes_on_is_a_line_without_its_name(void **state)
{
    (void)state;
    open_talkative_box(1);
    dw_radio_message message = {
        .kind = DW_RADIO_TAKES, .room = STUDY, .bid_mm = 5000, .door_count = 1, .doors = {0}};
    expect_intention(say_message(&message), 0, 0);
    message.door_count = 0;
    expect_intention(say_message(&message), STUDY, 1);
    message = (dw_radio_message){.kind = DW_RADIO_HOLDS, .room = HALL, .task = DW_TASK_EXIT};
    expect_intention(say_message(&message), HALL, 2);
    message.task = DW_TASK_OBJECTIVE;
    message.room = STUDY;
    const uint32_t from = say_message(&message);
    expect_intention(from, STUDY, 3);
    assert_null(told(0, ANN, DW_CLIENT_EVENT_BARK));
}

static void what_was_said_before_and_mere_offers_are_in_no_log(void **state)
{
    (void)state;
    open_talkative_box(0);
    dw_radio_message message = {
        .kind = DW_RADIO_HOLDS, .room = HALL, .task = DW_TASK_EXIT, .again = true};
    uint32_t from = say_message(&message);
    assert_null(told(from, ANN, DW_CLIENT_EVENT_INTENTION));
    assert_null(told(from, ANN, DW_CLIENT_EVENT_BARK));
    message.kind = DW_RADIO_OFFER;
    message.again = false;
    from = say_message(&message);
    assert_null(told(from, ANN, DW_CLIENT_EVENT_INTENTION));
    assert_null(told(from, ANN, DW_CLIENT_EVENT_BARK));
}

static void a_player_that_sees_the_guard_sees_that_it_takes_something_on(void **state)
{
    (void)state;
    open_talkative_box(0);
    uint32_t from = say(DW_RADIO_TAKES, STUDY, 1);
    const dw_client_event *bark = told(from, ANN, DW_CLIENT_EVENT_BARK);
    assert_non_null(bark);
    assert_int_equal(bark->b, 4);
    assert_int_equal(dw_sim_world(dw_match_sim(box.match))->guards[0].calling_ticks,
                     DW_CALLING_TICKS);
    from = say(DW_RADIO_HOLDS, STUDY, 1);
    bark = told(from, ANN, DW_CLIENT_EVENT_BARK);
    assert_non_null(bark);
    assert_int_equal(bark->b, 5);
}

/* The guard stands in the study behind a closed door: the call is heard, and nobody sees it. */
static void a_player_that_does_not_see_the_caller_sees_no_sign(void **state)
{
    (void)state;
    const uint32_t from = say(DW_RADIO_REPORT, STUDY, 1);
    assert_non_null(told(from, ANN, DW_CLIENT_EVENT_RADIO));
    assert_null(told(from, ANN, DW_CLIENT_EVENT_BARK));
}

static void a_player_that_sees_the_caller_sees_the_sign(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.config.brain = &dw_brain_caller;
    box.rules.vision = 0; /* All see all. */
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 2);
    assert_null(
        told(0, ANN, DW_CLIENT_EVENT_BARK)); /* Guards begin a round calm, and say nothing. */
    const uint32_t from = say(DW_RADIO_REPORT, STUDY, 1);
    const dw_client_event *bark = told(from, ANN, DW_CLIENT_EVENT_BARK);
    assert_non_null(bark);
    assert_int_equal(bark->b, 1);
    assert_true(bark->a > 0);
}

/* A report is not what devices send: it is what makes any other guard call. */
static void a_device_that_calls_is_not_heard(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.config.brain = &dw_brain_caller;
    box.rules.vision = 0;
    box.rules.kinds[DW_KIND_GUARD].body.size_mm = 0;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 2);
    const uint32_t from = say(DW_RADIO_REPORT, STUDY, 1);
    assert_non_null(told(from, ANN, DW_CLIENT_EVENT_RADIO));
    assert_null(told(from, ANN, DW_CLIENT_EVENT_BARK));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_player_has_a_report_in_the_log_at_once, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(a_clear_room_is_an_entry_of_its_own, open_box, close_box),
        cmocka_unit_test_setup_teardown(every_player_is_told_of_what_a_device_notices, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(every_player_is_told_of_a_missing_objective, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(a_device_that_calls_is_not_heard, open_box, close_box),
        cmocka_unit_test_setup_teardown(what_guards_agree_among_themselves_is_in_no_log, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(what_a_guard_takes_on_is_a_line_without_its_name, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(what_was_said_before_and_mere_offers_are_in_no_log,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(
            a_player_that_sees_the_guard_sees_that_it_takes_something_on, open_box, close_box),
        cmocka_unit_test_setup_teardown(a_player_that_does_not_see_the_caller_sees_no_sign,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(a_player_that_sees_the_caller_sees_the_sign, open_box,
                                        close_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
