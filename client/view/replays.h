/* replays.h - the page of replays, and the server that plays one: lists the person's folder,
 * deletes with a question, and starts a server on this computer for the chosen file. Owns: the
 * list, and that server's process. Does not know connections; app.c joins and leaves. */
#ifndef DW_VIEW_REPLAYS_H
#define DW_VIEW_REPLAYS_H

#include "client/view/hosting.h"
#include "client/view/model/feed.h"
#include "client/view/pages/menu.h"
#include "client/view/replay_folder.h"

typedef struct dw_replays {
    dw_replay_list *list; /* NULL until the page is opened. */
    char folder[DW_PATH_MAX];
    char file[DW_PATH_MAX]; /* That is played, or could not be; "" after leaving. */
    bool from_page;         /* Leaving it leads back to the page. */
    double asked_s;         /* When dw_replays_last asked; 0: not, or answered. */
    dw_hosting server;
} dw_replays;

/* Ends the server. */
void dw_replays_close(dw_replays *replays);

/* Opens the page. `message` stands on it. */
void dw_replays_open(dw_replays *replays, dw_menu *menu, const char *message);

/* A choice of the menu; those of other pages change nothing. */
void dw_replays_choose(dw_replays *replays, dw_menu *menu, dw_choice choice);

/* Starts a server that plays the file; the page to wait is open then. The error is for a person. */
DW_MUST_USE dw_status dw_replays_play(dw_replays *replays, dw_menu *menu, const char *file,
                                      dw_error *error);

/* The person wants to see the newest round of the game that they host, which ends that game for all
 * players. True: they asked a second time within a few seconds, and `path` is the file. Otherwise a
 * notice says what to do, or that there is no file. False when no game is hosted. */
bool dw_replays_last(dw_replays *replays, const dw_hosting *hosting, const dw_bindings *bindings,
                     dw_feed *feed, double seconds, char path[DW_PATH_MAX]);

/* The person has left the recorded round: ends the server. True: the page is open again. */
bool dw_replays_leave(dw_replays *replays, dw_menu *menu);

static inline bool dw_replays_playing(const dw_replays *replays)
{
    return replays->server.state != DW_HOSTING_NONE;
}

typedef enum dw_replays_result {
    DW_REPLAYS_NOTHING,
    DW_REPLAYS_READY, /* The server can be joined at its port, as a spectator. */
    DW_REPLAYS_FAILED /* It has ended; `text` says why. */
} dw_replays_result;

/* Each frame: reads one more file while the page is open, and what the server says. */
dw_replays_result dw_replays_update(dw_replays *replays, const dw_menu *menu, dw_error *why);

#endif
