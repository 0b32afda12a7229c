/* What a host does about clients that spoil the game, on a whole server: bans at the connect and of
 * connected players, kicks, mutes, and the console's answers. Bare ENet clients on addresses of
 * 127.0.0.0/8. */
#include "common/base/log.h"
#include "common/platform/clock.h"
#include "common/platform/file.h"
#include "protocol/seal/challenge.h"
#include "server/host/console.h"
#include "server/host/guest.h"
#include "server/host/moderation.h"
#include "server/host/server.h"
#include "server/host/server_state.h"
#include "server_pace.h"
#include "tests/support/raw_client.h"
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

enum { CLIENTS = 8, LOG_BYTES = 65536, ANSWER_BYTES = 8192, LINES_MAX = 8 };

#define WAIT_NS UINT64_C(10000000000)

typedef struct person {
    raw_client client;
    ENetPeer *peer;
    uint32_t welcomes;
    dw_welcome welcome;
    dw_reason kicked, refused, turned_away; /* By a message, or at the connect. */
    char kick_text[DW_REASON_MAX + 1];
    uint32_t line_count;
    char lines[LINES_MAX]
              [DW_CHAT_MAX + DW_PLAYER_NAME_MAX + 4]; /* Chat, without the server's name. */
} person;

typedef struct house {
    dw_server *server;
    uint64_t due_ns;
    person persons[CLIENTS];
    uint32_t count;
    char folder[64];
    char log[LOG_BYTES];
    size_t log_size;
} house;

static const dw_console_caller by_host = {"test", DW_CONSOLE_HOST};
static house home;
static char said[ANSWER_BYTES];

static void remember(void *context, dw_log_level level, const char *line)
{
    (void)context;
    (void)level;
    const size_t size = strlen(line);
    if (home.log_size + size + 2 < LOG_BYTES) {
        memcpy(home.log + home.log_size, line, size);
        home.log_size += size;
        home.log[home.log_size++] = '\n';
        home.log[home.log_size] = '\0';
    }
}

/* Refusals at the connect. */
static bool overhear(void *context, const dw_datagram *datagram)
{
    dw_challenge challenge;
    if (dw_challenge_decode(&challenge, datagram->bytes, datagram->size) == DW_OK &&
        challenge.kind == DW_CHALLENGE_REFUSED) {
        ((person *)context)->turned_away = (dw_reason)challenge.reason;
    }
    return true;
}

static void hear(person *at, const ENetPacket *packet)
{
    dw_message message;
    if (dw_message_decode_from_server(&message, packet->data, packet->dataLength) != DW_OK) {
        return;
    }
    if (message.type == DW_MESSAGE_WELCOME) {
        at->welcome = message.as.welcome;
        at->welcomes++;
    } else if (message.type == DW_MESSAGE_KICK) {
        at->kicked = message.as.kick.reason;
        (void)snprintf(at->kick_text, sizeof at->kick_text, "%s", message.as.kick.text);
    } else if (message.type == DW_MESSAGE_REFUSE) {
        at->refused = message.as.refuse.reason;
    } else if (message.type == DW_MESSAGE_CHAT_LINE && at->line_count < LINES_MAX) {
        (void)snprintf(at->lines[at->line_count++], sizeof at->lines[0], "%s: %s",
                       message.as.chat_line.name, message.as.chat_line.text);
    }
}

static void turn_server(void *context)
{
    (void)context;
    const uint64_t now = dw_clock_ns();
    server_pace_run(home.server, now, &home.due_ns);
}

static void turn(void)
{
    turn_server(NULL);
    for (uint32_t i = 0; i < home.count; i++) {
        ENetEvent event;
        while (home.persons[i].client.host != NULL &&
               raw_client_service(&home.persons[i].client, &event) > 0) {
            if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                hear(&home.persons[i], event.packet);
                enet_packet_destroy(event.packet);
            }
        }
    }
    dw_clock_sleep_until(dw_clock_ns() + 1000000);
}

static void turn_for(uint32_t milliseconds)
{
    for (const uint64_t end = dw_clock_ns() + milliseconds * UINT64_C(1000000);
         dw_clock_ns() < end;) {
        turn();
    }
}

