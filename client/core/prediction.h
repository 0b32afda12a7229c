/* prediction.h - the own body before the server has said so: walked by the shared code from the
 * last exact position over the intents since, again at each snapshot.
 * Owns: the predicted body and doors, their history, and the offset that hides corrections from the
 * eye. Other bodies go on as they went, for a while, so that guards are in the way where they will
 * be. Knows no message. Cost: one walk a tick, and one a pending tick at each snapshot (at most
 * DW_PREDICTION_PENDING_MAX), each with the moving bodies around. No allocation. */
#ifndef DW_CLIENT_CORE_PREDICTION_H
#define DW_CLIENT_CORE_PREDICTION_H

#include "client/core/error_offset.h"
#include "client/core/input_queue.h"
#include "client/core/snapshot_store.h"
#include "common/world/intruder.h"
#include "protocol/snapshot.h"

enum {
    DW_PREDICTION_HISTORY = 256,
    DW_PREDICTION_PENDING_MAX = 120, /* Two seconds without a snapshot, and the body stands. */
    DW_PREDICTION_AHEAD_TICKS = 18,  /* For so long others go on as they went, then they stand. */
    /* Two seconds at a sprint and some more: no play is wrong by as much, and is not smoothed. */
    DW_PREDICTION_SNAP = 7000 * DW_UNITS_PER_MM,
    DW_PREDICTION_DROPPED_HALF = 150 * DW_UNITS_PER_MM /* A dropped objective is 300 mm wide. */
};

/* What stands around the body, as the newest snapshot has it. */
typedef struct dw_prediction_scene {
    const dw_map *map;
    const dw_ruleset *rules;
    uint32_t moves_from, moves_until; /* The first and the last tick in which bodies move. */
    bool in_doubt;                    /* Somebody touches the own body, or holds it; */
    bool holds;                       /* which of both the last error told. */
    bool objective_lies;
    dw_rect objective;
    uint16_t objective_furniture;
    uint32_t obstacle_count;               /* Who is in the body's way. */
    uint32_t body_count;                   /* And who keeps a leaf from closing: those and more. */
    dw_vec bodies[DW_SNAPSHOT_BODIES_MAX]; /* At the snapshot's tick, */
    dw_vec steps[DW_SNAPSHOT_BODIES_MAX];  /* and how they move from there on, a tick; */
    bool chases[DW_SNAPSHOT_BODIES_MAX];   /* but who runs after the own body goes for it. */
} dw_prediction_scene;

typedef struct dw_predicted_tick {
    uint32_t tick;  /* 0: nothing here. */
    bool moves;     /* Predicted as a tick in which bodies move. */
    bool rest_open; /* How the door of `rest` stands then. */
    dw_door_rest rest;
    dw_vec position;
} dw_predicted_tick;

typedef struct dw_prediction {
    bool valid;         /* There is a body. */
    uint32_t tick;      /* Of `body`. */
    uint32_t base_tick; /* Of the snapshot that it was walked from. */
    dw_intruder_body body;
    dw_vec before; /* Where it was a tick earlier: what is drawn lies between. */
    dw_door_set doors;
    dw_door_rest rest;      /* No snapshot tells it: it is walked on from the history. */
    bool takes_objective;   /* The use key will take it, as far as one can tell. */
    dw_intent last;         /* Of the tick. */
    dw_error_offset offset; /* From what was drawn when the last correction came. */
    dw_prediction_scene scene;
    dw_vec bodies[DW_SNAPSHOT_BODIES_MAX]; /* The scene's, at `tick`. */
    dw_predicted_tick history[DW_PREDICTION_HISTORY];
} dw_prediction;

void dw_prediction_reset(dw_prediction *prediction);

/* Fills the scene with what the newest snapshots tell; moves_from and moves_until are the caller's
 * to set. */
void dw_prediction_read(dw_prediction *prediction, const dw_snapshot_store *store,
                        const dw_map *map, const dw_ruleset *rules);

/* The next tick. False (and nothing changes) when it is too far ahead of the last snapshot. */
bool dw_prediction_step(dw_prediction *prediction, uint32_t tick, dw_intent intent);

/* The server's word for the own body at `snapshot`'s tick, and all ticks since walked again, up to
 * `local_tick`. What was drawn, `fraction` of a tick after the newest, stays where it was and moves
 * over smoothly. The scene must have been read. */
void dw_prediction_rebase(dw_prediction *prediction, const dw_snapshot *snapshot,
                          const dw_input_queue *inputs, uint32_t local_tick, double fraction,
                          uint64_t now_ns);

/* How far off the prediction of the snapshot's tick was, in mm; below 0 when there was none, or
 * when bodies did not move then. To be asked before the rebase. */
double dw_prediction_error_mm(const dw_prediction *prediction, const dw_snapshot *snapshot);

/* Where to draw the body: `fraction` (0 .. 1) of a tick after the newest. */
void dw_prediction_drawn(const dw_prediction *prediction, double fraction, uint64_t now_ns,
                         double *x, double *y);

#endif
