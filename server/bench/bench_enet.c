/* bench_enet.c - a bare loop of ENet to compare our server with: a host and peers that send and
 * receive as much and as often, and do nothing else. */
#include "common/base/check.h"
#include "common/platform/clock.h"
#include "protocol/protocol.h"
#include "protocol/transport/datagram_layer.h"
#include "server/bench/bench_child.h"
#include "server/bench/bench_load.h"

#include <enet/enet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 8, BUFFER_BYTES = 8 << 20, THROTTLE_MS = 5000, JOINS_A_SLICE = 1 };

#define SECOND_NS UINT64_C(1000000000)
#define TICK_NS   (SECOND_NS / DW_TICKS_PER_SECOND)
#define LOOK_NS   UINT64_C(1000000) /* Between two looks at the socket, as in our loop. */

static ENetHost *open_host(const ENetAddress *address, uint32_t peers, dw_bench_load *load)
{
    ENetHost *host =
        enet_initialize() == 0 ? enet_host_create(address, peers, DW_CHANNEL_COUNT, 0, 0) : NULL;
    if (host == NULL) {
        (void)snprintf(load->error.text, sizeof load->error.text, "no socket for the bare loop");
        return NULL;
    }
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_RCVBUF, BUFFER_BYTES);
    (void)enet_socket_set_option(host->socket, ENET_SOCKOPT_SNDBUF, BUFFER_BYTES);
    return host;
}

/* Handles everything that is due; returns the number of messages that came. */
static uint64_t take(ENetHost *host, _Atomic uint32_t *here)
{
    uint64_t come = 0;
    ENetEvent event;
    int result = enet_host_service(host, &event, 0);
    while (result > 0) {
        if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            enet_packet_destroy(event.packet);
            come++;
        } else if (event.type == ENET_EVENT_TYPE_CONNECT) {
            enet_peer_throttle_configure(event.peer, THROTTLE_MS, ENET_PEER_PACKET_THROTTLE_SCALE,
                                         0);
            if (here != NULL) {
                atomic_fetch_add(here, 1);
            }
        }
        result = enet_host_check_events(host, &event);
        result = result == 0 ? enet_host_service(host, &event, 0) : result;
    }
    return come;
}

static bool send_one(ENetPeer *peer, uint8_t channel, size_t size)
{
    static const uint8_t bytes[DW_DATAGRAM_MAX];
    if (peer->state != ENET_PEER_STATE_CONNECTED) {
        return false;
    }
    ENetPacket *packet = enet_packet_create(bytes, size, 0);
    if (packet != NULL && enet_peer_send(peer, channel, packet) != 0) {
        enet_packet_destroy(packet);
        return false;
    }
    return packet != NULL;
}

/* Sends to the peers whose turn this tick is: each peer once in a snapshot interval. */
static uint64_t send_snapshots(ENetHost *host, const dw_bench_load *load, uint32_t tick)
{
    const uint32_t interval = DW_TICKS_PER_SECOND / load->snapshot_hz;
    uint64_t sent = 0;
    for (size_t i = tick % interval; i < host->peerCount; i += interval) {
        sent += send_one(&host->peers[i], DW_CHANNEL_SNAPSHOT, load->snapshot_bytes) ? 1 : 0;
    }
    return sent;
}

typedef struct bare_run {
    uint64_t cpu_ns, wall_ns, sent;
    double waited_s;
    dw_loop_meter meter;
} bare_run;

static void follow_phase(dw_bench_load *load, bare_run *run, uint32_t *phase)
{
    const uint32_t asked = atomic_load(&load->phase);
    if (asked == *phase) {
        return;
    }
    *phase = asked;
    if (asked == DW_BENCH_MEASURE) {
        *run = (bare_run){.cpu_ns = dw_clock_process_ns(),
                          .wall_ns = dw_clock_ns(),
                          .waited_s = dw_bench_waited_s()};
        return;
    }
    load->server_cpu_ns = dw_clock_process_ns() - run->cpu_ns;
    load->server_wall_ns = dw_clock_ns() - run->wall_ns;
    load->server_waited_s = dw_bench_waited_s() - run->waited_s;
    load->messages_sent = run->sent;
    load->messages_bytes = run->sent * load->snapshot_bytes;
    load->meter = run->meter;
}

