#include "client/view/model/intruder_name.h"

#include "client/core/roster.h"
#include "client/view/texts/say.h"

#include <stdio.h>

bool dw_intruder_name(const dw_intruder_names *names, uint8_t slot, char out[DW_INTRUDER_NAME])
{
    const char *name =
        dw_round_name_or(names->round, slot, dw_mission_person_name(names->mission, slot));
    if (name[0] != '\0') {
        (void)snprintf(out, DW_INTRUDER_NAME, "%s", name);
    } else if (names->map != NULL && dw_slot_is_person(names->map, slot)) {
        (void)snprintf(out, DW_INTRUDER_NAME, "%s", dw_say(DW_SAY_A_PERSON));
    } else {
        dw_say_into(out, DW_INTRUDER_NAME, DW_SAY_INTRUDER_NUMBER, DW_N(slot + 1));
    }
    return name[0] != '\0';
}
