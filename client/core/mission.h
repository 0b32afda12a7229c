/* mission.h - what this client knows of the mission of its match: briefing, parts, how far they
 * are, the newest lines that were said, and how the last round ended. Pure data, no drawing. Owns:
 * a copy of what the server told (PROTOCOL.md, messages 56 to 60). Hidden parts are not in it: they
 * are told when they open. Players and spectators know the same. No allocation. */
#ifndef DW_CLIENT_CORE_MISSION_H
#define DW_CLIENT_CORE_MISSION_H

#include "common/world/hands.h"
#include "protocol/message.h"
#include "protocol/snapshot.h"

enum { DW_CLIENT_NOTICES_MAX = 8 };

typedef struct dw_client_mission {
    bool on; /* False: the match is a heist, and nothing below counts. */
    dw_mission_brief brief;
    uint8_t part_count;
    dw_mission_part parts[DW_PARTS_MAX]; /* By number: in the order in which they opened. */
    dw_part_row rows[DW_PARTS_MAX];      /* How far each one is. */
    dw_device_set devices;               /* That answer beside those of open parts. */
    uint32_t tick;                       /* Of the server: `held` of the rows is as of then. */
    uint32_t notices_told;               /* Ever; grows by one with each. */
    dw_mission_notice notices[DW_CLIENT_NOTICES_MAX]; /* See dw_mission_notice_at. */
    dw_mission_result result; /* Of the round that ended last; `round` 0: of none. */
} dw_client_mission;

/* Takes in what the server told. False for what cannot be: an item or a device that the map does
 * not have. Messages without the one before them (a spectator can lose some) are ignored. `map` is
 * NULL while it is not known; dw_mission_fits has to be asked once it is. */
DW_MUST_USE bool dw_client_mission_take(dw_client_mission *mission, const dw_message *message,
                                        const dw_map *map);
/* Whether a message is one of those. */
bool dw_client_mission_is_about(dw_message_type type);
bool dw_mission_fits(const dw_client_mission *mission, const dw_map *map);

/* The match has changed: nothing is known. */
void dw_client_mission_reset(dw_client_mission *mission);

/* The notice that came `back` before the newest; NULL beyond those that are kept. */
const dw_mission_notice *dw_mission_notice_at(const dw_client_mission *mission, uint32_t back);

static inline bool dw_mission_is_open(const dw_client_mission *mission, uint32_t part)
{
    return part < mission->part_count && mission->rows[part].state == DW_PART_OPEN;
}

/* How much of an open part that takes time is done at `tick` of the server, in thousandths; 0 for
 * other parts, and while nobody is at it. */
uint32_t dw_mission_progress(const dw_client_mission *mission, uint32_t part, uint32_t tick);

/* The part that the player in `slot` works at with the key held, or -1. */
int32_t dw_mission_held_by(const dw_client_mission *mission, uint8_t slot);

/* What an open part is about now, for pointers and bots. */
typedef enum dw_mission_aim_kind {
    DW_AIM_NOWHERE, /* The part needs no path: to survive, or it is not open. */
    DW_AIM_ITEM,    /* An item that lies: to be taken. */
    DW_AIM_DEVICE,
    DW_AIM_PLACE,
    DW_AIM_CARRIER /* A teammate has what is needed: nothing to do here. `slot` is the carrier. */
} dw_mission_aim_kind;

typedef struct dw_mission_aim {
    dw_mission_aim_kind kind;
    uint16_t index; /* Of the item or device. */
    uint8_t slot;
    dw_rect area; /* In units. */
} dw_mission_aim;

/* `slot`: of the player, or DW_SLOT_NONE. `items`: of the newest snapshot. */
dw_mission_aim dw_mission_aim_of(const dw_client_mission *mission, uint32_t part, uint8_t slot,
                                 const dw_map *map, const dw_snapshot_item *items);

/* The devices that open parts want used, for an intruder that carries these items, and those that
 * answer anyway: the use key finds no others. */
dw_device_set dw_mission_devices_for(const dw_client_mission *mission, dw_item_set carried);

#endif
