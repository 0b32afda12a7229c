/* hosting.h - a game hosted from the menu: starts duskwatch-server, which stands beside this
 * program, and ends it. The server ends with this process, however that happens.
 * Owns: the server's process. No call waits but dw_hosting_stop. */
#ifndef DW_VIEW_HOSTING_H
#define DW_VIEW_HOSTING_H

#include "client/view/pages/menu_pages.h"
#include "common/platform/child.h"
#include "common/platform/password.h"

enum { DW_HOSTING_ADDRESS = 32 };

typedef enum dw_hosting_state {
    DW_HOSTING_NONE,
    DW_HOSTING_STARTS,
    DW_HOSTING_READY, /* `port` can be joined. */
    DW_HOSTING_FAILED /* `line` says why. */
} dw_hosting_state;

typedef struct dw_hosting {
    dw_hosting_state state;
    uint16_t port;
    bool network;                     /* The local network can join. */
    int64_t started_s;                /* Seconds since 1970, UTC. */
    char line[DW_INPUT_LINE_MAX + 1]; /* The last one that the server wrote. */
    dw_child server;
} dw_hosting;

typedef struct dw_hosting_config {
    const char *map;
    const char *mission;  /* NULL: the heist of the map. */
    const char *name;     /* Of the player; may be empty. */
    const char *password; /* "" = none. */
    bool network;         /* The local network can join; else this computer alone. */
} dw_hosting_config;

/* Names of the maps that can be hosted, sorted; gives how many. */
uint32_t dw_hosting_list_maps(char names[][DW_NAME_SIZE], uint32_t max);

/* Likewise the missions, of all maps. A file that cannot be read as a mission is left out. */
uint32_t dw_hosting_list_missions(dw_menu_mission *missions, uint32_t max);

/* Starts the server. Spectators are off: a player on the same computer could watch the guards. Each
 * round is recorded into the person's folder of replays (replay_folder.h). */
DW_MUST_USE dw_status dw_hosting_start(dw_hosting *hosting, const dw_hosting_config *config,
                                       dw_error *error);

/* Starts a server that plays a recorded round, for this computer alone. */
DW_MUST_USE dw_status dw_hosting_play(dw_hosting *hosting, const char *file, dw_error *error);

/* Reads what the server writes. To be called each frame. */
void dw_hosting_update(dw_hosting *hosting);

/* Where others in the local network find it, "192.168.1.5:27967"; false when they cannot join, or
 * this computer is in no network. */
bool dw_hosting_address(const dw_hosting *hosting, char text[DW_HOSTING_ADDRESS]);

/* Ends the server, within two seconds and a bit. Nothing when none runs. */
void dw_hosting_stop(dw_hosting *hosting);

#endif
