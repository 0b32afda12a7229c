/* How often a client is sent snapshots, over lines in virtual time: a match, and a client behind a
 * line that delays and loses both ways. */
#include "common/base/check.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "server/session/send_rate.h"
#include "tests/support/test.h"

#include <string.h>

enum {
    TURN_TICKS = 3,  /* 20 Hz, */
    INPUT_TICKS = 3, /* both ways. */
    SECOND = DW_TICKS_PER_SECOND,
    DELAY_MAX = 300
};

typedef struct weather {
    uint32_t delay, jitter; /* Ticks, one way. */
    uint32_t loss_percent;  /* Each way. */
    bool cut;               /* Nothing comes back. */
} weather;

typedef struct line {
    dw_match_box box;
    dw_client_handle client;
    dw_rng rng;
    uint32_t newest;          /* Snapshot that the client has. */
    uint32_t down[DELAY_MAX]; /* Snapshots under way, by tick of arrival. */
    uint32_t up[DELAY_MAX];   /* Acknowledgements, likewise. */
} line;

static void open_line(line *at)
{
    dw_welcome welcome;
    memset(at, 0, sizeof *at);
    dw_match_box_init(&at->box);
    dw_match_box_open(&at->box);
    dw_rng_init(&at->rng, 7, 1);
    at->client = dw_match_box_join(&at->box, 1, "ann", &welcome);
}

static void put(line *at, uint32_t *way, uint32_t what, const weather *now)
{
    if (dw_rng_below(&at->rng, 100) < now->loss_percent) {
        return;
    }
    const uint32_t delay = now->delay + dw_rng_below(&at->rng, now->jitter + 1);
    uint32_t *place = &way[(at->box.tick + delay) % DELAY_MAX];
    *place = what > *place ? what : *place;
}

static uint32_t take(const line *at, uint32_t *way)
{
    const uint32_t what = way[at->box.tick % DELAY_MAX];
    way[at->box.tick % DELAY_MAX] = 0;
    return what;
}

/* Runs for `seconds`; returns how many snapshots were sent in the last second. */
static uint32_t run(line *at, uint32_t seconds, weather now)
{
    uint32_t sent = 0;
    for (uint32_t i = 0; i < seconds * SECOND; i++) {
        sent = i % SECOND == 0 ? 0 : sent;
        const uint32_t acked = take(at, at->up);
        if (acked != 0 && !now.cut) {
            const dw_input input = {.ack_tick = acked, .newest_tick = at->box.tick + 6, .count = 1};
            (void)dw_match_input(at->box.match, at->client, &input);
        }
        dw_match_box_run(&at->box, 1);
        const uint32_t come = take(at, at->down);
        at->newest = come > at->newest ? come : at->newest;
        if (at->box.tick % TURN_TICKS == 0) {
            uint8_t bytes[1172];
            size_t size = 0;
            if (dw_match_encode_snapshot(at->box.match, at->client, bytes, sizeof bytes, &size) ==
                DW_OK) {
                put(at, at->down, at->box.tick, &now);
                sent++;
            }
        }
        if (at->box.tick % INPUT_TICKS == 1 && at->newest != 0) {
            put(at, at->up, at->newest, &now);
        }
    }
    return sent;
}

static const weather fair = {.delay = 3, .jitter = 1, .loss_percent = 5};

static void an_ordinary_connection_gets_every_turn(void **state)
{
    (void)state;
    static line at;
    const weather kinds[] = {{.delay = 1},
                             fair,
                             {.delay = 6, .jitter = 3, .loss_percent = 5},
                             {.delay = 30, .jitter = 3, .loss_percent = 10}};
    for (uint32_t kind = 0; kind < DW_COUNT_OF(kinds); kind++) {
        open_line(&at);
        (void)run(&at, 6, kinds[kind]);
        for (uint32_t second = 0; second < 60; second++) {
            assert_int_equal(run(&at, 1, kinds[kind]), SECOND / TURN_TICKS);
        }
        dw_match_box_close(&at.box);
    }
}

