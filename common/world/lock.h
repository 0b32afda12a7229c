/* lock.h - locks of doors: who opens them, how they are picked, what lies behind them
 * (server/RULES.md 1.70 to 1.76). The server and the client that predicts ask the same questions.
 * Owns: the rules of one press and of one tick at a lock. Knows nothing of who stores their state:
 * a dw_lock_set of the locks that stand otherwise than at the start. Pure; no allocation.
 *
 * A lock is locked at the start, unless a door with it starts open. Doors may share a lock. */
#ifndef DW_WORLD_LOCK_H
#define DW_WORLD_LOCK_H

#include "common/world/hands.h"
#include "common/world/ruleset.h"

/* Whether the lock of that door is locked; false without a lock. `turned`: the locks that stand
 * otherwise than at the start. */
static inline bool dw_door_is_locked(const dw_map *map, dw_lock_set turned, uint16_t door)
{
    const uint8_t lock = map->doors[door].lock;
    return lock != 0 && ((map->unlocked_at_start ^ turned) >> (lock - 1) & 1) == 0;
}

/* The bit of the door's lock; 0 without a lock. */
static inline dw_lock_set dw_door_lock(const dw_map *map, uint16_t door)
{
    const uint8_t lock = map->doors[door].lock;
    return lock != 0 ? UINT32_C(1) << (lock - 1) : 0;
}

/* All locks of the map. */
static inline dw_lock_set dw_map_locks(const dw_map *map)
{
    return (dw_lock_set)((UINT64_C(1) << map->lock_count) - 1);
}

/* The items that open it. */
dw_item_set dw_door_keys(const dw_map *map, uint16_t door);

/* A lock that an intruder picks. One a body, since it has one pair of hands. Zero bytes: none. */
typedef struct dw_pick {
    uint16_t door;
    uint16_t ticks; /* For how long; 0: it picks nothing. */
} dw_pick;

/* What a press of the use key does at a shut door that is locked. */
typedef enum dw_lock_answer {
    DW_LOCK_OPENS, /* With a key: the lock is unlocked, and the leaf opens. */
    DW_LOCK_PICKED,
    DW_LOCK_REFUSES /* The ruleset has no picking. */
} dw_lock_answer;
dw_lock_answer dw_lock_ask(const dw_map *map, const dw_ruleset *rules, uint16_t door,
                           dw_item_set carried);

/* One tick of an intruder at `position` that holds the key and picks. True when the lock gives way
 * in it: it is then unlocked, and the pick is over. It is over as well when the door is out of
 * reach, stands open, or is locked no more. */
bool dw_pick_pass(dw_pick *pick, const dw_map *map, const dw_door_set *open, dw_lock_set turned,
                  const dw_ruleset *rules, dw_vec position);

/* Which rooms a body comes to. */
typedef struct dw_lock_reach {
    bool begun;               /* Not from the spawns: the first rooms are set already. */
    dw_lock_set opened;       /* Locks that it can open. */
    bool rooms[DW_ROOMS_MAX]; /* That it can come to. */
} dw_lock_reach;

/* From the spawns, with the keys that lie on the way and with what `reach->opened` has already. A
 * lock without any key counts as one that is picked, or that a mission unlocks. */
void dw_lock_reach_grow(const dw_map *map, dw_lock_reach *reach);

#endif
