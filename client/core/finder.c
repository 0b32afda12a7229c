#include "client/core/finder.h"

#include "protocol/seal/seal_keys.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 4,         /* Whose answers still count. */
    ADDRESSES_MAX = 16, /* Of this machine, and of its networks. */
    ANSWERS_A_CALL = 256
};

/* The second round comes early: in the first one addresses had to be found out. */
#define ROUND_NS       UINT64_C(2000000000)
#define FIRST_ROUND_NS UINT64_C(300000000)

static uint64_t ns_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * UINT64_C(1000000000) + (uint64_t)time->tv_nsec;
}

/* The asks of one moment have one number. */
typedef struct ask_round {
    uint8_t number[DW_DISCOVERY_NUMBER_SIZE];
    uint64_t sent_ns;      /* 0: not yet. */
    uint64_t sent_wall_ns; /* The same on the clock by which the system stamps what arrives. */
} ask_round;

struct dw_finder {
    int socket;
    uint32_t asked; /* Rounds of asking. */
    uint64_t asked_ns;
    uint32_t next; /* Of the rounds. */
    ask_round rounds[ROUNDS];
    uint32_t own_count;
    uint32_t own[ADDRESSES_MAX]; /* Addresses of this machine, in network order. */
    uint64_t dropped;
};

dw_status dw_finder_create(dw_finder **out, dw_error *error)
{
    dw_finder *finder = calloc(1, sizeof *finder);
    if (finder == NULL || dw_seal_start() != DW_OK) {
        free(finder);
        return dw_fail(error, DW_MEMORY, "no memory, or no source of random numbers");
    }
    const int on = 1;
    finder->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (finder->socket < 0 ||
        setsockopt(finder->socket, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) != 0 ||
        setsockopt(finder->socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) != 0) {
        const int why = errno;
        dw_finder_destroy(finder);
        return dw_fail(error, DW_IO, "cannot look for servers: %s", strerror(why));
    }
    *out = finder;
    return DW_OK;
}

void dw_finder_destroy(dw_finder *finder)
{
    if (finder != NULL) {
        if (finder->socket >= 0) {
            (void)close(finder->socket);
        }
        free(finder);
    }
}

void dw_finder_ask_soon(dw_finder *finder)
{
    finder->asked = 0;
}

uint64_t dw_finder_dropped(const dw_finder *finder)
{
    return finder->dropped;
}

/* A network that cannot be reached is no error: others may be. */
static void ask_one(const dw_finder *finder, const uint8_t *bytes, uint32_t host, uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = host;
    (void)sendto(finder->socket, bytes, DW_DISCOVERY_ASK_SIZE, MSG_NOSIGNAL,
                 (const struct sockaddr *)&to, sizeof to);
}

static void ask_ports(const dw_finder *finder, const uint8_t *bytes, uint32_t host)
{
    for (uint32_t i = 0; i < DW_DISCOVERY_PORTS; i++) {
        ask_one(finder, bytes, host, (uint16_t)(DW_PORT_DEFAULT + i));
    }
}

/* Asks the networks of all interfaces, and notes the addresses of this machine. */
static void ask_interfaces(dw_finder *finder, const uint8_t *bytes)
{
    struct ifaddrs *all = NULL;
    uint32_t networks = 0;
    finder->own_count = 0;
    if (getifaddrs(&all) != 0) {
        return;
    }
    for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
        struct sockaddr_in name;
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET ||
            (at->ifa_flags & IFF_UP) == 0) {
            continue;
        }
        if (finder->own_count < ADDRESSES_MAX) {
            memcpy(&name, at->ifa_addr, sizeof name);
            finder->own[finder->own_count++] = name.sin_addr.s_addr;
        }
        if ((at->ifa_flags & IFF_BROADCAST) != 0 && at->ifa_broadaddr != NULL &&
            networks < ADDRESSES_MAX) {
            memcpy(&name, at->ifa_broadaddr, sizeof name);
            ask_ports(finder, bytes, name.sin_addr.s_addr);
            networks++;
        }
    }
    freeifaddrs(all);
}

static void ask_kept(const dw_finder *finder, const dw_server_list *list, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const dw_listed_server *row = &list->rows[i];
        uint32_t address = 0;
        if ((row->favourite || row->recent != 0) && dw_server_host_is_asked(row->host, &address)) {
            ask_one(finder, bytes, address, row->port);
        }
    }
}

static uint64_t wall_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return ns_of(&now);
}

static void ask(dw_finder *finder, const dw_server_list *list, uint64_t now_ns)
{
    uint8_t bytes[DW_DISCOVERY_ASK_SIZE];
    ask_round *round = &finder->rounds[finder->next];
    finder->next = (finder->next + 1) % ROUNDS;
    finder->asked++;
    finder->asked_ns = now_ns;
    round->sent_ns = now_ns;
    round->sent_wall_ns = wall_ns();
    randombytes_buf(round->number, sizeof round->number);
    dw_discovery_ask_encode(round->number, bytes);
    ask_ports(finder, bytes, htonl(INADDR_BROADCAST));
    ask_ports(finder, bytes, htonl(INADDR_LOOPBACK));
    ask_interfaces(finder, bytes);
    ask_kept(finder, list, bytes);
}

