/* console_pause.h - the console's commands that stop the world of a match and let it go on. */
#ifndef DW_HOST_CONSOLE_PAUSE_H
#define DW_HOST_CONSOLE_PAUSE_H

#include "server/host/console_words.h"

/* Each carries out one command. `said`: its words, as many as the table in console.c asks for. */
void dw_console_pause(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_step(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_resume(dw_server *server, const dw_words *said, FILE *answer);

/* Ends the rounds of matches, so that they begin anew. */
void dw_console_restart(dw_server *server, const dw_words *said, FILE *answer);

#endif
