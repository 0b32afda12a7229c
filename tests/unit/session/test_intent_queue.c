/* Phase 1 of the tick, rule by rule (server/RULES.md 7.12, 7.13). */
#include "common/base/rng.h"
#include "server/session/intent_queue.h"
#include "tests/support/test.h"

#include <string.h>

static const dw_intent east = {.direction = DW_EAST};
static const dw_intent west = {.direction = DW_WEST, .buttons = DW_BUTTON_SPRINT};
static const dw_intent use = {.direction = DW_NORTH, .buttons = DW_BUTTON_USE | DW_BUTTON_CROUCH};

static void intents_for_the_next_90_ticks_are_accepted(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    assert_int_equal(dw_intent_queue_put(&queue, 100, 100, east), DW_INTENT_LATE);
    assert_int_equal(dw_intent_queue_put(&queue, 100, 5, east), DW_INTENT_LATE);
    for (uint32_t tick = 101; tick <= 190; tick++) {
        assert_int_equal(dw_intent_queue_put(&queue, 100, tick, east), DW_INTENT_ACCEPTED);
    }
    assert_int_equal(dw_intent_queue_put(&queue, 100, 191, east), DW_INTENT_EARLY);
    assert_int_equal(dw_intent_queue_put(&queue, 100, UINT32_MAX, east), DW_INTENT_EARLY);
    for (uint32_t tick = 101; tick <= 190; tick++) {
        assert_int_equal(dw_intent_queue_take(&queue, tick).direction, DW_EAST);
    }
}

static void the_first_intent_for_a_tick_wins(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 3, east), DW_INTENT_ACCEPTED);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 3, west), DW_INTENT_DUPLICATE);
    (void)dw_intent_queue_take(&queue, 2);
    assert_int_equal(dw_intent_queue_take(&queue, 3).direction, DW_EAST);
}

static void what_is_no_intent_is_refused(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    const dw_intent no_direction = {.direction = DW_DIRECTION_COUNT};
    const dw_intent no_button = {.direction = DW_EAST, .buttons = DW_BUTTONS_END};
    const dw_intent two_tools = {.buttons = DW_BUTTON_COIN | DW_BUTTON_BAIT};
    const dw_intent aim_alone = {.buttons = DW_BUTTON_USE, .throw_heading = 1};
    const dw_intent far_alone = {.throw_distance = 1};
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, no_direction), DW_INTENT_NOT_VALID);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, no_button), DW_INTENT_NOT_VALID);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, two_tools), DW_INTENT_NOT_VALID);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, aim_alone), DW_INTENT_NOT_VALID);
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, far_alone), DW_INTENT_NOT_VALID);
    assert_int_equal(dw_intent_queue_take(&queue, 2).direction, DW_STAND);
}

static void a_throw_is_never_repeated(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    const dw_intent thrown = {.direction = DW_EAST,
                              .buttons = DW_BUTTON_CROUCH | DW_BUTTON_COIN,
                              .throw_heading = 9,
                              .throw_distance = 40};
    assert_int_equal(dw_intent_queue_put(&queue, 1, 2, thrown), DW_INTENT_ACCEPTED);
    assert_true(dw_intent_same(dw_intent_queue_take(&queue, 2), thrown));
    const dw_intent held = {.direction = DW_EAST, .buttons = DW_BUTTON_CROUCH};
    assert_true(dw_intent_same(dw_intent_queue_take(&queue, 3), held));
}

static void a_missing_intent_repeats_the_last_for_15_ticks_then_stands(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    (void)dw_intent_queue_put(&queue, 9, 10, west);
    assert_int_equal(dw_intent_queue_take(&queue, 10).direction, DW_WEST);
    for (uint32_t tick = 11; tick <= 25; tick++) {
        const dw_intent repeated = dw_intent_queue_take(&queue, tick);
        assert_int_equal(repeated.direction, DW_WEST);
        assert_int_equal(repeated.buttons, DW_BUTTON_SPRINT);
    }
    for (uint32_t tick = 26; tick < 40; tick++) {
        const dw_intent neutral = dw_intent_queue_take(&queue, tick);
        assert_int_equal(neutral.direction, DW_STAND);
        assert_int_equal(neutral.buttons, 0);
    }
}

static void use_is_never_repeated(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    (void)dw_intent_queue_put(&queue, 0, 1, use);
    assert_int_equal(dw_intent_queue_take(&queue, 1).buttons, use.buttons);
    const dw_intent repeated = dw_intent_queue_take(&queue, 2);
    assert_int_equal(repeated.direction, DW_NORTH);
    assert_int_equal(repeated.buttons, DW_BUTTON_CROUCH);
}

static void an_intent_serves_its_tick_only(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    (void)dw_intent_queue_put(&queue, 0, 5, east);
    for (uint32_t tick = 1; tick < 5; tick++) {
        assert_int_equal(dw_intent_queue_take(&queue, tick).direction, DW_STAND);
    }
    assert_int_equal(dw_intent_queue_take(&queue, 5).direction, DW_EAST);
    /* The same place of the ring, a turn later. */
    for (uint32_t tick = 6; tick < 5 + DW_INTENT_RING; tick++) {
        (void)dw_intent_queue_take(&queue, tick);
    }
    assert_int_equal(dw_intent_queue_take(&queue, 5 + DW_INTENT_RING).direction, DW_STAND);
}

