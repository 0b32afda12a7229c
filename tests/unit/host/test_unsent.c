/* Reliable messages that wait for memory: order, limits, and what a retry leaves. */
#include "server/host/unsent.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

enum { SENT_MAX = 8, BYTES_MAX = 64 };

typedef struct sent {
    dw_peer peer;
    uint8_t channel;
    size_t size;
    uint8_t bytes[BYTES_MAX];
} sent;

/* What a retry hands over, and the answers that it gets. */
typedef struct wire {
    sent sent[SENT_MAX];
    uint32_t count;
    uint32_t memory_for; /* Messages, and then there is no more memory. */
    dw_status otherwise; /* The answer while there is memory. */
} wire;

typedef struct scene {
    dw_arena arena;
    dw_unsent *unsent;
} scene;

static int set_up(void **state)
{
    scene *it = calloc(1, sizeof *it);
    assert_non_null(it);
    assert_int_equal(dw_arena_create(&it->arena, DW_UNSENT_BYTES + 256), DW_OK);
    assert_int_equal(dw_unsent_create(&it->unsent, &it->arena), DW_OK);
    *state = it;
    return 0;
}

static int tear_down(void **state)
{
    scene *it = *state;
    dw_arena_destroy(&it->arena);
    free(it);
    return 0;
}

static dw_status take(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                      size_t size)
{
    wire *on = context;
    if (on->count == on->memory_for) {
        return DW_MEMORY;
    }
    assert_true(on->count < SENT_MAX && size <= BYTES_MAX);
    sent *to = &on->sent[on->count++];
    *to = (sent){.peer = peer, .channel = channel, .size = size};
    memcpy(to->bytes, bytes, size);
    return on->otherwise;
}

static bool push(dw_unsent *unsent, dw_peer peer, const char *text)
{
    return dw_unsent_push(unsent, peer, (uint8_t)(peer % 3), (const uint8_t *)text, strlen(text));
}

static void assert_sent(const sent *at, dw_peer peer, const char *text)
{
    assert_int_equal(at->peer, peer);
    assert_int_equal(at->channel, peer % 3);
    assert_int_equal(at->size, strlen(text));
    assert_memory_equal(at->bytes, text, at->size);
}

static void messages_leave_in_the_order_in_which_they_came(void **state)
{
    dw_unsent *unsent = ((scene *)*state)->unsent;
    assert_true(dw_unsent_is_empty(unsent));
    assert_true(push(unsent, 7, "first"));
    assert_true(push(unsent, 1000002, "the second"));
    assert_true(push(unsent, 7, "3"));
    assert_false(dw_unsent_is_empty(unsent));
    wire on = {.memory_for = SENT_MAX};
    dw_unsent_retry(unsent, take, &on);
    assert_int_equal(on.count, 3);
    assert_sent(&on.sent[0], 7, "first");
    assert_sent(&on.sent[1], 1000002, "the second");
    assert_sent(&on.sent[2], 7, "3");
    assert_true(dw_unsent_is_empty(unsent));
}

static void without_memory_a_message_and_all_behind_it_stay(void **state)
{
    dw_unsent *unsent = ((scene *)*state)->unsent;
    assert_true(push(unsent, 4, "gone"));
    assert_true(push(unsent, 5, "waits"));
    assert_true(push(unsent, 6, "waits too"));
    wire on = {.memory_for = 1};
    dw_unsent_retry(unsent, take, &on);
    assert_int_equal(on.count, 1);
    assert_sent(&on.sent[0], 4, "gone");
    assert_false(dw_unsent_is_empty(unsent));
    on = (wire){.memory_for = 0};
    dw_unsent_retry(unsent, take, &on);
    assert_int_equal(on.count, 0);
    assert_true(push(unsent, 8, "behind them"));
    on = (wire){.memory_for = SENT_MAX};
    dw_unsent_retry(unsent, take, &on);
    assert_int_equal(on.count, 3);
    assert_sent(&on.sent[0], 5, "waits");
    assert_sent(&on.sent[1], 6, "waits too");
    assert_sent(&on.sent[2], 8, "behind them");
}

/* A peer that is gone does not hold up the others. */
static void a_message_that_cannot_be_sent_is_not_kept(void **state)
{
    dw_unsent *unsent = ((scene *)*state)->unsent;
    assert_true(push(unsent, 4, "to a peer that left"));
    assert_true(push(unsent, 5, "to a peer that stays"));
    wire on = {.memory_for = SENT_MAX, .otherwise = DW_NOT_FOUND};
    dw_unsent_retry(unsent, take, &on);
    assert_int_equal(on.count, 2);
    assert_true(dw_unsent_is_empty(unsent));
}

static dw_status count_messages(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                                size_t size)
{
    (void)channel;
    uint32_t *count = context;
    assert_int_equal(peer, *count);
    assert_int_equal(bytes[0], (uint8_t)*count);
    assert_int_equal(bytes[size - 1], (uint8_t)*count);
    (*count)++;
    return DW_OK;
}

static void a_full_queue_refuses_and_keeps_what_it_has(void **state)
{
    dw_unsent *unsent = ((scene *)*state)->unsent;
    static uint8_t bytes[DW_MESSAGE_MAX + 1];
    assert_false(dw_unsent_push(unsent, 0, 0, bytes, DW_MESSAGE_MAX + 1));
    uint32_t pushed = 0;
    memset(bytes, 0, sizeof bytes);
    while (dw_unsent_push(unsent, pushed, 0, bytes, DW_MESSAGE_MAX)) {
        pushed++;
        memset(bytes, (uint8_t)pushed, sizeof bytes);
    }
    /* Nearly all of its bytes, and not one more. */
    assert_in_range((uint64_t)pushed * DW_MESSAGE_MAX, DW_UNSENT_BYTES / 100 * 95,
                    DW_UNSENT_BYTES - 1);
    while (dw_unsent_push(unsent, pushed, 0, bytes, 1)) {
        pushed++;
        memset(bytes, (uint8_t)pushed, sizeof bytes);
    }
    uint32_t came = 0;
    dw_unsent_retry(unsent, count_messages, &came);
    assert_int_equal(came, pushed);
    assert_true(dw_unsent_push(unsent, 0, 0, bytes, DW_MESSAGE_MAX));
}

static void an_arena_that_is_too_small_is_refused(void **state)
{
    (void)state;
    dw_arena arena;
    dw_unsent *unsent = NULL;
    assert_int_equal(dw_arena_create(&arena, DW_UNSENT_BYTES / 2), DW_OK);
    assert_int_equal(dw_unsent_create(&unsent, &arena), DW_MEMORY);
    dw_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define WITH_SCENE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
        WITH_SCENE(messages_leave_in_the_order_in_which_they_came),
        WITH_SCENE(without_memory_a_message_and_all_behind_it_stay),
        WITH_SCENE(a_message_that_cannot_be_sent_is_not_kept),
        WITH_SCENE(a_full_queue_refuses_and_keeps_what_it_has),
        cmocka_unit_test(an_arena_that_is_too_small_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
