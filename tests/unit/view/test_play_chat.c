/* What a person writes into the chat, on the play screen with a real client: commands never leave
 * as chat, and muted players are not shown. No window, no server: messages are handed in. */
#include "client/view/hud/hud_answer.h"
#include "client/view/pages/play.h"
#include "common/base/check.h"
#include "tests/support/test.h"
#include "view_scene.h"

#define STEP_NS UINT64_C(100000000)

typedef struct stage {
    dw_view_fixture fixture;
    dw_arena arena;
    dw_client *client;
    dw_play play;
    uint64_t now_ns;
    uint32_t chats, votes, commands; /* That the client has sent. */
    dw_vote last_vote;
    dw_admin_command last_command;
} stage;

static stage on;

static void take(void *context, dw_channel channel, bool reliable, const uint8_t *bytes,
                 size_t size)
{
    (void)context;
    (void)channel;
    (void)reliable;
    dw_message message;
    assert_int_equal(dw_message_decode_from_client(&message, bytes, size), DW_OK);
    on.chats += message.type == DW_MESSAGE_CHAT ? 1 : 0;
    if (message.type == DW_MESSAGE_ADMIN) {
        on.commands++;
        on.last_command = message.as.admin;
    }
    if (message.type == DW_MESSAGE_VOTE) {
        on.votes++;
        on.last_vote = message.as.vote;
    }
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    (void)context;
    (void)key;
    return on.fixture.map;
}

static void run(void)
{
    dw_error error = {""};
    on.now_ns += STEP_NS;
    assert_int_equal(dw_play_update(&on.play, on.client, (double)on.now_ns * 1e-9, &error), DW_OK);
}

/* From the server. */
static void tell(const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    dw_client_receive(on.client, dw_message_channel(message->type), bytes, size, on.now_ns);
    run();
}

static void type(const char *line)
{
    dw_play_action(&on.play, DW_ACTION_CHAT, true);
    dw_field_insert(&on.play.chat, line);
    dw_play_chat_key(&on.play, on.client, SDL_SCANCODE_RETURN);
    assert_false(on.play.chatting);
    run();
}

static void hear(const char *name, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE};
    (void)snprintf(message.as.chat_line.name, sizeof message.as.chat_line.name, "%s", name);
    (void)snprintf(message.as.chat_line.text, sizeof message.as.chat_line.text, "%s", text);
    tell(&message);
}

static void last_line_is(const char *text)
{
    assert_true(on.play.feed.chat_count > 0);
    assert_string_equal(on.play.feed.chat[on.play.feed.chat_count - 1].text, text);
}

static void welcome(void)
{
    dw_message message = {.type = DW_MESSAGE_WELCOME};
    message.as.welcome = (dw_welcome){.version = DW_PROTOCOL_VERSION,
                                      .match = 1,
                                      .code = "K7QD",
                                      .slot = 3,
                                      .tick = 1000,
                                      .snapshot_hz = 20,
                                      .intruders_max = 8,
                                      .map_size = 1000,
                                      .rules = on.fixture.rules,
                                      .map_name = "training"};
    tell(&message);
    assert_int_equal(dw_client_get_state(on.client), DW_CLIENT_PLAYING);
}

static int open_stage(void **state)
{
    (void)state;
    memset(&on, 0, sizeof on);
    on.now_ns = STEP_NS;
    const dw_client_config config = {
        .name = "Self", .send = take, .maps = {.share = share}, .input_hz = 30};
    if (!dw_view_fixture_open(&on.fixture, "training", true) ||
        dw_arena_create(&on.arena, DW_CLIENT_ARENA_BYTES) != DW_OK ||
        dw_client_create(&on.client, &on.arena, &config) != DW_OK) {
        return 1;
    }
    dw_play_init(&on.play);
    dw_client_connected(on.client, on.now_ns);
    welcome();
    dw_message message = {.type = DW_MESSAGE_ROUND};
    message.as.round = (dw_round){.round = 1, .phase = DW_PHASE_PLAY, .roster_count = 3};
    message.as.round.winner = DW_SLOT_NONE;
    message.as.round.roster[0] = (dw_roster_row){.slot = 0, .state = DW_SLOT_ALIVE, .name = "Mara"};
    message.as.round.roster[1] =
        (dw_roster_row){.slot = 1, .state = DW_SLOT_CAUGHT, .name = "Max Power"};
    message.as.round.roster[2] = (dw_roster_row){.slot = 3, .state = DW_SLOT_ALIVE, .name = "Self"};
    tell(&message);
    on.chats = 0;
    return 0;
}

static int close_stage(void **state)
{
    (void)state;
    dw_play_reset(&on.play);
    dw_client_destroy(on.client);
    dw_arena_destroy(&on.arena);
    dw_view_fixture_close(&on.fixture);
    return 0;
}

static void commands_never_leave_as_chat(void **state)
{
    (void)state;
    hear("Mara", "look at me");
    hear("Max Power", "no");
    assert_int_equal(on.play.feed.chat_count, 2);
    type("/mute Mara");
    assert_int_equal(on.chats, 0);
    /* What Mara had written goes as well. */
    assert_int_equal(on.play.feed.chat_count, 2);
    assert_string_equal(on.play.feed.chat[0].text, "Max Power: no");
    last_line_is("You no longer see what Mara writes. /unmute Mara undoes it.");
    hear("Mara", "LOOK AT ME");
    assert_int_equal(on.play.feed.chat_count, 2);
    type("/mutee Mara");
    assert_int_equal(on.chats, 0);
    type("hello");
    assert_int_equal(on.chats, 1);
    type("/unmute Mara");
    hear("Mara", "sorry");
    last_line_is("Mara: sorry");
    assert_int_equal(on.chats, 1);
}

