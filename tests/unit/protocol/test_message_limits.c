/* The limits of messages, by example: what must be refused, what does not travel, and how large a
 * message can get. */
#include "common/base/check.h"
#include "protocol/message.h"
#include "random_message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void expect_refused_from_server(const dw_message *message, size_t at, uint8_t value)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message back;
    const size_t size = dw_test_encode(message, bytes);
    assert_int_equal(dw_message_decode_from_server(&back, bytes, size), DW_OK);
    assert_true(at < size && bytes[at] != value);
    bytes[at] = value;
    assert_int_equal(dw_message_decode_from_server(&back, bytes, size), DW_INVALID);
}

static void a_hello_of_another_version_says_so_whatever_follows(void **state)
{
    (void)state;
    static const uint8_t next[] = {0x93, 0x01, DW_PROTOCOL_VERSION + 1, 0x81, 0x00, 0xc0};
    static const uint8_t older[] = {0x92, 0x01, 0x01};
    static const uint8_t no_number[] = {0x92, 0x01, 0xc0};
    dw_message back;
    assert_int_equal(dw_message_decode_from_client(&back, next, sizeof(next)), DW_OTHER_VERSION);
    assert_int_equal(dw_message_decode_from_client(&back, older, sizeof(older)), DW_OTHER_VERSION);
    assert_int_equal(dw_message_decode_from_client(&back, no_number, sizeof(no_number)),
                     DW_INVALID);
}

static void a_welcome_of_another_version_says_so(void **state)
{
    (void)state;
    static const uint8_t next[] = {0x92, 0x20, DW_PROTOCOL_VERSION + 1};
    dw_message back;
    assert_int_equal(dw_message_decode_from_server(&back, next, sizeof(next)), DW_OTHER_VERSION);
}

static void an_input_whose_intents_begin_before_tick_one_is_refused(void **state)
{
    (void)state;
    static const uint8_t fits[] = {0x95, 0x02, 0x00, 0x02, 0x01, 0x01};
    static const uint8_t early[] = {0x95, 0x02, 0x00, 0x01, 0x01, 0x01};
    static const uint8_t none[] = {0x93, 0x02, 0x00, 0x05};
    dw_message back;
    assert_int_equal(dw_message_decode_from_client(&back, fits, sizeof(fits)), DW_OK);
    assert_int_equal(dw_message_decode_from_client(&back, early, sizeof(early)), DW_INVALID);
    assert_int_equal(dw_message_decode_from_client(&back, none, sizeof(none)), DW_INVALID);
}

static void an_input_of_seventeen_intents_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[3 + 3 + 17] = {0xdc, 0x00, 3 + 16, 0x02, 0x00, 0x64};
    dw_message back;
    assert_int_equal(dw_message_decode_from_client(&back, bytes, 6 + 16), DW_OK);
    assert_int_equal(back.as.input.count, 16);
    bytes[2] = 3 + 17;
    assert_int_equal(dw_message_decode_from_client(&back, bytes, 6 + 17), DW_INVALID);
}

static void directions_and_buttons_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    dw_message back;
    for (uint32_t packed = 0; packed < 128; packed++) {
        const uint8_t bytes[] = {0x94, 0x02, 0x00, 0x05, (uint8_t)packed};
        const bool valid = packed % 16 < DW_DIRECTION_COUNT;
        assert_int_equal(dw_message_decode_from_client(&back, bytes, sizeof(bytes)),
                         valid ? DW_OK : DW_INVALID);
    }
}

/* One byte less than the binary at `at` is whole. */
static void expect_shorter_refused(const dw_message *message, size_t at, uint8_t whole)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message back;
    const size_t size = dw_test_encode(message, bytes);
    assert_int_equal(dw_message_decode_from_client(&back, bytes, size), DW_OK);
    assert_int_equal(bytes[at], 0xc4);
    assert_int_equal(bytes[at + 1], whole);
    bytes[at + 1] = (uint8_t)(whole - 1);
    memmove(bytes + at + 2, bytes + at + 3, size - at - 3);
    assert_int_equal(dw_message_decode_from_client(&back, bytes, size - 1), DW_INVALID);
}

