/* Bots answer the question of a mission, whatever their policy. */
#include "client/bot/policy.h"
#include "tests/support/test.h"

enum { BEGIN = 1000, SLOT = 2, TICKS = 600 };

static dw_arena arena;
static dw_client_mission mission;
static dw_snapshot snapshot;
static const dw_bot_ground ground;
static dw_bot *bot;

static int open_bot(void **state)
{
    (void)state;
    assert_int_equal(dw_arena_create(&arena, 1 << 16), DW_OK);
    assert_int_equal(dw_bot_create(&bot, &arena, &dw_policy_idle), DW_OK);
    mission = (dw_client_mission){.on = true, .question = {.number = 1, .count = 3}};
    snapshot = (dw_snapshot){.own = {.slot = SLOT}};
    return 0;
}

static int close_bot(void **state)
{
    (void)state;
    dw_arena_destroy(&arena);
    return 0;
}

/* What it answers in that tick. */
static uint8_t answer_at(uint32_t tick)
{
    const dw_bot_view view = {.tick = tick, .snapshot = &snapshot, .mission = &mission};
    return dw_bot_decide(bot, &view, true).answer;
}

/* The first answer, and how many ticks it took. */
static uint8_t first_answer(uint64_t seed, uint32_t *after)
{
    dw_bot_init(bot, &ground, seed, 1, 1);
    for (uint32_t tick = BEGIN; tick < BEGIN + TICKS; tick++) {
        const uint8_t answer = answer_at(tick);
        if (answer != 0) {
            *after = tick - BEGIN;
            return answer;
        }
    }
    return 0;
}

static void a_bot_answers_within_three_seconds_by_its_seed(void **state)
{
    (void)state;
    uint32_t chosen[4] = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint32_t after = 0;
        uint32_t again = 0;
        const uint8_t answer = first_answer(seed, &after);
        assert_in_range(answer, 1, 3);
        assert_in_range(after, 60, 180);
        assert_int_equal(first_answer(seed, &again), answer);
        assert_int_equal(again, after);
        chosen[answer]++;
    }
    assert_true(chosen[1] > 9 && chosen[2] > 9 && chosen[3] > 9);
}

static void it_says_it_again_until_the_server_has_it(void **state)
{
    (void)state;
    uint32_t after = 0;
    const uint8_t answer = first_answer(7, &after);
    uint32_t said = 0;
    for (uint32_t tick = BEGIN + after + 1; tick <= BEGIN + after + 60; tick++) {
        said += answer_at(tick) == answer ? 1 : 0;
    }
    assert_int_equal(said, 2);
    mission.question.rows[answer - 1].slots = 1 << SLOT;
    for (uint32_t tick = BEGIN + after + 61; tick < BEGIN + TICKS; tick++) {
        assert_int_equal(answer_at(tick), 0);
    }
    mission.question = (dw_mission_question){.number = 2, .count = 2}; /* The next one. */
    said = 0;
    for (uint32_t tick = BEGIN + TICKS; tick < BEGIN + 2 * TICKS; tick++) {
        said += answer_at(tick) != 0 ? 1 : 0;
    }
    assert_true(said > 0);
}

static void without_an_open_question_it_says_nothing(void **state)
{
    (void)state;
    uint32_t after = 0;
    mission.question.chosen = 1;
    assert_int_equal(first_answer(1, &after), 0);
    mission.question = (dw_mission_question){.number = 0};
    assert_int_equal(first_answer(1, &after), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_bot_answers_within_three_seconds_by_its_seed, open_bot,
                                        close_bot),
        cmocka_unit_test_setup_teardown(it_says_it_again_until_the_server_has_it, open_bot,
                                        close_bot),
        cmocka_unit_test_setup_teardown(without_an_open_question_it_says_nothing, open_bot,
                                        close_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
