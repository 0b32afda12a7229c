/* guest.h - one connection as the server knows it, from its first datagram to its goodbye, and how
 * messages go to it.
 * Owns: nothing; guests are rows of a dw_server. Does not know: matches, rules of joining and
 * leaving (clients.c, seating.c, parting.c).
 * Cost: a message is encoded once, for however many guests. No allocation. */
#ifndef DW_HOST_GUEST_H
#define DW_HOST_GUEST_H

#include "protocol/message.h"
#include "server/host/admin_limits.h"
#include "server/host/net.h"
#include "server/host/rate.h"
#include "server/session/match.h"

typedef struct dw_server dw_server;

typedef enum dw_guest_state {
    DW_GUEST_NONE,
    DW_GUEST_HELLO,  /* Connected; has not been let in yet. */
    DW_GUEST_IN,     /* In a match. */
    DW_GUEST_LEAVING /* Told to go, or going: nothing that it says counts. */
} dw_guest_state;

/* One peer of the network, at its index. */
typedef struct dw_guest {
    dw_peer peer;
    uint8_t state;    /* dw_guest_state */
    bool away_warned; /* The player was warned of being sent away. */
    uint8_t malformed;
    uint32_t strikes;
    uint32_t match; /* Index; valid while IN. */
    dw_client_handle client;
    uint32_t map_chunks_left; /* Requests that will still be answered. */
    uint32_t map_change;      /* Of its match's map, as of when the guest left the queue. */
    uint64_t connected_ns;
    uint64_t heard_ns; /* When it last sent a message, or connected. */
    dw_rate inputs, chats, signals, steers;
    dw_admin_limits admin;
    bool muted;        /* Nobody reads what the guest writes or sees its signals, */
    bool muted_told;   /* and the guest has been told. */
    bool has_identity; /* Proved by its signature. */
    uint8_t identity[DW_SEAL_KEY_SIZE];
    bool watches; /* While IN: a spectator's place, not a player's. */
    bool queued;  /* Watches its match until there is a body; uses neither kind of place. */
    char name[DW_PLAYER_NAME_MAX + 1]; /* While queued. */
} dw_guest;

/* Sends `message` to one guest. What the network has no memory for goes out later. */
void dw_guest_tell(dw_server *server, const dw_guest *guest, const dw_message *message);

/* The same to `count` guests, by index. */
void dw_guest_tell_each(dw_server *server, const uint32_t *indices, uint32_t count,
                        const dw_message *message);

/* A line of chat from the server to one guest alone. */
void dw_guest_say(dw_server *server, const dw_guest *guest, const char *text);

/* Sends what had to wait for memory. Call it at each look at the network. */
void dw_guest_send_delayed(dw_server *server);

/* One line of the log about a guest; left out when there were too many lately. */
void dw_guest_log(dw_server *server, const dw_guest *guest, const char *event, const char *why);

#endif
