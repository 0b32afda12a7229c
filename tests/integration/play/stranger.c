/* stranger PORT [PASSWORD]: a client of another maker. It knows a server by PROTOCOL.md alone,
 * stands on ENet and libsodium as they come, and links nothing of this tree. It joins sealed,
 * walks, sees itself move, and leaves.
 *
 *     ENet  <-- 127.0.0.1 -->  this file: asks, seals, opens  <-- UDP -->  server
 *
 * Prints `slot=N snapshots=N moved=N`, the last one not 0 if it moved. Status 0: all of it
 * happened; 3: refused; 1: else. */
#include <arpa/inet.h>
#include <enet/enet.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASK = 512, ANSWER = 105, HEAD = 65, CONNECT_MAX = 52, MTU = 1182, ROOM = 2048, TAG = 16 };
enum { WELCOME = 32, REFUSE = 33, SNAPSHOT = 35, SNAPSHOTS = 15, TURNS = 20000 };

static struct {
    int inner, outer; /* Sockets towards ENet and towards the server. */
    struct sockaddr_in enet, server;
    const char *password;
    uint8_t secret[32], ask[ASK], answer[ANSWER], key[32], transcript[32];
    bool asked, answered;
    uint8_t connect[CONNECT_MAX];
    size_t connect_size;
    uint64_t next;    /* Counter of the next datagram that is sealed. */
    int64_t newest;   /* Newest counter that was opened; -1: none. */
    bool opened[256]; /* By counter modulo 256. */
} seal = {.newest = -1};

static int slot = -1;
static uint32_t tick, snapshots;
static int64_t first_x, first_y, moved;

static void put(uint8_t *bytes, uint64_t value, int size)
{
    for (int i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> 8 * (size - 1 - i));
    }
}

static void fail(const char *what, int status)
{
    (void)fprintf(stderr, "stranger: %s\n", what);
    exit(status);
}

static void to_server(const uint8_t *bytes, size_t size)
{
    (void)sendto(seal.outer, bytes, size, 0, (struct sockaddr *)&seal.server, sizeof seal.server);
}

/* ENet's header: two bytes, and two of time where its highest bit is set. */
static size_t command_at(const uint8_t *datagram)
{
    return (datagram[0] & 0x80) != 0 ? 4 : 2;
}

static void send_ask(void)
{
    static const uint8_t mark[] = {0xff, 0xff, 'D', 'W', 1};
    randombytes_buf(seal.secret, sizeof seal.secret);
    memcpy(seal.ask, mark, sizeof mark);
    memcpy(seal.ask + 5, seal.connect + command_at(seal.connect) + 40, 4);
    seal.ask[9] = 1;
    (void)crypto_scalarmult_base(seal.ask + 10, seal.secret);
    seal.asked = true;
    to_server(seal.ask, ASK);
}

static void encrypt(uint8_t *out, const uint8_t *plain, size_t size, const uint8_t *ad,
                    size_t ad_size)
{
    uint8_t nonce[12] = {0};
    put(nonce + 4, seal.next++, 8);
    (void)crypto_aead_chacha20poly1305_ietf_encrypt(out, NULL, plain, size, ad, ad_size, NULL,
                                                    nonce, seal.key);
}

static void send_connect(void)
{
    uint8_t frame[HEAD + CONNECT_MAX + TAG] = {0xff, 0xff, 'D', 'W', 5};
    memcpy(frame + 5, seal.ask + 5, 4);
    memcpy(frame + 9, seal.ask + 10, 32);
    memcpy(frame + 41, seal.answer + 9, 16);
    put(frame + 57, seal.next, 8);
    encrypt(frame + HEAD, seal.connect, seal.connect_size, frame, HEAD);
    to_server(frame, HEAD + seal.connect_size + TAG);
}

static void hash(uint8_t out[32], const uint8_t *key, const char *label,
                 const uint8_t *const parts[], const size_t sizes[], int count)
{
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, key, key != NULL ? 32 : 0, 32);
    (void)crypto_generichash_update(&state, (const uint8_t *)label, strlen(label));
    for (int i = 0; i < count; i++) {
        (void)crypto_generichash_update(&state, parts[i], sizes[i]);
    }
    (void)crypto_generichash_final(&state, out, 32);
}

