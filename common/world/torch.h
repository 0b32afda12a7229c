/* torch.h - the light of a torch that a body carries before it (server/RULES.md 1.61): a cone from
 * the middle of the body, in the direction that it faces.
 * Owns: that rule, for the senses of guards and for what clients draw. Does not know whether the
 * torch is lit. Cost: a line of sight for a place within the cone. Pure, no allocation. */
#ifndef DW_WORLD_TORCH_H
#define DW_WORLD_TORCH_H

#include "common/world/kind.h"
#include "common/world/movement.h"
#include "common/world/sight.h"

/* A lit torch at one tick. */
typedef struct dw_torch {
    dw_field_of_view field;
    int32_t range; /* Units; more than 0. */
    int32_t level; /* 1 .. 100, right before it. */
    uint16_t room; /* Of the body. */
} dw_torch;

static inline bool dw_kind_has_torch(const dw_kind *kind)
{
    return kind->torch.range_mm > 0;
}

/* The torch of a kind that has one, in the hands of that body. */
dw_torch dw_torch_of(const dw_kind_torch *torch, const dw_body *carrier, uint16_t room);

/* 0 .. 100: what it gives at `position`, which is in `room`. Like a lamp it fades evenly, and
 * walls, closed leaves and furniture above 0.7 break the line. */
int32_t dw_torch_light_at(const dw_torch *torch, const dw_map *map, const dw_door_set *open,
                          dw_vec position, uint16_t room);

#endif
