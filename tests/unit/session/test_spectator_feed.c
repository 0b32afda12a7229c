/* The spectators' feed against plain lists of all that was ever put: messages and minds come out
 * once, in order, as late as they must, and the oldest of a full ring are gone and counted;
 * snapshots are those of the tick that is shown. */
#include "common/base/rng.h"
#include "server/session/spectator_feed.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARENA_BYTES = 1 << 22,
    HEAD_BYTES = 6, /* That a message costs beside its own bytes. */
    MANY = 4000,
    HZ = 20,
    BODIES = 3,
    GUARDS = 1
};

typedef struct row {
    uint32_t tick;
    uint32_t number; /* Stands in its text. */
    uint32_t bytes;
} row;

/* Rows first .. count - 1 are held. */
typedef struct list {
    row rows[MANY];
    uint32_t first, count, bytes, capacity;
} list;

static dw_arena arena;
static dw_spectator_feed feed;
static list messages, minds;
static uint64_t lost;

static dw_message chat(uint32_t number, uint32_t padding)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE};
    dw_chat_line *line = &message.as.chat_line;
    line->slot = DW_SLOT_NONE;
    (void)snprintf(line->name, sizeof line->name, "ann");
    (void)snprintf(line->text, sizeof line->text, "%u%.*s", (unsigned)number, (int)padding,
                   "......................................................................");
    return message;
}

static dw_message mind(uint32_t number, uint32_t tick)
{
    dw_message message = {.type = DW_MESSAGE_MIND};
    message.as.mind = (dw_mind_view){.tick = tick,
                                     .body = 1,
                                     .goal = "patrol",
                                     .sentence = "s",
                                     .room = DW_NONE,
                                     .door = DW_NONE,
                                     .path_count = (uint8_t)(number % DW_MIND_PATH_MAX)};
    message.as.mind.target = (dw_vec){(int32_t)(number / 1000), (int32_t)(number % 1000)};
    return message;
}

static uint32_t number_of(const dw_message *message)
{
    return message->type == DW_MESSAGE_MIND
               ? (uint32_t)message->as.mind.target.x * 1000 + (uint32_t)message->as.mind.target.y
               : (uint32_t)strtoul(message->as.chat_line.text, NULL, 10);
}

static void put(list *all, uint32_t tick, const dw_message *message)
{
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
    const uint32_t whole = HEAD_BYTES + (uint32_t)size;
    while (all->bytes + whole > all->capacity) {
        all->bytes -= all->rows[all->first++].bytes;
        lost++;
    }
    assert_true(all->count < MANY);
    all->rows[all->count++] = (row){tick, number_of(message), whole};
    all->bytes += whole;
    dw_spectator_feed_put(&feed, tick, message);
    assert_int_equal(feed.lost, lost);
}

static const row *due(const list *all, uint32_t now, uint32_t delay_ticks)
{
    const row *oldest = &all->rows[all->first];
    return all->first < all->count && now - oldest->tick >= delay_ticks ? oldest : NULL;
}

static void take(list *all)
{
    all->bytes -= all->rows[all->first++].bytes;
}

static uint32_t expect_all_that_is_due(uint32_t now)
{
    uint32_t taken = 0;
    for (;;) {
        const row *message = due(&messages, now, feed.delays.ticks);
        const row *wanted = message != NULL ? message : due(&minds, now, feed.delays.mind_ticks);
        dw_message got;
        uint32_t tick = 0;
        assert_int_equal(dw_spectator_feed_pop(&feed, now, &got, &tick), wanted != NULL);
        if (wanted == NULL) {
            return taken;
        }
        assert_int_equal(got.type, message != NULL ? DW_MESSAGE_CHAT_LINE : DW_MESSAGE_MIND);
        assert_int_equal(number_of(&got), wanted->number);
        assert_int_equal(tick, wanted->tick);
        take(message != NULL ? &messages : &minds);
        taken++;
    }
}

static void open_feed(uint32_t delay_ticks, uint32_t mind_ticks)
{
    const dw_spectator_delays delays = {delay_ticks, mind_ticks};
    dw_arena_reset(&arena, 0);
    assert_int_equal(dw_spectator_feed_create(&feed, &arena, &delays, HZ, BODIES, GUARDS), DW_OK);
    memset(&messages, 0, sizeof messages);
    memset(&minds, 0, sizeof minds);
    messages.capacity = feed.messages.size;
    minds.capacity = feed.minds.size;
    lost = 0;
}