static void a_vote_goes_to_the_server_and_its_result_into_the_chat(void **state)
{
    (void)state;
    type("/vote max");
    assert_int_equal(on.votes, 1);
    assert_int_equal(on.last_vote.vote, 0);
    assert_int_equal(on.last_vote.slot, 1);
    dw_message message = {.type = DW_MESSAGE_VOTE_STATE};
    message.as.vote_state = (dw_vote_state){
        .vote = 4, .phase = DW_VOTE_ON, .accused = 0, .caller = 1, .yes = 1, .needed = 2};
    tell(&message);
    last_line_is("Max Power calls a vote: Send Mara away?");
    type("/no");
    assert_int_equal(on.votes, 2);
    assert_int_equal(on.last_vote.vote, 4);
    assert_false(on.last_vote.yes);
    message.as.vote_state.no = 1; /* Counts change: nothing new to tell. */
    tell(&message);
    last_line_is("You vote no. Your first vote counts.");
    message.as.vote_state.phase = DW_VOTE_FAILED;
    tell(&message);
    last_line_is("The vote failed: Mara stays");
    assert_int_equal(on.chats, 0);
}

static void answer(bool more, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_ADMIN_LINE, .as.admin_line = {.more = more}};
    (void)snprintf(message.as.admin_line.text, sizeof message.as.admin_line.text, "%s", text);
    tell(&message);
}

static void draw_answer(dw_canvas *canvas, dw_text_kit *text, int width, int height)
{
    assert_int_equal(dw_canvas_resize(canvas, width, height), DW_OK);
    dw_canvas_clear(canvas, 0xff808080U);
    const dw_pen pen = {canvas, text, (float)height / 720.0F};
    dw_hud_draw_answer(&pen, &on.play.answer);
}

static void short_answers_of_the_server_go_into_the_chat(void **state)
{
    (void)state;
    type("/admin kick 1 Mara");
    assert_int_equal(on.commands, 1);
    assert_int_equal(on.chats, 0);
    assert_string_equal(on.last_command.text, "kick 1 Mara");
    last_line_is("/admin kick 1 Mara");
    answer(true, "kicked match 1, slot 0: \"Mara\", 127.0.0.1:4000");
    last_line_is("/admin kick 1 Mara");
    answer(false, "two");
    last_line_is("two");
    assert_int_equal(on.play.feed.chat_count, 3);
    assert_false(on.play.answer.open);
    run();
    assert_int_equal(on.play.feed.chat_count, 3);
}

static void long_answers_have_pages_that_two_keys_turn(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_canvas canvas = {0};
    dw_text_kit *text = NULL;
    char line[DW_ADMIN_LINE_MAX + 1];
    assert_int_equal(dw_text_create(&text, &error), DW_OK);
    type("/admin players");
    memset(line, 'w', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (uint32_t i = 1; i <= 30; i++) {
        answer(i < 30, i == 5 ? "" : line);
    }
    assert_true(on.play.answer.open);
    draw_answer(&canvas, text, 1280, 720);
    const uint32_t pages = on.play.answer.pages;
    const double scale = on.play.camera.target_scale;
    assert_in_range(pages, 3, 9); /* A line of 240 letters takes several rows. */
    for (uint32_t i = 0; i < 20; i++) {
        dw_play_action(&on.play, DW_ACTION_ZOOM_OUT, true);
    }
    assert_int_equal(on.play.answer.page, pages - 1);
    dw_play_action(&on.play, DW_ACTION_ZOOM_IN, true);
    assert_int_equal(on.play.answer.page, pages - 2);
    assert_true(on.play.camera.target_scale == scale); /* Meanwhile they do not zoom. */
    /* All of it is inside of the window, also of a small one; a larger one has fewer pages. */
    draw_answer(&canvas, text, 800, 500);
    for (int y = 0; y < canvas.height; y++) {
        assert_int_equal(canvas.pixels[y * canvas.stride], 0xff808080U);
        assert_int_equal(canvas.pixels[y * canvas.stride + canvas.width - 1], 0xff808080U);
    }
    on.play.answer.page = on.play.answer.pages - 1;
    draw_answer(&canvas, text, 2560, 720);
    assert_int_equal(on.play.answer.page, on.play.answer.pages - 1);
    dw_play_turn_help(&on.play); /* Takes its place. */
    assert_false(on.play.answer.open);
    on.play.answer.open = true;
    /* A short answer closes the panel. */
    type("/admin unmute 1 Mara");
    answer(false, "not muted");
    assert_false(on.play.answer.open);
    dw_canvas_destroy(&canvas);
    dw_text_destroy(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(commands_never_leave_as_chat, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(a_vote_goes_to_the_server_and_its_result_into_the_chat,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(short_answers_of_the_server_go_into_the_chat, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(long_answers_have_pages_that_two_keys_turn, open_stage,
                                        close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
