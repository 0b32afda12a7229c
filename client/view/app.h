/* app.h - the program duskwatch: one window, its pages, the match, and the exit status.
 * The main loop samples the clock once a frame; everything below takes time as a parameter. */
#ifndef DW_VIEW_APP_H
#define DW_VIEW_APP_H

#include "client/view/app_sound.h"
#include "client/view/tools/window.h"
#include "common/base/status.h"
#include "protocol/protocol.h"

#include <stdint.h>

typedef struct dw_app_config {
    const char *connect;  /* HOST[:PORT]; NULL: the start screen. */
    const char *replay;   /* File to watch; NULL: none. Not with `connect`. */
    const char *name;     /* Empty: the saved one. */
    const char *password; /* NULL = none. */
    bool unsealed;        /* By the person's explicit choice. */
    bool spectate;
    char match[DW_MATCH_TEXT_MAX + 1]; /* Empty = any. */
    int width, height;                 /* 0: as the window was the last time. */
    bool fullscreen;
    dw_renderer renderer; /* Auto: by the settings. */
    const char *overlays; /* Layers that spectators see by default (overlay.h); NULL: the usual. */
    int64_t follow;       /* Number of the body that a spectator follows from the start; 0: none. */
    int language;         /* 0: as in the settings; 1: that of the system; else 2 + dw_language. */
    dw_sound_flags sound;
    bool states;            /* Prints what is shown (app_states.h). */
    const char *screenshot; /* NULL: none. */
    double after_s;         /* When to save it, from the start of the program. */
} dw_app_config;

/* Runs until the person quits, a signal arrives or the screenshot is saved. Returns the exit status
 * (options.h); errors are one line on standard error. */
int dw_app_run(const dw_app_config *config);

#endif
