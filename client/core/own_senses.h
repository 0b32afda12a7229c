/* own_senses.h - how loud and how well lit the own intruder is, as far as its player knows
 * (server/RULES.md 2.40, 2.41).
 * Owns: that computation, from what the client knows and by the tables of the server. Knows nothing
 * of guards. Pure. Cost: that of dw_light_at. */
#ifndef DW_CLIENT_CORE_OWN_SENSES_H
#define DW_CLIENT_CORE_OWN_SENSES_H

#include "common/world/intruder.h"

typedef struct dw_own_senses {
    bool hears, sees_light; /* The match has noises, light. Else the rest of it is 0. */
    bool steps;             /* It walks, and so it is heard. */
    int32_t step_db10;      /* At 1 m; 0 while it stands. */
    int32_t light;          /* 0 .. 100 */
} dw_own_senses;

/* Of the predicted body. `open` and `worked`: doors and switches as the player knows them. */
dw_own_senses dw_own_senses_of(const dw_map *map, const dw_ruleset *rules, const dw_body *body,
                               const dw_door_set *open, dw_switch_set worked);

#endif
