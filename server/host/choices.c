#include "server/host/choices.h"

#include "server/host/guest.h"
#include "server/host/server_state.h"

#include <stdio.h>

static dw_message choices_message(const dw_server *server)
{
    return (dw_message){.type = DW_MESSAGE_CHOICES, .as.choices = server->choices};
}

void dw_choices_offer(dw_server *server)
{
    dw_choices *choices = &server->choices;
    *choices = (dw_choices){.count = (uint8_t)server->rotation.count};
    for (uint32_t i = 0; i < choices->count; i++) {
        const dw_loaded_map *row = dw_map_table_get(&server->maps, server->rotation.maps[i]);
        (void)snprintf(choices->names[i], sizeof choices->names[i], "%s", dw_loaded_map_name(row));
    }
    if (server->net == NULL) {
        return; /* The server has not begun. */
    }
    const dw_message message = choices_message(server);
    for (uint32_t i = 0; i < dw_net_peers_max(server->net); i++) {
        if (server->guests[i].state == DW_GUEST_IN) {
            dw_guest_tell(server, &server->guests[i], &message);
        }
    }
}

void dw_choices_greet(dw_server *server, const struct dw_guest *guest)
{
    if (server->choices.count > 0) {
        const dw_message message = choices_message(server);
        dw_guest_tell(server, guest, &message);
    }
}
