/* What a host is told of a round: when it begins, how it ended, and what became of each player. How
 * an escape is told is shown by the integration test of the results. */
#include "match_box.h"
#include "server/mind/data/library.h"
#include "server/session/match_save.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

#include <string.h>

enum { REPORTS_MAX = 4 };

static dw_match_box box;
static uint32_t begun, told;
static dw_round_report reports[REPORTS_MAX];

static void note_begun(void *context, uint16_t match)
{
    assert_ptr_equal(context, &box);
    assert_int_equal(match, box.config.number);
    assert_int_equal(begun, told);
    begun++;
}

static void note_ended(void *context, const dw_round_report *report)
{
    assert_ptr_equal(context, &box);
    assert_in_range(told, 0, REPORTS_MAX - 1);
    reports[told++] = *report;
    assert_int_equal(begun, told);
}

static const dw_round_output output = {&box, note_begun, note_ended};

static int open_box(void **state)
{
    (void)state;
    begun = 0;
    told = 0;
    dw_match_box_init(&box);
    box.config.rounds = &output;
    dw_match_box_open(&box);
    return 0;
}

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static dw_client_handle join_with_key(const char *name, uint8_t key)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .has_identity = true};
    (void)strcpy(hello.name, name);
    memset(hello.identity, key, sizeof hello.identity);
    const dw_newcomer newcomer = {.tag = key};
    dw_client_handle client = 0;
    dw_welcome welcome;
    assert_int_equal(dw_match_join(box.match, box.tick, &hello, &newcomer, &client, &welcome),
                     DW_OK);
    return client;
}

static const dw_round_player *player_called(const dw_round_report *report, const char *name)
{
    const dw_round_player *found = NULL;
    for (uint32_t i = 0; i < report->player_count; i++) {
        if (strcmp(report->players[i].name, name) == 0) {
            assert_null(found);
            found = &report->players[i];
        }
    }
    assert_non_null(found);
    return found;
}

static void a_round_is_told_with_its_length_and_its_players(void **state)
{
    (void)state;
    dw_welcome welcome;
    (void)join_with_key("ann", 7);
    (void)dw_match_box_join(&box, 1, "bob", &welcome);
    (void)dw_match_box_watch(&box, 2);
    dw_match_box_run_until(&box, DW_PHASE_COUNTDOWN);
    assert_int_equal(begun, 0);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    assert_int_equal(begun, 1);
    dw_match_box_run(&box, 99);
    dw_match_abort(box.match);
    assert_int_equal(told, 1);
    const dw_round_report *report = &reports[0];
    assert_int_equal(report->round, 1);
    assert_int_equal(report->ticks, 100);
    assert_int_equal(report->outcome, DW_OUTCOME_ABORTED);
    assert_int_equal(report->guards, 1);
    assert_string_equal(report->brains, "null");
    assert_int_equal(report->player_count, 2);
    const dw_round_player *ann = player_called(report, "ann");
    assert_true(ann->has_identity);
    assert_int_equal(ann->identity[31], 7);
    assert_int_equal(ann->slot, 0);
    assert_int_equal(ann->fate, DW_FATE_INSIDE);
    assert_false(ann->gone);
    assert_false(player_called(report, "bob")->has_identity);
    dw_match_abort(box.match);
    assert_int_equal(told, 1);
}

static void players_who_go_are_told_though_others_take_their_seats(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 0, "ann", &welcome);
    const dw_client_handle bob = join_with_key("bob", 9);
    const dw_client_handle cat = dw_match_box_join(&box, 2, "cat", &welcome);
    (void)dw_match_box_join(&box, 3, "dan", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_box_run(&box, 49);
    dw_match_leave(box.match, ann);
    assert_int_not_equal(dw_match_box_join(&box, 4, "eve", &welcome), 0);
    assert_int_equal(welcome.slot, 0);
    dw_world *world = (dw_world *)dw_sim_world(box.match->sim);
    dw_intruder_set_slot_state(world, 2, DW_SLOT_CAUGHT);
    dw_match_box_run(&box, 10);
    dw_match_leave(box.match, cat);
    dw_match_drop(box.match, bob);
    dw_match_box_run(&box, (uint32_t)box.rules.drop_ticks + 5);
    dw_match_abort(box.match);
    assert_int_equal(told, 1);
    assert_int_equal(reports[0].player_count, 4); /* Eve watches, and plays the next round. */
    const dw_round_player *row = player_called(&reports[0], "ann");
    assert_int_equal(row->fate, DW_FATE_LEFT);
    assert_true(row->gone && row->gone_tick == 50);
    row = player_called(&reports[0], "cat");
    assert_int_equal(row->fate, DW_FATE_CAUGHT);
    assert_true(row->gone && row->gone_tick == 60);
    row = player_called(&reports[0], "bob");
    assert_int_equal(row->fate, DW_FATE_LOST);
    assert_int_equal(row->identity[0], 9);
    assert_true(row->gone && row->gone_tick >= 60u + (uint32_t)box.rules.drop_ticks - 1);
    assert_int_equal(player_called(&reports[0], "dan")->fate, DW_FATE_INSIDE);
}

static void a_connection_that_is_lost_at_the_end_is_told_as_lost(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 0, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_drop(box.match, ann);
    dw_match_box_run(&box, 1);
    dw_match_abort(box.match);
    const dw_round_player *row = player_called(&reports[0], "ann");
    assert_int_equal(row->fate, DW_FATE_LOST);
    assert_false(row->gone);
}

static void a_round_that_all_leave_is_told_as_aborted(void **state)
{
    (void)state;
    const dw_client_handle ann = join_with_key("ann", 1);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_leave(box.match, ann);
    dw_match_box_run(&box, 1);
    assert_int_equal(told, 1);
    assert_int_equal(reports[0].outcome, DW_OUTCOME_ABORTED);
    assert_int_equal(player_called(&reports[0], "ann")->fate, DW_FATE_LEFT);
    (void)join_with_key("bob", 2);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_match_abort(box.match);
    assert_int_equal(told, 2);
    assert_int_equal(reports[1].round, 2);
    assert_int_equal(reports[1].player_count, 1);
}

static void nobody_is_told_of_a_round_that_was_loaded(void **state)
{
    (void)state;
    static uint8_t saved[64 * 1024];
    (void)join_with_key("ann", 1);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    dw_state_writer writer = {saved, sizeof saved, 0};
    dw_match_save(box.match, &writer);
    assert_in_range(writer.size, 1, sizeof saved);
    dw_match_box_close(&box);
    (void)open_box(state);
    dw_state_reader reader = {.at = saved, .end = saved + writer.size};
    assert_int_equal(dw_match_load(box.match, &reader, dw_brain_library_finder(NULL), NULL), DW_OK);
    dw_match_abort(box.match);
    assert_int_equal(begun + told, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_round_is_told_with_its_length_and_its_players, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(players_who_go_are_told_though_others_take_their_seats,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(a_connection_that_is_lost_at_the_end_is_told_as_lost,
                                        open_box, close_box),
        cmocka_unit_test_setup_teardown(a_round_that_all_leave_is_told_as_aborted, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(nobody_is_told_of_a_round_that_was_loaded, open_box,
                                        close_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
