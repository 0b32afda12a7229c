/* house.h - a ring of three rooms with two guards (house.tmj) and a mission in it
 * (house-papers.json), small enough for thousands of matches a second. Owns: everything, for as
 * long as the program runs; the same for every input. */
#ifndef DW_TESTS_FUZZ_HOUSE_H
#define DW_TESTS_FUZZ_HOUSE_H

#include "common/nav/nav.h"
#include "common/world/mission.h"

typedef struct dw_house {
    uint8_t *file; /* As it stands on the disk: replays carry it. */
    size_t file_size;
    const dw_map *map;
    const dw_nav *nav;
    uint8_t *mission_file; /* Likewise. */
    size_t mission_size;
    dw_mission mission;
} dw_house;

/* Never fails; loaded at the first call. */
const dw_house *dw_house_get(void);

#endif
