/* floor.h - what floors are made of, and what that does to steps: their loudness and their speed.
 * Owns: the one table of floors. Server, prediction, drawing and sound read the same rows.
 * Knows nothing of rooms. Pure. */
#ifndef DW_WORLD_FLOOR_H
#define DW_WORLD_FLOOR_H

#include <stdint.h>

/* Identifier, word of map files, loudness of a step against wood in tenths of a decibel, speed in
 * percent. Maps on the wire hold the numbers, so new floors are appended. */
/* clang-format off */
#define DW_FLOORS(X) \
    X(WOOD,   "wood",      0, 100) \
    X(TILE,   "tile",     30, 100) \
    X(CARPET, "carpet", -100, 100) \
    X(STONE,  "stone",    20, 100) \
    X(GRASS,  "grass",   -60, 100) \
    X(GRAVEL, "gravel",   80,  90) \
    X(WATER,  "water",   100,  60) \
    X(METAL,  "metal",    80, 100)
/* clang-format on */
typedef enum dw_floor {
#define DW_FLOOR_ENUM(name, word, loudness_db10, speed_percent) DW_FLOOR_##name,
    DW_FLOORS(DW_FLOOR_ENUM)
#undef DW_FLOOR_ENUM
        DW_FLOOR_COUNT
} dw_floor;

const char *dw_floor_name(dw_floor floor);

/* What the floor adds to the loudness of a step. */
int32_t dw_floor_loudness_db10(dw_floor floor);

/* What is left of a speed on the floor: 1 to 100. */
int32_t dw_floor_speed_percent(dw_floor floor);

#endif
