#include "protocol/transport/datagram_layer.h"

#include "common/base/check.h"
#include "protocol/protocol.h"
#include "protocol/transport/enet_fields.h"
#include "protocol/transport/enet_wire.h"

#include <dlfcn.h>
#include <enet/enet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    BATCH = DW_DATAGRAM_BATCH,
    AHEAD = DW_DATAGRAM_AHEAD,
    ROOM = DW_DATAGRAM_ROOM,
    BEFORE = DW_DATAGRAM_ROOM_BEFORE,
    JOINED_BYTES_MAX = 65507, /* The longest UDP datagram. */
    FILTERED_AT_ONCE = 256    /* Datagrams that one call of ENet's may cost, let through or not. */
};

_Static_assert((int)ROOM > (int)DW_DATAGRAM_MAX, "a datagram that was cut is still too long");

/* Ancillary data of UDP_SEGMENT. */
typedef struct segment_size {
    _Alignas(struct cmsghdr) uint8_t bytes[CMSG_SPACE(sizeof(uint16_t))];
} segment_size;

struct dw_datagram_layer {
    int socket;
    dw_datagram_filter filter;
    dw_datagram_layer_stats stats;
    bool joins;               /* Equal datagrams are handed over as one. */
    bool drained;             /* The last read emptied the system's buffer. */
    dw_fault_line *up, *down; /* Of a simulated bad network; NULL: none. */
    dw_datagram_clock *clock; /* Of that network. */
    uint32_t out_count;
    uint32_t in_next,
        in_count; /* Read: all before in_count; given to the filter: before in_next. */
    struct mmsghdr out[BATCH], in[AHEAD];
    struct iovec out_parts[BATCH], in_parts[AHEAD];
    struct sockaddr_in out_to[BATCH], in_from[AHEAD];
    segment_size sizes[BATCH];
    uint8_t out_bytes[BATCH][BEFORE + ROOM];
    uint8_t in_bytes[AHEAD][ROOM];
};

/* ENet's calls name the socket and nothing else, so layers are found by it. */
static _Atomic(dw_datagram_layer *) layers[DW_DATAGRAM_SOCKETS_MAX];

static dw_datagram_layer *find(int socket)
{
    return socket >= 0 && socket < DW_DATAGRAM_SOCKETS_MAX
               ? atomic_load_explicit(&layers[socket], memory_order_acquire)
               : NULL;
}

dw_datagram_layer *dw_datagram_layer_open(int socket, const dw_datagram_filter *filter)
{
    DW_CHECK(find(socket) == NULL);
    dw_datagram_layer *layer =
        socket >= 0 && socket < DW_DATAGRAM_SOCKETS_MAX ? calloc(1, sizeof *layer) : NULL;
    if (layer == NULL) {
        return NULL;
    }
    layer->socket = socket;
    layer->filter = *filter;
    for (uint32_t i = 0; i < AHEAD; i++) {
        layer->in_parts[i] = (struct iovec){layer->in_bytes[i], ROOM};
        layer->in[i].msg_hdr = (struct msghdr){
            .msg_name = &layer->in_from[i], .msg_iov = &layer->in_parts[i], .msg_iovlen = 1};
    }
    atomic_store(&layers[socket], layer);
    return layer;
}

void dw_datagram_layer_close(dw_datagram_layer *layer)
{
    if (layer != NULL) {
        dw_datagram_layer_flush(layer);
        atomic_store(&layers[layer->socket], NULL);
        dw_fault_line_destroy(layer->up);
        dw_fault_line_destroy(layer->down);
        free(layer);
    }
}

void dw_datagram_layer_join_equal(dw_datagram_layer *layer)
{
    layer->joins = true;
}

/* Sending */

static bool may_join(const dw_datagram_layer *layer, uint32_t a, uint32_t b)
{
    return layer->out_parts[a].iov_len == layer->out_parts[b].iov_len &&
           layer->out_to[a].sin_addr.s_addr == layer->out_to[b].sin_addr.s_addr &&
           layer->out_to[a].sin_port == layer->out_to[b].sin_port;
}

/* Moves the datagrams that can be joined with the one at `first` behind it, and gives the number of
 * all of them. */
static uint32_t gather_equal(dw_datagram_layer *layer, uint32_t first)
{
    uint32_t end = first + 1;
    const size_t size = layer->out_parts[first].iov_len;
    for (uint32_t i = end; i < layer->out_count && (end - first + 1) * size <= JOINED_BYTES_MAX;
         i++) {
        if (may_join(layer, first, i)) {
            const struct iovec part = layer->out_parts[i];
            const struct sockaddr_in to = layer->out_to[i];
            layer->out_parts[i] = layer->out_parts[end];
            layer->out_to[i] = layer->out_to[end];
            layer->out_parts[end] = part;
            layer->out_to[end] = to;
            end++;
        }
    }
    return end - first;
}