#define WAIT_FOR(condition)                                                                        \
    for (const uint64_t end_ns = dw_clock_ns() + WAIT_NS; !(condition); turn()) {                  \
        assert_true(dw_clock_ns() < end_ns);                                                       \
    }

static int open_house(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    memset(&home, 0, sizeof home);
    home.due_ns = dw_clock_ns();
    (void)snprintf(home.folder, sizeof home.folder, "/tmp/moderation-test-XXXXXX");
    if (mkdtemp(home.folder) == NULL) {
        return 1;
    }
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.state, sizeof config.state, "%s", home.folder);
    config.port = 0;
    config.matches = 2;
    dw_log_open(remember, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    return dw_server_create(&home.server, &config, &error) == DW_OK ? 0 : 1;
}

static int close_house(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < home.count; i++) {
        if (home.persons[i].client.host != NULL) {
            raw_client_close(&home.persons[i].client);
        }
    }
    server_pace_wait_for_disk(home.server);
    dw_server_destroy(home.server);
    dw_log_open(NULL, NULL, DW_LOG_TEXT, DW_LOG_INFO);
    static const char *const files[] = {"bans", "identity.key"};
    for (size_t i = 0; i < 2; i++) {
        char path[DW_PATH_MAX];
        (void)snprintf(path, sizeof path, "%s/%s", home.folder, files[i]);
        (void)unlink(path);
    }
    return rmdir(home.folder);
}

/* One line of the console; the answer is in `said`. */
static void command(const char *line)
{
    FILE *answer = fmemopen(said, sizeof said, "w");
    assert_non_null(answer);
    assert_int_equal(dw_console_run(home.server, &by_host, line, answer), DW_CONSOLE_GO_ON);
    (void)fclose(answer);
}

static void answers(const char *line, const char *expected)
{
    command(line);
    assert_string_equal(said, expected);
}

static void log_has(const char *part)
{
    if (strstr(home.log, part) == NULL) {
        fail_msg("not in the log: %s\n%s", part, home.log);
    }
}

static person *open_person(const char *address)
{
    assert_true(home.count < CLIENTS);
    person *at = &home.persons[home.count++];
    raw_client_open(
        &at->client,
        &(raw_client_config){.bind = address, .sealed = true, .heard = overhear, .context = at});
    return at;
}

static void say(person *at, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    ENetPacket *packet = enet_packet_create(bytes, size, ENET_PACKET_FLAG_RELIABLE);
    assert_int_equal(enet_peer_send(at->peer, DW_CHANNEL_CONTROL, packet), 0);
}

/* The identity of that number, public half. */
static void key_of(uint8_t number, char text[DW_BAN_SUBJECT_TEXT])
{
    const uint8_t seed[DW_SEAL_KEY_SIZE] = {number};
    uint8_t key[DW_SEAL_KEY_SIZE];
    uint8_t secret[DW_IDENTITY_SECRET_SIZE];
    dw_identity_from(seed, key, secret);
    const dw_ban_subject subject = dw_ban_subject_of_key(key);
    dw_ban_subject_text(&subject, text);
}

/* To the first match, with the identity of that number. */
static void say_signed_hello(person *at, const char *name, uint8_t number)
{
    dw_message message = {.type = DW_MESSAGE_HELLO,
                          .as.hello = {.version = DW_PROTOCOL_VERSION, .match = "1"}};
    (void)snprintf(message.as.hello.name, sizeof message.as.hello.name, "%s", name);
    raw_client_sign(&at->client, at->peer, number, &message.as.hello);
    say(at, &message);
}

static void say_hello(person *at, const char *name, uint16_t match, bool spectate)
{
    dw_message message = {.type = DW_MESSAGE_HELLO};
    message.as.hello = (dw_hello){.version = DW_PROTOCOL_VERSION, .spectate = spectate};
    if (match != 0) {
        (void)snprintf(message.as.hello.match, sizeof message.as.hello.match, "%u",
                       (unsigned)match);
    }
    (void)snprintf(message.as.hello.name, sizeof message.as.hello.name, "%s", name);
    say(at, &message);
}

static person *connect_from(const char *address)
{
    person *at = open_person(address);
    at->peer = raw_client_connect(&at->client, dw_server_port(home.server), turn_server, NULL);
    return at;
}

