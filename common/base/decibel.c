#include "common/base/decibel.h"

/* 200 log10(1 + i / 64) in 1/256 of a tenth, rounded to nearest. The last entry is an octave, which
 * is where the next row of the same table begins. Between two entries the curve is a straight line;
 * that costs less than 1/256. */
enum { LOG_STEPS = 64, PART_BITS = 10, METRE_MM = 1000 };
static const int32_t octave[LOG_STEPS + 1] = {
    0,     345,   684,   1019,  1348,  1673,  1993,  2308,  2619,  2926,  3228,  3527,  3821,
    4112,  4399,  4682,  4962,  5238,  5511,  5780,  6047,  6310,  6570,  6827,  7081,  7332,
    7581,  7827,  8070,  8310,  8548,  8783,  9016,  9246,  9474,  9700,  9924,  10145, 10364,
    10581, 10796, 11008, 11219, 11428, 11635, 11840, 12043, 12244, 12444, 12641, 12837, 13031,
    13224, 13415, 13604, 13792, 13978, 14162, 14345, 14527, 14707, 14885, 15063, 15238, 15413};

int32_t dw_distance_loss_db10(int32_t distance_mm)
{
    if (distance_mm <= METRE_MM) {
        return 0;
    }
    /* In 1/65536 of a metre, so that the leading bit names the octave above 1 m. */
    const uint64_t ratio = ((uint64_t)distance_mm << 16) / METRE_MM;
    const int octaves = 63 - __builtin_clzll(ratio) - 16;
    const uint64_t rest = ratio >> octaves; /* 65536 .. 131071 */
    const uint32_t index = (uint32_t)(rest >> PART_BITS) & (LOG_STEPS - 1);
    const int32_t part = (int32_t)(rest & ((1u << PART_BITS) - 1));
    const int32_t low = octave[index];
    const int32_t between = (octave[index + 1] - low) * part >> PART_BITS;
    return (octaves * octave[LOG_STEPS] + low + between + 128) >> 8;
}