static void take_answer(const uint8_t *answer)
{
    uint8_t ephemeral[32], identity[32], password_key[32] = {0};
    memcpy(seal.answer, answer, ANSWER);
    const uint8_t *salt = seal.answer + 89;
    if (!sodium_is_zero(salt, 16) &&
        (seal.password == NULL ||
         crypto_pwhash(password_key, 32, seal.password, strlen(seal.password), salt, 2, 64 << 20,
                       crypto_pwhash_ALG_ARGON2ID13) != 0)) {
        fail("the server asks for a password", 3);
    }
    if (crypto_scalarmult(ephemeral, seal.secret, seal.answer + 25) != 0 ||
        crypto_scalarmult(identity, seal.secret, seal.answer + 57) != 0) {
        fail("a key of small order", 1);
    }
    hash(seal.transcript, NULL, "Duskwatch transcript 2",
         (const uint8_t *[]){seal.ask, seal.answer}, (size_t[]){ASK, ANSWER}, 2);
    hash(seal.key, password_key, "Duskwatch seal 2",
         (const uint8_t *[]){ephemeral, identity, seal.transcript}, (size_t[]){32, 32, 32}, 3);
    seal.answered = true;
    send_connect();
}

static void from_enet(const uint8_t *bytes, size_t size)
{
    uint8_t frame[ROOM];
    if ((bytes[0] & 0x0f) == 0x0f && bytes[1] == 0xff) { /* To no peer yet: CONNECT. */
        if (size <= CONNECT_MAX) {
            memcpy(seal.connect, bytes, size);
            seal.connect_size = size;
            seal.answered ? send_connect() : seal.asked ? to_server(seal.ask, ASK) : send_ask();
        }
        return;
    }
    memcpy(frame, bytes, 2);
    put(frame + 2, seal.next & 0xffff, 2);
    encrypt(frame + 4, bytes + 2, size - 2, frame, 4);
    to_server(frame, size + 2 + TAG);
}

static bool is_kind(const uint8_t *bytes, uint8_t kind)
{
    return memcmp(bytes, "\xff\xff\x44\x57", 4) == 0 && bytes[4] == kind;
}

static void from_server(const uint8_t *bytes, size_t size)
{
    uint8_t plain[ROOM], nonce[12] = {0, 0, 0, 1};
    if (size == ANSWER && is_kind(bytes, 2)) {
        if (seal.asked && !seal.answered && memcmp(bytes + 5, seal.ask + 5, 4) == 0) {
            take_answer(bytes);
        }
        return;
    }
    if (size == 13 && is_kind(bytes, 3)) {
        fail("refused before the connection", 3);
    }
    if (size < 4 + TAG) {
        return;
    }
    /* The counter with these low bits that is nearest to the newest one. */
    const uint16_t low = (uint16_t)(bytes[2] << 8 | bytes[3]);
    const int64_t counter = seal.newest + (int16_t)(uint16_t)(low - (uint16_t)seal.newest);
    if (!seal.answered || counter < 0 || counter <= seal.newest - 256 ||
        (counter <= seal.newest && seal.opened[counter % 256])) {
        return;
    }
    put(nonce + 4, (uint64_t)counter, 8);
    memcpy(plain, bytes, 2);
    if (crypto_aead_chacha20poly1305_ietf_decrypt(plain + 2, NULL, NULL, bytes + 4, size - 4, bytes,
                                                  4, nonce, seal.key) != 0) {
        return;
    }
    for (; seal.newest < counter; seal.opened[seal.newest % 256] = false) {
        seal.newest++;
    }
    seal.opened[counter % 256] = true;
    (void)sendto(seal.inner, plain, size - 2 - TAG, 0, (struct sockaddr *)&seal.enet,
                 sizeof seal.enet);
}

static void pump(void)
{
    uint8_t bytes[ROOM];
    ssize_t size = 0;
    socklen_t length = sizeof seal.enet;
    while ((size = recvfrom(seal.inner, bytes, sizeof bytes, MSG_DONTWAIT,
                            (struct sockaddr *)&seal.enet, &length)) > 2) {
        from_enet(bytes, (size_t)size);
    }
    while ((size = recv(seal.outer, bytes, sizeof bytes, MSG_DONTWAIT)) > 2) {
        from_server(bytes, (size_t)size);
    }
}

/* The next integer of a message; binaries and texts count as their length and are passed over. */
static int64_t next_value(const uint8_t **at, const uint8_t *end)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    const uint8_t first = *at < end ? *(*at)++ : 0xc0;
    if (first < 0x80 || first >= 0xe0) {
        return (int8_t)first;
    }
    const bool number = first >= 0xcc && first <= 0xd3;
    const int size = number                           ? sizes[(first - 0xcc) % 4]
                     : first == 0xc4 || first == 0xd9 ? 1
                     : first == 0xc5                  ? 2
                                                      : 0;
    if (end - *at < size) {
        fail("a message that ends early", 1);
    }
    uint64_t value =
        first >= 0xd0 && first <= 0xd3 && size > 0 && (**at & 0x80) != 0 ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++) {
        value = value << 8 | *(*at)++;
    }
    if (!number) {
        value = size > 0 ? value : first & 0x1f;
        *at += value <= (uint64_t)(end - *at) ? value : (uint64_t)(end - *at);
    }
    return (int64_t)value;
}

