/* Any bytes as a public map: a map or a refusal with a reason; what decodes encodes to the same
 * bytes, so that a receiver computes the hash that the sender had. */
#include "common/base/check.h"
#include "fuzz.h"
#include "protocol/public_map.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dw_arena arena;
    static uint8_t again[DW_MAP_BYTES_MAX];
    if (arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&arena, 2 * DW_MAP_ARENA_BYTES) == DW_OK);
    }
    dw_arena_reset(&arena, 0);
    const dw_map *map = NULL;
    dw_error error = {""};
    if (dw_public_map_decode(&map, &arena, data, size, &error) == DW_OK) {
        size_t again_size = 0;
        DW_CHECK(map->guard_count == 0 && map->patrol_count == 0);
        DW_CHECK(dw_public_map_encode(map, again, sizeof(again), &again_size) == DW_OK);
        DW_CHECK(again_size == size && memcmp(again, data, size) == 0);
    } else {
        DW_CHECK(error.text[0] != '\0' && dw_arena_mark(&arena) == 0);
    }
    return 0;
}
