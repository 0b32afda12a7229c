/* moderation.h - what a host does about clients that spoil the game: bans, kicks, mutes. Owns: the
 * list of bans (bans.h) and the list of muted clients. Does not know: the commands' syntax
 * (console_moderation.c). Each action is logged with the client that it hits. Cost: a client that
 * joins is looked up in O(bans + mutes); nothing here runs in a tick. The disk
 * thread writes bans and unbans (list_file.h). Not thread-safe. */
#ifndef DW_HOST_MODERATION_H
#define DW_HOST_MODERATION_H

#include "protocol/protocol.h"
#include "server/host/bans.h"
#include "server/host/guest.h"

typedef struct dw_moderation dw_moderation;

/* Reads the bans from the state folder into server->moderation. */
DW_MUST_USE dw_status dw_moderation_open(dw_server *server, dw_error *error);
void dw_moderation_close(dw_moderation *moderation);
void dw_moderation_look(dw_server *server); /* As dw_list_file_look. */
const dw_bans *dw_moderation_bans(const dw_server *server);

/* For the network (net.h, `banned`): `server` is a dw_server, `host` in network order. */
bool dw_moderation_bans_host(void *server, uint32_t host);

/* Call it at the hello, once guest->identity has been verified: DW_REASON_BANNED or NONE. It checks
 * the address again, since a ban may have come while the connection was being opened. */
dw_reason dw_moderation_check_identity(const dw_server *server, const dw_guest *guest);

/* The guest is in a match now. A client that was muted on an earlier connection is muted again. */
void dw_moderation_joined(const dw_server *server, dw_guest *guest);

/* The guests in match `match` (an index) that `text` names: by slot number; else by name, exact or
 * alike (common/base/lookalike.h); else by the beginning of a name. Writes at most `room` of them
 * and returns the number of all. */
uint32_t dw_moderation_find(const dw_server *server, uint32_t match, const char *text,
                            dw_guest **out, uint32_t room);

/* Sends a guest away. `text` is clean, has at most DW_REASON_MAX bytes, and may be empty. */
void dw_moderation_kick(dw_server *server, dw_guest *guest, const char *text);

/* Holds until unmuted or the end of the process, also on later connections: by identity key, or by
 * address for a client without a key. */
void dw_moderation_mute(dw_server *server, dw_guest *guest, bool muted);

/* `minutes` 0: forever. Sends matching clients away and writes their number. */
DW_MUST_USE dw_status dw_moderation_ban(dw_server *server, const dw_ban_subject *subject,
                                        uint32_t minutes, const char *note, uint32_t *sent_away,
                                        dw_error *error);
DW_MUST_USE dw_status dw_moderation_unban(dw_server *server, const dw_ban_subject *subject,
                                          dw_error *error);

/* Reads the file again, so that what a person wrote into it holds from now on. */
DW_MUST_USE dw_status dw_moderation_reload(dw_server *server, uint32_t *sent_away, dw_error *error);

#endif