static void the_lead_is_that_of_the_newest_message(void **state)
{
    (void)state;
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    dw_intent_queue_note_lead(&queue, 100, 104);
    assert_int_equal(queue.lead, 4);
    dw_intent_queue_note_lead(&queue, 101, 103); /* Overtaken on the way. */
    assert_int_equal(queue.lead, 4);
    dw_intent_queue_note_lead(&queue, 110, 107);
    assert_int_equal(queue.lead, -3);
    dw_intent_queue_note_lead(&queue, 400, 111);
    assert_int_equal(queue.lead, -128);
    dw_intent_queue_note_lead(&queue, 400, UINT32_MAX); /* Forged: does not silence the rest. */
    dw_intent_queue_note_lead(&queue, 400, 402);
    assert_int_equal(queue.lead, 2);
}

/* The oracle: a plain list of all ticks, of which each keeps the first intent that came in time. */
enum { LIST_TICKS = 3000, LIST_AHEAD_MAX = 200 };

typedef struct list {
    bool there[LIST_TICKS + LIST_AHEAD_MAX];
    dw_intent intents[LIST_TICKS + LIST_AHEAD_MAX];
    uint32_t last_tick; /* Of the newest one that was there when its tick came; 0: none. */
} list;

static dw_intent_verdict list_put(list *all, uint32_t now, uint32_t tick, dw_intent intent)
{
    if (tick <= now || tick > now + DW_INTENT_AHEAD_MAX) {
        return tick <= now ? DW_INTENT_LATE : DW_INTENT_EARLY;
    }
    if (all->there[tick]) {
        return DW_INTENT_DUPLICATE;
    }
    all->there[tick] = true;
    all->intents[tick] = intent;
    return DW_INTENT_ACCEPTED;
}

static dw_intent list_take(list *all, uint32_t tick)
{
    if (all->there[tick]) {
        all->last_tick = tick;
        return all->intents[tick];
    }
    if (all->last_tick == 0 || tick - all->last_tick > DW_INTENT_REPEAT_TICKS) {
        return (dw_intent){.direction = DW_STAND};
    }
    dw_intent again = all->intents[all->last_tick];
    again.buttons &= (uint8_t)~DW_BUTTON_USE;
    return again;
}

/* Bursts, silences and repeats, many times round the ring. */
static void the_ring_gives_what_a_plain_list_gives(void **state)
{
    (void)state;
    static list all;
    memset(&all, 0, sizeof all);
    dw_rng rng;
    dw_rng_init(&rng, 11, 1);
    dw_intent_queue queue;
    dw_intent_queue_reset(&queue);
    uint32_t verdicts[DW_INTENT_NOT_VALID] = {0};
    uint32_t repeated = 0;
    for (uint32_t now = 1; now + 1 < LIST_TICKS; now++) {
        const bool silent = now / 50 % 3 == 2;
        for (uint32_t i = dw_rng_below(&rng, silent ? 1 : 4); i > 0; i--) {
            const uint32_t back = dw_rng_below(&rng, 4);
            const uint32_t ahead = dw_rng_below(&rng, dw_rng_below(&rng, 8) == 0 ? 100 : 12);
            const uint32_t tick = now + ahead > back ? now + ahead - back : 1;
            const dw_intent intent = {.direction = (uint8_t)dw_rng_below(&rng, DW_DIRECTION_COUNT),
                                      .buttons = (uint8_t)dw_rng_below(&rng, DW_BUTTONS_ALL + 1)};
            const dw_intent_verdict wanted = list_put(&all, now, tick, intent);
            assert_int_equal(dw_intent_queue_put(&queue, now, tick, intent), wanted);
            verdicts[wanted]++;
        }
        const dw_intent wanted = list_take(&all, now + 1);
        const dw_intent got = dw_intent_queue_take(&queue, now + 1);
        assert_int_equal(got.direction, wanted.direction);
        assert_int_equal(got.buttons, wanted.buttons);
        repeated += !all.there[now + 1] && wanted.direction != DW_STAND ? 1 : 0;
    }
    for (uint32_t v = 0; v < DW_INTENT_NOT_VALID; v++) {
        assert_true(verdicts[v] > 20);
    }
    assert_true(repeated > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intents_for_the_next_90_ticks_are_accepted),
        cmocka_unit_test(the_first_intent_for_a_tick_wins),
        cmocka_unit_test(what_is_no_intent_is_refused),
        cmocka_unit_test(a_throw_is_never_repeated),
        cmocka_unit_test(a_missing_intent_repeats_the_last_for_15_ticks_then_stands),
        cmocka_unit_test(use_is_never_repeated),
        cmocka_unit_test(an_intent_serves_its_tick_only),
        cmocka_unit_test(the_lead_is_that_of_the_newest_message),
        cmocka_unit_test(the_ring_gives_what_a_plain_list_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
