/* datagram_layer.h - what lies between ENet and the socket.
 * ENet exports the two functions with which it sends and receives, and calls them by name;
 * datagram_layer.c defines both, and by the rules of ELF a program's definition takes the place of
 * a shared library's. For a socket that has a layer, every datagram passes its filter, which may
 * change it or keep it from going on, and system calls carry many datagrams each:
 *
 *      ENet  -- enet_socket_send -->     filter.out -- batch --> sendmmsg
 *      ENet  <-- enet_socket_receive --  filter.in  <-- batch -- recvmmsg
 *
 * Calls for any other socket go on to ENet's own functions. dw_datagram_layer_check says whether
 * the replacement took effect; without it there is no gate and no seal, so a program must not go
 * on.
 *
 * Owns: the datagrams under way between ENet and the system. Does not know: peers, messages, keys.
 * Differs from ENet's own functions in three things: a datagram that the system refuses is counted
 * and left out, and does not hold up those behind it; an empty datagram is passed over; one that
 * is longer than DW_DATAGRAM_MAX reaches the filter cut to DW_DATAGRAM_ROOM, which is still too
 * long.
 * Cost: one copy of each datagram each way. One thread a socket. */
#ifndef DW_PROTOCOL_TRANSPORT_DATAGRAM_LAYER_H
#define DW_PROTOCOL_TRANSPORT_DATAGRAM_LAYER_H

#include "common/base/status.h"
#include "protocol/transport/fault_line.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_DATAGRAM_ROOM = 1264,       /* Bytes that a filter has for one datagram, */
    DW_DATAGRAM_ROOM_BEFORE = 16,  /* and before it, for one that ENet sends. */
    DW_DATAGRAM_BATCH = 64,        /* Datagrams in one system call, each way. */
    DW_DATAGRAM_AHEAD = 1024,      /* Datagrams that can be read ahead of ENet. */
    DW_DATAGRAM_SOCKETS_MAX = 4096 /* Numbers of sockets that can have a layer. */
};

typedef struct dw_datagram_layer dw_datagram_layer;

/* Both may change size and bytes, in place or by moving the beginning within the room; NULL lets
 * everything pass. False: the datagram goes no further. A filter calls nothing of ENet. `out` may
 * call dw_datagram_layer_send only when it then gives false; the datagram is overwritten then. */
typedef struct dw_datagram_filter {
    void *context;
    bool (*in)(void *context, dw_datagram *datagram);
    bool (*out)(void *context, dw_datagram *datagram);
} dw_datagram_filter;

/* Sends one datagram to this process through ENet. DW_IO when it did not pass the layer: then the
 * linked ENet calls its own functions (built with -Bsymbolic, or static). Also DW_IO for another
 * release than the one that the program was built for. Opens and closes ENet, so
 * it comes before a program's own enet_initialize. */
DW_MUST_USE dw_status dw_datagram_layer_check(dw_error *error);

/* From now on ENet's calls for this non-blocking socket pass the layer. NULL without memory, or
 * when the process has too many files open. Allocates here and nowhere else. */
dw_datagram_layer *dw_datagram_layer_open(int socket, const dw_datagram_filter *filter);

/* Sends what waits; what was read ahead is lost. To be called before the socket is closed. NULL is
 * nothing. */
void dw_datagram_layer_close(dw_datagram_layer *layer);

/* For a socket that carries many clients of one server, as load tests do: datagrams of equal size
 * to the same address are handed over as one (UDP_SEGMENT, Linux 4.18), and those of a batch may
 * leave in another order. A server gains nothing: its clients have addresses of their own. */
void dw_datagram_layer_join_equal(dw_datagram_layer *layer);

/* Monotonic nanoseconds. */
typedef uint64_t dw_datagram_clock(void);

/* From now on both ways of the socket have these faults, which `seed` draws: below the filter, so
 * that ENet and the seal see what they would see on a bad network. Delayed datagrams move on by
 * `clock` at a flush and at ENet's turns, and are allocated from the heap: for load tests. */
DW_MUST_USE dw_status dw_datagram_layer_use_faults(dw_datagram_layer *layer,
                                                   const dw_net_faults *faults, uint64_t seed,
                                                   dw_datagram_clock *clock);

/* Sends a datagram that is not ENet's, past the filter; it waits for the flush like all others. */
void dw_datagram_layer_send(dw_datagram_layer *layer, const dw_datagram *datagram);

/* Hands everything that waits to the system. To be called after each turn of ENet. NULL is
 * nothing. */
void dw_datagram_layer_flush(dw_datagram_layer *layer);

/* Empties the system's buffer into the layer, as far as there is room, while ENet is not served:
 * the system's own buffer is too small for the datagrams of a long tick. */
void dw_datagram_layer_read_ahead(dw_datagram_layer *layer);

/* Whether datagrams wait in the layer that ENet has not asked for. */
bool dw_datagram_layer_has_more(const dw_datagram_layer *layer);

typedef struct dw_datagram_layer_stats {
    uint64_t sent, sent_bytes, send_calls;
    uint64_t received, received_bytes, receive_calls;
    uint64_t refused; /* The system would not send them: nothing can be sent to that address. */
    uint64_t dropped; /* The socket's buffer was full. */
    uint64_t joined;  /* Sent as a part of a larger one. */
} dw_datagram_layer_stats;
dw_datagram_layer_stats dw_datagram_layer_get_stats(const dw_datagram_layer *layer);

#endif
