/* Which messages of a server a client takes at which point, what they may name, and what of a
 * broken connection still reaches it. */
#include "tests/support/test.h"

#include "client/core/client_state.h"
#include "protocol/snapshot_items.h"
#include "tests/unit/client/fake_server.h"

/* Where a client stands: connected and waiting for the welcome, waiting for the map, playing, and
 * connected again after a loss. */
typedef enum point { JOINING, MAP, PLAYING, RETURNING, POINTS } point;

static fake_server *stand_at(point where)
{
    fake_server *server = fake_server_create(NULL);
    if (where == JOINING) {
        server->silent = true;
        fake_server_connect(server);
    } else if (where == MAP) {
        server->holds_chunks = true;
        fake_server_connect(server);
    } else {
        fake_server_join(server);
    }
    fake_server_run(server, 100);
    if (where == RETURNING) {
        server->silent = true;
        dw_client_disconnected(server->client, 0, server->now_ns);
        fake_server_connect(server);
        fake_server_run(server, 100);
    }
    static const dw_client_state states[POINTS] = {DW_CLIENT_JOINING, DW_CLIENT_MAP,
                                                   DW_CLIENT_PLAYING, DW_CLIENT_RECONNECTING};
    assert_int_equal(dw_client_get_state(server->client), states[where]);
    return server;
}

static dw_message message_of(dw_message_type type)
{
    dw_message message = {.type = type};
    switch (type) {
    case DW_MESSAGE_REFUSE:
        message.as.refuse.reason = DW_REASON_FULL;
        break;
    case DW_MESSAGE_KICK:
        message.as.kick.reason = DW_REASON_ADMIN;
        break;
    case DW_MESSAGE_QUEUE:
        message.as.queue.place = 1;
        break;
    case DW_MESSAGE_SEAT:
        message.as.seat.slot = 1;
        break;
    case DW_MESSAGE_MAP_CHANGE:
        message.as.map_change = (dw_map_change){
            .change = 1, .tick = 900, .intruders_max = 8, .map_size = 100, .map_name = "attic"};
        break;
    case DW_MESSAGE_MAP_CHUNK:
        message.as.map_chunk =
            (dw_map_chunk){.chunk = 1, .chunk_count = 20, .size = DW_MAP_CHUNK_MAX};
        break;
    case DW_MESSAGE_EVENT:
        message.as.event = (dw_client_event){.tick = 5, .kind = DW_CLIENT_EVENT_USE_FAILED};
        break;
    case DW_MESSAGE_ROUND:
        message.as.round = (dw_round){
            .tick = 5, .round = 1, .phase = DW_PHASE_PLAY, .start_tick = 5, .winner = DW_SLOT_NONE};
        break;
    case DW_MESSAGE_CHAT_LINE:
        message.as.chat_line = (dw_chat_line){.slot = 0, .name = "Bo", .text = "hi"};
        break;
    case DW_MESSAGE_VOTE_STATE:
        message.as.vote_state =
            (dw_vote_state){.vote = 1, .phase = DW_VOTE_ON, .needed = 2, .end_tick = 5000};
        break;
    case DW_MESSAGE_DETECTIONS:
        message.as.detections.round = 1;
        break;
    case DW_MESSAGE_MISSION:
        message.as.mission = (dw_mission_brief){.name = "papers",
                                                .title = "The papers",
                                                .players_min = 1,
                                                .players_max = 4,
                                                .time_limit_s = 600};
        break;
    case DW_MESSAGE_MISSION_PART:
        message.as.mission_part = (dw_mission_part){
            .kind = DW_PART_TAKE, .item = 1, .id = "papers", .text = "Take the papers"};
        break;
    case DW_MESSAGE_MISSION_STATE:
        message.as.mission_state.tick = 5;
        break;
    case DW_MESSAGE_MISSION_NOTICE:
        message.as.mission_notice = (dw_mission_notice){.tick = 5, .text = "Hurry."};
        break;
    case DW_MESSAGE_MISSION_QUESTION:
        message.as.mission_question = (dw_mission_question){
            .number = 1, .end_tick = 5, .speaker = "Bo", .text = "Well?", .count = 2};
        message.as.mission_question.rows[0] = (dw_question_row){.text = "Yes"};
        message.as.mission_question.rows[1] = (dw_question_row){.text = "No"};
        break;
    case DW_MESSAGE_MISSION_PERSON:
        message.as.mission_person = (dw_mission_person){.slot = 15, .name = "Curator"};
        break;
    case DW_MESSAGE_MISSION_RESULT:
        message.as.mission_result = (dw_mission_result){.round = 1, .outcome = DW_OUTCOME_WON};
        break;
    case DW_MESSAGE_TEAM_SIGNAL:
        message.as.signal = (dw_signal){.tick = 5, .slot = 1, .sign = DW_SIGN_GO};
        break;
    case DW_MESSAGE_BODY_KIND:
        message.as.body_kind = (dw_body_kind){.body = 1, .kind = dw_kind_guard()};
        break;
    default:
        break;
    }
    return message;
}

