/* The match as a table of text: all that a spectator is told stands in it, word for word. */
#include "tests/support/test.h"

#include "client/bot/live_table.h"
#include "common/base/check.h"
#include "tests/unit/client/fake_server.h"

#include <stdlib.h>

enum { TABLE_MAX = 4096, MARA = 0, BO = 3 };

typedef struct watching {
    fake_server *server;
    dw_live_table table;
    dw_round round;
    dw_snapshot snapshot;
    char text[TABLE_MAX];
} watching;

static dw_snapshot_body row(const watching *at, uint8_t id, uint8_t role, int32_t x_mm,
                            int32_t y_mm)
{
    const dw_vec origin = at->server->map->bounds.min;
    return (dw_snapshot_body){.id = id,
                              .role = role,
                              .x = dw_snapshot_quantise(DW_MM(x_mm), origin.x),
                              .y = dw_snapshot_quantise(DW_MM(y_mm), origin.y)};
}

static void open_watching(watching *at)
{
    memset(at, 0, sizeof *at);
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    at->server = fake_server_create(&config);
    at->server->tick = 20000;
    fake_server_join(at->server);
    at->server->sends_snapshots = false;
    at->round = (dw_round){.tick = at->server->tick,
                           .round = 4,
                           .phase = DW_PHASE_PLAY,
                           .start_tick = at->server->tick - 60 * 75 - 30,
                           .winner = DW_SLOT_NONE,
                           .roster_count = 2,
                           .roster = {{.slot = MARA, .state = DW_SLOT_ALIVE, .name = "Mara"},
                                      {.slot = BO, .state = DW_SLOT_CAUGHT, .name = "Bo"}}};
    at->snapshot = (dw_snapshot){.own = {.slot = DW_SLOT_NONE}, .body_count = 3};
    at->snapshot.bodies[0] = row(at, 2, DW_ROLE_GUARD, 3000, 1000);
    at->snapshot.bodies[1] = row(at, 5, DW_ROLE_INTRUDER, 8000, 2000);
    at->snapshot.bodies[2] = row(at, 9, DW_ROLE_GUARD, 9000, 1000);
    at->snapshot.bodies[0].mood = DW_MOOD_SUSPICIOUS;
    at->snapshot.bodies[0].meter = 36;
    at->snapshot.bodies[2].mood = DW_MOOD_CHASING;
    at->snapshot.bodies[2].meter = 100;
}

static void close_watching(watching *at)
{
    fake_server_destroy(at->server);
}

static void write_table(watching *at, bool redraw)
{
    memset(at->text, 0, sizeof at->text);
    FILE *out = fmemopen(at->text, sizeof at->text - 1, "w");
    assert_non_null(out);
    dw_live_table_update(&at->table, at->server->client);
    dw_live_table_write(&at->table, at->server->client, at->server->now_ns, redraw, out);
    assert_int_equal(fclose(out), 0);
}

/* The same picture for a second, so that it is drawn too. */
static void show(watching *at)
{
    const dw_message round = {.type = DW_MESSAGE_ROUND, .as.round = at->round};
    fake_server_send(at->server, &round);
    for (uint32_t i = 0; i < 20; i++) {
        uint8_t bytes[DW_MESSAGE_MAX];
        size_t size = 0;
        at->snapshot.tick = at->server->tick;
        assert_int_equal(dw_snapshot_encode(&at->snapshot, NULL, at->server->map->door_count, NULL,
                                            bytes, sizeof bytes, &size, NULL),
                         DW_OK);
        fake_server_send_bytes(at->server, DW_CHANNEL_SNAPSHOT, bytes, size);
        fake_server_run(at->server, 50);
    }
    write_table(at, false);
}

static void tell(watching *at, uint8_t kind, uint16_t a, uint16_t b)
{
    dw_message message = {.type = DW_MESSAGE_EVENT};
    message.as.event =
        (dw_client_event){.tick = at->server->tick, .kind = kind, .a = a, .b = b, .c = 0};
    fake_server_send(at->server, &message);
}

