#include "server/mind/brains/brains.h"

#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"

#include <string.h>

/* Each brain: its name and its kind. */
#define BRAINS(X)                                                                                  \
    X("null", dw_brain_null)                                                                       \
    X("patrol-only", dw_brain_patrol_only)                                                         \
    X("chaser", dw_brain_chaser)                                                                   \
    X("reference", dw_brain_reference)                                                             \
    X("dog", dw_brain_dog)                                                                         \
    X("device", dw_brain_device)

#define KIND(name, kind)   &(kind),
#define NAME(name, kind)   name,
#define LISTED(name, kind) ", " name

const dw_brain_kind *dw_brain_find(const char *name)
{
    static const dw_brain_kind *const kinds[] = {BRAINS(KIND)};
    for (size_t i = 0; i < DW_COUNT_OF(kinds); i++) {
        if (strcmp(kinds[i]->name, name) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

const char *const *dw_brain_names(void)
{
    static const char *const names[] = {BRAINS(NAME) NULL};
    return names;
}

const char *dw_brain_list(void)
{
    static const char list[] = "" BRAINS(LISTED);
    return list + sizeof ", " - 1;
}

const dw_brain_kind *dw_brain_default(void)
{
    return &dw_brain_reference;
}
