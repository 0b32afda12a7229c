/* attacker PORT KIND SECONDS RATE [sealed]: sends a server on 127.0.0.1 what it must not mind, RATE
 * datagrams or messages a second, and prints how many went out and how many answers came. Loopback
 * only, ends by itself. Kinds without a connection come from 64 addresses of 127.0.0.0/8, the
 * others from others of it by real connections (peers.c), which are sealed when that is said. */
#include "attack.h"

#include "common/base/rng.h"
#include "common/platform/clock.h"
#include "protocol/seal/challenge.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SOURCES = 64, FRAGMENT_BYTES = 29 };

typedef size_t make_datagram(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX]);

static void fill_random(dw_rng *rng, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)dw_rng_next(rng);
    }
}

void attack_make_connect(uint8_t bytes[ATTACK_CONNECT_BYTES], const uint8_t number[4])
{
    memset(bytes, 0, ATTACK_CONNECT_BYTES);
    bytes[0] = 0x8f;
    bytes[1] = 0xff;
    bytes[4] = 0x82;
    bytes[5] = 0xff;
    bytes[14] = 0x04; /* 1200 */
    bytes[15] = 0xb0;
    bytes[18] = 0x80; /* 32768 */
    bytes[23] = 4;
    memcpy(bytes + 44, number, 4);
}

/* Behind a guessed cookie, in the clear and sealed, and now and then without any. */
static size_t make_connect(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    dw_challenge head = {.kind = DW_CHALLENGE_CONNECT_CLEAR};
    uint8_t plain[ATTACK_CONNECT_BYTES + DW_SEAL_TAG_SIZE];
    fill_random(rng, plain, sizeof plain);
    fill_random(rng, head.number, sizeof head.number);
    fill_random(rng, head.cookie, sizeof head.cookie);
    const uint32_t shape = dw_rng_below(rng, 8);
    if (shape == 0) {
        attack_make_connect(bytes, head.number);
        return ATTACK_CONNECT_BYTES;
    }
    size_t plain_size = sizeof plain;
    if (shape % 2 == 0) {
        head.kind = DW_CHALLENGE_CONNECT_SEALED;
        fill_random(rng, head.client_key, sizeof head.client_key);
    } else {
        plain_size = ATTACK_CONNECT_BYTES;
        attack_make_connect(plain, head.number);
    }
    const size_t size = dw_challenge_encode(&head, bytes);
    memcpy(bytes + size, plain, plain_size);
    return size + plain_size;
}

/* Any bytes, and now and then a well-formed ping from nobody. */
static size_t make_junk(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    static const uint8_t ping[] = {0x8f, 0xff, 0, 0, 0x05, 0xff, 0, 1};
    if (dw_rng_below(rng, 16) == 0) {
        memcpy(bytes, ping, sizeof ping);
        return sizeof ping;
    }
    const size_t size = 1 + dw_rng_below(rng, ATTACK_DATAGRAM_MAX - 1);
    fill_random(rng, bytes, size);
    return size;
}

static size_t make_compressed(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    fill_random(rng, bytes, DW_ENET_MTU);
    bytes[0] = 0x4f;
    bytes[1] = 0xfe;
    return DW_ENET_MTU;
}

static size_t make_fragment(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    memset(bytes, 0, FRAGMENT_BYTES);
    bytes[0] = 0x80;
    bytes[1] = (uint8_t)dw_rng_below(rng, 32); /* Some peer that may be there. */
    bytes[4] = 0x88;
    bytes[20] = 0x02; /* Of 32 MiB. */
    return FRAGMENT_BYTES;
}

/* For a connection in the clear and for a sealed one by turns. */
static size_t make_ask(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    dw_challenge ask = {.kind = DW_CHALLENGE_ASK};
    fill_random(rng, ask.number, sizeof ask.number);
    ask.sealed = dw_rng_below(rng, 2) == 0;
    if (ask.sealed) {
        fill_random(rng, ask.client_key, sizeof ask.client_key);
    }
    return dw_challenge_encode(&ask, bytes);
}

/* Shaped like a sealed datagram of some peer that may be there. */
static size_t make_forged(dw_rng *rng, uint8_t bytes[ATTACK_DATAGRAM_MAX])
{
    const size_t size = 20 + dw_rng_below(rng, DW_DATAGRAM_MAX - 20);
    fill_random(rng, bytes, size);
    bytes[0] = (uint8_t)(0x80 | (bytes[0] & 0x30));
    bytes[1] = (uint8_t)dw_rng_below(rng, 32);
    return size;
}

