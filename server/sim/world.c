#include "server/sim/world.h"

DW_FIELDS_STATE(static, guard_command, DW_GUARD_COMMAND_FIELDS);
DW_FIELDS_STATE(static, guard_body, DW_GUARD_BODY_FIELDS);
DW_FIELDS_STATE(static, body, DW_BODY_FIELDS);
DW_FIELDS_STATE(static, door_rest, DW_DOOR_REST_FIELDS);
typedef dw_intruder_state dw_field_taken_slot;
DW_FIELDS_STATE(static, taken_slot, DW_INTRUDER_FIELDS);
DW_FIELDS_STATE(static, item, DW_ITEM_FIELDS);

/* Of an empty slot the state alone: a match with two players does not read sixteen bodies. */
static void dw_digest_intruder(dw_digest *digest, const dw_intruder_state *it)
{
    dw_digest_u8(digest, &it->state);
    if (it->state != DW_SLOT_EMPTY) {
        dw_digest_taken_slot(digest, it);
    }
}

static void dw_save_intruder(dw_state_writer *writer, const dw_intruder_state *it)
{
    dw_save_taken_slot(writer, it);
}

static void dw_load_intruder(dw_state_reader *reader, dw_intruder_state *it)
{
    dw_load_taken_slot(reader, it);
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
