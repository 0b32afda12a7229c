#include "server/host/discovery_limit.h"

enum { BUCKET_BITS = 10 };

_Static_assert(1 << BUCKET_BITS == DW_DISCOVERY_BUCKETS, "a bucket for each number of those bits");

void dw_discovery_limit_init(dw_discovery_limit *limit, uint64_t now_ns)
{
    limit->all = dw_rate_make(DW_DISCOVERY_PER_SECOND, DW_DISCOVERY_PER_SECOND, now_ns);
    for (uint32_t i = 0; i < DW_DISCOVERY_BUCKETS; i++) {
        limit->buckets[i] = dw_rate_make(DW_DISCOVERY_PER_ADDRESS, DW_DISCOVERY_BURST, now_ns);
    }
}

bool dw_discovery_limit_pass(dw_discovery_limit *limit, uint32_t host, uint64_t now_ns)
{
    /* As in address_rate.c: neighbours in a network must not share a few buckets. */
    dw_rate *bucket = &limit->buckets[host * UINT32_C(0x9e3779b1) >> (32 - BUCKET_BITS)];
    return dw_rate_pass(bucket, DW_DISCOVERY_PER_ADDRESS, DW_DISCOVERY_BURST, now_ns) &&
           dw_rate_pass(&limit->all, DW_DISCOVERY_PER_SECOND, DW_DISCOVERY_PER_SECOND, now_ns);
}
