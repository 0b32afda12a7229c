#include "client/core/roster.h"

const char *dw_round_name_or(const dw_round *round, uint32_t slot, const char *otherwise)
{
    for (uint32_t i = 0; round != NULL && i < round->roster_count; i++) {
        if (round->roster[i].slot == slot) {
            return round->roster[i].name;
        }
    }
    return otherwise;
}
