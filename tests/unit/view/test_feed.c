/* What events and chat lines become for the person: lines of radio, bubbles and one big notice. */
#include "client/view/model/feed.h"
#include "hud_round.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static dw_feed told; /* By the event that was told last. */

static void events_become_lines_with_names_and_rooms(void **state)
{
    (void)state;
    static dw_feed feed;
    dw_feed_reset(&feed);
    const dw_round round = make_round();
    const dw_client_event report = {.kind = DW_CLIENT_EVENT_RADIO, .a = 0, .b = 0, .c = 2};
    const dw_client_event clear = {.kind = DW_CLIENT_EVENT_RADIO, .a = 1, .b = 1};
    const dw_client_event caught = {.kind = DW_CLIENT_EVENT_CAUGHT, .a = 3};
    const dw_client_event taken = {.kind = DW_CLIENT_EVENT_ITEM_TAKEN, .a = 0};
    dw_feed_event(&feed, &report, &map, &round, NULL, 0, 1.0);
    dw_feed_event(&feed, &clear, &map, &round, NULL, 0, 1.0);
    dw_feed_event(&feed, &caught, &map, &round, NULL, 0, 1.0);
    dw_feed_event(&feed, &taken, &map, &round, NULL, 0, 1.0);
    assert_int_equal(feed.radio_count, 4);
    assert_string_equal(feed.radio[0].text, "\"Intruder in the great hall - on the alert!\"");
    assert_string_equal(feed.radio[1].text, "\"The study is clear.\"");
    assert_string_equal(feed.radio[2].text, "Bo was caught");
    assert_string_equal(feed.radio[3].text, "You took the documents");
    assert_int_equal(feed.radio[0].tone, DW_TONE_RADIO);
}

/* What an event means to the player in slot 3, "Bo". */
static void tell(const dw_round *round, dw_client_event event)
{
    dw_feed_reset(&told);
    dw_feed_event(&told, &event, &map, round, NULL, 3, 5.0);
}

static void expect_line(const char *words, dw_feed_tone tone)
{
    assert_int_equal(told.radio_count, 1);
    assert_string_equal(told.radio[0].text, words);
    assert_int_equal(told.radio[0].tone, tone);
    assert_int_equal(told.radio[0].times, 1);
    assert_int_equal(told.radio[0].slot, DW_SLOT_NONE);
    assert_true(told.radio[0].born == 5.0);
}

static void expect_notice(const char *words, dw_feed_tone tone)
{
    assert_string_equal(told.notice, words);
    if (words[0] != '\0') {
        assert_int_equal(told.notice_tone, tone);
        assert_true(told.notice_born == 5.0);
    }
}

static void each_event_means_something_to_its_player(void **state)
{
    (void)state;
    const dw_round round = make_round();
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_CAUGHT, .a = 0});
    expect_line("Mara was caught", DW_TONE_BAD);
    expect_notice("", DW_TONE_PLAIN);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_CAUGHT, .a = 3});
    expect_line("You were caught", DW_TONE_BAD);
    expect_notice("Caught. You see what your team sees.", DW_TONE_BAD);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_TAKEN, .a = 0});
    expect_line("Mara took the documents", DW_TONE_GOOD);
    expect_notice("", DW_TONE_PLAIN);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_TAKEN, .a = 3});
    expect_line("You took the documents", DW_TONE_GOOD);
    expect_notice("Got it. Back to the exit!", DW_TONE_GOOD);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_DROPPED, .a = 7});
    expect_line("Somebody dropped the documents", DW_TONE_BAD);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_DROPPED, .a = 3});
    expect_line("You dropped the documents", DW_TONE_BAD);
    expect_notice("", DW_TONE_PLAIN);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_HANDED, .a = 0, .c = 7});
    expect_line("Mara handed the documents to somebody", DW_TONE_GOOD);
    expect_notice("", DW_TONE_PLAIN);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_HANDED, .a = 3, .c = 0});
    expect_line("You handed the documents to Mara", DW_TONE_GOOD);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_ITEM_HANDED, .a = 0, .c = 3});
    expect_line("Mara handed the documents to you", DW_TONE_GOOD);
    expect_notice("It is yours. Back to the exit!", DW_TONE_GOOD);
    static const char *const alarms[] = {
        "\"Intruder in the study!\"", "\"Intruder in the study - stay sharp!\"",
        "\"Intruder in the study - on the alert!\"", "\"Intruder in the study - all hands!\"",
        "\"Intruder in the study!\""};
    for (uint16_t agitation = 0; agitation < 5; agitation++) {
        tell(&round,
             (dw_client_event){.kind = DW_CLIENT_EVENT_RADIO, .a = 1, .b = 0, .c = agitation});
        expect_line(alarms[agitation], DW_TONE_RADIO);
    }
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_RADIO, .a = 2, .b = 1});
    expect_line("\"The house is clear.\"", DW_TONE_RADIO);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_RADIO, .a = 1, .b = 2, .c = 1});
    expect_line("\"Somebody has taken the documents!\"", DW_TONE_RADIO);
    tell(&round, (dw_client_event){.kind = DW_CLIENT_EVENT_RADIO, .a = 1, .b = 3});
    expect_line("\"Something is wrong in the study.\"", DW_TONE_RADIO);
}

