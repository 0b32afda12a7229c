/* curve.h - how strongly a number counts: from 0 to 1000 thousandths.
 * A curve has two ends: the value that counts nothing, and the value that counts fully. Values
 * beyond an end count as the end does. `from` above `to` makes a curve that falls.
 *
 *     linear      grows evenly
 *     quadratic   grows slowly at first, then fast: the square
 *     logistic    little, then fast about the middle, then little: 1 / (1 + e^-t), t = -5 to 5
 *
 * Pure; whole numbers alone. Cost: O(1). */
#ifndef DW_MIND_CURVE_H
#define DW_MIND_CURVE_H

#include <stdint.h>

enum { DW_CURVE_FULL = 1000 };

/* Shape and its name in files. */
#define DW_CURVE_SHAPES(X)                                                                         \
    X(LINEAR, "linear")                                                                            \
    X(QUADRATIC, "quadratic")                                                                      \
    X(LOGISTIC, "logistic")

typedef enum dw_curve_shape {
#define DW_CURVE_ENUM(shape, name) DW_CURVE_##shape,
    DW_CURVE_SHAPES(DW_CURVE_ENUM)
#undef DW_CURVE_ENUM
        DW_CURVE_SHAPE_COUNT
} dw_curve_shape;

extern const char *const dw_curve_names[DW_CURVE_SHAPE_COUNT];

typedef struct dw_curve {
    uint8_t shape; /* dw_curve_shape */
    int32_t from;  /* Differs from `to`. */
    int32_t to;
} dw_curve;

/* 0 to DW_CURVE_FULL. */
int32_t dw_curve_at(const dw_curve *curve, int32_t value);

#endif
