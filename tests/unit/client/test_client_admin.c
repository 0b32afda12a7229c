/* Commands to the server and their answers, as the client has them. */
#include "tests/support/test.h"

#include "tests/unit/client/fake_server.h"

static fake_server *join(void)
{
    fake_server *server = fake_server_create(NULL);
    fake_server_join(server);
    return server;
}

static void tell(fake_server *server, bool more, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_ADMIN_LINE, .as.admin_line = {.more = more}};
    (void)snprintf(message.as.admin_line.text, sizeof message.as.admin_line.text, "%s", text);
    fake_server_send(server, &message);
    fake_server_run(server, 50);
}

static void a_command_goes_out_and_its_answer_is_kept_line_by_line(void **state)
{
    (void)state;
    fake_server *server = join();
    const dw_client_answer *answer = dw_client_newest_answer(server->client);
    assert_int_equal(answer->number, 0);
    dw_client_admin(server->client, "kick 1 Ada");
    fake_server_run(server, 50);
    assert_int_equal(server->commands, 1);
    assert_string_equal(server->last_command.text, "kick 1 Ada");
    tell(server, true, "one");
    assert_false(answer->whole);
    tell(server, false, "two");
    assert_true(answer->whole);
    assert_int_equal(answer->number, 1);
    assert_int_equal(answer->lines, 2);
    assert_string_equal(answer->text, "one\ntwo\n");
    dw_client_admin(server->client, "help");
    tell(server, false, "");
    assert_int_equal(answer->number, 2);
    assert_string_equal(answer->text, "\n");
    fake_server_destroy(server);
}

static void only_plain_text_goes_out_and_only_from_a_match(void **state)
{
    (void)state;
    char longest[DW_ADMIN_COMMAND_MAX + 2];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    fake_server *server = join();
    dw_client_admin(server->client, "");
    dw_client_admin(server->client, "two\nlines");
    dw_client_admin(server->client, longest);
    fake_server_run(server, 50);
    assert_int_equal(server->commands, 0);
    longest[DW_ADMIN_COMMAND_MAX] = '\0';
    dw_client_admin(server->client, longest);
    fake_server_run(server, 50);
    assert_int_equal(server->commands, 1);
    server->silent = true;
    dw_client_disconnected(server->client, 0, server->now_ns);
    dw_client_admin(server->client, "help");
    fake_server_run(server, 50);
    assert_int_equal(server->commands, 1);
    fake_server_destroy(server);
}

static void a_server_that_answers_no_command_is_left(void **state)
{
    (void)state;
    fake_server *server = join();
    dw_client_admin(server->client, "help");
    tell(server, false, "one");
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_NONE);
    tell(server, false, "two");
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_PROTOCOL);
    assert_string_equal(dw_client_end_text(server->client),
                        "the server broke the protocol: an answer to no command");
    fake_server_destroy(server);
}

static void an_answer_without_an_end_is_left(void **state)
{
    (void)state;
    char line[DW_ADMIN_LINE_MAX + 1];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    const char *const texts[] = {"", line};
    const uint32_t most[] = {DW_ADMIN_LINES_MAX, DW_ADMIN_ANSWER_MAX / (DW_ADMIN_LINE_MAX + 1)};
    for (size_t i = 0; i < 2; i++) {
        fake_server *server = join();
        dw_client_admin(server->client, "help");
        for (uint32_t n = 0; n < most[i]; n++) {
            tell(server, true, texts[i]);
        }
        assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_NONE);
        assert_int_equal(dw_client_newest_answer(server->client)->lines, most[i]);
        tell(server, true, texts[i]);
        assert_string_equal(dw_client_end_text(server->client),
                            "the server broke the protocol: an answer that is too long");
        fake_server_destroy(server);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_goes_out_and_its_answer_is_kept_line_by_line),
        cmocka_unit_test(only_plain_text_goes_out_and_only_from_a_match),
        cmocka_unit_test(a_server_that_answers_no_command_is_left),
        cmocka_unit_test(an_answer_without_an_end_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
