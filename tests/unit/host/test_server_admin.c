/* Commands that clients give over their connection, on a whole server: who is heard, what is
 * answered, what is logged, and what becomes of clients that try on. Bare ENet clients, loopback, a
 * clock of its own. */
#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "fake_clock.h"
#include "server/host/admin_desk.h"
#include "server/host/admins.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

enum { CALLERS = 3, STEP_MS = 4, LOG_BYTES = 65536, TEXT_BYTES = 8192 };

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS UINT64_C(1000000000)

typedef struct caller {
    raw_client client;
    bool open;
    ENetPeer *peer;
    dw_reason kicked;
    uint32_t chats;        /* Lines that came. */
    char said[TEXT_BYTES]; /* Lines of answers: "+" before those that another follows, else ".". */
} caller;

static struct {
    dw_server *server;
    uint64_t due_ns;
    bool stopped; /* A command asked for the end. */
    char folder[64];
    char log[LOG_BYTES], answer[TEXT_BYTES];
    size_t log_size;
    caller callers[CALLERS];
} hall;

static void remember(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    const size_t size = strlen(line);
    if (hall.log_size + size + 1 < sizeof hall.log) {
        memcpy(hall.log + hall.log_size, line, size + 1);
        hall.log_size += size;
    }
}

static uint32_t logged(const char *part)
{
    uint32_t count = 0;
    for (const char *at = hall.log; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

static void pump(void *context)
{
    (void)context;
    fake_clock_advance(STEP_MS * MS_NS);
    server_pace_run(hall.server, dw_clock_ns(), &hall.due_ns);
    hall.stopped = dw_admin_desk_look(hall.server) == DW_CONSOLE_STOP || hall.stopped;
}

static void hear(caller *of)
{
    dw_message message;
    while (raw_client_next(&of->client, &of->peer, &message)) {
        if (message.type == DW_MESSAGE_KICK) {
            of->kicked = message.as.kick.reason;
        } else if (message.type == DW_MESSAGE_CHAT_LINE) {
            of->chats++;
        } else if (message.type == DW_MESSAGE_ADMIN_LINE) {
            const size_t used = strlen(of->said);
            (void)snprintf(of->said + used, sizeof of->said - used, "%s%s\n",
                           message.as.admin_line.more ? "+" : ".", message.as.admin_line.text);
        }
    }
}

static void run(uint32_t milliseconds)
{
    for (uint32_t ms = 0; ms < milliseconds; ms += STEP_MS) {
        pump(NULL);
        for (uint32_t i = 0; i < CALLERS; i++) {
            hear(&hall.callers[i]);
        }
    }
}

static void open_hall(int seal)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    memset(&hall, 0, sizeof hall);
    fake_clock_start(SECOND_NS);
    (void)snprintf(hall.folder, sizeof hall.folder, "/tmp/admin-test-XXXXXX");
    assert_non_null(mkdtemp(hall.folder));
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.brain, sizeof config.brain, "null");
    (void)snprintf(config.state, sizeof config.state, "%s", hall.folder);
    config.port = 0;
    config.seal = seal;
    dw_log_open(remember, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    assert_int_equal(dw_server_create(&hall.server, &config, &error), DW_OK);
    hall.due_ns = dw_clock_ns();
}

static int close_hall(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CALLERS; i++) {
        if (hall.callers[i].open) {
            raw_client_close(&hall.callers[i].client);
        }
    }
    server_pace_wait_for_disk(hall.server);
    dw_server_destroy(hall.server);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    static const char *const files[] = {"admins", "bans", "identity.key"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[DW_PATH_MAX];
        (void)snprintf(path, sizeof path, "%s/%s", hall.folder, files[i]);
        (void)unlink(path);
    }
    return rmdir(hall.folder);
}

/* With the identity of that number; 0: with none. */
static caller *join(uint32_t index, const char *name, uint8_t number)
{
    caller *of = &hall.callers[index];
    dw_message hello = {.type = DW_MESSAGE_HELLO,
                        .as.hello = {.version = DW_PROTOCOL_VERSION, .match = "1"}};
    raw_client_open(&of->client, &(raw_client_config){.sealed = hall.server->config.seal != 0});
    of->open = true;
    of->peer = raw_client_connect(&of->client, dw_server_port(hall.server), pump, NULL);
    (void)snprintf(hello.as.hello.name, sizeof hello.as.hello.name, "%s", name);
    if (number != 0) {
        raw_client_sign(&of->client, of->peer, number, &hello.as.hello);
    }
    raw_client_send(of->peer, &hello);
    run(200);
    return of;
}

