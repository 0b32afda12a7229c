#include "house.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "source_dir.h"

enum { HOUSE_ARENA_BYTES = DW_MAP_ARENA_BYTES + (16 << 20) };

const dw_house *dw_house_get(void)
{
    static dw_arena arena;
    static dw_house house;
    if (house.map != NULL) {
        return &house;
    }
    static const char path[] = DW_SOURCE_DIR "/tests/fuzz/house.tmj";
    DW_CHECK(dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &house.file, &house.file_size, NULL) ==
             DW_OK);
    DW_CHECK(dw_arena_create(&arena, HOUSE_ARENA_BYTES) == DW_OK);
    DW_CHECK(dw_map_load(&house.map, &arena, "house.tmj", house.file, house.file_size, NULL) ==
             DW_OK);
    DW_CHECK(dw_nav_build_map(&house.nav, &arena, house.map, DW_BODY_HALF, NULL) == DW_OK);
    static const char papers[] = DW_SOURCE_DIR "/tests/fuzz/house-papers.json";
    DW_CHECK(dw_file_read(papers, DW_MISSION_FILE_BYTES_MAX, &house.mission_file,
                          &house.mission_size, NULL) == DW_OK);
    DW_CHECK(dw_mission_load(&house.mission, papers, house.map, house.mission_file,
                             house.mission_size, NULL) == DW_OK);
    return &house;
}