static void say_segment_size(struct msghdr *header, segment_size *room, uint16_t size)
{
    header->msg_control = room->bytes;
    header->msg_controllen = sizeof room->bytes;
    struct cmsghdr *control = CMSG_FIRSTHDR(header);
    control->cmsg_level = SOL_UDP;
    control->cmsg_type = UDP_SEGMENT;
    control->cmsg_len = CMSG_LEN(sizeof size);
    memcpy(CMSG_DATA(control), &size, sizeof size);
}

/* Makes the headers of the datagrams from `first` on, and gives their number. */
static uint32_t make_headers(dw_datagram_layer *layer, uint32_t first)
{
    uint32_t headers = 0;
    for (uint32_t i = first; i < layer->out_count; headers++) {
        const uint32_t together = layer->joins ? gather_equal(layer, i) : 1;
        struct msghdr *header = &layer->out[headers].msg_hdr;
        *header = (struct msghdr){.msg_name = &layer->out_to[i],
                                  .msg_namelen = sizeof layer->out_to[i],
                                  .msg_iov = &layer->out_parts[i],
                                  .msg_iovlen = together};
        if (together > 1) {
            say_segment_size(header, &layer->sizes[headers], (uint16_t)layer->out_parts[i].iov_len);
        }
        i += together;
    }
    return headers;
}

static void note_sent(dw_datagram_layer *layer, const struct mmsghdr *headers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t together = (uint32_t)headers[i].msg_hdr.msg_iovlen;
        layer->stats.sent += together;
        layer->stats.sent_bytes += headers[i].msg_len;
        layer->stats.joined += together > 1 ? together : 0;
    }
}

/* The batch goes to the system. */
static void hand_over(dw_datagram_layer *layer)
{
    uint32_t count = make_headers(layer, 0);
    uint32_t done = 0;
    while (done < count) {
        const int result = sendmmsg(layer->socket, &layer->out[done], count - done, MSG_NOSIGNAL);
        layer->stats.send_calls++;
        if (result > 0) {
            note_sent(layer, &layer->out[done], (uint32_t)result);
            done += (uint32_t)result;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) {
            for (; done < count; done++) {
                layer->stats.dropped += layer->out[done].msg_hdr.msg_iovlen;
            }
        } else if (layer->out[done].msg_hdr.msg_iovlen > 1 && errno != EINTR) {
            /* This system or device cannot segment: from here on one datagram each. */
            layer->joins = false;
            count = make_headers(layer,
                                 (uint32_t)(layer->out[done].msg_hdr.msg_iov - layer->out_parts));
            done = 0;
        } else if (errno != EINTR) {
            layer->stats.refused++; /* Only the first of the rest is to blame. */
            done++;
        }
    }
    layer->out_count = 0;
}

static struct sockaddr_in name_of(const dw_datagram *datagram)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(datagram->port)};
    name.sin_addr.s_addr = datagram->host;
    return name;
}

static void add_to_batch(dw_datagram_layer *layer, const dw_datagram *datagram)
{
    layer->out_parts[layer->out_count] = (struct iovec){datagram->bytes, datagram->size};
    layer->out_to[layer->out_count] = name_of(datagram);
    layer->out_count++;
}

static void put_out(dw_datagram_layer *layer, const dw_datagram *datagram)
{
    if (layer->up != NULL) {
        dw_fault_line_put(layer->up, datagram, layer->clock());
    } else {
        add_to_batch(layer, datagram);
    }
}

void dw_datagram_layer_flush(dw_datagram_layer *layer)
{
    if (layer == NULL) {
        return;
    }
    const uint64_t now_ns = layer->up != NULL ? layer->clock() : 0;
    dw_datagram due = {.bytes = layer->out_bytes[0]};
    while (layer->up != NULL && dw_fault_line_take(layer->up, now_ns, &due)) {
        add_to_batch(layer, &due);
        if (layer->out_count == BATCH) {
            hand_over(layer);
        }
        due.bytes = layer->out_bytes[layer->out_count];
    }
    if (layer->out_count > 0) {
        hand_over(layer);
    }
}

dw_status dw_datagram_layer_use_faults(dw_datagram_layer *layer, const dw_net_faults *faults,
                                       uint64_t seed, dw_datagram_clock *clock)
{
    layer->clock = clock;
    dw_status status = dw_fault_line_create(&layer->up, faults, seed, 1);
    if (status == DW_OK) {
        status = dw_fault_line_create(&layer->down, faults, seed, 2);
    }
    return status;
}

