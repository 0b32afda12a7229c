/* fixed.c - sines, angles and roots in integers, so that every machine computes the same. */
#include "common/base/fixed.h"

#include <math.h>

/* sin(i / 1024 of a quarter turn) * 65536, rounded to nearest; between entries the sine is
 * interpolated, which keeps the error below 1. An entry is made by the addition theorem of a coarse
 * and a fine part of the angle, whose sines and cosines stand here times 2^30. */
enum { SINE_STEPS = 1024, FINE_STEPS = 32, COARSE_STEPS = SINE_STEPS / FINE_STEPS };
enum { SINE_STEP_BAM = DW_BAM_QUARTER / SINE_STEPS, SUM_BITS = 2 * 30 - 16 };
static const int32_t coarse_sine[COARSE_STEPS + 1] = {
    0,          52686014,   105245103,  157550647,  209476638,  260897982,  311690799,
    361732726,  410903207,  459083786,  506158392,  552013618,  596538995,  639627258,
    681174602,  721080937,  759250125,  795590213,  830013654,  862437520,  892783698,
    920979082,  946955747,  970651112,  992008094,  1010975242, 1027506862, 1041563127,
    1053110176, 1062120190, 1068571464, 1072448455, 1073741824};
static const int32_t fine_sine[FINE_STEPS] = {
    0,        1647099,  3294193,  4941281,  6588356,  8235416,  9882456,  11529474,
    13176464, 14823423, 16470347, 18117233, 19764076, 21410872, 23057618, 24704310,
    26350943, 27997515, 29644021, 31290457, 32936819, 34583104, 36229307, 37875426,
    39521455, 41167391, 42813230, 44458968, 46104602, 47750128, 49395541, 51040837};
static const int32_t fine_cosine[FINE_STEPS] = {
    1073741824, 1073740561, 1073736771, 1073730454, 1073721611, 1073710241, 1073696345, 1073679922,
    1073660973, 1073639498, 1073615496, 1073588967, 1073559913, 1073528332, 1073494225, 1073457592,
    1073418433, 1073376748, 1073332538, 1073285802, 1073236540, 1073184753, 1073130440, 1073073603,
    1073014240, 1072952352, 1072887940, 1072821003, 1072751542, 1072679556, 1072605046, 1072528012};

/* CORDIC (Volder, 1959): atan(2^-i) in 1/65536 of a binary angle unit. */
enum { CORDIC_STEPS = 20, ANGLE_BITS = 39 };
static const int64_t cordic_angles[CORDIC_STEPS] = {
    536870912, 316933406, 167458907, 85004756, 42667331, 21354465, 10679838,
    5340245,   2670163,   1335087,   667544,   333772,   166886,   83443,
    41722,     20861,     10430,     5215,     2608,     1304};

static int32_t sine_entry(uint32_t index)
{
    const uint32_t coarse = index / FINE_STEPS;
    const uint32_t fine = index % FINE_STEPS;
    const int64_t sum = (int64_t)coarse_sine[coarse] * fine_cosine[fine] +
                        (int64_t)coarse_sine[COARSE_STEPS - coarse] * fine_sine[fine];
    return (int32_t)((sum + (INT64_C(1) << (SUM_BITS - 1))) >> SUM_BITS);
}

static int32_t quarter_wave(uint32_t angle)
{
    const uint32_t index = angle / SINE_STEP_BAM;
    const int32_t part = (int32_t)(angle % SINE_STEP_BAM);
    if (part == 0) {
        return sine_entry(index);
    }
    const int32_t low = sine_entry(index);
    const int32_t high = sine_entry(index + 1);
    return low + ((high - low) * part + SINE_STEP_BAM / 2) / SINE_STEP_BAM;
}

int32_t dw_sine_bam(uint16_t angle_bam)
{
    const uint32_t quadrant = angle_bam / DW_BAM_QUARTER;
    const uint32_t rest = angle_bam % DW_BAM_QUARTER;
    const int32_t wave = quarter_wave((quadrant & 1) != 0 ? DW_BAM_QUARTER - rest : rest);
    return quadrant < 2 ? wave : -wave;
}

int32_t dw_cosine_bam(uint16_t angle_bam)
{
    return dw_sine_bam((uint16_t)(angle_bam + DW_BAM_QUARTER));
}

uint16_t dw_angle_bam(int64_t x, int64_t y)
{
    if (x == 0 && y == 0) {
        return 0;
    }
    /* Scaled to 40 bits first, so that the shifts below keep their precision for short vectors. */
    const uint64_t wide = (uint64_t)(x < 0 ? -x : x);
    const uint64_t high = (uint64_t)(y < 0 ? -y : y);
    const int top_bit = 63 - __builtin_clzll(wide > high ? wide : high);
    const int64_t scale = INT64_C(1) << (top_bit < ANGLE_BITS ? ANGLE_BITS - top_bit : 0);
    x *= scale;
    y *= scale;
    int64_t angle = 0;
    if (x < 0) {
        angle = INT64_C(32768) << 16;
        x = -x;
        y = -y;
    }
    for (int i = 0; i < CORDIC_STEPS; i++) {
        if (y == 0) {
            break;
        }
        /* Turned towards 0 without a branch, which no machine could foretell: `sign` is -1 or 0,
         * and (v ^ sign) - sign is -v or v. */
        const int64_t sign = y >> 63;
        const int64_t step_x = x >> i;
        const int64_t step_y = y >> i;
        x += (step_y ^ sign) - sign;
        y -= (step_x ^ sign) - sign;
        angle += (cordic_angles[i] ^ sign) - sign;
    }
    return (uint16_t)((uint64_t)(angle + 32768) >> 16);
}

uint16_t dw_turn_towards_bam(uint16_t from_bam, uint16_t to_bam, int32_t most_bam)
{
    int32_t turn = dw_turn_bam(from_bam, to_bam);
    if (turn > most_bam) {
        turn = most_bam;
    } else if (turn < -most_bam) {
        turn = -most_bam;
    }
    return (uint16_t)(from_bam + turn);
}

uint64_t dw_isqrt(uint64_t value)
{
    /* The machine's square root is rounded correctly everywhere (IEEE 754) and off by one at most,
     * by the rounding of `value` to 53 bits; whole numbers set that right. Distances between bodies
     * are taken so often that a root by bits was an eighth of the time of a tick. */
    uint64_t root = (uint64_t)sqrt((double)value);
    root = root > UINT32_MAX ? UINT32_MAX : root;
    while (root * root > value) {
        root--;
    }
    while (root < UINT32_MAX && (root + 1) * (root + 1) <= value) {
        root++;
    }
    return root;
}
