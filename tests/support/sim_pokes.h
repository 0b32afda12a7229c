/* sim_pokes.h - changes each value of a simulation, one after the other, and puts it back.
 * Made from the lists that make the structs (server/sim/world.h, sim_state.h): a new field is poked
 * as soon as it is listed, and a member that is not listed does not exist. */
#ifndef DW_TESTS_SUPPORT_SIM_POKES_H
#define DW_TESTS_SUPPORT_SIM_POKES_H

#include "server/sim/sim_state.h"
#include "tests/support/test.h"

typedef struct sim_poker {
    void (*changed)(void *context, const char *name); /* Called with each changed value. */
    void *context;
    bool extreme;    /* To the greatest value; counts stay. Else by one, downwards. */
    uint32_t fields; /* Values changed so far. */
} sim_poker;

#define POKE_NUMBER(kind)                                                                          \
    static void poke_##kind(sim_poker *on, dw_field_##kind *value, const char *name)               \
    {                                                                                              \
        const dw_field_##kind old = *value;                                                        \
        *value = (dw_field_##kind)(old > 0 ? old - 1 : 1);                                         \
        if (on->extreme) {                                                                         \
            memset(value, 0xff, sizeof *value);                                                    \
        }                                                                                          \
        on->fields++;                                                                              \
        on->changed(on->context, name);                                                            \
        *value = old;                                                                              \
    }
POKE_NUMBER(u8)
POKE_NUMBER(u16)
POKE_NUMBER(u32)
POKE_NUMBER(u64)
POKE_NUMBER(i32)

static void poke_flag(sim_poker *on, bool *value, const char *name)
{
    *value = !*value;
    on->fields++;
    on->changed(on->context, name);
    *value = !*value;
}

static void poke_vec(sim_poker *on, dw_vec *value, const char *name)
{
    poke_i32(on, &value->x, name);
    poke_i32(on, &value->y, name);
}

static void poke_meter_row(sim_poker *on, dw_field_meter_row *row, const char *name)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        poke_u16(on, &(*row)[s], name);
    }
}

#define POKE_ONE(kind, name)                                                                       \
    if (!on->extreme || (strcmp(#name, "guard_count") != 0 && strcmp(#name, "item_count") != 0)) { \
        poke_##kind(on, &it->name, #name);                                                         \
    }
#define POKE_USED(kind, name, max, used)                                                           \
    for (uint32_t i = 0; i < (used); i++) {                                                        \
        poke_##kind(on, &it->name[i], #name);                                                      \
    }
#define POKE_MASKED(kind, name, max, mask)                                                         \
    for (uint32_t left = (mask); left != 0; left &= left - 1) {                                    \
        poke_##kind(on, &it->name[__builtin_ctz(left)], #name);                                    \
    }
#define POKE_LIST(kind, LIST)                                                                      \
    __attribute__((unused)) static void poke_##kind(sim_poker *on, dw_field_##kind *it,            \
                                                    const char *of)                                \
    {                                                                                              \
        (void)of;                                                                                  \
        LIST(POKE_ONE, POKE_USED, POKE_MASKED)                                                     \
    }
POKE_LIST(rect, DW_RECT_FIELDS)
POKE_LIST(door_set, DW_DOOR_SET_FIELDS)
POKE_LIST(guard_action, DW_GUARD_COMMAND_FIELDS)
POKE_LIST(guard, DW_GUARD_FIELDS)
POKE_LIST(body, DW_BODY_FIELDS)
POKE_LIST(actor, DW_ACTOR_FIELDS)
POKE_LIST(door_rest, DW_DOOR_REST_FIELDS)
POKE_LIST(intruder, DW_INTRUDER_FIELDS)
POKE_LIST(item, DW_ITEM_FIELDS)
POKE_LIST(world, DW_WORLD_FIELDS)
POKE_LIST(message, DW_RADIO_MESSAGE_FIELDS)
POKE_LIST(board_row, DW_BOARD_ROW_FIELDS)
POKE_LIST(board, DW_BOARD_FIELDS)
POKE_LIST(belt, DW_BELT_FIELDS)
POKE_LIST(pick, DW_PICK_FIELDS)
POKE_LIST(locks, DW_LOCKS_FIELDS)
POKE_LIST(lying_bait, DW_LYING_BAIT_FIELDS)
POKE_LIST(tools, DW_TOOLS_FIELDS)

/* The messages under way; those that were heard steer nothing. */
static void poke_radio(sim_poker *on, dw_radio *it, const char *name)
{
    if (!on->extreme) {
        poke_u32(on, &it->next_id, name);
        poke_u32(on, &it->count, name);
    }
    for (uint32_t i = 0; i < it->count; i++) {
        poke_message(on, &it->messages[(it->first + i) % it->capacity], name);
    }
}

POKE_LIST(sim, DW_SIM_FIELDS)
POKE_LIST(person, DW_PERSON_FIELDS)
POKE_LIST(mission_state, DW_MISSION_STATE_FIELDS)
POKE_LIST(question, DW_QUESTION_FIELDS)
POKE_LIST(told, DW_TOLD_FIELDS)

#endif