static void say(watching *at, const char *name, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE, .as.chat_line = {.slot = DW_SLOT_NONE}};
    (void)snprintf(message.as.chat_line.name, sizeof message.as.chat_line.name, "%s", name);
    (void)snprintf(message.as.chat_line.text, sizeof message.as.chat_line.text, "%s", text);
    fake_server_send(at->server, &message);
}

static void expect_line(const watching *at, const char *line)
{
    if (strstr(at->text, line) == NULL) {
        fail_msg("no \"%s\" in:\n%s", line, at->text);
    }
}

/* What `part` begins is the end of the table. */
static void expect_end(const watching *at, const char *part)
{
    const size_t length = strlen(part);
    const size_t all = strlen(at->text);
    if (all < length || strcmp(at->text + all - length, part) != 0) {
        fail_msg("\"%s\" is not the end of:\n%s", part, at->text);
    }
}

static void table_says_who_is_where_and_how_much_guards_noticed(void **state)
{
    (void)state;
    watching at;
    open_watching(&at);
    at.snapshot.bodies[1].slot = MARA;
    show(&at);
    assert_string_equal(at.text, "Duskwatch  scene  match 1 K7QD  round 4  play 1:16\n"
                                 "documents: in its place\n"
                                 "\n"
                                 "intruder                  state       where\n"
                                 "Mara                      sneaking    study\n"
                                 "Bo                        caught      -\n"
                                 "\n"
                                 "guard                     mood        noticed       where\n"
                                 "guard 2                   suspicious  [####......]  hall\n"
                                 "guard 9                   chasing     [##########]  study\n"
                                 "\n"
                                 "\n");
    /* Half of a tenth fills it; nobody is in a room outside of the house. */
    at.snapshot.bodies[0].meter = 35;
    at.snapshot.bodies[0].mood = DW_MOOD_CALM;
    at.snapshot.bodies[2].meter = 34;
    at.snapshot.bodies[2].mood = DW_MOOD_ALERT;
    at.snapshot.bodies[2].x = 0;
    at.snapshot.bodies[2].y = UINT16_MAX;
    show(&at);
    expect_line(&at, "\nguard 2                   calm        [####......]  hall\n");
    expect_line(&at, "\nguard 9                   alert       [###.......]  -\n");
    close_watching(&at);
}

static void table_calls_a_guard_by_its_kind(void **state)
{
    (void)state;
    watching at;
    open_watching(&at);
    dw_message message = {.type = DW_MESSAGE_BODY_KIND,
                          .as.body_kind = {.body = 9, .kind = dw_kind_guard()}};
    message.as.body_kind.kind.look = DW_KIND_LOOK_CAMERA;
    fake_server_send(at.server, &message);
    show(&at);
    expect_line(&at, "guard 2   ");
    expect_line(&at, "camera 9  ");
    assert_null(strstr(at.text, "guard 9"));
    close_watching(&at);
}

static void table_says_who_has_the_objective(void **state)
{
    (void)state;
    watching at;
    open_watching(&at);
    at.snapshot.bodies[1].slot = BO;
    at.snapshot.bodies[1].flags = DW_BODY_CARRYING;
    at.snapshot.items[0].state = DW_ITEM_CARRIED;
    at.snapshot.items[0].carrier = BO;
    at.round.roster[1].state = DW_SLOT_ALIVE;
    at.round.roster[0].state = DW_SLOT_DROPPED;
    show(&at);
    expect_line(&at, "\ndocuments: carried by Bo\n");
    expect_line(&at, "\nMara                      dropped     -\n");
    expect_line(&at, "\nBo                        sneaking    study  *\n");
    at.snapshot.bodies[1].flags = DW_BODY_CROUCHING;
    at.snapshot.items[0].carrier = 6;
    show(&at);
    expect_line(&at, "\ndocuments: carried by somebody\n");
    expect_line(&at, "\nBo                        sneaking    study\n");
    at.snapshot.items[0].state = DW_ITEM_DROPPED;
    at.snapshot.items[0].carrier = 0;
    show(&at);
    expect_line(&at, "\ndocuments: dropped\n");
    at.snapshot.items[0].state = DW_ITEM_DELIVERED;
    at.round.phase = DW_PHASE_RESULT;
    at.round.outcome = DW_OUTCOME_WON;
    at.round.winner = BO;
    at.round.start_tick = at.server->tick + 600;
    show(&at);
    expect_line(&at, "  round 4  result 0:00  won\ndocuments: delivered\n");
    close_watching(&at);
}

