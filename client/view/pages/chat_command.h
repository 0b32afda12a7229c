/* chat_command.h - chat lines that begin with a slash are commands for the client. They are never
 * sent as chat, so a mistyped command stays private.
 *
 *     /mute NAME  /unmute NAME  /mute       hides what NAME writes, on this screen alone
 *     /vote NAME  /yes  /no                 a vote to send NAME away
 *     /restart  /next NAME                  a vote to start the round again, or for what comes next
 *     /admin COMMAND                        a command for the server, by a client with rights
 *
 * Owns: nothing. Does not send: the caller does. A name may be written in another case, with
 * letters that look alike, or as a beginning that fits one name only. Pure. */
#ifndef DW_VIEW_CHAT_COMMAND_H
#define DW_VIEW_CHAT_COMMAND_H

#include "client/view/model/mutes.h"

enum { DW_CHAT_NOTE = 192 };

typedef enum dw_chat_deed {
    DW_CHAT_SAY,     /* No command: a line to send. */
    DW_CHAT_NOTHING, /* `note` says it all. */
    DW_CHAT_CALL_VOTE,
    DW_CHAT_VOTE_YES,
    DW_CHAT_VOTE_NO,
    DW_CHAT_ADMIN
} dw_chat_deed;

typedef struct dw_chat_command {
    uint8_t deed;            /* dw_chat_deed */
    uint8_t slot;            /* With CALL_VOTE: what about, as dw_client_call_vote takes it. */
    const char *rest;        /* With ADMIN: the command, in the line that was read. */
    char note[DW_CHAT_NOTE]; /* One line for the person; empty with SAY. */
} dw_chat_command;

/* Where the person is; pointers may be NULL. */
typedef struct dw_chat_place {
    const dw_round *round;
    const dw_vote_state *vote; /* The newest. */
    const dw_choices *choices; /* What can be played next. */
    uint8_t own_slot;          /* DW_SLOT_NONE for a spectator. */
} dw_chat_place;

/* Changes `mutes` when the line says so. */
void dw_chat_command_read(dw_chat_command *out, dw_mutes *mutes, const dw_chat_place *place,
                          const char *line);

#endif
