/* The time line of a replay: where ticks lie, which event is meant, and what a person reads. */
#include "client/view/model/replay_text.h"
#include "client/view/model/time_line.h"
#include "client/view/texts/say.h"
#include "hud_round.h"
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

static dw_playback playback;
static const dw_client_mission mission = {
    .on = true, .part_count = 1, .parts = {{.text = "Take the star"}}};

static void add(uint32_t tick, uint8_t kind, uint8_t a, uint8_t b, uint16_t c)
{
    playback.events[playback.event_count++] = (dw_playback_event){tick, kind, a, b, c};
}

static int make_events(void **state)
{
    (void)state;
    playback = (dw_playback){.now = {.tick = 1, .length = 6000}};
    add(600, DW_PLAYBACK_EVENT_REPORT, 2, 0, 1);
    add(600, DW_PLAYBACK_EVENT_CLEAR, 2, 0, 1);
    add(1200, DW_PLAYBACK_EVENT_SIGHTING, 1, 0, 0);
    add(1210, DW_PLAYBACK_EVENT_LOST, 1, 0, 0);
    add(3000, DW_PLAYBACK_EVENT_SIGHTING, 2, 3, 1);
    add(3060, DW_PLAYBACK_EVENT_CAUGHT, 2, 3, 0);
    add(4000, DW_PLAYBACK_EVENT_TAKEN, 0, 0, 0);
    add(6000, DW_PLAYBACK_EVENT_END, DW_OUTCOME_WON, 0, 0);
    return 0;
}

static dw_time_line line(void)
{
    return dw_time_line_place(1280, 720, 1.0F, playback.now.length);
}

static void a_tick_lies_where_its_point_means_it_at_every_size(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        float ui;
    } sizes[] = {{1280, 720, 1.0F}, {1024, 600, 0.875F}, {3840, 2160, 3.0F}};
    for (size_t i = 0; i < 3; i++) {
        const dw_time_line at =
            dw_time_line_place(sizes[i].width, sizes[i].height, sizes[i].ui, 6000);
        for (uint32_t tick = 0; tick <= 6000; tick += 250) {
            const float x = dw_time_line_x(&at, tick);
            assert_true(x >= at.bar.x0 && x <= at.bar.x1 + 0.01F);
            assert_true(labs((long)dw_time_line_tick(&at, x) - (long)tick) <= 1);
        }
        assert_int_equal(dw_time_line_tick(&at, -100.0F), 0);
        assert_int_equal(dw_time_line_tick(&at, 100000.0F), 6000);
        assert_true(fabsf(at.panel.y1 - (float)sizes[i].height) < 0.01F);
    }
}

static void a_recording_without_ticks_has_a_line(void **state)
{
    (void)state;
    const dw_time_line at = dw_time_line_place(1280, 720, 1.0F, 0);
    assert_true(dw_time_line_x(&at, 0) == at.bar.x0);
}

static void the_mouse_means_the_event_of_its_lane(void **state)
{
    (void)state;
    const dw_time_line at = line();
    const float seen = dw_time_line_lane_y(&at, DW_LANE_SEEN) + 5.0F;
    const float radio = dw_time_line_lane_y(&at, DW_LANE_RADIO) + 5.0F;
    const float x = dw_time_line_x(&at, 1205);
    assert_int_equal(dw_time_line_event_at(&at, &playback, 1.0F, x, seen), 2); /* Not LOST. */
    assert_int_equal(dw_time_line_event_at(&at, &playback, 1.0F, x, radio), DW_NO_EVENT);
    const float report = dw_time_line_x(&at, 600);
    assert_int_equal(dw_time_line_event_at(&at, &playback, 1.0F, report + 3.0F, radio), 0);
    assert_int_equal(dw_time_line_event_at(&at, &playback, 1.0F, report + 20.0F, radio),
                     DW_NO_EVENT);
    assert_int_equal(dw_time_line_event_at(&at, &playback, 1.0F, x, 10.0F), DW_NO_EVENT);
}

static void the_bar_can_be_seized_and_the_picture_above_cannot(void **state)
{
    (void)state;
    const dw_time_line at = line();
    assert_true(dw_time_line_holds(&at, dw_time_line_x(&at, 3000), at.bar.y0 + 3.0F));
    assert_true(dw_time_line_holds(&at, at.bar.x0, at.bar.y1 + 2.0F));
    assert_false(dw_time_line_holds(&at, at.bar.x0, at.panel.y0 - 1.0F));
    assert_false(dw_time_line_holds(&at, at.bar.x0 - 40.0F, at.bar.y0 + 3.0F));
}

