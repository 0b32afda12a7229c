/* ENet's socket calls in batches: the same datagrams, in the same order, in fewer system calls. */
#include "protocol/protocol.h"
#include "protocol/transport/socket_batch.h"
#include "tests/support/test.h"

#include <enet/enet.h>
#include <stdbool.h>
#include <string.h>

enum { DATAGRAMS = 1000 };

typedef struct pair {
    ENetSocket a, b;
    ENetAddress to_a, to_b;
} pair;

static ENetSocket open_socket(ENetAddress *address)
{
    *address = (ENetAddress){.port = 0};
    assert_int_equal(enet_address_set_host_ip(address, "127.0.0.1"), 0);
    const ENetSocket made = enet_socket_create(ENET_SOCKET_TYPE_DATAGRAM);
    assert_int_not_equal(made, ENET_SOCKET_NULL);
    assert_int_equal(enet_socket_bind(made, address), 0);
    assert_int_equal(enet_socket_get_address(made, address), 0);
    assert_int_equal(enet_socket_set_option(made, ENET_SOCKOPT_NONBLOCK, 1), 0);
    (void)enet_socket_set_option(made, ENET_SOCKOPT_RCVBUF, 4 << 20);
    return made;
}

static pair open_pair(void)
{
    pair made;
    assert_int_equal(enet_initialize(), 0);
    made.a = open_socket(&made.to_a);
    made.b = open_socket(&made.to_b);
    return made;
}

static void close_pair(pair *two)
{
    enet_socket_destroy(two->a);
    enet_socket_destroy(two->b);
    enet_deinitialize();
}

/* In two parts, as ENet has them; sizes and bytes go by the number. */
static void send_numbered(ENetSocket from, const ENetAddress *to, uint32_t number)
{
    uint8_t rest[DW_DATAGRAM_MAX - sizeof number];
    const size_t size = number * 7 % sizeof rest;
    memset(rest, (int)(number & 0xff), size);
    const ENetBuffer parts[2] = {{.data = &number, .dataLength = sizeof number},
                                 {.data = rest, .dataLength = size}};
    assert_int_equal(enet_socket_send(from, to, parts, 2), (int)(sizeof number + size));
}

static int receive_into(ENetSocket at, ENetAddress *from, ENetBuffer room)
{
    return enet_socket_receive(at, from, &room, 1);
}

static void expect_numbered(ENetSocket at, const ENetAddress *sender, uint32_t number)
{
    uint8_t bytes[4096];
    uint32_t read;
    ENetAddress from;
    const size_t size = number * 7 % (DW_DATAGRAM_MAX - sizeof number);
    assert_int_equal(
        receive_into(at, &from, (ENetBuffer){.data = bytes, .dataLength = sizeof bytes}),
        (int)(sizeof read + size));
    memcpy(&read, bytes, sizeof read);
    assert_int_equal(read, number);
    assert_true(size == 0 || (bytes[sizeof read] == (number & 0xff) &&
                              bytes[sizeof read + size - 1] == (number & 0xff)));
    assert_int_equal(from.host, sender->host);
    assert_int_equal(from.port, sender->port);
}

static void expect_nothing(ENetSocket at)
{
    uint8_t bytes[64];
    ENetAddress from;
    assert_int_equal(
        receive_into(at, &from, (ENetBuffer){.data = bytes, .dataLength = sizeof bytes}), 0);
}

static void datagrams_arrive_whole_and_in_order_in_a_tenth_of_the_calls(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *sender = dw_socket_batch_open(two.a);
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        send_numbered(two.a, &two.to_b, i);
    }
    dw_socket_batch_flush(sender);
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    const dw_socket_batch_stats out = dw_socket_batch_get_stats(sender);
    const dw_socket_batch_stats in = dw_socket_batch_get_stats(receiver);
    assert_int_equal(out.sent, DATAGRAMS);
    assert_int_equal(in.received, DATAGRAMS);
    assert_true(out.send_calls <= DATAGRAMS / 10 && in.receive_calls <= DATAGRAMS / 10);
    dw_socket_batch_close(sender);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

