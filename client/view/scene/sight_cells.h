/* sight_cells.h - the cells of a dw_sight_light: private to sight_light.c, which lights them, and
 * sight_compose.c, which softens them and lays them over the picture. */
#ifndef DW_VIEW_SIGHT_CELLS_H
#define DW_VIEW_SIGHT_CELLS_H

#include <stdint.h>

/* Channels of a cell in the order of a pixel's bytes in memory: blue, green, red, warmth. */
enum {
    DW_CELL_CHANNELS = 4,
    DW_CELL_WARMTH = 3,
    DW_CELL_ONE = 4080 /* 255 * 16: sixteen of them still fit 16 bits. */
};

/* Cells are in blocks of that many of a row. What no light touches stays as it was cleared, and
 * costs next to nothing. */
enum { DW_CELL_BLOCK = 16 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "cells are read as 64-bit words");

struct dw_sight_light {
    int width, height;    /* Of the screen. */
    int side;             /* Of a cell, pixels. */
    int cells_x, cells_y; /* Of those, rounded up. */
    int blocks_x;
    uint16_t *cells;         /* cells_y rows of cells_x * DW_CELL_CHANNELS. */
    uint16_t *blurred;       /* Scratch rows for softening: 3 of them. */
    float *edges;            /* cells_x + 2 by cells_y: signed areas, then coverage. */
    uint8_t *lit;            /* cells_y rows of blocks_x: some light touched the block. */
    uint8_t *soft;           /* The same after softening, which reaches a cell further. */
    uint8_t *needed;         /* Scratch: a row of blocks. */
    uint64_t plain;          /* A cell that no light touches. */
    uint64_t *upper;         /* One row, enlarged downwards: cells_x + 2. */
    uint64_t *warmth, *tint; /* One row of the screen, 4 x 16 bits a pixel. */
};

/* The first cell after a block. */
static inline int dw_sight_block_end(const struct dw_sight_light *light, int block)
{
    const int end = (block + 1) * DW_CELL_BLOCK;
    return end < light->cells_x ? end : light->cells_x;
}

#endif