static void a_connection_that_loses_most_gets_half_or_less_until_it_is_well(void **state)
{
    (void)state;
    static line at;
    const weather storm = {.delay = 3, .jitter = 3, .loss_percent = 65};
    open_line(&at);
    (void)run(&at, 5, fair);
    for (uint32_t second = 0; second < 30; second++) {
        assert_in_range(run(&at, second == 0 ? 8 : 1, storm), 4, 11);
    }
    assert_int_equal(run(&at, 12, fair), SECOND / TURN_TICKS);
    dw_match_box_close(&at.box);
}

static void a_connection_that_begins_to_queue_gets_less_until_it_is_empty(void **state)
{
    (void)state;
    static line at;
    const weather queue = {.delay = 40, .jitter = 2};
    open_line(&at);
    (void)run(&at, 5, fair);
    assert_in_range(run(&at, 5, queue), 4, 11);
    assert_int_equal(run(&at, 12, fair), SECOND / TURN_TICKS);
    /* One that is that slow from the start is not queueing. */
    dw_match_box_close(&at.box);
    open_line(&at);
    assert_int_equal(run(&at, 10, queue), SECOND / TURN_TICKS);
    dw_match_box_close(&at.box);
}

static void a_silent_client_gets_a_quarter(void **state)
{
    (void)state;
    static line at;
    const weather silence = {.delay = 3, .cut = true};
    open_line(&at);
    (void)run(&at, 5, fair);
    assert_in_range(run(&at, 6, silence), 4, 6);
    assert_int_equal(run(&at, 12, fair), SECOND / TURN_TICKS);
    dw_match_box_close(&at.box);
}

/* A second of turns for a rate alone. Five acknowledgements come: the first is `fresh` ticks old,
 * and the ages of the others exceed that by `excess` ticks, all together. Returns how many turns
 * were taken. */
static uint32_t second_of(dw_send_rate *rate, uint32_t *tick, uint32_t fresh, uint32_t excess)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < SECOND / TURN_TICKS; i++) {
        taken += dw_send_rate_take_turn(rate, *tick);
        for (uint32_t k = 0; i == 0 && k < 5; k++) {
            dw_send_rate_hear(rate, k == 0 ? fresh : fresh + (excess + k - 1) / 4);
        }
        *tick += TURN_TICKS;
    }
    return taken;
}

static uint32_t level_after(dw_send_rate *rate, uint32_t *tick, uint32_t seconds, uint32_t fresh,
                            uint32_t excess)
{
    for (uint32_t i = 0; i < seconds; i++) {
        (void)second_of(rate, tick, fresh, excess);
    }
    return rate->level;
}

/* A second is judged at the begin of the next one. */
static void two_seconds_over_seven_quarters_of_a_turn_halve_the_rate(void **state)
{
    (void)state;
    for (uint32_t excess = 26; excess <= 27; excess++) { /* Of 15 ticks: 173 and 180 hundredths. */
        dw_send_rate rate;
        uint32_t tick = 1;
        dw_send_rate_reset(&rate);
        assert_int_equal(level_after(&rate, &tick, 1, 6, 0), 0);
        assert_int_equal(level_after(&rate, &tick, 2, 6, excess), 0);
        assert_int_equal(level_after(&rate, &tick, 1, 6, excess), excess == 27 ? 1 : 0);
        assert_int_equal(level_after(&rate, &tick, 20, 6, excess), excess == 27 ? 1 : 0);
    }
}

static void three_seconds_under_the_lower_limit_double_it_again(void **state)
{
    (void)state;
    dw_send_rate rate;
    uint32_t tick = 1;
    dw_send_rate_reset(&rate);
    assert_int_equal(level_after(&rate, &tick, 6, 6, 600), 2);
    assert_int_equal(level_after(&rate, &tick, 20, 6, 600), 2); /* The lowest rate. */
    assert_int_equal(second_of(&rate, &tick, 6, 600), SECOND / TURN_TICKS / 4);
    /* Five turns are 60 ticks now: 81 of them are 135 hundredths, which is not good enough. */
    assert_int_equal(level_after(&rate, &tick, 20, 6, 81), 2);
    assert_int_equal(level_after(&rate, &tick, 3, 6, 80), 2);
    assert_int_equal(level_after(&rate, &tick, 1, 6, 80), 1);
    assert_int_equal(second_of(&rate, &tick, 6, 0), SECOND / TURN_TICKS / 2);
    assert_int_equal(level_after(&rate, &tick, 10, 6, 0), 0); /* The highest rate. */
    assert_int_equal(second_of(&rate, &tick, 6, 0), SECOND / TURN_TICKS);
}

