/* One match: who is ready, what players are told of each other's standing, and after a round by
 * whom each was detected. */
#include "match_box.h"
#include "server/mind/brains/brains.h"
#include "tests/support/test.h"

enum { ANN = 1, BOB = 2, EVE = 3, LOBBY_TICKS = 600, ROOM_STUDY = 1 };

static dw_match_box box;
static dw_client_handle ann, bob, eve;

/* Two players and a spectator in a lobby that is long. */
static void open_match(uint32_t spectator_delay_ticks)
{
    dw_match_box_init(&box);
    box.config.brain = dw_brain_find("reference");
    box.config.spectator_delay_ticks = spectator_delay_ticks;
    box.rules.lobby_ticks = LOBBY_TICKS;
    dw_match_box_open(&box);
    dw_welcome welcome;
    ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    bob = dw_match_box_join(&box, BOB, "bob", &welcome);
    eve = dw_match_box_watch(&box, EVE);
    dw_match_box_run(&box, 5);
}

static int close_match(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static dw_world *world_of_match(void)
{
    return (dw_world *)dw_sim_world(dw_match_sim(box.match));
}

static uint8_t phase(void)
{
    return dw_match_round_machine(box.match)->phase;
}

static const dw_standings *told(uint32_t tag)
{
    const dw_message *message = dw_match_box_last(&box, tag, DW_MESSAGE_STANDINGS);
    return message != NULL ? &message->as.standings : NULL;
}

static void a_lobby_ends_when_each_player_is_ready(void **state)
{
    (void)state;
    open_match(0);
    assert_true(dw_match_say_ready(box.match, ann, true));
    dw_match_box_run(&box, 2);
    assert_int_equal(phase(), DW_PHASE_LOBBY);
    assert_int_equal(told(BOB)->ready, 1);
    assert_int_equal(told(EVE)->ready, 1);
    assert_true(dw_match_say_ready(box.match, ann, false)); /* One may think better of it. */
    assert_true(dw_match_say_ready(box.match, bob, true));
    dw_match_box_run(&box, 2);
    assert_int_equal(phase(), DW_PHASE_LOBBY);
    assert_int_equal(told(ANN)->ready, 2);
    assert_true(dw_match_say_ready(box.match, ann, true));
    dw_match_box_run(&box, 1);
    assert_int_equal(phase(), DW_PHASE_COUNTDOWN);
    assert_false(dw_match_say_ready(box.match, ann, false));
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_int_equal(told(ANN)->ready, 0); /* The next round asks anew. */
}

static void the_ready_of_those_that_are_gone_does_not_count(void **state)
{
    (void)state;
    open_match(0);
    assert_false(dw_match_say_ready(box.match, eve, true)); /* A spectator has no say. */
    assert_true(dw_match_say_ready(box.match, bob, true));
    dw_match_leave(box.match, bob);
    dw_match_box_run(&box, 2);
    assert_int_equal(phase(), DW_PHASE_LOBBY);
    assert_int_equal(told(ANN)->ready, 0);
    assert_int_equal(told(ANN)->count, 1);
    dw_welcome welcome;
    (void)dw_match_box_join(&box, 9, "cyd", &welcome); /* Bob's seat, but not Bob's word. */
    assert_true(dw_match_say_ready(box.match, ann, true));
    dw_match_box_run(&box, 2);
    assert_int_equal(phase(), DW_PHASE_LOBBY);
}

static void without_anybody_ready_a_lobby_lasts_as_the_rules_say(void **state)
{
    (void)state;
    open_match(0);
    dw_match_box_run(&box, LOBBY_TICKS - 10);
    assert_int_equal(phase(), DW_PHASE_LOBBY);
    dw_match_box_run(&box, 20);
    assert_int_equal(phase(), DW_PHASE_COUNTDOWN);
}

/* Ann stands in front of the guard until it detects Ann, then the round ends. */
static uint32_t play_a_round(void)
{
    (void)dw_match_say_ready(box.match, ann, true);
    (void)dw_match_say_ready(box.match, bob, true);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_world *world = world_of_match();
    const dw_vec guard = dw_guard_actor(world, 0)->body.position;
    dw_body *body = (dw_body *)&dw_intruder_actor(world, 0)->body;
    dw_body *watcher = (dw_body *)&dw_guard_actor(world, 0)->body;
    uint32_t tick = 0;
    for (uint32_t i = 0; i < 300 && tick == 0; i++) {
        body->position = (dw_vec){guard.x - DW_MM(1500), guard.y};
        watcher->heading_bam = 32768;
        dw_match_box_run(&box, 1);
        uint32_t count = 0;
        const dw_sim_event *events = dw_sim_events(dw_match_sim(box.match), &count);
        for (uint32_t e = 0; e < count; e++) {
            tick = events[e].kind == DW_SIM_DETECTED && events[e].slot == 0 ? box.tick : tick;
        }
    }
    assert_int_not_equal(tick, 0);
    assert_null(dw_match_box_last(&box, ANN, DW_MESSAGE_DETECTIONS));
    dw_match_box_run(&box, 10);
    dw_match_abort(box.match);
    return tick;
}

static void after_a_round_each_player_alone_learns_who_detected_it(void **state)
{
    (void)state;
    open_match(0);
    const uint32_t tick = play_a_round();
    dw_match_box_run(&box, 2);
    const dw_detections *anns = &dw_match_box_last(&box, ANN, DW_MESSAGE_DETECTIONS)->as.detections;
    assert_int_equal(anns->round, 1);
    assert_int_equal(anns->detected, 1);
    assert_int_equal(anns->count, 1);
    assert_int_equal(anns->rows[0].tick, tick);
    assert_true(anns->rows[0].ticks >= 9 && anns->rows[0].ticks <= 11);
    assert_int_equal(anns->rows[0].room, ROOM_STUDY + 1);
    assert_int_equal(anns->rows[0].by, DW_KIND_LOOK_GUARD);
    const dw_detections *bobs = &dw_match_box_last(&box, BOB, DW_MESSAGE_DETECTIONS)->as.detections;
    assert_int_equal(bobs->detected, 0);
    assert_int_equal(bobs->count, 0);
    assert_null(dw_match_box_last(&box, EVE, DW_MESSAGE_DETECTIONS));
}

static void standings_add_up_over_rounds_and_come_late_to_spectators(void **state)
{
    (void)state;
    open_match(120);
    dw_match_box_run(&box, 125);
    (void)play_a_round();
    dw_match_box_run(&box, 2);
    assert_int_equal(told(BOB)->count, 2);
    assert_int_equal(told(BOB)->rows[0].detected, 1);
    assert_int_equal(told(BOB)->rows[1].detected, 0);
    assert_int_equal(told(EVE)->rows[0].detected, 0);
    dw_match_box_run(&box, 125);
    assert_int_equal(told(EVE)->rows[0].detected, 1);
}

static void pings_are_told_now_and_then(void **state)
{
    (void)state;
    open_match(0);
    dw_match_note_ping(box.match, bob, 40);
    dw_match_box_run(&box, 301);
    assert_int_equal(told(ANN)->rows[1].ping_ms, 40);
    const uint32_t from = box.message_count;
    dw_match_note_ping(box.match, bob, 44); /* Too little to be worth a message. */
    dw_match_box_run(&box, 270);
    assert_int_equal(dw_match_box_count(&box, from, ANN, DW_MESSAGE_STANDINGS), 0);
    dw_match_note_ping(box.match, bob, 70000);
    dw_match_box_run(&box, 60);
    assert_int_equal(told(ANN)->rows[1].ping_ms, DW_PING_MS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLOSED(test) cmocka_unit_test_teardown(test, close_match)
        CLOSED(a_lobby_ends_when_each_player_is_ready),
        CLOSED(the_ready_of_those_that_are_gone_does_not_count),
        CLOSED(without_anybody_ready_a_lobby_lasts_as_the_rules_say),
        CLOSED(after_a_round_each_player_alone_learns_who_detected_it),
        CLOSED(standings_add_up_over_rounds_and_come_late_to_spectators),
        CLOSED(pings_are_told_now_and_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