/* In the first match. */
static person *join_as(const char *address, const char *name, bool spectate)
{
    person *at = connect_from(address);
    say_hello(at, name, 1, spectate);
    WAIT_FOR(at->welcomes > 0 && at->line_count > 0);
    at->line_count = 0; /* The server's greeting. */
    return at;
}

static person *join_with_key(const char *address, const char *name, uint8_t number)
{
    person *at = connect_from(address);
    say_signed_hello(at, name, number);
    WAIT_FOR(at->welcomes > 0 && at->line_count > 0);
    at->line_count = 0;
    return at;
}

static person *join(const char *address, const char *name)
{
    return join_as(address, name, false);
}

static void chat(person *at, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT};
    (void)snprintf(message.as.chat.text, sizeof message.as.chat.text, "%s", text);
    say(at, &message);
}

/* The server's row for the player in that slot of the first match. */
static dw_guest *guest_in(uint32_t slot)
{
    char text[8];
    dw_guest *found = NULL;
    (void)snprintf(text, sizeof text, "%u", (unsigned)slot);
    assert_int_equal(dw_moderation_find(home.server, 0, text, &found, 1), 1);
    return found;
}

static uint64_t refused_at_connect(void)
{
    return dw_net_get_stats(home.server->net)->refused[DW_DATAGRAM_BANNED];
}

static void a_banned_address_is_refused_before_it_costs_a_peer(void **state)
{
    (void)state;
    answers("ban 127.0.0.3 60 comes back daily",
            "banned 127.0.0.3 for 60 min, clients sent away 0\n");
    log_has("host_bans who=127.0.0.3 until=2");
    log_has("note=\"comes back daily\"");
    person *banned = open_person("127.0.0.3");
    (void)raw_client_begin(&banned->client, dw_server_port(home.server));
    WAIT_FOR(banned->turned_away != DW_REASON_NONE);
    assert_int_equal(banned->turned_away, DW_REASON_BANNED);
    assert_in_range(refused_at_connect(), 1, UINT32_MAX);
    assert_int_equal(dw_net_get_stats(home.server->net)->connected, 0);
    assert_int_equal(dw_net_get_stats(home.server->net)->half_open, 0);
    raw_client_close(&banned->client);
    banned->client.host = NULL;
    (void)join("127.0.0.4", "Ada"); /* The neighbour comes in. */
    answers("unban 127.0.0.3", "unbanned 127.0.0.3\n");
    log_has("host_unbans who=127.0.0.3");
    const uint64_t before = refused_at_connect();
    (void)join("127.0.0.3", "Bob");
    assert_int_equal(refused_at_connect(), before);
}

static void a_new_ban_sends_away_those_it_matches_and_no_others(void **state)
{
    (void)state;
    person *ada = join("127.0.1.2", "Ada");
    person *bob = join("127.0.1.9", "Bob");
    person *eve = join_as("127.0.1.77", "Eve", true);
    person *mute_newcomer = connect_from("127.0.1.78"); /* Has said no hello. */
    person *far = join("127.0.2.2", "Far");
    answers("ban 127.0.1.0/24", "banned 127.0.1.0/24 forever, clients sent away 4\n");
    WAIT_FOR(ada->kicked != DW_REASON_NONE && bob->kicked != DW_REASON_NONE &&
             eve->kicked != DW_REASON_NONE && mute_newcomer->kicked != DW_REASON_NONE);
    assert_int_equal(ada->kicked, DW_REASON_BANNED);
    assert_int_equal(eve->kicked, DW_REASON_BANNED);
    turn_for(100);
    assert_int_equal(far->kicked, DW_REASON_NONE);
    assert_int_equal(home.server->clients_in, 1);
    log_has("ban_sends_away address=127.0.1.2:");
    log_has("slot=0 name=\"Ada\"");
}

static void a_ban_while_the_connection_opens_counts_at_the_hello(void **state)
{
    (void)state;
    dw_error error = {""};
    person *at = connect_from("127.0.0.5");
    /* Changed without the console, which would have sent the peer away. */
    dw_ban ban = {.until_s = 0};
    const uint32_t host = inet_addr("127.0.0.5");
    ban.subject = dw_ban_subject_of_address(host);
    dw_bans *bans = (dw_bans *)dw_moderation_bans(home.server);
    assert_int_equal(dw_bans_add(bans, &ban, 1, &error), DW_OK);
    say_hello(at, "Ada", 0, false);
    WAIT_FOR(at->refused != DW_REASON_NONE);
    assert_int_equal(at->refused, DW_REASON_BANNED);
    assert_int_equal(home.server->clients_in, 0);
}

