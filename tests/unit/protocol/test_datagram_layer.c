/* ENet's socket calls in layers: the same datagrams, in the same order, in fewer system calls. */
#include "protocol/protocol.h"
#include "protocol/transport/datagram_layer.h"
#include "tests/support/test.h"

#include <enet/enet.h>
#include <stdbool.h>
#include <string.h>

enum { DATAGRAMS = 1000 };

static const dw_datagram_filter pass = {NULL, NULL, NULL};

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

static pair two;
static dw_datagram_layer *layers[2]; /* Those that the test has opened. */

static int open_pair(void **state)
{
    (void)state;
    two.a = open_socket(&two.to_a);
    two.b = open_socket(&two.to_b);
    layers[0] = layers[1] = NULL;
    return enet_initialize();
}

static int close_pair(void **state)
{
    (void)state;
    dw_datagram_layer_close(layers[0]);
    dw_datagram_layer_close(layers[1]);
    enet_socket_destroy(two.a);
    enet_socket_destroy(two.b);
    enet_deinitialize();
    return 0;
}

static dw_datagram_layer *open_layer(ENetSocket socket, const dw_datagram_filter *filter)
{
    dw_datagram_layer *layer = dw_datagram_layer_open(socket, filter);
    assert_non_null(layer);
    layers[layers[0] != NULL ? 1 : 0] = layer;
    return layer;
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
    dw_datagram_layer *sender = open_layer(two.a, &pass);
    dw_datagram_layer *receiver = open_layer(two.b, &pass);
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        send_numbered(two.a, &two.to_b, i);
    }
    dw_datagram_layer_flush(sender);
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    const dw_datagram_layer_stats out = dw_datagram_layer_get_stats(sender);
    const dw_datagram_layer_stats in = dw_datagram_layer_get_stats(receiver);
    assert_int_equal(out.sent, DATAGRAMS);
    assert_int_equal(in.received, DATAGRAMS);
    assert_true(out.send_calls <= DATAGRAMS / 10 && in.receive_calls <= DATAGRAMS / 10);
}

static void nothing_leaves_before_the_flush_and_nothing_stays_behind_at_the_close(void **state)
{
    (void)state;
    dw_datagram_layer *sender = dw_datagram_layer_open(two.a, &pass);
    send_numbered(two.a, &two.to_b, 1);
    expect_nothing(two.b);
    dw_datagram_layer_flush(sender);
    expect_numbered(two.b, &two.to_a, 1);
    send_numbered(two.a, &two.to_b, 2);
    dw_datagram_layer_close(sender);
    expect_numbered(two.b, &two.to_a, 2);
    send_numbered(two.a, &two.to_b, 3); /* Without a batch it goes at once. */
    expect_numbered(two.b, &two.to_a, 3);
    expect_nothing(two.b);
}

static void an_address_that_cannot_be_sent_to_holds_up_nobody(void **state)
{
    (void)state;
    dw_datagram_layer *sender = open_layer(two.a, &pass);
    const ENetAddress nowhere = {.host = two.to_b.host, .port = 0};
    for (uint32_t i = 0; i < 10; i++) {
        send_numbered(two.a, i % 2 == 0 ? &two.to_b : &nowhere, i);
    }
    dw_datagram_layer_flush(sender);
    for (uint32_t i = 0; i < 10; i += 2) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    assert_int_equal(dw_datagram_layer_get_stats(sender).refused, 5);
    assert_int_equal(dw_datagram_layer_get_stats(sender).sent, 5);
}

/* 16 sizes, four of each in a batch: each arrives once, whole. */
static void equal_datagrams_are_handed_over_as_one_and_arrive_apart(void **state)
{
    (void)state;
    dw_datagram_layer *sender = open_layer(two.a, &pass);
    dw_datagram_layer_join_equal(sender);
    bool come[DATAGRAMS] = {false};
    for (uint32_t i = 0; i < DATAGRAMS; i++) {
        uint8_t bytes[24];
        memset(bytes, (int)(i & 0xff), sizeof bytes);
        memcpy(bytes, &i, sizeof i);
        const ENetBuffer part = {.data = bytes, .dataLength = 8 + i % 16};
        assert_int_equal(enet_socket_send(two.a, &two.to_b, &part, 1), (int)part.dataLength);
    }
    dw_datagram_layer_flush(sender);
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
    assert_int_equal(dw_datagram_layer_get_stats(sender).sent, DATAGRAMS);
}

