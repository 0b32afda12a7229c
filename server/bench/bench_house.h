/* bench_house.h - routes over a house of 150 rooms made from a seed, and doors that change. */
#ifndef DW_BENCH_HOUSE_H
#define DW_BENCH_HOUSE_H

#include "server/bench/bench_table.h"

/* Adds route_150_us (all doors open), route_150_shut_us (each sixth shut, and one that changes
 * before each route), door_change_us (what the change alone costs: nothing is built anew) and the
 * costs of building, which are for information. DW_MEMORY. */
DW_MUST_USE dw_status dw_bench_house(dw_bench_table *table, dw_error *error);

#endif
