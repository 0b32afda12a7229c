/* strategy_name.h - what people call a strategy that is known by its values alone, as that of a
 * recorded round. Owns nothing. */
#ifndef DW_HOST_STRATEGY_NAME_H
#define DW_HOST_STRATEGY_NAME_H

#include "common/world/map.h"
#include "common/world/strategy.h"

/* The first file of maps/strategies, by name, that has these values; empty when no file has. It
 * reads all of them, so it is for the start of a server and for loading a map. */
void dw_strategy_name_find(const dw_strategy *strategy, char out[DW_NAME_SIZE]);

#endif
