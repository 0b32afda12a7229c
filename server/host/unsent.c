#include "server/host/unsent.h"

#include <string.h>

enum { QUEUE_BYTES = DW_UNSENT_BYTES - 64 };

/* Stands before the bytes of each message. */
typedef struct entry {
    dw_peer peer;
    uint16_t size;
    uint8_t channel;
} entry;

struct dw_unsent {
    size_t used;
    uint8_t bytes[QUEUE_BYTES];
};

_Static_assert(sizeof(dw_unsent) <= DW_UNSENT_BYTES, "what the arena is asked for");
_Static_assert(DW_MESSAGE_MAX <= UINT16_MAX, "any message fits an entry");

dw_status dw_unsent_create(dw_unsent **out, dw_arena *arena)
{
    *out = DW_ARENA_NEW(arena, dw_unsent);
    return *out != NULL ? DW_OK : DW_MEMORY;
}

bool dw_unsent_is_empty(const dw_unsent *unsent)
{
    return unsent->used == 0;
}

bool dw_unsent_push(dw_unsent *unsent, dw_peer peer, uint8_t channel, const uint8_t *bytes,
                    size_t size)
{
    if (size > DW_MESSAGE_MAX || sizeof(entry) + size > QUEUE_BYTES - unsent->used) {
        return false;
    }
    const entry head = {.peer = peer, .size = (uint16_t)size, .channel = channel};
    memcpy(unsent->bytes + unsent->used, &head, sizeof head);
    memcpy(unsent->bytes + unsent->used + sizeof head, bytes, size);
    unsent->used += sizeof head + size;
    return true;
}

void dw_unsent_retry(dw_unsent *unsent, dw_unsent_send *send, void *context)
{
    size_t at = 0;
    while (at < unsent->used) {
        entry head;
        memcpy(&head, unsent->bytes + at, sizeof head);
        const uint8_t *bytes = unsent->bytes + at + sizeof head;
        if (send(context, head.peer, head.channel, bytes, head.size) == DW_MEMORY) {
            break;
        }
        at += sizeof head + head.size;
    }
    unsent->used -= at;
    memmove(unsent->bytes, unsent->bytes + at, unsent->used);
}
