/* room_search.h - goes through the house, room by room, for an item that lies where nobody has seen
 * it yet: to the nearest room in which nobody of the team has been. Owns: the rooms that were
 * searched; a value in the memory of a policy. Knows what a bot's view knows. No allocation. */
#ifndef DW_BOT_ROOM_SEARCH_H
#define DW_BOT_ROOM_SEARCH_H

#include "client/bot/ground.h"

typedef struct dw_room_search {
    uint64_t searched[DW_ROOMS_MAX / 64]; /* Bit r: room r. */
    uint16_t room;                        /* It goes there now; DW_NONE: nowhere. */
    uint16_t pass;                        /* How often it has been through the whole house. */
    uint32_t since_tick;                  /* When it chose the room. */
} dw_room_search;

void dw_room_search_reset(dw_room_search *search);

/* Somebody of the team is there. Call it at each decision for each of them. */
void dw_room_search_note(dw_room_search *search, const dw_bot_ground *ground, dw_vec position);

/* Where to go next from `from`. In each pass through the house it stands at other positions of the
 * rooms, since furniture hides things. A room that it does not come to in half a minute it leaves
 * out. */
dw_vec dw_room_search_next(dw_room_search *search, const dw_bot_ground *ground, dw_vec from,
                           uint32_t tick);

#endif
