#include "protocol/transport/socket_batch.h"

#include "common/base/check.h"
#include "protocol/protocol.h"

#include <enet/enet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

enum {
    MANY = DW_SOCKET_BATCH_DATAGRAMS,
    OUT_BYTES = MANY * DW_DATAGRAM_MAX,
    KEPT = DW_SOCKET_BATCH_KEPT,
    IN_BYTES = 2048, /* Longer than any datagram of ours; what is cut there is still too long. */
    JOINED_BYTES_MAX = 65507, /* What UDP can carry at once. */
    TAKEN = -1
};

/* What UDP_SEGMENT wants beside the bytes. */
typedef struct segment_size {
    _Alignas(struct cmsghdr) uint8_t bytes[CMSG_SPACE(sizeof(uint16_t))];
} segment_size;

/* Datagrams in the order in which they were sent or came, those that go out close together. */
struct dw_socket_batch {
    int socket;
    uint32_t out_count, out_bytes;
    uint32_t in_count, in_next;
    bool in_drained; /* The last call found less than it had room for: nothing more was there. */
    bool joins;      /* Equal ones are handed over as one. */
    bool is_read;    /* By dw_socket_batch_read: ENet gets what was kept for it. */
    uint32_t kept_count, kept_next;
    dw_socket_batch_stats stats;
    struct mmsghdr out[MANY], in[MANY];
    struct iovec out_parts[MANY], in_parts[MANY];
    struct sockaddr_in out_to[MANY], in_from[MANY];
    segment_size sizes[MANY]; /* Of joined ones. */
    uint8_t out_data[OUT_BYTES];
    uint8_t in_data[MANY][IN_BYTES];
    dw_socket_datagram kept[KEPT];
    uint8_t kept_data[KEPT][IN_BYTES];
};

/* ENet's calls name the socket and nothing else. */
static dw_socket_batch pool[DW_SOCKET_BATCHES_MAX];
static _Atomic int sockets[DW_SOCKET_BATCHES_MAX]; /* Socket + 1, 0 = free, TAKEN = not open yet. */

static dw_socket_batch *find(int socket)
{
    for (uint32_t i = 0; i < DW_SOCKET_BATCHES_MAX; i++) {
        if (atomic_load_explicit(&sockets[i], memory_order_acquire) == socket + 1) {
            return &pool[i];
        }
    }
    return NULL;
}

static void prepare(dw_socket_batch *batch, int socket)
{
    memset(&batch->stats, 0, sizeof batch->stats);
    batch->socket = socket;
    batch->out_count = batch->out_bytes = 0;
    batch->in_count = batch->in_next = 0;
    batch->in_drained = false;
    batch->joins = false;
    batch->is_read = false;
    batch->kept_count = batch->kept_next = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        batch->in_parts[i] = (struct iovec){batch->in_data[i], IN_BYTES};
        batch->in[i].msg_hdr = (struct msghdr){.msg_name = &batch->in_from[i],
                                               .msg_namelen = sizeof batch->in_from[i],
                                               .msg_iov = &batch->in_parts[i],
                                               .msg_iovlen = 1};
    }
}

dw_socket_batch *dw_socket_batch_open(int socket)
{
    DW_CHECK(find(socket) == NULL);
    for (uint32_t i = 0; i < DW_SOCKET_BATCHES_MAX; i++) {
        int nobody = 0;
        if (atomic_compare_exchange_strong(&sockets[i], &nobody, TAKEN)) {
            prepare(&pool[i], socket);
            atomic_store(&sockets[i], socket + 1);
            return &pool[i];
        }
    }
    return NULL;
}

void dw_socket_batch_close(dw_socket_batch *batch)
{
    if (batch != NULL) {
        dw_socket_batch_flush(batch);
        atomic_store(&sockets[batch - pool], 0);
    }
}

void dw_socket_batch_join_equal(dw_socket_batch *batch)
{
    if (batch != NULL) {
        batch->joins = true;
    }
}

static bool may_join(const dw_socket_batch *batch, uint32_t a, uint32_t b)
{
    return batch->out_parts[a].iov_len == batch->out_parts[b].iov_len &&
           batch->out_to[a].sin_addr.s_addr == batch->out_to[b].sin_addr.s_addr &&
           batch->out_to[a].sin_port == batch->out_to[b].sin_port;
}

/* Brings those that are joined with the one at `first` behind it; gives their number, itself
 * included. */
