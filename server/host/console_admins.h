/* console_admins.h - the console's commands for the list of admins: the clients that may give
 * commands over their connection. Owns nothing; the list is admins.h's. */
#ifndef DW_HOST_CONSOLE_ADMINS_H
#define DW_HOST_CONSOLE_ADMINS_H

#include "server/host/console_words.h"

/* Each carries out one command. `said`: its words, as many as the table in console.c asks for. */
void dw_console_admins(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_promote(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_demote(dw_server *server, const dw_words *said, FILE *answer);

#endif
