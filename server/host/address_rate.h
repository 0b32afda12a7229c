/* address_rate.h - how often one address may join: a bucket of credit for each recently seen
 * address. Owns: a fixed table. When a set of it is full, the address that has been quiet longest
 * is forgotten. Only addresses that have shown a cookie come here, so forged ones can't fill it.
 * Pure; O(1). */
#ifndef DW_HOST_ADDRESS_RATE_H
#define DW_HOST_ADDRESS_RATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DW_ADDRESS_JOINS = 5,            /* Joins at once, and in each window of */
    DW_ADDRESS_JOINS_MS = 20 * 1000, /* this many milliseconds. */
    DW_ADDRESS_SETS = 1024,
    DW_ADDRESS_WAYS = 4
};

typedef struct dw_address_row {
    uint32_t host; /* 0 = free. */
    uint32_t last_ms;
    uint32_t credit_ms;
} dw_address_row;

typedef struct dw_address_rate {
    dw_address_row rows[DW_ADDRESS_SETS][DW_ADDRESS_WAYS];
} dw_address_rate;

/* Whether one more join from that address would be allowed now. Nothing is counted. */
bool dw_address_rate_has(dw_address_rate *rate, uint32_t host, uint32_t now_ms);

/* Whether one more join from that address is allowed now; it counts if it is. All zeros is an empty
 * table. */
bool dw_address_rate_pass(dw_address_rate *rate, uint32_t host, uint32_t now_ms);

#endif