static uint32_t gather_equal(dw_socket_batch *batch, uint32_t first)
{
    uint32_t end = first + 1;
    const size_t size = batch->out_parts[first].iov_len;
    for (uint32_t i = end; i < batch->out_count && (end - first + 1) * size <= JOINED_BYTES_MAX;
         i++) {
        if (may_join(batch, first, i)) {
            const struct iovec part = batch->out_parts[i];
            const struct sockaddr_in to = batch->out_to[i];
            batch->out_parts[i] = batch->out_parts[end];
            batch->out_to[i] = batch->out_to[end];
            batch->out_parts[end] = part;
            batch->out_to[end] = to;
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

/* The headers of what waits from `first` on; gives their number. */
static uint32_t make_headers(dw_socket_batch *batch, uint32_t first)
{
    uint32_t headers = 0;
    for (uint32_t i = first; i < batch->out_count; headers++) {
        const uint32_t together = batch->joins ? gather_equal(batch, i) : 1;
        struct msghdr *header = &batch->out[headers].msg_hdr;
        *header = (struct msghdr){.msg_name = &batch->out_to[i],
                                  .msg_namelen = sizeof batch->out_to[i],
                                  .msg_iov = &batch->out_parts[i],
                                  .msg_iovlen = together};
        if (together > 1) {
            say_segment_size(header, &batch->sizes[headers], (uint16_t)batch->out_parts[i].iov_len);
        }
        i += together;
    }
    return headers;
}

static void note_sent(dw_socket_batch *batch, const struct mmsghdr *headers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t together = (uint32_t)headers[i].msg_hdr.msg_iovlen;
        batch->stats.sent += together;
        batch->stats.joined += together > 1 ? together : 0;
    }
}

void dw_socket_batch_flush(dw_socket_batch *batch)
{
    if (batch == NULL || batch->out_count == 0) {
        return;
    }
    uint32_t count = make_headers(batch, 0);
    uint32_t done = 0;
    while (done < count) {
        const int result = sendmmsg(batch->socket, &batch->out[done], count - done, MSG_NOSIGNAL);
        batch->stats.send_calls++;
        if (result > 0) {
            note_sent(batch, &batch->out[done], (uint32_t)result);
            done += (uint32_t)result;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) {
            for (; done < count; done++) {
                batch->stats.dropped += batch->out[done].msg_hdr.msg_iovlen;
            }
        } else if (batch->out[done].msg_hdr.msg_iovlen > 1 && errno != EINTR) {
            /* A system, or a device, that cannot cut: from here on one by one. */
            batch->joins = false;
            count = make_headers(batch,
                                 (uint32_t)(batch->out[done].msg_hdr.msg_iov - batch->out_parts));
            done = 0;
        } else if (errno != EINTR) {
            batch->stats.refused++; /* The first of the rest alone is to blame. */
            done++;
        }
    }
    batch->out_count = 0;
    batch->out_bytes = 0;
}

static struct sockaddr_in name_of(const ENetAddress *address)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_port = htons(address->port)};
    name.sin_addr.s_addr = address->host;
    return name;
}

/* ENet's buffers are iovecs here, as its own code takes for granted. */
_Static_assert(sizeof(ENetBuffer) == sizeof(struct iovec), "an ENetBuffer is an iovec");
_Static_assert(offsetof(ENetBuffer, data) == offsetof(struct iovec, iov_base) &&
                   offsetof(ENetBuffer, dataLength) == offsetof(struct iovec, iov_len),
               "an ENetBuffer is an iovec");

static int send_one(int socket, const ENetAddress *address, const ENetBuffer *buffers, size_t count)
{
    struct sockaddr_in name;
    struct msghdr header = {.msg_iov = (struct iovec *)(void *)buffers, .msg_iovlen = count};
    if (address != NULL) {
        name = name_of(address);
        header.msg_name = &name;
        header.msg_namelen = sizeof name;
    }
    const ssize_t length = sendmsg(socket, &header, MSG_NOSIGNAL);
    if (length < 0) {
        return errno == EWOULDBLOCK ? 0 : -1;
    }
    return (int)length;
}

int enet_socket_send(ENetSocket socket, const ENetAddress *address, const ENetBuffer *buffers,
                     size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        size += buffers[i].dataLength;
    }
    dw_socket_batch *batch = find(socket);
    if (batch == NULL || address == NULL || size > DW_DATAGRAM_MAX) {
        dw_socket_batch_flush(batch); /* Nothing overtakes. */
        return send_one(socket, address, buffers, count);
    }
    if (batch->out_count == MANY) {
        dw_socket_batch_flush(batch);
    }
    uint8_t *at = batch->out_data + batch->out_bytes;
    batch->out_parts[batch->out_count] = (struct iovec){at, size};
    batch->out_to[batch->out_count] = name_of(address);
    for (size_t i = 0; i < count; i++) {
        if (buffers[i].dataLength > 0) { /* ENet has no address for an empty message. */
            memcpy(at, buffers[i].data, buffers[i].dataLength);
            at += buffers[i].dataLength;
        }
    }
    batch->out_bytes += (uint32_t)size;
    batch->out_count++;
    return (int)size;
}

