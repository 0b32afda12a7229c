/* prediction.h - predicts the own body: the shared movement code walks it from the last exact
 * position over the intents since then, and does so again at each snapshot.
 * Owns: the predicted body and doors, their history, and the error offset of the last correction.
 * Other bodies keep moving for a while, so that guards block the body where they will be. Knows no
 * message. Cost: one walk a tick, and at each snapshot one for every pending tick (at most
 * DW_PREDICTION_PENDING_MAX), each among the bodies nearby. No allocation. */
#ifndef DW_CLIENT_CORE_PREDICTION_H
#define DW_CLIENT_CORE_PREDICTION_H

#include "client/core/body_kinds.h"
#include "client/core/error_offset.h"
#include "client/core/input_queue.h"
#include "client/core/snapshot_store.h"
#include "common/world/hands.h"
#include "common/world/intruder.h"
#include "common/world/lock.h"
#include "protocol/snapshot.h"

enum {
    DW_PREDICTION_HISTORY = 256,
    DW_PREDICTION_PENDING_MAX = 120, /* After two seconds without a snapshot the body stands. */
    DW_PREDICTION_AHEAD_TICKS = 18,  /* Others move on for this long, then they stand. */
    /* A little over two seconds at a sprint. Larger corrections are shown at once. */
    DW_PREDICTION_SNAP = 7000 * DW_UNITS_PER_MM
};

/* What surrounds the body, from the newest snapshots. */
typedef struct dw_prediction_scene {
    const dw_map *map;
    const dw_ruleset *rules;
    uint32_t moves_from, moves_until; /* The first and the last tick in which bodies move. */
    bool in_doubt; /* Another body touches the own one, or overlaps its path by less than a step. */
    bool holds;    /* Taken to block it; judged by the last error. */
    uint8_t own;   /* The own slot. */
    dw_item_set carried[DW_INTRUDERS_MAX];        /* By slot. */
    dw_usables items;                             /* All that lie somewhere. */
    uint32_t obstacle_count;                      /* The first bodies, which block the own one. */
    uint32_t body_count;                          /* All of them keep a leaf from closing. */
    dw_vec bodies[DW_SNAPSHOT_BODIES_MAX];        /* Positions at the snapshot's tick. */
    dw_vec steps[DW_SNAPSHOT_BODIES_MAX];         /* Movement a tick from then on. */
    uint8_t slots[DW_SNAPSHOT_BODIES_MAX];        /* Of a teammate; DW_SLOT_NONE: a guard. */
    const dw_kind *kinds[DW_SNAPSHOT_BODIES_MAX]; /* Of a guard; NULL: an intruder. */
    bool chases[DW_SNAPSHOT_BODIES_MAX];          /* A guard that may run after the own body. */
} dw_prediction_scene;

typedef struct dw_predicted_tick {
    uint32_t tick;  /* 0: an empty row. */
    bool moves;     /* Bodies were taken to move in it. */
    bool rest_open; /* Whether the door of `rest` was open. */
    dw_door_rest rest;
    dw_vec position;
} dw_predicted_tick;

typedef struct dw_prediction {
    bool valid;         /* There is a body. */
    uint32_t tick;      /* Of `body`. */
    uint32_t base_tick; /* Of the snapshot from which it was predicted. */
    dw_body body;
    dw_vec before; /* Its position one tick earlier: frames are drawn between the two. */
    dw_door_set doors;
    dw_switch_set worked;
    dw_lock_set turned;
    dw_pick pick;
    dw_door_rest rest; /* Not in snapshots: continued from the history. */
    /* As the scene's, with what the use key has taken and handed over since. */
    dw_item_set carried[DW_INTRUDERS_MAX];
    dw_usables items;
    dw_intent last; /* The intent of `tick`. */
    dw_error_offset offset;
    dw_prediction_scene scene;
    dw_vec bodies[DW_SNAPSHOT_BODIES_MAX]; /* The scene's bodies at `tick`. */
    dw_predicted_tick history[DW_PREDICTION_HISTORY];
} dw_prediction;

void dw_prediction_reset(dw_prediction *prediction);

/* Fills the scene from the newest snapshots. The caller sets moves_from and moves_until. `rules`
 * and `kinds` must outlive the scene. */
void dw_prediction_read(dw_prediction *prediction, const dw_snapshot_store *store,
                        const dw_map *map, const dw_ruleset *rules, const dw_body_kinds *kinds);

/* Predicts the next tick. More than DW_PREDICTION_PENDING_MAX ticks past the last snapshot the body
 * stands. */
void dw_prediction_step(dw_prediction *prediction, uint32_t tick, dw_intent intent);

/* Puts the own body where `snapshot` has it and predicts all ticks since then again, up to the
 * newest one of `inputs`. What is drawn, `fraction` of a tick past that one, does not jump: it
 * moves smoothly to its new position. dw_prediction_read comes first. */
void dw_prediction_rebase(dw_prediction *prediction, const dw_snapshot *snapshot,
                          const dw_input_queue *inputs, double fraction, uint64_t now_ns);

/* Whether the own body carries something at `tick`. */
static inline bool dw_prediction_carries(const dw_prediction *prediction)
{
    const uint8_t own = prediction->scene.own;
    return own < DW_INTRUDERS_MAX && prediction->carried[own] != 0;
}

/* How far off the prediction for the snapshot's tick was, in mm. Below 0 when there was none, or
 * when bodies do not move in that tick. Call it before the rebase. */
double dw_prediction_error_mm(const dw_prediction *prediction, const dw_snapshot *snapshot);

/* Where to draw the body: `fraction` (0 .. 1) of a tick past the newest. */
void dw_prediction_drawn(const dw_prediction *prediction, double fraction, uint64_t now_ns,
                         double *x, double *y);

#endif
