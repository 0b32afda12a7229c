#include "client/view/connection.h"

#include "client/view/model/hud_text.h"
#include "client/view/texts/say.h"
#include "common/base/log.h"
#include "common/base/parse.h"
#include "common/platform/file.h"

#include <stdio.h>
#include <string.h>

/* How long quitting can take. */
enum { GOODBYE_STEPS = 10, GOODBYE_STEP_MS = 10 };

static void open_cache(dw_connection *connection)
{
    char folder[DW_PATH_MAX];
    dw_error error = {""};
    const bool found = dw_file_cache_folder(folder, &error) == DW_OK;
    /* Without a folder the cache is in memory only. Without a cache each join downloads. */
    if (dw_map_cache_create(&connection->cache, found ? folder : NULL) != DW_OK) {
        connection->cache = NULL;
    }
}

/* A known server must have its known identity. A new server is trusted at its first connection. */
static dw_status judge(void *context, uint16_t peer, const uint8_t identity[DW_SEAL_KEY_SIZE],
                       dw_error *error)
{
    (void)peer;
    dw_connection *connection = context;
    const dw_status status =
        dw_server_pins_check(connection->pins, connection->host, connection->port, identity, error);
    connection->pinned = status == DW_OK;
    connection->key_differs = status == DW_DIFFERS;
    memcpy(connection->other_key, identity, sizeof connection->other_key);
    return status == DW_NOT_FOUND ? DW_OK : status;
}

/* Never connects in the clear to a server that has shown an identity before. Nor to any server
 * while the file cannot be read, because this one can be in it. */
static dw_status check_unsealed(const dw_connection *connection, dw_error *error)
{
    static const uint8_t nobody[DW_SEAL_KEY_SIZE];
    dw_error why = {""};
    const dw_status status =
        dw_server_pins_check(connection->pins, connection->host, connection->port, nobody, &why);
    if (status == DW_NOT_FOUND) {
        return DW_OK;
    }
    if (status == DW_OK || status == DW_DIFFERS) {
        return dw_fail(error, DW_DENIED,
                       "%s:%u has sealed its connections before; with --seal off others could "
                       "read them; to use it all the same, remove its line from %s",
                       connection->host, (unsigned)connection->port, connection->pins);
    }
    return dw_fail(error, status, "%s", why.text);
}

static dw_status open_link(dw_connection *connection, const dw_connection_config *config,
                           dw_error *error)
{
    const dw_link_config link = {.host = config->host,
                                 .port = config->port,
                                 .connections = 1,
                                 .unsealed = config->unsealed,
                                 .password = config->password,
                                 .judge = judge,
                                 .context = connection};
    connection->port = config->port;
    connection->pinned = false;
    connection->key_differs = false;
    dw_status status = dw_server_pins_path(connection->pins, error);
    if (status == DW_OK) {
        status = dw_copy_text(connection->host, sizeof connection->host, config->host) == DW_OK
                     ? DW_OK
                     : dw_fail(error, DW_INVALID, "%.40s...: too long for a host", config->host);
    }
    if (status == DW_OK && config->unsealed) {
        status = check_unsealed(connection, error);
    }
    return status == DW_OK ? dw_link_create(&connection->link, &link, error) : status;
}

/* Without a writable folder a person plays without an identity. If others can read the file, or its
 * size is wrong, the person must repair it first. */
static dw_status load_identity(dw_connection *connection, dw_error *error)
{
    char folder[DW_PATH_MAX];
    dw_error why = {""};
    dw_status status = dw_file_config_folder(folder, &why);
    if (status == DW_OK) {
        status = dw_client_identity_load(&connection->identity, folder, &why);
    }
    connection->has_identity = status == DW_OK;
    if (status == DW_DENIED || status == DW_INVALID) {
        *error = why;
        return status;
    }
    if (status != DW_OK) {
        dw_log(DW_LOG_WARNING, "no_identity", "error=%s", dw_log_quote(why.text).text);
    }
    return DW_OK;
}