static const struct {
    const char *kind;
    make_datagram *make;
} kinds[] = {{"connects", make_connect},   {"junk", make_junk}, {"compressed", make_compressed},
             {"fragments", make_fragment}, {"asks", make_ask},  {"forged", make_forged}};

static int open_source(uint32_t index, uint16_t port)
{
    const int id = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in own = {.sin_family = AF_INET};
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(port)};
    own.sin_addr.s_addr = htonl(UINT32_C(0x7f000002) + index);
    server.sin_addr.s_addr = htonl(UINT32_C(0x7f000001));
    if (id < 0 || bind(id, (const struct sockaddr *)&own, sizeof own) != 0 ||
        connect(id, (const struct sockaddr *)&server, sizeof server) != 0) {
        perror("socket");
        exit(2);
    }
    return id;
}

static uint64_t count_answers(int id, uint64_t *bytes_back)
{
    uint8_t bytes[ATTACK_DATAGRAM_MAX];
    uint64_t count = 0;
    ssize_t size = recv(id, bytes, sizeof bytes, 0);
    while (size > 0) {
        count++;
        *bytes_back += (uint64_t)size;
        size = recv(id, bytes, sizeof bytes, 0);
    }
    return count;
}

static int flood(make_datagram *make, const attack *plan)
{
    int sources[SOURCES];
    for (uint32_t i = 0; i < SOURCES; i++) {
        sources[i] = open_source(i, plan->port);
    }
    dw_rng rng;
    dw_rng_init(&rng, 7, 7);
    uint64_t sent = 0;
    uint64_t answers = 0;
    uint64_t bytes_out = 0;
    uint64_t bytes_back = 0;
    const uint64_t began = dw_clock_ns();
    const uint64_t burst = plan->rate / 50 + 1;
    uint64_t skipped = 0;
    uint64_t passed = 0;
    while (passed < plan->duration_ns) {
        /* What a loaded machine let pass is not made up for all at once. */
        const uint64_t due = passed * plan->rate / 1000000000;
        skipped += due - sent - skipped > burst ? due - sent - skipped - burst : 0;
        for (; sent + skipped < due; sent++) {
            uint8_t bytes[ATTACK_DATAGRAM_MAX];
            const size_t size = make(&rng, bytes);
            (void)send(sources[sent % SOURCES], bytes, size, 0);
            bytes_out += size;
        }
        for (uint32_t i = 0; i < SOURCES; i++) {
            answers += count_answers(sources[i], &bytes_back);
        }
        dw_clock_sleep_until(dw_clock_ns() + 1000000);
        passed = dw_clock_ns() - began;
    }
    printf("sent=%llu answers=%llu bytes_out=%llu bytes_back=%llu\n", (unsigned long long)sent,
           (unsigned long long)answers, (unsigned long long)bytes_out,
           (unsigned long long)bytes_back);
    for (uint32_t i = 0; i < SOURCES; i++) {
        (void)close(sources[i]);
    }
    return 0;
}

/* A connect and a request for a cookie in turn: an answer to either would go to port 0, and a send
 * that fails must not disturb the others. */
static int flood_from_port_0(const attack *plan)
{
    dw_rng rng;
    dw_rng_init(&rng, 7, 7);
    uint8_t connect_bytes[ATTACK_DATAGRAM_MAX];
    uint8_t ask_bytes[ATTACK_DATAGRAM_MAX];
    const uint8_t *const datagrams[] = {connect_bytes, ask_bytes};
    const size_t sizes[] = {make_connect(&rng, connect_bytes), make_ask(&rng, ask_bytes)};
    return attack_from_port_0(plan, datagrams, sizes, 2);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 6) {
        return 2;
    }
    const attack plan = {.port = (uint16_t)strtoul(argv[1], NULL, 10),
                         .duration_ns = (uint64_t)(strtod(argv[3], NULL) * 1e9),
                         .rate = strtoul(argv[4], NULL, 10),
                         .sealed = argc == 6 && strcmp(argv[5], "sealed") == 0};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kind, argv[2]) == 0) {
            return flood(kinds[i].make, &plan);
        }
    }
    if (strcmp(argv[2], "places") == 0) {
        return attack_places(&plan);
    }
    if (strcmp(argv[2], "newcomers") == 0) {
        return attack_newcomers(&plan);
    }
    return strcmp(argv[2], "port-0") == 0 ? flood_from_port_0(&plan)
                                          : attack_by_peers(&plan, argv[2]);
}
