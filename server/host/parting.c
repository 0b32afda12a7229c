#include "server/host/parting.h"

#include "server/host/seating.h"
#include "server/host/server_state.h"

#include <string.h>

void dw_parting_forget(dw_server *server, dw_guest *guest)
{
    dw_seating_forget(server, guest);
    if (guest->state == DW_GUEST_IN) {
        server->clients_in--;
        server->watchers_in -= guest->watches ? 1 : 0;
    }
    guest->client = 0;
}

void dw_parting_end(dw_server *server, dw_guest *guest, dw_reason reason)
{
    dw_parting_forget(server, guest);
    guest->state = DW_GUEST_LEAVING;
    dw_net_disconnect(server->net, guest->peer, (uint32_t)reason);
}

void dw_parting_refuse(dw_server *server, dw_guest *guest, dw_reason reason, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_REFUSE};
    message.as.refuse.reason = reason;
    (void)strncpy(message.as.refuse.text, text, DW_REASON_MAX);
    dw_guest_tell(server, guest, &message);
    server->stats.refused[reason]++;
    dw_guest_log(server, guest, "client_refused", dw_reason_word(reason));
    dw_parting_end(server, guest, reason);
}

void dw_parting_kick(dw_server *server, dw_guest *guest, dw_reason reason, const char *text)
{
    dw_message message = {.type = DW_MESSAGE_KICK};
    message.as.kick.reason = reason;
    (void)strncpy(message.as.kick.text, text, DW_REASON_MAX);
    dw_guest_tell(server, guest, &message);
    server->stats.kicked[reason]++;
    if (guest->state == DW_GUEST_IN) {
        dw_match_leave(server->matches[guest->match], guest->client);
        server->stats.sent_away++;
    }
    dw_parting_end(server, guest, reason);
    dw_guest_log(server, guest, "client_kicked", dw_reason_word(reason));
}

void dw_parting_quit(dw_server *server, dw_guest *guest)
{
    dw_match_leave(server->matches[guest->match], guest->client);
    server->stats.left++;
    dw_parting_end(server, guest, DW_REASON_NONE);
    dw_guest_log(server, guest, "client_left", "quit");
}