static void keys_go_from_one_important_event_to_the_next(void **state)
{
    (void)state;
    assert_int_equal(dw_time_line_step(&playback, 0, false), 0);
    assert_int_equal(dw_time_line_step(&playback, 600, false),
                     2); /* Past the room that is clear. */
    assert_int_equal(dw_time_line_step(&playback, 1200, false), 4);
    assert_int_equal(dw_time_line_step(&playback, 6000, false), DW_NO_EVENT);
    assert_int_equal(dw_time_line_step(&playback, 3000, true), 2);
    assert_int_equal(dw_time_line_step(&playback, 600, true), DW_NO_EVENT);
}

static void the_sighting_is_the_last_one_of_that_intruder(void **state)
{
    (void)state;
    assert_int_equal(dw_time_line_sighting(&playback, 5000, DW_SLOT_NONE), 4);
    assert_int_equal(dw_time_line_sighting(&playback, 5000, 0), 2);
    assert_int_equal(dw_time_line_sighting(&playback, 10, DW_SLOT_NONE),
                     2); /* The first to come. */
    assert_int_equal(dw_time_line_sighting(&playback, 5000, 1), DW_NO_EVENT);
    assert_int_equal(dw_time_line_sighting_before(&playback, 4, DW_SLOT_NONE), 2);
    assert_int_equal(dw_time_line_sighting_before(&playback, 2, DW_SLOT_NONE), DW_NO_EVENT);
}

static void speeds_double_and_halve_within_their_range(void **state)
{
    (void)state;
    assert_int_equal(dw_time_line_speed(8, false), 16);
    assert_int_equal(dw_time_line_speed(128, false), 128);
    assert_int_equal(dw_time_line_speed(1, true), 1);
    assert_int_equal(dw_time_line_speed(7, true), 4); /* Another client's odd speed. */
}

static void each_event_has_a_lane_and_a_sentence(void **state)
{
    (void)state;
    const dw_round round = make_round();
    const dw_drawn_world world = {.tick = 1};
    const dw_replay_names names = {&map, &round, &world, &mission};
    char text[DW_REPLAY_TEXT];
    for (uint8_t kind = 0; kind < DW_PLAYBACK_EVENT_COUNT; kind++) {
        const dw_playback_event event = {.tick = 63, .kind = kind, .a = 1, .b = 1};
        assert_true(dw_time_line_mark(kind).lane < DW_LANE_COUNT);
        dw_replay_event_text(&names, &event, text);
        assert_memory_equal(text, "0:01.0  ", 8);
        assert_true(strlen(text) > 12);
        assert_null(strchr(text, '{'));
    }
    dw_replay_event_text(&names, &playback.events[4], text);
    assert_string_equal(text, "0:50.0  Guard 2 touched Bo");
    dw_replay_event_text(&names, &playback.events[0], text);
    assert_string_equal(text, "0:10.0  Guard 2 reported Mara: Study");
    dw_replay_event_text(&names, &playback.events[7], text);
    assert_string_equal(text, "1:40.0  Mara got away with it");
    dw_playback_event part = {.tick = 60, .kind = DW_PLAYBACK_EVENT_PART};
    dw_replay_event_text(&names, &part, text);
    assert_string_equal(text, "0:01.0  Done: Take the star");
    part.a = 4; /* Not told yet. */
    part.b = 1;
    dw_replay_event_text(&names, &part, text);
    assert_string_equal(text, "0:01.0  Failed: part 5 of the mission");
}