static void an_empty_datagram_hides_none_behind_it(void **state)
{
    (void)state;
    (void)open_layer(two.b, &pass);
    const ENetBuffer empty = {.data = NULL, .dataLength = 0};
    send_numbered(two.a, &two.to_b, 1);
    (void)enet_socket_send(two.a, &two.to_b, &empty, 1);
    send_numbered(two.a, &two.to_b, 2);
    expect_numbered(two.b, &two.to_a, 1);
    expect_numbered(two.b, &two.to_a, 2);
    expect_nothing(two.b);
}

/* How many of `count` equal ones of that size, all of which arrive, were handed over joined. */
static uint32_t count_joined(size_t size, uint32_t count)
{
    dw_datagram_layer *sender = dw_datagram_layer_open(two.a, &pass);
    dw_datagram_layer_join_equal(sender);
    static uint8_t bytes[DW_DATAGRAM_MAX];
    const ENetBuffer part = {.data = bytes, .dataLength = size};
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(enet_socket_send(two.a, &two.to_b, &part, 1), size);
    }
    dw_datagram_layer_flush(sender);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t room[4096];
        ENetAddress from;
        assert_int_equal(
            receive_into(two.b, &from, (ENetBuffer){.data = room, .dataLength = sizeof room}),
            size);
    }
    const dw_datagram_layer_stats out = dw_datagram_layer_get_stats(sender);
    assert_int_equal(out.sent, count);
    dw_datagram_layer_close(sender);
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
    assert_int_equal(count_joined(DW_DATAGRAM_MAX, DW_DATAGRAM_BATCH), DW_DATAGRAM_BATCH);
}

static void a_socket_whose_number_is_too_high_has_no_layer(void **state)
{
    (void)state;
    assert_null(dw_datagram_layer_open(DW_DATAGRAM_SOCKETS_MAX, &pass));
    assert_null(dw_datagram_layer_open(-1, &pass));
}

static void send_many(uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        send_numbered(two.a, &two.to_b, first + i);
    }
}

/* A filter of the tests: swallows, changes, and counts. */
typedef struct sieve {
    uint32_t seen, every; /* Lets each n-th datagram pass, */
    bool stamps;       /* and adds a byte to it on the way out, or takes one off on the way in. */
    uint32_t size_max; /* Of what it saw. */
} sieve;

static bool sieve_in(void *context, dw_datagram *datagram)
{
    sieve *at = context;
    at->size_max = datagram->size > at->size_max ? datagram->size : at->size_max;
    if (at->stamps) {
        assert_int_equal(datagram->bytes[--datagram->size], 0x5a);
    }
    return at->seen++ % at->every == 0;
}

static bool sieve_out(void *context, dw_datagram *datagram)
{
    sieve *at = context;
    if (at->stamps) {
        datagram->bytes[datagram->size++] = 0x5a;
    }
    return at->seen++ % at->every == 0;
}

static void the_filter_decides_what_goes_on_each_way(void **state)
{
    (void)state;
    sieve out = {.every = 2};
    sieve in = {.every = 3};
    const dw_datagram_filter out_filter = {&out, NULL, sieve_out};
    const dw_datagram_filter in_filter = {&in, sieve_in, NULL};
    dw_datagram_layer *sender = open_layer(two.a, &out_filter);
    (void)open_layer(two.b, &in_filter);
    send_many(0, 60);
    dw_datagram_layer_flush(sender);
    for (uint32_t i = 0; i < 60; i += 6) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
    assert_int_equal(out.seen, 60);
    assert_int_equal(in.seen, 30);
}

