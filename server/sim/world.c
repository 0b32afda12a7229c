#include "server/sim/world.h"

#include "common/base/check.h"

DW_FIELDS_STATE(static, guard_action, DW_GUARD_COMMAND_FIELDS);
DW_FIELDS_STATE(static, guard, DW_GUARD_FIELDS);
DW_FIELDS_STATE(static, body, DW_BODY_FIELDS);
DW_FIELDS_STATE(static, door_rest, DW_DOOR_REST_FIELDS);
DW_FIELDS_STATE(static, intruder, DW_INTRUDER_FIELDS);
typedef dw_actor dw_field_woken_actor;
DW_FIELDS_STATE(static, woken_actor, DW_ACTOR_FIELDS);
DW_FIELDS_STATE(static, item, DW_ITEM_FIELDS);

/* Of a dormant actor the presence alone: a match with two players does not read sixteen bodies. */
static void dw_digest_actor(dw_digest *digest, const dw_actor *it)
{
    dw_digest_u8(digest, &it->presence);
    if (it->presence != DW_PRESENCE_DORMANT) {
        dw_digest_woken_actor(digest, it);
    }
}

static void dw_save_actor(dw_state_writer *writer, const dw_actor *it)
{
    dw_save_woken_actor(writer, it);
}

static void dw_load_actor(dw_state_reader *reader, dw_actor *it)
{
    dw_load_woken_actor(reader, it);
}

/* Four meters a step: most of them are 0, but all of them are read at each tick. */
static void dw_digest_meter_row(dw_digest *digest, const dw_field_meter_row *row)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s += 4) {
        const uint16_t *four = &(*row)[s];
        dw_digest_bits(digest,
                       (uint64_t)four[0] | (uint64_t)four[1] << 16 | (uint64_t)four[2] << 32 |
                           (uint64_t)four[3] << 48,
                       64);
    }
}
_Static_assert(DW_INTRUDERS_MAX % 4 == 0, "rows are read by four");

static void dw_save_meter_row(dw_state_writer *writer, const dw_field_meter_row *row)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        dw_save_u16(writer, &(*row)[s]);
    }
}

static void dw_load_meter_row(dw_state_reader *reader, dw_field_meter_row *row)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        dw_load_u16(reader, &(*row)[s]);
    }
}

DW_FIELDS_STATE(extern, world, DW_WORLD_FIELDS);

dw_slot_state dw_intruder_slot_state(const dw_world *world, uint32_t slot)
{
    const dw_actor *actor = dw_intruder_actor(world, slot);
    if (actor->presence == DW_PRESENCE_DORMANT) {
        return DW_SLOT_EMPTY;
    }
    if (actor->presence == DW_PRESENCE_PRESENT) {
        return actor->controller == DW_CONTROLLER_PLAYER ? DW_SLOT_ALIVE : DW_SLOT_DROPPED;
    }
    return world->intruders[slot].caught_tick != 0 ? DW_SLOT_CAUGHT : DW_SLOT_OUT;
}

void dw_intruder_set_slot_state(dw_world *world, uint32_t slot, dw_slot_state state)
{
    static const struct {
        uint8_t presence, controller;
    } states[DW_SLOT_STATE_COUNT] = {
        [DW_SLOT_EMPTY] = {DW_PRESENCE_DORMANT, DW_CONTROLLER_NOBODY},
        [DW_SLOT_ALIVE] = {DW_PRESENCE_PRESENT, DW_CONTROLLER_PLAYER},
        [DW_SLOT_CAUGHT] = {DW_PRESENCE_GONE, DW_CONTROLLER_NOBODY},
        [DW_SLOT_DROPPED] = {DW_PRESENCE_PRESENT, DW_CONTROLLER_NOBODY},
        [DW_SLOT_OUT] = {DW_PRESENCE_GONE, DW_CONTROLLER_NOBODY},
    };
    DW_CHECK(slot < DW_INTRUDERS_MAX && state < DW_SLOT_WATCHING);
    dw_actor *actor = &world->actors[dw_intruder_index(world, slot)];
    actor->presence = states[state].presence;
    actor->controller = states[state].controller;
    world->intruders[slot].caught_tick = state == DW_SLOT_CAUGHT ? world->tick : 0;
}