static void each_message_has_its_time(void **state)
{
    (void)state;
    static const char violation[] =
        "the server broke the protocol: a message that is not valid at this point";
    static const struct {
        dw_message_type type;
        const char *taken; /* By point: 'y', or 'n' for a violation. */
    } rows[] = {
        {DW_MESSAGE_REFUSE, "ynny"},         {DW_MESSAGE_KICK, "yyyy"},
        {DW_MESSAGE_QUEUE, "nnnn"},          {DW_MESSAGE_SEAT, "nnnn"},
        {DW_MESSAGE_EVENT, "nyyn"},          {DW_MESSAGE_ROUND, "nyyn"},
        {DW_MESSAGE_CHAT_LINE, "nyyn"},      {DW_MESSAGE_VOTE_STATE, "nyyn"},
        {DW_MESSAGE_MAP_CHANGE, "nyyn"},     {DW_MESSAGE_MAP_CHUNK, "n?nn"},
        {DW_MESSAGE_TEAM_SIGNAL, "nyyn"},    {DW_MESSAGE_BODY_KIND, "nyyn"},
        {DW_MESSAGE_ADMIN_LINE, "nyyn"},     {DW_MESSAGE_STANDINGS, "nyyn"},
        {DW_MESSAGE_DETECTIONS, "nyyn"},     {DW_MESSAGE_MISSION, "nyyn"},
        {DW_MESSAGE_CHOICES, "nyyn"},        {DW_MESSAGE_MISSION_PART, "nyyn"},
        {DW_MESSAGE_MISSION_STATE, "nyyn"},  {DW_MESSAGE_MISSION_NOTICE, "nyyn"},
        {DW_MESSAGE_MISSION_RESULT, "nyyn"}, {DW_MESSAGE_MISSION_QUESTION, "nyyn"},
        {DW_MESSAGE_MISSION_PERSON, "nyyn"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (point where = JOINING; where < POINTS; where++) {
            if (rows[i].taken[where] == '?') {
                continue;
            }
            fake_server *server = stand_at(where);
            const dw_message message = message_of(rows[i].type);
            server->client->commands_open = 1; /* As after a command, for its answer. */
            fake_server_send(server, &message);
            fake_server_run(server, 50);
            const bool broken = strcmp(dw_client_end_text(server->client), violation) == 0;
            if (broken != (rows[i].taken[where] == 'n')) {
                fail_msg("message %d at point %d: \"%s\"", (int)rows[i].type, (int)where,
                         dw_client_end_text(server->client));
            }
            fake_server_destroy(server);
        }
    }
}

static void ends_say_who_ended_it_and_why(void **state)
{
    (void)state;
    fake_server *server = stand_at(PLAYING);
    dw_message kick = {.type = DW_MESSAGE_KICK, .as.kick = {.reason = DW_REASON_ADMIN}};
    (void)strcpy(kick.as.kick.text, "be kind");
    fake_server_send(server, &kick);
    fake_server_run(server, 50);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_KICKED);
    assert_int_equal(dw_client_reason(server->client), DW_REASON_ADMIN);
    char text[DW_CLIENT_TEXT_MAX];
    (void)snprintf(text, sizeof text, "sent away: %s (be kind)", dw_reason_text(DW_REASON_ADMIN));
    assert_string_equal(dw_client_end_text(server->client), text);
    /* The first end counts. */
    dw_client_quit(server->client);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_KICKED);
    assert_string_equal(dw_client_end_text(server->client), text);
    fake_server_destroy(server);

    server = stand_at(RETURNING);
    const dw_message refuse = message_of(DW_MESSAGE_REFUSE);
    fake_server_send(server, &refuse);
    fake_server_run(server, 50);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_REFUSED);
    assert_int_equal(dw_client_reason(server->client), DW_REASON_FULL);
    (void)snprintf(text, sizeof text, "refused: %s", dw_reason_text(DW_REASON_FULL));
    assert_string_equal(dw_client_end_text(server->client), text);
    fake_server_destroy(server);
}

