/* careful_danger.h - the guards as a careful intruder has them in mind: where he saw them last,
 * where they looked, how sure he still is, and what it costs to be at a place because of them.
 * Owns: beliefs, a plain value. Knows what a bot's view knows: guards that were sent to it, and the
 * doors as last known. Cost: a sight test for each pair of guard and place asked about, none for
 * guards behind closed doors. No allocation. */
#ifndef DW_BOT_CAREFUL_DANGER_H
#define DW_BOT_CAREFUL_DANGER_H

#include "client/bot/roadmap.h"
#include "client/bot/walk.h"

enum {
    DW_DANGER_GUARDS_MAX = 16, /* The nearest in time: the one seen longest ago makes room. */
    DW_DANGER_SURE = 256       /* A belief in what is seen right now. */
};

typedef struct dw_danger_guard {
    uint8_t id; /* As in the snapshot; 0: none. */
    uint8_t mood;
    uint8_t meter;
    bool visible;
    bool gone; /* His place was seen since, without him. */
    uint16_t heading_bam;
    uint32_t seen_tick;
    dw_vec place;
    dw_vec pace; /* Units a tick, over the last snapshots. */
} dw_danger_guard;

typedef struct dw_danger {
    uint32_t snapshot_tick; /* Of the newest one taken in. */
    uint32_t count;
    dw_danger_guard guards[DW_DANGER_GUARDS_MAX];
} dw_danger;

/* Takes in a new snapshot; the same one twice changes nothing. True when it was new. */
bool dw_danger_update(dw_danger *danger, const dw_map *map, const dw_bot_view *view);

/* 0 .. DW_DANGER_SURE: fades over some seconds without sight of him. */
uint32_t dw_danger_belief(const dw_danger_guard *guard, uint32_t tick);

/* Whether that guard, where he was last, looks at `place` at a body that stands or crouches. */
bool dw_danger_guard_sees(const dw_danger_guard *guard, const dw_map *map, const dw_bot_view *view,
                          const dw_door_set *open, dw_vec place, bool crouching);

/* Whether a guard in view does. */
bool dw_danger_sees(const dw_danger *danger, const dw_map *map, const dw_bot_view *view,
                    const dw_door_set *open, dw_vec place, bool crouching);

/* A guard in view has him: he comes, whatever one does about his eyes. */
bool dw_danger_noticed(const dw_danger *danger, uint32_t tick);

/* Prices of the places of a roadmap, for one plan. */
typedef struct dw_danger_plan {
    const dw_danger *danger;
    dw_roadmap *roadmap;
    const dw_bot_view *view;
    bool fleeing;                             /* Eyes count little, bodies count much. */
    bool hidden[DW_ROADMAP_NODES_MAX];        /* Nobody that is believed in looks there. */
    uint16_t guards_mm[DW_ROADMAP_NODES_MAX]; /* The way of the nearest guard; 65535: far. */
    uint16_t areas[DW_ROOMS_MAX];             /* Rooms joined by open doors have the same number. */
} dw_danger_plan;

/* Finds the guards' ways: the roadmap's last search is gone. */
void dw_danger_plan_begin(dw_danger_plan *plan, const dw_danger *danger, dw_roadmap *roadmap,
                          const dw_bot_view *view, bool fleeing);

/* A dw_roadmap_price with a dw_danger_plan as its context; fills `hidden` in as it goes. */
uint32_t dw_danger_price(void *danger_plan, uint16_t node);

/* How bad it is to stay at a node, in millimetres of way that one would rather go: guards near it,
 * those who will look there when they go on as they do, and no second way out. */
uint32_t dw_danger_unrest(const dw_danger_plan *plan, uint16_t node);

#endif
