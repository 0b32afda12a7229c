#include "client/core/map_cache.h"

#include "common/base/check.h"
#include "common/base/log.h"
#include "common/platform/file.h"
#include "protocol/public_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "/HASH-SIZE-SERVER.dwm" */
enum {
    FILE_NAME_MAX = 2 * DW_MAP_HASH_TEXT_SIZE + 20,
    FILE_PATH_MAX = DW_PATH_MAX + FILE_NAME_MAX
};

/* A dw_map_key with the server's address as a hash, which has a fixed size and fits a file name. */
typedef struct cached_key {
    dw_map_hash map, server;
    uint32_t size;
} cached_key;

typedef struct cached_map {
    cached_key key;
    const dw_map *map;
    dw_arena arena;
} cached_map;

struct dw_map_cache {
    char folder[DW_PATH_MAX]; /* Empty: in memory only. */
    uint32_t count;
    cached_map maps[DW_MAP_CACHE_MAPS_MAX];
};

dw_status dw_map_cache_create(dw_map_cache **out, const char *folder)
{
    dw_map_cache *cache = calloc(1, sizeof *cache);
    if (cache == NULL) {
        return DW_MEMORY;
    }
    if (folder != NULL) {
        const int length = snprintf(cache->folder, sizeof cache->folder, "%s/maps", folder);
        if (length < 0 || (size_t)length + FILE_NAME_MAX > sizeof cache->folder) {
            free(cache);
            return DW_RANGE;
        }
    }
    *out = cache;
    return DW_OK;
}

void dw_map_cache_destroy(dw_map_cache *cache)
{
    if (cache == NULL) {
        return;
    }
    for (uint32_t i = 0; i < cache->count; i++) {
        dw_arena_destroy(&cache->maps[i].arena);
    }
    free(cache);
}

static cached_key key_from(const dw_map_key *key)
{
    return (cached_key){.map = key->hash,
                        .server =
                            dw_public_map_hash((const uint8_t *)key->server, strlen(key->server)),
                        .size = key->size};
}

static bool same_key(const cached_key *a, const cached_key *b)
{
    return dw_map_hash_equal(&a->map, &b->map) && dw_map_hash_equal(&a->server, &b->server) &&
           a->size == b->size;
}

/* dw_map_cache_create has checked that folder and name fit. */
static void file_path(const dw_map_cache *cache, const dw_map_key *key, char path[FILE_PATH_MAX])
{
    const cached_key named = key_from(key);
    char map[DW_MAP_HASH_TEXT_SIZE];
    char server[DW_MAP_HASH_TEXT_SIZE];
    dw_map_hash_text(&named.map, map);
    dw_map_hash_text(&named.server, server);
    (void)snprintf(path, FILE_PATH_MAX, "%s/%s-%u-%s.dwm", cache->folder, map, (unsigned)named.size,
                   server);
}

static size_t load(void *context, const dw_map_key *key, uint8_t *bytes)
{
    const dw_map_cache *cache = context;
    if (cache->folder[0] == '\0') {
        return 0;
    }
    char path[FILE_PATH_MAX];
    file_path(cache, key, path);
    uint8_t *content = NULL;
    size_t size = 0;
    if (dw_file_read(path, DW_MAP_BYTES_MAX, &content, &size, NULL) != DW_OK) {
        return 0;
    }
    memcpy(bytes, content, size);
    free(content);
    return size;
}

static void save(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size)
{
    const dw_map_cache *cache = context;
    if (cache->folder[0] == '\0') {
        return;
    }
    char path[FILE_PATH_MAX];
    file_path(cache, key, path);
    dw_error error = {""};
    if (dw_file_make_folder(cache->folder, &error) != DW_OK ||
        dw_file_write(path, bytes, size, &error) != DW_OK) {
        dw_log(DW_LOG_WARNING, "map_not_cached", "error=%s", dw_log_quote(error.text).text);
    }
}

static const dw_map *share(void *context, const dw_map_key *key)
{
    const dw_map_cache *cache = context;
    const cached_key wanted = key_from(key);
    for (uint32_t i = 0; i < cache->count; i++) {
        if (same_key(&cache->maps[i].key, &wanted)) {
            return cache->maps[i].map;
        }
    }
    return NULL;
}

static const dw_map *keep(void *context, const dw_map_key *key, const uint8_t *bytes, size_t size,
                          dw_error *error)
{
    dw_map_cache *cache = context;
    const dw_map *known = share(cache, key); /* Two clients can download it at the same time. */
    if (known != NULL) {
        return known;
    }
    if (cache->count == DW_MAP_CACHE_MAPS_MAX) {
        (void)dw_fail(error, DW_FULL, "more than %d maps in one process", DW_MAP_CACHE_MAPS_MAX);
        return NULL;
    }
    cached_map *row = &cache->maps[cache->count];
    *row = (cached_map){.key = key_from(key)};
    if (dw_arena_create(&row->arena, DW_MAP_ARENA_BYTES) != DW_OK) {
        (void)dw_fail(error, DW_MEMORY, "no memory for the map");
        return NULL;
    }
    if (dw_public_map_decode(&row->map, &row->arena, bytes, size, error) != DW_OK) {
        dw_arena_destroy(&row->arena);
        return NULL;
    }
    cache->count++;
    return row->map;
}

dw_map_store dw_map_cache_store(dw_map_cache *cache)
{
    return (dw_map_store){
        .context = cache, .load = load, .save = save, .share = share, .keep = keep};
}
