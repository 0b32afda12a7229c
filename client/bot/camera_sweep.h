/* camera_sweep.h - how a camera turns to and fro, learned from the headings that it was shown with:
 * the two ends, and the time from one to the other. From then on it foretells where the camera
 * looks. A person who watches a camera for some seconds does the same.
 * Owns: a plain value; zero bytes have seen nothing. Knows no camera's own fields, which no client
 * is told. Cost: O(1). No allocation. */
#ifndef DW_BOT_CAMERA_SWEEP_H
#define DW_BOT_CAMERA_SWEEP_H

#include "common/base/fixed.h"

#include <stdbool.h>

enum { DW_CAMERA_SWEEP_LEARN_TICKS = 1800 };

typedef struct dw_camera_sweep {
    uint32_t turns_tick; /* When it was first seen to turn; 0: never. */
    /* What is watched now. */
    uint32_t seen_tick; /* 0: not yet, or something has drawn it off. */
    uint8_t seen;       /* The heading, in 128ths of a turn. */
    int8_t direction;   /* 1 or -1: as it turned last; 0: not known. */
    uint8_t end;        /* Where it turned back last, */
    uint32_t end_tick;  /* and when; 0: not seen. */
    uint32_t changed_tick;
    uint32_t halves, halves_ticks; /* From end to end, watched without a break. */
    /* What is learned. */
    uint32_t half_ticks; /* From one end to the other; 0: not known. */
    uint16_t low_bam;
    int32_t span_bam;
    /* Where it was when, going in `direction`. */
    uint32_t anchor_tick; /* 0: not known. */
    uint16_t anchor_bam;
} dw_camera_sweep;

/* It was shown at `tick` with that heading, in 128ths of a turn. `calm`: it looks at nobody. */
void dw_camera_sweep_watch(dw_camera_sweep *sweep, uint8_t heading, uint32_t tick, bool calm);

/* Where it looks at `tick`, a few degrees more or less. False when that is not known: it was not
 * watched for long enough, or for too long now. */
bool dw_camera_sweep_foretell(const dw_camera_sweep *sweep, uint32_t tick, uint16_t *heading_bam);

/* Its ends are known. */
static inline bool dw_camera_sweep_learned(const dw_camera_sweep *sweep)
{
    return sweep->half_ticks != 0;
}

/* It turns, and its ends are not known yet. For half a minute: then it is taken as it stands. */
static inline bool dw_camera_sweep_unfinished(const dw_camera_sweep *sweep, uint32_t tick)
{
    return sweep->half_ticks == 0 && sweep->turns_tick != 0 &&
           tick - sweep->turns_tick < DW_CAMERA_SWEEP_LEARN_TICKS;
}

static inline uint16_t dw_camera_sweep_middle(const dw_camera_sweep *sweep)
{
    return (uint16_t)(sweep->low_bam + sweep->span_bam / 2);
}

#endif
