/* connection_watch.c - watches over a connection that goes quiet: silence, loss, and the return.
 *
 *     last bytes   1 s          5 s                              30 s
 *     --|-----------|------------|--------------------------------|-->
 *       |  fine     |  silent    |  lost: connects again and sends |  given up
 *                                |  a hello with its token         |
 *
 * The client returns only to a connection that broke. A refusal, a kick and a quit are final. A
 * client that was never welcomed has nothing to return to. */
#include "client/core/connection_watch.h"

#include "client/core/client_state.h"

#include <stdio.h>

#define SECOND_NS UINT64_C(1000000000)

/* The transport samples its own time while it receives, which can be later than the caller's. */
static uint64_t passed_ns(uint64_t since_ns, uint64_t now_ns)
{
    return now_ns > since_ns ? now_ns - since_ns : 0;
}

static bool is_welcomed(const dw_client *client)
{
    return client->state == DW_CLIENT_MAP || client->state == DW_CLIENT_PLAYING;
}

/* The picture on the screen stays, and the newest token is the one to return with. */
static void begin_return(dw_client *client, uint64_t now_ns)
{
    dw_map_download_end(&client->download);
    client->state = DW_CLIENT_RECONNECTING;
    client->since_ns = now_ns;
    client->lost_ns = client->heard_ns < now_ns ? client->heard_ns : now_ns;
    client->hello_sent = false;
    client->stats.connection_losses++;
}

/* `waited_ns`: for how long the server was waited for; 0 where that does not count. */
static void lose(dw_client *client, dw_client_loss loss, uint64_t waited_ns)
{
#define LOSS_TEXT(name, text) text,
    static const char *const texts[DW_CLIENT_LOSS_COUNT] = {DW_CLIENT_LOSSES(LOSS_TEXT)};
#undef LOSS_TEXT
    char text[DW_CLIENT_TEXT_MAX];
    client->loss = loss;
    client->waited_s = (uint32_t)(waited_ns / SECOND_NS);
    (void)snprintf(text, sizeof text, texts[loss], client->waited_s);
    dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE, "%s", text);
}

static void watch_return(dw_client *client, uint64_t now_ns)
{
    if (passed_ns(client->lost_ns, now_ns) > DW_CLIENT_RETURN_NS) {
        lose(client, DW_CLIENT_LOSS_NOT_BACK, DW_CLIENT_RETURN_NS);
    }
}

void dw_client_watch_connection(dw_client *client, uint64_t now_ns)
{
    const uint64_t connect_ns = client->answered ? DW_CLIENT_UP_NS : DW_CLIENT_CONNECT_NS;
    if (client->state == DW_CLIENT_CONNECTING && passed_ns(client->since_ns, now_ns) > connect_ns) {
        lose(client, DW_CLIENT_LOSS_NO_ANSWER_WITHIN, connect_ns);
    } else if (client->state == DW_CLIENT_JOINING &&
               passed_ns(client->since_ns, now_ns) > DW_CLIENT_JOIN_NS) {
        lose(client, DW_CLIENT_LOSS_JOIN_UNANSWERED, DW_CLIENT_JOIN_NS);
    } else if (is_welcomed(client) && passed_ns(client->heard_ns, now_ns) > DW_CLIENT_SILENCE_NS) {
        begin_return(client, now_ns);
    }
    if (client->state == DW_CLIENT_RECONNECTING) {
        watch_return(client, now_ns);
    }
}

void dw_client_heard(dw_client *client, uint64_t now_ns)
{
    client->heard_ns = now_ns > client->heard_ns ? now_ns : client->heard_ns;
}

void dw_client_answered(dw_client *client, uint64_t now_ns)
{
    if (client->state == DW_CLIENT_CONNECTING) {
        client->since_ns = now_ns;
        client->answered = true;
    }
}

void dw_client_connected(dw_client *client, uint64_t now_ns)
{
    if (client->state == DW_CLIENT_CONNECTING) {
        client->state = DW_CLIENT_JOINING;
    } else if (client->state != DW_CLIENT_RECONNECTING) {
        return;
    }
    client->heard_ns = now_ns;
    client->hello_sent = true;
    dw_client_send_hello(client, now_ns);
}

