#include "client/view/new_key.h"

#include "client/core/server_pins.h"
#include "client/view/model/settings.h"
#include "client/view/texts/say.h"
#include "protocol/seal/seal_keys.h"

#include <stdio.h>
#include <string.h>

enum { DIGITS = 16 }; /* Of the key, to compare them with what the operator says. */

bool dw_new_key_ask(dw_new_key *asked, const dw_connection *connection, dw_menu *menu)
{
    char address[DW_SERVER_PINS_HOST_MAX + 8];
    char digits[DIGITS + 1];
    char line[sizeof menu->message];
    if (!connection->key_differs) {
        return false;
    }
    memcpy(asked->key, connection->other_key, sizeof asked->key);
    (void)snprintf(address, sizeof address, "%s:%u", connection->host, (unsigned)connection->port);
    dw_seal_key_text(asked->key, DIGITS, digits);
    dw_say_into(line, sizeof line, DW_SAY_NEW_KEY_WARNING, DW_S(address), DW_S(digits));
    dw_menu_open(menu, DW_PAGE_NEW_KEY, line);
    return true;
}

dw_status dw_new_key_accept(const dw_new_key *asked, const char *address, dw_error *error)
{
    char path[DW_PATH_MAX];
    dw_place place;
    dw_status status = dw_place_parse(address, &place, error);
    if (status == DW_OK) {
        status = dw_server_pins_path(path, error);
    }
    return status == DW_OK ? dw_server_pins_replace(path, place.host, place.port, asked->key, error)
                           : status;
}
