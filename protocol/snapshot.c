#include "protocol/snapshot.h"

#include "common/base/check.h"
#include "protocol/snapshot_wire.h"

_Static_assert((int)DW_SLOT_STATE_COUNT <= (int)IDENTITY_STATES, "a state fits its place");
_Static_assert(DOOR_WORDS <= 16, "the mask of door words is one 16-bit number");

const dw_snapshot dw_snapshot_blank = {.own = {.slot = DW_SLOT_NONE}};

uint16_t dw_snapshot_quantise(int32_t units, int32_t origin)
{
    const int64_t from_origin = (int64_t)units - origin;
    const int64_t steps = from_origin < 0 ? 0 : from_origin / DW_SNAPSHOT_STEP_UNITS;
    return (uint16_t)(steps < UINT16_MAX ? steps : UINT16_MAX);
}

int32_t dw_snapshot_restore(uint16_t steps, int32_t origin)
{
    return origin + steps * DW_SNAPSHOT_STEP_UNITS + DW_SNAPSHOT_STEP_UNITS / 2;
}

bool dw_snapshot_own_valid(const dw_snapshot_own *own, uint32_t tick)
{
    if (own->slot == DW_SLOT_NONE) {
        return own->state == 0 && own->flags == 0 && own->caught == 0 && own->heading_bam == 0 &&
               own->coins == 0 && own->baits == 0 && own->x == 0 && own->y == 0 &&
               own->input_tick == 0 && own->pick == 0 && own->pick_since == 0;
    }
    return own->slot < DW_INTRUDERS_MAX && own->state < DW_SLOT_STATE_COUNT &&
           own->flags <= DW_BODY_OWN_FLAGS_ALL && own->caught <= CAUGHT_MAX &&
           own->coins <= TOOLS_MAX && own->baits <= TOOLS_MAX && own->x >= -DW_COORDINATE_MAX &&
           own->x <= DW_COORDINATE_MAX && own->y >= -DW_COORDINATE_MAX &&
           own->y <= DW_COORDINATE_MAX && own->input_tick <= tick &&
           (own->pick == 0 ? own->pick_since == 0 : own->pick_since != (uint16_t)tick);
}

static bool items_valid(const dw_snapshot_item *items)
{
    for (uint32_t i = 0; i < DW_ITEMS_MAX; i++) {
        const dw_snapshot_item *item = &items[i];
        if (item->state >= DW_ITEM_STATE_COUNT ||
            item->carrier >= (item->state == DW_ITEM_CARRIED ? DW_INTRUDERS_MAX : 1) ||
            (item->state != DW_ITEM_DROPPED && (item->x != 0 || item->y != 0))) {
            return false;
        }
    }
    return true;
}

bool dw_snapshot_body_valid(const dw_snapshot_body *body)
{
    const bool guard = body->role == DW_ROLE_GUARD;
    return body->id >= 1 && body->role < DW_ROLE_COUNT &&
           body->slot < (guard ? 1 : DW_INTRUDERS_MAX) &&
           body->flags <= (guard ? DW_BODY_FLAGS_ALL : DW_BODY_OWN_FLAGS_ALL) &&
           body->mood < (guard ? DW_MOOD_COUNT : 1) && body->meter <= (guard ? METER_MAX : 0) &&
           body->heading <= HEADING_MAX;
}

/* The doors beyond the map's last one are closed. */
bool dw_snapshot_doors_valid(const dw_door_set *doors, uint16_t doors_count)
{
    for (uint32_t i = 0; i < DW_COUNT_OF(doors->bits); i++) {
        const uint32_t inside = doors_count > 64 * i ? doors_count - 64 * i : 0;
        const uint64_t allowed = inside >= 64 ? UINT64_MAX : (UINT64_C(1) << inside) - 1;
        if ((doors->bits[i] & ~allowed) != 0) {
            return false;
        }
    }
    return true;
}

bool dw_snapshot_valid(const dw_snapshot *snapshot, uint16_t doors_count)
{
    if (snapshot->tick == 0 || !dw_snapshot_own_valid(&snapshot->own, snapshot->tick) ||
        snapshot->own.pick > doors_count || !items_valid(snapshot->items) ||
        !dw_snapshot_doors_valid(&snapshot->doors, doors_count) ||
        snapshot->body_count > DW_SNAPSHOT_BODIES_MAX) {
        return false;
    }
    for (uint32_t i = 0; i < snapshot->body_count; i++) {
        const dw_snapshot_body *body = &snapshot->bodies[i];
        if (!dw_snapshot_body_valid(body) || (i > 0 && body->id <= body[-1].id)) {
            return false;
        }
    }
    return true;
}
