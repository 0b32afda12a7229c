/* connection.h - a client and its link, started and stopped together.
 * Owns: arena, client, link and the cache of downloaded maps (which outlives connections). Keeps
 * the identities of servers in the user's file of known servers (server_pins.h). */
#ifndef DW_VIEW_CONNECTION_H
#define DW_VIEW_CONNECTION_H

#include "client/core/client.h"
#include "client/core/link.h"
#include "client/core/map_cache.h"
#include "client/core/server_pins.h"

enum { DW_CONNECTION_SERVER_MAX = 160 };

typedef struct dw_connection {
    dw_arena arena;
    dw_client *client; /* NULL while not connected. */
    dw_link *link;
    dw_map_cache *cache;
    char pins[DW_PATH_MAX]; /* File of known servers. */
    char host[DW_SERVER_PINS_HOST_MAX + 1];
    uint16_t port;
    bool pinned;      /* The server's identity is in that file. */
    bool key_differs; /* It showed another one than before: this one. */
    uint8_t other_key[DW_SEAL_KEY_SIZE];
    bool has_identity;
    dw_client_identity identity;           /* The person's own. */
    char server[DW_CONNECTION_SERVER_MAX]; /* "host:port", while there is a client. */
} dw_connection;

typedef struct dw_connection_config {
    const char *host;
    uint16_t port;
    const char *name;
    const char *password; /* NULL = none; must outlive the connection. */
    bool unsealed;        /* By the person's explicit choice. */
    bool spectate;
    const char *match; /* As in the hello; "" = any. */
} dw_connection_config;

/* Starts to connect. The client's state shows the progress. */
DW_MUST_USE dw_status dw_connection_open(dw_connection *connection,
                                         const dw_connection_config *config, dw_error *error);

/* Sends and receives; call it each frame. Saves the identity of a server that is new to the user.
 */
void dw_connection_service(dw_connection *connection);

/* Quits, waits briefly for the server, and frees everything but the cache. The client's map becomes
 * invalid. */
void dw_connection_close(dw_connection *connection);
void dw_connection_destroy(dw_connection *connection);

enum { DW_CONNECTION_LINE = 200 };

/* What a client that does not play yet is doing, for a person; `address` is the server's. */
void dw_connection_line(const dw_connection *connection, const char *address, uint64_t now_ns,
                        char line[DW_CONNECTION_LINE]);

#endif