/* The next free place of the batch. */
static uint8_t *next_out(dw_datagram_layer *layer)
{
    if (layer->out_count == BATCH) {
        dw_datagram_layer_flush(layer);
    }
    return layer->out_bytes[layer->out_count] + BEFORE;
}

void dw_datagram_layer_send(dw_datagram_layer *layer, const dw_datagram *datagram)
{
    DW_CHECK(datagram->size <= DW_DATAGRAM_MAX);
    dw_datagram copy = *datagram;
    copy.bytes = memcpy(next_out(layer), datagram->bytes, datagram->size);
    put_out(layer, &copy);
}

/* ENet's own functions, whose places those below take. */
static struct {
    int (*send)(ENetSocket, const ENetAddress *, const ENetBuffer *, size_t);
    int (*receive)(ENetSocket, ENetAddress *, ENetBuffer *, size_t);
} own;
static pthread_once_t own_known = PTHREAD_ONCE_INIT;

static void find_own(void)
{
    void *const found[] = {dlsym(RTLD_NEXT, "enet_socket_send"),
                           dlsym(RTLD_NEXT, "enet_socket_receive")};
    DW_CHECK(found[0] != NULL && found[1] != NULL);
    memcpy(&own, found, sizeof own); /* ISO C converts no such pointers. */
}

int enet_socket_send(ENetSocket socket, const ENetAddress *address, const ENetBuffer *buffers,
                     size_t count)
{
    dw_datagram_layer *layer = find(socket);
    if (layer == NULL || address == NULL) {
        (void)pthread_once(&own_known, find_own);
        return own.send(socket, address, buffers, count);
    }
    dw_datagram datagram = {next_out(layer), 0, address->host, address->port, address};
    for (size_t i = 0; i < count; i++) {
        DW_CHECK(buffers[i].dataLength <= ROOM - datagram.size); /* ENet's MTU is below that. */
        if (buffers[i].dataLength > 0) { /* ENet has no address for an empty message. */
            memcpy(datagram.bytes + datagram.size, buffers[i].data, buffers[i].dataLength);
            datagram.size += (uint32_t)buffers[i].dataLength;
        }
    }
    const uint32_t size = datagram.size;
    const uint32_t before = layer->out_count;
    const bool goes =
        layer->filter.out == NULL || layer->filter.out(layer->filter.context, &datagram);
    if (goes) {
        DW_CHECK(layer->out_count == before);
        put_out(layer, &datagram);
    }
    return (int)size; /* To ENet all is sent; what gets lost is its everyday business. */
}

/* Receiving */

static dw_datagram in_at(dw_datagram_layer *layer, uint32_t i)
{
    return (dw_datagram){layer->in_bytes[i], layer->in[i].msg_len,
                         layer->in_from[i].sin_addr.s_addr, ntohs(layer->in_from[i].sin_port),
                         NULL};
}

/* One system call; a socket that failed has nothing. */
static void read_system(dw_datagram_layer *layer)
{
    const uint32_t room = AHEAD - layer->in_count;
    const uint32_t most = room < BATCH ? room : BATCH;
    struct mmsghdr *first = &layer->in[layer->in_count];
    if (most == 0) {
        return;
    }
    for (uint32_t i = 0; i < most; i++) {
        first[i].msg_hdr.msg_namelen = sizeof layer->in_from[0]; /* The call changes it. */
    }
    const int result = recvmmsg(layer->socket, first, most, MSG_NOSIGNAL, NULL);
    layer->stats.receive_calls++;
    layer->drained = result < (int)most;
    for (int i = 0; i < result; i++) {
        layer->in_count++;
        layer->stats.received++;
        layer->stats.received_bytes += first[i].msg_len;
    }
}

/* What was read from `first` on goes into the simulated bad network, and what comes out of it is
 * read. */
static void delay_read(dw_datagram_layer *layer, uint32_t first)
{
    const uint64_t now_ns = layer->clock();
    for (uint32_t i = first; i < layer->in_count; i++) {
        const dw_datagram datagram = in_at(layer, i);
        if (datagram.size > 0) {
            dw_fault_line_put(layer->down, &datagram, now_ns);
        }
    }
    layer->in_count = first;
    dw_datagram due = {.bytes = layer->in_bytes[first % AHEAD]};
    while (layer->in_count < AHEAD && dw_fault_line_take(layer->down, now_ns, &due)) {
        layer->in[layer->in_count].msg_len = due.size;
        layer->in_from[layer->in_count] = name_of(&due);
        layer->in_count++;
        due.bytes = layer->in_bytes[layer->in_count % AHEAD];
    }
}

