/* The queue to the thread that writes replays: order, limits, room that is kept, two threads. */
#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "server/host/record_queue.h"
#include "tests/support/test.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { HEAD = sizeof(dw_record_message), SMALL = 1024, BYTES_MAX = 300, RUSH = 200000 };

/* Bytes that depend on their message. */
static void fill(uint8_t *bytes, uint32_t size, uint32_t serial)
{
    for (uint32_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(serial * 31 + i);
    }
}

static bool push(dw_record_queue *queue, uint32_t serial, uint32_t size, uint32_t reserve)
{
    uint8_t bytes[SMALL] = {0};
    assert_true(size <= sizeof bytes);
    fill(bytes, size, serial);
    const dw_record_message message = {
        .size = size, .kind = 1, .match = (uint16_t)(serial % 7), .serial = serial};
    return dw_record_queue_push(queue, &message, bytes, reserve);
}

static void expect(dw_record_queue *queue, uint32_t serial, uint32_t size)
{
    const uint8_t *bytes = NULL;
    const dw_record_message *message = dw_record_queue_peek(queue, &bytes);
    assert_non_null(message);
    assert_int_equal(message->serial, serial);
    assert_int_equal(message->size, size);
    assert_int_equal(message->kind, 1);
    assert_int_equal(message->match, serial % 7);
    assert_int_equal((uintptr_t)bytes % 8, 0);
    uint8_t wanted[BYTES_MAX];
    fill(wanted, size, serial);
    assert_memory_equal(bytes, wanted, size);
    dw_record_queue_drop(queue);
}

static dw_record_queue *make(size_t capacity)
{
    dw_record_queue *queue = NULL;
    assert_int_equal(dw_record_queue_create(&queue, capacity), DW_OK);
    return queue;
}

/* Against a plain list, with messages of all sizes, so that the block's end comes at each place. */
static void messages_come_out_as_they_went_in(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 1, 1);
    for (size_t capacity = 400; capacity <= 1200; capacity += 8) {
        dw_record_queue *queue = make(capacity);
        uint32_t sizes[512];
        uint32_t pushed = 0;
        uint32_t popped = 0;
        while (pushed < 512) {
            const uint32_t size = dw_rng_below(&rng, BYTES_MAX);
            if (dw_rng_below(&rng, 2) == 0 && push(queue, pushed, size, 0)) {
                sizes[pushed++] = size;
            } else if (popped < pushed) {
                expect(queue, popped, sizes[popped]);
                popped++;
            }
        }
        while (popped < pushed) {
            expect(queue, popped, sizes[popped]);
            popped++;
        }
        assert_int_equal(dw_record_queue_used(queue), 0);
        dw_record_queue_destroy(queue);
    }
}

static void a_full_queue_says_no_and_stays_as_it_is(void **state)
{
    (void)state;
    dw_record_queue *queue = make(SMALL);
    uint32_t count = 0;
    while (push(queue, count, 48, 0)) {
        count++;
    }
    assert_int_equal(count, SMALL / (HEAD + 48));
    assert_int_equal(dw_record_queue_used(queue), SMALL);
    assert_false(push(queue, count, 0, 0));
    expect(queue, 0, 48);
    assert_false(push(queue, count, 49, 0));
    assert_true(push(queue, count, 48, 0));
    for (uint32_t i = 1; i <= count; i++) {
        expect(queue, i, 48);
    }
    assert_false(push(queue, 99, SMALL, 0)); /* Nor does a message that never fits. */
    assert_true(push(queue, 100, SMALL - HEAD, 0));
    assert_int_equal(dw_record_queue_used(queue), SMALL);
    dw_record_queue_destroy(queue);
}