static void key_of(uint8_t number, char text[DW_SEAL_KEY_DIGITS + 1])
{
    const uint8_t seed[DW_SEAL_KEY_SIZE] = {number};
    uint8_t key[DW_SEAL_KEY_SIZE];
    uint8_t secret[DW_IDENTITY_SECRET_SIZE];
    dw_identity_from(seed, key, secret);
    dw_seal_key_text(key, DW_SEAL_KEY_DIGITS, text);
}

static void send_command(caller *of, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_ADMIN};
    (void)snprintf(message.as.admin.text, sizeof message.as.admin.text, "%s", text);
    raw_client_send(of->peer, &message);
}

/* Sends the command, and lets the time pass that the next one needs. */
static void asks(caller *of, const char *text, const char *expected)
{
    of->said[0] = '\0';
    send_command(of, text);
    run(1100);
    assert_string_equal(of->said, expected);
}

static const char *host_says(const char *line)
{
    static const dw_console_caller host = {"test", DW_CONSOLE_HOST};
    FILE *answer = fmemopen(hall.answer, sizeof hall.answer, "w");
    assert_non_null(answer);
    assert_int_equal(dw_console_run(hall.server, &host, line, answer), DW_CONSOLE_GO_ON);
    (void)fclose(answer);
    return hall.answer;
}

static const dw_server_stats *stats(void)
{
    return dw_server_get_stats(hall.server);
}

static void an_admin_kicks_a_player_and_the_log_says_which_admin(void **state)
{
    (void)state;
    char key[DW_SEAL_KEY_DIGITS + 1];
    char expected[160];
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    const caller *bo = join(1, "Bo", 2);
    key_of(1, key);
    (void)snprintf(expected, sizeof expected, "%s is moderator\n", key);
    assert_string_equal(host_says("promote 1 Ada moderator"), expected);
    (void)snprintf(expected, sizeof expected, "%s moderator Ada\nadmins 1\n", key);
    assert_string_equal(host_says("admins"), expected);
    ada->said[0] = '\0';
    send_command(ada, "kick 1 Bo spam");
    run(500);
    assert_non_null(strstr(ada->said, ".kicked match 1, slot 1: \"Bo\", 127.0.0.1:"));
    assert_int_equal(bo->kicked, DW_REASON_ADMIN);
    (void)snprintf(expected, sizeof expected,
                   "command by=\"Ada key %.16s\" level=moderator text=\"kick 1 Bo spam\"", key);
    assert_int_equal(logged(expected), 1);
    assert_int_equal(stats()->admin_done, 1);
    assert_int_equal(stats()->admin_refused, 0);
    asks(ada, "dance", ".unknown command \"dance\" (help lists all)\n");
    send_command(ada, "help");
    run(500);
    assert_null(strstr(ada->said, "promote"));
    assert_non_null(strstr(ada->said, "+kick "));
}

static void a_refusal_is_one_answer_and_its_text_is_not_logged(void **state)
{
    (void)state;
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    caller *bo = join(1, "Bo", 0);
    asks(ada, "stop swordfish", ".You have no rights on this server.\n");
    asks(ada, "stop", ".You have no rights on this server.\n");
    asks(bo, "kick 1 swordfish", ".You have no rights on this server.\n");
    assert_int_equal(stats()->admin_refused, 3);
    assert_int_equal(stats()->admin_done, 0);
    assert_int_equal(logged("admin_refused"), 2); /* One for each connection. */
    assert_int_equal(logged("key=none level=none"), 1);
    assert_int_equal(logged("swordfish"), 0);
    assert_false(hall.stopped);
}