static void binaries_of_a_hello_are_whole_or_not_there(void **state)
{
    (void)state;
    /* [1, version, map hash, "", 0, "A", identity, proof, token]: each follows the one before. */
    enum { MAP_HASH = 3, IDENTITY = MAP_HASH + 2 + 1 + 1 + 2, PROOF = IDENTITY + 2 };
    dw_message message = {.type = DW_MESSAGE_HELLO,
                          .as.hello = {.version = DW_PROTOCOL_VERSION, .name = "A"}};
    message.as.hello.has_map_hash = true;
    expect_shorter_refused(&message, MAP_HASH, DW_MAP_HASH_SIZE);
    message.as.hello.has_map_hash = false;
    message.as.hello.has_identity = true;
    expect_shorter_refused(&message, IDENTITY, DW_SEAL_KEY_SIZE);
    message.as.hello.has_identity = false;
    message.as.hello.has_proof = true;
    expect_shorter_refused(&message, PROOF, DW_IDENTITY_PROOF_SIZE);
    message.as.hello.has_proof = false;
    message.as.hello.has_token = true;
    expect_shorter_refused(&message, PROOF + 2, DW_TOKEN_SIZE);
}

static void a_refusal_for_no_known_reason_is_refused(void **state)
{
    (void)state;
    const dw_message message = {.type = DW_MESSAGE_REFUSE, .as.refuse = {.reason = DW_REASON_FULL}};
    expect_refused_from_server(&message, 2, DW_REASON_COUNT);
}

static void a_queue_has_eight_places_and_a_seat_is_a_body(void **state)
{
    (void)state;
    const dw_message queue = {.type = DW_MESSAGE_QUEUE, .as.queue = {.place = 1}};
    expect_refused_from_server(&queue, 2, 0);
    expect_refused_from_server(&queue, 2, DW_QUEUE_MATCH_MAX + 1);
    const dw_message seat = {.type = DW_MESSAGE_SEAT};
    expect_refused_from_server(&seat, 2, DW_INTRUDERS_MAX);
}

static void sounds_keep_the_loudest_in_one_order_and_no_other_is_taken(void **state)
{
    (void)state;
    static const dw_sound_heard heard[] = {{DW_NOISE_STEP, 20, 10}, {DW_NOISE_LEAF, 20, 10},
                                           {DW_NOISE_STEP, 5, 10},  {DW_NOISE_BARK, 9, 40},
                                           {DW_NOISE_STEP, 1, 9},   {DW_NOISE_STEP, 2, 9},
                                           {DW_NOISE_STEP, 3, 9},   {DW_NOISE_STEP, 4, 9},
                                           {DW_NOISE_STEP, 5, 9},   {DW_NOISE_COIN, 127, 11}};
    enum { COUNT = DW_COUNT_OF(heard) };
    dw_message there = {.type = DW_MESSAGE_SOUNDS, .as.sounds.tick = 7};
    dw_message back = there;
    for (uint32_t i = 0; i < COUNT; i++) {
        dw_sounds_keep(&there.as.sounds, heard[i]);
        dw_sounds_keep(&back.as.sounds, heard[COUNT - 1 - i]);
    }
    assert_int_equal(there.as.sounds.count, DW_SOUNDS_MAX);
    assert_memory_equal(&there, &back, sizeof there);
    assert_memory_equal(&there.as.sounds.rows[0], &heard[3], sizeof heard[0]);
    assert_memory_equal(&there.as.sounds.rows[2], &heard[2], sizeof heard[0]);
    assert_memory_equal(&there.as.sounds.rows[7], &heard[6], sizeof heard[0]);
    uint8_t bytes[DW_MESSAGE_MAX];
    (void)dw_test_encode(&there, bytes);
    enum { HEAD = 3 + 1 + 1 }; /* dc 00 1a, type, tick. */
    assert_int_equal(bytes[HEAD + 2], 40);
    expect_refused_from_server(&there, HEAD + 2, 10); /* Quieter than the next. */
    expect_refused_from_server(&there, HEAD + 3 + 2, 41);
    expect_refused_from_server(&there, HEAD, DW_NOISE_KIND_COUNT);
    expect_refused_from_server(&there, HEAD - 1, 0);
}