/* A server that neither seals nor records, in a folder that is not there. */
static void the_first_ban_makes_the_folder(void **state)
{
    (void)state;
    dw_error error = {""};
    char folder[128];
    char path[DW_PATH_MAX];
    dw_server_config config = dw_server_config_default();
    (void)snprintf(folder, sizeof folder, "%s/none", home.folder);
    (void)snprintf(path, sizeof path, "%s/bans", folder);
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.state, sizeof config.state, "%s", folder);
    config.port = 0;
    config.seal = 0;
    dw_server_destroy(home.server);
    assert_int_equal(dw_server_create(&home.server, &config, &error), DW_OK);
    answers("bans", "bans 0, clients sent away 0\n");
    answers("unban 127.0.0.3", "127.0.0.3: not in the list of bans\n");
    assert_int_equal(access(folder, F_OK), -1);
    answers("ban 127.0.0.3", "banned 127.0.0.3 forever, clients sent away 0\n");
    answers("bans", "127.0.0.3 forever\nbans 1, clients sent away 0\n");
    server_pace_wait_for_disk(home.server);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_banned_key_is_refused_and_sent_away_from_any_address(void **state)
{
    (void)state;
    char line[128];
    char expected[160];
    char key[DW_BAN_SUBJECT_TEXT];
    person *ada = join_with_key("127.0.0.2", "Ada", 1);
    person *bob = join_with_key("127.0.0.2", "Bob", 2);
    key_of(1, key);
    (void)snprintf(line, sizeof line, "ban %s 0 known elsewhere", key);
    (void)snprintf(expected, sizeof expected, "banned %s forever, clients sent away 1\n", key);
    answers(line, expected);
    WAIT_FOR(ada->kicked != DW_REASON_NONE);
    assert_int_equal(ada->kicked, DW_REASON_BANNED);
    person *again = connect_from("127.0.0.7");
    say_signed_hello(again, "Somebody", 1);
    WAIT_FOR(again->refused != DW_REASON_NONE);
    assert_int_equal(again->refused, DW_REASON_BANNED);
    assert_int_equal(bob->kicked, DW_REASON_NONE); /* The same address, another key. */
    (void)snprintf(line, sizeof line, "unban %s", key);
    command(line);
    (void)join_with_key("127.0.0.7", "Ada", 1);
    assert_int_equal(home.server->clients_in, 2);
}

