/* strategy_load.h - the fields of a strategy out of JSON. Private to common/world: strategy.h and
 * ruleset.h have what others call. */
#ifndef DW_WORLD_STRATEGY_LOAD_H
#define DW_WORLD_STRATEGY_LOAD_H

#include "common/world/kind_load.h"
#include "common/world/strategy.h"

/* The fields that the object `json` names, over what `out` holds; unknown ones are refused. */
DW_MUST_USE dw_status dw_strategy_read(dw_strategy *out, json_t *json, dw_error *error);

#endif