static void last_eight_events_stand_below_the_table(void **state)
{
    (void)state;
    watching at;
    open_watching(&at);
    show(&at);
    tell(&at, DW_CLIENT_EVENT_RADIO, 1, 0);
    tell(&at, DW_CLIENT_EVENT_RADIO, 0, 1);
    tell(&at, DW_CLIENT_EVENT_RADIO, 1, 2);
    tell(&at, DW_CLIENT_EVENT_RADIO, 0, 3);
    tell(&at, DW_CLIENT_EVENT_BARK, 2, 0); /* The table shows neither cries nor doors. */
    tell(&at, DW_CLIENT_EVENT_DOOR, 0, 0);
    tell(&at, DW_CLIENT_EVENT_CAUGHT, BO, 0);
    tell(&at, DW_CLIENT_EVENT_ITEM_TAKEN, MARA, 0);
    tell(&at, DW_CLIENT_EVENT_ITEM_DROPPED, 6, 0);
    fake_server_run(at.server, 100);
    write_table(&at, false);
    expect_end(&at, "\n\n"
                    "  radio: intruder in study\n"
                    "  radio: all clear in hall\n"
                    "  radio: objective missing in study\n"
                    "  radio: something in hall\n"
                    "  Bo is caught\n"
                    "  Mara has taken documents\n"
                    "  somebody has dropped documents\n"
                    "\n");
    say(&at, "Ines", "hello");
    for (uint16_t i = 0; i < 4; i++) {
        tell(&at, DW_CLIENT_EVENT_RADIO, 1, i % 2);
    }
    fake_server_run(at.server, 100);
    write_table(&at, false);
    expect_end(&at, "\n\n"
                    "  Bo is caught\n"
                    "  Mara has taken documents\n"
                    "  somebody has dropped documents\n"
                    "  radio: intruder in study\n"
                    "  radio: all clear in study\n"
                    "  radio: intruder in study\n"
                    "  radio: all clear in study\n"
                    "  Ines: hello\n"
                    "\n");
    close_watching(&at);
}

static void table_in_a_terminal_is_written_over_the_last_one(void **state)
{
    (void)state;
    watching at;
    open_watching(&at);
    show(&at);
    assert_true(strncmp(at.text, "Duskwatch", 9) == 0);
    write_table(&at, true);
    assert_true(strncmp(at.text, "\033[H\033[JDuskwatch", 15) == 0);
    expect_end(&at, "\nPress Ctrl+C to end.\n");
    close_watching(&at);
}

static void table_without_a_match_says_why(void **state)
{
    (void)state;
    watching at;
    memset(&at, 0, sizeof at);
    const dw_client_config config = {.input_hz = 30, .spectate = true};
    at.server = fake_server_create(&config);
    write_table(&at, false);
    assert_string_equal(at.text, "Joining ...\n");
    fake_server_join(at.server);
    write_table(&at, false);
    assert_true(strncmp(at.text, "Duskwatch", 9) == 0);
    at.server->silent = true;
    fake_server_run(at.server, 7000);
    write_table(&at, true);
    assert_string_equal(at.text, "\033[H\033[JConnection lost. Reconnecting: 23 s left\n");
    close_watching(&at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_says_who_is_where_and_how_much_guards_noticed),
        cmocka_unit_test(table_calls_a_guard_by_its_kind),
        cmocka_unit_test(table_says_who_has_the_objective),
        cmocka_unit_test(last_eight_events_stand_below_the_table),
        cmocka_unit_test(table_in_a_terminal_is_written_over_the_last_one),
        cmocka_unit_test(table_without_a_match_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
