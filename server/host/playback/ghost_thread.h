/* ghost_thread.h - finds earlier recorded rounds of the players of a recorded round, in the folder
 * of its file, and plays them in a thread of its own for their trails
 * (session/playback/ghost_trail.h). Owns: the thread and the trails. Looks at the newest
 * DW_GHOST_FILES_MAX files whose names say that they are older, and takes the first
 * DW_GHOST_TRIES_MAX that fit. Cost to the tick: a lock that is held for a few assignments. */
#ifndef DW_HOST_GHOST_THREAD_H
#define DW_HOST_GHOST_THREAD_H

#include "common/base/status.h"
#include "server/session/playback/ghost_trail.h"

enum { DW_GHOST_FILES_MAX = 64 };

typedef struct dw_ghost_thread dw_ghost_thread;

/* The thread runs from now on. `shown`, the header of the round in the file `path`, outlives it. */
DW_MUST_USE dw_status dw_ghost_thread_start(dw_ghost_thread **out, const dw_replay_header *shown,
                                            const char *path);

/* Waits for the tick at work. */
void dw_ghost_thread_destroy(dw_ghost_thread *thread);

/* What is known now, which the thread keeps; true when it is all. The caller's thread also logs
 * what the other one has to say: here, and at the end. */
bool dw_ghost_thread_look(dw_ghost_thread *thread, dw_ghost_trails *out);

#endif
