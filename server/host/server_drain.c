/* server_drain.c - how a server ends: it refuses newcomers, lets rounds end for as long as it may,
 * then aborts them and sends everybody away. */
#include "server/host/parting.h"
#include "server/host/server.h"
#include "server/host/server_state.h"

#define SECOND_NS UINT64_C(1000000000)

/* Ticks have 32 bits and none may come twice: they last for 2.27 years of play. The server stops
 * two days before, since `drain_s` is one day at most. */
#define LAST_TICK (UINT32_MAX - UINT32_C(2) * 86400 * DW_TICKS_PER_SECOND)
_Static_assert(LAST_TICK + UINT32_C(86400) * DW_TICKS_PER_SECOND < DW_TICK_MAX, "drained in time");

bool dw_server_worn_out(const dw_server *server)
{
    return server->tick >= LAST_TICK;
}

static void kick_everybody_in(dw_server *server, uint32_t match)
{
    const uint32_t count = dw_net_peers_max(server->net);
    for (uint32_t i = 0; i < count; i++) {
        dw_guest *guest = &server->guests[i];
        if (guest->state == DW_GUEST_IN && guest->match == match) {
            dw_parting_kick(server, guest, DW_REASON_DRAINING, "");
        }
    }
}

uint64_t dw_server_drain_s(const dw_server *server)
{
    return (uint64_t)server->config.drain_s;
}

void dw_server_begin_drain(dw_server *server, uint64_t now_ns)
{
    server->now_ns = now_ns;
    server->draining = true;
    server->drain_deadline_ns = now_ns + (uint64_t)server->config.drain_s * SECOND_NS;
    dw_log(DW_LOG_INFO, "draining", "clients=%u drain_s=%lld why=%s", (unsigned)server->clients_in,
           (long long)server->config.drain_s, dw_server_worn_out(server) ? "ticks" : "asked");
    const bool waits = server->config.drain_s > 0 && server->playback == NULL;
    for (uint32_t i = 0; waits && i < server->match_count; i++) {
        dw_match_announce(server->matches[i], "The server shuts down after this round.");
    }
}

bool dw_server_drained(dw_server *server, uint64_t now_ns)
{
    server->now_ns = now_ns;
    const bool over = now_ns >= server->drain_deadline_ns || server->playback != NULL;
    bool done = true;
    for (uint32_t i = 0; i < server->match_count; i++) {
        const uint8_t phase = dw_match_round_machine(server->matches[i])->phase;
        const bool on = phase == DW_PHASE_PLAY || phase == DW_PHASE_RESULT;
        if (on && !over) {
            done = false;
            continue;
        }
        if (phase == DW_PHASE_PLAY) {
            dw_match_abort(server->matches[i]);
        }
        kick_everybody_in(server, i);
    }
    return done;
}
