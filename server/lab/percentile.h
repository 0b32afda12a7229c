/* percentile.h - percentiles of measured times. Owns nothing. */
#ifndef DW_LAB_PERCENTILE_H
#define DW_LAB_PERCENTILE_H

#include <stdint.h>

/* The least value that at least `share` of all do not exceed. Sorts them. 0 when there are none. */
double dw_percentile(uint64_t *values, uint32_t count, double share);

#endif