static void a_sighting_says_who_how_far_and_why_in_both_languages(void **state)
{
    (void)state;
    const dw_round round = make_round();
    const dw_drawn_world world = {.tick = 1};
    const dw_replay_names names = {&map, &round, &world, &mission};
    dw_playback_sighting sighting = {.guard = 2,
                                     .slot = 3,
                                     .glimpse_ticks = 48,
                                     .distance_cm = 310,
                                     .glimpse_distance_cm = 520,
                                     .angle = 5,
                                     .light = 35,
                                     .posture = DW_SIGHTING_MOVING,
                                     .room = 1,
                                     .goal = "search",
                                     .cause = DW_CAUSE_NOISE,
                                     .cause_ticks = 300,
                                     .sample_count = 2};
    char lines[DW_WHY_LINES][DW_REPLAY_TEXT];
    assert_int_equal(dw_replay_why_text(&names, &sighting, lines), 4);
    assert_string_equal(lines[0],
                        "Guard 2 noticed Bo by sight, 5.2 m away, straight ahead of it, in Study.");
    assert_string_equal(lines[1], "Bo was walking upright, in dim light (35 %).");
    assert_string_equal(lines[2],
                        "From the first glimpse the guard took 0.8 s to be sure, at 3.1 m.");
    sighting.light = DW_PLAYBACK_NO_LIGHT;
    sighting.posture = DW_SIGHTING_CROUCHING | DW_SIGHTING_CARRYING;
    (void)dw_replay_why_text(&names, &sighting, lines);
    assert_string_equal(lines[1], "Bo was crouching still with the loot.");
    sighting.sense = DW_SIGHTING_TOUCH;
    assert_int_equal(dw_replay_why_text(&names, &sighting, lines), 3);
    assert_string_equal(lines[0], "Guard 2 ran into Bo in Study.");
    dw_say_in(DW_LANGUAGE_CZECH);
    sighting.sense = DW_SIGHTING_SIGHT;
    (void)dw_replay_why_text(&names, &sighting, lines);
    assert_non_null(strstr(lines[0], "5,2 m"));
    dw_say_in(DW_LANGUAGE_ENGLISH);
}

static void views_and_figures_are_written_for_people(void **state)
{
    (void)state;
    const dw_round round = make_round();
    const dw_drawn_world world = {.tick = 1};
    const dw_replay_names names = {&map, &round, &world, &mission};
    char text[DW_REPLAY_TEXT];
    dw_replay_view_text(&names, DW_PLAYBACK_VIEW_ALL, text);
    assert_string_equal(text, "Everything");
    dw_replay_view_text(&names, DW_PLAYBACK_VIEW_SLOTS + 3, text);
    assert_string_equal(text, "What Bo could know");
    dw_replay_view_text(&names, DW_PLAYBACK_VIEW_GUARDS, text);
    assert_string_equal(text, "What guard 1 believed");
    dw_replay_speed_text(2, text);
    assert_string_equal(text, "1/4 x");
    dw_replay_speed_text(128, text);
    assert_string_equal(text, "16 x");
    dw_playback_state now = {.speed = 16, .shown = 3000, .length = 9000, .ready = 4000};
    dw_replay_pace_text(&now, text);
    assert_string_equal(text, "2 x");
    now.flags = DW_PLAYBACK_PAUSED;
    dw_replay_pace_text(&now, text);
    assert_string_equal(text, "2 x  PAUSED");
    now.flags |= DW_PLAYBACK_SEEKING;
    dw_replay_pace_text(&now, text);
    assert_string_equal(text, "2 x  ...");
    now.shown = 8000;
    dw_replay_pace_text(&now, text);
    assert_string_equal(text, "2 x  looking through, 50 %");
    dw_replay_time_text(4503.0, text);
    assert_string_equal(text, "1:15.0");
    dw_replay_summary summary = {.slots = 5, .outcome = DW_OUTCOME_WON, .winner = 2};
    (void)snprintf(summary.names[0], sizeof summary.names[0], "Ada");
    (void)snprintf(summary.names[2], sizeof summary.names[0], "Bo");
    dw_replay_players_text(&summary, text);
    assert_string_equal(text, "Ada, Bo");
    dw_replay_outcome_text(&summary, text);
    assert_string_equal(text, "Bo got away with it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_lies_where_its_point_means_it_at_every_size),
        cmocka_unit_test(a_recording_without_ticks_has_a_line),
        cmocka_unit_test(the_mouse_means_the_event_of_its_lane),
        cmocka_unit_test(the_bar_can_be_seized_and_the_picture_above_cannot),
        cmocka_unit_test(keys_go_from_one_important_event_to_the_next),
        cmocka_unit_test(the_sighting_is_the_last_one_of_that_intruder),
        cmocka_unit_test(speeds_double_and_halve_within_their_range),
        cmocka_unit_test(each_event_has_a_lane_and_a_sentence),
        cmocka_unit_test(a_sighting_says_who_how_far_and_why_in_both_languages),
        cmocka_unit_test(views_and_figures_are_written_for_people),
    };
    return cmocka_run_group_tests(tests, make_events, NULL);
}
