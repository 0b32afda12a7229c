/* seating.h - which match a client goes to, and the queue of a match that is full.
 *
 *     hello --> a body that is free --------------------------> in, with a body
 *          \--> none: watches its match, place n in the queue
 *                    | between two rounds, a body is free
 *                    \-----------------------------------------> seat: the body, same connection
 *
 * A client waits for one match and stays with it. Newcomers do not overtake the queue: of the free
 * bodies, as many are kept as clients wait. Queued clients take no place of a player or a
 * spectator. Owns: the queues. Does not know: bytes, rates. Cost: O(matches) a hello; a tick
 * without a queue costs one comparison. No allocation. */
#ifndef DW_HOST_SEATING_H
#define DW_HOST_SEATING_H

#include "server/host/config.h"
#include "server/host/guest.h"

/* How many clients may wait: none when the server takes no spectators. */
uint32_t dw_seating_queue_max(const dw_server_config *config);

/* The index of the match that the hello names, by number or code; match_count when there is no such
 * match. */
uint32_t dw_seating_find_match(const dw_server *server, const char *text);

/* Whether a match that the hello allows plays on the map that it names; also when it names none. */
bool dw_seating_has_map(const dw_server *server, const dw_hello *hello);

/* Whether a player of the guest's address was voted out of that match a while ago. The sweep of
 * clients.c sends such a guest away; until then it stays in the queue. */
bool dw_seating_is_barred(const dw_server *server, const dw_guest *guest, uint32_t match);

/* Puts the guest into a match: into its old body, into a free one, as a spectator, or at the end of
 * a queue (guest->queued). The hello was checked. NONE: the caller sends the welcome, then calls
 * dw_seating_tell_place. Otherwise the reason, and nothing has changed. */
dw_reason dw_seating_enter(dw_server *server, dw_guest *guest, const dw_hello *hello,
                           dw_welcome *welcome, bool *resumed);

/* Tells a queued guest its place; nothing for any other guest. */
void dw_seating_tell_place(dw_server *server, const dw_guest *guest);

/* The guest is gone: those behind it in the queue move up. Nothing for a guest that is not queued.
 */
void dw_seating_forget(dw_server *server, dw_guest *guest);

/* Gives free bodies to the first clients of each queue. Between two ticks. */
void dw_seating_advance(dw_server *server);

/* Whether a newcomer would get a body now: a place beside the other players, and a free seat. */
bool dw_seating_has_body(const dw_server *server);

#endif