void dw_client_refused(dw_client *client, dw_reason reason)
{
    const bool returning = client->state == DW_CLIENT_RECONNECTING;
    if (client->state != DW_CLIENT_CONNECTING && !returning) {
        return;
    }
    /* Neither reason is about this player: this machine has no room for a connection, or several
     * players behind one address return together. The next attempt may succeed. */
    if (returning && (reason == DW_REASON_NONE || reason == DW_REASON_ADDRESS)) {
        return;
    }
    if (reason == DW_REASON_NONE) {
        lose(client, DW_CLIENT_LOSS_NO_ROOM, 0);
    } else {
        dw_client_finish(client, DW_CLIENT_END_REFUSED, reason, "refused: %s",
                         dw_reason_text(reason));
    }
}

void dw_client_gave_up(dw_client *client, const char *why)
{
    if (client->state == DW_CLIENT_CONNECTING || client->state == DW_CLIENT_RECONNECTING) {
        client->loss = DW_CLIENT_LOSS_GAVE_UP;
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE, "%s", why);
    }
}

void dw_client_disconnected(dw_client *client, uint32_t data, uint64_t now_ns)
{
    /* A server that disconnects on purpose puts its reason into ENet's disconnect number. */
    const bool has_reason = data > DW_REASON_NONE && data < DW_REASON_COUNT;
    if (client->state == DW_CLIENT_CONNECTING) {
        lose(client, DW_CLIENT_LOSS_NO_ANSWER, 0);
    } else if (has_reason) {
        const bool joined = client->has_welcome && client->state != DW_CLIENT_RECONNECTING;
        dw_client_finish(client, joined ? DW_CLIENT_END_KICKED : DW_CLIENT_END_REFUSED,
                         (dw_reason)data, "%s: %s", joined ? "sent away" : "refused",
                         dw_reason_text((dw_reason)data));
    } else if (is_welcomed(client)) {
        begin_return(client, now_ns);
    } else if (client->state == DW_CLIENT_RECONNECTING) {
        client->hello_sent = false; /* This attempt broke too; the link makes the next one. */
    } else {
        lose(client, DW_CLIENT_LOSS_BROKE, 0);
    }
}

dw_client_loss dw_client_loss_of(const dw_client *client, uint32_t *waited_s)
{
    *waited_s = client->waited_s;
    return client->loss;
}

dw_connection_state dw_client_connection(const dw_client *client, uint64_t now_ns)
{
    dw_connection_state state = {.kind = DW_CONNECTION_FINE};
    if (client->state == DW_CLIENT_RECONNECTING) {
        const uint64_t passed = passed_ns(client->lost_ns, now_ns);
        const uint64_t left = passed < DW_CLIENT_RETURN_NS ? DW_CLIENT_RETURN_NS - passed : 0;
        state.kind = DW_CONNECTION_LOST;
        state.silent_s = (uint32_t)(passed / SECOND_NS);
        state.left_s = (uint32_t)((left + SECOND_NS - 1) / SECOND_NS);
    } else if (is_welcomed(client)) {
        const uint64_t passed = passed_ns(client->heard_ns, now_ns);
        state.kind = passed >= DW_CLIENT_QUIET_NS ? DW_CONNECTION_SILENT : DW_CONNECTION_FINE;
        state.silent_s = (uint32_t)(passed / SECOND_NS);
    }
    return state;
}

bool dw_client_connection_text(const dw_client *client, uint64_t now_ns,
                               char text[DW_CONNECTION_TEXT])
{
    const dw_connection_state state = dw_client_connection(client, now_ns);
    switch (state.kind) {
    case DW_CONNECTION_SILENT:
        (void)snprintf(text, DW_CONNECTION_TEXT, "No answer from the server for %u s",
                       state.silent_s);
        return true;
    case DW_CONNECTION_LOST:
        (void)snprintf(text, DW_CONNECTION_TEXT, "Connection lost. Reconnecting: %u s left",
                       state.left_s);
        return true;
    case DW_CONNECTION_FINE:
        break;
    }
    text[0] = '\0';
    return false;
}
