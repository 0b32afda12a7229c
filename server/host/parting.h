/* parting.h - how guests go: refused, sent away, by their own wish, or lost. Does not know: why
 * (clients.c, moderation.c). Each function counts and logs, and keeps the queue and the counts
 * right. No allocation. */
#ifndef DW_HOST_PARTING_H
#define DW_HOST_PARTING_H

#include "server/host/guest.h"

/* Not let in: a refusal with that reason, then the connection ends. */
void dw_parting_refuse(dw_server *server, dw_guest *guest, dw_reason reason, const char *text);

/* Sent away: a kick with that reason, then the connection ends. */
void dw_parting_kick(dw_server *server, dw_guest *guest, dw_reason reason, const char *text);

/* The guest asked to go. */
void dw_parting_quit(dw_server *server, dw_guest *guest);

/* The connection ends; the match has let the client go already. */
void dw_parting_end(dw_server *server, dw_guest *guest, dw_reason reason);

/* The guest is in no match and no queue any more. */
void dw_parting_forget(dw_server *server, dw_guest *guest);

#endif
