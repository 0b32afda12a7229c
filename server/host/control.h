/* control.h - commands for a running server from other programs of the same user: a local socket in
 * the state folder, to which `duskwatch-server --attach` connects. Owns: the socket, up to
 * DW_CONTROL_CONNECTIONS_MAX connections and their answers. Does not know the commands
 * (console.h). Who may write to it is up to the state folder and the file's mode, 0600.
 *
 * A command is one line. Its answer is text that ends with a zero byte. Cost: a look at the sockets
 * 20 times a second; memory for an answer comes with it and goes when it was sent. Never waits: a
 * reader that takes nothing for 5 s is cut off. */
#ifndef DW_HOST_CONTROL_H
#define DW_HOST_CONTROL_H

#include "server/host/console.h"

typedef struct dw_control dw_control;

enum { DW_CONTROL_CONNECTIONS_MAX = 4 };

/* The file of the socket: control-PORT.sock of a folder. DW_RANGE: the system takes no path that
 * long. */
DW_MUST_USE dw_status dw_control_path(const char *folder, uint16_t port, char *path, size_t size,
                                      dw_error *error);

/* Makes the socket; one that a killed server has left gives way. `port`: of the game, which tells
 * servers with the same folder apart. */
DW_MUST_USE dw_status dw_control_open(dw_control **out, const char *folder, uint16_t port,
                                      uint64_t now_ns, dw_error *error);
/* Removes the file too. */
void dw_control_close(dw_control *control);

/* Between two ticks: carries out what has come. DW_CONSOLE_STOP: a command asked for the end. */
dw_console_wish dw_control_look(dw_control *control, dw_server *server, uint64_t now_ns);

#endif
