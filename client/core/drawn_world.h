/* drawn_world.h - what a frame shows of the world, as the client composes it and the view draws it.
 * Plain values. */
#ifndef DW_CLIENT_CORE_DRAWN_WORLD_H
#define DW_CLIENT_CORE_DRAWN_WORLD_H

#include "common/world/lock.h"
#include "common/world/ruleset.h"
#include "protocol/playback.h"
#include "protocol/snapshot.h"

/* Positions are in units, and real numbers because frames lie between ticks. */
typedef struct dw_drawn_body {
    uint8_t id, role, slot, flags, mood;
    float meter; /* 0 .. 1.1 */
    double x, y;
    float heading; /* Turns, 0 .. 1, clockwise from +x. */
    float age;     /* Seconds since the body came into sight; for fading in. */
    uint8_t kind;  /* 1 + index in `kinds` of the world; 0: as `guard` of the welcome, or none. */
} dw_drawn_body;

/* A player of a recorded round, in an earlier one (dw_ghost). */
typedef struct dw_drawn_ghost {
    uint8_t slot, tries, flags;
    double x, y;
    float heading;
} dw_drawn_ghost;

typedef struct dw_drawn_world {
    bool has_own;      /* The own body lives. */
    uint8_t own_slot;  /* DW_SLOT_NONE for spectators. */
    uint8_t own_state; /* dw_slot_state */
    uint8_t own_flags;
    uint8_t own_coins, own_baits; /* Left to throw. */
    float caught;                 /* 0 .. 1 */
    double own_x, own_y;          /* Predicted and smoothed. */
    float own_heading;
    dw_door_set doors;    /* Including the predicted effect of the own use key. */
    dw_switch_set worked; /* Likewise. */
    dw_lock_set turned;   /* Likewise. */
    dw_pick pick;         /* The lock that the own body picks. */
    dw_snapshot_item items[DW_ITEMS_MAX];
    uint32_t tick; /* At which the other bodies are drawn. */
    uint8_t body_count;
    dw_drawn_body bodies[DW_SNAPSHOT_BODIES_MAX]; /* All but the own one. */
    dw_kind kinds[DW_KINDS_MAX];                  /* Those that bodies refer to. */
    uint8_t ghost_count;
    dw_drawn_ghost ghosts[DW_GHOSTS_MAX];
} dw_drawn_world;

/* What kind of body a guard is. */
static inline const dw_kind *dw_drawn_kind(const dw_drawn_world *world, const dw_ruleset *rules,
                                           const dw_drawn_body *guard)
{
    return guard->kind != 0 ? &world->kinds[guard->kind - 1] : &rules->kinds[DW_KIND_GUARD];
}

/* The body of that id; NULL when it is not drawn. */
static inline const dw_drawn_body *dw_drawn_body_find(const dw_drawn_world *world, uint8_t id)
{
    for (uint32_t i = 0; i < world->body_count; i++) {
        if (world->bodies[i].id == id) {
            return &world->bodies[i];
        }
    }
    return NULL;
}

#endif
