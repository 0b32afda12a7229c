#include "server/mind/shut_doors.h"

enum { FORGET_DOORS_TICKS = 1800 /* A door that was shut may be open again. */ };

void dw_shut_doors_note(dw_door_set *shut, const dw_brain_setup *setup, const dw_percepts *percepts)
{
    if (setup->kind->can.open_doors != 0) {
        return;
    }
    if (percepts->tick % FORGET_DOORS_TICKS == 0) {
        *shut = (dw_door_set){{0}};
    }
    const dw_room *room = &setup->map->rooms[percepts->room];
    for (uint16_t i = 0; i < room->door_count; i++) {
        dw_door_set_put(shut, room->doors[i], false);
    }
    for (uint8_t i = 0; i < percepts->shut_count; i++) {
        dw_door_set_put(shut, percepts->shut[i], true);
    }
}

const dw_door_set *dw_shut_doors_keyless(dw_door_set *space, const dw_brain_setup *setup,
                                         const dw_percepts *percepts)
{
    if (setup->keyless == NULL) {
        return NULL;
    }
    *space = *setup->keyless;
    const dw_room *room = &setup->map->rooms[percepts->room];
    for (uint16_t i = 0; i < room->door_count; i++) {
        dw_door_set_put(space, room->doors[i], false);
    }
    for (uint8_t i = 0; i < percepts->shut_count; i++) {
        dw_door_set_put(space, percepts->shut[i], true);
    }
    return space;
}

void dw_shut_doors_leave(const dw_think *think)
{
    const dw_kind *kind = think->setup->kind;
    if (kind->can.open_doors == 0) {
        think->command->open_door = DW_NONE;
    }
    if (kind->can.close_doors == 0) {
        think->command->close_door = DW_NONE;
    }
}
