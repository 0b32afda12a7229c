/* use_offer.h - what the use key would do now, for the hint beside the body. Pure. */
#ifndef DW_VIEW_USE_OFFER_H
#define DW_VIEW_USE_OFFER_H

#include "client/core/client.h"

/* NOTHING unless the own intruder lives. `mission` is NULL in a heist. */
dw_use dw_use_offer(const dw_map *map, const dw_ruleset *rules, const dw_drawn_world *world,
                    const dw_client_mission *mission);

#endif
