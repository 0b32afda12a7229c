/* discovery_limit.h - how many asks of clients that look for servers are answered: a number each
 * second in all, and fewer for one address. Asks come from anybody, with any sender's address, so
 * the memory is fixed: addresses share buckets, and those of one bucket share its credit. Pure;
 * time is handed in. O(1). */
#ifndef DW_HOST_DISCOVERY_LIMIT_H
#define DW_HOST_DISCOVERY_LIMIT_H

#include "server/host/rate.h"

enum {
    DW_DISCOVERY_PER_SECOND = 100, /* Answers in all; as many at once after a pause. */
    DW_DISCOVERY_PER_ADDRESS = 4,  /* A second. */
    DW_DISCOVERY_BURST = 8,        /* Of one address, after a pause. */
    DW_DISCOVERY_BUCKETS = 1024
};

typedef struct dw_discovery_limit {
    dw_rate all;
    dw_rate buckets[DW_DISCOVERY_BUCKETS];
} dw_discovery_limit;

void dw_discovery_limit_init(dw_discovery_limit *limit, uint64_t now_ns);

/* Whether one more ask of that address may be answered now; it counts if it may. An ask that is
 * over the limit of its address takes nothing from the others. */
bool dw_discovery_limit_pass(dw_discovery_limit *limit, uint32_t host, uint64_t now_ns);

#endif
