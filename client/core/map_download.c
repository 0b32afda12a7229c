#include "client/core/map_download.h"

#include "common/base/check.h"
#include "protocol/public_map.h"

#include <stdlib.h>
#include <string.h>

dw_status dw_map_download_begin(dw_map_download *download, const dw_map_hash *hash, uint32_t size)
{
    DW_CHECK(download->bytes == NULL);
    if (size == 0 || size > DW_MAP_BYTES_MAX) {
        return DW_RANGE;
    }
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) {
        return DW_MEMORY;
    }
    *download = (dw_map_download){
        .bytes = bytes,
        .size = size,
        .chunk_count = (uint16_t)((size + DW_MAP_CHUNK_MAX - 1) / DW_MAP_CHUNK_MAX),
        .hash = *hash,
    };
    return DW_OK;
}

void dw_map_download_end(dw_map_download *download)
{
    free(download->bytes);
    download->bytes = NULL;
}

bool dw_map_download_next(dw_map_download *download, dw_map_request *request)
{
    if (download->bytes == NULL || download->asked == download->chunk_count ||
        download->asked - download->received >= DW_MAP_REQUESTS_MAX) {
        return false;
    }
    request->chunk = download->asked++;
    return true;
}

dw_status dw_map_download_put(dw_map_download *download, const dw_map_chunk *chunk)
{
    if (download->bytes == NULL || chunk->chunk >= download->asked ||
        chunk->chunk_count != download->chunk_count) {
        return DW_INVALID;
    }
    const uint32_t offset = (uint32_t)chunk->chunk * DW_MAP_CHUNK_MAX;
    const uint32_t rest = download->size - offset;
    const uint64_t bit = UINT64_C(1) << (chunk->chunk % 64);
    uint64_t *have = &download->have[chunk->chunk / 64];
    if (chunk->size != (rest < DW_MAP_CHUNK_MAX ? rest : DW_MAP_CHUNK_MAX) || (*have & bit) != 0) {
        return DW_INVALID;
    }
    memcpy(download->bytes + offset, chunk->bytes, chunk->size);
    *have |= bit;
    download->received++;
    return DW_OK;
}

dw_status dw_map_download_check(const dw_map_download *download)
{
    DW_CHECK(dw_map_download_complete(download));
    const dw_map_hash hash = dw_public_map_hash(download->bytes, download->size);
    return dw_map_hash_equal(&hash, &download->hash) ? DW_OK : DW_DIFFERS;
}
