/* Any bytes as a map file: refused by one clear line, or a map that passes the checks of every map
 * once more, is walkable, and travels to a client and back. */
#include "clear_line.h"
#include "common/base/check.h"
#include "common/nav/nav.h"
#include "common/world/map_load.h"
#include "fuzz.h"
#include "protocol/public_map.h"

#include <string.h>

enum { NAV_BYTES = 64 << 20 };

/* What a loader made is nothing that it would refuse from another reader. */
static void check_again(const dw_map *map)
{
    static dw_arena arena;
    if (arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&arena, DW_MAP_ARENA_BYTES) == DW_OK);
    }
    dw_arena_reset(&arena, 0);
    const dw_map *again = NULL;
    dw_error error = {""};
    DW_CHECK(dw_map_build(&again, &arena, map, &error) == DW_OK);
    DW_CHECK(again->wall_count == map->wall_count && again->exit_room == map->exit_room);
    DW_CHECK(again->sight_scale == map->sight_scale);
    DW_CHECK(memcmp(again->walls, map->walls, map->wall_count * sizeof *map->walls) == 0);
}

static void check_free_space(const dw_map *map)
{
    static dw_arena arena;
    if (arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&arena, NAV_BYTES) == DW_OK);
    }
    dw_arena_reset(&arena, 0);
    const dw_nav *nav = NULL;
    dw_error error = {""};
    if (dw_nav_build_map(&nav, &arena, map, DW_BODY_HALF, &error) != DW_OK) {
        DW_CHECK(error.text[0] != '\0');
    }
}

static void check_travels(const dw_map *map)
{
    static dw_arena arena;
    static uint8_t bytes[DW_MAP_BYTES_MAX];
    static uint8_t again[DW_MAP_BYTES_MAX];
    if (arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&arena, 2 * DW_MAP_ARENA_BYTES) == DW_OK);
    }
    dw_arena_reset(&arena, 0);
    size_t size = 0;
    size_t again_size = 0;
    const dw_map *public_map = NULL;
    DW_CHECK(dw_public_map_encode(map, bytes, sizeof bytes, &size) == DW_OK);
    DW_CHECK(dw_public_map_decode(&public_map, &arena, bytes, size, NULL) == DW_OK);
    DW_CHECK(dw_public_map_encode(public_map, again, sizeof again, &again_size) == DW_OK);
    DW_CHECK(again_size == size && memcmp(again, bytes, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dw_arena arena;
    if (arena.bytes == NULL) {
        DW_CHECK(dw_arena_create(&arena, DW_MAP_ARENA_BYTES) == DW_OK);
    }
    dw_arena_reset(&arena, 0);
    const dw_map *map = NULL;
    dw_error error = {""};
    if (dw_map_load(&map, &arena, "maps/fuzz.tmj", data, size, &error) != DW_OK) {
        DW_CHECK(map == NULL);
        dw_expect_clear_line(&error, "maps/fuzz.tmj");
        return 0;
    }
    DW_CHECK(error.text[0] == '\0');
    check_again(map);
    check_free_space(map);
    check_travels(map);
    return 0;
}