static void nothing_leaves_before_the_flush_and_nothing_stays_behind_at_the_close(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *sender = dw_socket_batch_open(two.a);
    send_numbered(two.a, &two.to_b, 1);
    expect_nothing(two.b);
    dw_socket_batch_flush(sender);
    expect_numbered(two.b, &two.to_a, 1);
    send_numbered(two.a, &two.to_b, 2);
    dw_socket_batch_close(sender);
    expect_numbered(two.b, &two.to_a, 2);
    send_numbered(two.a, &two.to_b, 3); /* Without a batch it goes at once. */
    expect_numbered(two.b, &two.to_a, 3);
    expect_nothing(two.b);
    close_pair(&two);
}

static void an_address_that_cannot_be_sent_to_holds_up_nobody(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *sender = dw_socket_batch_open(two.a);
    const ENetAddress nowhere = {.host = two.to_b.host, .port = 0};
    for (uint32_t i = 0; i < 10; i++) {
        send_numbered(two.a, i % 2 == 0 ? &two.to_b : &nowhere, i);
    }
    dw_socket_batch_flush(sender);
    for (uint32_t i = 0; i < 10; i += 2) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    assert_int_equal(dw_socket_batch_get_stats(sender).refused, 5);
    assert_int_equal(dw_socket_batch_get_stats(sender).sent, 5);
    dw_socket_batch_close(sender);
    close_pair(&two);
}

/* 16 sizes, four of each in a batch: each arrives once, whole. */
static void equal_datagrams_are_handed_over_as_one_and_arrive_apart(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *sender = dw_socket_batch_open(two.a);
    dw_socket_batch_join_equal(sender);
    bool come[DATAGRAMS] = {false};
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        uint8_t bytes[24];
        memset(bytes, (int)(i & 0xff), sizeof bytes);
        memcpy(bytes, &i, sizeof i);
        const ENetBuffer part = {.data = bytes, .dataLength = 8 + i % 16};
        assert_int_equal(enet_socket_send(two.a, &two.to_b, &part, 1), (int)part.dataLength);
    }
    dw_socket_batch_flush(sender);
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        uint8_t bytes[64];
        uint32_t number;
        ENetAddress from;
        const int size =
            receive_into(two.b, &from, (ENetBuffer){.data = bytes, .dataLength = sizeof bytes});
        assert_true(size >= 8);
        memcpy(&number, bytes, sizeof number);
        assert_in_range(number, 0, DATAGRAMS - 1);
        assert_false(come[number]);
        assert_int_equal(size, 8 + number % 16);
        assert_int_equal(bytes[size - 1], number & 0xff);
        come[number] = true;
    }
    expect_nothing(two.b);
    assert_int_equal(dw_socket_batch_get_stats(sender).sent, DATAGRAMS);
    dw_socket_batch_close(sender);
    close_pair(&two);
}

static void an_empty_datagram_hides_none_behind_it(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    const ENetBuffer empty = {.data = NULL, .dataLength = 0};
    send_numbered(two.a, &two.to_b, 1);
    (void)enet_socket_send(two.a, &two.to_b, &empty, 1);
    send_numbered(two.a, &two.to_b, 2);
    expect_numbered(two.b, &two.to_a, 1);
    expect_numbered(two.b, &two.to_a, 2);
    expect_nothing(two.b);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

static void nor_does_it_where_there_is_no_batch(void **state)
{
    (void)state;
    pair two = open_pair();
    const ENetBuffer empty = {.data = NULL, .dataLength = 0};
    for (uint32_t i = 0; i < 10; i++) {
        (void)enet_socket_send(two.a, &two.to_b, &empty, 1);
    }
    send_numbered(two.a, &two.to_b, 1);
    expect_numbered(two.b, &two.to_a, 1);
    expect_nothing(two.b);
    close_pair(&two);
}

/* How many of `count` equal ones of that size, all of which arrive, were handed over joined. */
static uint32_t count_joined(size_t size, uint32_t count)
{
    pair two = open_pair();
    dw_socket_batch *sender = dw_socket_batch_open(two.a);
    dw_socket_batch_join_equal(sender);
    static uint8_t bytes[DW_DATAGRAM_MAX];
    const ENetBuffer part = {.data = bytes, .dataLength = size};
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(enet_socket_send(two.a, &two.to_b, &part, 1), size);
    }
    dw_socket_batch_flush(sender);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t room[4096];
        ENetAddress from;
        assert_int_equal(
            receive_into(two.b, &from, (ENetBuffer){.data = room, .dataLength = sizeof room}),
            size);
    }
    const dw_socket_batch_stats out = dw_socket_batch_get_stats(sender);
    assert_int_equal(out.sent, count);
    dw_socket_batch_close(sender);
    close_pair(&two);
    return (uint32_t)out.joined;
}

