/* Each field of a guard's mind travels, and counts as a change where the list says so. The test is
 * made of the same list as the codec: a field that is added to it is tested here at once. */
#include "protocol/message.h"
#include "protocol/mind_fields.h"
#include "tests/support/test.h"

#include <string.h>

enum { TICK = 1000, MANY = 2 };

static dw_mind_view full_mind(void)
{
    dw_mind_view mind = {.tick = TICK,
                         .body = 3,
                         .goal = "chase",
                         .sentence = "Has intruder 1 in hall.",
                         .doing = "waits",
                         .cause = DW_CAUSE_LOST,
                         .cause_id = 900,
                         .since = 901,
                         .agitation = 1,
                         .room = 4,
                         .door = 5,
                         .target = {6, 7},
                         .switches = 5,
                         .strategy = "team"};
    mind.path_count = mind.intruder_count = mind.room_count = MANY;
    mind.piece_count = mind.clear_count = mind.call_count = MANY;
    mind.noise_count = MANY;
    for (uint32_t i = 0; i < MANY; i++) {
        mind.path[i] = (dw_vec){8 + (int32_t)i, 9};
        mind.intruders[i] = (dw_mind_intruder){.slot = (uint8_t)(5 * i),
                                               .meter = 50,
                                               .source = DW_BELIEF_TOLD,
                                               .told_by = 2,
                                               .confidence = 60,
                                               .room = 3,
                                               .tick = 800,
                                               .place = {10, 11}};
        mind.rooms[i] = (uint16_t)i;
        mind.pieces[i] = (dw_mind_piece){(uint16_t)i, 9};
        mind.clear[i] = (dw_mind_room){(uint16_t)i, 700};
        mind.noises[i] = (dw_mind_noise){
            .alarm = 0, .level_db = 40, .error_dm = 9, .tick = 500, .place = {12, 13}};
        mind.calls[i] = (dw_mind_call){.id = 20u + i,
                                       .tick = 600,
                                       .kind = DW_RADIO_CLEAR,
                                       .sender = 4,
                                       .slot = 1,
                                       .room = 2,
                                       .door = 3};
    }
    return mind;
}

/* With the same bytes again, else the test fails. */
static dw_mind_view sent(const dw_mind_view *mind)
{
    static dw_message message, back;
    message.type = DW_MESSAGE_MIND;
    message.as.mind = *mind;
    uint8_t bytes[DW_MESSAGE_MAX];
    uint8_t again[DW_MESSAGE_MAX];
    size_t size = 0;
    size_t size_again = 0;
    assert_int_equal(dw_message_encode(&message, bytes, sizeof bytes, &size), DW_OK);
    assert_int_equal(dw_message_decode_from_server(&back, bytes, size), DW_OK);
    assert_int_equal(dw_message_encode(&back, again, sizeof again, &size_again), DW_OK);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    return back.as.mind;
}

/* Another value that the field may have. */
#define CHANGE_TEXT(value, high) (value)[0] = 'X'
#define CHANGE_NUMBER(value, high)                                                                 \
    value = (__typeof__(value))((int64_t)(value) == (int64_t)(high) ? (value)-1 : (value) + 1)
#define CHANGE_AGE(value, high)      (value)--
#define CHANGE_INDEX(value, high)    (value) = DW_NONE
#define CHANGE_POSITION(value, high) (value).y++
#define CHANGE_CAUSE_ID(value, high) (value)--
#define CHANGE_PIECE(value, high)    (value).sides--

#define COUNTS_ALWAYS   true
#define COUNTS_NEVER    false
#define COUNTS_IF_KNOWN true

/* A belief of another source was told by nobody. */
static void repair(dw_mind_view *mind)
{
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        dw_mind_intruder *row = &mind->intruders[i];
        row->told_by = row->source == DW_BELIEF_TOLD ? row->told_by : 0;
    }
}

#define EXPECT_TEXT(a, b)     assert_string_equal(a, b)
#define EXPECT_NUMBER(a, b)   assert_int_equal(a, b)
#define EXPECT_AGE(a, b)      assert_int_equal(a, b)
#define EXPECT_INDEX(a, b)    assert_int_equal(a, b)
#define EXPECT_POSITION(a, b) assert_true(dw_vec_equal(a, b))
#define EXPECT_CAUSE_ID(a, b) assert_int_equal(a, b)
#define EXPECT_PIECE(a, b)    assert_true((a).furniture == (b).furniture && (a).sides == (b).sides)