static void nobody_but_the_host_acts_against_an_equal_or_higher_level(void **state)
{
    (void)state;
    char line[128] = "ban ";
    char expected[160];
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    caller *bo = join(1, "Bo", 2);
    (void)host_says("promote 1 Ada moderator");
    (void)host_says("promote 1 Bo operator");
    key_of(2, line + strlen("ban "));
    static const char *const commands[] = {"kick 1 Bo spam", "mute 1 Bo", "ban 1 Bo 60", NULL,
                                           "ban 127.0.0.0/24"};
    for (size_t i = 0; i < DW_COUNT_OF(commands); i++) {
        const char *command = commands[i] != NULL ? commands[i] : line;
        /* The address is that of both, and of the two the first has this level already. */
        (void)snprintf(expected, sizeof expected,
                       ".%.4s: the client is %s, and you are moderator: it takes a higher level\n",
                       command[0] == 'b' ? "ban" : command, i == 4 ? "moderator" : "operator");
        asks(ada, command, expected);
    }
    assert_int_equal(bo->kicked, DW_REASON_NONE);
    assert_string_equal(host_says("bans"), "bans 0, clients sent away 0\n");
    (void)snprintf(expected, sizeof expected,
                   ".kick: the client is operator, and you are operator: "
                   "it takes a higher level\n");
    asks(bo, "kick 1 Bo", expected); /* Itself. */
    bo->said[0] = '\0';
    send_command(bo, "mute 1 Ada");
    run(500);
    assert_non_null(strstr(bo->said, ".muted match 1, slot 0: \"Ada\""));
    assert_non_null(strstr(host_says("kick 1 Bo"), "kicked match 1, slot 1: \"Bo\""));
    run(500);
    assert_int_equal(bo->kicked, DW_REASON_ADMIN);
    assert_int_equal(ada->kicked, DW_REASON_NONE);
}

static void a_level_follows_the_list_at_once(void **state)
{
    (void)state;
    char line[128] = "demote ";
    char path[DW_PATH_MAX];
    dw_error error = {""};
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    key_of(1, line + strlen("demote "));
    (void)host_says("promote 1 0 moderator");
    asks(ada, "stop", ".stop: you are moderator, and it takes host\n");
    assert_int_equal(stats()->admin_refused, 1);
    assert_int_equal(logged("level=moderator"), 1);
    assert_false(hall.stopped);
    (void)host_says("promote 1 0 host");
    asks(ada, "stop", ".done\n");
    assert_true(hall.stopped);
    assert_non_null(strstr(host_says(line), " has no rights any more\n"));
    asks(ada, "matches", ".You have no rights on this server.\n");
    /* Two at once, of which the first takes the rights away. */
    (void)host_says("promote 1 0 host");
    ada->said[0] = '\0';
    send_command(ada, line);
    send_command(ada, "say hello");
    run(500);
    assert_non_null(strstr(ada->said, " has no rights any more\n.You have no rights on this"));
    /* By hand. */
    line[0] = '\0';
    key_of(1, line);
    (void)snprintf(path, sizeof path, "%s/admins", hall.folder);
    (void)strcat(line, " operator\n");
    server_pace_wait_for_disk(hall.server);
    assert_int_equal(dw_file_write(path, line, strlen(line), &error), DW_OK);
    asks(ada, "pause 1", ".You have no rights on this server.\n");
    (void)host_says("admins");
    asks(ada, "pause 1", ".paused: matches 1\n");
    assert_int_equal(dw_file_write(path, "x host\n", 7, &error), DW_OK);
    assert_non_null(strstr(host_says("admins"), "/admins: line 1: \"x host\": must begin with"));
    asks(ada, "resume 1", ".resumed: matches 1\n");
}

static void a_name_without_a_key_is_not_promoted(void **state)
{
    (void)state;
    open_hall(1);
    (void)join(0, "Ada", 0);
    assert_string_equal(host_says("promote 1 Ada host"),
                        "promote: this client has no key, so it cannot be recognised\n");
    assert_string_equal(host_says("promote 1 Bo host"),
                        "match 1: no client with the slot or name \"Bo\" (players lists them)\n");
    assert_string_equal(host_says("promote 0f3c9a51d2e47b60 host"),
                        "\"0f3c9a51d2e47b60\": must be a key of 64 hexadecimal digits\n");
    assert_string_equal(
        host_says("promote 0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f king"),
        "promote: \"king\" must be a level: moderator, operator or host\n");
    assert_string_equal(host_says("admins"), "admins 0\n");
}

