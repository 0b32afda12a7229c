/* map_cache.h - public maps that were downloaded before: on disk for the next start, and parsed for
 * all clients of this process. Owns: the parsed maps, until it is destroyed; clients that use them
 * must be gone by then. A file that cannot be read or written only costs a download. Not
 * thread-safe. */
#ifndef DW_CLIENT_CORE_MAP_CACHE_H
#define DW_CLIENT_CORE_MAP_CACHE_H

#include "client/core/client.h"

enum { DW_MAP_CACHE_MAPS_MAX = 64 };

typedef struct dw_map_cache dw_map_cache;

/* `folder` holds the files "maps/HASH-SIZE-SERVER.dwm", SERVER a hash of its address; NULL: in
 * memory alone. dw_file_cache_folder gives the usual one. */
DW_MUST_USE dw_status dw_map_cache_create(dw_map_cache **out, const char *folder);
void dw_map_cache_destroy(dw_map_cache *cache);

/* What dw_client_config takes. */
dw_map_store dw_map_cache_store(dw_map_cache *cache);

#endif
