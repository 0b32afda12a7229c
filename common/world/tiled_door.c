#include "common/world/tiled_door.h"

#include "common/base/parse.h"

#include <string.h>

dw_status dw_tiled_read_half(const dw_tiled_object *o, dw_tiled_half *half)
{
    const char *door = NULL;
    dw_status status;
    if ((status = dw_tiled_read_text(o, "door", true, &door)) != DW_OK ||
        (status = dw_tiled_read_area(o, &half->area)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "leaf", &half->leaf)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "starts_open", &half->starts_open)) != DW_OK ||
        (status = dw_tiled_read_flag(o, "sealed", &half->sealed)) != DW_OK ||
        (status = dw_tiled_read_text(o, "lock", false, &half->lock)) != DW_OK) {
        return status;
    }
    if (!dw_text_is_clean(door, strlen(door)) ||
        dw_copy_text(half->door, DW_NAME_SIZE, door) != DW_OK) {
        return dw_tiled_refuse(o, DW_INVALID, "property \"door\" must have 1 to %d bytes of text",
                               DW_NAME_SIZE - 1);
    }
    half->id = o->id;
    return DW_OK;
}

/* No area of a door half is empty, so that this one is not there yet. */
static bool has_half(const dw_door *door, uint32_t half)
{
    return door->half[half].area.max.x > door->half[half].area.min.x;
}

dw_status dw_tiled_add_half(dw_door *doors, uint16_t *count, const dw_tiled_half *half,
                            dw_error *error)
{
    uint16_t d = 0;
    while (d < *count && strcmp(doors[d].name, half->door) != 0) {
        d++;
    }
    if (d == DW_DOORS_MAX) {
        return dw_fail(error, DW_FULL, "door \"%s\": there are more than %d doors", half->door,
                       DW_DOORS_MAX);
    }
    dw_door *door = &doors[d];
    if (d == *count) {
        (*count)++;
        memcpy(door->name, half->door, sizeof(door->name));
        door->leaf = UINT8_MAX;
    }
    if (has_half(door, 1)) {
        return dw_fail(error, DW_INVALID,
                       "door \"%s\": object %" JSON_INTEGER_FORMAT " is a third half", door->name,
                       half->id);
    }
    const uint8_t side = has_half(door, 0) ? 1 : 0;
    if (half->leaf && door->leaf != UINT8_MAX) {
        return dw_fail(error, DW_INVALID, "door \"%s\": both halves have the leaf", door->name);
    }
    if (half->leaf) {
        door->leaf = side;
    }
    door->half[side].area = half->area;
    door->starts_open = door->starts_open || half->starts_open;
    door->sealed = door->sealed || half->sealed;
    return DW_OK;
}

dw_status dw_tiled_check_doors(const dw_door *doors, uint16_t count, dw_error *error)
{
    for (uint32_t d = 0; d < count; d++) {
        if (!has_half(&doors[d], 1)) {
            return dw_fail(error, DW_INVALID, "door \"%s\": it has only one half", doors[d].name);
        }
        if (doors[d].leaf == UINT8_MAX) {
            return dw_fail(error, DW_INVALID, "door \"%s\": no half has the leaf", doors[d].name);
        }
    }
    return DW_OK;
}
