/* bench_house.h - routes over a house of 150 rooms made from a seed. */
#ifndef DW_BENCH_HOUSE_H
#define DW_BENCH_HOUSE_H

#include "server/bench/bench_table.h"

/* Adds route_150_us, the length of a route between the middles of two rooms, and for information
 * what it costs to build the mesh with its routes. DW_MEMORY. */
DW_MUST_USE dw_status dw_bench_house(dw_bench_table *table, dw_error *error);

#endif