static dw_welcome good_welcome(fake_server *server)
{
    fake_server *other = stand_at(PLAYING);
    dw_welcome welcome = *dw_client_welcome(other->client);
    fake_server_destroy(other);
    welcome.map_hash = server->map_hash;
    return welcome;
}

static void welcome_of_another_version_breaks_the_protocol(void **state)
{
    (void)state;
    for (int off = -1; off <= 1; off++) {
        fake_server *server = stand_at(JOINING);
        dw_message message = {.type = DW_MESSAGE_WELCOME, .as.welcome = good_welcome(server)};
        message.as.welcome.version += (uint32_t)off;
        fake_server_send(server, &message);
        fake_server_run(server, 50);
        assert_int_equal(dw_client_get_end(server->client),
                         off == 0 ? DW_CLIENT_END_NONE : DW_CLIENT_END_PROTOCOL);
        assert_int_equal(dw_client_welcome(server->client) != NULL, off == 0);
        fake_server_destroy(server);
    }
}

static dw_client_end end_after_event(uint8_t kind, uint16_t a)
{
    fake_server *server = stand_at(PLAYING);
    dw_message message = {.type = DW_MESSAGE_EVENT};
    message.as.event = (dw_client_event){.tick = 5, .kind = kind, .a = a};
    fake_server_send(server, &message);
    fake_server_run(server, 50);
    const dw_client_end end = dw_client_get_end(server->client);
    dw_client_event event;
    assert_int_equal(dw_client_pop_event(server->client, &event), end == DW_CLIENT_END_NONE);
    if (end == DW_CLIENT_END_NONE) {
        assert_int_equal(event.a, a);
    } else {
        assert_string_equal(dw_client_end_text(server->client),
                            "the server broke the protocol: an event names something that the map "
                            "does not have");
    }
    fake_server_destroy(server);
    return end;
}

/* A house of two rooms and a door. What no map could have, the codec refuses. */
static void events_name_what_there_is(void **state)
{
    (void)state;
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_BARK, UINT8_MAX), DW_CLIENT_END_NONE);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_DETECTED, UINT8_MAX), DW_CLIENT_END_NONE);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_USE_FAILED, 1), DW_CLIENT_END_NONE);
    static const uint8_t deeds[] = {DW_CLIENT_EVENT_CAUGHT, DW_CLIENT_EVENT_ITEM_TAKEN,
                                    DW_CLIENT_EVENT_ITEM_DROPPED};
    for (size_t i = 0; i < sizeof deeds; i++) {
        assert_int_equal(end_after_event(deeds[i], DW_INTRUDERS_MAX - 1), DW_CLIENT_END_NONE);
    }
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_RADIO, 1), DW_CLIENT_END_NONE);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_RADIO, 2), DW_CLIENT_END_PROTOCOL);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_INTENTION, 0), DW_CLIENT_END_NONE);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_INTENTION, 1), DW_CLIENT_END_PROTOCOL);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_DOOR, 0), DW_CLIENT_END_NONE);
    assert_int_equal(end_after_event(DW_CLIENT_EVENT_DOOR, 1), DW_CLIENT_END_PROTOCOL);
}

static void change_to_a_map_without_the_own_seat_breaks_the_protocol(void **state)
{
    (void)state;
    static const uint8_t bodies[] = {FAKE_SLOT + 1, FAKE_SLOT};
    for (size_t i = 0; i < 2; i++) {
        fake_server *server = stand_at(PLAYING);
        dw_message message = message_of(DW_MESSAGE_MAP_CHANGE);
        message.as.map_change.intruders_max = bodies[i];
        fake_server_send(server, &message);
        fake_server_run(server, 50);
        assert_int_equal(dw_client_get_end(server->client),
                         i == 0 ? DW_CLIENT_END_NONE : DW_CLIENT_END_PROTOCOL);
        fake_server_destroy(server);
    }
}

static void chat_comes_out_in_order_and_the_oldest_goes_first(void **state)
{
    (void)state;
    fake_server *server = stand_at(PLAYING);
    dw_message message = message_of(DW_MESSAGE_CHAT_LINE);
    for (uint32_t i = 0; i < DW_CLIENT_CHAT_MAX + 3; i++) {
        (void)snprintf(message.as.chat_line.text, sizeof message.as.chat_line.text, "line %u", i);
        fake_server_send(server, &message);
    }
    fake_server_run(server, 100);
    dw_chat_line line;
    for (uint32_t i = 3; i < DW_CLIENT_CHAT_MAX + 3; i++) {
        char expected[32];
        (void)snprintf(expected, sizeof expected, "line %u", i);
        assert_true(dw_client_pop_chat(server->client, &line));
        assert_string_equal(line.text, expected);
    }
    assert_false(dw_client_pop_chat(server->client, &line));
    fake_server_destroy(server);
}

