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
    uint64_t bytes_max; /* Limit of the folder's replays; the oldest are deleted. 0 = no limit. */
    uint32_t files_max; /* Likewise. */
} dw_recorder_config;

/* Makes the folder and tries to write a file in it. */
DW_MUST_USE dw_status dw_recorder_create(dw_recorder **out, const dw_recorder_config *config,
                                         dw_error *error);

/* Drops the files of rounds that are on. Waits a second at most until the rest is on the disk; what
 * a slow disk has not taken by then stays under hidden names. */
void dw_recorder_destroy(dw_recorder *recorder);

/* The output for matches, all of them on one thread. */
dw_replay_output dw_recorder_output(dw_recorder *recorder);

/* Logs the writing thread's messages: only the ticking thread may log. Call it often. */
void dw_recorder_look(dw_recorder *recorder);

/* Rounds since creation. */
typedef struct dw_recorder_stats {
    uint64_t kept;     /* Complete replays. */
    uint64_t dropped;  /* Not worth keeping: aborted at once, or still on when the server ended. */
    uint64_t failed;   /* The disk or the queue did not take them. */
    uint64_t left_out; /* Not begun, since the disk was nearly full. */
    uint64_t deleted;  /* Files that the limits removed. */
    uint64_t files;    /* Replays in the folder now, and their bytes. */
    uint64_t bytes;
} dw_recorder_stats;
dw_recorder_stats dw_recorder_get_stats(dw_recorder *recorder);

#endif
