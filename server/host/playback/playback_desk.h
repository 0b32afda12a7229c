/* playback_desk.h - a server that plays a recorded round (--playback FILE): opens the file, keeps
 * the index going, says who may steer, takes what spectators ask for. Owns: the replay, what the
 * match makes of it (session/playback/played_round.h), and the thread of the index. Knows files,
 * guests and admins; not how a round is played.
 *
 * Who may steer: spectators on this machine, and clients that the list of admins names, at any
 * level. While neither is here, the spectator that has been here for longest. */
#ifndef DW_HOST_PLAYBACK_DESK_H
#define DW_HOST_PLAYBACK_DESK_H

#include "server/host/guest.h"
#include "server/session/playback/played_round.h"

typedef struct dw_playback_thread dw_playback_thread;
typedef struct dw_ghost_thread dw_ghost_thread;

typedef struct dw_playback_desk {
    dw_replay *replay;
    dw_played_round *round;
    dw_playback_thread *thread;
    dw_ghost_thread *ghosts;       /* Once somebody has asked for them. */
    bool told_ready, told_differs; /* The log has it. */
} dw_playback_desk;

/* Opens config.playback and says what does not go with it. The error names file or setting. */
DW_MUST_USE dw_status dw_playback_desk_open(dw_server *server, dw_error *error);

/* The index begins, once all else is made. The ticks of the server begin behind those of the round.
 */
DW_MUST_USE dw_status dw_playback_desk_start(dw_server *server, dw_error *error);
void dw_playback_desk_close(dw_playback_desk *desk);

/* Between two ticks. */
void dw_playback_desk_look(dw_server *server);

/* A message 10, also to a server that plays no recording: then only a counter changes. False: it
 * came too fast, and was dropped. */
bool dw_playback_desk_take(dw_server *server, dw_guest *guest, const dw_steer *steer);

/* One line about the recording, for a client that has come. */
void dw_playback_desk_greet(dw_server *server, const dw_guest *guest);

#endif