static void a_chunk_that_is_not_full_must_be_the_last(void **state)
{
    (void)state;
    dw_message message = {.type = DW_MESSAGE_MAP_CHUNK,
                          .as.map_chunk = {.chunk = 1, .chunk_count = 2, .size = 7}};
    expect_refused_from_server(&message, 2, 0);
    expect_refused_from_server(&message, 2, 2);
    expect_refused_from_server(&message, 3, 3);
}

static void a_vote_names_its_subject_or_says_yes_or_no(void **state)
{
    (void)state;
    dw_message back;
    for (uint32_t value = 0; value < 128; value++) {
        const uint8_t call[] = {0x93, 0x06, 0x00, (uint8_t)value};
        const uint8_t say[] = {0x93, 0x06, 0x07, (uint8_t)value};
        assert_int_equal(dw_message_decode_from_client(&back, call, sizeof call),
                         value < DW_VOTE_SUBJECTS ? DW_OK : DW_INVALID);
        assert_int_equal(dw_message_decode_from_client(&back, say, sizeof say),
                         value < 2 ? DW_OK : DW_INVALID);
    }
}

static void a_roster_out_of_order_is_refused(void **state)
{
    (void)state;
    const dw_message message = {
        .type = DW_MESSAGE_ROUND,
        .as.round = {.round = 1,
                     .winner = DW_SLOT_NONE,
                     .roster_count = 2,
                     .roster = {{2, DW_SLOT_ALIVE, 0, "A"}, {5, DW_SLOT_ALIVE, 0, "B"}}}};
    uint8_t bytes[DW_MESSAGE_MAX];
    (void)dw_test_encode(&message, bytes);
    enum { SECOND_SLOT = 3 + 11 + 5 };
    assert_int_equal(bytes[SECOND_SLOT], 5);
    expect_refused_from_server(&message, SECOND_SLOT, 2);
    expect_refused_from_server(&message, SECOND_SLOT, 1);
    expect_refused_from_server(&message, SECOND_SLOT, DW_INTRUDERS_MAX);
    expect_refused_from_server(&message, SECOND_SLOT + 1, DW_SLOT_EMPTY);
}

static void an_outcome_belongs_to_the_result_and_a_winner_to_a_win(void **state)
{
    (void)state;
    const dw_message playing = {
        .type = DW_MESSAGE_ROUND,
        .as.round = {.round = 1, .phase = DW_PHASE_PLAY, .winner = DW_SLOT_NONE}};
    const dw_message won = {
        .type = DW_MESSAGE_ROUND,
        .as.round = {.round = 1, .phase = DW_PHASE_RESULT, .outcome = DW_OUTCOME_WON, .winner = 3}};
    enum { PHASE = 4, OUTCOME = 5, WINNER = 8, PAUSED = 11 };
    expect_refused_from_server(&playing, PAUSED, 2);
    expect_refused_from_server(&playing, OUTCOME, DW_OUTCOME_LOST);
    expect_refused_from_server(&playing, PHASE, DW_PHASE_RESULT);
    expect_refused_from_server(&won, OUTCOME, DW_OUTCOME_LOST);
    expect_refused_from_server(&won, OUTCOME, DW_OUTCOME_NONE);
    expect_refused_from_server(&won, WINNER, DW_INTRUDERS_MAX);
}

static dw_message plain_welcome(void)
{
    return (dw_message){.type = DW_MESSAGE_WELCOME,
                        .as.welcome = {.version = DW_PROTOCOL_VERSION,
                                       .match = 1,
                                       .code = "K7QD",
                                       .tick = 9,
                                       .snapshot_hz = 20,
                                       .intruders_max = 8,
                                       .map_size = 900,
                                       .rules = dw_ruleset_reference(),
                                       .map_name = "m"}};
}

static void a_rule_out_of_range_is_refused(void **state)
{
    (void)state;
    const dw_message message = plain_welcome();
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = dw_test_encode(&message, bytes);
    /* The last field is the level of a guard's torch, which is at most 100. */
    assert_int_equal(bytes[size - 1], 100);
    expect_refused_from_server(&message, size - 1, 101);
}

