#include "client/core/found_items.h"

#include <stdlib.h>

bool dw_found_items_take(dw_found_items *found, const dw_map *map, const dw_found_item *told)
{
    if (map != NULL && (found->known == NULL || !dw_plan_put(found->known, told))) {
        return false;
    }
    found->told |= UINT32_C(1) << told->index;
    found->rows[told->index] = *told;
    return true;
}

static bool put_all(const dw_found_items *found, dw_map *known)
{
    bool fits = true;
    for (uint32_t left = found->told; left != 0 && fits; left &= left - 1) {
        fits = dw_plan_put(known, &found->rows[__builtin_ctz(left)]);
    }
    return fits;
}

dw_status dw_found_items_begin(dw_found_items *found, const dw_map *map, const dw_map **out)
{
    dw_map *known = NULL;
    if (dw_plan_has_hidden(map)) {
        known = malloc(sizeof *known); /* Before the last one goes: no two have one address. */
        if (known == NULL) {
            return DW_MEMORY;
        }
        *known = *map;
        dw_plan_hide(known);
    }
    if (known != NULL ? !put_all(found, known) : found->told != 0) {
        free(known);
        return DW_INVALID;
    }
    free(found->known);
    found->known = known;
    *out = known != NULL ? known : map;
    return DW_OK;
}

void dw_found_items_reset(dw_found_items *found)
{
    found->told = 0;
}

void dw_found_items_destroy(dw_found_items *found)
{
    free(found->known);
    found->known = NULL;
    found->told = 0;
}
