/* recorder.h - replays as files, one a round, written by a thread of their own.
 * Owns: that thread, the queue to it, the folder and its open files. Does not know: what is in the
 * files. A slow or full disk ends files and never a round:
 *
 *     match --begin, write, end--> queue --> thread --> folder --> disk
 *     (the tick, never waits)     (bounded)            (limits)
 *
 * What the tick hands over is copied into the queue. When it is full, that file ends as failed.
 * While the disk is nearly full no further round is recorded. Cost to the tick: a copy and a lock
 * of a few assignments; no allocation, no call to the disk. */
#ifndef DW_HOST_RECORDER_H
#define DW_HOST_RECORDER_H

#include "server/session/replay_writer.h"

typedef struct dw_recorder dw_recorder;

typedef struct dw_recorder_config {
    const char *folder;
    uint32_t matches;   /* 1 .. matches record. */
    uint64_t bytes_max; /* Of the folder's replays; the oldest are deleted. 0 = no limit. */
    uint32_t files_max; /* Likewise. */
} dw_recorder_config;

/* The folder is made, and a file in it tried. */
DW_MUST_USE dw_status dw_recorder_create(dw_recorder **out, const dw_recorder_config *config,
                                         dw_error *error);

/* Files of rounds that are on are not kept. Waits until all else is on the disk, for a second at
 * most: what a disk does not take by then stays under hidden names. */
void dw_recorder_destroy(dw_recorder *recorder);

/* What matches write to, all of them from one thread. */
dw_replay_output dw_recorder_output(dw_recorder *recorder);

/* Logs what the thread has to say: logging belongs to the thread that ticks. Call it often. */
void dw_recorder_look(dw_recorder *recorder);

/* Rounds, since creation. */
typedef struct dw_recorder_stats {
    uint64_t kept;     /* Their replay is whole. */
    uint64_t dropped;  /* Not to be kept: aborted at once, or on when the server ended. */
    uint64_t failed;   /* The disk or the queue did not take them. */
    uint64_t left_out; /* Not begun, since the disk was nearly full. */
    uint64_t deleted;  /* Files, by the limits. */
    uint64_t files;    /* In the folder now, and their bytes. */
    uint64_t bytes;
} dw_recorder_stats;
dw_recorder_stats dw_recorder_get_stats(dw_recorder *recorder);

#endif
