/* admin_limits.h - how often a client may give commands over its connection: with rights, and
 * without. Pure; time is handed in. */
#ifndef DW_HOST_ADMIN_LIMITS_H
#define DW_HOST_ADMIN_LIMITS_H

#include "server/host/rate.h"

enum {
    DW_ADMIN_PER_SECOND = 1,
    DW_ADMIN_BURST = 5, /* Of commands, and of tries without rights. */
    DW_ADMIN_TRY_S = 10 /* After the burst: one try in this time. */
};

#define DW_ADMIN_TRY_NS (UINT64_C(1000000000) * DW_ADMIN_TRY_S)

typedef struct dw_admin_limits {
    dw_rate commands, tries;
    bool slow_told; /* Since the last command that was not too fast. */
    bool logged;    /* A refusal: the first one of a connection goes into the log. */
} dw_admin_limits;

typedef enum dw_admin_verdict {
    DW_ADMIN_TAKEN,
    DW_ADMIN_REFUSED, /* No rights: it gets an answer. */
    DW_ADMIN_SLOWED   /* Too many: dropped, as a rule without an answer. */
} dw_admin_verdict;

static inline dw_admin_limits dw_admin_limits_make(uint64_t now_ns)
{
    return (dw_admin_limits){
        .commands = dw_rate_make(DW_ADMIN_PER_SECOND, DW_ADMIN_BURST, now_ns),
        .tries = {now_ns, DW_ADMIN_TRY_NS * DW_ADMIN_BURST},
    };
}

static inline dw_admin_verdict dw_admin_limits_judge(dw_admin_limits *limits, bool has_rights,
                                                     uint64_t now_ns)
{
    if (has_rights) {
        return dw_rate_pass(&limits->commands, DW_ADMIN_PER_SECOND, DW_ADMIN_BURST, now_ns)
                   ? DW_ADMIN_TAKEN
                   : DW_ADMIN_SLOWED;
    }
    return dw_rate_pass_each(&limits->tries, DW_ADMIN_TRY_NS, DW_ADMIN_BURST, now_ns)
               ? DW_ADMIN_REFUSED
               : DW_ADMIN_SLOWED;
}

#endif
