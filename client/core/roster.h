/* roster.h - finds players in the roster of a round message. Owns nothing. Pure. */
#ifndef DW_CLIENT_CORE_ROSTER_H
#define DW_CLIENT_CORE_ROSTER_H

#include "protocol/message.h"

/* The name of the player in a slot; `otherwise` when the round is NULL or the slot is empty. */
const char *dw_round_name_or(const dw_round *round, uint32_t slot, const char *otherwise);

static inline const char *dw_round_name(const dw_round *round, uint32_t slot)
{
    return dw_round_name_or(round, slot, "");
}

#endif
