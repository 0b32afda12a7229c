/* moderation.h - what the host of a server does about clients that spoil the game: bans, kicks,
 * mutes.
 * Owns: the list of bans (bans.h), and who is muted. Does not know: what a command looks like
 * (console_moderation.c). Each action is logged with the client that it hits.
 * Cost: a client that joins is looked up in O(bans + mutes); nothing here runs in a tick. Bans and
 * unbans wait for the disk. Not thread-safe. */
#ifndef DW_HOST_MODERATION_H
#define DW_HOST_MODERATION_H

#include "protocol/protocol.h"
#include "server/host/bans.h"
#include "server/host/guest.h"

typedef struct dw_moderation dw_moderation;

/* Reads the bans from the state folder into server->moderation. */
DW_MUST_USE dw_status dw_moderation_open(dw_server *server, dw_error *error);
void dw_moderation_close(dw_moderation *moderation);
const dw_bans *dw_moderation_bans(const dw_server *server);

/* For the network (net.h, `banned`): `server` is a dw_server, `host` in network order. */
bool dw_moderation_bans_host(void *server, uint32_t host);

/* To be asked at the hello, once guest->identity has been verified: DW_REASON_BANNED or NONE. Asks
 * for the address too, since a ban may have come while the connection was being opened. */
dw_reason dw_moderation_check_identity(const dw_server *server, const dw_guest *guest);

/* The guest is in a match now: a client that was muted before its connection broke still is. */
void dw_moderation_joined(const dw_server *server, dw_guest *guest);

/* The guests in match `match` (an index) that `text` means: the slot of that number; else the name,
 * as it stands or as it looks (common/base/lookalike.h); else each name that begins like it. At
 * most `room` are written, and the number of all comes back. */
uint32_t dw_moderation_find(const dw_server *server, uint32_t match, const char *text,
                            dw_guest **out, uint32_t room);

/* Sends a guest away; `text` is clean, at most DW_REASON_MAX bytes, may be empty. */
void dw_moderation_kick(dw_server *server, dw_guest *guest, const char *text);

/* Until unmuted or the end of the process, also on a later connection: by identity key, or by
 * address for a client without a key. */
void dw_moderation_mute(dw_server *server, dw_guest *guest, bool muted);

/* `minutes` 0: for ever. Clients that it matches are sent away, and their number is written. */
DW_MUST_USE dw_status dw_moderation_ban(dw_server *server, const dw_ban_subject *subject,
                                        uint32_t minutes, const char *note, uint32_t *sent_away,
                                        dw_error *error);
DW_MUST_USE dw_status dw_moderation_unban(dw_server *server, const dw_ban_subject *subject,
                                          dw_error *error);

/* Reads the file anew; what has been written into it by hand holds from now on. */
DW_MUST_USE dw_status dw_moderation_reload(dw_server *server, uint32_t *sent_away, dw_error *error);

#endif
