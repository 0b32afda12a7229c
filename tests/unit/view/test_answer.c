/* The server's answers to /admin: which are lines of the chat, which open the panel, and how its
 * pages turn. */
#include "client/view/model/answer.h"
#include "tests/support/test.h"

static dw_answer answer;
static dw_feed feed;
static dw_client_answer newest;

static int begin(void **state)
{
    (void)state;
    answer = (dw_answer){.open = false};
    newest = (dw_client_answer){.number = 0};
    memset(&feed, 0, sizeof feed);
    return 0;
}

/* One more whole answer: `lines` lines of `bytes` letters each. */
static void answer_comes(uint32_t lines, size_t bytes)
{
    newest = (dw_client_answer){.number = newest.number + 1, .whole = true, .lines = lines};
    for (uint32_t i = 0; i < lines; i++) {
        memset(newest.text + newest.size, 'a' + (int)i, bytes);
        newest.size += bytes;
        newest.text[newest.size++] = '\n';
    }
    dw_answer_take(&answer, &newest, &feed, 1.0);
}

static void a_short_answer_is_lines_of_the_chat_in_its_order(void **state)
{
    (void)state;
    answer_comes(DW_ANSWER_CHAT_LINES, DW_ANSWER_CHAT_BYTES);
    assert_false(answer.open);
    assert_int_equal(feed.chat_count, DW_ANSWER_CHAT_LINES);
    assert_int_equal(feed.chat[0].text[0], 'a');
    assert_int_equal(feed.chat[1].text[0], 'b');
    assert_int_equal(strlen(feed.chat[1].text), DW_ANSWER_CHAT_BYTES);
}

static void more_lines_or_a_longer_one_open_the_panel_and_leave_the_chat_alone(void **state)
{
    (void)state;
    answer_comes(DW_ANSWER_CHAT_LINES + 1, 1);
    assert_true(answer.open);
    assert_string_equal(answer.text, "a\nb\nc\n");
    answer.open = false;
    answer_comes(1, DW_ANSWER_CHAT_BYTES + 1);
    assert_true(answer.open);
    assert_int_equal(strlen(answer.text), DW_ANSWER_CHAT_BYTES + 2);
    assert_int_equal(feed.chat_count, 0);
    /* The length of the second line counts too, and a short answer closes the panel. */
    newest = (dw_client_answer){.number = 8, .whole = true, .lines = 2};
    newest.size =
        (size_t)snprintf(newest.text, sizeof newest.text, "a\n%0*d\n", DW_ANSWER_CHAT_BYTES + 1, 7);
    answer.open = false;
    dw_answer_take(&answer, &newest, &feed, 1.0);
    assert_true(answer.open);
    answer_comes(1, 1);
    assert_false(answer.open);
    assert_int_equal(feed.chat_count, 1);
}

static void an_answer_is_taken_once_and_not_before_it_is_whole(void **state)
{
    (void)state;
    newest = (dw_client_answer){.number = 1, .lines = 1, .size = 2, .text = "a\n"};
    dw_answer_take(&answer, &newest, &feed, 1.0);
    assert_int_equal(feed.chat_count, 0);
    newest.whole = true;
    dw_answer_take(&answer, &newest, &feed, 1.0);
    dw_answer_take(&answer, &newest, &feed, 2.0);
    assert_int_equal(feed.chat_count, 1);
    answer_comes(9, 1);
    answer.open = false; /* The person has closed it. */
    dw_answer_take(&answer, &newest, &feed, 3.0);
    assert_false(answer.open);
}

static void pages_turn_from_the_first_to_the_last_and_a_new_answer_begins_at_the_first(void **state)
{
    (void)state;
    assert_false(dw_answer_turn(&answer, 1));
    answer_comes(40, 5);
    assert_int_equal(answer.page, 0);
    assert_true(dw_answer_turn(&answer, 1));
    assert_int_equal(answer.page, 0); /* How many there are is not known before it is drawn. */
    answer.pages = 3;
    for (uint32_t page = 1; page <= 4; page++) {
        assert_true(dw_answer_turn(&answer, 1));
        assert_int_equal(answer.page, page < 3 ? page : 2);
    }
    assert_true(dw_answer_turn(&answer, -1));
    assert_int_equal(answer.page, 1);
    assert_true(dw_answer_turn(&answer, -1));
    assert_true(dw_answer_turn(&answer, -1));
    assert_int_equal(answer.page, 0);
    assert_true(dw_answer_turn(&answer, 1));
    answer_comes(41, 5);
    assert_int_equal(answer.page, 0);
    assert_int_equal(answer.pages, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_short_answer_is_lines_of_the_chat_in_its_order, begin),
        cmocka_unit_test_setup(more_lines_or_a_longer_one_open_the_panel_and_leave_the_chat_alone,
                               begin),
        cmocka_unit_test_setup(an_answer_is_taken_once_and_not_before_it_is_whole, begin),
        cmocka_unit_test_setup(
            pages_turn_from_the_first_to_the_last_and_a_new_answer_begins_at_the_first, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
