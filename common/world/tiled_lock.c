#include "common/world/tiled_lock.h"

#include <string.h>

dw_status dw_tiled_note_lock(dw_tiled_locks *locks, const dw_door *doors, uint16_t count,
                             const dw_tiled_half *half, dw_error *error)
{
    uint16_t d = 0;
    while (d + 1 < count && strcmp(doors[d].name, half->door) != 0) {
        d++;
    }
    const char **lock = &locks->of_doors[d];
    if (*lock != NULL && half->lock != NULL && strcmp(*lock, half->lock) != 0) {
        return dw_fail(error, DW_INVALID, "door \"%s\": its halves name two locks", half->door);
    }
    *lock = *lock != NULL ? *lock : half->lock;
    return DW_OK;
}

/* 1 + the number of the lock among those of the first `count` doors; 0: none of them has it. */
static uint8_t number_of(const dw_tiled_locks *locks, const dw_door *doors, uint16_t count,
                         const char *name)
{
    for (uint16_t d = 0; d < count; d++) {
        if (locks->of_doors[d] != NULL && strcmp(locks->of_doors[d], name) == 0) {
            return doors[d].lock;
        }
    }
    return 0;
}

dw_status dw_tiled_number_locks(const dw_tiled_locks *locks, dw_map *parts, dw_door *doors,
                                dw_error *error)
{
    for (uint16_t d = 0; d < parts->door_count; d++) {
        const char *name = locks->of_doors[d];
        if (name == NULL) {
            if (doors[d].sealed) {
                return dw_fail(error, DW_INVALID, "door \"%s\": it is sealed, and has no lock",
                               doors[d].name);
            }
            continue;
        }
        doors[d].lock = number_of(locks, doors, d, name);
        if (doors[d].lock == 0 && parts->lock_count == DW_LOCKS_MAX) {
            return dw_fail(error, DW_FULL, "door \"%s\": there are more than %d locks",
                           doors[d].name, DW_LOCKS_MAX);
        }
        doors[d].lock = doors[d].lock != 0 ? doors[d].lock : (uint8_t)++parts->lock_count;
    }
    for (uint16_t i = 0; i < parts->item_count; i++) {
        const char *name = locks->of_items[i];
        dw_item_spot *item = &parts->items[i];
        item->opens = name != NULL ? number_of(locks, doors, parts->door_count, name) : 0;
        if (name != NULL && item->opens == 0) {
            return dw_fail(error, DW_INVALID, "item \"%s\": no door has lock \"%s\"", item->name,
                           dw_tiled_shown(name));
        }
        item->kind = item->opens != 0 ? DW_ITEM_KEY : item->kind;
    }
    return DW_OK;
}