static void what_a_filter_adds_the_other_end_takes_off(void **state)
{
    (void)state;
    sieve both = {.every = 1, .stamps = true};
    const dw_datagram_filter filter = {&both, sieve_in, sieve_out};
    dw_datagram_layer *sender = open_layer(two.a, &filter);
    (void)open_layer(two.b, &filter);
    for (uint32_t first = 0; first < 200; first += 50) {
        send_many(first, 50);
        dw_datagram_layer_flush(sender);
        for (uint32_t i = 0; i < 50; i++) {
            expect_numbered(two.b, &two.to_a, first + i);
        }
        expect_nothing(two.b); /* A read that emptied the system's buffer ends ENet's turn. */
    }
}

/* ENet asks once a turn: what comes after it has heard that nothing is there must not wait for
 * another turn. */
static void a_look_that_finds_nothing_leaves_the_next_one_open(void **state)
{
    (void)state;
    dw_datagram_layer *layer = open_layer(two.b, &pass);
    for (uint32_t i = 0; i < 10; i++) {
        expect_nothing(two.b);
        dw_datagram_layer_read_ahead(layer);
        send_many(i, 1);
        expect_numbered(two.b, &two.to_a, i);
        expect_nothing(two.b);
    }
}

static bool answer(void *context, dw_datagram *datagram)
{
    static uint8_t bytes[] = "answer";
    const dw_datagram back = {bytes, sizeof bytes, datagram->host, datagram->port, NULL};
    dw_datagram_layer_send(*(dw_datagram_layer **)context, &back);
    return false;
}

static void a_filter_can_answer_by_itself(void **state)
{
    (void)state;
    dw_datagram_layer *receiver = NULL;
    const dw_datagram_filter filter = {&receiver, answer, NULL};
    receiver = open_layer(two.b, &filter);
    send_many(0, 3);
    expect_nothing(two.b);
    expect_nothing(two.a);
    dw_datagram_layer_flush(receiver);
    for (uint32_t i = 0; i < 3; i++) {
        char text[16] = "";
        ENetAddress from;
        assert_int_equal(
            receive_into(two.a, &from, (ENetBuffer){.data = text, .dataLength = sizeof text}), 7);
        assert_string_equal(text, "answer");
        assert_int_equal(from.port, two.to_b.port);
    }
    expect_nothing(two.a);
}