/* False when nothing is there, or no room is left. */
static bool read_some(dw_datagram_layer *layer)
{
    if (layer->in_next == layer->in_count) {
        layer->in_next = layer->in_count = 0;
    }
    const uint32_t first = layer->in_count;
    read_system(layer);
    if (layer->down != NULL) {
        delay_read(layer, first);
    }
    const bool read = layer->in_count > first;
    layer->drained = layer->drained && read; /* Else this call tells ENet so; the next one looks. */
    return read;
}

void dw_datagram_layer_read_ahead(dw_datagram_layer *layer)
{
    while (read_some(layer) && !layer->drained) {
        /* Until the system has no more, or the layer no more room. */
    }
}

bool dw_datagram_layer_has_more(const dw_datagram_layer *layer)
{
    return layer->in_next < layer->in_count;
}

static bool passes_in(dw_datagram_layer *layer, dw_datagram *datagram)
{
    return layer->filter.in == NULL || layer->filter.in(layer->filter.context, datagram);
}

int enet_socket_receive(ENetSocket socket, ENetAddress *address, ENetBuffer *buffers, size_t count)
{
    dw_datagram_layer *layer = find(socket);
    if (layer == NULL || address == NULL || count != 1) {
        (void)pthread_once(&own_known, find_own);
        return own.receive(socket, address, buffers, count);
    }
    for (uint32_t i = 0; i < FILTERED_AT_ONCE; i++) {
        if (!dw_datagram_layer_has_more(layer) && (layer->drained || !read_some(layer))) {
            layer->drained = false; /* What came since is for ENet's next turn. */
            return 0;
        }
        dw_datagram datagram = in_at(layer, layer->in_next++);
        if (datagram.size > 0 && passes_in(layer, &datagram) &&
            datagram.size <= buffers->dataLength) { /* An empty one would end ENet's turn. */
            memcpy(buffers->data, datagram.bytes, datagram.size);
            address->host = datagram.host;
            address->port = datagram.port;
            return (int)datagram.size;
        }
    }
    return 0; /* A flood of what is refused: the caller looks at its clock. */
}

dw_datagram_layer_stats dw_datagram_layer_get_stats(const dw_datagram_layer *layer)
{
    return layer->stats;
}

/* The self-test */

typedef struct passed {
    const ENetHost *host;
    bool in, out;
} passed;

static bool note_in(void *context, dw_datagram *datagram)
{
    (void)datagram;
    ((passed *)context)->in = true;
    return true;
}

/* ENet must say where it keeps the address, since that tells which key a datagram needs. */
static bool note_out(void *context, dw_datagram *datagram)
{
    passed *seen = context;
    seen->out = dw_enet_peer_at(seen->host, datagram->enet_address) != DW_ENET_PEER_NONE;
    return true;
}

dw_status dw_datagram_layer_check(dw_error *error)
{
    enum { TRIES = 100 };
    const dw_status status = dw_enet_check_version(error);
    if (status != DW_OK) {
        return status; /* Its peers must not be looked into. */
    }
    ENetAddress here = {.port = ENET_PORT_ANY};
    if (enet_initialize() != 0 || enet_address_set_host_ip(&here, "127.0.0.1") != 0) {
        return dw_fail(error, DW_IO, "ENet cannot be used");
    }
    ENetHost *host = enet_host_create(&here, 2, 1, 0, 0);
    passed seen = {host, false, false};
    const dw_datagram_filter filter = {&seen, note_in, note_out};
    dw_datagram_layer *layer = host != NULL ? dw_datagram_layer_open(host->socket, &filter) : NULL;
    if (layer != NULL && enet_host_connect(host, &host->address, 1, 0) != NULL) {
        ENetEvent event;
        for (uint32_t i = 0; i < TRIES && !seen.in; i++) {
            (void)enet_host_service(host, &event, 0);
            dw_datagram_layer_flush(layer);
            layer->drained = false;
        }
    }
    dw_datagram_layer_close(layer);
    enet_host_destroy(host); /* Accepts NULL. */
    enet_deinitialize();
    return seen.in && seen.out
               ? DW_OK
               : dw_fail(error, DW_IO,
                         "the linked ENet %s; this program needs a shared library of ENet whose "
                         "socket functions a program can replace",
                         layer == NULL ? "opens no socket on 127.0.0.1"
                                       : "does not send and receive through this program");
}
