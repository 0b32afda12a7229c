/* torches.h - the lit torches that the player is shown (server/RULES.md 1.61 to 1.64).
 * Each shines as the kind of its guard says. Knows nothing of drawing, and of a torch that is not
 * shown. Cost: a line of sight for each torch
 * in the cone of which the own body stands. Pure. */
#ifndef DW_VIEW_TORCHES_H
#define DW_VIEW_TORCHES_H

#include "client/core/client.h"
#include "common/world/torch.h"

/* Where a torch is carried, and what it lights. */
typedef struct dw_torches {
    uint32_t count;
    dw_torch rows[DW_GUARDS_MAX];
} dw_torches;

void dw_torches_shown(dw_torches *out, const dw_map *map, const dw_ruleset *rules,
                      const dw_drawn_world *world);

/* `own` with the light of the brightest torch that shines on the own body (1.62). */
dw_own_senses dw_torches_on_own(dw_own_senses own, const dw_map *map, const dw_ruleset *rules,
                                const dw_drawn_world *world);

#endif
