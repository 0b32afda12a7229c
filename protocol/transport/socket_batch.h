/* socket_batch.h - ENet's two socket calls, many datagrams at a time.
 * ENet 1.3.17 makes a system call for each datagram, by enet_socket_send and enet_socket_receive,
 * which it exports and calls by name. socket_batch.c defines both: by the rules of ELF a program's
 * definition takes the place of a shared library's. For a socket that has a batch they gather what
 * is sent until dw_socket_batch_flush (or until the batch is full) and read ahead; for any other
 * socket they do what ENet's own do. Where a library is built so that its calls cannot be replaced
 * (-Bsymbolic), everything works as well, a call a datagram; a static ENet does not link.
 *
 * Owns: the datagrams under way between ENet and the system. Does not know: peers, messages.
 * Differs from ENet's own in three things: a datagram that the system refuses (an address that
 * nothing can be sent to) is counted and left out, and does not hold up those behind it; an empty
 * one that comes is passed over; of one that is longer than any of ours the first 2048 bytes come,
 * where ENet reports an error.
 * Cost: a copy of each datagram; no allocation. One thread a socket. */
#ifndef DW_PROTOCOL_TRANSPORT_SOCKET_BATCH_H
#define DW_PROTOCOL_TRANSPORT_SOCKET_BATCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_SOCKET_BATCH_DATAGRAMS = 64,                       /* In one system call, each way. */
    DW_SOCKET_BATCH_KEPT = 2 * DW_SOCKET_BATCH_DATAGRAMS, /* For ENet, at most. */
    DW_SOCKET_BATCHES_MAX = 4                             /* In one process. */
};

typedef struct dw_socket_batch dw_socket_batch;

/* One that came. Its bytes last until the next read. */
typedef struct dw_socket_datagram {
    const uint8_t *bytes;
    uint32_t size; /* At least 1. */
    uint32_t host; /* IPv4, in network order, as ENet has it. */
    uint16_t port;
} dw_socket_datagram;

/* From now on ENet's calls for this socket, which does not block, go through the batch. NULL when
 * there are too many already: the socket goes on without. */
dw_socket_batch *dw_socket_batch_open(int socket);

/* For a socket of many clients of one server, as load tests have: datagrams of equal size to the
 * same address are handed over as one (UDP_SEGMENT, Linux 4.18), which the system cuts up again
 * further down. Those of a batch may leave in another order. A server gains nothing by it: its
 * clients have addresses of their own. */
void dw_socket_batch_join_equal(dw_socket_batch *batch);

/* What is in it is sent, what was read ahead is lost: for a socket that is about to be closed. NULL
 * is nothing. */
void dw_socket_batch_close(dw_socket_batch *batch);

/* Hands all that waits to the system. To be called whenever ENet has had its turn. NULL is nothing.
 */
void dw_socket_batch_flush(dw_socket_batch *batch);

/* For a host that looks at datagrams before ENet does: reads what is there, as much as one system
 * call brings, and gives the number; `more` says whether that call was full. What ENet is to see
 * has to be kept for it: from the first read on it receives that and nothing else. */
uint32_t dw_socket_batch_read(dw_socket_batch *batch,
                              dw_socket_datagram out[DW_SOCKET_BATCH_DATAGRAMS], bool *more);

/* Whether all that one read brings could be kept; if not, ENet has to be served first. */
bool dw_socket_batch_has_room(const dw_socket_batch *batch);

/* False when there is no room. */
bool dw_socket_batch_keep(dw_socket_batch *batch, const dw_socket_datagram *datagram);
uint32_t dw_socket_batch_kept(const dw_socket_batch *batch); /* That ENet has not received yet. */

typedef struct dw_socket_batch_stats {
    uint64_t sent, send_calls;
    uint64_t received, receive_calls;
    uint64_t refused; /* The system would not have them, for good. */
    uint64_t dropped; /* The socket's buffer was full, as a line that loses them. */
    uint64_t joined;  /* Sent as a part of a larger one. */
} dw_socket_batch_stats;
dw_socket_batch_stats dw_socket_batch_get_stats(const dw_socket_batch *batch);

#endif
