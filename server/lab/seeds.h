/* seeds.h - "7" or "1-50": the seeds that a command plays. Pure. */
#ifndef DW_LAB_SEEDS_H
#define DW_LAB_SEEDS_H

#include "common/base/status.h"

#include <stdint.h>

/* Both ends are included. On failure the error is complete. */
DW_MUST_USE dw_status dw_seeds_parse(const char *text, uint64_t *first, uint64_t *last,
                                     dw_error *error);

#endif
