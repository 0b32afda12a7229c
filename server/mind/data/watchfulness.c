#include "server/mind/data/watchfulness.h"

#include <string.h>

#define BIT(name) (UINT64_C(1) << DW_FACT_##name)

uint64_t dw_danger_facts(void)
{
    return BIT(touched) | BIT(afraid) | BIT(detected) | BIT(sees_intruder) | BIT(somebody) |
           BIT(untold);
}

uint64_t dw_condition_waits_for(const dw_condition *condition)
{
    uint64_t facts = 0;
    for (uint8_t i = 0; i < condition->count; i++) {
        facts |=
            condition->terms[i].test != DW_TEST_UNSET ? UINT64_C(1) << condition->terms[i].fact : 0;
    }
    return facts;
}

void dw_watchfulness_check(dw_findings *out, const char *place, const dw_skill *skill,
                           uint64_t watched, bool has_exit)
{
    const uint64_t danger = dw_danger_facts();
    const uint64_t noises = BIT(disturbed) | BIT(heard);
    if (strcmp(skill->name, "sleep") == 0 && (watched & (danger | noises)) == 0) {
        dw_findings_say(out, place, "asleep and in danger: nothing wakes it (disturbed, afraid)");
    }
    if (strcmp(skill->name, "eat") == 0 && (watched & danger) == 0) {
        dw_findings_say(out, place, "attacked while it eats: it does not react (touched, afraid)");
    }
    if (!skill->endless && !has_exit) {
        dw_findings_say(out, place,
                        "%s: no way out when the skill \"%s\" fails or takes too long "
                        "(failed, done, ticks_in_state)",
                        strcmp(skill->name, "eat") == 0 ? "no food found" : "no time-out",
                        skill->name);
    }
}

_Static_assert(DW_FACT_COUNT <= 64, "a set of facts is a word");
