/* mission.h - what this client knows of the mission of its match: the briefing, the parts and their
 * progress, the newest lines and the question of the mission, and the result of the last round.
 * Owns: a copy of what the server told (PROTOCOL.md, messages 56 to 60, 62 and 64). Hidden parts
 * are not in it: the server tells a part when it opens. Players and spectators know the same. No
 * drawing, no allocation. */
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
    dw_part_row rows[DW_PARTS_MAX];      /* Its state and progress, likewise. */
    dw_device_set devices;               /* These answer the use key, beside those of open parts. */
    uint32_t tick;                       /* Of the server, when it told `rows`. */
    uint32_t notices_told;               /* How many since the mission was told. */
    dw_mission_notice notices[DW_CLIENT_NOTICES_MAX]; /* See dw_mission_notice_at. */
    dw_mission_question question; /* The newest one, open or decided; `number` 0: none. */
    dw_mission_person persons[DW_PERSONS_MAX]; /* From the last slot on; with empty names, unless
                                                  the client has seen them. */
    dw_mission_result result;                  /* Of the last round; `round` 0: none has ended. */
} dw_client_mission;

/* Stores a message of the mission. False when it names an item or a device that the map does not
 * have. Parts are numbered; one that comes before its predecessor is ignored (a spectator can miss
 * messages). `map` is NULL while it is not known: call dw_mission_fits as soon as it is. */
DW_MUST_USE bool dw_client_mission_take(dw_client_mission *mission, const dw_message *message,
                                        const dw_map *map);
/* Whether messages of this type are for dw_client_mission_take. */
bool dw_client_mission_is_about(dw_message_type type);
/* Whether the map has all items and devices that the mission names. */
bool dw_mission_fits(const dw_client_mission *mission, const dw_map *map);

/* Forgets everything, for another match or map. */
void dw_client_mission_reset(dw_client_mission *mission);

/* The notice `back` places before the newest one; NULL when it is no longer kept. */
const dw_mission_notice *dw_mission_notice_at(const dw_client_mission *mission, uint32_t back);

static inline bool dw_mission_is_open(const dw_client_mission *mission, uint32_t part)
{
    return part < mission->part_count && mission->rows[part].state == DW_PART_OPEN;
}

/* Whether players can answer the newest question now. */
static inline bool dw_mission_question_is_open(const dw_client_mission *mission)
{
    return mission->question.number != 0 && mission->question.chosen == 0;
}

/* What the player in `slot` has answered to it, by the number of the option from 1; 0: nothing. */
uint8_t dw_mission_answer_of(const dw_client_mission *mission, uint8_t slot);

/* Whether an open part is about this item of the map. */
bool dw_mission_wants_item(const dw_client_mission *mission, uint16_t item);

/* For how many ticks more an open part that takes time has to go on, at `tick` of the server. */
uint32_t dw_mission_ticks_left(const dw_client_mission *mission, uint32_t part, uint32_t tick);

/* How much of an open part that takes time is done at `tick` of the server, in thousandths. 0 for
 * other parts, and while no player works at it. */
uint32_t dw_mission_progress(const dw_client_mission *mission, uint32_t part, uint32_t tick);

/* The part at whose device the player in `slot` holds the use key, or -1. */
int32_t dw_mission_held_by(const dw_client_mission *mission, uint8_t slot);

/* The name of the person in that slot; empty when it is not known, or `mission` is NULL. */
const char *dw_mission_person_name(const dw_client_mission *mission, uint8_t slot);

/* Where players have to go for an open part, for pointers and bots. */
typedef enum dw_mission_aim_kind {
    DW_AIM_NOWHERE, /* Nowhere: the part is not open, or asks only to survive. */
    DW_AIM_ITEM,    /* To an item that lies there to be taken. */
    DW_AIM_DEVICE,
    DW_AIM_PLACE,
    DW_AIM_CARRIER, /* Nowhere: a teammate, in `slot`, carries what is needed. */
    DW_AIM_SEARCH   /* Anywhere: to an item that lies where nobody has seen it yet. */
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

/* The devices that the use key finds for an intruder that carries these items: those of open parts,
 * and those that always answer. */
dw_device_set dw_mission_devices_for(const dw_client_mission *mission, dw_item_set carried);

#endif
