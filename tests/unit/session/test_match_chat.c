/* Chat of one match: who hears a line, and the names of the players. */
#include "common/base/check.h"
#include "common/base/parse.h"
#include "match_box.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

static dw_match_box box;

static int open_box(void **state)
{
    (void)state;
    dw_match_box_init(&box);
    dw_match_box_open(&box);
    return 0;
}

static int close_box(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    return 0;
}

static void watchers_of_all_do_not_talk_to_players(void **state)
{
    (void)state;
    dw_match_box_close(&box);
    dw_match_box_init(&box);
    box.config.spectator_delay_ticks = 60;
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, 1, "ann", &welcome);
    const dw_client_handle eve = dw_match_box_watch(&box, 2);
    dw_match_box_run(&box, 100);
    const uint32_t from = box.message_count;
    assert_true(dw_match_chat(box.match, eve, "it is behind you"));
    assert_true(dw_match_chat(box.match, ann, "hello"));
    dw_match_box_run(&box, 1);
    assert_int_equal(dw_match_box_count(&box, from, 1, DW_MESSAGE_CHAT_LINE), 1);
    assert_string_equal(dw_match_box_last(&box, 1, DW_MESSAGE_CHAT_LINE)->as.chat_line.text,
                        "hello");
    assert_int_equal(dw_match_box_count(&box, from, 2, DW_MESSAGE_CHAT_LINE), 1);
    dw_match_box_run(&box, 58);
    assert_int_equal(dw_match_box_count(&box, from, 2, DW_MESSAGE_CHAT_LINE), 1);
    dw_match_box_run(&box, 1); /* What players say, spectators hear as late as they see. */
    assert_int_equal(dw_match_box_count(&box, from, 2, DW_MESSAGE_CHAT_LINE), 2);
}

static void nobody_speaks_in_the_name_of_the_server(void **state)
{
    (void)state;
    static const struct {
        const char *asked, *got;
    } rows[] = {{"server", "guest"},
                {"SERVER", "guest"},
                {" Ser Ver ", "guest"},
                {"servers", "servers"},
                {"serve", "serve"},
                {"my server", "my server"},
                {"serv\xc3\xa9r", "guest"},
                {"s\u0435rv\u0435r", "guest"},
                {"\u0405\u0415\u0413\u0474\u0415\u0433", "guest"},
                {"\uff33\uff25\uff32\uff36\uff25\uff32", "guest"},
                {"s\u03b5r\u03bde\u0301r", "guest"},
                {"53rv3r", "guest"},
                {"$\u20acrver", "guest"},
                {"server5", "server5"},
                {" ", "guest"},
                {"\u3164\u2800", "guest"}};
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        for (uint32_t watches = 0; watches < 2; watches++) {
            dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = watches == 1};
            (void)snprintf(hello.name, sizeof hello.name, "%s", rows[i].asked);
            dw_client_handle client = 0;
            dw_welcome welcome;
            const dw_status status = dw_match_join(box.match, box.tick, &hello,
                                                   &(dw_newcomer){.tag = 9}, &client, &welcome);
            assert_int_equal(status, DW_OK);
            assert_true(dw_match_chat(box.match, client, "the server goes down"));
            const dw_message *line = dw_match_box_last(&box, 9, DW_MESSAGE_CHAT_LINE);
            assert_string_equal(line->as.chat_line.name, rows[i].got);
            dw_match_leave(box.match, client);
        }
    }
    (void)dw_match_box_watch(&box, 9);
    dw_match_announce(box.match, "the server goes down");
    assert_string_equal(dw_match_box_last(&box, 9, DW_MESSAGE_CHAT_LINE)->as.chat_line.name,
                        "server");
}

/* Joins as `asked`; `got` is the name in the next line of chat. */
static dw_client_handle join_and_speak(uint32_t tag, bool watches, const char *asked,
                                       const char *got)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = watches};
    (void)snprintf(hello.name, sizeof hello.name, "%s", asked);
    dw_client_handle client = 0;
    dw_welcome welcome;
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = tag}, &client, &welcome),
        DW_OK);
    assert_true(dw_match_chat(box.match, client, "it is me"));
    const dw_message *line = dw_match_box_last(&box, tag, DW_MESSAGE_CHAT_LINE);
    assert_string_equal(line->as.chat_line.name, got);
    assert_true(dw_text_is_clean(got, strlen(got)) && strlen(got) <= DW_PLAYER_NAME_MAX);
    return client;
}

static void nobody_goes_by_the_name_of_another(void **state)
{
    (void)state;
    (void)join_and_speak(1, false, "Ada", "Ada");
    const dw_client_handle second = join_and_speak(2, false, "Ada", "Ada (2)");
    const dw_client_handle watches = join_and_speak(3, true, "ADA", "ADA (3)");
    (void)join_and_speak(4, false, "\u0410d\u00e1", "\u0410d\u00e1 (4)");
    const dw_client_handle numbered = join_and_speak(5, true, "Ada (3)", "Ada (3) (2)");
    dw_match_leave(box.match, second);
    (void)join_and_speak(6, false, "Ada", "Ada (2)"); /* Free again. */
    dw_match_leave(box.match, watches);
    dw_match_leave(box.match, numbered);
    (void)join_and_speak(7, true, "server", "guest");
    (void)join_and_speak(8, true, "Server", "guest (2)");
}

static void a_numbered_name_is_cut_at_a_character(void **state)
{
    (void)state;
    (void)join_and_speak(1, false, "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx");
    (void)join_and_speak(2, false, "abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrst (2)");
    (void)join_and_speak(3, true, "abcdefghijklmnopqrst (2)", "abcdefghijklmnopqrst (3)");
    static const char suns[] = "a\u2600\u2600\u2600\u2600\u2600\u2600\u2600"; /* 22 bytes */
    (void)join_and_speak(4, false, suns, suns);
    (void)join_and_speak(5, true, suns, "a\u2600\u2600\u2600\u2600\u2600\u2600 (2)");
}

static void a_name_is_kept_while_its_owner_is_away(void **state)
{
    (void)state;
    dw_welcome welcome;
    const dw_client_handle ada = dw_match_box_join(&box, 1, "Ada", &welcome);
    dw_match_drop(box.match, ada);
    (void)join_and_speak(2, true, "Ada", "Ada (2)");
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .name = "Ada", .has_token = true};
    memcpy(hello.token, welcome.token, sizeof hello.token);
    dw_client_handle back = 0;
    assert_int_equal(
        dw_match_join(box.match, box.tick, &hello, &(dw_newcomer){.tag = 3}, &back, &welcome),
        DW_OK);
    assert_true(dw_match_chat(box.match, back, "here again"));
    assert_string_equal(dw_match_box_last(&box, 3, DW_MESSAGE_CHAT_LINE)->as.chat_line.name, "Ada");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(watchers_of_all_do_not_talk_to_players, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(nobody_speaks_in_the_name_of_the_server, open_box,
                                        close_box),
        cmocka_unit_test_setup_teardown(nobody_goes_by_the_name_of_another, open_box, close_box),
        cmocka_unit_test_setup_teardown(a_numbered_name_is_cut_at_a_character, open_box, close_box),
        cmocka_unit_test_setup_teardown(a_name_is_kept_while_its_owner_is_away, open_box,
                                        close_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
