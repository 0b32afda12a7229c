/* intruder_name.h - what an intruder is called on the screen of a person that watches: a player by
 * the name, a person that players lead by theirs. Pure. */
#ifndef DW_VIEW_INTRUDER_NAME_H
#define DW_VIEW_INTRUDER_NAME_H

#include "client/core/mission.h"

enum { DW_INTRUDER_NAME = 64 };

/* Where names come from; each may be NULL. */
typedef struct dw_intruder_names {
    const dw_map *map;
    const dw_round *round;
    const dw_client_mission *mission;
} dw_intruder_names;

/* "Ada". False when the name is not known: then a person is "a person", and a player "intruder 5".
 */
bool dw_intruder_name(const dw_intruder_names *names, uint8_t slot, char out[DW_INTRUDER_NAME]);

#endif
