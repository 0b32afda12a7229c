/* sight_kinds.h - which solids of the index block a line of sight. Private to common/world. */
#ifndef DW_WORLD_SIGHT_KINDS_H
#define DW_WORLD_SIGHT_KINDS_H

#include "common/base/check.h"
#include "common/world/map_index.h"
#include "common/world/sight.h"

/* The last kind that blocks at a sight level; all before it do, too. */
static inline uint32_t dw_sight_level_last_kind(dw_sight_level level)
{
    static const uint8_t kinds[] = {[DW_SIGHT_OVER_MIDDLE] = DW_SOLID_HIGH,
                                    [DW_SIGHT_CROUCHED] = DW_SOLID_MIDDLE,
                                    [DW_SIGHT_WALLS] = DW_SOLID_LEAF,
                                    [DW_SIGHT_REACH] = DW_SOLID_LOW};
    DW_DCHECK((uint32_t)level < DW_COUNT_OF(kinds));
    return kinds[level];
}

#endif
