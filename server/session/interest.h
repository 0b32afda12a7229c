/* interest.h - who may know what: the interest filter (ARCHITECTURE.md, invariant 4). Everything
 * that a client is sent about bodies and doors passes here. Owns: what each client has been told
 * (its numbers for bodies, the doors as it saw them last) and, for one tick of one match, what each
 * living intruder sees. Does not know: messages, clients, connections.
 *
 * A player sees a body when it sees its centre or any corner, over everything but walls, closed
 * leaves and furniture above 0.7 (server/RULES.md, section 2). The next snapshots need time to
 * arrive, so a margin is added: the viewer now and 150 ms ahead, against the guard's square grown
 * by 480 mm where space is free. Ahead is along a direction that the player has held for 6 ticks;
 * otherwise a turn on the spot would show what is round the corners. Other guards are absent from
 * the player's snapshots, not moved.
 *
 * Cost: a guard behind closed doors costs one comparison, since rooms joined by open doors share a
 * label. A guard whose surroundings one wall hides costs one line of sight and four comparisons. A
 * door or a switch is looked at only when its state differs from what the client knows. No
 * allocation. */
#ifndef DW_SESSION_INTEREST_H
#define DW_SESSION_INTEREST_H

#include "common/world/world_fields.h"
#include "protocol/snapshot.h"
#include "server/sim/sim.h"

enum {
    DW_INTEREST_AHEAD_TICKS = 9, /* 150 ms */
    DW_INTEREST_HELD_TICKS = 6,  /* A direction counts after this time. */
    DW_INTEREST_MARGIN_MM = 480,
    DW_INTEREST_DOOR_NEAR_MM = 500, /* A player as near as this feels the door. */
    DW_INTEREST_POINTS = 17         /* Centre, corners, and corners a margin further on. */
};

/* What one client has been told. */
#define DW_INTEREST_FIELDS(X, A, M)                                                                \
    A(u8, guard_ids, DW_GUARDS_MAX, DW_GUARDS_MAX) /* The client's numbers, 0 = never seen. */     \
    A(u8, slot_ids, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX)                                            \
    X(u8, ids_used)                                                                                \
    X(door_set, doors) /* Open doors as the client knows them. */                                  \
    X(u32, worked)     /* Switches, likewise (dw_switch_set). */                                   \
    X(u32, turned)     /* Locks, likewise (dw_lock_set). */

typedef struct dw_interest {
    DW_FIELDS_MEMBERS(DW_INTEREST_FIELDS)
    uint8_t hints[DW_GUARDS_MAX]; /* The point by which a guard was seen last: tried first. */
} dw_interest;
typedef dw_interest dw_field_interest;
DW_FIELDS_AND(dw_interest, DW_INTEREST_FIELDS, DW_GUARDS_MAX);

/* What the living intruders of a match see at one tick. */
typedef struct dw_interest_scene {
    const dw_map *map;
    const dw_ruleset *rules;
    const dw_world *world;
    const dw_tools *tools; /* What lies about; NULL: nothing. Set after dw_interest_scene_begin. */
    dw_lock_set turned;    /* Locks that stand otherwise than at the start. Set likewise. */
    uint64_t torches;      /* Bit g: that of guard g is lit. Set likewise. */
    uint64_t listening;    /* Bit g: guard g listens to a noise. Set likewise. */
    uint32_t present;      /* Bit s: there is a body of slot s. */
    uint32_t rows_known;   /* Bit s: `rows[s]` is worked out. */
    dw_snapshot_body rows[DW_INTRUDERS_MAX]; /* Of intruders, but for the id. */
    uint32_t seen_known;                     /* Bit s: `seen[s]` is worked out. */
    uint64_t seen[DW_INTRUDERS_MAX]; /* Bit g: the intruder sees guard g, margin included. */
    uint32_t ahead_known;            /* Bit s: `ahead[s]` is worked out. */
    dw_vec ahead[DW_INTRUDERS_MAX];  /* Where the intruder will be in 150 ms. */
    uint64_t hulls_known;            /* Bit g: `hulls[g]` is worked out. */
    dw_vec hulls[DW_GUARDS_MAX][DW_INTEREST_POINTS];
    dw_door_set labelled_for; /* The open doors for which `areas` stands. */
    bool labelled;
    uint16_t areas[DW_ROOMS_MAX]; /* Rooms joined by open doors have the same label. */
} dw_interest_scene;

void dw_interest_scene_init(dw_interest_scene *scene, const dw_map *map, const dw_ruleset *rules);

/* The world has changed: forget what was worked out. */
void dw_interest_scene_begin(dw_interest_scene *scene, const dw_world *world);

/* A client that has been told nothing. */
void dw_interest_init(dw_interest *interest);

/* A new round: doors stand as the public map says; numbers of bodies stay the client's. */
void dw_interest_new_round(dw_interest *interest, const dw_map *map);

/* The intruders whose eyes count for the player in `slot` (bit s): the own one while it has a body
 * and plays, else all living teammates. */
uint32_t dw_interest_eyes(const dw_world *world, uint8_t slot, bool watching);

/* Fills in bodies, doors and items of `out` for a player; tick, lead and own state are the
 * caller's. `own` is the player's slot when it has a body there, else DW_SLOT_NONE: the own row is
 * left out. */
void dw_interest_filter(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes, uint8_t own,
                        dw_snapshot *out);

/* The same for spectators, which see all: guard g has number 1 + g, slot s has 1 + guards + s. */
void dw_interest_all(dw_interest_scene *scene, dw_snapshot *out);

/* The client's number of a guard, for events; 0 when none of the eyes sees it now. All guards that
 * came into sight with it get theirs too, in the same order as by a snapshot. */
uint8_t dw_interest_seen_id(dw_interest_scene *scene, dw_interest *interest, uint32_t eyes,
                            uint16_t guard);

/* DW_BODY_* of an intruder that is present, for its own row and for that of others. */
uint8_t dw_interest_flags(const dw_world *world, uint8_t slot);

/* The order of several guards, in numbers and in messages: by position, lower first. Their index
 * would tell in which order the map lists them. */
uint32_t dw_interest_turn(const dw_interest_scene *scene, uint16_t guard);

/* One door, for events: whether any of the eyes sees it now. */
bool dw_interest_sees_door(dw_interest_scene *scene, uint32_t eyes, uint16_t door);

/* A point of the floor, for events: whether any of the eyes sees it now. With `vision` omniscient
 * always. */
bool dw_interest_sees_point(const dw_interest_scene *scene, uint32_t eyes, dw_vec point);

/* What lies on `furniture` (DW_NONE: on the floor) or hangs on a wall: whether any of the eyes sees
 * its middle now, as guards see it (server/RULES.md 4.46). With `vision` omniscient always. */
bool dw_interest_sees_thing(const dw_interest_scene *scene, uint32_t eyes, dw_rect area,
                            uint16_t furniture);

/* Rows of `snapshot` by importance, for dw_snapshot_encode: chasing guards first, then by distance
 * from `from` (units). Reads nothing but the snapshot. */
void dw_interest_order(const dw_snapshot *snapshot, const dw_map *map, dw_vec from,
                       uint8_t order[DW_SNAPSHOT_BODIES_MAX]);

#endif
