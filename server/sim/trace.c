#include "server/sim/trace.h"

#include "common/base/hash.h"

static uint64_t trace_body(uint64_t trace, dw_vec position, uint16_t heading_bam)
{
    return dw_hash_u64(dw_hash_pair(trace, position.x, position.y), heading_bam);
}

uint64_t dw_trace_tick(uint64_t trace, const dw_world *world, const dw_map *map)
{
    for (uint32_t i = 0; i < world->item_count; i++) {
        const dw_item *item = &world->items[i];
        trace = dw_hash_u64(trace, (uint64_t)world->tick << 16 | (uint64_t)item->state << 8 |
                                       item->carrier);
        trace = dw_hash_pair(trace, item->area.min.x, item->area.min.y);
    }
    for (uint32_t word = 0; word * 64 < map->door_count; word++) {
        trace = dw_hash_u64(trace, world->open.bits[word]);
    }
    for (uint32_t g = 0; g < world->guard_count; g++) {
        trace = trace_body(trace, world->guards[g].position, world->guards[g].heading_bam);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_intruder_state *intruder = &world->intruders[s];
        if (intruder->state == DW_SLOT_EMPTY) {
            continue;
        }
        trace = dw_hash_u64(trace, (uint64_t)s << 8 | intruder->state);
        trace = trace_body(trace, intruder->body.position, intruder->body.heading_bam);
        for (uint32_t g = 0; g < world->guard_count; g++) {
            trace = dw_hash_u64(trace, world->meters[g][s]);
        }
    }
    return trace;
}
