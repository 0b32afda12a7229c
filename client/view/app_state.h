/* app_state.h - the fields of the running program, and what its files share. For app.c,
 * app_match.c and a test that counts frames. */
#ifndef DW_VIEW_APP_STATE_H
#define DW_VIEW_APP_STATE_H

#include "client/view/app.h"
#include "client/view/app_input.h"
#include "client/view/app_sound.h"
#include "client/view/app_states.h"
#include "client/view/connection.h"
#include "client/view/finding.h"
#include "client/view/new_key.h"
#include "client/view/pages/play.h"
#include "client/view/pages/title.h"
#include "client/view/replays.h"
#include "client/view/tools/window.h"

typedef struct dw_app {
    const dw_app_config *config;
    dw_window *window;
    dw_text_kit *text;
    dw_canvas canvas;
    dw_title *title;
    dw_menu menu;
    dw_finding finding;
    dw_replays replays;
    dw_connection connection;
    dw_play play;
    dw_app_sound sound;
    dw_app_states states;
    dw_app_input input;
    bool was_fullscreen; /* By the settings, whatever the flag said. */
    dw_wanted joined;    /* What the connection was opened with. */
    dw_new_key new_key;
    char name[DW_PLAYER_NAME_MAX + 1];
    uint64_t start_ns, now_ns, frame_ns; /* frame_ns: how long the last frame took. */
    uint64_t deadline_ns;                /* Not before this the next frame is shown. */
    double fps;
    bool running;
    int exit_status;
} dw_app;

static inline double dw_app_seconds(const dw_app *a)
{
    return (double)(a->now_ns - a->start_ns) * 1e-9;
}

/* It saves a screenshot and ends. */
static inline bool dw_app_unattended(const dw_app *a)
{
    return a->config->screenshot != NULL;
}

/* app.c: what dw_app_run is made of. The config outlives the program. Without DW_EXIT_DONE `out` is
 * not written, and the error has been. */
DW_MUST_USE int dw_app_open(dw_app **out, const dw_app_config *config);
/* Takes the events that have come, runs the ticks that are due, draws, shows the picture, and waits
 * for the screen. False when the program is to end, with a->exit_status. */
bool dw_app_frame(dw_app *a);
void dw_app_close(dw_app *a);

/* app_match.c: the match or the recording that is on. */
void dw_app_stop(dw_app *a, int exit_status,
                 const char *text); /* Text: one line for standard error. */
void dw_app_leave_match(dw_app *a);
void dw_app_join(dw_app *a);        /* What `joined` says. */
void dw_app_join_wanted(dw_app *a); /* What the menu found. */
void dw_app_accept_key(dw_app *a);
void dw_app_play_replay(dw_app *a, const char *file);
void dw_app_play_last_round(dw_app *a);
void dw_app_serve_replays(dw_app *a);
void dw_app_serve_connection(dw_app *a);

#endif
