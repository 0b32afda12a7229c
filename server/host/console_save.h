/* console_save.h - the console's commands that save all matches and load them. */
#ifndef DW_HOST_CONSOLE_SAVE_H
#define DW_HOST_CONSOLE_SAVE_H

#include "server/host/console_words.h"

/* save [NAME] */
void dw_console_save(dw_server *server, const dw_words *said, FILE *answer);

/* load NAME */
void dw_console_load(dw_server *server, const dw_words *said, FILE *answer);

#endif
