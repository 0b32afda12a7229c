#include "server/mind/data/curve.h"

#include "common/base/check.h"

#define NAME(shape, name) name,
const char *const dw_curve_names[DW_CURVE_SHAPE_COUNT] = {DW_CURVE_SHAPES(NAME)};
#undef NAME

/* Between two entries the curve is a straight line: at most 4 thousandths from the true one. */
static int32_t logistic(int32_t x)
{
    enum { STEP = 50 };
    static const int16_t at[] = {7,   11,  18,  29,  47,  76,  119, 182, 269, 378, 500,
                                 622, 731, 818, 881, 924, 953, 971, 982, 989, 993};
    _Static_assert(DW_COUNT_OF(at) == DW_CURVE_FULL / STEP + 1, "the table ends with the curve");
    const int32_t i = x / STEP;
    return x == DW_CURVE_FULL ? at[i] : at[i] + (at[i + 1] - at[i]) * (x % STEP) / STEP;
}

int32_t dw_curve_at(const dw_curve *curve, int32_t value)
{
    DW_CHECK(curve->from != curve->to);
    const int64_t length = (int64_t)curve->to - curve->from;
    const int64_t whole = ((int64_t)value - curve->from) * DW_CURVE_FULL / length;
    int32_t x = DW_CURVE_FULL;
    if (whole < DW_CURVE_FULL) {
        x = whole > 0 ? (int32_t)whole : 0;
    }
    switch ((dw_curve_shape)curve->shape) {
    case DW_CURVE_QUADRATIC:
        return x * x / DW_CURVE_FULL;
    case DW_CURVE_LOGISTIC:
        return logistic(x);
    case DW_CURVE_LINEAR:
    case DW_CURVE_SHAPE_COUNT:
        break;
    }
    return x;
}