/* More of them than one datagram of UDP can carry. */
static void equal_ones_of_the_largest_size_are_joined_like_short_ones(void **state)
{
    (void)state;
    if (count_joined(20, 2) == 0) {
        print_message("this system joins nothing\n");
        skip();
    }
    assert_int_equal(count_joined(DW_DATAGRAM_MAX, DW_SOCKET_BATCH_DATAGRAMS),
                     DW_SOCKET_BATCH_DATAGRAMS);
}

static void the_fifth_batch_of_a_process_is_refused_and_its_socket_works(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *batches[DW_SOCKET_BATCHES_MAX];
    for (uint32_t i = 0; i < DW_SOCKET_BATCHES_MAX; i++) {
        batches[i] = dw_socket_batch_open(100000 + (int)i);
        assert_non_null(batches[i]);
    }
    assert_null(dw_socket_batch_open(two.a));
    send_numbered(two.a, &two.to_b, 9);
    expect_numbered(two.b, &two.to_a, 9);
    for (uint32_t i = 0; i < DW_SOCKET_BATCHES_MAX; i++) {
        dw_socket_batch_close(batches[i]);
    }
    close_pair(&two);
}

static uint32_t number_of(const dw_socket_datagram *datagram)
{
    uint32_t number;
    assert_true(datagram->size >= sizeof number);
    memcpy(&number, datagram->bytes, sizeof number);
    assert_int_equal(datagram->size, sizeof number + number * 7 % (DW_DATAGRAM_MAX - 4));
    return number;
}

/* `count` numbered ones, from `first` on, are there and look as they were sent. */
static uint32_t read_numbered(dw_socket_batch *batch, const pair *two, uint32_t first, bool *more,
                              dw_socket_datagram rows[DW_SOCKET_BATCH_DATAGRAMS])
{
    const uint32_t count = dw_socket_batch_read(batch, rows, more);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(number_of(&rows[i]), first + i);
        assert_int_equal(rows[i].host, two->to_a.host);
        assert_int_equal(rows[i].port, two->to_a.port);
    }
    return count;
}

static void send_many(const pair *two, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        send_numbered(two->a, &two->to_b, first + i);
    }
}

