#include "client/core/map_cache.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/log.h"
#include "common/platform/file.h"
#include "protocol/public_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cached_map {
    uint64_t hash;
    const dw_map *map;
    dw_arena arena;
} cached_map;

struct dw_map_cache {
    char folder[DW_PATH_MAX]; /* Empty: in memory alone. */
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
        if (length < 0 || (size_t)length + DW_HASH_TEXT_SIZE + 8 > sizeof cache->folder) {
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

/* The folder was checked to leave room for a name. */
static void file_path(const dw_map_cache *cache, uint64_t hash, char path[DW_PATH_MAX + 32])
{
    char text[DW_HASH_TEXT_SIZE];
    dw_hash_text(hash, text);
    (void)snprintf(path, DW_PATH_MAX + 32, "%s/%s.dwm", cache->folder, text);
}

static size_t load(void *context, uint64_t hash, uint8_t *bytes)
{
    const dw_map_cache *cache = context;
    if (cache->folder[0] == '\0') {
        return 0;
    }
    char path[DW_PATH_MAX + 32];
    file_path(cache, hash, path);
    uint8_t *content = NULL;
    size_t size = 0;
    if (dw_file_read(path, DW_MAP_BYTES_MAX, &content, &size, NULL) != DW_OK) {
        return 0;
    }
    memcpy(bytes, content, size);
    free(content);
    return size;
}

static void save(void *context, uint64_t hash, const uint8_t *bytes, size_t size)
{
    const dw_map_cache *cache = context;
    if (cache->folder[0] == '\0') {
        return;
    }
    char path[DW_PATH_MAX + 32];
    file_path(cache, hash, path);
    dw_error error = {""};
    if (dw_file_make_folder(cache->folder, &error) != DW_OK ||
        dw_file_write(path, bytes, size, &error) != DW_OK) {
        dw_log(DW_LOG_WARNING, "map_not_cached", "error=%s", dw_log_quote(error.text).text);
    }
}

static const dw_map *share(void *context, uint64_t hash)
{
    const dw_map_cache *cache = context;
    for (uint32_t i = 0; i < cache->count; i++) {
        if (cache->maps[i].hash == hash) {
            return cache->maps[i].map;
        }
    }
    return NULL;
}

static const dw_map *keep(void *context, uint64_t hash, const uint8_t *bytes, size_t size,
                          dw_error *error)
{
    dw_map_cache *cache = context;
    const dw_map *known = share(cache, hash); /* Two may have downloaded it at the same time. */
    if (known != NULL) {
        return known;
    }
    if (cache->count == DW_MAP_CACHE_MAPS_MAX) {
        (void)dw_fail(error, DW_FULL, "more than %d maps in one process", DW_MAP_CACHE_MAPS_MAX);
        return NULL;
    }
    cached_map *row = &cache->maps[cache->count];
    *row = (cached_map){.hash = hash};
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