/* A snapshot of the body where the server has it, with the objective on the floor. */
static size_t snapshot_bytes(const fake_server *server, uint32_t tick,
                             uint8_t bytes[DW_MESSAGE_MAX])
{
    const dw_snapshot snapshot = {.tick = tick,
                                  .items = {{.state = DW_ITEM_DROPPED, .x = 100, .y = 250}},
                                  .own = {.slot = FAKE_SLOT,
                                          .state = DW_SLOT_ALIVE,
                                          .x = server->body.position.x,
                                          .y = server->body.position.y}};
    size_t size = 0;
    assert_int_equal(dw_snapshot_encode(&snapshot, NULL, server->map->door_count, NULL, bytes,
                                        DW_MESSAGE_MAX, &size, NULL),
                     DW_OK);
    return size;
}

static void snapshot_counts_once_however_often_it_comes(void **state)
{
    (void)state;
    fake_server *server = stand_at(PLAYING);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    server->sends_snapshots = false;
    fake_server_run(server, 100);
    const dw_client_stats before = *stats;
    uint8_t bytes[DW_MESSAGE_MAX];
    const uint32_t tick = server->tick;
    const size_t size = snapshot_bytes(server, tick, bytes);
    for (int i = 0; i < 3; i++) {
        fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, bytes, size);
    }
    uint8_t older[DW_MESSAGE_MAX]; /* Late, but of use: it is kept, and is no newer picture. */
    fake_server_send_bytes(server, DW_CHANNEL_SNAPSHOT, older,
                           snapshot_bytes(server, tick - 1, older));
    fake_server_run(server, 50);
    assert_true(stats->snapshots == before.snapshots + 2);
    assert_true(stats->snapshots_full == before.snapshots_full + 2);
    assert_true(stats->snapshots_stale == before.snapshots_stale + 3);
    assert_true(stats->snapshot_bytes >= before.snapshot_bytes + 2 * size - 2);
    assert_int_equal(dw_client_latest(server->client)->tick, tick);
    dw_drawn_world world;
    assert_true(dw_client_draw(server->client, server->now_ns, &world));
    const dw_vec origin = server->map->bounds.min;
    const dw_vec at = dw_rect_centre(dw_snapshot_item_area(server->map, world.items, 0));
    assert_int_equal(world.items[0].state, DW_ITEM_DROPPED);
    assert_true(at.x == dw_snapshot_restore(100, origin.x));
    assert_true(at.y == dw_snapshot_restore(250, origin.y));
    fake_server_destroy(server);
}

static void give_round(fake_server *server, uint32_t round, dw_outcome outcome)
{
    dw_message message = message_of(DW_MESSAGE_ROUND);
    message.as.round.round = round;
    message.as.round.phase = DW_PHASE_RESULT;
    message.as.round.outcome = (uint8_t)outcome;
    message.as.round.winner = outcome == DW_OUTCOME_WON ? 1 : DW_SLOT_NONE;
    fake_server_send(server, &message);
    fake_server_run(server, 50);
}

static void each_round_is_won_or_lost_once_and_an_aborted_one_neither(void **state)
{
    (void)state;
    fake_server *server = stand_at(PLAYING);
    give_round(server, 2, DW_OUTCOME_LOST);
    give_round(server, 2, DW_OUTCOME_LOST);
    give_round(server, 3, DW_OUTCOME_TIMEOUT);
    give_round(server, 4, DW_OUTCOME_ABORTED);
    give_round(server, 5, DW_OUTCOME_WON);
    const dw_client_stats *stats = dw_client_get_stats(server->client);
    assert_int_equal(stats->rounds_won, 1);
    assert_int_equal(stats->rounds_lost, 2);
    fake_server_destroy(server);
}