static dw_status create_client(dw_connection *connection, const dw_connection_config *config,
                               dw_error *error)
{
    (void)snprintf(connection->server, sizeof connection->server, "%s:%u", config->host,
                   config->port);
    dw_client_config client = {.spectate = config->spectate,
                               .server = connection->server,
                               .identity = connection->has_identity ? &connection->identity : NULL,
                               .transcript = dw_link_own_transcript,
                               .send = dw_link_send,
                               .send_context = dw_link_context(connection->link, 0),
                               .input_hz = 30};
    (void)snprintf(client.name, sizeof client.name, "%s", config->name);
    (void)snprintf(client.match, sizeof client.match, "%s", config->match);
    if (connection->cache != NULL) {
        client.maps = dw_map_cache_store(connection->cache);
    }
    const dw_status status = dw_client_create(&connection->client, &connection->arena, &client);
    return status == DW_OK
               ? DW_OK
               : dw_fail(error, status, "the client does not start: %s", dw_status_text(status));
}

dw_status dw_connection_open(dw_connection *connection, const dw_connection_config *config,
                             dw_error *error)
{
    if (connection->cache == NULL) {
        open_cache(connection);
    }
    dw_status status = dw_arena_create(&connection->arena, DW_CLIENT_ARENA_BYTES);
    if (status != DW_OK) {
        return dw_fail(error, status, "no memory for a connection");
    }
    status = open_link(connection, config, error);
    if (status == DW_OK && !config->unsealed) {
        status = load_identity(connection, error);
    }
    if (status == DW_OK) {
        status = create_client(connection, config, error);
    }
    if (status == DW_OK) {
        dw_link_connect(connection->link, connection->client);
    } else {
        dw_connection_close(connection);
    }
    return status;
}

void dw_connection_service(dw_connection *connection)
{
    dw_link_service(connection->link);
    const uint8_t *identity = dw_link_identity(connection->link, 0);
    if (identity != NULL && !connection->pinned) {
        dw_error error = {""};
        connection->pinned = true; /* Tries once: a full disk must not prevent playing. */
        if (dw_server_pins_add(connection->pins, connection->host, connection->port, identity,
                               &error) != DW_OK) {
            (void)fprintf(stderr, "duskwatch: %s\n", error.text);
        }
    }
}

void dw_connection_close(dw_connection *connection)
{
    if (connection->client != NULL && dw_client_get_state(connection->client) != DW_CLIENT_ENDED) {
        dw_client_quit(connection->client);
        dw_link_disconnect(connection->link, 0);
        for (int i = 0; i < GOODBYE_STEPS && dw_link_busy(connection->link); i++) {
            dw_link_service(connection->link);
            dw_link_wait(connection->link, GOODBYE_STEP_MS);
        }
    }
    /* The link first: it calls the client. */
    dw_link_destroy(connection->link);
    connection->link = NULL;
    if (connection->client != NULL) {
        dw_client_destroy(connection->client);
        connection->client = NULL;
    }
    dw_arena_destroy(&connection->arena);
}

void dw_connection_destroy(dw_connection *connection)
{
    dw_seal_wipe(&connection->identity, sizeof connection->identity);
    dw_connection_close(connection);
    dw_map_cache_destroy(connection->cache);
    connection->cache = NULL;
}

void dw_connection_line(const dw_connection *connection, const char *address, uint64_t now_ns,
                        char line[DW_CONNECTION_LINE])
{
    const dw_client *client = connection->client;
    dw_connection_state state;
    switch (dw_client_get_state(client)) {
    case DW_CLIENT_MAP:
    case DW_CLIENT_PLAYING: /* Nothing to draw has come yet. */
        dw_say_into(line, DW_CONNECTION_LINE, DW_SAY_LOADING_MAP,
                    DW_S(dw_client_welcome(client)->map_name), DW_N(dw_client_map_percent(client)));
        break;
    case DW_CLIENT_JOINING:
        dw_say_into(line, DW_CONNECTION_LINE, DW_SAY_JOINING, DW_S(address));
        break;
    case DW_CLIENT_RECONNECTING:
        state = dw_client_connection(client, now_ns);
        dw_hud_connection_text(line, &state);
        break;
    default:
        dw_say_into(line, DW_CONNECTION_LINE, DW_SAY_CONNECTING, DW_S(address));
        break;
    }
}
