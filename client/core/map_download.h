/* map_download.h - downloads a public map: requests chunks, puts them together, checks size and
 * hash. Owns: the bytes during the download. The channel is reliable, so no chunk is requested
 * twice. */
#ifndef DW_CLIENT_CORE_MAP_DOWNLOAD_H
#define DW_CLIENT_CORE_MAP_DOWNLOAD_H

#include "protocol/message.h"

typedef struct dw_map_download {
    uint8_t *bytes; /* NULL while there is no download. */
    uint32_t size;
    uint16_t chunk_count, asked, received;
    dw_map_hash hash;
    uint64_t have[(DW_MAP_BYTES_MAX / DW_MAP_CHUNK_MAX + 64) / 64]; /* One bit a chunk. */
} dw_map_download;

/* Allocates the bytes; no download may be in progress. DW_RANGE: no map has this size. DW_MEMORY.
 */
DW_MUST_USE dw_status dw_map_download_begin(dw_map_download *download, const dw_map_hash *hash,
                                            uint32_t size);
void dw_map_download_end(dw_map_download *download); /* Frees them. */

/* Chooses the next chunk to request; false while DW_MAP_REQUESTS_MAX requests are unanswered. */
bool dw_map_download_next(dw_map_download *download, dw_map_request *request);

/* DW_INVALID when the chunk was not requested, or its size is wrong. */
DW_MUST_USE dw_status dw_map_download_put(dw_map_download *download, const dw_map_chunk *chunk);

static inline bool dw_map_download_complete(const dw_map_download *download)
{
    return download->bytes != NULL && download->received == download->chunk_count;
}

/* DW_DIFFERS when the bytes do not have the expected hash. */
DW_MUST_USE dw_status dw_map_download_check(const dw_map_download *download);

#endif
