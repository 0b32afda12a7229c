/* Why a connection ended, in each language. */
#include "client/view/end_text.h"
#include "client/view/texts/say.h"
#include "tests/support/test.h"

#include <stdio.h>

static dw_arena arena;
static dw_client *client;

static void take(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                 size_t size)
{
    (void)context;
    (void)channel;
    (void)reliable;
    (void)bytes;
    (void)size;
}

static void open_client(void)
{
    const dw_client_config config = {.name = "Self", .send = take, .input_hz = 30};
    assert_int_equal(dw_arena_create(&arena, DW_CLIENT_ARENA_BYTES), DW_OK);
    assert_int_equal(dw_client_create(&client, &arena, &config), DW_OK);
}

static void close_client(void)
{
    dw_client_destroy(client);
    dw_arena_destroy(&arena);
}

/* A server refuses the hello. */
static void ends_with(dw_reason reason, const char *said, const char *expected)
{
    char text[DW_END_TEXT];
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    dw_message message = {.type = DW_MESSAGE_REFUSE, .as.refuse = {.reason = reason}};
    (void)snprintf(message.as.refuse.text, sizeof message.as.refuse.text, "%s", said);
    assert_int_equal(dw_message_encode(&message, bytes, sizeof bytes, &size), DW_OK);
    open_client();
    dw_client_connected(client, 2);
    dw_client_receive(client, dw_message_channel(message.type), bytes, size, 3);
    dw_end_text(client, text);
    assert_string_equal(text, expected);
    close_client();
}

static void another_version_is_said_with_both_versions_and_who_needs_the_update(void **state)
{
    (void)state;
    _Static_assert(DW_PROTOCOL_VERSION == 3, "the numbers below");
    ends_with(DW_REASON_VERSION, "4",
              "This server speaks version 4, this client 3: update the client.");
    ends_with(DW_REASON_VERSION, "2",
              "This server speaks version 2, this client 3: the server needs an update.");
    ends_with(DW_REASON_VERSION, "", "refused: the server speaks another version of the protocol");
    dw_say_in(DW_LANGUAGE_CZECH);
    ends_with(DW_REASON_VERSION, "4",
              "Server používá verzi protokolu 4, tato hra 3: aktualizuj hru.");
    dw_say_in(DW_LANGUAGE_ENGLISH);
}

static void a_reason_is_said_in_the_language_that_is_on(void **state)
{
    (void)state;
    ends_with(DW_REASON_FULL, "", "refused: the server is full");
    dw_say_in(DW_LANGUAGE_CZECH);
    ends_with(DW_REASON_FULL, "", "odmítnuto: server je plný");
    ends_with(DW_REASON_BANNED, "be kind",
              "odmítnuto: správce ti přístup na tento server zakázal (be kind)");
    dw_say_in(DW_LANGUAGE_ENGLISH);
}

static void what_the_core_alone_knows_is_said_as_it_stands(void **state)
{
    (void)state;
    char text[DW_END_TEXT];
    open_client();
    dw_client_gave_up(client, "cannot find the server \"manor\"");
    dw_end_text(client, text);
    assert_string_equal(text, "cannot find the server \"manor\"");
    close_client();
}

static void a_lost_connection_is_said_in_the_language_that_is_on(void **state)
{
    (void)state;
    char text[DW_END_TEXT];
    for (int czech = 0; czech < 2; czech++) {
        open_client();
        dw_client_update(client, (dw_intent){.direction = DW_STAND}, 1);
        dw_client_update(client, (dw_intent){.direction = DW_STAND}, UINT64_C(6000000000));
        dw_say_in(czech != 0 ? DW_LANGUAGE_CZECH : DW_LANGUAGE_ENGLISH);
        dw_end_text(client, text);
        assert_string_equal(text, czech != 0 ? "nelze se připojit: server neodpověděl do 5 s"
                                             : dw_client_end_text(client));
        dw_say_in(DW_LANGUAGE_ENGLISH);
        close_client();
    }
    open_client();
    dw_client_disconnected(client, 0, 2);
    dw_say_in(DW_LANGUAGE_CZECH);
    dw_end_text(client, text);
    assert_string_equal(text, "nelze se připojit: server neodpovídá");
    dw_say_in(DW_LANGUAGE_ENGLISH);
    close_client();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_version_is_said_with_both_versions_and_who_needs_the_update),
        cmocka_unit_test(a_reason_is_said_in_the_language_that_is_on),
        cmocka_unit_test(a_lost_connection_is_said_in_the_language_that_is_on),
        cmocka_unit_test(what_the_core_alone_knows_is_said_as_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
