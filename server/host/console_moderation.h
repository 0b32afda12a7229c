/* console_moderation.h - the commands of the console with which a host moderates. Each carries out
 * one line and prints the result: who was affected and how, or one line with the error. Owns
 * nothing; the actions are moderation.h's. */
#ifndef DW_HOST_CONSOLE_MODERATION_H
#define DW_HOST_CONSOLE_MODERATION_H

#include "server/host/console_words.h"

void dw_console_players(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_kick(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_ban(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_unban(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_bans(dw_server *server, const dw_words *said, FILE *answer);
void dw_console_mute(dw_server *server, const dw_words *said, FILE *answer);

#endif