/* As the recorder uses it: what is long leaves room for the ends of all files. */
static void room_that_is_kept_holds_as_many_short_messages(void **state)
{
    (void)state;
    dw_rng rng;
    dw_rng_init(&rng, 2, 1);
    enum { KEPT = 9 };
    for (uint32_t run = 0; run < 500; run++) {
        dw_record_queue *queue = make(600 + 8 * (size_t)dw_rng_below(&rng, 50));
        uint32_t sizes[256];
        uint32_t pushed = 0;
        uint32_t popped = 0;
        for (uint32_t i = 0; i < 100; i++) {
            const uint32_t size = dw_rng_below(&rng, 200);
            if (push(queue, pushed, size, KEPT)) {
                sizes[pushed++] = size;
            } else if (popped < pushed && dw_rng_below(&rng, 3) == 0) {
                expect(queue, popped, sizes[popped]);
                popped++;
            }
        }
        for (uint32_t i = 0; i < KEPT; i++) {
            assert_true(push(queue, pushed, 0, 0));
            sizes[pushed++] = 0;
        }
        for (; popped < pushed; popped++) {
            expect(queue, popped, sizes[popped]);
        }
        dw_record_queue_destroy(queue);
    }
}

static void a_closed_queue_is_emptied_and_then_over(void **state)
{
    (void)state;
    dw_record_queue *queue = make(SMALL);
    const uint8_t *bytes = NULL;
    assert_true(push(queue, 1, 10, 0));
    assert_true(push(queue, 2, 20, 0));
    dw_record_queue_close(queue);
    expect(queue, 1, 10);
    expect(queue, 2, 20);
    assert_null(dw_record_queue_peek(queue, &bytes));
    assert_null(dw_record_queue_peek(queue, &bytes));
    dw_record_queue_destroy(queue);
}

typedef struct reader {
    dw_record_queue *queue;
    uint32_t count, wrong;
    uint64_t bytes;
} reader;

/* A thread whose disk refuses rests, and neither a message nor the time of day ends that early. */
static void a_rest_takes_its_time_and_ends_with_the_queue(void **state)
{
    (void)state;
    dw_record_queue *queue = NULL;
    assert_int_equal(dw_record_queue_create(&queue, 4096), DW_OK);
    assert_true(push(queue, 1, 8, 0));
    const uint64_t began_ns = dw_clock_ns();
    assert_false(dw_record_queue_rest(queue, 30));
    assert_in_range(dw_clock_ns() - began_ns, 30 * 1000000, UINT32_MAX);
    expect(queue, 1, 8);
    dw_record_queue_close(queue);
    assert_true(dw_record_queue_rest(queue, 100000));
    dw_record_queue_destroy(queue);
}

static void *read_all(void *context)
{
    reader *to = context;
    const uint8_t *bytes = NULL;
    uint32_t last = 0;
    for (const dw_record_message *message = dw_record_queue_peek(to->queue, &bytes);
         message != NULL; message = dw_record_queue_peek(to->queue, &bytes)) {
        uint8_t wanted[BYTES_MAX];
        fill(wanted, message->size, message->serial);
        const bool right = message->serial == last + 1 && message->size < BYTES_MAX &&
                           memcmp(bytes, wanted, message->size) == 0;
        to->wrong += right ? 0 : 1;
        last = message->serial;
        to->count++;
        to->bytes += message->size;
        dw_record_queue_drop(to->queue);
    }
    return NULL;
}

static void two_threads_lose_nothing_and_mix_nothing(void **state)
{
    (void)state;
    reader to = {.queue = make(4096)};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, read_all, &to), 0);
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    uint64_t bytes = 0;
    uint32_t refused = 0;
    for (uint32_t serial = 1; serial <= RUSH; serial++) {
        const uint32_t size = dw_rng_below(&rng, BYTES_MAX);
        bytes += size;
        while (!push(to.queue, serial, size, 4)) {
            refused++;
            (void)sched_yield();
        }
    }
    dw_record_queue_close(to.queue);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(to.count, RUSH);
    assert_int_equal(to.wrong, 0);
    assert_true(to.bytes == bytes);
    assert_true(refused > 0); /* It was full now and then. */
    dw_record_queue_destroy(to.queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_out_as_they_went_in),
        cmocka_unit_test(a_full_queue_says_no_and_stays_as_it_is),
        cmocka_unit_test(room_that_is_kept_holds_as_many_short_messages),
        cmocka_unit_test(a_closed_queue_is_emptied_and_then_over),
        cmocka_unit_test(a_rest_takes_its_time_and_ends_with_the_queue),
        cmocka_unit_test(two_threads_lose_nothing_and_mix_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