void dw_bench_enet_server(void *shared)
{
    dw_bench_load *load = shared;
    static bare_run run;
    ENetAddress address = {.port = 0};
    (void)enet_address_set_host_ip(&address, "127.0.0.1");
    ENetHost *host = open_host(&address, load->clients, load);
    if (host == NULL) {
        return;
    }
    atomic_store(&load->port, host->address.port);
    uint32_t phase = DW_BENCH_JOIN;
    uint32_t tick = 0;
    uint64_t busy_ns = 0;
    uint64_t due_ns = dw_clock_ns();
    while (phase != DW_BENCH_REST) {
        const uint64_t began_ns = dw_clock_ns();
        (void)take(host, NULL);
        const bool due = dw_clock_ns() >= due_ns;
        if (due) {
            run.sent += send_snapshots(host, load, ++tick);
            enet_host_flush(host);
            due_ns += TICK_NS;
        }
        const uint64_t ended_ns = dw_clock_ns();
        busy_ns += ended_ns - began_ns;
        if (due) {
            dw_loop_meter_add(&run.meter, busy_ns);
            busy_ns = 0;
        }
        follow_phase(load, &run, &phase);
        const uint64_t next_ns = began_ns + LOOK_NS;
        dw_clock_sleep_until(next_ns < due_ns ? next_ns : due_ns);
    }
    enet_host_destroy(host);
}

static void send_inputs(ENetHost *host, const dw_bench_load *load, uint32_t slice)
{
    const uint32_t slices = DW_TICKS_PER_SECOND * SLICES / load->input_hz;
    for (size_t i = slice % slices; i < host->peerCount; i += slices) {
        (void)send_one(&host->peers[i], DW_CHANNEL_INPUT, load->input_bytes);
    }
}

void dw_bench_enet_peers(void *shared)
{
    dw_bench_load *load = shared;
    ENetHost *host = open_host(NULL, load->clients, load);
    if (host == NULL) {
        return;
    }
    ENetAddress address = {.port = (enet_uint16)atomic_load(&load->port)};
    (void)enet_address_set_host_ip(&address, "127.0.0.1");
    uint32_t phase = DW_BENCH_JOIN;
    uint32_t asked = 0;
    uint64_t cpu_ns = 0;
    uint64_t wall_ns = 0;
    uint64_t next_ns = dw_clock_ns();
    /* Sends as our bots do: the load generator is not what is measured. */
    const dw_datagram_filter pass = {NULL, NULL, NULL};
    dw_datagram_layer *layer = dw_datagram_layer_open(host->socket, &pass);
    dw_datagram_layer_join_equal(layer);
    for (uint32_t slice = 0; phase != DW_BENCH_REST; slice++) {
        dw_clock_sleep_until(next_ns);
        const uint64_t now_ns = dw_clock_ns();
        next_ns = now_ns > next_ns + TICK_NS ? now_ns : next_ns + TICK_NS / SLICES;
        for (uint32_t i = 0; i < JOINS_A_SLICE && asked < load->clients; i++, asked++) {
            (void)enet_host_connect(host, &address, DW_CHANNEL_COUNT, 0);
        }
        const uint64_t come = take(host, &load->here);
        send_inputs(host, load, slice);
        enet_host_flush(host);
        dw_datagram_layer_flush(layer);
        const uint32_t wanted = atomic_load(&load->phase);
        if (wanted == DW_BENCH_MEASURE && phase == DW_BENCH_JOIN) {
            cpu_ns = dw_clock_process_ns();
            wall_ns = now_ns;
        } else if (wanted == DW_BENCH_MEASURE) {
            load->messages_come += come;
        }
        phase = wanted;
    }
    if (wall_ns != 0) {
        load->peers_load =
            (double)(dw_clock_process_ns() - cpu_ns) / (double)(dw_clock_ns() - wall_ns);
    }
    dw_datagram_layer_close(layer);
    enet_host_destroy(host);
}
