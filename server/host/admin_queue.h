/* admin_queue.h - commands that clients give over their connection, from the network's handler to
 * the gap between two ticks. Decides who is heard: clients whose proven identity is in the list of
 * admins (admins.h), within their limits (admin_limits.h). All others get one fixed answer, and
 * what they wrote goes nowhere: not into the log either. Owns: the queue. Does not know: what a
 * command does (admin_desk.h). Cost: O(admins) a command. No allocation after creation. */
#ifndef DW_HOST_ADMIN_QUEUE_H
#define DW_HOST_ADMIN_QUEUE_H

#include "common/base/arena.h"
#include "server/host/console_level.h"
#include "server/host/guest.h"

enum { DW_ADMIN_QUEUE_MAX = 16, DW_ADMIN_QUEUE_BYTES = 8 << 10 /* Taken from the arena. */ };

typedef struct dw_admin_queue dw_admin_queue;

DW_MUST_USE dw_status dw_admin_queue_create(dw_admin_queue **out, dw_arena *arena);

/* In the handler: queues, refuses or drops the command. The guest is in a match. */
void dw_admin_queue_take(dw_server *server, dw_guest *guest, const dw_admin_command *command);

/* Takes the oldest command out; false when nothing waits. Commands of guests that have gone, or
 * whose rights have, are dropped. */
bool dw_admin_queue_pop(dw_server *server, dw_guest **guest, dw_console_caller *caller,
                        dw_admin_command *command);

/* The command was refused, since it takes rights that the guest does not have: counts it, and logs
 * the first one of a connection. */
void dw_admin_queue_note_refusal(dw_server *server, dw_guest *guest, const char *level);

#endif
