/* new_key.h - a known server that shows another key than before: what the person is told, and what
 * happens when they accept it. Owns: the key that was shown. */
#ifndef DW_VIEW_NEW_KEY_H
#define DW_VIEW_NEW_KEY_H

#include "client/view/connection.h"
#include "client/view/pages/menu.h"

typedef struct dw_new_key {
    uint8_t key[DW_SEAL_KEY_SIZE];
} dw_new_key;

/* Before the connection is closed: opens the page that warns and asks, if that is why it ended. */
bool dw_new_key_ask(dw_new_key *asked, const dw_connection *connection, dw_menu *menu);

/* The server at that address has that key from now on. */
DW_MUST_USE dw_status dw_new_key_accept(const dw_new_key *asked, const char *address,
                                        dw_error *error);

#endif
