/* console_moderation.h - the commands of the console with which a host moderates. Each carries out
 * one line and prints the result: who was affected and how, or one line with the error. Owns
 * nothing; the actions are moderation.h's. */
#ifndef DW_HOST_CONSOLE_MODERATION_H
#define DW_HOST_CONSOLE_MODERATION_H

#include "server/host/console_words.h"

struct dw_guest;

void dw_console_players(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_kick(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_ban(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_unban(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_bans(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_mute(dw_server *server, const dw_words *said, FILE *answer);

/* The one client in match said->word[1] that the words from the third on name, and the index of the
 * word after the name. A name may have spaces, so the longest name that fits counts. NULL: the
 * answer says why. */
struct dw_guest *dw_console_choose_guest(const dw_server *server, const dw_words *said,
                                         uint32_t *next, FILE *answer);

#endif
