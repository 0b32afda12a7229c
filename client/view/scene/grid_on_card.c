#include "client/view/scene/grid_on_card.h"

#include "client/view/tools/card.h"

#include <stdlib.h>
#include <string.h>

dw_status dw_grid_on_card_create(dw_grid_on_card *grid, int columns, int rows)
{
    *grid = (dw_grid_on_card){.columns = columns, .rows = rows};
    const size_t count = (size_t)columns * (size_t)rows;
    if (count == 0) {
        return DW_OK;
    }
    const size_t most = DW_GRID_TEXELS_MAX > columns ? DW_GRID_TEXELS_MAX : (size_t)columns;
    grid->sent = calloc(count, 1);
    grid->texels = calloc(most, sizeof *grid->texels);
    if (grid->sent == NULL || grid->texels == NULL) {
        dw_grid_on_card_destroy(grid);
        return DW_MEMORY;
    }
    return DW_OK;
}

void dw_grid_on_card_destroy(dw_grid_on_card *grid)
{
    free(grid->sent);
    free(grid->texels);
    *grid = (dw_grid_on_card){.columns = 0};
}

/* `count` rows from `first` on, at most as many as `texels` holds. */
static void put_rows(dw_grid_on_card *grid, struct dw_card *card, dw_picture picture,
                     const uint8_t *cells, const uint32_t colours[256], int first, int count)
{
    for (int i = 0; i < count * grid->columns; i++) {
        grid->texels[i] = colours[cells[(ptrdiff_t)first * grid->columns + i]];
    }
    dw_card_put(card, picture, 0, first, grid->columns, count, grid->texels, grid->columns);
    memcpy(grid->sent + (ptrdiff_t)first * grid->columns, cells + (ptrdiff_t)first * grid->columns,
           (size_t)count * (size_t)grid->columns);
}

dw_status dw_grid_on_card_send(dw_grid_on_card *grid, struct dw_card *card, dw_picture picture,
                               const uint8_t *cells, const uint32_t colours[256])
{
    if (grid->sent == NULL) {
        return DW_OK;
    }
    const dw_status status = dw_card_make(card, picture, grid->columns, grid->rows, true);
    if (status != DW_OK) {
        return status;
    }
    const bool all = grid->epoch != dw_card_epoch(card);
    grid->epoch = dw_card_epoch(card);
    const size_t width = (size_t)grid->columns;
    const int most = DW_GRID_TEXELS_MAX > grid->columns ? DW_GRID_TEXELS_MAX / grid->columns : 1;
    int left = most;
    for (int row = 0; row < grid->rows && (all || left > 0);) {
        int count = 0;
        while (row + count < grid->rows && count < most && (all || count < left) &&
               (all || memcmp(grid->sent + (size_t)(row + count) * width,
                              cells + (size_t)(row + count) * width, width) != 0)) {
            count++;
        }
        if (count > 0) {
            put_rows(grid, card, picture, cells, colours, row, count);
            left -= count;
        }
        row += count > 0 ? count : 1;
    }
    return DW_OK;
}
