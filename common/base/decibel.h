/* decibel.h - how a distance weakens a sound, in tenths of a decibel, in whole numbers.
 * Pure; no floating point, the same on every machine. Cost: a few nanoseconds. */
#ifndef DW_BASE_DECIBEL_H
#define DW_BASE_DECIBEL_H

#include <stdint.h>

/* 20 log10 of the distance in metres, in tenths: 200 for 10 m, and 0 up to 1 m. The error is below
 * 0.6 of a tenth. It never falls as the distance grows. */
int32_t dw_distance_loss_db10(int32_t distance_mm);

#endif