/* 175 hundredths themselves are borne: 105 of 60 ticks. */
static void at_seven_quarters_of_a_turn_the_rate_stays(void **state)
{
    (void)state;
    dw_send_rate rate;
    uint32_t tick = 1;
    dw_send_rate_reset(&rate);
    (void)level_after(&rate, &tick, 10, 6, 600);
    (void)level_after(&rate, &tick, 1, 6, 105);
    assert_int_equal(level_after(&rate, &tick, 1, 6, 106), 2);
    assert_int_equal(rate.poor, 0);
    (void)level_after(&rate, &tick, 1, 6, 105);
    assert_int_equal(rate.poor, 1);
}

static void half_a_second_later_than_usual_is_a_queue(void **state)
{
    (void)state;
    for (uint32_t late = 30; late <= 31; late++) {
        dw_send_rate rate;
        uint32_t tick = 1;
        dw_send_rate_reset(&rate);
        (void)level_after(&rate, &tick, 5, 6, 0);
        (void)level_after(&rate, &tick, 1, 6 + late, 0);
        /* The usual age follows by a sixteenth, 2 ticks. */
        assert_int_equal(level_after(&rate, &tick, 1, 6 + late + 2, 0), 0);
        assert_int_equal(level_after(&rate, &tick, 1, 6, 0), late == 31 ? 1 : 0);
    }
}

static void a_connection_that_stays_slow_becomes_usual(void **state)
{
    (void)state;
    dw_send_rate rate;
    uint32_t tick = 1;
    dw_send_rate_reset(&rate);
    (void)level_after(&rate, &tick, 4, 6, 0);
    const uint32_t usual[] = {6, 12, 18, 24, 29, 34};
    for (uint32_t i = 0; i < DW_COUNT_OF(usual); i++) {
        (void)second_of(&rate, &tick, 100, 0);
        assert_int_equal(rate.usual_lag, usual[i]);
    }
    (void)level_after(&rate, &tick, 2, 9, 0); /* One that becomes faster is so at once. */
    assert_int_equal(rate.usual_lag, 9);
}

static void an_age_beyond_all_counts_is_bounded(void **state)
{
    (void)state;
    dw_send_rate rate;
    dw_send_rate_reset(&rate);
    assert_true(dw_send_rate_take_turn(&rate, 1));
    dw_send_rate_hear(&rate, UINT32_MAX);
    assert_int_equal(rate.least_lag, UINT16_MAX - 1); /* UINT16_MAX says that nothing came. */
    dw_send_rate_hear(&rate, UINT16_MAX - 1);
    dw_send_rate_hear(&rate, UINT16_MAX);
    dw_send_rate_hear(&rate, 6);
    assert_int_equal(rate.least_lag, 6);
    assert_int_equal(rate.lag_sum, 6 + 3 * (UINT16_MAX - 1));
    for (uint32_t i = 0; i < UINT16_MAX + 10u; i++) {
        dw_send_rate_hear(&rate, 7);
    }
    assert_int_equal(rate.heard, UINT16_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ordinary_connection_gets_every_turn),
        cmocka_unit_test(a_connection_that_loses_most_gets_half_or_less_until_it_is_well),
        cmocka_unit_test(a_connection_that_begins_to_queue_gets_less_until_it_is_empty),
        cmocka_unit_test(a_silent_client_gets_a_quarter),
        cmocka_unit_test(two_seconds_over_seven_quarters_of_a_turn_halve_the_rate),
        cmocka_unit_test(three_seconds_under_the_lower_limit_double_it_again),
        cmocka_unit_test(at_seven_quarters_of_a_turn_the_rate_stays),
        cmocka_unit_test(half_a_second_later_than_usual_is_a_queue),
        cmocka_unit_test(a_connection_that_stays_slow_becomes_usual),
        cmocka_unit_test(an_age_beyond_all_counts_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
