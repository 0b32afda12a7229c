#include "server/lab/heat.h"

enum { SQUARE_MM = 500, DIGIT_BITS = 5, DIGIT_MORE = 1 << DIGIT_BITS, FIRST_DIGIT = '0' };
enum { SQUARES = DW_HEAT_LAYER_COUNT * DW_HEAT_SQUARES_MAX };

static uint32_t squares_along(int32_t length, int32_t side)
{
    return (uint32_t)((length + side - 1) / side);
}

dw_heat_grid dw_heat_grid_of(const dw_map *map)
{
    const int32_t wide = map->bounds.max.x - map->bounds.min.x;
    const int32_t high = map->bounds.max.y - map->bounds.min.y;
    dw_heat_grid grid = {.origin = map->bounds.min};
    do {
        grid.side += DW_MM(SQUARE_MM);
        grid.columns = squares_along(wide, grid.side);
        grid.rows = squares_along(high, grid.side);
    } while (grid.columns > DW_HEAT_SIDE_MAX || grid.rows > DW_HEAT_SIDE_MAX);
    return grid;
}

void dw_heat_add(dw_heat *heat, const dw_heat_grid *grid, dw_heat_layer layer, dw_vec position)
{
    const dw_vec at = dw_vec_sub(position, grid->origin);
    if (at.x < 0 || at.y < 0) {
        return;
    }
    const uint32_t column = (uint32_t)(at.x / grid->side);
    const uint32_t row = (uint32_t)(at.y / grid->side);
    if (column < grid->columns && row < grid->rows) {
        heat->counts[layer][row * grid->columns + column]++;
    }
}

static size_t put_number(char *text, uint32_t number)
{
    size_t used = 0;
    for (; number >= DIGIT_MORE; number >>= DIGIT_BITS) {
        text[used++] = (char)(FIRST_DIGIT + DIGIT_MORE + number % DIGIT_MORE);
    }
    text[used++] = (char)(FIRST_DIGIT + number);
    return used;
}

size_t dw_heat_text(const dw_heat *heat, char text[DW_HEAT_TEXT_SIZE])
{
    const uint32_t *counts = heat->counts[0];
    size_t used = 0;
    uint32_t before = 0;
    for (uint32_t i = 0; i < SQUARES; i++) {
        if (counts[i] > 0) {
            used += put_number(text + used, i - before);
            used += put_number(text + used, counts[i]);
            before = i;
        }
    }
    text[used] = '\0';
    return used;
}

static bool is_digit(char c)
{
    return c >= FIRST_DIGIT && c < FIRST_DIGIT + 2 * DIGIT_MORE;
}

static const char *take_number(const char *text, uint32_t *out)
{
    uint64_t number = 0;
    for (uint32_t shift = 0; shift <= 6 * DIGIT_BITS && is_digit(*text); shift += DIGIT_BITS) {
        const uint32_t digit = (uint32_t)(*text++ - FIRST_DIGIT);
        number |= (uint64_t)(digit % DIGIT_MORE) << shift;
        if (digit < DIGIT_MORE) {
            *out = (uint32_t)number;
            return number <= UINT32_MAX ? text : NULL;
        }
    }
    return NULL;
}

const char *dw_heat_parse(dw_heat *sum, const char *text)
{
    uint64_t square = 0;
    while (is_digit(*text)) {
        uint32_t skipped = 0;
        uint32_t count = 0;
        text = take_number(text, &skipped);
        text = text != NULL ? take_number(text, &count) : NULL;
        square += skipped;
        if (text == NULL || square >= SQUARES) {
            return NULL;
        }
        if (sum != NULL) {
            sum->counts[square / DW_HEAT_SQUARES_MAX][square % DW_HEAT_SQUARES_MAX] += count;
        }
    }
    return text;
}