/* Bytes of a connection that broke can still come out of the transport. */
static void old_connections_say_nothing_more(void **state)
{
    (void)state;
    const dw_message kick = message_of(DW_MESSAGE_KICK);
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(&kick, bytes, sizeof bytes, &size), DW_OK);
    for (int attempt = 0; attempt < 2; attempt++) {
        fake_server *server = stand_at(PLAYING);
        dw_client *client = server->client;
        server->silent = true;
        dw_client_disconnected(client, 0, server->now_ns);
        if (attempt == 1) { /* The next connection is up, and breaks before the welcome. */
            fake_server_connect(server);
            fake_server_run(server, 100);
            dw_client_disconnected(client, 0, server->now_ns);
        }
        const uint64_t before = dw_client_get_stats(client)->bytes_in;
        dw_client_receive(client, dw_message_channel(kick.type), bytes, size, server->now_ns);
        assert_int_equal(dw_client_get_state(client), DW_CLIENT_RECONNECTING);
        assert_true(dw_client_get_stats(client)->bytes_in == before);
        fake_server_connect(server);
        dw_client_receive(client, dw_message_channel(kick.type), bytes, size, server->now_ns);
        assert_int_equal(dw_client_get_end(client), DW_CLIENT_END_KICKED);
        assert_true(dw_client_get_stats(client)->bytes_in == before + size);
        fake_server_destroy(server);
    }
    /* And nothing is said to a server that is not there. */
    fake_server *server = stand_at(PLAYING);
    dw_client_disconnected(server->client, 0, server->now_ns);
    dw_client_quit(server->client);
    fake_server_run(server, 100);
    assert_int_equal(server->quits, 0);
    assert_int_equal(dw_client_get_end(server->client), DW_CLIENT_END_QUIT);
    fake_server_destroy(server);
}

/* To the nanosecond. */
static void limits_of_silence_are_exact(void **state)
{
    (void)state;
    const uint64_t second = UINT64_C(1000000000);
    const dw_intent still = {.direction = DW_STAND};
    fake_server *server = stand_at(PLAYING);
    dw_client *client = server->client;
    const uint64_t heard = server->now_ns;
    dw_client_heard(client, heard);
    dw_client_heard(client, heard - second); /* Time goes one way. */
    dw_connection_state now = dw_client_connection(client, heard + second - 1);
    assert_int_equal(now.kind, DW_CONNECTION_FINE);
    assert_int_equal(now.silent_s, 0);
    now = dw_client_connection(client, heard + second);
    assert_int_equal(now.kind, DW_CONNECTION_SILENT);
    assert_int_equal(now.silent_s, 1);
    assert_int_equal(dw_client_connection(client, heard - 5).kind, DW_CONNECTION_FINE);
    dw_client_update(client, still, heard + 5 * second);
    assert_int_equal(dw_client_get_state(client), DW_CLIENT_PLAYING);
    dw_client_update(client, still, heard + 5 * second + 1);
    assert_int_equal(dw_client_get_state(client), DW_CLIENT_RECONNECTING);
    assert_int_equal(dw_client_get_stats(client)->connection_losses, 1);
    now = dw_client_connection(client, heard + 6 * second);
    assert_int_equal(now.kind, DW_CONNECTION_LOST);
    assert_int_equal(now.silent_s, 6);
    assert_int_equal(now.left_s, 24);
    assert_int_equal(dw_client_connection(client, heard + 6 * second + 1).left_s, 24);
    assert_int_equal(dw_client_connection(client, heard + 40 * second).left_s, 0);
    dw_client_update(client, still, heard + 30 * second);
    assert_int_equal(dw_client_get_state(client), DW_CLIENT_RECONNECTING);
    dw_client_update(client, still, heard + 30 * second + 1);
    assert_int_equal(dw_client_get_end(client), DW_CLIENT_END_LOST);
    assert_string_equal(dw_client_end_text(client),
                        "connection lost, and the server did not answer again within 30 s");
    assert_int_equal(dw_client_connection(client, heard + 31 * second).kind, DW_CONNECTION_FINE);
    fake_server_destroy(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_has_its_time),
        cmocka_unit_test(ends_say_who_ended_it_and_why),
        cmocka_unit_test(welcome_of_another_version_breaks_the_protocol),
        cmocka_unit_test(events_name_what_there_is),
        cmocka_unit_test(change_to_a_map_without_the_own_seat_breaks_the_protocol),
        cmocka_unit_test(chat_comes_out_in_order_and_the_oldest_goes_first),
        cmocka_unit_test(snapshot_counts_once_however_often_it_comes),
        cmocka_unit_test(each_round_is_won_or_lost_once_and_an_aborted_one_neither),
        cmocka_unit_test(old_connections_say_nothing_more),
        cmocka_unit_test(limits_of_silence_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