static void a_code_that_is_none_is_refused(void **state)
{
    (void)state;
    const dw_message message = plain_welcome();
    enum { CODE = 3 + 1 + 1 + 1 + 1 }; /* dc 00 2f, type, version, match, a4. */
    uint8_t bytes[DW_MESSAGE_MAX];
    (void)dw_test_encode(&message, bytes);
    assert_memory_equal(bytes + CODE, "K7QD", 4);
    expect_refused_from_server(&message, CODE, 'k');
    expect_refused_from_server(&message, CODE, '0');
    expect_refused_from_server(&message, CODE + 3, 'I');
    expect_refused_from_server(&message, CODE + 3, 'O');
}

static void rules_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    const dw_message message = plain_welcome();
    static const uint8_t meters[] = {0xcd, 0x2e, 0xe0, 0xcd, 0x33, 0x90}; /* 12000, 13200 */
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message back;
    const size_t size = dw_test_encode(&message, bytes);
    uint8_t *at = memmem(bytes, size, meters, sizeof meters);
    assert_non_null(at);
    at[4] = 0x2e; /* A cap of 11920, in its range. */
    assert_int_equal(dw_message_decode_from_server(&back, bytes, size), DW_INVALID);
    at[5] = 0xe0;
    assert_int_equal(dw_message_decode_from_server(&back, bytes, size), DW_OK);
}

static void what_guards_keep_to_themselves_does_not_travel(void **state)
{
    (void)state;
    uint8_t plain[DW_MESSAGE_MAX];
    uint8_t bytes[DW_MESSAGE_MAX];
    dw_message message = plain_welcome();
    const size_t size = dw_test_encode(&message, plain);
    for (uint32_t field = 0; field < DW_RULESET_FIELD_COUNT; field++) {
        message = plain_welcome();
        dw_ruleset *rules = &message.as.welcome.rules;
        const int32_t value = dw_ruleset_get(rules, field);
        if (dw_ruleset_field(field)->low == dw_ruleset_field(field)->high) {
            continue; /* There is no other value. */
        }
        /* Either neighbour, as long as the rules stay in order. */
        if (dw_ruleset_set(rules, field, value + 1) != DW_OK ||
            dw_ruleset_check(rules, NULL) != DW_OK) {
            assert_int_equal(dw_ruleset_set(rules, field, value - 1), DW_OK);
        }
        const bool same =
            dw_test_encode(&message, bytes) == size && memcmp(plain, bytes, size) == 0;
        assert_int_equal(same, field >= DW_RULESET_PUBLIC_COUNT);
    }
}

/* A mind without a thought: the least that can be said of a guard. */
static dw_message plain_mind(void)
{
    return (dw_message){.type = DW_MESSAGE_MIND,
                        .as.mind = {.tick = 100,
                                    .body = 1,
                                    .goal = "p",
                                    .sentence = "s",
                                    .room = DW_NONE,
                                    .door = DW_NONE}};
}

static void nothing_in_a_mind_is_later_than_the_mind(void **state)
{
    (void)state;
    const dw_message message = plain_mind();
    /* dc 00 13, type, tick, body, "p", "s", "", cause, age of the cause, age of the goal, ... */
    enum { TICK = 3 + 1, CAUSE = TICK + 1 + 1 + 2 + 2 + 1, CAUSE_AGE, GOAL_AGE };
    uint8_t bytes[DW_MESSAGE_MAX];
    (void)dw_test_encode(&message, bytes);
    assert_int_equal(bytes[TICK], 100);
    assert_int_equal(bytes[GOAL_AGE], 100); /* Since tick 0. */
    expect_refused_from_server(&message, CAUSE_AGE, 101);
    expect_refused_from_server(&message, GOAL_AGE, 101);
    expect_refused_from_server(&message, CAUSE, DW_CAUSE_COUNT);
    expect_refused_from_server(&message, TICK, 0);
}