static void enet_receives_what_was_kept_for_it_in_order_and_nothing_else(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    dw_socket_datagram rows[DW_SOCKET_BATCH_DATAGRAMS];
    bool more = true;
    send_many(&two, 0, 30);
    assert_int_equal(read_numbered(receiver, &two, 0, &more, rows), 30);
    assert_false(more);
    for (uint32_t i = 0; i < 30; i += 3) {
        assert_true(dw_socket_batch_keep(receiver, &rows[i]));
        assert_int_equal(dw_socket_batch_kept(receiver), i / 3 + 1);
    }
    /* The next read takes the place of those bytes, not of what was kept. */
    send_many(&two, 30, 20);
    assert_int_equal(read_numbered(receiver, &two, 30, &more, rows), 20);
    assert_true(dw_socket_batch_keep(receiver, &rows[19]));
    send_many(&two, 50, 5); /* In the socket: ENet does not look there any more. */
    for (uint32_t i = 0; i < 30; i += 3) {
        expect_numbered(two.b, &two.to_a, i);
        assert_int_equal(dw_socket_batch_kept(receiver), 10 - i / 3);
    }
    expect_numbered(two.b, &two.to_a, 49);
    assert_int_equal(dw_socket_batch_kept(receiver), 0);
    expect_nothing(two.b);
    assert_int_equal(read_numbered(receiver, &two, 50, &more, rows), 5);
    assert_int_equal(read_numbered(receiver, &two, 55, &more, rows), 0);
    expect_nothing(two.b);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

static void a_read_that_was_full_says_that_there_may_be_more(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    dw_socket_datagram rows[DW_SOCKET_BATCH_DATAGRAMS];
    bool more = false;
    send_many(&two, 0, DW_SOCKET_BATCH_DATAGRAMS + 6);
    assert_int_equal(read_numbered(receiver, &two, 0, &more, rows), DW_SOCKET_BATCH_DATAGRAMS);
    assert_true(more);
    assert_int_equal(read_numbered(receiver, &two, DW_SOCKET_BATCH_DATAGRAMS, &more, rows), 6);
    assert_false(more);
    send_many(&two, 0, DW_SOCKET_BATCH_DATAGRAMS - 1);
    assert_int_equal(read_numbered(receiver, &two, 0, &more, rows), DW_SOCKET_BATCH_DATAGRAMS - 1);
    assert_false(more);
    /* Of a full one, empty ones are left out, and it was full all the same. */
    const ENetBuffer empty = {.data = NULL, .dataLength = 0};
    (void)enet_socket_send(two.a, &two.to_b, &empty, 1);
    send_many(&two, 1, DW_SOCKET_BATCH_DATAGRAMS - 2);
    (void)enet_socket_send(two.a, &two.to_b, &empty, 1);
    assert_int_equal(read_numbered(receiver, &two, 1, &more, rows), DW_SOCKET_BATCH_DATAGRAMS - 2);
    assert_true(more);
    assert_int_equal(read_numbered(receiver, &two, 0, &more, rows), 0);
    assert_false(more);
    assert_int_equal(dw_socket_batch_get_stats(receiver).receive_calls, 5);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

static void keep_all(dw_socket_batch *receiver, const pair *two, uint32_t first)
{
    dw_socket_datagram rows[DW_SOCKET_BATCH_DATAGRAMS];
    bool more = false;
    send_many(two, first, DW_SOCKET_BATCH_DATAGRAMS);
    assert_true(dw_socket_batch_has_room(receiver));
    assert_int_equal(read_numbered(receiver, two, first, &more, rows), DW_SOCKET_BATCH_DATAGRAMS);
    for (uint32_t i = 0; i < DW_SOCKET_BATCH_DATAGRAMS; i++) {
        assert_true(dw_socket_batch_keep(receiver, &rows[i]));
    }
}

static void two_full_reads_are_kept_and_then_enet_has_to_be_served(void **state)
{
    (void)state;
    enum { TWO_READS = 2 * DW_SOCKET_BATCH_DATAGRAMS };
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    for (uint32_t round = 0; round < 3; round++) {
        keep_all(receiver, &two, 0);
        keep_all(receiver, &two, DW_SOCKET_BATCH_DATAGRAMS);
        assert_int_equal(dw_socket_batch_kept(receiver), TWO_READS);
        assert_false(dw_socket_batch_has_room(receiver));
        const dw_socket_datagram one_more = {.bytes = (const uint8_t *)"more", .size = 4};
        assert_false(dw_socket_batch_keep(receiver, &one_more));
        for (uint32_t i = 0; i < TWO_READS; i++) {
            assert_false(dw_socket_batch_has_room(receiver)); /* Before the last one is taken. */
            expect_numbered(two.b, &two.to_a, i);
        }
        assert_true(dw_socket_batch_has_room(receiver));
        expect_nothing(two.b);
    }
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

/* Served in the middle, with some of it left: has_room means what it says. */
static void what_is_left_of_one_read_leaves_room_for_another(void **state)
{
    (void)state;
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    keep_all(receiver, &two, 0);
    for (uint32_t i = 0; i < 10; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    keep_all(receiver, &two, DW_SOCKET_BATCH_DATAGRAMS);
    assert_int_equal(dw_socket_batch_kept(receiver), 2 * DW_SOCKET_BATCH_DATAGRAMS - 10);
    for (uint32_t i = 10; i < 2 * DW_SOCKET_BATCH_DATAGRAMS; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

/* Longer than any of ours: cut by the system, and still too long for whoever judges it. */
static void one_that_is_too_long_stays_too_long(void **state)
{
    (void)state;
    static uint8_t bytes[4000];
    pair two = open_pair();
    dw_socket_batch *receiver = dw_socket_batch_open(two.b);
    dw_socket_datagram rows[DW_SOCKET_BATCH_DATAGRAMS];
    bool more = true;
    const ENetBuffer buffer = {.data = bytes, .dataLength = sizeof bytes};
    assert_int_equal(enet_socket_send(two.a, &two.to_b, &buffer, 1), (int)sizeof bytes);
    assert_int_equal(dw_socket_batch_read(receiver, rows, &more), 1);
    assert_true(rows[0].size > DW_DATAGRAM_MAX);
    assert_true(dw_socket_batch_keep(receiver, &rows[0]));
    ENetAddress from;
    assert_true(receive_into(two.b, &from, (ENetBuffer){.data = bytes, .dataLength = 1500}) >
                DW_DATAGRAM_MAX);
    dw_socket_batch_close(receiver);
    close_pair(&two);
}

/* The library's own calls come here too: the point of it all. */
static void the_hosts_of_enet_use_it(void **state)
{
    (void)state;
    assert_int_equal(enet_initialize(), 0);
    ENetAddress address = {.port = 0};
    assert_int_equal(enet_address_set_host_ip(&address, "127.0.0.1"), 0);
    ENetHost *server = enet_host_create(&address, 4, 1, 0, 0);
    ENetHost *client = enet_host_create(NULL, 1, 1, 0, 0);
    assert_non_null(server);
    assert_non_null(client);
    dw_socket_batch *batch = dw_socket_batch_open(server->socket);
    assert_non_null(enet_host_connect(client, &server->address, 1, 0));
    bool connected = false;
    for (uint32_t i = 0; i < 200 && !connected; i++) {
        ENetEvent event;
        connected = enet_host_service(client, &event, 5) > 0;
        (void)enet_host_service(server, &event, 0);
        dw_socket_batch_flush(batch);
    }
    assert_true(connected);
    assert_true(dw_socket_batch_get_stats(batch).sent > 0);
    assert_true(dw_socket_batch_get_stats(batch).received > 0);
    dw_socket_batch_close(batch);
    enet_host_destroy(client);
    enet_host_destroy(server);
    enet_deinitialize();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(datagrams_arrive_whole_and_in_order_in_a_tenth_of_the_calls),
        cmocka_unit_test(nothing_leaves_before_the_flush_and_nothing_stays_behind_at_the_close),
        cmocka_unit_test(an_address_that_cannot_be_sent_to_holds_up_nobody),
        cmocka_unit_test(equal_datagrams_are_handed_over_as_one_and_arrive_apart),
        cmocka_unit_test(an_empty_datagram_hides_none_behind_it),
        cmocka_unit_test(nor_does_it_where_there_is_no_batch),
        cmocka_unit_test(equal_ones_of_the_largest_size_are_joined_like_short_ones),
        cmocka_unit_test(the_fifth_batch_of_a_process_is_refused_and_its_socket_works),
        cmocka_unit_test(enet_receives_what_was_kept_for_it_in_order_and_nothing_else),
        cmocka_unit_test(a_read_that_was_full_says_that_there_may_be_more),
        cmocka_unit_test(two_full_reads_are_kept_and_then_enet_has_to_be_served),
        cmocka_unit_test(what_is_left_of_one_read_leaves_room_for_another),
        cmocka_unit_test(one_that_is_too_long_stays_too_long),
        cmocka_unit_test(the_hosts_of_enet_use_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