static void what_a_guard_takes_on_is_a_line_with_the_rooms(void **state)
{
    (void)state;
    static const dw_door doors[] = {{.half = {{.room = 0}, {.room = 1}}}};
    dw_map house = map;
    house.door_count = 1;
    house.doors = doors;
    static const struct {
        uint16_t a, b;
        const char *words;
    } lines[] = {
        {0, 0, "\"I cover the door between great hall and study!\""},
        {1, 1, "\"I search the study.\""},
        {0, 2, "\"I hold the exit in the great hall.\""},
        {1, 3, "\"I hold what they want in the study.\""},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const dw_client_event event = {
            .kind = DW_CLIENT_EVENT_INTENTION, .a = lines[i].a, .b = lines[i].b};
        dw_feed_reset(&told);
        dw_feed_event(&told, &event, &house, NULL, NULL, 3, 5.0);
        expect_line(lines[i].words, DW_TONE_RADIO);
    }
}

/* So that the person learns what to avoid. */
static void a_notice_says_who_has_detected_the_player_and_that_light_helped(void **state)
{
    (void)state;
    dw_feed_detected(&told, "guard", DW_KIND_LOOK_GUARD, false, 5.0);
    expect_notice("A guard sees you. Run, or hide!", DW_TONE_BAD);
    dw_feed_detected(&told, "dog", DW_KIND_LOOK_DOG, true, 5.0);
    expect_notice("A dog sees you in the light. Run, or hide!", DW_TONE_BAD);
    dw_feed_detected(&told, "camera", DW_KIND_LOOK_CAMERA, true, 5.0);
    expect_notice("A camera sees you in the light. Leave its view!", DW_TONE_BAD);
    dw_feed_detected(&told, "robot", DW_KIND_LOOK_ROBOT, true, 5.0);
    expect_notice("A robot feels you. Run!", DW_TONE_BAD);
}

static void what_concerns_the_player_alone_is_a_notice(void **state)
{
    (void)state;
    tell(NULL, (dw_client_event){.kind = DW_CLIENT_EVENT_DETECTED, .a = 7});
    expect_notice("You are seen. Run, or hide!", DW_TONE_BAD);
    tell(NULL, (dw_client_event){.kind = DW_CLIENT_EVENT_USE_FAILED, .a = 0});
    expect_notice("Nothing in reach", DW_TONE_PLAIN);
    tell(NULL, (dw_client_event){.kind = DW_CLIENT_EVENT_USE_FAILED, .a = 1});
    expect_notice("Somebody stands in the doorway", DW_TONE_PLAIN);
    assert_int_equal(told.radio_count, 0);
    tell(NULL, (dw_client_event){.kind = DW_CLIENT_EVENT_DOOR, .a = 1}); /* Seen, not told. */
    expect_notice("", DW_TONE_PLAIN);
    assert_int_equal(told.radio_count, 0);
}

static const dw_bubble *bubble_of(const dw_feed *feed, uint8_t body)
{
    for (uint32_t i = 0; i < DW_FEED_BUBBLES; i++) {
        if (feed->bubbles[i].body == body) {
            return &feed->bubbles[i];
        }
    }
    return NULL;
}