static void in_the_clear_nobody_has_rights(void **state)
{
    (void)state;
    open_hall(0);
    caller *ada = join(0, "Ada", 0);
    char line[128] = "promote ";
    key_of(1, line + strlen(line));
    (void)host_says(strcat(line, " host"));
    asks(ada, "matches", ".You have no rights on this server.\n");
    assert_non_null(strstr(host_says("admins"), "seal is off: no client can prove its key"));
}

static void tries_are_slowed_and_who_goes_on_is_sent_away(void **state)
{
    (void)state;
    open_hall(1);
    caller *bo = join(0, "Bo", 2);
    for (uint32_t i = 0; i < 30; i++) {
        send_command(bo, "stop swordfish");
    }
    run(1000);
    assert_int_equal(stats()->admin_refused, 5);
    assert_int_equal(stats()->admin_slowed, 25);
    assert_int_equal(strlen(bo->said), 5 * strlen(".You have no rights on this server.\n"));
    run(9500); /* One more each 10 s. */
    asks(bo, "stop", ".You have no rights on this server.\n");
    asks(bo, "stop", "");
    assert_int_equal(bo->kicked, DW_REASON_NONE);
    /* Below what the network itself takes for a flood. */
    for (uint32_t i = 0; i < 1100 && bo->peer != NULL; i++) {
        send_command(bo, "stop swordfish");
        if (i % 11 == 10) {
            run(5 * STEP_MS);
        }
    }
    run(1000);
    assert_int_equal(bo->kicked, DW_REASON_RATE);
    assert_int_equal(stats()->kicked[DW_REASON_RATE], 1);
    assert_int_equal(stats()->admin_refused, 6);
    assert_in_range(stats()->admin_slowed, DW_STRIKES_MAX, 1100);
    assert_int_equal(logged("swordfish"), 0);
    assert_int_equal(logged("admin_refused"), 1);
    assert_false(hall.stopped);
}

static void an_admin_in_a_hurry_is_told_once(void **state)
{
    (void)state;
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    (void)host_says("promote 1 0 moderator");
    for (uint32_t i = 0; i < 20; i++) {
        send_command(ada, "unban 192.0.2.1");
    }
    run(500);
    uint32_t answers = 0;
    uint32_t told = 0;
    for (const char *at = ada->said; (at = strchr(at, '\n')) != NULL; at++) {
        answers++;
    }
    for (const char *at = ada->said; (at = strstr(at, "Too fast")) != NULL; at++) {
        told++;
    }
    assert_int_equal(answers, 6);
    assert_int_equal(told, 1);
    assert_int_equal(stats()->admin_done, 5);
    assert_int_equal(stats()->admin_slowed, 15);
}

static void commands_of_a_client_that_has_left_are_dropped(void **state)
{
    (void)state;
    open_hall(1);
    caller *ada = join(0, "Ada", 1);
    const caller *bo = join(1, "Bo", 2);
    const uint32_t chats = bo->chats;
    const dw_message quit = {.type = DW_MESSAGE_QUIT};
    (void)host_says("promote 1 0 moderator");
    send_command(ada, "say hello");
    raw_client_send(ada->peer, &quit);
    run(500);
    assert_int_equal(stats()->left, 1);
    assert_int_equal(stats()->admin_done, 0);
    assert_int_equal(bo->chats, chats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define CLOSED(test) cmocka_unit_test_teardown(test, close_hall)
        CLOSED(an_admin_kicks_a_player_and_the_log_says_which_admin),
        CLOSED(a_refusal_is_one_answer_and_its_text_is_not_logged),
        CLOSED(nobody_but_the_host_acts_against_an_equal_or_higher_level),
        CLOSED(a_level_follows_the_list_at_once),
        CLOSED(a_name_without_a_key_is_not_promoted),
        CLOSED(in_the_clear_nobody_has_rights),
        CLOSED(tries_are_slowed_and_who_goes_on_is_sent_away),
        CLOSED(an_admin_in_a_hurry_is_told_once),
        CLOSED(commands_of_a_client_that_has_left_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
