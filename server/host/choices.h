/* choices.h - the maps and missions that players can vote for: those of the rotation. Owns:
 * nothing; the list lies in the dw_server. */
#ifndef DW_HOST_CHOICES_H
#define DW_HOST_CHOICES_H

typedef struct dw_server dw_server;
struct dw_guest;

/* The choices are those of the rotation from now on; clients are told. */
void dw_choices_offer(dw_server *server);

/* Tells a newcomer of the choices. */
void dw_choices_greet(dw_server *server, const struct dw_guest *guest);

#endif