static void a_bark_is_a_bubble_over_its_guard_and_the_oldest_gives_way(void **state)
{
    (void)state;
    tell(NULL, (dw_client_event){.kind = DW_CLIENT_EVENT_BARK, .a = 9, .b = 2});
    const dw_bubble *bubble = bubble_of(&told, 9);
    assert_non_null(bubble);
    assert_int_equal(bubble->kind, 2);
    assert_true(bubble->born == 5.0);
    dw_feed_reset(&told);
    assert_null(bubble_of(&told, 9));
    /* As many guards as bubbles; guard 4 cried first, guard 2 again at the end. */
    for (uint32_t i = 0; i < DW_FEED_BUBBLES; i++) {
        const dw_client_event event = {.kind = DW_CLIENT_EVENT_BARK, .a = (uint16_t)(i + 1)};
        dw_feed_event(&told, &event, &map, NULL, NULL, 3, i == 3 ? 1.0 : 2.0 + i);
    }
    const dw_client_event again = {.kind = DW_CLIENT_EVENT_BARK, .a = 2, .b = 1};
    dw_feed_event(&told, &again, &map, NULL, NULL, 3, 50.0);
    for (uint32_t i = 1; i <= DW_FEED_BUBBLES; i++) {
        assert_non_null(bubble_of(&told, (uint8_t)i));
    }
    assert_int_equal(bubble_of(&told, 2)->kind, 1);
    const dw_client_event another = {.kind = DW_CLIENT_EVENT_BARK, .a = 99};
    dw_feed_event(&told, &another, &map, NULL, NULL, 3, 51.0);
    assert_non_null(bubble_of(&told, 99));
    assert_null(bubble_of(&told, 4));
    assert_non_null(bubble_of(&told, 1));
    static const char *const words[] = {
        "Hey!", "!", "Hm?", "Must have been nothing.", "On my way!", "I stay here.", "", ""};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_string_equal(dw_bubble_text((uint8_t)i, DW_KIND_LOOK_GUARD), words[i]);
        assert_string_equal(dw_bubble_text((uint8_t)i, DW_KIND_LOOK_DOG), i < 2 ? "Woof!" : "");
        assert_string_equal(dw_bubble_text((uint8_t)i, DW_KIND_LOOK_CAT), "");
        assert_string_equal(dw_bubble_text((uint8_t)i, DW_KIND_LOOK_CAMERA), i < 2 ? "!" : "");
    }
}

/* A new round forgets the radio, and not the chat. A speaker's lines can be taken out. */
static void chat_outlives_rounds_and_loses_the_lines_of_a_muted_player(void **state)
{
    (void)state;
    static dw_feed feed;
    feed = (dw_feed){0};
    static const char *const names[] = {"Bo", "Bob", "Bo", "Mara"};
    for (uint8_t i = 0; i < 4; i++) {
        dw_chat_line line = {.slot = i};
        (void)snprintf(line.name, sizeof line.name, "%s", names[i]);
        (void)snprintf(line.text, sizeof line.text, "hi");
        dw_feed_chat(&feed, &line, 1.0 + i);
    }
    dw_feed_note(&feed, "Bo: is muted", 6.0);
    dw_feed_notice(&feed, DW_TONE_BAD, 6.0, "Run");
    dw_feed_event(&feed, &(dw_client_event){.kind = DW_CLIENT_EVENT_CAUGHT}, &map, NULL, NULL, 3,
                  6.0);
    dw_feed_reset(&feed);
    assert_int_equal(feed.radio_count, 0);
    assert_string_equal(feed.notice, "");
    assert_int_equal(feed.chat_count, 5);
    dw_feed_hide_chat(&feed, "Bo");
    assert_int_equal(feed.chat_count, 3);
    assert_string_equal(feed.chat[0].text, "Bob: hi");
    assert_int_equal(feed.chat[0].slot, 1);
    assert_int_equal(feed.chat[0].tone, DW_TONE_CHAT);
    assert_true(feed.chat[0].born == 2.0);
    assert_string_equal(feed.chat[1].text, "Mara: hi");
    assert_string_equal(feed.chat[2].text, "Bo: is muted"); /* The client's own words. */
    assert_int_equal(feed.chat[2].slot, DW_SLOT_NONE);
    assert_int_equal(feed.chat[2].tone, DW_TONE_PLAIN);
    assert_true(feed.chat[2].born == 6.0);
}

static void the_same_report_in_a_row_is_one_line_that_counts(void **state)
{
    (void)state;
    const dw_round round = make_round();
    dw_feed feed = {0};
    const dw_client_event report = {.kind = DW_CLIENT_EVENT_RADIO, .a = 0, .b = 0, .c = 1};
    const dw_client_event clear = {.kind = DW_CLIENT_EVENT_RADIO, .a = 0, .b = 1, .c = 1};
    for (int i = 0; i < 3; i++) {
        dw_feed_event(&feed, &report, &map, &round, NULL, 0, 10.0 + 0.1 * i);
    }
    assert_int_equal(feed.radio_count, 1);
    assert_int_equal(feed.radio[0].times, 3);
    dw_feed_event(&feed, &clear, &map, &round, NULL, 0, 10.5);
    dw_feed_event(&feed, &report, &map, &round, NULL, 0, 10.6);
    assert_int_equal(feed.radio_count, 3);
    assert_int_equal(feed.radio[2].times, 1);
    dw_feed_event(&feed, &report, &map, &round, NULL, 0, 12.5); /* 1.9 s later: still the same. */
    assert_int_equal(feed.radio_count, 3);
    assert_int_equal(feed.radio[2].times, 2);
    dw_feed_event(&feed, &report, &map, &round, NULL, 0, 14.5); /* Another one, 2 s later. */
    assert_int_equal(feed.radio_count, 4);
}

