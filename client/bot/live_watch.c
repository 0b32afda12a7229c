#include "client/bot/live_watch.h"

#include "client/bot/live_table.h"
#include "client/core/link.h"
#include "client/core/map_cache.h"

#include <stdlib.h>
#include <string.h>

#define REDRAW_NS UINT64_C(200000000)
#define BLOCK_NS  UINT64_C(5000000000) /* Between tables that are not redrawn. */

struct dw_live_watch {
    dw_link *link;
    dw_map_cache *maps;
    dw_client *client;
    dw_arena arena;
    dw_live_table table;
    bool redraw;
    uint64_t next_ns;
};

dw_status dw_live_watch_create(dw_live_watch **out, const dw_bots_options *options, bool redraw,
                               uint64_t now_ns, dw_error *error)
{
    dw_live_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL || dw_arena_create(&watch->arena, DW_CLIENT_ARENA_BYTES) != DW_OK ||
        dw_map_cache_create(&watch->maps, NULL) != DW_OK) {
        dw_live_watch_destroy(watch);
        return dw_fail(error, DW_MEMORY, "no memory for the live table");
    }
    watch->redraw = redraw;
    watch->next_ns = now_ns;
    const dw_link_config link = {.host = options->host,
                                 .port = options->port,
                                 .connections = 1,
                                 .unsealed = options->unsealed,
                                 .password = dw_bots_password(options)};
    dw_status status = dw_link_create(&watch->link, &link, error);
    if (status == DW_OK) {
        dw_client_config config = {.name = "live table",
                                   .spectate = true,
                                   .send = dw_link_send,
                                   .send_context = dw_link_context(watch->link, 0),
                                   .maps = dw_map_cache_store(watch->maps),
                                   .input_hz = options->input_hz};
        memcpy(config.match, options->match, sizeof config.match);
        status = dw_client_create(&watch->client, &watch->arena, &config);
    }
    if (status == DW_OK) {
        dw_link_connect(watch->link, watch->client);
    } else {
        dw_live_watch_destroy(watch);
        return status;
    }
    *out = watch;
    return DW_OK;
}

void dw_live_watch_destroy(dw_live_watch *watch)
{
    if (watch == NULL) {
        return;
    }
    if (watch->client != NULL) {
        dw_client_quit(watch->client);
    }
    if (watch->link != NULL) {
        dw_link_destroy(watch->link);
    }
    if (watch->client != NULL) {
        dw_client_destroy(watch->client);
    }
    if (watch->maps != NULL) {
        dw_map_cache_destroy(watch->maps);
    }
    dw_arena_destroy(&watch->arena);
    free(watch);
}

void dw_live_watch_run(dw_live_watch *watch, uint64_t now_ns)
{
    dw_link_service(watch->link);
    const dw_intent still = {.direction = DW_STAND};
    dw_client_update(watch->client, still, now_ns);
    dw_live_table_update(&watch->table, watch->client);
    if (now_ns < watch->next_ns) {
        return;
    }
    watch->next_ns = now_ns + (watch->redraw ? REDRAW_NS : BLOCK_NS);
    if (watch->redraw || dw_client_get_state(watch->client) == DW_CLIENT_PLAYING) {
        dw_live_table_write(&watch->table, watch->client, now_ns, watch->redraw, stdout);
    }
}