#define TRAVELS(kind, access, low, high, compared)                                                 \
    {                                                                                              \
        const dw_mind_view before = full_mind();                                                   \
        dw_mind_view changed = before;                                                             \
        __typeof__(FIRST(changed)) row = FIRST(changed);                                           \
        CHANGE_##kind(row access, high);                                                           \
        repair(&changed);                                                                          \
        const dw_mind_view came = sent(&changed);                                                  \
        __typeof__(FIRST(came)) there = FIRST(came);                                               \
        EXPECT_##kind(there access, row access);                                                   \
        assert_int_equal(!dw_mind_same(&before, &came), COUNTS_##compared);                        \
        fields_tested++;                                                                           \
    }

static uint32_t fields_tested;

#define FIRST(mind) (&(mind))
static void fields_of_the_head_travel(void **state)
{
    (void)state;
    fields_tested = 0;
    DW_MIND_HEAD(TRAVELS)
    assert_int_equal(fields_tested, 13);
}
#undef FIRST

#define LIST_TEST(rows, fields)                                                                    \
    static void fields_of_##rows##_travel(void **state)                                            \
    {                                                                                              \
        (void)state;                                                                               \
        fields(TRAVELS)                                                                            \
    }

#define FIRST(mind) (&(mind).path[1])
LIST_TEST(path, DW_MIND_PATH_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).intruders[1])
LIST_TEST(intruders, DW_MIND_INTRUDER_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).rooms[1])
LIST_TEST(rooms, DW_MIND_ROOM_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).pieces[1])
LIST_TEST(pieces, DW_MIND_PIECE_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).clear[1])
LIST_TEST(clear, DW_MIND_CLEAR_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).calls[1])
LIST_TEST(calls, DW_MIND_CALL_ROW)
#undef FIRST
#define FIRST(mind) (&(mind).noises[1])
LIST_TEST(noises, DW_MIND_NOISE_ROW)
#undef FIRST

static void a_row_less_is_a_change_in_each_list(void **state)
{
    (void)state;
    const dw_mind_view before = full_mind();
#define ROW_LESS(rows, count, most, fields)                                                        \
    {                                                                                              \
        dw_mind_view less = before;                                                                \
        less.count--;                                                                              \
        const dw_mind_view came = sent(&less);                                                     \
        assert_int_equal(came.count, MANY - 1);                                                    \
        assert_false(dw_mind_same(&before, &came));                                                \
    }
    DW_MIND_LISTS(ROW_LESS)
}

/* Of an intruder of whom nothing is known the row bears the tick of its message. */
static void time_alone_is_no_change(void **state)
{
    (void)state;
    dw_mind_view before = full_mind();
    before.intruders[0] = (dw_mind_intruder){.meter = 5, .room = DW_NONE, .tick = TICK};
    dw_mind_view later = before;
    later.tick = TICK + 10;
    later.intruders[0].tick = TICK + 10;
    later.intruders[1].confidence--;
    assert_true(dw_mind_same(&before, &later));
    later.intruders[1].tick++;
    assert_false(dw_mind_same(&before, &later));
}

static void fields_beyond_their_range_are_no_mind(void **state)
{
    (void)state;
    dw_mind_view mind = full_mind();
    assert_true(dw_mind_valid(&mind));
    static const dw_vec outside[] = {{-1, 0}, {0, -1}, {UINT16_MAX + 1, 0}, {0, UINT16_MAX + 1}};
    for (uint32_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        mind = full_mind();
        mind.path[1] = outside[i];
        assert_false(dw_mind_valid(&mind));
    }
    mind = full_mind();
    mind.calls[0].kind = DW_RADIO_NONE;
    assert_false(dw_mind_valid(&mind));
    mind = full_mind();
    mind.intruders[1].slot = 0; /* They ascend. */
    assert_false(dw_mind_valid(&mind));
    mind = full_mind();
    mind.since = TICK + 1;
    assert_false(dw_mind_valid(&mind));
    mind = full_mind();
    mind.pieces[1].sides = DW_MIND_SIDES_ALL + 1;
    assert_false(dw_mind_valid(&mind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_the_head_travel),
        cmocka_unit_test(fields_of_path_travel),
        cmocka_unit_test(fields_of_intruders_travel),
        cmocka_unit_test(fields_of_rooms_travel),
        cmocka_unit_test(fields_of_pieces_travel),
        cmocka_unit_test(fields_of_clear_travel),
        cmocka_unit_test(fields_of_calls_travel),
        cmocka_unit_test(fields_of_noises_travel),
        cmocka_unit_test(a_row_less_is_a_change_in_each_list),
        cmocka_unit_test(time_alone_is_no_change),
        cmocka_unit_test(fields_beyond_their_range_are_no_mind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
