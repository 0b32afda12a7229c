/* playback_thread.h - goes through a recorded round in a thread of its own, so that a spectator
 * sees it at once and no tick waits for saved states and events. Owns: the thread, the index
 * (session/playback/playback_index.h) and the segments that nobody has taken yet, a bounded number
 * of them: the thread waits when they are not taken. Knows the replay only to read it. Cost to the
 * tick: a lock that is held for a few assignments. */
#ifndef DW_HOST_PLAYBACK_THREAD_H
#define DW_HOST_PLAYBACK_THREAD_H

#include "server/session/playback/playback_index.h"

typedef struct dw_playback_thread dw_playback_thread;

/* `replay` and `brains`, those that it holds, outlive it. The error says why the round cannot be
 * played here. */
DW_MUST_USE dw_status dw_playback_thread_create(dw_playback_thread **out, const dw_replay *replay,
                                                const dw_brain_library *brains, uint32_t length,
                                                dw_error *error);

/* The thread runs from then on. */
DW_MUST_USE dw_status dw_playback_thread_start(dw_playback_thread *thread);

/* Waits for the segment at work, some milliseconds. */
void dw_playback_thread_destroy(dw_playback_thread *thread);

/* The next segment, or NULL: none is ready. The caller owns it. */
dw_playback_segment *dw_playback_thread_take(dw_playback_thread *thread);

/* What a tick of this round costs, as measured; 0: not known yet. */
uint64_t dw_playback_thread_tick_ns(dw_playback_thread *thread);

#endif
