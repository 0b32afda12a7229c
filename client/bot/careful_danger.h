/* careful_danger.h - what a sneaking intruder believes about the guards: their last known positions
 * and headings, how certain that still is, and the price of a position because of them.
 * Owns: beliefs, a plain value. Knows what a bot's view knows: guards that were sent to it, and the
 * doors as last known. Cost: one sight test for each pair of guard and position; none for guards
 * behind closed doors. No allocation. */
#ifndef DW_BOT_CAREFUL_DANGER_H
#define DW_BOT_CAREFUL_DANGER_H

#include "client/bot/camera_sweep.h"
#include "client/bot/guard_kind.h"
#include "client/bot/roadmap.h"

enum {
    DW_DANGER_GUARDS_MAX = 16, /* A new guard replaces the one seen longest ago. */
    DW_DANGER_SURE = 256       /* The belief in a guard that is in view. */
};

typedef struct dw_danger_guard {
    uint8_t id; /* As in the snapshot; 0: a teammate told of it. */
    uint8_t mood;
    uint8_t meter;
    bool visible;
    bool gone;      /* Its last position was seen since, without the guard. */
    bool all_round; /* A teammate told of it, and where it looks is not known. */
    bool asleep;
    bool stays;    /* A device: it is where it was seen, for good. */
    bool harmless; /* It comes after nobody. */
    uint16_t heading_bam;
    uint32_t seen_tick;
    dw_vec position;
    dw_vec pace;           /* Units a tick, over the last snapshots. */
    dw_camera_sweep sweep; /* Of a device. */
} dw_danger_guard;

typedef struct dw_danger {
    uint32_t snapshot_tick; /* Of the newest one taken in. */
    uint32_t count;
    dw_danger_guard guards[DW_DANGER_GUARDS_MAX];
} dw_danger;

/* Takes a snapshot in. False, without a change, when it is the same as the last one. */
bool dw_danger_update(dw_danger *danger, const dw_map *map, const dw_bot_view *view);

/* A teammate tells that a guard is about there now. It moves the belief in a guard near there that
 * the bot does not see itself, or is a new belief. */
void dw_danger_hear(dw_danger *danger, dw_vec position, uint32_t tick);

/* 0 .. DW_DANGER_SURE. It fades over some seconds while the guard is out of view, but for
 * devices. */
uint32_t dw_danger_belief(const dw_danger_guard *guard, uint32_t tick);

/* Whether that guard, at its last known position, senses a body at `position` by eyes, rays or a
 * motion detector: for this, all of them see. */
bool dw_danger_guard_sees(const dw_danger_guard *guard, const dw_map *map, const dw_bot_view *view,
                          const dw_door_set *open, dw_vec position, bool crouching);

/* Whether any guard in view does. */
bool dw_danger_sees(const dw_danger *danger, const dw_map *map, const dw_bot_view *view,
                    const dw_door_set *open, dw_vec position, bool crouching);

/* The same of guards in view that come after intruders. */
bool dw_danger_chaser_sees(const dw_danger *danger, const dw_map *map, const dw_bot_view *view,
                           const dw_door_set *open, dw_vec position, bool crouching);

/* A guard has noticed the intruder, or chases it: hiding does not help any more. */
bool dw_danger_noticed(const dw_danger *danger, uint32_t tick);

/* Prices the positions of a roadmap for one plan. */
typedef struct dw_danger_plan {
    const dw_danger *danger;
    dw_roadmap *roadmap;
    const dw_bot_view *view;
    bool fleeing;                             /* Being seen counts little, guards' bodies much. */
    bool hidden[DW_ROADMAP_NODES_MAX];        /* No believed guard looks there. */
    uint16_t guards_mm[DW_ROADMAP_NODES_MAX]; /* Path length of the nearest guard; 65535: far. */
    uint16_t areas[DW_ROOMS_MAX];             /* Rooms joined by open doors share a number. */
} dw_danger_plan;

/* Searches the guards' paths, which overwrites the roadmap's last search. */
void dw_danger_plan_begin(dw_danger_plan *plan, const dw_danger *danger, dw_roadmap *roadmap,
                          const dw_bot_view *view, bool fleeing);

/* The part of the price that is no risk: light and floors are better or worse. */
uint32_t dw_danger_comfort(const dw_danger_plan *plan, uint16_t node);

/* When a body that sets out now and walks is there, by the last search. */
uint32_t dw_danger_arrival_tick(const dw_danger_plan *plan, uint16_t node);

/* A dw_roadmap_price with a dw_danger_plan as its context. Fills in `hidden`. A camera whose sweep
 * is known counts where it looks when the body arrives, and hides nothing that it ever looks at. */
uint32_t dw_danger_price(void *danger_plan, uint16_t node);

/* How bad it is to stay at a node, as millimetres of detour: for guards near it, guards that will
 * look there if they walk on, and a room without a second way out. */
uint32_t dw_danger_unrest(const dw_danger_plan *plan, uint16_t node);

/* Whether a room has at most one way on: no ring of rooms leads through it. */
bool dw_danger_is_dead_end(const dw_map *map, uint16_t room);

#endif
