#include "server/guard/brains.h"

#include "common/base/check.h"
#include "server/guard/brain_kinds.h"

#include <string.h>

static const dw_brain_kind *const kinds[] = {&dw_brain_null, &dw_brain_patrol_only,
                                             &dw_brain_chaser, &dw_brain_reference};

const dw_brain_kind *dw_brain_find(const char *name)
{
    for (size_t i = 0; i < DW_COUNT_OF(kinds); i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

const char *const *dw_brain_names(void)
{
    static const char *const names[] = {"null", "patrol-only", "chaser", "reference", NULL};
    _Static_assert(DW_COUNT_OF(names) == DW_COUNT_OF(kinds) + 1, "a name for each kind");
    return names;
}

const dw_brain_kind *dw_brain_default(void)
{
    return &dw_brain_reference;
}
