/* admin_desk.h - carries out the commands that admins give over their connections, and sends the
 * answers. Owns nothing. Knows: the console, and who has asked (admin_queue.h). */
#ifndef DW_HOST_ADMIN_DESK_H
#define DW_HOST_ADMIN_DESK_H

#include "server/host/console.h"

/* Between two ticks: carries out one command, if one waits, so that two that take long do not fall
 * into the same gap. The answer goes out as reliable messages; a client that does not read them is
 * up to the limits of the network. DW_CONSOLE_STOP: the command asked for the end. */
dw_console_wish dw_admin_desk_look(dw_server *server);

#endif