static void take_message(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size;
    const uint8_t *at = bytes + (bytes[0] == 0xdc ? 3 : 1);
    const int64_t type = next_value(&at, end);
    if (type == WELCOME) {
        for (int i = 0; i < 4; i++) { /* Version, match, code, slot. */
            slot = (int)next_value(&at, end);
        }
    } else if (type == REFUSE) {
        fail("refused", 3);
    } else if (type == SNAPSHOT) {
        tick = (uint32_t)next_value(&at, end);
        const bool full = next_value(&at, end) == 0; /* Nothing is acknowledged, so all are. */
        (void)next_value(&at, end);
        if (full && (next_value(&at, end) & 3) == 3) {
            const int64_t x = next_value(&at, end);
            const int64_t y = next_value(&at, end);
            first_x = snapshots == 0 ? x : first_x;
            first_y = snapshots++ == 0 ? y : first_y;
            moved += llabs(x - first_x) + llabs(y - first_y);
        }
    }
}

static void say(ENetPeer *peer, uint8_t channel, bool reliable, const uint8_t *bytes, size_t size)
{
    (void)enet_peer_send(peer, channel,
                         enet_packet_create(bytes, size, reliable ? ENET_PACKET_FLAG_RELIABLE : 0));
}

static void say_hello(ENetPeer *peer)
{
    static const uint8_t hello[] = {0x99, 1,   3,   0xc4, 0,   0xa0, 0, 0xa8, 's', 't',  'r',
                                    'a',  'n', 'g', 'e',  'r', 0xc4, 0, 0xc4, 0,   0xc4, 0};
    say(peer, 0, true, hello, sizeof hello);
}

/* Two seconds in each of the eight directions, two ticks a message; numbers in their shortest form.
 */
static void walk(ENetPeer *peer)
{
    uint8_t input[10] = {0x95, 2, 0};
    const uint32_t newest = tick + 12;
    const int size = newest < 0x80 ? 0 : newest < 0x100 ? 1 : newest < 0x10000 ? 2 : 4;
    input[3] = size == 0 ? (uint8_t)newest : (uint8_t)(0xcb + (size < 4 ? size : 3));
    put(input + 4, newest, size);
    input[4 + size] = input[5 + size] = (uint8_t)(1 + newest / 120 % 8);
    say(peer, 2, false, input, (size_t)(6 + size));
}

static int open_socket(struct sockaddr_in *name)
{
    socklen_t length = sizeof *name;
    const int made = socket(AF_INET, SOCK_DGRAM, 0);
    *name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (bind(made, (struct sockaddr *)name, length) != 0) {
        fail("no socket", 1);
    }
    (void)getsockname(made, (struct sockaddr *)name, &length);
    return made;
}

int main(int argc, char **argv)
{
    struct sockaddr_in inner, outer;
    if (argc < 2 || sodium_init() < 0 || enet_initialize() != 0) {
        return 2;
    }
    seal.inner = open_socket(&inner);
    seal.outer = open_socket(&outer);
    seal.server = (struct sockaddr_in){.sin_family = AF_INET,
                                       .sin_port = htons((uint16_t)atoi(argv[1])),
                                       .sin_addr = {htonl(INADDR_LOOPBACK)}};
    seal.password = argc > 2 ? argv[2] : NULL;
    ENetHost *host = enet_host_create(NULL, 1, 4, 0, 0);
    ENetAddress shim = {.port = ntohs(inner.sin_port)};
    (void)enet_address_set_host_ip(&shim, "127.0.0.1");
    host->mtu = host->peers[0].mtu = MTU;
    ENetPeer *peer = enet_host_connect(host, &shim, 4, 0);
    for (int turn = 0; turn < TURNS && (snapshots < SNAPSHOTS || moved == 0); turn++) {
        ENetEvent event;
        pump();
        while (enet_host_service(host, &event, 0) > 0) {
            if (event.type == ENET_EVENT_TYPE_CONNECT) {
                say_hello(peer);
            } else if (event.type == ENET_EVENT_TYPE_RECEIVE) {
                take_message(event.packet->data, event.packet->dataLength);
                enet_packet_destroy(event.packet);
            } else {
                fail("the server ended the connection", 1);
            }
        }
        if (tick > 0 && turn % 20 == 0) {
            walk(peer);
        }
        usleep(1000);
    }
    say(peer, 0, true, (const uint8_t[]){0x91, 5}, 2);
    for (int turn = 0; turn < 300; turn++) { /* The server disconnects. */
        ENetEvent event;
        pump();
        (void)enet_host_service(host, &event, 0);
        usleep(1000);
    }
    printf("slot=%d snapshots=%u moved=%lld\n", slot, (unsigned)snapshots, (long long)moved);
    return slot >= 0 && slot < 16 && snapshots >= SNAPSHOTS && moved > 0 ? 0 : 1;
}
