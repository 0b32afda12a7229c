#include "server/sim/trace.h"

#include "common/base/hash.h"

static uint64_t trace_body(uint64_t trace, const dw_body *body)
{
    return dw_hash_u64(dw_hash_pair(trace, body->position.x, body->position.y), body->heading_bam);
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
    const uint64_t guards = dw_guards_present(world);
    for (uint64_t left = guards; left != 0; left &= left - 1) {
        trace = trace_body(trace, &world->actors[__builtin_ctzll(left)].body);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_slot_state state = dw_intruder_slot_state(world, s);
        if (state == DW_SLOT_EMPTY) {
            continue;
        }
        trace = dw_hash_u64(trace, (uint64_t)s << 8 | (uint64_t)state);
        trace = trace_body(trace, &dw_intruder_actor(world, s)->body);
        for (uint64_t left = guards; left != 0; left &= left - 1) {
            trace = dw_hash_u64(trace, world->meters[__builtin_ctzll(left)][s]);
        }
    }
    return trace;
}
