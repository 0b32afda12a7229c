/* client_line.c - the line to the server: silence, loss, and the way back.
 *
 *     heard        1 s          5 s                            30 s
 *     --|-----------|------------|------------------------------|-->
 *       |  fine     |  silent    |  lost: knocks, says hello    |  given up
 *                                |  with its token              |
 *
 * Only a line that broke is mended. Who was refused, sent away or left has been answered, and a
 * client that was never welcomed has nothing to come back to. */
#include "client/core/client_state.h"

#include <stdio.h>

#define SECOND_NS UINT64_C(1000000000)

/* The transport samples its own time while it receives, which may be a little after the caller's.
 */
static uint64_t passed_ns(uint64_t since_ns, uint64_t now_ns)
{
    return now_ns > since_ns ? now_ns - since_ns : 0;
}

static bool was_in(const dw_client *client)
{
    return client->state == DW_CLIENT_MAP || client->state == DW_CLIENT_PLAYING;
}

/* What is on the screen stays there; the newest token is the one that counts. */
static void begin_return(dw_client *client, uint64_t now_ns)
{
    dw_map_download_end(&client->download);
    client->state = DW_CLIENT_RECONNECTING;
    client->since_ns = now_ns;
    client->lost_ns = client->heard_ns < now_ns ? client->heard_ns : now_ns;
    client->hello_said = false;
    client->stats.line_losses++;
}

static void watch_return(dw_client *client, uint64_t now_ns)
{
    if (passed_ns(client->lost_ns, now_ns) > DW_CLIENT_RETURN_NS) {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE,
                         "the line was lost, and the server did not answer again within %u s",
                         (unsigned)(DW_CLIENT_RETURN_NS / SECOND_NS));
    }
}

void dw_client_watch_line(dw_client *client, uint64_t now_ns)
{
    const uint64_t connect_ns = client->answered ? DW_CLIENT_UP_NS : DW_CLIENT_CONNECT_NS;
    if (client->state == DW_CLIENT_CONNECTING && passed_ns(client->since_ns, now_ns) > connect_ns) {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE,
                         "cannot connect: no answer from the server within %u s",
                         (unsigned)(connect_ns / SECOND_NS));
    } else if (client->state == DW_CLIENT_JOINING &&
               passed_ns(client->since_ns, now_ns) > DW_CLIENT_JOIN_NS) {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE,
                         "connected, but the server did not answer the join within %u s",
                         (unsigned)(DW_CLIENT_JOIN_NS / SECOND_NS));
    } else if (was_in(client) && passed_ns(client->heard_ns, now_ns) > DW_CLIENT_SILENCE_NS) {
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
        client->started = true;
    }
}

void dw_client_connected(dw_client *client, uint64_t now_ns)
{
    if (client->state == DW_CLIENT_CONNECTING) {
        client->state = DW_CLIENT_JOINING;
        client->started = true;
    } else if (client->state != DW_CLIENT_RECONNECTING) {
        return;
    }
    client->heard_ns = now_ns;
    client->hello_said = true;
    dw_client_say_hello(client, now_ns);
}

void dw_client_refused(dw_client *client, dw_reason reason)
{
    const bool returning = client->state == DW_CLIENT_RECONNECTING;
    if (client->state != DW_CLIENT_CONNECTING && !returning) {
        return;
    }
    /* Neither is the server's word on who comes back: no place for a connection here, or a whole
     * household that returns at a time. */
    if (returning && (reason == DW_REASON_NONE || reason == DW_REASON_ADDRESS)) {
        return;
    }
    if (reason == DW_REASON_NONE) {
        dw_client_finish(client, DW_CLIENT_END_LOST, reason,
                         "cannot connect: no room for another connection");
    } else {
        dw_client_finish(client, DW_CLIENT_END_REFUSED, reason, "refused: %s",
                         dw_reason_text(reason));
    }
}

void dw_client_gave_up(dw_client *client, const char *why)
{
    if (client->state == DW_CLIENT_CONNECTING || client->state == DW_CLIENT_RECONNECTING) {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE, "%s", why);
    }
}

void dw_client_disconnected(dw_client *client, uint32_t data, uint64_t now_ns)
{
    /* A server that goes politely puts its reason into the number of ENet's disconnect. */
    const bool told = data > DW_REASON_NONE && data < DW_REASON_COUNT;
    if (client->state == DW_CLIENT_CONNECTING) {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE,
                         "cannot connect: no answer from the server");
    } else if (told) {
        const bool joined = client->has_welcome && client->state != DW_CLIENT_RECONNECTING;
        dw_client_finish(client, joined ? DW_CLIENT_END_KICKED : DW_CLIENT_END_REFUSED,
                         (dw_reason)data, "%s: %s", joined ? "sent away" : "refused",
                         dw_reason_text((dw_reason)data));
    } else if (was_in(client)) {
        begin_return(client, now_ns);
    } else if (client->state == DW_CLIENT_RECONNECTING) {
        client->hello_said = false; /* That attempt broke as well: the next one. */
    } else {
        dw_client_finish(client, DW_CLIENT_END_LOST, DW_REASON_NONE,
                         "the connection to the server broke");
    }
}

dw_line dw_client_line(const dw_client *client, uint64_t now_ns)
{
    dw_line line = {.kind = DW_LINE_FINE};
    if (client->state == DW_CLIENT_RECONNECTING) {
        const uint64_t passed = passed_ns(client->lost_ns, now_ns);
        const uint64_t left = passed < DW_CLIENT_RETURN_NS ? DW_CLIENT_RETURN_NS - passed : 0;
        line.kind = DW_LINE_LOST;
        line.silent_s = (uint32_t)(passed / SECOND_NS);
        line.left_s = (uint32_t)((left + SECOND_NS - 1) / SECOND_NS);
    } else if (was_in(client)) {
        const uint64_t passed = passed_ns(client->heard_ns, now_ns);
        line.kind = passed >= DW_CLIENT_QUIET_NS ? DW_LINE_SILENT : DW_LINE_FINE;
        line.silent_s = (uint32_t)(passed / SECOND_NS);
    }
    return line;
}

bool dw_client_line_text(const dw_client *client, uint64_t now_ns, char text[DW_LINE_TEXT])
{
    const dw_line line = dw_client_line(client, now_ns);
    switch (line.kind) {
    case DW_LINE_SILENT:
        (void)snprintf(text, DW_LINE_TEXT, "No word from the server for %u s", line.silent_s);
        return true;
    case DW_LINE_LOST:
        (void)snprintf(text, DW_LINE_TEXT, "Line lost, reconnecting ... %u s left", line.left_s);
        return true;
    case DW_LINE_FINE:
        break;
    }
    text[0] = '\0';
    return false;
}
