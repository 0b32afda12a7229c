/* manoeuvre.h - how to get past where no single step helps: a few steps in eight directions and
 * three gaits that, with their fixed lengths and with sliding along walls, bring the body exactly
 * to where it sees the next corner of its way. Best-first search over places that the shared
 * walking code reaches. Owns nothing but the caller's scratch. Cost: at most DW_MANOEUVRE_NODES
 * walks, rarely asked for; no allocation. */
#ifndef DW_BOT_MANOEUVRE_H
#define DW_BOT_MANOEUVRE_H

#include "common/nav/nav.h"
#include "common/world/intruder.h"

enum { DW_MANOEUVRE_NODES = 4096, DW_MANOEUVRE_STEPS_MAX = 32, DW_MANOEUVRE_TABLE = 16384 };

typedef struct dw_manoeuvre_node {
    dw_vec position;
    double cost; /* Way still to go. */
    uint16_t parent;
    uint8_t depth;
    dw_intent intent;
} dw_manoeuvre_node;

typedef struct dw_manoeuvre_scratch {
    dw_manoeuvre_node nodes[DW_MANOEUVRE_NODES];
    uint16_t heap[DW_MANOEUVRE_NODES];
    uint16_t table[DW_MANOEUVRE_TABLE]; /* Node + 1 by place. */
} dw_manoeuvre_scratch;

/* What is to be reached. */
typedef struct dw_manoeuvre_task {
    const dw_map *map;
    const dw_nav *nav;
    const dw_ruleset *rules;
    const dw_door_set *doors; /* Open ones, for walking. */
    const dw_rect *extra;     /* Solid for looking and walking: bodies in the way. */
    uint32_t extra_count;
    dw_vec start;
    dw_vec corner;     /* Where the way leads first. */
    bool has_beyond;   /* And then: */
    dw_vec beyond;     /* to see this point is enough. */
    int32_t tolerance; /* Without one: how near the corner counts as there. */
} dw_manoeuvre_task;

typedef struct dw_manoeuvre {
    uint8_t count;
    dw_intent intents[DW_MANOEUVRE_STEPS_MAX];
    dw_vec places[DW_MANOEUVRE_STEPS_MAX]; /* Where each of them ends. */
} dw_manoeuvre;

/* What is still to go from `place`: by the corner, or straight to the point beyond when it is seen;
 * far more where neither is seen. */
double dw_manoeuvre_cost(const dw_manoeuvre_task *task, dw_vec place);

/* Where one tick with `intent` ends. */
dw_vec dw_manoeuvre_walk(const dw_manoeuvre_task *task, dw_vec place, dw_intent intent);

/* False when nothing better than `start` was found. */
bool dw_manoeuvre_find(const dw_manoeuvre_task *task, dw_manoeuvre_scratch *scratch,
                       dw_manoeuvre *out);

#endif
