/* map_download.h - a public map in chunks: asks for the next ones, puts them together, checks size
 * and hash. Owns: the bytes while they come (the only memory that the core takes after creation).
 * The channel is reliable, so that nothing is asked for twice. */
#ifndef DW_CLIENT_CORE_MAP_DOWNLOAD_H
#define DW_CLIENT_CORE_MAP_DOWNLOAD_H

#include "protocol/message.h"

typedef struct dw_map_download {
    uint8_t *bytes; /* NULL while none is under way. */
    uint32_t size;
    uint16_t chunk_count, asked, received;
    dw_map_hash hash;
    uint64_t have[(DW_MAP_BYTES_MAX / DW_MAP_CHUNK_MAX + 64) / 64]; /* One bit a chunk. */
} dw_map_download;

/* Takes the memory; none may be under way. DW_RANGE for a size that no map has, DW_MEMORY. */
DW_MUST_USE dw_status dw_map_download_begin(dw_map_download *download, const dw_map_hash *hash,
                                            uint32_t size);
void dw_map_download_end(dw_map_download *download); /* Gives it back. */

/* True with the next chunk to ask for, at most DW_MAP_REQUESTS_MAX under way. */
bool dw_map_download_next(dw_map_download *download, dw_map_request *request);

/* DW_INVALID when nobody asked for that chunk, or its size is wrong. */
DW_MUST_USE dw_status dw_map_download_put(dw_map_download *download, const dw_map_chunk *chunk);

static inline bool dw_map_download_complete(const dw_map_download *download)
{
    return download->bytes != NULL && download->received == download->chunk_count;
}

/* DW_DIFFERS when the bytes are not those that the hash names. */
DW_MUST_USE dw_status dw_map_download_check(const dw_map_download *download);

#endif
