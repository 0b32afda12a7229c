/* bot_view.h - what a bot knows when it decides. Pointers into its owner's memory, made anew for
 * each decision. */
#ifndef DW_BOT_BOT_VIEW_H
#define DW_BOT_BOT_VIEW_H

#include "client/core/body_kinds.h"
#include "client/core/found_items.h"
#include "client/core/mission.h"
#include "common/world/ruleset.h"
#include "common/world/sign.h"
#include "protocol/snapshot.h"

/* All that a bot may decide from: what any client has. The lab fills it in from the interest
 * filter, without a network. */
typedef struct dw_bot_view {
    uint32_t tick; /* The tick that the intent is for. */
    const dw_ruleset *rules;
    const dw_map *map;           /* With the items that were found (found_items.h). */
    dw_body body;                /* The own one, predicted up to the tick before. */
    dw_door_set doors;           /* As last known, with the own use key predicted. */
    const dw_snapshot *snapshot; /* The newest: others, items, own slot and state. */
    const dw_body_kinds *kinds;  /* Of guards that were shown, as told; never NULL. */
    const dw_signals *signals;   /* That arrived from the team, the own ones too; never NULL. */
    const dw_client_mission *mission; /* As told; NULL: a heist. */
} dw_bot_view;

#endif
