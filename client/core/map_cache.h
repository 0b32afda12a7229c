/* map_cache.h - keeps downloaded maps: on disk for the next start, and parsed for all clients of
 * this process. Owns: the parsed maps; destroy the clients that use them first. A file that cannot
 * be read or written only costs a download. Not thread-safe. */
#ifndef DW_CLIENT_CORE_MAP_CACHE_H
#define DW_CLIENT_CORE_MAP_CACHE_H

#include "client/core/client.h"

enum { DW_MAP_CACHE_MAPS_MAX = 64 };

typedef struct dw_map_cache dw_map_cache;

/* `folder` holds the files "maps/HASH-SIZE-SERVER.dwm", SERVER being a hash of the server's
 * address. NULL: keeps maps in memory only. dw_file_cache_folder returns the usual folder. */
DW_MUST_USE dw_status dw_map_cache_create(dw_map_cache **out, const char *folder);
void dw_map_cache_destroy(dw_map_cache *cache);

/* For dw_client_config. */
dw_map_store dw_map_cache_store(dw_map_cache *cache);

#endif
