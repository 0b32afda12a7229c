#include "server/host/guest.h"

#include "common/base/check.h"
#include "server/host/server_state.h"
#include "server/host/unsent.h"

#include <stdio.h>
#include <string.h>

void dw_guest_log(dw_server *server, const dw_guest *guest, const char *event, const char *why)
{
    if (dw_log_gate_pass(&server->gate, server->now_ns)) {
        char address[32];
        dw_net_address_text(server->net, guest->peer, address);
        dw_log(DW_LOG_INFO, event, "address=%s why=%s clients=%u", address, why,
               (unsigned)server->clients_in);
    }
}

/* A message as it travels: encoded once for all its receivers. */
typedef struct packed_message {
    uint8_t channel;
    bool reliable;
    size_t size;
    uint8_t bytes[DW_MESSAGE_MAX];
} packed_message;

static void pack(const dw_message *message, packed_message *out)
{
    out->channel = (uint8_t)dw_message_channel(message->type);
    out->reliable = dw_message_reliable(message->type);
    const dw_status status = dw_message_encode(message, out->bytes, sizeof out->bytes, &out->size);
    DW_CHECK(status == DW_OK);
}

/* Without memory a reliable message waits, and so do all behind it, to keep their order. That is
 * not the receiver's fault. */
static void send_packed(dw_server *server, dw_guest *guest, const packed_message *message)
{
    dw_status status = DW_MEMORY;
    if (!message->reliable || dw_unsent_is_empty(server->unsent)) {
        status = dw_net_send(server->net, guest->peer, message->channel, message->reliable,
                             message->bytes, message->size);
    }
    if (status == DW_MEMORY && message->reliable) {
        const bool kept = dw_unsent_push(server->unsent, guest->peer, message->channel,
                                         message->bytes, message->size);
        server->stats.messages_delayed += kept ? 1 : 0;
        server->stats.messages_lost += kept ? 0 : 1;
    }
}

static dw_status send_again(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                            size_t size)
{
    dw_server *server = context;
    return dw_net_send(server->net, peer, channel, true, bytes, size);
}

void dw_guest_send_delayed(dw_server *server)
{
    if (!dw_unsent_is_empty(server->unsent)) {
        dw_unsent_retry(server->unsent, send_again, server);
    }
}

void dw_guest_tell_each(dw_server *server, const uint32_t *indices, uint32_t count,
                        const dw_message *message)
{
    packed_message packed;
    pack(message, &packed);
    for (uint32_t i = 0; i < count; i++) {
        send_packed(server, &server->guests[indices[i]], &packed);
    }
}

void dw_guest_tell(dw_server *server, const dw_guest *guest, const dw_message *message)
{
    const uint32_t index = dw_net_peer_index(guest->peer);
    dw_guest_tell_each(server, &index, 1, message);
}

void dw_guest_say(dw_server *server, const dw_guest *guest, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_CHAT_LINE};
    message.as.chat_line.slot = DW_SLOT_NONE;
    (void)snprintf(message.as.chat_line.name, sizeof message.as.chat_line.name, "server");
    memcpy(message.as.chat_line.text, text, strnlen(text, DW_CHAT_MAX));
    dw_guest_tell(server, guest, &message);
}