/* NULL: nobody asked with that number lately. */
static const ask_round *round_of(const dw_finder *finder, const uint8_t *number)
{
    for (uint32_t i = 0; i < ROUNDS; i++) {
        const ask_round *round = &finder->rounds[i];
        if (round->sent_ns != 0 && memcmp(round->number, number, sizeof round->number) == 0) {
            return round;
        }
    }
    return NULL;
}

/* A server of this machine answers from each of its addresses; it is one row all the same. */
static void name_sender(const dw_finder *finder, dw_server_list *list,
                        const struct sockaddr_in *from, char host[INET_ADDRSTRLEN])
{
    (void)inet_ntop(AF_INET, &from->sin_addr, host, INET_ADDRSTRLEN);
    if (dw_server_list_find(list, host, ntohs(from->sin_port)) != NULL) {
        return;
    }
    for (uint32_t i = 0; i < finder->own_count; i++) {
        if (finder->own[i] == from->sin_addr.s_addr) {
            memcpy(host, "127.0.0.1", sizeof "127.0.0.1");
            return;
        }
    }
}

/* By the system's stamp, since a frame may pass until the answer is read. Where the wall clock was
 * set meanwhile, by the time of this call. */
static uint32_t ping_us_of(const ask_round *round, uint64_t stamp_ns, uint64_t now_ns)
{
    const uint64_t most_ns = now_ns - round->sent_ns;
    const uint64_t ping_ns = stamp_ns - round->sent_wall_ns;
    return (uint32_t)((ping_ns < most_ns ? ping_ns : most_ns) / 1000);
}

static void take(dw_finder *finder, dw_server_list *list, const struct sockaddr_in *from,
                 const dw_discovery_answer *answer, uint64_t stamp_ns, uint64_t now_ns)
{
    char host[INET_ADDRSTRLEN];
    const ask_round *round = round_of(finder, answer->number);
    const uint16_t port = ntohs(from->sin_port);
    if (round == NULL || port == 0) {
        finder->dropped++;
        return;
    }
    name_sender(finder, list, from, host);
    const dw_listed_server *row = dw_server_list_find(list, host, port);
    if (row != NULL && row->answered && row->heard_ns >= round->sent_ns) {
        return; /* The second answer to one round. */
    }
    const uint32_t ping_us = ping_us_of(round, stamp_ns, now_ns);
    finder->dropped +=
        dw_server_list_hear(list, host, port, answer, ping_us, now_ns) != DW_OK ? 1 : 0;
}

typedef struct incoming {
    uint8_t bytes[DW_DISCOVERY_ASK_SIZE];
    struct sockaddr_in from;
    uint64_t stamp_ns; /* When it arrived; UINT64_MAX: the system does not say. */
} incoming;

/* The next datagram; its size, or -1 with errno. */
static ssize_t receive(const dw_finder *finder, incoming *out)
{
    _Alignas(struct cmsghdr) uint8_t room[CMSG_SPACE(sizeof(struct timespec))];
    struct iovec part = {out->bytes, sizeof out->bytes};
    struct msghdr header = {.msg_name = &out->from,
                            .msg_namelen = sizeof out->from,
                            .msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = room,
                            .msg_controllen = sizeof room};
    const ssize_t size = recvmsg(finder->socket, &header, MSG_TRUNC);
    const struct cmsghdr *control = size >= 0 ? CMSG_FIRSTHDR(&header) : NULL;
    out->stamp_ns = UINT64_MAX;
    if (control != NULL && control->cmsg_level == SOL_SOCKET &&
        control->cmsg_type == SCM_TIMESTAMPNS) {
        struct timespec stamp;
        memcpy(&stamp, CMSG_DATA(control), sizeof stamp);
        out->stamp_ns = ns_of(&stamp);
    }
    return size;
}

void dw_finder_update(dw_finder *finder, dw_server_list *list, uint64_t now_ns)
{
    const uint64_t pause_ns = finder->asked == 1 ? FIRST_ROUND_NS : ROUND_NS;
    if (finder->asked == 0 || now_ns - finder->asked_ns >= pause_ns) {
        ask(finder, list, now_ns);
    }
    for (uint32_t i = 0; i < ANSWERS_A_CALL; i++) {
        incoming in = {.from = {.sin_family = AF_INET}};
        const ssize_t size = receive(finder, &in);
        dw_discovery_answer answer;
        if (size < 0) {
            if (errno == EAGAIN || errno == EWOULDBLOCK) {
                break;
            }
            continue; /* Such as a port of this machine where nobody listens. */
        }
        if ((size_t)size > sizeof in.bytes ||
            dw_discovery_answer_decode(&answer, in.bytes, (size_t)size) != DW_OK) {
            finder->dropped++;
            continue;
        }
        take(finder, list, &in.from, &answer, in.stamp_ns, now_ns);
    }
    dw_server_list_expire(list, now_ns);
    dw_server_list_sort(list);
}
