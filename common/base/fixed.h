/* fixed.h - the whole numbers that the state is made of.
 * Lengths: int32 in units of 1/60 mm, so that v mm/s is exactly v units a tick of 1/60 s.
 * Angles: 16-bit binary angles (bam); 0 = +x, growing clockwise on the screen (y points down),
 * 65536 a turn. Pure functions, no floating point, the same on every machine. */
#ifndef DW_BASE_FIXED_H
#define DW_BASE_FIXED_H

#include <stdint.h>

enum {
    DW_UNITS_PER_MM = 60,
    DW_TICKS_PER_SECOND = 60,
    DW_SINE_ONE = 65536, /* What dw_sine_bam calls 1.0. */
    DW_BAM_QUARTER = 16384,
    DW_BAM_HALF = 32768,
    DW_BAM_TURN = 65536
};

#define DW_MM(millimetres) ((int32_t)((millimetres)*DW_UNITS_PER_MM))

/* Sine and cosine of a binary angle, times DW_SINE_ONE, rounded to nearest (error below 1 of
 * 65536). The quarter-wave table stands in fixed.c. */
int32_t dw_sine_bam(uint16_t angle_bam);
int32_t dw_cosine_bam(uint16_t angle_bam);

/* The direction of (x, y), not both 0 (0 then); error below 2 bam. */
uint16_t dw_angle_bam(int64_t x, int64_t y);

/* The shortest turn from one angle to another: -32768 .. 32767. */
static inline int32_t dw_turn_bam(uint16_t from_bam, uint16_t to_bam)
{
    return (int16_t)(uint16_t)(to_bam - from_bam);
}

/* `from` turned towards `to` by at most `most_bam`. */
uint16_t dw_turn_towards_bam(uint16_t from_bam, uint16_t to_bam, int32_t most_bam);

/* The square root, rounded down. */
uint64_t dw_isqrt(uint64_t value);

#endif
