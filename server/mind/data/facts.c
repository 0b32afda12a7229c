#include "server/mind/data/facts.h"

#include <string.h>

const dw_fact_info dw_fact_table[DW_FACT_COUNT] = {
#define FACT_ROW(name, type, cause, meaning)                                                       \
    [DW_FACT_##name] = {#name, meaning, DW_FACT_##type, DW_CAUSE_##cause},
    DW_FACTS(FACT_ROW)
#undef FACT_ROW
};

uint32_t dw_fact_find(const char *name)
{
    uint32_t fact = 0;
    while (fact < DW_FACT_COUNT && strcmp(dw_fact_table[fact].name, name) != 0) {
        fact++;
    }
    return fact;
}
