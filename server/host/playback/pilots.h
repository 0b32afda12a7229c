/* pilots.h - which spectators of a recorded round may steer it: those with a right to it, and while
 * none of them is here, the one that has been here for longest. Pure. */
#ifndef DW_HOST_PILOTS_H
#define DW_HOST_PILOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dw_pilot {
    uint64_t since_ns; /* When it connected. */
    bool by_right;     /* On this machine, or named by the list of admins. */
    bool may_steer;    /* What comes of it. */
} dw_pilot;

static inline void dw_pilots_choose(dw_pilot *pilots, uint32_t count)
{
    dw_pilot *first = count > 0 ? &pilots[0] : NULL;
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        pilots[i].may_steer = pilots[i].by_right;
        any = any || pilots[i].by_right;
        first = pilots[i].since_ns < first->since_ns ? &pilots[i] : first;
    }
    if (first != NULL && !any) {
        first->may_steer = true;
    }
}

#endif
