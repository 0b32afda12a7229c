/* attach.h - `duskwatch-server --attach`: a terminal or a script at a running server (control.h).
 * Owns: its end of the socket. */
#ifndef DW_HOST_ATTACH_H
#define DW_HOST_ATTACH_H

#include "server/host/config.h"

/* Sends the lines of standard input to the server that the settings name, by state folder and port,
 * and writes the answers to standard output, until either ends. When none listens at port
 * 27967, this port stands for the one server of that folder, whatever its port. Gives back the exit
 * status of the program: 3 when no server answers. */
int dw_attach_run(const dw_server_config *config);

#endif