static void the_largest_mind_fits_a_datagram_below_the_heads_of_the_transport(void **state)
{
    (void)state;
    dw_message message = plain_mind();
    dw_mind_view *mind = &message.as.mind;
    mind->tick = UINT32_MAX;
    mind->body = DW_GUARDS_MAX;
    memset(mind->goal, 'g', DW_MIND_WORD_MAX);
    memset(mind->sentence, 's', DW_MIND_SENTENCE_MAX);
    memset(mind->doing, 'd', DW_MIND_WORD_MAX);
    mind->agitation = 3;
    mind->room = DW_ROOMS_MAX - 1;
    mind->door = DW_DOORS_MAX - 1;
    const dw_vec far = {UINT16_MAX, UINT16_MAX};
    mind->target = far;
    mind->path_count = DW_MIND_PATH_MAX;
    for (uint32_t i = 0; i < DW_MIND_PATH_MAX; i++) {
        mind->path[i] = far;
    }
    mind->intruder_count = DW_INTRUDERS_MAX;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        mind->intruders[s] = (dw_mind_intruder){
            (uint8_t)s, DW_MIND_METER_MAX, DW_BELIEF_TOLD, DW_GUARDS_MAX, 100, DW_ROOMS_MAX - 1, 0,
            far};
    }
    mind->room_count = DW_MIND_ROOMS_MAX;
    mind->clear_count = DW_MIND_ROOMS_MAX;
    for (uint32_t i = 0; i < DW_MIND_ROOMS_MAX; i++) {
        mind->rooms[i] = DW_ROOMS_MAX - 1;
        mind->clear[i] = (dw_mind_room){DW_ROOMS_MAX - 1, 0};
    }
    mind->piece_count = DW_MIND_PIECES_MAX;
    for (uint32_t i = 0; i < DW_MIND_PIECES_MAX; i++) {
        mind->pieces[i] = (dw_mind_piece){DW_FURNITURE_MAX - 1, DW_MIND_SIDES_ALL};
    }
    mind->call_count = DW_MIND_CALLS_MAX;
    for (uint32_t i = 0; i < DW_MIND_CALLS_MAX; i++) {
        mind->calls[i] = (dw_mind_call){UINT32_MAX,           0,
                                        DW_RADIO_CAUGHT,      DW_GUARDS_MAX,
                                        DW_INTRUDERS_MAX - 1, DW_ROOMS_MAX - 1,
                                        DW_DOORS_MAX - 1};
    }
    mind->noise_count = DW_MIND_NOISES_MAX;
    for (uint32_t i = 0; i < DW_MIND_NOISES_MAX; i++) {
        mind->noises[i] = (dw_mind_noise){1, UINT8_MAX, UINT8_MAX, 0, far};
    }
    mind->switches = UINT32_MAX;
    memset(mind->strategy, 's', DW_MIND_STRATEGY_MAX);
    uint8_t bytes[DW_MESSAGE_MAX];
    const size_t size = dw_test_encode(&message, bytes);
    assert_in_range(size, 1000, DW_DATAGRAM_MAX - 28);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hello_of_another_version_says_so_whatever_follows),
        cmocka_unit_test(a_welcome_of_another_version_says_so),
        cmocka_unit_test(an_input_whose_intents_begin_before_tick_one_is_refused),
        cmocka_unit_test(an_input_of_seventeen_intents_is_refused),
        cmocka_unit_test(directions_and_buttons_that_do_not_exist_are_refused),
        cmocka_unit_test(binaries_of_a_hello_are_whole_or_not_there),
        cmocka_unit_test(a_refusal_for_no_known_reason_is_refused),
        cmocka_unit_test(a_queue_has_eight_places_and_a_seat_is_a_body),
        cmocka_unit_test(sounds_keep_the_loudest_in_one_order_and_no_other_is_taken),
        cmocka_unit_test(a_chunk_that_is_not_full_must_be_the_last),
        cmocka_unit_test(a_vote_names_its_subject_or_says_yes_or_no),
        cmocka_unit_test(a_roster_out_of_order_is_refused),
        cmocka_unit_test(an_outcome_belongs_to_the_result_and_a_winner_to_a_win),
        cmocka_unit_test(a_rule_out_of_range_is_refused),
        cmocka_unit_test(a_code_that_is_none_is_refused),
        cmocka_unit_test(rules_that_contradict_each_other_are_refused),
        cmocka_unit_test(what_guards_keep_to_themselves_does_not_travel),
        cmocka_unit_test(nothing_in_a_mind_is_later_than_the_mind),
        cmocka_unit_test(the_largest_mind_fits_a_datagram_below_the_heads_of_the_transport),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
