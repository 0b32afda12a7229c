/* recorder.h - replays as files: one a round, under a hidden name until it is whole (DESIGN.md
 * section 8). Owns: the open files of the rounds that are on. Does not know: what is in them.
 * A write that fails ends that file, never the round. */
#ifndef DW_HOST_RECORDER_H
#define DW_HOST_RECORDER_H

#include "common/base/arena.h"
#include "server/session/replay_writer.h"

typedef struct dw_recorder dw_recorder;

/* For matches 1 .. `matches`; the folder is made, and a file in it tried. */
DW_MUST_USE dw_status dw_recorder_create(dw_recorder **out, dw_arena *arena, const char *folder,
                                         uint32_t matches, dw_error *error);
void dw_recorder_destroy(dw_recorder *recorder);

/* What matches write to. */
dw_replay_output dw_recorder_output(dw_recorder *recorder);

#endif