/* An empty one says nothing, and to ENet that nothing is there: it is passed over. */
static int receive_one(int socket, ENetAddress *address, ENetBuffer *buffers, size_t count)
{
    struct sockaddr_in name;
    struct msghdr header = {.msg_name = address != NULL ? &name : NULL,
                            .msg_iov = (struct iovec *)(void *)buffers,
                            .msg_iovlen = count};
    ssize_t length = 0;
    for (uint32_t tries = 0; length == 0 && tries < MANY; tries++) {
        header.msg_namelen = address != NULL ? sizeof name : 0; /* The call changes it. */
        length = recvmsg(socket, &header, MSG_NOSIGNAL);
    }
    if (length < 0) {
        return errno == EWOULDBLOCK ? 0 : -1;
    }
    if (address != NULL) {
        address->host = name.sin_addr.s_addr;
        address->port = ntohs(name.sin_port);
    }
    return (int)length;
}

/* 0 when nothing is there, -1 for an error. */
static int read_ahead(dw_socket_batch *batch)
{
    batch->in_next = 0;
    batch->in_count = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        batch->in[i].msg_hdr.msg_namelen = sizeof batch->in_from[i]; /* The call changes it. */
    }
    const int result = recvmmsg(batch->socket, batch->in, MANY, MSG_NOSIGNAL, NULL);
    batch->stats.receive_calls++;
    if (result < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    }
    batch->in_count = (uint32_t)result;
    batch->in_drained = result < MANY;
    batch->stats.received += (uint32_t)result;
    return result;
}

/* The next one that was read ahead. False when there is none. */
static bool next_read(dw_socket_batch *batch, dw_socket_datagram *out)
{
    while (batch->in_next < batch->in_count && batch->in[batch->in_next].msg_len == 0) {
        batch->in_next++; /* An empty one says nothing, and to ENet that nothing is there. */
    }
    if (batch->in_next == batch->in_count) {
        return false;
    }
    const uint32_t i = batch->in_next++;
    *out = (dw_socket_datagram){.bytes = batch->in_data[i],
                                .size = batch->in[i].msg_len,
                                .host = batch->in_from[i].sin_addr.s_addr,
                                .port = ntohs(batch->in_from[i].sin_port)};
    return true;
}

uint32_t dw_socket_batch_read(dw_socket_batch *batch,
                              dw_socket_datagram out[DW_SOCKET_BATCH_DATAGRAMS], bool *more)
{
    batch->is_read = true;
    *more = read_ahead(batch) == MANY;
    uint32_t count = 0;
    while (next_read(batch, &out[count])) {
        count++;
    }
    return count;
}

bool dw_socket_batch_keep(dw_socket_batch *batch, const dw_socket_datagram *datagram)
{
    if (batch->kept_next == batch->kept_count) {
        batch->kept_next = batch->kept_count = 0;
    }
    if (batch->kept_count == KEPT || datagram->size > IN_BYTES) {
        return false;
    }
    dw_socket_datagram *kept = &batch->kept[batch->kept_count];
    *kept = *datagram;
    kept->bytes = memcpy(batch->kept_data[batch->kept_count++], datagram->bytes, datagram->size);
    return true;
}

bool dw_socket_batch_has_room(const dw_socket_batch *batch)
{
    return batch->kept_next == batch->kept_count || batch->kept_count + MANY <= KEPT;
}

uint32_t dw_socket_batch_kept(const dw_socket_batch *batch)
{
    return batch->kept_count - batch->kept_next;
}

static int hand_over(const dw_socket_datagram *datagram, ENetAddress *address, ENetBuffer *buffer)
{
    const size_t room = buffer->dataLength;
    const size_t taken = datagram->size < room ? datagram->size : room;
    memcpy(buffer->data, datagram->bytes, taken);
    address->host = datagram->host;
    address->port = datagram->port;
    return (int)taken;
}

int enet_socket_receive(ENetSocket socket, ENetAddress *address, ENetBuffer *buffers, size_t count)
{
    dw_socket_batch *batch = find(socket);
    if (batch == NULL || address == NULL || count != 1) {
        return receive_one(socket, address, buffers, count);
    }
    if (batch->is_read) {
        return batch->kept_next < batch->kept_count
                   ? hand_over(&batch->kept[batch->kept_next++], address, buffers)
                   : 0;
    }
    dw_socket_datagram next;
    if (!next_read(batch, &next)) {
        if (batch->in_drained) {
            batch->in_drained = false; /* What came since is for the next look. */
            return 0;
        }
        const int result = read_ahead(batch);
        if (result <= 0) {
            return result;
        }
        if (!next_read(batch, &next)) {
            return 0;
        }
    }
    return hand_over(&next, address, buffers);
}

dw_socket_batch_stats dw_socket_batch_get_stats(const dw_socket_batch *batch)
{
    return batch->stats;
}