static void messages_come_once_in_order_and_late(void **state)
{
    (void)state;
    static const uint32_t delays[][2] = {{0, 0}, {1, 1}, {60, 60}, {0, 600}, {150, 600}};
    for (uint32_t d = 0; d < sizeof delays / sizeof delays[0]; d++) {
        open_feed(delays[d][0], delays[d][1]);
        dw_rng rng;
        dw_rng_init(&rng, 3 + d, 1);
        uint32_t number = 0;
        uint32_t taken = 0;
        for (uint32_t now = 1; now < 1200; now++) {
            if (dw_rng_below(&rng, 3) == 0) {
                const dw_message message = chat(number++, dw_rng_below(&rng, 60));
                put(&messages, now, &message);
            }
            if (dw_rng_below(&rng, 12) == 0) {
                const dw_message message = mind(number++, now);
                put(&minds, now, &message);
            }
            taken += expect_all_that_is_due(now);
        }
        assert_int_equal(lost, 0);
        assert_true(taken > 200);
    }
}

/* Nobody takes anything for long: each ring drops its own oldest alone. */
static void the_oldest_of_a_full_ring_give_way(void **state)
{
    (void)state;
    open_feed(100, 200);
    dw_rng rng;
    dw_rng_init(&rng, 9, 1);
    uint32_t number = 0;
    for (uint32_t now = 1; now < 3000; now++) {
        const bool is_mind = dw_rng_below(&rng, 4) == 0;
        const dw_message message =
            is_mind ? mind(number, now) : chat(number, dw_rng_below(&rng, 70));
        number++;
        put(is_mind ? &minds : &messages, now, &message);
        if (now % 1000 == 0) {
            (void)expect_all_that_is_due(now);
        }
    }
    assert_true(lost > 500 && messages.first > 0 && minds.first > 0);
    (void)expect_all_that_is_due(4000);
    assert_int_equal(messages.first, messages.count);
    assert_int_equal(minds.first, minds.count);
}

static void snapshots_are_those_of_the_tick_that_is_shown(void **state)
{
    (void)state;
    const uint32_t delay_ticks = 60;
    open_feed(delay_ticks, delay_ticks);
    const dw_snapshot quiet = {.own = {.slot = DW_SLOT_NONE}};
    dw_spectator_feed_reset(&feed, &quiet);
    dw_snapshot out;
    dw_spectator_feed_snapshot(&feed, 30, &out);
    assert_int_equal(out.tick, 1);
    assert_int_equal(out.body_count, 0);
    const uint32_t held = feed.snapshots.capacity;
    assert_true(held >= (delay_ticks + DW_HISTORY_SECONDS * DW_TICKS_PER_SECOND) / (60 / HZ));
    for (uint32_t now = 3; now < 3000; now += 3) {
        const dw_snapshot snapshot = {.tick = now,
                                      .own = {.slot = DW_SLOT_NONE},
                                      .body_count = 1,
                                      .bodies = {{.id = 1, .x = (uint16_t)now}}};
        dw_spectator_feed_put_snapshot(&feed, &snapshot);
        for (uint32_t at = now; at < now + 3; at++) {
            const uint32_t shown = at > delay_ticks ? at - delay_ticks : 1;
            dw_spectator_feed_snapshot(&feed, at, &out);
            assert_int_equal(out.tick, shown);
            assert_int_equal(out.body_count, shown >= 3 ? 1 : 0);
            assert_int_equal(shown >= 3 ? out.bodies[0].x : 0, shown >= 3 ? shown / 3 * 3 : 0);
        }
        const uint32_t puts = now / 3;
        const uint32_t oldest = puts > held ? (puts - held + 1) * 3 : 0;
        for (uint32_t tick = 1; tick <= now; tick += 1 + tick / 7) {
            const bool there = tick >= oldest && (puts < held || tick >= 3 * (puts - held + 1));
            assert_int_equal(dw_spectator_feed_base(&feed, tick, &out), there);
            assert_int_equal(there ? out.tick : tick, tick);
        }
    }
}

static int make_arena(void **state)
{
    (void)state;
    return dw_arena_create(&arena, ARENA_BYTES) == DW_OK ? 0 : -1;
}

static int free_arena(void **state)
{
    (void)state;
    dw_arena_destroy(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_once_in_order_and_late),
        cmocka_unit_test(the_oldest_of_a_full_ring_give_way),
        cmocka_unit_test(snapshots_are_those_of_the_tick_that_is_shown),
    };
    return cmocka_run_group_tests(tests, make_arena, free_arena);
}