static void strange_events_do_no_harm(void **state)
{
    (void)state;
    static dw_feed feed;
    dw_feed_reset(&feed);
    for (int kind = 0; kind <= DW_CLIENT_EVENT_COUNT; kind++) {
        const dw_client_event event = {.kind = (uint8_t)kind, .a = 65535, .b = 65535, .c = 65535};
        dw_feed_event(&feed, &event, &map, NULL, NULL, DW_SLOT_NONE, 1.0);
    }
    for (uint32_t i = 0; i < feed.radio_count; i++) {
        assert_true(strlen(feed.radio[i].text) < DW_FEED_TEXT);
    }
}

static void the_feed_drops_its_oldest_line(void **state)
{
    (void)state;
    static dw_feed feed;
    feed = (dw_feed){0};
    dw_chat_line line = {.slot = 1, .name = "Bo"};
    for (int i = 0; i < DW_FEED_LINES + 3; i++) {
        line.text[0] = (char)('a' + i);
        dw_feed_chat(&feed, &line, 0.0);
    }
    assert_int_equal(feed.chat_count, DW_FEED_LINES);
    assert_string_equal(feed.chat[0].text, "Bo: d");
    assert_string_equal(feed.chat[DW_FEED_LINES - 1].text, "Bo: k");
}

static void a_guard_has_at_most_one_bubble(void **state)
{
    (void)state;
    static dw_feed feed;
    dw_feed_reset(&feed);
    for (uint16_t i = 0; i < 60; i++) {
        const dw_client_event event = {
            .kind = DW_CLIENT_EVENT_BARK, .a = (uint16_t)(1 + i % 40), .b = i < 40 ? 0 : 1};
        dw_feed_event(&feed, &event, &map, NULL, NULL, 0, i);
    }
    for (uint32_t i = 0; i < DW_FEED_BUBBLES; i++) {
        for (uint32_t j = i + 1; j < DW_FEED_BUBBLES; j++) {
            assert_true(feed.bubbles[i].body == 0 || feed.bubbles[i].body != feed.bubbles[j].body);
        }
    }
}

static void what_was_said_fades_at_its_end(void **state)
{
    (void)state;
    assert_true(fabsf(dw_feed_strength(1.0, 2.0, 5.0) - 1.0F) < 1e-6F);
    const float late = dw_feed_strength(1.0, 5.9, 5.0);
    assert_true(late > 0.0F && late < 1.0F);
    assert_true(dw_feed_strength(1.0, 6.0, 5.0) <= 0.0F);
}

static void what_was_said_fades_in_its_last_six_tenths_of_a_second(void **state)
{
    (void)state;
    assert_true(dw_feed_strength(3.0, 2.0, 5.0) == 1.0F); /* Not yet said. */
    assert_true(dw_feed_strength(1.0, 1.0, 5.0) == 1.0F);
    assert_true(dw_feed_strength(1.0, 5.3, 5.0) == 1.0F);
    assert_true(fabsf(dw_feed_strength(1.0, 5.7, 5.0) - 0.5F) < 0.001F);
    assert_true(fabsf(dw_feed_strength(1.0, 5.94, 5.0) - 0.1F) < 0.001F);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_become_lines_with_names_and_rooms),
        cmocka_unit_test(what_a_guard_takes_on_is_a_line_with_the_rooms),
        cmocka_unit_test(each_event_means_something_to_its_player),
        cmocka_unit_test(a_notice_says_who_has_detected_the_player_and_that_light_helped),
        cmocka_unit_test(what_concerns_the_player_alone_is_a_notice),
        cmocka_unit_test(a_bark_is_a_bubble_over_its_guard_and_the_oldest_gives_way),
        cmocka_unit_test(chat_outlives_rounds_and_loses_the_lines_of_a_muted_player),
        cmocka_unit_test(the_same_report_in_a_row_is_one_line_that_counts),
        cmocka_unit_test(strange_events_do_no_harm),
        cmocka_unit_test(the_feed_drops_its_oldest_line),
        cmocka_unit_test(a_guard_has_at_most_one_bubble),
        cmocka_unit_test(what_was_said_fades_at_its_end),
        cmocka_unit_test(what_was_said_fades_in_its_last_six_tenths_of_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