static void a_ban_by_slot_takes_key_and_address(void **state)
{
    (void)state;
    char line[64];
    char expected[256];
    char key[DW_BAN_SUBJECT_TEXT];
    person *ada = join_with_key("127.0.0.2", "Ada Lovelace", 1);
    person *near = join("127.0.0.1", "Near"); /* Exempt from limits: a tunnel may end here. */
    key_of(1, key);
    (void)snprintf(expected, sizeof expected,
                   "banned %s for 30 min, clients sent away 1\n"
                   "banned 127.0.0.2 for 30 min, clients sent away 0\n",
                   key);
    /* The match by its code, in the other case. */
    (void)snprintf(line, sizeof line, "ban %s Ada Lovelace 30", home.server->codes[0]);
    for (char *at = line + strlen("ban "); *at != ' '; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
    answers(line, expected);
    WAIT_FOR(ada->kicked != DW_REASON_NONE);
    command("bans");
    (void)snprintf(expected, sizeof expected, "%s 2", key);
    assert_non_null(strstr(said, expected));
    assert_non_null(strstr(said, "\n127.0.0.2 2"));
    assert_non_null(strstr(said, "Z Ada Lovelace\n"));
    assert_non_null(strstr(said, "bans 2, clients sent away 0\n"));
    answers("ban 1 1",
            "ban: this client has no key, and 127.0.0.1 is an exempt address that many may share; "
            "kick the client, or ban 127.0.0.1 itself\n");
    assert_int_equal(near->kicked, DW_REASON_NONE);
    answers("ban 127.0.0.1", "banned 127.0.0.1 forever, clients sent away 1\n");
    WAIT_FOR(near->kicked == DW_REASON_BANNED);
}

static void a_mute_goes_with_the_key_and_not_with_the_address(void **state)
{
    (void)state;
    person *ada = join_with_key("127.0.0.2", "Ada", 1);
    person *bob = join_with_key("127.0.0.2", "Bob", 2);
    command("mute 1 Ada");
    command("kick 1 Ada");
    WAIT_FOR(ada->kicked != DW_REASON_NONE);
    person *again = join_with_key("127.0.0.9", "Anna", 1);
    bob->line_count = 0;
    chat(again, "it is me");
    WAIT_FOR(again->line_count == 1);
    turn_for(100);
    assert_int_equal(bob->line_count, 0);
    person *carl = join_with_key("127.0.0.2", "Carl", 3);
    chat(carl, "hello");
    WAIT_FOR(bob->line_count == 1);
    assert_string_equal(bob->lines[0], "Carl: hello");
}

static void what_a_person_writes_into_the_file_holds_after_bans(void **state)
{
    (void)state;
    char path[DW_PATH_MAX];
    dw_error error = {""};
    static const char good[] = "# by hand\n127.0.0.2 forever\n";
    static const char bad[] = "127.0.0.3 forever\n127.0.0.4\n";
    (void)snprintf(path, sizeof path, "%s/bans", home.folder);
    person *ada = join("127.0.0.2", "Ada");
    person *bob = join("127.0.0.3", "Bob");
    server_pace_wait_for_disk(home.server);
    assert_int_equal(dw_file_write(path, good, sizeof good - 1, &error), DW_OK);
    answers("bans", "127.0.0.2 forever\nbans 1, clients sent away 1\n");
    WAIT_FOR(ada->kicked == DW_REASON_BANNED);
    assert_int_equal(dw_file_write(path, bad, sizeof bad - 1, &error), DW_OK);
    command("bans");
    assert_non_null(strstr(said, "/bans: line 2: \"127.0.0.4\": must have an end"));
    assert_non_null(strstr(said, "; the bans stay as they were\n"));
    command("ban 127.0.0.9");
    assert_non_null(strstr(said, "/bans: line 2: "));
    assert_int_equal(dw_bans_count(dw_moderation_bans(home.server)), 1);
    assert_int_equal(bob->kicked, DW_REASON_NONE);
}

static void a_kick_says_why_and_lets_come_back(void **state)
{
    (void)state;
    person *ada = join("127.0.0.2", "Ada");
    (void)join("127.0.0.3", "Adam");
    person *spaced = join("127.0.0.4", "Big Bob");
    person *eve = join_as("127.0.0.5", "Eve", true);
    answers("kick 1 Otto",
            "match 1: no client with the slot or name \"Otto\" (players lists them)\n");
    answers("kick 2 Ada",
            "match 2: no client with the slot or name \"Ada\" (players lists them)\n");
    answers("kick 3 Ada", "match 3: must be 1 to 2, or a code\n");
    answers("kick 1 ad", "match 1: \"ad\" may be Ada, Adam: write the whole name or the slot\n");
    command("kick 1 Ada please stop\x01");
    assert_string_equal(said, "kick: the reason must be at most 120 bytes of plain text\n");
    assert_int_equal(home.server->clients_in, 4);
    command("kick 1 Ada blocks the doors");
    assert_int_equal(strncmp(said, "kicked match 1, slot 0: \"Ada\", 127.0.0.2:", 41), 0);
    WAIT_FOR(ada->kicked != DW_REASON_NONE);
    assert_int_equal(ada->kicked, DW_REASON_ADMIN);
    assert_string_equal(ada->kick_text, "blocks the doors");
    log_has("host_kicks address=127.0.0.2:");
    log_has("key=none match=1 slot=0 name=\"Ada\" text=\"blocks the doors\"");
    command("kick 1 big bob"); /* Case does not matter, spaces belong to the name. */
    WAIT_FOR(spaced->kicked == DW_REASON_ADMIN);
    command("kick 1 Eve");
    assert_int_equal(strncmp(said, "kicked match 1, watching: \"Eve\", 127.0.0.5:", 43), 0);
    WAIT_FOR(eve->kicked == DW_REASON_ADMIN);
    command("kick 1 1");
    assert_int_equal(strncmp(said, "kicked match 1, slot 1: \"Adam\", ", 32), 0);
    (void)join("127.0.0.2", "Ada");
}

static void nobody_reads_a_muted_player_until_unmuted(void **state)
{
    (void)state;
    person *ada = join("127.0.0.2", "Ada");
    person *bob = join("127.0.0.3", "Bob");
    chat(ada, "before");
    WAIT_FOR(bob->line_count == 1);
    assert_string_equal(bob->lines[0], "Ada: before");
    command("mute 1 Ada");
    assert_int_equal(strncmp(said, "muted match 1, slot 0: \"Ada\", ", 30), 0);
    log_has("host_mutes address=127.0.0.2:");
    ada->line_count = 0;
    chat(ada, "one");
    chat(ada, "two");
    WAIT_FOR(ada->line_count == 1);
    turn_for(200);
    assert_string_equal(ada->lines[0], "server: The host has muted you: no other player sees "
                                       "what you write or signal.");
    assert_int_equal(ada->line_count, 1); /* Once. */
    assert_int_equal(bob->line_count, 1);
    chat(bob, "hello");
    WAIT_FOR(ada->line_count == 2 && bob->line_count == 2);
    command("mute 1 0");
    assert_int_equal(strncmp(said, "already muted match 1, slot 0: \"Ada\"", 36), 0);

    /* A new connection is no way out. */
    raw_client_close(&ada->client);
    ada->client.host = NULL;
    person *again = join("127.0.0.2", "Somebody else");
    chat(again, "three");
    WAIT_FOR(again->line_count == 1);
    turn_for(100);
    assert_int_equal(bob->line_count, 2);
    command("unmute 1 Somebody else");
    assert_int_equal(strncmp(said, "unmuted match 1, slot ", 22), 0);
    log_has("host_unmutes address=127.0.0.2:");
    chat(again, "after");
    WAIT_FOR(bob->line_count == 3);
    assert_string_equal(bob->lines[2], "Somebody else: after");
}

/* The rows of `matches`, without what changes by itself. */
static void expect_matches(const char *command_line, const char *first, const char *second)
{
    char expected[2][160];
    const char *const counts[2] = {first, second};
    uint32_t rows = 0;
    command(command_line);
    for (uint32_t m = 0; m < 2; m++) {
        (void)snprintf(expected[m], sizeof expected[m], "%s, map reference, code %s\n",
                       counts[m] != NULL ? counts[m] : "", home.server->codes[m]);
        rows += counts[m] != NULL;
        if ((counts[m] != NULL) != (strstr(said, home.server->codes[m]) != NULL) ||
            (counts[m] != NULL && strstr(said, expected[m]) == NULL)) {
            fail_msg("match %u should be: %s%s", m + 1, expected[m], said);
        }
    }
    for (const char *at = said; (at = strstr(at, "match ")) != NULL; at++) {
        rows--;
    }
    assert_int_equal(rows, 0);
}

static void matches_with_any_kind_of_client_are_listed(void **state)
{
    (void)state;
    static const char none[] = ", players 0, away 0, spectators 0, queued 0, free 8";
    expect_matches("matches", NULL, NULL);
    expect_matches("matches all", none, none);
    person *eve = join_as("127.0.0.5", "Eve", true);
    expect_matches("matches", ", players 0, away 0, spectators 1, queued 0, free 8", NULL);
    person *ada = join("127.0.0.2", "Ada");
    expect_matches("matches", ", players 1, away 0, spectators 1, queued 0, free 7", NULL);
    command("kick 1 Eve");
    WAIT_FOR(eve->kicked == DW_REASON_ADMIN);
    person *bob = join("127.0.0.3", "Bob");
    enet_peer_disconnect(ada->peer, 0);
    WAIT_FOR(home.server->clients_in == 1);
    expect_matches("matches", ", players 1, away 1, spectators 0, queued 0, free 6", NULL);
    enet_peer_disconnect(bob->peer, 0);
    WAIT_FOR(home.server->clients_in == 0);
    expect_matches("matches", ", players 0, away 2, spectators 0, queued 0, free 6", NULL);
    command("matches");
    assert_non_null(strstr(said, "matches 2, clients 0, ticks "));
    assert_non_null(strstr(said, ", joined 3, lost 2\n"));
}

static void players_are_listed_by_slot(void **state)
{
    (void)state;
    char expected[512];
    person *eve = join_as("127.0.0.5", "Eve", true);
    person *ada = join("127.0.0.2", "Ada");
    person *bob = join("127.0.0.3", "Bob");
    dw_guest *guest = guest_in(1);
    guest->has_identity = true;
    memset(guest->identity, 0xab, sizeof guest->identity);
    guest->connected_ns -= UINT64_C(3) * 60 * 1000000000;
    command("mute 1 1");
    const person *const order[] = {ada, bob, eve};
    uint16_t ports[3];
    for (uint32_t i = 0; i < 3; i++) {
        ENetAddress own;
        assert_int_equal(enet_socket_get_address(order[i]->client.host->socket, &own), 0);
        ports[i] = own.port;
    }
    (void)snprintf(expected, sizeof expected,
                   "match 1, slot 0: \"Ada\", 127.0.0.2:%u, key none, 0 min\n"
                   "match 1, slot 1: \"Bob\", 127.0.0.3:%u, key abababababababab, 3 min, muted\n"
                   "match 1, watching: \"Eve\", 127.0.0.5:%u, key none, 0 min\n"
                   "clients 3, watching 1\n",
                   ports[0], ports[1], ports[2]);
    answers("players", expected);
    answers("players 1", expected);
    answers("players 2", "clients 3, watching 1\n");
    answers("players 3", "match 3: must be 1 to 2, a code, or all\n");
}

static void wrong_words_are_one_clear_line_each(void **state)
{
    (void)state;
    (void)join("127.0.0.2", "Ada");
    const char *const subject = ": must be an IPv4 address, a prefix like 203.0.113.0/24 (8 to 32 "
                                "bits) or a key of 64 hexadecimal digits\n";
    static const char *const wrong[] = {"127.0.0", "127.0.0.1/4", "127.0.0.1/x", "manor", "0f3c"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[64];
        char expected[256];
        (void)snprintf(expected, sizeof expected, "\"%s\"%s", wrong[i], subject);
        (void)snprintf(line, sizeof line, "ban %s 5", wrong[i]);
        answers(line, expected);
        (void)snprintf(line, sizeof line, "unban %s", wrong[i]);
        answers(line, expected);
    }
    answers("ban 127.0.0.9 soon", "ban: \"soon\" must be minutes, 0 to 5256000 (0: forever)\n");
    answers("ban 127.0.0.9 -1", "ban: \"-1\" must be minutes, 0 to 5256000 (0: forever)\n");
    answers("ban 127.0.0.9 5256001",
            "ban: \"5256001\" must be minutes, 0 to 5256000 (0: forever)\n");
    answers("ban 1 Ada soon", "ban: \"soon\" must be minutes, 0 to 5256000 (0: forever)\n");
    answers("unban 127.0.0.9", "127.0.0.9: not in the list of bans\n");
    answers("mute 1 Ada now",
            "mute: \"now\" is not expected here; write the slot or the whole name\n");
    command("unmute 1 Ada");
    assert_int_equal(strncmp(said, "not muted match 1, slot 0: \"Ada\"", 32), 0);
    command("ban 127.0.9.0/24 5");
    answers("unban 127.0.9.7",
            "127.0.9.7: not in the list of bans; still banned by 127.0.9.0/24\n");
    assert_int_equal(home.server->clients_in, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define IN_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)
        IN_HOUSE(a_banned_address_is_refused_before_it_costs_a_peer),
        IN_HOUSE(a_new_ban_sends_away_those_it_matches_and_no_others),
        IN_HOUSE(a_ban_while_the_connection_opens_counts_at_the_hello),
        IN_HOUSE(the_first_ban_makes_the_folder),
        IN_HOUSE(a_banned_key_is_refused_and_sent_away_from_any_address),
        IN_HOUSE(a_ban_by_slot_takes_key_and_address),
        IN_HOUSE(a_mute_goes_with_the_key_and_not_with_the_address),
        IN_HOUSE(what_a_person_writes_into_the_file_holds_after_bans),
        IN_HOUSE(a_kick_says_why_and_lets_come_back),
        IN_HOUSE(nobody_reads_a_muted_player_until_unmuted),
        IN_HOUSE(matches_with_any_kind_of_client_are_listed),
        IN_HOUSE(players_are_listed_by_slot),
        IN_HOUSE(wrong_words_are_one_clear_line_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
