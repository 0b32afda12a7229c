/* sweep_search.c - the golden section in its form with a bracket: two ends, and the best point
 * known between them. It asks for nothing but the next point in the longer part, so that rounding
 * to whole numbers costs no point that was measured for nothing. */
#include "server/lab/sweep_search.h"

#include "common/base/check.h"

#include <math.h>

static const double golden_part = 0.38196601125010515; /* (3 - sqrt 5) / 2 */

typedef struct golden_point {
    int32_t value;
    double offset;
} golden_point;

typedef struct golden_search {
    golden_point low, high;             /* The ends of the bracket, */
    golden_point best;                  /* and the best point within it. */
    golden_point range_low, range_high; /* As at the beginning. */
} golden_search;

/* How far `from` lies from a point that cuts off the golden part of the way to `to`. */
static int32_t golden_step(int32_t from, int32_t to)
{
    const int64_t length = (int64_t)to - from;
    const int64_t step = llround((double)length * golden_part);
    return (int32_t)(step != 0 ? step : length > 0 ? 1 : -1);
}

/* Whether `best` is to be sought on the side of the high end, when two points are equally far from
 * the target: they stand where the win rate does not change. Behind the end with the other sign
 * the win rate has passed the target; else the nearer end is where it comes close. */
static bool flat_goes_high(const golden_search *search)
{
    const bool above = search->best.offset > 0;
    const bool low_differs = (search->range_low.offset > 0) != above;
    const bool high_differs = (search->range_high.offset > 0) != above;
    if (low_differs != high_differs) {
        return high_differs;
    }
    return fabs(search->range_high.offset) < fabs(search->range_low.offset);
}

static void narrow(golden_search *search, golden_point next)
{
    const bool next_is_right = next.value > search->best.value;
    const double difference = fabs(next.offset) - fabs(search->best.offset);
    bool move = difference < 0;
    if (difference == 0 && next.offset == search->best.offset) {
        move = flat_goes_high(search) == next_is_right;
    }
    if (move) {
        *(next_is_right ? &search->low : &search->high) = search->best;
        search->best = next;
    } else {
        *(next_is_right ? &search->high : &search->low) = next;
    }
}

/* False when no whole number is left in the bracket. */
static bool next_value(const golden_search *search, int32_t *value)
{
    const int64_t left = (int64_t)search->best.value - search->low.value;
    const int64_t right = (int64_t)search->high.value - search->best.value;
    const int32_t end = right >= left ? search->high.value : search->low.value;
    *value = search->best.value + golden_step(search->best.value, end);
    return (right >= left ? right : left) > 1;
}

bool dw_sweep_golden(const dw_sweep_range *range, uint32_t points_max, dw_sweep_measure *measure,
                     void *context)
{
    DW_CHECK(range->low < range->high && points_max >= 3);
    golden_search search = {.low = {.value = range->low}, .high = {.value = range->high}};
    if (!measure(context, &search.low.value, &search.low.offset) ||
        !measure(context, &search.high.value, &search.high.offset)) {
        return false;
    }
    search.range_low = search.low;
    search.range_high = search.high;
    search.best.value = range->low + golden_step(range->low, range->high);
    if (search.best.value == range->high) {
        return true; /* Nothing lies between the ends. */
    }
    if (!measure(context, &search.best.value, &search.best.offset)) {
        return false;
    }
    golden_point next;
    for (uint32_t points = 3; points < points_max && next_value(&search, &next.value); points++) {
        if (!measure(context, &next.value, &next.offset)) {
            return false;
        }
        narrow(&search, next);
    }
    return true;
}

uint32_t dw_sweep_grid_size(const dw_sweep_range *range, uint32_t steps)
{
    const int64_t whole = (int64_t)range->high - range->low + 1;
    return whole < steps ? (uint32_t)whole : steps;
}

static int32_t grid_value(const dw_sweep_range *range, uint32_t steps, uint32_t step)
{
    const uint32_t last = dw_sweep_grid_size(range, steps) - 1;
    const int64_t length = (int64_t)range->high - range->low;
    return (int32_t)(range->low + (length * step + last / 2) / last);
}

bool dw_sweep_grid(const dw_sweep_range *ranges, uint32_t count, uint32_t steps,
                   dw_sweep_measure *measure, void *context)
{
    DW_CHECK(count >= 1 && count <= DW_SWEEP_FIELDS_MAX && steps >= 2);
    const uint32_t inner = count == 2 ? dw_sweep_grid_size(&ranges[1], steps) : 1;
    const uint32_t points = dw_sweep_grid_size(&ranges[0], steps) * inner;
    for (uint32_t point = 0; point < points; point++) {
        int32_t values[DW_SWEEP_FIELDS_MAX] = {grid_value(&ranges[0], steps, point / inner)};
        if (count == 2) {
            values[1] = grid_value(&ranges[1], steps, point % inner);
        }
        double offset = 0;
        if (!measure(context, values, &offset)) {
            return false;
        }
    }
    return true;
}
