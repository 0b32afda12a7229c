/* unsent.h - keeps reliable messages, in order, that ENet had no memory for. Owns: a queue of
 * bytes. Does not know: clients, matches, why memory was short. Cost: a copy of each message in and
 * out, and one move of the rest for each retry. Nothing is allocated after creation. Full means
 * false: the message is lost, and its sender counts it. */
#ifndef DW_HOST_UNSENT_H
#define DW_HOST_UNSENT_H

#include "common/base/arena.h"
#include "server/host/net.h"

enum {
    DW_UNSENT_BYTES = 1 << 20
}; /* Taken from the arena; a round's phase told to 10 000 players fits. */

typedef struct dw_unsent dw_unsent;

DW_MUST_USE dw_status dw_unsent_create(dw_unsent **out, dw_arena *arena);

bool dw_unsent_is_empty(const dw_unsent *unsent);

/* Behind all others. False when the queue is full. */
bool dw_unsent_push(dw_unsent *unsent, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                    size_t size);

/* Called for each message. DW_MEMORY: this message and all behind it stay. */
typedef dw_status dw_unsent_send(void *context, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                                 size_t size);

/* Offers the waiting messages, in order. */
void dw_unsent_retry(dw_unsent *unsent, dw_unsent_send *send, void *context);

#endif
