#include "enet_air.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"

#include <string.h>

enum { FLIGHTS_MAX = 4096, ENDS_MAX = 8, START_MS = 1000 };

typedef struct flight {
    bool used;
    uint16_t to;
    uint32_t due_ms;
    uint64_t order;
    air_datagram datagram;
} flight;

typedef struct end {
    ENetSocket socket;
    ENetAddress shown;
    uint16_t inbox;
    bool mute;
    uint32_t sent;
    uint64_t hash;
} end;

static struct {
    flight flights[FLIGHTS_MAX];
    uint32_t reach; /* No flight beyond is used. */
    end ends[ENDS_MAX];
    uint32_t end_count;
    uint32_t now_ms;
    uint64_t order;
    dw_rng chance;
    air_weather weather;
} air;

void air_start(uint64_t seed, const air_weather *weather)
{
    memset(&air, 0, sizeof air);
    air.now_ms = START_MS;
    air.weather = *weather;
    dw_rng_init(&air.chance, seed, 77);
}

void air_set_weather(const air_weather *weather)
{
    air.weather = *weather;
}

void air_wait(uint32_t ms)
{
    air.now_ms += ms;
}

ENetAddress air_address(uint16_t port)
{
    const uint8_t host[4] = {10, 0, 0, 1};
    ENetAddress address = {.port = port};
    memcpy(&address.host, host, sizeof host);
    return address;
}

static ENetHost *open_host(const end *made, uint32_t peers, uint32_t channels)
{
    ENetHost *host = enet_host_create(NULL, peers, channels, 0, 0);
    DW_CHECK(host != NULL && air.end_count < ENDS_MAX);
    host->address = made->shown;
    host->randomSeed = made->shown.port * UINT32_C(2654435761); /* ENet mixes in a pointer. */
    air.ends[air.end_count] = *made;
    air.ends[air.end_count++].socket = host->socket;
    return host;
}

ENetHost *air_host(uint16_t port, uint32_t peers, uint32_t channels)
{
    const end made = {.shown = air_address(port), .inbox = port, .hash = DW_HASH_START};
    return open_host(&made, peers, channels);
}

ENetHost *air_relay_host(uint16_t port, uint16_t inbox, bool mute, uint32_t peers,
                         uint32_t channels)
{
    const end made = {
        .shown = air_address(port), .inbox = inbox, .mute = mute, .hash = DW_HASH_START};
    return open_host(&made, peers, channels);
}

/* Sockets' numbers are used again: the last one counts. */
static end *end_of(ENetSocket socket)
{
    for (uint32_t i = air.end_count; i > 0; i--) {
        if (air.ends[i - 1].socket == socket) {
            return &air.ends[i - 1];
        }
    }
    DW_CHECK(false);
    return NULL;
}

uint64_t air_sent_hash(const ENetHost *host)
{
    return end_of(host->socket)->hash;
}

uint32_t air_sent_count(const ENetHost *host)
{
    return end_of(host->socket)->sent;
}

static void launch(uint16_t to, uint32_t delay_ms, const air_datagram *datagram)
{
    uint32_t i = 0;
    while (i < FLIGHTS_MAX && air.flights[i].used) {
        i++;
    }
    DW_CHECK(i < FLIGHTS_MAX);
    flight *place = &air.flights[i];
    air.reach = i + 1 > air.reach ? i + 1 : air.reach;
    place->used = true;
    place->to = to;
    place->due_ms = air.now_ms + delay_ms;
    place->order = air.order++;
    place->datagram.from = datagram->from;
    place->datagram.size = datagram->size;
    memcpy(place->datagram.bytes, datagram->bytes, datagram->size);
}

static uint32_t draw_delay(void)
{
    return (uint32_t)dw_rng_between(&air.chance, (int32_t)air.weather.delay_min_ms,
                                    (int32_t)air.weather.delay_max_ms);
}

void air_put(uint16_t port, const air_datagram *datagram)
{
    launch(port, 0, datagram);
}

static flight *next_due(uint16_t port)
{
    flight *next = NULL;
    for (uint32_t i = 0; i < air.reach; i++) {
        flight *at = &air.flights[i];
        if (at->used && at->to == port && at->due_ms <= air.now_ms &&
            (next == NULL || at->due_ms < next->due_ms ||
             (at->due_ms == next->due_ms && at->order < next->order))) {
            next = at;
        }
    }
    return next;
}

bool air_is_due(uint16_t port)
{
    return next_due(port) != NULL;
}

bool air_take(uint16_t port, air_datagram *out)
{
    flight *next = next_due(port);
    if (next != NULL) {
        out->from = next->datagram.from;
        out->size = next->datagram.size;
        memcpy(out->bytes, next->datagram.bytes, next->datagram.size);
        next->used = false;
    }
    return next != NULL;
}

/* ENet's, from here on. */

enet_uint32 enet_time_get(void)
{
    return air.now_ms;
}

int enet_socket_send(ENetSocket socket, const ENetAddress *address, const ENetBuffer *buffers,
                     size_t count)
{
    end *from = end_of(socket);
    air_datagram datagram;
    datagram.from = from->shown;
    datagram.size = 0;
    for (size_t i = 0; i < count; i++) {
        DW_CHECK(datagram.size + buffers[i].dataLength <= AIR_BYTES_MAX);
        if (buffers[i].dataLength > 0) { /* An empty message has no bytes anywhere. */
            memcpy(datagram.bytes + datagram.size, buffers[i].data, buffers[i].dataLength);
        }
        datagram.size += (uint32_t)buffers[i].dataLength;
    }
    from->hash = dw_hash_u64(from->hash, (uint64_t)air.now_ms << 16 | address->port);
    from->hash = dw_hash_bytes(from->hash, datagram.bytes, datagram.size);
    from->sent++;
    if (!from->mute && dw_rng_below(&air.chance, 100) >= air.weather.lost_percent) {
        launch(address->port, draw_delay(), &datagram);
        if (dw_rng_below(&air.chance, 100) < air.weather.twice_percent) {
            launch(address->port, draw_delay(), &datagram);
        }
    }
    return (int)datagram.size;
}

int enet_socket_receive(ENetSocket socket, ENetAddress *address, ENetBuffer *buffers, size_t count)
{
    air_datagram datagram;
    DW_CHECK(count == 1);
    if (!air_take(end_of(socket)->inbox, &datagram)) {
        return 0;
    }
    const size_t room = buffers[0].dataLength;
    const size_t size = datagram.size < room ? datagram.size : room;
    memcpy(buffers[0].data, datagram.bytes, size);
    *address = datagram.from;
    return (int)size;
}
