/* connection_watch.h - the connection of a client: what the transport reports, how long silence is
 * borne, and how the connection is, for a person to see. Owns: the fields of dw_client about it.
 * Knows no socket and no clock. Times are monotonic nanoseconds. */
#ifndef DW_CLIENT_CORE_CONNECTION_WATCH_H
#define DW_CLIENT_CORE_CONNECTION_WATCH_H

#include "protocol/message.h"

typedef struct dw_client dw_client; /* client.h makes it. */

/* Why a connection was lost, for DW_CLIENT_END_LOST. X(name, text in English); %u: seconds. */
#define DW_CLIENT_LOSSES(X)                                                                        \
    X(NO_ANSWER, "cannot connect: no answer from the server")                                      \
    X(NO_ANSWER_WITHIN, "cannot connect: no answer from the server within %u s")                   \
    X(JOIN_UNANSWERED, "connected, but the server did not answer the join within %u s")            \
    X(NOT_BACK, "connection lost, and the server did not answer again within %u s")                \
    X(NO_ROOM, "cannot connect: no room for another connection")                                   \
    X(BROKE, "the connection to the server broke")                                                 \
    X(GAVE_UP, "%s") /* By the words of dw_client_gave_up. */

typedef enum dw_client_loss {
#define DW_CLIENT_LOSS_ENUM(name, text) DW_CLIENT_LOSS_##name,
    DW_CLIENT_LOSSES(DW_CLIENT_LOSS_ENUM)
#undef DW_CLIENT_LOSS_ENUM
        DW_CLIENT_LOSS_COUNT
} dw_client_loss;

/* Reports of the transport. Answered: the server is there, and the connection is being made.
 * Refused: this attempt failed, with REASON_NONE for a reason on this machine. */
void dw_client_answered(dw_client *client, uint64_t now_ns);
void dw_client_refused(dw_client *client, dw_reason reason);
void dw_client_gave_up(dw_client *client, const char *why); /* One sentence for a person. */
void dw_client_connected(dw_client *client, uint64_t now_ns);
void dw_client_disconnected(dw_client *client, uint32_t data, uint64_t now_ns);
void dw_client_heard(dw_client *client, uint64_t now_ns); /* Any datagram, even an ack alone. */

/* With DW_CLIENT_END_LOST; `waited_s`: for how many seconds the client waited for the server. */
dw_client_loss dw_client_loss_of(const dw_client *client, uint32_t *waited_s);

/* How the connection is, for a person to see. Silent: no bytes for a second. Lost: the client tries
 * to return until 30 s after the last bytes, with the token of the last welcome. It never returns
 * after a kick, a refusal or a quit. */
typedef enum dw_connection_kind {
    DW_CONNECTION_FINE,
    DW_CONNECTION_SILENT,
    DW_CONNECTION_LOST
} dw_connection_kind;
typedef struct dw_connection_state {
    dw_connection_kind kind;
    uint32_t silent_s; /* Since the last bytes. */
    uint32_t left_s;   /* While lost: until the client gives up. */
} dw_connection_state;
enum { DW_CONNECTION_TEXT = 64 };

dw_connection_state dw_client_connection(const dw_client *client, uint64_t now_ns);
/* The same in words; false, and an empty text, while it is fine. */
bool dw_client_connection_text(const dw_client *client, uint64_t now_ns,
                               char text[DW_CONNECTION_TEXT]);

#endif
