/* manoeuvre.h - finds a few steps where no single step helps: in eight directions and three gaits,
 * with their fixed lengths and sliding along walls, they bring the body to where it sees the next
 * corner of its path. A best-first search over the positions that the shared movement code reaches.
 * Owns nothing; the caller provides the scratch. Cost: at most DW_MANOEUVRE_NODES walks, and rarely
 * called; no allocation. */
#ifndef DW_BOT_MANOEUVRE_H
#define DW_BOT_MANOEUVRE_H

#include "common/nav/nav.h"
#include "common/world/intruder.h"

enum { DW_MANOEUVRE_NODES = 4096, DW_MANOEUVRE_STEPS_MAX = 32, DW_MANOEUVRE_TABLE = 16384 };

typedef struct dw_manoeuvre_node {
    dw_vec position;
    double cost; /* Distance still to walk. */
    uint16_t parent;
    uint8_t depth;
    dw_intent intent;
} dw_manoeuvre_node;

typedef struct dw_manoeuvre_scratch {
    dw_manoeuvre_node nodes[DW_MANOEUVRE_NODES];
    uint16_t heap[DW_MANOEUVRE_NODES];
    uint16_t table[DW_MANOEUVRE_TABLE]; /* Node + 1 by position. */
} dw_manoeuvre_scratch;

/* What to reach. */
typedef struct dw_manoeuvre_task {
    const dw_map *map;
    const dw_nav *nav;
    const dw_ruleset *rules;
    const dw_door_set *doors; /* Open doors. */
    const dw_rect *extra;     /* Solid: bodies that block. */
    uint32_t extra_count;
    dw_vec start;
    dw_vec corner;     /* The next point of the path. */
    bool has_beyond;   /* Whether another point follows; */
    dw_vec beyond;     /* a clear line to it is enough. */
    int32_t tolerance; /* Without one: this near to the corner is arrived. */
} dw_manoeuvre_task;

typedef struct dw_manoeuvre {
    uint8_t count;
    dw_intent intents[DW_MANOEUVRE_STEPS_MAX];
    dw_vec positions[DW_MANOEUVRE_STEPS_MAX]; /* Where each of them ends. */
} dw_manoeuvre;

/* What is still to go from `position`: by the corner, or straight to the point beyond when it is
 * seen; far more where neither is seen. */
double dw_manoeuvre_cost(const dw_manoeuvre_task *task, dw_vec position);

/* Where one tick with `intent` ends. */
dw_vec dw_manoeuvre_walk(const dw_manoeuvre_task *task, dw_vec position, dw_intent intent);

/* False when nothing better than `start` was found. */
bool dw_manoeuvre_find(const dw_manoeuvre_task *task, dw_manoeuvre_scratch *scratch,
                       dw_manoeuvre *out);

#endif