static void what_is_read_ahead_waits_for_enet_in_order(void **state)
{
    (void)state;
    dw_datagram_layer *receiver = open_layer(two.b, &pass);
    uint32_t sent = 0;
    for (uint32_t i = 0; i < 8; i++) { /* The system's own buffer need not hold all of them. */
        send_many(sent, 100);
        sent += 100;
        dw_datagram_layer_read_ahead(receiver);
        assert_true(dw_datagram_layer_has_more(receiver));
        assert_int_equal(dw_datagram_layer_get_stats(receiver).received, sent);
    }
    for (uint32_t i = 0; i < sent; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    assert_false(dw_datagram_layer_has_more(receiver));
    expect_nothing(two.b);
}

static void a_full_layer_leaves_the_rest_to_the_system(void **state)
{
    (void)state;
    dw_datagram_layer *receiver = open_layer(two.b, &pass);
    for (uint32_t sent = 0; sent < DW_DATAGRAM_AHEAD + 10; sent++) {
        send_numbered(two.a, &two.to_b, sent);
        if (sent % 50 == 49) {
            dw_datagram_layer_read_ahead(receiver);
        }
    }
    dw_datagram_layer_read_ahead(receiver);
    assert_int_equal(dw_datagram_layer_get_stats(receiver).received, DW_DATAGRAM_AHEAD);
    for (uint32_t i = 0; i < DW_DATAGRAM_AHEAD + 10; i++) {
        expect_numbered(two.b, &two.to_a, i);
    }
    expect_nothing(two.b);
}

/* One call of ENet's must not last as long as the flood does. */
static void a_flood_of_what_is_refused_ends_the_call(void **state)
{
    (void)state;
    sieve in = {.every = UINT32_MAX, .seen = 1};
    const dw_datagram_filter filter = {&in, sieve_in, NULL};
    dw_datagram_layer *receiver = open_layer(two.b, &filter);
    for (uint32_t i = 0; i < 6; i++) {
        send_many(0, 100);
        dw_datagram_layer_read_ahead(receiver);
    }
    expect_nothing(two.b);
    assert_in_range(in.seen, 200, 300);
    assert_true(dw_datagram_layer_has_more(receiver));
    expect_nothing(two.b);
    expect_nothing(two.b);
    assert_int_equal(in.seen, 601);
    assert_false(dw_datagram_layer_has_more(receiver));
}

/* The system cuts it, and it is still too long for the filter that judges it. */
static void a_datagram_that_is_too_long_stays_too_long(void **state)
{
    (void)state;
    static uint8_t bytes[4000];
    sieve in = {.every = UINT32_MAX, .seen = 1};
    const dw_datagram_filter filter = {&in, sieve_in, NULL};
    (void)open_layer(two.b, &filter);
    const ENetBuffer buffer = {.data = bytes, .dataLength = sizeof bytes};
    assert_int_equal(enet_socket_send(two.a, &two.to_b, &buffer, 1), (int)sizeof bytes);
    expect_nothing(two.b);
    assert_true(in.size_max > DW_DATAGRAM_MAX);
}

static void the_self_test_finds_that_enet_uses_the_layer(void **state)
{
    (void)state;
    dw_error error = {""};
    assert_int_equal(dw_datagram_layer_check(&error), DW_OK);
    assert_int_equal(dw_datagram_layer_check(&error), DW_OK); /* It leaves nothing behind. */
}

/* The library's own calls come here too: the point of it all. */
static void the_hosts_of_enet_use_it(void **state)
{
    (void)state;
    ENetAddress address = {.port = 0};
    assert_int_equal(enet_address_set_host_ip(&address, "127.0.0.1"), 0);
    ENetHost *server = enet_host_create(&address, 4, 1, 0, 0);
    ENetHost *client = enet_host_create(NULL, 1, 1, 0, 0);
    assert_non_null(server);
    assert_non_null(client);
    dw_datagram_layer *layer = dw_datagram_layer_open(server->socket, &pass);
    assert_non_null(enet_host_connect(client, &server->address, 1, 0));
    bool connected = false;
    for (uint32_t i = 0; i < 200 && !connected; i++) {
        ENetEvent event;
        connected = enet_host_service(client, &event, 5) > 0;
        (void)enet_host_service(server, &event, 0);
        dw_datagram_layer_flush(layer);
    }
    assert_true(connected);
    assert_true(dw_datagram_layer_get_stats(layer).sent > 0);
    assert_true(dw_datagram_layer_get_stats(layer).received > 0);
    dw_datagram_layer_close(layer);
    enet_host_destroy(client);
    enet_host_destroy(server);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(datagrams_arrive_whole_and_in_order_in_a_tenth_of_the_calls),
        cmocka_unit_test(nothing_leaves_before_the_flush_and_nothing_stays_behind_at_the_close),
        cmocka_unit_test(an_address_that_cannot_be_sent_to_holds_up_nobody),
        cmocka_unit_test(equal_datagrams_are_handed_over_as_one_and_arrive_apart),
        cmocka_unit_test(an_empty_datagram_hides_none_behind_it),
        cmocka_unit_test(equal_ones_of_the_largest_size_are_joined_like_short_ones),
        cmocka_unit_test(a_socket_whose_number_is_too_high_has_no_layer),
        cmocka_unit_test(the_filter_decides_what_goes_on_each_way),
        cmocka_unit_test(what_a_filter_adds_the_other_end_takes_off),
        cmocka_unit_test(a_look_that_finds_nothing_leaves_the_next_one_open),
        cmocka_unit_test(a_filter_can_answer_by_itself),
        cmocka_unit_test(what_is_read_ahead_waits_for_enet_in_order),
        cmocka_unit_test(a_full_layer_leaves_the_rest_to_the_system),
        cmocka_unit_test(a_flood_of_what_is_refused_ends_the_call),
        cmocka_unit_test(a_datagram_that_is_too_long_stays_too_long),
        cmocka_unit_test(the_self_test_finds_that_enet_uses_the_layer),
        cmocka_unit_test(the_hosts_of_enet_use_it),
    };
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tests[i].setup_func = open_pair;
        tests[i].teardown_func = close_pair;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
